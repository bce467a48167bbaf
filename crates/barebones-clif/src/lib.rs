//! Reads Cranelift's intermediate language (CLIF) and that of its predecessor Cretonne, and compiles and runs it.
//!
//! [`read_file`] reads both dialects: today's `.clif` files, and the language of Cretonne's reference (extended basic
//! blocks, `brz`, booleans, flags, heaps). The result is plain data ([`ast`]), which prints as text. Everything that is
//! known of an instruction is in one table ([`table`]). [`translate()`] makes a procedure of a function, and [`run`]
//! executes the directives of test files.

pub mod ast;
#[cfg(feature = "cranelift")]
#[allow(clippy::result_large_err)] // the errors of cranelift-module are large
mod cranelift;
mod entity;
mod lex;
pub mod number;
mod print;
mod raw;
mod read;
mod report;
mod run;
pub mod table;
mod translate;
pub mod types;
mod write;

pub use raw::host_function;
pub use read::{ReadError, read_file};
pub use report::{Failure, Report};
pub use run::{Engine, run};
pub use translate::{
    Abi, Missing, Settings, TranslateError, Translated, Vectors, abi, translate, translate_file,
    translate_file_with,
};
pub use write::{WriteError, write_module, write_procedure};

/// Compiles and runs the programs of the chapter about Cranelift's language.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/cretonne.md")]
pub struct Chapter;
