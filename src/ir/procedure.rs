//! Procedures: all data of one compilation unit.

use super::BranchHints;
use super::opcode::{Payload, Properties, ResultRule};
use super::symbols::SymbolIds;
use super::vector_table::Vectors;
use super::{
    Block, BlockId, CallId, Generator, ObjectId, Opcode, OsrEntry, RangesId, Stackmap, StackmapId,
    StateEntry, StateNode, Successor, Value, ValueFlags, ValueId, VariableId, VirtualObject,
};
use crate::base::{
    ConvId, EffectFlags, Effects, GeneratorId, HeapRange, MemoryOrder, Origin, Reg, RegSet, Signature,
    StackSlotId, StateId, SymbolId, Target, Type, bytes_of,
};
use crate::support::{Entity, List, ListPool, SideTable, Table, refill};
use rustc_hash::FxHashMap;
use std::panic::Location;

/// The two kinds of stack slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum StackSlotKind {
    /// Accessed only by loads and stores of the procedure; a partial store leaves the rest unspecified. May be promoted
    /// to SSA values.
    Anonymous,
    /// Ordinary memory: its address may escape.
    Locked,
}

/// A stack slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackSlot {
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes: a power of two up to 16.
    pub align: u32,
    /// Whether its address may escape.
    pub kind: StackSlotKind,
    /// An offset from the frame pointer required by the client.
    pub forced_offset: Option<i32>,
}

/// A variable, not in SSA form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its type.
    pub ty: Type,
}

/// A name outside the procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The name.
    pub name: String,
}

/// The properties of a call besides its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallData {
    /// The convention.
    pub conv: ConvId,
    /// The callee; if invalid, the first child is its address.
    pub callee: SymbolId,
    /// The number of fixed arguments of a variadic function.
    pub variadic_start: Option<u32>,
    /// The effects of the call.
    pub effects: Effects,
    /// True if the call ends its block, with a normal and an exceptional successor.
    pub exceptional: bool,
    /// The exit state while the call is active, if any; stack walks find it by the return address.
    pub state: StateId,
}

/// The memory that an operation reads and the memory that it writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangePair {
    /// The range it reads.
    pub reads: HeapRange,
    /// The range it writes.
    pub writes: HeapRange,
}

/// A procedure: blocks of values, and everything they refer to.
///
/// Its methods do not panic on wrong ids, unless documented. Building with one results in a value that validation
/// reports; reading with one returns an empty result.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// The name, by which other procedures call it.
    pub name: String,
    target: Target,
    conv: ConvId,
    pub(crate) values: Table<ValueId, Value>,
    pub(super) blocks: Table<BlockId, Block>,
    pub(super) ids: ListPool<ValueId>,
    pub(super) edges: ListPool<Successor>,
    pub(super) cases: ListPool<i64>,
    pub(super) signature: Signature,
    /// True when a Return or the client has set the result types.
    pub(super) results_known: bool,
    pub(super) tuples: Vec<Vec<Type>>,
    tuple_ids: FxHashMap<Vec<Type>, Type>,
    pub(super) slots: Table<StackSlotId, StackSlot>,
    pub(super) variables: Table<VariableId, Variable>,
    pub(super) symbols: Table<SymbolId, Symbol>,
    symbol_ids: SymbolIds,
    pub(super) calls: Table<CallId, CallData>,
    pub(super) ranges: Table<RangesId, RangePair>,
    pub(super) vectors: Vectors,
    pub(super) stackmaps: Table<StackmapId, Stackmap>,
    pub(super) generators: Table<GeneratorId, Generator>,
    pub(super) states: Table<StateId, StateNode>,
    pub(super) entries: ListPool<StateEntry>,
    pub(super) objects: Table<ObjectId, VirtualObject>,
    pub(super) osr_entries: Vec<OsrEntry>,
    /// The base of each value with [`ValueFlags::DERIVED`].
    pub(super) bases: SideTable<ValueId, ValueId>,
    /// Weights of edges and cold blocks; `None` if there are none.
    pub(super) hints: Option<Box<BranchHints>>,
    /// Number of entry points; more than one needs an EntrySwitch.
    pub entry_count: u32,
    /// Requests that the frame is set up at the entry, so that a profiler that follows frame pointers sees the
    /// procedure at each of its instructions. Otherwise, blocks before an early return may run without a frame
    /// ([`Options::shrink_wrapping`](crate::Options::shrink_wrapping)). Has no effect where the procedure is inlined.
    pub keeps_frame_pointer: bool,
    /// Registers reserved for GetPinned and SetPinned; all must be in
    /// [`TargetDesc::pinnable`](crate::base::TargetDesc::pinnable). If a call's convention shares them
    /// ([`CallConv::shares_pinned`](crate::base::CallConv::shares_pinned)), the callee has the same set, and its
    /// changes persist. In other conventions a procedure restores the callee-saved ones that it sets before it returns.
    pub pinned: RegSet,
    /// Records the values that are appended to no block, if requested.
    pub(super) unplaced: Option<Vec<ValueId>>,
    /// The source location that built each value, if recorded.
    places: Option<SideTable<ValueId, Option<&'static Location<'static>>>>,
    /// The origin of values appended by cursors created from now on.
    pub origin: Origin,
}

/// The memory of [`Procedure::reorder_blocks`].
#[derive(Clone, Debug, Default)]
pub(super) struct ReorderMemory {
    /// The new id of each block.
    ids: Vec<BlockId>,
    blocks: Table<BlockId, Block>,
}

impl Procedure {
    /// The bytes of everything whose number grows with the procedure.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = self.ids.bytes() + self.edges.bytes() + self.entries.bytes();
        let tables = bytes_of::<Block>(self.blocks.len()) + bytes_of::<Stackmap>(self.stackmaps.len());
        let states = bytes_of::<StateNode>(self.states.len());
        bytes_of::<Value>(self.values.len()) + lists + tables + states
    }

    /// An empty procedure of this name, with the target's C convention.
    pub fn named(name: &str, target: &Target) -> Procedure {
        let mut proc = Procedure::new(target);
        proc.name = name.into();
        proc
    }

    /// An empty procedure with the target's C convention and the name `main`.
    pub fn new(target: &Target) -> Procedure {
        Procedure::with_convention(target, ConvId::new(0))
    }

    /// An empty procedure with this convention of the target.
    pub fn with_convention(target: &Target, conv: ConvId) -> Procedure {
        Procedure {
            name: String::from("main"),
            target: *target,
            conv,
            values: Table::new(),
            blocks: Table::new(),
            ids: ListPool::new(),
            edges: ListPool::new(),
            cases: ListPool::new(),
            signature: Signature::default(),
            results_known: false,
            tuples: Vec::new(),
            tuple_ids: FxHashMap::default(),
            slots: Table::new(),
            variables: Table::new(),
            symbols: Table::new(),
            symbol_ids: SymbolIds::default(),
            calls: Table::new(),
            ranges: Table::new(),
            vectors: Vectors::default(),
            stackmaps: Table::new(),
            generators: Table::new(),
            states: Table::new(),
            entries: ListPool::new(),
            objects: Table::new(),
            osr_entries: Vec::new(),
            bases: SideTable::new(ValueId::INVALID),
            hints: None,
            entry_count: 1,
            keeps_frame_pointer: false,
            pinned: RegSet::EMPTY,
            unplaced: None,
            places: cfg!(debug_assertions).then(|| SideTable::new(None)),
            origin: Origin::NONE,
        }
    }

    /// Reserves a register for GetPinned and SetPinned.
    pub fn pin_register(&mut self, reg: Reg) {
        self.pinned.insert(reg);
    }

    /// Resets to an empty procedure, as [`Procedure::with_convention`] creates it, but keeps the memory.
    pub fn reset(&mut self, target: &Target, conv: ConvId) {
        self.name.clear();
        self.name.push_str("main");
        (self.target, self.conv) = (*target, conv);
        self.values.clear();
        self.blocks.clear();
        self.ids.clear();
        self.edges.clear();
        self.cases.clear();
        self.signature.params.clear();
        self.signature.results.clear();
        self.results_known = false;
        self.tuples.clear();
        self.tuple_ids.clear();
        self.slots.clear();
        self.variables.clear();
        self.symbol_ids.clear(&mut self.symbols);
        self.calls.clear();
        self.ranges.clear();
        self.vectors.clear();
        self.stackmaps.clear();
        self.generators.clear();
        self.states.clear();
        self.entries.clear();
        self.objects.clear();
        self.bases.reset(0);
        self.hints = None;
        (self.entry_count, self.keeps_frame_pointer, self.pinned) = (1, false, RegSet::EMPTY);
        self.places = cfg!(debug_assertions).then(|| SideTable::new(None));
        self.origin = Origin::NONE;
    }

    /// The target.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The calling convention.
    pub fn convention(&self) -> ConvId {
        self.conv
    }

    /// The types of its parameters and results.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Sets the types of its parameters and results. Arguments already added are unchanged.
    pub fn set_signature(&mut self, signature: Signature) {
        self.signature = signature;
        self.results_known = true;
    }

    // ---- Values ---------------------------------------------------------------------------------------

    /// The number of values ever created; all ids are below it.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// All value ids, in order.
    pub fn value_ids(&self) -> impl DoubleEndedIterator<Item = ValueId> + ExactSizeIterator + use<> {
        self.values.ids()
    }

    /// The value with this id.
    ///
    /// # Panics
    /// Panics on a foreign id; use [`Procedure::get_value`] for ids from outside.
    #[inline]
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id]
    }

    /// The value with this id; `None` for a foreign id.
    #[inline]
    pub fn get_value(&self, id: ValueId) -> Option<&Value> {
        self.values.get(id)
    }

    /// The value with this id, to change its flags, type or origin; `None` for a foreign id.
    #[inline]
    pub fn get_value_mut(&mut self, id: ValueId) -> Option<&mut Value> {
        self.values.get_mut(id)
    }

    /// The type of a value; `Void` for a foreign id.
    #[inline]
    pub fn type_of(&self, id: ValueId) -> Type {
        self.values.get(id).map_or(Type::Void, |value| value.ty)
    }

    /// The children of a value; none for a foreign id.
    #[inline]
    pub fn children(&self, id: ValueId) -> &[ValueId] {
        match self.values.get(id) {
            Some(value) => self.children_of(value),
            None => &[],
        }
    }

    /// The children of a value of this procedure.
    #[inline]
    pub(crate) fn children_of<'a>(&'a self, value: &'a Value) -> &'a [ValueId] {
        match value.opcode.raw_arity() {
            super::opcode::LIST => self.ids.get(value.list()),
            arity => &value.children[..arity as usize],
        }
    }

    /// The children of a value, mutable.
    pub fn children_mut(&mut self, id: ValueId) -> &mut [ValueId] {
        match self.values.get_mut(id) {
            Some(value) => match value.opcode.raw_arity() {
                super::opcode::LIST => self.ids.get_mut(value.list()),
                arity => &mut value.children[..arity as usize],
            },
            None => &mut [],
        }
    }

    /// The side effects of a value.
    pub fn effects(&self, id: ValueId) -> Effects {
        self.values.get(id).map_or(Effects::NONE, |value| self.effects_of(value))
    }

    /// The side effects of a value of this procedure.
    #[inline]
    pub(crate) fn effects_of(&self, value: &Value) -> Effects {
        let (flags, carries) = value.opcode.effects();
        if carries { self.effects_with_payload(value, flags) } else { Effects::of(flags) }
    }

    /// True if a value of this procedure may set a pinned register.
    #[inline]
    pub(crate) fn sets_pinned(&self, value: &Value) -> bool {
        let (flags, carries) = value.opcode.effects();
        // The payload of a memory access has no such effect.
        let carries = carries && value.opcode.row().payload != Payload::Memory;
        let flags = if carries { self.effects_with_payload(value, flags).flags } else { flags };
        flags.contains(EffectFlags::WRITES_PINNED)
    }

    /// The effects of a value: those of its row, combined with those in its payload.
    fn effects_with_payload(&self, value: &Value, flags: EffectFlags) -> Effects {
        let row = value.opcode.row();
        let mut effects = Effects::of(flags);
        let has = |property| row.properties.contains(property);
        if has(Properties::EXIT_READS_ALL) {
            effects.reads = HeapRange::TOP;
        }
        match row.payload {
            Payload::Memory => {
                if has(Properties::READS) {
                    effects.reads = value.range();
                }
                if has(Properties::WRITES) {
                    effects.writes = value.range();
                }
                if value.flags.contains(ValueFlags::TRAPS) {
                    effects.flags |= EffectFlags::EXITS_SIDEWAYS;
                    effects.reads = HeapRange::TOP;
                }
                if value.flags.contains(ValueFlags::NOT_CONTROL_DEPENDENT) {
                    effects.flags -= EffectFlags::CONTROL_DEPENDENT;
                }
                if value.flags.contains(ValueFlags::IMMUTABLE) {
                    effects.reads = HeapRange::EMPTY;
                }
                if value.flags.contains(ValueFlags::VOLATILE) {
                    effects.flags |= flags | EffectFlags::FENCE;
                    if has(Properties::READS) {
                        effects.reads = effects.reads.cover(value.range());
                    }
                }
            }
            Payload::Ranges | Payload::Atomic => {
                let unknown = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
                let pair = self.ranges.get(value.ranges()).copied().unwrap_or(unknown);
                (effects.reads, effects.writes) = (pair.reads, pair.writes);
                if row.payload == Payload::Atomic {
                    add_order(value, &mut effects);
                }
            }
            Payload::Call => {
                let call = self.calls.get(value.call());
                let Effects { flags, reads, writes } = call.map_or(Effects::for_call(), |call| call.effects);
                effects = Effects { flags: effects.flags | flags, reads, writes };
                if call.is_some_and(|call| call.exceptional) {
                    effects.flags |= EffectFlags::TERMINAL;
                }
            }
            Payload::Stackmap if value.opcode == Opcode::Patchpoint => {
                effects = self.stackmaps.get(value.stackmap()).map_or(Effects::for_call(), |map| map.effects);
            }
            _ => {}
        }
        effects
    }

    /// The exit state of a check, patchpoint or call of this procedure; invalid if it has none.
    pub(crate) fn state_of(&self, value: &Value) -> StateId {
        let state = match value.opcode.row().payload {
            Payload::Stackmap => self.stackmaps.get(value.stackmap()).map(|map| map.state),
            Payload::Call => self.calls.get(value.call()).map(|call| call.state),
            _ => None,
        };
        state.unwrap_or_default()
    }

    /// Sets the exit state of a value that has one, also where its stackmap or call is shared with other values.
    pub(super) fn set_state(&mut self, id: ValueId, state: StateId) {
        let Some(value) = self.get_value(id) else { return };
        let number = match value.opcode.row().payload {
            Payload::Stackmap => {
                let Some(map) = self.stackmaps.get(value.stackmap()) else { return };
                let map = Stackmap { state, ..map.clone() };
                self.stackmaps.push(map).number()
            }
            Payload::Call => {
                let Some(call) = self.calls.get(value.call()) else { return };
                let call = CallData { state, ..*call };
                self.calls.push(call).number()
            }
            _ => return,
        };
        if let Some(value) = self.values.get_mut(id) {
            value.aux = number;
        }
    }

    /// The source location of the call that built a value: recorded if debug assertions are enabled, or after
    /// [`Procedure::record_build_locations`]. Violations of validation print it.
    pub fn place(&self, id: ValueId) -> Option<&'static Location<'static>> {
        self.places.as_ref().and_then(|places| places[id])
    }

    /// Records for each value built from now on the client's source location ([`Procedure::place`]). With debug
    /// assertions this is the default.
    pub fn record_build_locations(&mut self) {
        self.places.get_or_insert_with(|| SideTable::new(None));
    }

    // ---- Appending ------------------------------------------------------------------------------------

    /// Creates a value and appends it to a block.
    #[inline]
    #[track_caller]
    pub(super) fn append(&mut self, block: BlockId, value: Value) -> ValueId {
        let id = self.values.push(value);
        if let Some(block) = self.blocks.get_mut(block) {
            self.ids.push(&mut block.values, id);
        } else {
            self.note_unplaced(id);
        }
        if self.places.is_some() {
            self.set_place(id, Location::caller());
        }
        id
    }

    /// Records a value without a block. Not inlined: all builder methods contain `append`.
    #[cold]
    #[inline(never)]
    fn note_unplaced(&mut self, id: ValueId) {
        if let Some(unplaced) = &mut self.unplaced {
            unplaced.push(id);
        }
    }

    #[cold]
    fn set_place(&mut self, id: ValueId, place: &'static Location<'static>) {
        if let Some(places) = &mut self.places {
            places.set(id, Some(place));
        }
    }

    /// A value with these children, not in the procedure yet.
    #[inline]
    pub(super) fn make_value(&mut self, opcode: Opcode, ty: Type, children: &[ValueId]) -> Value {
        let mut value = Value::new(opcode, ty);
        if opcode.raw_arity() == super::opcode::LIST {
            let list = self.ids.list(children);
            value.set_list(list);
        } else {
            // One by one: a call of `memcpy` costs more for this few.
            match *children {
                [] => {}
                [a] => value.children[0] = a,
                [a, b] => (value.children[0], value.children[1]) = (a, b),
                [a, b, c, ..] => value.children = [a, b, c],
            }
        }
        value
    }

    /// The result type by a rule, with the index of the first child of type T. `Void` for [`ResultRule::Own`].
    #[inline(always)]
    pub(super) fn result_type(&mut self, (result, first): (ResultRule, u8), children: &[ValueId]) -> Type {
        let t = children.get(usize::from(first)).map_or(Type::Void, |child| self.type_of(*child));
        match result {
            ResultRule::Void | ResultRule::Own | ResultRule::OwnOrVoid => Type::Void,
            ResultRule::T => t,
            ResultRule::Int32 => Type::Int32,
            ResultRule::Int64 => Type::Int64,
            ResultRule::Float => Type::Float,
            ResultRule::Double => Type::Double,
            ResultRule::V128 => Type::V128,
            ResultRule::Opposite => opposite(t),
            ResultRule::Half => half(t),
            ResultRule::WithCarry => self.tuple_type(&[t, Type::Int32]),
        }
    }

    // ---- Rewriting in place ---------------------------------------------------------------------------

    /// Replaces a value by an Identity of another, or by a Nop if its type is Void.
    pub fn replace_with_identity(&mut self, id: ValueId, other: ValueId) {
        if self.type_of(id) == Type::Void {
            return self.replace_with_nop(id);
        }
        self.replace(id, Opcode::Identity, &[other]);
    }

    /// Replaces a value by a Nop. It must have no uses.
    pub fn replace_with_nop(&mut self, id: ValueId) {
        self.replace(id, Opcode::Nop, &[]);
        if let Some(value) = self.values.get_mut(id) {
            value.ty = Type::Void;
            value.flags = ValueFlags::empty();
        }
    }

    /// Replaces a value by another operation of the same type.
    pub fn replace(&mut self, id: ValueId, opcode: Opcode, children: &[ValueId]) {
        let Some(old) = self.values.get(id).copied() else { return };
        if old.opcode.raw_arity() == super::opcode::LIST {
            self.ids.release(&mut old.list());
        }
        let mut value = self.make_value(opcode, old.ty, children);
        value.origin = old.origin;
        value.flags = old.flags & (ValueFlags::REFERENCE | ValueFlags::DERIVED);
        self.values[id] = value;
    }

    /// Copies a value to the end of a block, or to no block if that is invalid. Payload entries that belong to a single
    /// value, such as a stackmap, are then shared, so one of the two must be removed.
    pub(crate) fn copy_of(&mut self, block: BlockId, id: ValueId) -> ValueId {
        let mut value = self.values[id];
        if value.opcode.raw_arity() == super::opcode::LIST {
            let children = self.ids.get(value.list()).to_vec();
            value.set_list(self.ids.list(&children));
        }
        self.append(block, value)
    }

    // ---- Blocks ---------------------------------------------------------------------------------------

    /// The root: the entry block.
    pub const ROOT: BlockId = BlockId::new(0);

    /// Adds an empty block with the frequency of the root. The first block added is the root.
    pub fn add_block(&mut self) -> BlockId {
        self.add_block_with_frequency(1.0)
    }

    /// Adds an empty block with this frequency, relative to the root.
    pub fn add_block_with_frequency(&mut self, frequency: f64) -> BlockId {
        self.blocks.push(Block { values: List::default(), successors: List::default(), frequency })
    }

    /// The number of blocks; ids are below it.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// All block ids, in order.
    pub fn block_ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        self.blocks.ids()
    }

    /// The execution frequency of a block, relative to the root.
    pub fn frequency(&self, block: BlockId) -> f64 {
        self.blocks.get(block).map_or(0.0, |block| block.frequency)
    }

    /// Sets the execution frequency of a block, relative to the root.
    pub fn set_frequency(&mut self, block: BlockId, frequency: f64) {
        if let Some(block) = self.blocks.get_mut(block) {
            block.frequency = frequency;
        }
    }

    /// Renumbers blocks in this order, a permutation that begins with the root. Edges are updated.
    pub(super) fn reorder_blocks(&mut self, order: &[BlockId], memory: &mut ReorderMemory) {
        debug_assert!(
            order.len() == self.blocks.len() && order.first().is_none_or(|b| *b == Procedure::ROOT)
        );
        let ReorderMemory { ids, blocks } = memory;
        refill(ids, order.len(), BlockId::INVALID);
        blocks.clear();
        for (new, old) in order.iter().enumerate() {
            ids[old.index()] = BlockId::from_index(new);
        }
        for old in order {
            let block = self.blocks[*old];
            for edge in self.edges.get_mut(block.successors) {
                if let Some(id) = ids.get(edge.block().index()) {
                    *edge = edge.to(*id);
                }
            }
            blocks.push(block);
        }
        std::mem::swap(&mut self.blocks, blocks);
        if let Some(hints) = &mut self.hints {
            **hints = hints.renumbered(|block| ids.get(block.index()).copied().unwrap_or(block));
        }
    }

    /// The values of a block, in order; none for a foreign id.
    #[inline]
    pub fn block_values(&self, block: BlockId) -> &[ValueId] {
        self.blocks.get(block).map_or(&[], |block| self.ids.get(block.values))
    }

    /// Replaces the values of a block.
    pub fn set_block_values(&mut self, block: BlockId, values: &[ValueId]) {
        if let Some(block) = self.blocks.get_mut(block) {
            self.ids.assign(&mut block.values, values);
        }
    }

    /// Keeps only the first `len` values of a block.
    pub(crate) fn truncate_block(&mut self, block: BlockId, len: usize) {
        if let Some(block) = self.blocks.get_mut(block) {
            self.ids.truncate(&mut block.values, len);
        }
    }

    /// Inserts values before the terminal of a nonempty block.
    pub(super) fn insert_before_terminal(&mut self, block: BlockId, values: &[ValueId]) {
        let Some(block) = self.blocks.get_mut(block) else { return };
        let [first, rest @ ..] = values else { return };
        let Some(last) = self.ids.get_mut(block.values).last_mut() else { return };
        let terminal = std::mem::replace(last, *first);
        rest.iter().for_each(|value| self.ids.push(&mut block.values, *value));
        self.ids.push(&mut block.values, terminal);
    }

    /// The last value of a block.
    pub fn terminal(&self, block: BlockId) -> Option<ValueId> {
        self.block_values(block).last().copied()
    }

    /// The outgoing edges of a block, in the order of its terminal; none for a foreign id.
    #[inline]
    pub fn successors(&self, block: BlockId) -> &[Successor] {
        self.blocks.get(block).map_or(&[], |block| self.edges.get(block.successors))
    }

    /// The outgoing edges of a block, mutable.
    pub fn successors_mut(&mut self, block: BlockId) -> &mut [Successor] {
        match self.blocks.get(block) {
            Some(block) => self.edges.get_mut(block.successors),
            None => &mut [],
        }
    }

    /// Replaces the outgoing edges of a block.
    pub fn set_successors(&mut self, block: BlockId, successors: &[Successor]) {
        if let Some(block) = self.blocks.get_mut(block) {
            self.edges.assign(&mut block.successors, successors);
        }
        if self.hints.is_some() {
            self.forget_weights(block);
        }
    }

    /// The cases of a Switch, in the order of its successors; the last successor has none.
    pub fn switch_cases(&self, value: &Value) -> &[i64] {
        if value.opcode == Opcode::Switch { self.cases.get(value.cases()) } else { &[] }
    }

    // ---- Tables ---------------------------------------------------------------------------------------

    /// The tuple type with these elements; equal elements have the same type. There can be 32,768 tuple types; beyond
    /// that the result is `Void`, which validation reports.
    pub fn tuple_type(&mut self, elements: &[Type]) -> Type {
        if let Some(ty) = self.tuple_ids.get(elements) {
            return *ty;
        }
        let index = self.tuples.len();
        if index == 1 << 15 {
            return Type::Void;
        }
        let ty = Type::tuple(index as u16);
        self.tuples.push(elements.to_vec());
        self.tuple_ids.insert(elements.to_vec(), ty);
        ty
    }

    /// The elements of a tuple type; none for any other.
    pub fn tuple_elements(&self, ty: Type) -> &[Type] {
        ty.tuple_index().and_then(|i| self.tuples.get(i)).map_or(&[], Vec::as_slice)
    }

    /// The scalars that make up a type: none for `Void`, the elements of a tuple.
    pub fn scalars(&self, ty: Type) -> &[Type] {
        match ty {
            Type::Int32 => &[Type::Int32],
            Type::Int64 => &[Type::Int64],
            Type::Float => &[Type::Float],
            Type::Double => &[Type::Double],
            Type::V128 => &[Type::V128],
            _ => self.tuple_elements(ty),
        }
    }

    /// Adds a stack slot of `size` bytes.
    pub fn add_stack_slot(&mut self, size: u32, kind: StackSlotKind) -> StackSlotId {
        let align = size.clamp(1, 16).next_power_of_two();
        self.slots.push(StackSlot { size, align, kind, forced_offset: None })
    }

    /// The stack slots.
    pub fn stack_slots(&self) -> &Table<StackSlotId, StackSlot> {
        &self.slots
    }

    /// A stack slot, mutable.
    pub fn stack_slot_mut(&mut self, slot: StackSlotId) -> Option<&mut StackSlot> {
        self.slots.get_mut(slot)
    }

    /// Adds a variable.
    pub fn add_variable(&mut self, ty: Type) -> VariableId {
        self.variables.push(Variable { ty })
    }

    /// The variables.
    pub fn variables(&self) -> &Table<VariableId, Variable> {
        &self.variables
    }

    /// The id of a name outside the procedure; the same name always has the same id.
    pub fn symbol(&mut self, name: &str) -> SymbolId {
        self.symbol_ids.id(&mut self.symbols, name)
    }

    /// The names outside the procedure.
    pub fn symbols(&self) -> &Table<SymbolId, Symbol> {
        &self.symbols
    }

    /// The calls.
    pub fn calls(&self) -> &Table<CallId, CallData> {
        &self.calls
    }

    /// A call, mutable.
    pub fn call_mut(&mut self, call: CallId) -> Option<&mut CallData> {
        self.calls.get_mut(call)
    }

    /// The range pairs of operations that have both ranges.
    pub fn range_pairs(&self) -> &Table<RangesId, RangePair> {
        &self.ranges
    }

    /// The stackmaps.
    pub fn stackmaps(&self) -> &Table<StackmapId, Stackmap> {
        &self.stackmaps
    }

    /// A stackmap, mutable.
    pub fn stackmap_mut(&mut self, stackmap: StackmapId) -> Option<&mut Stackmap> {
        self.stackmaps.get_mut(stackmap)
    }

    /// Adds a generator with this name.
    pub fn add_generator(&mut self, name: &str) -> GeneratorId {
        self.generators.push(Generator { name: name.to_string(), closure: None, meaning: None })
    }

    /// The generators.
    pub fn generators(&self) -> &Table<GeneratorId, Generator> {
        &self.generators
    }

    /// A generator, to set its closure or meaning.
    pub fn generator_mut(&mut self, generator: GeneratorId) -> Option<&mut Generator> {
        self.generators.get_mut(generator)
    }

    /// Adds a frame of an exit state, without telling locals and stack apart: see [`Procedure::exit_state`].
    pub fn add_state(&mut self, parent: StateId, function: u32, pc: u32, entries: &[StateEntry]) -> StateId {
        self.push_state(parent, [function, pc], None, entries)
    }

    /// Adds a frame of an exit state whose first `local_count` entries are locals.
    pub(super) fn push_state(
        &mut self,
        parent: StateId,
        [function, pc]: [u32; 2],
        local_count: Option<u32>,
        entries: &[StateEntry],
    ) -> StateId {
        let entries = self.entries.list(entries);
        self.states.push(StateNode { parent, function, pc, local_count, entries })
    }

    /// The frames of exit states.
    pub fn states(&self) -> &Table<StateId, StateNode> {
        &self.states
    }

    /// The entries of a frame of an exit state.
    pub fn state_entries(&self, state: StateId) -> &[StateEntry] {
        self.states.get(state).map_or(&[], |state| self.entries.get(state.entries))
    }

    /// The entries of a frame of an exit state, mutable.
    pub fn state_entries_mut(&mut self, state: StateId) -> &mut [StateEntry] {
        match self.states.get(state) {
            Some(state) => self.entries.get_mut(state.entries),
            None => &mut [],
        }
    }

    /// Adds a virtual object, which exists only in exit states.
    pub fn add_object(&mut self, shape: u32, fields: &[StateEntry]) -> ObjectId {
        let fields = self.entries.list(fields);
        self.objects.push(VirtualObject { shape, fields })
    }

    /// The virtual objects.
    pub fn objects(&self) -> &Table<ObjectId, VirtualObject> {
        &self.objects
    }

    /// The fields of a virtual object.
    pub fn object_fields(&self, object: ObjectId) -> &[StateEntry] {
        self.objects.get(object).map_or(&[], |object| self.entries.get(object.fields))
    }

    /// The fields of a virtual object, mutable.
    pub fn object_fields_mut(&mut self, object: ObjectId) -> &mut [StateEntry] {
        match self.objects.get(object) {
            Some(object) => self.entries.get_mut(object.fields),
            None => &mut [],
        }
    }

    /// Declares that a value is an interior pointer, derived from the reference `base`.
    pub fn set_derived(&mut self, id: ValueId, base: ValueId) {
        if let Some(value) = self.values.get_mut(id) {
            value.flags |= ValueFlags::DERIVED;
            self.bases.set(id, base);
        }
    }

    /// The base of a derived value.
    pub fn base(&self, id: ValueId) -> Option<ValueId> {
        let base = self.bases[id];
        base.is_valid().then_some(base)
    }
}

/// The opcode of constants of a scalar type.
pub(super) fn constant_opcode(ty: Type) -> Option<Opcode> {
    match ty {
        Type::Int32 => Some(Opcode::Const32),
        Type::Int64 => Some(Opcode::Const64),
        Type::Float => Some(Opcode::ConstFloat),
        Type::Double => Some(Opcode::ConstDouble),
        _ => None,
    }
}

/// Adds the effects of an atomic access's order, and of a trap, to those of its heap range.
fn add_order(value: &Value, effects: &mut Effects) {
    if value.memory_order() != Some(MemoryOrder::Relaxed) {
        effects.flags |= EffectFlags::FENCE;
        (effects.reads, effects.writes) = (HeapRange::TOP, HeapRange::TOP);
    }
    if value.flags.contains(ValueFlags::TRAPS) {
        effects.flags |= EffectFlags::EXITS_SIDEWAYS;
        effects.reads = HeapRange::TOP;
    }
}

/// The type of the other bank with the same size.
pub(super) const fn opposite(ty: Type) -> Type {
    match ty {
        Type::Int32 => Type::Float,
        Type::Int64 => Type::Double,
        Type::Float => Type::Int32,
        Type::Double => Type::Int64,
        _ => Type::Void,
    }
}

/// The type of the same bank with half the size.
pub(super) const fn half(ty: Type) -> Type {
    match ty {
        Type::Int64 => Type::Int32,
        Type::Double => Type::Float,
        _ => Type::Void,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::TrapCode;
    use crate::ir::testing::{other_target, target};

    /// Adds something to every table.
    fn build(proc: &mut Procedure) {
        proc.name.push_str("_of_all");
        proc.record_build_locations();
        proc.origin = Origin(7);
        let [root, next] = [0; 2].map(|_| proc.add_block());
        let a = proc.at(root).argument(Type::Int32);
        let pair = proc.tuple_type(&[Type::Int32, Type::Double]);
        let (variable, slot) = (proc.add_variable(pair), proc.add_stack_slot(16, StackSlotKind::Locked));
        let mut b = proc.at(root);
        let both = b.get(variable);
        b.set(both, variable);
        let base = b.slot_base(slot);
        b.memory_copy(base, base, base, RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP });
        let symbol = proc.symbol("f");
        proc.at(root).ccall(pair, symbol, &[a]);
        let generator = proc.add_generator("g");
        let state = proc.add_state(StateId::INVALID, 1, 2, &[]);
        proc.add_object(3, &[]);
        let stackmap = Stackmap { generator, state, ..Stackmap::default() };
        proc.at(root).stackmap_value(Opcode::Check, Type::Void, &[a], stackmap);
        let derived = proc.at(root).add(base, base);
        proc.set_derived(derived, base);
        proc.pinned = RegSet::of(&[crate::base::Reg::gp(5)]);
        (proc.entry_count, proc.keeps_frame_pointer) = (2, true);
        proc.at(root).switch(a, &[(1, next)], next);
        proc.at(next).trap(TrapCode::Unreachable);
        proc.set_signature(Signature { params: vec![Type::Int32], results: vec![pair] });
    }

    #[test]
    fn replacing_by_a_nop_clears_the_flags() {
        let mut proc = Procedure::new(&target());
        let root = proc.add_block();
        let base = proc.at(root).argument(Type::Int64);
        let derived = proc.at(root).add(base, base);
        for id in [base, derived] {
            proc.get_value_mut(id).expect("exists").flags |= ValueFlags::REFERENCE;
        }
        proc.set_derived(derived, base);
        proc.replace_with_nop(derived);
        proc.at(root).ret([]);
        assert!(proc.value(derived).flags.is_empty());
        assert_eq!(crate::ir::validate(&proc).err(), None);
    }

    /// The highest bit of an edge is its rare flag; a block number with this bit must not alias another block.
    #[test]
    fn edges_to_invalid_block_numbers_have_no_target() {
        for number in [0x8000_0000, 0x8000_0003, u32::MAX] {
            for edge in [Successor::new(BlockId::new(number)), Successor::rare(BlockId::new(number))] {
                assert_eq!(edge.block(), BlockId::new(u32::MAX >> 1));
            }
        }
        assert!(Successor::rare(BlockId::new(3)).is_rare() && !Successor::new(BlockId::new(3)).is_rare());
        assert!(Successor::rare(BlockId::new(u32::MAX)).is_rare());
    }

    #[test]
    fn reset_equals_new() {
        let mut proc = Procedure::new(&target());
        build(&mut proc);
        let first = proc.to_string();
        let conv = ConvId::new(1);
        proc.reset(&other_target(), conv);
        let new = Procedure::with_convention(&other_target(), conv);
        assert_eq!(format!("{proc:?}"), format!("{new:?}"));
        proc.reset(&target(), ConvId::new(0));
        build(&mut proc);
        assert_eq!(proc.to_string(), first);
    }
}
