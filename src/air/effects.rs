//! What passes over the code have to know of most forms, in eight bytes, worked out at compile time.
//!
//! Most instructions only read some temporaries and then write others. For them this is all, and neither
//! specifications of operands nor roles are looked at.

use super::opcode::{Properties, ROWS};
use super::{FORMS, Form, FormId, Kinds, Role, Timing};

/// What a form does with its operands, which are bits in sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effects {
    /// False if registers are fixed or clobbered, operands read as well as written, written early or destroyed,
    /// or free to be anywhere, or if a result stands before an operand: what is here does not suffice.
    pub(crate) simple: bool,
    /// True if it copies operand 0 to operand 1.
    pub(crate) copies: bool,
    /// True if an operand may be in a slot.
    pub(crate) slots: bool,
    /// Temporaries that are written; all others are read.
    pub(crate) writes: u8,
    /// What is read late: temporaries, and addresses.
    pub(crate) late: u8,
}

/// The kinds of operand that read temporaries to make an address.
const ADDRESS: Kinds = Kinds::ADDR.union(Kinds::INDEX);

impl Effects {
    /// What a form does.
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
        // A result that comes with the end of a block is refused elsewhere.
        effects.simple &= effects.writes == 0 || !properties.contains(Properties::TERMINAL);
        effects
    }

    /// What a form does; `None` if that does not suffice.
    #[inline]
    pub(crate) fn simple(form: FormId) -> Option<&'static Effects> {
        EFFECTS.get(form.0 as usize).filter(|effects| effects.simple)
    }
}

/// The effects of each form.
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
    fn effects_say_what_specifications_say() {
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
    fn most_forms_are_simple_and_those_with_constraints_are_not() {
        assert!(EFFECTS.iter().filter(|effects| effects.simple).count() * 4 > FORMS.len() * 3);
        for (form, effects) in FORMS.iter().zip(&EFFECTS) {
            let constrained = !form.clobbers.is_empty()
                || form.operands.iter().any(|spec| spec.fixed().is_some() || spec.role == Role::Scratch);
            assert!(!(effects.simple && constrained), "{form:?}");
        }
    }
}
