//! A machine that exists only in these tests, so that they are independent of instruction sets.

use barebones::base::{
    Arch, CallConv, Features, Reg, RegEnv, RegNames, RegSet, StackArgs, Target, TargetDesc, Targets, Variadic,
};

static GP: &[&str] = &["rax", "rcx", "rdx", "rdi", "rsi", "r14", "r15", "rbp", "rsp"];
static FP: &[&str] = &["xmm0", "xmm1", "xmm2"];

static NAMES: RegNames = RegNames { gp: GP, fp: FP };

static ARGS_GP: [Reg; 3] = [Reg::gp(3), Reg::gp(4), Reg::gp(2)];
static ARGS_FP: [Reg; 2] = [Reg::fp(0), Reg::fp(1)];
static RESULTS_GP: [Reg; 1] = [Reg::gp(0)];
static RESULTS_FP: [Reg; 1] = [Reg::fp(0)];

const fn convention(name: &'static str) -> CallConv {
    CallConv {
        name,
        args_gp: &ARGS_GP,
        args_fp: &ARGS_FP,
        positional: false,
        results_gp: &RESULTS_GP,
        results_fp: &RESULTS_FP,
        result_area: true,
        clobbered: RegSet::EMPTY,
        clobbered_high: RegSet::EMPTY,
        callee_saved: RegSet::EMPTY,
        env: RegEnv::EMPTY,
        stack_args: StackArgs::Words,
        variadic: Variadic::Same,
        shadow_space: 0,
        red_zone: 0,
        stack_align: 16,
        passes_vectors: true,
        callee_pops: false,
        shares_pinned: false,
        probe_interval: 4096,
    }
}

static CONVENTIONS: [CallConv; 3] = [convention("system_v"), convention("internal"), convention("-")];

const fn desc(name: &'static str) -> TargetDesc {
    TargetDesc {
        name,
        triple: "none",
        arch: Arch::X64,
        names: &NAMES,
        conventions: &CONVENTIONS,
        frame_pointer: Reg::gp(7),
        stack_pointer: Reg::gp(8),
        pinnable: RegSet::of(&[Reg::gp(5), Reg::gp(6), Reg::fp(2)]),
        baseline: Features::SSE41,
        is_legal_immediate: |_, _, _| true,
        reaches: |_, _| true,
        has_lea: true,
        saturates: false,
        is_two_address: false,
        shrink_wrapping: true,
    }
}

static LINUX: TargetDesc = desc("x86_64-linux");
static OTHER: TargetDesc = desc("other");
static ODD: TargetDesc = desc("7 up");

/// All targets; the host is the first one, with more features than its baseline.
pub(crate) fn targets() -> Targets<'static> {
    static ALL: [&TargetDesc; 3] = [&LINUX, &OTHER, &ODD];
    Targets { all: &ALL, host: Target { desc: &LINUX, features: Features::SSE41.union(Features::POPCNT) } }
}
