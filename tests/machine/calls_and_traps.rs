//! The internal convention, tail calls, and traps that become results: compiled at every level and compared with the
//! interpreter.
#![allow(unsafe_code)] // the test calls compiled code

use barebones::base::{ConvId, Effects, Origin, Signature, SymbolId, TrapCode, Type};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{CallData, Callee, Module, Procedure, StackSlotKind, ValueId, parse_module};
use barebones::jit::{Bits, Code, Trap, TrapRecovery};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::options_at;

fn compile(module: &Module, level: OptLevel) -> Vec<Code> {
    let mut options = options_at(level);
    options.check_allocation = true;
    let mut compiler = Compiler::with_options(options).expect("a machine with code generation");
    compiler
        .compile_module(module.clone(), &|_| None)
        .unwrap_or_else(|failure| panic!("{level:?}: {failure}"))
}

fn parse(text: &str) -> Module {
    let host = host_target().expect("a machine with code generation");
    parse_module(&format!("barebones 1\n{text}"), &targets(host)).expect("well-formed")
}

fn code<'a>(codes: &'a [Code], name: &str) -> &'a Code {
    codes.iter().find(|code| code.name() == name).expect("a procedure of the module")
}

/// Results of the interpreter for a procedure, which must return.
fn interpret(module: &Module, name: &str, args: &[(Type, u64)]) -> Vec<u64> {
    match interpreted(module, name, args) {
        Outcome::Returned(results) => results.into_iter().map(|(_, bits)| bits).collect(),
        other => panic!("{name}: {other:?}"),
    }
}

fn interpreted(module: &Module, name: &str, args: &[(Type, u64)]) -> Outcome {
    let mut host = SandboxHost::for_module(module);
    let interpreter = Interpreter::new(module).expect("valid");
    interpreter.call(name, args, &mut host, Limits::default()).expect("such a procedure").outcome
}

// ---- The internal convention --------------------------------------------------------------------------

/// A deterministic generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn types(&mut self, most: u64) -> Vec<Type> {
        let count = self.below(most + 1);
        (0..count).map(|_| Type::SCALARS[self.below(4) as usize]).collect()
    }
}

const INTERNAL: ConvId = ConvId::new(1);

fn call_data() -> CallData {
    let (callee, effects) = (SymbolId::INVALID, Effects::for_call());
    CallData {
        conv: INTERNAL,
        callee,
        variadic_start: None,
        effects,
        exceptional: false,
        state: barebones::base::StateId::INVALID,
    }
}

/// The bits of a value as an Int64.
fn as_word(proc: &mut Procedure, value: ValueId) -> ValueId {
    let root = Procedure::ROOT;
    match proc.type_of(value) {
        Type::Int32 => proc.at(root).zext32(value),
        Type::Int64 => value,
        Type::Float => {
            let bits = proc.at(root).bitwise_cast(value);
            proc.at(root).zext32(bits)
        }
        _ => proc.at(root).bitwise_cast(value),
    }
}

/// A number computed from many values, which depends on each value and its position.
fn digest(proc: &mut Procedure, values: &[ValueId]) -> ValueId {
    let root = Procedure::ROOT;
    let factor = proc.at(root).const64(31);
    let mut sum = proc.at(root).const64(7);
    for &value in values {
        let word = as_word(proc, value);
        sum = proc.at(root).mul(sum, factor);
        sum = proc.at(root).add(sum, word);
    }
    sum
}

/// A value of this type: an existing one, a constant, or the digest.
fn some_value(
    proc: &mut Procedure,
    random: &mut Random,
    ty: Type,
    known: &[ValueId],
    sum: ValueId,
) -> ValueId {
    let root = Procedure::ROOT;
    let same: Vec<ValueId> = known.iter().copied().filter(|value| proc.type_of(*value) == ty).collect();
    match (ty, random.below(4)) {
        (_, 0 | 1) if !same.is_empty() => same[random.below(same.len() as u64) as usize],
        (Type::Int64, 2) => sum,
        (Type::Int32, 2) => proc.at(root).trunc(sum),
        _ => proc.at(root).constant(ty, random.below(1000)),
    }
}

/// A chain of procedures: each tail-calls the next one with other arguments, and sometimes calls another before.
fn chain(seed: u64) -> Module {
    const LENGTH: usize = 6;
    let mut random = Random(seed);
    let target = host_target().expect("a machine with code generation");
    let results = random.types(7);
    let params: Vec<Vec<Type>> = (0..LENGTH).map(|_| random.types(24)).collect();
    let mut module = Module::default();
    for (i, own) in params.iter().enumerate() {
        let mut proc = Procedure::with_convention(&target, INTERNAL);
        proc.name = format!("p{i}");
        proc.set_signature(Signature { params: own.clone(), results: results.clone() });
        let root = proc.add_block();
        let mut known = proc.at(root).arguments();
        let slot = (random.below(2) == 0).then(|| proc.add_stack_slot(64, StackSlotKind::Locked));
        let mut sum = digest(&mut proc, &known);
        if let Some(slot) = slot {
            let base = proc.at(root).slot_base(slot);
            proc.at(root).store(sum, base, 8 * random.below(8) as i32);
        }
        let call = |proc: &mut Procedure, random: &mut Random, to: usize, known: &[ValueId], sum: ValueId| {
            let arguments: Vec<ValueId> =
                params[to].iter().map(|ty| some_value(proc, random, *ty, known, sum)).collect();
            let symbol = proc.symbol(&format!("p{to}"));
            let callee = match random.below(3) {
                0 => Callee::Address(proc.at(root).symbol_address(symbol)),
                _ => Callee::Symbol(symbol),
            };
            (callee, arguments)
        };
        if i + 1 == LENGTH {
            let values: Vec<ValueId> =
                results.iter().map(|ty| some_value(&mut proc, &mut random, *ty, &known, sum)).collect();
            proc.at(root).ret(values.iter().copied());
        } else {
            if random.below(3) == 0 {
                let to = i + 1 + random.below((LENGTH - i - 1) as u64) as usize;
                let (callee, arguments) = call(&mut proc, &mut random, to, &known, sum);
                let ty = match &results[..] {
                    [] => Type::Void,
                    [one] => *one,
                    many => proc.tuple_type(many),
                };
                let result = proc.at(root).ccall_with(ty, callee, &arguments, call_data());
                let mut given = vec![sum];
                match results.len() {
                    0 => {}
                    1 => given.push(result),
                    many => given.extend((0..many as u32).map(|n| proc.at(root).extract(result, n))),
                }
                sum = digest(&mut proc, &given);
                known.extend(&given[1..]);
            }
            let (callee, arguments) = call(&mut proc, &mut random, i + 1, &known, sum);
            proc.at(root).tail_call(callee, &arguments, call_data());
        }
        module.procedures.push(proc);
    }
    // Uses the C convention, whose callee-saved registers the others do not preserve.
    let mut main = Procedure::new(&target);
    main.name = String::from("main");
    let root = main.add_block();
    let known = [Type::Int64, Type::Int32, Type::Double].map(|ty| main.at(root).argument(ty));
    let arguments: Vec<ValueId> =
        params[0].iter().map(|ty| some_value(&mut main, &mut random, *ty, &known, known[0])).collect();
    let ty = match &results[..] {
        [] => Type::Void,
        [one] => *one,
        many => main.tuple_type(many),
    };
    let first = main.symbol("p0");
    let result = main.at(root).ccall_with(ty, first, &arguments, call_data());
    let mut given = known.to_vec();
    match results.len() {
        0 => {}
        1 => given.push(result),
        many => given.extend((0..many as u32).map(|n| main.at(root).extract(result, n))),
    }
    let sum = digest(&mut main, &given);
    main.at(root).ret([sum]);
    module.procedures.push(main);
    module
}

#[test]
fn chains_of_tail_calls_agree_with_the_interpreter() {
    for seed in 0..60 {
        let module = chain(seed);
        for name in ["main", "p0"] {
            let params = &module.procedure(name).expect("it is there").signature().params;
            let args: Vec<(Type, u64)> =
                params.iter().enumerate().map(|(i, ty)| (*ty, 1000 + 7 * i as u64)).collect();
            let expected = interpret(&module, name, &args);
            let bits: Vec<Bits> = args.iter().map(|&(ty, bits)| Bits { ty, bits }).collect();
            for level in OptLevel::ALL {
                let codes = compile(&module, level);
                // SAFETY: the procedures access only their frames.
                let found = unsafe { code(&codes, name).call_raw(&bits) }.expect("the right arguments");
                assert_eq!(found, expected, "seed {seed}, {name}, {level:?}");
            }
        }
    }
}

#[test]
fn arguments_of_more_than_64_kib_are_removed() {
    const COUNT: usize = 8_500;
    let target = host_target().expect("a machine with code generation");
    let signature = Signature { params: vec![Type::Int64; COUNT], results: vec![Type::Int64] };
    let mut many = Procedure::with_convention(&target, INTERNAL);
    many.name = String::from("many");
    many.set_signature(signature);
    let root = many.add_block();
    let arguments = many.at(root).arguments();
    let sum = digest(&mut many, &[arguments[0], arguments[6], arguments[COUNT - 1]]);
    many.at(root).ret([sum]);

    let mut few = Procedure::with_convention(&target, INTERNAL);
    few.name = String::from("few");
    few.set_signature(Signature { params: vec![Type::Int64], results: vec![Type::Int64] });
    let root = few.add_block();
    let mut b = few.at(root);
    let argument = b.arguments()[0];
    let one = b.const64(1);
    let last = b.add(argument, one);
    let mut arguments = vec![argument; COUNT];
    arguments[COUNT - 1] = last;
    let callee = few.symbol("many");
    few.at(root).tail_call(callee, &arguments, call_data());
    let module = Module { procedures: vec![many, few], ..Module::default() };
    let expected = interpret(&module, "few", &[(Type::Int64, 5)]);
    for level in [OptLevel::O0, OptLevel::O1] {
        let codes = compile(&module, level);
        for _ in 0..3 {
            // SAFETY: the procedures access only their frames.
            let found = unsafe { code(&codes, "few").call_raw(&[Bits { ty: Type::Int64, bits: 5 }]) };
            assert_eq!(found.expect("the right arguments"), expected, "{level:?}");
        }
    }
}

/// Two procedures that tail-call each other. One has more arguments than registers, the other still more.
fn ping_pong() -> String {
    let registers = host_target().expect("a host").desc.conventions[1].args_gp.len();
    // As many arguments as registers; the first two are given.
    let types = vec!["Int64"; registers].join(", ");
    let more = |value: &str| vec![value; registers - 2].join(", ");
    let (of_ping, of_main) = (more("@1"), more("@2"));
    format!(
        "
    proc ping({types}, Int64) -> Int64 conv=internal {{
    #0: Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = FramePointer()
        Int64 @3 = Load(@2, offset=16)
        Void @4 = Branch(@0, #1, #2)
    #1: Int64 @5 = Const64(-1)
        Int64 @6 = Add(@0, @5)
        Void @7 = TailCall(pong, @6, @3, {of_ping}, @1, @1, @1, @1, @1, @1, conv=internal)
    #2: Int64 @8 = Sub(@1, @3)
        Void @9 = Return(@8)
    }}
    proc pong({types}, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 conv=internal {{
    #0: Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = FramePointer()
        Int64 @3 = Load(@2, offset=56)
        Void @4 = Branch(@0, #1, #2)
    #1: Int64 @5 = Const64(-1)
        Int64 @6 = Add(@0, @5)
        Void @7 = TailCall(ping, @6, @3, {of_ping}, @1, conv=internal)
    #2: Int64 @8 = Sub(@3, @1)
        Void @9 = Return(@8)
    }}
    proc main(Int64) -> Int64 {{
    #0: Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Const64(100)
        Int64 @2 = Const64(58)
        Int64 @3 = CCall(ping, @0, @1, {of_main}, @2, conv=internal)
        Void @4 = Return(@3)
    }}"
    )
}

#[test]
fn ten_million_tail_calls_do_not_grow_the_stack() {
    let module = parse(&ping_pong());
    let small = |n: u64| interpret(&module, "main", &[(Type::Int64, n)])[0] as i64;
    assert_eq!([0, 1, 2, 3, 4].map(small), [42, 42, 42, 42, 42]);
    for level in OptLevel::ALL {
        let codes = compile(&module, level);
        let main = code(&codes, "main").clone();
        let run = move || {
            // SAFETY: the procedures access only their frames.
            let main = unsafe { main.typed::<extern "C" fn(i64) -> i64>() }.expect("the types of main");
            [0, 1, 10_000_000, 9_999_999].map(|n| main.call(n))
        };
        let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(run).expect("a thread");
        assert_eq!(thread.join().expect("no stack overflow"), [42; 4], "{level:?}");
    }
}

// ---- Traps --------------------------------------------------------------------------------------------

#[cfg(any(target_os = "linux", windows))]
mod traps {
    use super::*;

    /// Calls a procedure of one Int64 and returns its result or the trap.
    fn call(codes: &[Code], name: &str, argument: i64) -> Result<i64, Trap> {
        let recovery = TrapRecovery::install().expect("works where tests run");
        // SAFETY: faults of the procedures are traps, which are caught.
        let typed = unsafe { code(codes, name).typed::<extern "C" fn(i64) -> i64>() };
        typed.expect("the types of the procedure").call_catching(recovery, argument)
    }

    const STACK: &str = "
        proc depth(Int64, Int64) -> Int64 conv=internal {
            slot0 = stack 256 locked
        #0: Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = ArgumentReg(%a1)
            Void @2 = StackLimitCheck(@1, origin=5)
            Int64 @3 = SlotBase(slot0)
            Void @4 = Store(@0, @3)
            Void @5 = Branch(@0, #1, #2)
        #1: Int64 @6 = Const64(-1)
            Int64 @7 = Add(@0, @6)
            Int64 @8 = CCall(depth, @7, @1, conv=internal, origin=6)
            Int64 @9 = Const64(1)
            Int64 @10 = Add(@8, @9)
            Void @11 = Return(@10)
        #2: Int64 @12 = Const64(0)
            Void @13 = Return(@12)
        }
        proc main(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = FramePointer()
            Int64 @2 = Const64(65536)
            Int64 @3 = Sub(@1, @2)
            Int64 @4 = CCall(depth, @0, @3, conv=internal, origin=7)
            Void @5 = Return(@4)
        }";

    #[test]
    fn the_stack_limit_is_a_trap_at_every_level() {
        let module = parse(STACK);
        assert_eq!(interpret(&module, "main", &[(Type::Int64, 100)]), [100]);
        match interpreted(&module, "main", &[(Type::Int64, 1000)]) {
            Outcome::Trap { code, .. } => assert_eq!(code, TrapCode::StackOverflow),
            other => panic!("{other:?}"),
        }
        for level in OptLevel::ALL {
            let codes = compile(&module, level);
            for _ in 0..3 {
                assert_eq!(call(&codes, "main", 100).expect("64 KiB are enough"), 100, "{level:?}");
                let trap = call(&codes, "main", 1000).expect_err("a frame has more than 256 bytes");
                assert_eq!((trap.code, trap.fault_address), (TrapCode::StackOverflow, None), "{level:?}");
                let site = trap.site.as_ref().expect("a check trapped");
                assert_eq!((site.code.name(), site.origin), ("depth", Origin(5)), "{level:?}");
                assert_eq!(trap.callers.len(), Trap::MAX_CALLERS, "{level:?}");
                for caller in &trap.callers {
                    assert_eq!((caller.code.name(), caller.origin), ("depth", Origin(6)), "{level:?}");
                }
            }
            let trap = call(&codes, "main", 1000).expect_err("as before");
            assert_eq!(trap.places().count(), 1 + Trap::MAX_CALLERS);
        }
    }

    const TRAPS: &str = "
        proc fault(Int64) -> Int64 conv=internal {
        #0: Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = Load(@0, offset=8, traps, origin=1)
            Void @2 = Return(@1)
        }
        proc load(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = CCall(fault, @0, conv=internal, origin=2)
            Void @2 = Return(@1)
        }
        proc write(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0)
            Void @1 = Store(@0, @0, offset=16, traps, origin=3)
            Void @2 = Return(@0)
        }
        proc refuse(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0)
            Void @1 = TrapIf(@0, User(7), origin=4)
            Void @2 = Return(@0)
        }
        proc asks(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = CCall(refuse, @0, origin=7)
            Int64 @2 = Add(@1, @0)
            Void @3 = Return(@2)
        }
        proc late(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = Load(@0, traps, origin=8)
            Void @2 = Branch(@1, #1, #2)
        #1: Int64 @3 = CCall(refuse, @1, origin=9)
            Int64 @4 = Add(@3, @0)
            Void @5 = Return(@4)
        #2: Void @6 = Return(@0)
        }
        proc calls_late(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = CCall(late, @0, origin=10)
            Int64 @2 = Add(@1, @0)
            Void @3 = Return(@2)
        }
        proc stop(Int64) -> Int64 {
        #0: Void @1 = Trap(Unreachable, origin=5)
        }
        proc convert(Int64) -> Int64 {
        #0: Int64 @0 = ArgumentReg(%a0)
            Double @1 = BitwiseCast(@0)
            Int64 @2 = FToITrap(@1, origin=6)
            Void @3 = Return(@2)
        }";

    #[test]
    fn every_kind_of_trap_is_a_result_at_every_level() {
        let module = parse(TRAPS);
        let nan = f64::NAN.to_bits() as i64;
        let large = 1e30f64.to_bits() as i64;
        let cases: [(&str, i64, TrapCode, Option<usize>, u32); 6] = [
            ("load", 8, TrapCode::HeapOutOfBounds, Some(16), 1),
            ("write", 24, TrapCode::HeapOutOfBounds, Some(40), 3),
            ("refuse", 1, TrapCode::User(7), None, 4),
            ("stop", 0, TrapCode::Unreachable, None, 5),
            ("convert", nan, TrapCode::BadConversion, None, 6),
            ("convert", large, TrapCode::IntegerOverflow, None, 6),
        ];
        for level in OptLevel::ALL {
            let codes = compile(&module, level);
            assert_eq!(call(&codes, "refuse", 0).expect("no trap"), 0);
            let words = [1i64, 77];
            assert_eq!(call(&codes, "load", &raw const words as i64).expect("no trap"), 77);
            for (name, argument, code, address, origin) in cases {
                let trap = call(&codes, name, argument).expect_err("it traps");
                assert_eq!((trap.code, trap.fault_address), (code, address), "{name}, {level:?}");
                let origins: Vec<u32> = trap.places().map(|place| place.origin.0).collect();
                let expected = if name == "load" { vec![1, 2] } else { vec![origin] };
                assert_eq!(origins, expected, "{name}, {level:?}");
            }
            // Callers are found whether the frame of the trapping procedure exists or not.
            let words = &raw const words as i64;
            for (name, argument, expected) in [
                ("asks", 1, &[4, 7][..]),
                ("late", 16, &[8]),
                ("calls_late", 16, &[8, 10]),
                ("calls_late", words, &[4, 9, 10]),
            ] {
                let trap = call(&codes, name, argument).expect_err("it traps");
                let origins: Vec<u32> = trap.places().map(|place| place.origin.0).collect();
                assert_eq!(origins, expected, "{name}, {level:?}");
            }
        }
    }
}
