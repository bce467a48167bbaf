//! Executes the calls of a bundle in the interpreter and in compiled code, and compares the outcomes.

use crate::calls::{Call, Native, Outcome, interpret};
use barebones::bundle::Bundle;
use barebones::interp::{Interpreter, Limits};
use barebones::opt::ModuleCallees;
use barebones::{Compiler, host_target};
use std::sync::Arc;

/// Limits of the interpreter for one call.
const LIMITS: Limits = Limits { steps: 3_000_000, depth: 1 << 16 };

/// Time limit of a call of compiled code in seconds.
const SECONDS: u32 = 20;

/// The outcomes of one call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The outcome in the interpreter.
    pub interpreted: Outcome,
    /// The outcome in compiled code.
    pub compiled: Outcome,
    /// Why the outcomes may differ although both engines are right, if they may: unspecified bits became observable, or
    /// the interpreter reached a limit or left the procedure.
    pub excuse: Option<String>,
}

impl Comparison {
    /// True if the compiled code is wrong.
    pub fn differs(&self) -> bool {
        let same = match (&self.interpreted, &self.compiled) {
            (Outcome::Returned(a), Outcome::Returned(b)) => a == b,
            (Outcome::Trapped { code: a, .. }, Outcome::Trapped { code: b, .. }) => a == b,
            _ => false,
        };
        !same && self.excuse.is_none()
    }
}

/// Executes a call, `NAME ARGS..`, of the module of a bundle in the interpreter and, compiled with the options of the
/// bundle, in a child process.
///
/// # Errors
/// The call is invalid, the bundle is for another machine, or the module cannot be interpreted or compiled.
pub fn compare_call(bundle: &Bundle, call: &str) -> Result<Comparison, String> {
    let module = &bundle.module;
    let mut words = call.split_whitespace();
    let name = words.next().ok_or("the call has no name")?;
    let call = Call::parse(module, name, words)?;
    let interpreter = Interpreter::new(module).map_err(|error| error.to_string())?;
    let interpreted = interpret(module, &interpreter, &call, LIMITS).map_err(|error| error.to_string())?;
    let excuse = match (&interpreted.outcome, interpreted.unspecified) {
        (Outcome::Failed(why), _) => Some(format!("the interpreter has no outcome: {why}")),
        (_, Some((_, value))) => Some(format!("{value} depends on unspecified bits")),
        _ => None,
    };
    let interpreted = interpreted.outcome;
    if excuse.is_some() {
        // Compiled code may do anything.
        return Ok(Comparison { compiled: interpreted.clone(), interpreted, excuse });
    }
    let mut compiler = compiler(bundle)?;
    let native = Native::compile(&mut compiler, module.clone()).map_err(|error| error.to_string())?;
    let compiled = native.call(&[call], SECONDS).pop().ok_or("the call was not made")?;
    Ok(Comparison { interpreted, compiled, excuse })
}

/// A compiler with the options of a bundle.
fn compiler(bundle: &Bundle) -> Result<Compiler, String> {
    let host = host_target().map_err(|error| error.to_string())?;
    let target = bundle.target;
    if target.desc.name != host.desc.name {
        return Err(format!("calls of code for {} cannot be executed on this machine", target.name()));
    }
    let missing = target.features - host.features;
    if !missing.is_empty() {
        return Err(format!("this machine lacks instructions of the bundle: {missing:?}"));
    }
    let mut compiler = Compiler::for_target(target, bundle.options.clone());
    if let Some(budget) = bundle.inlining {
        compiler.set_callees(Some(Arc::new(ModuleCallees::with_budget(&bundle.module, budget))));
    }
    Ok(compiler)
}
