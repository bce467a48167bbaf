//! What validation learns about the values of a procedure.

use super::types::code;
use crate::base::Type;
use crate::ir::{BlockId, Procedure, ValueId};
use crate::support::{Entity, refill};

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
        // The first eight bits are the codes of types, see `types::code`.
        /// A value that is a tuple.
        const TUPLES = 1;
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
        /// A CCall or TailCall.
        const CALLS = 1 << 10;
        /// A Patchpoint.
        const PATCHPOINTS = 1 << 11;
        /// A Check, CheckAdd, CheckSub, CheckMul or InvalidationPoint.
        const CHECKS = 1 << 12;
        /// A Switch.
        const SWITCHES = 1 << 13;
        /// A Select.
        const SELECTS = 1 << 14;
        /// A division or remainder of any kind.
        const DIVISIONS = 1 << 15;
        /// A SlotBase.
        const SLOTS = 1 << 16;
        /// An Identity or Nop, which a rewriting left.
        const LEFTOVERS = 1 << 17;
        /// A value that is a reference.
        const REFERENCES = 1 << 18;
        /// A call or patchpoint at which the garbage collector may run.
        const SAFEPOINTS = 1 << 19;
        /// An edge to a block that is not later in layout order. Without one there is no loop.
        const BACKWARD_EDGES = 1 << 20;
        /// A use in another block than the definition's.
        const OUTSIDE_USES = 1 << 21;
        /// Copies of values, made by a pass, that nothing has reduced yet.
        const COPIES = 1 << 22;
    }
}

impl Contents {
    /// A value of this type; nothing for Void.
    pub(super) const fn of_type(ty: Type) -> Contents {
        Contents::from_bits_truncate(1 << code(ty))
    }
}

/// Where a value is and how it is used: what the walk asks of every operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The block and the code of the type in one word, see [`Place::in_block`], and [`Place::OUTSIDE`]; or
    /// [`Place::UNKNOWN`].
    pub(super) word: u32,
    pub(super) uses: u32,
}

impl Place {
    pub(super) const NONE: Place = Place { word: Place::UNKNOWN, uses: 0 };

    /// The word of values in no block. No type has this code.
    const UNKNOWN: u32 = u32::MAX - 6;

    /// The bit of a word that says that the value is used in another block than its own.
    const OUTSIDE: u32 = 1 << 31;

    /// More blocks do not fit a word.
    pub(super) const MAX_BLOCKS: usize = 1 << 27;

    /// The word of values in a block, but for the code of a type, which is in the low three bits.
    pub(super) fn in_block(block: BlockId) -> u32 {
        block.number() << 3
    }

    /// The code of the type of a value in the block with this word that is not used in another one yet; `None` if
    /// it is not in that block.
    #[inline(always)]
    pub(super) fn code_in(&self, word: u32) -> Option<u32> {
        let code = self.word ^ word;
        (code < 8).then_some(code)
    }

    /// As [`Place::code_in`], wherever the value is used.
    #[inline(always)]
    pub(super) fn code_from_outside(&self, word: u32) -> Option<u32> {
        let code = (self.word & !Place::OUTSIDE) ^ word;
        (code < 8).then_some(code)
    }

    /// Remembers that a value in a block is used in another one.
    #[inline(always)]
    pub(super) fn mark_outside(&mut self) {
        self.word |= Place::OUTSIDE;
    }

    /// True if it is in a block.
    #[inline(always)]
    pub(super) fn is_known(&self) -> bool {
        self.word != Place::UNKNOWN
    }

    /// True if it is in a block, and used in another one.
    fn is_used_outside(self) -> bool {
        self.is_known() && self.word & Place::OUTSIDE != 0
    }

    /// The block it is in; invalid: none.
    pub(super) fn block(self) -> BlockId {
        if self.is_known() { BlockId::new((self.word & !Place::OUTSIDE) >> 3) } else { BlockId::INVALID }
    }

    /// Counts a use.
    #[inline(always)]
    pub(super) fn count(&mut self) {
        self.uses = self.uses.wrapping_add(1); // more than ids can number would wrap
    }
}

/// What validation learned about one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueFacts {
    place: Place,
    /// But for OUTSIDE.
    flags: UseFlags,
}

impl ValueFacts {
    /// The block it is in; invalid: none.
    pub fn block(self) -> BlockId {
        self.place.block()
    }

    /// How many times it is a child, is the base of a derived value, or is in an exit state (a frame counts
    /// once per block that names it).
    pub fn uses(self) -> u32 {
        self.place.uses
    }

    /// How it is used.
    pub fn flags(self) -> UseFlags {
        if self.used_outside() { self.flags | UseFlags::OUTSIDE } else { self.flags }
    }

    /// True if it is used in another block than its own.
    pub fn used_outside(self) -> bool {
        self.place.is_used_outside()
    }
}

/// What validation learned about a procedure: eight bytes per value, and a few words.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub(super) places: Vec<Place>,
    /// How values are used, but for OUTSIDE. Empty until one is used in a way that is rare.
    flags: Vec<UseFlags>,
    pub(super) contents: Contents,
    /// How many values are in blocks.
    pub(super) placed: usize,
    pub(super) edges: usize,
    /// The ArgumentRegs, in layout order.
    pub(super) arguments: Vec<ValueId>,
    pub(super) upsilons: u32,
}

impl Facts {
    /// Forgets everything; every value of `proc` has no block and no use.
    pub(super) fn reset(&mut self, proc: &Procedure) {
        let len = proc.value_count();
        refill(&mut self.places, len, Place::NONE);
        self.flags.clear();
        (self.contents, self.placed, self.edges) = (Contents::empty(), 0, 0);
        self.arguments.clear();
        self.upsilons = 0;
    }

    /// Adds to how a value of the procedure is used.
    pub(super) fn mark(&mut self, id: ValueId, flags: UseFlags) {
        self.flags.resize(self.places.len(), UseFlags::empty());
        if let Some(known) = self.flags.get_mut(id.index()) {
            *known |= flags;
        }
    }

    /// What is known of a value. Of a foreign one: in no block, no use.
    pub fn value(&self, id: ValueId) -> ValueFacts {
        let at = id.index();
        ValueFacts {
            place: self.places.get(at).copied().unwrap_or(Place::NONE),
            flags: self.flags.get(at).copied().unwrap_or_default(),
        }
    }

    /// [`ValueFacts::used_outside`] of a value, which selection asks of all of them.
    #[inline]
    pub(crate) fn is_used_outside(&self, id: ValueId) -> bool {
        self.places.get(id.index()).is_some_and(|place| place.is_used_outside())
    }

    /// [`ValueFacts::block`] of a value.
    #[inline]
    pub(crate) fn block_of(&self, id: ValueId) -> BlockId {
        self.places.get(id.index()).map_or(BlockId::INVALID, |place| place.block())
    }

    /// What there is in the procedure.
    pub fn contents(&self) -> Contents {
        self.contents
    }

    /// How many values are in blocks.
    pub fn placed_values(&self) -> usize {
        self.placed
    }

    /// The ArgumentRegs that are in blocks, in layout order.
    pub(crate) fn arguments(&self) -> &[ValueId] {
        &self.arguments
    }

    /// How many Upsilons are in blocks.
    pub(crate) fn upsilons(&self) -> u32 {
        self.upsilons
    }

    /// How many edges there are between blocks.
    pub fn edges(&self) -> usize {
        self.edges
    }
}
