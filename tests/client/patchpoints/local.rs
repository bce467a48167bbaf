//! Closures for one compilation: they borrow, and some run once.

use super::support::*;
use barebones::base::{Type, ValueRep};
use barebones::error::CompileError;
use barebones::ir::{Opcode, Procedure, Stackmap};
use barebones::patchpoint::LocalGenerators;
use barebones::{Compiler, OptLevel, Options};

/// Two patchpoints that share one generator, which adds one.
fn twice() -> Procedure {
    let mut proc = procedure();
    let [x] = arguments(&mut proc, [Type::Int64]);
    let generator = proc.add_generator("increment");
    let mut b = proc.at(ROOT);
    let mut value = x;
    for _ in 0..2 {
        let patchpoint = b.patchpoint(Type::Int64).input(value, ValueRep::SomeRegister);
        value = patchpoint.shared_generator(generator).append();
    }
    b.ret([value]);
    proc
}

#[test]
fn local_closures_borrow_and_run_for_each_place() {
    for level in OptLevel::ALL {
        let proc = twice();
        let generator = proc.generators().ids().next().expect("one generator");
        let mut places = Vec::new();
        let mut generators = LocalGenerators::new();
        generators.add(generator, |masm, params| {
            places.push(params.rep(1)?);
            masm.add64(params.gpr(0)?, params.gpr(1)?, 1);
            Ok(())
        });
        let mut compiler = Compiler::with_options(Options::at(level)).expect("a host");
        let code = compiler.compile_with(proc, &mut generators).expect("compiles");
        drop(generators);
        assert_eq!(places.len(), 2);
        // SAFETY: the code adds to its argument.
        let add = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("these types");
        assert_eq!(add.call(40), 42, "{level:?}");
    }
}

#[test]
fn closures_that_run_once_are_refused_a_second_place() {
    for level in OptLevel::ALL {
        let proc = twice();
        let generator = proc.generators().ids().next().expect("one generator");
        let text = String::from("moved into the closure");
        let mut generators = LocalGenerators::new();
        generators.once(generator, move |masm, params| {
            drop(text);
            masm.add64(params.gpr(0)?, params.gpr(1)?, 1);
            Ok(())
        });
        let mut compiler = Compiler::with_options(Options::at(level)).expect("a host");
        let failure = compiler.compile_with(proc, &mut generators).expect_err("two places");
        let CompileError::Generator { generator, error, .. } = &failure.error else {
            panic!("{:?}", failure.error)
        };
        assert_eq!((&generator[..], error.message().contains("a second place")), ("increment", true));
    }
}

/// The exit path of a check can be a local closure, too; a stored closure has precedence.
#[test]
fn stored_closures_have_precedence_over_local_ones() {
    for level in OptLevel::ALL {
        let mut proc = procedure();
        let [x] = arguments(&mut proc, [Type::Int64]);
        let mut b = proc.at(ROOT);
        let stored = b
            .patchpoint(Type::Int64)
            .input(x, ValueRep::SomeRegister)
            .generator("stored", |masm, params| {
                masm.add64(params.gpr(0)?, params.gpr(1)?, 1);
                Ok(())
            })
            .append();
        let exit = b.proc.add_generator("exit");
        let map = Stackmap { generator: exit, ..Stackmap::default() };
        b.stackmap_value(Opcode::Check, Type::Void, &[x], map);
        b.ret([stored]);
        let mut ran = [false, false];
        let [first, second] = &mut ran;
        let mut generators = LocalGenerators::new();
        let ids: Vec<_> = proc.generators().ids().collect();
        generators.once(ids[0], |_, _| {
            *first = true;
            Ok(())
        });
        generators.once(ids[1], |masm, _| {
            *second = true;
            masm.trap();
            Ok(())
        });
        let mut compiler = Compiler::with_options(Options::at(level)).expect("a host");
        let code = compiler.compile_with(proc, &mut generators).expect("compiles");
        drop(generators);
        assert_eq!(ran, [false, true]);
        // SAFETY: the code adds to its argument; 0 does not fail the check.
        let add = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("these types");
        assert_eq!(add.call(0), 1, "{level:?}");
    }
}
