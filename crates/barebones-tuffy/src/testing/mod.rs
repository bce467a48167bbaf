//! Comparison of the oracle with the library's engines.
//!
//! What is tested is refinement. Where the oracle's behaviour is undefined, anything may happen. Where it returns, the
//! engines return the same, except that a poison scalar may be anything and a NaN any NaN. Where it traps, they trap. In
//! code with checks, poison traps where the oracle makes it.

mod engines;
mod exhaustive;
mod generate;
mod random;

pub(crate) use engines::compile;
pub use exhaustive::{Coverage, exhaustive};
pub use generate::program;
pub use random::{Summary, fuzz};

use crate::annotation::Annotation;
use crate::ir::{Function, Module, Type};
use crate::oracle::{Division, Limits, Outcome, Value};
use crate::table::{FloatType, Op};
use crate::translate::{Options, Refusal, check_place, translate};
use crate::widths::abi_register;
use barebones::base::{TrapCode, Type as CoreType};
use barebones::ir::Module as CoreModule;
use barebones::{OptLevel, host_target};
use barebones_testing::calls::{Argument, Outcome as Effect, Scalar};
use engines::Engines;
use num_bigint::BigInt;

/// Which engines a comparison runs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How `div` and `rem` round.
    pub division: Division,
    /// True to compare code with checks.
    pub check_annotations: bool,
    /// Levels of compiled code, besides the library's interpreter.
    pub levels: Vec<OptLevel>,
    /// Limits of the oracle.
    pub limits: Limits,
    /// True if no call writes the module's data, so that calls may share it.
    pub shares_data: bool,
}

impl Plan {
    /// The library's interpreter and code of all levels.
    pub fn everything() -> Plan {
        Plan {
            division: Division::Truncating,
            check_annotations: false,
            levels: vec![OptLevel::O0, OptLevel::O1, OptLevel::O2],
            limits: Limits { steps: 1 << 14, depth: 50 },
            shares_data: false,
        }
    }
}

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Calls whose outcome was compared.
    pub compared: u64,
    /// Of these, calls with a poison result.
    pub poison: u64,
    /// Of these, calls that trapped.
    pub traps: u64,
    /// Calls that are undefined.
    pub undefined: u64,
    /// Calls that reached a limit of the oracle.
    pub limits: u64,
}

impl Tally {
    /// Adds another one.
    pub fn add(&mut self, other: Tally) {
        self.compared += other.compared;
        self.poison += other.poison;
        self.traps += other.traps;
        self.undefined += other.undefined;
        self.limits += other.limits;
    }
}

/// A comparison that cannot be made, or that found a difference.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// The translator refuses the module.
    Refused(Refusal),
    /// A difference, as text.
    Different(String),
}

/// The scalars of a value as arguments.
pub(crate) fn arguments(value: &Value, ty: &Type, annotation: &Annotation) -> Vec<(CoreType, Argument)> {
    let leaves = value.leaves(ty).into_iter().zip(ty.leaves(annotation));
    let argument = |(value, (ty, annotation)): (Value, (Type, Annotation))| {
        let core = match &ty {
            Type::Int if abi_register(&annotation) == Some(32) => CoreType::Int32,
            Type::Bool | Type::Float(FloatType::F16 | FloatType::BF16) => CoreType::Int32,
            Type::Float(FloatType::F32) => CoreType::Float,
            Type::Float(_) => CoreType::Double,
            _ => CoreType::Int64,
        };
        let bits = match value {
            Value::Int(value) => low_bits(&value, if core == CoreType::Int32 { 32 } else { 64 }),
            Value::Bool(value) => u64::from(value),
            Value::Float(_, bits) => bits as u64,
            Value::Ptr(pointer) => pointer.address,
            _ => 0,
        };
        (core, Argument::Bits(bits))
    };
    leaves.map(argument).collect()
}

fn low_bits(value: &BigInt, bits: u32) -> u64 {
    u64::try_from(value & (crate::annotation::power(bits) - 1)).unwrap_or(0)
}

/// True if a scalar of an engine refines the oracle's value.
fn refines(value: &Value, scalar: &Scalar) -> bool {
    let bits = if scalar.ty.size() == 4 { 32 } else { 64 };
    match value {
        Value::Poison => true,
        Value::Int(value) => low_bits(value, bits) == scalar.bits,
        Value::Bool(value) => u64::from(*value) == scalar.bits,
        Value::Float(ty, expected) => {
            let is_nan = |bits: u128| crate::FloatClasses::of(*ty, bits).0 & 3 != 0;
            is_nan(*expected) && is_nan(u128::from(scalar.bits)) || *expected == u128::from(scalar.bits)
        }
        _ => true, // addresses differ between engines
    }
}

/// The scalars of the oracle's results.
fn results(function: &Function, values: &[Value]) -> Vec<Value> {
    let mut scalars = Vec::new();
    for (index, value) in values.iter().enumerate() {
        match (&function.result, index) {
            (Some((ty, _)), 0) => scalars.extend(value.leaves(ty)),
            _ => scalars.push(value.clone()),
        }
    }
    let flat = |value: Value| match value {
        Value::Bytes(bytes) => {
            bytes.into_iter().map(|byte| byte.bits().map_or(Value::Poison, Value::int)).collect()
        }
        value => vec![value],
    };
    scalars.into_iter().flat_map(flat).collect()
}

/// Describes a difference between the oracle and an engine.
fn difference(module: &Module, function: &Function, expected: &Outcome, found: &Effect) -> Option<String> {
    let same = match (expected, found) {
        (Outcome::Returned(values), Effect::Returned(scalars)) => {
            let values = results(function, values);
            values.len() == scalars.len() && values.iter().zip(scalars).all(|(v, s)| refines(v, s))
        }
        (Outcome::Trapped { .. }, Effect::Trapped { code, .. }) => *code == TrapCode::Unreachable,
        (Outcome::Poison { place, .. }, Effect::Trapped { code, .. }) => {
            let function = module.function(&place.function);
            function.and_then(|function| check_place(function, *code)) == Some(place.position)
        }
        _ => false,
    };
    (!same).then(|| format!("oracle: {expected}\nengine: {found}"))
}

/// A call of a function of a module.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The function.
    pub function: String,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

/// Calls a function of a valid module with each list of arguments, in the oracle and in the engines.
///
/// # Errors
/// As [`compare_calls`].
pub fn compare(module: &Module, name: &str, calls: &[Vec<Value>], plan: &Plan) -> Result<Tally, Failure> {
    let invocation =
        |arguments: &Vec<Value>| Invocation { function: name.into(), arguments: arguments.clone() };
    compare_calls(module, &calls.iter().map(invocation).collect::<Vec<_>>(), plan)
}

/// Calls functions of a valid module in the oracle and in the engines.
///
/// # Errors
/// The module is not translated, or there is a difference: a text with the module, the call and both outcomes.
pub fn compare_calls(module: &Module, calls: &[Invocation], plan: &Plan) -> Result<Tally, Failure> {
    let core = translated(module, plan).map_err(Failure::Refused)?;
    let mut engines = Engines::new(&plan.levels).map_err(Failure::Different)?;
    let compared = engines.compare(module, core, calls, plan)?;
    Ok(compared.tally)
}

/// Translates a module for this machine.
pub(crate) fn translated(module: &Module, plan: &Plan) -> Result<CoreModule, Refusal> {
    let target = host_target().map_err(|error| Refusal::Library(error.to_string()))?;
    let options = Options {
        division: plan.division,
        check_annotations: plan.check_annotations,
        ..Options::new(target)
    };
    translate(module, &options).map_err(|(_, refusal)| refusal)
}

/// True if the operation's operands and results are integers and bools only.
fn is_integer(op: Op) -> bool {
    let letters = |letters: &str| letters.bytes().all(|letter| matches!(letter, b'i' | b'b'));
    let row = op.row();
    !row.results.is_empty() && !row.operands.is_empty() && letters(row.operands) && letters(row.results)
}
