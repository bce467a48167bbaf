//! Assemblers against independent disassemblers, and the portable macro assembler against what its operations mean.

mod a64;
mod a64_atomic;
mod masm;
mod operands;
mod printed;
mod x64;
