//! Cache of argument and result locations by signature: most calls of a procedure share a few signatures.

use crate::base::{Assignment, CallConv, Type};

/// Number of cache entries; a power of two.
const ENTRIES: usize = 64;

/// Direct-mapped cache of assignments of calling conventions, indexed by a hash of the signature.
pub(super) struct Assignments {
    entries: Box<[Entry]>,
}

impl Default for Assignments {
    fn default() -> Assignments {
        Assignments { entries: (0..ENTRIES).map(|_| Entry::default()).collect() }
    }
}

#[derive(Default)]
struct Entry {
    /// `None` for an empty entry.
    convention: Option<&'static CallConv>,
    params: Vec<Type>,
    results: Vec<Type>,
    variadic_start: usize,
    assignment: Assignment,
}

/// An assignment in the cache; valid until the next [`Assignments::find`].
#[derive(Clone, Copy)]
pub(super) struct AssignmentIndex(usize);

impl Assignments {
    /// Returns the cached result of [`CallConv::assign`], or computes it.
    pub(super) fn find(
        &mut self,
        convention: &'static CallConv,
        params: &[Type],
        results: &[Type],
        variadic_start: usize,
    ) -> Option<AssignmentIndex> {
        let types = params.iter().chain(results);
        let mixed = types.fold(params.len(), |mixed, ty| mixed.wrapping_mul(3) + usize::from(ty.bits()));
        let number = mixed % ENTRIES;
        let entry = &mut self.entries[number];
        let is_known = entry.convention.is_some_and(|known| std::ptr::eq(known, convention))
            && entry.variadic_start == variadic_start
            && entry.params == params
            && entry.results == results;
        if !is_known {
            entry.convention = None;
            let memory = std::mem::take(&mut entry.assignment);
            entry.assignment = convention.assign_into(memory, params, results, variadic_start)?;
            entry.params.clear();
            entry.params.extend_from_slice(params);
            entry.results.clear();
            entry.results.extend_from_slice(results);
            (entry.variadic_start, entry.convention) = (variadic_start, Some(convention));
        }
        Some(AssignmentIndex(number))
    }

    /// The assignment that was found last.
    #[inline(always)]
    pub(super) fn get(&self, found: AssignmentIndex) -> &Assignment {
        &self.entries[found.0].assignment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_assignments_match_the_convention() {
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
        let many = [Type::Int64; 200];
        for convention in conventions.iter().chain(conventions) {
            let mut check = |params: &[Type], results: &[Type], fixed: usize| {
                let found = assignments.find(convention, params, results, fixed);
                let expected = convention.assign(params, results, fixed);
                assert_eq!(found.map(|found| assignments.get(found)), expected.as_ref());
                expected.is_some()
            };
            for fixed in fixed {
                for (params, results) in signatures {
                    assert!(check(params, results, fixed(params.len())));
                }
            }
            // A signature without assignment leaves no stale entry.
            for count in 0..many.len() {
                check(&[], &many[..count], 0);
                signatures.iter().for_each(|(params, results)| assert!(check(params, results, params.len())));
            }
        }
    }
}
