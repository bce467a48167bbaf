//! Bitwise operations, counts and permutations of bits.

use super::arithmetic::same_width;
use super::{Above, Int, Sign, container, extended};
use crate::Leaves;
use barebones::ir::{Cursor, ValueId};

fn each(x: &Int, y: &Int, above: Above, mut operation: impl FnMut(ValueId, ValueId) -> ValueId) -> Int {
    let bits = same_width(x, y);
    let leaves = x.leaves().iter().zip(y.leaves()).map(|(x, y)| operation(*x, *y));
    Int::with_above(bits, leaves, above)
}

/// The bits above the result of a bitwise operation, if those above both operands are alike.
fn both(x: &Int, y: &Int) -> Above {
    if x.above() == y.above() { x.above() } else { Above::Unknown }
}

/// Bitwise and.
///
/// # Panics
/// Panics if the widths differ.
pub fn and(b: &mut Cursor<'_>, x: &Int, y: &Int) -> Int {
    let has_zeros = x.above() == Above::Zeros || y.above() == Above::Zeros;
    let above = if has_zeros { Above::Zeros } else { both(x, y) };
    each(x, y, above, |x, y| b.bit_and(x, y))
}

/// Bitwise or.
///
/// # Panics
/// Panics if the widths differ.
pub fn or(b: &mut Cursor<'_>, x: &Int, y: &Int) -> Int {
    each(x, y, both(x, y), |x, y| b.bit_or(x, y))
}

/// Bitwise exclusive or.
///
/// # Panics
/// Panics if the widths differ.
pub fn xor(b: &mut Cursor<'_>, x: &Int, y: &Int) -> Int {
    each(x, y, both(x, y), |x, y| b.bit_xor(x, y))
}

/// All bits inverted.
pub fn not(b: &mut Cursor<'_>, x: &Int) -> Int {
    let ones = b.constant(x.leaf_type(), u64::MAX);
    let above = if x.above() == Above::Signs { Above::Signs } else { Above::Unknown };
    let leaves: Leaves = x.leaves().iter().map(|leaf| b.bit_xor(*leaf, ones)).collect();
    Int::with_above(x.bits(), leaves, above)
}

/// A count in a leaf as an integer of the width.
fn counted(b: &mut Cursor<'_>, bits: u32, count: ValueId) -> Int {
    let mut leaves = Leaves::new();
    leaves.push(count);
    while leaves.len() < super::leaf_count(bits) {
        leaves.push(b.const64(0));
    }
    Int::with_above(bits, leaves, Above::Zeros)
}

/// The number of leading zero bits; the width for 0.
pub fn leading_zeros(b: &mut Cursor<'_>, x: &Int) -> Int {
    let x = extended(b, x, Sign::Unsigned);
    let count = leading(b, x.leaves());
    let above = container(x.bits()) - x.bits();
    let count = less(b, &x, count, above);
    counted(b, x.bits(), count)
}

/// The number of bits after the sign bit that equal it.
pub fn leading_signs(b: &mut Cursor<'_>, x: &Int) -> Int {
    let x = extended(b, x, Sign::Signed);
    let shift = b.const32(if x.bits() <= 32 { 31 } else { 63 });
    let sign = b.sshr(x.top(), shift);
    let leaves: Leaves = x.leaves().iter().map(|leaf| b.bit_xor(*leaf, sign)).collect();
    let count = leading(b, &leaves);
    let above = container(x.bits()) - x.bits();
    let count = less(b, &x, count, above + 1);
    counted(b, x.bits(), count)
}

/// The number of trailing zero bits; the width for 0.
pub fn trailing_zeros(b: &mut Cursor<'_>, x: &Int) -> Int {
    let mut leaves: Leaves = x.leaves().iter().copied().collect();
    if !x.is_full() {
        // A bit above the width ends the count for 0.
        let last = leaves.len() - 1;
        let end = b.constant(x.leaf_type(), 1 << (x.bits() - last as u32 * 64));
        leaves[last] = b.bit_or(leaves[last], end);
    }
    let last = leaves.len() - 1;
    let mut count = b.ctz(leaves[last]);
    for index in (0..last).rev() {
        // The count of the higher leaves follows 64 zeros.
        let here = b.ctz(leaves[index]);
        let whole = b.const64(64);
        let further = b.add(count, whole);
        count = b.select(leaves[index], here, further);
    }
    counted(b, x.bits(), count)
}

/// The number of one bits.
pub fn ones(b: &mut Cursor<'_>, x: &Int) -> Int {
    let x = extended(b, x, Sign::Unsigned);
    let mut count = b.pop_count(x.low());
    for leaf in &x.leaves()[1..] {
        let more = b.pop_count(*leaf);
        count = b.add(count, more);
    }
    counted(b, x.bits(), count)
}

/// The number of leading zeros of leaves.
fn leading(b: &mut Cursor<'_>, leaves: &[ValueId]) -> ValueId {
    let mut count = b.clz(leaves[0]);
    for leaf in &leaves[1..] {
        let here = b.clz(*leaf);
        let whole = b.const64(64);
        let further = b.add(count, whole);
        count = b.select(*leaf, here, further);
    }
    count
}

fn less(b: &mut Cursor<'_>, x: &Int, count: ValueId, amount: u32) -> ValueId {
    if amount == 0 {
        return count;
    }
    let amount = b.constant(x.leaf_type(), u64::from(amount));
    b.sub(count, amount)
}

/// The bits in reverse order.
pub fn reversed_bits(b: &mut Cursor<'_>, x: &Int) -> Int {
    let leaves: Leaves = x.leaves().iter().rev().map(|leaf| b.bit_reverse(*leaf)).collect();
    moved_down(b, x, leaves)
}

/// The bytes in reverse order.
///
/// # Panics
/// Panics if the width is not a multiple of 8.
pub fn reversed_bytes(b: &mut Cursor<'_>, x: &Int) -> Int {
    assert!(x.bits().is_multiple_of(8), "bytes of {} bits", x.bits());
    if x.bits() == 8 {
        return x.clone();
    }
    let leaves: Leaves = x.leaves().iter().rev().map(|leaf| b.byte_swap(*leaf)).collect();
    moved_down(b, x, leaves)
}

/// Leaves in which the integer has its bits at the upper end, moved to the lower end.
fn moved_down(b: &mut Cursor<'_>, x: &Int, leaves: Leaves) -> Int {
    let amount = container(x.bits()) - x.bits();
    let leaves = super::shift::shifted_down(b, &leaves, amount);
    Int::with_above(x.bits(), leaves, Above::Zeros)
}
