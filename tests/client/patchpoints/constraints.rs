//! Every constraint alone and with every other one, with clobbers, in all configurations.

use super::support::*;
use barebones::base::{Reg, Type, ValueRep};
use barebones::ir::{Outcome, Procedure, ValueId};
use barebones::patchpoint::Constraint;
use barebones_testing::hostile::Spec;

const INPUTS: &[&[u64]] = &[&[1, 2], &[u64::MAX, 1], &[1 << 63, 1 << 32]];

/// The kinds of operand; `n` selects different registers and locations for several operands.
fn input_kinds(ty: Type, n: usize) -> [Constraint; 9] {
    let gp = ["rsi", "rbx", "r9", "rax"];
    let fp = ["xmm1", "xmm12", "xmm0", "xmm5"];
    let names = if ty.is_int() { gp } else { fp };
    [
        ValueRep::WarmAny,
        ValueRep::ColdAny,
        ValueRep::LateColdAny,
        ValueRep::SomeRegister,
        ValueRep::SomeRegisterWithClobber,
        ValueRep::SomeLateRegister,
        ValueRep::Register(reg(names[n % 4])),
        ValueRep::LateRegister(reg(names[n % 4])),
        ValueRep::StackArgument(8 * n as i32),
    ]
}

/// The kinds of result.
fn result_kinds(ty: Type) -> [Constraint; 4] {
    let name = if ty.is_int() { "rcx" } else { "xmm3" };
    [
        ValueRep::SomeRegister,
        ValueRep::SomeEarlyRegister,
        ValueRep::Register(reg(name)),
        ValueRep::StackArgument(64),
    ]
}

fn regs(names: &[&str]) -> Vec<Reg> {
    names.iter().map(|name| reg(name)).collect()
}

/// Sets of clobbered registers: none; the arguments'; callee-saved ones; all that are used here.
fn clobbers() -> [Vec<Reg>; 4] {
    [
        vec![],
        regs(&["rdi", "rsi", "xmm0", "xmm1"]),
        regs(&["rbx", "r12", "r15"]),
        regs(&["rax", "rcx", "rdx", "rsi", "rdi", "r9", "xmm0", "xmm1", "xmm3", "xmm12"]),
    ]
}

/// Two arguments and a constant of a type.
fn values(proc: &mut Procedure, ty: Type) -> [ValueId; 3] {
    let [x, y] = arguments(proc, [ty; 2]);
    let constant = match ty {
        Type::Int32 => proc.at(ROOT).const32(-5),
        Type::Int64 => proc.at(ROOT).const64(0x1234_5678_9abc_def0),
        Type::Float => proc.at(ROOT).const_float(-1.5),
        _ => proc.at(ROOT).const_double(2.5e100),
    };
    [x, y, constant]
}

/// Calls `each` for each kind of operand with each kind of result and each set of clobbers. Passes a number, the
/// procedure, the two arguments, the patchpoint and the index of the clobbers.
fn each_pair(ty: Type, mut each: impl FnMut(usize, Procedure, [ValueId; 2], Spec, usize)) {
    let mut number = 0;
    for (kind, input) in input_kinds(ty, 0).into_iter().enumerate() {
        for result in result_kinds(ty) {
            for (n, destroyed) in clobbers().into_iter().enumerate() {
                for early in [false, true] {
                    let mut proc = procedure();
                    let [x, y, constant] = values(&mut proc, ty);
                    let other = input_kinds(ty, 1)[(kind + n) % 9];
                    let passed = [input, input_kinds(ty, 2)[kind], other];
                    // A register that is read late cannot be an early clobber.
                    let is_late = |reg: &Reg| passed.contains(&ValueRep::LateRegister(*reg));
                    let destroyed: Vec<Reg> = destroyed.iter().copied().filter(|reg| !is_late(reg)).collect();
                    let nothing = vec![];
                    let (early, late) = if early { (destroyed, nothing) } else { (nothing, destroyed) };
                    let inputs = vec![
                        (x, input),
                        (constant, input_kinds(ty, 2)[kind]),
                        (y, ValueRep::WarmAny),
                        (x, other),
                    ];
                    let results = vec![(ty, result), (Type::Int64, ValueRep::SomeRegister)];
                    let spec = Spec { inputs, results, early, late, ..Spec::default() };
                    each(number, proc, [x, y], spec, n);
                    number += 1;
                }
            }
        }
    }
}

fn pairs(ty: Type) {
    each_pair(ty, |number, mut proc, [x, y], spec, _| {
        let value = spec.append(&mut proc, ROOT);
        return_all(&mut proc, &[x, value, y]);
        check_some(&proc, INPUTS, number);
    });
}

/// Scratch registers that an operation needs in addition if an operand is in memory.
const SCRATCH_FOR_MEMORY: u8 = if cfg!(target_arch = "aarch64") { 1 } else { 0 };

/// Counts what the tests of pairs cover: no pair is left out, alone or in forced configurations.
#[test]
fn every_pair_is_covered() {
    use std::collections::BTreeSet;
    let kind = |constraint: &Constraint| -> String {
        let text = format!("{constraint:?}");
        text.split(['(', ' ']).next().unwrap_or_default().to_string()
    };
    for ty in [Type::Int32, Type::Int64, Type::Float, Type::Double] {
        let (mut pairs, mut constants, mut twice) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (mut fixed, mut forced) = (BTreeSet::new(), BTreeSet::new());
        each_pair(ty, |number, proc, [x, _], spec, clobbers| {
            let (input, result) = (kind(&spec.inputs[0].1), kind(&spec.results[0].1));
            let early = usize::from(!spec.early.is_empty()) + 2 * usize::from(!spec.late.is_empty());
            pairs.insert((input.clone(), result.clone(), clobbers, early));
            for (value, constraint) in &spec.inputs {
                if proc.value(*value).opcode().is_constant() {
                    constants.insert((kind(constraint), result.clone()));
                }
            }
            let same: Vec<String> =
                spec.inputs.iter().filter(|(value, _)| *value == x).map(|(_, c)| kind(c)).collect();
            twice.insert((same[0].clone(), same[1].clone()));
            let named = |(_, c): &(ValueId, Constraint)| {
                matches!(c, ValueRep::Register(_) | ValueRep::LateRegister(_))
            };
            if spec.inputs.iter().any(named) {
                fixed.insert(result.clone());
            }
            for (n, options) in configurations().enumerate().filter(|(n, _)| n % 6 == number % 6) {
                forced.insert((input.clone(), result.clone(), n));
                assert!(!name(&options).is_empty());
            }
        });
        // The empty set is the same early or late: 7 of 8 differ, for each of 9 kinds with each of 4.
        assert_eq!(pairs.len(), 9 * 4 * 7, "{ty:?}");
        assert_eq!((constants.len(), fixed.len()), (9 * 4, 4), "{ty:?}");
        assert!(twice.len() >= 9 * 4, "{ty:?}: {twice:?}");
        // With each kind of result, each kind of operand is tested in many of the 21 configurations, and in all
        // unforced ones.
        assert!(forced.len() >= 9 * 4 * 20, "{ty:?}: {}", forced.len());
    }
}

#[test]
fn every_pair_of_int32() {
    pairs(Type::Int32);
}

#[test]
fn every_pair_of_int64() {
    pairs(Type::Int64);
}

#[test]
fn every_pair_of_float() {
    pairs(Type::Float);
}

#[test]
fn every_pair_of_double() {
    pairs(Type::Double);
}

/// Each kind of operand with each other one, of one value and of two.
#[test]
fn every_pair_of_operands() {
    let mut number = 0;
    for ty in [Type::Int32, Type::Double] {
        for a in input_kinds(ty, 0) {
            for b in input_kinds(ty, 1) {
                for same in [false, true] {
                    let mut proc = procedure();
                    let [x, y, constant] = values(&mut proc, ty);
                    let second = if same { x } else { y };
                    let inputs = vec![(x, a), (second, b), (constant, input_kinds(ty, 2)[1])];
                    let results = vec![(ty, ValueRep::SomeRegister)];
                    let spec = Spec { inputs, results, ..Spec::default() };
                    let value = spec.append(&mut proc, ROOT);
                    return_all(&mut proc, &[value, x, y]);
                    check_some(&proc, &INPUTS[..2], number);
                    number += 1;
                }
            }
        }
    }
}

/// An operand in an early-clobbered register is overwritten after it is read, even if the value has later uses.
#[test]
fn the_register_of_an_operand_may_be_clobbered() {
    for late_too in [false, true] {
        let mut proc = procedure();
        let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
        let early = regs(&["rdi", "rsi", "rax"]);
        let late = if late_too { regs(&["rdi"]) } else { vec![] };
        let inputs = vec![(x, ValueRep::Register(reg("rdi"))), (y, ValueRep::Register(reg("rax")))];
        let results = vec![(Type::Int64, ValueRep::SomeRegister)];
        let value = Spec { inputs, results, early, late, ..Spec::default() }.append(&mut proc, ROOT);
        return_all(&mut proc, &[x, value, y]);
        check(&proc, INPUTS);
    }
}

/// An operand that may be clobbered does not share the register of another operand, even if both are one value.
#[test]
fn a_clobbered_operand_is_not_shared() {
    let kinds =
        [ValueRep::SomeRegister, ValueRep::WarmAny, ValueRep::ColdAny, ValueRep::Register(reg("rdi"))];
    for kind in kinds {
        for lives_on in [false, true] {
            for destroyed_first in [false, true] {
                let mut proc = procedure();
                let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
                let value = proc.at(ROOT).add(x, y);
                let mut b = proc.at(ROOT);
                let builder = b.patchpoint(Type::Int64);
                let builder = match destroyed_first {
                    true => builder.input(value, ValueRep::SomeRegisterWithClobber).input(value, kind),
                    false => builder.input(value, kind).input(value, ValueRep::SomeRegisterWithClobber),
                };
                let (own, other) = if destroyed_first { (1, 2) } else { (2, 1) };
                let builder = builder.scratch_gprs(SCRATCH_FOR_MEMORY);
                let sum = builder
                    .meaning(|args| Outcome::Results(vec![args[0].wrapping_add(args[1]).wrapping_add(1)]))
                    .generator("destroy", move |masm, params| {
                        masm.add64(params.gpr(own)?, params.gpr(own)?, 1);
                        if SCRATCH_FOR_MEMORY != 0 {
                            masm.give_scratch(params.gp_scratch(0)?);
                        }
                        masm.add64(params.gpr(own)?, params.gpr(own)?, params.operand(other)?);
                        masm.mov(params.gpr(0)?, params.gpr(own)?);
                        Ok(())
                    })
                    .append();
                return_all(&mut proc, &[sum, y, if lives_on { value } else { y }]);
                check(&proc, INPUTS);
            }
        }
    }
}

#[test]
fn simple_patchpoint() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
    let sum = proc
        .at(ROOT)
        .patchpoint(Type::Int64)
        .input(x, Constraint::SomeRegister)
        .input(y, Constraint::SomeRegister)
        .meaning(|args| Outcome::Results(vec![args[0].wrapping_add(args[1])]))
        .generator("add", |masm, params| {
            masm.add64(params.gpr(0)?, params.gpr(1)?, params.gpr(2)?);
            Ok(())
        })
        .append();
    proc.at(ROOT).ret([sum]);
    check(&proc, INPUTS);
}
