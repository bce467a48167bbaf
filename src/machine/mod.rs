//! The machine description as text: every instruction pattern of an instruction set, from the form tables themselves.
//!
//! It uses the notation of GCC's machine descriptions where that has one: modes, constraint letters, alternatives
//! separated by commas, standard pattern names. [`Description`] is what is printed and read; `docs/machine` has the
//! descriptions of both instruction sets.

mod constraint;
mod cost;
mod example;
mod names;
mod parse;
mod print;

pub use names::STANDARD_NAMES;
pub use parse::MachineError;

use crate::air::opcode::{Properties, ROWS, Row, Signature};
use crate::air::{Kinds, Opcode, Role};
use crate::base::{Arch, Bank, Features, Reg, Width};
use example::Examples;

/// The instruction patterns of an instruction set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The instruction set.
    pub arch: Arch,
    /// The patterns, in the order of the table.
    pub patterns: Vec<Pattern>,
}

/// What one opcode is on an instruction set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The opcode's name.
    pub name: String,
    /// The standard names of such patterns in GCC.
    pub standard: Vec<String>,
    /// Its meaning in words.
    pub words: String,
    /// Its properties, in lower case.
    pub properties: Vec<String>,
    /// What it computes, or in quotes what decides it.
    pub semantics: String,
    /// Its operands, in order of preference.
    pub shapes: Vec<Shape>,
}

/// Operands that an opcode accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The operands.
    pub operands: Vec<Operand>,
    /// The use and the definition that should share a register.
    pub tied: Option<(u8, u8)>,
    /// True if operands 0 and 1 may be swapped.
    pub commutes: bool,
    /// Features of the processor that it needs.
    pub features: Features,
    /// Registers that it destroys.
    pub clobbers: Vec<Reg>,
    /// What it computes, if that differs from the pattern's.
    pub semantics: Option<String>,
    /// An estimate of the latency of each alternative, in cycles.
    pub costs: Vec<u32>,
    /// Bytes of an example of each alternative; 0 if it cannot be emitted alone.
    pub sizes: Vec<u32>,
    /// The instructions of each example.
    pub outputs: Vec<String>,
}

/// An operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// How it is accessed.
    pub role: Role,
    /// The bank of its register.
    pub bank: Bank,
    /// Number of bits.
    pub width: Width,
    /// The register that it must be in.
    pub fixed: Option<Reg>,
    /// The kinds that each alternative admits.
    pub kinds: Vec<Kinds>,
}

impl Description {
    /// The description of an instruction set.
    pub fn of(arch: Arch) -> Description {
        let mut examples = Examples::new(arch);
        let patterns = ROWS.iter().filter_map(|row| Pattern::of(row, arch, &mut examples)).collect();
        Description { arch, patterns }
    }

    /// Only the patterns with this name: of an opcode, or a standard one.
    pub fn named(&self, name: &str) -> Description {
        let is = |pattern: &&Pattern| {
            pattern.name == name || pattern.standard.iter().any(|standard| standard == name)
        };
        Description { arch: self.arch, patterns: self.patterns.iter().filter(is).cloned().collect() }
    }
}

impl Pattern {
    /// The pattern of a row; `None` if the instruction set has no form of it and it is no special.
    fn of(row: &Row, arch: Arch, examples: &mut Examples) -> Option<Pattern> {
        let shapes: Vec<Shape> = row
            .signatures
            .iter()
            .filter(|signature| signature.arch == arch)
            .map(|signature| Shape::of(row, signature, examples))
            .collect();
        let everywhere = row.signatures.is_empty() || row.properties.contains(Properties::SPECIAL);
        (everywhere || !shapes.is_empty()).then(|| Pattern {
            name: row.name.to_string(),
            standard: names::of(row.opcode).map(String::from).collect(),
            words: row.meaning.to_string(),
            properties: row.properties.iter_names().map(|(name, _)| name.to_lowercase()).collect(),
            semantics: row.semantics.to_string(),
            shapes,
        })
    }

    /// The opcode.
    pub fn opcode(&self) -> Option<Opcode> {
        Opcode::from_name(&self.name)
    }
}

impl Shape {
    fn of(row: &Row, signature: &Signature, examples: &mut Examples) -> Shape {
        let operands = signature.operands.iter().enumerate().map(|(number, spec)| Operand {
            role: spec.role,
            bank: spec.bank,
            width: spec.width,
            fixed: spec.fixed(),
            kinds: signature.forms.iter().map(|form| form[number]).collect(),
        });
        let semantics = signature.semantics.unwrap_or(row.semantics);
        let examples: Vec<(u32, String)> =
            signature.forms.iter().map(|form| examples.of(row.opcode, signature, form)).collect();
        Shape {
            operands: operands.collect(),
            tied: signature.tied,
            commutes: signature.commutes,
            features: signature.features,
            clobbers: signature.clobbers.to_vec(),
            semantics: signature.semantics.map(|semantics| semantics.to_string()),
            costs: signature
                .forms
                .iter()
                .map(|form| cost::latency(&semantics, signature.operands, form))
                .collect(),
            sizes: examples.iter().map(|(size, _)| *size).collect(),
            outputs: examples.into_iter().map(|(_, output)| output).collect(),
        }
    }
}
