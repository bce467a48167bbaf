//! The portable macro assembler: one set of operations, code of the target's instruction set.
//!
//! The names are those of JavaScriptCore's `MacroAssembler`, the operands of each with the destination first. An
//! operation takes any register, any immediate and any offset on every target. Where the target needs a register
//! for itself to make that true, it takes a scratch register that the generator has given with
//! [`MacroAssembler::give_scratch`]; without one the operation is an error of the buffer,
//! [`EmitError::NoScratch`]. No register is reserved for that, so that allocation has all of them.
//!
//! Nothing here panics: what cannot be encoded is remembered in the [`CodeBuffer`] and returned when it is finished.

mod arguments;
mod arithmetic;
mod atomics;
mod backend;
mod branches;
mod calls;
mod floats;
mod moves;
mod op;
mod operand;

pub use op::ResultCondition;
pub use operand::{Address, Fpr, Gpr, Operand};

pub(crate) use backend::{Backend, Scratches};
pub(crate) use op::*;
pub(crate) use operand::Base;

use super::{CodeBuffer, EmitError, Label, a64, x64};
use crate::base::{Arch, Bank, Reg, RegSet, Target};
use std::marker::PhantomData;

pub use super::x64::Scale;

/// Writes code of the target into a [`CodeBuffer`], for as long as a generator runs.
#[derive(Debug)]
pub struct MacroAssembler<'g> {
    buffer: &'g mut CodeBuffer,
    target: Target,
    scratches: Scratches,
    brand: operand::Brand<'g>,
}

impl<'g> MacroAssembler<'g> {
    /// A macro assembler at the end of `buffer`, whose instruction set is the target's.
    pub fn new(buffer: &'g mut CodeBuffer, target: Target) -> MacroAssembler<'g> {
        let arch = buffer.arch();
        if arch != target.desc.arch {
            buffer.fail(EmitError::ForeignTarget { buffer: arch, target: target.desc.arch });
        }
        MacroAssembler { buffer, target, scratches: Scratches::default(), brand: PhantomData }
    }

    /// What the code is made for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The buffer: constants, trap sites, origins, errors.
    pub fn buffer(&mut self) -> &mut CodeBuffer {
        self.buffer
    }

    /// The assembler of x86-64, if that is the target: for what is not portable.
    pub fn x64(&mut self) -> Option<x64::Assembler<'_>> {
        (self.buffer.arch() == Arch::X64).then(|| x64::Assembler::new(self.buffer))
    }

    /// The assembler of AArch64, if that is the target: for what is not portable.
    pub fn a64(&mut self) -> Option<a64::Assembler<'_>> {
        (self.buffer.arch() == Arch::A64).then(|| a64::Assembler::new(self.buffer))
    }

    /// The handle of a general register that the target has; `None` for others and for the stack pointer, which
    /// only addresses can name.
    pub fn gpr(&self, reg: Reg) -> Option<Gpr<'g>> {
        let desc = self.target.desc;
        let is = reg.is_gp() && desc.names.contains(reg) && reg != desc.stack_pointer;
        is.then(|| Gpr::new(reg))
    }

    /// The handle of a floating-point register that the target has.
    pub fn fpr(&self, reg: Reg) -> Option<Fpr<'g>> {
        (reg.bank() == Bank::Fp && self.target.desc.names.contains(reg)).then(|| Fpr::new(reg))
    }

    /// Operations may write this register from now on when they need one for themselves: up to four are used. The
    /// generator must not have anything in it while it calls operations.
    pub fn give_scratch(&mut self, reg: Gpr<'g>) {
        let slots = &mut self.scratches.gp;
        if !slots.contains(&Some(reg.reg()))
            && let Some(free) = slots.iter_mut().find(|slot| slot.is_none())
        {
            *free = Some(reg.reg());
        }
    }

    /// As [`MacroAssembler::give_scratch`], of the floating-point bank: the last one given is used.
    pub fn give_float_scratch(&mut self, reg: Fpr<'g>) {
        self.scratches.fp = Some(reg.reg());
    }

    /// Operations no longer use the registers that were given to them.
    pub fn take_scratches(&mut self) {
        self.scratches = Scratches::default();
    }

    /// Has the target's part do an operation, which has these operands: no scratch register is one of them.
    fn emit<const N: usize>(&mut self, operands: [RegSet; N], operation: impl FnOnce(&mut dyn Backend)) {
        let busy = operands.into_iter().fold(RegSet::EMPTY, RegSet::union);
        let scratches = self.scratches.without(busy);
        match self.buffer.arch() {
            Arch::X64 => operation(&mut x64::Portable::new(self.buffer, scratches, self.target.features)),
            Arch::A64 => operation(&mut a64::Portable::new(self.buffer, scratches, self.target.features)),
        }
    }
}

/// Labels.
impl MacroAssembler<'_> {
    /// A new label, not bound.
    pub fn new_label(&mut self) -> Label {
        self.buffer.new_label()
    }

    /// Binds a label to this place. Binding twice is an error of the buffer.
    pub fn bind(&mut self, label: Label) {
        self.buffer.bind(label);
    }

    /// A new label, bound to this place.
    pub fn label(&mut self) -> Label {
        self.buffer.bind_new_label()
    }
}
