//! Passes over the IR: each rewrites a valid procedure in place into a valid one that means the same and runs faster.
//!
//! [`PIPELINE`] is the list of passes, in the order in which they run; [`Optimizer`] runs it. A pass is a function
//! `fn(&mut Procedure, &mut Context)` in the file of its name. It turns what it replaces into Identity and what it
//! removes into Nop, so ids of values and blocks stay what they are; exit states keep naming values, and an entry means
//! the same value after all passes as before. Timing, printing and validating are a [`Watch`]; no pass contains any of
//! it.

mod callees;
mod carry_addresses;
mod context;
mod demote_values;
mod eliminate_common_subexpressions;
mod eliminate_dead_code;
mod eliminate_dead_stores;
mod fix_ssa;
mod footprint;
mod hoist_loop_invariants;
mod hoist_terms;
mod infer_selects;
mod infer_switches;
mod inline_calls;
mod known_bits;
mod move_constants;
mod propagate_ranges;
mod reassociate;
mod reduce_strength;
mod retire_old_values;
mod schedule_values;
mod simplify_cfg;
mod simplify_ssa;
mod sink_values;
mod thread_jumps;
mod unroll_by_four;
mod unroll_loops;
mod widen_counters;
mod work;

pub use callees::{Callees, Declined, InlineBudget, InlineStats, ModuleCallees};
pub use context::Context;
pub use demote_values::demote_values;
pub use inline_calls::inline_call;

use crate::analysis::ControlFlow;
use crate::ir::Procedure;
use crate::ir::validate::Contents;
use std::fmt;
use std::sync::Arc;

bitflags::bitflags! {
    /// The levels at which a row of the pipeline runs. No pass runs at O0.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Levels: u8 {
        /// `OptLevel::O1`.
        const O1 = 1;
        /// `OptLevel::O2`.
        const O2 = 1 << 1;
    }
}

bitflags::bitflags! {
    /// What passes promise each other, besides that the procedure is valid.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Promises: u8 {
        /// No child is an Identity of the same flags, and no block lists a Nop.
        const SUBSTITUTED = 1;
    }
}

/// A row of the pipeline.
#[derive(Clone, Copy)]
pub struct Pass {
    /// The name of the pass: of its function and file, and what `--after` and `--without` take.
    pub name: &'static str,
    /// The pass.
    pub run: fn(&mut Procedure, &mut Context),
    /// At which levels it runs here.
    pub levels: Levels,
    /// It runs if the procedure has one of these; always, if this is empty.
    pub gate: Contents,
    /// What must hold before.
    pub requires: Promises,
    /// What holds after.
    pub ensures: Promises,
    /// What it keeps of what held before.
    pub keeps: Promises,
    /// Why it is at this place.
    pub why: &'static str,
}

const BOTH: Levels = Levels::O1.union(Levels::O2);

/// What runs, in this order.
pub static PIPELINE: &[Pass] = &[
    Pass {
        name: "inline_calls",
        run: inline_calls::inline_calls,
        levels: Levels::O2,
        gate: Contents::CALLS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "first: all that follows sees what callees do with their operands",
    },
    Pass {
        name: "simplify_cfg",
        run: simplify_cfg::simplify_cfg,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "in front of what looks at blocks: those that are one are looked at as one",
    },
    Pass {
        name: "fix_ssa",
        run: fix_ssa::fix_ssa,
        levels: BOTH,
        gate: Contents::VARIABLES.union(Contents::SLOTS),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "early: all that follows knows values, and not what is in variables",
    },
    Pass {
        name: "simplify_ssa",
        run: simplify_ssa::simplify_ssa,
        levels: Levels::O2,
        gate: Contents::PHIS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "merged blocks have Phis of one value, and what follows sees through Identities and not through Phis",
    },
    Pass {
        name: "thread_jumps",
        run: thread_jumps::thread_jumps,
        levels: Levels::O2,
        gate: Contents::PHIS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what shows which Phis merge constants, and in front of what looks at the Branches that are left",
    },
    Pass {
        name: "infer_selects",
        run: infer_selects::infer_selects,
        levels: Levels::O2,
        gate: Contents::PHIS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what leads past Branches, of which it leaves none, and in front of what knows rules of Selects",
    },
    Pass {
        name: "unroll_loops",
        run: unroll_loops::unroll_loops,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what makes small bodies small, and in front of what computes with the constants in their turns",
    },
    Pass {
        name: "reduce_strength",
        run: reduce_strength::reduce_strength,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what shows which values are which, and in front of what finds equal ones: it makes them look equal",
    },
    Pass {
        name: "hoist_loop_invariants",
        run: hoist_loop_invariants::hoist_loop_invariants,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "in front of what copies turns, and of what finds equal values: what moves in front of a loop may be there already",
    },
    Pass {
        name: "unroll_by_four",
        run: unroll_by_four::unroll_by_four,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what moves the lengths that loops ask for in front of them",
    },
    Pass {
        name: "reduce_strength",
        run: reduce_strength::reduce_copies,
        levels: Levels::O2,
        gate: Contents::COPIES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what copies turns, the steps of which add up, and in front of what finds equal values in them",
    },
    Pass {
        name: "eliminate_common_subexpressions",
        run: eliminate_common_subexpressions::eliminate_common_subexpressions,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what makes equal values look equal, and in front of what removes what they were computed of",
    },
    Pass {
        name: "propagate_ranges",
        run: propagate_ranges::propagate_ranges,
        levels: Levels::O2,
        gate: Contents::OUTSIDE_USES.union(Contents::CHECKS),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what makes equal values one, of which it then knows more, and in front of what removes what nobody needs",
    },
    Pass {
        name: "infer_switches",
        run: infer_switches::infer_switches,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what learns from each comparison that comes before another",
    },
    Pass {
        name: "eliminate_dead_stores",
        run: eliminate_dead_stores::eliminate_dead_stores,
        levels: Levels::O2,
        gate: Contents::MEMORY,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what shows that loads know what they read, so that nobody reads what is stored",
    },
    Pass {
        name: "widen_counters",
        run: widen_counters::widen_counters,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what finds equal values, of which each is widened once; in front of what knows sums of addresses",
    },
    Pass {
        name: "reassociate",
        run: reassociate::reassociate,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what finds equal values: sums that are computed in another order look different",
    },
    Pass {
        name: "sink_values",
        run: sink_values::sink_values,
        levels: Levels::O2,
        gate: Contents::OUTSIDE_USES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what finds equal values, which are one where they are on all ways; in front of what looks at what is left in loops",
    },
    Pass {
        name: "carry_addresses",
        run: carry_addresses::carry_addresses,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what moves the uses of counters behind loops that are for there; in front of what moves other terms of sums",
    },
    Pass {
        name: "hoist_terms",
        run: hoist_terms::hoist_terms,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what takes whole bases out of sums; in front of what looks at sums of Phis",
    },
    Pass {
        name: "retire_old_values",
        run: retire_old_values::retire_old_values,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind what finds equal values and knows bounds: that a value is an older one of another says less of it",
    },
    Pass {
        name: "move_constants",
        run: move_constants::move_constants,
        levels: Levels::O2,
        gate: Contents::LONG_CONSTANTS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        why: "behind all that makes constants or copies them; bases of accesses look like nothing that rules know",
    },
    Pass {
        name: "eliminate_dead_code",
        run: eliminate_dead_code::eliminate_dead_code,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::SUBSTITUTED,
        keeps: Promises::all(),
        why: "behind all that leaves something: selection counts uses, and sees what passes left behind as uses",
    },
    Pass {
        name: "schedule_values",
        run: schedule_values::schedule_values,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::SUBSTITUTED,
        ensures: Promises::empty(),
        keeps: Promises::all(),
        why: "last: what nobody needs must not look like a last use",
    },
    Pass {
        name: "eliminate_dead_code",
        run: eliminate_dead_code::eliminate_dead_code,
        levels: Levels::O1,
        gate: Contents::LEFTOVERS,
        requires: Promises::empty(),
        ensures: Promises::SUBSTITUTED,
        keeps: Promises::all(),
        why: "what the client left dead, selection leaves out itself: at O1 it pays only behind a pass",
    },
];

/// Some passes by name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PassSet(u64);

impl PassSet {
    /// All passes.
    pub const ALL: PassSet = PassSet(u64::MAX);
    /// No pass.
    pub const NONE: PassSet = PassSet(0);

    /// The bit of a pass: the first row with its name.
    fn bit(name: &str) -> Option<u64> {
        PIPELINE.iter().position(|pass| pass.name == name).map(|row| 1 << row)
    }

    /// The pass of this name alone; `None` if there is none.
    pub fn only(name: &str) -> Option<PassSet> {
        PassSet::bit(name).map(PassSet)
    }

    /// The set without the pass of this name.
    pub fn without(self, name: &str) -> PassSet {
        PassSet(self.0 & !PassSet::bit(name).unwrap_or(0))
    }

    /// The passes of both sets.
    pub fn union(self, other: PassSet) -> PassSet {
        PassSet(self.0 | other.0)
    }

    /// True if the pass of this name is in the set.
    pub fn contains(self, name: &str) -> bool {
        PassSet::bit(name).is_some_and(|bit| self.0 & bit != 0)
    }
}

impl Default for PassSet {
    fn default() -> PassSet {
        PassSet::ALL
    }
}

/// The names.
impl fmt::Debug for PassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(pass_names().filter(|name| self.contains(name))).finish()
    }
}

/// The names of all passes, each once, in order of first appearance.
pub fn pass_names() -> impl Iterator<Item = &'static str> {
    let first = |row: usize| PassSet::bit(PIPELINE[row].name) == Some(1 << row);
    (0..PIPELINE.len()).filter(move |row| first(*row)).map(|row| PIPELINE[row].name)
}

/// The first row of the pass of this name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PIPELINE.iter().find(|pass| pass.name == name)
}

/// Watches passes: times, prints, validates.
pub trait Watch {
    /// A pass begins.
    fn before(&mut self, _pass: &'static Pass) {}
    /// A pass is over; `work` is how many values and edges it looked at.
    fn after(&mut self, _pass: &'static Pass, _proc: &Procedure, _work: u64) {}
}

/// Runs passes, and keeps their memory from one procedure to the next.
#[derive(Debug, Default)]
pub struct Optimizer {
    context: Context,
}

impl Optimizer {
    /// One that has allocated nothing yet.
    pub fn new() -> Optimizer {
        Optimizer::default()
    }

    /// Runs the rows of the pipeline that are for a level and in the set, on a valid procedure that has these contents.
    /// True if one ran.
    pub fn run(
        &mut self,
        proc: &mut Procedure,
        contents: Contents,
        level: Levels,
        passes: PassSet,
        watch: Option<&mut dyn Watch>,
    ) -> bool {
        let rows = PIPELINE.iter().filter(|row| row.levels.intersects(level) && passes.contains(row.name));
        self.run_rows(proc, contents, rows, watch)
    }

    /// Runs these rows, whatever their levels: those whose gates the contents open. True if one ran.
    pub fn run_rows(
        &mut self,
        proc: &mut Procedure,
        contents: Contents,
        rows: impl IntoIterator<Item = &'static Pass>,
        mut watch: Option<&mut dyn Watch>,
    ) -> bool {
        let cx = &mut self.context;
        cx.begin(contents);
        let mut ran = false;
        for pass in rows {
            if !pass.gate.is_empty() && !cx.contents.intersects(pass.gate) {
                continue;
            }
            if let Some(watch) = &mut watch {
                watch.before(pass);
            }
            (cx.pass, cx.work, ran) = (Some(pass.name), 0, true);
            (pass.run)(proc, cx);
            if let Some(watch) = &mut watch {
                watch.after(pass, proc, cx.work);
            }
        }
        cx.pass = None;
        ran
    }

    /// From now on, whether loops were unrolled before; they were not so far.
    pub fn set_unrolled(&mut self, unrolled: bool) {
        self.context.unrolled = unrolled;
    }

    /// From now on calls of these procedures may be inlined; of none, if there is nothing here. Nothing was so far.
    pub fn set_callees(&mut self, callees: Option<Arc<dyn Callees>>) {
        self.context.inlining.callees = callees;
        self.context.inlining.stats = InlineStats::default();
    }

    /// What is known of the edges of the procedure that passes ran over last. For another one, or if its edges were
    /// changed since, it is to be forgotten.
    pub fn control_flow(&mut self) -> &mut ControlFlow {
        &mut self.context.flow
    }

    /// What became of the calls of the procedure that passes ran over last, if there were callees.
    pub fn inlined(&self) -> &InlineStats {
        &self.context.inlining.stats
    }

    /// The pass that is running, or was when it panicked.
    pub fn current(&self) -> Option<&'static str> {
        self.context.pass
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a pass requires, the passes before it, at each level, have promised and kept; every row says why it is
    /// where it is.
    #[test]
    fn the_order_keeps_promises() {
        for level in [Levels::O1, Levels::O2] {
            let mut held = Promises::empty();
            for pass in PIPELINE.iter().filter(|pass| pass.levels.intersects(level)) {
                assert!(held.contains(pass.requires), "{}: {:?} of {:?}", pass.name, held, pass.requires);
                assert!(!pass.why.is_empty());
                // A gate may skip the pass: then what it ensures does not hold.
                held &= pass.keeps;
                if pass.gate.is_empty() {
                    held |= pass.ensures;
                }
            }
        }
    }

    #[test]
    fn sets_are_of_names() {
        assert!(PIPELINE.len() <= 64);
        for name in pass_names() {
            let only = PassSet::only(name).expect("a name");
            assert!(only.contains(name) && !PassSet::ALL.without(name).contains(name));
            assert_eq!(only.union(PassSet::ALL.without(name)), PassSet::ALL);
        }
        assert_eq!(PassSet::only("no_pass"), None);
        assert_eq!(PassSet::NONE.without("no_pass"), PassSet::NONE);
    }
}
