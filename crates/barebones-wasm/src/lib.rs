//! WebAssembly on top of [`barebones`]: a front end for its public interface, and a small runtime.
//!
//! An [`Engine`] has the configuration, a [`Module`] the code of a module in the binary format, a [`Store`] the
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
//! By default [`Module::new`] compiles everything, and functions call each other directly. With [`Config::lazy`] each
//! function is compiled when it is called first, with [`Config::tier_up`] once more when it has been called often.
//!
//! Supported is [`SUPPORTED`]; a module that needs more is an [`Error`] which names the proposal and the place.
//! Code runs on x86-64 Linux.

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
    Caller, Extern, ExternRef, Func, Global, HostFunc, HostResult, Instance, InterruptHandle, Linker, Memory,
    Store, Table, TypedFunc, Val, WasmParams, WasmResults, WasmValue,
};
pub use types::{ExternType, FuncType, GlobalType, Limits, MemoryType, TableType, ValType};
pub use wasmparser::WasmFeatures;
pub use worker::CompileStats;
