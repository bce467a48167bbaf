//! Compiles procedures with checks at all levels and allocator settings and compares them with the interpreter.

use barebones::base::{GeneratorId, TrapCode, Type, ValueRep};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{BlockId, Module, Opcode, Procedure, Stackmap, ValueId};
use barebones::jit::{Bits, Code, TrapRecovery};
use barebones::regalloc::Forced;
use barebones::{Compiler, OptLevel, Options, host_target};
use barebones_testing::exits::{EXIT, Left, Recorder, left};
use barebones_testing::native::options_at;

pub(crate) const I32: Type = Type::Int32;
pub(crate) const I64: Type = Type::Int64;
pub(crate) const F32: Type = Type::Float;
pub(crate) const F64: Type = Type::Double;
pub(crate) const ROOT: BlockId = Procedure::ROOT;
pub(crate) const MIN32: u64 = 0x8000_0000;
pub(crate) const MAX32: u64 = 0x7fff_ffff;
pub(crate) const MIN64: u64 = 1 << 63;
pub(crate) const MAX64: u64 = (1 << 63) - 1;

/// A procedure with these parameters.
pub(crate) fn procedure<const N: usize>(types: [Type; N]) -> (Procedure, [ValueId; N]) {
    let mut proc = Procedure::new(&host_target().expect("a machine with code generation"));
    proc.name = String::from("tested");
    proc.add_block();
    let arguments = types.map(|ty| proc.at(ROOT).argument(ty));
    (proc, arguments)
}

/// Declares a generator that records its parameters.
pub(crate) fn generator(proc: &mut Procedure) -> GeneratorId {
    let name = format!("exit{}", proc.generators().len());
    proc.add_generator(&name)
}

/// Appends a check with its own operands `own`, and cold stackmap operands `others`.
pub(crate) fn check(
    proc: &mut Procedure,
    block: BlockId,
    opcode: Opcode,
    own: &[ValueId],
    others: &[ValueId],
) -> ValueId {
    let others: Vec<(ValueId, ValueRep)> = others.iter().map(|value| (*value, ValueRep::ColdAny)).collect();
    check_with(proc, block, opcode, own, &others)
}

/// Like [`check`], with a constraint for each stackmap operand.
pub(crate) fn check_with(
    proc: &mut Procedure,
    block: BlockId,
    opcode: Opcode,
    own: &[ValueId],
    others: &[(ValueId, ValueRep)],
) -> ValueId {
    let ty = if opcode == Opcode::Check { Type::Void } else { proc.type_of(own[0]) };
    let generator = generator(proc);
    let reps = others.iter().map(|(_, rep)| *rep).collect();
    let map = Stackmap { generator, reps, ..Stackmap::default() };
    let children: Vec<ValueId> = own.iter().copied().chain(others.iter().map(|(value, _)| *value)).collect();
    proc.at(block).stackmap_value(opcode, ty, &children, map)
}

/// How an execution ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Returned(Vec<u64>),
    Left(Left),
    Trapped(TrapCode),
}

/// All configurations: levels and forced allocator decisions.
pub(crate) fn configurations() -> impl Iterator<Item = Options> {
    let forced = [
        Forced::None,
        Forced::Random(1),
        Forced::Random(7),
        Forced::SpillAll,
        Forced::Split(3),
        Forced::Split(11),
        Forced::Few,
    ];
    OptLevel::ALL.into_iter().flat_map(move |level| {
        forced.into_iter().map(move |forced| {
            let mut options = options_at(level);
            (options.check_allocation, options.forced) = (true, forced);
            options
        })
    })
}

/// The interpreter's result.
pub(crate) fn interpret(proc: &Procedure, args: &[u64]) -> End {
    interpret_in(&Module { procedures: vec![proc.clone()], ..Module::default() }, args)
}

fn interpret_in(module: &Module, args: &[u64]) -> End {
    let proc = &module.procedures[0];
    let interpreter = Interpreter::new(module).unwrap_or_else(|error| panic!("{error}\n{proc}"));
    let params = &proc.signature().params;
    let args: Vec<(Type, u64)> = params.iter().copied().zip(args.iter().copied()).collect();
    let mut host = SandboxHost::for_module(module);
    host.set_exits_by_generators(true);
    let execution = interpreter.call(&proc.name, &args, &mut host, Limits::default());
    match execution.expect("such a procedure").outcome {
        Outcome::Returned(results) => End::Returned(results.into_iter().map(|(_, bits)| bits).collect()),
        Outcome::Exit(exit) => End::Left(left(&exit).expect("a generator of a test")),
        Outcome::Trap { code, .. } => End::Trapped(code),
        other => panic!("{other:?}\n{proc}"),
    }
}

/// Calls compiled code that writes to `record` when it exits.
pub(crate) fn run(code: &Code, args: &[u64], record: &[u64]) -> End {
    let recovery = TrapRecovery::install().expect("works where tests run");
    let params = &code.signature().params;
    // The upper halves of registers are unspecified.
    let garbage = |ty: Type| if ty.size() == 4 { 0xdead_beef_0000_0000 } else { 0 };
    let args = params.iter().zip(args).map(|(ty, bits)| Bits { ty: *ty, bits: *bits | garbage(*ty) });
    let args: Vec<Bits> = args.collect();
    // SAFETY: the code is of a procedure of a test, and writes only to the record.
    let result = unsafe { code.call_raw_catching(recovery, &args) };
    let word = |n: usize| {
        // SAFETY: inside the slice. Volatile: the code writes it.
        unsafe { (&raw const record[n]).read_volatile() }
    };
    match result.expect("the arguments of the procedure") {
        Ok(results) => End::Returned(results),
        Err(trap) if trap.code == EXIT => {
            let words = (2..2 + word(1) as usize).map(word).collect();
            End::Left(Left { number: word(0), words })
        }
        Err(trap) => End::Trapped(trap.code),
    }
}

/// Compiles a procedure in all configurations and compares its end for each input with the interpreter's. `leave` is
/// the number of inputs for which it exits.
pub(crate) fn agrees(proc: &Procedure, inputs: &[&[u64]], leave: usize) {
    agrees_in(std::slice::from_ref(proc), inputs, leave);
}

/// Like [`agrees`], for the first of some procedures that call each other.
pub(crate) fn agrees_in(procedures: &[Procedure], inputs: &[&[u64]], leave: usize) {
    let proc = &procedures[0];
    let module = Module { procedures: procedures.to_vec(), ..Module::default() };
    let expected: Vec<End> = inputs.iter().map(|args| interpret_in(&module, args)).collect();
    let found = expected.iter().filter(|end| matches!(end, End::Left(_))).count();
    assert_eq!(found, leave, "inputs that leave: {expected:?}\n{proc}");
    let mut record = vec![0; Recorder::WORDS];
    let recorder = Recorder::at((&raw mut record[0]).expose_provenance() as u64);
    for options in configurations() {
        let mut compiler = Compiler::with_options(options.clone()).expect("a machine with code generation");
        compiler.set_memory(barebones_testing::native::shared_memory());
        let mut module = module.clone();
        recorder.add_generators(&mut module);
        let configuration = format!("{:?}, {:?}", options.opt_level, options.forced);
        let codes = compiler.compile_module(module, &|_| None);
        let codes = codes.unwrap_or_else(|failure| panic!("{configuration}: {failure}\n{proc}"));
        recorder.handle_exits(&codes[0]);
        for (args, expected) in inputs.iter().zip(&expected) {
            assert_eq!(&run(&codes[0], args, &record), expected, "{configuration}: {args:x?}\n{proc}");
        }
    }
}
