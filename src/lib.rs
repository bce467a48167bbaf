//! An embeddable optimising JIT compiler library in the tradition of WebKit's B3.
//!
//! Build an [`ir::Procedure`], or parse one with [`ir::parse_module`]. A [`Compiler`] compiles it to [`jit::Code`], a
//! handle that owns the machine code. [`interp::Interpreter`] executes the same procedures where code memory is not
//! permitted, and defines their semantics.
//!
//! ```
//! use barebones::ir::parse_module;
//! use barebones::{Compiler, host_target, targets};
//!
//! let text = "barebones 1
//!     proc gcd(Int64, Int64) -> Int64 {
//!     #0:
//!         Int64 @0 = ArgumentReg(%a0)
//!         Int64 @1 = ArgumentReg(%a1)
//!         Void @2 = Upsilon(@0, ^@5)
//!         Void @3 = Upsilon(@1, ^@6)
//!         Void @4 = Jump(#1)
//!     #1:
//!         Int64 @5 = Phi()
//!         Int64 @6 = Phi()
//!         Void @7 = Branch(@6, #2, #3)
//!     #2:
//!         Int64 @8 = UMod(@5, @6)
//!         Void @9 = Upsilon(@6, ^@5)
//!         Void @10 = Upsilon(@8, ^@6)
//!         Void @11 = Jump(#1)
//!     #3:
//!         Void @12 = Return(@5)
//!     }";
//! let module = parse_module(text, &targets(host_target()?))?;
//! let mut compiler = Compiler::host()?;
//! let codes = compiler.compile_module(module, &|_| None)?;
//! // SAFETY: the procedure computes with its arguments and touches no memory.
//! let gcd = unsafe { codes[0].typed::<extern "C" fn(u64, u64) -> u64>()? };
//! drop(codes); // `gcd` keeps the code alive
//! assert_eq!(gcd.call(1071, 462), 21);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The layers, from the bottom: [`support`] has containers, [`base`] the shared vocabulary types, and [`analysis`]
//! orders and dominators of any graph. [`ir`] is the SSA form and [`air`] the machine form. [`interp`], [`regalloc`]
//! and [`isa`] each work on one of the forms, and [`lower`] translates one to the other. [`jit`] owns memory and is the
//! only part with `unsafe` in it. `ARCHITECTURE.md` in the repository has the map.
//!
//! The cargo feature `cranelift` adds a second backend, [`Backend::Cranelift`]: the same procedures and handles, with
//! code by Cranelift. Without it there is no dependency on Cranelift. The feature `disasm` adds the disassembly of
//! compiled and linked code.

pub mod air;
pub mod air_opt;
pub mod analysis;
pub mod assembly;
pub mod base;
pub mod bundle;
mod compiler;
#[cfg(feature = "cranelift")]
pub mod cranelift;
#[cfg(feature = "disasm")]
pub mod disasm;
pub mod interp;
pub mod ir;
pub mod isa;
pub mod jit;
pub mod lower;
pub mod machine;
#[cfg(feature = "object")]
pub mod object_file;
pub mod opt;
pub mod options;
pub mod patchpoint;
mod pipeline;
pub mod regalloc;
pub mod saved_code;
pub mod support;
pub mod tiering;

pub use base::{Budget, CancelToken, Limits, Usage};
pub use compiler::{Compiler, host_target, targets};
pub use jit::ic;
pub use opt::InputProfile;
pub use options::{Backend, OnLimit, OptLevel, Options};
pub use pipeline::{CodeLine, Observer, Progress, Stage, error};

/// What most clients import: `use barebones::prelude::*;`.
///
/// The names of building procedures, patchpoints and exits, compiling and calling. Everything else is imported from its
/// module.
pub mod prelude {
    pub use crate::base::{
        Effects, IntCondition, ObjectId, Origin, Reg, RegSet, Signature, StackSlotId, StateId, SymbolId,
        TrapCode, Type,
    };
    pub use crate::exit_state;
    pub use crate::interp::ExitEntry;
    pub use crate::ir::{
        BlockId, Cursor, Opcode, Procedure, SsaBuilder, SsaVariable, StackSlotKind, StateEntry, Successor,
        ValueId, VariableId,
    };
    pub use crate::isa::GeneratorError;
    pub use crate::isa::masm::{Address, MacroAssembler, Scale};
    pub use crate::jit::{
        Code, ExitReply, Function, KnownSymbol, Linker, RegisteredThread, TakenExit, Trap, TrapRecovery,
        TypedCode, TypedFunction,
    };
    pub use crate::patchpoint::Constraint;
    pub use crate::{Compiler, OptLevel, Options, host_target};
}

/// The promises to clients about threads. A change that breaks one does not compile.
const _: () = {
    const fn is_sent<T: Send>() {}
    const fn is_shared<T: Send + Sync>() {}
    is_sent::<Compiler>();
    is_shared::<Options>();
    is_shared::<CancelToken>();
    is_shared::<ir::Procedure>();
    is_shared::<ir::Module>();
    is_shared::<isa::CompiledCode>();
    is_shared::<assembly::Prepared>();
    is_shared::<bundle::Bundle>();
    is_shared::<saved_code::SavedCode>();
    is_shared::<interp::SandboxMemory>();
    is_shared::<jit::CodeMemory>();
    is_shared::<jit::Code>();
    is_shared::<jit::TypedCode<extern "C" fn()>>();
    is_shared::<jit::Linker>();
    is_shared::<jit::Function>();
    is_shared::<jit::TypedFunction<extern "C" fn()>>();
    is_shared::<jit::DataObject>();
    is_shared::<jit::Quiescence>();
    is_sent::<jit::RegisteredThread>();
    is_shared::<tiering::BackOff>();
    is_shared::<tiering::Counter>();
    is_shared::<tiering::CompileQueue<u32>>();
    is_shared::<jit::Trap>();
    is_shared::<jit::WeakCode>();
    is_shared::<error::CompileFailure>();
    is_shared::<error::ModuleFailure>();
    is_shared::<error::CallError>();
    is_shared::<patchpoint::GeneratorRegistry>();
};

/// Compiles and runs the programs of the book's chapters, `docs/`, that need this package only.
#[cfg(doctest)]
pub mod book {
    macro_rules! chapters {
        ($($(#[$attribute:meta])* $name:ident = $file:literal)*) => {
            $(
                $(#[$attribute])*
                #[doc = include_str!(concat!("../", $file))]
                pub struct $name;
            )*
        };
    }

    chapters! {
        Readme = "README.md"
        Assembling = "docs/assembling.md"
        BugReports = "docs/bug_reports.md"
        Building = "docs/building.md"
        Calculator = "docs/calculator.md"
        Calls = "docs/calls.md"
        CodeMemory = "docs/code_memory.md"
        Debugging = "docs/debugging.md"
        #[cfg(feature = "disasm")]
        Disassembly = "docs/disassembly.md"
        Errors = "docs/errors.md"
        Exceptions = "docs/exceptions.md"
        Exits = "docs/exits.md"
        FromB3 = "docs/from_b3.md"
        FromDynasm = "docs/from_dynasm.md"
        FromLlvm = "docs/from_llvm.md"
        Gc = "docs/gc.md"
        Guards = "docs/guards.md"
        Hardening = "docs/hardening.md"
        Hello = "docs/hello.md"
        InlineCaches = "docs/inline_caches.md"
        Languages = "docs/languages.md"
        Limits = "docs/limits.md"
        Linking = "docs/linking.md"
        Osr = "docs/osr.md"
        Passes = "docs/passes.md"
        Patching = "docs/patching.md"
        Patchpoints = "docs/patchpoints.md"
        Performance = "docs/performance.md"
        SavedCode = "docs/saved_code.md"
        Threads = "docs/threads.md"
        Tiering = "docs/tiering.md"
        Unwinding = "docs/unwinding.md"
    }
}
