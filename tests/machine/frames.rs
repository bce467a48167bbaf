//! Frame replacement: a failing check continues in code of another engine, with its frame layout.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#![allow(unsafe_code)] // calls compiled code

use barebones::base::{Arch, ConvId, Reg, RegSet, Signature, Target, Type, ValueRep, Width};
use barebones::ir::{Opcode, Procedure, StackSlotKind, Stackmap, ValueId};
use barebones::isa::a64::registers as a64_registers;
use barebones::isa::masm::{Address, Gpr, MacroAssembler};
use barebones::isa::x64::registers as x64_registers;
use barebones::isa::{CodeBuffer, FrameInfo, FrameMove, GeneratorError, NewFrame, StackmapParams};
use barebones::jit::{Bits, Code, CodeMemory, Linkable, link};
use barebones::patchpoint::GeneratorRegistry;
use barebones::regalloc::Forced;
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::native::{branch_protection, options_at};

const I64: Type = Type::Int64;
const W64: Width = Width::W64;
const VALUES: usize = 9;
/// Number of callers' registers that the other engine saves.
const SAVED: usize = 3;
/// Frame sizes of the other engine. Values are at the upper end of small frames and at the lower end of large ones.
const SIZES: [u32; 4] = [8 * (VALUES + SAVED) as u32, 176, 1024, 40_000];

/// The registers that this test uses on a machine.
struct Machine {
    /// Caller-saved registers; the first one holds the result.
    free: [Reg; 4],
    /// Callee-saved registers.
    kept: [Reg; 5],
    /// Callee-saved floating-point registers, if any; the other engine uses the first one.
    kept_doubles: &'static [Reg],
}

impl Machine {
    /// Registers that hold values of the other engine.
    fn own(&self) -> [Reg; 2] {
        [self.kept[0], self.kept[1]]
    }
}

fn target() -> Target {
    host_target().expect("a host")
}

fn machine() -> Machine {
    match target().desc.arch {
        Arch::X64 => {
            use x64_registers::*;
            Machine { free: [RAX, RCX, RSI, RDI], kept: [RBX, R12, R13, R14, R15], kept_doubles: &[] }
        }
        Arch::A64 => {
            use a64_registers::*;
            Machine { free: [X0, X1, X9, X10], kept: [X19, X20, X21, X22, X28], kept_doubles: &[V8, V9] }
        }
    }
}

fn gprs<'g, const N: usize>(masm: &MacroAssembler<'g>, regs: [Reg; N]) -> [Gpr<'g>; N] {
    regs.map(|reg| masm.gpr(reg).expect("a general register"))
}

/// Linked code with this number of parameters.
fn made(params: usize, body: impl FnOnce(&mut MacroAssembler<'_>)) -> Code {
    let target = target();
    let mut buffer = CodeBuffer::new(target.desc.arch);
    let entry = buffer.bind_new_label();
    buffer.add_entry(entry);
    body(&mut MacroAssembler::new(&mut buffer, target));
    let code = buffer.finish(FrameInfo::default()).expect("nothing is wrong with it");
    let signature = Signature { params: vec![I64; params], results: vec![I64] };
    let convention = target.convention(ConvId::new(0));
    let linkable = Linkable { name: "made", code: &code, signature: &signature, convention };
    let memory = CodeMemory::new().expect("memory");
    link(&memory, &[linkable], &[], &|_, _| None).expect("links").remove(0)
}

/// Emits the prologue of an empty frame.
fn enter(masm: &mut MacroAssembler<'_>) {
    if let Some(mut asm) = masm.x64() {
        asm.push_r(x64_registers::RBP);
        asm.mov_rr(W64, x64_registers::RBP, x64_registers::RSP);
    } else if let Some(mut asm) = masm.a64() {
        use a64_registers::*;
        use barebones::isa::a64::{Mem, Pair};
        asm.store_pair(Pair::Gp64, FP, LR, Mem::PreIndex { base: SP, disp: -16 });
        asm.mov_sp(FP, SP);
    }
}

/// Emits an epilogue and a return. A procedure whose frame it was may have signed the return address.
fn leave(masm: &mut MacroAssembler<'_>, is_signed: bool) {
    if let Some(mut asm) = masm.x64() {
        asm.leave();
    } else if let Some(mut asm) = masm.a64() {
        use a64_registers::*;
        use barebones::isa::a64::{Mem, Pair};
        asm.mov_sp(SP, FP);
        asm.load_pair(Pair::Gp64, FP, LR, Mem::PostIndex { base: SP, disp: 16 });
        if is_signed {
            asm.autiasp();
        }
    }
    masm.ret();
}

/// Offset of the other engine's `n`th value in a frame of this size.
fn slot(size: u32, n: usize) -> i32 {
    let n = n as i32;
    if size < 1000 { -8 * (n + 1) } else { 8 * n - size as i32 }
}

/// The other engine: its frame has the values, followed by its callers' registers; the first two values are in
/// registers. Returns the sum of each value times its number, of a thousand times the values in registers, and of
/// whether its frame has this size.
fn engine(size: u32) -> Code {
    let machine = machine();
    made(0, |masm| {
        let [sum, other, scratch, _] = gprs(masm, machine.free);
        masm.give_scratch(scratch);
        if let Some(own) = machine.kept_doubles.first().and_then(|reg| masm.fpr(*reg).ok()) {
            masm.load_double(own, Address::frame(slot(size, VALUES + 2)));
        }
        masm.mov(sum, 0);
        for n in 0..VALUES {
            masm.load64(other, Address::frame(slot(size, n)));
            multiply(masm, other, n as u64 + 1);
            masm.add64(sum, sum, other);
        }
        for (n, own) in gprs(masm, machine.own()).into_iter().enumerate() {
            masm.mov(other, own);
            multiply(masm, other, 1000 * (n as u64 + 1));
            masm.add64(sum, sum, other);
            masm.load64(own, Address::frame(slot(size, VALUES + n)));
        }
        masm.lea(other, Address::stack(size as i32));
        masm.add64(sum, sum, other);
        let [frame] = gprs(masm, [target().desc.frame_pointer]);
        masm.sub64(sum, sum, frame);
        leave(masm, branch_protection().sign_return_address);
    })
}

/// Emits `reg` times a constant.
fn multiply<'g>(masm: &mut MacroAssembler<'g>, reg: Gpr<'g>, factor: u64) {
    let [.., constant] = gprs(masm, machine().free);
    masm.mov(constant, factor);
    masm.mul64(reg, reg, constant);
}

/// Calls code with its own arguments. Returns the result plus the callee-saved registers, which must be unchanged.
fn caller(callee: &Code) -> Code {
    let address = callee.entry() as u64;
    let machine = machine();
    made(6, |masm| {
        enter(masm);
        let kept = RegSet::of(&machine.kept).union(RegSet::of(machine.kept_doubles));
        masm.preserving(kept, |masm| {
            let [result, other, ..] = gprs(masm, machine.free);
            let [kept @ .., last] = gprs(masm, machine.kept);
            for (n, reg) in kept.into_iter().enumerate() {
                masm.mov(reg, 1_u64 << (40 + n));
            }
            for reg in machine.kept_doubles {
                let double = masm.fpr(*reg).expect("a register");
                masm.mov(last, KEPT_DOUBLE);
                masm.move64_to_double(double, last);
            }
            masm.mov(last, address);
            masm.call(last, RegSet::EMPTY);
            kept.into_iter().for_each(|reg| masm.add64(result, result, reg));
            for reg in machine.kept_doubles {
                let double = masm.fpr(*reg).expect("a register");
                masm.move_double_to_64(other, double);
                masm.mov(last, KEPT_DOUBLE);
                masm.sub64(other, other, last);
                masm.add64(result, result, other);
            }
        });
        leave(masm, false);
    })
}

const KEPT_SUM: u64 = 0b1111 << 40;
const KEPT_DOUBLE: u64 = 0x4037_1234_5678_9abc;

/// The moves from the procedure's frame to the other engine's.
fn contents(size: u32, params: &StackmapParams<'_>) -> Result<Vec<FrameMove>, GeneratorError> {
    let machine = machine();
    let mut moves = Vec::new();
    for n in 0..VALUES {
        moves.push(FrameMove { from: params.rep(n)?, to: ValueRep::Stack(slot(size, n)), width: W64 });
    }
    let callers = |reg: Reg, n: usize| {
        let saved = params.callee_saves().find(|(saved, _)| *saved == reg);
        let from = saved.map_or(ValueRep::Register(reg), |(_, offset)| ValueRep::Stack(offset));
        FrameMove { from, to: ValueRep::Stack(slot(size, VALUES + n)), width: W64 }
    };
    for (n, reg) in machine.own().into_iter().enumerate() {
        moves.push(FrameMove { from: params.rep(n)?, to: ValueRep::Register(reg), width: W64 });
        moves.push(callers(reg, n));
    }
    if let Some(reg) = machine.kept_doubles.first() {
        moves.push(FrameMove { from: params.rep(0)?, to: ValueRep::Register(*reg), width: W64 });
        moves.push(callers(*reg, 2));
    }
    Ok(moves)
}

/// A procedure with a check that has nine stackmap operands, some of them constants. It overwrites some callee-saved
/// registers.
fn procedure() -> Procedure {
    let mut proc = Procedure::new(&target());
    let root = proc.add_block();
    let args: Vec<ValueId> = (0..6).map(|_| proc.at(root).argument(I64)).collect();
    let constant = proc.at(root).const64(5_000_000_000);
    let mut values: Vec<ValueId> = vec![constant];
    for n in 0..5 {
        values.push(proc.at(root).add(args[n], args[n + 1]));
    }
    values.push(proc.at(root).mul(args[0], args[5]));
    values.extend([args[1], args[2]]);
    let generator = proc.add_generator("scribble");
    let map = Stackmap { generator, clobber_late: scribbled(), ..Stackmap::default() };
    proc.at(root).stackmap_value(Opcode::Patchpoint, Type::Void, &[], map);
    let generator = proc.add_generator("leave");
    let map = Stackmap { generator, ..Stackmap::default() };
    let children: Vec<ValueId> = std::iter::once(args[5]).chain(values.iter().copied()).collect();
    let mut b = proc.at(root);
    b.stackmap_value(Opcode::Check, Type::Void, &children, map);
    let sum = values.iter().skip(1).fold(constant, |sum, value| b.add(sum, *value));
    b.ret([sum]);
    proc
}

fn scribbled() -> RegSet {
    let machine = machine();
    RegSet::of(&[machine.kept[1], machine.kept[2]]).union(RegSet::of(machine.kept_doubles))
}

/// Sets the generator of the procedure: `leave` emits the exit.
fn resolved(
    mut proc: Procedure,
    leave: impl for<'g> Fn(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError>
    + Send
    + Sync
    + 'static,
) -> Procedure {
    let mut registry = GeneratorRegistry::new();
    registry.add("scribble", |masm, _| {
        for reg in scribbled().iter() {
            match masm.gpr(reg) {
                Ok(reg) => masm.mov(reg, 12_345),
                Err(_) => masm.move_double_constant(masm.fpr(reg).expect("a register"), 12.345),
            }
        }
        Ok(())
    });
    registry.add("leave", leave);
    assert!(registry.resolve(&mut proc).is_empty());
    proc
}

fn call(code: &Code, args: [u64; 6]) -> u64 {
    let args = args.map(|bits| Bits { ty: I64, bits });
    // SAFETY: the code only computes with its arguments.
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
                let mut options = options_at(level);
                (options.check_allocation, options.forced) = (true, forced);
                let mut proc = procedure();
                proc.add_stack_slot(room, StackSlotKind::Locked);
                let proc = resolved(proc, move |masm, params| {
                    assert!(params.frame_size().is_some(), "the exit path of a check");
                    params.replace_frame(masm, &NewFrame { size, contents: &contents(size, params)? }, target)
                });
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

/// Values that are swapped, in registers and in overlapping slots, wide and narrow.
#[test]
fn everything_is_read_before_anything_is_written() {
    let machine = machine();
    let engine = made(0, |masm| {
        let [result, other, a, b] = gprs(masm, machine.free);
        // The slots as they are in memory.
        masm.load64(result, Address::frame(-8));
        masm.load64(other, Address::frame(-16));
        masm.xor64(result, result, other);
        masm.load32(other, Address::frame(-20));
        masm.add32(result, result, other);
        masm.add64(result, result, a);
        masm.lshift64(b, b, 3);
        masm.sub64(result, result, b);
        leave(masm, branch_protection().sign_return_address);
    });
    let target = engine.entry() as u64;
    for level in OptLevel::ALL {
        let proc = resolved(procedure(), move |masm, params| {
            let [bits, _, a, b] = gprs(masm, self::machine().free);
            masm.mov(b, 0x1111);
            masm.mov(a, 0x2222);
            masm.mov(bits, 0x3333_4444_5555_6666_u64);
            masm.store64(Address::frame(-8), bits);
            masm.mov(bits, 0x0777_8888_9999_aaaa_u64);
            masm.store64(Address::frame(-16), bits);
            let (stack, reg) = (ValueRep::Stack, ValueRep::Register);
            let one = |from, to, width| FrameMove { from, to, width };
            let contents = [
                one(reg(b.reg()), reg(a.reg()), W64),
                one(reg(a.reg()), reg(b.reg()), W64),
                // Each overlaps a part of the others.
                one(stack(-16), stack(-8), W64),
                one(stack(-12), stack(-16), W64),
                one(stack(-4), stack(-20), Width::W32),
            ];
            params.replace_frame(masm, &NewFrame { size: 32, contents: &contents }, target)
        });
        let mut options = options_at(level);
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
fn invalid_frame_contents_are_errors() {
    let refused = |size: u32, contents: Vec<FrameMove>| {
        let proc = resolved(procedure(), move |masm, params| {
            params.replace_frame(masm, &NewFrame { size, contents: &contents }, 0x1000_u64)
        });
        let compiled = Compiler::with_options(options_at(OptLevel::O1)).expect("a host").compile(proc);
        compiled.err().map(|failure| failure.to_string()).unwrap_or_default()
    };
    let one = |from, to| FrameMove { from, to, width: W64 };
    let (stack, reg) = (ValueRep::Stack, ValueRep::Register);
    let [a, b, ..] = machine().free.map(reg);
    assert_eq!(refused(16, vec![one(a, stack(-8)), one(a, stack(-16))]), "");
    for (size, contents, expected) in [
        (12, vec![], "a multiple of"),
        ((1 << 30) + 16, vec![], "a multiple of"),
        (16, vec![one(a, stack(-24))], "-24 is outside of the new frame"),
        (16, vec![one(a, stack(-4))], "-4 is outside of the new frame"),
        (16, vec![one(a, stack(0))], "0 is outside of the new frame"),
        (16, vec![one(a, stack(-8)), one(b, stack(-12))], "value 1 of a new frame: overlaps with another"),
        (16, vec![one(a, b), one(b, b)], "value 1 of a new frame: overlaps with another"),
        (16, vec![one(a, reg(target().desc.frame_pointer))], "it cannot be moved to"),
        (16, vec![one(a, reg(target().desc.stack_pointer))], "it cannot be moved to"),
        (16, vec![one(reg(target().desc.stack_pointer), stack(-8))], "it cannot be moved from"),
        (16, vec![one(ValueRep::ColdAny, a)], "expected a place"),
        (16, vec![FrameMove { width: Width::W128, ..one(a, stack(-16)) }], "no general register"),
        (16, vec![FrameMove { width: Width::W16, ..one(a, stack(-16)) }], "expected 32, 64 or 128"),
    ] {
        let found = refused(size, contents);
        assert!(found.contains(expected), "{found}");
    }
}

/// Building a frame and far jumps use scratch registers on AArch64.
#[test]
#[cfg(target_arch = "aarch64")]
fn scratch_registers_of_addresses_are_reserved() {
    use a64_registers::{X9, X16, X17};
    let refused = |from: Reg, to: Reg, size: u32, target: Reg| {
        let proc = resolved(procedure(), move |masm, params| {
            let (from, to) = (ValueRep::Register(from), ValueRep::Register(to));
            let contents = [FrameMove { from, to, width: W64 }];
            let [target] = gprs(masm, [target]);
            params.replace_frame(masm, &NewFrame { size, contents: &contents }, target)
        });
        let compiled = Compiler::with_options(options_at(OptLevel::O1)).expect("a host").compile(proc);
        compiled.err().map(|failure| failure.to_string()).unwrap_or_default()
    };
    let [a, b, ..] = machine().free;
    assert_eq!((refused(a, b, 32, X9), refused(a, b, 32, X17)), (String::new(), String::new()));
    for (from, to, size, target, expected) in [
        (X16, b, 32, X9, "it cannot be moved from"),
        (X17, b, 32, X9, "it cannot be moved from"),
        (a, X16, 32, X9, "it cannot be moved to"),
        (a, X17, 32, X9, "it cannot be moved to"),
        (a, b, 32, X16, "a scratch register of address computation"),
        (a, b, 32, b, "a destination register"),
        (a, b, 40, X9, "a multiple of 16"),
    ] {
        let found = refused(from, to, size, target);
        assert!(found.contains(expected), "{found}");
    }
}
