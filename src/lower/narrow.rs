//! Comparisons narrower than a register: of bytes and 16-bit words in memory, and tests of single bits.

use super::combinations::Rule;
use super::compare::{Comparison, Kind};
use super::fold::Operand;
use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags};
use crate::base::{EffectFlags, IntCondition, Type, Width};
use crate::ir::{Opcode, ValueId};

/// A load that extends its value: the loaded width, and whether the extension is signed.
#[derive(Clone, Copy)]
struct Narrow {
    load: ValueId,
    width: Width,
    signed: bool,
}

/// The loaded width of a narrow load, and whether its extension is signed.
fn narrow(opcode: Opcode) -> Option<(Width, bool)> {
    match opcode {
        Opcode::Load8Z => Some((Width::W8, false)),
        Opcode::Load8S => Some((Width::W8, true)),
        Opcode::Load16Z => Some((Width::W16, false)),
        Opcode::Load16S => Some((Width::W16, true)),
        _ => None,
    }
}

/// The 8-bit immediate with a constant's low bits; `None` if it does not fit. 16-bit immediates cause length-changing
/// prefix stalls in decoders.
pub(super) fn immediate_of(constant: i64, width: Width) -> Option<Arg> {
    let bits = if width == Width::W8 { i64::from(constant as i8) } else { i64::from(constant as i16) };
    i8::try_from(bits).is_ok().then_some(Arg::Imm(bits))
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Turn this: `Load8Z(p) < constant`, `Load16S(p) == constant`, `Load8Z(p) == y` where y is a byte too
    /// Into this: a comparison of 8 or 16 bits in memory.
    pub(super) fn narrow_comparison(
        &mut self,
        [left, right]: [ValueId; 2],
        condition: IntCondition,
    ) -> Result<Option<Comparison>> {
        for (a, b, condition) in [(left, right, condition), (right, left, condition.flipped())] {
            let Some(load) = self.narrow_load(a) else { continue };
            let other = match self.immediate(b) {
                Some(Arg::Imm(constant)) if load.contains(constant) => immediate_of(constant, load.width),
                None if self.fits(b, load) => Some(Arg::Tmp(self.tmp(b)?)),
                _ => None,
            };
            if let Some(other) = other {
                return Ok(Some(self.compare_narrow(load, condition, other)?));
            }
        }
        Ok(None)
    }

    /// The comparison of a value with a constant that fits 8 bits, if the value is a narrow load.
    pub(super) fn narrow_load_with(
        &mut self,
        id: ValueId,
        condition: IntCondition,
        constant: Arg,
    ) -> Result<Option<Comparison>> {
        match self.narrow_load(id) {
            Some(load) => Ok(Some(self.compare_narrow(load, condition, constant)?)),
            None => Ok(None),
        }
    }

    fn compare_narrow(&mut self, load: Narrow, condition: IntCondition, b: Arg) -> Result<Comparison> {
        self.took(Rule::NarrowLoadInComparison, &[load.load]);
        let Operand { arg: a, flags } = self.fold_load(load.load)?;
        let kind = if load.width == Width::W8 { Kind::Int8 } else { Kind::Int16 };
        // A zero-extended value is never negative.
        let condition = if load.signed { condition } else { condition.unsigned() };
        Ok(Comparison { kind, condition: Arg::IntCondition(condition), a, b, flags })
    }

    /// The narrow load that a value is, if it may be folded into the value being selected.
    fn narrow_load(&mut self, id: ValueId) -> Option<Narrow> {
        let opcode = self.proc.value(id).opcode();
        let load = match opcode {
            Opcode::ZExt32 if self.is_used_once(id) && !self.is_needed(id) => self.child(id, 0),
            _ => id,
        };
        let (width, signed) = narrow(self.proc.value(load).opcode())?;
        let is_whole = load == id || !signed;
        (is_whole && self.is_foldable(load, self.proc.value(load).opcode())).then_some(Narrow {
            load,
            width,
            signed,
        })
    }

    /// True if the value is known to be in the range of the load.
    fn fits(&self, id: ValueId, load: Narrow) -> bool {
        let value = self.proc.value(id);
        let (width, signed) = match value.opcode() {
            Opcode::SExt8 => (Width::W8, true),
            Opcode::SExt16 => (Width::W16, true),
            Opcode::BitAnd => {
                let mask = self.immediate(self.child(id, 1));
                return matches!(mask, Some(Arg::Imm(mask)) if !load.signed && load.contains(mask));
            }
            opcode => match narrow(opcode) {
                Some(loaded) => loaded,
                None => return false,
            },
        };
        signed == load.signed && width <= load.width
    }

    // ---- Bits -----------------------------------------------------------------------------------------

    /// True for `x & 1`.
    pub(super) fn is_one_bit(&self, id: ValueId) -> bool {
        self.patterns
            && self.proc.value(id).opcode() == Opcode::BitAnd
            && self.proc.value(id).ty.is_int()
            && self.immediate(self.child(id, 1)) == Some(Arg::Imm(1))
    }

    /// A test of `x & y` that is shorter than the general one. `folds` is true if loads may be folded.
    pub(super) fn bit_test(
        &mut self,
        id: ValueId,
        condition: IntCondition,
        folds: bool,
    ) -> Result<Option<Comparison>> {
        let [x, y] = [self.child(id, 0), self.child(id, 1)];
        let ty = self.proc.type_of(x);
        let (kind, a, b) = match (self.shifted_one(x), self.shifted_one(y), self.immediate(y)) {
            (Some(amount), _, None) => (bit_of(ty), y, Arg::Tmp(self.tmp(amount)?)),
            (None, Some(amount), None) => (bit_of(ty), x, Arg::Tmp(self.tmp(amount)?)),
            (_, _, Some(Arg::Imm(1))) if self.is_shift_right(x) => return self.shifted_bit(x, condition),
            (_, _, Some(Arg::Imm(mask))) => {
                if folds && let Some(comparison) = self.byte_test(x, mask, condition)? {
                    return Ok(Some(comparison));
                }
                match mask_of(ty, mask as u64) {
                    Some((kind, b)) => (kind, x, b),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        if RECORDS {
            let other = if a == x { y } else { x };
            self.took(Rule::BitTest, &[other]);
        }
        let a = Arg::Tmp(self.tmp(a)?);
        let condition = Arg::IntCondition(condition);
        Ok(Some(Comparison { kind, condition, a, b, flags: InstFlags::empty() }))
    }

    /// `amount`, if the value is `1 << amount` without other users.
    pub(super) fn shifted_one(&self, id: ValueId) -> Option<ValueId> {
        let is_shift = self.proc.value(id).opcode() == Opcode::Shl && self.is_fusible_part(id);
        (is_shift && self.immediate(self.child(id, 0)) == Some(Arg::Imm(1))).then(|| self.child(id, 1))
    }

    fn is_shift_right(&self, id: ValueId) -> bool {
        matches!(self.proc.value(id).opcode(), Opcode::ZShr | Opcode::SShr) && self.is_fusible_part(id)
    }

    fn is_fusible_part(&self, id: ValueId) -> bool {
        self.is_used_once(id) && !self.is_needed(id)
    }

    /// Turn this: `x >> amount & 1`
    /// Into this: a test of one bit of x.
    fn shifted_bit(&mut self, shift: ValueId, condition: IntCondition) -> Result<Option<Comparison>> {
        let [x, amount] = [self.child(shift, 0), self.child(shift, 1)];
        self.took(Rule::BitTest, &[shift]);
        let ty = self.proc.type_of(x);
        let (kind, b) = match self.immediate(amount) {
            Some(Arg::Imm(amount)) => {
                let mask = 1_u64 << (amount & i64::from(ty.size() * 8 - 1));
                let narrow = if ty == Type::Int64 { Kind::Test64 } else { Kind::Test32 };
                mask_of(ty, mask).unwrap_or((narrow, Arg::Imm(i64::from(mask as i32))))
            }
            _ => (bit_of(ty), Arg::Tmp(self.tmp(amount)?)),
        };
        let (a, condition) = (Arg::Tmp(self.tmp(x)?), Arg::IntCondition(condition));
        Ok(Some(Comparison { kind, condition, a, b, flags: InstFlags::empty() }))
    }

    /// Turn this: `SExt8(x) < 0`, `((x << 24) >> 24) >= 0`, where the extension or shift has no other user
    /// Into this: a test of the bit of x that becomes the sign
    pub(super) fn sign_test(
        &mut self,
        [left, right]: [ValueId; 2],
        condition: IntCondition,
    ) -> Result<Option<Comparison>> {
        let condition = match (condition, self.immediate(right)) {
            (IntCondition::LessThan, Some(Arg::Imm(0))) => IntCondition::NotEqual,
            (IntCondition::LessEqual, Some(Arg::Imm(-1))) => IntCondition::NotEqual,
            (IntCondition::GreaterEqual, Some(Arg::Imm(0))) => IntCondition::Equal,
            (IntCondition::GreaterThan, Some(Arg::Imm(-1))) => IntCondition::Equal,
            _ => return Ok(None),
        };
        // An arithmetic right shift keeps the sign.
        let is_shift = self.proc.value(left).opcode() == Opcode::SShr && self.is_fusible_part(left);
        let id = if is_shift { self.child(left, 0) } else { left };
        if !self.is_fusible_part(id) {
            return Ok(None);
        }
        let ty = self.proc.type_of(id);
        let bit = match self.proc.value(id).opcode() {
            Opcode::SExt8 => 7,
            Opcode::SExt16 => 15,
            Opcode::Shl => match self.immediate(self.child(id, 1)) {
                Some(Arg::Imm(amount)) => {
                    let last = i64::from(ty.size() * 8 - 1);
                    last - (amount & last)
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.took(Rule::SignTest, &[left, id]);
        let mask = 1_u64 << bit;
        let whole = if ty == Type::Int64 { Kind::Test64 } else { Kind::Test32 };
        let (kind, b) = mask_of(ty, mask).unwrap_or((whole, Arg::Imm(i64::from(mask as i32))));
        let a = Arg::Tmp(self.tmp(self.child(id, 0))?);
        let condition = Arg::IntCondition(condition);
        Ok(Some(Comparison { kind, condition, a, b, flags: InstFlags::empty() }))
    }

    /// Turn this: `Load(p) & mask`, where the mask has bits of the lowest byte only
    /// Into this: a test of that byte. An access that may trap keeps its width.
    fn byte_test(&mut self, x: ValueId, mask: i64, condition: IntCondition) -> Result<Option<Comparison>> {
        let opcode = self.proc.value(x).opcode();
        let is_byte = opcode == Opcode::Load8Z;
        let is_load = is_byte || opcode == Opcode::Load || narrow(opcode).is_some();
        let traps = self.proc.effects(x).flags.contains(EffectFlags::EXITS_SIDEWAYS);
        let is_short = is_byte || (0..=0xff).contains(&mask) && (!traps || opcode == Opcode::Load8S);
        if !is_load || !is_short || !self.is_foldable(x, opcode) {
            return Ok(None);
        }
        self.took(Rule::NarrowLoadInComparison, &[x]);
        let Operand { arg: a, flags } = self.fold_load(x)?;
        let (b, condition) = (Arg::Imm(i64::from(mask as i8)), Arg::IntCondition(condition));
        Ok(Some(Comparison { kind: Kind::Test8, condition, a, b, flags }))
    }
}

impl Narrow {
    /// True if the number is in the range of the load.
    fn contains(self, number: i64) -> bool {
        let bits = self.width.bits();
        match self.signed {
            true => (-(1 << (bits - 1))..1 << (bits - 1)).contains(&number),
            false => (0..1 << bits).contains(&number),
        }
    }
}

fn bit_of(ty: Type) -> Kind {
    if ty == Type::Int64 { Kind::Bit64 } else { Kind::Bit32 }
}

/// How to test a mask that does not fit a 64-bit test's immediate: a single bit, or bits of the lower half.
fn mask_of(ty: Type, mask: u64) -> Option<(Kind, Arg)> {
    match u32::try_from(mask) {
        _ if ty != Type::Int64 || i32::try_from(mask as i64).is_ok() => None,
        Ok(low) => Some((Kind::Test32, Arg::Imm(i64::from(low as i32)))),
        Err(_) if mask.is_power_of_two() => Some((Kind::Bit64, Arg::Imm(i64::from(mask.ilog2())))),
        Err(_) => None,
    }
}
