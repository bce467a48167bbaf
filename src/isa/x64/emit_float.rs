//! Floating-point operations, and conversions of a single instruction.

use super::emit::Emit;
use super::{Alu, Cond, FloatOp, Fma, FmaOrder, Mem, Shift};
use crate::air::{Arg, Opcode};
use crate::base::{Features, Reg, Width};

const W32: Width = Width::W32;
const W64: Width = Width::W64;

/// Rounding modes of roundss and roundsd; 8 suppresses the inexact exception.
const NEAREST: u8 = 8;
const DOWN: u8 = 9;
const UP: u8 = 10;
const TO_ZERO: u8 = 11;

/// The canonical NaNs.
const NAN_FLOAT: u32 = 0x7fc0_0000;
const NAN_DOUBLE: u64 = 0x7ff8_0000_0000_0000;

impl Emit<'_, '_> {
    /// Emits a floating-point operation. Returns false for other opcodes.
    pub(super) fn float(&mut self, opcode: Opcode) -> bool {
        use FloatOp as F;
        use Opcode::*;
        match opcode {
            AddFloat => self.float_binary(F::Addss, W32, true),
            AddDouble => self.float_binary(F::Addsd, W64, true),
            MulFloat => self.float_binary(F::Mulss, W32, true),
            MulDouble => self.float_binary(F::Mulsd, W64, true),
            SubFloat => self.float_binary(F::Subss, W32, false),
            SubDouble => self.float_binary(F::Subsd, W64, false),
            DivFloat => self.float_binary(F::Divss, W32, false),
            DivDouble => self.float_binary(F::Divsd, W64, false),
            AndDouble => self.float_bitwise(F::Andps),
            OrDouble => self.float_bitwise(F::Orps),
            XorDouble => self.float_bitwise(F::Xorps),
            SqrtFloat => self.float_unary(F::Sqrtss),
            SqrtDouble => self.float_unary(F::Sqrtsd),
            CeilFloat => self.round(F::Roundss, UP),
            CeilDouble => self.round(F::Roundsd, UP),
            FloorFloat => self.round(F::Roundss, DOWN),
            FloorDouble => self.round(F::Roundsd, DOWN),
            TruncFloat => self.round(F::Roundss, TO_ZERO),
            TruncDouble => self.round(F::Roundsd, TO_ZERO),
            NearestFloat => self.round(F::Roundss, NEAREST),
            NearestDouble => self.round(F::Roundsd, NEAREST),
            FMinFloat => self.min_max([F::Minss, F::Orps, F::Addss, F::Ucomiss], W32),
            FMinDouble => self.min_max([F::Minsd, F::Orps, F::Addsd, F::Ucomisd], W64),
            FMaxFloat => self.min_max([F::Maxss, F::Andps, F::Addss, F::Ucomiss], W32),
            FMaxDouble => self.min_max([F::Maxsd, F::Andps, F::Addsd, F::Ucomisd], W64),
            MulAddFloat => self.multiply_add(W32),
            MulAddDouble => self.multiply_add(W64),
            PurifyNaNFloat => self.purify_nan(F::Ucomiss, W32),
            PurifyNaNDouble => self.purify_nan(F::Ucomisd, W64),
            ConvertInt32ToFloat => self.float_unary(F::Cvtsi2ss32),
            ConvertInt32ToDouble => self.float_unary(F::Cvtsi2sd32),
            ConvertInt64ToFloat => self.float_unary(F::Cvtsi2ss64),
            ConvertInt64ToDouble => self.float_unary(F::Cvtsi2sd64),
            ConvertUInt64ToFloat => self.convert_unsigned(F::Cvtsi2ss64, F::Addss),
            ConvertUInt64ToDouble => self.convert_unsigned(F::Cvtsi2sd64, F::Addsd),
            ConvertFloatToDouble => self.float_unary(F::Cvtss2sd),
            ConvertDoubleToFloat => self.float_unary(F::Cvtsd2ss),
            _ => return false,
        }
        true
    }

    /// True if the form is a three-operand form of AVX.
    pub(super) fn is_avx(&self) -> bool {
        let form = self.inst.and_then(|inst| inst.form.get());
        form.is_some_and(|form| form.features.contains(Features::AVX))
    }

    fn float_binary(&mut self, op: FloatOp, width: Width, commutes: bool) {
        let to = self.reg(2);
        match (self.as_reg(0), self.as_reg(1)) {
            (Some(a), Some(b)) if self.is_avx() => self.asm.avx_rrr(op, to, a, b),
            (Some(a), None) if self.is_avx() => {
                let b = self.mem(1);
                self.asm.avx_rrm(op, to, a, b);
            }
            (Some(a), Some(b)) if to == b && to != a => {
                if commutes {
                    self.asm.float_rr(op, to, a);
                } else {
                    self.unexpected(); // b is a late use
                }
            }
            (Some(a), Some(b)) => {
                self.copy(width, to, a);
                self.asm.float_rr(op, to, b);
            }
            (Some(a), None) => {
                self.copy(width, to, a);
                let b = self.mem(1);
                self.asm.float_rm(op, to, b);
            }
            (None, Some(b)) if commutes => {
                let a = self.mem(0);
                if to == b {
                    self.asm.float_rm(op, to, a);
                } else {
                    self.asm.float_load(width, to, a);
                    self.asm.float_rr(op, to, b);
                }
            }
            _ => self.unexpected(),
        }
    }

    /// Bitwise operations read 16 aligned bytes from memory, so a constant operand must have 128 bits.
    fn float_bitwise(&mut self, op: FloatOp) {
        let fits = |arg: &Arg| matches!(arg, Arg::Tmp(_) | Arg::Const { width: Width::W128, .. });
        if self.args.iter().all(fits) {
            self.float_binary(op, W64, true);
        } else {
            self.unexpected();
        }
    }

    /// Clears the result before an instruction that writes only its low bits, to break a false dependency.
    fn break_dependency(&mut self, to: Reg, from: Option<Reg>) {
        if from != Some(to) {
            self.asm.float_rr(FloatOp::Xorps, to, to);
        }
    }

    fn float_unary(&mut self, op: FloatOp) {
        let (from, to) = (self.as_reg(0), self.reg(1));
        self.break_dependency(to, from);
        match from {
            Some(from) => self.asm.float_rr(op, to, from),
            None => {
                let from = self.mem(0);
                self.asm.float_rm(op, to, from);
            }
        }
    }

    fn round(&mut self, op: FloatOp, mode: u8) {
        let (from, to) = (self.as_reg(0), self.reg(1));
        self.break_dependency(to, from);
        match from {
            Some(from) => self.asm.float_rri(op, to, from, mode),
            None => {
                let from = self.mem(0);
                self.asm.float_rmi(op, to, from, mode);
            }
        }
    }

    /// minss and maxss return their second operand for NaNs and for zeros, so both cases are handled separately.
    fn min_max(&mut self, [op, for_equal, for_nan, compare]: [FloatOp; 4], width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        let [nan, differ, done] = [(); 3].map(|()| self.asm.buffer().new_label());
        self.copy(width, to, a);
        self.asm.float_rr(compare, to, b);
        self.asm.jcc_short(Cond::P, nan);
        self.asm.jcc_short(Cond::Ne, differ);
        self.asm.float_rr(for_equal, to, b); // -0 and +0: or the signs for a minimum, and them for a maximum
        self.asm.jmp_short(done);
        self.asm.buffer().bind(differ);
        self.asm.float_rr(op, to, b);
        self.asm.jmp_short(done);
        self.asm.buffer().bind(nan);
        self.asm.float_rr(for_nan, to, b); // a quiet NaN
        self.asm.buffer().bind(done);
    }

    fn multiply_add(&mut self, width: Width) {
        let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
        self.copy(width, to, a);
        match self.as_reg(2) {
            Some(c) => self.asm.fma_rrr(Fma::Madd, FmaOrder::F213, width, to, b, c),
            None => {
                let c = self.mem(2);
                self.asm.fma_rrm(Fma::Madd, FmaOrder::F213, width, to, b, c);
            }
        }
    }

    fn purify_nan(&mut self, compare: FloatOp, width: Width) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        let done = self.asm.buffer().new_label();
        self.copy(width, to, from);
        self.asm.float_rr(compare, to, to);
        self.asm.jcc_short(Cond::Np, done);
        let canonical = match width {
            Width::W32 => self.asm.buffer().constant4(NAN_FLOAT),
            _ => self.asm.buffer().constant8(NAN_DOUBLE),
        };
        self.asm.float_load(width, to, Mem::label(canonical));
        self.asm.buffer().bind(done);
    }

    /// Integers of 2^63 or more are halved, with a sticky lowest bit for rounding, converted, and doubled.
    fn convert_unsigned(&mut self, convert: FloatOp, add: FloatOp) {
        let [from, to, half, low] = [0, 1, 2, 3].map(|n| self.reg(n));
        let [large, done] = [(); 2].map(|()| self.asm.buffer().new_label());
        self.asm.float_rr(FloatOp::Xorps, to, to);
        self.asm.test_rr(W64, from, from);
        self.asm.jcc_short(Cond::S, large);
        self.asm.float_rr(convert, to, from);
        self.asm.jmp_short(done);
        self.asm.buffer().bind(large);
        self.asm.mov_rr(W64, half, from);
        self.asm.mov_rr(W32, low, from);
        self.asm.shift_ri(Shift::Shr, W64, half, 1);
        self.asm.alu_ri(Alu::And, W32, low, 1);
        self.asm.alu_rr(Alu::Or, W64, half, low);
        self.asm.float_rr(convert, to, half);
        self.asm.float_rr(add, to, to);
        self.asm.buffer().bind(done);
    }
}
