//! Points of the program: four for each instruction, in the order of the code.
//!
//! In the *gap* in front of an instruction values change their places. Then operands with fixed registers are
//! *taken* there. *Early*, operands are read; *late*, results are written. Where a result has a fixed
//! register, its temporary begins in the gap behind. Ranges of points are half open.

/// A point.
pub(super) type Point = u32;

/// In front of an instruction.
#[inline]
pub(super) const fn gap(inst: u32) -> Point {
    inst * 4
}

/// Where fixed operands are already in their registers.
#[inline]
pub(super) const fn taken(inst: u32) -> Point {
    inst * 4 + 1
}

/// Where operands are read.
#[inline]
pub(super) const fn early(inst: u32) -> Point {
    inst * 4 + 2
}

/// Where results are written.
#[inline]
pub(super) const fn late(inst: u32) -> Point {
    inst * 4 + 3
}

/// The instruction that a point belongs to.
#[inline]
pub(super) const fn inst_of(point: Point) -> u32 {
    point / 4
}

/// The largest number of instructions that have points.
pub(super) const MAX_INSTS: usize = (u32::MAX / 4) as usize - 1;
