//! Functions that a client writes with the macro assembler: frames, symbols, data, entries, scratch registers.
#![allow(unsafe_code)] // the tests call compiled code

use barebones::base::{Bank, ConvId, IntCondition, Reg, RegSet, Signature, Target, TrapCode, Type};
use barebones::error::CompileError;
use barebones::ir::parse_module;
use barebones::isa::EmitError;
use barebones::isa::masm::{Address, CallValue, Frame, Gpr, MacroAssembler, Scale};
use barebones::jit::{Bits, CFunction, Code, TrapRecovery, TypeMismatch};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::options_at;

type Unary = extern "C" fn(u64) -> u64;
type Sum = extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, f64) -> u64;

fn host() -> Target {
    host_target().expect("a machine with code generation")
}

fn compiler() -> Compiler {
    Compiler::with_options(options_at(OptLevel::O1)).expect("this machine")
}

/// Registers that C preserves, and one that it does not.
fn saved() -> Vec<Reg> {
    let conv = host().convention(ConvId::C);
    let frame_pointer = host().desc.frame_pointer;
    conv.env.allocatable[Bank::Gp as usize]
        .iter()
        .copied()
        .filter(|reg| conv.callee_saved.contains(*reg) && *reg != frame_pointer)
        .collect()
}

/// Assembles one function of type `F` and returns the linked code.
fn function<F: CFunction>(
    uses: RegSet,
    local_bytes: u32,
    body: impl for<'g> FnOnce(&mut MacroAssembler<'g>, &Frame),
) -> Result<Code, CompileError> {
    let mut compiler = compiler();
    let mut assembly = compiler.assemble();
    let scratch = host().convention(ConvId::C).env.allocatable[Bank::Gp as usize];
    let scratch = scratch.iter().copied().filter(|reg| {
        let conv = host().convention(ConvId::C);
        !conv.passing_registers().contains(*reg) && conv.clobbered.contains(*reg)
    });
    for reg in scratch.take(2) {
        assembly.give_scratch(reg).expect("a register");
    }
    let entry = assembly.buffer().new_label();
    assembly.add_entry(entry);
    let mut masm = assembly.masm();
    masm.bind(entry);
    masm.function(uses, local_bytes, body);
    let assembled = assembly.finish()?;
    compiler.link_function::<F>(&assembled, "own")
}

fn registers<'g>(masm: &MacroAssembler<'g>, regs: &[Reg]) -> Vec<Gpr<'g>> {
    regs.iter().map(|reg| masm.gpr(*reg).expect("a register")).collect()
}

#[test]
fn a_function_calls_c_with_stack_arguments_and_returns_early() {
    extern "C" fn sum(a: u64, b: u64, c: u64, d: u64, e: u64, f: u64, g: u64, h: u64, i: u64, j: f64) -> u64 {
        // A vector on the stack faults if the stack is not aligned.
        let all = std::hint::black_box([a, b, c, d, e, f, g, h, i, j as u64]);
        all.iter().zip(1..).map(|(value, factor)| value * factor).sum()
    }
    let conv = host().convention(ConvId::C);
    let keep = saved()[0];
    let code = function::<Unary>(RegSet::of(&[keep]), 24, |masm, frame| {
        let [argument, result, keep] =
            [conv.args_gp[0], conv.results_gp[0], keep].map(|reg| masm.gpr(reg).expect("a register"));
        masm.mov(keep, argument);
        masm.mov(result, 7);
        masm.branch64(IntCondition::Equal, keep, 0, frame.exit());
        masm.store64(frame.local(16), keep);
        let arguments: Vec<CallValue> = (1..=8u64).map(CallValue::from).collect();
        let arguments = [&[CallValue::from(keep)], &arguments[..], &[CallValue::from(10.0)]].concat();
        let sum: Sum = sum;
        masm.call_c(sum, &arguments, result).expect("C passes these");
        masm.add64(result, result, frame.local(16));
        masm.add64(result, result, keep);
    });
    // SAFETY: the code computes with its argument.
    let function = unsafe { code.expect("links").typed::<Unary>() }.expect("its type");
    let expected = |x: u64| x + (1..=8).map(|n| n * (n + 1)).sum::<u64>() + 100 + 2 * x;
    assert_eq!([0, 1, 1000].map(|x| function.call(x)), [7, expected(1), expected(1000)]);
}

#[test]
fn a_function_calls_c_with_a_reference() {
    extern "C" fn larger(pair: &(u64, u64)) -> u64 {
        pair.0.max(pair.1)
    }
    let conv = host().convention(ConvId::C);
    let code = function::<Unary>(RegSet::EMPTY, 0, |masm, _| {
        let [argument, result] =
            [conv.args_gp[0], conv.results_gp[0]].map(|reg| masm.gpr(reg).expect("a register"));
        let larger: extern "C" fn(&(u64, u64)) -> u64 = larger;
        masm.call_c(larger, &[CallValue::from(argument)], result).expect("C passes these");
    });
    // SAFETY: the code reads the pair that its argument refers to.
    let function =
        unsafe { code.expect("links").typed::<extern "C" fn(&(u64, u64)) -> u64>() }.expect("its type");
    let results = [(3, 4), (6, 5)].map(|pair| function.call(&pair));
    assert_eq!(results, [4, 6]);
}

/// A function that destroys all registers which C preserves is called by one that keeps values in all of them.
#[test]
fn preserved_registers_are_saved() {
    let conv = host().convention(ConvId::C);
    let floats: Vec<Reg> = conv.callee_saved.in_bank(Bank::Fp).iter().collect();
    let general = saved();
    let all: RegSet = general.iter().chain(&floats).copied().collect();
    let mut compiler = compiler();
    let mut assembly = compiler.assemble();
    let destroyer = assembly.buffer().new_label();
    let (entry, mut masm) = (assembly.buffer().new_label(), assembly.masm());
    masm.bind(destroyer);
    masm.function(all, 0, |masm, _| {
        for reg in registers(masm, &general) {
            masm.mov(reg, -1);
        }
        for reg in &floats {
            let reg = masm.fpr(*reg).expect("a register");
            masm.xor_double(reg, reg, reg);
        }
    });
    masm.bind(entry);
    masm.function(all, 0, |masm, _| {
        let [argument, result] = [conv.args_gp[0], conv.results_gp[0]].map(|reg| masm.gpr(reg).expect("one"));
        for (n, reg) in (1..).zip(registers(masm, &general)) {
            masm.add64(reg, argument, n);
        }
        for (n, reg) in (1..).zip(&floats) {
            let reg = masm.fpr(*reg).expect("a register");
            masm.move_double_constant(reg, f64::from(n));
        }
        masm.near_call(destroyer, conv.clobbered);
        masm.mov(result, 0);
        for reg in registers(masm, &general) {
            masm.add64(result, result, reg);
        }
        for reg in &floats {
            let (reg, to) = (masm.fpr(*reg).expect("one"), masm.gpr(conv.args_gp[1]).expect("one"));
            masm.truncate_double_to_int64(to, reg);
            masm.add64(result, result, to);
        }
    });
    assembly.add_entry(entry);
    let assembled = assembly.finish().expect("nothing is wrong");
    let code = compiler.link_function::<Unary>(&assembled, "keeps").expect("links");
    // SAFETY: the code computes with its argument.
    let function = unsafe { code.typed::<Unary>() }.expect("its type");
    let sum = |count: usize| (1..=count as u64).sum::<u64>();
    let expected = sum(general.len()) + sum(floats.len()) + 50 * general.len() as u64;
    assert_eq!(function.call(50), expected);
}

/// A function overwrites all of its local memory, and its caller finds its registers as they were.
#[test]
fn local_memory_is_apart_from_saved_registers() {
    const BYTES: u32 = 64;
    let conv = host().convention(ConvId::C);
    let general = saved();
    let uses: RegSet = general.iter().copied().collect();
    let mut compiler = compiler();
    let mut assembly = compiler.assemble();
    let [writer, entry] = [(); 2].map(|()| assembly.buffer().new_label());
    let mut masm = assembly.masm();
    masm.bind(writer);
    masm.function(uses, BYTES, |masm, frame| {
        for reg in registers(masm, &general) {
            masm.mov(reg, -1);
        }
        (0..BYTES).step_by(8).for_each(|offset| masm.store64(frame.local(offset), 0));
    });
    masm.bind(entry);
    masm.function(uses, 0, |masm, _| {
        let [argument, result] = [conv.args_gp[0], conv.results_gp[0]].map(|reg| masm.gpr(reg).expect("one"));
        registers(masm, &general).into_iter().for_each(|reg| masm.mov(reg, argument));
        masm.near_call(writer, conv.clobbered);
        masm.mov(result, 0);
        registers(masm, &general).into_iter().for_each(|reg| masm.add64(result, result, reg));
    });
    assembly.add_entry(entry);
    let assembled = assembly.finish().expect("nothing is wrong");
    let code = compiler.link_function::<Unary>(&assembled, "keeps").expect("links");
    // SAFETY: the code computes with its argument.
    let function = unsafe { code.typed::<Unary>() }.expect("its type");
    assert_eq!(function.call(50), 50 * general.len() as u64);
}

#[test]
fn frames_of_all_sizes_are_local_memory() {
    for bytes in [0, 8, 4080, 4096, 4097, 40_000, (1 << 20) - 64] {
        let conv = host().convention(ConvId::C);
        let code = function::<Unary>(RegSet::EMPTY, bytes, |masm, frame| {
            let [argument, result] =
                [conv.args_gp[0], conv.results_gp[0]].map(|reg| masm.gpr(reg).expect("a register"));
            assert_eq!(frame.local_bytes(), bytes);
            if bytes < 8 {
                return masm.mov(result, argument);
            }
            masm.store64(frame.local(bytes - 8), argument);
            // Not the argument's register, which on AArch64 is that of the result.
            let address = masm.gpr(conv.args_gp[1]).expect("a register");
            masm.lea(address, frame.local(0));
            masm.and64(address, address, 15);
            masm.load64(result, frame.local(bytes - 8));
            masm.add64(result, result, address);
        });
        // SAFETY: the code computes with its argument.
        let function = unsafe { code.expect("links").typed::<Unary>() }.expect("its type");
        assert_eq!(function.call(77), 77, "{bytes}");
    }
    let error = function::<Unary>(RegSet::EMPTY, 1 << 21, |_, _| ()).expect_err("too large");
    assert!(
        matches!(error, CompileError::Emission { error: EmitError::FrameTooLarge { .. }, .. }),
        "{error}"
    );
    let nested = function::<Unary>(RegSet::EMPTY, 0, |masm, _| {
        masm.preserving(RegSet::of(&saved()[..1]), |masm| masm.function(RegSet::EMPTY, 0, |_, _| ()));
    });
    let error = nested.expect_err("the stack is not that of an entry");
    assert!(
        matches!(error, CompileError::Emission { error: EmitError::InvalidOperand { .. }, .. }),
        "{error}"
    );
}

const DOUBLES_OWN: &str = "extern own(Int64) -> Int64
proc procedure(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(own, @0)
    Int64 @2 = Add(@1, @1)
    Void @3 = Return(@2)
}";

/// Own code calls a procedure and a host function by name; the procedure calls own code by name; and both entries have
/// their own types.
#[test]
fn functions_are_called_by_name_and_have_their_own_types() {
    extern "C" fn host_function(x: u64) -> u64 {
        x + 1000
    }
    let conv = host().convention(ConvId::C);
    let mut compiler = compiler();
    let text = format!("barebones 1\n{DOUBLES_OWN}");
    let procedure = parse_module(&text, &targets(host())).expect("valid").procedures.swap_remove(0);
    let procedure = compiler.prepare(procedure).expect("compiles");
    let mut assembly = compiler.assemble();
    let [own, adds] = [(); 2].map(|()| assembly.buffer().new_label());
    let (callee, outside) = (assembly.symbol("procedure"), assembly.symbol("outside"));
    assert_eq!(assembly.symbol("outside"), outside);
    assembly.generate(&procedure).expect("generates");
    assembly.add_function(own, "own", &Unary::signature());
    type Binary = extern "C" fn(u64, u64) -> u64;
    assembly.add_function(adds, "adds", &Binary::signature());
    let mut masm = assembly.masm();
    masm.bind(own);
    masm.landing_pad();
    let [a, b, result] =
        [conv.args_gp[0], conv.args_gp[1], conv.results_gp[0]].map(|reg| masm.gpr(reg).expect("a register"));
    masm.add64(result, a, 3);
    masm.ret();
    masm.bind(adds);
    let keep = saved()[0];
    masm.function(RegSet::of(&[keep]), 0, |masm, _| {
        let keep = masm.gpr(keep).expect("a register");
        masm.add64(a, a, b);
        masm.mov(keep, a);
        masm.call_symbol(callee, conv.clobbered);
        masm.mov(a, result);
        masm.call_symbol(outside, conv.clobbered);
        masm.add64(keep, keep, result);
        // By its address, too.
        masm.lea_symbol(b, outside);
        masm.mov(a, 1);
        masm.call(b, conv.clobbered);
        masm.add64(result, result, keep);
    });
    let assembled = assembly.finish().expect("nothing is wrong");
    let externs = |name: &str| (name == "outside").then_some(host_function as *const u8);
    let code = compiler.link_assembled(&assembled, "all", &Signature::default(), ConvId::C, &externs);
    let code = code.expect("links");
    let numbers = ["own", "adds", "other"].map(|name| code.entry_named(name));
    assert_eq!(numbers, [Some(0), Some(1), None]);
    // SAFETY: the code computes with its arguments.
    let (own, adds) = unsafe { (code.typed_entry::<Unary>(0), code.typed_entry::<Binary>(1)) };
    let (own, adds) = (own.expect("its type"), adds.expect("its type"));
    assert_eq!(own.call(4), 7);
    assert_eq!(adds.call(4, 6), 10 + (13 * 2 + 1000) + 1001);
    // SAFETY: as above.
    let wrong = unsafe { code.typed_entry::<Unary>(1) }.expect_err("two parameters");
    let TypeMismatch::ParameterCount { procedure, expected: 2, found: 1 } = wrong else { panic!("{wrong}") };
    assert_eq!(procedure, "adds");
    let argument = |bits| Bits { ty: Type::Int64, bits };
    // SAFETY: as above.
    let raw = unsafe { code.call_raw_entry(1, &[argument(1), argument(2)]) };
    assert_eq!(raw.expect("the right arguments"), [3 + (6 * 2 + 1000) + 1001]);
    let missing = compiler.link_assembled(&assembled, "all", &Signature::default(), ConvId::C, &|_| None);
    let error = missing.expect_err("a symbol is missing");
    assert!(
        matches!(&error, CompileError::UnresolvedSymbol { symbol, .. } if symbol == "outside"),
        "{error}"
    );
}

/// Writable data: every linked copy has its own. Constants: bytes after the code, at their alignment.
#[test]
fn data_is_writable_and_constants_are_aligned() {
    let conv = host().convention(ConvId::C);
    let mut compiler = compiler();
    let mut assembly = compiler.assemble();
    let entry = assembly.buffer().new_label();
    assembly.add_entry(entry);
    let unused = assembly.add_data("unused", vec![1; 3]);
    let counter = assembly.add_data("counter", 40u64.to_le_bytes().to_vec());
    assert_ne!(unused, counter);
    let odd = assembly.buffer().constant_bytes(b"abc", 1);
    let table = assembly.buffer().constant_bytes(&[10, 20, 30, 40, 50], 16);
    let mut masm = assembly.masm();
    masm.bind(entry);
    masm.function(RegSet::EMPTY, 0, |masm, _| {
        let [a, b, c, result] = [conv.args_gp[0], conv.args_gp[1], conv.args_gp[2], conv.results_gp[0]]
            .map(|reg| masm.gpr(reg).expect("a register"));
        // The counter counts calls.
        masm.lea_symbol(b, counter);
        masm.load64(c, Address::new(b, 0));
        masm.add64(c, c, 1);
        masm.store64(Address::new(b, 0), c);
        // The element of the argument, and the last letter of the string.
        masm.lea_label(b, table);
        masm.load8(a, Address::indexed(b, a, Scale::One, 0));
        masm.add64(c, c, a);
        masm.and64(a, b, 15);
        masm.add64(c, c, a);
        masm.lea_label(b, odd);
        masm.load8(a, Address::new(b, 2));
        masm.add64(result, c, a);
    });
    let assembled = assembly.finish().expect("nothing is wrong");
    for _ in 0..2 {
        let code = compiler.link_function::<Unary>(&assembled, "counts").expect("links");
        // SAFETY: the code reads elements 0 to 4 of its table.
        let function = unsafe { code.typed::<Unary>() }.expect("its type");
        let letter = u64::from(b'c');
        assert_eq!([1, 4].map(|n| function.call(n)), [41 + 20 + letter, 42 + 50 + letter]);
        let data = code.data(1).expect("the counter");
        // SAFETY: no code runs.
        assert_eq!(unsafe { (*data)[0] }, 42);
    }
}

#[test]
fn misuse_is_an_error() {
    let mut compiler = compiler();
    let emission = |error: CompileError| match error {
        CompileError::Emission { error, .. } => error,
        other => panic!("{other}"),
    };
    for function in [false, true] {
        let mut assembly = compiler.assemble();
        let entry = assembly.buffer().bind_new_label();
        assembly.masm().ret();
        assembly.add_data("twice", vec![0]);
        match function {
            false => {
                assembly.add_data("twice", vec![1]);
            }
            true => assembly.add_function(entry, "twice", &Unary::signature()),
        }
        let error = emission(assembly.finish().expect_err("two definitions"));
        assert_eq!(error, EmitError::DefinedTwice { name: "twice".into() });
    }
    let mut assembly = compiler.assemble();
    assembly.buffer().constant_bytes(&[1], 3);
    let error = emission(assembly.finish().expect_err("no alignment"));
    assert!(matches!(error, EmitError::InvalidOperand { .. }), "{error}");
    let mut assembly = compiler.assemble();
    assert!(assembly.give_scratch(host().desc.stack_pointer).is_err());
    // Scratches of the assembly are those of each of its macro assemblers; others are lost.
    let [kept, lost] = [saved()[0], saved()[1]];
    let add = |assembly: &mut barebones::assembly::Assembly<'_>| {
        let mut masm = assembly.masm();
        let argument = masm.gpr(host().convention(ConvId::C).args_gp[0]).expect("a register");
        masm.store64(Address::new(argument, 0), 0x1234_5678_9abc_def0u64);
    };
    assembly.give_scratch(kept).expect("a register");
    let mut masm = assembly.masm();
    let handle = masm.gpr(lost).expect("a register");
    masm.give_scratch(handle);
    add(&mut assembly);
    add(&mut assembly);
    assert!(assembly.buffer().error().is_none());
    assert!(assembly.buffer().written().contains(kept) && !assembly.buffer().written().contains(lost));
    let mut assembly = compiler.assemble();
    add(&mut assembly);
    assert!(matches!(assembly.buffer().error(), Some(EmitError::NoScratch { .. })));
}

/// A label's offset is known after assembly, in the bytes and as an address; so code is a template.
#[test]
fn labels_have_offsets_after_assembly() {
    let conv = host().convention(ConvId::C);
    let mut compiler = compiler();
    let mut assembly = compiler.assemble();
    let [entry, constant, unbound] = [(); 3].map(|()| assembly.buffer().new_label());
    assembly.add_entry(entry);
    let mut masm = assembly.masm();
    masm.bind(constant);
    masm.raw_bytes(&[5, 0, 0, 0, 0, 0, 0, 0], RegSet::EMPTY);
    masm.bind(entry);
    masm.landing_pad();
    let [scratch, result] =
        [conv.args_gp[1], conv.results_gp[0]].map(|reg| masm.gpr(reg).expect("a register"));
    masm.lea_label(scratch, constant);
    masm.load64(result, Address::new(scratch, 0));
    masm.ret();
    let mut assembled = assembly.finish().expect("nothing is wrong");
    let place = assembled.offset(constant).expect("it is bound");
    assert_eq!((assembled.offset(entry), assembled.offset(unbound)), (Some(place + 8), None));
    for number in [5, 6, 7] {
        assembled.code.bytes[place as usize] = number;
        let code = compiler.link_function::<extern "C" fn() -> u64>(&assembled, "template").expect("links");
        assert_eq!(code.address_of(place + 8), Some(code.entry()));
        assert_eq!(code.address_of(u32::MAX), None);
        // SAFETY: the code reads its own constant.
        let function = unsafe { code.typed::<extern "C" fn() -> u64>() }.expect("its type");
        assert_eq!(function.call(), u64::from(number));
    }
}

#[test]
fn traps_of_own_code_have_a_code() {
    let mut compiler = compiler();
    let mut assembly = compiler.assemble();
    let entry = assembly.buffer().bind_new_label();
    assembly.add_entry(entry);
    let mut masm = assembly.masm();
    masm.function(RegSet::EMPTY, 0, |masm, _| masm.trap_with(TrapCode::User(9)));
    let assembled = assembly.finish().expect("nothing is wrong");
    let code = compiler.link_function::<extern "C" fn()>(&assembled, "traps").expect("links");
    let Ok(recovery) = TrapRecovery::install() else { return };
    // SAFETY: the code only traps.
    let trap = unsafe { code.call_raw_catching(recovery, &[]) }.expect("no arguments").expect_err("it traps");
    assert_eq!(trap.code, TrapCode::User(9));
}

/// Handles of several registers, values of Rust's types, and errors with the machine's names.
#[test]
fn registers_and_values_convert() {
    let conv = host().convention(ConvId::C);
    let mut compiler = compiler();
    let mut assembly = compiler.assemble();
    let masm = assembly.masm();
    let [first, second] = masm.gprs([conv.args_gp[0], conv.args_gp[1]]).expect("registers");
    assert_eq!([first.reg(), second.reg()], [conv.args_gp[0], conv.args_gp[1]]);
    let stack_pointer = host().desc.stack_pointer;
    let name = host().desc.names.name(stack_pointer);
    let error = masm.gprs([conv.args_gp[0], stack_pointer]).expect_err("the stack pointer");
    assert_eq!(error.to_string(), format!("{name} is no register of an operation: use `Address::stack`"));
    let float = conv.args_fp[0];
    let error = masm.gpr(float).expect_err("a floating-point register").to_string();
    assert_eq!(error, format!("{} is no general register", host().desc.names.name(float)));
    let error = masm.fpr(conv.args_gp[0]).expect_err("a general register").to_string();
    assert_eq!(error, format!("{} is no floating-point register", host().desc.names.name(conv.args_gp[0])));
    assert!(RegSet::of(conv.args_gp).into_iter().eq(RegSet::of(conv.args_gp).iter()));

    extern "C" fn sum(a: u32, b: usize, c: *mut u8) -> u64 {
        u64::from(a) + b as u64 + c as u64
    }
    let code = function::<extern "C" fn() -> u64>(RegSet::EMPTY, 0, |masm, _| {
        let result = masm.gpr(conv.results_gp[0]).expect("a register");
        let pointer = std::ptr::without_provenance_mut::<u8>(5);
        let arguments = [CallValue::from(u32::MAX), CallValue::from(7usize), CallValue::from(pointer)];
        masm.call_c(sum as *const (), &arguments, result).expect("C passes these");
        masm.add64(result, result, u32::MAX);
        masm.add64(result, result, 1usize << 40);
    });
    // SAFETY: the code calls a function that computes with its arguments.
    let function = unsafe { code.expect("links").typed::<extern "C" fn() -> u64>() }.expect("its type");
    assert_eq!(function.call(), 2 * u64::from(u32::MAX) + 12 + (1 << 40));
}
