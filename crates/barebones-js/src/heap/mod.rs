//! The heap: boxed values, cells, hidden classes, and a precise generational collector that moves cells.
//!
//! A value is 64 bits; a reference in it is the index of a cell. The cells up to [`Heap::old`] are old; the rest is the nursery, in
//! which an allocation takes the next index. A collection of the nursery copies its live cells behind the old ones; a full one copies
//! all live cells to new memory. Both write the new indices into all roots and cells. An old cell that may refer to young ones is
//! found by its card ([`cards`]). All of it is safe code: a stale reference is a wrong cell or an internal error, never undefined
//! behaviour.

mod cards;
mod collect;
mod growing;
mod mark;
mod object;
mod pool;
mod shape;
mod table;
mod value;

pub(crate) use cards::{CARD_SHIFT, MARKED};
pub(crate) use object::{
    AsyncGenerator, Class, ENTRY, Element, Iteration, IterationKind, Jobs, Object, Part, Promise, RegExp,
    Request, Settled, View,
};
pub(crate) use pool::{MAX_VALUES, Pool};
pub(crate) use shape::{Attributes, DICTIONARY, Dictionary, Shapes, Slot, UNFINISHED};
pub(crate) use table::Table;
pub(crate) use value::{Kind, Value};

use num_bigint::BigInt;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A property name: an interned string, or a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Atom(pub(crate) u32);

/// Bit of the atoms that are symbols.
const SYMBOL: u32 = 1 << 31;

impl Atom {
    pub(crate) fn is_symbol(self) -> bool {
        self.0 & SYMBOL != 0
    }
}

/// Symbols that the language itself uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WellKnown {
    AsyncIterator,
    HasInstance,
    IsConcatSpreadable,
    Iterator,
    Match,
    MatchAll,
    Replace,
    Search,
    Species,
    Split,
    ToPrimitive,
    ToStringTag,
    Unscopables,
}

impl WellKnown {
    /// All, with their names in `Symbol`, in order of their atoms.
    pub(crate) const ALL: [(WellKnown, &'static str); 13] = [
        (WellKnown::AsyncIterator, "asyncIterator"),
        (WellKnown::HasInstance, "hasInstance"),
        (WellKnown::IsConcatSpreadable, "isConcatSpreadable"),
        (WellKnown::Iterator, "iterator"),
        (WellKnown::Match, "match"),
        (WellKnown::MatchAll, "matchAll"),
        (WellKnown::Replace, "replace"),
        (WellKnown::Search, "search"),
        (WellKnown::Species, "species"),
        (WellKnown::Split, "split"),
        (WellKnown::ToPrimitive, "toPrimitive"),
        (WellKnown::ToStringTag, "toStringTag"),
        (WellKnown::Unscopables, "unscopables"),
    ];

    pub(crate) fn atom(self) -> Atom {
        Atom(SYMBOL | self as u32)
    }
}

/// An object in the heap. Compiled code reads some of them, so their layout is defined.
#[repr(u8)]
pub(crate) enum Cell {
    /// A string of UTF-16 units.
    String(Rc<[u16]>),
    /// Two strings in sequence, joined when the units are read.
    Rope {
        /// Number of bits of the length that the string had before short ones were appended.
        base: u8,
        length: u32,
        left: Value,
        right: Value,
        flat: OnceCell<Rc<[u16]>>,
    },
    BigInt(Rc<BigInt>),
    /// The variables of a call, and those of the function around it.
    Environment {
        parent: Value,
        slots: Vec<Value>,
    },
    /// A getter and a setter.
    Accessor {
        getter: Value,
        setter: Value,
    },
    /// A JavaScript object.
    Object(Box<Object>),
    /// Nothing: the cell was collected while its neighbours stayed.
    Free,
    /// Nothing, during a collection: the cell has moved to that index.
    Moved(u32),
    /// A string whose units are the first ones of memory that it shares with strings that it has grown to, or from.
    Growing {
        length: u32,
        text: Rc<growing::Growing>,
        flat: OnceCell<Rc<[u16]>>,
    },
}

/// A symbol's description, and whether `Symbol.for` made it.
struct SymbolData {
    description: Option<Rc<[u16]>>,
    registered: bool,
    /// True for the name of a private member, which no program sees.
    private: bool,
}

/// All cells.
pub(crate) struct Heap {
    pub(crate) cells: Vec<Cell>,
    pub(crate) shapes: Shapes,
    atoms: HashMap<Rc<[u16]>, Atom>,
    names: Vec<Rc<[u16]>>,
    symbols: Vec<SymbolData>,
    registry: HashMap<Rc<[u16]>, Atom>,
    /// Number of cells that are old.
    pub(crate) old: usize,
    /// What may have changed in them.
    pub(crate) cards: cards::Cards,
    /// Number of cells at which the next collection is due, of the nursery or of all. There is memory for so many. Bytes beside the
    /// cells, and reuse of free cells, lower it.
    pub(crate) limit: usize,
    /// The same for the next full collection, which is also the next one while functions of the library hold values.
    full_limit: usize,
    /// Number of cells whose bytes are among the live ones: those after the last collection.
    counted: usize,
    /// What has lowered the limits since.
    charged: usize,
    /// Bytes that were charged and have not lowered the limits yet.
    debt: std::cell::Cell<usize>,
    /// Bytes of live cells at the last full collection, and what was charged and survived since.
    live_bytes: usize,
    /// Number of such counts.
    counts: u64,
    /// Bytes that no collection frees: names, symbols.
    permanent: usize,
    /// Maximum number of bytes.
    max_bytes: usize,
    pub(crate) collections: u64,
    /// Number of those that were of the nursery only.
    pub(crate) nursery_collections: u64,
    /// What collections have looked at beside the cells that they copy or free: roots, values of old cells with marked cards, groups
    /// of cards.
    pub(crate) visits: usize,
    /// True if each safepoint collects: allocations are no plain pushes then.
    stressed: bool,
    identities: u64,
    /// Cells that a collection has freed where they are.
    free: Vec<u32>,
    /// Values that functions of the library hold, in order of their calls.
    pub(crate) roots: Vec<Value>,
    /// Number of those at which [`Heap::keep`] makes a collection due.
    max_roots: usize,
    /// Number of active functions of the library that hold values: while there is one, no cell moves.
    pub(crate) pinned: u32,
    /// That number when the innermost loop of the interpreter began: if it is less, a function of the library is innermost,
    /// and each new cell is recorded in `roots`.
    floor: u32,
    /// Number of values in `roots` when that loop began.
    base: usize,
    /// True if an allocation is not a plain push: cells are recorded, or reused.
    pub(crate) unusual: bool,
    /// Strings of one unit, or [`Value::EMPTY`].
    unit_strings: Vec<Value>,
    /// Memory of dead cells.
    pub(crate) pool: pool::Pool,
    /// Memory of the cells before the last full collection.
    spare: Vec<Cell>,
    /// Memory for the live cells of the nursery.
    survivors: Vec<Cell>,
}

const FIRST_LIMIT: usize = 1 << 15;

/// Number of cells of the nursery. With what they own it fits the second level of a cache.
const NURSERY: usize = 1 << 11;

/// Bytes that count as one cell.
const UNIT: usize = 256;

/// Number of visits (see [`Heap::visits`]) that one new cell pays for: the next collection is not due before as many cells as pay for
/// the visits of the last one, so that the time of all collections is linear in the number of allocations.
const VISITS: usize = 32;

/// Minimum number of cells between two collections.
const MIN_BUDGET: usize = 64;

/// Minimum number of recorded values at which a collection is due. It drops those of the innermost loop of the interpreter; a function
/// of the library holds all of its own.
const MAX_ROOTS: usize = 1 << 20;

/// Maximum number of bytes of a heap without a limit of its own.
pub(crate) const DEFAULT_BYTES: usize = 2 << 30;

/// Bytes of a name beside its units.
const NAME: usize = 80;

/// Number of units of a string that its cell's [`UNIT`] pays for.
const SMALL: usize = 64;

/// Minimum length of a string that is stored as a rope.
const ROPE: usize = 24;

/// Maximum length of a string in any heap.
const MAX_STRING: usize = 1 << 28;

impl Heap {
    pub(crate) fn new() -> Heap {
        let symbol = |name| SymbolData {
            description: Some(format!("Symbol.{name}").encode_utf16().collect()),
            registered: false,
            private: false,
        };
        let mut heap = Heap {
            cells: Vec::new(),
            shapes: Shapes::new(),
            atoms: HashMap::new(),
            names: Vec::new(),
            symbols: WellKnown::ALL.iter().map(|(_, name)| symbol(name)).collect(),
            registry: HashMap::new(),
            old: 0,
            cards: cards::Cards::default(),
            limit: 0,
            full_limit: 0,
            counted: 0,
            charged: 0,
            debt: std::cell::Cell::new(0),
            live_bytes: 0,
            counts: 0,
            permanent: 0,
            max_bytes: DEFAULT_BYTES,
            collections: 0,
            nursery_collections: 0,
            visits: 0,
            stressed: false,
            identities: 0,
            free: Vec::new(),
            roots: Vec::new(),
            max_roots: MAX_ROOTS,
            pinned: 0,
            floor: 0,
            base: 0,
            unusual: false,
            unit_strings: vec![Value::EMPTY; 256],
            pool: pool::Pool::default(),
            spare: Vec::new(),
            survivors: Vec::new(),
        };
        heap.set_limits(0);
        heap
    }

    #[inline]
    pub(crate) fn allocate(&mut self, cell: Cell) -> Value {
        if self.unusual || self.cells.len() == self.cells.capacity() {
            return self.allocate_slowly(cell);
        }
        self.cells.push(cell);
        Value::cell(self.cells.len() as u32 - 1)
    }

    /// Reuses a free cell if there is one, and records the cell if a function of the library is active.
    #[inline(never)]
    fn allocate_slowly(&mut self, cell: Cell) -> Value {
        let index = match self.free.pop() {
            Some(index) => {
                self.cells[index as usize] = cell;
                // It is among the old cells, and so is all that it refers to: none is young while there are free ones.
                self.lower_limits(1);
                index
            }
            None => {
                if self.cells.len() == self.cells.capacity() {
                    self.reserve_cells(self.cells.len() + NURSERY);
                }
                self.cells.push(cell);
                self.cells.len() as u32 - 1
            }
        };
        let value = Value::cell(index);
        if self.is_held() {
            self.roots.push(value);
        }
        self.set_unusual();
        value
    }

    /// Makes sure that there is memory for a number of cells, and for their cards.
    fn reserve_cells(&mut self, count: usize) {
        self.cells.reserve(count.saturating_sub(self.cells.len()));
        self.cards.cover(self.cells.capacity());
    }

    /// Says whether each safepoint collects.
    pub(crate) fn set_stressed(&mut self, stressed: bool) {
        self.stressed = stressed;
        self.set_unusual();
    }

    fn set_unusual(&mut self) {
        self.unusual = self.is_held() || !self.free.is_empty() || self.stressed;
    }

    /// Begins a function of the library, which may hold values. Returns what [`Heap::unpin`] needs.
    #[inline]
    pub(crate) fn pin(&mut self) -> usize {
        self.pinned += 1;
        self.unusual = true;
        self.roots.len()
    }

    /// Ends a function of the library, whose values are dead.
    #[inline]
    pub(crate) fn unpin(&mut self, mark: usize) {
        self.pinned -= 1;
        self.roots.truncate(mark);
        self.set_unusual();
    }

    /// True if the innermost active code is a function of the library, which may hold values.
    #[inline]
    pub(crate) fn is_held(&self) -> bool {
        self.pinned > self.floor
    }

    /// Begins a loop of the interpreter. Returns what [`Heap::end_loop`] needs.
    pub(crate) fn begin_loop(&mut self) -> (u32, usize) {
        let outer = (self.floor, self.base);
        (self.floor, self.base) = (self.pinned, self.roots.len());
        self.set_unusual();
        outer
    }

    /// Ends a loop of the interpreter.
    pub(crate) fn end_loop(&mut self, (floor, base): (u32, usize)) {
        self.roots.truncate(self.base);
        (self.floor, self.base) = (floor, base);
        self.set_unusual();
    }

    /// Forgets what the innermost loop of the interpreter has recorded: its values are in registers.
    #[inline]
    pub(crate) fn release_loop(&mut self) {
        if self.roots.len() > self.base {
            self.roots.truncate(self.base);
        }
    }

    /// Forgets all that was recorded, since no code is active.
    pub(crate) fn release_all(&mut self) {
        self.roots.clear();
        (self.pinned, self.floor, self.base) = (0, 0, 0);
        self.set_unusual();
    }

    /// Records a value that Rust code holds, until the function of the library or the operation ends.
    #[inline]
    pub(crate) fn keep(&mut self, value: Value) {
        if value.as_cell().is_some() {
            self.roots.push(value);
            if self.roots.len() >= self.max_roots {
                (self.limit, self.full_limit) = (0, 0);
            }
        }
    }

    /// Records a value that a function of the library reads. No collection drops it before that function ends, so none is due.
    #[inline]
    pub(crate) fn keep_read(&mut self, value: Value) {
        if self.is_held() && value.as_cell().is_some() {
            self.roots.push(value);
        }
    }

    /// Sets the maximum number of bytes. All cells so far count as live.
    pub(crate) fn set_max_bytes(&mut self, bytes: usize) {
        self.max_bytes = bytes;
        let count = self.next_count();
        self.live_bytes = self.cells.iter().map(|cell| cell.bytes(count)).sum();
        self.set_limits(0);
    }

    /// A number for a count of the bytes of all live cells.
    fn next_count(&mut self) -> u64 {
        self.counts += 1;
        self.counts
    }

    /// Sets when the next collections are due, after a full one with a number of visits: the next full one when the number of cells or
    /// of bytes has doubled, or earlier near the maximum.
    fn set_limits(&mut self, visits: usize) {
        let cells = self.cells.len() - self.free.len();
        let growth = FIRST_LIMIT.max(cells * 2) - cells;
        let growth = growth.max(self.live_bytes / UNIT).max(visits / VISITS);
        let room = self.max_bytes.saturating_sub(self.live_bytes + self.permanent);
        self.set_limits_to(growth.min(room / UNIT), NURSERY.max(visits / VISITS));
        self.visits += visits;
    }

    /// Sets when the next collections are due: the next full one after a number of new cells, one of the nursery after another, if it is
    /// less.
    fn set_limits_to(&mut self, left: usize, nursery: usize) {
        let left = left.max(MIN_BUDGET);
        self.counted = self.cells.len();
        self.full_limit = self.counted + left;
        self.limit = self.counted + nursery.min(left);
        self.max_roots = MAX_ROOTS.max(2 * self.roots.len());
        self.charged = 0;
        self.debt.set(0);
        self.reserve_cells(self.limit);
    }

    /// Counts what is no new cell as so many.
    fn lower_limits(&mut self, cells: usize) {
        self.limit = self.limit.saturating_sub(cells);
        self.full_limit = self.full_limit.saturating_sub(cells);
        self.charged += cells;
    }

    /// True if all cells are to be collected, not only the nursery.
    pub(crate) fn is_full_collection_due(&self) -> bool {
        self.cells.len() >= self.full_limit
    }

    /// True if the live cells need nearly all that the heap may have.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.live_bytes + self.permanent > self.max_bytes - self.max_bytes / 16
    }

    /// Number of bytes in use, at most: those of live cells at the last collection, and of all cells since.
    pub(crate) fn bytes(&self) -> usize {
        let new = self.cells.len().saturating_sub(self.counted) + self.charged;
        self.live_bytes + self.permanent + new * UNIT + self.debt.get()
    }

    /// Maximum number of bytes.
    pub(crate) fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// Number of bytes that are left.
    pub(crate) fn room(&self) -> usize {
        self.max_bytes.saturating_sub(self.bytes())
    }

    /// Counts bytes that a cell has outside.
    pub(crate) fn charge(&mut self, bytes: usize) {
        let debt = self.debt.get() + bytes;
        self.lower_limits(debt / UNIT);
        self.debt.set(debt % UNIT);
    }

    /// Counts bytes that no collection frees.
    pub(crate) fn charge_permanent(&mut self, bytes: usize) {
        self.permanent += bytes;
        self.charge(bytes);
    }

    /// Maximum length of a string: no string takes more than a quarter of the heap.
    pub(crate) fn max_string(&self) -> usize {
        MAX_STRING.min(self.max_bytes / 8)
    }

    /// True if a collection is due.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        // While functions of the library hold values, no cell can move, so the nursery grows.
        self.cells.len() >= if self.pinned == 0 { self.limit } else { self.full_limit }
    }

    pub(crate) fn cell(&self, value: Value) -> Option<&Cell> {
        value.as_cell().and_then(|index| self.cells.get(index as usize))
    }

    /// A cell that may be changed. Every store of a reference by Rust code comes through here, so this is the write barrier; only
    /// [`Heap::put_named`] and [`Heap::remove_named`] mark the card by themselves.
    #[inline]
    pub(crate) fn cell_mut(&mut self, value: Value) -> Option<&mut Cell> {
        let index = value.as_cell()?;
        self.cards.mark(index);
        self.cells.get_mut(index as usize)
    }

    pub(crate) fn object(&self, value: Value) -> Option<&Object> {
        match self.cell(value) {
            Some(Cell::Object(object)) => Some(object),
            _ => None,
        }
    }

    pub(crate) fn object_mut(&mut self, value: Value) -> Option<&mut Object> {
        match self.cell_mut(value) {
            Some(Cell::Object(object)) => Some(object),
            _ => None,
        }
    }

    pub(crate) fn class(&self, value: Value) -> Option<&Class> {
        self.object(value).map(|object| &object.class)
    }

    pub(crate) fn class_mut(&mut self, value: Value) -> Option<&mut Class> {
        self.object_mut(value).map(|object| &mut object.class)
    }

    /// The units of a string.
    pub(crate) fn string(&self, value: Value) -> Option<&Rc<[u16]>> {
        match self.cell(value) {
            Some(Cell::String(units)) => Some(units),
            Some(Cell::Rope { flat, .. } | Cell::Growing { flat, .. }) => {
                Some(flat.get_or_init(|| self.flatten(value)))
            }
            _ => None,
        }
    }

    pub(crate) fn is_string(&self, value: Value) -> bool {
        matches!(self.cell(value), Some(Cell::String(_) | Cell::Rope { .. } | Cell::Growing { .. }))
    }

    /// Length of a string; zero for others.
    pub(crate) fn string_length(&self, value: Value) -> usize {
        match self.cell(value) {
            Some(Cell::String(units)) => units.len(),
            Some(Cell::Rope { length, .. } | Cell::Growing { length, .. }) => *length as usize,
            _ => 0,
        }
    }

    fn flatten(&self, value: Value) -> Rc<[u16]> {
        let length = self.string_length(value);
        self.debt.set(self.debt.get() + 2 * length);
        if let Some(Cell::Growing { text, .. }) = self.cell(value) {
            return text.with(length, |units| Rc::from(units));
        }
        let mut units = Vec::with_capacity(length);
        self.gather(value, &mut units);
        units.into()
    }

    /// Two strings in sequence; the caller has checked the length.
    pub(crate) fn concat(&mut self, left: Value, right: Value) -> Value {
        let (a, b) = (self.string_length(left), self.string_length(right));
        if b == 0 {
            return left;
        }
        if a == 0 {
            return right;
        }
        if a + b >= ROPE {
            return self.join_long(left, right, a + b);
        }
        let mut units = [0; ROPE];
        for (part, at) in [(left, 0), (right, a)] {
            if let Some(part) = self.string(part) {
                units[at..at + part.len()].copy_from_slice(part);
            }
        }
        self.new_string(&units[..a + b])
    }

    pub(crate) fn new_string(&mut self, units: impl Into<Rc<[u16]>>) -> Value {
        let units = units.into();
        if units.len() > SMALL {
            self.charge(2 * units.len());
        }
        self.allocate(Cell::String(units))
    }

    /// A string of one unit; those of the first 256 are allocated once.
    pub(crate) fn new_unit(&mut self, unit: u16) -> Value {
        match self.unit_strings.get(usize::from(unit)) {
            None => self.new_string([unit]),
            Some(known) if *known != Value::EMPTY => *known,
            Some(_) => {
                let text = self.new_string([unit]);
                self.unit_strings[usize::from(unit)] = text;
                text
            }
        }
    }

    pub(crate) fn text(&mut self, text: &str) -> Value {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string(units)
    }

    pub(crate) fn new_bigint(&mut self, number: BigInt) -> Value {
        let bytes = number.bits() as usize / 8;
        if bytes > 2 * SMALL {
            self.charge(bytes);
        }
        self.allocate(Cell::BigInt(Rc::new(number)))
    }

    #[inline]
    pub(crate) fn new_object(&mut self, prototype: Value, class: Class) -> Value {
        let object = self.pool.object(prototype, class);
        self.allocate(Cell::Object(object))
    }

    /// An environment whose slots are undefined.
    #[inline]
    pub(crate) fn new_environment(&mut self, parent: Value, count: usize) -> Value {
        let slots = self.pool.list(count);
        self.allocate(Cell::Environment { parent, slots })
    }

    pub(crate) fn intern(&mut self, units: &[u16]) -> Atom {
        if let Some(atom) = self.atoms.get(units) {
            return *atom;
        }
        let name: Rc<[u16]> = units.into();
        self.charge_permanent(2 * name.len() + NAME);
        let atom = Atom(self.names.len() as u32);
        self.names.push(name.clone());
        self.atoms.insert(name, atom);
        atom
    }

    pub(crate) fn atom(&mut self, text: &str) -> Atom {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.intern(&units)
    }

    /// The text of a name; the description of a symbol.
    pub(crate) fn name(&self, atom: Atom) -> Rc<[u16]> {
        if atom.is_symbol() {
            return self.description(atom).unwrap_or_else(|| Rc::from([]));
        }
        self.names[atom.0 as usize].clone()
    }

    pub(crate) fn new_symbol(&mut self, description: Option<Rc<[u16]>>) -> Atom {
        self.charge_permanent(NAME);
        self.symbols.push(SymbolData { description, registered: false, private: false });
        Atom(SYMBOL | (self.symbols.len() as u32 - 1))
    }

    /// A symbol that names private members.
    pub(crate) fn new_private(&mut self, description: Rc<[u16]>) -> Atom {
        let symbol = self.new_symbol(Some(description));
        if let Some(data) = self.symbols.last_mut() {
            data.private = true;
        }
        symbol
    }

    pub(crate) fn is_private(&self, name: Atom) -> bool {
        name.is_symbol() && self.symbols.get((name.0 & !SYMBOL) as usize).is_some_and(|data| data.private)
    }

    pub(crate) fn description(&self, symbol: Atom) -> Option<Rc<[u16]>> {
        self.symbols.get((symbol.0 & !SYMBOL) as usize).and_then(|data| data.description.clone())
    }

    pub(crate) fn is_registered(&self, symbol: Atom) -> bool {
        self.symbols.get((symbol.0 & !SYMBOL) as usize).is_some_and(|data| data.registered)
    }

    /// The symbol that all programs share by a key.
    pub(crate) fn registered(&mut self, key: &Rc<[u16]>) -> Atom {
        if let Some(symbol) = self.registry.get(key) {
            return *symbol;
        }
        let symbol = self.new_symbol(Some(key.clone()));
        if let Some(data) = self.symbols.last_mut() {
            data.registered = true;
        }
        self.registry.insert(key.clone(), symbol);
        symbol
    }
}
