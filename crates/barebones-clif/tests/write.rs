//! Procedures that are written as text mean the same when they are read again.

use barebones::base::{Lane, LaneSet, Signature, TrapCode};
use barebones::host_target;
use barebones::interp::{Interpreter, Limits};
use barebones::ir::evaluate::has_nan;
use barebones::ir::{Data, Extern, Module, Opcode, Procedure};
use barebones_clif::{Settings, Vectors, read_file, translate, write_module, write_procedure};
use barebones_testing::calls::{Argument, Call, Outcome, interpret};
use barebones_testing::fuzz::{FuzzOptions, calls, recipe};
use barebones_testing::generate::{MAIN, build};
use cranelift_codegen::isa::{OwnedTargetIsa, lookup_by_name};
use cranelift_codegen::settings::{self, Configurable, Flags};
use cranelift_codegen::verifier::verify_function;

/// Modules that are compared.
const CASES: u64 = 1500;

/// Cranelift for this machine, with frame pointers.
fn isa() -> OwnedTargetIsa {
    let mut flags = settings::builder();
    flags.enable("preserve_frame_pointers").expect("a setting");
    let isa = lookup_by_name(std::env::consts::ARCH).expect("this machine");
    isa.finish(Flags::new(flags)).expect("valid settings")
}

/// The module with each procedure written and read again; `None` if something cannot be said.
fn again(module: &Module) -> Result<Module, String> {
    let target = host_target().expect("this machine");
    let mut read = module.clone();
    for proc in &mut read.procedures {
        let text = write_procedure(proc).map_err(|error| error.to_string())?;
        let theirs = cranelift_reader::parse_functions(&text);
        let theirs = theirs.unwrap_or_else(|error| panic!("cranelift-reader: {error}\n{text}"));
        if let Err(error) = verify_function(&theirs[0], &*isa()) {
            panic!("Cranelift's verifier: {error}\n{text}");
        }
        // The host of the interpreter has the functions of C by their own names.
        let text = text.replace("%Memset", "%memset").replace("%Memmove", "%memmove");
        let file = read_file(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let translated =
            translate(&file.functions[0], &target, Settings { pinned: None, vectors: Vectors::Registers });
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
    let mut vectors = std::collections::BTreeSet::new();
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
        for proc in &module.procedures {
            let values = proc.block_ids().flat_map(|block| proc.block_values(block));
            vectors.extend(values.map(|id| proc.value(*id).opcode()).filter(|opcode| opcode.is_vector()));
        }
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
    let missing: Vec<_> =
        Opcode::all().filter(|opcode| opcode.is_vector() && !vectors.contains(opcode)).collect();
    assert!(missing.is_empty(), "never written: {missing:?}");
    assert!(modules > CASES / 4 && compared > CASES / 2, "{modules} modules, {compared} calls: {refused:?}");
}

fn text_of(module: &Module) -> String {
    module.procedures.iter().map(|proc| write_procedure(proc).unwrap_or_default() + "\n").collect()
}

/// Vectors in which lanes of each width have signs, limits, and numbers of any size, but no NaN.
const VECTORS: [u128; 4] = [
    0x8000_7fff_0180_ff81_7f01_0000_0001_ffff,
    0x3f80_0000_bf99_999a_4f00_0000_c2c8_0000,
    0x3ff8_0000_0000_0000_c1e0_0000_0000_0000,
    0x1001_0f0f_8080_00ff_0302_0100_1f1e_4a08,
];

/// An operation with these lanes on these vectors; a scalar operand is part of the second one.
fn operation(opcode: Opcode, lane: Lane, [x, y, z]: [u128; 3]) -> Procedure {
    use Opcode as O;
    let target = host_target().expect("this machine");
    let mut proc = Procedure::named("f", &target);
    let root = proc.add_block();
    let mut b = proc.at(root);
    let bits = if lane.bits() < 32 { y as u32 as u64 } else { y as u64 & (u64::MAX >> (64 - lane.bits())) };
    let last = lane.count() - 1;
    let [a, c, d] = [x, y, z].map(|bits| b.const128(bits));
    let result = match opcode {
        O::VectorSplat | O::VectorReplaceLane => {
            let scalar = b.constant(lane.scalar(), bits);
            let operands = if opcode == O::VectorSplat { vec![scalar] } else { vec![a, scalar] };
            b.vector_at(opcode, lane, if opcode == O::VectorSplat { 0 } else { last }, &operands)
        }
        O::VectorExtractLane => b.vector_at(opcode, lane, last, &[a]),
        O::VectorShl | O::VectorShr => {
            let amount = b.const32(y as i32);
            b.vector(opcode, lane, &[a, amount])
        }
        O::VectorShuffle => b.vector_shuffle(a, c, z.to_le_bytes().map(|index| index % 40)),
        _ => {
            let operands = &[a, c, d][..opcode.row().operands.len()];
            if opcode.lanes() == LaneSet::EMPTY {
                b.apply(opcode, operands)
            } else {
                b.vector(opcode, lane, operands)
            }
        }
    };
    b.ret([result]);
    proc
}

#[test]
fn operations_on_vectors_mean_the_same() {
    let mut compared = 0;
    for opcode in Opcode::all().filter(|opcode| opcode.is_vector()) {
        let mut of_this = 0;
        let lanes = Lane::ALL.into_iter().filter(|lane| opcode.lanes().contains(*lane));
        let lanes: Vec<Lane> =
            if opcode.lanes() == LaneSet::EMPTY { vec![Lane::I8x16] } else { lanes.collect() };
        for lane in lanes {
            for first in 0..VECTORS.len() {
                for second in 0..VECTORS.len() {
                    let third = VECTORS[(first + second + 1) % VECTORS.len()];
                    let mut module = Module::default();
                    module.procedures.push(operation(opcode, lane, [VECTORS[first], VECTORS[second], third]));
                    let read = again(&module).expect("every operation is said");
                    let call = Call { procedure: 0, entry: 0, args: Vec::new() };
                    let [before, after] = [&module, &read].map(|module| {
                        let interpreter = Interpreter::new(module).expect("valid");
                        interpret(module, &interpreter, &call, Limits::default()).expect("valid")
                    });
                    // Arithmetic may return any NaN.
                    let is_nan = match (&before.outcome, opcode.computed_floats(Some(lane))) {
                        (Outcome::Returned(words), Some(floats)) => {
                            let [low, high] = [words[0].bits, words[1].bits].map(u128::from);
                            has_nan(floats, low | high << 64)
                        }
                        _ => false,
                    };
                    if before.unspecified.is_none() && !is_nan {
                        of_this += 1;
                        assert_eq!(
                            said(&before.outcome),
                            said(&after.outcome),
                            "{module}\n{}",
                            text_of(&module)
                        );
                    }
                }
            }
        }
        assert!(of_this > 0, "no result of {opcode:?} is specified");
        compared += of_this;
    }
    assert!(compared > 2000, "{compared}");
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
    let (vector, error) = (write_procedure(&vector), "a vector is said");
    assert!(vector.expect(error).contains("vconst.i8x16 [1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]"));
    for (proc, expected) in [
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
