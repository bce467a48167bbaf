//! AArch64.

pub mod abi;
mod assembler;
mod assembler_atomic;
mod assembler_exit;
mod assembler_fp;
mod assembler_hardening;
mod assembler_protection;
mod assembler_vector;
mod emit;
mod emit_atomic;
mod emit_check;
mod emit_compare;
mod emit_fields;
mod emit_flags;
mod emit_float;
mod emit_frame;
mod emit_indexed;
mod emit_integer;
mod emit_lanes;
mod emit_overflow;
mod emit_pairs;
mod emit_sums;
mod emit_switch;
mod emit_vector;
mod encoding;
mod masm;
mod masm_atomic;
mod operands;
pub mod registers;
mod replace_frame;

pub use assembler::{
    Access, Arith, Assembler, Binary, Bitfield, CondCompare, Logic, MoveWide, Multiply, Pair, Select, Unary,
};
pub use assembler_atomic::{AtomicLoad, Barrier};
pub(crate) use assembler_exit::{BRANCH, CALL, INVALIDATION_POINT};
pub use assembler_fp::{FloatBinary, FloatMultiply, FloatUnary, FromGp, ToGp, VectorLogic};
pub use assembler_protection::Landing;
pub use assembler_vector::{VectorBinary, VectorShift, VectorUnary};
pub use emit::A64Emitter;
pub use encoding::{Cond, Extend, Mem, ShiftKind, arithmetic_immediate, float_immediate, logical_immediate};

pub(in crate::isa) use assembler_protection::is_landing_pad;
pub(in crate::isa) use emit_check::Undo;
pub(in crate::isa) use emit_frame::emit_epilogue;
pub(in crate::isa) use masm::Portable;
pub(in crate::isa) use replace_frame::FRAME_RULES;
