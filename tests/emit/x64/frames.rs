//! Prologues, which touch every page of the frame; returns and calls.

use super::emitted::{decode, empty_code, whole_register, x64};
use barebones::air::{Arg, Code, FormId, InstFlags, Opcode, Special, Tmp};
use barebones::base::{Arch, LibCall, Origin, Reg, SymbolId, Target, TrapCode};
use barebones::isa::x64::abi::X86_64_LINUX;
use barebones::isa::x64::registers::*;
use barebones::isa::{
    BlockContext, CodeBuffer, CompiledCode, EmitError, EmitState, FrameInfo, NoGenerators, RelocKind,
    RelocTarget,
};
use iced_x86::{Instruction, Mnemonic, OpKind};

const PAGE: i64 = 4096;

/// Effect of a prologue on the stack pointer, which starts at 0 and points to the return address.
struct Descent {
    rsp: i64,
    rbp: i64,
    /// Addresses of accesses, in order.
    touched: Vec<i64>,
    executed: usize,
}

/// Executes the kinds of instruction that prologues consist of.
fn descend(instructions: &[Instruction]) -> Descent {
    let mut descent = Descent { rsp: 0, rbp: i64::MAX, touched: vec![0], executed: 0 };
    let (mut r11, mut equal) = (i64::MAX, false);
    let mut next = 0;
    while let Some(instruction) = instructions.get(next) {
        next += 1;
        descent.executed += 1;
        let regs = [0, 1].map(|i| {
            let is_register = instruction.op_count() > i && instruction.op_kind(i) == OpKind::Register;
            is_register.then(|| whole_register(instruction.op_register(i))).flatten()
        });
        let disp = instruction.memory_displacement64() as i64;
        match (instruction.mnemonic(), regs) {
            (Mnemonic::Push, [Some(RBP), _]) => {
                descent.rsp -= 8;
                descent.touched.push(descent.rsp);
            }
            (Mnemonic::Mov, [Some(RBP), Some(RSP)]) => descent.rbp = descent.rsp,
            (Mnemonic::Sub, [Some(RSP), None]) => descent.rsp -= instruction.immediate(1) as i64,
            (Mnemonic::Lea, [Some(R11), None]) => r11 = descent.rsp + disp,
            (Mnemonic::Test, [None, Some(RAX)]) => {
                assert_eq!(whole_register(instruction.memory_base()), Some(RSP));
                descent.touched.push(descent.rsp + disp);
            }
            (Mnemonic::Cmp, [Some(RSP), Some(R11)]) => equal = descent.rsp == r11,
            (Mnemonic::Jne, _) if !equal => {
                let target = instruction.near_branch_target();
                next = instructions.iter().position(|i| i.ip() == target).expect("an instruction");
            }
            (Mnemonic::Jne, _) => {}
            _ => panic!("{instruction} in a prologue"),
        }
    }
    descent
}

fn prologue(frame: &FrameInfo) -> CompiledCode {
    let code = Code::new(Target::baseline(&X86_64_LINUX));
    let mut buffer = CodeBuffer::new(Arch::X64);
    buffer.start_prologue();
    let body = buffer.new_label();
    let entries = x64().emit_prologues(&mut buffer, &code, frame, &[body]);
    entries.iter().for_each(|entry| buffer.add_entry(*entry));
    buffer.finish(frame.clone()).expect("a prologue")
}

#[test]
fn prologues_touch_every_page() {
    let sizes = [0, 16, 4080, 4095, 4096, 4097, 4112, 8191, 8192, 8 * 4096, 8 * 4096 + 16, 9 * 4096 - 1];
    let large = [9 * 4096, 100 * 4096, 100 * 4096 + 4080, 1 << 20, (1 << 20) + 48, 1 << 30];
    for size in sizes.into_iter().chain(large) {
        let code = prologue(&FrameInfo { size, ..FrameInfo::default() });
        assert_eq!(code.entries, [0]);
        let instructions = decode(&code.bytes, 0, code.code_size);
        let touching = instructions.iter().filter(|i| i.mnemonic() == Mnemonic::Test);
        let touching: Vec<_> = touching.map(|i| (i.ip() as u32, TrapCode::StackOverflow)).collect();
        let sites: Vec<_> = code.trap_sites.iter().map(|site| (site.offset, site.code)).collect();
        assert_eq!(sites, touching, "{size}");
        assert!(instructions.len() <= 2 + 2 * 8 + 1, "{size}: {} instructions", instructions.len());
        let descent = descend(&instructions);
        assert_eq!((descent.rbp, descent.rsp), (-8, -8 - i64::from(size)), "{size}");
        for pair in descent.touched.windows(2) {
            assert!(
                pair[0] >= pair[1] && pair[0] - pair[1] <= PAGE,
                "{size}: {pair:?} are further than a page"
            );
        }
        let lowest = descent.touched.last().expect("the return address is there");
        // The page below is touched by the next call, which pushes its return address.
        assert!(lowest - descent.rsp < PAGE, "{size}: {} bytes not touched", lowest - descent.rsp);
        assert!(*lowest >= descent.rsp, "{size}: touched below the frame");
    }
}

/// Two instructions per page for up to eight pages, then a loop of four.
#[test]
fn large_frames_have_loops() {
    let count = |size| {
        let code = prologue(&FrameInfo { size, ..FrameInfo::default() });
        decode(&code.bytes, 0, code.code_size).len()
    };
    assert_eq!([0, 16, 4095, 4096, 8 * 4096, 9 * 4096].map(count), [2, 3, 3, 4, 18, 7]);
    assert_eq!(count(9 * 4096), count(1 << 30));
}

#[test]
fn frames_are_slots_and_outgoing_arguments() {
    let frame = |bytes, area| {
        let mut code = Code::new(Target::baseline(&X86_64_LINUX));
        (code.frame_bytes, code.call_area) = (bytes, area);
        x64().frame_info(&code).map(|frame| frame.size)
    };
    for (bytes, area, size) in
        [(0, 0, 0), (1, 0, 16), (16, 16, 32), (8, 8, 16), (4095, 0, 4096), (24, 40, 64)]
    {
        assert_eq!(frame(bytes, area), Ok(size));
    }
    const GIB: u32 = 1 << 30;
    assert_eq!(frame(GIB, 0), Ok(GIB));
    assert_eq!(frame(GIB - 16, 16), Ok(GIB));
    for (bytes, area) in [(GIB + 1, 0), (GIB, 1), (u32::MAX, 0), (0, u32::MAX), (u32::MAX, u32::MAX)] {
        let bytes_in_all = (u64::from(bytes) + u64::from(area)).next_multiple_of(16);
        assert_eq!(frame(bytes, area), Err(EmitError::FrameTooLarge { bytes: bytes_in_all }));
    }
    let info = x64().frame_info(&empty_code()).expect("not too large");
    assert_eq!(info.slots, super::operands::SLOTS.map(Some));
}

/// Emits instructions that have specials.
fn special(insts: &[(Opcode, Vec<Arg>)], popped_bytes: u32) -> Result<CompiledCode, EmitError> {
    let mut code = empty_code();
    code.popped_bytes = popped_bytes;
    code.specials.push(Special::default());
    for (opcode, args) in insts {
        let all = [&[Arg::Special(barebones::air::SpecialId::new(0))], &args[..]].concat();
        code.buffer.push(*opcode, FormId::SPECIAL, &all, Origin(1), InstFlags::empty());
    }
    let mut buffer = CodeBuffer::new(Arch::X64);
    let mut state = EmitState::default();
    let context = BlockContext { labels: &[], successors: &[], next: None, entry: 0, near: [false; 2] };
    let buffered = std::mem::take(&mut code.buffer);
    x64().emit_block(
        &mut buffer,
        &mut state,
        &code,
        &buffered,
        0..insts.len(),
        false,
        &context,
        &mut NoGenerators,
    );
    buffer.finish(FrameInfo::default())
}

fn text(code: &CompiledCode) -> Vec<String> {
    decode(&code.bytes, 0, code.code_size).iter().map(ToString::to_string).collect()
}

#[test]
fn returns_leave_the_frame_and_pop_arguments() {
    let ret = |popped| special(&[(Opcode::Ret, vec![])], popped);
    assert_eq!(text(&ret(0).expect("can be emitted")), ["leave", "ret"]);
    assert_eq!(text(&ret(16).expect("can be emitted")), ["leave", "ret 10h"]);
    assert_eq!(text(&ret(0xfff0).expect("can be emitted")), ["leave", "ret 0FFF0h"]);
    let far = ["leave", "pop r11", "add rsp,10000h", "jmp r11"];
    assert_eq!(text(&ret(0x1_0000).expect("can be emitted")), far);
    assert_eq!(ret(1 << 31), Err(EmitError::UnexpectedOperands { opcode: "Ret" }));
}

#[test]
fn calls_go_through_registers_and_relocations() {
    let call = |callee| special(&[(Opcode::Call, vec![callee])], 0);
    for reg in (0..16).map(Reg::gp).filter(|reg| ![RSP, RBP].contains(reg)) {
        let code = call(Arg::Tmp(Tmp::from_reg(reg))).expect("can be emitted");
        assert_eq!(text(&code), [format!("call {}", NAMES.name(reg))]);
    }
    let symbol = (Arg::Symbol(SymbolId::new(5)), RelocTarget::Symbol(SymbolId::new(5)));
    let functions = LibCall::ALL.map(|function| (Arg::LibCall(function), RelocTarget::LibCall(function)));
    for (callee, target) in functions.into_iter().chain([symbol]) {
        let code = call(callee).expect("can be emitted");
        let found: Vec<_> = code.relocations.iter().map(|r| (r.offset, r.kind, r.target, r.addend)).collect();
        assert_eq!((found, code.bytes.len()), (vec![(1, RelocKind::X64Rel32, target, -4)], 5));
    }
    assert_eq!(call(Arg::Imm(1)), Err(EmitError::UnexpectedOperands { opcode: "Call" }));
    assert_eq!(text(&special(&[(Opcode::Entry, vec![])], 0).expect("no code")), [""; 0]);
}

/// A call without operands cannot be encoded.
#[test]
fn operands_without_an_encoding_are_errors() {
    for opcode in [Opcode::TailCall, Opcode::Call] {
        let error = special(&[(opcode, vec![])], 0).expect_err("has no code");
        assert_eq!(error, EmitError::UnexpectedOperands { opcode: opcode.name() });
    }
}

/// A patch with neither generator nor trap marks unreachable code.
#[test]
fn a_patch_without_generator_traps() {
    let code = special(&[(Opcode::Patch, vec![])], 0).expect("a trap");
    assert_eq!(text(&code), ["ud2"]);
    let sites: Vec<_> = code.trap_sites.iter().map(|site| (site.offset, site.code)).collect();
    assert_eq!(sites, [(0, TrapCode::Unreachable)]);
}
