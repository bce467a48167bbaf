//! `barebones run`: calls a procedure and prints its results.

use crate::Failure;
use crate::arguments::{Arguments, Word, built, unknown};
use crate::fuzz::pass_name;
use crate::input::{Input, host, one_file};
use crate::registrations;
use crate::saved;
use barebones::base::{BranchProtection, Hardening};
use barebones::interp::{Interpreter, Limits};
use barebones::jit::Registrations;
use barebones::saved_code::SavedCode;
use barebones::{Backend, Compiler, Options};
use barebones_testing::calls::{Call, Native, Outcome, interpret};

#[derive(Clone, Copy, PartialEq)]
enum Engine {
    Jit(Backend),
    Interpreter,
}

const ENGINES: [(&str, Engine); 3] = [
    ("jit", Engine::Jit(Backend::Barebones)),
    ("interp", Engine::Interpreter),
    ("cranelift", Engine::Jit(Backend::Cranelift)),
];

/// Maximum call depth of the interpreter; its memory for frames is exhausted before.
const DEPTH: u32 = 1 << 24;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Failure> {
    let (mut file, mut options, mut engine, mut call) =
        (None, Options::default(), Engine::Jit(Backend::default()), None);
    let mut registrations = Registrations::default();
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) if file.is_none() => file = Some(path),
            Word::Plain(word) => {
                return Err(Failure::Usage(format!("{word:?}: arguments come after --call NAME")));
            }
            Word::Option(option) => match option.as_str() {
                "-O" => options.opt_level = arguments.level()?,
                "--without" => {
                    options.passes = options.passes.without(pass_name(&arguments.value("--without")?)?);
                }
                "--engine" => engine = arguments.one_of("--engine", &ENGINES)?,
                "--call" => call = Some((arguments.value("--call")?, arguments.rest()?)),
                other if Arguments::set_protection(other, &mut options.branch_protection) => {}
                other if arguments.set_hardening(other, &mut options.hardening)? => {}
                other if arguments.set_limit(other, &mut options.limits, &mut options.on_limit)? => {}
                other if registrations::set(other, &mut arguments, &mut registrations)? => {}
                other => return Err(unknown(other)),
            },
        }
    }
    match engine {
        Engine::Jit(backend) => {
            built(backend)?;
            options.backend = backend;
        }
        Engine::Interpreter
            if options.branch_protection != BranchProtection::NONE
                || options.hardening != Hardening::NONE =>
        {
            return Err(Failure::Usage(String::from("the interpreter emits no code to protect")));
        }
        Engine::Interpreter => {}
    }
    let (input, saved) = saved::read(&one_file(file)?, host()?)?;
    if saved.is_some() && engine == Engine::Interpreter {
        return Err(Failure::Usage(String::from("the interpreter does not run saved code")));
    }
    let (name, args) = match call {
        Some(call) => call,
        None => (default_procedure(&input)?, Vec::new()),
    };
    let args = args.iter().map(String::as_str);
    let call = Call::parse(&input.module, &name, args)
        .map_err(|message| Failure::Failed(format!("{}: {message}", input.path)))?;
    let outcome = match engine {
        Engine::Jit(_) => compiled(&input, saved.as_ref(), &call, options, registrations)?,
        Engine::Interpreter => interpreted(&input, &call)?,
    };
    let text = outcome.display(&input.module, &call);
    match outcome {
        Outcome::Returned(_) => crate::help::print(&text),
        Outcome::Trapped { .. } | Outcome::Failed(_) => Err(Failure::Failed(text.trim_end().to_string())),
    }
}

/// `main`, or else the first procedure.
fn default_procedure(input: &Input) -> Result<String, Failure> {
    let procedures = &input.module.procedures;
    let main = procedures.iter().find(|proc| proc.name == "main").or(procedures.first());
    main.map(|proc| proc.name.clone())
        .ok_or_else(|| Failure::Failed(format!("{}: there is no procedure", input.path)))
}

fn compiled(
    input: &Input,
    saved: Option<&SavedCode>,
    call: &Call,
    options: Options,
    registrations: Registrations,
) -> Result<Outcome, Failure> {
    let mut compiler = Compiler::for_target(host()?, options);
    registrations::register(&mut compiler, registrations, input)?;
    let native = match saved {
        Some(saved) => Native::link(&mut compiler, saved),
        None => Native::compile(&mut compiler, input.module.clone()),
    };
    let native = native.map_err(|error| input.not_compiled(None, &error))?;
    let outcome = native.call(std::slice::from_ref(call), 0).pop();
    outcome.ok_or_else(|| Failure::Failed(String::from("the call was not made")))
}

fn interpreted(input: &Input, call: &Call) -> Result<Outcome, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(format!("{}: {error}", input.path));
    let interpreter = Interpreter::new(&input.module).map_err(|error| failed(&error))?;
    let limits = Limits { steps: u64::MAX, depth: DEPTH };
    let interpreted = interpret(&input.module, &interpreter, call, limits).map_err(|error| failed(&error))?;
    if let Some((procedure, value)) = interpreted.unspecified {
        let place = input.place(&input.module.procedures[procedure].name, Some(value));
        eprintln!("{place}note: {value} depends on unspecified bits");
    }
    Ok(interpreted.outcome)
}
