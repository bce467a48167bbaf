//! Several entries: the handle of each, in all configurations.

use barebones::ir::{Module, parse_module};
use barebones::jit::{Bits, CallError, Code, TypeMismatch};
use barebones::{base::Type, host_target, targets};
use barebones_testing::differential::Setup;

const TEXTS: [&str; 2] =
    [include_str!("../files/run/entries/paths.bb"), include_str!("../files/run/entries/values_and_calls.bb")];

fn module() -> Module {
    let host = host_target().expect("a target");
    let mut module = Module::default();
    for text in TEXTS {
        module.procedures.extend(parse_module(text, &targets(host)).expect("valid text").procedures);
    }
    module
}

/// Calls a procedure at one of its entries with one argument.
fn call(codes: &[Code], name: &str, entry: usize, argument: u64) -> Result<Vec<u64>, CallError> {
    let code = codes.iter().find(|code| code.name() == name).expect("a procedure");
    #[allow(unsafe_code)] // arithmetic only
    // SAFETY: the procedures of the file only compute with their arguments.
    unsafe {
        code.call_raw_entry(entry, &[Bits { ty: Type::Int64, bits: argument }])
    }
}

#[test]
fn every_entry_works_however_it_is_compiled() {
    for setup in Setup::ALL {
        let mut compiler = setup.compiler(true).expect("this machine");
        let codes = compiler.compile_module(module(), &|_| None);
        let codes = codes.unwrap_or_else(|failure| panic!("{setup}: {}", failure.error));
        let expected = [
            ("two_entries", 0, 5, 15),
            ("two_entries", 1, 5, 25),
            ("one_entry", 0, 3, 4),
            ("into_a_loop", 0, 5, 15),
            ("into_a_loop", 1, 5, 115),
            ("keeps_much", 0, 1, 406),
            ("keeps_much", 1, 1, 812),
            ("unlikely", 0, 1, 2),
            ("unlikely", 1, 1, 3),
            ("calls_itself", 0, 4, 24),
            ("calls_itself", 1, 4, 25),
            ("one_place", 0, 5, 12),
            ("one_place", 1, 5, 12),
        ];
        for (name, entry, argument, result) in expected {
            assert_eq!(call(&codes, name, entry, argument), Ok(vec![result]), "{setup}: {name}@{entry}");
        }
    }
}

/// Code before the switch is copied for each entry, including patchpoints and their late paths.
#[test]
fn generators_run_once_for_each_entry() {
    use barebones::ir::Procedure;
    use barebones::isa::masm::ResultCondition;
    use barebones::patchpoint::Constraint;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    for setup in Setup::ALL {
        let mut compiler = setup.compiler(true).expect("this machine");
        let runs = Arc::new(AtomicU32::new(0));
        let mut proc = Procedure::new(compiler.target());
        proc.entry_count = 2;
        let blocks = [(); 3].map(|()| proc.add_block());
        let x = proc.at(blocks[0]).argument(Type::Int64);
        let counted = runs.clone();
        let doubled = proc
            .at(blocks[0])
            .patchpoint(Type::Int64)
            .input(x, Constraint::SomeRegister)
            .generator("double, or minus one for negative numbers", move |masm, params| {
                counted.fetch_add(1, Ordering::Relaxed);
                let (result, input) = (params.gpr(0)?, params.gpr(1)?);
                let (negative, done) = (masm.new_label(), masm.new_label());
                masm.branch_test64(ResultCondition::Signed, input, input, negative);
                masm.add64(result, input, input);
                masm.bind(done);
                params.add_late_path(move |masm, params| {
                    masm.bind(negative);
                    masm.mov(params.gpr(0)?, -1);
                    masm.jump(done);
                    Ok(())
                });
                Ok(())
            })
            .append();
        proc.at(blocks[0]).entry_switch(&[blocks[1].into(), blocks[2].into()]);
        for (block, amount) in [(blocks[1], 10), (blocks[2], 20)] {
            let mut b = proc.at(block);
            let amount = b.const64(amount);
            let sum = b.add(doubled, amount);
            b.ret([sum]);
        }
        let code = compiler.compile(proc).unwrap_or_else(|failure| panic!("{setup}: {}", failure.error));
        assert_eq!(runs.load(Ordering::Relaxed), 2, "{setup}");
        let name = code.name().to_string();
        let codes = [code];
        let call = |entry, argument: i64| call(&codes, &name, entry, argument as u64).expect("a result")[0];
        assert_eq!([call(0, 7), call(1, 7), call(0, -7), call(1, -7)], [24, 34, 9, 19], "{setup}");
    }
}

#[test]
fn entries_have_handles_and_there_are_no_others() {
    let mut compiler = Setup::ALL[0].compiler(true).expect("this machine");
    let codes = compiler.compile_module(module(), &|_| None).expect("compiles");
    let code = codes.iter().find(|code| code.name() == "two_entries").expect("a procedure");
    assert_eq!((code.entry_count(), code.entries().len()), (2, 2));
    assert_eq!((code.entry_at(0), code.entry_at(2)), (Some(code.entry()), None));
    assert_ne!(code.entry_at(0), code.entry_at(1));
    let none = TypeMismatch::NoEntry { procedure: "two_entries".into(), entry: 2, entries: 2 };
    assert_eq!(call(&codes, "two_entries", 2, 1), Err(CallError::Types(none.clone())));
    assert_eq!(none.to_string(), "no entry 2 of `two_entries`, which has 2");
    #[allow(unsafe_code)] // as above
    // SAFETY: the procedure only computes with its argument.
    let (second, third) = unsafe {
        type F = extern "C" fn(i64) -> i64;
        (code.typed_entry::<F>(1).expect("an entry"), code.typed_entry::<F>(2))
    };
    assert_eq!(third.err(), Some(none));
    assert_eq!(second.call(1), 21);
    drop(codes);
    assert_eq!(second.call(2), 22, "the handle of an entry owns the code");
}
