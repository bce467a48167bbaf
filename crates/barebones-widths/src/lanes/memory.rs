//! Loads and stores.

use super::{Lane, LaneError, Lanes, Result, Sign, Vector, VectorType};
use barebones::ir::ValueId;

/// A place in memory, and how it is accessed.
///
/// Each lane is accessed on its own: of a vector at the end of accessible memory, lanes before it may be stored when
/// the access traps.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The address, an `Int64`.
    pub address: ValueId,
    /// Added to the address.
    pub offset: i32,
    /// True if the access may trap.
    pub traps: bool,
}

impl Lanes<'_> {
    /// Loads a vector; lane 0 has the lowest address.
    ///
    /// # Errors
    /// [`LaneError::Operation`] for truth values, and offsets of lanes that do not fit 32 bits.
    pub fn load(&mut self, ty: VectorType, access: Access) -> Result<Vector> {
        check(ty, access)?;
        let bytes = ty.lane().bits() as i32 / 8;
        let lanes = (0..ty.count() as i32).map(|lane| {
            self.load_lane(ty.lane(), access.address, access.offset + lane * bytes, access.traps)
        });
        Ok(Vector::of(ty, lanes.collect()))
    }

    /// Loads a vector of narrow integers and extends them to the lanes of a type.
    ///
    /// # Errors
    /// As [`Lanes::load`]; [`LaneError::Operation`] if `from` is not a narrower integer than the lanes.
    pub fn load_extend(&mut self, from: Lane, ty: VectorType, sign: Sign, access: Access) -> Result<Vector> {
        let narrow = self.load(ty.with_lane(from), access)?;
        self.extend(&narrow, ty.lane(), sign)
    }

    /// Loads one lane and copies it to all lanes.
    ///
    /// # Errors
    /// As [`Lanes::load`].
    pub fn load_splat(&mut self, ty: VectorType, access: Access) -> Result<Vector> {
        let one = self.load(VectorType::new(ty.lane(), 1)?, access)?;
        Ok(self.splat(ty, one.lanes()[0]))
    }

    /// Loads lane 0; the others are zeros.
    ///
    /// # Errors
    /// As [`Lanes::load`].
    pub fn load_zero(&mut self, ty: VectorType, access: Access) -> Result<Vector> {
        let one = self.load(VectorType::new(ty.lane(), 1)?, access)?;
        Ok(self.scalar_to_vector(ty, one.lanes()[0]))
    }

    /// Stores a vector; lane 0 has the lowest address.
    ///
    /// # Errors
    /// As [`Lanes::load`].
    pub fn store(&mut self, x: &Vector, access: Access) -> Result<()> {
        check(x.ty(), access)?;
        self.store_lanes(x, access.address, access.offset, access.traps);
        Ok(())
    }

    pub(super) fn load_lane(&mut self, lane: Lane, address: ValueId, offset: i32, traps: bool) -> ValueId {
        let value = match lane.bits() {
            8 => self.b.load8z(address, offset),
            16 => self.b.load16z(address, offset),
            _ => self.b.load(lane.core(), address, offset),
        };
        if traps {
            self.b.proc.set_traps(value);
        }
        value
    }

    pub(super) fn store_lanes(&mut self, x: &Vector, address: ValueId, offset: i32, traps: bool) {
        let bytes = x.lane_type().bits() as i32 / 8;
        for (lane, index) in x.lanes().iter().zip(0..) {
            let offset = offset + index * bytes;
            let store = match bytes {
                1 => self.b.store8(*lane, address, offset),
                2 => self.b.store16(*lane, address, offset),
                _ => self.b.store(*lane, address, offset),
            };
            if traps {
                self.b.proc.set_traps(store);
            }
        }
    }
}

/// Fails if the lanes have no representation in memory, or no offsets.
fn check(ty: VectorType, access: Access) -> Result<()> {
    let is_valid = ty.lane() != Lane::I1 && access.offset.checked_add(ty.bits() as i32 / 8).is_some();
    if is_valid { Ok(()) } else { Err(LaneError::Operation { name: format!("{access:?}"), ty }) }
}
