//! A target like x86-64 under System V, for tests of code that must not depend on any target.

use crate::base::{
    Arch, CallConv, Features, Reg, RegEnv, RegNames, RegSet, StackArgs, Target, TargetDesc, Variadic,
};

const fn gp<const N: usize>(numbers: [u8; N]) -> [Reg; N] {
    let mut regs = [Reg::gp(0); N];
    let mut i = 0;
    while i < N {
        regs[i] = Reg::gp(numbers[i]);
        i += 1;
    }
    regs
}

const fn fp<const N: usize>() -> [Reg; N] {
    let mut regs = [Reg::fp(0); N];
    let mut i = 0;
    while i < N {
        regs[i] = Reg::fp(i as u8);
        i += 1;
    }
    regs
}

pub(super) const FRAME_POINTER: Reg = Reg::gp(5);
pub(super) const CALLEE_SAVED: Reg = Reg::gp(3);
pub(super) static GP_ARGS: [Reg; 6] = gp([7, 6, 2, 1, 8, 9]);
pub(super) static FP_ARGS: [Reg; 8] = fp();
static GP_RESULTS: [Reg; 2] = gp([0, 2]);
static FP_RESULTS: [Reg; 2] = fp();
static GP_ALL: [Reg; 14] = gp([0, 1, 2, 6, 7, 8, 9, 10, 11, 3, 14, 15, 12, 13]);
static FP_ALL: [Reg; 16] = fp();
const SAVED: RegSet = RegSet::of(&gp([3, 12, 13, 14, 15]));
pub(super) const CLOBBERED: RegSet =
    RegSet::of(&gp([0, 1, 2, 6, 7, 8, 9, 10, 11])).union(RegSet::of(&fp::<16>()));

static CONVENTIONS: [CallConv; 1] = [CallConv {
    name: "test",
    args_gp: &GP_ARGS,
    args_fp: &FP_ARGS,
    positional: false,
    results_gp: &GP_RESULTS,
    results_fp: &FP_RESULTS,
    result_area: false,
    clobbered: CLOBBERED,
    clobbered_high: RegSet::EMPTY,
    callee_saved: SAVED.union(RegSet::of(&[FRAME_POINTER])),
    env: RegEnv { allocatable: [&GP_ALL, &FP_ALL], callee_saved: SAVED, saved_bytes: [8, 16] },
    stack_args: StackArgs::Words,
    variadic: Variadic::Same,
    shadow_space: 0,
    red_zone: 0,
    stack_align: 16,
    passes_vectors: true,
    callee_pops: false,
    shares_pinned: false,
    probe_interval: 4096,
}];

static NAMES: RegNames = RegNames { gp: &[], fp: &[] };

static DESC: TargetDesc = TargetDesc {
    name: "test",
    triple: "test",
    arch: Arch::X64,
    names: &NAMES,
    conventions: &CONVENTIONS,
    frame_pointer: FRAME_POINTER,
    stack_pointer: Reg::gp(4),
    pinnable: SAVED,
    baseline: Features::empty(),
    is_legal_immediate: |_, _, _| true,
    reaches: |_, _| true,
    has_lea: false,
    saturates: true,
    is_two_address: false,
    shrink_wrapping: true,
};

pub(super) fn target(features: Features) -> Target {
    Target { desc: &DESC, features }
}
