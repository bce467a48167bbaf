//! Bit fields, and parts of registers.

use super::memory::Access;
use super::{Result, Translator};
use crate::code::{Code, Mode};
use crate::tree::Expr;
use barebones::ir::ValueId;
use barebones_widths::int::{self, Excess, Int, Shift, Sign};

/// Where the lowest bit of a field is.
#[derive(Clone)]
enum Low {
    Constant(u32),
    /// An Int32, which counts modulo the width of the place.
    Value(ValueId),
}

/// Where a field is.
#[derive(Clone)]
pub(super) struct Field {
    place: Place,
    low: Low,
    size: u32,
}

#[derive(Clone)]
enum Place {
    Register(u32, Mode),
    /// The address of the first byte, and the number of bytes that the field spans.
    Memory(ValueId, u32, Access),
}

/// The low bits of a mask of this size.
fn ones(size: u32) -> u128 {
    if size == 0 { 0 } else { u128::MAX >> (128 - size) }
}

impl Translator<'_> {
    /// Computes where a `sign_extract` or `zero_extract` is.
    pub(super) fn field(&mut self, expr: &Expr) -> Result<Field> {
        let number = |index: usize| {
            let constant = expr.sub(index).filter(|operand| operand.code == Code::ConstInt);
            constant.and_then(Expr::number).and_then(|number| u32::try_from(number).ok())
        };
        let size = number(1).unwrap_or(1);
        let mut place = self.sub(expr, 0)?;
        if place.code == Code::Volatile {
            place = self.sub(place, 0)?;
        }
        if let Some(reg) = place.reg() {
            let low = match number(2) {
                Some(low) => Low::Constant(low),
                None => Low::Value(self.int_operand(expr, 2)?.low()),
            };
            return Ok(Field { place: Place::Register(reg, place.resolved), low, size });
        }
        let position = number(2).unwrap_or(0);
        let address = self.address(place)?;
        let mut b = self.b();
        let first = b.const64(i64::from(position / 8));
        let address = b.add(address, first);
        let low = position % 8;
        let bytes = (low + size).div_ceil(8);
        Ok(Field { place: Place::Memory(address, bytes, Access::of(place)), low: Low::Constant(low), size })
    }

    fn whole(&mut self, place: &Place) -> Int {
        match *place {
            Place::Register(reg, mode) => {
                let value = self.register(reg);
                self.bits(value, mode)
            }
            Place::Memory(address, bytes, access) => self.load_bytes(address, bytes, access),
        }
    }

    /// The value of a bit field.
    pub(super) fn extract(&mut self, expr: &Expr, mode: Mode) -> Result<Int> {
        let field = self.field(expr)?;
        let whole = self.whole(&field.place);
        let shift = Shift::Right(Sign::Unsigned);
        let mut b = self.b();
        let shifted = match field.low {
            Low::Constant(low) => int::shift_by(&mut b, shift, &whole, low),
            Low::Value(low) => int::shift(&mut b, shift, &whole, low, Excess::Wraps),
        };
        let bits = int::truncated(&mut b, &shifted, field.size);
        let sign = if expr.code == Code::SignExtract { Sign::Signed } else { Sign::Unsigned };
        Ok(int::resized(&mut b, &bits, mode.bits(), sign))
    }

    /// Stores the low bits of a value into a bit field.
    pub(super) fn insert(&mut self, field: &Field, value: &Int) {
        let whole = self.whole(&field.place);
        let merged = self.merged(&whole, &field.low, field.size, field.size, value);
        match field.place {
            Place::Register(reg, mode) => {
                let value = self.of_bits(merged, mode);
                self.set_register(reg, value);
            }
            Place::Memory(address, _, access) => self.store_bytes(&merged, address, access),
        }
    }

    /// `whole` with its bits from `low` replaced: `size` of them by those of a value, further ones up to `cleared` by 0.
    fn merged(&mut self, whole: &Int, low: &Low, size: u32, cleared: u32, value: &Int) -> Int {
        let bits = whole.bits();
        if let (Low::Constant(0), true) = (low, cleared >= bits) {
            return int::resized(&mut self.b(), value, bits, Sign::Unsigned);
        }
        let mut b = self.b();
        let limbs = |mask: u128| [mask as u64, (mask >> 64) as u64];
        let cut = int::resized(&mut b, value, bits, Sign::Unsigned);
        let mask = int::constant(&mut b, bits, &limbs(ones(size)));
        let cut = int::and(&mut b, &cut, &mask);
        let (place, hole) = match low {
            Low::Constant(low) => {
                let hole = int::constant(&mut b, bits, &limbs(!(ones(cleared) << low)));
                (int::shift_by(&mut b, Shift::Left, &cut, *low), hole)
            }
            Low::Value(low) => {
                let hole = int::constant(&mut b, bits, &limbs(ones(cleared)));
                let hole = int::shift(&mut b, Shift::Left, &hole, *low, Excess::Wraps);
                let hole = int::not(&mut b, &hole);
                (int::shift(&mut b, Shift::Left, &cut, *low, Excess::Wraps), hole)
            }
        };
        let kept = int::and(&mut b, whole, &hole);
        int::or(&mut b, &kept, &place)
    }

    /// Sets a part of a register, from a word. Without `strict` the rest of that word, which is undefined, is zero.
    pub(super) fn set_part(&mut self, subreg: &Expr, strict: bool, value: &Int) -> Result<()> {
        let reg = self.sub(subreg, 0)?;
        let (number, mode) = (reg.reg().unwrap_or(0), reg.resolved);
        let (size, low) = (subreg.resolved.bits(), 32 * subreg.number().unwrap_or(0) as u32);
        let cleared = if strict { size } else { size.max(32) };
        let whole = self.whole(&Place::Register(number, mode));
        let merged = self.merged(&whole, &Low::Constant(low), size, cleared, value);
        let value = self.of_bits(merged, mode);
        self.set_register(number, value);
        Ok(())
    }
}
