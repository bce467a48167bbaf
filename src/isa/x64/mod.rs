//! x86-64.

pub mod abi;
mod assembler;
mod assembler_fp;
mod encoding;
pub mod registers;

pub use assembler::{Alu, Assembler, Bit, Extend, LowestBit, Scan, Shift, ShiftX, Unary};
pub use assembler_fp::{FloatOp, Fma, FmaOrder, Shape, VectorShift};
pub use encoding::{Cond, Mem, Scale};
