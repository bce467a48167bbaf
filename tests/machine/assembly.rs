//! Prepared procedures inside code that the client assembles.
#![allow(unsafe_code)] // the test calls compiled code

use barebones::base::{Arch, ConvId, IntCondition, Reg, RegSet, Signature, Target, Type};
use barebones::error::CompileError;
use barebones::ir::{Procedure, parse_module};
use barebones::isa::EmitError;
use barebones::isa::a64::registers::{LR, SP};
use barebones::isa::a64::{Mem, Pair};
use barebones::isa::masm::{Address, MacroAssembler};
use barebones::jit::{Bits, Code, CodeMemory};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::differential::Setup;
use barebones_testing::native::options_at;

fn host() -> Target {
    host_target().expect("a machine with code generation")
}

fn procedures(text: &str) -> Vec<Procedure> {
    parse_module(&format!("barebones 1\n{text}"), &targets(host())).expect("valid text").procedures
}

fn first(text: &str) -> Procedure {
    procedures(text).swap_remove(0)
}

const TRIPLE: &str = "proc triple(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(3)
    Int64 @2 = Mul(@0, @1)
    Void @3 = Return(@2)
}";

/// Calls the other procedure, and traps for zero.
const CALLER: &str = "extern triple(Int64) -> Int64
proc caller(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(triple, @0)
    Int64 @2 = Add(@1, @0)
    Void @3 = Return(@2)
}";

fn unary() -> Signature {
    Signature { params: vec![Type::Int64], results: vec![Type::Int64] }
}

fn call(code: &Code, entry: usize, argument: u64) -> u64 {
    // SAFETY: the code only computes with its argument.
    let results = unsafe { code.call_raw_entry(entry, &[Bits { ty: Type::Int64, bits: argument }]) };
    results.expect("the right arguments")[0]
}

/// Places code before, between and after two procedures of which one calls the other by name, at all levels and with
/// all allocator settings.
#[test]
fn client_code_is_before_between_and_after_procedures() {
    for setup in Setup::ALL {
        let mut compiler = setup.compiler(true).expect("this machine");
        let triple = compiler.prepare(first(TRIPLE)).expect("valid");
        let caller = compiler.prepare(first(CALLER)).expect("valid");
        assert!(triple.frame().size.is_multiple_of(16) && !triple.code().blocks.is_empty());
        let mut assembly = compiler.assemble();
        let ([before, between, behind], convention) =
            ([(); 3].map(|()| assembly.buffer().new_label()), host().convention(ConvId::new(0)));
        [before, between, behind].iter().for_each(|entry| assembly.add_entry(*entry));
        let argument = convention.args_gp[0];
        let add = |masm: &mut MacroAssembler<'_>, label, amount: i32| {
            masm.bind(label);
            masm.landing_pad();
            let argument = masm.gpr(argument).expect("a register");
            masm.add64(argument, argument, amount);
        };
        // Falls through into the first procedure.
        add(&mut assembly.masm(), before, 1);
        let first = assembly.generate(&triple).expect("generates");
        // Falls through into the second one.
        add(&mut assembly.masm(), between, 10);
        let second = assembly.generate(&caller).expect("generates");
        assert_eq!((first.entries.len(), second.entries.len()), (1, 1));
        // Continues as the first one.
        add(&mut assembly.masm(), behind, 100);
        assembly.masm().jump(first.entries[0]);
        let assembled = assembly.finish().expect("nothing is wrong");
        assert_eq!(assembled.symbols, ["triple"]);
        assert_eq!(assembled.code.frame.size, 0, "there are two frames");
        let code = compiler.link_assembled(&assembled, "three", &unary(), ConvId::new(0), &|_| None);
        let code = code.unwrap_or_else(|error| panic!("{setup}: {error}"));
        assert_eq!([0, 1, 2].map(|entry| call(&code, entry, 5)), [18, 60, 315], "{setup}");
    }
}

/// A hand-written loop around a procedure that is called as a function and generated twice.
#[test]
fn a_prepared_procedure_is_generated_several_times() {
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(options_at(level)).expect("this machine");
        let triple = compiler.prepare(first(TRIPLE)).expect("valid");
        let convention = host().convention(ConvId::new(0));
        let mut assembly = compiler.assemble();
        let one = assembly.generate(&triple).expect("generates").entries[0];
        let other = assembly.generate(&triple).expect("generates").entries[0];
        assert_ne!(one, other);
        let entry = assembly.buffer().new_label();
        assembly.add_entry(entry);
        let mut masm = assembly.masm();
        masm.bind(entry);
        masm.landing_pad();
        // The test's own frame, which keeps the stack aligned.
        let saved = match host().desc.arch {
            Arch::X64 => [Reg::gp(5), Reg::gp(3)],
            Arch::A64 => [LR, Reg::gp(19)],
        };
        if let Some(mut asm) = masm.x64() {
            saved.iter().for_each(|reg| asm.push_r(*reg));
            asm.push_r(saved[0]);
        }
        if let Some(mut asm) = masm.a64() {
            asm.store_pair(Pair::Gp64, saved[0], saved[1], Mem::PreIndex { base: SP, disp: -16 });
        }
        let [argument, result, count] = [convention.args_gp[0], convention.results_gp[0], saved[1]]
            .map(|reg| masm.gpr(reg).expect("a register"));
        masm.mov(count, 3);
        let again = masm.label();
        for function in [one, other] {
            masm.near_call(function, convention.clobbered);
            masm.mov(argument, result);
        }
        masm.sub64(count, count, 1);
        masm.branch64(IntCondition::NotEqual, count, 0, again);
        if let Some(mut asm) = masm.x64() {
            asm.pop_r(saved[0]);
            saved.iter().rev().for_each(|reg| asm.pop_r(*reg));
        }
        if let Some(mut asm) = masm.a64() {
            asm.load_pair(Pair::Gp64, saved[0], saved[1], Mem::PostIndex { base: SP, disp: 16 });
        }
        masm.ret();
        let assembled = assembly.finish().expect("nothing is wrong");
        let code = compiler.link_assembled(&assembled, "power", &unary(), ConvId::new(0), &|_| None);
        assert_eq!(call(&code.expect("links"), 0, 2), 2 * 3u64.pow(6), "{level:?}");
    }
}

/// Several entries of a procedure in the middle of other code.
#[test]
fn procedures_with_several_entries_are_generated() {
    let text = include_str!("../files/run/entries/paths.bb");
    let module = parse_module(text, &targets(host())).expect("valid text");
    let proc = module.procedures.into_iter().find(|proc| proc.name == "into_a_loop").expect("a procedure");
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(options_at(level)).expect("this machine");
        let prepared = compiler.prepare(proc.clone()).expect("valid");
        let mut assembly = compiler.assemble();
        assembly.masm().trap();
        let generated = assembly.generate(&prepared).expect("generates");
        assembly.masm().trap();
        generated.entries.iter().rev().for_each(|entry| assembly.add_entry(*entry));
        let assembled = assembly.finish().expect("nothing is wrong");
        assert_eq!(assembled.code.frame, *prepared.frame());
        let code = compiler.link_assembled(&assembled, "turned", &unary(), ConvId::new(0), &|_| None);
        let code = code.expect("links");
        assert_eq!([0, 1].map(|entry| call(&code, entry, 5)), [115, 15], "{level:?}");
    }
}

/// Symbols of several procedures have different numbers, and other code is called by name.
#[test]
fn symbols_are_those_of_each_procedure() {
    extern "C" fn four(x: u64) -> u64 {
        x * 4
    }
    let mut compiler = Compiler::host().expect("this machine");
    let renamed = CALLER.replace("triple", "four").replace("caller", "other");
    let texts = [CALLER, &renamed];
    let prepared = texts.map(|text| compiler.prepare(first(text)).expect("valid"));
    let mut assembly = compiler.assemble();
    for (number, prepared) in prepared.iter().enumerate() {
        let generated = assembly.generate(prepared).expect("generates");
        assert_eq!(generated.first_symbol, number as u32);
        assembly.add_entry(generated.entries[0]);
    }
    let assembled = assembly.finish().expect("nothing is wrong");
    assert_eq!(assembled.symbols, ["triple", "four"]);
    extern "C" fn three(x: u64) -> u64 {
        x * 3
    }
    let externs = |name: &str| match name {
        "triple" => Some(three as *const () as *const u8),
        "four" => Some(four as *const () as *const u8),
        _ => None,
    };
    let code =
        compiler.link_assembled(&assembled, "both", &unary(), ConvId::new(0), &externs).expect("links");
    assert_eq!([0, 1].map(|entry| call(&code, entry, 7)), [28, 35]);
    let missing = compiler.link_assembled(&assembled, "both", &unary(), ConvId::new(0), &|_| None);
    let missing = missing.expect_err("the symbols are unresolved").to_string();
    assert_eq!(missing, "no definition of `triple`, which `both` refers to");
}

#[test]
fn misuse_of_an_assembly_is_an_error() {
    let mut compiler = Compiler::host().expect("this machine");
    let broken = first("proc broken() -> Void { #0: Void @0 = Return(@0) }");
    let failure = compiler.prepare(broken).expect_err("not valid");
    assert!(matches!(failure.error, CompileError::Invalid(_)), "{}", failure.error);
    assert_eq!(failure.input.name, "broken");
    let prepared = compiler.prepare(first(TRIPLE)).expect("valid");
    // A procedure prepared for a target with other features.
    let mut other = Compiler::host().expect("this machine");
    other.restrict_features(barebones::base::Features::empty());
    if other.target() != compiler.target() {
        let error = other.assemble().generate(&prepared).expect_err("another target");
        assert!(matches!(error, CompileError::WrongTarget { .. }), "{error}");
    }
    // Operands that cannot be encoded are reported when the next procedure is generated, and at the end.
    for generates in [false, true] {
        let mut assembly = compiler.assemble();
        let mut masm = assembly.masm();
        let value = masm.gpr(Reg::gp(1)).expect("a register");
        masm.store64(Address::absolute(1 << 40), value);
        let error = if generates {
            assembly.generate(&prepared).map(drop).expect_err("no scratch register")
        } else {
            assembly.finish().map(drop).expect_err("no scratch register")
        };
        assert!(
            matches!(error, CompileError::Emission { error: EmitError::NoScratch { .. }, .. }),
            "{error}"
        );
    }
    // Code without an entry.
    let mut assembly = compiler.assemble();
    assembly.generate(&prepared).expect("generates");
    let assembled = assembly.finish().expect("nothing is wrong");
    let error = compiler.link_assembled(&assembled, "none", &unary(), ConvId::new(0), &|_| None);
    assert!(matches!(error, Err(CompileError::Link(_))), "{error:?}");
}

/// Traps and origins of generated procedures have their offsets in the whole code.
#[test]
fn traps_have_offsets_in_the_assembly() {
    let text = "proc checked(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Const64(0)
        Int32 @2 = Equal(@0, @1)
        Void @3 = TrapIf(@2, Unreachable)
        Void @4 = Return(@0)
    }";
    let mut compiler = Compiler::host().expect("this machine");
    compiler.set_memory(CodeMemory::new().expect("memory").into());
    let prepared = compiler.prepare(first(text)).expect("valid");
    let alone = compiler.emit(prepared.procedure()).expect("valid").trap_sites;
    let mut assembly = compiler.assemble();
    assembly.masm().raw_bytes(&[0x90; 64], RegSet::EMPTY);
    let one = assembly.generate(&prepared).expect("generates").entries[0];
    let other = assembly.generate(&prepared).expect("generates").entries[0];
    [one, other].iter().for_each(|entry| assembly.add_entry(*entry));
    let assembled = assembly.finish().expect("nothing is wrong");
    let sites = &assembled.code.trap_sites;
    assert_eq!(sites.len(), 2 * alone.len());
    assert!(sites.iter().all(|site| site.offset >= 64));
    assert!(sites.iter().map(|site| site.code).eq(alone.iter().chain(&alone).map(|site| site.code)));
}

/// The limit of code bytes is one of each procedure.
#[test]
fn limits_count_one_procedure() {
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(options_at(level)).expect("this machine");
        let triple = compiler.prepare(first(TRIPLE)).expect("valid");
        let mut options = options_at(level);
        options.limits.code_bytes = 100;
        let mut limited = Compiler::with_options(options).expect("this machine");
        let mut assembly = limited.assemble();
        for _ in 0..40 {
            assembly.generate(&triple).expect("it is within the limit");
        }
        assert!(assembly.finish().expect("nothing is wrong").code.bytes.len() > 200);
    }
}

#[test]
fn data_and_procedures_have_different_names() {
    let mut compiler = Compiler::with_options(options_at(OptLevel::O1)).expect("this machine");
    let triple = compiler.prepare(first(TRIPLE)).expect("valid");
    let twice = |result: Result<(), CompileError>| {
        let expected = EmitError::DefinedTwice { name: String::from("triple") };
        assert!(matches!(result, Err(CompileError::Emission { error, .. }) if error == expected));
    };
    let mut assembly = compiler.assemble();
    assembly.generate(&triple).expect("generates");
    assembly.add_data("triple", vec![0; 8]);
    twice(assembly.finish().map(drop));
    let mut assembly = compiler.assemble();
    assembly.add_data("triple", vec![0; 8]);
    twice(assembly.generate(&triple).map(drop));
}
