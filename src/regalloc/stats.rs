//! What allocation cost the code, and what it did.

use crate::air::opcode::Properties;
use crate::air::{Arg, Code, Inst, InstBuffer, InstFlags, SlotKind};
use std::ops::AddAssign;

/// Defines a struct of counters that can be added up and listed by name.
macro_rules! counters {
    ($(#[$about:meta])* $name:ident: $number:ty { $($(#[$doc:meta])* $field:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub struct $name {
            $($(#[$doc])* pub $field: $number,)*
        }

        impl $name {
            /// All counters with their names.
            pub fn list(&self) -> impl Iterator<Item = (&'static str, $number)> + use<> {
                [$(($text, self.$field)),*].into_iter()
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

counters! {
    /// Counts over everything allocated since [`super::LocalAllocator::begin`], or over one procedure.
    ///
    /// Stores, reloads, rematerialisations and moves are instructions that allocation inserted, each counted once;
    /// those that the clean-ups removed again are counted beside. What only the linear scan does stays zero at O0 and O1.
    AllocStats: u32 {
        /// Stores of values to their slots.
        stores = "spill stores",
        /// Loads from slots.
        reloads = "reloads",
        /// Values made again.
        remats = "rematerialised",
        /// Moves between registers that were inserted.
        moves = "moves inserted",
        /// Temporaries of several blocks that are in one register all their lives; only at O1.
        registers_for_life = "registers for life",
        /// Moves of the program that vanished.
        dropped_moves = "moves dropped",
        /// Temporaries that lost their register to another one. At O0: before their definition, since it walks
        /// backward.
        evictions = "evictions",
        /// Operands read or written in their slots.
        in_place = "slot operands",
        /// Cycles in parallel moves.
        cycles = "cycles of moves",
        /// Parts of lives that were to get a register of their own; every split makes one.
        pieces = "pieces",
        /// Temporaries that live briefly and got a register as they are, without becoming pieces.
        brief = "brief temporaries",
        /// Pieces and brief temporaries that got the register of their wish.
        hinted = "hints taken",
        /// Pieces that end in front of a call that destroys their register.
        splits_at_calls = "splits at calls",
        /// Pieces that end where another instruction claims or destroys their register.
        splits_at_claims = "splits at claims",
        /// Pieces that end where another one comes back to their register after a hole.
        splits_at_holes = "splits at ends of holes",
        /// Pieces cut because a life has too many holes to look at all of them at once.
        splits_of_long_lives = "splits of long lives",
        /// Pieces that tests cut by force.
        splits_by_force = "splits by force",
        /// Pieces that found no register worth its price, and are in memory up to their next use.
        left_in_memory = "left in memory",
        /// Pieces that end, or begin again, in front of a loop and not where the reason is.
        moved_to_loops = "moved to loop borders",
        /// Values that were in memory and got a new piece, at a use or in front of a loop.
        second_chances = "second chances",
        /// Callee-saved registers taken because memory would cost more than saving and restoring.
        paid_callee_saved = "callee-saved registers paid for",
        /// Values stored before and loaded behind rare calls that destroy their registers.
        saved_around_calls = "saved around rare calls",
        /// Blocks made for the moves of one edge.
        edge_blocks = "edge blocks",
        /// Temporaries that moves connect and that were united into one bundle, pair by pair.
        bundles = "bundles joined",
        /// Moves between temporaries that could not become one bundle.
        refused_bundles = "bundles refused",
        /// Moves of the program within a bundle.
        joined_moves = "moves within bundles",
        /// Moves between registers that changed nothing, removed again.
        removed_moves = "moves removed",
        /// Reloads of what a register held, removed again or made moves.
        removed_reloads = "reloads removed",
        /// Spill stores of what the slot held, removed again.
        removed_stores = "spill stores removed",
        /// Spill stores that nothing read, removed again.
        dead_stores = "spill stores that were dead",
        /// Values made again where they were.
        removed_remats = "rematerialisations removed",
        /// Extensions of what was extended.
        removed_extensions = "extensions removed",
        /// Temporaries with a slot for life, because the code has more liveness facts than its size allows.
        slots_for_life = "slots for life",
        /// Slots that a bundle got from another whose life was over.
        shared_slots = "slots shared",
        /// Procedures that return on some way before they have made their frame.
        late_frames = "late frames",
        /// Procedures that make none.
        without_frame = "without frame",
        /// Steps of the loops whose length is not that of the code: facts of liveness and of edges, ranges and uses
        /// looked at, pieces placed. Bounded by a constant per instruction.
        work = "work units",
    }
}

impl AllocStats {
    /// How many pieces end before their values for a reason other than the value's end, force aside.
    pub fn splits(&self) -> u32 {
        self.splits_at_calls
            + self.splits_at_claims
            + self.splits_at_holes
            + self.splits_of_long_lives
            + self.evictions
            + self.left_in_memory
    }
}

counters! {
    /// What allocation inserted, each instruction times the frequency of its block.
    WeightedStats: f64 {
        /// Stores of values to their slots.
        stores = "spill stores",
        /// Loads from slots.
        reloads = "reloads",
        /// Values made again.
        remats = "rematerialised",
        /// Moves between registers: inserted ones only.
        moves = "moves inserted",
        /// Instructions of the program that have an operand in a slot.
        in_place = "slot operands",
    }
}

impl WeightedStats {
    /// Of whole allocated code.
    pub fn of(code: &Code) -> WeightedStats {
        let mut all = WeightedStats::default();
        for block in code.blocks.values() {
            let range = block.insts.start as usize..block.insts.end as usize;
            all.add_insts(code, &code.buffer, code.buffer.insts.get(range).unwrap_or(&[]), block.frequency);
        }
        all
    }

    /// Adds instructions of one block, in any order.
    pub fn add_insts(&mut self, code: &Code, buffer: &InstBuffer, insts: &[Inst], frequency: f64) {
        let is_spill = |arg: &Arg| match arg {
            Arg::Stack { slot, .. } => code.slots.get(*slot).is_some_and(|slot| slot.kind == SlotKind::Spill),
            _ => false,
        };
        for inst in insts {
            let args = buffer.get_args(inst).unwrap_or(&[]);
            if !inst.flags.contains(InstFlags::INSERTED) {
                self.in_place += if args.iter().any(is_spill) { frequency } else { 0.0 };
                continue;
            }
            let count = match args {
                [Arg::Tmp(_), to] if is_spill(to) => &mut self.stores,
                [from, Arg::Tmp(_)] if is_spill(from) && inst.opcode.has(Properties::MOVE) => {
                    &mut self.reloads
                }
                [Arg::Tmp(_), Arg::Tmp(_)] => &mut self.moves,
                _ => &mut self.remats,
            };
            *count += frequency;
        }
    }
}
