//! Functions on paths below preopened directories.

use super::files::{Descriptor, stat_of};
use super::{Definer, Errno, State};
use crate::{Caller, Error};
use std::fs::{File, OpenOptions};
use std::path::{Component, Path, PathBuf};

/// `oflags` of `path_open` that modify files: create, exclusive, truncate.
const CHANGING_FLAGS: u32 = 1 | 1 << 2 | 1 << 3;
/// `oflags`: the path must be a directory.
const DIRECTORY_FLAG: u32 = 1 << 1;
/// Rights to modify files.
const CHANGING_RIGHTS: u64 = 1 << 6 | 1 << 8 | 1 << 22;
/// Lookup flag: follow symbolic links.
const FOLLOW: u32 = 1;

/// Resolves a path relative to a directory. Returns the real path, and the preopened directory that it must not
/// leave.
fn find(state: &mut State, fd: u32, path: &str, follow: bool) -> Result<(PathBuf, PathBuf), Errno> {
    let Descriptor::Directory { path: directory, root, .. } = state.descriptor(fd)? else {
        return Err(Errno::NotDirectory);
    };
    let path = Path::new(path);
    if path.components().any(|part| matches!(part, Component::RootDir | Component::Prefix(_))) {
        return Err(Errno::NotCapable);
    }
    let joined = directory.join(path);
    let real = match (follow, joined.parent(), joined.file_name()) {
        (false, Some(parent), Some(name)) => parent.canonicalize()?.join(name),
        _ => joined.canonicalize()?,
    };
    if real.starts_with(&*root) { Ok((real, root.clone())) } else { Err(Errno::NotCapable) }
}

/// Opens a regular file by its real path. Refuses a symbolic link or special file that has replaced it in the
/// meantime.
fn open(path: &Path) -> Result<File, Errno> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        // Without `O_NONBLOCK`, opening a FIFO would wait for a writer.
        let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(Errno::NotSupported) }
}

pub(super) fn define(define: &mut Definer<'_>) -> Result<(), Error> {
    let state = define.state.clone();
    define.add(
        "path_open",
        #[allow(clippy::too_many_arguments)] // the signature of WASI
        move |caller: &mut Caller<'_>,
              fd: u32,
              lookup: u32,
              path: u32,
              len: u32,
              flags: u32,
              rights: u64,
              _inherited: u64,
              _fd_flags: u32,
              result: u32| {
            state.run(caller, |state, guest| {
                // Many programs request all rights and only read. Write rights without the right to read are refused.
                let changes = flags & CHANGING_FLAGS != 0;
                let writes_only = rights & CHANGING_RIGHTS != 0 && rights & (1 << 1) == 0;
                if changes || writes_only {
                    return Err(Errno::ReadOnly);
                }
                let (real, root) = find(state, fd, guest.text(path, len)?, lookup & FOLLOW != 0)?;
                let kind = real.symlink_metadata()?.file_type();
                let descriptor = if kind.is_symlink() {
                    // Its target has not been checked against the preopened directory.
                    return Err(Errno::Loop);
                } else if kind.is_dir() {
                    Descriptor::Directory { path: real, root, name: None }
                } else if flags & DIRECTORY_FLAG != 0 {
                    return Err(Errno::NotDirectory);
                } else if kind.is_file() {
                    Descriptor::File(open(&real)?)
                } else {
                    return Err(Errno::NotSupported);
                };
                let number = state.insert(descriptor);
                guest.store32(result, number)
            })
        },
    )?;
    let state = define.state.clone();
    define.add(
        "path_filestat_get",
        move |caller: &mut Caller<'_>, fd: u32, lookup: u32, path: u32, len: u32, result: u32| {
            state.run(caller, |state, guest| {
                let (real, _) = find(state, fd, guest.text(path, len)?, lookup & FOLLOW != 0)?;
                guest.write(result, &stat_of(&real.symlink_metadata()?))
            })
        },
    )?;
    let state = define.state.clone();
    define.add(
        "path_readlink",
        move |caller: &mut Caller<'_>, fd: u32, path: u32, len: u32, buffer: u32, size: u32, used: u32| {
            state.run(caller, |state, guest| {
                let (real, _) = find(state, fd, guest.text(path, len)?, false)?;
                let target = real.read_link()?.to_string_lossy().into_owned();
                let count = target.len().min(size as usize);
                guest.write(buffer, &target.as_bytes()[..count])?;
                guest.store32(used, count as u32)
            })
        },
    )?;
    define_read_only(define)
}

/// Functions that would modify files, which fail.
fn define_read_only(define: &mut Definer<'_>) -> Result<(), Error> {
    let read_only = Errno::ReadOnly as u32;
    for name in ["path_create_directory", "path_remove_directory", "path_unlink_file"] {
        define.add(name, move |_: &mut Caller<'_>, _fd: u32, _path: u32, _len: u32| read_only)?;
    }
    define.add(
        "path_filestat_set_times",
        move |_: &mut Caller<'_>, _fd: u32, _: u32, _: u32, _: u32, _: u64, _: u64, _: u32| read_only,
    )?;
    define.add(
        "path_link",
        move |_: &mut Caller<'_>, _fd: u32, _: u32, _: u32, _: u32, _: u32, _: u32, _: u32| read_only,
    )?;
    define
        .add("path_rename", move |_: &mut Caller<'_>, _fd: u32, _: u32, _: u32, _: u32, _: u32, _: u32| {
            read_only
        })?;
    define.add("path_symlink", move |_: &mut Caller<'_>, _path: u32, _: u32, _fd: u32, _: u32, _: u32| {
        read_only
    })
}
