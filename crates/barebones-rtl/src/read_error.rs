//! Errors of reading.

use crate::tree::Position;
use std::fmt;

/// Why a text was not read: the first token that cannot be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Where the token is.
    pub position: Position,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl ReadError {
    pub(crate) fn new(position: Position, found: &str, expected: &str) -> ReadError {
        ReadError { position, found: found.to_string(), expected: expected.to_string() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}, expected {}", self.position, self.found, self.expected)
    }
}

impl std::error::Error for ReadError {}
