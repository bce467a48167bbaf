//! Widths of integers, and what operations on them give.
//!
//! The rules ask here for every number that depends on a width. So the same rules run on integers of few bits, where
//! all operands can be tried: an `Int32` then has [`Arithmetic::unit`] bits, an `Int64` twice as many, a "byte" a
//! quarter and "16 bits" the half.

use crate::base::Type;
use crate::ir::Opcode;
use crate::ir::evaluate::{Evaluated, evaluate};
use crate::opt::known_bits::{low_bits, sign_extend};

/// What the opcode computes: the width of an `Int32`, the opcode, the types of operation and result, the operands.
pub(super) type Evaluate = fn(u32, Opcode, Type, Type, &[u64]) -> Option<Evaluated>;

/// How wide integers are.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic {
    /// Bits of an `Int32`: 32, but for the tests of the rules.
    pub(super) unit: u32,
    pub(super) evaluate: Evaluate,
}

impl Arithmetic {
    /// The arithmetic of the IR.
    pub(super) const REAL: Arithmetic =
        Arithmetic { unit: 32, evaluate: |_, opcode, ty, result, args| evaluate(opcode, ty, result, args) };

    /// Bits of an integer type.
    #[inline]
    pub(super) fn bits(self, ty: Type) -> u32 {
        if ty.size() == 8 { self.unit * 2 } else { self.unit }
    }

    /// All bits of a type.
    #[inline]
    pub(super) fn mask(self, ty: Type) -> u64 {
        low_bits(self.bits(ty))
    }

    /// The highest bit of a type.
    pub(super) fn sign_bit(self, ty: Type) -> u64 {
        1 << (self.bits(ty) - 1)
    }

    /// Bits of what SExt8 takes.
    pub(super) fn byte(self) -> u32 {
        self.unit / 4
    }

    /// Bits of what SExt16 takes.
    pub(super) fn half(self) -> u32 {
        self.unit / 2
    }

    /// A number as a signed one.
    #[inline]
    pub(super) fn signed(self, ty: Type, bits: u64) -> i64 {
        sign_extend(bits, self.bits(ty))
    }

    /// The least and the largest signed number of a type.
    pub(super) fn limits(self, ty: Type) -> (i64, i64) {
        let max = (self.sign_bit(ty) - 1) as i64;
        (-max - 1, max)
    }
}
