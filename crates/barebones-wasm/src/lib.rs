//! A WebAssembly front end for [`barebones`] on its public interface, with a small runtime.
//!
//! An [`Engine`] has the configuration. A [`Module`] has the code of a module in the binary format. A [`Store`] has
//! instances with their memories, tables, globals and functions.
//!
//! ```
//! use barebones_wasm::{Config, Engine, Linker, Module, Store};
//!
//! // (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
//! let bytes = b"\0asm\x01\0\0\0\x01\x07\x01\x60\x02\x7f\x7f\x01\x7f\x03\x02\x01\0\
//!     \x07\x07\x01\x03add\0\0\x0a\x09\x01\x07\0\x20\0\x20\x01\x6a\x0b";
//! let engine = Engine::new(Config::default())?;
//! let module = Module::new(&engine, bytes)?;
//! let mut store = Store::new(&engine);
//! let instance = Linker::new().instantiate(&mut store, &module)?;
//! let add = instance.func(&store, "add")?.typed::<(i32, i32), i32>(&store)?;
//! assert_eq!(add.call(&mut store, (40, 2))?, 42);
//! # Ok::<(), barebones_wasm::Error>(())
//! ```
//!
//! By default [`Module::new`] compiles all functions, and functions call each other directly. [`Config::lazy`]
//! compiles each function at its first call. [`Config::tier_up`] recompiles a function after many calls and
//! iterations.
//!
//! [`SUPPORTED`] lists the supported proposals. For a module that needs others, the [`Error`] names the proposal and
//! the offset. Code runs on x86-64 Linux.
//!
//! The type of a reference may name a function type: [`HeapType::Type`]. Calls of such references compare no types, so the
//! host's values are checked wherever they enter: arguments, results of host functions, globals, tables and exceptions.

mod background;
mod config;
mod decode;
mod engine;
mod error;
mod info;
mod layout;
mod module;
mod raw;
mod runtime;
mod translate;
mod type_registry;
mod types;
pub mod wasi;
#[cfg(feature = "wast")]
pub mod wast;
mod worker;

pub use config::{BoundsChecks, Config, Pins, SUPPORTED, TIER_UP_THRESHOLD};
pub use engine::Engine;
pub use error::{Error, HostError, Trap, TrapFrame, TrapKind};
pub use module::{Module, Tier, TierStats};
pub use runtime::{
    Caller, Exception, ExnRef, Extern, ExternRef, Func, Global, HostFunc, HostResult, Instance,
    InterruptHandle, Linker, Memory, SharedMemory, Store, Table, Tag, TypedFunc, Val, WasmParams,
    WasmResults, WasmValue,
};
pub use types::{
    ExternType, FuncType, FuncTypeId, GlobalType, HeapType, Limits, MemoryType, RefType, TableType, ValType,
};
pub use wasmparser::WasmFeatures;
pub use worker::CompileStats;

/// Compiles and runs the programs of the chapter about WebAssembly.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/webassembly.md")]
pub struct Chapter;
