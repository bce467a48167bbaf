//! `;! run`: the interpreter, code of every level and the expectation agree, bit for bit.

use super::parse::{Expected, RunLine};
use super::{Edit, Expectation, Settings, read};
use crate::calls::{Call, Native, Outcome, Scalar, interpret, parse_vector};
use barebones::base::{Signature, TrapCode};
use barebones::interp::{Interpreter, Limits};
use barebones::ir::Module;
use barebones::{Compiler, OptLevel, Options, host_target};

/// The steps that one call may take in the interpreter, which makes all of them in every run of the tests.
const MAX_STEPS: u64 = 3_000_000;

/// Makes the calls of a file in the interpreter and in code of these levels.
pub(super) fn run(
    text: &str,
    line: usize,
    lines: &[RunLine],
    levels: &[OptLevel],
    settings: Settings,
) -> (Vec<Expectation>, Vec<Edit>) {
    let failed = |line: usize, message: String| (vec![Err((line, message))], Vec::new());
    let module = match read(text, settings) {
        Ok(module) => module,
        Err((line, message)) => return failed(line, message),
    };
    let interpreter = match Interpreter::new(&module) {
        Ok(interpreter) => interpreter,
        Err(error) => return failed(line, error.to_string()),
    };
    let (mut results, mut edits) = (Vec::new(), Vec::new());
    let mut calls = Vec::new();
    let mut expectations = Vec::new();
    for run in lines {
        let call = Call::parse(&module, &run.name, run.args.iter().map(String::as_str));
        let expected = call.and_then(|call| {
            let signature = module.procedures[call.procedure].signature();
            let expected = expected_outcome(&run.expected, signature)?;
            calls.push(call);
            Ok((run, expected))
        });
        match expected {
            Ok(expected) => expectations.push(expected),
            Err(message) => results.push(Err((run.line, message))),
        }
    }

    // Each engine's outcomes, in order of the calls.
    let mut engines: Vec<(String, Vec<Outcome>)> = Vec::new();
    let interpreted = calls.iter().map(|call| interpreted(&module, &interpreter, call)).collect();
    engines.push((String::from("the interpreter"), interpreted));
    for &level in levels {
        match native_outcomes(&module, level, &calls, settings) {
            Some(Ok(outcomes)) => engines.push((format!("{level:?}"), outcomes)),
            Some(Err(message)) => results.push(Err((line, format!("{level:?}: {message}")))),
            None => {}
        }
    }

    let source: Vec<&str> = text.lines().collect();
    for (index, (run, expected)) in expectations.iter().enumerate() {
        let reference = expected.as_ref().unwrap_or(&engines[0].1[index]);
        let wrong = engines.iter().find(|(_, outcomes)| !same(&outcomes[index], reference));
        results.push(match (wrong, expected) {
            (Some((engine, outcomes)), _) => {
                let written = source[run.line - 1].trim().trim_start_matches(";; run ");
                Err((run.line, format!("{written}: {engine} has {}", outcomes[index])))
            }
            (None, Some(_)) => Ok(()),
            (None, None) if settings.bless => {
                edits.push(filled_in(source[run.line - 1], run.line, reference));
                Ok(())
            }
            (None, None) => Err((run.line, format!("BLESS=1 fills in {reference}"))),
        });
    }
    (results, edits)
}

/// Makes the calls in the interpreter, of a module that should mean the same as the file's. Returns the lines that do
/// not agree.
pub(super) fn interpret_again(module: &Module, lines: &[RunLine]) -> Vec<(usize, String)> {
    let interpreter = match Interpreter::new(module) {
        Ok(interpreter) => interpreter,
        Err(error) => return lines.first().map(|run| (run.line, error.to_string())).into_iter().collect(),
    };
    let wrong = |run: &RunLine| -> Result<(), String> {
        let call = Call::parse(module, &run.name, run.args.iter().map(String::as_str))?;
        let signature = module.procedures[call.procedure].signature();
        let Some(expected) = expected_outcome(&run.expected, signature)? else { return Ok(()) };
        let found = interpreted(module, &interpreter, &call);
        let failed =
            || format!("{}({}): the interpreter has {found} after the passes", run.name, run.args.join(", "));
        if same(&found, &expected) { Ok(()) } else { Err(failed()) }
    };
    lines.iter().filter_map(|run| Some((run.line, wrong(run).err()?))).collect()
}

/// The line with its `?` replaced by the outcome.
fn filled_in(line: &str, number: usize, outcome: &Outcome) -> Edit {
    let head = line.rsplit_once("==").map_or(line, |(head, _)| head);
    let text = match outcome {
        Outcome::Trapped { code, .. } => format!("{}traps {code}", head),
        outcome => format!("{head}== {outcome}"),
    };
    Edit { start: number - 1, end: number, lines: vec![text] }
}

/// True if two outcomes are the same to the caller, and are answers.
fn same(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Returned(a), Outcome::Returned(b)) => a == b,
        (Outcome::Trapped { code: a, .. }, Outcome::Trapped { code: b, .. }) => a == b,
        _ => false,
    }
}

fn expected_outcome(expected: &Expected, signature: &Signature) -> Result<Option<Outcome>, String> {
    match expected {
        Expected::Unknown => Ok(None),
        Expected::Results(texts) => {
            let types = &signature.results;
            if types.len() != texts.len() {
                return Err(format!(
                    "expected {} results for type {signature}, found {}",
                    types.len(),
                    texts.len()
                ));
            }
            let mut scalars = Vec::with_capacity(types.len());
            for (&ty, text) in types.iter().zip(texts) {
                if ty.is_vector() {
                    let bits = parse_vector(text)?;
                    scalars.extend([bits, bits >> 64].map(|word| Scalar { ty, bits: word as u64 }));
                } else {
                    scalars.push(Scalar::parse(text, ty)?);
                }
            }
            Ok(Some(Outcome::Returned(scalars)))
        }
        Expected::Trap(name) => {
            let user = name.strip_prefix("User(").and_then(|rest| rest.strip_suffix(')')?.parse().ok());
            let code = user.map(TrapCode::User).or_else(|| TrapCode::from_name(name));
            let code = code.ok_or_else(|| format!("`{name}` is no trap code"))?;
            Ok(Some(Outcome::Trapped { code, place: None }))
        }
    }
}

fn interpreted(module: &Module, interpreter: &Interpreter<'_>, call: &Call) -> Outcome {
    let limits = Limits { steps: MAX_STEPS, ..Limits::default() };
    match interpret(module, interpreter, call, limits) {
        Ok(interpreted) => match interpreted.unspecified {
            None => interpreted.outcome,
            Some((procedure, value)) => {
                let name = &module.procedures[procedure].name;
                Outcome::Failed(format!("an answer that depends on unspecified bits, at {value} of {name}"))
            }
        },
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

/// The outcomes of calls in code of a level; `None` if this machine runs no such code.
fn native_outcomes(
    module: &Module,
    level: OptLevel,
    calls: &[Call],
    settings: Settings,
) -> Option<Result<Vec<Outcome>, String>> {
    let host = host_target().ok()?;
    if module.procedures.iter().any(|proc| proc.target().name() != host.name()) {
        return None;
    }
    let mut options = Options::at(level);
    options.check_allocation = true;
    options.backend = settings.backend;
    let mut compiler = Compiler::for_target(host, options);
    let native = Native::compile(&mut compiler, module.clone()).map_err(|error| error.to_string());
    Some(native.map(|native| native.call(calls, settings.seconds)))
}
