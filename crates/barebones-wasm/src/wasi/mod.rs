//! WASI preview 1, sufficient for command-line programs: arguments, environment, standard streams, clocks, random
//! numbers, the exit status, timers, and reading files of preopened directories.
//!
//! Forbidden operations return an error number. Unimplemented functions return `nosys`.

mod environment;
mod files;
mod guest;
mod paths;
mod poll;
mod process;

use crate::error::HostError;
use crate::{Caller, Error, Linker, Store};
use files::Descriptor;
use guest::Guest;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The module name of the imports.
const MODULE: &str = "wasi_snapshot_preview1";

/// Exit status of a program that called `proc_exit`. It is passed as a host error, to stop the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit(pub u32);

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit status {}", self.0)
    }
}

impl std::error::Error for Exit {}

impl Error {
    /// The exit status, if a WASI program terminated itself.
    pub fn exit_status(&self) -> Option<u32> {
        match self {
            Error::Host(error) => error.downcast_ref::<Exit>().map(|exit| exit.0),
            _ => None,
        }
    }
}

/// The environment of a WASI program.
pub struct Wasi {
    args: Vec<Vec<u8>>,
    environment: Vec<Vec<u8>>,
    stdin: Box<dyn Read + Send>,
    stdout: Box<dyn Write + Send>,
    stderr: Box<dyn Write + Send>,
    directories: Vec<(String, PathBuf)>,
}

impl Default for Wasi {
    fn default() -> Wasi {
        Wasi::new()
    }
}

impl Wasi {
    /// An empty environment: no arguments, no variables, empty input, discarded output.
    pub fn new() -> Wasi {
        Wasi {
            args: Vec::new(),
            environment: Vec::new(),
            stdin: Box::new(io::empty()),
            stdout: Box::new(io::sink()),
            stderr: Box::new(io::sink()),
            directories: Vec::new(),
        }
    }

    /// Adds an argument; the first is the name of the program.
    pub fn arg(mut self, arg: impl AsRef<str>) -> Wasi {
        self.args.push(arg.as_ref().as_bytes().to_vec());
        self
    }

    /// Adds an environment variable.
    pub fn env(mut self, name: &str, value: &str) -> Wasi {
        self.environment.push(format!("{name}={value}").into_bytes());
        self
    }

    /// Uses the standard streams of this process.
    pub fn inherit_streams(self) -> Wasi {
        self.stdin(io::stdin()).stdout(io::stdout()).stderr(io::stderr())
    }

    /// Sets the standard input.
    pub fn stdin(mut self, stdin: impl Read + Send + 'static) -> Wasi {
        self.stdin = Box::new(stdin);
        self
    }

    /// Sets the standard output.
    pub fn stdout(mut self, stdout: impl Write + Send + 'static) -> Wasi {
        self.stdout = Box::new(stdout);
        self
    }

    /// Sets the standard error stream.
    pub fn stderr(mut self, stderr: impl Write + Send + 'static) -> Wasi {
        self.stderr = Box::new(stderr);
        self
    }

    /// Preopens a directory of the host for reading, under the name `name`.
    pub fn directory(mut self, name: &str, path: impl AsRef<Path>) -> Wasi {
        self.directories.push((name.to_string(), path.as_ref().to_path_buf()));
        self
    }

    /// Defines the functions of WASI in a linker.
    ///
    /// # Errors
    /// There is no memory for code.
    pub fn define(self, store: &mut Store, linker: &mut Linker) -> Result<(), Error> {
        let standard = [Descriptor::Input, Descriptor::Output, Descriptor::Errors].map(Some);
        let mut descriptors = Vec::from(standard);
        for (name, path) in self.directories {
            descriptors.push(Some(Descriptor::preopened(name, path)));
        }
        let state = State {
            args: self.args,
            environment: self.environment,
            stdin: self.stdin,
            stdout: self.stdout,
            stderr: self.stderr,
            descriptors,
            began: Instant::now(),
        };
        let mut define = Definer { store, linker, state: Shared(Arc::new(Mutex::new(state))) };
        environment::define(&mut define)?;
        files::define(&mut define)?;
        paths::define(&mut define)?;
        poll::define(&mut define)?;
        process::define(&mut define)
    }
}

/// State of a running program.
struct State {
    args: Vec<Vec<u8>>,
    environment: Vec<Vec<u8>>,
    stdin: Box<dyn Read + Send>,
    stdout: Box<dyn Write + Send>,
    stderr: Box<dyn Write + Send>,
    /// By file descriptor; `None` if closed.
    descriptors: Vec<Option<Descriptor>>,
    /// Origin of the monotonic clock.
    began: Instant,
}

/// The state, shared by all functions.
#[derive(Clone)]
struct Shared(Arc<Mutex<State>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the body of a WASI function and returns its error number; 0 for success.
    fn run(
        &self,
        caller: &mut Caller<'_>,
        work: impl FnOnce(&mut State, &mut Guest<'_>) -> Result<(), Errno>,
    ) -> Result<u32, HostError> {
        let memory = caller.memory("memory").ok_or("the module exports no memory")?;
        let mut guest = Guest(memory.data_mut(caller)?);
        Ok(work(&mut self.lock(), &mut guest).err().map_or(0, |errno| errno as u32))
    }
}

/// Defines functions in a linker.
struct Definer<'a> {
    store: &'a mut Store,
    linker: &'a mut Linker,
    state: Shared,
}

impl Definer<'_> {
    fn add<Args>(&mut self, name: &str, function: impl crate::HostFunc<Args>) -> Result<(), Error> {
        self.linker.wrap(self.store, MODULE, name, function)?;
        Ok(())
    }
}

/// WASI error numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
enum Errno {
    Access = 2,
    BadDescriptor = 8,
    Exists = 20,
    Fault = 21,
    Interrupted = 27,
    Invalid = 28,
    Io = 29,
    IsDirectory = 31,
    Loop = 32,
    NoEntry = 44,
    NoSystem = 52,
    NotDirectory = 54,
    NotSupported = 58,
    ReadOnly = 69,
    NotSeekable = 70,
    NotCapable = 76,
}

impl From<io::Error> for Errno {
    fn from(error: io::Error) -> Errno {
        #[cfg(unix)]
        if error.raw_os_error() == Some(libc::ELOOP) {
            return Errno::Loop;
        }
        match error.kind() {
            io::ErrorKind::NotFound => Errno::NoEntry,
            io::ErrorKind::PermissionDenied => Errno::Access,
            io::ErrorKind::AlreadyExists => Errno::Exists,
            io::ErrorKind::InvalidInput => Errno::Invalid,
            io::ErrorKind::NotADirectory => Errno::NotDirectory,
            io::ErrorKind::IsADirectory => Errno::IsDirectory,
            io::ErrorKind::Unsupported => Errno::NotSupported,
            _ => Errno::Io,
        }
    }
}
