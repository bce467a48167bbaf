//! Reduces a module to a small one that a judge still finds interesting.
//!
//! Delta debugging on the structure (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input): for each
//! kind of edit, ranges of edits of halving sizes are tried, and kinds repeat until none helps. A candidate is judged
//! only if it is valid and smaller, so reduction ends, and the result does not depend on time or addresses.

mod bisect;
mod compact;
mod edits;
mod judges;

pub use bisect::{Bisection, Rewrite, bisect};
pub use judges::{Judge, judge_command, judge_difference, judge_error};

use barebones::bundle::{Bundle, digest};
use barebones::ir::{Module, validate_module};
use compact::compact;
use edits::{Class, Edit, measure};
use std::collections::HashSet;

/// Limits of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct ReduceOptions {
    /// Maximum number of candidates that are judged.
    pub tries: usize,
}

impl Default for ReduceOptions {
    fn default() -> ReduceOptions {
        ReduceOptions { tries: 20_000 }
    }
}

/// The result of a reduction.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest module found.
    pub module: Module,
    /// Number of candidates judged.
    pub tries: usize,
    /// True if no single edit of the result is interesting; false if the limit ended the reduction.
    pub is_fixpoint: bool,
}

/// Why a module cannot be reduced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReduceError {
    /// It is not valid; describes the first violation.
    Invalid(String),
    /// The judge does not find it interesting.
    NotInteresting,
}

impl std::fmt::Display for ReduceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReduceError::Invalid(violation) => write!(f, "the module is not valid: {violation}"),
            ReduceError::NotInteresting => {
                f.write_str("the judge does not find the input itself interesting")
            }
        }
    }
}

impl std::error::Error for ReduceError {}

/// A bundle without what came of its compilation, for candidates.
fn unrecorded(bundle: &Bundle) -> Bundle {
    let mut bundle = bundle.clone();
    bundle.procedures.clear();
    bundle.fault = None;
    bundle
}

/// Reduces the module of a bundle.
///
/// # Errors
/// The module is invalid, or the judge rejects it.
pub fn reduce(
    bundle: &Bundle,
    judge: &mut Judge<'_>,
    options: ReduceOptions,
) -> Result<Reduced, ReduceError> {
    let (candidate, module) = (unrecorded(bundle), &bundle.module);
    if let Err(violations) = validate_module(module) {
        return Err(ReduceError::Invalid(violations.first().map(ToString::to_string).unwrap_or_default()));
    }
    if !judge(&candidate) {
        return Err(ReduceError::NotInteresting);
    }
    let best = (module.clone(), measure(module));
    let mut reducer = Reducer { best, candidate, judge, tries: 0, options, judged: HashSet::new() };
    // Numbers of the input may have gaps. That is not interesting in itself.
    if let Some(compacted) = compact(module, module) {
        reducer.try_module(compacted, true);
    }
    while reducer.round() {}
    let is_fixpoint = reducer.tries < options.tries;
    Ok(Reduced { module: reducer.best.0, tries: reducer.tries, is_fixpoint })
}

struct Reducer<'a, 'j> {
    /// The smallest interesting module, and its measure.
    best: (Module, [u64; 11]),
    /// What the judge gets; its module is the current candidate.
    candidate: Bundle,
    judge: &'a mut Judge<'j>,
    tries: usize,
    options: ReduceOptions,
    /// Digests of the candidates that were judged.
    judged: HashSet<u64>,
}

impl Reducer<'_, '_> {
    /// Tries all kinds of edits once. Returns true if one helped.
    fn round(&mut self) -> bool {
        let mut helped = false;
        for class in Class::ALL {
            helped |= self.class(class);
        }
        helped && self.tries < self.options.tries
    }

    fn class(&mut self, class: Class) -> bool {
        let mut helped = false;
        let mut size = class.edits(&self.best.0).len();
        while size > 0 {
            let mut at = 0;
            loop {
                // After a success, other edits are at this place.
                let edits = class.edits(&self.best.0);
                if at >= edits.len() || self.tries >= self.options.tries {
                    break;
                }
                if self.try_edits(&edits[at..edits.len().min(at + size)]) {
                    helped = true;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        helped
    }

    fn try_edits(&mut self, edits: &[Edit]) -> bool {
        let mut module = self.best.0.clone();
        let mut applied = false;
        for edit in edits {
            applied |= edit.apply(&mut module);
        }
        let compacted = if applied { compact(&module, &self.best.0) } else { None };
        compacted.is_some_and(|module| self.try_module(module, false))
    }

    /// Judges a candidate. It becomes the best one if it is interesting.
    fn try_module(&mut self, module: Module, may_be_equal: bool) -> bool {
        let size = measure(&module);
        let is_smaller = size < self.best.1 || (may_be_equal && size == self.best.1);
        if !is_smaller || validate_module(&module).is_err() {
            return false;
        }
        if !self.judged.insert(digest(module.to_string().as_bytes())) {
            return false;
        }
        self.tries += 1;
        self.candidate.module = module;
        let is_interesting = (self.judge)(&self.candidate);
        if is_interesting {
            self.best = (self.candidate.module.clone(), size);
        }
        is_interesting
    }
}
