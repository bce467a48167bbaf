//! AArch64.

pub mod abi;
mod assembler;
mod assembler_atomic;
mod assembler_fp;
mod encoding;
mod masm;
mod masm_atomic;
pub mod registers;

pub use assembler::{
    Access, Arith, Assembler, Binary, Bitfield, Logic, MoveWide, Multiply, Pair, Select, Unary,
};
pub use assembler_atomic::{AtomicLoad, Barrier};
pub use assembler_fp::{FloatBinary, FloatMultiply, FloatUnary, FromGp, ToGp, VectorLogic};
pub use encoding::{Cond, Extend, Mem, ShiftKind, arithmetic_immediate, float_immediate, logical_immediate};

pub(in crate::isa) use masm::Portable;
