//! Program points: four for each instruction, in code order.
//!
//! - The *gap* before an instruction holds the inserted moves.
//! - At the *taken* point, fixed uses are in their registers.
//! - At the *early* point, operands are read.
//! - At the *late* point, results are written.
//!
//! The temporary of a fixed result begins in the gap after the instruction. Ranges of points are half-open.
pub(super) type Point = u32;

/// The gap before an instruction.
#[inline]
pub(super) const fn gap(inst: u32) -> Point {
    inst * 4
}

/// The point where fixed uses are in their registers.
#[inline]
pub(super) const fn taken(inst: u32) -> Point {
    inst * 4 + 1
}

/// The point where operands are read.
#[inline]
pub(super) const fn early(inst: u32) -> Point {
    inst * 4 + 2
}

/// The point where results are written.
#[inline]
pub(super) const fn late(inst: u32) -> Point {
    inst * 4 + 3
}

#[inline]
pub(super) const fn inst_of(point: Point) -> u32 {
    point / 4
}

/// Maximum number of instructions that have points.
pub(super) const MAX_INSTS: usize = (u32::MAX / 4) as usize - 1;
