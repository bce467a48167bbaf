//! Operations that move, widen and narrow the lanes of vectors.

use super::select::{Lowering, Result};
use super::vector::in_each;
use super::vector_lanes::lane_arg;
use crate::air::{Arg, InstFlags, Opcode as Air, Tmp};
use crate::base::{Bank, Lane};
use crate::ir::{Opcode, ValueId};

/// Indices of bytes: from 0 those of the first operand, from 16 those of the second, from 32 zeros.
type Indices = [u8; 16];

/// The index that stands for a zero.
const ZERO: u8 = 32;

/// The operand of a byte: 0 or 1, or 2 for zeros.
fn operand(index: u8) -> usize {
    usize::from(index / 16).min(2)
}

/// For [`Air::VectorShuffle32`], if the indices are those of whole lanes of 32 bits of the first operand.
fn selector(indices: &Indices) -> Option<i64> {
    let mut selector = 0;
    for (lane, bytes) in indices.chunks_exact(4).enumerate() {
        let first = bytes[0];
        let is_whole =
            first < 16 && first % 4 == 0 && (first..).zip(bytes).all(|(index, byte)| index == *byte);
        if !is_whole {
            return None;
        }
        selector |= i64::from(first / 4) << (2 * lane);
    }
    Some(selector)
}

/// The lanes, their half (0 for the low ones) and both operands, if the indices alternate.
fn alternating(indices: &Indices) -> Option<(Lane, usize, [usize; 2])> {
    let operands = [operand(indices[0]), 0];
    for (lane, width) in [(Lane::I8x16, 1), (Lane::I16x8, 2), (Lane::I32x4, 4), (Lane::I64x2, 8)] {
        let operands = [operands[0], operand(indices[width])];
        for half in 0..2 {
            let matches = indices.iter().enumerate().all(|(place, index)| {
                let lane = place / width;
                let byte = 8 * half + lane / 2 * width + place % width;
                let operand = operands[lane % 2];
                operand == 2 && *index >= ZERO || usize::from(*index) == 16 * operand + byte
            });
            if matches {
                return Some((lane, half, operands));
            }
        }
    }
    None
}

/// The operands and the first index, if the bytes are in order.
fn in_order(indices: &Indices) -> Option<([usize; 2], u8)> {
    let first = indices[0] % 16;
    let operands = [operand(indices[0]), operand(indices[15])];
    let matches = (first..).zip(indices).all(|(byte, index)| {
        let operand = operands[usize::from(byte / 16)];
        operand == 2 && *index >= ZERO || usize::from(*index) == 16 * operand + usize::from(byte % 16)
    });
    matches.then_some((operands, first))
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    pub(super) fn vector_shuffle(&mut self, id: ValueId) -> Result {
        let mut indices = self.proc.vector_bits(self.proc.value(id)).to_le_bytes();
        let [first, second] = [0, 1].map(|n| self.child(id, n));
        let uses =
            |indices: &Indices, operand_number| indices.iter().any(|index| operand(*index) == operand_number);
        if first == second {
            indices = indices.map(|index| if index < ZERO { index % 16 } else { index });
        }
        let mut operands = [first, second];
        if !uses(&indices, 0) && uses(&indices, 1) {
            operands.swap(0, 1);
            indices = indices.map(|index| if index < ZERO { index ^ 16 } else { index });
        }
        let a = Arg::Tmp(self.tmp(operands[0])?);
        let b = Arg::Tmp(self.tmp(operands[1])?);
        let to = self.tmp(id)?;
        if !uses(&indices, 0) {
            return self.emit(Air::MoveZeroToVector, &[to.into()]);
        }
        if (0..).zip(indices).all(|(place, index)| place == index) {
            return self.emit(Air::MoveVector, &[a, to.into()]);
        }
        if let Some(selector) = selector(&indices)
            && self.try_emit(Air::VectorShuffle32, &[a, Arg::Imm(selector), to.into()])
        {
            return Ok(());
        }
        if let Some((lane, half, operands)) = alternating(&indices) {
            let [first, second] = self.operands([a, b], operands)?;
            let opcode = [Air::VectorInterleaveLow, Air::VectorInterleaveHigh][half];
            return self.emit(opcode, &[first, second, lane_arg(lane), to.into()]);
        }
        if let Some((operands, start)) = in_order(&indices)
            && self.has_form(Air::VectorConcat, &[a, b, Arg::Imm(start.into()), to.into()])
        {
            let [first, second] = self.operands([a, b], operands)?;
            return self.emit(Air::VectorConcat, &[first, second, Arg::Imm(start.into()), to.into()]);
        }
        let of = |operand_number: usize| {
            indices.map(|index| if operand(index) == operand_number { index % 16 } else { 0x80 })
        };
        if !uses(&indices, 1) {
            return self.bytes_at(a, of(0), to);
        }
        let [from_a, from_b] = [0; 2].map(|_| self.scratch(Bank::Fp));
        self.bytes_at(a, of(0), from_a)?;
        self.bytes_at(b, of(1), from_b)?;
        self.emit(Air::VectorOr, &[from_a, from_b, to].map(Arg::Tmp))
    }

    /// Operands by number; 2 is a zero.
    fn operands(&mut self, [a, b]: [Arg; 2], numbers: [usize; 2]) -> Result<[Arg; 2]> {
        let zero = if numbers.contains(&2) { self.vector_zero()? } else { a };
        Ok(numbers.map(|number| [a, b, zero][number]))
    }

    /// Bytes of a vector by constant indices of which 0x80 gives zero.
    fn bytes_at(&mut self, a: Arg, indices: Indices, to: Tmp) -> Result {
        let constant = u128::from_le_bytes(indices);
        let in_memory = self.new_vector(constant);
        if self.try_emit(Air::VectorLookup, &[a, in_memory, to.into()]) {
            return Ok(());
        }
        if self.has_form(Air::VectorTable, &[a, a, to.into()]) {
            let indices = self.in_register(constant)?;
            return self.emit(Air::VectorTable, &[a, indices, to.into()]);
        }
        let mut numbers = indices;
        numbers.sort_unstable();
        let mut last = None;
        let quads = self.quads(a)?;
        let mut result = self.vector_zero()?;
        for number in numbers.into_iter().filter(|number| *number < 16) {
            if last.replace(number) == Some(number) {
                continue;
            }
            let places = indices.map(|index| if index == number { 0xff } else { 0 });
            let places = self.in_register(u128::from_le_bytes(places))?;
            result = self.with_bytes(result, quads, number, places)?;
        }
        self.emit(Air::MoveVector, &[result, to.into()])
    }

    /// Four vectors whose lanes of 32 bits have each byte of a vector four times.
    fn quads(&mut self, a: Arg) -> Result<[Arg; 4]> {
        let mut quads = [a; 4];
        for (n, half) in [Air::VectorInterleaveLow, Air::VectorInterleaveHigh].into_iter().enumerate() {
            let twice = self.new_lanes(half, &[a, a], Lane::I8x16)?;
            quads[2 * n] = self.new_lanes(Air::VectorInterleaveLow, &[twice, twice], Lane::I16x8)?;
            quads[2 * n + 1] = self.new_lanes(Air::VectorInterleaveHigh, &[twice, twice], Lane::I16x8)?;
        }
        Ok(quads)
    }

    /// `result` with the byte of this number in places that have none.
    fn with_bytes(&mut self, result: Arg, quads: [Arg; 4], number: u8, places: Arg) -> Result<Arg> {
        let everywhere = self.scratch(Bank::Fp);
        let selector = Arg::Imm(0x55 * i64::from(number % 4));
        self.emit(Air::VectorShuffle32, &[quads[usize::from(number / 4)], selector, everywhere.into()])?;
        let bytes = self.bitwise(Air::VectorAnd, everywhere.into(), places)?;
        self.bitwise(Air::VectorOr, result, bytes)
    }

    pub(super) fn vector_swizzle(&mut self, id: ValueId) -> Result {
        let [a, indices] = [0, 1].map(|n| self.child(id, n));
        let [a, indices] = [Arg::Tmp(self.tmp(a)?), Arg::Tmp(self.tmp(indices)?)];
        let to = Arg::Tmp(self.tmp(id)?);
        if self.try_emit(Air::VectorTable, &[a, indices, to]) {
            return Ok(());
        }
        if self.has_form(Air::VectorLookup, &[a, indices, to]) {
            // Indices from 16 get a sign bit, and the others keep their low bits.
            let most = self.in_register(in_each(Lane::U8x16, 0x70))?;
            let indices = self.new_lanes(Air::VectorAddSat, &[indices, most], Lane::U8x16)?;
            return self.emit(Air::VectorLookup, &[a, indices, to]);
        }
        let quads = self.quads(a)?;
        let mut result = self.vector_zero()?;
        for number in 0..16 {
            let number_everywhere = self.in_register(in_each(Lane::U8x16, number.into()))?;
            let places = self.new_lanes(Air::VectorEqual, &[indices, number_everywhere], Lane::I8x16)?;
            result = self.with_bytes(result, quads, number, places)?;
        }
        self.emit(Air::MoveVector, &[result, to])
    }

    pub(super) fn vector_narrow(&mut self, id: ValueId) -> Result {
        let lane = self.lane_of(id);
        let [a, b] = [0, 1].map(|n| self.child(id, n));
        let args = [self.tmp(a)?.into(), self.tmp(b)?.into(), lane_arg(lane), self.tmp(id)?.into()];
        self.emit_with_scratches(Air::VectorNarrow, &args, InstFlags::empty())
    }

    pub(super) fn vector_extend(&mut self, id: ValueId) -> Result {
        let lane = self.lane_of(id);
        let is_low = self.proc.value(id).opcode() == Opcode::VectorExtendLow;
        let a = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let to = self.tmp(id)?;
        self.extended(is_low, lane, a, to)
    }

    /// Half of the lanes of half the width, extended.
    pub(super) fn extended(&mut self, is_low: bool, lane: Lane, a: Arg, to: Tmp) -> Result {
        let (opcode, interleave) = match is_low {
            true => (Air::VectorExtendLow, Air::VectorInterleaveLow),
            false => (Air::VectorExtendHigh, Air::VectorInterleaveHigh),
        };
        if self.try_emit(opcode, &[a, lane_arg(lane), to.into()]) {
            return Ok(());
        }
        let narrow = lane.half().signed();
        if !lane.is_unsigned() && lane.bits() < 64 {
            // The upper half of each lane is the source, and then moves down with its sign.
            let twice = self.new_lanes(interleave, &[a, a], narrow)?;
            let args = [twice, Arg::Imm(narrow.bits().into()), lane_arg(lane), to.into()];
            return self.emit_with_scratches(Air::VectorShr, &args, InstFlags::empty());
        }
        let zero = self.vector_zero()?;
        let upper = match lane.is_unsigned() {
            true => zero,
            false => self.new_lanes(Air::VectorLessThan, &[a, zero], narrow)?,
        };
        self.emit(interleave, &[a, upper, lane_arg(narrow), to.into()])
    }

    pub(super) fn vector_product(&mut self, id: ValueId) -> Result {
        let [a, b] = [0, 1].map(|n| self.child(id, n));
        let [a, b] = [Arg::Tmp(self.tmp(a)?), Arg::Tmp(self.tmp(b)?)];
        let to = self.tmp(id)?;
        let is_dot = self.proc.value(id).opcode() == Opcode::VectorDot;
        let opcode = if is_dot { Air::VectorDot } else { Air::VectorMulQ15 };
        if self.has_form_with_scratches(opcode, &[a, b, to.into()]) {
            return self.emit_with_scratches(opcode, &[a, b, to.into()], InstFlags::empty());
        }
        // Of lanes beside zeros, the sums of products are the products.
        let zero = self.vector_zero()?;
        let half = self.in_register(in_each(Lane::I32x4, 0x4000))?;
        let mut halves = [a; 2];
        for (n, interleave) in [Air::VectorInterleaveLow, Air::VectorInterleaveHigh].into_iter().enumerate() {
            let [a, b] = [
                self.new_lanes(interleave, &[a, zero], Lane::I16x8)?,
                self.new_lanes(interleave, &[b, zero], Lane::I16x8)?,
            ];
            let product = self.scratch(Bank::Fp);
            self.emit(Air::VectorDot, &[a, b, product.into()])?;
            let sum = self.new_lanes(Air::VectorAdd, &[product.into(), half], Lane::I32x4)?;
            halves[n] = self.new_lanes(Air::VectorShr, &[sum, Arg::Imm(15)], Lane::I32x4)?;
        }
        let args = [halves[0], halves[1], lane_arg(Lane::I16x8), to.into()];
        self.emit_with_scratches(Air::VectorNarrow, &args, InstFlags::empty())
    }
}
