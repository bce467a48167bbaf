//! Tests with small procedures built by hand.

mod calls;
mod control;
mod exits;
mod invalid;
mod opcodes;
mod pinned;
mod storage;
mod unspecified;
mod vectors;

use super::*;
use crate::base::{
    Arch, CallConv, ConvId, Features, Reg, RegEnv, RegNames, RegSet, StackArgs, Target, TargetDesc, Variadic,
};
use crate::ir::BlockId;

const GP: &[Reg] = &[Reg::gp(7), Reg::gp(6), Reg::gp(2), Reg::gp(1), Reg::gp(8), Reg::gp(9)];
const FP: &[Reg] = &[Reg::fp(0), Reg::fp(1), Reg::fp(2), Reg::fp(3)];

const C: CallConv = CallConv {
    name: "c",
    args_gp: GP,
    args_fp: FP,
    positional: false,
    results_gp: &[Reg::gp(0)],
    results_fp: &[Reg::fp(0)],
    result_area: false,
    clobbered: RegSet::EMPTY,
    clobbered_high: RegSet::EMPTY,
    callee_saved: RegSet::EMPTY,
    env: RegEnv { allocatable: [GP, FP], callee_saved: RegSet::EMPTY, saved_bytes: [8, 16] },
    stack_args: StackArgs::Words,
    variadic: Variadic::Same,
    shadow_space: 0,
    red_zone: 0,
    stack_align: 16,
    passes_vectors: true,
    callee_pops: false,
    shares_pinned: false,
    probe_interval: 4096,
};

/// A combination of Windows (positional registers, shadow space) and the internal convention.
const OTHER: CallConv = CallConv {
    name: "other",
    positional: true,
    shadow_space: 32,
    result_area: true,
    callee_pops: true,
    shares_pinned: true,
    ..C
};

static MACHINE: TargetDesc = TargetDesc {
    name: "test",
    triple: "test",
    arch: Arch::X64,
    names: &RegNames { gp: &[], fp: &[] },
    conventions: &[C, OTHER],
    frame_pointer: Reg::gp(5),
    stack_pointer: Reg::gp(4),
    pinnable: RegSet::of(&[Reg::gp(12), Reg::gp(13), Reg::fp(8)]),
    baseline: Features::empty(),
    is_legal_immediate: |_, _, _| true,
    reaches: |_, _| true,
    has_lea: false,
    saturates: true,
    is_two_address: false,
    shrink_wrapping: true,
};

const OTHER_CONV: ConvId = ConvId::new(1);
const I32: Type = Type::Int32;
const I64: Type = Type::Int64;
const F32: Type = Type::Float;
const F64: Type = Type::Double;

/// An empty procedure with this name and its root.
fn procedure(name: &str) -> (Procedure, BlockId) {
    let mut proc = Procedure::new(&Target::baseline(&MACHINE));
    proc.name = name.to_string();
    let root = proc.add_block();
    (proc, root)
}

#[track_caller]
fn run_with(procs: &[Procedure], args: &[(Type, u64)], host: &mut dyn Host, limits: Limits) -> Execution {
    Interpreter::of(procs).unwrap().call(&procs[0].name, args, host, limits).unwrap()
}

#[track_caller]
fn run(procs: &[Procedure], args: &[(Type, u64)]) -> Execution {
    run_with(procs, args, &mut SandboxHost::new(), Limits { steps: 100_000, depth: 1000 })
}

/// Calls the first procedure; it must return, without observing unspecified bits. Returns the bits of its results.
#[track_caller]
fn results(procs: &[Procedure], args: &[(Type, u64)]) -> Vec<u64> {
    let execution = run(procs, args);
    assert_eq!(execution.unspecified, None);
    returned(execution)
}

#[track_caller]
fn returned(execution: Execution) -> Vec<u64> {
    match execution.outcome {
        Outcome::Returned(results) => results.into_iter().map(|(_, bits)| bits).collect(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn result(procs: &[Procedure], args: &[(Type, u64)]) -> u64 {
    results(procs, args)[0]
}

#[track_caller]
fn undefined(execution: Execution, word: &str) {
    match execution.outcome {
        Outcome::Undefined { why, .. } => assert!(why.contains(word), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn traps(execution: Execution, expected: TrapCode) {
    match execution.outcome {
        Outcome::Trap { code, .. } => assert_eq!(code, expected),
        other => panic!("{other:?}"),
    }
}
