//! Registration of compiled code with debuggers and profilers.
//!
//! [`CodeMemory::register_with`] selects the tools. From then on [`link`](super::link) describes each new group to them,
//! before its code can run, and the group's drop withdraws it from GDB. Without registrations a group has one pointer more and
//! linking tests one lock.
//!
//! - `gdb`: GDB's JIT interface, with an ELF image in memory for each group: symbols, lines, variables, frames.
//! - `perf_map`: the text file `/tmp/perf-PID.map`.
//! - `jitdump`: the binary file `jit-PID.dump` with code and lines.
//!
//! All of them exist on Linux only. `docs/debugging.md` shows sessions.

mod dwarf;
mod elf;
#[cfg_attr(
    all(
        any(target_os = "linux", target_os = "android"),
        any(target_arch = "x86_64", target_arch = "aarch64")
    ),
    path = "gdb.rs"
)]
#[cfg_attr(
    not(all(
        any(target_os = "linux", target_os = "android"),
        any(target_arch = "x86_64", target_arch = "aarch64")
    )),
    path = "gdb_unsupported.rs"
)]
mod gdb;
mod jitdump;
mod locals;
mod perf_map;
mod source;
mod writer;

pub use source::{LineMap, SourceLocation, SourceMap, Variable, VariableType};

use super::memory::{Attached, ExecutableBlock};
use super::{CodeMemory, MappingMode};
use crate::base::Arch;
use crate::isa::CompiledCode;
use crate::isa::unwind::CallFrameTable;
use crate::support::error_type;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// True if this system has the mechanisms.
const IS_SUPPORTED: bool = cfg!(all(
    any(target_os = "linux", target_os = "android"),
    any(target_arch = "x86_64", target_arch = "aarch64")
));

/// Which debuggers and profilers get to know code: see [`CodeMemory::register_with`]. The default is none.
///
/// ```
/// use barebones::jit::{LineMap, Registrations};
///
/// let mut registrations = Registrations::default();
/// registrations.gdb = true;
/// registrations.source = Some(std::sync::Arc::new(LineMap::new("program.toy")));
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Registrations {
    /// Registers code with GDB's JIT interface, which LLDB reads as well. In memory of [`MappingMode::Dual`] there are
    /// backtraces, but no software breakpoints: Linux does not let GDB write there.
    pub gdb: bool,
    /// Lists code in `/tmp/perf-PID.map`, for `perf report`. Not in [`MappingMode::Dual`]: perf does not look up mappings
    /// of files there.
    pub perf_map: bool,
    /// Writes code and lines to `jit-PID.dump` in this folder, for `perf inject --jit` and samply. `perf record` needs
    /// `-k mono`.
    pub jitdump: Option<PathBuf>,
    /// Converts origins to lines, and names stack slots and locals. Without it there are no lines.
    pub source: Option<Arc<dyn SourceMap>>,
}

/// Why [`CodeMemory::register_with`] failed. Nothing is registered then.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegistrationError {
    /// This system does not have the mechanism.
    Unsupported {
        /// The mechanism.
        mechanism: &'static str,
    },
    /// perf finds no names for code in memory of [`MappingMode::Dual`] in its map: it looks for the code in a file.
    MappedFile,
    /// A file could not be created.
    File {
        /// The file.
        path: PathBuf,
        /// The system's message.
        message: String,
    },
}

error_type!(RegistrationError {
    RegistrationError::Unsupported { mechanism } => "this system has no {mechanism}";
    RegistrationError::MappedFile =>
        "perf looks up no map for code memory that is mapped twice; use MappingMode::Toggling or jitdump";
    RegistrationError::File { path, message } => "{}: {message}", path.display();
});

/// The registrations of a code memory.
struct Tools {
    gdb: bool,
    perf_map: bool,
    jitdump: Option<Arc<jitdump::Dump>>,
    source: Option<Arc<dyn SourceMap>>,
    /// Number of groups that a file does not contain because writing failed.
    failures: AtomicU64,
}

/// A group to be described.
struct Described<'a> {
    arch: Arch,
    /// The address of the group.
    base: u64,
    /// Bytes of code, veneers included.
    size: u64,
    procedures: Vec<DescribedProcedure<'a>>,
    /// Makes the table of call frames.
    frames: &'a dyn Fn() -> CallFrameTable,
}

/// A procedure of a group.
pub(super) struct Linked<'a> {
    pub(super) name: &'a str,
    pub(super) code: &'a CompiledCode,
    /// Offset in the group.
    pub(super) start: u32,
}

struct DescribedProcedure<'a> {
    name: &'a str,
    code: &'a CompiledCode,
    /// Offset in the group.
    start: u32,
    /// The lines of its instructions: offset in the procedure, index of the file, line. Sorted by offset; a line of 0
    /// means none.
    lines: Vec<(u32, usize, u32)>,
}

impl DescribedProcedure<'_> {
    fn address(&self, group: &Described<'_>) -> u64 {
        group.base + u64::from(self.start)
    }
}

/// What a group withdraws when it is dropped: its image for GDB.
pub(super) use gdb::Registered;

impl CodeMemory {
    /// Registers all code that is linked in this memory from now on with debuggers and profilers, instead of those
    /// registered with before. Code that was linked before is not registered. Files are per process and shared by all
    /// memories.
    ///
    /// ```
    /// # use barebones::{Compiler, jit::Registrations};
    /// let mut compiler = Compiler::host()?;
    /// let mut registrations = Registrations::default();
    /// registrations.gdb = cfg!(target_os = "linux");
    /// compiler.memory()?.register_with(registrations)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the system does not have a mechanism, or a file cannot be created.
    pub fn register_with(&self, registrations: Registrations) -> Result<(), RegistrationError> {
        let Registrations { gdb, perf_map, jitdump, source } = registrations;
        let requested = [
            (gdb, "JIT interface of GDB"),
            (perf_map, "map for perf"),
            (jitdump.is_some(), "jitdump for perf"),
        ];
        if let Some((_, mechanism)) = requested.into_iter().find(|(requested, _)| *requested && !IS_SUPPORTED)
        {
            return Err(RegistrationError::Unsupported { mechanism });
        }
        if perf_map && self.mode() == MappingMode::Dual {
            return Err(RegistrationError::MappedFile);
        }
        if perf_map {
            perf_map::create()?;
        }
        let jitdump = jitdump.map(|folder| jitdump::Dump::open(&folder)).transpose()?;
        let is_used = gdb || perf_map || jitdump.is_some();
        let tools = Tools { gdb, perf_map, jitdump, source, failures: AtomicU64::new(0) };
        self.set_tools(is_used.then(|| Arc::new(tools) as Attached));
        Ok(())
    }

    /// Returns the number of groups of procedures that are missing in a file of [`Registrations`] because it could not be
    /// written: a disk is full, or this is a forked child, which does not write its parent's dump.
    pub fn registration_failures(&self) -> u64 {
        self.tools().and_then(tools_of).map_or(0, |tools| tools.failures.load(Relaxed))
    }
}

/// Describes a linked group, which no thread runs yet, to the tools of its memory.
pub(super) fn register<'a>(
    memory: &CodeMemory,
    block: &ExecutableBlock,
    procedures: impl Iterator<Item = Linked<'a>>,
    frames: &'a dyn Fn() -> CallFrameTable,
) -> Option<Registered> {
    memory.tools().and_then(tools_of)?.register(block, procedures, frames)
}

fn tools_of(attached: Attached) -> Option<Arc<Tools>> {
    attached.downcast().ok()
}

impl Tools {
    fn register<'a>(
        &self,
        block: &ExecutableBlock,
        procedures: impl Iterator<Item = Linked<'a>>,
        frames: &'a dyn Fn() -> CallFrameTable,
    ) -> Option<Registered> {
        let mut files = source::Files::default();
        let described = procedures.map(|linked| {
            let lines = self.source.as_ref().map(|source| files.lines(&**source, &linked));
            let Linked { name, code, start } = linked;
            DescribedProcedure { name, code, start, lines: lines.unwrap_or_default() }
        });
        let procedures: Vec<_> = described.collect();
        let group = Described {
            arch: procedures.first()?.code.arch,
            procedures,
            base: block.code().cast::<u8>().addr() as u64,
            size: block.code().len() as u64,
            frames,
        };
        let mut failed = false;
        if let Some(dump) = &self.jitdump {
            failed |= dump.add(&group, &files, block).is_err();
        }
        if self.perf_map {
            failed |= perf_map::add(&group).is_err();
        }
        if failed {
            self.failures.fetch_add(1, Relaxed);
        }
        self.gdb.then(|| {
            let sections = dwarf::sections(&group, &files, self.source.as_deref());
            gdb::register(elf::image(&group, &sections))
        })
    }
}
