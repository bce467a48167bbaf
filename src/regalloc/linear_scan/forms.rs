//! Summary of each form for the sweeps over the code: effects, and operands that may be in slots.

use super::accesses::{COPIES, IN_SLOT, LATE, TMP_COPY, WRITES};
use crate::air::{Effects, FORMS, FormId, Kinds, MAX_OPERANDS};
use crate::regalloc::plan;

/// The operands of a form, as bitsets.
#[derive(Clone, Copy, Debug)]
pub(in crate::regalloc) struct Summary {
    /// As [`Effects::simple`].
    pub(in crate::regalloc) simple: bool,
    /// True if it copies operand 0 to operand 1.
    pub(in crate::regalloc) copies: bool,
    /// Temporaries that are written; all others are read.
    pub(in crate::regalloc) writes: u8,
    /// Temporaries and addresses that are read late.
    pub(in crate::regalloc) late: u8,
    /// Operands that may be read from their slots. Empty for copies, whose results may have to stay in slots.
    pub(in crate::regalloc) in_slot: u8,
    /// The same for each operand that is a temporary, as flags of [`super::accesses`].
    pub(in crate::regalloc) accesses: [u8; MAX_OPERANDS],
    /// The operands that prefer the result's register, better one first; twice the same, or [`NO_OPERAND`].
    pub(in crate::regalloc) users: [u8; 2],
    /// The result, or [`NO_OPERAND`].
    pub(in crate::regalloc) result: u8,
}
pub(in crate::regalloc) const NO_OPERAND: u8 = u8::MAX;
const fn is_tmp(id: usize, operand: usize) -> bool {
    FORMS[id].kinds[operand].contains(Kinds::TMP)
}

const fn summary(id: usize) -> Summary {
    let Effects { simple, copies, writes, late, .. } = Effects::new(&FORMS[id]);
    let mut in_slot = 0;
    let mut accesses = [0; MAX_OPERANDS];
    let mut i = 0;
    while i < FORMS[id].operands.len() {
        if !copies && plan::IN_SLOT[id][i].0 != FormId::SPECIAL.0 {
            in_slot |= 1 << i;
            accesses[i] |= IN_SLOT;
        }
        if writes >> i & 1 != 0 {
            accesses[i] |= WRITES | LATE;
        } else if late >> i & 1 != 0 {
            accesses[i] |= LATE;
        }
        if copies {
            accesses[i] |= if is_tmp(id, 0) && is_tmp(id, 1) { COPIES | TMP_COPY } else { COPIES };
        }
        i += 1;
    }
    let (users, result) = match FORMS[id].tied {
        Some((user, result)) if FORMS[id].commutes && user < 2 => ([user, 1 - user], result),
        Some((user, result)) => ([user; 2], result),
        None if copies => ([0; 2], 1),
        None => ([NO_OPERAND; 2], NO_OPERAND),
    };
    Summary { simple, copies, writes, late, in_slot, accesses, users, result }
}

static SUMMARIES: [Summary; FORMS.len()] = {
    let mut summaries = [summary(0); FORMS.len()];
    let mut form = 0;
    while form < summaries.len() {
        summaries[form] = summary(form);
        form += 1;
    }
    summaries
};

/// The summary of a form; `None` for [`FormId::SPECIAL`].
pub(in crate::regalloc) fn of(form: FormId) -> Option<&'static Summary> {
    SUMMARIES.get(form.0 as usize)
}

/// The summary of a form without constraints; `None` for any other.
#[inline]
pub(in crate::regalloc) fn simple(form: FormId) -> Option<&'static Summary> {
    of(form).filter(|summary| summary.simple)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::air::opcode::Properties;

    #[test]
    fn summaries_describe_slot_operands() {
        for (id, (form, summary)) in FORMS.iter().zip(&SUMMARIES).enumerate() {
            for i in 0..form.operands.len() {
                let in_slot = plan::IN_SLOT[id][i] != FormId::SPECIAL && !form.opcode.has(Properties::MOVE);
                assert_eq!(summary.in_slot >> i & 1 != 0, in_slot, "{form:?}");
            }
            let (user, result) = match form.tied {
                Some((user, result)) => (user, result),
                None if form.opcode.has(Properties::MOVE) => (0, 1),
                None => (NO_OPERAND, NO_OPERAND),
            };
            assert_eq!((summary.users[0], summary.result), (user, result), "{form:?}");
            // The form alone determines whether a copy is between temporaries.
            let mixed = |kinds: Kinds| kinds.contains(Kinds::TMP) && kinds != Kinds::TMP;
            assert!(!summary.copies || !form.kinds[..2].iter().any(|kinds| mixed(*kinds)), "{form:?}");
            assert_eq!(summary.users[1] != user, form.commutes && user < 2, "{form:?}");
        }
    }
}
