//! Operations on lanes of vectors one by one, shifts, and reductions.

use super::select::{Lowering, Result};
use super::vector::in_each;
use crate::air::{Arg, InstFlags, Opcode as Air, Tmp};
use crate::base::{Bank, IntCondition, Lane};
use crate::ir::{Opcode, ValueId};

/// Selectors of [`Air::VectorShuffle32`]: the lowest 32 or 64 bits everywhere, or the upper half first.
const FIRST_32: i64 = 0;
const FIRST_64: i64 = 0x44;
const UPPER_64: i64 = 0xee;

/// The numbers of one bits of 0 to 15.
const COUNTS: u128 = 0x0403_0302_0302_0201_0302_0201_0201_0100;

/// The lanes as an operand.
pub(super) fn lane_arg(lane: Lane) -> Arg {
    Arg::Imm(lane as i64)
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// The lanes of an operation that validation has checked.
    pub(super) fn lane_of(&self, id: ValueId) -> Lane {
        self.proc.value(id).lane().unwrap_or(Lane::I8x16)
    }

    /// The result of an operation of one instruction on these lanes, in a new temporary.
    pub(super) fn new_lanes(&mut self, opcode: Air, args: &[Arg], lane: Lane) -> Result<Arg> {
        let to = self.scratch(Bank::Fp);
        let args: smallvec::SmallVec<[Arg; 4]> =
            args.iter().copied().chain([lane_arg(lane), to.into()]).collect();
        self.emit_with_scratches(opcode, &args, InstFlags::empty())?;
        Ok(to.into())
    }

    pub(super) fn vector_splat(&mut self, id: ValueId) -> Result {
        let lane = self.lane_of(id);
        let from = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let to = Arg::Tmp(self.tmp(id)?);
        let selector = Arg::Imm(if lane.bits() == 64 { FIRST_64 } else { FIRST_32 });
        if lane.is_float() {
            if self.try_emit(Air::VectorSplatLane, &[from, lane_arg(lane), Arg::Imm(0), to]) {
                return Ok(());
            }
            return self.emit(Air::VectorShuffle32, &[from, selector, to]);
        }
        if self.try_emit(Air::VectorSplat, &[from, lane_arg(lane), to]) {
            return Ok(());
        }
        let first = self.scratch(Bank::Fp);
        let copy = if lane.bits() == 64 { Air::Move64ToDouble } else { Air::Move32ToFloat };
        self.emit(copy, &[from, first.into()])?;
        if lane == Lane::I8x16 {
            let zero = self.vector_zero()?;
            if self.try_emit(Air::VectorLookup, &[first.into(), zero, to]) {
                return Ok(());
            }
        }
        // Doubled until it has 32 bits.
        let mut wider = Arg::Tmp(first);
        for doubled in [Lane::I8x16, Lane::I16x8] {
            if doubled.bits() >= lane.bits() {
                wider = self.new_lanes(Air::VectorInterleaveLow, &[wider, wider], doubled)?;
            }
        }
        self.emit(Air::VectorShuffle32, &[wider, selector, to])
    }

    pub(super) fn vector_extract(&mut self, id: ValueId) -> Result {
        let (lane, index) = (self.lane_of(id), self.proc.value(id).lane_index());
        let from = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let to = Arg::Tmp(self.tmp(id)?);
        let first = match lane {
            Lane::I32x4 => Some(Air::MoveFloatTo32),
            Lane::I64x2 => Some(Air::MoveDoubleTo64),
            _ => None,
        };
        match first {
            _ if lane.is_float() => return self.extracted_float(lane, index, from, to),
            Some(copy) if index == 0 => return self.emit(copy, &[from, to]),
            _ => {}
        }
        let at = Arg::Imm(index.into());
        let extend = match lane {
            Lane::I8x16 => Some(Air::SignExtend8To32),
            Lane::I16x8 => Some(Air::SignExtend16To32),
            _ => None,
        };
        let bits = if extend.is_some() { self.scratch(Bank::Gp).into() } else { to };
        let args = [from, lane_arg(lane.signed()), at, bits];
        self.emit_with_scratches(Air::VectorExtract, &args, InstFlags::empty())?;
        extend.map_or(Ok(()), |extend| self.emit(extend, &[bits, to]))
    }

    /// A float in a register of its own: the low bits of the vector, or moved there.
    pub(super) fn extracted_float(&mut self, lane: Lane, index: u32, from: Arg, to: Arg) -> Result {
        if index == 0 {
            // Moves between registers are those of doubles for floats too.
            return self.emit(Air::MoveDouble, &[from, to]);
        }
        let at = Arg::Imm(index.into());
        if self.try_emit(Air::VectorSplatLane, &[from, lane_arg(lane), at, to]) {
            return Ok(());
        }
        let selector = Arg::Imm(if lane == Lane::F64x2 { UPPER_64 } else { index.into() });
        self.emit(Air::VectorShuffle32, &[from, selector, to])
    }

    pub(super) fn vector_replace(&mut self, id: ValueId) -> Result {
        let (lane, index) = (self.lane_of(id), self.proc.value(id).lane_index());
        let [vector, scalar] = [0, 1].map(|n| self.child(id, n));
        let (vector, scalar) = (self.tmp(vector)?, self.tmp(scalar)?);
        let args =
            [vector.into(), scalar.into(), lane_arg(lane), Arg::Imm(index.into()), self.tmp(id)?.into()];
        let opcode = if lane.is_float() { Air::VectorInsertFirst } else { Air::VectorInsert };
        self.emit_with_scratches(opcode, &args, InstFlags::empty())
    }

    pub(super) fn vector_shift(&mut self, id: ValueId) -> Result {
        let lane = self.lane_of(id);
        let opcode =
            if self.proc.value(id).opcode() == Opcode::VectorShl { Air::VectorShl } else { Air::VectorShr };
        let [vector, amount] = [0, 1].map(|n| self.child(id, n));
        let amount = match self.immediate(amount) {
            Some(Arg::Imm(amount)) => Arg::Imm(amount & i64::from(lane.bits() - 1)),
            _ => self.tmp(amount)?.into(),
        };
        let args = [self.tmp(vector)?.into(), amount, lane_arg(lane), self.tmp(id)?.into()];
        self.emit_with_scratches(opcode, &args, InstFlags::empty())
    }

    /// Without an instruction: sums of pairs of bits, then of pairs of these, in all bytes at once.
    pub(super) fn vector_pop_count(&mut self, id: ValueId) -> Result {
        let from = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let to = self.tmp(id)?;
        if self.try_emit(Air::VectorPopCount, &[from, to.into()]) {
            return Ok(());
        }
        let shifted = |this: &mut Self, a: Arg, amount: i64| {
            this.new_lanes(Air::VectorShr, &[a, Arg::Imm(amount)], Lane::U16x8)
        };
        let mask = self.in_register(in_each(Lane::U8x16, 0x0f))?;
        if self.has_form(Air::VectorLookup, &[from, from, to.into()]) {
            let counts = self.in_register(COUNTS)?;
            let low = self.bitwise(Air::VectorAnd, from, mask)?;
            let high = shifted(self, from, 4)?;
            let high = self.bitwise(Air::VectorAnd, high, mask)?;
            let [low, high] = [
                self.bitwise(Air::VectorLookup, counts, low)?,
                self.bitwise(Air::VectorLookup, counts, high)?,
            ];
            return self.emit(Air::VectorAdd, &[low, high, lane_arg(Lane::I8x16), to.into()]);
        }
        let [odd, pairs] = [0x55, 0x33].map(|bits| self.in_register(in_each(Lane::U8x16, bits)));
        let (odd, pairs) = (odd?, pairs?);
        let upper = shifted(self, from, 1)?;
        let upper = self.bitwise(Air::VectorAnd, upper, odd)?;
        let sums = self.new_lanes(Air::VectorSub, &[from, upper], Lane::I8x16)?;
        let upper = shifted(self, sums, 2)?;
        let upper = self.bitwise(Air::VectorAnd, upper, pairs)?;
        let lower = self.bitwise(Air::VectorAnd, sums, pairs)?;
        let sums = self.new_lanes(Air::VectorAdd, &[lower, upper], Lane::I8x16)?;
        let upper = shifted(self, sums, 4)?;
        let sums = self.new_lanes(Air::VectorAdd, &[sums, upper], Lane::I8x16)?;
        self.emit(Air::VectorAnd, &[sums, mask, to.into()])
    }

    /// A constant in a register.
    pub(super) fn in_register(&mut self, bits: u128) -> Result<Arg> {
        let constant = self.new_vector(bits);
        Ok(self.remat(Bank::Fp, Air::MoveVector, Some(constant))?.into())
    }

    pub(super) fn vector_any_true(&mut self, id: ValueId) -> Result {
        let child = self.child(id, 0);
        let vector = Arg::Tmp(self.tmp(child)?);
        let to = self.tmp(id)?;
        let [bits, upper] = [0; 2].map(|_| self.scratch(Bank::Gp));
        let mask = [vector, lane_arg(Lane::I8x16), bits.into()];
        let not_equal = Arg::IntCondition(IntCondition::NotEqual);
        if !self.has_form_with_scratches(Air::VectorBitmask, &mask) {
            for (index, half) in [(0, bits), (1, upper)] {
                let args = [vector, lane_arg(Lane::I64x2), Arg::Imm(index), half.into()];
                self.emit(Air::VectorExtract, &args)?;
            }
            let both = self.scratch(Bank::Gp);
            self.emit(Air::Or64, &[bits, upper, both].map(Arg::Tmp))?;
            return self.emit(Air::Compare64, &[not_equal, both.into(), Arg::Imm(0), to.into()]);
        }
        let is_comparison = [Opcode::VectorEqual, Opcode::VectorLessThan, Opcode::VectorLessEqual];
        if is_comparison.contains(&self.proc.value(child).opcode()) {
            // A lane has all ones or none.
            self.emit_with_scratches(Air::VectorBitmask, &mask, InstFlags::empty())?;
            return self.emit(Air::Compare32, &[not_equal, bits.into(), Arg::Imm(0), to.into()]);
        }
        let zero = self.vector_zero()?;
        let zeros = self.new_lanes(Air::VectorEqual, &[vector, zero], Lane::I8x16)?;
        let mask = [zeros, lane_arg(Lane::I8x16), bits.into()];
        self.emit_with_scratches(Air::VectorBitmask, &mask, InstFlags::empty())?;
        self.emit(Air::Compare32, &[not_equal, bits.into(), Arg::Imm(0xffff), to.into()])
    }

    pub(super) fn vector_bitmask(&mut self, id: ValueId) -> Result {
        let lane = self.lane_of(id);
        let vector = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let to = self.tmp(id)?;
        let args = [vector, lane_arg(lane), to.into()];
        if self.has_form_with_scratches(Air::VectorBitmask, &args) {
            return self.emit_with_scratches(Air::VectorBitmask, &args, InstFlags::empty());
        }
        self.summed_bitmask(vector, lane, to)
    }

    /// Each lane keeps the bit of its place in the result, and sums of pairs put them together. Of bytes, eight give one
    /// byte of the result.
    fn summed_bitmask(&mut self, vector: Arg, lane: Lane, to: Tmp) -> Result {
        let places =
            (0..lane.count()).fold(0, |places, index| places | 1 << (index * lane.bits() + index % 8));
        let places = self.in_register(places)?;
        let signs = self.new_lanes(Air::VectorShr, &[vector, Arg::Imm(i64::from(lane.bits()) - 1)], lane)?;
        let mut sums = self.bitwise(Air::VectorAnd, signs, places)?;
        for _ in 0..lane.count().ilog2().min(3) {
            sums = self.new_lanes(Air::VectorAddPairs, &[sums, sums], lane)?;
        }
        let whole = if lane == Lane::I8x16 { Lane::I16x8 } else { lane };
        self.emit(Air::VectorExtract, &[sums, lane_arg(whole), Arg::Imm(0), to.into()])
    }
}
