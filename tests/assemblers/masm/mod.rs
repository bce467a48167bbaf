//! The portable macro assembler: every operation is executed, on x86-64 by this machine, on AArch64 by a model.

mod a64;
mod cases;
mod machine;
mod operations;
mod operations_condition;
mod operations_float;

use barebones::base::{Arch, Features, Reg, RegSet, Signature, Target, Type};
use barebones::isa::a64::abi::AARCH64_LINUX;
use barebones::isa::masm::{Address, MacroAssembler, ResultCondition, Scale};
use barebones::isa::x64::abi::{SYSTEM_V, X86_64_LINUX};
use barebones::isa::{CodeBuffer, EmitError, FrameInfo};
use barebones::jit::{CodeMemory, Linkable, host_arch, link};
use barebones_testing::native::{Ended, call, in_child};
use std::collections::BTreeSet;

#[test]
fn operations_agree_with_their_model_on_x86_64() {
    let cases = operations::all().all;
    machine::run_x64(&cases, Features::all());
    // Without the optional instructions, except those that round.
    machine::run_x64(&cases, Features::SSE41);
}

#[test]
fn operations_agree_with_their_model_on_aarch64() {
    let cases = operations::all().all;
    machine::run_a64(&cases, Features::LSE);
    machine::run_a64(&cases, Features::empty());
}

/// The methods of the macro assembler that are operations, from its source.
fn operations_in_source() -> BTreeSet<String> {
    let sources = [
        include_str!("../../../src/isa/masm/arguments.rs"),
        include_str!("../../../src/isa/masm/arithmetic.rs"),
        include_str!("../../../src/isa/masm/atomics.rs"),
        include_str!("../../../src/isa/masm/branches.rs"),
        include_str!("../../../src/isa/masm/calls.rs"),
        include_str!("../../../src/isa/masm/floats.rs"),
        include_str!("../../../src/isa/masm/moves.rs"),
    ];
    let mut names = BTreeSet::new();
    for source in sources {
        let mut in_table = false;
        let mut row = String::new();
        for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
            if let Some(name) = line.strip_prefix("    pub fn ") {
                names.insert(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
            }
            in_table |= line.starts_with("    ") && line.ends_with("! {") && !line.starts_with("     ");
            in_table &= line != "    }";
            // A row: names, an equals sign, meaning.
            if in_table && !line.ends_with("! {") {
                row += line;
                if row.ends_with(';') {
                    let before = row.rsplit_once('=').map_or("", |(before, _)| before);
                    let unquoted = before.rsplit('"').next().unwrap_or(before);
                    let words = unquoted.split(|c: char| c.is_whitespace() || c == ',');
                    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
                    names.extend(words.filter(is_name).map(String::from));
                    row.clear();
                }
            }
        }
    }
    names
}

#[test]
fn no_operation_is_forgotten() {
    let mut expected = operations_in_source();
    assert!(expected.len() > 240, "{}", expected.len());
    assert!(expected.contains("add32") && expected.contains("branch_atomic_strong_cas8"), "{expected:?}");
    assert!(expected.remove("supports_rounding"), "it is a question");
    assert!(expected.remove("trap_with"), "it has a trap site of its own: tests/machine/own_code.rs runs it");
    let tested: BTreeSet<String> = operations::all().all.iter().map(|case| String::from(case.name)).collect();
    assert_eq!(tested, expected);
}

fn target(arch: Arch) -> Target {
    Target::baseline(if arch == Arch::X64 { &X86_64_LINUX } else { &AARCH64_LINUX })
}

/// The error of `finish` for the code of a generator.
fn error(arch: Arch, emit: impl for<'g> FnOnce(&mut MacroAssembler<'g>)) -> Option<EmitError> {
    let mut buffer = CodeBuffer::new(arch);
    emit(&mut MacroAssembler::new(&mut buffer, target(arch)));
    buffer.finish(FrameInfo::default()).err()
}

#[test]
fn mistakes_are_errors_with_names() {
    let scratchless = |m: &mut MacroAssembler<'_>| {
        let reg = m.gpr(Reg::gp(1)).expect("a register");
        m.store64(Address::absolute(1 << 40), reg);
    };
    let rounding = |m: &mut MacroAssembler<'_>| {
        let reg = m.fpr(Reg::fp(1)).expect("a register");
        m.ceil_double(reg, reg);
    };
    for arch in [Arch::X64, Arch::A64] {
        assert_eq!(error(arch, |m| m.nop()), None);
        let found = error(arch, |m| scratchless(m)).expect("no scratch register");
        assert!(matches!(found, EmitError::NoScratch { offset: 0, .. }), "{found}");
        // The operation, and the place in this file.
        let text = found.to_string();
        let parts = ["`store64` (", "masm/mod.rs:", ") at offset 0x0 needs a scratch register"];
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        let carry = error(arch, |m| {
            let reg = m.gpr(Reg::gp(1)).expect("a register");
            let label = m.label();
            m.branch_mul32(ResultCondition::Carry, reg, reg, reg, label);
        });
        assert!(matches!(carry, Some(EmitError::InvalidOperand { .. })), "{carry:?}");
        assert!(carry.is_some_and(|error| error.to_string().contains("`branch_mul32` (")));
        let twice = error(arch, |m| {
            let reg = m.gpr(Reg::gp(1)).expect("a register");
            m.set_arguments(&[(reg, 1.into()), (reg, 2.into())]);
        });
        assert!(matches!(twice, Some(EmitError::InvalidOperand { .. })), "{twice:?}");
        assert!(twice.is_some_and(|error| error.to_string().contains("`set_arguments` (")));
        // What the machine's own assembler is given belongs to no operation.
        let raw = error(arch, |m| {
            let reg = m.gpr(Reg::gp(1)).expect("a register");
            m.mov(reg, 1);
            if let Some(mut asm) = m.x64() {
                asm.mov_ri(Reg::fp(0), 1);
            }
            if let Some(mut asm) = m.a64() {
                asm.mov_ri(Reg::fp(0), 1);
            }
        });
        assert!(matches!(raw, Some(EmitError::InvalidOperand { operation: None, .. })), "{raw:?}");
        let named = error(arch, |m| {
            m.nop();
            let label = m.new_named_label("slow path");
            m.jump(label);
            m.jump(label);
        });
        let Some(EmitError::UnboundLabel { name: Some(name), first_use: Some(first), .. }) = &named else {
            panic!("{named:?}")
        };
        assert_eq!((&**name, *first), ("slow path", if arch == Arch::X64 { 2 } else { 4 }));
        let text = named.as_ref().map(EmitError::to_string).unwrap_or_default();
        assert!(text.starts_with("label `slow path` (L"), "{text}");
        assert!(text.contains(&format!("is used at offset {first:#x} but not bound")), "{text}");
        assert!(matches!(error(arch, |m| m.align(3)), Some(EmitError::InvalidOperand { .. })));
        let other = if arch == Arch::X64 { Arch::A64 } else { Arch::X64 };
        let mut buffer = CodeBuffer::new(arch);
        MacroAssembler::new(&mut buffer, target(other)).nop();
        let foreign = Some(EmitError::ForeignTarget { buffer: arch, target: other });
        assert_eq!(buffer.finish(FrameInfo::default()).err(), foreign);
        // Nonexistent registers and the stack pointer have no handles.
        let mut buffer = CodeBuffer::new(arch);
        let m = MacroAssembler::new(&mut buffer, target(arch));
        let stack_pointer = target(arch).desc.stack_pointer;
        assert!(m.gpr(stack_pointer).is_err() && m.gpr(Reg::fp(0)).is_err() && m.fpr(Reg::gp(0)).is_err());
        assert_eq!(m.gpr(Reg::gp(20)).is_ok(), arch == Arch::A64);
    }
    assert_eq!(error(Arch::A64, |m| rounding(m)), None);
    assert_eq!(error(Arch::X64, |m| rounding(m)), Some(EmitError::MissingFeature { feature: "sse4.1" }));
}

/// A scratch register that is an operand cannot be used as scratch, and after they are taken back there is none.
#[test]
fn scratch_registers_are_never_operands() {
    for arch in [Arch::X64, Arch::A64] {
        let store = |operand: bool, takes: bool| {
            error(arch, |m| {
                let [value, other] = [1, 2].map(|n| m.gpr(Reg::gp(n)).expect("a register"));
                m.give_scratch(if operand { value } else { other });
                if takes {
                    m.take_scratches();
                }
                m.store64(Address::absolute(1 << 40), value);
            })
        };
        assert_eq!(store(false, false), None);
        assert!(matches!(store(true, false), Some(EmitError::NoScratch { offset: 0, .. })));
        assert!(matches!(store(false, true), Some(EmitError::NoScratch { offset: 0, .. })));
    }
}

/// Calls and jumps to constant addresses.
#[test]
fn constant_addresses_are_called() {
    // The code below uses the System V argument and result registers.
    #[cfg(windows)]
    extern "sysv64" fn callee(a: u64) -> u64 {
        a * 3 + 1
    }
    #[cfg(not(windows))]
    extern "C" fn callee(a: u64) -> u64 {
        a * 3 + 1
    }
    if host_arch() == Some(Arch::X64) {
        let mut buffer = CodeBuffer::new(Arch::X64);
        let entry = buffer.bind_new_label();
        buffer.add_entry(entry);
        let mut m = MacroAssembler::new(&mut buffer, target(Arch::X64));
        if let Some(mut a) = m.x64() {
            a.push_r(Reg::gp(3));
        }
        let address = callee as *const () as u64;
        m.call(address, SYSTEM_V.clobbered);
        assert_eq!(m.buffer().written(), SYSTEM_V.clobbered.union(RegSet::of(&[Reg::gp(4)])));
        let [argument, result] = [7, 0].map(|n| m.gpr(Reg::gp(n)).expect("a register"));
        m.mov(argument, result);
        if let Some(mut a) = m.x64() {
            a.pop_r(Reg::gp(3));
        }
        m.far_jump(address);
        let code = buffer.finish(FrameInfo::default()).expect("nothing is wrong");
        let signature = Signature { params: vec![Type::Int64], results: vec![Type::Int64] };
        let linkable = Linkable { name: "twice", code: &code, signature: &signature, convention: &SYSTEM_V };
        let memory = CodeMemory::new().expect("memory");
        let codes = link(&memory, &[linkable], &[], &|_, _| None).expect("links");
        let ended = in_child(|| {
            let result = call(&codes[0], &[barebones::jit::Bits { ty: Type::Int64, bits: 5 }]);
            if result.ok() != Some(vec![49]) {
                std::process::abort();
            }
        });
        assert_eq!(ended.expect("a child"), Ended::Finished);
    }
    // In the model, code has a known address.
    let mut buffer = CodeBuffer::new(Arch::A64);
    let mut m = MacroAssembler::new(&mut buffer, target(Arch::A64));
    let [record, value, link_register, scratch] =
        [0, 1, 30, 16].map(|n| m.gpr(Reg::gp(n)).expect("a register"));
    m.load64(value, Address::new(record, 0));
    m.add64(value, value, 7);
    m.store64(Address::new(record, 0), value);
    m.ret();
    let entry = m.label();
    m.buffer().add_entry(entry);
    let kept = m.gpr(Reg::gp(20)).expect("a register");
    m.mov(kept, link_register);
    m.call(a64::CODE, RegSet::EMPTY);
    m.mov(link_register, kept);
    m.give_scratch(scratch);
    m.far_jump(a64::CODE);
    let code = buffer.finish(FrameInfo::default()).expect("nothing is wrong");
    let record = a64::run(&code, &[1; machine::RECORD]).expect("runs");
    assert_eq!(record[..2], [15, 1]);
}

/// Emits the moves of arguments, given by register number, with these scratch registers.
fn with_arguments(arch: Arch, arguments: &[(u8, Value)], scratches: &[u8]) -> (Option<EmitError>, RegSet) {
    let mut buffer = CodeBuffer::new(arch);
    let mut masm = MacroAssembler::new(&mut buffer, target(arch));
    let reg = |masm: &MacroAssembler<'_>, number: u8| masm.gpr(Reg::gp(number)).map(|reg| reg.reg());
    assert!(scratches.iter().all(|scratch| reg(&masm, *scratch).is_ok()));
    for scratch in scratches {
        let scratch = masm.gpr(Reg::gp(*scratch)).expect("a register");
        masm.give_scratch(scratch);
    }
    let operands: Vec<_> = arguments
        .iter()
        .map(|(dst, value)| {
            let gpr = |number: u8| masm.gpr(Reg::gp(number)).expect("a register");
            let value = match *value {
                Value::Reg(src) => gpr(src).into(),
                Value::Mem(base, offset) => Address::new(gpr(base), offset).into(),
                Value::Indexed(base, index) => Address::indexed(gpr(base), gpr(index), Scale::One, 0).into(),
            };
            (gpr(*dst), value)
        })
        .collect();
    masm.set_arguments(&operands);
    (buffer.error().cloned(), buffer.take_written())
}

#[derive(Clone, Copy)]
enum Value {
    Reg(u8),
    Mem(u8, i32),
    Indexed(u8, u8),
}

/// A register that gets no argument is not written, even if another one could be swapped with it.
#[test]
fn sources_of_arguments_are_not_written() {
    let arguments = [(0, Value::Reg(3)), (1, Value::Indexed(0, 2)), (2, Value::Mem(1, 0))];
    for arch in [Arch::X64, Arch::A64] {
        let (error, written) = with_arguments(arch, &arguments, &[8]);
        assert_eq!(error, None);
        assert!(!written.contains(Reg::gp(3)) && written.contains(Reg::gp(8)), "{arch:?}: {written:?}");
        let (error, _) = with_arguments(arch, &arguments, &[]);
        assert!(matches!(error, Some(EmitError::NoScratch { .. })), "{error:?}");
    }
}

/// A register that temporarily holds a value is not used for anything else: with one register for both, the value would
/// be lost.
#[test]
fn a_pending_argument_does_not_share_its_register() {
    let arguments =
        [(0, Value::Indexed(1, 2)), (1, Value::Mem(1, 0x1234_5678)), (2, Value::Mem(0, 0x1234_5678))];
    let (error, _) = with_arguments(Arch::A64, &arguments, &[8]);
    assert!(matches!(error, Some(EmitError::NoScratch { .. })), "{error:?}");
    let (error, _) = with_arguments(Arch::A64, &arguments, &[8, 9]);
    assert_eq!(error, None);
}

#[test]
fn partial_instructions_are_refused() {
    let mut buffer = CodeBuffer::new(Arch::A64);
    let mut masm = MacroAssembler::new(&mut buffer, target(Arch::A64));
    masm.raw_bytes(&[0; 6], RegSet::EMPTY);
    masm.align(16);
    assert!(matches!(buffer.error(), Some(EmitError::InvalidOperand { .. })), "{:?}", buffer.error());
    let mut buffer = CodeBuffer::new(Arch::X64);
    MacroAssembler::new(&mut buffer, target(Arch::X64)).raw_bytes(&[0x90; 3], RegSet::EMPTY);
    assert_eq!(buffer.error(), None);
}
