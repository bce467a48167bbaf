//! Moves of lanes, and choices between lanes.

use super::{Kind, Lane, LaneError, Lanes, Result, Vector, VectorType, same_type};
use barebones::ir::{StackSlotKind, ValueId};

impl Lanes<'_> {
    /// A vector with the same value in each lane. Appends nothing.
    pub fn splat(&mut self, ty: VectorType, value: ValueId) -> Vector {
        Vector::of(ty, vec![value; ty.count() as usize])
    }

    /// A vector with a value in lane 0 and zeros in the others.
    pub fn scalar_to_vector(&mut self, ty: VectorType, value: ValueId) -> Vector {
        let zero = self.b.constant(ty.lane().core(), 0);
        let mut lanes = vec![zero; ty.count() as usize];
        lanes[0] = value;
        Vector::of(ty, lanes)
    }

    /// A lane of a vector. Appends nothing.
    ///
    /// # Errors
    /// [`LaneError::Index`] if there is no such lane.
    pub fn extract(&mut self, x: &Vector, index: u32) -> Result<ValueId> {
        x.lanes().get(index as usize).copied().ok_or(LaneError::Index { index, ty: x.ty() })
    }

    /// A vector in which one lane is replaced. Appends nothing.
    ///
    /// # Errors
    /// [`LaneError::Index`] if there is no such lane.
    pub fn insert(&mut self, x: &Vector, index: u32, value: ValueId) -> Result<Vector> {
        let mut lanes = x.lanes().to_vec();
        match lanes.get_mut(index as usize) {
            Some(lane) => *lane = value,
            None => return Err(LaneError::Index { index, ty: x.ty() }),
        }
        Ok(Vector::of(x.ty(), lanes))
    }

    /// The lanes of two vectors with these numbers, where those of the second follow those of the first. The lane of a
    /// larger number is zero.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ, [`LaneError::Count`] for no number or too many.
    pub fn shuffle(&mut self, x: &Vector, y: &Vector, pattern: &[u32]) -> Result<Vector> {
        same_type(x, y)?;
        let ty = VectorType::new(x.lane_type(), u32::try_from(pattern.len()).unwrap_or(u32::MAX))?;
        let both = || x.lanes().iter().chain(y.lanes());
        let lanes = pattern.iter().map(|index| match both().nth(*index as usize) {
            Some(lane) => *lane,
            None => self.b.constant(ty.lane().core(), 0),
        });
        Ok(Vector::of(ty, lanes.collect()))
    }

    /// The lower and the upper half of the lanes.
    ///
    /// # Errors
    /// [`LaneError::Operation`] for an odd number of lanes.
    pub fn split(&mut self, x: &Vector) -> Result<[Vector; 2]> {
        let half = x.ty().count() / 2;
        if x.ty().count() % 2 == 1 {
            return Err(LaneError::Operation { name: String::from("Split"), ty: x.ty() });
        }
        let ty = VectorType::new(x.lane_type(), half)?;
        let (low, high) = x.lanes().split_at(half as usize);
        Ok([Vector::of(ty, low.to_vec()), Vector::of(ty, high.to_vec())])
    }

    /// The lanes of two vectors with the same type of lanes; those of the first are the lower ones.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of lanes differ, [`LaneError::Count`] for too many lanes.
    pub fn concat(&mut self, low: &Vector, high: &Vector) -> Result<Vector> {
        if low.lane_type() != high.lane_type() {
            return Err(LaneError::Types { first: low.ty(), other: high.ty() });
        }
        let ty = VectorType::new(low.lane_type(), low.ty().count() + high.ty().count())?;
        Ok(Vector::of(ty, low.lanes().iter().chain(high.lanes()).copied().collect()))
    }

    /// The first vector if a scalar integer is not zero, else the second.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the vectors differ.
    pub fn select(&mut self, predicate: ValueId, x: &Vector, y: &Vector) -> Result<Vector> {
        same_type(x, y)?;
        let lanes = x.lanes().iter().zip(y.lanes()).map(|(x, y)| self.b.select(predicate, *x, *y));
        Ok(Vector::of(x.ty(), lanes.collect()))
    }

    /// The bits of the first vector where those of the mask are set, else those of the second.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the operands differ.
    pub fn bit_select(&mut self, mask: &Vector, x: &Vector, y: &Vector) -> Result<Vector> {
        same_type(mask, x)?;
        same_type(x, y)?;
        let lane = x.lane_type();
        let pairs = x.lanes().iter().zip(y.lanes());
        let lanes = mask.lanes().iter().zip(pairs).map(|(mask, (x, y))| {
            let chosen = self.b.bit_and(*mask, *x);
            let others = self.invert(*mask, lane);
            let others = self.b.bit_and(others, *y);
            self.b.bit_or(chosen, others)
        });
        let lanes = lanes.collect();
        Ok(Vector::of(x.ty(), lanes))
    }

    /// The lanes of the first vector where the highest bit of the mask's lane is set, else those of the second.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the vectors differ, or the mask has another number of lanes.
    pub fn blend(&mut self, mask: &Vector, x: &Vector, y: &Vector) -> Result<Vector> {
        self.choose(mask, x, y, |lanes, mask, lane| lanes.high_bit(mask, lane))
    }

    /// The lanes of the first vector where the mask's lane is not zero, else those of the second.
    ///
    /// # Errors
    /// [`LaneError::Types`] if the types of the vectors differ, or the mask has another number of lanes.
    pub fn lane_select(&mut self, mask: &Vector, x: &Vector, y: &Vector) -> Result<Vector> {
        self.choose(mask, x, y, |lanes, mask, lane| lanes.is_set(mask, lane))
    }

    fn choose(
        &mut self,
        mask: &Vector,
        x: &Vector,
        y: &Vector,
        truth: impl Fn(&mut Self, ValueId, Lane) -> ValueId,
    ) -> Result<Vector> {
        same_type(x, y)?;
        if mask.ty().count() != x.ty().count() {
            return Err(LaneError::Types { first: mask.ty(), other: x.ty() });
        }
        let pairs = x.lanes().iter().zip(y.lanes());
        let lanes = mask.lanes().iter().zip(pairs).map(|(mask_lane, (x, y))| {
            let truth = truth(self, *mask_lane, mask.lane_type());
            self.b.select(truth, *x, *y)
        });
        let lanes = lanes.collect();
        Ok(Vector::of(x.ty(), lanes))
    }

    /// The lanes of a vector that the lanes of another number. The lane of a larger number is zero.
    ///
    /// Numbers that are no constants select in memory: in a stack slot, which the operation adds.
    ///
    /// # Errors
    /// [`LaneError::Operation`] if the numbers are no integers or truth values or the lanes of the first are, and
    /// [`LaneError::Types`] if there are more or fewer numbers than lanes.
    pub fn swizzle(&mut self, x: &Vector, numbers: &Vector) -> Result<Vector> {
        self.check_numbers("Swizzle", x, numbers)?;
        let count = u64::from(x.ty().count());
        self.gather(x, numbers, |lanes, number, lane| {
            let limit = lanes.b.constant(lane.core(), count);
            lanes.b.below(number, limit)
        })
    }

    /// As [`Lanes::swizzle`] for 16 lanes of 8 bits, but only the low four bits of a number count, and the lane of a
    /// number whose highest bit is set is zero; x86's `pshufb`.
    ///
    /// # Errors
    /// [`LaneError::Operation`] for vectors that are not `i8x16`.
    pub fn shuffle_bytes(&mut self, x: &Vector, numbers: &Vector) -> Result<Vector> {
        let ty = x.ty();
        if ty.lane() != Lane::I8 || ty.count() != 16 || numbers.ty() != ty {
            return Err(LaneError::Operation { name: String::from("ShuffleBytes"), ty });
        }
        self.gather(x, numbers, |lanes, number, _| {
            let limit = lanes.b.const32(0x80);
            lanes.b.below(number, limit)
        })
    }

    fn check_numbers(&mut self, name: &str, x: &Vector, numbers: &Vector) -> Result<()> {
        for ty in [numbers.ty(), x.ty()] {
            if ty.lane() == Lane::I1 || numbers.lane_type().kind() == Kind::Float {
                return Err(LaneError::Operation { name: String::from(name), ty });
            }
        }
        match numbers.ty().count() == x.ty().count() {
            true => Ok(()),
            false => Err(LaneError::Types { first: x.ty(), other: numbers.ty() }),
        }
    }

    /// The lanes of a vector with these numbers, modulo their count rounded up to a power of two; zeros where the
    /// number is not valid.
    fn gather(
        &mut self,
        x: &Vector,
        numbers: &Vector,
        is_valid: impl Fn(&mut Self, ValueId, Lane) -> ValueId,
    ) -> Result<Vector> {
        let (lane, number_lane) = (x.lane_type(), numbers.lane_type());
        let bytes = lane.bits() / 8;
        let room = x.ty().count().next_power_of_two();
        let is_known = numbers.lanes().iter().all(|number| self.known(*number, number_lane).is_some());
        let mut memory = None;
        if !is_known {
            let slot = self.b.proc.add_stack_slot(room * bytes, StackSlotKind::Locked);
            let base = self.b.slot_base(slot);
            self.store_lanes(x, base, 0, false);
            memory = Some(base);
        }
        let zero = self.b.constant(lane.core(), 0);
        let mut lanes = Vec::with_capacity(numbers.lanes().len());
        for number in numbers.lanes() {
            let number = self.zext(*number, number_lane);
            let valid = is_valid(self, number, number_lane);
            let mask = self.b.constant(number_lane.core(), u64::from(room) - 1);
            let found = match (memory, self.known(number, number_lane)) {
                (Some(base), _) => {
                    let number = self.b.bit_and(number, mask);
                    let index = if number_lane == Lane::I64 { number } else { self.b.zext32(number) };
                    let shift = self.b.const32(bytes.ilog2() as i32);
                    let offset = self.b.shl(index, shift);
                    let address = self.b.add(base, offset);
                    self.load_lane(lane, address, 0, false)
                }
                (None, known) => {
                    let index = known.unwrap_or(0) & (u64::from(room) - 1);
                    x.lanes().get(index as usize).copied().unwrap_or(zero)
                }
            };
            lanes.push(self.b.select(valid, found, zero));
        }
        Ok(Vector::of(x.ty(), lanes))
    }
}
