//! The checks detect faults: code for one case, checked against another.

use super::check::Checker;
use super::emitted::emit;
use super::operands::{Case, forms};
use barebones::air::{Arg, FormId, Kinds, Opcode, SlotId, Tmp};
use barebones::base::{IntCondition, Reg, TrapCode};
use barebones::isa::x64::registers::*;

fn t(reg: Reg) -> Arg {
    Arg::Tmp(Tmp::from_reg(reg))
}

fn at(base: Reg, offset: i32) -> Arg {
    Arg::Addr { base: Tmp::from_reg(base), offset }
}

fn form(opcode: Opcode, kinds: &[Kinds], features: bool) -> FormId {
    let fits = |form: &barebones::air::Form| {
        let all = kinds.iter().zip(&form.kinds).all(|(kind, admitted)| admitted.contains(*kind));
        form.opcode == opcode && form.features.is_empty() != features && all
    };
    forms().find(|(_, form)| fits(form)).map(|(id, _)| id).expect("the table has it")
}

fn case(opcode: Opcode, kinds: &[Kinds], args: &[Arg], next: Option<u32>) -> Case {
    let form = form(opcode, kinds, false);
    Case { form, args: args.to_vec(), successors: vec![9, 4], next, traps: false }
}

/// Failures found if this code is checked as that of the other case.
fn found(code: &Case, checked: &Case) -> String {
    let emitted = emit(std::slice::from_ref(code)).expect("can be emitted");
    let form = checked.form.get().expect("a form of the table");
    let failures = Checker::new().check(form, std::slice::from_ref(checked), &emitted);
    failures.into_iter().map(|(_, failure)| failure + "\n").collect()
}

const T: Kinds = Kinds::TMP;
const M: Kinds = Kinds::ADDR;

#[test]
fn right_code_is_right() {
    let add = case(Opcode::Add32, &[T, T, T], &[t(RAX), t(R9), t(R12)], None);
    assert_eq!(found(&add, &add), "");
}

#[test]
fn wrong_registers_are_found() {
    let add = |a, b, c| case(Opcode::Add32, &[T, T, T], &[t(a), t(b), t(c)], None);
    let report = found(&add(RAX, R9, RAX), &add(RAX, R9, R12));
    assert!(report.contains("besides its results") && report.contains("does not write"), "{report}");
    let report = found(&add(RAX, R9, R12), &add(RAX, R10, R12));
    assert!(report.contains("is no operand") && report.contains("never reads"), "{report}");
}

/// The code is unchanged, but the form requires the operand until the end.
#[test]
fn broken_timings_are_found() {
    let args = [t(RAX), t(R9), t(R9)];
    let sub = case(Opcode::Sub32, &[T, T, T], &args, None);
    assert!(found(&sub, &sub).contains("breaks the timings"));
    let load = case(Opcode::Add64, &[T, M, T], &[t(RAX), at(R12, 8), t(R12)], None);
    let report = found(&load, &load);
    assert!(report.contains("the address is overwritten"), "{report}");
}

#[test]
fn wrong_memory_is_found() {
    let load = |address| case(Opcode::Add64, &[T, M, T], &[t(RAX), address, t(RDX)], None);
    assert_eq!(found(&load(at(R12, 8)), &load(at(R12, 8))), "");
    let report = found(&load(at(R12, 8)), &load(at(R12, 16)));
    assert!(report.contains("a load besides") && report.contains("0 accesses"), "{report}");
    let store = |to| case(Opcode::Move, &[T, M], &[t(RAX), to], None);
    let report = found(&store(at(RBX, 0)), &store(at(RBX, 1)));
    assert!(report.contains("a store besides"), "{report}");
    let report = found(&load(at(RBP, -16)), &load(Arg::Stack { slot: SlotId::new(0), offset: 0 }));
    assert_eq!(report, "", "a slot is memory at the frame pointer");
}

#[test]
fn wrong_sizes_and_kinds_are_found() {
    let load = |opcode| case(opcode, &[T, M, T], &[t(RAX), at(R12, 8), t(RDX)], None);
    assert!(found(&load(Opcode::Add64), &load(Opcode::Add32)).contains("another size"));
    assert!(found(&load(Opcode::And32), &load(Opcode::Or32)).contains("unexpected instruction"));
    let stored = case(Opcode::Move, &[T, M], &[t(RAX), at(R12, 8)], None);
    let loaded = case(Opcode::Move, &[M, T], &[at(R12, 8), t(RAX)], None);
    assert!(found(&stored, &loaded).contains("accessed otherwise"));
}

#[test]
fn wrong_exits_are_found() {
    let condition = Arg::IntCondition(IntCondition::LessThan);
    let branch =
        |next| case(Opcode::Branch32, &[Kinds::INT_CONDITION, T, T], &[condition, t(RAX), t(RDX)], next);
    assert_eq!(found(&branch(Some(9)), &branch(Some(9))), "");
    assert!(found(&branch(Some(9)), &branch(Some(4))).contains("instead of"));
    assert!(found(&branch(Some(4)), &branch(None)).contains("instead of"));
}

#[test]
fn wrong_traps_are_found() {
    let trap = |code| {
        let args = [Arg::IntCondition(IntCondition::LessThan), t(RAX), t(RDX), Arg::Trap(code)];
        case(Opcode::TrapIf32, &[Kinds::INT_CONDITION, T, T, Kinds::TRAP], &args, None)
    };
    let unreachable = trap(TrapCode::Unreachable);
    assert_eq!(found(&unreachable, &unreachable), "");
    assert!(found(&unreachable, &trap(TrapCode::NullReference)).contains("traps with"));
    let load = case(Opcode::Move, &[M, T], &[at(R12, 8), t(RAX)], None);
    let trapping = Case { traps: true, ..load.clone() };
    assert_eq!(found(&trapping, &trapping), "");
    assert!(found(&load, &trapping).contains("no trap site"));
    assert!(found(&trapping, &load).contains("a trap site too many"));
}
