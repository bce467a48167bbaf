//! Integer operations and casts.

use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air, Tmp};
use crate::base::{Bank, ImmediateOf, IntCondition, Type};
use crate::ir::{Opcode, ValueId};

/// The operand constraints of a binary operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Operands in any order; the second may be an immediate.
    Commutative,
    /// The second operand may be an immediate.
    Ordered,
    /// Both operands in registers.
    Registers,
    /// The second operand is a shift amount.
    Shift,
}

/// The 32-bit and 64-bit machine operations of an IR operation, and its operand constraints.
fn binary_row(opcode: Opcode) -> Option<(Air, Air, Shape)> {
    use Shape::*;
    Some(match opcode {
        Opcode::Add => (Air::Add32, Air::Add64, Commutative),
        Opcode::Sub => (Air::Sub32, Air::Sub64, Ordered),
        Opcode::Mul => (Air::Mul32, Air::Mul64, Commutative),
        Opcode::BitAnd => (Air::And32, Air::And64, Commutative),
        Opcode::BitOr => (Air::Or32, Air::Or64, Commutative),
        Opcode::BitXor => (Air::Xor32, Air::Xor64, Commutative),
        Opcode::Div => (Air::Div32, Air::Div64, Registers),
        Opcode::Mod => (Air::Mod32, Air::Mod64, Registers),
        Opcode::UDiv => (Air::UDiv32, Air::UDiv64, Registers),
        Opcode::UMod => (Air::UMod32, Air::UMod64, Registers),
        Opcode::ChillDiv => (Air::ChillDiv32, Air::ChillDiv64, Registers),
        Opcode::ChillMod => (Air::ChillMod32, Air::ChillMod64, Registers),
        Opcode::MulHigh => (Air::MulHigh32, Air::MulHigh64, Registers),
        Opcode::UMulHigh => (Air::UMulHigh32, Air::UMulHigh64, Registers),
        Opcode::Shl => (Air::Lshift32, Air::Lshift64, Shift),
        Opcode::SShr => (Air::Rshift32, Air::Rshift64, Shift),
        Opcode::ZShr => (Air::Urshift32, Air::Urshift64, Shift),
        Opcode::RotR => (Air::RotateRight32, Air::RotateRight64, Shift),
        Opcode::RotL => (Air::RotateLeft32, Air::RotateLeft64, Shift),
        _ => return None,
    })
}

/// The machine operation for an integer operation whose second operand may be a load, and whether it commutes.
pub(super) fn with_memory(opcode: Opcode, ty: Type) -> Option<(Air, bool)> {
    let (narrow, wide, shape) = binary_row(opcode)?;
    let opcode = if ty == Type::Int64 { wide } else { narrow };
    match shape {
        Shape::Commutative => Some((opcode, true)),
        Shape::Ordered => Some((opcode, false)),
        Shape::Registers | Shape::Shift => None,
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    pub(super) fn integer_operation(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let wide = value.ty == Type::Int64;
        match binary_row(value.opcode()) {
            Some((narrow_op, wide_op, shape)) => {
                self.binary(id, if wide { wide_op } else { narrow_op }, shape, value.ty)
            }
            None => self.unary(id, wide),
        }
    }

    fn binary(&mut self, id: ValueId, opcode: Air, shape: Shape, ty: Type) -> Result {
        let value = self.proc.value(id);
        let [mut a, mut b] = [value.child(0), value.child(1)];
        let mut immediate = self.immediate(b);
        if shape == Shape::Commutative
            && immediate.is_none()
            && let Some(other) = self.immediate(a)
        {
            std::mem::swap(&mut a, &mut b);
            immediate = Some(other);
        }
        match (shape, immediate) {
            (Shape::Shift, Some(Arg::Imm(amount))) => {
                self.emit_binary(opcode, a, Arg::Imm(amount & i64::from(ty.size() * 8 - 1)), id)
            }
            (Shape::Commutative | Shape::Ordered, Some(immediate)) => {
                let of = match opcode {
                    Air::Mul32 | Air::Mul64 => ImmediateOf::Product,
                    Air::And32 | Air::And64 | Air::Or32 | Air::Or64 | Air::Xor32 | Air::Xor64 => {
                        ImmediateOf::Logic
                    }
                    _ => ImmediateOf::Sum,
                };
                let second = self.immediate_or_tmp(Some(immediate), b, of)?;
                self.emit_binary(opcode, a, second, id)
            }
            _ => {
                if matches!(shape, Shape::Commutative | Shape::Ordered) {
                    if let Some(slot) = self.slot_of_get(b) {
                        return self.emit_binary(opcode, a, slot, id);
                    }
                    if shape == Shape::Commutative
                        && let Some(slot) = self.slot_of_get(a)
                    {
                        return self.emit_binary(opcode, b, slot, id);
                    }
                }
                let second = Arg::Tmp(self.tmp(b)?);
                self.emit_binary(opcode, a, second, id)
            }
        }
    }

    /// Emits a binary operation. Inlined so that the kind of the second operand is known at compile time.
    #[inline(always)]
    fn emit_binary(&mut self, opcode: Air, first: ValueId, second: Arg, id: ValueId) -> Result {
        // An address shared by several accesses reads a pinned register directly, as an access would. With `patterns`,
        // the copy of the register may be shared instead.
        let first = match opcode {
            Air::Add64 if !self.patterns => self.address_part(first)?,
            _ => self.tmp(first)?,
        };
        let result = self.tmp(id)?;
        self.emit(opcode, &[Arg::Tmp(first), second, Arg::Tmp(result)])
    }

    fn unary(&mut self, id: ValueId, wide: bool) -> Result {
        let value = self.proc.value(id);
        let (from, to) = (self.tmp(self.child(id, 0))?, self.tmp(id)?);
        let pick = |narrow_op, wide_op| if wide { wide_op } else { narrow_op };
        match value.opcode() {
            Opcode::Neg => self.emit(pick(Air::Neg32, Air::Neg64), &[from.into(), to.into()]),
            Opcode::ByteSwap => self.emit(pick(Air::ByteSwap32, Air::ByteSwap64), &[from.into(), to.into()]),
            // One instruction if the target has it, else a search with a scratch register.
            Opcode::Clz => self.emit_with_scratches(
                pick(Air::Clz32, Air::Clz64),
                &[from.into(), to.into()],
                InstFlags::empty(),
            ),
            Opcode::Ctz => self.emit_with_scratches(
                pick(Air::Ctz32, Air::Ctz64),
                &[from.into(), to.into()],
                InstFlags::empty(),
            ),
            Opcode::PopCount => {
                let opcode = pick(Air::PopCount32, Air::PopCount64);
                match self.has_form_with_scratches(opcode, &[from.into(), to.into()]) {
                    true => self.emit_with_scratches(opcode, &[from.into(), to.into()], InstFlags::empty()),
                    false => self.pop_count(from, to, wide),
                }
            }
            Opcode::BitReverse => {
                let opcode = pick(Air::ReverseBits32, Air::ReverseBits64);
                match self.try_emit(opcode, &[from.into(), to.into()]) {
                    true => Ok(()),
                    false => self.bit_reverse(from, to, wide),
                }
            }
            other => self.unsupported(other.name()),
        }
    }

    /// A mask as an operand, in a temporary if it may be too wide for an immediate.
    fn mask(&mut self, bits: u64, wide: bool) -> Result<Arg> {
        if !wide {
            return Ok(Arg::Imm(i64::from(bits as i32)));
        }
        let opcode = Air::Move;
        Ok(Arg::Tmp(self.remat(Bank::Gp, opcode, Some(Arg::Imm(bits as i64)))?))
    }

    /// Emits `opcode a, b` into a new temporary.
    pub(super) fn fresh(&mut self, narrow_op: Air, wide_op: Air, wide: bool, a: Tmp, b: Arg) -> Result<Tmp> {
        let result = self.scratch(Bank::Gp);
        self.emit(if wide { wide_op } else { narrow_op }, &[a.into(), b, result.into()])?;
        Ok(result)
    }

    /// Population count by sums of pairs, nibbles and bytes (Hacker's Delight, 5-1).
    fn pop_count(&mut self, from: Tmp, to: Tmp, wide: bool) -> Result {
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const QUADS: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const ONES: u64 = 0x0101_0101_0101_0101;
        let and = |this: &mut Self, a: Tmp, bits: u64| {
            let mask = this.mask(bits, wide)?;
            this.fresh(Air::And32, Air::And64, wide, a, mask)
        };
        let shift = |this: &mut Self, a: Tmp, by: i64| {
            this.fresh(Air::Urshift32, Air::Urshift64, wide, a, Arg::Imm(by))
        };
        let add = |this: &mut Self, a: Tmp, b: Tmp| this.fresh(Air::Add32, Air::Add64, wide, a, b.into());
        let odd = shift(self, from, 1)?;
        let odd = and(self, odd, PAIRS)?;
        let pairs = self.fresh(Air::Sub32, Air::Sub64, wide, from, odd.into())?;
        let high = shift(self, pairs, 2)?;
        let (low, high) = (and(self, pairs, QUADS)?, and(self, high, QUADS)?);
        let quads = add(self, low, high)?;
        let high = shift(self, quads, 4)?;
        let sum = add(self, quads, high)?;
        let bytes = and(self, sum, BYTES)?;
        let ones = self.mask(ONES, wide)?;
        let total = self.fresh(Air::Mul32, Air::Mul64, wide, bytes, ones)?;
        let (opcode, by) = if wide { (Air::Urshift64, 56) } else { (Air::Urshift32, 24) };
        self.emit(opcode, &[total.into(), Arg::Imm(by), to.into()])
    }

    /// Reverses bytes, then bits within bytes by swapping nibbles, pairs and neighbours (Hacker's Delight, 7-1).
    fn bit_reverse(&mut self, from: Tmp, to: Tmp, wide: bool) -> Result {
        let mut current = self.scratch(Bank::Gp);
        self.emit(if wide { Air::ByteSwap64 } else { Air::ByteSwap32 }, &[from.into(), current.into()])?;
        const STEPS: [(i64, u64); 3] =
            [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)];
        for (i, (by, bits)) in STEPS.into_iter().enumerate() {
            let mask = self.mask(bits, wide)?;
            let down = self.fresh(Air::Urshift32, Air::Urshift64, wide, current, Arg::Imm(by))?;
            let down = self.fresh(Air::And32, Air::And64, wide, down, mask)?;
            let mask = self.mask(bits, wide)?;
            let up = self.fresh(Air::And32, Air::And64, wide, current, mask)?;
            let up = self.fresh(Air::Lshift32, Air::Lshift64, wide, up, Arg::Imm(by))?;
            current = if i + 1 == STEPS.len() { to } else { self.scratch(Bank::Gp) };
            self.emit(if wide { Air::Or64 } else { Air::Or32 }, &[up.into(), down.into(), current.into()])?;
        }
        Ok(())
    }

    pub(super) fn carry_operation(&mut self, id: ValueId) -> Result {
        if self.is_selected_with_another(id) || self.two_limbs(id)? {
            return Ok(());
        }
        let [a, b, c] = [self.child(id, 0), self.child(id, 1), self.child(id, 2)];
        let wide = self.proc.type_of(a) == Type::Int64;
        let opcode = match (self.proc.value(id).opcode(), wide) {
            (Opcode::AddCarry, false) => Air::AddCarry32,
            (Opcode::AddCarry, true) => Air::AddCarry64,
            (_, false) => Air::SubBorrow32,
            (_, true) => Air::SubBorrow64,
        };
        let [a, b] = [Arg::Tmp(self.tmp(a)?), Arg::Tmp(self.tmp(b)?)];
        let c = if self.patterns { self.tmp_or_imm(c)? } else { Arg::Tmp(self.tmp(c)?) };
        let [to, carry] = [Arg::Tmp(self.element(id, 0)?), Arg::Tmp(self.element(id, 1)?)];
        self.emit(opcode, &[a, b, c, to, carry])
    }

    /// Selects SMin, SMax, UMin and UMax: a comparison and a conditional move.
    pub(super) fn minimum_or_maximum(&mut self, id: ValueId) -> Result {
        let [a, b] = [self.child(id, 0), self.child(id, 1)];
        let condition = match self.proc.value(id).opcode() {
            Opcode::SMin => IntCondition::LessThan,
            Opcode::SMax => IntCondition::GreaterThan,
            Opcode::UMin => IntCondition::Below,
            _ => IntCondition::Above,
        };
        let wide = self.proc.type_of(id) == Type::Int64;
        let opcode = if wide { Air::MoveConditionally64 } else { Air::MoveConditionally32 };
        let condition = Arg::IntCondition(condition);
        let compared = self.tmp_or_encodable(b, ImmediateOf::Comparison)?;
        let [a, b, to] = [self.tmp(a)?, self.tmp(b)?, self.tmp(id)?].map(Arg::Tmp);
        self.emit(opcode, &[condition, a, compared, a, b, to])
    }

    #[inline]
    pub(super) fn cast(&mut self, id: ValueId) -> Result {
        let child = self.child(id, 0);
        if self.resolve(id) != id || self.is_operand_of_users(id, child) {
            return Ok(()); // users look through a Trunc, and use the operand of a free extension
        }
        let opcode = match self.proc.value(id).opcode() {
            // A copy of all bits can be coalesced; the upper bits of an Int32 are unspecified.
            Opcode::Trunc if self.state.shadows_are_tmps && self.proc.type_of(child).is_int() => Air::Move,
            _ => self.cast_opcode(id),
        };
        let (from, to) = (self.tmp(child)?, self.tmp(id)?);
        self.emit(opcode, &[from.into(), to.into()])
    }

    /// The instruction of a cast.
    pub(super) fn cast_opcode(&self, id: ValueId) -> Air {
        let (cast, from) = (self.proc.value(id).opcode(), self.proc.type_of(self.child(id, 0)));
        match (cast, from) {
            (Opcode::SExt8, _) => Air::SignExtend8To32,
            (Opcode::SExt16, _) => Air::SignExtend16To32,
            (Opcode::SExt8To64, _) => Air::SignExtend8To64,
            (Opcode::SExt16To64, _) => Air::SignExtend16To64,
            (Opcode::SExt32, _) => Air::SignExtend32To64,
            (Opcode::ZExt32, _) => Air::Move32,
            (Opcode::Trunc, Type::Double) => Air::MoveDouble,
            (Opcode::Trunc, _) => Air::Move32,
            (_, Type::Int32) => Air::Move32ToFloat,
            (_, Type::Int64) => Air::Move64ToDouble,
            (_, Type::Float) => Air::MoveFloatTo32,
            (_, _) => Air::MoveDoubleTo64,
        }
    }
}
