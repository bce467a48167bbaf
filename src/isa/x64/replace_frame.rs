//! A frame in the place of another one.

use super::emit::grow_stack;
use super::registers::{RBP, RSP};
use super::{Assembler, Mem};
use crate::base::{Bank, Reg, ValueRep, Width};
use crate::isa::FrameMove;

/// Does the moves, as if all sources were read before any destination is written, and puts the stack pointer `size`
/// bytes below the frame pointer. `scratch` is a general register that may be changed.
///
/// Everything waits below both frames meanwhile: the way out of a procedure is rarely taken, and so nothing depends on
/// which sources and destinations overlap.
pub(in crate::isa) fn replace_frame(
    asm: &mut Assembler<'_>,
    size: u32,
    moves: &[FrameMove],
    scratch: Reg,
    page: u32,
) {
    const ROOM: u32 = 16;
    // The stack pointer is not above the frame pointer, so that what is this far below it is below the new frame, too.
    let lower = (size + ROOM * moves.len() as u32).next_multiple_of(16);
    grow_stack(asm, lower, page, None);
    let waiting = |n: usize| Mem::base(RSP, (ROOM * n as u32) as i32);
    // Registers first: then the scratch register is free.
    for (n, one) in moves.iter().enumerate() {
        if let ValueRep::Register(reg) = one.from {
            match reg.bank() {
                Bank::Gp => asm.mov_mr(one.width, waiting(n), reg),
                Bank::Fp => asm.float_store(one.width, waiting(n), reg),
            }
        }
    }
    let copy = |asm: &mut Assembler<'_>, width: Width, to: Mem, from: Mem, next: [Mem; 2]| {
        let half = width.min(Width::W64);
        asm.mov_rm(half, scratch, from);
        asm.mov_mr(half, to, scratch);
        if width == Width::W128 {
            asm.mov_rm(half, scratch, next[1]);
            asm.mov_mr(half, next[0], scratch);
        }
    };
    for (n, one) in moves.iter().enumerate() {
        let (base, offset) = match one.from {
            ValueRep::Stack(offset) => (RBP, offset),
            ValueRep::StackArgument(offset) => (RSP, offset.wrapping_add(lower as i32)),
            ValueRep::Constant { bits, .. } => {
                asm.mov_ri(scratch, bits);
                asm.mov_mr(one.width, waiting(n), scratch);
                continue;
            }
            _ => continue,
        };
        let upper = [Mem::base(RSP, (ROOM * n as u32) as i32 + 8), Mem::base(base, offset.wrapping_add(8))];
        copy(asm, one.width, waiting(n), Mem::base(base, offset), upper);
    }
    for (n, one) in moves.iter().enumerate() {
        if let ValueRep::Stack(offset) = one.to {
            let upper =
                [Mem::base(RBP, offset.wrapping_add(8)), Mem::base(RSP, (ROOM * n as u32) as i32 + 8)];
            copy(asm, one.width, Mem::base(RBP, offset), waiting(n), upper);
        }
    }
    for (n, one) in moves.iter().enumerate() {
        if let ValueRep::Register(reg) = one.to {
            match reg.bank() {
                Bank::Gp => asm.mov_rm(one.width, reg, waiting(n)),
                Bank::Fp => asm.float_load(one.width, reg, waiting(n)),
            }
        }
    }
    asm.lea(Width::W64, RSP, Mem::base(RBP, -(size as i32)));
}
