//! Calling conventions and targets of x86-64.
//!
//! Sources: "System V Application Binary Interface, AMD64 Architecture Processor Supplement"; Microsoft, "x64 calling
//! convention".

use super::registers::*;
use crate::base::{
    Arch, CallConv, Features, ImmediateOf, Reg, RegEnv, RegSet, StackArgs, TargetDesc, Variadic, Width,
};

const ALL_FP: &[Reg] =
    &[XMM0, XMM1, XMM2, XMM3, XMM4, XMM5, XMM6, XMM7, XMM8, XMM9, XMM10, XMM11, XMM12, XMM13, XMM14, XMM15];

const ALL_BUT_STACK: RegSet =
    RegSet::of(&[RAX, RCX, RDX, RBX, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15])
        .union(RegSet::of(ALL_FP));

/// All registers except those of divisions and shifts, and the scratch registers of frames and tail calls.
const PINNABLE: RegSet = ALL_BUT_STACK.difference(RegSet::of(&[RAX, RCX, RDX, R10, R11]));

/// The frame pointer, which every prologue saves.
const INTERNAL_SAVED: RegSet = RegSet::of(&[RBP]);

const SYSTEM_V_SAVED: RegSet = RegSet::of(&[RBX, RBP, R12, R13, R14, R15]);

const WINDOWS_SAVED: RegSet = RegSet::of(&[
    RBX, RBP, RSI, RDI, R12, R13, R14, R15, XMM6, XMM7, XMM8, XMM9, XMM10, XMM11, XMM12, XMM13, XMM14, XMM15,
]);

/// Allocation order of general registers under System V: caller-saved first, and among these and the others those
/// without a REX prefix first. r12 and r13 come last, because they make addresses longer.
const SYSTEM_V_GP: &[Reg] = &[RAX, RCX, RDX, RSI, RDI, R8, R9, R10, R11, RBX, R14, R15, R12, R13];

/// Like [`SYSTEM_V_GP`], for the Windows convention.
const WINDOWS_GP: &[Reg] = &[RAX, RCX, RDX, R8, R9, R10, R11, RBX, RSI, RDI, R14, R15, R12, R13];

/// The allocatable registers under a convention. All 128 bits of callee-saved floating-point registers are saved.
const fn env(gp: &'static [Reg], saved: RegSet) -> RegEnv {
    let callee_saved = saved.difference(RegSet::of(&[RBP]));
    RegEnv { allocatable: [gp, ALL_FP], callee_saved, saved_bytes: [8, 16] }
}

/// The C convention of all systems except Windows.
pub const SYSTEM_V: CallConv = CallConv {
    name: "system_v",
    args_gp: &[RDI, RSI, RDX, RCX, R8, R9],
    args_fp: &[XMM0, XMM1, XMM2, XMM3, XMM4, XMM5, XMM6, XMM7],
    positional: false,
    results_gp: &[RAX, RDX],
    results_fp: &[XMM0, XMM1],
    result_area: false,
    clobbered: ALL_BUT_STACK.difference(SYSTEM_V_SAVED),
    clobbered_high: RegSet::EMPTY,
    callee_saved: SYSTEM_V_SAVED,
    env: env(SYSTEM_V_GP, SYSTEM_V_SAVED),
    stack_args: StackArgs::Words,
    variadic: Variadic::CountFp(RAX),
    shadow_space: 0,
    red_zone: 128,
    stack_align: 16,
    passes_vectors: true,
    callee_pops: false,
    shares_pinned: false,
    probe_interval: 4096,
};

/// The C convention of Windows.
pub const WINDOWS_X64: CallConv = CallConv {
    name: "windows_x64",
    args_gp: &[RCX, RDX, R8, R9],
    args_fp: &[XMM0, XMM1, XMM2, XMM3],
    positional: true,
    results_gp: &[RAX],
    results_fp: &[XMM0],
    result_area: false,
    clobbered: ALL_BUT_STACK.difference(WINDOWS_SAVED),
    clobbered_high: RegSet::EMPTY,
    callee_saved: WINDOWS_SAVED,
    env: env(WINDOWS_GP, WINDOWS_SAVED),
    stack_args: StackArgs::Words,
    variadic: Variadic::CopyFpToGp,
    shadow_space: 32,
    red_zone: 0,
    stack_align: 16,
    passes_vectors: false,
    callee_pops: false,
    shares_pinned: false,
    probe_interval: 4096,
};

/// The convention of calls within this library, the same on all systems, hence without a red zone. Differences from
/// System V: any number of results; no callee-saved registers but the frame pointer; the callee pops its arguments, so
/// that tail calls need no extra stack.
pub const INTERNAL: CallConv = CallConv {
    name: "internal",
    result_area: true,
    clobbered: ALL_BUT_STACK,
    callee_saved: INTERNAL_SAVED,
    env: env(SYSTEM_V_GP, INTERNAL_SAVED),
    variadic: Variadic::Same,
    red_zone: 0,
    callee_pops: true,
    shares_pinned: true,
    ..SYSTEM_V
};

static SYSTEM_V_CONVENTIONS: [CallConv; 3] = [SYSTEM_V, INTERNAL, WINDOWS_X64];
static WINDOWS_CONVENTIONS: [CallConv; 3] = [WINDOWS_X64, INTERNAL, SYSTEM_V];

/// Linux.
pub static X86_64_LINUX: TargetDesc = TargetDesc {
    name: "x86_64-linux",
    triple: "x86_64-unknown-linux-gnu",
    arch: Arch::X64,
    names: &NAMES,
    conventions: &SYSTEM_V_CONVENTIONS,
    frame_pointer: RBP,
    stack_pointer: RSP,
    pinnable: PINNABLE,
    baseline: Features::empty(),
    is_legal_immediate,
    reaches: |offset, _| i32::try_from(offset).is_ok(),
    has_lea: true,
    saturates: false, // lea
    is_two_address: true,
    shrink_wrapping: true,
};

/// All operations take 32-bit immediates.
fn is_legal_immediate(_: ImmediateOf, imm: i64, _: Width) -> bool {
    i32::try_from(imm).is_ok()
}

/// macOS.
pub static X86_64_MACOS: TargetDesc = TargetDesc {
    name: "x86_64-macos",
    triple: "x86_64-apple-darwin",
    arch: Arch::X64,
    names: &NAMES,
    conventions: &SYSTEM_V_CONVENTIONS,
    frame_pointer: RBP,
    stack_pointer: RSP,
    pinnable: PINNABLE,
    baseline: Features::empty(),
    is_legal_immediate,
    reaches: |offset, _| i32::try_from(offset).is_ok(),
    has_lea: true,
    saturates: false, // lea
    is_two_address: true,
    shrink_wrapping: true,
};

/// Windows.
pub static X86_64_WINDOWS: TargetDesc = TargetDesc {
    name: "x86_64-windows",
    triple: "x86_64-pc-windows-gnu",
    arch: Arch::X64,
    names: &NAMES,
    conventions: &WINDOWS_CONVENTIONS,
    frame_pointer: RBP,
    stack_pointer: RSP,
    pinnable: PINNABLE,
    baseline: Features::empty(),
    is_legal_immediate,
    reaches: |offset, _| i32::try_from(offset).is_ok(),
    has_lea: true,
    saturates: false, // lea
    is_two_address: true,
    shrink_wrapping: false,
};
