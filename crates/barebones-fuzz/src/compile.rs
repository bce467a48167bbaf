//! Arbitrary IR: validation refuses it, or every level compiles it.

use crate::damage::exchange_words;
use barebones::base::Target;
use barebones::error::CompileError;
use barebones::interp::{Interpreter, Limits, SandboxHost};
use barebones::ir::{Module, parse_module, validate_module};
use barebones::isa::TARGETS;
use barebones::{Compiler, OptLevel, Options, host_target, targets};
use barebones_testing::awkward::few;
use barebones_testing::generate::{Random, Recipe, Shape, build};

/// Work units of a compilation: far more than any input needs whose compile time is near linear.
const WORK: u64 = 20_000_000;

/// Bytes of a compilation.
const MEMORY: u64 = 512 << 20;

/// Values that the interpreter executes.
const STEPS: u64 = 20_000;

/// The host, which all targets need.
pub(crate) fn host() -> Target {
    host_target().expect("fuzzing needs x86-64 or AArch64")
}

/// Compiles every procedure for the module's own target and at every level.
///
/// # Panics
/// The compiler has a fault, or the procedures need more work than their size explains.
pub(crate) fn compile_everywhere(module: &Module) {
    for level in OptLevel::ALL {
        let mut options = Options::at(level);
        options.check_allocation = true;
        (options.limits.work, options.limits.memory) = (WORK, MEMORY);
        for proc in &module.procedures {
            let mut compiler = Compiler::for_target(*proc.target(), options.clone());
            if let Err(error @ (CompileError::Bug { .. } | CompileError::Budget { .. })) = compiler.emit(proc)
            {
                panic!("{level:?}: {error}\n{module}");
            }
        }
    }
}

/// Interprets each procedure once, without memory of its arguments.
fn interpret(module: &Module) {
    let Ok(interpreter) = Interpreter::new(module) else { return };
    for proc in &module.procedures {
        let words = proc.signature().params.iter().flat_map(|ty| std::iter::repeat_n(ty, ty.words()));
        let arguments: Vec<_> = words.map(|ty| (*ty, few(*ty).first().copied().unwrap_or(1))).collect();
        let mut host = SandboxHost::for_module(module);
        _ = interpreter.call(&proc.name, &arguments, &mut host, Limits { steps: STEPS, depth: 100 });
    }
}

fn check(text: &str) {
    let Ok(module) = parse_module(text, &targets(host())) else { return };
    if validate_module(&module).is_ok() {
        compile_everywhere(&module);
        interpret(&module);
    }
}

/// Compiles a text.
pub(crate) fn text(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        check(text);
    }
}

/// Compiles a random procedure after exchanging words of its text.
pub(crate) fn damaged_program(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    let target = Target::baseline(TARGETS[random.below(TARGETS.len() as u64) as usize]);
    let edits = random.below(5);
    let seed = random.bits();
    let shape = Shape { procedures: 2, blocks: 5, steps: 8, checks: true, traps: true, ..Shape::default() };
    let text = build(&Recipe::random(&mut random, &shape), &target).to_string();
    check(&exchange_words(&text, edits, &mut Random::new(seed)));
}
