//! File descriptors: streams, files and directories.

use super::{Definer, Errno, Guest, State};
use crate::{Caller, Error};
use std::fs::{File, Metadata};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// File types.
mod filetype {
    pub(super) const UNKNOWN: u8 = 0;
    pub(super) const CHARACTER_DEVICE: u8 = 2;
    pub(super) const DIRECTORY: u8 = 3;
    pub(super) const REGULAR_FILE: u8 = 4;
    pub(super) const SYMBOLIC_LINK: u8 = 7;
}

/// Rights of files and directories: read, seek, open, and query.
const READ_RIGHTS: u64 = 1 << 1 | 1 << 2 | 1 << 5 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 18 | 1 << 21;
/// Rights of streams. Without the right to seek, programs take them for terminals.
const STREAM_RIGHTS: u64 = 1 << 1 | 1 << 6 | 1 << 21;

/// An open stream, file or directory.
pub(super) enum Descriptor {
    Input,
    Output,
    Errors,
    File(File),
    Directory {
        path: PathBuf,
        /// The preopened directory that contains it; paths must not leave this.
        root: PathBuf,
        /// Its name for the program, if it is preopened.
        name: Option<String>,
    },
}

impl Descriptor {
    pub(super) fn preopened(name: String, path: PathBuf) -> Descriptor {
        let path = path.canonicalize().unwrap_or(path);
        Descriptor::Directory { root: path.clone(), path, name: Some(name) }
    }
}

impl State {
    pub(super) fn descriptor(&mut self, number: u32) -> Result<&mut Descriptor, Errno> {
        self.descriptors.get_mut(number as usize).and_then(Option::as_mut).ok_or(Errno::BadDescriptor)
    }

    /// Adds a descriptor under the lowest free number.
    pub(super) fn insert(&mut self, descriptor: Descriptor) -> u32 {
        match self.descriptors.iter().position(Option::is_none) {
            Some(free) => {
                self.descriptors[free] = Some(descriptor);
                free as u32
            }
            None => {
                self.descriptors.push(Some(descriptor));
                self.descriptors.len() as u32 - 1
            }
        }
    }

    fn file(&mut self, number: u32) -> Result<&mut File, Errno> {
        match self.descriptor(number)? {
            Descriptor::File(file) => Ok(file),
            Descriptor::Directory { .. } => Err(Errno::IsDirectory),
            _ => Err(Errno::NotSeekable),
        }
    }

    fn read(&mut self, number: u32, buffer: &mut [u8]) -> Result<usize, Errno> {
        Ok(match self.descriptor(number)? {
            Descriptor::Input => self.stdin.read(buffer)?,
            Descriptor::File(file) => file.read(buffer)?,
            Descriptor::Directory { .. } => return Err(Errno::IsDirectory),
            Descriptor::Output | Descriptor::Errors => return Err(Errno::NotCapable),
        })
    }

    fn write(&mut self, number: u32, bytes: &[u8]) -> Result<usize, Errno> {
        let stream = match self.descriptor(number)? {
            Descriptor::Output => &mut self.stdout,
            Descriptor::Errors => &mut self.stderr,
            Descriptor::File(_) => return Err(Errno::ReadOnly),
            _ => return Err(Errno::NotCapable),
        };
        let written = stream.write(bytes)?;
        stream.flush()?;
        Ok(written)
    }
}

pub(super) fn define(define: &mut Definer<'_>) -> Result<(), Error> {
    streams(define)?;
    let state = define.state.clone();
    define.add("fd_close", move |caller: &mut Caller<'_>, fd: u32| {
        state.run(caller, |state, _| {
            state.descriptor(fd)?;
            state.descriptors[fd as usize] = None;
            Ok(())
        })
    })?;
    let state = define.state.clone();
    define.add("fd_renumber", move |caller: &mut Caller<'_>, from: u32, to: u32| {
        state.run(caller, |state, _| {
            state.descriptor(from)?;
            state.descriptor(to)?;
            state.descriptors[to as usize] = state.descriptors[from as usize].take();
            Ok(())
        })
    })?;
    let state = define.state.clone();
    define.add("fd_fdstat_get", move |caller: &mut Caller<'_>, fd: u32, result: u32| {
        state.run(caller, |state, guest| {
            let (kind, rights) = match state.descriptor(fd)? {
                Descriptor::Input | Descriptor::Output | Descriptor::Errors => {
                    (filetype::CHARACTER_DEVICE, STREAM_RIGHTS)
                }
                Descriptor::File(_) => (filetype::REGULAR_FILE, READ_RIGHTS),
                Descriptor::Directory { .. } => (filetype::DIRECTORY, READ_RIGHTS),
            };
            let mut stat = [0; 24];
            stat[0] = kind;
            stat[8..16].copy_from_slice(&rights.to_le_bytes());
            stat[16..24].copy_from_slice(&READ_RIGHTS.to_le_bytes());
            guest.write(result, &stat)
        })
    })?;
    let state = define.state.clone();
    define.add("fd_filestat_get", move |caller: &mut Caller<'_>, fd: u32, result: u32| {
        state.run(caller, |state, guest| match state.descriptor(fd)? {
            Descriptor::File(file) => guest.write(result, &stat_of(&file.metadata()?)),
            Descriptor::Directory { path, .. } => guest.write(result, &stat_of(&path.metadata()?)),
            _ => {
                let mut stat = [0; 64];
                stat[16] = filetype::CHARACTER_DEVICE;
                guest.write(result, &stat)
            }
        })
    })?;
    prestat(define)?;
    let state = define.state.clone();
    define.add(
        "fd_readdir",
        move |caller: &mut Caller<'_>, fd: u32, buffer: u32, len: u32, cookie: u64, used: u32| {
            state.run(caller, |state, guest| {
                let Descriptor::Directory { path, .. } = state.descriptor(fd)? else {
                    return Err(Errno::NotDirectory);
                };
                let entries = entries(path)?;
                let skipped = usize::try_from(cookie).unwrap_or(usize::MAX).min(entries.len());
                let mut bytes = Vec::new();
                for (next, entry) in (skipped as u64 + 1..).zip(&entries[skipped..]) {
                    bytes.extend_from_slice(&next.to_le_bytes());
                    bytes.extend_from_slice(&entry.1.to_le_bytes());
                    bytes.extend_from_slice(&(entry.0.len() as u32).to_le_bytes());
                    bytes.extend_from_slice(&[entry.2, 0, 0, 0]);
                    bytes.extend_from_slice(entry.0.as_bytes());
                    if bytes.len() >= len as usize {
                        break;
                    }
                }
                bytes.truncate(len as usize);
                guest.write(buffer, &bytes)?;
                guest.store32(used, bytes.len() as u32)
            })
        },
    )?;
    define_read_only(define)
}

/// Functions that read, write and seek.
fn streams(define: &mut Definer<'_>) -> Result<(), Error> {
    let state = define.state.clone();
    define.add("fd_read", move |caller: &mut Caller<'_>, fd: u32, list: u32, count: u32, done: u32| {
        state.run(caller, |state, guest| {
            let total = read_all(state, guest, fd, list, count)?;
            guest.store32(done, total)
        })
    })?;
    let state = define.state.clone();
    define.add(
        "fd_pread",
        move |caller: &mut Caller<'_>, fd: u32, list: u32, count: u32, offset: u64, done: u32| {
            state.run(caller, |state, guest| {
                let before = state.file(fd)?.stream_position()?;
                state.file(fd)?.seek(SeekFrom::Start(offset))?;
                let total = read_all(state, guest, fd, list, count);
                state.file(fd)?.seek(SeekFrom::Start(before))?;
                guest.store32(done, total?)
            })
        },
    )?;
    let state = define.state.clone();
    define.add("fd_write", move |caller: &mut Caller<'_>, fd: u32, list: u32, count: u32, done: u32| {
        state.run(caller, |state, guest| {
            let mut total = 0;
            for (address, len) in guest.buffers(list, count)? {
                let bytes = guest.bytes(address, len)?;
                let written = state.write(fd, bytes)?;
                total += written as u32;
                if written < bytes.len() {
                    break;
                }
            }
            guest.store32(done, total)
        })
    })?;
    let state = define.state.clone();
    define.add(
        "fd_seek",
        move |caller: &mut Caller<'_>, fd: u32, offset: i64, whence: u32, result: u32| {
            state.run(caller, |state, guest| {
                let to = match whence {
                    0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| Errno::Invalid)?),
                    1 => SeekFrom::Current(offset),
                    2 => SeekFrom::End(offset),
                    _ => return Err(Errno::Invalid),
                };
                let position = state.file(fd)?.seek(to)?;
                guest.store64(result, position)
            })
        },
    )?;
    let state = define.state.clone();
    define.add("fd_tell", move |caller: &mut Caller<'_>, fd: u32, result: u32| {
        state.run(caller, |state, guest| {
            let position = state.file(fd)?.stream_position()?;
            guest.store64(result, position)
        })
    })
}

fn read_all(state: &mut State, guest: &mut Guest<'_>, fd: u32, list: u32, count: u32) -> Result<u32, Errno> {
    let mut total = 0;
    for (address, len) in guest.buffers(list, count)? {
        let read = state.read(fd, guest.bytes_mut(address, len)?)? as u32;
        total += read;
        if read < len {
            break;
        }
    }
    Ok(total)
}

/// Functions that describe preopened directories.
fn prestat(define: &mut Definer<'_>) -> Result<(), Error> {
    let state = define.state.clone();
    define.add("fd_prestat_get", move |caller: &mut Caller<'_>, fd: u32, result: u32| {
        state.run(caller, |state, guest| match state.descriptor(fd)? {
            Descriptor::Directory { name: Some(name), .. } => {
                guest.store32(result, 0)?;
                guest.store32(result.checked_add(4).ok_or(Errno::Fault)?, name.len() as u32)
            }
            _ => Err(Errno::BadDescriptor),
        })
    })?;
    let state = define.state.clone();
    define.add("fd_prestat_dir_name", move |caller: &mut Caller<'_>, fd: u32, buffer: u32, len: u32| {
        state.run(caller, |state, guest| match state.descriptor(fd)? {
            Descriptor::Directory { name: Some(name), .. } => {
                let len = name.len().min(len as usize);
                guest.write(buffer, &name.as_bytes()[..len])
            }
            _ => Err(Errno::BadDescriptor),
        })
    })
}

/// Functions that would modify files, which fail, and hints, which do nothing.
fn define_read_only(define: &mut Definer<'_>) -> Result<(), Error> {
    let read_only = Errno::ReadOnly as u32;
    define.add("fd_advise", |_: &mut Caller<'_>, _fd: u32, _at: u64, _len: u64, _what: u32| 0u32)?;
    define.add("fd_allocate", move |_: &mut Caller<'_>, _fd: u32, _at: u64, _len: u64| read_only)?;
    define.add("fd_datasync", |_: &mut Caller<'_>, _fd: u32| 0u32)?;
    define.add("fd_sync", |_: &mut Caller<'_>, _fd: u32| 0u32)?;
    define.add("fd_fdstat_set_flags", |_: &mut Caller<'_>, _fd: u32, _flags: u32| 0u32)?;
    define.add("fd_fdstat_set_rights", |_: &mut Caller<'_>, _fd: u32, _base: u64, _rest: u64| 0u32)?;
    define.add("fd_filestat_set_size", move |_: &mut Caller<'_>, _fd: u32, _size: u64| read_only)?;
    define.add(
        "fd_filestat_set_times",
        move |_: &mut Caller<'_>, _fd: u32, _access: u64, _change: u64, _flags: u32| read_only,
    )?;
    define.add(
        "fd_pwrite",
        move |_: &mut Caller<'_>, _fd: u32, _list: u32, _count: u32, _at: u64, _done: u32| read_only,
    )
}

/// Names, inodes and file types in a directory, sorted, so that cookies are stable.
fn entries(path: &Path) -> Result<Vec<(String, u64, u8)>, Errno> {
    let mut all =
        vec![(String::from("."), 0, filetype::DIRECTORY), (String::from(".."), 0, filetype::DIRECTORY)];
    for entry in path.read_dir()? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        // Skips names that are not UTF-8, which WASI cannot represent.
        if let Ok(name) = entry.file_name().into_string() {
            all.push((name, inode(&metadata), kind_of(&metadata)));
        }
    }
    all.sort();
    Ok(all)
}

fn kind_of(metadata: &Metadata) -> u8 {
    let kind = metadata.file_type();
    if kind.is_file() {
        filetype::REGULAR_FILE
    } else if kind.is_dir() {
        filetype::DIRECTORY
    } else if kind.is_symlink() {
        filetype::SYMBOLIC_LINK
    } else {
        filetype::UNKNOWN
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> u64 {
    0
}

/// Builds a WASI `filestat`.
pub(super) fn stat_of(metadata: &Metadata) -> [u8; 64] {
    let nanoseconds = |time: std::io::Result<std::time::SystemTime>| {
        let since = time.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        since.and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or(0)
    };
    let mut stat = [0; 64];
    let mut put = |at: usize, value: u64| stat[at..at + 8].copy_from_slice(&value.to_le_bytes());
    put(8, inode(metadata));
    put(16, kind_of(metadata).into());
    put(24, 1);
    put(32, metadata.len());
    put(40, nanoseconds(metadata.accessed()));
    put(48, nanoseconds(metadata.modified()));
    put(56, nanoseconds(metadata.modified()));
    stat
}
