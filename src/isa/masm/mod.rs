//! The portable macro assembler: one set of operations, code of the target's instruction set.
//!
//! The names are those of JavaScriptCore's `MacroAssembler`, the operands of each with the destination first. An
//! operation takes any register, any immediate and any offset on every target. Where the target needs a register
//! for itself to make that true, it takes a scratch register that the generator has given with
//! [`MacroAssembler::give_scratch`]; without one the operation is an error of the buffer,
//! [`EmitError::NoScratch`]. No register is reserved for that, so that allocation has all of them.
//!
//! A trap site in front of an operation ([`CodeBuffer::add_trap_site`]) is that of its instructions that touch
//! memory, wherever in its code they are.
//!
//! Every operation records the registers that it writes ([`CodeBuffer::written`]); calls and raw bytes are told
//! theirs. Nothing here panics: what cannot be encoded is remembered in the [`CodeBuffer`] and returned when it is
//! finished.
//!
//! There is no portable division: x86-64 has it in two registers only. [`MacroAssembler::x64`] and
//! [`MacroAssembler::a64`] give the target's own assembler for that and for all else that is not portable. Nothing
//! pushes or pops but [`MacroAssembler::preserving`], for as long as it saves registers: a frame does not change
//! its size.
//!
//! The same closure makes code for both instruction sets:
//!
//! ```
//! use barebones::base::{IntCondition, Reg, Target};
//! use barebones::isa::masm::{Address, MacroAssembler};
//! use barebones::isa::{CodeBuffer, FrameInfo, target_by_name};
//!
//! // The sum of an array of words: address and length in two registers, the sum in a third one.
//! fn sum<'g>(masm: &mut MacroAssembler<'g>) -> Option<()> {
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
//!     Some(())
//! }
//!
//! for name in ["x86_64-linux", "aarch64-linux"] {
//!     let target = Target::baseline(target_by_name(name).ok_or("a target")?);
//!     let mut buffer = CodeBuffer::new(target.desc.arch);
//!     let mut masm = MacroAssembler::new(&mut buffer, target);
//!     // On AArch64 an operand in memory is loaded, and the destination is busy.
//!     let scratch = masm.gpr(Reg::gp(9)).ok_or("a register")?;
//!     masm.give_scratch(scratch);
//!     sum(&mut masm).ok_or("three registers")?;
//!     assert!(!buffer.finish(FrameInfo::default())?.bytes.is_empty());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A register handle cannot leave the closure that it was given to:
//!
//! ```compile_fail
//! use barebones::isa::masm::{Gpr, MacroAssembler};
//!
//! fn generate(generator: impl for<'g> FnOnce(&mut MacroAssembler<'g>)) {
//!     # let _ = generator;
//! }
//!
//! let mut kept: Option<Gpr<'_>> = None;
//! generate(|masm| kept = masm.gpr(barebones::base::Reg::gp(0)));
//! ```
//!
//! What it names can:
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
//! generate(|masm| kept = masm.gpr(Reg::gp(0)).map(Gpr::reg));
//! ```

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
mod patching;
mod preserve;

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

    /// A trap site in front of what is emitted now is that of all its accesses to memory.
    fn as_one(&mut self, emit: impl FnOnce(&mut Self)) {
        let start = self.buffer.offset();
        let may_trap = self.buffer.begin_accesses();
        emit(self);
        if may_trap {
            self.buffer.end_accesses(start);
        }
    }

    /// Has the target's part do an operation, which has these operands: no scratch register is one of them.
    fn emit<const N: usize>(&mut self, operands: [RegSet; N], operation: impl FnOnce(&mut dyn Backend)) {
        let busy = operands.into_iter().fold(RegSet::EMPTY, RegSet::union);
        let scratches = self.scratches.without(busy);
        self.as_one(|masm| {
            let features = masm.target.features;
            match masm.buffer.arch() {
                Arch::X64 => operation(&mut x64::Portable::new(masm.buffer, scratches, features)),
                Arch::A64 => operation(&mut a64::Portable::new(masm.buffer, scratches, features)),
            }
        });
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
