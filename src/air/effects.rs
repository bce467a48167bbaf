//! Summaries of forms for passes over the code: eight bytes each, computed at compile time.
//!
//! Most instructions read some temporaries, then write others. For those the summary replaces the operand
//! specifications and roles.

use super::opcode::{Properties, ROWS};
use super::{FORMS, Form, FormId, Kinds, Role, Timing};

/// Summary of what a form does with its operands. Sets of operands are bitsets of operand indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effects {
    /// False if the summary is not sufficient: a register is fixed or clobbered; an operand is both read and written,
    /// written early, destroyed or may be anywhere; or a result precedes a use.
    pub(crate) simple: bool,
    /// True if the form copies operand 0 to operand 1.
    pub(crate) copies: bool,
    /// True if an operand may be a stack slot.
    pub(crate) slots: bool,
    /// Temporaries that are written; all others are read.
    pub(crate) writes: u8,
    /// Operands that are read late: temporaries and addresses.
    pub(crate) late: u8,
}

/// The operand kinds whose addresses are computed from temporaries.
const ADDRESS: Kinds = Kinds::ADDR.union(Kinds::INDEX);

impl Effects {
    pub(crate) const fn new(form: &Form) -> Effects {
        let properties = ROWS[form.opcode as usize].properties;
        let copies = properties.contains(Properties::MOVE);
        let simple = form.clobbers.is_empty();
        let mut effects = Effects { simple, copies, slots: false, writes: 0, late: 0 };
        let mut i = 0;
        while i < form.operands.len() {
            let spec = form.operands[i];
            let is_tmp = form.kinds[i].contains(Kinds::TMP);
            effects.slots |= form.kinds[i].contains(Kinds::STACK);
            if matches!(spec.role.address_timing(), Timing::Late) {
                effects.late |= 1 << i;
            }
            if is_tmp && spec.role.is_def() {
                effects.writes |= 1 << i;
            } else if effects.writes != 0 && (is_tmp || form.kinds[i].intersects(ADDRESS)) {
                effects.simple = false;
            }
            let usual = matches!(spec.role, Role::Use | Role::LateUse | Role::Def | Role::ZDef);
            effects.simple &= spec.fixed().is_none() && (usual || !is_tmp);
            i += 1;
        }
        // Results of a terminal are rejected elsewhere.
        effects.simple &= effects.writes == 0 || !properties.contains(Properties::TERMINAL);
        effects
    }

    /// The summary of a form; `None` if it is not sufficient.
    #[inline]
    pub(crate) fn simple(form: FormId) -> Option<&'static Effects> {
        EFFECTS.get(form.0 as usize).filter(|effects| effects.simple)
    }
}

static EFFECTS: [Effects; FORMS.len()] = {
    let mut all = [Effects::new(&FORMS[0]); FORMS.len()];
    let mut form = 0;
    while form < all.len() {
        all[form] = Effects::new(&FORMS[form]);
        form += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_match_specifications() {
        for (form, effects) in FORMS.iter().zip(&EFFECTS) {
            let plain = |role: Role| matches!(role, Role::Use | Role::LateUse | Role::Def | Role::ZDef);
            let mut slots = false;
            for (i, spec) in form.operands.iter().enumerate() {
                let has = |set: u8| set >> i & 1 != 0;
                let is_tmp = form.kinds[i].contains(Kinds::TMP);
                slots |= form.kinds[i].intersects(Kinds::STACK);
                assert!(!effects.simple || spec.fixed().is_none(), "{form:?}");
                assert!(!effects.simple || !is_tmp || plain(spec.role), "{form:?}");
                assert_eq!(has(effects.writes), is_tmp && spec.role.is_def(), "{form:?}");
                assert_eq!(has(effects.late), spec.role.address_timing() == Timing::Late, "{form:?}");
            }
            assert_eq!(effects.slots, slots, "{form:?}");
        }
    }

    #[test]
    fn constrained_forms_are_not_simple() {
        assert!(EFFECTS.iter().filter(|effects| effects.simple).count() * 4 > FORMS.len() * 3);
        for (form, effects) in FORMS.iter().zip(&EFFECTS) {
            let constrained = !form.clobbers.is_empty()
                || form.operands.iter().any(|spec| spec.fixed().is_some() || spec.role == Role::Scratch);
            assert!(!(effects.simple && constrained), "{form:?}");
        }
    }
}
