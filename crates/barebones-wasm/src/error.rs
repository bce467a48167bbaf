//! What can go wrong.

use crate::types::ExternType;
use barebones::base::TrapCode;
use std::any::Any;
use std::fmt;

/// An error of the host's, carried through WebAssembly as it is.
pub type HostError = Box<dyn std::error::Error + Send + Sync>;

/// Why something failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The module breaks a rule of WebAssembly, or needs a proposal that is not enabled; the message names it.
    Invalid {
        /// What is wrong.
        message: String,
        /// Where in the module, in bytes.
        offset: u64,
    },
    /// The module needs something that there is no code for.
    Unsupported {
        /// The feature.
        feature: &'static str,
        /// Where in the module, in bytes.
        offset: u64,
    },
    /// A function needs more than it may: what it asks for grows faster than its code.
    Limit {
        /// Of what.
        what: &'static str,
        /// How much it may need.
        most: u64,
        /// Where in the module that is too little, in bytes.
        offset: u64,
    },
    /// A function could not be compiled, or the code not be linked.
    Compile {
        /// The function, by index, if it was one.
        function: Option<u32>,
        /// Why.
        error: Box<barebones::error::CompileError>,
    },
    /// Bytes are no compiled module, or one that cannot be loaded here.
    Saved {
        /// Why not.
        reason: String,
        /// Where in the bytes.
        offset: u64,
    },
    /// Something is missing that the module imports.
    UnknownImport {
        /// The name of the module it is imported from.
        module: String,
        /// Its name.
        name: String,
    },
    /// Something has another type than the module imports.
    IncompatibleImport {
        /// The name of the module it is imported from.
        module: String,
        /// Its name.
        name: String,
        /// What the module wants.
        expected: Box<ExternType>,
        /// What it would get.
        found: Box<ExternType>,
    },
    /// Arguments, results or an element have other types than they should.
    Type {
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// There is no such export, or it is something else.
    NoExport {
        /// Its name.
        name: String,
    },
    /// A handle belongs to another store.
    WrongStore,
    /// A module is instantiated in a store of another engine than the one that it was made with.
    WrongEngine,
    /// The system gives no memory.
    OutOfMemory {
        /// What for.
        what: &'static str,
    },
    /// There is no code for this machine, or its traps cannot be caught.
    UnsupportedHost,
    /// The engine was made without an option of [`crate::Config`] that this needs.
    NotConfigured {
        /// Its name.
        option: &'static str,
    },
    /// An access outside a table, memory or global, by the host.
    OutOfBounds {
        /// Of what.
        what: &'static str,
    },
    /// The code trapped.
    Trap(Trap),
    /// A function could not be compiled when it was called first, see [`crate::Config::lazy`].
    CompileOnCall {
        /// Why.
        error: Box<Error>,
        /// The trap that this was, and where.
        trap: Trap,
    },
    /// A function of the host failed.
    Host(HostError),
}

impl Error {
    pub(crate) fn compile(function: impl Into<Option<u32>>, error: barebones::error::CompileError) -> Error {
        Error::Compile { function: function.into(), error: Box::new(error) }
    }

    pub(crate) fn unsupported(feature: &'static str, offset: u64) -> Error {
        Error::Unsupported { feature, offset }
    }

    /// So many of something, but others were expected.
    pub(crate) fn count(what: &str, expected: usize, found: usize) -> Error {
        Error::Type { expected: format!("{expected} {what}"), found: format!("{found} {what}") }
    }

    /// The trap, if it is one.
    pub fn trap(&self) -> Option<&Trap> {
        match self {
            Error::Trap(trap) | Error::CompileOnCall { trap, .. } => Some(trap),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid { message, offset } => write!(f, "{message} (at offset {offset:#x})"),
            Error::Unsupported { feature, offset } => {
                write!(f, "{feature} is not supported (at offset {offset:#x})")
            }
            Error::Limit { what, most, offset } => {
                write!(f, "the function needs more than {most} {what} (at offset {offset:#x})")
            }
            Error::Compile { function: Some(function), error } => write!(f, "function {function}: {error}"),
            Error::Compile { function: None, error } => error.fmt(f),
            Error::Saved { reason, offset } => {
                write!(f, "the compiled module cannot be loaded: {reason} (at offset {offset:#x})")
            }
            Error::UnknownImport { module, name } => write!(f, "unknown import `{module}` `{name}`"),
            Error::IncompatibleImport { module, name, expected, found } => {
                write!(f, "incompatible import type: `{module}` `{name}`: expected {expected}, found {found}")
            }
            Error::Type { expected, found } => write!(f, "expected {expected}, found {found}"),
            Error::NoExport { name } => write!(f, "no such export: `{name}`"),
            Error::WrongStore => f.write_str("the handle belongs to another store"),
            Error::WrongEngine => f.write_str("the module and the store have different engines"),
            Error::OutOfMemory { what } => write!(f, "no memory for {what}"),
            Error::UnsupportedHost => f.write_str("WebAssembly does not run on this machine"),
            Error::NotConfigured { option } => write!(f, "the engine is not configured for {option}"),
            Error::OutOfBounds { what } => write!(f, "out of bounds access of a {what}"),
            Error::Trap(trap) => trap.fmt(f),
            Error::CompileOnCall { error, trap } => write!(f, "{error}\n{trap}"),
            Error::Host(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Compile { error, .. } => Some(error.as_ref()),
            Error::CompileOnCall { error, .. } => Some(error.as_ref()),
            Error::Host(error) => Some(error.as_ref()),
            _ => None,
        }
    }
}

impl From<wasmparser::BinaryReaderError> for Error {
    fn from(error: wasmparser::BinaryReaderError) -> Error {
        Error::Invalid { message: error.message().to_string(), offset: error.offset() }
    }
}

/// For results that are small.
impl From<wasmparser::BinaryReaderError> for Box<Error> {
    fn from(error: wasmparser::BinaryReaderError) -> Box<Error> {
        Box::new(error.into())
    }
}

impl From<Box<Error>> for Error {
    fn from(error: Box<Error>) -> Error {
        *error
    }
}

impl From<Trap> for Error {
    fn from(trap: Trap) -> Error {
        Error::Trap(trap)
    }
}

/// Why code trapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TrapKind {
    /// It reached `unreachable`.
    Unreachable,
    /// An integer was divided by zero.
    IntegerDivideByZero,
    /// The result of an integer operation has no place in its type.
    IntegerOverflow,
    /// A NaN was converted to an integer.
    InvalidConversion,
    /// An access outside a linear memory.
    MemoryOutOfBounds,
    /// An access outside a table.
    TableOutOfBounds,
    /// An indirect call of an element that the table does not have.
    UndefinedElement,
    /// An indirect call of null.
    UninitializedElement,
    /// An indirect call of a function of another type.
    IndirectCallTypeMismatch,
    /// The stack is used up.
    StackOverflow,
    /// The function that is called has no code, and none could be made: see [`Error::CompileOnCall`].
    CompilationFailed,
    /// There is less fuel left than what comes next costs ([`crate::Config::fuel`]).
    OutOfFuel,
    /// The host asked for it ([`crate::InterruptHandle`]).
    Interrupted,
}

/// Numbers of traps that only WebAssembly knows.
pub(crate) mod user {
    use barebones::base::TrapCode;

    /// An access outside a table.
    pub(crate) const TABLE_OUT_OF_BOUNDS: TrapCode = TrapCode::User(0);
    /// An indirect call of an element that the table does not have.
    pub(crate) const UNDEFINED_ELEMENT: TrapCode = TrapCode::User(1);
    /// An indirect call of a function of another type.
    pub(crate) const WRONG_SIGNATURE: TrapCode = TrapCode::User(2);
    /// A function of the host failed, or there is no code to call, and the store knows why.
    pub(crate) const HOST: TrapCode = TrapCode::User(3);
    /// There is too little fuel.
    pub(crate) const OUT_OF_FUEL: TrapCode = TrapCode::User(4);
    /// The host asked for it.
    pub(crate) const INTERRUPTED: TrapCode = TrapCode::User(5);
}

impl TrapKind {
    /// What a code of the library means here. `None` if the store knows more.
    pub(crate) fn of(code: TrapCode) -> Option<TrapKind> {
        Some(match code {
            TrapCode::Unreachable => TrapKind::Unreachable,
            TrapCode::HeapOutOfBounds => TrapKind::MemoryOutOfBounds,
            TrapCode::NullReference => TrapKind::UninitializedElement,
            TrapCode::IntegerDivisionByZero => TrapKind::IntegerDivideByZero,
            TrapCode::IntegerOverflow => TrapKind::IntegerOverflow,
            TrapCode::BadConversion => TrapKind::InvalidConversion,
            TrapCode::StackOverflow => TrapKind::StackOverflow,
            user::TABLE_OUT_OF_BOUNDS => TrapKind::TableOutOfBounds,
            user::UNDEFINED_ELEMENT => TrapKind::UndefinedElement,
            user::WRONG_SIGNATURE => TrapKind::IndirectCallTypeMismatch,
            user::OUT_OF_FUEL => TrapKind::OutOfFuel,
            user::INTERRUPTED => TrapKind::Interrupted,
            _ => return None,
        })
    }
}

/// The words of the specification's tests.
impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TrapKind::Unreachable => "unreachable",
            TrapKind::IntegerDivideByZero => "integer divide by zero",
            TrapKind::IntegerOverflow => "integer overflow",
            TrapKind::InvalidConversion => "invalid conversion to integer",
            TrapKind::MemoryOutOfBounds => "out of bounds memory access",
            TrapKind::TableOutOfBounds => "out of bounds table access",
            TrapKind::UndefinedElement => "undefined element",
            TrapKind::UninitializedElement => "uninitialized element",
            TrapKind::IndirectCallTypeMismatch => "indirect call type mismatch",
            TrapKind::StackOverflow => "call stack exhausted",
            TrapKind::CompilationFailed => "compilation failed",
            TrapKind::OutOfFuel => "out of fuel",
            TrapKind::Interrupted => "interrupted",
        })
    }
}

/// A trap: why, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// Why.
    pub kind: TrapKind,
    /// The functions that were running, the innermost first; the outermost are left out if they are many.
    pub backtrace: Vec<TrapFrame>,
}

impl From<TrapKind> for Error {
    fn from(kind: TrapKind) -> Error {
        Error::Trap(Trap { kind, backtrace: Vec::new() })
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trap: {}", self.kind)?;
        for frame in &self.backtrace {
            write!(f, "\n    at {frame}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Trap {}

/// A function that was running.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrapFrame {
    /// Its index in its module.
    pub function: u32,
    /// Its name, if the module says one.
    pub name: Option<String>,
    /// Where in the module, in bytes, if it is known.
    pub offset: Option<u32>,
}

impl fmt::Display for TrapFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name}")?,
            None => write!(f, "function {}", self.function)?,
        }
        self.offset.map_or(Ok(()), |offset| write!(f, " ({offset:#x})"))
    }
}

/// What a function of the host left behind instead of results.
pub(crate) enum HostFailure {
    Error(HostError),
    /// The function that was called cannot be compiled.
    Compile(Error),
    /// What the panic carries.
    Panic(Box<dyn Any + Send>),
}
