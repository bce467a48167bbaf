//! `jit-PID.dump`: code and lines of all procedures, in the order in which they were linked.
//!
//! perf and samply find the file by an executable mapping of it. Times are of `CLOCK_MONOTONIC`, as those of
//! `perf record -k mono`. Source: Linux, `tools/perf/Documentation/jitdump-specification.txt`.

use super::source::Files;
use super::writer::Writer;
use super::{Described, RegistrationError, elf};
use crate::base::Arch;
use crate::jit::host_arch;
use crate::jit::memory::ExecutableBlock;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

/// `JiTD` as a number of the machine.
const MAGIC: u32 = 0x4A69_5444;
const HEADER: u32 = 40;
/// Kinds of records.
const LOAD: u32 = 0;
const DEBUG_INFO: u32 = 2;
const CLOSE: u32 = 3;

/// All open dumps, by their path. They are never closed before the process ends.
static DUMPS: Mutex<Vec<(PathBuf, Arc<Dump>)>> = Mutex::new(Vec::new());

/// A dump of this process.
pub(super) struct Dump {
    process: u32,
    state: Mutex<State>,
}

struct State {
    file: File,
    /// Number of the next code.
    index: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Dump {
    /// Opens the dump in a folder, or returns the one that is open there.
    pub(super) fn open(folder: &Path) -> Result<Arc<Dump>, RegistrationError> {
        let process = std::process::id();
        let path = folder.join(format!("jit-{process}.dump"));
        let mut dumps = lock(&DUMPS);
        if let Some((_, dump)) = dumps.iter().find(|(known, _)| *known == path) {
            return Ok(dump.clone());
        }
        let create = || -> io::Result<File> {
            let mut file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
            let mut out = Writer::default();
            for number in
                [MAGIC, 1, HEADER, elf::machine(host_arch().unwrap_or(Arch::X64)).into(), 0, process]
            {
                out.u32(number);
            }
            out.u64(system::time());
            out.u64(0); // flags: times are of the clock
            file.write_all(&out.0)?;
            system::mark(&file)?;
            Ok(file)
        };
        let file = create()
            .map_err(|error| RegistrationError::File { path: path.clone(), message: error.to_string() })?;
        let dump = Arc::new(Dump { process, state: Mutex::new(State { file, index: 0 }) });
        dumps.push((path, dump.clone()));
        static ONCE: Once = Once::new();
        ONCE.call_once(|| system::at_exit(close_all));
        Ok(dump)
    }

    /// Writes the lines and the code of a group.
    pub(super) fn add(
        &self,
        group: &Described<'_>,
        files: &Files,
        block: &ExecutableBlock,
    ) -> io::Result<()> {
        if self.process != std::process::id() {
            return Err(io::ErrorKind::Unsupported.into()); // the file is the parent's
        }
        let mut state = lock(&self.state);
        let mut out = Writer::default();
        for procedure in &group.procedures {
            let address = procedure.address(group);
            let lines: Vec<_> = procedure.lines.iter().filter(|(_, _, line)| *line != 0).collect();
            if !lines.is_empty() {
                record(&mut out, DEBUG_INFO, |out| {
                    out.u64(address);
                    out.u64(lines.len() as u64);
                    for &&(offset, file, line) in &lines {
                        out.u64(address + u64::from(offset));
                        out.u32(line);
                        out.u32(0); // discriminator
                        out.string(
                            &files.all.get(file).map(|file| file.display().to_string()).unwrap_or_default(),
                        );
                    }
                });
            }
            let (start, size) = (procedure.start as usize, procedure.code.code_size);
            let bytes = block.copy_code(start..start + size as usize);
            let index = state.index;
            state.index += 1;
            record(&mut out, LOAD, |out| {
                out.u32(self.process);
                out.u32(system::thread());
                out.u64(address);
                out.u64(address);
                out.u64(size.into());
                out.u64(index);
                out.string(procedure.name);
                out.bytes(&bytes);
            });
        }
        state.file.write_all(&out.0)
    }
}

/// Writes a record: kind, size, time, and what `write` adds.
fn record(out: &mut Writer, kind: u32, write: impl FnOnce(&mut Writer)) {
    let start = out.0.len();
    out.u32(kind);
    out.u32(0);
    out.u64(system::time());
    write(out);
    let size = (out.0.len() - start) as u32;
    out.0[start + 4..start + 8].copy_from_slice(&size.to_le_bytes());
}

/// Ends all dumps of this process.
extern "C" fn close_all() {
    let Ok(dumps) = DUMPS.try_lock() else { return };
    for (_, dump) in dumps.iter().filter(|(_, dump)| dump.process == std::process::id()) {
        let Ok(mut state) = dump.state.try_lock() else { continue };
        let mut out = Writer::default();
        record(&mut out, CLOSE, |_| ());
        // There is no one to report a failure to.
        _ = state.file.write_all(&out.0);
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod system {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;

    /// Nanoseconds of `CLOCK_MONOTONIC`.
    pub(super) fn time() -> u64 {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: `time` is valid for writes.
        unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
        time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
    }

    /// The system's number of the thread.
    pub(super) fn thread() -> u32 {
        // SAFETY: the call has no arguments and cannot fail.
        unsafe { libc::syscall(libc::SYS_gettid) as u32 }
    }

    /// Maps a page of the file executable, for as long as the process lives: perf records the mapping.
    pub(super) fn mark(file: &File) -> io::Result<()> {
        // SAFETY: a new mapping at an address chosen by the system does not touch existing ones.
        let address = unsafe {
            let protection = libc::PROT_READ | libc::PROT_EXEC;
            libc::mmap(std::ptr::null_mut(), 1, protection, libc::MAP_PRIVATE, file.as_raw_fd(), 0)
        };
        if address == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    pub(super) fn at_exit(function: extern "C" fn()) {
        // SAFETY: the function takes no lock for which it would wait. If there is no memory, it is not called.
        unsafe { libc::atexit(function) };
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod system {
    use std::fs::File;
    use std::io;

    pub(super) fn time() -> u64 {
        0
    }

    pub(super) fn thread() -> u32 {
        0
    }

    pub(super) fn mark(_file: &File) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn at_exit(_function: extern "C" fn()) {}
}
