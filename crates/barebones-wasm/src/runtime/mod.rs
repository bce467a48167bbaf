//! The runtime: stores, instances and their parts.

mod code_map;
mod exception;
mod func;
mod global;
mod host;
mod instance;
mod limits;
mod linker;
mod memory;
mod segments;
mod shared;
mod store;
mod table;
mod tier;
mod typed;
mod value;

pub use exception::{Exception, ExnRef, Tag};
pub use func::Func;
pub use global::Global;
pub use host::Caller;
pub use instance::{Extern, Instance};
pub use limits::InterruptHandle;
pub use linker::Linker;
pub use memory::Memory;
pub use shared::SharedMemory;
pub use store::Store;
pub(crate) use store::word;
pub use table::Table;
pub use typed::{HostFunc, HostResult, TypedFunc, WasmParams, WasmResults, WasmValue};
pub use value::{ExternRef, Val};
