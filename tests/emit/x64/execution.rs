//! Executes the emitted code on x86-64: each case runs with random registers and memory and is compared with the
//! meaning of its opcode. Shared registers reveal reads after writes.
//!
//! All cases of a form are one procedure. It loads all registers, including the stack pointer, from a record, jumps to
//! the case, and stores all registers afterwards.

use super::emitted::{emit_case, empty_code, x64};
use super::operands::{BLOCKS, Case, SLOTS, cases, forms, shapes};
use super::reference::{Outcome, execute};
use barebones::air::{Arg, Form, FormId, Kinds, Opcode, Role};
use barebones::base::{Arch, Bank, Lane, Reg, RegSet, Signature, Type, Width};

use barebones::isa::x64::abi::SYSTEM_V;
use barebones::isa::x64::registers::*;
use barebones::isa::x64::{Alu, Assembler, Mem};
use barebones::isa::{CodeBuffer, CompiledCode, EmitState, FrameInfo, Label, NoGenerators};
use barebones::jit::{Bits, CodeMemory, Linkable, host_arch, host_features, link};
use barebones_testing::native::{Arena, Ended, call, in_child};

/// Word offsets in a record: input registers (a word for each general one, two for each floating-point one), output
/// registers, and the rest.
const FP: usize = 16;
const OUT: usize = 48;
const EXIT: usize = 96;
const TARGET: usize = 97;
const MEMORY: usize = 98;
const MEMORY_OUT: usize = 100;
const RECORD: usize = 102;

/// The case fell through to its end.
const FELL_THROUGH: u32 = u32::MAX;

/// Word offsets in the stack: outgoing arguments, saved registers, then down from the frame pointer.
const KEPT: usize = 0x2000 / 8;
const FRAME: usize = KEPT + 8 + 0x1_2400 / 8;
const STACK: usize = FRAME + 8;
/// Word offset of memory operands.
const HEAP: usize = STACK + 64;

fn kept(n: i32) -> Mem {
    Mem::base(RSP, (KEPT * 8) as i32 + 8 * n)
}

/// Emits a procedure of (address of a record, stack pointer, frame pointer, address of a case). Returns the labels of
/// the end of cases and of the blocks.
fn driver(buffer: &mut CodeBuffer, first: Label) -> (Label, Vec<Label>) {
    const SAVED: [Reg; 6] = [RBX, RBP, R12, R13, R14, R15];
    let mut a = Assembler::new(buffer);
    let (fell, back) = (a.buffer().new_label(), a.buffer().new_label());
    let blocks: Vec<Label> = (0..BLOCKS).map(|_| a.buffer().new_label()).collect();
    SAVED.iter().for_each(|reg| a.push_r(*reg));
    a.mov_rr(Width::W64, RAX, RSP);
    a.mov_rr(Width::W64, RSP, RSI);
    a.mov_rr(Width::W64, RBP, RDX);
    a.mov_mr(Width::W64, kept(0), RDI);
    a.mov_mr(Width::W64, kept(1), RAX);
    a.lea(Width::W64, RAX, Mem::label(first));
    a.alu_rr(Alu::Add, Width::W64, RAX, RCX);
    a.mov_mr(Width::W64, kept(2), RAX);
    for n in 0..16 {
        a.float_load(Width::W128, Reg::fp(n), Mem::base(RDI, 8 * (FP as i32 + 2 * i32::from(n))));
    }
    for reg in (0..16).map(Reg::gp).filter(|reg| ![RSP, RBP, RDI].contains(reg)) {
        a.mov_rm(Width::W64, reg, Mem::base(RDI, 8 * i32::from(reg.number())));
    }
    a.mov_rm(Width::W64, RDI, Mem::base(RDI, 8 * i32::from(RDI.number())));
    a.jmp_m(kept(2));
    for (n, label) in blocks.iter().enumerate() {
        a.buffer().bind(*label);
        a.mov_mi(Width::W32, kept(3), n as i32);
        a.jmp(back);
    }
    a.buffer().bind(fell);
    a.mov_mi(Width::W32, kept(3), FELL_THROUGH as i32);
    a.buffer().bind(back);
    a.mov_mr(Width::W64, kept(4), RAX);
    a.mov_rm(Width::W64, RAX, kept(0));
    for reg in (1..16).map(Reg::gp) {
        a.mov_mr(Width::W64, Mem::base(RAX, 8 * (OUT as i32 + i32::from(reg.number()))), reg);
    }
    for n in 0..16 {
        a.float_store(Width::W128, Mem::base(RAX, 8 * ((OUT + FP) as i32 + 2 * i32::from(n))), Reg::fp(n));
    }
    a.mov_rm(Width::W64, RCX, kept(4));
    a.mov_mr(Width::W64, Mem::base(RAX, 8 * OUT as i32), RCX);
    a.mov_rm(Width::W32, RCX, kept(3));
    a.mov_mr(Width::W64, Mem::base(RAX, 8 * EXIT as i32), RCX);
    a.mov_rm(Width::W64, RSP, kept(1));
    SAVED.iter().rev().for_each(|reg| a.pop_r(*reg));
    a.ret();
    (fell, blocks)
}

/// The code of the driver and all cases, and the offset of each case from the first.
fn emit_all(cases: &[Case]) -> (CompiledCode, Vec<u64>) {
    let mut buffer = CodeBuffer::new(Arch::X64);
    let (mut code, mut state) = (empty_code(), EmitState::default());
    let entry = buffer.bind_new_label();
    buffer.add_entry(entry);
    let first = buffer.new_label();
    let (fell, blocks) = driver(&mut buffer, first);
    buffer.bind(first);
    let start = buffer.offset();
    let mut starts = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        starts.push(u64::from(buffer.offset() - start));
        emit_case(&mut buffer, &mut state, &mut code, &blocks, number, case);
        // A fall-through continues in the next block, which is elsewhere.
        let next = case.next.map_or(fell, |next| blocks[next as usize]);
        Assembler::new(&mut buffer).jmp(next);
    }
    x64().emit_cold(&mut buffer, &mut state, &code, &mut NoGenerators);
    (buffer.finish(FrameInfo::default()).expect("was emitted before"), starts)
}

/// A deterministic generator of random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 1 ^ mixed << 40
    }

    fn integer(&mut self) -> u64 {
        const AWKWARD: [u64; 8] = [0, 1, u64::MAX, 0x8000_0000, 1 << 63, 0x7fff_ffff, 0xffff_ffff, 63];
        let any = self.next();
        match any % 4 {
            0 => AWKWARD[(any >> 8) as usize % AWKWARD.len()],
            1 => (any >> 8) % 8,
            _ => self.next(),
        }
    }

    fn float(&mut self, width: Width) -> u64 {
        const AWKWARD: [f64; 12] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            2147483648.0,
            -9223372036854775808.0,
            18446744073709551616.0,
            0.5,
            4294967295.0,
        ];
        let any = self.next();
        let value = match any % 3 {
            0 => AWKWARD[(any >> 8) as usize % AWKWARD.len()],
            1 => ((any >> 8) % 4000) as f64 / 16.0 - 100.0,
            _ if width == Width::W32 => return self.next(),
            _ => f64::from_bits(self.next()),
        };
        // The bits above a float are arbitrary.
        if width == Width::W32 { u64::from((value as f32).to_bits()) | any << 32 } else { value.to_bits() }
    }
}

/// Addresses for the case of a record.
#[derive(Clone, Copy)]
struct Space {
    rsp: u64,
    rbp: u64,
    heap: u64,
}

/// The inverse of an odd number modulo 2^64: each step of Newton's method doubles the correct bits.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

/// Fills the registers of a record, so that a memory operand is inside `space`. `None` if the case cannot be executed
/// because its address is outside or misaligned.
fn fill(case: &Case, form: &Form, space: Space, random: &mut Random, record: &mut [u64]) -> Option<()> {
    let [gp, fp, rest] = record.get_disjoint_mut([0..FP, FP..OUT, OUT..RECORD]).expect("a record");
    gp.fill_with(|| random.integer());
    fp.fill_with(|| random.float(Width::W64));
    (gp[RSP.number() as usize], gp[RBP.number() as usize]) = (space.rsp, space.rbp);
    for (arg, spec) in case.args.iter().zip(form.operands) {
        if let Some(reg) = arg.as_tmp().and_then(|tmp| tmp.reg())
            && spec.bank == Bank::Fp
            && spec.role.is_use()
        {
            fp[2 * reg.number() as usize] = random.float(spec.width);
        }
    }
    let memory = case.args.iter().zip(form.operands).find(|(arg, _)| arg.is_memory());
    let Some((arg, spec)) = memory else { return Some(()) };
    let bits = [random.integer(), random.next()];
    let value = if spec.bank == Bank::Fp { random.float(spec.width) } else { bits[0] };
    let number = |tmp: barebones::air::Tmp| tmp.reg().map_or(0, |reg| reg.number() as usize);
    let is_frame = |reg: usize| [RSP.number(), RBP.number()].contains(&(reg as u8));
    let target = match *arg {
        Arg::Addr { base, offset } => {
            let base = number(base);
            if !is_frame(base) {
                gp[base] = space.heap.wrapping_sub(offset as u64);
            }
            gp[base].wrapping_add(offset as u64)
        }
        Arg::Index { base, index, shift, offset, .. } => {
            let (base, index) = (number(base), number(index));
            if index == base && is_frame(base) {
                return None;
            } else if index == base {
                // base * (1 + scale) + offset: an odd factor has an inverse, 2 needs an even distance.
                let distance = space.heap.wrapping_sub(offset as u64);
                let factor = 1 + (1 << shift);
                gp[base] = if shift == 0 { distance / 2 } else { distance.wrapping_mul(inverse(factor)) };
            } else if is_frame(base) {
                gp[index] = 8;
            } else {
                gp[base] = space.heap.wrapping_sub(gp[index] << shift).wrapping_sub(offset as u64);
            }
            gp[base].wrapping_add(gp[index] << shift).wrapping_add(offset as u64)
        }
        Arg::Stack { slot, offset } => {
            space.rbp.wrapping_add((SLOTS[slot.number() as usize] + offset) as u64)
        }
        Arg::CallArg { offset } => space.rsp.wrapping_add(offset as u64),
        _ => return Some(()),
    };
    rest[TARGET - OUT] = target;
    (rest[MEMORY - OUT], rest[MEMORY + 1 - OUT]) = (value, bits[1]);
    let below_heap = target.wrapping_sub(space.rsp);
    let in_kept = (KEPT as u64 * 8 - 16..(KEPT as u64 + 8) * 8).contains(&below_heap);
    let inside = below_heap < (HEAP as u64 - 2) * 8 && !in_kept;
    let is_address = spec.role == Role::UseAddr;
    (is_address || inside && target % 8 == 0).then_some(())
}

/// The two words from an offset in a record.
fn words(record: &[u64], offset: usize) -> u128 {
    u128::from(record[offset]) | u128::from(record[offset + 1]) << 64
}

/// The bits of a register, of which the record has one word or two.
fn register(record: &[u64], reg: Reg) -> u128 {
    match reg.bank() {
        Bank::Gp => record[reg.number() as usize].into(),
        Bank::Fp => words(record, FP + 2 * reg.number() as usize),
    }
}

/// The value of each operand, as the reference expects it.
fn values(case: &Case, form: &Form, record: &[u64]) -> Vec<u128> {
    let operands = case.args.iter().zip(form.operands);
    let value = operands.map(|(arg, spec)| match *arg {
        Arg::Tmp(tmp) => tmp.reg().map_or(0, |reg| register(record, reg)),
        Arg::Imm(value) => value as u64 as u128,
        Arg::Const { bits, width: Width::W128 } => u128::from(bits) << 64 | u128::from(bits),
        Arg::Const { bits, .. } => bits.into(),
        _ if spec.role == Role::UseAddr => record[TARGET].into(),
        _ if arg.is_memory() => words(record, MEMORY),
        _ => 0,
    });
    value.collect()
}

/// The lanes of an instruction with floats in them.
fn float_lanes(case: &Case, form: &Form) -> Option<Lane> {
    let lanes = form.operands.iter().position(|spec| spec.width == Width::W128).and_then(|_| {
        case.args.iter().find_map(|arg| match arg {
            Arg::Imm(number) => Lane::from_number(*number as u32),
            _ => None,
        })
    });
    match form.opcode {
        // It has floats of 32 bits with every other number of lanes. The host may compute them by software.
        Opcode::VectorFma => Some(lanes.filter(|lanes| *lanes == Lane::F64x2).unwrap_or(Lane::F32x4)),
        _ => lanes.filter(|lanes| lanes.is_float()),
    }
}

fn differs(found: u128, expected: u128, width: Width, bank: Bank, lanes: Option<Lane>) -> bool {
    let whole = u128::MAX >> (128 - width.bits());
    let Some(lanes) = lanes.filter(|_| bank == Bank::Fp) else { return (found ^ expected) & whole != 0 };
    let bits = lanes.bits();
    (0..width.bits() / bits).any(|n| {
        let [found, expected] = [found, expected].map(|all| (all >> (n * bits)) as u64);
        if bits == 32 {
            let [found, expected] = [found, expected].map(|bits| f32::from_bits(bits as u32));
            return found.to_bits() != expected.to_bits() && !(found.is_nan() && expected.is_nan());
        }
        let both_nan = f64::from_bits(found).is_nan() && f64::from_bits(expected).is_nan();
        found != expected && !both_nan
    })
}

/// The first difference between an executed record and the expected outcome.
fn compare(case: &Case, form: &Form, record: &[u64], expected: &Outcome) -> Option<String> {
    let Outcome::Results(results, exit) = expected else { return None };
    let exit = exit.unwrap_or(FELL_THROUGH);
    if record[EXIT] != u64::from(exit) {
        return Some(format!("continues at {} instead of {exit}", record[EXIT]));
    }
    let name = form.opcode.name();
    let is_arithmetic = !["Move", "And", "Or", "Xor", "Purify"].iter().any(|stem| name.starts_with(stem));
    // The bits of a NaN that arithmetic makes are unspecified.
    let lanes_of = |width| match width {
        Width::W32 if is_arithmetic => Some(Lane::F32x4),
        Width::W64 if is_arithmetic => Some(Lane::F64x2),
        _ => float_lanes(case, form),
    };
    let mut results = results.iter();
    let mut written: RegSet = form.clobbers;
    let mut memory = words(record, MEMORY);
    for (arg, spec) in case.args.iter().zip(form.operands) {
        if spec.role == Role::Scratch
            && let Some(reg) = arg.as_tmp().and_then(|tmp| tmp.reg())
        {
            written.insert(reg);
        }
        if !spec.role.is_def() {
            continue;
        }
        let result = *results.next()?;
        match arg.as_tmp().and_then(|tmp| tmp.reg()) {
            Some(reg) => {
                written.insert(reg);
                let found = register(&record[OUT..], reg);
                // A general register is written whole.
                let width = if spec.bank == Bank::Gp { Width::W64 } else { spec.width };
                if differs(found, result, width, spec.bank, lanes_of(spec.width)) {
                    return Some(format!("{reg:?} is {found:#x}, not {result:#x}"));
                }
            }
            None => {
                let unchanged = u128::MAX.checked_shl(spec.width.bits()).unwrap_or(0);
                memory = memory & unchanged | result & !unchanged;
            }
        }
    }
    let found = words(record, MEMORY_OUT);
    if record[TARGET] != 0 && found != memory {
        return Some(format!("memory is {found:#x}, not {memory:#x}"));
    }
    let others = (0..16).flat_map(|n| [Reg::gp(n), Reg::fp(n)]).filter(|reg| !written.contains(*reg));
    for reg in others {
        let [before, after] = [record, &record[OUT..]].map(|record| register(record, reg));
        if before != after {
            return Some(format!("{reg:?} changes from {before:#x} to {after:#x}"));
        }
    }
    None
}

/// Executes cases of a form; returns the failures and the number of executed cases.
fn run(memory: &CodeMemory, form: &Form, cases: &[Case]) -> (Vec<String>, usize) {
    let (code, starts) = emit_all(cases);
    let signature = Signature { params: vec![Type::Int64; 4], ..Signature::default() };
    let linkable = Linkable { name: "cases", code: &code, signature: &signature, convention: &SYSTEM_V };
    let codes = link(memory, &[linkable], &[], &|_, _| None).expect("nothing to resolve");
    let arena = Arena::new(HEAP + cases.len() * RECORD).expect("memory");
    let address = |word: usize| arena.address(word);
    let space = Space { rsp: address(0), rbp: address(FRAME), heap: address(STACK + 16) };
    let mut random = Random(form.opcode as u64);
    let mut planned = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let mut record = vec![0; RECORD];
        // Retries with other values if these trap.
        for _ in 0..8 {
            if fill(case, form, space, &mut random, &mut record).is_none() {
                break;
            }
            match execute(form, case, &values(case, form, &record)) {
                None => return (Vec::new(), 0),
                Some(Outcome::Traps) => {}
                Some(outcome) => {
                    arena.write(HEAP + number * RECORD, &record);
                    planned.push((number, outcome));
                    break;
                }
            }
        }
    }
    let ended = in_child(|| {
        for (number, _) in &planned {
            let record = HEAP + number * RECORD;
            let target = arena.get(record + TARGET);
            let word = ((target.wrapping_sub(address(0))) / 8) as usize;
            let has_memory = target != 0 && word < HEAP - 1;
            if has_memory {
                arena.write(word, &arena.read(record + MEMORY, 2));
            }
            let args = [address(record), space.rsp, space.rbp, starts[*number]];
            let args = args.map(|bits| Bits { ty: Type::Int64, bits });
            arena.write(record + EXIT, &[1 << 40]);
            call(&codes[0], &args).expect("the types of the driver");
            let after = arena.read(if has_memory { word } else { record + MEMORY }, 2);
            arena.write(record + MEMORY_OUT, &after);
        }
    });
    let mut failures = Vec::new();
    if !matches!(ended, Ok(Ended::Finished)) {
        let last = planned.iter().find(|(number, _)| arena.get(HEAP + number * RECORD + EXIT) == 1 << 40);
        failures.push(format!("{ended:?} at {:?}", last.map(|(number, _)| &cases[*number])));
        return (failures, planned.len());
    }
    for (number, outcome) in &planned {
        let record = arena.read(HEAP + number * RECORD, RECORD);
        if let Some(what) = compare(&cases[*number], form, &record, outcome) {
            failures.push(format!(
                "{what}: {:?}\n    {:x?}",
                cases[*number],
                values(&cases[*number], form, &record)
            ));
        }
    }
    (failures, planned.len())
}

fn all_cases(id: FormId, form: &Form) -> Vec<Case> {
    shapes(form).iter().flat_map(|shape| cases(id, shape)).collect()
}

#[test]
fn code_agrees_with_the_meaning_of_its_opcode() {
    if host_arch() != Some(Arch::X64) {
        return;
    }
    let memory = CodeMemory::new().expect("works where tests run");
    let (mut failures, mut total, mut skipped) = (Vec::new(), 0, Vec::new());
    for (id, form) in forms().filter(|(_, form)| host_features().contains(form.features)) {
        let needs_linking = form.kinds[0].intersects(Kinds::SYMBOL.union(Kinds::LIB_CALL));
        if needs_linking || [Opcode::Trap, Opcode::StackLimitCheck].contains(&form.opcode) {
            continue;
        }
        let (found, executed) = run(&memory, form, &all_cases(id, form));
        total += executed;
        if executed == 0 {
            skipped.push(form.opcode.name());
        }
        failures.extend(found.into_iter().map(|what| format!("{:?}: {what}", form.opcode)));
    }
    println!("{total} cases executed");
    let shown = failures.len().min(20);
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures[..shown].join("\n"));
    assert!(skipped.is_empty(), "never executed: {skipped:?}");
}

/// The code of one opcode, compared with the meaning of another.
#[test]
fn other_meanings_are_found() {
    use Opcode::*;
    if host_arch() != Some(Arch::X64) {
        return;
    }
    let memory = CodeMemory::new().expect("works where tests run");
    let of = |opcode| forms().find(|(_, form)| form.opcode == opcode).expect("has forms");
    let pairs = [
        (And32, Or32),
        (Sub64, Add64),
        (Move32, Move),
        (SignExtend8To32, ZeroExtend8To32),
        (Store8, Store16),
        (AddCarry32, SubBorrow32),
        (FMinDouble, FMaxDouble),
        (ChillMod64, ChillDiv64),
        (Branch32, BranchTest32),
        (MoveConditionally64, MoveConditionally32),
        (TruncateDoubleToInt32Sat, TruncateDoubleToUInt32Sat),
    ];
    for (emitted, meant) in pairs {
        let (id, form) = of(emitted);
        let cases = all_cases(id, form);
        assert_eq!(run(&memory, form, &cases).0, [""; 0], "{emitted:?}");
        let (failures, executed) = run(&memory, of(meant).1, &cases);
        assert!(executed > 0 && !failures.is_empty(), "{emitted:?} passes for {meant:?}");
    }
}
