//! Rules for checks and their hidden instructions.

use super::{At, Report, Rule};
use crate::air::{Arg, Code, ExitCause, Form, Opcode, OperandSpec, Role, Special, Timing, find_form};

/// Checks an instruction with a special, whose operands after the special are `args`.
pub(super) fn check(code: &Code, at: At<'_>, special: &Special, args: &[Arg], report: &mut Report<'_>) {
    let Some(id) = special.hidden else {
        if at.inst.opcode == Opcode::Check {
            report.inst(Rule::Hidden, at, String::from("it has no hidden instruction"));
        }
        return;
    };
    let hidden = id.get().and_then(|form| Some((form, form.opcode.exit_cause()?)));
    let hidden = hidden.filter(|(form, exit_cause)| {
        let roles = special.operands.get(..form.operands.len());
        at.inst.opcode == Opcode::Check && has_result(form, *exit_cause) && roles == Some(form.operands)
    });
    let Some((form, exit_cause)) = hidden else {
        return report.inst(Rule::Hidden, at, format!("{} hides {id:?}", at.inst.opcode.name()));
    };
    let (Some(own), Some(others)) = (args.get(..form.operands.len()), args.get(form.operands.len()..)) else {
        return;
    };
    let (arch, features) = (code.target.desc.arch, code.target.features);
    let admits = match code.allocated {
        true => find_form(form.opcode, arch, features, own).is_some(),
        false => own.iter().zip(form.kinds).all(|(arg, kinds)| arg.kinds().intersects(kinds)),
    };
    // Undoing the operation reads its operands again, and client memory may have changed.
    let undone_in_memory = exit_cause == ExitCause::UndoableOverflow
        && own.iter().any(|arg| arg.is_memory() && !matches!(arg, Arg::Stack { .. }));
    if !admits || undone_in_memory {
        report.inst(Rule::HiddenForm, at, format!("{} does not admit the operands", form.opcode.name()));
    }
    if form.arch != arch || !features.contains(form.features) {
        report.inst(Rule::FormTarget, at, format!("its form needs {:?} with {:?}", form.arch, form.features));
    }
    let (Some((result, own_uses)), Some(spec)) = (own.split_last(), form.operands.last()) else { return };
    if exit_cause == ExitCause::Condition {
        return;
    }
    for (n, (arg, other)) in others.iter().zip(&special.operands[own.len()..]).enumerate() {
        let undone =
            exit_cause == ExitCause::UndoableOverflow && other.width <= spec.width && own_uses.contains(arg);
        let lost = arg == result || !code.allocated;
        if is_read_early(arg, other) && lost && !undone {
            let n = n + own.len() + 1;
            report.inst(Rule::ReadAfter, at, format!("operand {n} may be overwritten before it is read"));
        }
    }
}

/// True if the form has a result exactly when it hides arithmetic.
fn has_result(form: &Form, exit_cause: ExitCause) -> bool {
    let last = form.operands.last().map(|spec| spec.role);
    (exit_cause == ExitCause::Condition) != matches!(last, Some(Role::Def | Role::ZDef))
}

fn is_read_early(arg: &Arg, spec: &OperandSpec) -> bool {
    arg.as_tmp().is_some() && spec.role.use_timing() == Some(Timing::Early)
}
