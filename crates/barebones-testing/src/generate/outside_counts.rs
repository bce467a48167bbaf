//! Counts of accesses outside stack slots.

/// How the address of a slot is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hiding {
    AddZero,
    AddTwice,
    Mask,
    SelectConstant,
    SelectEqual,
    SelectUnknown,
    Phi,
    Variable,
    Memory,
    Identity,
}

/// A description of each, for reports.
pub(super) const HIDINGS: [(Hiding, &str); 10] = [
    (Hiding::AddZero, "an addition of zero"),
    (Hiding::AddTwice, "additions that cancel out"),
    (Hiding::Mask, "a mask"),
    (Hiding::SelectConstant, "a Select of a constant predicate"),
    (Hiding::SelectEqual, "a Select of equal addresses"),
    (Hiding::SelectUnknown, "a Select"),
    (Hiding::Phi, "a Phi"),
    (Hiding::Variable, "a variable"),
    (Hiding::Memory, "memory"),
    (Hiding::Identity, "an Identity"),
];

/// Number of accesses outside slots by what hides the slot's address, and of each kind of access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct OutsideCounts {
    pub(super) hidings: [u64; HIDINGS.len()],
    pub(super) accesses: [u64; ACCESSES.len()],
}

/// Kinds of accesses.
const ACCESSES: [&str; 3] = ["loads", "stores", "atomic accesses"];

impl OutsideCounts {
    pub(super) fn merge(&mut self, other: &OutsideCounts) {
        self.hidings.iter_mut().zip(other.hidings).for_each(|(to, from)| *to += from);
        self.accesses.iter_mut().zip(other.accesses).for_each(|(to, from)| *to += from);
    }

    /// Description and count of each kind.
    pub(super) fn counts(&self) -> impl Iterator<Item = (String, u64)> {
        let hidings = HIDINGS.iter().zip(self.hidings);
        let hidings =
            hidings.map(|((_, name), count)| (format!("accesses outside slots through {name}"), count));
        let accesses = ACCESSES.iter().zip(self.accesses);
        hidings.chain(accesses.map(|(name, count)| (format!("{name} outside slots"), count)))
    }
}
