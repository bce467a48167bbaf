//! Comparison of the oracle with the library's engines.
//!
//! What is tested is refinement. Where the oracle's behaviour is undefined, anything may happen. Where it returns, the
//! engines return the same, except that a poison scalar may be anything and a NaN any NaN. Where it traps, they trap.
//! In code with checks, poison traps where the oracle makes it.

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
use crate::oracle::{Byte, Limits, Outcome, Value};
use crate::table::{Division, FloatType, Op};
use crate::translate::{Options, Refusal, check_place, translate};
use crate::widths::abi_register;
use barebones::base::{TrapCode, Type as CoreType};
use barebones::ir::Module as CoreModule;
use barebones::{OptLevel, host_target};
use barebones_testing::calls::{Argument, Outcome as Effect, Scalar};
use barebones_widths::int::leaf_count;
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
    let argument = |(value, (ty, annotation)): (Value, (Type, Annotation))| -> Vec<(CoreType, Argument)> {
        if ty == Type::Int {
            let bits = abi_register(&annotation).unwrap_or(64);
            let core = if bits == 32 { CoreType::Int32 } else { CoreType::Int64 };
            let zero = BigInt::ZERO;
            let value = if let Value::Int(value) = &value { value } else { &zero };
            return limbs(value, bits).into_iter().map(|limb| (core, Argument::Bits(limb))).collect();
        }
        let core = match &ty {
            Type::Bool | Type::Float(FloatType::F16 | FloatType::BF16) => CoreType::Int32,
            Type::Float(FloatType::F32) => CoreType::Float,
            Type::Float(_) => CoreType::Double,
            _ => CoreType::Int64,
        };
        let bits = match value {
            Value::Bool(value) => u64::from(value),
            Value::Float(_, bits) => bits as u64,
            Value::Ptr(pointer) => pointer.address,
            _ => 0,
        };
        vec![(core, Argument::Bits(bits))]
    };
    leaves.flat_map(argument).collect()
}

/// The limbs of an integer modulo the width of a register.
fn limbs(value: &BigInt, bits: u32) -> Vec<u64> {
    let low: BigInt = value & (crate::annotation::power(bits) - 1);
    let mut limbs = low.magnitude().to_u64_digits();
    limbs.resize(bits.div_ceil(64) as usize, 0);
    limbs
}

/// What the oracle requires of a scalar of an engine.
enum Expected {
    /// Nothing: poison, or an address, which differs between engines.
    Anything,
    /// These low bits.
    Bits(u64),
    /// These bits, or any NaN.
    Float(FloatType, u128),
}

impl Expected {
    /// True if a scalar of an engine refines the oracle's.
    fn allows(&self, scalar: &Scalar) -> bool {
        match self {
            Expected::Anything => true,
            Expected::Bits(bits) if scalar.ty.size() == 4 => *bits as u32 == scalar.bits as u32,
            Expected::Bits(bits) => *bits == scalar.bits,
            Expected::Float(ty, expected) => {
                let is_nan = |bits: u128| crate::FloatClasses::of(*ty, bits).0 & 3 != 0;
                is_nan(*expected) && is_nan(u128::from(scalar.bits)) || *expected == u128::from(scalar.bits)
            }
        }
    }
}

/// The scalars that a value of a type has in an engine.
fn scalars(value: &Value, ty: &Type, annotation: &Annotation) -> Vec<Expected> {
    let leaf = |(value, (ty, annotation)): (Value, (Type, Annotation))| -> Vec<Expected> {
        let count = match ty {
            Type::Int => leaf_count(abi_register(&annotation).unwrap_or(64)),
            Type::Bytes(count) => count as usize,
            _ => 1,
        };
        match value {
            Value::Int(value) => {
                let bits = abi_register(&annotation).unwrap_or(64);
                limbs(&value, bits).into_iter().map(Expected::Bits).collect()
            }
            Value::Bool(value) => vec![Expected::Bits(u64::from(value))],
            Value::Float(ty, bits) => vec![Expected::Float(ty, bits)],
            Value::Bytes(bytes) => {
                let byte =
                    |byte: Byte| byte.bits().map_or(Expected::Anything, |bits| Expected::Bits(bits.into()));
                bytes.into_iter().map(byte).collect()
            }
            _ => (0..count).map(|_| Expected::Anything).collect(),
        }
    };
    value.leaves(ty).into_iter().zip(ty.leaves(annotation)).flat_map(leaf).collect()
}

/// The scalars of the oracle's results. The second result is one scalar.
fn results(function: &Function, values: &[Value]) -> Vec<Expected> {
    let mut found = Vec::new();
    for (index, value) in values.iter().enumerate() {
        match (&function.result, index) {
            (Some((ty, annotation)), 0) => found.extend(scalars(value, ty, annotation)),
            _ => found.push(match value {
                Value::Int(value) => Expected::Bits(limbs(value, 64)[0]),
                Value::Bool(value) => Expected::Bits(u64::from(*value)),
                Value::Float(ty, bits) => Expected::Float(*ty, *bits),
                _ => Expected::Anything,
            }),
        }
    }
    found
}

/// Describes a difference between the oracle and an engine.
fn difference(module: &Module, function: &Function, expected: &Outcome, found: &Effect) -> Option<String> {
    let same = match (expected, found) {
        (Outcome::Returned(values), Effect::Returned(scalars)) => {
            let expected = results(function, values);
            expected.len() == scalars.len() && expected.iter().zip(scalars).all(|(e, s)| e.allows(s))
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
