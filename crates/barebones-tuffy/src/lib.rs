//! Tuffy IR for barebones.
//!
//! Tuffy's integers have no width: arithmetic is exact, and annotations (`:s32`, `:u8`) state ranges whose violation is
//! poison. [`parse`] reads the text form, [`validate`] checks the numbered rules, [`Oracle`] executes the document's
//! own meaning with big integers, poison, provenance and byte states. [`widths`] gives each integer a machine width,
//! and [`translate`] builds procedures of the library from that.
//!
//! ```
//! use barebones_tuffy::{Oracle, Value, parse, validate};
//!
//! let text = "func @double(int:s32) -> int:s64 { bb0: v0:s32 = param 0 v1 = add v0, v0 ret v1 }";
//! let module = parse(text)?;
//! assert!(validate(&module).is_empty());
//! let outcome = Oracle::new(&module).call("double", &[Value::int(21)]);
//! assert_eq!(outcome.to_string(), "returned 42");
//! # Ok::<(), barebones_tuffy::ReadError>(())
//! ```

mod annotation;
pub mod ir;
mod oracle;
mod print;
mod reader;
mod refusal;
#[cfg(feature = "testing")]
pub mod run;
pub mod table;
#[cfg(feature = "testing")]
pub mod testing;
pub mod translate;
mod types;
mod validate;
pub mod widths;

pub use annotation::{Annotation, FloatClasses, KnownBit, Range};
pub use ir::Module;
pub use oracle::{
    Byte, ExternReply, Limit, Limits, Oracle, Outcome, Place, Pointer, PoisonSource, UndefinedReason, Value,
};
pub use reader::{ReadError, parse};
pub use table::Division;
pub use validate::{RULES, Violation, validate};

/// Compiles and runs the programs of the chapter about Tuffy IR.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tuffy.md")]
pub struct Chapter;
