//! Errors of compilation.

use super::observe::Stage;
use crate::air::SpecialId;
use crate::base::{Budget, StackSlotId, Stop};
#[cfg(feature = "cranelift")]
use crate::cranelift::CraneliftError;
use crate::ir::{Module, Procedure, ValueId, Violation};
use crate::isa::{EmitError, GeneratorError};
pub use crate::jit::{CallError, LinkError, LinkerError, MemoryError, TypeMismatch};
use crate::lower::SelectError;
use crate::options::Backend;
use crate::regalloc::AllocError;
use crate::support::{Named, error_type};
use std::fmt;

/// Why the compilation of a procedure failed.
#[non_exhaustive]
pub enum CompileError {
    /// The procedure violates rules of the IR.
    Invalid(Vec<Violation>),
    /// The procedure is for another target than the compiler's.
    WrongTarget {
        /// The procedure.
        procedure: String,
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
    /// The target or backend does not support landing pads or signed return addresses: see
    /// [`Options::branch_protection`](crate::Options::branch_protection).
    NoBranchProtection {
        /// The name of the target or of the backend.
        by: &'static str,
    },
    /// The backend does not support hardening: see [`Options::hardening`](crate::Options::hardening).
    NoHardening {
        /// The name of the backend.
        by: &'static str,
    },
    /// The library was built without this backend.
    BackendNotBuilt {
        /// The backend; the package's feature has the same name.
        backend: Backend,
    },
    /// An operation is not supported yet.
    Unsupported {
        /// The procedure.
        procedure: String,
        /// The value.
        value: ValueId,
        /// A description of the operation.
        what: String,
    },
    /// A stack slot is forced to an offset that overlaps another part of the frame.
    SlotCollision {
        /// The procedure.
        procedure: String,
        /// The slot.
        slot: StackSlotId,
        /// Its offset from the frame pointer.
        offset: i32,
    },
    /// An operation needs more registers at once than exist.
    Allocation {
        /// The procedure.
        procedure: String,
        /// The error of allocation.
        error: AllocError,
    },
    /// A generator failed to emit its code.
    Generator {
        /// The procedure.
        procedure: String,
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
        /// The procedure.
        procedure: String,
        /// The generator's name.
        generator: String,
        /// The patchpoint or check.
        value: ValueId,
        /// The registers' names.
        registers: Vec<String>,
    },
    /// The compilation needs more than one of [`Options::limits`](crate::Options::limits).
    Budget {
        /// The procedure.
        procedure: String,
        /// The stage that reached the limit.
        stage: Stage,
        /// What is limited.
        budget: Budget,
        /// The limit.
        limit: u64,
        /// What the compilation needs at least.
        needed: u64,
    },
    /// The compilation was cancelled: see [`Compiler::set_cancel_token`](crate::Compiler::set_cancel_token).
    Cancelled {
        /// The procedure.
        procedure: String,
        /// The stage that was cancelled.
        stage: Stage,
    },
    /// The frame or the code exceeds the target's addressing range.
    Emission {
        /// The procedure; empty if the error concerns all of an assembly.
        procedure: String,
        /// The error of emission.
        error: EmitError,
    },
    /// A procedure refers to a symbol that has no definition.
    UnresolvedSymbol {
        /// The procedure.
        procedure: String,
        /// The symbol's name.
        symbol: String,
        /// The first value that refers to it, if one is known.
        user: Option<ValueId>,
        /// True if this value calls it, false if it takes its address.
        is_call: bool,
    },
    /// The code could not be linked.
    Link(LinkError),
    /// The code could not be defined in a [`Linker`](crate::jit::Linker).
    Linker(LinkerError),
    /// The operating system provided no memory for code.
    Memory(MemoryError),
    /// A bug in the library: please report it with the procedure's text.
    Bug {
        /// The stage that failed.
        stage: Stage,
        /// A description of the failure.
        message: String,
        /// The procedure's name.
        procedure: String,
        /// The procedure in the text format, as passes left it. Not part of the message.
        text: String,
    },
}

error_type!(CompileError {
    CompileError::Invalid(violations) => "the IR breaks rules{}", Violations(violations);
    CompileError::WrongTarget { procedure, expected, found } =>
        "{}the procedure is built for {found}, the compiler for {expected}", Named("", procedure, ": ");
    CompileError::UnsupportedTarget { target } => "no code is emitted for {target} yet";
    CompileError::NoBranchProtection { by } =>
        "{by} has no such branch protection; expected code by barebones, and AArch64 for signed return addresses";
    CompileError::NoHardening { by } =>
        "{by} blinds no constants and hardens no branches; expected code by barebones";
    CompileError::BackendNotBuilt { backend } =>
        "this build has no backend `{0}`: it needs the feature `{0}` of `barebones`", backend.name();
    CompileError::Unsupported { procedure, value, what } =>
        "{value}{}: {what} cannot be compiled yet", Named(" in ", procedure, "");
    CompileError::SlotCollision { procedure, slot, offset } =>
        "{slot}{} is forced to offset {offset}, which overlaps another part of the frame",
        Named(" in ", procedure, "");
    CompileError::Allocation { procedure, error } => "{}{error}", Named("", procedure, ": ");
    CompileError::Generator { procedure, generator, value, error } =>
        "{value}{}: the generator {generator:?}: {error}", Named(" in ", procedure, "");
    CompileError::UndeclaredWrite { procedure, generator, value, registers } =>
        "{value}{}: the generator {generator:?} writes %{} and does not declare it",
        Named(" in ", procedure, ""), registers.join(", %");
    CompileError::Budget { procedure, stage, budget, limit, needed } =>
        "{}stage {} needs at least {needed} {budget}; the limit is {limit}",
        Named("", procedure, ": "), stage.name();
    CompileError::Cancelled { procedure, stage } =>
        "{}cancelled in stage {}", Named("", procedure, ": "), stage.name();
    CompileError::Emission { procedure, error } => "{}{error}", Named("", procedure, ": ");
    CompileError::UnresolvedSymbol { procedure, symbol, user: Some(value), is_call: true } =>
        "no definition of `{symbol}`, called from `{procedure}` at {value}";
    CompileError::UnresolvedSymbol { procedure, symbol, user: Some(value), is_call: false } =>
        "no definition of `{symbol}`, whose address `{procedure}` takes at {value}";
    CompileError::UnresolvedSymbol { procedure, symbol, user: None, .. } =>
        "no definition of `{symbol}`, which `{procedure}` refers to";
    CompileError::Link(error) => "{error}";
    CompileError::Linker(error) => "{error}";
    CompileError::Memory(error) => "{error}";
    CompileError::Bug { stage, message, procedure, .. } =>
        "a bug in the compiler, stage {}{}: {message}", stage.name(), Named(" of ", procedure, "");
});

/// Maximum number of violations that are printed.
const SHOWN_VIOLATIONS: usize = 20;

/// A list of violations, each on a line of its own; only the first ones of a long list.
struct Violations<'a>(&'a [Violation]);

impl fmt::Display for Violations<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.0.len().min(SHOWN_VIOLATIONS);
        self.0[..shown].iter().try_for_each(|violation| write!(f, "\n  {violation}"))?;
        match self.0.len() - shown {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl CompileError {
    /// An error of register allocation; [`CompileError::in_procedure`] adds the name.
    pub(crate) fn allocation(error: AllocError) -> CompileError {
        match error {
            AllocError::Stopped(stop) => CompileError::stopped(Stage::Allocate, stop),
            error => CompileError::Allocation { procedure: String::new(), error },
        }
    }

    /// A stage that the gauge stopped; [`CompileError::in_procedure`] adds the name.
    pub(crate) fn stopped(stage: Stage, stop: Stop) -> CompileError {
        let procedure = String::new();
        match stop {
            Stop::Cancelled => CompileError::Cancelled { procedure, stage },
            Stop::Budget { budget, limit, needed } => {
                CompileError::Budget { procedure, stage, budget, limit, needed }
            }
        }
    }

    /// An error of emission; [`CompileError::in_procedure`] adds the name.
    pub(crate) fn emission(error: EmitError) -> CompileError {
        CompileError::Emission { procedure: String::new(), error }
    }

    /// The name of the procedure at fault, if one is.
    pub fn procedure(&self) -> Option<&str> {
        let name = match self {
            CompileError::Invalid(violations) => return violations.first()?.procedure.as_deref(),
            CompileError::WrongTarget { procedure, .. }
            | CompileError::Unsupported { procedure, .. }
            | CompileError::SlotCollision { procedure, .. }
            | CompileError::Allocation { procedure, .. }
            | CompileError::Generator { procedure, .. }
            | CompileError::UndeclaredWrite { procedure, .. }
            | CompileError::Budget { procedure, .. }
            | CompileError::Cancelled { procedure, .. }
            | CompileError::Emission { procedure, .. }
            | CompileError::UnresolvedSymbol { procedure, .. }
            | CompileError::Bug { procedure, .. } => procedure,
            _ => return None,
        };
        (!name.is_empty()).then_some(name)
    }

    /// The value at fault, if one is.
    pub fn value(&self) -> Option<ValueId> {
        match self {
            CompileError::Invalid(violations) => violations.first()?.value,
            CompileError::Unsupported { value, .. }
            | CompileError::Generator { value, .. }
            | CompileError::UndeclaredWrite { value, .. } => Some(*value),
            CompileError::UnresolvedSymbol { user, .. } => *user,
            _ => None,
        }
    }

    /// Adds the name of the procedure, which most stages do not have at hand, unless there is one already.
    pub(crate) fn in_procedure(mut self, name: &str) -> CompileError {
        match &mut self {
            CompileError::Invalid(violations) => {
                for violation in violations {
                    violation.procedure.get_or_insert_with(|| name.into());
                }
            }
            CompileError::WrongTarget { procedure, .. }
            | CompileError::Unsupported { procedure, .. }
            | CompileError::SlotCollision { procedure, .. }
            | CompileError::Allocation { procedure, .. }
            | CompileError::Generator { procedure, .. }
            | CompileError::UndeclaredWrite { procedure, .. }
            | CompileError::Budget { procedure, .. }
            | CompileError::Cancelled { procedure, .. }
            | CompileError::Emission { procedure, .. }
                if procedure.is_empty() =>
            {
                *procedure = name.into();
            }
            _ => {}
        }
        self
    }
}

#[cfg(feature = "cranelift")]
impl From<CraneliftError> for CompileError {
    fn from(error: CraneliftError) -> CompileError {
        match error {
            CraneliftError::Unsupported { value, what } => {
                CompileError::Unsupported { procedure: String::new(), value, what }
            }
            CraneliftError::UnsupportedTarget { target } => CompileError::UnsupportedTarget { target },
            CraneliftError::FrameTooLarge { bytes } => {
                CompileError::emission(EmitError::FrameTooLarge { bytes })
            }
            // The driver sets the stage, and adds the procedure.
            CraneliftError::Internal(message) => CompileError::Bug {
                stage: Stage::Emit,
                message,
                procedure: String::new(),
                text: String::new(),
            },
        }
    }
}

/// A bug of the library, with the procedure that shows it.
pub(crate) fn bug(stage: Stage, message: String, proc: &Procedure) -> CompileError {
    CompileError::Bug { stage, message, procedure: proc.name.clone(), text: proc.to_string() }
}

impl From<SelectError> for CompileError {
    fn from(error: SelectError) -> CompileError {
        let procedure = String::new();
        match error {
            SelectError::Unsupported { value, what } => CompileError::Unsupported { procedure, value, what },
            SelectError::SlotCollision { slot, offset } => {
                CompileError::SlotCollision { procedure, slot, offset }
            }
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
                let procedure = proc.name.clone();
                return CompileError::Generator { procedure, generator, value, error: error.clone() };
            }
        }
        EmitError::UndeclaredWrite { special, regs } => {
            if let Some((generator, value)) = named(special) {
                let names = proc.target().desc.names;
                let registers = regs.iter().map(|reg| names.name(reg).to_string()).collect();
                let procedure = proc.name.clone();
                return CompileError::UndeclaredWrite { procedure, generator, value, registers };
            }
        }
        _ => {}
    }
    CompileError::Emission { procedure: proc.name.clone(), error }
}

/// A failed compilation: the error, and the input. The input's semantics are unchanged, but passes may have rewritten
/// it.
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

/// The error; its text does not contain the input.
impl<T> fmt::Display for Failure<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T> fmt::Debug for Failure<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.error, f)
    }
}

impl<T> std::error::Error for Failure<T> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.source()
    }
}
