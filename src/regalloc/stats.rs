//! Counters of what allocation did, and what it cost the code.

use crate::air::opcode::Properties;
use crate::air::{Arg, Code, Inst, InstBuffer, InstFlags, SlotKind};
use std::ops::AddAssign;

/// Defines a struct of named counters that can be added.
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
    /// Counts since [`super::LocalAllocator::begin`], or of one procedure.
    ///
    /// Stores, reloads, rematerializations and moves count inserted instructions. Those that the cleanup removed again
    /// are counted separately. Counters of the linear scan stay zero at O0 and O1.
    AllocStats: u32 {
        /// Stores to spill slots.
        stores = "spill stores",
        /// Reloads from spill slots.
        reloads = "reloads",
        /// Rematerialized values.
        remats = "rematerialised",
        /// Register moves inserted.
        moves = "moves inserted",
        /// Global temporaries in one register for their whole lifetime; only at O1.
        global_regs = "global registers",
        /// Moves of the program that were coalesced or dropped.
        dropped_moves = "moves dropped",
        /// Temporaries that lost their register. The local allocator evicts before the definition, walking backward.
        evictions = "evictions",
        /// Operands read or written in their slots.
        in_place = "slot operands",
        /// Cycles in parallel moves.
        cycles = "cycles of moves",
        /// Intervals that were queued for a register; each split creates one.
        split_intervals = "split intervals",
        /// Short-lived temporaries that got a register without an interval.
        short_lived = "short-lived temporaries",
        /// Intervals and short-lived temporaries that got their hint.
        hinted = "hints taken",
        /// Intervals split before a call that clobbers their register.
        splits_at_calls = "splits at calls",
        /// Intervals split where another instruction fixes or clobbers their register.
        splits_at_fixed = "splits at fixed ranges",
        /// Intervals split where an inactive interval resumes in their register after its lifetime hole.
        splits_at_holes = "splits at ends of holes",
        /// Intervals split because they have too many lifetime holes to examine at once.
        splits_at_hole_limit = "splits at the hole limit",
        /// Intervals split by a forced mode.
        splits_by_force = "splits by force",
        /// Intervals for which no register was worth its cost; they stay in memory up to their next use.
        left_in_memory = "left in memory",
        /// Splits moved from their conflict or use to a loop boundary.
        moved_to_loop_boundaries = "moved to loop boundaries",
        /// Values in memory that got a new interval, at a use or before a loop.
        second_chances = "second chances",
        /// Callee-saved registers taken because memory would cost more than saving and restoring.
        new_callee_saved_taken = "new callee-saved registers",
        /// Values stored before and reloaded after rare calls that clobber their registers.
        saved_around_calls = "saved around rare calls",
        /// Blocks created for the moves of an edge.
        edge_blocks = "edge blocks",
        /// Pairs of move-related temporaries coalesced into one bundle.
        bundles = "pairs coalesced",
        /// Move-related temporaries that could not be coalesced.
        refused_coalescings = "coalescings refused",
        /// Moves of the program within a bundle.
        coalesced_moves = "moves within bundles",
        /// Redundant register moves removed.
        removed_moves = "moves removed",
        /// Reloads of a value that a register holds, removed or replaced by moves.
        removed_reloads = "reloads removed",
        /// Spill stores of a value that the slot holds, removed.
        removed_stores = "spill stores removed",
        /// Dead spill stores removed.
        dead_stores = "dead spill stores",
        /// Redundant rematerializations removed.
        removed_remats = "rematerialisations removed",
        /// Redundant extensions removed.
        removed_extensions = "extensions removed",
        /// Temporaries kept in memory between blocks because the code exceeds the limit on liveness facts.
        homed_at_limit = "homed at the liveness limit",
        /// Slots reused by a bundle after the lifetime of another.
        shared_slots = "slots shared",
        /// Procedures that return on some path before they set up their frame.
        shrink_wrapping = "late frames",
        /// Procedures that set up no frame.
        without_frame = "without frame",
        /// Steps of the loops that the code's length does not bound directly: liveness facts, edges, ranges and uses
        /// examined, and intervals placed. Bounded by a constant per instruction.
        work = "work units",
    }
}

impl AllocStats {
    /// Number of intervals that end before the value dies, except by force.
    pub fn splits(&self) -> u32 {
        self.splits_at_calls
            + self.splits_at_fixed
            + self.splits_at_holes
            + self.splits_at_hole_limit
            + self.evictions
            + self.left_in_memory
    }
}

counters! {
    /// Instructions inserted by allocation, each weighted by the frequency of its block.
    WeightedStats: f64 {
        /// Stores to spill slots.
        stores = "spill stores",
        /// Reloads from spill slots.
        reloads = "reloads",
        /// Rematerialized values.
        remats = "rematerialised",
        /// Register moves inserted.
        moves = "moves inserted",
        /// Instructions of the program that have an operand in a slot.
        in_place = "slot operands",
    }
}

impl WeightedStats {
    /// Counts all allocated code.
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
