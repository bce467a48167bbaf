//! Support for the patchpoint tests: procedures, configurations of the compiler, and running the code.

use barebones::base::{Reg, TrapCode, Type};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{BlockId, Module, Procedure, ValueId};
use barebones::jit::{Bits, Code, TrapRecovery};
use barebones::regalloc::Forced;
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage, air, host_target, targets};
use barebones_testing::native::options_at;

pub(crate) const ROOT: BlockId = Procedure::ROOT;

/// A procedure for this machine, with its root.
pub(crate) fn procedure() -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a machine with code generation"));
    proc.name = String::from("tested");
    proc.add_block();
    proc
}

/// Adds arguments to the procedure.
pub(crate) fn arguments<const N: usize>(proc: &mut Procedure, types: [Type; N]) -> [ValueId; N] {
    types.map(|ty| proc.at(ROOT).argument(ty))
}

/// The register with this name, or its counterpart on this machine.
pub(crate) fn reg(name: &str) -> Reg {
    barebones_testing::registers::host_register(name)
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

pub(crate) fn name(options: &Options) -> String {
    format!("{:?}, {:?}", options.opt_level, options.forced)
}

pub(crate) fn compile(proc: &Procedure, options: &Options) -> Code {
    let mut compiler = Compiler::with_options(options.clone()).expect("a machine with code generation");
    compiler.set_memory(barebones_testing::native::shared_memory());
    let name = name(options);
    compiler.compile(proc.clone()).unwrap_or_else(|failure| panic!("{name}: {failure}\n{proc}"))
}

/// Runs the code and returns its results or its trap.
pub(crate) fn run(code: &Code, args: &[u64]) -> Result<Vec<u64>, TrapCode> {
    let recovery = TrapRecovery::install().expect("works where tests run");
    let params = &code.signature().params;
    let args: Vec<Bits> = params.iter().zip(args).map(|(ty, bits)| Bits { ty: *ty, bits: *bits }).collect();
    // SAFETY: the code is of a procedure of a test, and accesses only what the test passes.
    let result = unsafe { code.call_raw_catching(recovery, &args) };
    result.expect("the arguments of the procedure").map_err(|trap| trap.code)
}

/// The interpreter's result, with the meanings of the generators.
pub(crate) fn interpret(proc: &Procedure, args: &[u64]) -> Result<Vec<u64>, TrapCode> {
    let module = Module { procedures: vec![proc.clone()], ..Module::default() };
    let mut host = SandboxHost::for_module(&module);
    let interpreter = Interpreter::new(&module).unwrap_or_else(|error| panic!("{error}\n{proc}"));
    let params = &proc.signature().params;
    let args: Vec<(Type, u64)> = params.iter().copied().zip(args.iter().copied()).collect();
    let result = interpreter.call(&proc.name, &args, &mut host, Limits::default());
    match result.expect("such a procedure").outcome {
        Outcome::Returned(results) => Ok(results.into_iter().map(|(_, bits)| bits).collect()),
        Outcome::Trap { code, .. } => Err(code),
        other => panic!("{other:?}\n{proc}"),
    }
}

/// Compiles the procedure in all configurations and compares its results with the interpreter's.
pub(crate) fn check(proc: &Procedure, inputs: &[&[u64]]) {
    check_in(proc, inputs, configurations());
}

/// Like [`check`], with all levels but only some of the forced configurations, depending on `number`.
pub(crate) fn check_some(proc: &Procedure, inputs: &[&[u64]], number: usize) {
    let chosen = configurations()
        .enumerate()
        .filter(|(n, options)| options.forced == Forced::None || n % 6 == number % 6);
    check_in(proc, inputs, chosen.map(|(_, options)| options));
}

/// Validates machine code and reads its text back.
struct Validates<'a>(&'a Procedure, String);

impl Observer for Validates<'_> {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Select | Stage::Allocate, Progress::Code(code)) = (stage, progress)
            && !code.buffer.insts.is_empty()
        {
            let text = code.to_string();
            if let Err(violations) = air::validate(code) {
                panic!("{}, {stage:?}: {violations:?}\n{text}\n{}", self.1, self.0);
            }
            let host = host_target().expect("a machine with code generation");
            let read =
                air::parse_code(&text, &targets(host)).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read.to_string(), text);
        }
    }
}

fn check_in(proc: &Procedure, inputs: &[&[u64]], configurations: impl Iterator<Item = Options>) {
    for options in configurations {
        if options.forced == Forced::None {
            let mut compiler =
                Compiler::with_options(options.clone()).expect("a machine with code generation");
            compiler.set_memory(barebones_testing::native::shared_memory());
            let mut validates = Validates(proc, name(&options));
            compiler.emit_observed(proc, &mut validates).unwrap_or_else(|error| panic!("{error}\n{proc}"));
        }
        let code = compile(proc, &options);
        for args in inputs {
            assert_eq!(run(&code, args), interpret(proc, args), "{}: {args:?}\n{proc}", name(&options));
        }
    }
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
            let word = as_word(proc, block, element);
            let mut b = proc.at(block);
            let three = b.const64(3);
            acc = b.mul(acc, three);
            acc = b.add(acc, word);
        }
    }
    acc
}

/// The bits of a value as an Int64.
fn as_word(proc: &mut Procedure, block: BlockId, value: ValueId) -> ValueId {
    match proc.type_of(value) {
        Type::Int32 => proc.at(block).zext32(value),
        Type::Int64 => value,
        Type::Float => {
            let bits = proc.at(block).bitwise_cast(value);
            proc.at(block).zext32(bits)
        }
        _ => proc.at(block).bitwise_cast(value),
    }
}

/// Returns a word computed from all values, from the root.
pub(crate) fn return_all(proc: &mut Procedure, values: &[ValueId]) {
    let all = mix(proc, ROOT, values);
    proc.at(ROOT).ret([all]);
}
