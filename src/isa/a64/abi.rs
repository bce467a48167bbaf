//! Calling conventions and targets of AArch64.
//!
//! Sources: Arm, "Procedure Call Standard for the Arm 64-bit Architecture (AArch64)" (IHI 0055); Apple, "Writing
//! ARM64 code for Apple platforms"; Microsoft, "Overview of ARM64 ABI conventions".

use super::encoding::{arithmetic_immediate, logical_immediate};
use super::registers::*;
use crate::base::{
    Arch, CallConv, Features, ImmediateOf, Reg, RegEnv, RegSet, StackArgs, TargetDesc, Variadic, Width,
};

const ARGS_GP: &[Reg] = &[X0, X1, X2, X3, X4, X5, X6, X7];
const ARGS_FP: &[Reg] = &[V0, V1, V2, V3, V4, V5, V6, V7];

/// Without x18, the platform register, and x29, the frame pointer. x30 is included: every call writes it.
const ALL_GP: RegSet = RegSet::all(crate::base::Bank::Gp).difference(RegSet::of(&[X18, X29, SP]));
const ALL_FP: RegSet = RegSet::all(crate::base::Bank::Fp);

const SAVED_GP: RegSet = RegSet::of(&[X19, X20, X21, X22, X23, X24, X25, X26, X27, X28, X29]);
/// Only the low 64 bits are callee-saved.
const SAVED_FP: RegSet = RegSet::of(&[V8, V9, V10, V11, V12, V13, V14, V15]);

/// All registers except x16 and x17, which linker veneers may change during a call, and the return address.
const PINNABLE: RegSet = ALL_GP.difference(RegSet::of(&[X16, X17, X30])).union(ALL_FP);

/// The allocatable registers under a convention with these callee-saved registers, of which the low 64 bits are
/// saved. x16 and x17 are scratch registers of emission.
const fn env(saved: RegSet) -> RegEnv {
    RegEnv {
        allocatable: [
            &[
                X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11, X12, X13, X14, X15, X19, X20, X21, X22,
                X23, X24, X25, X26, X27, X28,
            ],
            &[
                V0, V1, V2, V3, V4, V5, V6, V7, V16, V17, V18, V19, V20, V21, V22, V23, V24, V25, V26, V27,
                V28, V29, V30, V31, V8, V9, V10, V11, V12, V13, V14, V15,
            ],
        ],
        callee_saved: saved.difference(RegSet::of(&[FP])),
        saved_bytes: [8, 8],
    }
}

/// The C convention of AArch64 (AAPCS64).
pub const AAPCS64: CallConv = CallConv {
    name: "aapcs64",
    args_gp: ARGS_GP,
    args_fp: ARGS_FP,
    positional: false,
    results_gp: &[X0, X1],
    results_fp: &[V0, V1, V2, V3],
    result_area: false,
    clobbered: ALL_GP.union(ALL_FP).difference(SAVED_GP).difference(SAVED_FP),
    clobbered_high: SAVED_FP,
    callee_saved: SAVED_GP.union(SAVED_FP),
    env: env(SAVED_GP.union(SAVED_FP)),
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

/// The C convention of Apple's systems: stack arguments are packed, and variadic ones are always on the stack.
pub const APPLE: CallConv = CallConv {
    name: "apple",
    stack_args: StackArgs::Packed,
    variadic: Variadic::Stack,
    red_zone: 128,
    probe_interval: 16384,
    ..AAPCS64
};

/// The C convention of Windows. x18 belongs to the system on all targets; large frames touch each page as they grow.
pub const WINDOWS_ARM64: CallConv =
    CallConv { name: "windows_arm64", variadic: Variadic::General, ..AAPCS64 };

/// The convention of calls within this library, the same on all systems. Differences from AAPCS64: any number of
/// results; no callee-saved registers but the frame pointer; the callee pops its arguments, so that tail calls need no
/// extra stack.
pub const INTERNAL: CallConv = CallConv {
    name: "internal",
    result_area: true,
    clobbered: ALL_GP.union(ALL_FP),
    clobbered_high: RegSet::EMPTY,
    callee_saved: RegSet::of(&[FP]),
    env: env(RegSet::EMPTY),
    callee_pops: true,
    shares_pinned: true,
    ..AAPCS64
};

static AAPCS64_CONVENTIONS: [CallConv; 3] = [AAPCS64, INTERNAL, APPLE];
static APPLE_CONVENTIONS: [CallConv; 3] = [APPLE, INTERNAL, AAPCS64];
static WINDOWS_CONVENTIONS: [CallConv; 3] = [WINDOWS_ARM64, INTERNAL, AAPCS64];

/// Linux.
pub static AARCH64_LINUX: TargetDesc = TargetDesc {
    name: "aarch64-linux",
    triple: "aarch64-unknown-linux-gnu",
    arch: Arch::A64,
    names: &NAMES,
    conventions: &AAPCS64_CONVENTIONS,
    frame_pointer: FP,
    stack_pointer: SP,
    pinnable: PINNABLE,
    baseline: Features::empty(),
    is_legal_immediate,
    reaches,
    has_lea: false,
    saturates: true,
    is_two_address: false,
    shrink_wrapping: true,
};

/// An unscaled 9-bit offset, or a scaled 12-bit offset.
fn reaches(offset: i64, bytes: i64) -> bool {
    (-256..256).contains(&offset) || (0..4096 * bytes).contains(&offset) && offset % bytes == 0
}

/// Sums take 24-bit immediates, in two instructions; larger ones are loaded into a register.
fn is_legal_immediate(of: ImmediateOf, imm: i64, width: Width) -> bool {
    match of {
        ImmediateOf::Sum => imm.unsigned_abs() < 1 << 24,
        ImmediateOf::Comparison => arithmetic_immediate(imm.unsigned_abs()).is_some(),
        ImmediateOf::Logic => imm == 0 || logical_immediate(imm as u64, width).is_some(),
        ImmediateOf::Product => false,
    }
}

/// macOS. All its machines have the atomics of Armv8.1 (LSE).
pub static AARCH64_MACOS: TargetDesc = TargetDesc {
    name: "aarch64-macos",
    triple: "aarch64-apple-darwin",
    arch: Arch::A64,
    names: &NAMES,
    conventions: &APPLE_CONVENTIONS,
    frame_pointer: FP,
    stack_pointer: SP,
    pinnable: PINNABLE,
    baseline: Features::LSE,
    is_legal_immediate,
    reaches,
    has_lea: false,
    saturates: true,
    is_two_address: false,
    shrink_wrapping: true,
};

/// Windows.
pub static AARCH64_WINDOWS: TargetDesc = TargetDesc {
    name: "aarch64-windows",
    triple: "aarch64-pc-windows-gnullvm",
    arch: Arch::A64,
    names: &NAMES,
    conventions: &WINDOWS_CONVENTIONS,
    frame_pointer: FP,
    stack_pointer: SP,
    pinnable: PINNABLE,
    baseline: Features::empty(),
    is_legal_immediate,
    reaches,
    has_lea: false,
    saturates: true,
    is_two_address: false,
    shrink_wrapping: false,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Both encodings of offsets, at their ends.
    #[test]
    fn offsets_in_reach() {
        for bytes in [1, 2, 4, 8, 16] {
            let ends = [(-257, false), (-256, true), (255, true), (256, true), (257, bytes == 1)];
            let scaled = [(4095 * bytes, true), (4096 * bytes, false), (4095 * bytes - 1, bytes == 1)];
            for (offset, is_in_reach) in ends.into_iter().chain(scaled) {
                assert_eq!(reaches(offset, bytes), is_in_reach, "{offset} of {bytes} bytes");
            }
        }
    }
}
