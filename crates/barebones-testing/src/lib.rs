//! Test support for barebones: filetests, random procedures, and comparison of all engines.
//!
//! [`filetest`] runs files that contain expectations. [`fuzz::fuzz`] creates random modules ([`generate`]), compares
//! all executions of each ([`differential`]) and minimizes failures. [`exits`] compares their exits, and [`passes`]
//! compares executions before and after passes over the IR; [`rewrites`] does so after every prefix of the changes that
//! passes make. [`gc`] moves objects under random procedures. [`replay`] executes the calls of a bundle, and [`reduce`] shrinks one. [`awkward`] has operands that
//! expose errors. [`coverage`] reports what was never tested. [`hostile`] has a patchpoint generator that clobbers all it
//! may. [`combinations`] counts what selection combines. [`instructions`] decodes code. [`machine`] interprets machine code before emission. [`time_limit`] ends cases that do not terminate.

pub mod awkward;
pub mod bombs;
pub mod calls;
pub mod combinations;
pub mod coverage;
pub mod differential;
pub mod disassembly;
pub mod exits;
pub mod externs;
pub mod filetest;
pub mod fuzz;
pub mod gc;
pub mod generate;
pub mod gnu;
pub mod hostile;
pub mod instructions;
pub mod machine;
pub mod native;
pub mod passes;
pub mod reduce;
pub mod registers;
pub mod replay;
pub mod rewrites;
pub mod time_limit;
