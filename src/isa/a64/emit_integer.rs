//! Integer operations.

use super::emit::{Emit, W32, W64, immediate_bits};
use super::emit_frame::add_immediate;
use super::registers::{X16, ZR};
use super::{
    Arith, Binary, Cond, FromGp, Logic, Multiply, Select, ShiftKind, ToGp, Unary, logical_immediate,
};
use crate::air::Opcode;
use crate::base::{Reg, Width};

impl Emit<'_, '_> {
    /// Emits an integer operation. Returns false for other opcodes.
    pub(super) fn integer(&mut self, opcode: Opcode) -> bool {
        use Opcode::*;
        match opcode {
            Add32 => self.add(W32, false),
            Add64 => self.add(W64, false),
            Sub32 => self.add(W32, true),
            Sub64 => self.add(W64, true),
            And32 => self.logic(Logic::And, W32),
            And64 => self.logic(Logic::And, W64),
            Or32 => self.logic(Logic::Orr, W32),
            Or64 => self.logic(Logic::Orr, W64),
            Xor32 => self.logic(Logic::Eor, W32),
            Xor64 => self.logic(Logic::Eor, W64),
            AndNot32 => self.and_not(W32),
            AndNot64 => self.and_not(W64),
            Mul32 => self.multiply(W32),
            Mul64 => self.multiply(W64),
            Neg32 => self.negate(W32),
            Neg64 => self.negate(W64),
            Not32 => self.invert(W32),
            Not64 => self.invert(W64),
            Lshift32 => self.shift(ShiftKind::Lsl, Binary::Lslv, W32),
            Lshift64 => self.shift(ShiftKind::Lsl, Binary::Lslv, W64),
            Rshift32 => self.shift(ShiftKind::Asr, Binary::Asrv, W32),
            Rshift64 => self.shift(ShiftKind::Asr, Binary::Asrv, W64),
            Urshift32 => self.shift(ShiftKind::Lsr, Binary::Lsrv, W32),
            Urshift64 => self.shift(ShiftKind::Lsr, Binary::Lsrv, W64),
            RotateRight32 => self.shift(ShiftKind::Ror, Binary::Rorv, W32),
            RotateRight64 => self.shift(ShiftKind::Ror, Binary::Rorv, W64),
            RotateLeft32 => self.rotate_left(W32),
            RotateLeft64 => self.rotate_left(W64),
            // The instruction gives 0 for x / 0, and min for min / -1.
            Div32 | ChillDiv32 => self.divide(Binary::Sdiv, W32),
            Div64 | ChillDiv64 => self.divide(Binary::Sdiv, W64),
            UDiv32 => self.divide(Binary::Udiv, W32),
            UDiv64 => self.divide(Binary::Udiv, W64),
            Mod32 => self.remainder(Binary::Sdiv, W32),
            Mod64 => self.remainder(Binary::Sdiv, W64),
            UMod32 => self.remainder(Binary::Udiv, W32),
            UMod64 => self.remainder(Binary::Udiv, W64),
            ChillMod32 => self.chill_remainder(W32),
            ChillMod64 => self.chill_remainder(W64),
            MulHigh32 => self.multiply_high_32(Multiply::Smaddl),
            UMulHigh32 => self.multiply_high_32(Multiply::Umaddl),
            MulHigh64 => {
                let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
                self.asm.smulh(to, a, b);
            }
            UMulHigh64 => {
                let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
                self.asm.umulh(to, a, b);
            }
            AddCarry32 => self.with_carry(false, W32),
            AddCarry64 => self.with_carry(false, W64),
            SubBorrow32 => self.with_carry(true, W32),
            SubBorrow64 => self.with_carry(true, W64),
            AddCarries32 => self.two_limbs(false, true, W32),
            AddCarries64 => self.two_limbs(false, true, W64),
            SubBorrows32 => self.two_limbs(true, true, W32),
            SubBorrows64 => self.two_limbs(true, true, W64),
            AddWide32 => self.two_limbs(false, false, W32),
            AddWide64 => self.two_limbs(false, false, W64),
            SubWide32 => self.two_limbs(true, false, W32),
            SubWide64 => self.two_limbs(true, false, W64),
            Clz32 => self.unary(Unary::Clz, W32),
            Clz64 => self.unary(Unary::Clz, W64),
            Ctz32 => self.trailing_zeros(W32),
            Ctz64 => self.trailing_zeros(W64),
            PopCount32 => self.pop_count(W32),
            PopCount64 => self.pop_count(W64),
            ByteSwap32 => self.unary(Unary::Rev32, W32),
            ByteSwap64 => self.unary(Unary::Rev64, W64),
            ReverseBits32 => self.unary(Unary::Rbit, W32),
            ReverseBits64 => self.unary(Unary::Rbit, W64),
            _ => return false,
        }
        true
    }

    fn add(&mut self, width: Width, subtracts: bool) {
        let (a, to) = (self.reg(0), self.reg(2));
        match self.as_imm(1) {
            Some(imm) => {
                let imm = if subtracts { -i64::from(imm) } else { i64::from(imm) };
                add_immediate(&mut self.asm, width, to, a, imm);
            }
            None => {
                let b = self.reg(1);
                self.asm.arith_rrr(if subtracts { Arith::Sub } else { Arith::Add }, width, to, a, b);
            }
        }
    }

    fn logic(&mut self, op: Logic, width: Width) {
        let (a, to) = (self.reg(0), self.reg(2));
        if let Some(bits) = self.as_imm(1).map(|imm| immediate_bits(imm, width))
            && logical_immediate(bits, width).is_some()
        {
            return self.asm.logic_rri(op, width, to, a, bits);
        }
        let b = self.reg_or_imm(1, width);
        self.asm.logic_rrr(op, width, to, a, b);
    }

    /// The first operand is the inverted one.
    fn and_not(&mut self, width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.logic_rrr(Logic::Bic, width, to, b, a);
    }

    fn multiply(&mut self, width: Width) {
        let (a, to) = (self.reg(0), self.reg(2));
        let b = self.reg_or_imm(1, width);
        self.asm.mul_rrr(width, to, a, b);
    }

    fn negate(&mut self, width: Width) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.arith_rrr(Arith::Sub, width, to, ZR, from);
    }

    fn invert(&mut self, width: Width) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.logic_rrr(Logic::Orn, width, to, ZR, from);
    }

    fn shift(&mut self, kind: ShiftKind, op: Binary, width: Width) {
        let (a, to) = (self.reg(0), self.reg(2));
        match self.as_imm(1) {
            Some(amount) => self.asm.shift_rri(kind, width, to, a, amount as u32 & (width.bits() - 1)),
            None => {
                let amount = self.reg(1);
                self.asm.binary_rrr(op, width, to, a, amount);
            }
        }
    }

    /// Rotates right by the negated amount.
    fn rotate_left(&mut self, width: Width) {
        let (a, to) = (self.reg(0), self.reg(2));
        match self.as_imm(1) {
            Some(amount) => {
                let right = (amount as u32).wrapping_neg() & (width.bits() - 1);
                self.asm.shift_rri(ShiftKind::Ror, width, to, a, right);
            }
            None => {
                let amount = self.reg(1);
                self.asm.arith_rrr(Arith::Sub, W32, X16, ZR, amount);
                self.asm.binary_rrr(Binary::Rorv, width, to, a, X16);
            }
        }
    }

    fn divide(&mut self, op: Binary, width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.binary_rrr(op, width, to, a, b);
    }

    fn remainder(&mut self, op: Binary, width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.binary_rrr(op, width, X16, a, b);
        self.asm.multiply_rrrr(Multiply::Msub, width, to, X16, b, a);
    }

    /// The quotient of x / 0 is 0, so the remainder would be x; select 0 instead.
    fn chill_remainder(&mut self, width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.binary_rrr(Binary::Sdiv, width, X16, a, b);
        self.asm.multiply_rrrr(Multiply::Msub, width, X16, X16, b, a);
        self.asm.cmp_ri(width, b, 0);
        self.asm.select_rrr(Select::Csel, width, to, ZR, X16, Cond::Eq);
    }

    fn multiply_high_32(&mut self, op: Multiply) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.multiply_rrrr(op, W64, to, a, b, ZR);
        self.asm.shift_rri(ShiftKind::Lsr, W64, to, to, 32);
    }

    /// Emits a op b with carry in (c != 0) and carry out. After a subtraction the CPU's carry flag means "no borrow".
    fn with_carry(&mut self, subtracts: bool, width: Width) {
        let [a, b, to, carry] = [0, 1, 3, 4].map(|n| self.reg(n));
        self.first_limb(subtracts, width, [a, b, to], 2);
        self.asm.cset(W32, carry, if subtracts { Cond::Lo } else { Cond::Hs });
    }

    /// Sums or differences of two limbs, with a carry in and out if `carries`.
    fn two_limbs(&mut self, subtracts: bool, carries: bool, width: Width) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|n| self.reg(n));
        let results = if carries { 5 } else { 4 };
        let [low, high] = [results, results + 1].map(|n| self.reg(n));
        if carries {
            self.first_limb(subtracts, width, [a, b, low], 4);
        } else {
            let op = if subtracts { Arith::Subs } else { Arith::Adds };
            self.asm.arith_rrr(op, width, low, a, b);
        }
        self.asm.with_carry_rrr(subtracts, width, high, c, d);
        if carries {
            let carry = self.reg(7);
            self.asm.cset(W32, carry, if subtracts { Cond::Lo } else { Cond::Hs });
        }
    }

    /// `to` = a sum or difference with operand `n` carried in; sets the carry flag.
    fn first_limb(&mut self, subtracts: bool, width: Width, [a, b, to]: [Reg; 3], n: usize) {
        match (self.as_imm(n), subtracts) {
            (Some(0), false) => self.asm.arith_rrr(Arith::Adds, width, to, a, b),
            (Some(0), true) => self.asm.arith_rrr(Arith::Subs, width, to, a, b),
            (Some(_), subtracts) => {
                // 0 - 0 sets the carry, 0 + 0 clears it.
                let op = if subtracts { Arith::Adds } else { Arith::Subs };
                self.asm.arith_rrr(op, W32, ZR, ZR, ZR);
                self.asm.with_carry_rrr(subtracts, width, to, a, b);
            }
            (None, false) => {
                let c = self.reg(n);
                self.asm.cmp_ri(W32, c, 1);
                self.asm.with_carry_rrr(false, width, to, a, b);
            }
            (None, true) => {
                let c = self.reg(n);
                self.asm.cmp_rr(W32, ZR, c);
                self.asm.with_carry_rrr(true, width, to, a, b);
            }
        }
    }

    fn unary(&mut self, op: Unary, width: Width) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.unary_rr(op, width, to, from);
    }

    fn trailing_zeros(&mut self, width: Width) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.unary_rr(Unary::Rbit, width, to, from);
        self.asm.unary_rr(Unary::Clz, width, to, to);
    }

    /// Counts the bits of each byte in a vector register and adds them up.
    fn pop_count(&mut self, width: Width) {
        let [from, to, vector]: [Reg; 3] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.from_gp(FromGp::Fmov, width, width, vector, from);
        self.asm.cnt_bytes(vector, vector);
        self.asm.addv_bytes(vector, vector);
        self.asm.to_gp(ToGp::Fmov, W32, W32, to, vector);
    }
}
