//! Bundles: everything that is needed to reproduce a compilation, in one text file.
//!
//! [`Bundle::of_procedure`] and [`Bundle::of_module`] compile once more, with the same options, and record the IR at
//! entry, the passes that ran, and the code or the error. [`Compiler::set_bundle_handler`] does so after an internal
//! error, and [`Code::bundle`](crate::jit::Code::bundle) for an address in code that crashed. [`Bundle`] prints as
//! text, [`Bundle::parse`] reads it, and [`Bundle::replay`] compiles the same again and compares. `docs/bug_reports.md`
//! shows the file, and the commands that read it.
//!
//! Generators are closures, which no file contains. A replay emits what a generator without closure gets: a trap, or
//! the exit of a check. So a bundle also has the digest of the code with these stand-ins.
//!
//! [`Compiler::set_bundle_handler`]: crate::Compiler::set_bundle_handler

mod callees;
mod capture;
mod of_code;
mod options;
mod parse;
mod print;

use crate::base::{Origin, Target};
use crate::ir::{Module, ValueId};
use crate::opt::InlineBudget;
use crate::options::Options;
use crate::pipeline::Stage;
use crate::support::error_type;
use std::collections::BTreeSet;

pub(crate) use of_code::{AssembledSource, PieceOf, Source, SourceInput};
pub use options::OptionRow;

/// Input and results of the compilation of a procedure or module.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Bundle {
    /// The version of the library.
    pub version: String,
    /// The target, and the optional instructions that the code may use.
    pub target: Target,
    /// The options.
    pub options: Options,
    /// True if all procedures were compiled as one module; false if only the first one was.
    pub is_module: bool,
    /// The budget of inlining, if the compiler had callees.
    pub inlining: Option<InlineBudget>,
    /// The calls that may be inlined.
    pub inlined: Vec<InlinedCall>,
    /// The names of procedures that were not compiled, only copied to calls.
    pub callees: BTreeSet<String>,
    /// Seeds that the client adds, with their names. They do not influence a replay.
    pub seeds: Vec<(String, u64)>,
    /// Calls to execute, in the syntax of `barebones run --call`: `NAME ARGS..`.
    pub calls: Vec<String>,
    /// The result for each procedure that was compiled, in order. The last one may have failed.
    pub procedures: Vec<Record>,
    /// The place of a fault in the code, if there was one.
    pub fault: Option<Fault>,
    /// The IR at entry: the compiled procedures first, then callees.
    pub module: Module,
}

/// What calls of a name copy if they are inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlinedCall {
    /// The name that is called.
    pub callee: String,
    /// The name of the procedure in the bundle's module that is copied: another one if the client's callee differs from
    /// the procedure that is called.
    pub procedure: String,
}

/// The result of compiling one procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The procedure's name.
    pub name: String,
    /// The names of its generators that have a closure.
    pub closures: Vec<String>,
    /// The passes that ran, in order.
    pub passes: Vec<PassRecord>,
    /// The code, or the error.
    pub outcome: Outcome,
}

/// A pass that ran.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PassRecord {
    /// Its name.
    pub name: String,
    /// Number of values and edges that it examined.
    pub work: u64,
    /// Number of rewrites that it made.
    pub rewrites: u64,
}

/// The result of a compilation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// It failed.
    Failed {
        /// The stage.
        stage: Stage,
        /// The message of the error.
        message: String,
    },
    /// It succeeded.
    Compiled {
        /// The unlinked code: instructions, padding, constants.
        bytes: Vec<u8>,
        /// Number of bytes that are instructions.
        code_size: u32,
        /// The digest of the code with stand-ins for the generators, if generators have closures.
        stand_ins: Option<u64>,
    },
}

/// The place of a fault: from the machine code back to the client's source.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// The procedure.
    pub procedure: String,
    /// Offset in its code, in bytes.
    pub offset: u32,
    /// The machine instruction, in the text format of the machine IR. `None` for code of no instruction, such as a
    /// prologue, and for code of Cranelift.
    pub inst: Option<String>,
    /// The value of the IR at entry that the instruction was selected for, and its text; in inlined code, the call.
    pub value: Option<(ValueId, String)>,
    /// The client's origin of the value.
    pub origin: Origin,
}

/// Returns the digest of some bytes that bundles record: 64-bit FNV-1a.
pub fn digest(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Why a text is not a bundle.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BundleError {
    /// The first line is not that of a bundle of this version.
    Header,
    /// A line is not as expected.
    Line {
        /// The line's number, from 1.
        line: u32,
        /// What was found, on one line.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A line that every bundle has is missing.
    Missing {
        /// The line's keyword.
        keyword: &'static str,
    },
    /// The code of a procedure does not have the recorded size or digest.
    Code {
        /// The line of the record, from 1.
        line: u32,
        /// The procedure.
        procedure: String,
    },
    /// The IR cannot be parsed.
    Ir {
        /// The line in the bundle, from 1.
        line: u32,
        /// The column, from 1.
        column: u32,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
}

error_type!(BundleError {
    BundleError::Header => "not a bundle: the first line is not `{}`", print::HEADER;
    BundleError::Line { line, found, expected } => "line {line}: found {found}, expected {expected}";
    BundleError::Missing { keyword } => "a line `{keyword}` is missing";
    BundleError::Code { line, procedure } =>
        "line {line}: the code of `{procedure}` does not have its size and digest";
    BundleError::Ir { line, column, found, expected } =>
        "line {line}, column {column}: found {found}, expected {expected}";
});

/// A repeated compilation, and how it differs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The bundle of the repeated compilation.
    pub bundle: Bundle,
    /// The differences from the recorded one, a sentence each. Empty if it was reproduced.
    pub differences: Vec<String>,
    /// Generators that the recorded code ran and the repeated one could not: a sentence each.
    pub stand_ins: Vec<String>,
}
