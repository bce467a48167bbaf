//! Modules: procedures that call each other by name, extern functions, and data.

use super::opcode::Payload;
use super::{Opcode, Procedure};
use crate::base::Signature;

/// A function outside the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extern {
    /// The name.
    pub name: String,
    /// Its parameters and results; only the fixed parameters of a variadic function.
    pub signature: Signature,
}

/// Named, writable bytes, aligned to 16.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// The name.
    pub name: String,
    /// The initial content.
    pub bytes: Vec<u8>,
}

/// The content of one text file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Extern functions.
    pub externs: Vec<Extern>,
    /// Data.
    pub data: Vec<Data>,
    /// Procedures, in the order of the text.
    pub procedures: Vec<Procedure>,
}

impl Module {
    /// A module of one procedure, whose text can be parsed again, for example in a bug report. Every symbol becomes an
    /// extern function, with the signature of its first call.
    pub fn of(procedure: Procedure) -> Module {
        let mut externs: Vec<Extern> = Vec::new();
        for block in procedure.block_ids() {
            for &id in procedure.block_values(block) {
                let value = procedure.value(id);
                if value.opcode().row().payload != Payload::Call {
                    continue;
                }
                let call = &procedure.calls()[value.call()];
                let Some(symbol) = procedure.symbols().get(call.callee) else { continue };
                if symbol.name == procedure.name || externs.iter().any(|known| known.name == symbol.name) {
                    continue;
                }
                let arguments = procedure.children_of(value).iter().map(|id| procedure.type_of(*id));
                let fixed = call.variadic_start.map_or(usize::MAX, |start| start as usize);
                let results = match value.opcode() {
                    Opcode::TailCall => &procedure.signature().results,
                    _ => procedure.scalars(value.ty),
                };
                let signature =
                    Signature { params: arguments.take(fixed).collect(), results: results.to_vec() };
                externs.push(Extern { name: symbol.name.clone(), signature });
            }
        }
        for symbol in procedure.symbols().values() {
            if symbol.name != procedure.name && !externs.iter().any(|known| known.name == symbol.name) {
                externs.push(Extern { name: symbol.name.clone(), signature: Signature::default() });
            }
        }
        Module { externs, procedures: vec![procedure], ..Module::default() }
    }

    /// The procedure with this name.
    pub fn procedure(&self, name: &str) -> Option<&Procedure> {
        self.procedures.iter().find(|proc| proc.name == name)
    }
}
