//! AArch64.

pub mod abi;
mod assembler;
mod assembler_fp;
mod encoding;
mod masm;
pub mod registers;

pub use assembler::{
    Access, Arith, Assembler, Binary, Bitfield, Logic, MoveWide, Multiply, Pair, Select, Unary,
};
pub use assembler_fp::{FloatBinary, FloatMultiply, FloatUnary, FromGp, ToGp};
pub use encoding::{Cond, Extend, Mem, ShiftKind, arithmetic_immediate, float_immediate, logical_immediate};

pub(in crate::isa) use masm::Portable;
