//! x86-64.

pub mod abi;
mod assembler;
mod assembler_control;
mod assembler_exit;
mod assembler_fp;
mod assembler_hardening;
mod emit;
mod emit_atomic;
mod emit_check;
mod emit_compare;
mod emit_flags;
mod emit_float;
mod emit_integer;
mod emit_lanes;
mod emit_overflow;
mod emit_switch;
mod emit_truncate;
mod emit_vector;
mod encoding;
mod masm;
mod masm_backend;
mod operands;
pub mod registers;
mod replace_frame;
mod size_bounds;

pub use assembler::{Alu, Assembler, Bit, Extend, LowestBit, Scan, Shift, ShiftX, Unary};
pub(in crate::isa) use assembler_control::LANDING_PAD;
pub(crate) use assembler_exit::{CALL, INVALIDATED, INVALIDATION_POINT, NOP5};
pub use assembler_fp::{FloatOp, Fma, FmaOrder, Shape, VectorShift};
pub use emit::{POP_SCRATCH, TAIL_CALL_SCRATCHES, X64Emitter};
pub use encoding::{Cond, Mem, Scale};

pub(in crate::isa) use emit::emit_epilogue;
pub(in crate::isa) use emit_check::Undo;
pub(in crate::isa) use masm::Portable;
pub(in crate::isa) use replace_frame::FRAME_RULES;
