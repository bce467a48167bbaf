//! Several entries: the handles of each, and all ways to compile.

use barebones::ir::{Module, parse_module};
use barebones::jit::{Bits, CallError, Code, TypeMismatch};
use barebones::{base::Type, host_target, targets};
use barebones_testing::differential::Setup;

const TEXT: &str = include_str!("files/run/entries.bb");

fn module() -> Module {
    let host = host_target().expect("a target");
    parse_module(TEXT, &targets(host)).expect("valid text")
}

/// Calls a procedure at one of its entries with one argument.
fn call(codes: &[Code], name: &str, entry: usize, argument: u64) -> Result<Vec<u64>, CallError> {
    let code = codes.iter().find(|code| code.name() == name).expect("a procedure");
    #[allow(unsafe_code)] // arithmetic only
    // SAFETY: the procedures of the file compute with their arguments.
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
        ];
        for (name, entry, argument, result) in expected {
            assert_eq!(call(&codes, name, entry, argument), Ok(vec![result]), "{setup}: {name}@{entry}");
        }
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
    let none = TypeMismatch::NoEntry { entry: 2, entries: 2 };
    assert_eq!(call(&codes, "two_entries", 2, 1), Err(CallError::Types(none.clone())));
    assert!(none.to_string().contains("2 entries"));
    #[allow(unsafe_code)] // as above
    // SAFETY: the procedure computes with its argument.
    let (second, third) = unsafe {
        type F = extern "C" fn(i64) -> i64;
        (code.typed_entry::<F>(1).expect("an entry"), code.typed_entry::<F>(2))
    };
    assert_eq!(third.err(), Some(none));
    assert_eq!(second.call(1), 21);
    drop(codes);
    assert_eq!(second.call(2), 22, "the handle of an entry owns the code");
}
