//! Executable memory, linking, and handles that own code.
//!
//! [`CodeMemory`] allocates blocks that are writable first and executable later, never both at one address. [`link`]
//! puts the procedures of a module into one block and returns a [`Code`] for each; dropping the last one frees the
//! block. [`Code::typed`] checks a Rust function type against the procedure and returns a [`TypedCode`], which also
//! owns its code.
//!
//! Code that traps raises a signal. [`TrapRecovery`] turns such signals into errors of the calls that request it.
//!
//! This is the only part of the library that contains `unsafe`, and the only one that depends on the host.

// Mapping memory, writing code and jumping to it cannot be expressed in safe Rust. All other code is elsewhere.
#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
#![deny(clippy::undocumented_unsafe_blocks, clippy::missing_safety_doc)]

/// A call-frame directive in an assembly function: nothing on Windows, which has tables of its own.
#[cfg(not(windows))]
macro_rules! cfi {
    ($directive:literal) => {
        $directive
    };
}
#[cfg(windows)]
macro_rules! cfi {
    ($directive:literal) => {
        ""
    };
}

mod activation;
mod assumption;
mod caller_rows;
mod code;
mod context;
mod cpu;
mod error;
mod exit_index;
mod exit_links;
mod exit_slots;
mod exits;
mod fork_guard;
mod frame_values;
mod free_ranges;
mod function_table;
mod host_function;
pub mod ic;
mod icache;
mod interrupted;
mod lib_calls;
mod link;
mod link_sites;
mod linker;
mod mapper;
#[cfg(unix)]
mod mapper_unix;
#[cfg(not(any(unix, windows)))]
mod mapper_unsupported;
#[cfg(windows)]
mod mapper_windows;
mod memory;
mod names;
mod ownership;
mod patch;
mod points;
mod process_symbols;
mod quiescence;
mod raw_call;
mod raw_host;
mod recovery;
#[cfg(all(any(target_os = "linux", target_os = "android"), target_arch = "aarch64"))]
mod recovery_a64;
#[cfg_attr(
    all(
        any(target_os = "linux", target_os = "android"),
        any(target_arch = "x86_64", target_arch = "aarch64")
    ),
    path = "recovery_linux.rs"
)]
#[cfg_attr(all(windows, target_arch = "x86_64"), path = "recovery_windows.rs")]
#[cfg_attr(
    not(any(
        all(
            any(target_os = "linux", target_os = "android"),
            any(target_arch = "x86_64", target_arch = "aarch64")
        ),
        all(windows, target_arch = "x86_64")
    )),
    path = "recovery_unsupported.rs"
)]
mod recovery_host;
#[cfg(all(any(target_os = "linux", target_os = "android"), target_arch = "x86_64"))]
mod recovery_x64;
// Only bound lifetimes tell the implementations of these two modules apart. The lint warns that a later compiler might
// refuse that; widely used packages rely on it, too.
#[allow(coherence_leak_check)]
mod reference_params;
mod registration;
mod registry;
mod shadow_stack;
mod signed;
mod tables;
#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests;
mod throw;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod throw_unwind;
mod thunk;
mod trampoline;
#[cfg(all(
    any(target_os = "linux", target_os = "android"),
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod traps;
#[allow(coherence_leak_check)] // as for `reference_params`
mod typed;
mod unwind_tables;
mod walk;

pub use activation::{
    ActiveFrame, ActiveFrames, RootsError, TransitionFn, active_frames, poll_handler, transition,
};
pub use assumption::Assumption;
pub use code::{Code, WeakCode};
pub use context::with_context;
pub use cpu::{HOST_C_CONVENTION, host_arch, host_features};
pub use error::{CallError, LinkError, MemoryError, MemoryRequest, TypeMismatch};
pub use exit_links::ExitLinkError;
pub use exits::{Continuation, ExitHandler, ExitReply, TakenExit};
pub use frame_values::{ExitError, ExitValues};
#[doc(hidden)]
pub use host_function::Given;
pub use host_function::HostFunction;
pub use interrupted::{Interrupted, interrupted_frames};
pub use link::{Linkable, Resolved, link};
pub use linker::{
    DataObject, Definition, Function, KnownSymbol, Linker, LinkerError, Place, SymbolUse, TypedFunction,
    UndefinedFunction,
};
pub use mapper::{Access, Mapper, MappingMode, Reservation};
pub use memory::{CodeMemory, MemoryOptions, MemoryStats};
pub use names::{CodeName, name_of};
pub use patch::PatchError;
pub use process_symbols::process_symbols;
pub use quiescence::{Quiescence, RegisteredThread};
pub use raw_call::Bits;
pub use raw_host::RawHost;
pub use recovery::{CodeLocation, Payload, RecoveryError, Trap, TrapPayload, TrapRecovery, raise_trap};
pub use registration::{
    LineMap, RegistrationError, Registrations, SourceLocation, SourceMap, Variable, VariableType,
};
pub use throw::{ThrowingFn, Thrown, throw_function, throwing, thrown, thrown_function};
pub use typed::{CFunction, CResult, CValue, HostResult, TypedCode};
pub use walk::{FrameWalk, WalkedFrame, walk_frames};

#[cfg(unix)]
pub use mapper_unix::SystemMapper;
#[cfg(not(any(unix, windows)))]
pub use mapper_unsupported::SystemMapper;
#[cfg(windows)]
pub use mapper_windows::SystemMapper;
#[cfg(all(
    any(target_os = "linux", target_os = "android"),
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
pub use traps::{TrapReport, install_trap_reporter};
