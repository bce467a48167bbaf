//! Errors of code memory, linking and calls.

use crate::base::{Arch, SymbolId, Type};
use crate::isa::RelocKind;
use crate::support::error_type;
use std::fmt;

/// What the system was asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryRequest {
    /// Reserve a range of addresses.
    Reserve,
    /// Commit memory to a part of a reserved range.
    Commit,
    /// Change the protection of pages.
    Protect,
    /// Allocate ordinary memory for a module's data.
    Data,
}

/// No memory for code could be provided.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemoryError {
    /// The system refused a request.
    Refused {
        /// The request.
        request: MemoryRequest,
        /// Its size in bytes.
        bytes: usize,
        /// The system's error number; `None` if it reported none.
        os_error: Option<i32>,
    },
    /// A [`Mapper`](super::Mapper) of the client refused a request.
    Mapper {
        /// The request.
        request: MemoryRequest,
        /// Its size in bytes.
        bytes: usize,
        /// The mapper's reason.
        reason: String,
    },
    /// A [`Mapper`](super::Mapper) of the client broke its contract. The memory was not accessed.
    BrokenContract {
        /// The condition that must hold.
        expected: &'static str,
        /// The size or address in bytes that violates it.
        found: usize,
    },
    /// The system does not provide executable memory, or not in this mode.
    Unsupported,
    /// The request exceeds the size limit of a block.
    TooLarge {
        /// The requested size in bytes.
        bytes: usize,
        /// The maximum size of a block in bytes.
        limit: usize,
    },
    /// The alignment is not a power of two, or exceeds the limit.
    BadAlignment {
        /// The requested alignment.
        alignment: u32,
        /// The largest alignment.
        limit: u32,
    },
}

impl fmt::Display for MemoryRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MemoryRequest::Reserve => "reserve addresses for code",
            MemoryRequest::Commit => "commit memory for code",
            MemoryRequest::Protect => "change the protection of code",
            MemoryRequest::Data => "allocate memory for data",
        })
    }
}

error_type!(MemoryError {
    MemoryError::Refused { request, bytes, os_error: None } => "the system refused to {request} ({bytes} bytes)";
    MemoryError::Refused { request, bytes, os_error: Some(number) } =>
        "the system refused to {request} ({bytes} bytes): {}", std::io::Error::from_raw_os_error(*number);
    MemoryError::Mapper { request, bytes, reason } => "the mapper refused to {request} ({bytes} bytes): {reason}";
    MemoryError::BrokenContract { expected, found } =>
        "the mapper broke its contract: expected {expected}; found {found:#x}";
    MemoryError::Unsupported => "no executable memory of this kind on this system";
    MemoryError::TooLarge { bytes, limit } => "{bytes} bytes of code in one block; at most {limit} are possible";
    MemoryError::BadAlignment { alignment, limit } =>
        "alignment {alignment}; expected a power of two, at most {limit}";
});

/// Why procedures could not be linked. Offsets are bytes from the procedure's first byte.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkError {
    /// The memory could not be provided.
    Memory(MemoryError),
    /// The code is for another instruction set than the host's.
    WrongArch {
        /// The procedure.
        procedure: String,
        /// Its instruction set.
        found: Arch,
        /// The host's; `None` if the library does not support it.
        host: Option<Arch>,
    },
    /// The compiled code is inconsistent.
    Malformed {
        /// The procedure.
        procedure: String,
        /// The condition that must hold.
        expected: &'static str,
        /// The number that violates it.
        found: u64,
    },
    /// A relocation's field is not inside the procedure, or not aligned.
    BadOffset {
        /// The procedure.
        procedure: String,
        /// The field's offset.
        offset: u32,
        /// The size of the procedure.
        size: usize,
    },
    /// A relocation is for another instruction set.
    WrongKind {
        /// The procedure.
        procedure: String,
        /// The field's offset.
        offset: u32,
        /// The kind of relocation.
        kind: RelocKind,
        /// The procedure's instruction set.
        arch: Arch,
    },
    /// A PC-relative relocation to a target outside the group is in an instruction that is not a branch, so that it
    /// cannot use a veneer.
    NotABranch {
        /// The procedure.
        procedure: String,
        /// The field's offset.
        offset: u32,
    },
    /// The code has exits, on a host for which the library has no exit thunk.
    NoExits {
        /// The procedure.
        procedure: String,
    },
    /// The code has exits, catches exceptions or has retpolines, and the thread uses a shadow stack of the processor,
    /// which the library does not adjust.
    ShadowStack {
        /// The procedure.
        procedure: String,
    },
    /// The code has no [landing pads](crate::base::BranchProtection), but the memory is
    /// [guarded](super::MemoryOptions::guarded).
    NoLandingPads {
        /// The procedure.
        procedure: String,
    },
    /// The symbol could not be resolved.
    UnresolvedSymbol {
        /// The procedure.
        procedure: String,
        /// The symbol.
        symbol: SymbolId,
    },
    /// A symbol resolved to a procedure or data object that the group does not have.
    UnknownIndex {
        /// The procedure.
        procedure: String,
        /// The symbol.
        symbol: SymbolId,
        /// The index it resolved to.
        index: usize,
        /// The number of procedures or data objects.
        count: usize,
    },
    /// The distance between a field and its target does not fit the field.
    OutOfReach {
        /// The procedure.
        procedure: String,
        /// The field's offset.
        offset: u32,
        /// Target minus field, in bytes.
        distance: i64,
    },
    /// The system cannot look up symbols of the process by name.
    NoProcessSymbols,
    /// The code exceeds the reach of branches inside a group.
    GroupTooLarge {
        /// The size of the group in bytes.
        bytes: u64,
        /// The maximum size of a group in bytes.
        limit: u64,
    },
}

impl From<MemoryError> for LinkError {
    fn from(error: MemoryError) -> LinkError {
        LinkError::Memory(error)
    }
}

error_type!(LinkError {
    LinkError::Memory(error) => "{error}";
    LinkError::WrongArch { procedure, found, host: Some(host) } =>
        "{procedure}: code for {found:?}; expected {host:?}, the host's";
    LinkError::WrongArch { procedure, found, host: None } =>
        "{procedure}: code for {found:?}; the library does not support this host";
    LinkError::Malformed { procedure, expected, found } => "{procedure}: expected {expected}; found {found}";
    LinkError::BadOffset { procedure, offset, size } =>
        "{procedure}: relocation at {offset}; expected an aligned field inside {size} bytes";
    LinkError::WrongKind { procedure, offset, kind, arch } =>
        "{procedure}: relocation at {offset} is {kind:?}; {arch:?} has no such relocation";
    LinkError::NotABranch { procedure, offset } =>
        "{procedure}: relocation at {offset} leaves the group; expected it in a branch";
    LinkError::NoExits { procedure } => "{procedure}: code cannot leave by exits on this machine";
    LinkError::ShadowStack { procedure } =>
        "{procedure}: code with exits, exception handlers or retpolines cannot run on a thread with a shadow stack";
    LinkError::NoLandingPads { procedure } =>
        "{procedure}: expected code with landing pads, for guarded memory";
    LinkError::UnresolvedSymbol { procedure, symbol } =>
        "no definition of {symbol}, which `{procedure}` refers to";
    LinkError::UnknownIndex { procedure, symbol, index, count } =>
        "{procedure}: {symbol} resolved to index {index}; expected one below {count}";
    LinkError::OutOfReach { procedure, offset, distance } =>
        "{procedure}: relocation at {offset} cannot hold the distance {distance}";
    LinkError::NoProcessSymbols => "this system cannot look up symbols of the process by name";
    LinkError::GroupTooLarge { bytes, limit } =>
        "{bytes} bytes of code linked together; at most {limit} are possible";
});

/// A function type or a list of arguments does not match the procedure.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeMismatch {
    /// The number of parameters differs.
    ParameterCount {
        /// The procedure.
        procedure: String,
        /// The procedure's.
        expected: usize,
        /// The caller's.
        found: usize,
    },
    /// A parameter's type differs.
    Parameter {
        /// The procedure.
        procedure: String,
        /// Its index, from 0.
        index: usize,
        /// The procedure's.
        expected: Type,
        /// The caller's.
        found: Type,
    },
    /// The types of the results differ.
    Results {
        /// The procedure.
        procedure: String,
        /// The procedure's.
        expected: Vec<Type>,
        /// The caller's.
        found: Vec<Type>,
    },
    /// The convention does not return a pair of these results as C returns a structure, so no Rust type matches.
    PairOfResults {
        /// The procedure.
        procedure: String,
        /// The convention.
        convention: &'static str,
        /// The types of the results.
        results: [Type; 2],
    },
    /// The procedure does not use the C convention of the host.
    Convention {
        /// The procedure.
        procedure: String,
        /// The procedure's.
        expected: &'static str,
        /// The caller's: the C convention of the host; `None` if the library does not support it.
        found: Option<&'static str>,
    },
    /// The procedure has no such entry.
    NoEntry {
        /// The procedure.
        procedure: String,
        /// The entry's number, from 0.
        entry: usize,
        /// The number of entries of the procedure.
        entries: usize,
    },
}

error_type!(TypeMismatch {
    TypeMismatch::ParameterCount { procedure, expected, found } =>
        "`{procedure}` has {expected} parameters; found {found}";
    TypeMismatch::Parameter { procedure, index, expected, found } =>
        "parameter {index} of `{procedure}`: expected {expected}; found {found}";
    TypeMismatch::Results { procedure, expected, found } =>
        "`{procedure}` returns {}; found {}", Types(expected), Types(found);
    TypeMismatch::PairOfResults { procedure, convention, results: [first, second] } =>
        "the results of `{procedure}`, {first} and {second}: {convention} returns no structure in their registers";
    TypeMismatch::Convention { procedure, expected, found } =>
        "`{procedure}` has the convention {expected}; found {}", found.unwrap_or("none");
    TypeMismatch::NoEntry { procedure, entry, entries } =>
        "no entry {entry} of `{procedure}`, which has {entries}";
});

/// A list of types, as a signature has them.
struct Types<'a>(&'a [Type]);

impl fmt::Display for Types<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else { return f.write_str("nothing") };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|ty| write!(f, ", {ty}"))
    }
}

/// Why a call with untyped arguments is not possible.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// The arguments do not match the procedure.
    Types(TypeMismatch),
    /// The convention cannot return the procedure's results.
    NoPlaceForResults {
        /// The procedure.
        procedure: String,
        /// The convention.
        convention: &'static str,
    },
    /// The stack arguments exceed the limit of such calls.
    TooManyArguments {
        /// The procedure.
        procedure: String,
        /// Their size in bytes.
        bytes: u32,
        /// The maximum size in bytes.
        limit: u32,
    },
}

impl From<TypeMismatch> for CallError {
    fn from(mismatch: TypeMismatch) -> CallError {
        CallError::Types(mismatch)
    }
}

error_type!(CallError {
    CallError::Types(mismatch) => "{mismatch}";
    CallError::NoPlaceForResults { procedure, convention } =>
        "the convention {convention} has no place for the results of `{procedure}`";
    CallError::TooManyArguments { procedure, bytes, limit } =>
        "{bytes} bytes of stack arguments of `{procedure}`; at most {limit} are possible";
});
