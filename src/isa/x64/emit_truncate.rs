//! Conversion of floats to integers, saturating or trapping.
//!
//! cvttss2si and cvttsd2si return the minimum integer for everything out of range. A saturating conversion therefore
//! uses their result unless it is that, and only then examines the float. A trapping one first compares with the
//! exact bounds: the largest float below the range and the smallest above it.

use super::emit::Emit;
use super::{Alu, Cond, FloatOp, Mem, Unary};
use crate::air::Opcode;
use crate::base::{Reg, TrapCode, Width};

const W32: Width = Width::W32;
const W64: Width = Width::W64;

/// The kind of a conversion.
#[derive(Clone, Copy)]
struct Truncation {
    from: Width,
    to: Width,
    signed: bool,
    traps: bool,
}

fn truncation(opcode: Opcode) -> Option<Truncation> {
    use Opcode::*;
    let (from, to, signed, traps) = match opcode {
        TruncateFloatToInt32Sat => (W32, W32, true, false),
        TruncateDoubleToInt32Sat => (W64, W32, true, false),
        TruncateFloatToInt64Sat => (W32, W64, true, false),
        TruncateDoubleToInt64Sat => (W64, W64, true, false),
        TruncateFloatToUInt32Sat => (W32, W32, false, false),
        TruncateDoubleToUInt32Sat => (W64, W32, false, false),
        TruncateFloatToUInt64Sat => (W32, W64, false, false),
        TruncateDoubleToUInt64Sat => (W64, W64, false, false),
        TruncateFloatToInt32Trap => (W32, W32, true, true),
        TruncateDoubleToInt32Trap => (W64, W32, true, true),
        TruncateFloatToInt64Trap => (W32, W64, true, true),
        TruncateDoubleToInt64Trap => (W64, W64, true, true),
        TruncateFloatToUInt32Trap => (W32, W32, false, true),
        TruncateDoubleToUInt32Trap => (W64, W32, false, true),
        TruncateFloatToUInt64Trap => (W32, W64, false, true),
        TruncateDoubleToUInt64Trap => (W64, W64, false, true),
        _ => return None,
    };
    Some(Truncation { from, to, signed, traps })
}

impl Truncation {
    /// The lower bound, and true if the bound itself is out of range.
    fn lower_bound(self) -> (f64, bool) {
        match (self.signed, self.to, self.from) {
            (false, _, _) => (-1.0, true),
            // A double can be between -2^31 - 1 and -2^31; a float cannot, and neither type can at 64 bits.
            (true, W32, W64) => (-2_147_483_649.0, true),
            (true, W32, _) => (-2_147_483_648.0, false),
            (true, _, _) => (-9_223_372_036_854_775_808.0, false),
        }
    }

    /// The smallest number above the range.
    fn upper_bound(self) -> f64 {
        match (self.signed, self.to) {
            (true, W32) => 2_147_483_648.0,
            (true, _) => 9_223_372_036_854_775_808.0,
            (false, W32) => 4_294_967_296.0,
            (false, _) => 18_446_744_073_709_551_616.0,
        }
    }

    fn compare(self) -> FloatOp {
        if self.from == W32 { FloatOp::Ucomiss } else { FloatOp::Ucomisd }
    }

    fn convert(self, width: Width) -> FloatOp {
        match (self.from, width) {
            (W32, W32) => FloatOp::Cvttss2si32,
            (W32, _) => FloatOp::Cvttss2si64,
            (_, W32) => FloatOp::Cvttsd2si32,
            (_, _) => FloatOp::Cvttsd2si64,
        }
    }
}

/// Source, result and scratches: all different within their bank.
struct Registers {
    from: Reg,
    to: Reg,
    float: Reg,
    int: Reg,
}

impl Emit<'_, '_> {
    /// Emits a conversion of a float to an integer. Returns false for other opcodes.
    pub(super) fn truncation(&mut self, opcode: Opcode) -> bool {
        let Some(kind) = truncation(opcode) else { return self.truncation_without_limits(opcode) };
        let regs = Registers { from: self.reg(0), to: self.reg(1), float: self.reg(2), int: self.reg(3) };
        if kind.traps {
            self.trap_out_of_range(kind, &regs);
        }
        match (kind.signed, kind.to, kind.traps) {
            (true, width, true) => self.asm.float_rr(kind.convert(width), regs.to, regs.from),
            (false, W32, true) => self.asm.float_rr(kind.convert(W64), regs.to, regs.from),
            (true, _, false) => self.saturate_signed(kind, &regs),
            (false, W32, false) => self.saturate_unsigned_32(kind, &regs),
            (false, _, _) => self.unsigned_64(kind, &regs),
        }
        true
    }

    /// Emits a conversion that is the instruction itself, or wraps. Returns false for other opcodes.
    fn truncation_without_limits(&mut self, opcode: Opcode) -> bool {
        let operation = match opcode {
            Opcode::TruncateFloatToInt32Min => FloatOp::Cvttss2si32,
            Opcode::TruncateDoubleToInt32Min => FloatOp::Cvttsd2si32,
            Opcode::TruncateFloatToInt64Min => FloatOp::Cvttss2si64,
            Opcode::TruncateDoubleToInt64Min => FloatOp::Cvttsd2si64,
            Opcode::TruncateDoubleToInt32Wrap => {
                self.truncate_modulo();
                return true;
            }
            _ => return false,
        };
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => self.asm.float_rr(operation, to, from),
            None => {
                let from = self.mem(0);
                self.asm.float_rm(operation, to, from);
            }
        }
        true
    }

    /// Converts to 64 bits and uses the low half. If that overflows, it subtracts the multiple of 2^32 first, which is
    /// exact below 2^95. From there on, and for a NaN, the result is a multiple of 2^32, or the minimum integer: 0.
    fn truncate_modulo(&mut self) {
        let [from, to, float] = [0, 1, 2].map(|n| self.reg(n));
        let [slow, done] = [(); 2].map(|()| self.asm.buffer().new_label());
        self.asm.float_rr(FloatOp::Cvttsd2si64, to, from);
        self.asm.alu_ri(Alu::Cmp, W64, to, 1); // overflows only for the minimum integer
        self.asm.jcc_short(Cond::O, slow);
        self.asm.mov_rr(W32, to, to);
        self.asm.jmp_short(done);
        self.asm.buffer().bind(slow);
        let down = self.float_constant(W64, 2f64.powi(-32));
        self.asm.float_load(W64, float, down);
        self.asm.float_rr(FloatOp::Mulsd, float, from);
        self.asm.float_rr(FloatOp::Cvttsd2si64, to, float);
        self.asm.float_rr(FloatOp::Cvtsi2sd64, float, to);
        let up = self.float_constant(W64, 2f64.powi(32));
        self.asm.float_rm(FloatOp::Mulsd, float, up);
        self.asm.float_rr(FloatOp::Subsd, float, from);
        self.asm.float_rr(FloatOp::Cvttsd2si64, to, float);
        self.asm.unary_r(Unary::Neg, W32, to);
        self.asm.buffer().bind(done);
    }

    /// A float in the constant pool, of the width of the conversion.
    fn float_constant(&mut self, width: Width, value: f64) -> Mem {
        let buffer = self.asm.buffer();
        Mem::label(match width {
            Width::W32 => buffer.constant4((value as f32).to_bits()),
            _ => buffer.constant8(value.to_bits()),
        })
    }

    fn trap_out_of_range(&mut self, kind: Truncation, regs: &Registers) {
        let nan = self.cold_trap(TrapCode::BadConversion);
        let overflow = self.cold_trap(TrapCode::IntegerOverflow);
        let (bound, excluded) = kind.lower_bound();
        let bound = self.float_constant(kind.from, bound);
        self.asm.float_rm(kind.compare(), regs.from, bound);
        self.asm.jcc(Cond::P, nan);
        self.asm.jcc(if excluded { Cond::Be } else { Cond::B }, overflow);
        let bound = self.float_constant(kind.from, kind.upper_bound());
        self.asm.float_rm(kind.compare(), regs.from, bound);
        self.asm.jcc(Cond::Ae, overflow);
    }

    /// Compares the source with zero, using the float scratch.
    fn compare_with_zero(&mut self, kind: Truncation, regs: &Registers) {
        self.asm.float_rr(FloatOp::Xorps, regs.float, regs.float);
        self.asm.float_rr(kind.compare(), regs.from, regs.float);
    }

    fn saturate_signed(&mut self, kind: Truncation, regs: &Registers) {
        let [nan, done] = [(); 2].map(|()| self.asm.buffer().new_label());
        self.asm.float_rr(kind.convert(kind.to), regs.to, regs.from);
        self.asm.alu_ri(Alu::Cmp, kind.to, regs.to, 1); // overflows only for the minimum integer
        self.asm.jcc_short(Cond::No, done);
        self.compare_with_zero(kind, regs);
        self.asm.jcc_short(Cond::P, nan);
        self.asm.jcc_short(Cond::Be, done); // really the minimum or below
        let largest = if kind.to == W32 { i32::MAX as u64 } else { i64::MAX as u64 };
        self.asm.mov_ri(regs.to, largest);
        self.asm.jmp_short(done);
        self.asm.buffer().bind(nan);
        self.asm.zero(regs.to);
        self.asm.buffer().bind(done);
    }

    /// Converts to 64 bits, where the range and its neighbourhood are exact.
    fn saturate_unsigned_32(&mut self, kind: Truncation, regs: &Registers) {
        let [large, done] = [(); 2].map(|()| self.asm.buffer().new_label());
        self.asm.float_rr(kind.convert(W64), regs.to, regs.from);
        self.asm.mov_ri(regs.int, u64::from(u32::MAX));
        self.asm.alu_rr(Alu::Cmp, W64, regs.to, regs.int);
        self.asm.jcc_short(Cond::Be, done);
        self.compare_with_zero(kind, regs);
        self.asm.jcc_short(Cond::A, large);
        self.asm.zero(regs.int); // negative or NaN
        self.asm.buffer().bind(large);
        self.asm.mov_rr(W32, regs.to, regs.int);
        self.asm.buffer().bind(done);
    }

    /// From 2^63 on, converts the distance to 2^63 instead, negated so that 2^64 is the first value to overflow.
    fn unsigned_64(&mut self, kind: Truncation, regs: &Registers) {
        let [large, too_large, done] = [(); 3].map(|()| self.asm.buffer().new_label());
        let middle = self.float_constant(kind.from, 9_223_372_036_854_775_808.0);
        self.asm.float_load(kind.from, regs.float, middle);
        self.asm.float_rr(kind.compare(), regs.from, regs.float);
        self.asm.jcc_short(Cond::Ae, large); // not taken for a NaN, which is below
        self.asm.float_rr(kind.convert(W64), regs.to, regs.from);
        self.asm.test_rr(W64, regs.to, regs.to);
        self.asm.jcc_short(Cond::Ns, done);
        self.asm.zero(regs.to); // negative or NaN
        self.asm.jmp_short(done);
        self.asm.buffer().bind(large);
        let subtract = if kind.from == W32 { FloatOp::Subss } else { FloatOp::Subsd };
        self.asm.float_rr(subtract, regs.float, regs.from);
        self.asm.float_rr(kind.convert(W64), regs.to, regs.float);
        self.asm.unary_r(Unary::Neg, W64, regs.to);
        self.asm.jcc_short(Cond::O, too_large);
        self.asm.mov_ri(regs.int, 1 << 63);
        self.asm.alu_rr(Alu::Or, W64, regs.to, regs.int);
        self.asm.jmp_short(done);
        self.asm.buffer().bind(too_large);
        self.asm.mov_ri(regs.to, u64::MAX);
        self.asm.buffer().bind(done);
    }
}
