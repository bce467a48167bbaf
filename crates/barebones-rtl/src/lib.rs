//! GCC's register transfer language for barebones.
//!
//! [`parse`] reads a function in RTL, a chain of insns whose side effects are expressions in Lisp form; [`check`] finds
//! the mode of every expression and refuses what has none; [`Oracle`] executes the expressions as the manual of 1987
//! describes them; [`translate`] builds a procedure of the library.
//!
//! ```
//! use barebones_rtl::{Oracle, Outcome, check, parse};
//!
//! let text = r#"(function "double" [(reg:SI 1)] (reg:SI 2)
//!     (insn 1 0 0 (set (reg:SI 2) (plus:SI (reg:SI 1) (reg:SI 1)))))"#;
//! let function = check(parse(text)?)?;
//! assert_eq!(Oracle::new(&function).call(&[21]), Outcome::Returned(vec![42]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
pub mod code;
mod externs;
mod lexer;
mod oracle;
mod print;
mod read_error;
mod reader;
#[cfg(feature = "testing")]
pub mod run;
#[cfg(feature = "testing")]
pub mod testing;
mod translate;
pub mod tree;

pub use check::{Checked, Label, Refusal, Rule, check};
pub use code::{Class, Code, Mode, ROWS, StoreFlag};
pub use oracle::{Oracle, Outcome};
pub use read_error::ReadError;
pub use reader::{MAX_DEPTH, parse};
pub use translate::{Options, Origins, translate};
pub use tree::{Expr, Function, Insn, Operand, Position};

/// Reads, checks and translates a text, with its lines as origins.
///
/// # Errors
/// Where the text cannot be read or violates a rule, and why.
pub fn translate_text(
    text: &str,
    target: &barebones::base::Target,
) -> Result<barebones::ir::Module, Box<dyn std::error::Error>> {
    let checked = check(parse(text)?)?;
    let options = Options { origins: Origins::Text, ..Options::new(*target) };
    Ok(translate(&[&checked], &options)?)
}

/// Compiles and runs the programs of the chapter about RTL.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rtl.md")]
pub struct Chapter;
