//! Operands: addresses, and register handles that cannot outlive their generator.

use crate::base::{Reg, RegSet};
use crate::isa::x64::Scale;
use std::marker::PhantomData;

/// Makes a type invariant in the lifetime, so that it can be neither extended nor shortened.
pub(super) type Brand<'g> = PhantomData<fn(&'g ()) -> &'g ()>;

/// A general register, valid while the generator that received it runs. Never the stack pointer.
///
/// A register has a different meaning after the generator has returned, so the lifetime confines handles to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gpr<'g> {
    reg: Reg,
    brand: Brand<'g>,
}

/// A floating-point register, valid while the generator that received it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fpr<'g> {
    reg: Reg,
    brand: Brand<'g>,
}

impl Gpr<'_> {
    /// Creates a handle. The caller guarantees that `reg` is a general register and not the stack pointer.
    pub(crate) const fn new(reg: Reg) -> Self {
        Gpr { reg, brand: PhantomData }
    }

    /// The register, for the target's own assembler and for comparisons.
    pub const fn reg(self) -> Reg {
        self.reg
    }
}

impl Fpr<'_> {
    /// Creates a handle. The caller guarantees that `reg` is a floating-point register.
    pub(crate) const fn new(reg: Reg) -> Self {
        Fpr { reg, brand: PhantomData }
    }

    /// The register, for the target's own assembler and for comparisons.
    pub const fn reg(self) -> Reg {
        self.reg
    }
}

/// The base of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base<'g> {
    Reg(Gpr<'g>),
    StackPointer,
    FramePointer,
    /// None: the address is absolute.
    Zero,
}

/// A memory address: base + index * scale + offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address<'g> {
    pub(crate) base: Base<'g>,
    pub(crate) index: Option<(Gpr<'g>, Scale)>,
    /// 64 bits in an absolute address, otherwise 32.
    pub(crate) offset: i64,
}

impl<'g> Address<'g> {
    /// `base + offset` bytes.
    pub const fn new(base: Gpr<'g>, offset: i32) -> Address<'g> {
        Address { base: Base::Reg(base), index: None, offset: offset as i64 }
    }

    /// `base + index * scale + offset` bytes, with a 64-bit index.
    pub const fn indexed(base: Gpr<'g>, index: Gpr<'g>, scale: Scale, offset: i32) -> Address<'g> {
        Address { base: Base::Reg(base), index: Some((index, scale)), offset: offset as i64 }
    }

    /// `offset` bytes from the frame pointer, like `ValueRep::Stack` and the slots of the frame.
    pub const fn frame(offset: i32) -> Address<'g> {
        Address { base: Base::FramePointer, index: None, offset: offset as i64 }
    }

    /// `offset` bytes from the stack pointer, like `ValueRep::StackArgument`.
    pub const fn stack(offset: i32) -> Address<'g> {
        Address { base: Base::StackPointer, index: None, offset: offset as i64 }
    }

    /// An absolute address.
    pub const fn absolute(address: u64) -> Address<'g> {
        Address { base: Base::Zero, index: None, offset: address as i64 }
    }
}

/// A source operand of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand<'g> {
    /// A register.
    Reg(Gpr<'g>),
    /// A constant. Operations of 8 to 32 bits use its low bits.
    Imm(i64),
    /// Memory of the operation's width.
    Mem(Address<'g>),
}

impl<'g> From<Gpr<'g>> for Operand<'g> {
    fn from(reg: Gpr<'g>) -> Operand<'g> {
        Operand::Reg(reg)
    }
}

impl<'g> From<Address<'g>> for Operand<'g> {
    fn from(address: Address<'g>) -> Operand<'g> {
        Operand::Mem(address)
    }
}

/// Sign-extended.
impl From<i32> for Operand<'_> {
    fn from(value: i32) -> Self {
        Operand::Imm(i64::from(value))
    }
}

impl From<i64> for Operand<'_> {
    fn from(value: i64) -> Self {
        Operand::Imm(value)
    }
}

/// Zero-extended.
impl From<u32> for Operand<'_> {
    fn from(value: u32) -> Self {
        Operand::Imm(i64::from(value))
    }
}

/// Bit pattern.
impl From<usize> for Operand<'_> {
    fn from(value: usize) -> Self {
        Operand::from(value as u64)
    }
}

/// Bit pattern.
impl From<u64> for Operand<'_> {
    fn from(value: u64) -> Self {
        Operand::Imm(value as i64)
    }
}

impl Gpr<'_> {
    pub(super) const fn set(self) -> RegSet {
        RegSet::of(&[self.reg])
    }
}

impl Fpr<'_> {
    pub(super) const fn set(self) -> RegSet {
        RegSet::of(&[self.reg])
    }
}

impl Address<'_> {
    /// The registers of the address, except stack and frame pointer.
    pub(super) fn set(self) -> RegSet {
        let base = if let Base::Reg(base) = self.base { base.set() } else { RegSet::EMPTY };
        self.index.map_or(base, |(index, _)| base.union(index.set()))
    }
}

impl Operand<'_> {
    pub(super) fn set(self) -> RegSet {
        match self {
            Operand::Reg(reg) => reg.set(),
            Operand::Imm(_) => RegSet::EMPTY,
            Operand::Mem(address) => address.set(),
        }
    }
}
