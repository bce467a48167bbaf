//! Runs calls in the oracle and in the library's engines, and compares the outcomes.

use super::{Failure, Invocation, Plan, Tally, arguments, difference};
use crate::ir::{Function, Module};
use crate::oracle::{ExternReply, Oracle, Outcome, Value};
use barebones::base::Type as CoreType;
use barebones::interp::{
    InterpError, Interpreter, Limits as CoreLimits, Outcome as CoreOutcome, SandboxHost,
};
use barebones::ir::Module as CoreModule;
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::calls::{Argument, Call, Native, Outcome as Effect, Scalar, functions, interpret};
use barebones_testing::native::{options_at, shared_memory};
use std::collections::HashMap;

/// Limit of the library's interpreter; the oracle's steps are fewer.
const CORE_STEPS: u64 = 1 << 26;

/// Seconds until a call of compiled code is a failure.
const SECONDS: u32 = 20;

/// Compilers of several levels, which are used again for the next module.
pub(super) struct Engines {
    compilers: Vec<(OptLevel, Compiler)>,
}

/// What a comparison found.
pub(super) struct Compared {
    pub(super) tally: Tally,
    /// Number of executions of each instruction in the oracle.
    pub(super) executions: Vec<u64>,
}

/// A call whose outcomes are compared.
struct Made<'m> {
    function: &'m Function,
    invocation: &'m Invocation,
    expected: Outcome,
}

impl Engines {
    pub(super) fn new(levels: &[OptLevel]) -> Result<Engines, String> {
        let compiler = |level: &OptLevel| Ok((*level, compiler(*level)?));
        Ok(Engines { compilers: levels.iter().map(compiler).collect::<Result<_, String>>()? })
    }

    /// Calls functions of a module and of its translation.
    pub(super) fn compare(
        &mut self,
        module: &Module,
        core: CoreModule,
        calls: &[Invocation],
        plan: &Plan,
    ) -> Result<Compared, Failure> {
        let internal = |message: String| Failure::Different(format!("{module}{message}"));
        let mut tally = Tally::default();
        let (mut made, mut core_calls) = (Vec::new(), Vec::new());
        let procedures: HashMap<&str, usize> =
            core.procedures.iter().enumerate().map(|(index, proc)| (proc.name.as_str(), index)).collect();
        let functions: HashMap<&str, &Function> =
            module.functions.iter().map(|function| (function.name.as_str(), function)).collect();
        let mut oracle = oracle(module, plan);
        for invocation in calls {
            let name = invocation.function.as_str();
            let (Some(function), Some(procedure)) = (functions.get(name), procedures.get(name)) else {
                return Err(internal(format!("no function @{name}")));
            };
            oracle.reset();
            let expected = oracle.call(name, &invocation.arguments);
            match &expected {
                Outcome::Returned(values) => tally.poison += u64::from(values.iter().any(Value::has_poison)),
                Outcome::Poison { .. } => tally.poison += 1,
                Outcome::Trapped { .. } => tally.traps += 1,
                Outcome::Undefined { .. } => {
                    tally.undefined += 1;
                    continue;
                }
                _ => {
                    tally.limits += 1;
                    continue;
                }
            }
            tally.compared += 1;
            let parameters = invocation.arguments.iter().zip(&function.params);
            let args = parameters
                .flat_map(|(value, param)| arguments(value, &param.ty, &param.annotation))
                .collect();
            core_calls.push(Call { procedure: *procedure, entry: 0, args });
            made.push(Made { function, invocation, expected });
        }
        let check = |engine: &str, made: &Made<'_>, found: &Effect| {
            let Some(what) = difference(module, made.function, &made.expected, found) else { return Ok(()) };
            let arguments: Vec<String> = made.invocation.arguments.iter().map(Value::to_string).collect();
            let checked = if plan.check_annotations { ", with checks" } else { "" };
            let place = format!("@{}({}), {engine}{checked}", made.invocation.function, arguments.join(", "));
            Err(Failure::Different(format!("{module}{core}\n{place}\n{what}")))
        };
        let interpreter = Interpreter::new(&core).map_err(|error| internal(format!("{core}\n{error}")))?;
        // If calls leave no memory for the next one to see, one host is enough, which saves most of the time.
        let mut host = (core.data.is_empty() || plan.shares_data).then(|| {
            let mut host = SandboxHost::for_module(&core);
            functions::add_to(&mut host);
            host
        });
        for (made, call) in made.iter().zip(&core_calls) {
            let limits = CoreLimits { steps: CORE_STEPS, depth: 1000 };
            let found = match &mut host {
                Some(host) => interpret_on(host, &interpreter, &made.invocation.function, call, limits),
                None => interpret(&core, &interpreter, call, limits).map(|found| found.outcome),
            };
            check("interpreter", made, &found.map_err(|error| internal(error.to_string()))?)?;
        }
        for (level, compiler) in &mut self.compilers {
            let native = compile_with(compiler, &core, *level).map_err(internal)?;
            let found = native.call_catching(&core_calls, SECONDS);
            made.iter()
                .zip(&found)
                .try_for_each(|(made, found)| check(&format!("{level:?}"), made, found))?;
        }
        Ok(Compared { tally, executions: oracle.executions().to_vec() })
    }
}

/// An oracle with the functions that compiled code can call.
fn oracle<'m>(module: &'m Module, plan: &Plan) -> Oracle<'m> {
    let mut oracle = Oracle::new(module);
    (oracle.division, oracle.stop_at_poison) = (plan.division, plan.check_annotations);
    oracle.limits = plan.limits;
    oracle.define("throw_odd", |args| match args {
        [Value::Int(value)] => match i64::try_from(value) {
            Ok(value) if value & 1 != 0 => ExternReply::Throws(value as u64),
            _ => ExternReply::Returns(vec![Value::Int(value.clone())]),
        },
        _ => ExternReply::Returns(vec![Value::Poison]),
    });
    oracle
}

/// Interprets a call on a host that other calls used.
fn interpret_on(
    host: &mut SandboxHost,
    interpreter: &Interpreter<'_>,
    name: &str,
    call: &Call,
    limits: CoreLimits,
) -> Result<Effect, InterpError> {
    let bits = |argument: &Argument| if let Argument::Bits(bits) = argument { *bits } else { 0 };
    let args: Vec<(CoreType, u64)> = call.args.iter().map(|(ty, argument)| (*ty, bits(argument))).collect();
    let execution = interpreter.call_entry(name, 0, &args, host, limits)?;
    Ok(match execution.outcome {
        CoreOutcome::Returned(results) => {
            Effect::Returned(results.into_iter().map(|(ty, bits)| Scalar { ty, bits }).collect())
        }
        CoreOutcome::Trap { code, .. } => Effect::Trapped { code, place: None },
        other => Effect::Failed(format!("{other:?}")),
    })
}

fn compiler(level: OptLevel) -> Result<Compiler, String> {
    let target = host_target().map_err(|error| error.to_string())?;
    let mut compiler = Compiler::for_target(target, options_at(level));
    compiler.set_memory(shared_memory());
    Ok(compiler)
}

fn compile_with(compiler: &mut Compiler, core: &CoreModule, level: OptLevel) -> Result<Native, String> {
    Native::compile(compiler, core.clone()).map_err(|error| format!("{core}\n{level:?}: {error}"))
}

/// Compiles a module at one level.
pub(crate) fn compile(core: &CoreModule, level: OptLevel) -> Result<Native, String> {
    compile_with(&mut compiler(level)?, core, level)
}
