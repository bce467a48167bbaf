//! Errors and traps.

use crate::types::ExternType;
use barebones::base::TrapCode;
use barebones::support::write_chain;
use std::any::Any;
use std::fmt;

/// An error of a host function, passed through WebAssembly unchanged.
pub type HostError = Box<dyn std::error::Error + Send + Sync>;

/// Why an operation failed. `Debug` prints the message and its sources.
#[non_exhaustive]
pub enum Error {
    /// The module violates a rule of WebAssembly, or needs a proposal that is not enabled; the message names it.
    Invalid {
        /// The violated rule.
        message: String,
        /// Byte offset in the module.
        offset: u64,
    },
    /// The module is valid, but uses a feature that is not implemented.
    Unsupported {
        /// The feature.
        feature: &'static str,
        /// Byte offset in the module.
        offset: u64,
    },
    /// A function exceeds a limit of the translator, on data that grows faster than its code.
    Limit {
        /// The limited resource.
        what: &'static str,
        /// The limit.
        max: u64,
        /// Byte offset in the module at which the limit is exceeded.
        offset: u64,
    },
    /// A function could not be compiled, or code could not be linked.
    Compile {
        /// Index of the function; `None` if the error concerns no single function.
        function: Option<u32>,
        /// The cause.
        error: Box<barebones::error::CompileError>,
    },
    /// The bytes are not a compiled module, or one that this engine cannot load.
    Saved {
        /// The cause.
        reason: String,
    },
    /// An import of the module is not defined.
    UnknownImport {
        /// The module name of the import.
        module: String,
        /// The name of the import.
        name: String,
    },
    /// An import is defined with an incompatible type.
    IncompatibleImport {
        /// The module name of the import.
        module: String,
        /// The name of the import.
        name: String,
        /// The type that the module imports.
        expected: Box<ExternType>,
        /// The type of the definition.
        found: Box<ExternType>,
    },
    /// Arguments, results or a table element have the wrong types.
    Type {
        /// The expected types.
        expected: String,
        /// The actual types.
        found: String,
    },
    /// The instance has no export of this name and kind.
    NoExport {
        /// The name.
        name: String,
    },
    /// A handle belongs to another store.
    WrongStore,
    /// The module and the store have different engines.
    WrongEngine,
    /// The system has no memory left.
    OutOfMemory {
        /// The purpose of the memory.
        what: &'static str,
    },
    /// There is no code generator for this machine, or its traps cannot be caught.
    UnsupportedHost,
    /// The engine was created without a required option of [`crate::Config`].
    NotConfigured {
        /// Name of the option.
        option: &'static str,
    },
    /// The interpreter does not support an option of [`crate::Config`], or an operation: see
    /// [`crate::Config::interpret`].
    NotInterpreted {
        /// Name of the option or operation.
        option: &'static str,
    },
    /// The interpreter could not execute a function.
    Interpreter {
        /// The cause.
        message: String,
    },
    /// The host accessed a table, memory or global out of bounds.
    OutOfBounds {
        /// The kind of object.
        what: &'static str,
    },
    /// The code trapped.
    Trap(Trap),
    /// A function could not be compiled at its first call: see [`crate::Config::lazy`].
    CompileOnCall {
        /// The cause.
        error: Box<Error>,
        /// The resulting trap, with its backtrace.
        trap: Trap,
    },
    /// The code threw an exception that nothing caught: see [`Error::exception`](crate::Error::exception).
    Exception(HostError),
    /// A host function failed.
    Host(HostError),
}

impl Error {
    pub(crate) fn compile(function: impl Into<Option<u32>>, error: barebones::error::CompileError) -> Error {
        Error::Compile { function: function.into(), error: Box::new(error) }
    }

    pub(crate) fn unsupported(feature: &'static str, offset: u64) -> Error {
        Error::Unsupported { feature, offset }
    }

    /// An [`Error::Type`] for a wrong number of `what`.
    pub(crate) fn count(what: &str, expected: usize, found: usize) -> Error {
        Error::Type { expected: format!("{expected} {what}"), found: format!("{found} {what}") }
    }

    /// The trap, if the error is one.
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
            Error::Limit { what, max, offset } => {
                write!(f, "the function needs more than {max} {what} (at offset {offset:#x})")
            }
            Error::Compile { function: Some(function), error } => write!(f, "function {function}: {error}"),
            Error::Compile { function: None, error } => error.fmt(f),
            Error::Saved { reason } => write!(f, "the compiled module cannot be loaded: {reason}"),
            Error::UnknownImport { module, name } => write!(f, "unknown import `{module}` `{name}`"),
            Error::IncompatibleImport { module, name, expected, found } => {
                write!(
                    f,
                    "incompatible import type: `{module}` `{name}`: expected {expected}, found {found}"
                )?;
                // Functions of the same form.
                let is_declaration = expected == found;
                f.write_str(if is_declaration { ", which is declared in another way" } else { "" })
            }
            Error::Type { expected, found } => write!(f, "expected {expected}, found {found}"),
            Error::NoExport { name } => write!(f, "no such export: `{name}`"),
            Error::WrongStore => f.write_str("the handle belongs to another store"),
            Error::WrongEngine => f.write_str("the module and the store have different engines"),
            Error::OutOfMemory { what } => write!(f, "no memory for {what}"),
            Error::UnsupportedHost => f.write_str("WebAssembly does not run on this machine"),
            Error::NotConfigured { option } => write!(f, "the engine is not configured for {option}"),
            Error::NotInterpreted { option } => write!(f, "the interpreter does not support `{option}`"),
            Error::Interpreter { message } => write!(f, "the interpreter failed: {message}"),
            Error::OutOfBounds { what } => write!(f, "out of bounds access of a {what}"),
            Error::Trap(trap) => trap.fmt(f),
            Error::CompileOnCall { error, trap } => write!(f, "{error}\n{trap}"),
            Error::Exception(exception) => exception.fmt(f),
            Error::Host(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // The message includes these errors.
            Error::Compile { error, .. } => error.source(),
            Error::CompileOnCall { error, .. } => error.source(),
            Error::Host(error) => error.source(),
            _ => None,
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_chain(f, self)
    }
}

impl From<wasmparser::BinaryReaderError> for Error {
    fn from(error: wasmparser::BinaryReaderError) -> Error {
        Error::Invalid { message: error.message().to_string(), offset: error.offset() }
    }
}

/// For results with a boxed error.
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
    /// `unreachable` was executed.
    Unreachable,
    /// An integer was divided by zero.
    IntegerDivideByZero,
    /// The result of an integer operation does not fit its type.
    IntegerOverflow,
    /// A NaN was converted to an integer.
    InvalidConversion,
    /// An access out of bounds of a linear memory.
    MemoryOutOfBounds,
    /// An access out of bounds of a table.
    TableOutOfBounds,
    /// An indirect call with an index out of bounds of the table.
    UndefinedElement,
    /// An indirect call of a null element.
    UninitializedElement,
    /// A call of a null reference.
    NullFunctionReference,
    /// `ref.as_non_null` of null.
    NullReference,
    /// An indirect call of a function of another type.
    IndirectCallTypeMismatch,
    /// Stack overflow.
    StackOverflow,
    /// The called function has no code and could not be compiled: see [`Error::CompileOnCall`].
    CompilationFailed,
    /// The next operators cost more than the fuel that is left ([`crate::Config::fuel`]).
    OutOfFuel,
    /// The host interrupted the code ([`crate::InterruptHandle`]).
    Interrupted,
    /// An atomic access at an address that is no multiple of its width.
    UnalignedAtomic,
    /// `memory.atomic.wait` in a memory that is not shared.
    NotShared,
    /// `throw_ref` of null.
    NullException,
    /// The store has too many exceptions to which something may refer.
    TooManyExceptions,
}

/// Trap codes specific to WebAssembly.
pub(crate) mod user {
    use barebones::base::TrapCode;

    pub(crate) const TABLE_OUT_OF_BOUNDS: TrapCode = TrapCode::User(0);
    /// An indirect call with an index out of bounds of the table.
    pub(crate) const UNDEFINED_ELEMENT: TrapCode = TrapCode::User(1);
    pub(crate) const WRONG_SIGNATURE: TrapCode = TrapCode::User(2);
    /// A host function failed, or a called function has no code; the store has the cause.
    pub(crate) const HOST: TrapCode = TrapCode::User(3);
    pub(crate) const OUT_OF_FUEL: TrapCode = TrapCode::User(4);
    pub(crate) const INTERRUPTED: TrapCode = TrapCode::User(5);
    pub(crate) const NULL_EXCEPTION: TrapCode = TrapCode::User(6);
    pub(crate) const TOO_MANY_EXCEPTIONS: TrapCode = TrapCode::User(7);
    pub(crate) const UNALIGNED: TrapCode = TrapCode::User(8);
    pub(crate) const NOT_SHARED: TrapCode = TrapCode::User(9);
    pub(crate) const NULL_FUNCTION: TrapCode = TrapCode::User(10);
    pub(crate) const NULL_REFERENCE: TrapCode = TrapCode::User(11);
}

impl TrapKind {
    /// Converts a trap code of the library. `None` if the store has the cause.
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
            user::NULL_FUNCTION => TrapKind::NullFunctionReference,
            user::NULL_REFERENCE => TrapKind::NullReference,
            user::WRONG_SIGNATURE => TrapKind::IndirectCallTypeMismatch,
            user::OUT_OF_FUEL => TrapKind::OutOfFuel,
            user::INTERRUPTED => TrapKind::Interrupted,
            user::UNALIGNED => TrapKind::UnalignedAtomic,
            user::NOT_SHARED => TrapKind::NotShared,
            user::NULL_EXCEPTION => TrapKind::NullException,
            user::TOO_MANY_EXCEPTIONS => TrapKind::TooManyExceptions,
            _ => return None,
        })
    }
}

/// As the tests of the specification name them.
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
            TrapKind::NullFunctionReference => "null function reference",
            TrapKind::NullReference => "null reference",
            TrapKind::IndirectCallTypeMismatch => "indirect call type mismatch",
            TrapKind::StackOverflow => "call stack exhausted",
            TrapKind::CompilationFailed => "compilation failed",
            TrapKind::OutOfFuel => "out of fuel",
            TrapKind::Interrupted => "interrupted",
            TrapKind::UnalignedAtomic => "unaligned atomic",
            TrapKind::NotShared => "expected shared memory",
            TrapKind::NullException => "null exception reference",
            TrapKind::TooManyExceptions => "too many exceptions",
        })
    }
}

/// A trap: its kind and a backtrace.
#[derive(Clone, PartialEq, Eq)]
pub struct Trap {
    /// Why the code trapped.
    pub kind: TrapKind,
    /// The active functions, innermost first. A long backtrace lacks its outermost frames.
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

impl fmt::Debug for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_chain(f, self)
    }
}

/// An active function in a backtrace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrapFrame {
    /// Index of the function in its module.
    pub function: u32,
    /// Name of the function, if the module has one.
    pub name: Option<String>,
    /// Byte offset in the module, if known.
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

/// Why a call did not return.
pub(crate) enum Stopped {
    Trap(Trap),
    /// The store's current exception was not caught.
    Exception,
}

/// Why a host function, or the compilation of a called function, has no result.
pub(crate) enum HostFailure {
    Error(HostError),
    /// The called function could not be compiled.
    Compile(Error),
    /// The payload of the panic.
    Panic(Box<dyn Any + Send>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use barebones::error::{CompileError, LinkError, MemoryError};
    use std::error::Error as _;

    #[test]
    fn no_error_prints_a_text_twice() {
        let memory = || CompileError::Memory(MemoryError::Unsupported);
        let unresolved = CompileError::UnresolvedSymbol {
            procedure: "f".into(),
            symbol: "g".into(),
            user: None,
            is_call: true,
        };
        let trap = Trap { kind: TrapKind::CompilationFailed, backtrace: Vec::new() };
        let unreadable = std::fs::read("/").map(drop).expect_err("a directory");
        let host = std::io::Error::other(CompileError::Link(LinkError::Memory(MemoryError::Unsupported)));
        let errors = [
            Error::compile(None, memory()),
            Error::compile(3, unresolved),
            Error::CompileOnCall { error: Box::new(Error::compile(3, memory())), trap },
            Error::Host(Box::new(unreadable)),
            Error::Host(Box::new(host)),
            Error::Host(Box::new(crate::wasi::Exit(2))),
            TrapKind::OutOfFuel.into(),
            Error::unsupported("a proposal", 16),
        ];
        for error in errors {
            let mut texts = vec![error.to_string()];
            let mut next = error.source();
            while let Some(source) = next {
                texts.push(source.to_string());
                next = source.source();
            }
            for (at, text) in texts.iter().enumerate() {
                assert!(!texts[..at].iter().any(|before| before.contains(text)), "{texts:?}");
            }
            assert_eq!(format!("{error:?}"), texts.join(": "));
        }
    }
}
