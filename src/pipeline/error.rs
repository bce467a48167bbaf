//! Errors of compilation.

use super::observe::Stage;
use crate::air::SpecialId;
use crate::base::StackSlotId;
#[cfg(feature = "cranelift")]
use crate::cranelift::CraneliftError;
use crate::ir::{Module, Procedure, ValueId, Violation};
use crate::isa::{EmitError, GeneratorError};
pub use crate::jit::{CallError, LinkError, LinkerError, MemoryError, TypeMismatch};
use crate::lower::SelectError;
use crate::options::Backend;
use crate::regalloc::AllocError;
use std::fmt;

/// Why the compilation of a procedure failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum CompileError {
    /// The procedure violates rules of the IR.
    Invalid(Vec<Violation>),
    /// The procedure is for another target than the compiler's.
    WrongTarget {
        /// The compiler's target.
        expected: &'static str,
        /// The procedure's target.
        found: &'static str,
    },
    /// The library does not support this target yet.
    UnsupportedTarget {
        /// The target's name.
        target: &'static str,
    },
    /// The target or backend does not support landing pads and signed return addresses: see
    /// [`Options::branch_protection`](crate::Options::branch_protection).
    NoBranchProtection {
        /// The name of the target or of the backend.
        by: &'static str,
    },
    /// The library was built without this backend.
    BackendNotBuilt {
        /// The backend; the package's feature has the same name.
        backend: Backend,
    },
    /// An operation is not supported yet.
    Unsupported {
        /// The value.
        value: ValueId,
        /// A description of the operation.
        what: String,
    },
    /// A stack slot is forced to an offset that overlaps another part of the frame.
    SlotCollision {
        /// The slot.
        slot: StackSlotId,
        /// Its offset from the frame pointer.
        offset: i32,
    },
    /// An operation needs more registers at once than exist.
    Allocation(AllocError),
    /// A generator failed to emit its code.
    Generator {
        /// Its name.
        generator: String,
        /// The patchpoint or check.
        value: ValueId,
        /// The generator's error.
        error: GeneratorError,
    },
    /// A generator's code writes registers that are neither results, scratch registers, nor declared as clobbered. Or a
    /// check's code takes an exit after writing registers that hold values of the exit state. Checked in debug builds
    /// and with [`Options::check_allocation`](crate::Options::check_allocation).
    UndeclaredWrite {
        /// The generator's name.
        generator: String,
        /// The patchpoint or check.
        value: ValueId,
        /// The registers' names.
        registers: Vec<String>,
    },
    /// The frame or the code exceeds the target's addressing range.
    Emission(EmitError),
    /// The code could not be linked.
    Link(LinkError),
    /// The code could not be defined in a [`Linker`](crate::jit::Linker).
    Linker(LinkerError),
    /// The operating system provided no memory for code.
    Memory(MemoryError),
    /// A bug in the library: please report it with the text in it.
    Bug {
        /// The stage that failed.
        stage: Stage,
        /// A description of the failure.
        message: String,
        /// The procedure, in the text format.
        procedure: String,
    },
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Invalid(violations) => {
                f.write_str("the procedure is not valid")?;
                violations.iter().try_for_each(|violation| write!(f, "\n  {violation}"))
            }
            CompileError::WrongTarget { expected, found } => {
                write!(f, "the procedure is made for {found}, the compiler for {expected}")
            }
            CompileError::UnsupportedTarget { target } => write!(f, "no code is made for {target} yet"),
            CompileError::NoBranchProtection { by } => {
                write!(
                    f,
                    "{by} has no landing pads and no signed return addresses; expected code for AArch64 by barebones"
                )
            }
            CompileError::BackendNotBuilt { backend } => {
                let name = backend.name();
                write!(f, "this build has no backend `{name}`: it needs the feature `{name}` of `barebones`")
            }
            CompileError::Unsupported { value, what } => write!(f, "{value}: {what} cannot be compiled yet"),
            CompileError::SlotCollision { slot, offset } => {
                write!(f, "{slot} is forced to offset {offset}, which overlaps another part of the frame")
            }
            CompileError::Allocation(error) => error.fmt(f),
            CompileError::Generator { generator, value, error } => {
                write!(f, "{value}: the generator {generator:?}: {error}")
            }
            CompileError::UndeclaredWrite { generator, value, registers } => {
                let names = registers.join(", %");
                write!(f, "{value}: the generator {generator:?} writes %{names} and does not declare it")
            }
            CompileError::Emission(error) => error.fmt(f),
            CompileError::Link(error) => error.fmt(f),
            CompileError::Linker(error) => error.fmt(f),
            CompileError::Memory(error) => error.fmt(f),
            CompileError::Bug { stage, message, procedure } => {
                write!(f, "a bug in the compiler, stage {}: {message}\n{procedure}", stage.name())
            }
        }
    }
}

impl std::error::Error for CompileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CompileError::Allocation(error) => Some(error),
            CompileError::Generator { error, .. } => Some(error),
            CompileError::Emission(error) => Some(error),
            CompileError::Link(error) => Some(error),
            CompileError::Linker(error) => Some(error),
            CompileError::Memory(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(feature = "cranelift")]
impl From<CraneliftError> for CompileError {
    fn from(error: CraneliftError) -> CompileError {
        match error {
            CraneliftError::Unsupported { value, what } => CompileError::Unsupported { value, what },
            CraneliftError::UnsupportedTarget { target } => CompileError::UnsupportedTarget { target },
            CraneliftError::FrameTooLarge { bytes } => {
                CompileError::Emission(EmitError::FrameTooLarge { bytes })
            }
            // The driver sets the stage, and prints the procedure.
            CraneliftError::Internal(message) => {
                CompileError::Bug { stage: Stage::Emit, message, procedure: String::new() }
            }
        }
    }
}

/// A bug of the library, with the procedure that shows it.
pub(crate) fn bug(stage: Stage, message: String, proc: &Procedure) -> CompileError {
    CompileError::Bug { stage, message, procedure: proc.to_string() }
}

impl From<SelectError> for CompileError {
    fn from(error: SelectError) -> CompileError {
        match error {
            SelectError::Unsupported { value, what } => CompileError::Unsupported { value, what },
            SelectError::SlotCollision { slot, offset } => CompileError::SlotCollision { slot, offset },
        }
    }
}

/// Converts an error of emission; replaces special ids by the generator's name and the value, which the client knows.
pub(crate) fn emission_error(
    proc: &Procedure,
    patchpoints: &[(SpecialId, ValueId)],
    error: EmitError,
) -> CompileError {
    let named = |special: &SpecialId| {
        let found = patchpoints.binary_search_by_key(special, |patchpoint| patchpoint.0);
        let value = patchpoints[found.ok()?].1;
        let map = proc.stackmaps().get(proc.value(value).stackmap())?;
        let generator = proc.generators().get(map.generator);
        Some((generator.map(|generator| generator.name.clone()).unwrap_or_default(), value))
    };
    match &error {
        EmitError::Generator { special, error } => {
            if let Some((generator, value)) = named(special) {
                return CompileError::Generator { generator, value, error: error.clone() };
            }
        }
        EmitError::UndeclaredWrite { special, regs } => {
            if let Some((generator, value)) = named(special) {
                let names = proc.target().desc.names;
                let registers = regs.iter().map(|reg| names.name(reg).to_string()).collect();
                return CompileError::UndeclaredWrite { generator, value, registers };
            }
        }
        _ => {}
    }
    CompileError::Emission(error)
}

/// A failed compilation: the error, and the input. The input's semantics are unchanged, but passes may have rewritten
/// it.
#[derive(Debug)]
pub struct Failure<T> {
    /// The error.
    pub error: CompileError,
    /// The input.
    pub input: Box<T>,
}

/// Failed compilation of a procedure.
pub type CompileFailure = Failure<Procedure>;

/// Failed compilation of a module.
pub type ModuleFailure = Failure<Module>;

impl<T> fmt::Display for Failure<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T: fmt::Debug> std::error::Error for Failure<T> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
