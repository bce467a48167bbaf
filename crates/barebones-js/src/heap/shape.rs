//! Hidden classes: the names, slots and attributes that objects share, as a tree of transitions.

use super::Atom;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Attributes of a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Attributes {
    pub(crate) writable: bool,
    pub(crate) enumerable: bool,
    pub(crate) configurable: bool,
    /// True if the slot has an accessor.
    pub(crate) accessor: bool,
}

impl Attributes {
    /// Those of an assignment.
    pub(crate) const ALL: Attributes =
        Attributes { writable: true, enumerable: true, configurable: true, accessor: false };
    /// Those of the library's properties.
    pub(crate) const HIDDEN: Attributes = Attributes { enumerable: false, ..Attributes::ALL };
    /// Those of names and lengths of functions.
    pub(crate) const READ_ONLY: Attributes = Attributes { writable: false, ..Attributes::HIDDEN };
    /// Those of constants.
    pub(crate) const FIXED: Attributes = Attributes { configurable: false, ..Attributes::READ_ONLY };
}

/// Where a property is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Slot {
    pub(crate) index: u32,
    pub(crate) attributes: Attributes,
}

/// Hashes an atom by one multiplication.
#[derive(Default)]
pub(crate) struct AtomHasher(u64);

impl Hasher for AtomHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

pub(crate) type AtomMap<T> = HashMap<Atom, T, BuildHasherDefault<AtomHasher>>;

/// A hidden class.
struct Shape {
    /// Properties in order of their creation.
    order: Vec<(Atom, Slot)>,
    /// The same by name, if there are more than a few.
    table: OnceCell<AtomMap<Slot>>,
    transitions: HashMap<(Atom, Attributes), u32, BuildHasherDefault<AtomHasher>>,
}

/// Maximum number of properties that are searched in order.
const SCANNED: usize = 8;

/// Maximum number of properties of a hidden class; an object with more has a dictionary.
const MAX_PROPERTIES: usize = 128;

/// The class of objects whose properties are in a dictionary.
pub(crate) const DICTIONARY: u32 = 1;

/// The class of closures whose property `prototype` is not made so far: they have `length` and `name` only. Who looks for that
/// property, adds one or lists them makes it first.
pub(crate) const UNFINISHED: u32 = 2;

/// All hidden classes; the first has no properties.
pub(crate) struct Shapes(Vec<Shape>);

impl Shapes {
    pub(crate) fn new() -> Shapes {
        let empty = || Shape { order: Vec::new(), table: OnceCell::new(), transitions: HashMap::default() };
        Shapes(vec![empty(), empty(), empty()])
    }

    /// Gives [`UNFINISHED`] the properties of another class.
    pub(crate) fn set_unfinished(&mut self, shape: u32) {
        self.0[UNFINISHED as usize].order = self.0[shape as usize].order.clone();
    }

    pub(crate) fn find(&self, shape: u32, name: Atom) -> Option<Slot> {
        let shape = &self.0[shape as usize];
        if shape.order.len() <= SCANNED {
            return shape.order.iter().find(|(other, _)| *other == name).map(|(_, slot)| *slot);
        }
        shape.table.get_or_init(|| shape.order.iter().copied().collect()).get(&name).copied()
    }

    /// Properties in order of their creation.
    pub(crate) fn properties(&self, shape: u32) -> &[(Atom, Slot)] {
        &self.0[shape as usize].order
    }

    /// The class after a property is added, or gets other attributes; none if it would have too many properties.
    pub(crate) fn with(&mut self, shape: u32, name: Atom, attributes: Attributes) -> Option<u32> {
        let old = &self.0[shape as usize];
        if let Some(next) = old.transitions.get(&(name, attributes)) {
            return Some(*next);
        }
        let mut order = old.order.clone();
        match order.iter().position(|(other, _)| *other == name) {
            Some(known) => order[known].1.attributes = attributes,
            None if order.len() == MAX_PROPERTIES => return None,
            None => order.push((name, Slot { index: order.len() as u32, attributes })),
        }
        let next = self.0.len() as u32;
        self.0.push(Shape { order, table: OnceCell::new(), transitions: HashMap::default() });
        self.0[shape as usize].transitions.insert((name, attributes), next);
        Some(next)
    }
}

/// Properties of one object, which no other shares.
#[derive(Default)]
pub(crate) struct Dictionary {
    entries: AtomMap<(Slot, u64)>,
    /// Number of properties that were ever added.
    added: u64,
    /// Slots of deleted properties.
    free: Vec<u32>,
    /// Number of slots.
    slots: u32,
}

impl Dictionary {
    pub(crate) fn new(properties: &[(Atom, Slot)]) -> Dictionary {
        let mut dictionary = Dictionary::default();
        for (name, slot) in properties {
            dictionary.add(*name, slot.attributes);
        }
        dictionary
    }

    pub(crate) fn find(&self, name: Atom) -> Option<Slot> {
        self.entries.get(&name).map(|(slot, _)| *slot)
    }

    /// Adds a property, or changes its attributes, and returns its slot.
    pub(crate) fn add(&mut self, name: Atom, attributes: Attributes) -> Slot {
        if let Some((slot, _)) = self.entries.get_mut(&name) {
            slot.attributes = attributes;
            return *slot;
        }
        let index = self.free.pop().unwrap_or(self.slots);
        self.slots = self.slots.max(index + 1);
        let slot = Slot { index, attributes };
        self.added += 1;
        self.entries.insert(name, (slot, self.added));
        slot
    }

    pub(crate) fn remove(&mut self, name: Atom) -> Option<Slot> {
        let (slot, _) = self.entries.remove(&name)?;
        self.free.push(slot.index);
        Some(slot)
    }

    /// Names in order of their creation.
    pub(crate) fn names(&self) -> Vec<Atom> {
        let mut names: Vec<_> = self.entries.iter().map(|(name, (_, time))| (*time, *name)).collect();
        names.sort_unstable();
        names.into_iter().map(|(_, name)| name).collect()
    }
}
