//! Where the operands of calls go, by signature: most calls of a procedure are of a few.

use crate::base::{Assignment, CallConv, Type};

/// How many are remembered; a power of two.
const ENTRIES: usize = 16;

/// Assignments of conventions, each found by a number that is mostly different for different ones; the last one of a
/// number wins.
#[derive(Default)]
pub(super) struct Assignments {
    entries: [Entry; ENTRIES],
}

#[derive(Default)]
struct Entry {
    /// `None`: nothing is known, or somebody has taken the assignment.
    convention: Option<&'static CallConv>,
    params: Vec<Type>,
    results: Vec<Type>,
    variadic_start: usize,
    assignment: Assignment,
}

/// An assignment, to be given back by whoever has read it.
pub(super) struct Taken {
    pub(super) assignment: Assignment,
    convention: &'static CallConv,
    entry: usize,
}

impl Assignments {
    /// What [`CallConv::assign`] says.
    pub(super) fn take(
        &mut self,
        convention: &'static CallConv,
        params: &[Type],
        results: &[Type],
        variadic_start: usize,
    ) -> Option<Taken> {
        let number = (params.len() * 3 + results.len()) % ENTRIES;
        let entry = &mut self.entries[number];
        let is_known = entry.convention.take().is_some_and(|known| std::ptr::eq(known, convention))
            && entry.variadic_start == variadic_start
            && entry.params == params
            && entry.results == results;
        let mut assignment = std::mem::take(&mut entry.assignment);
        if !is_known {
            assignment = convention.assign_into(assignment, params, results, variadic_start)?;
            entry.params.clear();
            entry.params.extend_from_slice(params);
            entry.results.clear();
            entry.results.extend_from_slice(results);
            entry.variadic_start = variadic_start;
        }
        Some(Taken { assignment, convention, entry: number })
    }

    /// Remembers an assignment that was taken, unless its place is another's by now.
    pub(super) fn give_back(&mut self, taken: Taken) {
        let entry = &mut self.entries[taken.entry];
        entry.assignment = taken.assignment;
        entry.convention = Some(taken.convention);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_what_the_convention_says() {
        let mut assignments = Assignments::default();
        let conventions = crate::isa::TARGETS[0].conventions;
        let signatures: [(&[Type], &[Type]); 5] = [
            (&[Type::Int32; 9], &[Type::Int64]),
            (&[Type::Int32; 9], &[Type::Double]),
            (&[Type::Double; 9], &[Type::Double]),
            (&[], &[]),
            (&[Type::Float], &[Type::Float]),
        ];
        let fixed: [fn(usize) -> usize; 3] = [|all| all, |all| all.min(1), |all| all.min(1)];
        for convention in conventions.iter().chain(conventions) {
            for (round, fixed) in fixed.into_iter().enumerate() {
                for (params, results) in signatures {
                    let fixed = fixed(params.len());
                    let found = assignments.take(convention, params, results, fixed);
                    let expected = convention.assign(params, results, fixed);
                    assert_eq!(found.as_ref().map(|taken| &taken.assignment), expected.as_ref());
                    // What nobody gives back, because something went wrong, is not known any more.
                    if let Some(taken) = found.filter(|_| round == 0 || params.len() != 1) {
                        assignments.give_back(taken);
                    }
                }
            }
        }
    }
}
