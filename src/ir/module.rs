//! A module: procedures that call each other by name, extern functions, data.

use super::Procedure;
use crate::base::Signature;

/// A function outside the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extern {
    /// The name.
    pub name: String,
    /// What it takes and gives; `params` are the fixed ones of a variadic function.
    pub signature: Signature,
}

/// Named bytes, 16-byte aligned, writable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// The name.
    pub name: String,
    /// The initial content.
    pub bytes: Vec<u8>,
}

/// What one text file holds.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Functions outside.
    pub externs: Vec<Extern>,
    /// Data.
    pub data: Vec<Data>,
    /// Procedures, in order of the text.
    pub procedures: Vec<Procedure>,
}

impl Module {
    /// The procedure of this name.
    pub fn procedure(&self, name: &str) -> Option<&Procedure> {
        self.procedures.iter().find(|proc| proc.name == name)
    }
}
