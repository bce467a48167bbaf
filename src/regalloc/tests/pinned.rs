//! Pinned registers: no allocator assigns one, and the checker allows only the program to write one.

use super::cases::Builder;
use super::target::target;
use super::{ALLOCATORS, Allocator, MODES, allocate_and_check};
use crate::air::{Arg, Code, Inst, InstFlags, Opcode, OperandSpec, Role, Special, Tmp};
use crate::base::{Bank, ConvId, Features, Reg, RegSet, Width};
use crate::regalloc::{CheckErrorKind, Trace, check};

/// Code with more values than registers left, some live across a call. It writes and reads one of two pinned registers.
fn code() -> Code {
    let [set, other] = pins();
    let env = target(Features::empty()).convention(ConvId::new(0)).env.clone();
    let mut b = Builder::new();
    (b.code.pinned, b.code.saved) = (RegSet::of(&[set, other]), RegSet::of(&[set]));
    let values: Vec<Tmp> = (0..env.allocatable[Bank::Gp as usize].len()).map(|_| b.gp()).collect();
    for (i, value) in values.iter().enumerate() {
        b.push(Opcode::Move, &[Tmp::from_reg(other).into(), (*value).into()]);
        b.push(Opcode::Add64, &[(*value).into(), Arg::Imm(i as i64), (*value).into()]);
    }
    b.push(Opcode::Move, &[values[0].into(), Tmp::from_reg(set).into()]);
    let clobbers = super::target::CLOBBERED.difference(b.code.pinned);
    b.special(Opcode::Patch, Special { clobbers, ..Special::default() }, &[]);
    let read = b.gp();
    b.push(Opcode::Move, &[Tmp::from_reg(set).into(), read.into()]);
    let address = Arg::Addr { base: Tmp::from_reg(other), offset: 8 };
    for value in values.iter().chain([&read]) {
        b.push(Opcode::Move, &[(*value).into(), address]);
    }
    b.trap()
}

/// A callee-saved register and a caller-saved one.
fn pins() -> [Reg; 2] {
    let env = &target(Features::empty()).convention(ConvId::new(0)).env;
    let all = env.allocatable_set().in_bank(Bank::Gp);
    let kept = all.intersection(env.callee_saved).first().expect("a register");
    [kept, all.difference(env.callee_saved).first().expect("a register")]
}

/// Number of instructions that name a register, and of those inserted by allocation.
fn mentions(code: &Code, reg: Reg) -> [usize; 2] {
    let of = |insts: &mut dyn Iterator<Item = &Inst>| {
        insts.filter(|inst| code.buffer.args(inst).iter().any(|arg| arg.mentions(Tmp::from_reg(reg)))).count()
    };
    let insts = || code.buffer.insts.iter();
    [of(&mut insts()), of(&mut insts().filter(|inst| inst.flags.contains(InstFlags::INSERTED)))]
}

#[test]
fn allocation_leaves_them_to_the_program() {
    let code = code();
    for (allocator, forced) in ALLOCATORS.into_iter().flat_map(|a| MODES.map(|mode| (a, mode))) {
        let (allocated, _) = allocate_and_check(allocator, &code, forced, "pinned");
        for reg in pins() {
            assert_eq!(mentions(&allocated, reg), [mentions(&code, reg)[0], 0], "{allocator:?}, {forced:?}");
        }
        assert!(
            allocated.saved.contains(pins()[0]),
            "{allocator:?}, {forced:?}: the registers kept according to selection"
        );
    }
}

/// Requires that the checker reports `ForbiddenRegister` for correct code after a change.
fn forbidden(change: impl Fn(&mut Code, &mut Trace)) {
    for allocator in ALLOCATORS {
        let (mut allocated, mut trace) =
            allocate_and_check(allocator, &code(), super::Forced::None, "pinned");
        change(&mut allocated, &mut trace);
        let errors = check(&allocated, &trace).expect_err("a write");
        let is_expected = |kind| matches!(kind, CheckErrorKind::ForbiddenRegister);
        assert!(errors.iter().any(|error| is_expected(error.kind)), "{allocator:?}: {errors:?}");
    }
}

#[test]
fn only_the_program_writes_pinned_registers() {
    // A call clobbers a pinned register.
    forbidden(|code, _| {
        for id in code.specials.ids().collect::<Vec<_>>() {
            code.specials[id].clobbers.insert(pins()[1]);
        }
    });
    // A callee-saved register is written and not restored.
    forbidden(|code, _| code.saved = RegSet::EMPTY);
    // Registers that hold values become pinned.
    forbidden(|code, _| code.pinned = code.env().allocatable_set());
    // The program itself may write it.
    let mut b = Builder::new();
    b.code.pinned = RegSet::of(&pins());
    let value = b.gp();
    b.push(Opcode::Move, &[Arg::Imm(1), Tmp::from_reg(pins()[1]).into()]);
    b.special(
        Opcode::Patch,
        Special { operands: vec![OperandSpec::new(Role::Def, Bank::Gp, Width::W64)], ..Special::default() },
        &[value.into()],
    );
    b.push(Opcode::Move, &[value.into(), Tmp::from_reg(pins()[1]).into()]);
    let code = b.trap();
    allocate_and_check(Allocator::Local, &code, super::Forced::None, "named");
}

/// A dead copy of a pinned register has no location and needs none, with registers left or all of them taken.
#[test]
fn dead_copy_of_a_pinned_register_is_dropped() {
    let registers =
        target(Features::empty()).convention(ConvId::new(0)).env.allocatable[Bank::Gp as usize].len();
    for ((allocator, forced), count) in ALLOCATORS
        .into_iter()
        .flat_map(|a| MODES.map(|mode| (a, mode)))
        .flat_map(|m| [(m, 0), (m, registers)])
    {
        let mut b = Builder::new();
        b.code.pinned = RegSet::of(&pins());
        let values: Vec<Tmp> = (0..count).map(|_| b.gp()).collect();
        for value in &values {
            b.push(Opcode::Move, &[Tmp::from_reg(pins()[1]).into(), (*value).into()]);
            b.push(Opcode::Add64, &[(*value).into(), Arg::Imm(1), (*value).into()]);
        }
        let dead = b.code.add_value_tmp(Bank::Gp, true, false);
        b.push(Opcode::Move, &[Tmp::from_reg(pins()[0]).into(), dead.into()]);
        for value in &values {
            super::cases::store_of(&mut b, *value);
        }
        let (allocated, _) = allocate_and_check(allocator, &b.trap(), forced, "a dead copy");
        let unplaced =
            |slot: &Arg| matches!(slot, Arg::Stack { slot, .. } if !allocated.slots.contains(*slot));
        let args = || allocated.buffer.insts.iter().flat_map(|inst| allocated.buffer.args(inst));
        assert!(!args().any(unplaced), "{allocator:?}, {forced:?}, {count} values");
    }
}
