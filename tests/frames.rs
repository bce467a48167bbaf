//! Frames that take the place of others: a check that fails goes on in code of another engine, with a frame of its own.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(unsafe_code)] // calls of code

use barebones::base::{ConvId, Reg, Signature, Type, ValueRep, Width};
use barebones::ir::{Opcode, Procedure, StackSlotKind, Stackmap, ValueId};
use barebones::isa::x64::registers::*;
use barebones::isa::x64::{Alu, Assembler, Mem};
use barebones::isa::{CodeBuffer, FrameInfo, FrameMove, GeneratorError, NewFrame, StackmapParams};
use barebones::jit::{Bits, Code, CodeMemory, Linkable, link};
use barebones::patchpoint::GeneratorRegistry;
use barebones::regalloc::Forced;
use barebones::{Compiler, OptLevel, Options, host_target};

const I64: Type = Type::Int64;
const W64: Width = Width::W64;
const VALUES: usize = 9;
/// What the other engine has in registers of its own.
const OWN: [Reg; 2] = [RBX, R12];
/// What its frames are like: sizes, and the offset of the first value.
const SIZES: [u32; 4] = [8 * (VALUES as u32 + 2), 176, 1024, 40_000];

/// Code that is called with these arguments, linked.
fn made(params: usize, body: impl FnOnce(&mut Assembler<'_>)) -> Code {
    let target = host_target().expect("a host");
    let mut buffer = CodeBuffer::new(target.desc.arch);
    let entry = buffer.bind_new_label();
    buffer.add_entry(entry);
    body(&mut Assembler::new(&mut buffer));
    let code = buffer.finish(FrameInfo::default()).expect("nothing is wrong with it");
    let signature = Signature { params: vec![I64; params], results: vec![I64] };
    let convention = target.convention(ConvId::new(0));
    let linkable = Linkable { name: "made", code: &code, signature: &signature, convention };
    let memory = CodeMemory::new().expect("memory");
    link(&memory, &[linkable], &[], &|_, _| None).expect("links").remove(0)
}

fn slot(n: usize) -> i32 {
    -8 * (n as i32 + 1)
}

/// The other engine: in its frame are the values, then its callers' registers; in its registers the first two
/// values. It returns the sum of all, each times its number; a thousand times those in registers; and whether its
/// frame has this size.
fn engine(size: u32) -> Code {
    made(0, |asm| {
        asm.mov_ri(RAX, 0);
        for n in 0..VALUES {
            asm.imul_rmi(W64, RCX, Mem::base(RBP, slot(n)), n as i32 + 1);
            asm.alu_rr(Alu::Add, W64, RAX, RCX);
        }
        for (n, reg) in OWN.into_iter().enumerate() {
            asm.imul_rri(W64, RCX, reg, 1000 * (n as i32 + 1));
            asm.alu_rr(Alu::Add, W64, RAX, RCX);
        }
        asm.lea(W64, RCX, Mem::base(RSP, size as i32));
        asm.alu_rr(Alu::Sub, W64, RCX, RBP);
        asm.alu_rr(Alu::Add, W64, RAX, RCX);
        for (n, reg) in OWN.into_iter().enumerate() {
            asm.mov_rm(W64, reg, Mem::base(RBP, slot(VALUES + n)));
        }
        asm.leave();
        asm.ret();
    })
}

const KEPT: [Reg; 5] = [RBX, R12, R13, R14, R15];

/// Calls code with its own arguments, and gives what that gives plus the registers that it should find unchanged.
fn caller(callee: &Code) -> Code {
    let address = callee.entry() as u64;
    made(6, |asm| {
        KEPT.into_iter().for_each(|reg| asm.push_r(reg));
        for (n, reg) in KEPT.into_iter().enumerate() {
            asm.mov_ri(reg, 1 << (40 + n));
        }
        asm.mov_ri(RAX, address);
        asm.call_r(RAX);
        KEPT.into_iter().for_each(|reg| asm.alu_rr(Alu::Add, W64, RAX, reg));
        KEPT.into_iter().rev().for_each(|reg| asm.pop_r(reg));
        asm.ret();
    })
}

const KEPT_SUM: u64 = 0b11111 << 40;

/// The frame of the other engine, from whatever the procedure's is.
fn contents(params: &StackmapParams<'_>) -> Result<Vec<FrameMove>, GeneratorError> {
    let mut moves = Vec::new();
    for n in 0..VALUES {
        moves.push(FrameMove { from: params.rep(n)?, to: ValueRep::Stack(slot(n)), width: W64 });
    }
    for (n, reg) in OWN.into_iter().enumerate() {
        moves.push(FrameMove { from: params.rep(n)?, to: ValueRep::Register(reg), width: W64 });
        let saved = params.callee_saves().find(|(saved, _)| *saved == reg);
        let from = saved.map_or(ValueRep::Register(reg), |(_, offset)| ValueRep::Stack(offset));
        moves.push(FrameMove { from, to: ValueRep::Stack(slot(VALUES + n)), width: W64 });
    }
    Ok(moves)
}

/// A procedure with a check that hands over nine values, some of them constants. `late` of its values are needed behind
/// calls of nobody, so that they are in callee-saved registers or the frame.
fn procedure() -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let args: Vec<ValueId> = (0..6).map(|_| proc.add_argument(root, I64)).collect();
    let constant = proc.add_const64(root, 5_000_000_000);
    let mut values: Vec<ValueId> = vec![constant];
    for n in 0..5 {
        values.push(proc.add(root, args[n], args[n + 1]));
    }
    values.push(proc.mul(root, args[0], args[5]));
    values.extend([args[1], args[2]]);
    let generator = proc.add_generator("leave");
    let map = Stackmap { generator, ..Stackmap::default() };
    let children: Vec<ValueId> = std::iter::once(args[5]).chain(values.iter().copied()).collect();
    proc.add_stackmap_value(root, Opcode::Check, Type::Void, &children, map);
    let sum = values.iter().skip(1).fold(constant, |sum, value| proc.add(root, sum, *value));
    proc.add_return(root, Some(sum));
    proc
}

fn call(code: &Code, args: [u64; 6]) -> u64 {
    let args = args.map(|bits| Bits { ty: I64, bits });
    // SAFETY: the code computes with its arguments.
    unsafe { code.call_raw(&args) }.expect("its arguments")[0]
}

fn values([a, b, c, d, e, f]: [u64; 6]) -> [u64; VALUES] {
    [5_000_000_000, a + b, b + c, c + d, d + e, e + f, a * f, b, c]
}

#[test]
fn frames_of_all_sizes_take_the_place_of_frames_of_all_sizes() {
    let forced = [Forced::None, Forced::SpillAll, Forced::Random(3), Forced::Split(3)];
    let all = SIZES.iter().flat_map(|size| [1, 2000].map(|room| (*size, room)));
    let mut sizes = Vec::new();
    for (size, room) in all {
        let engine = engine(size);
        let target = engine.entry() as u64;
        for level in OptLevel::ALL {
            for forced in forced {
                let mut options = Options::at(level);
                (options.check_allocation, options.forced) = (true, forced);
                let mut proc = procedure();
                proc.add_stack_slot(room, StackSlotKind::Locked);
                let mut registry = GeneratorRegistry::new();
                registry.add("leave", move |masm, params| {
                    assert!(params.frame_size().is_some(), "the way out of a check");
                    params.replace_frame(masm, &NewFrame { size, contents: &contents(params)? }, target)
                });
                assert!(registry.resolve(&mut proc).is_empty());
                let code = Compiler::with_options(options).expect("a host").compile(proc).expect("compiles");
                sizes.push(code.frame().size);
                let caller = caller(&code);
                let staying = [3, 5, 7, 11, 13, 0];
                assert_eq!(call(&caller, staying), KEPT_SUM + values(staying).iter().sum::<u64>());
                let leaving = [3, 5, 7, 11, 13, 17];
                let all = values(leaving);
                let own = 1000 * all[0] + 2000 * all[1];
                let expected: u64 = all.iter().zip(1..).map(|(value, n)| value * n).sum();
                assert_eq!(call(&caller, leaving), KEPT_SUM + expected + own, "{size} {level:?} {forced:?}");
            }
        }
    }
    let (smaller, larger) =
        (sizes.iter().any(|size| *size < SIZES[0]), sizes.iter().any(|size| *size > SIZES[0]));
    assert!(smaller && larger, "{sizes:?}");
}

/// Values that change places, in registers and in slots that overlap, wide and narrow.
#[test]
fn everything_is_read_before_anything_is_written() {
    let engine = made(0, |asm| {
        // The slots as they are in memory.
        asm.mov_rm(W64, RAX, Mem::base(RBP, -8));
        asm.alu_rm(Alu::Xor, W64, RAX, Mem::base(RBP, -16));
        asm.alu_rm(Alu::Add, Width::W32, RAX, Mem::base(RBP, -20));
        asm.alu_rr(Alu::Add, W64, RAX, RSI);
        asm.shift_ri(barebones::isa::x64::Shift::Shl, W64, RDI, 3);
        asm.alu_rr(Alu::Sub, W64, RAX, RDI);
        asm.leave();
        asm.ret();
    });
    let target = engine.entry() as u64;
    for level in OptLevel::ALL {
        let mut proc = procedure();
        let mut registry = GeneratorRegistry::new();
        registry.add("leave", move |masm, params| {
            if let Some(mut asm) = masm.x64() {
                asm.mov_ri(RDI, 0x1111);
                asm.mov_ri(RSI, 0x2222);
                asm.mov_ri(RAX, 0x3333_4444_5555_6666);
                asm.mov_mr(W64, Mem::base(RBP, -8), RAX);
                asm.mov_ri(RAX, 0x0777_8888_9999_aaaa);
                asm.mov_mr(W64, Mem::base(RBP, -16), RAX);
            }
            let (stack, reg) = (ValueRep::Stack, ValueRep::Register);
            let one = |from, to, width| FrameMove { from, to, width };
            let contents = [
                one(reg(RDI), reg(RSI), W64),
                one(reg(RSI), reg(RDI), W64),
                // Each over a part of the others.
                one(stack(-16), stack(-8), W64),
                one(stack(-12), stack(-16), W64),
                one(stack(-4), stack(-20), Width::W32),
            ];
            params.replace_frame(masm, &NewFrame { size: 32, contents: &contents }, target)
        });
        registry.resolve(&mut proc);
        let mut options = Options::at(level);
        options.forced = Forced::SpillAll;
        let code = Compiler::with_options(options).expect("a host").compile(proc).expect("compiles");
        let caller = caller(&code);
        let (a, b) = (0x0777_8888_9999_aaaa_u64, 0x5555_6666_0777_8888_u64);
        let low = (a ^ b) as u32;
        let expected = u64::from(low.wrapping_add(0x3333_4444)) + 0x1111 - 8 * 0x2222;
        assert_eq!(call(&caller, [1, 2, 3, 4, 5, 6]), expected.wrapping_add(KEPT_SUM), "{level:?}");
    }
}

#[test]
fn what_is_no_frame_is_an_error() {
    let refused = |size: u32, contents: Vec<FrameMove>| {
        let mut proc = procedure();
        let mut registry = GeneratorRegistry::new();
        registry.add("leave", move |masm, params| {
            params.replace_frame(masm, &NewFrame { size, contents: &contents }, 0x1000_u64)
        });
        registry.resolve(&mut proc);
        let compiled = Compiler::with_options(Options::at(OptLevel::O1)).expect("a host").compile(proc);
        compiled.err().map(|failure| failure.to_string()).unwrap_or_default()
    };
    let one = |from, to| FrameMove { from, to, width: W64 };
    let (stack, reg) = (ValueRep::Stack, ValueRep::Register);
    assert_eq!(refused(16, vec![one(reg(RAX), stack(-8)), one(reg(RAX), stack(-16))]), "");
    for (size, contents, expected) in [
        (12, vec![], "a multiple of 8"),
        ((1 << 30) + 8, vec![], "a multiple of 8"),
        (16, vec![one(reg(RAX), stack(-24))], "-24 is outside of the new frame"),
        (16, vec![one(reg(RAX), stack(-4))], "-4 is outside of the new frame"),
        (16, vec![one(reg(RAX), stack(0))], "0 is outside of the new frame"),
        (
            16,
            vec![one(reg(RAX), stack(-8)), one(reg(RCX), stack(-12))],
            "value 1 of a new frame: another one goes",
        ),
        (
            16,
            vec![one(reg(RAX), reg(RCX)), one(reg(RCX), reg(RCX))],
            "value 1 of a new frame: another one goes",
        ),
        (16, vec![one(reg(RAX), reg(RBP))], "it cannot go to"),
        (16, vec![one(ValueRep::ColdAny, reg(RAX))], "expected a place"),
        (16, vec![FrameMove { width: Width::W128, ..one(reg(RAX), stack(-16)) }], "no general register"),
        (16, vec![FrameMove { width: Width::W16, ..one(reg(RAX), stack(-16)) }], "expected 32, 64 or 128"),
    ] {
        let found = refused(size, contents);
        assert!(found.contains(expected), "{found}");
    }
}
