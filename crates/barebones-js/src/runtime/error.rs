//! Errors of programs that a host runs.

use super::{Handle, Value};
use std::fmt;

/// Why a program, or a call into one, has no result.
#[derive(Clone, PartialEq, Debug)]
pub enum ScriptError {
    /// The program threw an exception that nothing caught, or its source is no JavaScript.
    Thrown(Box<Exception>),
    /// A host function raises an error of the language.
    Raised {
        /// The constructor of the error.
        kind: ErrorKind,
        /// Its message.
        message: String,
    },
    /// The program needs what the engine does not have, or more steps than [`Options::max_steps`](super::Options::max_steps).
    Unsupported(String),
    /// An [`InterruptHandle`](super::InterruptHandle) ended the program.
    Interrupted,
    /// A handle belongs to another runtime.
    Foreign(Handle),
}

/// An exception that nothing caught.
#[derive(Clone, PartialEq, Debug)]
pub struct Exception {
    /// The exception as text, such as `TypeError: x is not a function`.
    pub message: String,
    /// The calls that were active, innermost first, as lines `    at f (file:line:column)`; empty if it is no error.
    pub stack: String,
    /// Where it was thrown, if the program was running.
    pub place: Option<Place>,
    /// The exception itself.
    pub value: Value,
}

/// A place in source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Name of the source, as `eval` got it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in UTF-16 units.
    pub column: u32,
    /// Text of the line.
    pub text: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Exception {
    /// The message with the place, the line and a caret below it, and the stack.
    pub fn report(&self) -> String {
        let mut report = match &self.place {
            None => format!("Uncaught {}", self.message),
            Some(place) => {
                let before = place.text.encode_utf16().take(place.column as usize - 1);
                let before = String::from_utf16_lossy(&before.collect::<Vec<_>>());
                let blank: String = before.chars().map(|c| if c == '\t' { c } else { ' ' }).collect();
                format!("{place}: Uncaught {}\n{}\n{blank}^", self.message, place.text)
            }
        };
        if !self.stack.is_empty() {
            report.push('\n');
            report.push_str(&self.stack);
        }
        report
    }
}

/// A constructor of errors of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// `Error`.
    Error,
    /// `TypeError`.
    Type,
    /// `RangeError`.
    Range,
    /// `ReferenceError`.
    Reference,
    /// `SyntaxError`.
    Syntax,
}

impl ScriptError {
    /// A `TypeError` that a host function raises.
    pub fn type_error(message: impl Into<String>) -> ScriptError {
        ScriptError::Raised { kind: ErrorKind::Type, message: message.into() }
    }

    /// An `Error` that a host function raises.
    pub fn error(message: impl Into<String>) -> ScriptError {
        ScriptError::Raised { kind: ErrorKind::Error, message: message.into() }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptError::Thrown(exception) => write!(f, "Uncaught {}", exception.message),
            ScriptError::Raised { kind: ErrorKind::Error, message } => write!(f, "Error: {message}"),
            ScriptError::Raised { kind, message } => write!(f, "{kind:?}Error: {message}"),
            ScriptError::Unsupported(what) => write!(f, "unsupported: {what}"),
            ScriptError::Interrupted => write!(f, "interrupted"),
            ScriptError::Foreign(_) => write!(f, "a handle of another runtime"),
        }
    }
}

impl std::error::Error for ScriptError {}
