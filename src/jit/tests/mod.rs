//! Tests that run hand-assembled x86-64 code on Linux.

mod calls;
mod handles;
mod links;
mod memory;
mod placement;
mod recovery;
mod system;
mod traps;

use super::{Code, CodeMemory, LinkError, Linkable, MappingMode, MemoryOptions, Resolved, link};
use crate::base::{
    Arch, ArgLocation, CallConv, Reg, RegEnv, RegSet, Signature, StackArgs, SymbolId, Type, Variadic,
};
use crate::isa::unwind::FrameStates;
use crate::isa::{CompiledCode, ExitTable, FrameInfo, GcMap, RelocKind, RelocTarget, Relocation};

const fn gp<const N: usize>(numbers: [u8; N]) -> [Reg; N] {
    let mut regs = [Reg::gp(0); N];
    let mut i = 0;
    while i < N {
        regs[i] = Reg::gp(numbers[i]);
        i += 1;
    }
    regs
}

const FP: [Reg; 8] = {
    let mut regs = [Reg::fp(0); 8];
    let mut i = 0;
    while i < 8 {
        regs[i] = Reg::fp(i as u8);
        i += 1;
    }
    regs
};

/// System V x86-64, reduced to what the tests need.
static SYSV: CallConv = CallConv {
    name: "system_v",
    args_gp: &gp([7, 6, 2, 1, 8, 9]),
    args_fp: &FP,
    positional: false,
    results_gp: &gp([0, 2]),
    results_fp: &FP,
    result_area: false,
    clobbered: RegSet::EMPTY,
    clobbered_high: RegSet::EMPTY,
    callee_saved: RegSet::EMPTY,
    env: RegEnv::EMPTY,
    stack_args: StackArgs::Words,
    variadic: Variadic::Same,
    shadow_space: 0,
    red_zone: 128,
    stack_align: 16,
    passes_vectors: true,
    callee_pops: false,
    shares_pinned: false,
    probe_interval: 4096,
};

/// A convention in which the callee pops, with one argument register, two result registers and a result area.
static POPPING: CallConv = CallConv {
    name: "popping",
    args_gp: &gp([0]),
    args_fp: &[],
    positional: false,
    results_gp: &gp([0, 1]),
    results_fp: &[],
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
    callee_pops: true,
    shares_pinned: false,
    probe_interval: 4096,
};

fn signature(params: &[Type], results: &[Type]) -> Signature {
    Signature { params: params.into(), results: results.into() }
}

fn compiled(bytes: &[u8]) -> CompiledCode {
    CompiledCode {
        arch: Arch::X64,
        bytes: bytes.into(),
        code_size: bytes.len() as u32,
        alignment: 16,
        landing_pads: false,
        retpolines: false,
        entries: vec![0],
        functions: Vec::new(),
        relocations: Vec::new(),
        trap_sites: Vec::new(),
        patchable_sites: Vec::new(),
        handlers: Vec::new(),
        origins: Vec::new(),
        exits: ExitTable::default(),
        osr_entries: Vec::new(),
        gc_map: GcMap::default(),
        frame: FrameInfo::default(),
        frame_states: FrameStates::default(),
        pieces: None,
    }
}

fn relocated(bytes: &[u8], offset: u32, kind: RelocKind, target: RelocTarget) -> CompiledCode {
    let addend = if kind == RelocKind::X64Rel32 { -4 } else { 0 };
    let relocations = vec![Relocation { offset, kind, target, addend }];
    CompiledCode { relocations, ..compiled(bytes) }
}

/// Calls a symbol and returns its result: `sub rsp, 8; call symbol; add rsp, 8; ret`.
fn calling(symbol: u32) -> CompiledCode {
    let bytes = [0x48, 0x83, 0xEC, 8, 0xE8, 0, 0, 0, 0, 0x48, 0x83, 0xC4, 8, 0xC3];
    relocated(&bytes, 5, RelocKind::X64Rel32, RelocTarget::Symbol(SymbolId::new(symbol)))
}

/// Returns the address of a symbol: `mov rax, symbol; ret`.
fn address_of(target: RelocTarget) -> CompiledCode {
    relocated(&[0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0xC3], 2, RelocKind::Abs64, target)
}

/// `lea rax, [rdi + n]; ret`, with padding traps up to `size` bytes.
fn adding(n: u8, size: usize) -> CompiledCode {
    let mut bytes = vec![0x48, 0x8D, 0x47, n, 0xC3];
    bytes.resize(size.max(5), 0xCC);
    compiled(&bytes)
}

/// A function whose result depends on every argument and its position: the sum of 2^(n-1-i) times argument i, in double
/// precision, converted to the type of the result.
fn weighted_sum(params: &[Type], result: Option<Type>) -> CompiledCode {
    let locations =
        SYSV.assign(params, &[], params.len()).expect("no results, so nothing without place").params;
    let mut code = vec![0x45, 0x0F, 0x57, 0xC0]; // xorps xmm8, xmm8
    for (ty, location) in params.iter().zip(locations) {
        // xmm9 = the argument as a double.
        let (prefix, wide, opcode) = match *ty {
            Type::Int32 => (0xF2, 0, 0x2A),
            Type::Int64 => (0xF2, 8, 0x2A),
            Type::Float => (0xF3, 0, 0x5A),
            _ => (0xF2, 0, 0x10),
        };
        match location {
            ArgLocation::Reg(reg) => {
                code.extend([prefix, 0x44 | wide | reg.number() >> 3, 0x0F, opcode, 0xC8 | reg.number() & 7]);
            }
            ArgLocation::Stack(offset) => {
                code.extend([prefix, 0x44 | wide, 0x0F, opcode, 0x8C, 0x24]);
                code.extend((offset + 8).to_le_bytes());
            }
        }
        code.extend([0xF2, 0x45, 0x0F, 0x58, 0xC0]); // addsd xmm8, xmm8
        code.extend([0xF2, 0x45, 0x0F, 0x58, 0xC1]); // addsd xmm8, xmm9
    }
    match result {
        Some(Type::Int32) => code.extend([0xF2, 0x41, 0x0F, 0x2C, 0xC0]), // cvttsd2si eax, xmm8
        Some(Type::Int64) => code.extend([0xF2, 0x49, 0x0F, 0x2C, 0xC0]), // cvttsd2si rax, xmm8
        Some(Type::Float) => code.extend([0xF2, 0x41, 0x0F, 0x5A, 0xC0]), // cvtsd2ss xmm0, xmm8
        Some(_) => code.extend([0x41, 0x0F, 0x28, 0xC0]),                 // movaps xmm0, xmm8
        None => {}
    }
    code.push(0xC3);
    compiled(&code)
}

/// A procedure with the C convention, for [`link`].
fn linkable<'a>(name: &'a str, code: &'a CompiledCode, signature: &'a Signature) -> Linkable<'a> {
    Linkable { name, code, signature, convention: &SYSV }
}

fn no_symbols(_procedure: usize, _symbol: SymbolId) -> Option<Resolved> {
    None
}

/// Links one procedure without references.
fn link_one(memory: &CodeMemory, code: &CompiledCode, signature: &Signature) -> Result<Code, LinkError> {
    let mut codes = link(memory, &[linkable("test", code, signature)], &[], &no_symbols)?;
    Ok(codes.remove(0))
}

fn long_to_long() -> Signature {
    signature(&[Type::Int64], &[Type::Int64])
}

type LongToLong = extern "C" fn(i64) -> i64;

fn memory_in(mode: MappingMode) -> CodeMemory {
    CodeMemory::with_options(MemoryOptions { mode: Some(mode), ..MemoryOptions::default() })
        .expect("both modes work where tests run")
}

fn in_both_modes(test: impl Fn(CodeMemory)) {
    test(memory_in(MappingMode::Dual));
    test(memory_in(MappingMode::Toggling));
}

/// Runs one test of this module again in a child process, in which `is_child` is true.
fn in_child(test: &str) {
    let program = std::env::current_exe().expect("Linux knows it");
    let output = std::process::Command::new(program)
        .args(["--exact", &format!("jit::tests::{test}"), "--nocapture", "--test-threads=1"])
        .env("BAREBONES_TEST_CHILD", test)
        .output()
        .expect("the program can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{output:?}");
}

fn is_child(test: &str) -> bool {
    std::env::var_os("BAREBONES_TEST_CHILD").is_some_and(|name| name == test)
}
