//! Registers as handles that cannot outlive their generator, addresses, and operands made of both.

use crate::base::{Reg, RegSet};
use crate::isa::x64::Scale;
use std::marker::PhantomData;

/// Invariant in the lifetime: neither a longer nor a shorter one will do.
pub(super) type Brand<'g> = PhantomData<fn(&'g ()) -> &'g ()>;

/// A general register, for as long as the generator runs that it was given to. Never the stack pointer.
///
/// A register means something else as soon as the generator is left, so the lifetime keeps its handles inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gpr<'g> {
    reg: Reg,
    brand: Brand<'g>,
}

/// A floating-point register, for as long as the generator runs that it was given to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fpr<'g> {
    reg: Reg,
    brand: Brand<'g>,
}

impl Gpr<'_> {
    /// A handle of a general register that is not the stack pointer; whoever makes it answers for both.
    pub(crate) const fn new(reg: Reg) -> Self {
        Gpr { reg, brand: PhantomData }
    }

    /// The register itself, for the target's own assembler and for comparing.
    pub const fn reg(self) -> Reg {
        self.reg
    }
}

impl Fpr<'_> {
    /// A handle of a floating-point register; whoever makes it answers for that.
    pub(crate) const fn new(reg: Reg) -> Self {
        Fpr { reg, brand: PhantomData }
    }

    /// The register itself, for the target's own assembler and for comparing.
    pub const fn reg(self) -> Reg {
        self.reg
    }
}

/// What an address starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base<'g> {
    Reg(Gpr<'g>),
    StackPointer,
    FramePointer,
    /// Nothing: the address is absolute.
    Zero,
}

/// A place in memory: base + index * scale + offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address<'g> {
    pub(crate) base: Base<'g>,
    pub(crate) index: Option<(Gpr<'g>, Scale)>,
    /// Of an absolute address all 64 bits, else it fits in 32.
    pub(crate) offset: i64,
}

impl<'g> Address<'g> {
    /// `base + offset` bytes.
    pub const fn new(base: Gpr<'g>, offset: i32) -> Address<'g> {
        Address { base: Base::Reg(base), index: None, offset: offset as i64 }
    }

    /// `base + index * scale + offset` bytes; all 64 bits of the index count.
    pub const fn indexed(base: Gpr<'g>, index: Gpr<'g>, scale: Scale, offset: i32) -> Address<'g> {
        Address { base: Base::Reg(base), index: Some((index, scale)), offset: offset as i64 }
    }

    /// `offset` bytes from the frame pointer: where `ValueRep::Stack` and the slots of the frame are.
    pub const fn frame(offset: i32) -> Address<'g> {
        Address { base: Base::FramePointer, index: None, offset: offset as i64 }
    }

    /// `offset` bytes from the stack pointer: where `ValueRep::StackArgument` is.
    pub const fn stack(offset: i32) -> Address<'g> {
        Address { base: Base::StackPointer, index: None, offset: offset as i64 }
    }

    /// This address, whatever the registers hold.
    pub const fn absolute(address: u64) -> Address<'g> {
        Address { base: Base::Zero, index: None, offset: address as i64 }
    }
}

/// What an operation reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand<'g> {
    /// A register.
    Reg(Gpr<'g>),
    /// A constant. Of operations of 8 to 32 bits its low bits count.
    Imm(i64),
    /// Memory, of the operation's width.
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

/// The bits.
impl From<u64> for Operand<'_> {
    fn from(value: u64) -> Self {
        Operand::Imm(value as i64)
    }
}

impl Gpr<'_> {
    /// As a set.
    pub(super) const fn set(self) -> RegSet {
        RegSet::of(&[self.reg])
    }
}

impl Fpr<'_> {
    /// As a set.
    pub(super) const fn set(self) -> RegSet {
        RegSet::of(&[self.reg])
    }
}

impl Address<'_> {
    /// The registers in it, stack and frame pointer aside.
    pub(super) fn set(self) -> RegSet {
        let base = if let Base::Reg(base) = self.base { base.set() } else { RegSet::EMPTY };
        self.index.map_or(base, |(index, _)| base.union(index.set()))
    }
}

impl Operand<'_> {
    /// The registers in it.
    pub(super) fn set(self) -> RegSet {
        match self {
            Operand::Reg(reg) => reg.set(),
            Operand::Imm(_) => RegSet::EMPTY,
            Operand::Mem(address) => address.set(),
        }
    }
}
