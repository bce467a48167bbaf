//! Floating-point operations and conversions.

use super::emit::{Emit, W32, W64};
use super::registers::X16;
use super::{Cond, FloatBinary, FloatMultiply, FloatUnary, FromGp, Select, ToGp, VectorLogic};
use crate::air::Opcode;
use crate::base::{Features, Reg, TrapCode, Width};

/// The canonical NaNs.
const NAN_FLOAT: u64 = 0x7fc0_0000;
const NAN_DOUBLE: u64 = 0x7ff8_0000_0000_0000;

/// A conversion of a float to an integer.
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
}

impl Emit<'_, '_> {
    /// Emits a floating-point operation. Returns false for other opcodes.
    pub(super) fn float(&mut self, opcode: Opcode) -> bool {
        use FloatBinary as B;
        use FloatUnary as U;
        use Opcode::*;
        match opcode {
            AddFloat => self.float_binary(B::Fadd, W32),
            AddDouble => self.float_binary(B::Fadd, W64),
            SubFloat => self.float_binary(B::Fsub, W32),
            SubDouble => self.float_binary(B::Fsub, W64),
            MulFloat => self.float_binary(B::Fmul, W32),
            MulDouble => self.float_binary(B::Fmul, W64),
            DivFloat => self.float_binary(B::Fdiv, W32),
            DivDouble => self.float_binary(B::Fdiv, W64),
            FMinFloat => self.float_binary(B::Fmin, W32),
            FMinDouble => self.float_binary(B::Fmin, W64),
            FMaxFloat => self.float_binary(B::Fmax, W32),
            FMaxDouble => self.float_binary(B::Fmax, W64),
            AndDouble => self.vector_logic(VectorLogic::And),
            OrDouble => self.vector_logic(VectorLogic::Orr),
            XorDouble => self.vector_logic(VectorLogic::Eor),
            SqrtFloat => self.float_unary(U::Fsqrt, W32),
            SqrtDouble => self.float_unary(U::Fsqrt, W64),
            CeilFloat => self.float_unary(U::Frintp, W32),
            CeilDouble => self.float_unary(U::Frintp, W64),
            FloorFloat => self.float_unary(U::Frintm, W32),
            FloorDouble => self.float_unary(U::Frintm, W64),
            TruncFloat => self.float_unary(U::Frintz, W32),
            TruncDouble => self.float_unary(U::Frintz, W64),
            NearestFloat => self.float_unary(U::Frintn, W32),
            NearestDouble => self.float_unary(U::Frintn, W64),
            NegFloat => self.float_unary(U::Fneg, W32),
            NegDouble => self.float_unary(U::Fneg, W64),
            AbsFloat => self.float_unary(U::Fabs, W32),
            AbsDouble => self.float_unary(U::Fabs, W64),
            CopySignFloat => self.copy_sign(1 << 31),
            CopySignDouble => self.copy_sign(1 << 63),
            MulAddFloat => self.multiply_add(W32),
            MulAddDouble => self.multiply_add(W64),
            PurifyNaNFloat => self.purify_nan(W32, NAN_FLOAT),
            PurifyNaNDouble => self.purify_nan(W64, NAN_DOUBLE),
            ConvertInt32ToFloat => self.convert_integer(FromGp::Scvtf, W32, W32),
            ConvertInt32ToDouble => self.convert_integer(FromGp::Scvtf, W32, W64),
            ConvertInt64ToFloat => self.convert_integer(FromGp::Scvtf, W64, W32),
            ConvertInt64ToDouble => self.convert_integer(FromGp::Scvtf, W64, W64),
            ConvertUInt64ToFloat => self.convert_integer(FromGp::Ucvtf, W64, W32),
            ConvertUInt64ToDouble => self.convert_integer(FromGp::Ucvtf, W64, W64),
            ConvertFloatToDouble => self.convert_float(W32),
            ConvertDoubleToFloat => self.convert_float(W64),
            _ => return false,
        }
        true
    }

    fn float_binary(&mut self, op: FloatBinary, width: Width) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.float_rrr(op, width, to, a, b);
    }

    fn float_unary(&mut self, op: FloatUnary, width: Width) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.float_rr(op, width, to, from);
    }

    fn vector_logic(&mut self, op: VectorLogic) {
        let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
        self.asm.vector_logic_rrr(op, to, a, b);
    }

    fn multiply_add(&mut self, width: Width) {
        let [a, b, c, to] = [0, 1, 2, 3].map(|n| self.reg(n));
        self.asm.float_multiply_rrrr(FloatMultiply::Fmadd, width, to, a, b, c);
    }

    /// Inserts the sign of the second operand into the first. The scratch register holds the mask of the sign bit.
    fn copy_sign(&mut self, sign: u64) {
        let [magnitude, from, to, mask] = [0, 1, 2, 3].map(|n| self.reg(n));
        self.asm.mov_ri(X16, sign);
        self.asm.from_gp(FromGp::Fmov, W64, W64, mask, X16);
        // bsl overwrites the mask, so the result may share a register with either operand.
        self.asm.vector_logic_rrr(VectorLogic::Bsl, mask, from, magnitude);
        self.copy(to, mask);
    }

    fn purify_nan(&mut self, width: Width, canonical: u64) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        let done = self.asm.buffer().new_label();
        self.copy(to, from);
        self.asm.fcmp_rr(width, to, to);
        self.asm.b_cond(Cond::Vc, done);
        self.asm.mov_ri(X16, canonical);
        self.asm.from_gp(FromGp::Fmov, width, width, to, X16);
        self.asm.buffer().bind(done);
    }

    fn convert_integer(&mut self, op: FromGp, from_width: Width, to_width: Width) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.from_gp(op, from_width, to_width, to, from);
    }

    fn convert_float(&mut self, from_width: Width) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.fcvt(from_width, to, from);
    }

    /// Emits a truncation, which saturates and gives 0 for a NaN. Returns false for other opcodes.
    pub(super) fn truncation(&mut self, opcode: Opcode) -> bool {
        let Some(kind) = truncation(opcode) else { return self.truncation_without_limits(opcode) };
        let [from, to] = [0, 1].map(|n| self.reg(n));
        if kind.traps {
            let bound = self.reg(2);
            self.trap_out_of_range(kind, from, bound);
        }
        let op = if kind.signed { ToGp::Fcvtzs } else { ToGp::Fcvtzu };
        self.asm.to_gp(op, kind.from, kind.to, to, from);
        true
    }

    /// Emits a conversion that gives the minimum for values out of range, or wraps. Returns false for other opcodes.
    fn truncation_without_limits(&mut self, opcode: Opcode) -> bool {
        match opcode {
            Opcode::TruncateFloatToInt32Min => self.truncate_or_min(W32, W32),
            Opcode::TruncateDoubleToInt32Min => self.truncate_or_min(W64, W32),
            Opcode::TruncateFloatToInt64Min => self.truncate_or_min(W32, W64),
            Opcode::TruncateDoubleToInt64Min => self.truncate_or_min(W64, W64),
            Opcode::TruncateDoubleToInt32Wrap => self.truncate_modulo(),
            _ => return false,
        }
        true
    }

    /// Saturates, which is right below the range, and selects the minimum unless the source is less than the first
    /// integer above the range.
    fn truncate_or_min(&mut self, from_width: Width, to_width: Width) {
        let [from, to, limit] = [0, 1, 2].map(|n| self.reg(n));
        let (first_above, minimum) =
            if to_width == W32 { (2f64.powi(31), 1 << 31) } else { (2f64.powi(63), 1 << 63) };
        self.float_constant(from_width, limit, first_above);
        self.asm.fcmp_rr(from_width, from, limit);
        self.asm.to_gp(ToGp::Fcvtzs, from_width, to_width, to, from);
        self.asm.mov_ri(X16, minimum);
        self.asm.select_rrr(Select::Csel, to_width, to, to, X16, Cond::Mi); // less, and ordered
    }

    /// `fjcvtzs`, or a conversion to 64 bits of the source without its multiple of 2^32. The difference is exact; it is
    /// 0 from 2^84 on, and a NaN for an infinity.
    fn truncate_modulo(&mut self) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        if self.code.target.features.contains(Features::JSCVT) {
            return self.asm.fjcvtzs(to, from);
        }
        let [multiple, factor] = [2, 3].map(|n| self.reg(n));
        self.float_constant(W64, factor, 2f64.powi(-32));
        self.asm.float_rrr(FloatBinary::Fmul, W64, multiple, from, factor);
        self.asm.float_rr(FloatUnary::Frintz, W64, multiple, multiple);
        self.float_constant(W64, factor, 2f64.powi(32));
        self.asm.float_multiply_rrrr(FloatMultiply::Fmsub, W64, multiple, multiple, factor, from);
        self.asm.to_gp(ToGp::Fcvtzs, W64, W64, to, multiple);
        self.asm.mov_rr(W32, to, to);
    }

    fn trap_out_of_range(&mut self, kind: Truncation, from: Reg, scratch: Reg) {
        let nan = self.cold_trap(TrapCode::BadConversion);
        let overflow = self.cold_trap(TrapCode::IntegerOverflow);
        let (bound, excluded) = kind.lower_bound();
        self.float_constant(kind.from, scratch, bound);
        self.asm.fcmp_rr(kind.from, from, scratch);
        self.asm.b_cond(Cond::Vs, nan);
        self.asm.b_cond(if excluded { Cond::Le } else { Cond::Lt }, overflow);
        self.float_constant(kind.from, scratch, kind.upper_bound());
        self.asm.fcmp_rr(kind.from, from, scratch);
        self.asm.b_cond(Cond::Ge, overflow);
    }

    fn float_constant(&mut self, width: Width, to: Reg, value: f64) {
        let bits = match width {
            Width::W32 => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        };
        self.asm.mov_ri(X16, bits);
        self.asm.from_gp(FromGp::Fmov, width, width, to, X16);
    }
}
