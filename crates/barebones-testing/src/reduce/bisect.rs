//! Finds the passes and the single rewrite that make a failure appear.

use super::{Judge, unrecorded};
use barebones::bundle::{Bundle, Record};
use barebones::opt::{PassSet, pass_names};
use std::fmt;

/// What makes a failure appear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bisection {
    /// The passes that are needed for it: without any of them, and with the others, it does not occur. Empty if it occurs
    /// without passes.
    pub passes: Vec<&'static str>,
    /// The smallest limit of rewrites found with which it occurs, while it does not with one less. `None` if it occurs
    /// without rewrites.
    pub limit: Option<u64>,
    /// The rewrite of this number, in each procedure that has as many: one of these is the cause.
    pub rewrites: Vec<Rewrite>,
}

/// A rewrite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rewrite {
    /// The procedure.
    pub procedure: String,
    /// The pass; the second row of a pass counts as another one.
    pub pass: String,
    /// Its number among the rewrites of the pass, from 1.
    pub number: u64,
    /// Number of rewrites of the pass without a limit.
    pub of: u64,
}

impl fmt::Display for Bisection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.passes[..] {
            [] => writeln!(f, "passes: none is needed")?,
            _ => writeln!(f, "passes: {}", self.passes.join(", "))?,
        }
        let Some(limit) = self.limit else { return writeln!(f, "rewrites: none is needed") };
        writeln!(f, "rewrites: with {limit}, not with {}", limit - 1)?;
        for Rewrite { procedure, pass, number, of } in &self.rewrites {
            writeln!(f, "    `{procedure}`: rewrite {number} of {of} of {pass}")?;
        }
        Ok(())
    }
}

/// Maximum number of rewrites to try, if a pass fails before its number is known.
const MAX_REWRITES: u64 = 1 << 32;

/// Finds what makes a bundle interesting to a judge, which it must be.
pub fn bisect(bundle: &Bundle, judge: &mut Judge<'_>) -> Bisection {
    let mut candidate = unrecorded(bundle);
    let mut passes: Vec<&'static str> = Vec::new();
    for name in pass_names().filter(|name| bundle.options.passes.contains(name)) {
        let with = candidate.options.passes;
        candidate.options.passes = with.without(name);
        if !judge(&candidate) {
            candidate.options.passes = with;
            passes.push(name);
        }
    }
    candidate.options.passes = PassSet::NONE;
    if passes.is_empty() || judge(&candidate) {
        return Bisection { passes: Vec::new(), limit: None, rewrites: Vec::new() };
    }
    candidate.options.passes = bundle.options.passes;
    let all = candidate.replay().bundle;
    let most = all.procedures.iter().map(total).max().unwrap_or(0);
    let mut interesting = |limit: u64| {
        candidate.options.rewrites = Some(limit);
        judge(&candidate)
    };
    if interesting(0) {
        return Bisection { passes, limit: None, rewrites: Vec::new() };
    }
    // Interesting with `high`, and not with `low`. A pass that fails is not in the record, so its rewrites are more.
    let (mut low, mut high) = (0, most.max(1));
    while !interesting(high) {
        if high >= MAX_REWRITES {
            return Bisection { passes, limit: None, rewrites: Vec::new() };
        }
        (low, high) = (high, 2 * high);
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        *(if interesting(middle) { &mut high } else { &mut low }) = middle;
    }
    let rewrites = all.procedures.iter().filter_map(|record| rewrite(record, high)).collect();
    Bisection { passes, limit: Some(high), rewrites }
}

/// Number of rewrites of a procedure.
fn total(record: &Record) -> u64 {
    record.passes.iter().map(|pass| pass.rewrites).sum()
}

/// The rewrite of this number, counted over all passes.
fn rewrite(record: &Record, number: u64) -> Option<Rewrite> {
    let mut left = number;
    for pass in &record.passes {
        if left <= pass.rewrites {
            let (procedure, pass, of) = (record.name.clone(), pass.name.clone(), pass.rewrites);
            return Some(Rewrite { procedure, pass, number: left, of });
        }
        left -= pass.rewrites;
    }
    None
}
