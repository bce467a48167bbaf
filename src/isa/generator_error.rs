//! The error of generators.

use crate::support::error_type;
use std::fmt;

/// Reason why a generator emitted no code: its own error, or a request that cannot be met.
#[derive(Clone, PartialEq, Eq)]
pub struct GeneratorError {
    message: String,
}

impl GeneratorError {
    /// Creates an error with this message.
    pub fn new(message: impl Into<String>) -> GeneratorError {
        GeneratorError { message: message.into() }
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for GeneratorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

error_type!(GeneratorError);
