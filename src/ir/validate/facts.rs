//! Facts about the values of a procedure, collected by validation.

use super::types::code;
use crate::base::Type;
use crate::ir::{BlockId, Procedure, ValueId};
use crate::support::{Entity, refill};

bitflags::bitflags! {
    /// The kinds of uses of a value.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct UseFlags: u8 {
        /// Used in another block than its own.
        const OUTSIDE = 1;
        /// Used in an exit state.
        const IN_STATE = 1 << 1;
        /// Used as the base of a derived value.
        const AS_BASE = 1 << 2;
    }
}

bitflags::bitflags! {
    /// What a procedure contains; allows a pass without work to return at once.
    ///
    /// Values in no block do not count.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Contents: u32 {
        // The first eight bits are indexed by type codes, see `types::code`.
        /// A value that is a tuple or a vector.
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
        /// An Identity or Nop, left by a rewrite.
        const NOPS_AND_IDENTITIES = 1 << 17;
        /// A value that is a reference.
        const REFERENCES = 1 << 18;
        /// A call or patchpoint at which the garbage collector may run.
        const SAFEPOINTS = 1 << 19;
        /// An edge to a block that is not later in layout order. Without one there are no loops.
        const BACKWARD_EDGES = 1 << 20;
        /// A use in another block than the definition's.
        const OUTSIDE_USES = 1 << 21;
        /// Values copied by a pass and not simplified since.
        const COPIES = 1 << 22;
        /// Weights of edges, or cold blocks.
        const HINTS = 1 << 23;
        /// A Poll.
        const POLLS = 1 << 24;
    }
}

impl Contents {
    /// The bit of a value of this type; empty for Void.
    pub(super) const fn of_type(ty: Type) -> Contents {
        Contents::from_bits_truncate(1 << code(ty))
    }
}

/// The block, type and number of uses of a value: the data that the walk needs of every operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The block and the type code, see [`Place::in_block`], with [`Place::OUTSIDE`]; or [`Place::UNKNOWN`].
    pub(super) word: u32,
    pub(super) uses: u32,
}

impl Place {
    pub(super) const NONE: Place = Place { word: Place::UNKNOWN, uses: 0 };

    /// The word of values in no block. No type has its code.
    const UNKNOWN: u32 = u32::MAX - 6;

    /// Flag in a word: the value is used in another block than its own.
    const OUTSIDE: u32 = 1 << 31;

    /// Maximum number of blocks that a word can encode.
    pub(super) const MAX_BLOCKS: usize = 1 << 27;

    /// The word of values in a block, with zeros for the type code in the low three bits.
    pub(super) fn in_block(block: BlockId) -> u32 {
        block.number() << 3
    }

    /// The type code of a value in the block with this word, if it is not used in another block yet; `None` otherwise.
    #[inline(always)]
    pub(super) fn code_in(&self, word: u32) -> Option<u32> {
        let code = self.word ^ word;
        (code < 8).then_some(code)
    }

    /// As [`Place::code_in`], but ignores uses in other blocks.
    #[inline(always)]
    pub(super) fn code_from_outside(&self, word: u32) -> Option<u32> {
        let code = (self.word & !Place::OUTSIDE) ^ word;
        (code < 8).then_some(code)
    }

    /// Marks a value in a block as used in another block.
    #[inline(always)]
    pub(super) fn mark_outside(&mut self) {
        self.word |= Place::OUTSIDE;
    }

    /// True if the value is in a block.
    #[inline(always)]
    pub(super) fn is_known(&self) -> bool {
        self.word != Place::UNKNOWN
    }

    /// True if the value is in a block and used in another one.
    fn is_used_outside(self) -> bool {
        self.is_known() && self.word & Place::OUTSIDE != 0
    }

    /// Its block; invalid if none.
    pub(super) fn block(self) -> BlockId {
        if self.is_known() { BlockId::new((self.word & !Place::OUTSIDE) >> 3) } else { BlockId::INVALID }
    }

    #[inline(always)]
    pub(super) fn count(&mut self) {
        self.uses = self.uses.wrapping_add(1); // wraps only for more uses than ids can number
    }
}

/// The facts about one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueFacts {
    place: Place,
    /// Without OUTSIDE, which is in `place`.
    flags: UseFlags,
}

impl ValueFacts {
    /// The block of the value; invalid if none.
    pub fn block(self) -> BlockId {
        self.place.block()
    }

    /// The number of uses: as a child, as the base of a derived value, or in an exit state (where a frame counts once
    /// per block that names it).
    pub fn uses(self) -> u32 {
        self.place.uses
    }

    /// The kinds of its uses.
    pub fn flags(self) -> UseFlags {
        if self.used_outside() { self.flags | UseFlags::OUTSIDE } else { self.flags }
    }

    /// True if the value is used in another block than its own.
    pub fn used_outside(self) -> bool {
        self.place.is_used_outside()
    }
}

/// The facts about a procedure: eight bytes per value, and a few words.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub(super) places: Vec<Place>,
    /// Kinds of uses without OUTSIDE. Empty if there are none.
    flags: Vec<UseFlags>,
    pub(super) contents: Contents,
    /// The number of values in blocks.
    pub(super) placed: usize,
    pub(super) edges: usize,
    /// The ArgumentRegs, in layout order.
    pub(super) arguments: Vec<ValueId>,
    pub(super) upsilons: u32,
}

impl Facts {
    /// Resets all values of `proc` to no block and no uses.
    pub(super) fn reset(&mut self, proc: &Procedure) {
        let len = proc.value_count();
        refill(&mut self.places, len, Place::NONE);
        self.flags.clear();
        (self.contents, self.placed, self.edges) = (Contents::empty(), 0, 0);
        self.arguments.clear();
        self.upsilons = 0;
    }

    /// Adds kinds of uses to a value of the procedure.
    pub(super) fn mark(&mut self, id: ValueId, flags: UseFlags) {
        self.flags.resize(self.places.len(), UseFlags::empty());
        if let Some(known) = self.flags.get_mut(id.index()) {
            *known |= flags;
        }
    }

    /// The facts about a value; a foreign one has no block and no uses.
    pub fn value(&self, id: ValueId) -> ValueFacts {
        let at = id.index();
        ValueFacts {
            place: self.places.get(at).copied().unwrap_or(Place::NONE),
            flags: self.flags.get(at).copied().unwrap_or_default(),
        }
    }

    /// [`ValueFacts::used_outside`] of a value; fast, because instruction selection needs it for every value.
    #[inline]
    pub(crate) fn is_used_outside(&self, id: ValueId) -> bool {
        self.places.get(id.index()).is_some_and(|place| place.is_used_outside())
    }

    /// [`ValueFacts::block`] of a value.
    #[inline]
    pub(crate) fn block_of(&self, id: ValueId) -> BlockId {
        self.places.get(id.index()).map_or(BlockId::INVALID, |place| place.block())
    }

    /// What the procedure contains.
    pub fn contents(&self) -> Contents {
        self.contents
    }

    /// The number of values in blocks.
    pub fn placed_values(&self) -> usize {
        self.placed
    }

    /// The ArgumentRegs in blocks, in layout order.
    pub(crate) fn arguments(&self) -> &[ValueId] {
        &self.arguments
    }

    /// The number of Upsilons in blocks.
    pub(crate) fn upsilons(&self) -> u32 {
        self.upsilons
    }

    /// The number of edges between blocks.
    pub fn edges(&self) -> usize {
        self.edges
    }
}
