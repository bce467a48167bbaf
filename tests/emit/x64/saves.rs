//! Callee-saved registers: where they are saved, and that callers find their values again.

use super::emitted::{decode, x64};
use barebones::air::{Arg, Code, FormId, InstFlags, Opcode, Special};
use barebones::base::{Arch, Bank, CallConv, ConvId, Origin, Reg, RegSet, Signature, Target, Type, Width};
use barebones::error::CompileError;
use barebones::ir::{Module, parse_module};
use barebones::isa::x64::abi::{SYSTEM_V, WINDOWS_X64, X86_64_LINUX};
use barebones::isa::x64::registers::*;
use barebones::isa::x64::{Alu, Assembler, Mem};
use barebones::isa::{BlockContext, CodeBuffer, CompiledCode, EmitError, EmitState, FrameInfo, NoGenerators};
use barebones::jit::{self, Bits, CodeMemory, Linkable, host_arch, link};
use barebones::regalloc::Forced;
use barebones::{Compiler, OptLevel, Options, host_target, targets};
use barebones_testing::native::{Arena, Ended, call, in_child};
use std::fmt::Write;

const WINDOWS: ConvId = ConvId::new(2);

fn code(convention: ConvId, saved: &[Reg], [frame_bytes, call_area]: [u32; 2]) -> Code {
    let mut code = Code::new(Target::baseline(&X86_64_LINUX));
    (code.convention, code.saved) = (convention, RegSet::of(saved));
    (code.frame_bytes, code.call_area, code.allocated) = (frame_bytes, call_area, true);
    code
}

/// The instructions of a prologue and a return.
fn around(code: &mut Code) -> [Vec<String>; 2] {
    let frame = x64().frame_info(code).expect("not too large");
    let special = code.specials.push(Special::default());
    code.buffer.push(Opcode::Ret, FormId::SPECIAL, &[Arg::Special(special)], Origin(0), InstFlags::empty());
    let mut buffer = CodeBuffer::new(Arch::X64);
    let context = BlockContext { labels: &[], successors: &[], next: None, entry: 0, near: [false; 2] };
    let mut state = EmitState::default();
    x64().emit_block(&mut buffer, &mut state, code, &code.buffer, 0..1, false, &context, &mut NoGenerators);
    let body = buffer.offset();
    buffer.start_prologue();
    let start = buffer.new_label();
    let entries = x64().emit_prologues(&mut buffer, code, &frame, &[start]);
    entries.iter().for_each(|entry| buffer.add_entry(*entry));
    let emitted = buffer.finish(frame).expect("can be emitted");
    let lines = |from, to| decode(&emitted.bytes, from, to).iter().map(ToString::to_string).collect();
    let start = emitted.code_size - body;
    [lines(0, start), lines(start, emitted.code_size)]
}

#[test]
fn prologues_store_and_returns_load() {
    let mut code = code(WINDOWS, &[RBX, RSI, R15, XMM6, XMM15], [24, 32]);
    let [prologue, epilogue] = around(&mut code);
    let places = ["[rbp-30h],xmm6", "[rbp-40h],xmm15", "[rbp-48h],rbx", "[rbp-50h],rsi", "[rbp-58h],r15"];
    let stores = ["movups", "movups", "mov", "mov", "mov"].into_iter().zip(places);
    let stores: Vec<String> = stores.map(|(mnemonic, operands)| format!("{mnemonic} {operands}")).collect();
    assert_eq!(prologue[..3], ["push rbp", "mov rbp,rsp", "sub rsp,80h"]);
    assert_eq!(prologue[3..], stores);
    let loads: Vec<String> = stores
        .iter()
        .filter_map(|store| {
            let (mnemonic, operands) = store.split_once(' ')?;
            let (place, reg) = operands.split_once(',')?;
            Some(format!("{mnemonic} {reg},{place}"))
        })
        .collect();
    assert_eq!(epilogue[..5], loads);
    assert_eq!(epilogue[5..], ["leave", "ret"]);
    // The linker's client gets the same description.
    let saves = [(XMM6, -0x30), (XMM15, -0x40), (RBX, -0x48), (RSI, -0x50), (R15, -0x58)];
    assert_eq!(x64().frame_info(&code).map(|frame| frame.callee_saves), Ok(saves.to_vec()));
}

#[test]
fn saves_are_between_slots_and_outgoing_arguments() {
    for frame_bytes in [0, 1, 8, 24, 40, 4096] {
        for call_area in [0, 8, 32, 48] {
            for saved in [&[RBX][..], &[RBX, R12, R13, R14, R15], &[XMM6], &[XMM7, RDI], &[XMM6, XMM15, RSI]]
            {
                let code = code(WINDOWS, saved, [frame_bytes, call_area]);
                let frame = x64().frame_info(&code).expect("not too large");
                let mut highest = -(frame_bytes as i32);
                for &(reg, offset) in &frame.callee_saves {
                    let bytes = if reg.bank() == Bank::Fp { 16 } else { 8 };
                    assert!(offset + bytes <= highest && offset % bytes == 0, "{frame:?}");
                    highest = offset;
                }
                assert!(highest >= call_area as i32 - frame.size as i32, "{frame:?}, {call_area}");
                assert!(
                    frame.size.is_multiple_of(16) && (frame.size as i32) < 32 - highest + call_area as i32
                );
                assert_eq!(frame.callee_saves.iter().map(|save| save.0).collect::<RegSet>(), code.saved);
            }
        }
    }
    const GIB: u32 = 1 << 30;
    for (frame_bytes, saved) in [(GIB, RBX), (GIB - 8, XMM6), (u32::MAX, RBX)] {
        let error = x64().frame_info(&code(WINDOWS, &[saved], [frame_bytes, 0]));
        let bytes = (u64::from(frame_bytes) + 8).next_multiple_of(16);
        let bytes = if saved == XMM6 { bytes + 16 } else { bytes };
        assert_eq!(error, Err(EmitError::FrameTooLarge { bytes }));
    }
}

#[test]
fn forced_slots_and_saves_never_collide() {
    let text = "barebones 1\nextern far() -> Int64\n\
                proc f() -> Int64 target=x86_64-linux conv=windows_x64 {\n\
                slot0 = stack 8 locked offset=-64\nslot1 = stack 24 locked\n#0:\n\
                Int64 @0 = CCall(far, conv=system_v)\nVoid @1 = Return(@0)\n}";
    let target = Target::baseline(&X86_64_LINUX);
    let module = parse_module(text, &targets(target)).unwrap_or_else(|error| panic!("{error}"));
    for level in [OptLevel::O0, OptLevel::O2] {
        let mut compiler = Compiler::for_target(target, Options::at(level));
        let frame = compiler.emit(&module.procedures[0]).expect("compiles").frame;
        assert_eq!(frame.slots[..2], [Some(-64), Some(-96)]);
        assert!(frame.callee_saves.len() >= 12, "{frame:?}");
        assert!(frame.callee_saves.iter().all(|(_, offset)| offset + 16 <= -96), "{frame:?}");
    }
}

// ---- Executed ---------------------------------------------------------------------------------------------

/// Word offsets in a record: general registers, then two words for each floating-point register; before and after.
const OUT: usize = 48;
const RECORD: usize = 2 * OUT;

fn places() -> impl Iterator<Item = (Reg, i32)> {
    let gp = (0..16).map(|n| (Reg::gp(n), 8 * i32::from(n)));
    gp.chain((0..16).map(|n| (Reg::fp(n), 128 + 16 * i32::from(n))))
}

fn finish(mut buffer: CodeBuffer, emit: impl FnOnce(&mut Assembler<'_>)) -> CompiledCode {
    let entry = buffer.bind_new_label();
    buffer.add_entry(entry);
    emit(&mut Assembler::new(&mut buffer));
    buffer.finish(FrameInfo::default()).expect("can be emitted")
}

/// A procedure of (address of a record, address of a procedure), which it calls with the registers of the record.
fn driver() -> CompiledCode {
    const SAVED: [Reg; 6] = [RBX, RBP, R12, R13, R14, R15];
    // Above the 32 bytes that belong to the callee in the Windows convention.
    let [record, callee, result] = [32, 40, 48].map(|offset| Mem::base(RSP, offset));
    finish(CodeBuffer::new(Arch::X64), |a| {
        SAVED.iter().for_each(|reg| a.push_r(*reg));
        a.alu_ri(Alu::Sub, Width::W64, RSP, 56);
        a.mov_mr(Width::W64, record, RDI);
        a.mov_mr(Width::W64, callee, RSI);
        for (reg, offset) in places().filter(|(reg, _)| ![RSP, RDI].contains(reg)) {
            match reg.bank() {
                Bank::Gp => a.mov_rm(Width::W64, reg, Mem::base(RDI, offset)),
                Bank::Fp => a.float_load(Width::W128, reg, Mem::base(RDI, offset)),
            }
        }
        a.mov_rm(Width::W64, RDI, Mem::base(RDI, 8 * i32::from(RDI.number())));
        a.call_m(callee);
        a.mov_mr(Width::W64, result, RAX);
        a.mov_rm(Width::W64, RAX, record);
        for (reg, offset) in places().filter(|(reg, _)| ![RSP, RAX].contains(reg)) {
            let place = Mem::base(RAX, 8 * OUT as i32 + offset);
            match reg.bank() {
                Bank::Gp => a.mov_mr(Width::W64, place, reg),
                Bank::Fp => a.float_store(Width::W128, place, reg),
            }
        }
        a.mov_rm(Width::W64, RCX, result);
        a.mov_mr(Width::W64, Mem::base(RAX, 8 * OUT as i32), RCX);
        a.alu_ri(Alu::Add, Width::W64, RSP, 56);
        SAVED.iter().rev().for_each(|reg| a.pop_r(*reg));
        a.ret();
    })
}

/// A System V procedure that overwrites every caller-saved register and returns its argument.
fn trash() -> CompiledCode {
    finish(CodeBuffer::new(Arch::X64), |a| {
        a.mov_rr(Width::W64, RAX, RDI);
        let garbage = a.buffer().constant16(0xdead_beef << 70 | 0xdead_beef);
        for reg in SYSTEM_V.clobbered.difference(RegSet::of(&[RAX])).iter() {
            match reg.bank() {
                Bank::Gp => a.mov_ri(reg, 0xdead_beef_dead_beef),
                Bank::Fp => a.float_load(Width::W128, reg, Mem::label(garbage)),
            }
        }
        a.ret();
    })
}

/// A procedure with more values live across a call than registers, in two blocks that each return.
fn work(convention: &str, fp_argument: &str) -> Module {
    const COUNT: usize = 12;
    let convention = convention.to_string();
    let mut text = format!(
        "barebones 1\nextern trash(Int64) -> Int64\n\
         proc work(Int64, Double) -> Int64 target=x86_64-linux conv={convention} {{\n#0:\n\
         Int64 @0 = ArgumentReg(%a0)\nDouble @1 = ArgumentReg({fp_argument})\n"
    );
    let mut line = |text_line: String| writeln!(text, "{text_line}").expect("strings take everything");
    let (mut int, mut double, mut next) = (vec![0], vec![1], 2);
    let mut id = || {
        next += 1;
        next - 1
    };
    for i in 0..COUNT {
        let (product, sum) = (id(), id());
        line(format!("Int64 @{product} = Mul(@{}, @0)\nDouble @{sum} = Add(@{}, @1)", int[i], double[i]));
        int.push(product);
        double.push(sum);
    }
    let (result, one, odd) = (id(), id(), id());
    line(format!("Int64 @{result} = CCall(trash, @{}, conv=system_v)", int[COUNT]));
    line(format!("Int64 @{one} = Const64(1)\nInt64 @{odd} = BitAnd(@{result}, @{one})"));
    line(format!("Void @{} = Branch(@{odd}, #1, #2)\n#1:", id()));
    let (mut all_ints, mut all_doubles) = (result, 1);
    for (int, double) in int.iter().zip(&double) {
        let (xor, sum) = (id(), id());
        line(format!(
            "Int64 @{xor} = BitXor(@{all_ints}, @{int})\nDouble @{sum} = Add(@{all_doubles}, @{double})"
        ));
        (all_ints, all_doubles) = (xor, sum);
    }
    let (bits, both, end) = (id(), id(), id());
    line(format!("Int64 @{bits} = BitwiseCast(@{all_doubles})\nInt64 @{both} = Add(@{bits}, @{all_ints})"));
    line(format!("Void @{end} = Return(@{both})\n#2:\nVoid @{} = Return(@{result})\n}}", id()));
    let host = host_target().expect("code is made for it");
    parse_module(&text, &targets(host)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn link_one(memory: &CodeMemory, name: &str, code: &CompiledCode, params: usize) -> jit::Code {
    let signature = Signature { params: vec![Type::Int64; params], results: vec![Type::Int64] };
    let linkable = Linkable { name, code, signature: &signature, convention: &SYSTEM_V };
    link(memory, &[linkable], &[], &|_, _| None).expect("nothing to resolve").remove(0)
}

fn compile(
    module: Module,
    level: OptLevel,
    forced: Forced,
    trash: &jit::Code,
) -> Result<jit::Code, CompileError> {
    let mut options = Options::at(level);
    (options.forced, options.check_allocation) = (forced, true);
    let codes = Compiler::with_options(options)?.compile_module(module, &|_| Some(trash.entry()));
    Ok(codes.map_err(|failure| failure.error)?.remove(0))
}

#[test]
fn callee_saved_registers_survive_calls() {
    let is_linux = host_target().is_ok_and(|target| target.name() == X86_64_LINUX.name);
    if host_arch() != Some(Arch::X64) || !is_linux {
        return;
    }
    let memory = CodeMemory::new().expect("works where tests run");
    let trash = link_one(&memory, "trash", &trash(), 1);
    let driver = link_one(&memory, "driver", &driver(), 2);
    let arena = Arena::new(RECORD).expect("memory");
    let mut configurations = vec![(OptLevel::O0, Forced::None), (OptLevel::O2, Forced::None)];
    configurations.extend((0..8).map(|seed| (OptLevel::O2, Forced::Random(seed))));
    let conventions: [(&CallConv, &str); 2] = [(&SYSTEM_V, "%fa0"), (&WINDOWS_X64, "%fa1")];
    let mut results: Vec<u64> = Vec::new();
    for (convention, fp_argument) in conventions {
        let mut ever_saved = RegSet::EMPTY;
        for (level, forced) in configurations.iter().copied() {
            let module = work(convention.name, fp_argument);
            let code = compile(module, level, forced, &trash).expect("compiles");
            let saved: RegSet = code.frame().callee_saves.iter().map(|save| save.0).collect();
            ever_saved = ever_saved.union(saved);
            if level == OptLevel::O0 {
                // Only the registers that the call clobbers: no value is in them.
                assert_eq!(saved, SYSTEM_V.clobbered.intersection(convention.callee_saved), "{level:?}");
            }
            for odd in [1, 2] {
                let mut record: Vec<u64> = (0..RECORD as u64).map(|i| 0x0101_0101_0101 * (i + 3)).collect();
                let argument = convention.args_gp[0].number() as usize;
                record[argument] = 12344 + odd;
                for n in 0..2 {
                    record[16 + 2 * n] = 1.25f64.to_bits();
                }
                arena.write(0, &record);
                let args = [arena.address(0), code.entry() as u64].map(|bits| Bits { ty: Type::Int64, bits });
                let ended = in_child(|| drop(call(&driver, &args).expect("the types of the driver")));
                assert!(matches!(ended, Ok(Ended::Finished)), "{ended:?}");
                let after = arena.read(OUT, OUT);
                for (reg, offset) in places().filter(|(reg, _)| convention.callee_saved.contains(*reg)) {
                    let words = 1 + usize::from(reg.bank() == Bank::Fp);
                    let place = offset as usize / 8..offset as usize / 8 + words;
                    let (was, is) = (&record[place.clone()], &after[place]);
                    assert_eq!(was, is, "{reg:?} under {} with {level:?} {forced:?}", convention.name);
                }
                results.push(after[0]);
            }
        }
        let may_be_saved = convention.env.callee_saved;
        assert_eq!(ever_saved, may_be_saved, "{}", convention.name);
    }
    // The results do not depend on what was saved.
    assert!(results.iter().enumerate().all(|(i, result)| *result == results[i % 2]), "{results:x?}");
}
