//! What the sweeps over the code have to know of a form: its effects, and which operands may be in slots.

use crate::air::{Effects, FORMS, FormId};
use crate::regalloc::plan::IN_SLOT;

/// The operands of a form, as sets of bits by operand.
#[derive(Clone, Copy, Debug)]
pub(in crate::regalloc) struct Summary {
    /// As [`Effects::simple`].
    pub(in crate::regalloc) simple: bool,
    /// True if it copies operand 0 to operand 1.
    pub(in crate::regalloc) copies: bool,
    /// Temporaries that are written; all others are read.
    pub(in crate::regalloc) writes: u8,
    /// What is read late: temporaries, and addresses.
    pub(in crate::regalloc) late: u8,
    /// What may be read in its slot. Nothing in copies: their results may have to stay in slots.
    pub(in crate::regalloc) in_slot: u8,
    /// The operands that would best be in the register of the result, the better one first, or twice the
    /// same; [`NO_OPERAND`] if there is none.
    pub(in crate::regalloc) users: [u8; 2],
    /// That result, or [`NO_OPERAND`].
    pub(in crate::regalloc) result: u8,
}

/// No operand.
pub(in crate::regalloc) const NO_OPERAND: u8 = u8::MAX;

const fn summary(id: usize) -> Summary {
    let Effects { simple, copies, writes, late, .. } = Effects::new(&FORMS[id]);
    let mut in_slot = 0;
    let mut i = 0;
    while i < FORMS[id].operands.len() {
        if !copies && IN_SLOT[id][i].0 != FormId::SPECIAL.0 {
            in_slot |= 1 << i;
        }
        i += 1;
    }
    let (users, result) = match FORMS[id].tied {
        Some((user, result)) if FORMS[id].commutes && user < 2 => ([user, 1 - user], result),
        Some((user, result)) => ([user; 2], result),
        None if copies => ([0; 2], 1),
        None => ([NO_OPERAND; 2], NO_OPERAND),
    };
    Summary { simple, copies, writes, late, in_slot, users, result }
}

/// The summary of each form.
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

/// The summary of a form, if it suffices.
#[inline]
pub(in crate::regalloc) fn simple(form: FormId) -> Option<&'static Summary> {
    of(form).filter(|summary| summary.simple)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::air::opcode::Properties;

    #[test]
    fn summaries_say_what_may_be_in_its_slot() {
        for (id, (form, summary)) in FORMS.iter().zip(&SUMMARIES).enumerate() {
            for i in 0..form.operands.len() {
                let in_slot = IN_SLOT[id][i] != FormId::SPECIAL && !form.opcode.has(Properties::MOVE);
                assert_eq!(summary.in_slot >> i & 1 != 0, in_slot, "{form:?}");
            }
            let (user, result) = match form.tied {
                Some((user, result)) => (user, result),
                None if form.opcode.has(Properties::MOVE) => (0, 1),
                None => (NO_OPERAND, NO_OPERAND),
            };
            assert_eq!((summary.users[0], summary.result), (user, result), "{form:?}");
            assert_eq!(summary.users[1] != user, form.commutes && user < 2, "{form:?}");
        }
    }
}
