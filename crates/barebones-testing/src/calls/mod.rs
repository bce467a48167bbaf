//! Calls of procedures in tests and commands, and their outcomes, for every engine.

pub mod functions;
mod literal;
mod native;

pub use literal::{Scalar, parse_vector, texts};
pub use native::{Native, number_origins};

use barebones::base::{Signature, TrapCode, Type};
use barebones::interp::{self, InterpError, Interpreter, Limits, SandboxHost};
use barebones::ir::{Module, Procedure, ValueId};
use std::fmt;
use std::sync::Arc;

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// These bits.
    Bits(u64),
    /// The address of a data object of the module, by index.
    Data(usize),
    /// The address of a copy of these bytes.
    Bytes(Arc<[u8]>),
}

/// A call of a procedure of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Index of the procedure in the module.
    pub procedure: usize,
    /// Index of the entry.
    pub entry: u32,
    /// One argument per parameter, with the parameter's type; two words of a vector, the low half first.
    pub args: Vec<(Type, Argument)>,
}

impl Call {
    /// Parses a call of a procedure, `NAME`, or of its n-th entry, `NAME@n`.
    ///
    /// Each argument is a [`Scalar`] of the parameter's type; or `@data:NAME`, the address of data of the module; or
    /// `@file:PATH`, the address and the length of a file's contents, for two parameters.
    ///
    /// # Errors
    /// There is no such procedure or entry, an argument is invalid, or the number of arguments is wrong.
    pub fn parse<'a>(
        module: &Module,
        name: &str,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Call, String> {
        let at_entry =
            |(name, entry): (&'_ str, &str)| Some((String::from(name), entry.parse::<u32>().ok()?));
        let (name, entry) = name.rsplit_once('@').and_then(at_entry).unwrap_or((name.to_string(), 0));
        let procedure = module.procedures.iter().position(|proc| proc.name == name);
        let procedure = procedure.ok_or_else(|| format!("there is no procedure `{name}`"))?;
        let entries = module.procedures[procedure].entry_count;
        if entry >= entries {
            return Err(format!("`{name}` has {entries} entries; there is no entry {entry}"));
        }
        let signature = module.procedures[procedure].signature();
        let mut args = Vec::with_capacity(signature.params.len());
        let mut params = 0;
        for text in texts {
            let ty = next_parameter(signature, params, text)?;
            params += 1;
            if let Some(name) = text.strip_prefix("@data:") {
                let index = module.data.iter().position(|data| data.name == name);
                let index = index.ok_or_else(|| format!("there is no data `{name}`"))?;
                args.push((address(ty, text)?, Argument::Data(index)));
            } else if let Some(path) = text.strip_prefix("@file:") {
                let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
                let len = bytes.len() as u64;
                args.push((address(ty, text)?, Argument::Bytes(bytes.into())));
                let ty = next_parameter(signature, params, "the length of the file")?;
                params += 1;
                args.push((address(ty, "the length of the file")?, Argument::Bits(len)));
            } else if ty.is_vector() {
                let bits = parse_vector(text)?;
                args.extend([bits, bits >> 64].map(|word| (ty, Argument::Bits(word as u64))));
            } else {
                args.push((ty, Argument::Bits(Scalar::parse(text, ty)?.bits)));
            }
        }
        match signature.params.get(params) {
            None => Ok(Call { procedure, entry, args }),
            Some(_) => {
                let (expected, found) = (signature.params.len(), params);
                Err(format!("`{name}` has type {signature}: expected {expected} arguments, found {found}"))
            }
        }
    }
}

fn next_parameter(signature: &Signature, index: usize, text: &str) -> Result<Type, String> {
    let count = signature.params.len();
    let ty = signature.params.get(index).copied();
    ty.ok_or_else(|| format!("found argument `{text}`, expected only {count} for type {signature}"))
}

fn address(ty: Type, text: &str) -> Result<Type, String> {
    if ty == Type::Int64 {
        Ok(ty)
    } else {
        Err(format!("`{text}` is an Int64; the parameter is of type {ty}"))
    }
}

/// The outcome of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It returned these results.
    Returned(Vec<Scalar>),
    /// It trapped.
    Trapped {
        /// The trap code.
        code: TrapCode,
        /// Procedure, by index, and value; `None` if unknown, as for an overflow of the machine stack.
        place: Option<(usize, ValueId)>,
    },
    /// It ended otherwise, without a result.
    Failed(String),
}

impl Outcome {
    /// The outcome as the commands print it: one typed result per line, or the trap.
    ///
    /// The procedure of a trap is printed only if it is not the called one.
    pub fn display(&self, module: &Module, call: &Call) -> String {
        match self {
            Outcome::Returned(results) => texts(results).map(|(ty, text)| format!("{ty} {text}\n")).collect(),
            Outcome::Trapped { code, place: None } => format!("trap {code}\n"),
            Outcome::Trapped { code, place: Some((procedure, value)) } => {
                match module.procedures.get(*procedure).filter(|_| *procedure != call.procedure) {
                    None => format!("trap {code} at {value}\n"),
                    Some(inner) => format!("trap {code} at {value} of {}\n", inner.name),
                }
            }
            Outcome::Failed(why) => format!("{why}\n"),
        }
    }
}

/// `1, 2`, `trap Unreachable` or a failure, on one line.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Returned(results) if results.is_empty() => f.write_str("Void"),
            Outcome::Returned(results) => {
                let results: Vec<String> = texts(results).map(|(_, text)| text).collect();
                f.write_str(&results.join(", "))
            }
            Outcome::Trapped { code, .. } => write!(f, "trap {code}"),
            Outcome::Failed(why) => f.write_str(why),
        }
    }
}

/// An interpreted call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interpreted {
    /// The outcome.
    pub outcome: Outcome,
    /// The first place where unspecified bits became observable, if any; compiled code may behave differently then.
    pub unspecified: Option<(usize, ValueId)>,
    /// Number of executed values.
    pub steps: u64,
}

/// Interprets a call in fresh memory with the module's initial data.
///
/// # Errors
/// The module is invalid.
pub fn interpret(
    module: &Module,
    interpreter: &Interpreter<'_>,
    call: &Call,
    limits: Limits,
) -> Result<Interpreted, InterpError> {
    let mut host = SandboxHost::for_module(module);
    functions::add_to(&mut host);
    let args: Vec<(Type, u64)> = call
        .args
        .iter()
        .map(|(ty, argument)| {
            let bits = match argument {
                Argument::Bits(bits) => *bits,
                Argument::Data(index) => host.data_address(&module.data[*index].name).unwrap_or_default(),
                Argument::Bytes(bytes) => host.memory.add_data(bytes),
            };
            (*ty, bits)
        })
        .collect();
    let name = &module.procedures[call.procedure].name;
    let execution = interpreter.call_entry(name, call.entry, &args, &mut host, limits)?;
    let place = |place: interp::Place| (place.procedure as usize, place.value);
    let at =
        |(procedure, value): (usize, ValueId)| format!("at {value} of {}", module.procedures[procedure].name);
    let outcome = match execution.outcome {
        interp::Outcome::Returned(results) => {
            Outcome::Returned(results.into_iter().map(|(ty, bits)| Scalar { ty, bits }).collect())
        }
        interp::Outcome::Trap { code, place: found } => {
            // A stack overflow at the entry has no value.
            let found = Some(place(found)).filter(|(_, value)| value.is_valid());
            Outcome::Trapped { code, place: found }
        }
        interp::Outcome::Exit(exit) => {
            Outcome::Failed(format!("exit through {:?} {}", exit.generator, at(place(exit.place))))
        }
        interp::Outcome::Exception(found) => Outcome::Failed(format!("exception {}", at(place(found)))),
        interp::Outcome::Undefined { place: found, why } => {
            Outcome::Failed(format!("undefined {}: {why}", at(place(found))))
        }
        interp::Outcome::StepLimit => Outcome::Failed(format!("step limit of {} reached", execution.steps)),
        interp::Outcome::HostError { place: found, error } => {
            Outcome::Failed(format!("{error} {}", at(place(found))))
        }
    };
    Ok(Interpreted { outcome, unspecified: execution.unspecified.map(place), steps: execution.steps })
}

/// Builds a procedure that returns the weighted sum of its arguments as a Double: the first once, the second twice,
/// the third four times, and so on. The procedure must have no blocks.
pub fn return_weighted_sum(proc: &mut Procedure, types: &[Type]) {
    let root = proc.add_block();
    let mut b = proc.at(root);
    let mut sum = b.const_double(0.0);
    for (i, ty) in types.iter().enumerate() {
        let argument = b.argument(*ty);
        let value = match *ty {
            Type::Double => argument,
            Type::Float => b.float_to_double(argument),
            _ => b.itod(argument),
        };
        let weight = b.const_double(f64::from(1 << i));
        let product = b.mul(value, weight);
        sum = b.add(sum, product);
    }
    b.ret([sum]);
}
