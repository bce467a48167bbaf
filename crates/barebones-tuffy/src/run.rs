//! Runs a function by name, with arguments as text, in one of the engines.

use crate::annotation::Annotation;
use crate::ir::{Function, Module, Type};
use crate::oracle::{Byte, Limits, Oracle, Outcome, Value};
use crate::table::FloatType;
use crate::testing::{Plan, arguments, compile, translated};
use crate::translate::check_place;
use barebones::OptLevel;
use barebones::interp::{Interpreter, Limits as CoreLimits};
use barebones_testing::calls::{Call, Outcome as Effect, Scalar, interpret};
use barebones_widths::int::leaf_count;
use num_bigint::{BigInt, Sign};

/// What executes a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// The oracle.
    Oracle,
    /// The library's interpreter, on the translated module.
    Interpreter,
    /// Compiled code of a level.
    Compiled(OptLevel),
}

/// Seconds until a call of compiled code is given up; 0 is no limit.
const SECONDS: u32 = 0;

/// Reads a scalar of a type: an integer, `true`, a number or `0x` bits of a float, or `poison`.
pub fn parse_value(text: &str, ty: &Type) -> Option<Value> {
    if text == "poison" {
        return Some(Value::Poison);
    }
    let integer = || {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let value = match digits.strip_prefix("0x") {
            Some(digits) => BigInt::parse_bytes(digits.as_bytes(), 16),
            None => BigInt::parse_bytes(digits.as_bytes(), 10),
        };
        value.filter(|value| value.sign() != Sign::Minus).map(|value| if negative { -value } else { value })
    };
    match ty {
        Type::Int => integer().map(Value::Int),
        Type::Bool => text.parse().ok().map(Value::Bool),
        Type::Float(FloatType::F32) if !text.starts_with("0x") => text.parse().ok().map(Value::f32),
        Type::Float(FloatType::F64) if !text.starts_with("0x") => text.parse().ok().map(Value::f64),
        Type::Float(ty) => {
            let bits = u128::try_from(integer()?).ok()?;
            (ty.bytes() == 16 || bits >> (8 * ty.bytes()) == 0).then_some(Value::Float(*ty, bits))
        }
        _ => None,
    }
}

/// The value of a type that an engine's scalars are.
fn value_of(scalars: &mut dyn Iterator<Item = Scalar>, ty: &Type, annotation: &Annotation) -> Option<Value> {
    let first = scalars.next()?;
    Some(match ty {
        Type::Bool => Value::Bool(first.bits & 1 == 1),
        Type::Float(ty) => Value::Float(*ty, u128::from(first.bits)),
        Type::Int => {
            let bytes = first.ty.size() as usize;
            let mut digits = first.bits.to_le_bytes()[..bytes].to_vec();
            for _ in 1..leaf_count(annotation.bits().unwrap_or(64)) {
                digits.extend(scalars.next()?.bits.to_le_bytes());
            }
            Value::Int(match annotation.range().is_some_and(|range| !range.signed) {
                true => BigInt::from_bytes_le(Sign::Plus, &digits),
                false => BigInt::from_signed_bytes_le(&digits),
            })
        }
        Type::Bytes(count) => {
            let rest: Vec<Scalar> = scalars.take((*count as usize).saturating_sub(1)).collect();
            let all = std::iter::once(first).chain(rest);
            Value::Bytes(all.map(|scalar| Byte::Bits(scalar.bits as u8)).collect())
        }
        _ => Value::int(first.bits),
    })
}

fn text_of(module: &Module, function: &Function, effect: &Effect) -> String {
    match effect {
        Effect::Returned(scalars) => {
            let leaves =
                function.result.as_ref().map_or(Vec::new(), |(ty, annotation)| ty.leaves(annotation));
            let mut scalars = scalars.iter().copied();
            let mut values = Vec::new();
            for (ty, annotation) in leaves {
                values.extend(value_of(&mut scalars, &ty, &annotation));
            }
            // The second result.
            values.extend(scalars.map(|scalar| match scalar.ty.size() {
                4 => Value::int(scalar.bits as u32 as i32),
                _ => Value::int(scalar.bits as i64),
            }));
            Outcome::Returned(values).to_string()
        }
        Effect::Trapped { code, place } => {
            // The trap's procedure has the number of its function.
            let function =
                place.and_then(|(procedure, _)| module.functions.get(procedure)).unwrap_or(function);
            match check_place(function, *code) {
                Some(position) => format!("trapped at {position} of @{}: {code}", function.name),
                None => format!("trapped: {code}"),
            }
        }
        Effect::Failed(why) => why.clone(),
    }
}

/// Calls a function of a valid module and describes the outcome. The second part is true if the function returned.
///
/// # Errors
/// There is no such function, an argument is not one of its type, or the module is not translated.
pub fn run(
    module: &Module,
    name: &str,
    texts: &[String],
    engine: Engine,
    plan: &Plan,
) -> Result<(String, bool), String> {
    let function = module.function(name).ok_or_else(|| format!("there is no function @{name}"))?;
    if texts.len() != function.params.len() {
        return Err(format!("@{name} takes {} arguments, found {}", function.params.len(), texts.len()));
    }
    let mut values = Vec::new();
    for (text, param) in texts.iter().zip(&function.params) {
        let value = parse_value(text, &param.ty);
        values.push(value.ok_or_else(|| format!("found `{text}`, expected a value of type {}", param.ty))?);
    }
    if engine == Engine::Oracle {
        let mut oracle = Oracle::new(module);
        (oracle.division, oracle.stop_at_poison) = (plan.division, plan.check_annotations);
        oracle.limits = Limits { steps: u64::MAX, ..plan.limits };
        let outcome = oracle.call(name, &values);
        let made =
            oracle.first_poison().map(|(source, place)| format!("\nnote: first poison at {place}: {source}"));
        let made = made.filter(|_| !plan.check_annotations).unwrap_or_default();
        return Ok((format!("{outcome}{made}"), matches!(outcome, Outcome::Returned(_))));
    }
    let core = translated(module, plan).map_err(|refusal| refusal.to_string())?;
    let args = values.iter().zip(&function.params);
    let args = args.flat_map(|(value, param)| arguments(value, &param.ty, &param.annotation)).collect();
    let procedure = core.procedures.iter().position(|proc| proc.name == name).unwrap_or(0);
    let call = Call { procedure, entry: 0, args };
    let effect = match engine {
        Engine::Compiled(level) => {
            let native = compile(&core, level)?;
            native.call(&[call], SECONDS).pop().unwrap_or_else(|| Effect::Failed(String::from("no outcome")))
        }
        _ => {
            let interpreter = Interpreter::new(&core).map_err(|error| error.to_string())?;
            let limits = CoreLimits { steps: u64::MAX, depth: 1 << 20 };
            interpret(&core, &interpreter, &call, limits).map_err(|error| error.to_string())?.outcome
        }
    };
    Ok((text_of(module, function, &effect), matches!(effect, Effect::Returned(_))))
}
