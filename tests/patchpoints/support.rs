//! What all tests need: procedures, ways to compile them, and running them.

use barebones::base::{Type, TrapCode};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{Module, Procedure, ValueId};
use barebones::jit::{Bits, Code, Trap, TrapRecovery};
use barebones::regalloc::Forced;
use barebones::{Compiler, OptLevel, Options, host_target};

/// A procedure for this machine, with its root.
pub fn procedure() -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a machine with code generation"));
    proc.name = String::from("tested");
    proc.add_block();
    proc
}

/// Its arguments.
pub fn arguments<const N: usize>(proc: &mut Procedure, types: [Type; N]) -> [ValueId; N] {
    types.map(|ty| proc.add_argument(Procedure::ROOT, ty))
}

/// All ways to compile: levels, and what the allocator is forced to.
pub fn ways() -> impl Iterator<Item = Options> {
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
            let mut options = Options::at(level);
            (options.check_allocation, options.forced) = (true, forced);
            options
        })
    })
}

pub fn compile(proc: &Procedure, options: &Options) -> Code {
    let mut compiler = Compiler::with_options(options.clone()).expect("a machine with code generation");
    let name = format!("{:?}, {:?}", options.opt_level, options.forced);
    compiler.compile(proc.clone()).unwrap_or_else(|failure| panic!("{name}: {failure}\n{proc}"))
}

/// The results of code, or its trap.
pub fn run(code: &Code, args: &[u64]) -> Result<Vec<u64>, Option<TrapCode>> {
    let recovery = TrapRecovery::new().expect("a system that recovers from traps");
    let args: Vec<Bits> = args.iter().map(|bits| Bits::from(*bits)).collect();
    // SAFETY: the code is of a procedure of a test, which computes with its arguments.
    let result = unsafe { recovery.call_bits(code, &args) };
    match result {
        Ok(results) => Ok(results.into_iter().map(|bits| bits.into()).collect()),
        Err(Trap { code, .. }) => Err(code),
    }
}

/// What the interpreter says, with the meanings of the generators.
pub fn interpret(proc: &Procedure, args: &[u64]) -> Outcome {
    let mut module = Module::new(proc.target());
    module.procedures.push(proc.clone());
    let mut host = SandboxHost::for_module(&module);
    let interpreter = Interpreter::new(&module).unwrap_or_else(|error| panic!("{error}\n{proc}"));
    let params = &proc.signature().params;
    let args: Vec<(Type, u64)> = params.iter().copied().zip(args.iter().copied()).collect();
    interpreter.call(&proc.name, &args, &mut host, Limits::default()).expect("such a procedure").outcome
}
