//! Passes over the IR: each rewrites a valid procedure in place into a valid one that means the same and runs faster.
//!
//! [`PIPELINE`] lists the passes in the order in which they run; [`Optimizer`] runs it. A pass is a function `fn(&mut
//! Procedure, &mut Context)` in a file of its name, in the folder of its kind. It replaces values by Identity and
//! removes them by Nop, so ids of values and blocks remain valid. Exit states keep naming values, and an entry has the
//! same value after all passes as before. Timing, printing and validation are done by a [`Watch`], not by passes.

mod callees;
mod cfg;
mod context;
mod inline;
mod loops;
mod memory;
mod scalar;
mod work;

pub use callees::{Callees, Declined, InlineBudget, InlineStats, ModuleCallees};
pub use context::Context;
pub use inline::inline_calls::inline_call;
pub use inline::speculate_calls::{
    CallGuard, CallProfile, CallTarget, MAX_CALL_TARGETS, SpeculationStats, Surroundings, speculate_calls,
};
pub use memory::demote_values::demote_values;

use crate::analysis::ControlFlow;
use crate::base::Origin;
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
    /// Properties that passes establish for later passes, beyond validity.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Promises: u8 {
        /// No child is an Identity of the same flags, and no block lists a Nop.
        const SUBSTITUTED = 1;
    }
}

/// What produced the procedures that are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum InputProfile {
    /// A front end that does not optimize, or one that adds its own checks, as those of dynamic languages do. All
    /// passes run.
    #[default]
    Raw,
    /// An optimizing compiler, like the LLVM that produces most WebAssembly; the client has added nothing that passes
    /// could remove.
    ///
    /// To save compile time, rows of the pipeline are skipped that repeat that compiler's work and rarely find anything
    /// ([`Pass::raw_only`]). Loops have already been unrolled, so `unroll_by_four` unrolls only small loops of one
    /// block.
    ProducerOptimized,
}

/// A row of the pipeline.
#[derive(Clone, Copy)]
pub struct Pass {
    /// The name of the pass, also of its function and its file; `--after` and `--without` take it.
    pub name: &'static str,
    /// The function of the pass.
    pub run: fn(&mut Procedure, &mut Context),
    /// The levels at which this row runs.
    pub levels: Levels,
    /// The row runs only if the procedure may contain one of these. Empty: always.
    pub gate: Contents,
    /// Properties that must hold before.
    pub requires: Promises,
    /// Properties that hold after.
    pub ensures: Promises,
    /// Properties that remain true if they held before.
    pub keeps: Promises,
    /// True if the row is skipped for [`InputProfile::ProducerOptimized`], because it repeats the producer's work.
    pub raw_only: bool,
}

const BOTH: Levels = Levels::O1.union(Levels::O2);

/// The passes, in the order in which they run.
pub static PIPELINE: &[Pass] = &[
    Pass {
        name: "estimate_frequencies",
        run: cfg::estimate_frequencies::estimate_frequencies,
        levels: BOTH,
        gate: Contents::HINTS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "inline_calls",
        run: inline::inline_calls::inline_calls,
        levels: Levels::O2,
        gate: Contents::CALLS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "simplify_cfg",
        run: cfg::simplify_cfg::simplify_cfg,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "fix_ssa",
        run: memory::fix_ssa::fix_ssa,
        levels: BOTH,
        gate: Contents::VARIABLES.union(Contents::SLOTS),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "simplify_ssa",
        run: scalar::simplify_ssa::simplify_ssa,
        levels: Levels::O2,
        gate: Contents::PHIS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: true,
    },
    Pass {
        name: "thread_jumps",
        run: cfg::thread_jumps::thread_jumps,
        levels: Levels::O2,
        gate: Contents::PHIS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: true,
    },
    Pass {
        name: "infer_selects",
        run: cfg::infer_selects::infer_selects,
        levels: Levels::O2,
        gate: Contents::PHIS,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: true,
    },
    Pass {
        name: "fully_unroll_loops",
        run: loops::fully_unroll_loops::fully_unroll_loops,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: true,
    },
    Pass {
        name: "reduce_strength",
        run: scalar::reduce_strength::reduce_strength,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "hoist_loop_invariants",
        run: loops::hoist_loop_invariants::hoist_loop_invariants,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: true,
    },
    Pass {
        name: "unroll_by_four",
        run: loops::unroll_by_four::unroll_by_four,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "reduce_strength",
        run: scalar::reduce_strength::reduce_copied_blocks,
        levels: Levels::O2,
        gate: Contents::COPIES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "eliminate_common_subexpressions",
        run: scalar::eliminate_common_subexpressions::eliminate_common_subexpressions,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "propagate_ranges",
        run: scalar::propagate_ranges::propagate_ranges,
        levels: Levels::O2,
        gate: Contents::OUTSIDE_USES.union(Contents::CHECKS),
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: true,
    },
    Pass {
        name: "widen_induction_variables",
        run: loops::widen_induction_variables::widen_induction_variables,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "reassociate",
        run: scalar::reassociate::reassociate,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "shorten_phi_live_ranges",
        run: loops::shorten_phi_live_ranges::shorten_phi_live_ranges,
        levels: Levels::O2,
        gate: Contents::BACKWARD_EDGES,
        requires: Promises::empty(),
        ensures: Promises::empty(),
        keeps: Promises::empty(),
        raw_only: false,
    },
    Pass {
        name: "eliminate_dead_code",
        run: scalar::eliminate_dead_code::eliminate_dead_code,
        levels: Levels::O2,
        gate: Contents::empty(),
        requires: Promises::empty(),
        ensures: Promises::SUBSTITUTED,
        keeps: Promises::all(),
        raw_only: false,
    },
    Pass {
        name: "eliminate_dead_code",
        run: scalar::eliminate_dead_code::eliminate_dead_code,
        levels: Levels::O1,
        gate: Contents::NOPS_AND_IDENTITIES,
        requires: Promises::empty(),
        ensures: Promises::SUBSTITUTED,
        keeps: Promises::all(),
        raw_only: false,
    },
];

/// Reasons for the order of [`PIPELINE`]: the earlier row, the later row, and why. `NAME again` is the second row of a
/// name. Rows that are not related, even transitively, may be exchanged.
pub static ORDER: &[(&str, &str, &str)] = &[
    ("estimate_frequencies", "inline_calls", "frequent calls are inlined first"),
    ("estimate_frequencies", "simplify_cfg", "a pass that replaces edges forgets their weights"),
    (
        "inline_calls",
        "simplify_cfg",
        "an inlined callee leaves blocks with one predecessor, which are merged",
    ),
    ("inline_calls", "fix_ssa", "a slot whose address only inlined callees use becomes values"),
    ("simplify_cfg", "fix_ssa", "fewer edges need fewer Phis"),
    ("fix_ssa", "simplify_ssa", "Phis of one value become Identities, which later passes look through"),
    ("simplify_ssa", "thread_jumps", "it is known which Phis merge constants"),
    ("thread_jumps", "infer_selects", "a Select would hide the constant that an edge determines"),
    ("infer_selects", "fully_unroll_loops", "if-conversion makes bodies small and of one block"),
    ("infer_selects", "reduce_strength", "there are rules for Selects"),
    ("fully_unroll_loops", "reduce_strength", "it folds the constants of each iteration"),
    ("simplify_ssa", "reduce_strength", "rules see operands through Identities, not through Phis"),
    ("reduce_strength", "hoist_loop_invariants", "values that are folded need not be hoisted"),
    (
        "hoist_loop_invariants",
        "unroll_by_four",
        "a bound that a loop loads must be in the preheader before checks are combined",
    ),
    ("unroll_by_four", "reduce_strength again", "the counter's steps in the copies add up to constants"),
    ("reduce_strength again", "eliminate_common_subexpressions", "simplified copies have values in common"),
    ("reduce_strength", "eliminate_common_subexpressions", "canonical forms make equal values look equal"),
    (
        "hoist_loop_invariants",
        "eliminate_common_subexpressions",
        "a hoisted value may be redundant in the preheader",
    ),
    ("eliminate_common_subexpressions", "propagate_ranges", "equal values are one, so more ranges are known"),
    (
        "eliminate_common_subexpressions",
        "widen_induction_variables",
        "an extension of a counter occurs once and is widened once",
    ),
    (
        "propagate_ranges",
        "widen_induction_variables",
        "sums of 32 bits that cannot wrap are extended before the constant is added",
    ),
    ("widen_induction_variables", "reassociate", "sums of widened counters are terms of 64 bits"),
    ("eliminate_common_subexpressions", "reassociate", "equal sums in different orders look different"),
    (
        "propagate_ranges",
        "shorten_phi_live_ranges",
        "less is known of a value that is expressed by the next one of an induction variable",
    ),
    ("reassociate", "eliminate_dead_code", "replaced sums are dead"),
    (
        "shorten_phi_live_ranges",
        "eliminate_dead_code",
        "selection counts uses, and Identities would count as uses",
    ),
    (
        "fix_ssa",
        "eliminate_dead_code again",
        "at O1 it pays only after a pass: selection omits the dead values of the client itself",
    ),
];

/// A set of passes by name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PassSet(u64);

impl PassSet {
    /// All passes.
    pub const ALL: PassSet = PassSet(u64::MAX);
    /// No pass.
    pub const NONE: PassSet = PassSet(0);

    /// Returns the bit of a pass: the index of the first row with its name.
    fn bit(name: &str) -> Option<u64> {
        PIPELINE.iter().position(|pass| pass.name == name).map(|row| 1 << row)
    }

    /// Returns the set of this pass only; `None` if there is no pass of this name.
    pub fn only(name: &str) -> Option<PassSet> {
        PassSet::bit(name).map(PassSet)
    }

    /// Returns the set without the pass of this name.
    pub fn without(self, name: &str) -> PassSet {
        PassSet(self.0 & !PassSet::bit(name).unwrap_or(0))
    }

    /// Returns the passes of both sets.
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

/// Lists the names.
impl fmt::Debug for PassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(pass_names().filter(|name| self.contains(name))).finish()
    }
}

/// Returns the names of all passes, each once, in order of first appearance.
pub fn pass_names() -> impl Iterator<Item = &'static str> {
    let first = |row: usize| PassSet::bit(PIPELINE[row].name) == Some(1 << row);
    (0..PIPELINE.len()).filter(move |row| first(*row)).map(|row| PIPELINE[row].name)
}

/// Returns the first row of the pass of this name.
pub fn pass(name: &str) -> Option<&'static Pass> {
    PIPELINE.iter().find(|pass| pass.name == name)
}

/// What a pass did to a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PassCounts {
    /// Number of values and edges that it examined.
    pub work: u64,
    /// Number of rewrites that it made; see [`Optimizer::set_rewrites`].
    pub rewrites: u64,
}

/// Observes passes, to time, print or validate.
pub trait Watch {
    /// Called before a pass.
    fn before(&mut self, _pass: &'static Pass) {}
    /// Called after a pass.
    fn after(&mut self, _pass: &'static Pass, _proc: &Procedure, _counts: PassCounts) {}
    /// Called after [`Watch::after`]. If true, the remaining passes do not run.
    fn stops(&self) -> bool {
        false
    }
}

/// Runs passes, and reuses their memory between procedures.
#[derive(Debug, Default)]
pub struct Optimizer {
    context: Context,
}

impl Optimizer {
    /// Creates an optimizer that has not allocated memory yet.
    pub fn new() -> Optimizer {
        Optimizer::default()
    }

    /// Runs the rows of the pipeline for `level` and in `passes`, on a valid procedure that may contain `contents`.
    /// Returns true if a row ran.
    pub fn run(
        &mut self,
        proc: &mut Procedure,
        contents: Contents,
        level: Levels,
        passes: PassSet,
        watch: Option<&mut dyn Watch>,
    ) -> bool {
        let input = self.context.input;
        let rows = PIPELINE.iter().filter(|row| {
            let skipped = row.raw_only && input == InputProfile::ProducerOptimized;
            row.levels.intersects(level) && passes.contains(row.name) && !skipped
        });
        self.run_rows(proc, contents, rows, watch)
    }

    /// Runs these rows regardless of their levels, except those whose gates `contents` does not open. Returns true if a
    /// row ran.
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
        // The last origin of the client is not that of what passes create.
        let outer = std::mem::replace(&mut proc.origin, Origin::NONE);
        for pass in rows {
            if !pass.gate.is_empty() && !cx.contents.intersects(pass.gate) {
                continue;
            }
            if let Some(watch) = &mut watch {
                watch.before(pass);
            }
            (cx.pass, cx.work, ran) = (Some(pass.name), 0, true);
            let before = cx.fuel;
            (pass.run)(proc, cx);
            memory::slot_accesses::remove_accesses_outside_slots(proc, cx);
            if let Some(watch) = &mut watch {
                let counts = PassCounts { work: cx.work, rewrites: cx.fuel.taken_since(before) };
                watch.after(pass, proc, counts);
                if watch.stops() {
                    break;
                }
            }
        }
        cx.pass = None;
        proc.origin = outer;
        ran
    }

    /// Sets the number of values that passes do not exceed when they copy code (default: unlimited).
    pub fn set_max_values(&mut self, max_values: u64) {
        self.context.max_values = Some(usize::try_from(max_values).unwrap_or(usize::MAX));
    }

    /// Sets what produced the following procedures (default: [`InputProfile::Raw`]).
    pub fn set_input(&mut self, input: InputProfile) {
        self.context.input = input;
    }

    /// Limits the number of rewrites of each following procedure, over all passes (default: no limit).
    ///
    /// A rewrite is an applied rule, a replaced, removed or hoisted value, a promoted variable, a changed edge, an
    /// inlined call, a copied loop. Passes make the same rewrites as without limit, up to this number, and the result
    /// is valid and means the same, however small the number is. `eliminate_dead_code` is one rewrite as a whole.
    /// Accesses outside stack slots that passes uncover are removed without limit, because they would not be valid.
    pub fn set_rewrites(&mut self, limit: Option<u64>) {
        self.context.limit = limit;
    }

    /// Sets the procedures that may be inlined from now on (default: none), and clears the statistics.
    pub fn set_callees(&mut self, callees: Option<Arc<dyn Callees>>) {
        self.context.inlining.callees = callees;
        self.context.inlining.stats = InlineStats::default();
    }

    /// Returns the control-flow analyses of the last optimized procedure. Invalidate them before using them for another
    /// procedure, or after changing edges.
    pub fn control_flow(&mut self) -> &mut ControlFlow {
        &mut self.context.flow
    }

    /// Returns which calls of the last optimized procedure were inlined, if there were callees.
    pub fn inlined(&self) -> &InlineStats {
        &self.context.inlining.stats
    }

    /// Returns the pass that is running, or was running when it panicked.
    pub fn current(&self) -> Option<&'static str> {
        self.context.pass
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At each level, the rows before a row establish and keep what it requires.
    #[test]
    fn the_order_keeps_promises() {
        for level in [Levels::O1, Levels::O2] {
            let mut held = Promises::empty();
            for pass in PIPELINE.iter().filter(|pass| pass.levels.intersects(level)) {
                assert!(held.contains(pass.requires), "{}: {:?} of {:?}", pass.name, held, pass.requires);
                // The gate may skip the pass; then what it ensures does not hold.
                held &= pass.keeps;
                if pass.gate.is_empty() {
                    held |= pass.ensures;
                }
            }
        }
    }

    /// Returns the index of the row that [`ORDER`] names.
    fn row_of(name: &str) -> usize {
        let (first, nth) = name.strip_suffix(" again").map_or((name, 0), |first| (first, 1));
        let mut rows = PIPELINE.iter().enumerate().filter(|(_, pass)| pass.name == first);
        rows.nth(nth).unwrap_or_else(|| panic!("no row {name}")).0
    }

    #[test]
    fn the_pipeline_is_in_order() {
        let mut mentioned = vec![false; PIPELINE.len()];
        for (before, after, why) in ORDER {
            let rows = [before, after].map(|name| row_of(name));
            assert!(rows[0] < rows[1], "{before} before {after}: {why}");
            rows.iter().for_each(|row| mentioned[*row] = true);
        }
        for (pass, mentioned) in PIPELINE.iter().zip(mentioned).skip(1) {
            assert!(mentioned, "no reason for the place of {}", pass.name);
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
