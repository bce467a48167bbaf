//! Support for the exception tests: functions that throw, for code and for the interpreter, and running modules in all
//! configurations.

use barebones::base::{ConvId, Effects, Signature, StateId, SymbolId, TrapCode, Type};
use barebones::interp::{Interpreter, Limits, Outcome, Reply, SandboxHost};
use barebones::ir::{BlockId, CallData, Extern, Module, Procedure, Successor, ValueId};
use barebones::jit::{self, Bits, Code, Thrown, TrapRecovery};
use barebones::regalloc::Forced;
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage, air, host_target, targets};
use barebones_testing::native::options_at;
use std::cell::Cell;
use std::rc::Rc;

pub(crate) const I32: Type = Type::Int32;
pub(crate) const I64: Type = Type::Int64;
pub(crate) const F32: Type = Type::Float;
pub(crate) const F64: Type = Type::Double;

/// The C convention and the internal one.
pub(crate) const CONVENTIONS: [ConvId; 2] = [ConvId::new(0), ConvId::new(1)];

/// The end of a call.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ended {
    Returned(Vec<u64>),
    Trapped(TrapCode),
    Thrown,
}

// ---- Functions of the host --------------------------------------------------------------------------------

/// The words that an odd argument throws.
fn thrown_for(x: u64) -> [u64; 2] {
    [x.wrapping_mul(3), !x]
}

fn maybe(x: u64) -> Result<u64, Thrown> {
    if x & 1 == 1 { Err(Thrown(thrown_for(x))) } else { Ok(x ^ 0x5555) }
}

fn maybe_double(x: f64, n: u32) -> Result<f64, Thrown> {
    if n & 1 == 1 { Err(Thrown(thrown_for(u64::from(n)))) } else { Ok(x + 0.5) }
}

fn maybe_float(x: f32, n: u32) -> Result<f32, Thrown> {
    if n & 1 == 1 { Err(Thrown(thrown_for(u64::from(n)))) } else { Ok(x + 0.5) }
}

fn maybe_void(n: u32) -> Result<(), Thrown> {
    if n & 1 == 1 { Err(Thrown(thrown_for(u64::from(n)))) } else { Ok(()) }
}

/// A host function: its name, types and address.
pub(crate) struct HostFunction {
    pub(crate) name: &'static str,
    params: Vec<Type>,
    result: Type,
    pub(crate) address: *const u8,
}

pub(crate) fn host_functions() -> Vec<HostFunction> {
    let throwing = |name, function: Option<jit::HostFunction>| {
        let function = function.expect("the library throws where tests run");
        HostFunction {
            name,
            params: function.params().to_vec(),
            result: function.results().first().copied().unwrap_or(Type::Void),
            address: function.address(),
        }
    };
    vec![
        throwing("maybe", jit::throwing(maybe)),
        throwing("maybe_double", jit::throwing(maybe_double)),
        throwing("maybe_float", jit::throwing(maybe_float)),
        throwing("maybe_void", jit::throwing(maybe_void)),
        HostFunction {
            name: "throw",
            params: vec![I64, I64],
            result: Type::Void,
            address: jit::throw_function().expect("the library throws where tests run"),
        },
        HostFunction { name: "thrown", params: vec![I64], result: I64, address: jit::thrown_function() },
    ]
}

fn register(host: &mut SandboxHost) {
    let last = Rc::new(Cell::new([0_u64; 2]));
    let reply = |last: &Rc<Cell<[u64; 2]>>, n: u64, result: Reply| {
        if n & 1 == 1 {
            last.set(thrown_for(n));
            Reply::Exception
        } else {
            result
        }
    };
    let noted = last.clone();
    let function = move |args: &[u64]| reply(&noted, args[0], Reply::result(args[0] ^ 0x5555));
    host.add_function("maybe", Box::new(move |_, args| Ok(function(args))));
    let noted = last.clone();
    let function =
        move |args: &[u64]| reply(&noted, args[1], Reply::result((f64::from_bits(args[0]) + 0.5).to_bits()));
    host.add_function("maybe_double", Box::new(move |_, args| Ok(function(args))));
    let noted = last.clone();
    let function = move |args: &[u64]| {
        let sum = f32::from_bits(args[0] as u32) + 0.5;
        reply(&noted, args[1], Reply::result(u64::from(sum.to_bits())))
    };
    host.add_function("maybe_float", Box::new(move |_, args| Ok(function(args))));
    let noted = last.clone();
    let function = move |args: &[u64]| reply(&noted, args[0], Reply::nothing());
    host.add_function("maybe_void", Box::new(move |_, args| Ok(function(args))));
    let noted = last.clone();
    host.add_function(
        "throw",
        Box::new(move |_, args| {
            noted.set([args[0], args[1]]);
            Ok(Reply::Exception)
        }),
    );
    host.add_function("thrown", Box::new(move |_, args| Ok(Reply::result(last.get()[args[0] as usize]))));
}

// ---- Procedures ---------------------------------------------------------------------------------------------

/// A procedure with this name, convention and parameter types, its root and its arguments.
pub(crate) fn procedure(name: &str, conv: ConvId, params: &[Type]) -> (Procedure, BlockId, Vec<ValueId>) {
    let target = host_target().expect("a machine with code generation");
    let mut proc = Procedure::with_convention(&target, conv);
    proc.name = name.to_string();
    let root = proc.add_block();
    let arguments = params.iter().map(|ty| proc.at(root).argument(*ty)).collect();
    (proc, root, arguments)
}

pub(crate) fn call_data(conv: ConvId) -> CallData {
    CallData {
        conv,
        callee: SymbolId::INVALID,
        variadic_start: None,
        effects: Effects::for_call(),
        exceptional: false,
        state: StateId::INVALID,
    }
}

/// A callee with its convention and result type.
pub(crate) struct Callee<'a> {
    pub(crate) name: &'a str,
    pub(crate) conv: ConvId,
    pub(crate) ty: Type,
}

/// A host function with this result.
pub(crate) fn host_callee(name: &str, ty: Type) -> Callee<'_> {
    Callee { name, conv: CONVENTIONS[0], ty }
}

/// Ends a block with a call that continues at `normal`, or at `handler` if it throws.
pub(crate) fn invoke(
    proc: &mut Procedure,
    block: BlockId,
    callee: &Callee<'_>,
    args: &[ValueId],
    [normal, handler]: [BlockId; 2],
) -> ValueId {
    let symbol = proc.symbol(callee.name);
    let data = call_data(callee.conv);
    let successors = [normal.into(), Successor::rare(handler)];

    proc.at(block).throwing_ccall_with(callee.ty, symbol, args, data, successors)
}

/// Appends a call without an exceptional successor.
pub(crate) fn call(proc: &mut Procedure, block: BlockId, callee: &Callee<'_>, args: &[ValueId]) -> ValueId {
    let symbol = proc.symbol(callee.name);
    proc.at(block).ccall_with(callee.ty, symbol, args, call_data(callee.conv))
}

/// Both words that a handler has caught.
pub(crate) fn caught(proc: &mut Procedure, block: BlockId) -> [ValueId; 2] {
    [0, 1].map(|n| {
        let index = proc.at(block).const64(n);
        call(proc, block, &host_callee("thrown", I64), &[index])
    })
}

/// A word that depends on all values, so that each wrong value is detected.
pub(crate) fn mix(proc: &mut Procedure, block: BlockId, values: &[ValueId]) -> ValueId {
    let mut acc = proc.at(block).const64(1);
    for &value in values {
        let ty = proc.type_of(value);
        let elements: Vec<ValueId> = match ty.is_tuple() {
            true => {
                (0..proc.tuple_elements(ty).len()).map(|n| proc.at(block).extract(value, n as u32)).collect()
            }
            false => vec![value],
        };
        for element in elements {
            let word = match proc.type_of(element) {
                Type::Int32 => proc.at(block).zext32(element),
                Type::Int64 => element,
                Type::Float => {
                    let bits = proc.at(block).bitwise_cast(element);
                    proc.at(block).zext32(bits)
                }
                _ => proc.at(block).bitwise_cast(element),
            };
            let mut b = proc.at(block);
            let three = b.const64(3);
            acc = b.mul(acc, three);
            acc = b.add(acc, word);
        }
    }
    acc
}

/// Returns a word computed from these values and a number.
pub(crate) fn return_mix(proc: &mut Procedure, block: BlockId, number: i64, values: &[ValueId]) {
    let mut all = values.to_vec();
    all.push(proc.at(block).const64(number));
    let result = mix(proc, block, &all);
    proc.at(block).ret([result]);
}

pub(crate) fn module(procedures: Vec<Procedure>) -> Module {
    let externs = host_functions().into_iter().map(|function| Extern {
        name: function.name.to_string(),
        signature: Signature {
            params: function.params,
            results: if function.result == Type::Void { vec![] } else { vec![function.result] },
        },
    });
    Module { procedures, externs: externs.collect(), ..Module::default() }
}

// ---- Running them -------------------------------------------------------------------------------------------

/// All configurations: levels and forced allocator decisions.
pub(crate) fn configurations() -> impl Iterator<Item = Options> {
    let forced =
        [Forced::None, Forced::Random(1), Forced::Random(7), Forced::SpillAll, Forced::Split(3), Forced::Few];
    OptLevel::ALL.into_iter().flat_map(move |level| {
        forced.into_iter().map(move |forced| {
            let mut options = options_at(level);
            (options.check_allocation, options.forced) = (true, forced);
            options
        })
    })
}

/// Validates machine code and reads its text back.
struct Validates<'a>(&'a Module);

impl Observer for Validates<'_> {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Select | Stage::Allocate, Progress::Code(code)) = (stage, progress)
            && !code.buffer.insts.is_empty()
        {
            let text = code.to_string();
            if let Err(violations) = air::validate(code) {
                panic!("{stage:?}: {violations:?}\n{text}\n{}", self.0);
            }
            let host = host_target().expect("a machine with code generation");
            let read =
                air::parse_code(&text, &targets(host)).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read.to_string(), text);
        }
    }
}

pub(crate) fn compile(module: &Module, options: &Options) -> Vec<Code> {
    let mut compiler = Compiler::with_options(options.clone()).expect("a machine with code generation");
    let functions = host_functions();
    let address = |name: &str| functions.iter().find(|f| f.name == name).map(|f| f.address);
    let mut validates = Validates(module);
    let compiled = compiler.compile_module_observed(module.clone(), &address, &mut validates);
    compiled.unwrap_or_else(|failure| panic!("{options:?}: {failure}\n{module}"))
}

/// Calls the last procedure.
pub(crate) fn run(codes: &[Code], args: &[u64]) -> (Ended, [u64; 2]) {
    let recovery = TrapRecovery::install().expect("works where tests run");
    let code = codes.last().expect("there is a procedure");
    let args: Vec<Bits> =
        code.signature().params.iter().zip(args).map(|(ty, bits)| Bits { ty: *ty, bits: *bits }).collect();
    // SAFETY: the code is of a procedure of a test, and accesses only what the test passes.
    let result = unsafe { code.call_raw_catching(recovery, &args) }.expect("the arguments of the procedure");
    match result {
        Ok(results) => (Ended::Returned(results), [0; 2]),
        Err(trap) => match trap.thrown() {
            Some(thrown) => (Ended::Thrown, thrown.0),
            None => (Ended::Trapped(trap.code), [0; 2]),
        },
    }
}

/// The interpreter's result for the last procedure.
pub(crate) fn interpret(module: &Module, args: &[u64]) -> Ended {
    let mut host = SandboxHost::for_module(module);
    register(&mut host);
    let interpreter = Interpreter::new(module).unwrap_or_else(|error| panic!("{error}\n{module}"));
    let proc = module.procedures.last().expect("there is a procedure");
    let args: Vec<(Type, u64)> = proc.signature().params.iter().copied().zip(args.iter().copied()).collect();
    let result = interpreter.call(&proc.name, &args, &mut host, Limits::default());
    match result.expect("such a procedure").outcome {
        Outcome::Returned(results) => Ended::Returned(results.into_iter().map(|(_, bits)| bits).collect()),
        Outcome::Trap { code, .. } => Ended::Trapped(code),
        Outcome::Exception(_) => Ended::Thrown,
        other => panic!("{other:?}\n{module}"),
    }
}

/// Compiles in all configurations, calls the last procedure and compares with the interpreter. Returns the ends of the
/// calls.
pub(crate) fn check(module: &Module, inputs: &[&[u64]]) -> Vec<Ended> {
    let expected: Vec<Ended> = inputs.iter().map(|args| interpret(module, args)).collect();
    for options in configurations() {
        let codes = compile(module, &options);
        for (args, expected) in inputs.iter().zip(&expected) {
            let name = format!("{:?}, {:?}", options.opt_level, options.forced);
            assert_eq!(run(&codes, args).0, *expected, "{name}: {args:?}\n{module}");
        }
    }
    expected
}
