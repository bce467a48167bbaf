//! Hidden classes: the names, slots and attributes that objects share, as a tree of transitions.

use super::Atom;
use std::collections::HashMap;
use std::rc::Rc;

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
    pub(crate) const HIDDEN: Attributes =
        Attributes { writable: true, enumerable: false, configurable: true, accessor: false };
}

/// Where a property is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Slot {
    pub(crate) index: u32,
    pub(crate) attributes: Attributes,
}

/// A hidden class.
struct Shape {
    /// Properties in order of their creation.
    order: Vec<Atom>,
    slots: Rc<HashMap<Atom, Slot>>,
    transitions: HashMap<(Atom, Attributes), u32>,
}

/// All hidden classes; the first has no properties.
pub(crate) struct Shapes(Vec<Shape>);

impl Shapes {
    pub(crate) fn new() -> Shapes {
        Shapes(vec![Shape { order: Vec::new(), slots: Rc::default(), transitions: HashMap::new() }])
    }

    pub(crate) fn find(&self, shape: u32, name: Atom) -> Option<Slot> {
        self.0[shape as usize].slots.get(&name).copied()
    }

    /// Names in order of their creation.
    pub(crate) fn names(&self, shape: u32) -> &[Atom] {
        &self.0[shape as usize].order
    }

    /// The class after a property is added, or gets other attributes.
    pub(crate) fn with(&mut self, shape: u32, name: Atom, attributes: Attributes) -> u32 {
        if let Some(next) = self.0[shape as usize].transitions.get(&(name, attributes)) {
            return *next;
        }
        let old = &self.0[shape as usize];
        let mut slots = (*old.slots).clone();
        let mut order = old.order.clone();
        let index = slots.get(&name).map_or(order.len() as u32, |slot| slot.index);
        if slots.insert(name, Slot { index, attributes }).is_none() {
            order.push(name);
        }
        let next = self.0.len() as u32;
        self.0.push(Shape { order, slots: Rc::new(slots), transitions: HashMap::new() });
        self.0[shape as usize].transitions.insert((name, attributes), next);
        next
    }

    /// The class without a property: the others, added anew, so that slots stay dense.
    pub(crate) fn without(&mut self, shape: u32, name: Atom) -> u32 {
        let old = &self.0[shape as usize];
        let rest: Vec<_> = old
            .order
            .iter()
            .filter(|other| **other != name)
            .map(|other| (*other, old.slots[other]))
            .collect();
        rest.into_iter().fold(0, |shape, (name, slot)| self.with(shape, name, slot.attributes))
    }
}
