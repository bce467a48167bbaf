//! Integer widths and evaluation.
//!
//! Rules take every number that depends on a width from here. So the same rules run on integers of a few bits, for
//! which tests can try all operands: an `Int32` then has [`Arithmetic::unit`] bits, an `Int64` twice as many, a "byte"
//! a quarter and "16 bits" half of them.

use crate::base::Type;
use crate::ir::Opcode;
use crate::ir::evaluate::{Evaluated, evaluate};
use crate::opt::scalar::known_bits::{low_bits, sign_extend};

/// Arguments: width of an `Int32`, opcode, type of the operation, type of the result, operands.
pub(super) type Evaluate = fn(u32, Opcode, Type, Type, &[u64]) -> Option<Evaluated>;

/// Widths of integers, and the matching evaluation.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic {
    /// Width of an `Int32`: 32, except in tests of the rules.
    pub(super) unit: u32,
    pub(super) evaluate: Evaluate,
}

impl Arithmetic {
    pub(super) const REAL: Arithmetic =
        Arithmetic { unit: 32, evaluate: |_, opcode, ty, result, args| evaluate(opcode, ty, result, args) };

    #[inline]
    pub(super) fn bits(self, ty: Type) -> u32 {
        if ty.size() == 8 { self.unit * 2 } else { self.unit }
    }

    #[inline]
    pub(super) fn mask(self, ty: Type) -> u64 {
        low_bits(self.bits(ty))
    }

    pub(super) fn sign_bit(self, ty: Type) -> u64 {
        1 << (self.bits(ty) - 1)
    }

    /// Number of bits that SExt8 extends.
    pub(super) fn byte(self) -> u32 {
        self.unit / 4
    }

    /// Number of bits that SExt16 extends.
    pub(super) fn half(self) -> u32 {
        self.unit / 2
    }

    #[inline]
    pub(super) fn signed(self, ty: Type, bits: u64) -> i64 {
        sign_extend(bits, self.bits(ty))
    }

    pub(super) fn limits(self, ty: Type) -> (i64, i64) {
        let max = (self.sign_bit(ty) - 1) as i64;
        (-max - 1, max)
    }
}
