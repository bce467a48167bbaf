//! Hardening against hostile input: which bytes and branches code has, and that it computes the same.

mod blinding;
mod branches;
mod placement;

use barebones::base::{Hardening, Target, Type};
use barebones::ir::{Module, Procedure};
use barebones::isa::{CompiledCode, target_by_name};
use barebones::jit::{Bits, Code};
use barebones::{Compiler, OptLevel, Options};
use barebones_testing::generate::{self, Random, Recipe, Shape};

/// One target for each instruction set.
fn machines() -> [Target; 2] {
    ["x86_64-linux", "aarch64-linux"].map(|name| Target::baseline(target_by_name(name).expect("a target")))
}

fn options(level: OptLevel, hardening: Hardening) -> Options {
    let mut options = Options::at(level);
    (options.hardening, options.check_allocation) = (hardening, true);
    options
}

fn emit(proc: &Procedure, level: OptLevel, hardening: Hardening) -> CompiledCode {
    let code = Compiler::for_target(*proc.target(), options(level, hardening)).emit(proc);
    code.unwrap_or_else(|error| panic!("{}, {level:?}: {error}", proc.name))
}

/// A compiler for this machine, which creates its memory.
fn host_compiler(level: OptLevel, hardening: Hardening) -> Compiler {
    Compiler::with_options(options(level, hardening)).expect("a host")
}

/// Calls a procedure of one parameter, which touches its frame only.
fn call(code: &Code, x: u64) -> Vec<u64> {
    // SAFETY: the tests have no other procedures here.
    #[allow(unsafe_code)]
    let results = unsafe { code.call_raw(&[Bits { ty: Type::Int64, bits: x }]) };
    results.expect("its argument")
}

/// The random modules of these cases.
fn random_modules(target: Target, cases: u64) -> impl Iterator<Item = Module> {
    (0..cases).map(move |case| {
        let recipe = Recipe::random(&mut Random::of_case(11, case), &Shape::default());
        generate::build(&recipe, &target)
    })
}

#[test]
fn without_hardening_the_seed_does_not_matter() {
    for target in machines() {
        for module in random_modules(target, 10) {
            for proc in &module.procedures {
                let hardening = Hardening { seed: 1, ..Hardening::NONE };
                let code = emit(proc, OptLevel::O2, hardening);
                assert_eq!(code.bytes, emit(proc, OptLevel::O2, Hardening::NONE).bytes);
                // Where code is placed does not change it.
                let placed = Hardening { random_placement: true, ..hardening };
                assert_eq!(code.bytes, emit(proc, OptLevel::O2, placed).bytes);
            }
        }
    }
}

#[test]
fn cranelift_refuses_hardening() {
    use barebones::Backend;
    use barebones::error::CompileError;
    if !Backend::Cranelift.is_built() {
        return;
    }
    for (blind_constants, indirect_branches) in [(true, false), (false, true)] {
        let hardening = Hardening { blind_constants, indirect_branches, ..Hardening::NONE };
        let mut options = options(OptLevel::default(), hardening);
        options.backend = Backend::Cranelift;
        let mut compiler = Compiler::with_options(options).expect("a host");
        let proc = Procedure::new(compiler.target());
        let error = compiler.emit(&proc).map(|_| ());
        assert!(matches!(error, Err(CompileError::NoHardening { by: "cranelift" })), "{error:?}");
    }
}
