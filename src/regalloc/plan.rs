//! The order in which the operands of each form are allocated, computed at compile time.
//!
//! Results come first, then scratches, late uses and early uses, with the tied early use before the others. Each step
//! then avoids only the registers taken by earlier steps, and an early use may reuse the register of a result.

use crate::air::opcode::{Properties, ROWS};
use crate::air::{FORMS, Form, FormId, Kinds, MAX_OPERANDS, OperandSpec, Role, Timing};

/// What the allocator does for an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Defines it late.
    Define,
    /// Defines it early.
    DefineEarly,
    /// Allocates a register that is clobbered from the early to the late point.
    Scratch,
    /// Reads it, or the registers of its address, late.
    LateUse,
    /// Reads it, or the registers of its address, early.
    EarlyUse,
    /// As `EarlyUse`, with the register of the result as preference.
    TiedUse,
}

/// The shape of a form, which selects a fast path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FormShape {
    /// `2 = 0 op 1`. Operands 0 and 2 may be temporaries and prefer one register.
    Binary,
    /// `1 = op 0`.
    Move,
    /// No operands.
    Nothing,
    /// Compares operands 1 and 2 under condition 0; no result.
    Compare,
    Other,
}

/// The operands of a form that mention temporaries, in the order of allocation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Operand and action.
    pub(super) items: [(u8, Action); MAX_OPERANDS],
    pub(super) len: u8,
    /// True if the form has fixed registers, clobbers, or an operand read and written: needs the general path.
    pub(super) constrained: bool,
    /// True if it copies operand 0 to operand 1.
    pub(super) copies: bool,
    pub(super) shape: FormShape,
    /// For operands 0 and 1: true if it prefers the register of the result.
    pub(super) ties: [bool; 2],
    /// True if it has fewer than [`MUCH_ROOM`] items, at most one result, and otherwise only uses.
    pub(super) simple: bool,
}

/// Maximum number of registers needed by a simple plan with fewer items than this: one for each operand, and one more
/// if an operand is an indexed address.
pub(super) const ROOM: usize = 4;

/// The same limit for every simple plan, selects included.
pub(super) const MUCH_ROOM: usize = 6;

const ORDER: [Action; 6] = [
    Action::Define,
    Action::DefineEarly,
    Action::Scratch,
    Action::LateUse,
    Action::TiedUse,
    Action::EarlyUse,
];

/// The kinds of operand that mention temporaries.
const WITH_TMPS: Kinds = Kinds::TMP.union(Kinds::ADDR).union(Kinds::INDEX);

const fn action(form: &Form, operand: usize) -> Action {
    let tied = match form.tied {
        Some((user, _)) => user as usize == operand || form.commutes && operand < 2,
        None => false,
    };
    match form.operands[operand].role {
        Role::Def | Role::ZDef if form.kinds[operand].contains(Kinds::TMP) => Action::Define,
        Role::EarlyDef if form.kinds[operand].contains(Kinds::TMP) => Action::DefineEarly,
        Role::Scratch => Action::Scratch,
        role if matches!(role.address_timing(), Timing::Late) => Action::LateUse,
        Role::Use if tied => Action::TiedUse,
        _ => Action::EarlyUse,
    }
}

const fn plan(form: &Form) -> Plan {
    let properties = ROWS[form.opcode as usize].properties;
    let mut plan = Plan {
        items: [(0, Action::EarlyUse); MAX_OPERANDS],
        len: 0,
        constrained: !form.clobbers.is_empty(),
        copies: properties.contains(Properties::MOVE),
        shape: FormShape::Other,
        ties: [false; 2],
        simple: false,
    };
    let mut rank = 0;
    while rank < ORDER.len() {
        let mut operand = 0;
        while operand < form.operands.len() {
            if form.kinds[operand].intersects(WITH_TMPS) && action(form, operand) as u8 == ORDER[rank] as u8 {
                plan.items[plan.len as usize] = (operand as u8, ORDER[rank]);
                plan.len += 1;
            }
            operand += 1;
        }
        rank += 1;
    }
    let mut operand = 0;
    while operand < form.operands.len() {
        let spec = form.operands[operand];
        let both = matches!(spec.role, Role::UseDef | Role::UseZDef);
        plan.constrained |= spec.fixed().is_some() || both && form.kinds[operand].contains(Kinds::TMP);
        operand += 1;
    }
    plan.ties = [ties(&plan, 0), ties(&plan, 1)];
    plan.shape = shape(form, &plan);
    plan.simple = simple(&plan, properties.contains(Properties::TERMINAL));
    plan
}

const fn simple(plan: &Plan, terminal: bool) -> bool {
    let mut results = 0;
    let mut item = 0;
    while item < plan.len as usize {
        match plan.items[item].1 {
            Action::Define => results += 1,
            Action::DefineEarly | Action::Scratch => return false,
            Action::LateUse | Action::EarlyUse | Action::TiedUse => {}
        }
        item += 1;
    }
    // Nothing can be stored after a terminal.
    !plan.constrained && (plan.len as usize) < MUCH_ROOM && results < 2 && !(terminal && results > 0)
}

const fn ties(plan: &Plan, operand: u8) -> bool {
    let mut item = 0;
    while item < plan.len as usize {
        if plan.items[item].0 == operand {
            return matches!(plan.items[item].1, Action::TiedUse);
        }
        item += 1;
    }
    false
}

const fn shape(form: &Form, plan: &Plan) -> FormShape {
    if plan.constrained {
        return FormShape::Other;
    }
    match form.operands {
        [a, b, c] => {
            let in_register = form.kinds[0].contains(Kinds::TMP) && form.kinds[2].contains(Kinds::TMP);
            if reads(*a) && reads(*b) && writes(*c) && in_register && plan.ties[0] {
                FormShape::Binary
            } else if matches!(a.role, Role::Fixed) && reads(*b) && reads(*c) {
                FormShape::Compare
            } else {
                FormShape::Other
            }
        }
        [from, to] if matches!(from.role, Role::Use) && writes(*to) => FormShape::Move,
        [] => FormShape::Nothing,
        _ => FormShape::Other,
    }
}

const fn reads(spec: OperandSpec) -> bool {
    matches!(spec.role, Role::Use | Role::LateUse)
}

const fn writes(spec: OperandSpec) -> bool {
    matches!(spec.role, Role::Def | Role::ZDef)
}

pub(super) static PLANS: [Plan; FORMS.len()] = {
    let mut plans = [plan(&FORMS[0]); FORMS.len()];
    let mut form = 0;
    while form < plans.len() {
        plans[form] = plan(&FORMS[form]);
        form += 1;
    }
    plans
};

/// True if two operands have the same role, bank, width and fixed register.
const fn same_spec(a: OperandSpec, b: OperandSpec) -> bool {
    let same_fixed = match (a.fixed(), b.fixed()) {
        (None, None) => true,
        (Some(a), Some(b)) => a.index() == b.index(),
        _ => false,
    };
    a.role as u8 == b.role as u8
        && a.bank as u8 == b.bank as u8
        && a.width as u8 == b.width as u8
        && same_fixed
}

/// The form of the same opcode that differs from `form` only in reading `operand` from a slot.
const fn in_slot(form: usize, operand: usize) -> FormId {
    let from = &FORMS[form];
    let mut other = form as isize;
    while other > 0 && FORMS[other as usize - 1].opcode as u16 == from.opcode as u16 {
        other -= 1;
    }
    let mut to = other as usize;
    while to < FORMS.len() && FORMS[to].opcode as u16 == from.opcode as u16 {
        let candidate = &FORMS[to];
        let mut fits = candidate.arch as u8 == from.arch as u8
            && from.features.contains(candidate.features)
            && candidate.operands.len() == from.operands.len()
            && candidate.kinds[operand].contains(Kinds::STACK)
            && candidate.operands[operand].role.is_use()
            && candidate.operands[operand].width as u8 == from.operands[operand].width as u8;
        let mut other = 0;
        while fits && other < from.operands.len() {
            if other != operand {
                fits = candidate.kinds[other].contains(from.kinds[other])
                    && same_spec(candidate.operands[other], from.operands[other]);
            }
            other += 1;
        }
        if fits {
            return FormId(to as u16);
        }
        to += 1;
    }
    FormId::SPECIAL
}

/// For each form and register use: the same form with this operand in a slot, or [`FormId::SPECIAL`].
pub(super) static IN_SLOT: [[FormId; MAX_OPERANDS]; FORMS.len()] = {
    let mut table = [[FormId::SPECIAL; MAX_OPERANDS]; FORMS.len()];
    let mut form = 0;
    while form < table.len() {
        let mut operand = 0;
        while operand < FORMS[form].operands.len() {
            let role = FORMS[form].operands[operand].role;
            if matches!(role, Role::Use | Role::LateUse) && FORMS[form].kinds[operand].contains(Kinds::TMP) {
                table[form][operand] = in_slot(form, operand);
            }
            operand += 1;
        }
        form += 1;
    }
    table
};

/// For each copying form: the same form with its result in a slot, or [`FormId::SPECIAL`].
pub(super) static TO_SLOT: [FormId; FORMS.len()] = {
    let mut table = [FormId::SPECIAL; FORMS.len()];
    let mut form = 0;
    while form < table.len() {
        let from = &FORMS[form];
        if PLANS[form].copies && from.operands.len() == 2 && matches!(from.operands[1].role, Role::Def) {
            let mut to = FORMS.len();
            while to > 0 {
                to -= 1;
                let candidate = &FORMS[to];
                let fits = candidate.opcode as u16 == from.opcode as u16
                    && candidate.arch as u8 == from.arch as u8
                    && from.features.contains(candidate.features)
                    && candidate.operands.len() == 2
                    && candidate.kinds[0].contains(from.kinds[0])
                    && same_spec(candidate.operands[0], from.operands[0])
                    && candidate.kinds[1].contains(Kinds::STACK)
                    && same_spec(candidate.operands[1], from.operands[1]);
                if fits {
                    table[form] = FormId(to as u16); // the search runs backward, so the first match wins
                }
            }
        }
        form += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::air::Opcode;

    #[test]
    fn no_operand_is_either_temporary_or_address() {
        for form in &FORMS {
            for kinds in form.kinds {
                assert!(!(kinds.contains(Kinds::TMP) && kinds.intersects(Kinds::MEMORY)), "{form:?}");
            }
        }
    }

    #[test]
    fn results_come_before_uses_and_late_uses_before_early_ones() {
        for (form, plan) in FORMS.iter().zip(&PLANS) {
            let rank = |action: Action| ORDER.iter().position(|a| *a == action);
            let items = &plan.items[..plan.len as usize];
            assert!(items.is_sorted_by_key(|item| rank(item.1)), "{form:?}");
            let with_tmps = form.kinds.iter().filter(|kinds| kinds.intersects(WITH_TMPS)).count();
            assert_eq!(items.len(), with_tmps, "{form:?}");
        }
    }

    #[test]
    fn adding_from_a_slot_reads_it_late() {
        let form = |kinds: [Kinds; 3]| {
            let found = FORMS.iter().position(|f| f.opcode == Opcode::Add32 && f.kinds[..3] == kinds);
            FormId(found.expect("in the table") as u16)
        };
        let all = form([Kinds::TMP; 3]);
        assert_eq!(IN_SLOT[all.0 as usize][1], form([Kinds::TMP, Kinds::MEMORY, Kinds::TMP]));
        assert_eq!(IN_SLOT[all.0 as usize][0], form([Kinds::MEMORY, Kinds::TMP, Kinds::TMP]));
        assert_eq!(IN_SLOT[all.0 as usize][2], FormId::SPECIAL);
    }

    #[test]
    fn shapes_and_ties() {
        let all = |opcode: Opcode, len: usize| {
            let tmps = |f: &Form| f.kinds[..len].iter().all(|kinds| *kinds == Kinds::TMP);
            let found = FORMS.iter().position(|f| f.opcode == opcode && f.operands.len() == len && tmps(f));
            PLANS[found.expect("in the table")]
        };
        let add = all(Opcode::Add64, 3);
        assert_eq!((add.shape, add.ties), (FormShape::Binary, [true, true]));
        // `b` must survive the copy of `a` to the result, so `b` cannot be in that register.
        let sub = all(Opcode::Sub64, 3);
        assert_eq!((sub.shape, sub.ties), (FormShape::Binary, [true, false]));
        assert_eq!(all(Opcode::Move32, 2).shape, FormShape::Move);
        let compares = |f: &Form| f.opcode == Opcode::Branch32 && f.kinds[1] == Kinds::TMP;
        let branch = FORMS.iter().position(compares).expect("in the table");
        assert_eq!(PLANS[branch].shape, FormShape::Compare);
        // Fixed registers, clobbers and scratches take the general path.
        for (form, plan) in FORMS.iter().zip(&PLANS) {
            let simple = form.clobbers.is_empty()
                && form.operands.iter().all(|spec| {
                    spec.fixed().is_none()
                        && matches!(
                            spec.role,
                            Role::Use | Role::LateUse | Role::Def | Role::ZDef | Role::Fixed
                        )
                });
            assert!(simple || plan.shape == FormShape::Other, "{form:?}");
        }
    }

    #[test]
    fn copies_of_registers_may_end_in_a_slot() {
        let form = |opcode: Opcode, kinds: [Kinds; 2]| {
            let fits = |f: &Form| {
                f.opcode == opcode && f.kinds[0].contains(kinds[0]) && f.kinds[1].contains(kinds[1])
            };
            FormId(FORMS.iter().position(fits).expect("in the table") as u16)
        };
        for opcode in [Opcode::Move, Opcode::MoveFloat, Opcode::MoveDouble] {
            let (copy, store) = (form(opcode, [Kinds::TMP; 2]), form(opcode, [Kinds::TMP, Kinds::STACK]));
            assert_eq!(TO_SLOT[copy.0 as usize], store);
            let load = form(opcode, [Kinds::STACK, Kinds::TMP]);
            assert_eq!(TO_SLOT[load.0 as usize], FormId::SPECIAL, "no copy is from slot to slot");
        }
        let widening = form(Opcode::Move32, [Kinds::TMP; 2]);
        assert_eq!(TO_SLOT[widening.0 as usize], FormId::SPECIAL, "the slot would keep its upper half");
    }

    #[test]
    fn one_operand_at_most_is_in_a_slot() {
        for table in IN_SLOT.iter() {
            for form in table.iter().filter_map(|id| id.get().map(|_| id.0 as usize)) {
                assert!(IN_SLOT[form].iter().all(|id| *id == FormId::SPECIAL), "{:?}", FORMS[form]);
            }
        }
    }
}
