//! What validation learns about the values of a procedure.

use super::types::code;
use crate::base::Type;
use crate::ir::{BlockId, Procedure, ValueId};
use crate::support::Entity;

bitflags::bitflags! {
    /// How a value is used.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct UseFlags: u8 {
        /// In another block than its own.
        const OUTSIDE = 1;
        /// In an exit state.
        const IN_STATE = 1 << 1;
        /// As the base of a derived value.
        const AS_BASE = 1 << 2;
    }
}

bitflags::bitflags! {
    /// What there is in a procedure; lets a pass that has nothing to do return at once.
    ///
    /// Values that are in no block do not count.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Contents: u32 {
        // The first eight bits are the codes of types that values have, see `types::code`.
        /// A value that has no result.
        const VOIDS = 1;
        /// A value that is a tuple.
        const TUPLES = 1 << 2;
        /// A value of type Int32.
        const INT32 = 1 << 4;
        /// A value of type Int64.
        const INT64 = 1 << 5;
        /// A value of type Float.
        const FLOATS = 1 << 6;
        /// A value of type Double.
        const DOUBLES = 1 << 7;
        /// A Phi.
        const PHIS = 1 << 8;
        /// A Get or Set.
        const VARIABLES = 1 << 9;
        /// A load or a store.
        const MEMORY = 1 << 10;
        /// A CCall or TailCall.
        const CALLS = 1 << 11;
        /// A Patchpoint.
        const PATCHPOINTS = 1 << 12;
        /// A Check, CheckAdd, CheckSub, CheckMul or InvalidationPoint.
        const CHECKS = 1 << 13;
        /// A Switch.
        const SWITCHES = 1 << 14;
        /// A Select.
        const SELECTS = 1 << 15;
        /// A division or remainder of any kind.
        const DIVISIONS = 1 << 16;
        /// A SlotBase.
        const SLOTS = 1 << 17;
        /// An Identity or Nop, which a rewriting left.
        const LEFTOVERS = 1 << 18;
        /// A value that is a reference.
        const REFERENCES = 1 << 19;
        /// A call or patchpoint at which the garbage collector may run.
        const SAFEPOINTS = 1 << 20;
        /// An edge to a block that is not later in layout order. Without one there is no loop.
        const BACKWARD_EDGES = 1 << 21;
        /// A use in another block than the definition's.
        const OUTSIDE_USES = 1 << 22;
    }
}

/// What validation learned about one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueFacts {
    pub(super) block: BlockId,
    pub(super) position: u32,
    pub(super) uses: u16,
    pub(super) code: u8,
    pub(super) flags: UseFlags,
}

const _: () = assert!(size_of::<ValueFacts>() == 12);

impl ValueFacts {
    pub(super) const UNKNOWN: ValueFacts = ValueFacts {
        block: BlockId::INVALID,
        position: 0,
        uses: 0,
        code: code(Type::Void),
        flags: UseFlags::empty(),
    };

    /// The block it is in; invalid: none.
    pub fn block(self) -> BlockId {
        self.block
    }

    /// Its place in [`Procedure::block_values`] of its block.
    pub fn position(self) -> usize {
        self.position as usize
    }

    /// How many times it is a child, is the base of a derived value, or is in an exit state (a frame counts
    /// once per block that names it). 65,535 means that or more.
    pub fn uses(self) -> u32 {
        u32::from(self.uses)
    }

    /// How it is used.
    pub fn flags(self) -> UseFlags {
        self.flags
    }

    /// True if it is used in another block than its own.
    pub fn used_outside(self) -> bool {
        self.flags.contains(UseFlags::OUTSIDE)
    }
}

/// What validation learned about a procedure: twelve bytes per value, and a few words.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub(super) values: Vec<ValueFacts>,
    pub(super) contents: Contents,
    /// How many values are in blocks.
    pub(super) placed: usize,
    pub(super) edges: usize,
}

impl Facts {
    /// Forgets everything; every value of `proc` has no block and no use.
    pub(super) fn reset(&mut self, proc: &Procedure) {
        self.values.clear();
        self.values.resize(proc.value_count(), ValueFacts::UNKNOWN);
        (self.contents, self.placed, self.edges) = (Contents::empty(), 0, 0);
    }

    /// What is known of a value. Of a foreign one: in no block, no use.
    pub fn value(&self, id: ValueId) -> ValueFacts {
        self.values.get(id.index()).copied().unwrap_or(ValueFacts::UNKNOWN)
    }

    /// The place of a value in its block, if it is in one.
    pub fn position(&self, id: ValueId) -> Option<usize> {
        let facts = self.value(id);
        facts.block.is_valid().then_some(facts.position())
    }

    /// What there is in the procedure.
    pub fn contents(&self) -> Contents {
        self.contents
    }

    /// How many values are in blocks.
    pub fn placed_values(&self) -> usize {
        self.placed
    }

    /// How many edges there are between blocks.
    pub fn edges(&self) -> usize {
        self.edges
    }
}
