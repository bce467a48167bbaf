//! Procedures that are written as text mean the same when they are read again.

use barebones::base::{Signature, TrapCode};
use barebones::host_target;
use barebones::interp::{Interpreter, Limits};
use barebones::ir::{Data, Extern, Module, Procedure};
use barebones_clif::{Settings, Vectors, read_file, translate, write_module, write_procedure};
use barebones_testing::calls::{Argument, Call, Outcome, interpret};
use barebones_testing::fuzz::{FuzzOptions, calls, recipe};
use barebones_testing::generate::{MAIN, build};

/// Modules that are compared.
const CASES: u64 = 1500;

/// The module with each procedure written and read again; `None` if something cannot be said.
fn again(module: &Module) -> Result<Module, String> {
    let target = host_target().expect("this machine");
    let mut read = module.clone();
    for proc in &mut read.procedures {
        let text = write_procedure(proc).map_err(|error| error.to_string())?;
        let theirs = cranelift_reader::parse_functions(&text);
        if let Err(error) = theirs {
            panic!("cranelift-reader: {error}\n{text}");
        }
        // The host of the interpreter has the functions of C by their own names.
        let text = text.replace("%Memset", "%memset").replace("%Memmove", "%memmove");
        let file = read_file(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let translated =
            translate(&file.functions[0], &target, Settings { pinned: None, vectors: Vectors::Lanes });
        let translated = translated.unwrap_or_else(|error| panic!("{error}\n{text}"));
        *proc = translated.procedure;
        let named =
            translated.symbols.into_iter().map(|name| Extern { name, signature: Signature::default() });
        for callee in translated.externs.into_iter().chain(named) {
            let is_known = module.procedures.iter().any(|proc| proc.name == callee.name)
                || module.data.iter().any(|data| data.name == callee.name)
                || read.externs.iter().any(|known| known.name == callee.name);
            if !is_known {
                read.externs.push(callee);
            }
        }
    }
    Ok(read)
}

/// An outcome without places, and with the codes that the text has.
fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Trapped { code: TrapCode::Unreachable, .. } => String::from("trap User(250)"),
        Outcome::Trapped { code, .. } => format!("trap {code}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn random_procedures_mean_the_same() {
    let target = host_target().expect("this machine");
    let options = FuzzOptions { cranelift: true, ..FuzzOptions::default() };
    let (mut compared, mut modules) = (0, 0);
    let mut refused = std::collections::BTreeMap::<String, usize>::new();
    for case in 0..CASES {
        let module = build(&recipe(40, case, &options), &target);
        let read = match again(&module) {
            Ok(read) => read,
            Err(what) => {
                let reason = what.rsplit(": ").next().unwrap_or_default();
                *refused.entry(reason.to_string()).or_default() += 1;
                continue;
            }
        };
        modules += 1;
        let before = Interpreter::new(&module).expect("a valid module");
        let after =
            Interpreter::new(&read).unwrap_or_else(|error| panic!("case {case}: {error}\n{module}\n{read}"));
        let main = module.procedures.iter().position(|proc| proc.name == MAIN).expect("main");
        for call in calls(&module, case, 3) {
            let word = barebones::base::Type::Int64;
            let mut args = vec![(word, Argument::Bytes(call.buffer.into()))];
            args.extend(call.args.into_iter().map(|(ty, bits)| (ty, Argument::Bits(bits))));
            let call = Call { procedure: main, entry: call.entry, args };
            let limits = Limits { steps: 100_000, ..Limits::default() };
            let expected = interpret(&module, &before, &call, limits).expect("a valid module");
            let limits = Limits { steps: 4_000_000, ..Limits::default() };
            let found = interpret(&read, &after, &call, limits).expect("a valid module");
            if expected.unspecified.is_some() || matches!(expected.outcome, Outcome::Failed(_)) {
                continue;
            }
            compared += 1;
            let (expected, found) = (said(&expected.outcome), said(&found.outcome));
            assert_eq!(expected, found, "case {case}\n{module}\n{}", text_of(&module));
        }
    }
    println!("{modules} modules, {compared} calls, refused: {refused:?}");
    assert!(modules > CASES / 4 && compared > CASES / 2, "{modules} modules, {compared} calls: {refused:?}");
}

fn text_of(module: &Module) -> String {
    module.procedures.iter().map(|proc| write_procedure(proc).unwrap_or_default() + "\n").collect()
}

/// What cannot be said is named, with its place.
#[test]
fn refusals_are_named() {
    let target = host_target().expect("this machine");
    let new = || {
        let mut proc = Procedure::named("f", &target);
        let root = proc.add_block();
        (proc, root)
    };
    let (mut remainder, root) = new();
    let mut b = remainder.at(root);
    let x = b.const_double(1.5);
    let y = b.modulo(x, x);
    b.ret([y]);
    let (mut trap, root) = new();
    trap.at(root).trap(TrapCode::NullReference);
    let (mut quotation, root) = new();
    quotation.name = String::from("f\"");
    quotation.at(root).ret([]);
    let (mut line, root) = new();
    let symbol = line.symbol("a\nb");
    let mut b = line.at(root);
    let address = b.symbol_address(symbol);
    b.ret([address]);
    let (mut vector, root) = new();
    let mut b = vector.at(root);
    let bits = b.const128(1);
    b.ret([bits]);
    for (proc, expected) in [
        (&vector, "f: @0: a vector cannot be said in CLIF"),
        (&quotation, "f\": the name \"f\\\"\" cannot be said in CLIF"),
        (&line, "f: @0: the name \"a\\nb\" cannot be said in CLIF"),
        (&remainder, "f: @1: Mod cannot be said in CLIF"),
        (&trap, "f: @0: the trap code NullReference cannot be said in CLIF"),
    ] {
        let error = write_procedure(proc).expect_err("it cannot be said");
        assert_eq!(error.to_string(), expected);
    }
    let mut module = Module::default();
    module.data.push(Data { name: String::from("bytes"), bytes: vec![0] });
    let error = write_module(&module).expect_err("data");
    assert_eq!(error.to_string(), "bytes: a data object cannot be said in CLIF");
}
