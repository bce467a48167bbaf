//! Calls functions in the interpreter of RTL, in the library's, and in compiled code, and compares them.

use crate::check::{Checked, check};
use crate::code::{Mode, StoreFlag};
use crate::oracle::{Oracle, Outcome};
use crate::reader::{integer, parse};
use crate::translate::{Options, leaf_types, translate};
use crate::tree::Expr;
use barebones::interp::{Interpreter, Limits};
use barebones::ir::{Module, validate_module};
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::calls::{Argument, Call, Native, Outcome as Effect, Scalar, interpret};
use barebones_testing::native::{options_at, shared_memory};

/// What executes a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// The interpreter of RTL.
    Oracle,
    /// The library's interpreter, on the translation.
    Interpreter,
    /// Compiled code of a level.
    Compiled(OptLevel),
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 5] = [
        Engine::Oracle,
        Engine::Interpreter,
        Engine::Compiled(OptLevel::O0),
        Engine::Compiled(OptLevel::O1),
        Engine::Compiled(OptLevel::O2),
    ];
}

/// Seconds until a call of compiled code fails.
const SECONDS: u32 = 20;

/// Limits of the library's interpreter.
const LIMITS: Limits = Limits { steps: 1 << 24, depth: 1000 };

/// Reads a value of a mode: an integer in its range, signed or unsigned, or a float, also as bits with `0x`.
pub fn parse_value(text: &str, mode: Mode) -> Option<u128> {
    if mode.is_float() && !text.starts_with("0x") {
        return match mode {
            Mode::Sf => text.parse::<f32>().ok().map(|number| u128::from(number.to_bits())),
            _ => text.parse::<f64>().ok().map(|number| u128::from(number.to_bits())),
        };
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return u128::from_str_radix(digits, 16).ok().filter(|bits| bits & !mode.mask() == 0);
    }
    let number = integer(text)?;
    let low = if mode == Mode::Ti { i128::MIN } else { -(1 << (mode.bits().max(1) - 1)) };
    let fits = number >= low && (mode == Mode::Ti || number < 0 || number as u128 <= mode.mask());
    (fits && mode.is_int()).then_some(number as u128 & mode.mask())
}

/// A value of a mode as text: a signed integer or a float.
pub fn show_value(bits: u128, mode: Mode) -> String {
    match mode {
        Mode::Sf => format!("{:?}", f32::from_bits(bits as u32)),
        Mode::Df => format!("{:?}", f64::from_bits(bits as u64)),
        _ if mode.bits() == 0 => String::new(),
        _ => {
            let above = 128 - mode.bits();
            ((bits << above) as i128 >> above).to_string()
        }
    }
}

/// The mode of a function's result; [`Mode::Void`] for none.
pub fn result_mode(checked: &Checked) -> Mode {
    checked.function.result.as_ref().map_or(Mode::Void, |result| result.mode)
}

/// An outcome as text: the result, `trap CODE`, or why there is none.
pub fn show(outcome: &Outcome, mode: Mode) -> String {
    match outcome {
        Outcome::Returned(values) => values.first().map_or(String::new(), |bits| show_value(*bits, mode)),
        Outcome::Trapped(code) => format!("trap {code}"),
        other => other.to_string(),
    }
}

/// True if outcomes are the same; all NaNs are.
pub fn same(a: &Outcome, b: &Outcome, mode: Mode) -> bool {
    match (a, b) {
        (Outcome::Returned(x), Outcome::Returned(y)) if mode.is_float() => {
            let nan = |values: &[u128]| {
                values.first().is_some_and(|bits| match mode {
                    Mode::Sf => f32::from_bits(*bits as u32).is_nan(),
                    _ => f64::from_bits(*bits as u64).is_nan(),
                })
            };
            x == y || nan(x) && nan(y)
        }
        (a, b) => a == b,
    }
}

/// The call of a translated function, by index in its module.
pub fn call_of(checked: &Checked, procedure: usize, arguments: &[u128]) -> Call {
    let mut args = Vec::new();
    for (param, bits) in checked.function.params.iter().zip(arguments) {
        for (index, ty) in leaf_types(param.mode).iter().enumerate() {
            let word = (bits >> (64 * index)) as u64;
            args.push((*ty, Argument::Bits(if ty.size() == 4 { word & 0xffff_ffff } else { word })));
        }
    }
    Call { procedure, entry: 0, args }
}

/// What a call of the library means for a function of RTL.
fn outcome_of(effect: &Effect, mode: Mode) -> Outcome {
    match effect {
        Effect::Returned(scalars) => {
            let word = |scalar: &Scalar| u128::from(scalar.bits);
            let bits = scalars.iter().rev().fold(0u128, |bits, scalar| bits << 64 | word(scalar));
            Outcome::Returned(if mode == Mode::Void { Vec::new() } else { vec![bits & mode.mask()] })
        }
        Effect::Trapped { code, .. } => Outcome::Trapped(*code),
        Effect::Failed(why) => Outcome::Undefined(why.clone()),
    }
}

/// Compilers of several levels, which are used again for the next module.
pub struct Engines {
    compilers: Vec<(OptLevel, Compiler)>,
}

impl Engines {
    /// Compilers of these levels.
    ///
    /// # Errors
    /// The library does not compile for this machine.
    pub fn new(levels: &[OptLevel]) -> Result<Engines, String> {
        let target = host_target().map_err(|error| error.to_string())?;
        let compiler = |level: &OptLevel| {
            let mut compiler = Compiler::for_target(target, options_at(*level));
            compiler.set_memory(shared_memory());
            (*level, compiler)
        };
        Ok(Engines { compilers: levels.iter().map(compiler).collect() })
    }

    /// The outcomes of calls in the library's interpreter, and in code of each level. Each call has a mode of its result.
    ///
    /// # Errors
    /// The module is invalid or is not compiled.
    pub fn outcomes(
        &mut self,
        module: &Module,
        calls: &[(Call, Mode)],
    ) -> Result<Vec<(Engine, Vec<Outcome>)>, String> {
        if let Err(violations) = validate_module(module) {
            let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
            return Err(format!("{module}{}", texts.join("\n")));
        }
        let interpreter = Interpreter::new(module).map_err(|error| error.to_string())?;
        let mut all = Vec::new();
        let mut found = Vec::new();
        for (call, mode) in calls {
            let interpreted =
                interpret(module, &interpreter, call, LIMITS).map_err(|error| error.to_string())?;
            found.push(outcome_of(&interpreted.outcome, *mode));
        }
        all.push((Engine::Interpreter, found));
        let only_calls: Vec<Call> = calls.iter().map(|(call, _)| call.clone()).collect();
        for (level, compiler) in &mut self.compilers {
            let native = Native::compile(compiler, module.clone());
            let native = native.map_err(|error| format!("{module}\n{level:?}: {error}"))?;
            let effects = native.call_catching(&only_calls, SECONDS);
            let found =
                effects.iter().zip(calls).map(|(effect, (_, mode))| outcome_of(effect, *mode)).collect();
            all.push((Engine::Compiled(*level), found));
        }
        Ok(all)
    }
}

/// Calls a function in an engine.
///
/// # Errors
/// The function is not translated or not compiled.
pub fn run(
    checked: &Checked,
    arguments: &[u128],
    engine: Engine,
    store_flag: StoreFlag,
) -> Result<Outcome, String> {
    if engine == Engine::Oracle {
        let mut oracle = Oracle::new(checked);
        (oracle.store_flag, oracle.limit) = (store_flag, u64::MAX);
        return Ok(oracle.call(arguments));
    }
    let target = host_target().map_err(|error| error.to_string())?;
    let options = Options { store_flag, ..Options::new(target) };
    let module = translate(&[checked], &options).map_err(|refusal| refusal.to_string())?;
    let levels: Vec<OptLevel> = match engine {
        Engine::Compiled(level) => vec![level],
        _ => Vec::new(),
    };
    let call = (call_of(checked, 0, arguments), result_mode(checked));
    let mut outcomes = Engines::new(&levels)?.outcomes(&module, &[call])?;
    let last = outcomes.pop().and_then(|(_, mut outcomes)| outcomes.pop());
    last.ok_or_else(|| String::from("no outcome"))
}

/// Reads the arguments of a function.
///
/// # Errors
/// The number of arguments is wrong, or one is no value of its mode.
pub fn arguments<'a>(
    checked: &Checked,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<u128>, String> {
    let params: &[Expr] = &checked.function.params;
    let texts: Vec<&str> = texts.into_iter().collect();
    if texts.len() != params.len() {
        let name = &checked.function.name;
        return Err(format!("{name} takes {} arguments, found {}", params.len(), texts.len()));
    }
    let value = |(text, param): (&&str, &Expr)| {
        let value = parse_value(text, param.mode);
        value.ok_or_else(|| format!("found `{text}`, expected a value of mode {}", param.mode))
    };
    texts.iter().zip(params).map(value).collect()
}

/// A file: a function, and calls of it with their results.
///
/// A line `;! run ARGS.. = RESULT` is a call; the result may be `trap CODE`, or nothing. A line `;! store_flag -1` makes
/// relations that hold -1.
#[derive(Debug)]
pub struct File {
    /// The function.
    pub checked: Checked,
    /// What a relation that holds is.
    pub store_flag: StoreFlag,
    /// For each call its line, the arguments, and the expected outcome.
    pub runs: Vec<(usize, Vec<u128>, String)>,
}

impl File {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// The text cannot be read, violates a rule, or has a directive that is none; with its place.
    pub fn parse(text: &str) -> Result<File, String> {
        let function = parse(text).map_err(|error| error.to_string())?;
        let checked = check(function).map_err(|refusal| refusal.to_string())?;
        let mut file = File { checked, store_flag: StoreFlag::One, runs: Vec::new() };
        for (line, text) in (1..).zip(text.lines()) {
            let Some(directive) = text.trim_start().strip_prefix(";!") else { continue };
            let directive = directive.trim();
            if directive == "store_flag -1" {
                file.store_flag = StoreFlag::MinusOne;
                continue;
            }
            let call = directive.strip_prefix("run").and_then(|rest| rest.split_once('='));
            let Some((texts, expected)) = call else {
                return Err(format!(
                    "{line}:1: found `{directive}`, expected `run ARGS.. = RESULT` or `store_flag -1`"
                ));
            };
            let arguments = arguments(&file.checked, texts.split_whitespace());
            let arguments = arguments.map_err(|error| format!("{line}:1: {error}"))?;
            file.runs.push((line, arguments, expected.trim().to_string()));
        }
        Ok(file)
    }

    /// Executes all calls in all engines. The number of calls; `executed` gets how often each code was executed.
    ///
    /// # Errors
    /// The first outcome that is not the expected one, with its line and engine.
    pub fn run(&self, engines: &mut Engines, executed: &mut [u64]) -> Result<usize, String> {
        let mode = result_mode(&self.checked);
        let target = host_target().map_err(|error| error.to_string())?;
        let options = Options { store_flag: self.store_flag, ..Options::new(target) };
        let module = translate(&[&self.checked], &options).map_err(|refusal| refusal.to_string())?;
        let calls: Vec<(Call, Mode)> =
            self.runs.iter().map(|(_, arguments, _)| (call_of(&self.checked, 0, arguments), mode)).collect();
        let mut oracle = Oracle::new(&self.checked);
        oracle.store_flag = self.store_flag;
        let meant = self.runs.iter().map(|(_, arguments, _)| oracle.call(arguments)).collect();
        let mut all = vec![(Engine::Oracle, meant)];
        all.extend(engines.outcomes(&module, &calls)?);
        executed.iter_mut().zip(oracle.executions()).for_each(|(sum, count)| *sum += count);
        for (engine, outcomes) in &all {
            for ((line, _, expected), outcome) in self.runs.iter().zip(outcomes) {
                let found = show(outcome, mode);
                let equal = match parse_value(expected, mode) {
                    Some(bits) => same(outcome, &Outcome::Returned(vec![bits]), mode),
                    None => found == *expected,
                };
                if !equal {
                    return Err(format!("{line}:1: {engine:?}: found `{found}`, expected `{expected}`"));
                }
            }
        }
        Ok(self.runs.len())
    }
}
