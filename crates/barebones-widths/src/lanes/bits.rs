//! Bit casts, and bits of all lanes as a scalar.

use super::{Lane, LaneError, Lanes, Result, Vector, VectorType};
use barebones::ir::ValueId;

/// The order of bytes in the memory through which a bit cast goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ByteOrder {
    /// The lowest byte first: narrower lanes with lower numbers are the lower bits of wider ones.
    Little,
    /// The highest byte first: narrower lanes with lower numbers are the higher bits of wider ones.
    Big,
}

impl Lanes<'_> {
    /// The same bits with other lanes. A vector of one lane is a scalar.
    ///
    /// # Errors
    /// [`LaneError::Cast`] if the sizes differ, or for truth values.
    pub fn bitcast(&mut self, x: &Vector, to: VectorType, order: ByteOrder) -> Result<Vector> {
        let from = x.ty();
        if from == to {
            return Ok(x.clone());
        }
        if from.bits() != to.bits() || from.lane() == Lane::I1 || to.lane() == Lane::I1 {
            return Err(LaneError::Cast { from, to });
        }
        let mut lanes: Vec<ValueId> =
            x.lanes().iter().map(|lane| self.as_int_lane(*lane, from.lane())).collect();
        // The order within a wider lane is that of the bytes; the cast between numbers of the same size is not.
        if order == ByteOrder::Big {
            lanes.reverse();
        }
        let (narrow, wide) = (from.lane().as_int(), to.lane().as_int());
        let mut lanes: Vec<ValueId> = if narrow.bits() < wide.bits() {
            let parts = (wide.bits() / narrow.bits()) as usize;
            lanes.chunks(parts).map(|parts| self.assemble(parts, narrow, wide)).collect()
        } else {
            let parts = narrow.bits() / wide.bits();
            let cut = |lane: ValueId| (0..parts).map(move |part| (lane, part));
            lanes.into_iter().flat_map(cut).map(|(lane, part)| self.part(lane, part, narrow, wide)).collect()
        };
        if order == ByteOrder::Big {
            lanes.reverse();
        }
        let lanes = lanes.into_iter().map(|lane| self.of_int_lane(lane, to.lane())).collect();
        Ok(Vector::of(to, lanes))
    }

    /// The integer of narrower ones, the lowest first.
    fn assemble(&mut self, parts: &[ValueId], narrow: Lane, wide: Lane) -> ValueId {
        let mut all = None;
        for (part, index) in parts.iter().zip(0..) {
            let mut part = self.resize(*part, narrow, wide, super::Sign::Unsigned);
            if index > 0 {
                let shift = self.b.const32(index * narrow.bits() as i32);
                part = self.b.shl(part, shift);
            }
            all = Some(all.map_or(part, |all| self.b.bit_or(all, part)));
        }
        all.unwrap_or_else(|| self.b.constant(wide.core(), 0))
    }

    /// A part of an integer; 0 is the lowest.
    fn part(&mut self, x: ValueId, part: u32, from: Lane, to: Lane) -> ValueId {
        let mut x = x;
        if part > 0 {
            let shift = self.b.const32((part * to.bits()) as i32);
            x = self.b.zshr(x, shift);
        }
        self.resize(x, from, to, super::Sign::Unsigned)
    }

    /// An `Int32`: 1 if any bit of a lane is set, else 0.
    pub fn any_true(&mut self, x: &Vector) -> ValueId {
        let lane = x.lane_type();
        let mut union = self.as_int_lane(x.lanes()[0], lane);
        for x in &x.lanes()[1..] {
            let x = self.as_int_lane(*x, lane);
            union = self.b.bit_or(union, x);
        }
        self.is_set(union, lane.as_int())
    }

    /// An `Int32`: 1 if each lane has a bit that is set, else 0.
    pub fn all_true(&mut self, x: &Vector) -> ValueId {
        let lane = x.lane_type();
        let mut all = self.is_set(x.lanes()[0], lane);
        for x in &x.lanes()[1..] {
            let one = self.is_set(*x, lane);
            all = self.b.bit_and(all, one);
        }
        all
    }

    /// The highest bit of each lane as a bit of an integer; lane 0 is the lowest. Lanes without a bit are dropped.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if `to` is no integer.
    pub fn high_bits(&mut self, x: &Vector, to: Lane) -> Result<ValueId> {
        if !to.is_int() {
            return Err(LaneError::Operation { name: format!("HighBits as {to}"), ty: x.ty() });
        }
        let mut bits = Vec::new();
        for lane in x.lanes().iter().take(to.bits() as usize) {
            bits.push(self.high_bit(*lane, x.lane_type()));
        }
        Ok(self.assemble(&bits, Lane::I1, to))
    }

    /// An `Int32`: the highest bit of a lane.
    pub(super) fn high_bit(&mut self, x: ValueId, lane: Lane) -> ValueId {
        let x = self.as_int_lane(x, lane);
        let int = lane.as_int();
        let x = self.sext(x, int);
        let zero = self.b.constant(int.core(), 0);
        self.b.less_than(x, zero)
    }
}
