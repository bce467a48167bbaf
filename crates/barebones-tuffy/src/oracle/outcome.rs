//! Outcomes of calls.

use super::value::{PoisonSource, Value};
use crate::ir::Position;
use crate::table::Op;
use std::fmt;

/// An instruction of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The function.
    pub function: String,
    /// The position in the text.
    pub position: Position,
    /// The instruction.
    pub op: Option<Op>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.op.map_or("a block", |op| op.row().name);
        write!(f, "{} of @{}, `{name}`", self.position, self.function)
    }
}

/// Why behaviour is undefined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names and their messages say it")]
pub enum UndefinedReason {
    PoisonCondition,
    PoisonAddress,
    PoisonCount,
    PoisonCallee,
    NegativeCount,
    OutOfBounds,
    FreedMemory,
    NoProvenance,
    Overlap,
    Misaligned,
    NotAFunction,
    OtherSignature,
    NoSecondResult,
    Unreachable,
}

impl fmt::Display for UndefinedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UndefinedReason::PoisonCondition => "a branch on poison",
            UndefinedReason::PoisonAddress => "an access at a poison address",
            UndefinedReason::PoisonCount => "a poison count",
            UndefinedReason::PoisonCallee => "a call of poison",
            UndefinedReason::NegativeCount => "a negative count",
            UndefinedReason::OutOfBounds => "an access outside its allocation",
            UndefinedReason::FreedMemory => "an access to memory of a function that returned",
            UndefinedReason::NoProvenance => "an access that no exposed allocation permits",
            UndefinedReason::Overlap => "ranges of `memcpy` that overlap",
            UndefinedReason::Misaligned => "an address without the alignment that is promised",
            UndefinedReason::NotAFunction => "a call of what is no function",
            UndefinedReason::OtherSignature => "a call with another signature",
            UndefinedReason::NoSecondResult => "a second result that the callee does not return",
            UndefinedReason::Unreachable => "`unreachable` was reached",
        })
    }
}

/// A limit of the oracle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// An integer of more than 8,192 bits.
    Bits,
    /// A left shift by more than 4,096.
    Shift,
    /// More than 64 MiB of memory.
    Memory,
    /// Too many frames.
    Depth,
    /// A function outside the module that was not defined.
    Extern(String),
    /// What the oracle does not execute.
    Unsupported(&'static str),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Bits => f.write_str("an integer of more than 8192 bits"),
            Limit::Shift => f.write_str("a left shift by more than 4096"),
            Limit::Memory => f.write_str("more than 64 MiB of memory"),
            Limit::Depth => f.write_str("too many frames"),
            Limit::Extern(name) => write!(f, "@{name} is not defined"),
            Limit::Unsupported(what) => write!(f, "{what} is not supported"),
        }
    }
}

impl std::error::Error for Limit {}

/// What a function outside the module does.
#[derive(Clone, PartialEq, Debug)]
pub enum ExternReply {
    /// It returns no, one or two values.
    Returns(Vec<Value>),
    /// It throws this word.
    Throws(u64),
}

/// The outcome of a call.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It returned these values; each may be poison.
    Returned(Vec<Value>),
    /// It trapped.
    Trapped {
        /// Where.
        place: Place,
    },
    /// Its behaviour is undefined.
    Undefined {
        /// Why.
        reason: UndefinedReason,
        /// Where.
        place: Place,
    },
    /// Poison was made, and the oracle stops there.
    Poison {
        /// How.
        source: PoisonSource,
        /// Where.
        place: Place,
    },
    /// A callee outside the module threw this word, and no call has a cleanup block.
    Thrown(u64),
    /// It did not end within the limit of steps.
    OutOfSteps,
    /// It reached another limit.
    Limit {
        /// Which.
        limit: Limit,
        /// Where.
        place: Place,
    },
    /// There is no such function, or the arguments are not those of its signature.
    NotCalled(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Returned(values) if values.is_empty() => f.write_str("returned"),
            Outcome::Returned(values) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                write!(f, "returned {}", values.join(", "))
            }
            Outcome::Trapped { place } => write!(f, "trapped at {place}"),
            Outcome::Undefined { reason, place } => write!(f, "undefined at {place}: {reason}"),
            Outcome::Poison { source, place } => write!(f, "poison at {place}: {source}"),
            Outcome::Thrown(word) => write!(f, "threw {word:#x}"),
            Outcome::OutOfSteps => f.write_str("out of steps"),
            Outcome::Limit { limit, place } => write!(f, "limit at {place}: {limit}"),
            Outcome::NotCalled(why) => f.write_str(why),
        }
    }
}
