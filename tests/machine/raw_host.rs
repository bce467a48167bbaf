//! The interpreter with real memory and functions behaves as compiled code does.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)] // the tests guarantee valid memory and functions

use barebones::base::{TrapCode, Type};
use barebones::interp::{Execution, Host, Interpreter, Limits, Outcome};
use barebones::ir::{Module, parse_module};
use barebones::jit::{Bits, Code, MemoryError, RawHost, TrapRecovery};
use barebones::{Compiler, OptLevel, Options, host_target, targets};
use barebones_testing::externs;
use barebones_testing::fuzz::calls;
use barebones_testing::generate::{self, MAIN, Random, Recipe, Shape};
use std::ffi::c_char;

unsafe extern "C" {
    fn snprintf(buffer: *mut c_char, size: usize, format: *const c_char, ...) -> i32;
}

extern "C" fn double_all(numbers: *mut u64, count: u64) -> u64 {
    // SAFETY: the test passes this many numbers.
    let numbers = unsafe { std::slice::from_raw_parts_mut(numbers, count as usize) };
    numbers.iter_mut().for_each(|number| *number = number.wrapping_mul(2));
    numbers.iter().fold(0, |sum, number| sum.wrapping_add(*number))
}

/// More arguments than registers, of all types.
#[rustfmt::skip]
extern "C" fn weigh(
    a: i64, b: f64, c: i32, d: f32, e: i64, f: i32, g: i64, h: i64, i: i32, j: f64, k: f64, l: f64, m: f64, n: f64,
    o: f32, p: f64, q: f32,
) -> f64 {
    let ints = [a, c.into(), e, f.into(), g, h, i.into()].iter().fold(0, |sum: i64, x| sum.wrapping_mul(3).wrapping_add(*x));
    [b, d.into(), j, k, l, m, n, o.into(), p, q.into()].iter().fold(ints as f64, |sum, x| sum * 2.0 + x)
}

extern "C" fn halve(x: f32) -> f32 {
    x / 2.0
}

fn address(name: &str) -> Option<*const u8> {
    Some(match name {
        "double_all" => double_all as *const u8,
        "weigh" => weigh as *const u8,
        "halve" => halve as *const u8,
        "snprintf" => snprintf as *const u8,
        _ => return None,
    })
}

const PROGRAM: &str = "barebones 1
data words = u64:1 u64:0x8877665544332211
data format = \"%d %s %.3f %ld\\x00\"
data text = \"text\\x00\"

extern double_all(Int64, Int64) -> Int64
extern weigh(Int64, Double, Int32, Float, Int64, Int32, Int64, Int64, Int32, Double, Double, Double, Double, Double, Float, Double, Float) -> Double
extern halve(Float) -> Float
extern snprintf(Int64, Int64, Int64) -> Int32

; Accesses of all widths, none of them aligned.
proc accesses(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0, offset=1)
    Int32 @2 = Load(@0, offset=3)
    Int32 @3 = Load16S(@0, offset=5)
    Int32 @4 = Load16Z(@0, offset=7)
    Int32 @5 = Load8S(@0, offset=9)
    Int32 @6 = Load8Z(@0, offset=10)
    Double @7 = Load(@0, offset=11)
    Float @8 = Load(@0, offset=13)
    Void @9 = Store(@1, @0, offset=21)
    Void @10 = Store(@2, @0, offset=33)
    Void @11 = Store16(@3, @0, offset=39)
    Void @12 = Store8(@5, @0, offset=43)
    Void @13 = Store(@7, @0, offset=45)
    Void @14 = Store(@8, @0, offset=55)
    Int32 @15 = Add(@4, @6)
    Int64 @16 = SExt32(@15)
    Int64 @17 = Add(@1, @16)
    Void @18 = Return(@17)
}

; Copies that overlap in both directions, and a fill.
proc bulk(Int64, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(5)
    Int64 @3 = Add(@0, @2)
    Void @4 = MemoryCopy(@3, @0, @1)
    Int64 @5 = Const64(3)
    Int64 @6 = Add(@0, @5)
    Void @7 = MemoryCopy(@0, @6, @1)
    Int32 @8 = Const32(0x1ab)
    Int64 @9 = Const64(40)
    Int64 @10 = Add(@0, @9)
    Void @11 = MemoryFill(@10, @8, @1)
    Void @12 = Return()
}

; A function reads and writes what is in a slot of the frame; and what is in data, called at its address.
proc slots(Int64, Int64) -> Int64 {
    slot0 = stack 24 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SlotBase(slot0)
    Void @3 = Store(@0, @2)
    Void @4 = Store(@1, @2, offset=8)
    Void @5 = Store(@0, @2, offset=16)
    Int64 @6 = Const64(3)
    Int64 @7 = CCall(double_all, @2, @6)
    Int64 @8 = Load(@2, offset=8)
    Int64 @9 = SymbolAddress(double_all)
    Int64 @10 = SymbolAddress(words)
    Int64 @11 = Const64(2)
    Int64 @12 = CCall(@9, @10, @11)
    Int64 @13 = Load(@10, offset=8)
    Int64 @14 = Add(@7, @8)
    Int64 @15 = BitXor(@14, @12)
    Int64 @16 = Add(@15, @13)
    Void @17 = Return(@16)
}

proc many(Int64, Double) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Int32 @2 = Trunc(@0)
    Float @3 = DoubleToFloat(@1)
    Double @4 = CCall(weigh, @0, @1, @2, @3, @0, @2, @0, @0, @2, @1, @1, @1, @1, @1, @3, @1, @3)
    Float @5 = CCall(halve, @3)
    Double @6 = FloatToDouble(@5)
    Double @7 = Add(@4, @6)
    Void @8 = Return(@7)
}

; Variable arguments: a float among them, which has to be counted.
proc prints(Int64, Int64, Double) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Double @2 = ArgumentReg(%fa0)
    Int64 @3 = Const64(64)
    Int64 @4 = SymbolAddress(format)
    Int32 @5 = Trunc(@1)
    Int64 @6 = SymbolAddress(text)
    Int32 @7 = CCall(snprintf, @0, @3, @4, @5, @6, @2, @1, variadic=3)
    Void @8 = Return(@7)
}

; An interpreted procedure calls another by address.
proc plus(Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(7)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}

proc by_address(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SymbolAddress(plus)
    Int64 @2 = CCall(@1, @0, conv=internal)
    Void @3 = Return(@2)
}
";

fn parse(text: &str) -> Module {
    let host = host_target().expect("a machine with code generation");
    parse_module(text, &targets(host)).unwrap_or_else(|error| panic!("{error}"))
}

fn compile(module: &Module, level: OptLevel, symbols: &dyn Fn(&str) -> Option<*const u8>) -> Vec<Code> {
    let mut options = Options::at(level);
    options.check_allocation = true;
    let mut compiler = Compiler::with_options(options).expect("a machine with code generation");
    compiler.compile_module(module.clone(), symbols).unwrap_or_else(|failure| panic!("{level:?}: {failure}"))
}

/// Interprets with a new host that has the module's data.
fn interpret(
    module: &Module,
    name: &str,
    args: &[(Type, u64)],
    symbols: &dyn Fn(&str) -> Option<*const u8>,
) -> Execution {
    // SAFETY: the programs of these tests access buffers that the tests pass, and call functions with their own types.
    let mut host = unsafe { RawHost::new(1 << 20, symbols) }.expect("memory");
    // Exceptions of functions are caught.
    let recovery = TrapRecovery::install().expect("works where tests run");
    // SAFETY: those functions own nothing when they throw.
    unsafe { host.catch_traps(recovery) };
    for data in &module.data {
        host.add_data(&data.name, &data.bytes).expect("memory");
    }
    let interpreter = Interpreter::new(module).expect("valid");
    interpreter.call(name, args, &mut host, Limits::default()).expect("such a procedure")
}

fn returned(execution: &Execution) -> Vec<u64> {
    assert_eq!(execution.unspecified, None);
    match &execution.outcome {
        Outcome::Returned(results) => results.iter().map(|(_, bits)| *bits).collect(),
        other => panic!("{other:?}"),
    }
}

fn buffer() -> Vec<u8> {
    (0..80u8).map(|i| i.wrapping_mul(37) ^ 0x80).collect()
}

/// Calls with a buffer of the test as first argument, followed by the others. Returns the results and the buffer.
fn with_buffer(
    args: &[(Type, u64)],
    mut bytes: Vec<u8>,
    call: impl FnOnce(&[(Type, u64)]) -> Vec<u64>,
) -> (Vec<u64>, Vec<u8>) {
    let address = bytes.as_mut_ptr().expose_provenance() as u64;
    let args: Vec<_> = std::iter::once((Type::Int64, address)).chain(args.iter().copied()).collect();
    let results = call(&args);
    (results, bytes)
}

fn run(code: &Code, args: &[(Type, u64)]) -> Vec<u64> {
    let args: Vec<Bits> = args.iter().map(|(ty, bits)| Bits { ty: *ty, bits: *bits }).collect();
    // SAFETY: the programs of these tests have no undefined behaviour.
    unsafe { code.call_raw(&args) }.expect("the types of the procedure")
}

/// A procedure, whether its first argument is a buffer, and the other arguments.
type Case<'a> = (&'a str, bool, &'a [(Type, u64)]);

#[test]
fn programs_with_memory_and_calls() {
    let module = parse(PROGRAM);
    let long = |n: i64| (Type::Int64, n as u64);
    let double = |x: f64| (Type::Double, x.to_bits());
    let cases: &[Case<'_>] = &[
        ("accesses", true, &[]),
        ("bulk", true, &[long(0)]),
        ("bulk", true, &[long(1)]),
        ("bulk", true, &[long(30)]),
        ("slots", false, &[long(5), long(1 << 40)]),
        ("many", false, &[long(-9), double(2.5)]),
        ("many", false, &[long(1 << 33), double(-0.125)]),
        ("prints", true, &[long(-123), double(2.71875)]),
        ("by_address", false, &[long(35)]),
    ];
    for level in OptLevel::ALL {
        for &(name, has_buffer, args) in cases {
            // Compiled again each time, as the programs change their data.
            let codes = compile(&module, level, &address);
            let code = codes.iter().find(|code| code.name() == name).expect("a procedure");
            let interpreted = |args: &[(Type, u64)]| returned(&interpret(&module, name, args, &address));
            let (expected, found) = match has_buffer {
                true => (
                    with_buffer(args, buffer(), |args| run(code, args)),
                    with_buffer(args, buffer(), interpreted),
                ),
                false => ((run(code, args), vec![]), (interpreted(args), vec![])),
            };
            assert_eq!(found, expected, "{name}{args:?} at {level:?}");
        }
    }
    let (_, bytes) = with_buffer(&[long(-123), double(2.71875)], buffer(), |args| {
        returned(&interpret(&module, "prints", args, &address))
    });
    assert!(bytes.starts_with(b"-123 text 2.719 -123\0"), "{bytes:?}");
}

#[test]
fn random_programs() {
    let target = host_target().expect("a machine with code generation");
    let mut compared = 0;
    for case in 0..120 {
        let recipe = Recipe::random(&mut Random::of_case(11, case), &Shape::default());
        let module = generate::build(&recipe, &target);
        for call in calls(&module, case, 2) {
            let level = OptLevel::ALL[case as usize % 3];
            let codes = compile(&module, level, &externs::address);
            let code = codes.iter().find(|code| code.name() == MAIN).expect("the last procedure");
            let expected = with_buffer(&call.args, call.buffer.clone(), |args| run(code, args));
            let found = with_buffer(&call.args, call.buffer.clone(), |args| {
                returned(&interpret(&module, MAIN, args, &externs::address))
            });
            assert_eq!(found, expected, "case {case}, {level:?}\n{module}");
            compared += 1;
        }
    }
    assert_eq!(compared, 240);
}

#[test]
fn unmapped_addresses_are_faults() {
    let module = parse(
        "barebones 1
        proc reads(Int64) -> Int64 { #0: Int64 @0 = ArgumentReg(%a0) Int64 @1 = Load(@0, traps) Void @2 = Return(@1) }
        proc may_not(Int64) -> Int64 { #0: Int64 @0 = ArgumentReg(%a0) Int64 @1 = Load(@0) Void @2 = Return(@1) }
        extern unknown() -> Void
        proc calls(Int64) -> Void { #0: Void @0 = CCall(unknown) Void @1 = Return() }",
    );
    let outcome = |name, address| interpret(&module, name, &[(Type::Int64, address)], &|_| None).outcome;
    for address in [0, 8, 4095, u64::MAX, u64::MAX - 6] {
        let traps =
            matches!(outcome("reads", address), Outcome::Trap { code: TrapCode::HeapOutOfBounds, .. });
        assert!(traps, "{address:#x}");
        assert!(matches!(outcome("may_not", address), Outcome::Undefined { .. }), "{address:#x}");
    }
    let word = 77u64;
    assert!(matches!(
        outcome("reads", (&raw const word).expose_provenance() as u64),
        Outcome::Returned(results) if results == [(Type::Int64, 77)]
    ));
    match outcome("calls", 0) {
        Outcome::HostError { error, .. } => assert!(error.message.contains("unknown"), "{error}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn memory_that_there_is_not_is_an_error() {
    // SAFETY: nothing is executed.
    let none = unsafe { RawHost::new(usize::MAX, |_| None) };
    assert!(matches!(none, Err(MemoryError::TooLarge { .. })), "{none:?}");
    // SAFETY: the only access is below.
    let mut host = unsafe { RawHost::new(0, |_| None) }.expect("memory");
    let address = host.add_data("data", &[1, 2, 3]).expect("memory");
    assert_eq!((address % 16, host.symbol("data"), host.symbol("other")), (0, Some(address), None));
    assert_eq!(host.load(address, 2), Ok(0x0201));
    assert_eq!(host.store(address + 1, 2, 0xffff_0908), Ok(()));
    assert_eq!(host.load(address, 4), Ok(0x0009_0801));
    assert_eq!((host.copy(0, address, 0), host.fill(1, 1, 0)), (Ok(()), Ok(())));
    assert!(host.copy(0, address, 1).is_err() && host.copy(address, 4095, 1).is_err());
    assert!(host.fill(u64::MAX, 1, 2).is_err());
}

/// A trap in compiled code that interpreted code calls is a trap of the call.
#[test]
fn traps_of_callees() {
    let Ok(recovery) = TrapRecovery::install() else { return };
    let compiled = parse(
        "barebones 1
        proc checks(Int64) -> Int64 { #0: Int64 @0 = ArgumentReg(%a0) Void @1 = TrapIf(@0, User(5)) Void @2 = Return(@0) }",
    );
    let codes = compile(&compiled, OptLevel::O2, &|_| None);
    let entry = codes[0].entry();
    let module = parse(
        "barebones 1
        extern checks(Int64) -> Int64
        proc calls(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0) Int64 @1 = CCall(checks, @0) Int64 @2 = Const64(3) Int64 @3 = Add(@1, @2)
            Void @4 = Return(@3) }",
    );
    let interpreter = Interpreter::new(&module).expect("valid");
    // SAFETY: the only function is compiled code, which lives as long as its handle.
    let mut host = unsafe { RawHost::new(4096, |_| Some(entry)) }.expect("memory");
    // SAFETY: compiled code can be unwound.
    unsafe { host.catch_traps(recovery) };
    for (argument, trapping) in [(0, false), (9, true), (0, false)] {
        let execution = interpreter.call("calls", &[(Type::Int64, argument)], &mut host, Limits::default());
        match execution.expect("such a procedure").outcome {
            Outcome::Trap { code: TrapCode::User(5), .. } => assert!(trapping),
            Outcome::Returned(results) => assert!(!trapping && results == [(Type::Int64, 3)]),
            other => panic!("{other:?}"),
        }
    }
}

/// The host decides which entry is called and what is invalidated.
#[test]
fn entries_and_invalidation_points() {
    let module = parse(
        "barebones 1
        proc two(Int64) -> Int64 { entries 2
        #0: Int64 @0 = ArgumentReg(%a0) Void @1 = EntrySwitch(#1, #2)
        #1: Void @2 = Return(@0)
        #2: Void @5 = InvalidationPoint() Int64 @3 = Load(@0) Void @4 = Return(@3) }",
    );
    let word = 1234u64;
    // SAFETY: the program reads the word.
    let mut host = unsafe { RawHost::new(4096, |_| None) }.expect("memory");
    let interpreter = Interpreter::new(&module).expect("valid");
    let address = (&raw const word).expose_provenance() as u64;
    let execution = interpreter.call_entry("two", 1, &[(Type::Int64, address)], &mut host, Limits::default());
    assert_eq!(returned(&execution.expect("two entries")), [1234]);
    host.set_invalidation(|_| true);
    let execution = interpreter.call_entry("two", 1, &[(Type::Int64, address)], &mut host, Limits::default());
    let outcome = execution.expect("two entries").outcome;
    // The point has no state to exit through.
    assert!(matches!(outcome, Outcome::Trap { code: TrapCode::Unreachable, .. }), "{outcome:?}");
}

/// A host function would not find them in its registers.
#[test]
fn pinned_registers_are_not_handed_on() {
    let text = |pinned: &str| {
        format!(
            "barebones 1
            extern f(Int64) -> Int64
            proc main(Int64) -> Int64 conv=internal {{ {pinned}
            #0: Int64 @0 = ArgumentReg(%a0) Int64 @1 = SymbolAddress(f) Int64 @2 = CCall(@1, @0, conv=internal)
                Void @3 = Return(@2) }}"
        )
    };
    let pinned = if cfg!(target_arch = "aarch64") { "pinned %x21" } else { "pinned %r14" };
    for (pinned, works) in [(pinned, false), ("", true)] {
        let module = parse(&text(pinned));
        let mut compiled = parse(
            "barebones 1
            proc f(Int64) -> Int64 conv=internal { #0: Int64 @0 = ArgumentReg(%a0) Void @1 = Return(@0) }",
        );
        compiled.procedures[0].name = String::from("f");
        let codes = compile(&compiled, OptLevel::O1, &|_| None);
        let entry = codes[0].entry();
        // SAFETY: the only function is compiled code, which lives as long as its handle.
        let mut host = unsafe { RawHost::new(4096, |_| Some(entry)) }.expect("memory");
        let interpreter = Interpreter::new(&module).expect("valid");
        let execution = interpreter.call("main", &[(Type::Int64, 5)], &mut host, Limits::default());
        match execution {
            Ok(execution) if works => assert_eq!(returned(&execution), [5]),
            other => assert!(!works && format!("{other:?}").contains("pinned"), "{other:?}"),
        }
    }
}
