//! `/tmp/perf-PID.map`: a line for each procedure, with address, size and name.
//!
//! Each line is written at once: perf loses what has no newline. If several lines have one address, perf uses the first.
//! So when an address is reused, the file is written anew without the procedures that were there before; until then, freed
//! procedures stay listed, and profiles of them are readable. Source: perf, `Documentation/jit-interface.txt`.

use super::{Described, RegistrationError};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
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
    /// What the file has, by address.
    listed: BTreeMap<u64, Listed>,
}

struct Listed {
    size: u64,
    name: String,
}

fn path(process: u32) -> PathBuf {
    PathBuf::from(format!("/tmp/perf-{process}.map"))
}

fn line(address: u64, listed: &Listed) -> String {
    format!("{address:x} {:x} {}\n", listed.size, listed.name)
}

impl Map {
    fn create(listed: BTreeMap<u64, Listed>) -> io::Result<Map> {
        let process = std::process::id();
        // A file that another user made is not followed or written.
        _ = std::fs::remove_file(path(process));
        let file = OpenOptions::new().append(true).create_new(true).open(path(process))?;
        let mut map = Map { process, file, listed };
        map.write_all()?;
        Ok(map)
    }

    fn write_all(&mut self) -> io::Result<()> {
        let text = self.listed.iter().map(|(address, listed)| line(*address, listed)).collect::<String>();
        self.file.set_len(0)?;
        self.file.write_all(text.as_bytes())
    }
}

/// Creates the file, if this process has none.
pub(super) fn create() -> Result<(), RegistrationError> {
    let mut map = lock();
    if map.as_ref().is_none_or(|map| map.process != std::process::id()) {
        let listed = map.take().map(|map| map.listed).unwrap_or_default();
        let created = Map::create(listed).map_err(|error| RegistrationError::File {
            path: path(std::process::id()),
            message: error.to_string(),
        });
        *map = Some(created?);
    }
    Ok(())
}

/// Lists the procedures of a group.
pub(super) fn add(group: &Described<'_>) -> io::Result<()> {
    let mut place = lock();
    // A forked child has a file of its own.
    if place.as_ref().is_none_or(|map| map.process != std::process::id()) {
        let listed = place.take().map(|map| map.listed).unwrap_or_default();
        *place = Some(Map::create(listed)?);
    }
    let Some(map) = &mut *place else { return Ok(()) };
    let freed: Vec<u64> = map
        .listed
        .range(..group.base + group.size)
        .rev()
        .take_while(|(address, listed)| **address >= group.base || **address + listed.size > group.base)
        .map(|(address, _)| *address)
        .collect();
    freed.iter().for_each(|address| {
        map.listed.remove(address);
    });
    let mut text = String::new();
    for procedure in &group.procedures {
        let name = procedure.name.replace(char::is_control, " ");
        let name = if name.is_empty() { String::from("compiled code") } else { name };
        let address = procedure.address(group);
        let listed = Listed { size: procedure.code.code_size.into(), name };
        // Writing to a string cannot fail.
        _ = text.write_str(&line(address, &listed));
        map.listed.insert(address, listed);
    }
    match freed.is_empty() {
        true => map.file.write_all(text.as_bytes()),
        false => map.write_all(),
    }
}
