//! A JavaScript engine whose intermediate representation is Hermes IR.
//!
//! [`hir`] has the IR: data, the table of instructions, numbered rules, and text in the dialect of `hermesc` 0.12.
//! [`front`] translates JavaScript to it, and [`run`] interprets a program. A [`Runtime`] embeds the engine: host functions,
//! values that stay, limits.
//!
//! ```
//! use barebones_js::hir::{parse, validate};
//!
//! let text = "function global()\nframe = []\n%BB0:\n  %0 = ReturnInst 1 : number\nfunction_end\n\n";
//! let module = parse(text)?;
//! assert!(validate(&module).is_empty());
//! assert_eq!(module.to_dump(), text);
//! # Ok::<(), barebones_js::hir::ParseError>(())
//! ```

mod builtins;
pub mod front;
mod heap;
pub mod hir;
mod interp;
pub mod opt;
pub mod random;
mod runtime;
mod tier1;

pub use interp::{Outcome, RunError, RunOptions, run, run_in_test_host, run_ir};
pub use runtime::{
    Context, ErrorKind, Exception, Handle, InterruptHandle, Options, Output, Phases, Place, Runtime,
    ScriptError, Sites, Statistics, Value,
};
pub use tier1::{CompileStatistics, Tier};

/// Tests the example of the document about a virtual machine.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/a_vm_on_barebones.md")]
pub struct VirtualMachine;

/// Compiles and runs the programs of the chapter about Hermes IR.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/hermes.md")]
pub struct Chapter;
