//! The portable macro assembler: one set of operations for all instruction sets.
//!
//! The names are those of JavaScriptCore's `MacroAssembler`, with the destination as the first operand. An operation
//! accepts any register, immediate and offset on every target. Where the target needs an additional register, it uses
//! a scratch register that the generator has given with [`MacroAssembler::give_scratch`]. Without one, the operation
//! is an error of the buffer, [`EmitError::NoScratch`]. No register is reserved, so that all are allocatable.
//!
//! A trap site before an operation ([`CodeBuffer::add_trap_site`]) applies to those of its instructions that access
//! memory.
//!
//! Every operation records the registers that it writes ([`CodeBuffer::written`]); for calls and raw bytes the caller
//! gives them. Nothing here panics: errors are recorded in the [`CodeBuffer`] and returned when it is finished.
//!
//! There is no portable division, because x86-64 divides in fixed registers only. [`MacroAssembler::x64`] and
//! [`MacroAssembler::a64`] give the target's own assembler for everything that is not portable. Frames have a fixed
//! size: only [`MacroAssembler::function`], which makes one, and [`MacroAssembler::preserving`], while it has saved
//! registers, move the stack pointer.
//!
//! The same closure makes code for both instruction sets:
//!
//! ```
//! use barebones::base::{IntCondition, Reg, Target};
//! use barebones::isa::masm::{Address, MacroAssembler};
//! use barebones::isa::{CodeBuffer, FrameInfo, GeneratorError, target_by_name};
//!
//! // The sum of an array of words: address and length in two registers, the sum in a third one.
//! fn sum<'g>(masm: &mut MacroAssembler<'g>) -> Result<(), GeneratorError> {
//!     let [address, length, sum] = [0, 1, 2].map(|number| masm.gpr(Reg::gp(number)));
//!     let (address, length, sum) = (address?, length?, sum?);
//!     let end = masm.new_label();
//!     masm.mov(sum, 0);
//!     let again = masm.label();
//!     masm.branch64(IntCondition::Equal, length, 0, end);
//!     masm.add64(sum, sum, Address::new(address, 0));
//!     masm.add64(address, address, 8);
//!     masm.sub64(length, length, 1);
//!     masm.jump(again);
//!     masm.bind(end);
//!     Ok(())
//! }
//!
//! for name in ["x86_64-linux", "aarch64-linux"] {
//!     let target = Target::baseline(target_by_name(name).ok_or("a target")?);
//!     let mut buffer = CodeBuffer::new(target.desc.arch);
//!     let mut masm = MacroAssembler::new(&mut buffer, target);
//!     // On AArch64 an operand in memory is loaded, and the destination is busy.
//!     let scratch = masm.gpr(Reg::gp(9))?;
//!     masm.give_scratch(scratch);
//!     sum(&mut masm)?;
//!     assert!(!buffer.finish(FrameInfo::default())?.bytes.is_empty());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The lifetime keeps a register handle in the closure that received it:
//!
//! ```compile_fail
//! use barebones::isa::masm::{Gpr, MacroAssembler};
//!
//! fn generate(generator: impl for<'g> FnOnce(&mut MacroAssembler<'g>)) {
//!     # let _ = generator;
//! }
//!
//! let mut kept: Option<Gpr<'_>> = None;
//! generate(|masm| kept = masm.gpr(barebones::base::Reg::gp(0)).ok());
//! ```
//!
//! The register that it names may leave:
//!
//! ```
//! use barebones::base::Reg;
//! use barebones::isa::masm::{Gpr, MacroAssembler};
//!
//! fn generate(generator: impl for<'g> FnOnce(&mut MacroAssembler<'g>)) {
//!     # let _ = generator;
//! }
//!
//! let mut kept: Option<Reg> = None;
//! generate(|masm| kept = masm.gpr(Reg::gp(0)).map(Gpr::reg).ok());
//! ```

mod arguments;
mod arithmetic;
mod atomics;
mod backend;
mod branches;
mod call_c;
mod calls;
mod floats;
mod frame;
mod moves;
mod op;
mod operand;
mod patching;
mod preserve;
mod symbols;

pub use call_c::{CallResult, CallValue};
pub use frame::Frame;
pub use op::ResultCondition;
pub use operand::{Address, Fpr, Gpr, Operand};

pub(crate) use backend::{Backend, Scratches};
pub(crate) use op::*;
pub(crate) use operand::Base;

use super::generator_error::GeneratorError;
use super::{CodeBuffer, EmitError, Label, a64, x64};
use crate::base::{Arch, Bank, Reg, RegSet, Target};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::panic::Location;

pub use super::x64::Scale;

/// Emits code of the target into a [`CodeBuffer`] while a generator runs.
#[derive(Debug)]
pub struct MacroAssembler<'g> {
    buffer: &'g mut CodeBuffer,
    target: Target,
    scratches: Scratches,
    /// The operation that is being emitted, for errors.
    operation: Option<MasmOperation>,
    brand: operand::Brand<'g>,
}

/// An operation of the macro assembler that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MasmOperation {
    /// The name of the method.
    pub name: &'static str,
    /// Where the client called it.
    pub place: &'static Location<'static>,
}

impl fmt::Display for MasmOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ({})", self.name, self.place)
    }
}

impl<'g> MacroAssembler<'g> {
    /// Creates a macro assembler that appends to `buffer`, which must have the target's instruction set.
    pub fn new(buffer: &'g mut CodeBuffer, target: Target) -> MacroAssembler<'g> {
        let arch = buffer.arch();
        if arch != target.desc.arch {
            buffer.fail(EmitError::ForeignTarget { buffer: arch, target: target.desc.arch });
        }
        MacroAssembler {
            buffer,
            target,
            scratches: Scratches::default(),
            operation: None,
            brand: PhantomData,
        }
    }

    /// Like [`MacroAssembler::new`], with these scratch registers.
    pub(crate) fn with_scratches(buffer: &'g mut CodeBuffer, target: Target, scratches: Scratches) -> Self {
        MacroAssembler { scratches, ..MacroAssembler::new(buffer, target) }
    }

    /// The scratch registers.
    pub(crate) fn scratches(&self) -> Scratches {
        self.scratches
    }

    /// The target of the code.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The buffer: constants, trap sites, origins, errors.
    pub fn buffer(&mut self) -> &mut CodeBuffer {
        self.buffer
    }

    /// The x86-64 assembler, if that is the target.
    pub fn x64(&mut self) -> Option<x64::Assembler<'_>> {
        (self.buffer.arch() == Arch::X64).then(|| x64::Assembler::new(self.buffer))
    }

    /// The AArch64 assembler, if that is the target.
    pub fn a64(&mut self) -> Option<a64::Assembler<'_>> {
        (self.buffer.arch() == Arch::A64).then(|| a64::Assembler::new(self.buffer))
    }

    /// The handle of a general register of the target.
    ///
    /// # Errors
    /// For other registers, and for the stack pointer, which only addresses can use.
    pub fn gpr(&self, reg: Reg) -> Result<Gpr<'g>, GeneratorError> {
        let desc = self.target.desc;
        let is = reg.is_gp() && desc.names.contains(reg) && reg != desc.stack_pointer;
        let found = is.then(|| Gpr::new(reg));
        found.ok_or_else(|| {
            let (name, hint) = (desc.names.name(reg), "use `Address::stack`");
            GeneratorError::new(match name {
                "?" => format!("{reg:?} is no register of this machine"),
                _ if reg == desc.stack_pointer => format!("{name} is no register of an operation: {hint}"),
                _ => format!("{name} is no general register"),
            })
        })
    }

    /// The handles of several general registers: see [`MacroAssembler::gpr`].
    ///
    /// # Errors
    /// The first of [`MacroAssembler::gpr`].
    pub fn gprs<const N: usize>(&self, regs: [Reg; N]) -> Result<[Gpr<'g>; N], GeneratorError> {
        for reg in regs {
            self.gpr(reg)?;
        }
        Ok(regs.map(Gpr::new))
    }

    /// The handle of a floating-point register of the target.
    ///
    /// # Errors
    /// For other registers.
    pub fn fpr(&self, reg: Reg) -> Result<Fpr<'g>, GeneratorError> {
        let is = reg.bank() == Bank::Fp && self.target.desc.names.contains(reg);
        let found = is.then(|| Fpr::new(reg));
        found.ok_or_else(|| {
            GeneratorError::new(match self.target.desc.names.name(reg) {
                "?" => format!("{reg:?} is no register of this machine"),
                name => format!("{name} is no floating-point register"),
            })
        })
    }

    /// Gives operations a scratch register; at most four are used. The generator must not keep a value in it across
    /// operations.
    pub fn give_scratch(&mut self, reg: Gpr<'g>) {
        let slots = &mut self.scratches.gp;
        if !slots.contains(&Some(reg.reg()))
            && let Some(free) = slots.iter_mut().find(|slot| slot.is_none())
        {
            *free = Some(reg.reg());
        }
    }

    /// Gives operations a floating-point scratch register. It replaces the previous one.
    pub fn give_float_scratch(&mut self, reg: Fpr<'g>) {
        self.scratches.fp = Some(reg.reg());
    }

    /// Takes back all scratch registers.
    pub fn take_scratches(&mut self) {
        self.scratches = Scratches::default();
    }

    /// Records the operation and its caller, for errors. Of operations in others only the innermost counts.
    #[track_caller]
    fn begin(&mut self, name: &'static str) {
        self.operation = Some(MasmOperation { name, place: Location::caller() });
    }

    /// Records an error of the operation.
    #[cold]
    fn fail(&mut self, error: EmitError) {
        if self.buffer.error().is_none() {
            self.buffer.fail(error.of_operation(self.operation));
        }
    }

    #[cold]
    fn invalid_operand(&mut self, expected: &'static str) {
        let offset = self.buffer.offset();
        self.fail(EmitError::InvalidOperand { offset, expected, operation: None });
    }

    /// Applies a trap site before the emitted code to all of its memory accesses.
    fn as_one(&mut self, emit: impl FnOnce(&mut Self)) {
        let start = self.buffer.offset();
        let may_trap = self.buffer.begin_accesses();
        emit(self);
        if may_trap {
            self.buffer.end_accesses(start);
        }
    }

    /// Emits an operation with the target's backend, which gets the scratch registers that are not in `operands`.
    fn emit<const N: usize>(&mut self, operands: [RegSet; N], operation: impl FnOnce(&mut dyn Backend)) {
        let busy = operands.into_iter().fold(RegSet::EMPTY, RegSet::union);
        let scratches = self.scratches.without(busy);
        let had_error = self.buffer.error().is_some();
        self.as_one(|masm| {
            let features = masm.target.features;
            match masm.buffer.arch() {
                Arch::X64 => operation(&mut x64::Portable::new(masm.buffer, scratches, features)),
                Arch::A64 => operation(&mut a64::Portable::new(masm.buffer, scratches, features)),
            }
        });
        if !had_error {
            self.buffer.add_operation_to_error(self.operation);
        }
    }
}

/// Labels.
impl MacroAssembler<'_> {
    /// Creates an unbound label.
    pub fn new_label(&mut self) -> Label {
        self.buffer.new_label()
    }

    /// Creates an unbound label with a name for the error of a label that is never bound.
    pub fn new_named_label(&mut self, name: impl Into<Cow<'static, str>>) -> Label {
        self.buffer.new_named_label(name)
    }

    /// Binds a label here. Binding it twice is an error of the buffer.
    pub fn bind(&mut self, label: Label) {
        self.buffer.bind(label);
    }

    /// Creates a label bound here.
    pub fn label(&mut self) -> Label {
        self.buffer.bind_new_label()
    }
}
