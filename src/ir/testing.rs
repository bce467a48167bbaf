//! A target for tests of the IR, without a back end.

use crate::base::{
    Arch, CallConv, Features, Reg, RegEnv, RegNames, RegSet, StackArgs, Target, TargetDesc, Variadic,
};

const GP: [Reg; 6] = [Reg::gp(0), Reg::gp(1), Reg::gp(2), Reg::gp(3), Reg::gp(4), Reg::gp(5)];
const FP: [Reg; 4] = [Reg::fp(0), Reg::fp(1), Reg::fp(2), Reg::fp(3)];

const SAVED: RegSet = RegSet::of(&[Reg::gp(3), Reg::gp(4), Reg::gp(5)]);

const C: CallConv = CallConv {
    name: "c",
    args_gp: &[Reg::gp(0), Reg::gp(1)],
    args_fp: &[Reg::fp(0), Reg::fp(1)],
    positional: false,
    results_gp: &[Reg::gp(0)],
    results_fp: &[Reg::fp(0)],
    result_area: false,
    clobbered: RegSet::of(&[Reg::gp(0), Reg::gp(1), Reg::gp(2)]),
    clobbered_high: RegSet::EMPTY,
    callee_saved: SAVED,
    env: RegEnv { allocatable: [&GP, &FP], callee_saved: SAVED, saved_bytes: [8, 16] },
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

const INTERNAL: CallConv =
    CallConv { name: "internal", result_area: true, callee_pops: true, shares_pinned: true, ..C };

const BY_REFERENCE: CallConv = CallConv { name: "by_reference", passes_vectors: false, ..C };

/// Includes an argument register, and one that is not callee-saved.
const PINNABLE: RegSet = RegSet::of(&[Reg::gp(1), Reg::gp(2), Reg::gp(3), Reg::gp(5), Reg::fp(2)]);

/// Gp6 is the frame pointer, gp7 the stack pointer.
static DESC: TargetDesc = TargetDesc {
    name: "test",
    triple: "test-unknown-none",
    arch: Arch::X64,
    names: &RegNames {
        gp: &["g0", "g1", "g2", "g3", "g4", "g5", "fp", "sp"],
        fp: &["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7"],
    },
    conventions: &[C, INTERNAL, BY_REFERENCE],
    frame_pointer: Reg::gp(6),
    stack_pointer: Reg::gp(7),
    pinnable: PINNABLE,
    baseline: Features::empty(),
    is_legal_immediate: |_, _, _| true,
    reaches: |_, _| true,
    has_lea: true,
    saturates: false,
    is_two_address: true,
    shrink_wrapping: true,
};

static OTHER: TargetDesc = TargetDesc {
    name: "other",
    triple: "other-unknown-none",
    arch: Arch::A64,
    names: DESC.names,
    conventions: DESC.conventions,
    frame_pointer: DESC.frame_pointer,
    stack_pointer: DESC.stack_pointer,
    pinnable: DESC.pinnable,
    baseline: Features::empty(),
    is_legal_immediate: |_, _, _| true,
    reaches: |_, _| true,
    has_lea: false,
    saturates: true,
    is_two_address: false,
    shrink_wrapping: true,
};

pub(crate) fn target() -> Target {
    Target::baseline(&DESC)
}

pub(crate) fn other_target() -> Target {
    Target::baseline(&OTHER)
}
