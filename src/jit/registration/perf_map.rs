//! `/tmp/perf-PID.map`: a line for each procedure, with address, size and name.
//!
//! Lines are written at once: perf loses what has no newline. If several lines have one address, perf uses the first. So
//! when an address is reused, the old line gets the address zero in place. Until then freed procedures stay listed, and
//! profiles of them are readable. Source: perf, `Documentation/jit-interface.txt`.

use super::{Described, RegistrationError};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

static MAP: Mutex<Option<Map>> = Mutex::new(None);

fn lock() -> MutexGuard<'static, Option<Map>> {
    MAP.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The map of this process.
struct Map {
    process: u32,
    file: File,
    /// Size of the file in bytes.
    end: u64,
    /// What the file has, by address.
    listed: BTreeMap<u64, Listed>,
}

/// A line.
struct Listed {
    /// Size of the procedure in bytes.
    size: u64,
    /// Offset of the line in the file.
    line: u64,
}

fn path(process: u32) -> PathBuf {
    PathBuf::from(format!("/tmp/perf-{process}.map"))
}

impl Map {
    /// Creates the file of this process. A forked child continues with a copy of its parent's.
    fn create(parent: Option<Map>) -> io::Result<Map> {
        let process = std::process::id();
        // A file that another user made is not followed or written.
        _ = std::fs::remove_file(path(process));
        let mut file = OpenOptions::new().write(true).create_new(true).open(path(process))?;
        let Some(Map { process: old, listed, .. }) = parent else {
            return Ok(Map { process, file, end: 0, listed: BTreeMap::new() });
        };
        let text = std::fs::read(path(old))?;
        file.write_all(&text)?;
        Ok(Map { process, file, end: text.len() as u64, listed })
    }

    /// Removes the procedures at these addresses from the list.
    fn forget(&mut self, addresses: Range<u64>) -> io::Result<()> {
        let below = self.listed.range(..addresses.end).rev();
        let overlapping = below.take_while(|(start, listed)| **start + listed.size > addresses.start);
        let overlapping: Vec<(u64, u64)> = overlapping.map(|(start, listed)| (*start, listed.line)).collect();
        for (start, line) in overlapping {
            self.listed.remove(&start);
            self.file.seek(SeekFrom::Start(line))?;
            self.file.write_all(format!("{start:x}").replace(|_| true, "0").as_bytes())?;
        }
        Ok(())
    }
}

/// The map of this process, created if there is none.
fn current(place: &mut Option<Map>) -> io::Result<&mut Map> {
    let map = match place.take() {
        Some(map) if map.process == std::process::id() => map,
        other => Map::create(other)?,
    };
    Ok(place.insert(map))
}

/// Creates the file, if this process has none.
pub(super) fn create() -> Result<(), RegistrationError> {
    let failed = |error: io::Error| {
        let path = path(std::process::id());
        RegistrationError::File { path, message: error.to_string() }
    };
    current(&mut lock()).map(|_| ()).map_err(failed)
}

/// Lists the procedures of a group.
pub(super) fn add(group: &Described<'_>) -> io::Result<()> {
    let mut place = lock();
    let map = current(&mut place)?;
    map.forget(group.base..group.base + group.size)?;
    let mut text = String::new();
    for procedure in &group.procedures {
        let name = procedure.name.replace(char::is_control, " ");
        let name = if name.is_empty() { "compiled code" } else { &name };
        let (address, size) = (procedure.address(group), u64::from(procedure.code.code_size));
        map.listed.insert(address, Listed { size, line: map.end + text.len() as u64 });
        // Writing to a string cannot fail.
        _ = writeln!(text, "{address:x} {size:x} {name}");
    }
    map.file.seek(SeekFrom::Start(map.end))?;
    map.file.write_all(text.as_bytes())?;
    map.end += text.len() as u64;
    Ok(())
}
