//! Floating point: arithmetic, conversions, moves between the banks.

use super::{ConvertOp, FloatBinaryOp, FloatUnaryOp, Fpr, Gpr, MacroAssembler};
use crate::base::{Arch, Features, Reg, Width};
use crate::isa::Label;
use Width::{W32, W64};

macro_rules! binary {
    ($($what:literal $float:ident $double:ident = $op:ident;)*) => {
        $(#[doc = $what]
        #[track_caller]
        pub fn $float(&mut self, dst: Fpr<'g>, a: Fpr<'g>, b: Fpr<'g>) {
            self.begin(stringify!($float));
            self.float_binary(FloatBinaryOp::$op, W32, dst, a, b);
        }

        #[doc = $what]
        #[track_caller]
        pub fn $double(&mut self, dst: Fpr<'g>, a: Fpr<'g>, b: Fpr<'g>) {
            self.begin(stringify!($double));
            self.float_binary(FloatBinaryOp::$op, W64, dst, a, b);
        })*
    };
}

macro_rules! unary {
    ($($what:literal $float:ident $double:ident = $op:ident;)*) => {
        $(#[doc = $what]
        #[track_caller]
        pub fn $float(&mut self, dst: Fpr<'g>, src: Fpr<'g>) {
            self.begin(stringify!($float));
            self.float_unary(FloatUnaryOp::$op, W32, dst, src);
        }

        #[doc = $what]
        #[track_caller]
        pub fn $double(&mut self, dst: Fpr<'g>, src: Fpr<'g>) {
            self.begin(stringify!($double));
            self.float_unary(FloatUnaryOp::$op, W64, dst, src);
        })*
    };
}

macro_rules! conversions {
    ($($(#[$doc:meta])* $name:ident $dst:ident $src:ident = $op:ident $args:tt;)*) => {
        $($(#[$doc])*
        #[track_caller]
        pub fn $name(&mut self, dst: $dst<'g>, src: $src<'g>) {
            self.begin(stringify!($name));
            self.convert(ConvertOp::$op $args, dst.reg(), src.reg());
        })*
    };
}

/// Floating point. The bits of `dst` above the operation's width are unspecified.
impl<'g> MacroAssembler<'g> {
    #[track_caller]
    fn float_binary(&mut self, op: FloatBinaryOp, width: Width, dst: Fpr<'g>, a: Fpr<'g>, b: Fpr<'g>) {
        self.emit([dst.set(), a.set(), b.set()], |target| {
            target.float_binary(op, width, dst.reg(), a.reg(), b.reg());
        });
    }

    #[track_caller]
    fn float_unary(&mut self, op: FloatUnaryOp, width: Width, dst: Fpr<'g>, src: Fpr<'g>) {
        self.emit([dst.set(), src.set()], |target| target.float_unary(op, width, dst.reg(), src.reg()));
    }

    #[track_caller]
    fn convert(&mut self, op: ConvertOp, dst: Reg, src: Reg) {
        let operands = crate::base::RegSet::of(&[dst, src]);
        self.emit([operands], |target| target.convert(op, dst, src));
    }

    binary! {
        "`dst = a + b`."
        add_float add_double = Add;
        "`dst = a - b`. If `dst` is `b` and not `a`, x86-64 without AVX needs a scratch register."
        sub_float sub_double = Sub;
        "`dst = a * b`."
        mul_float mul_double = Mul;
        "`dst = a / b`. If `dst` is `b` and not `a`, x86-64 without AVX needs a scratch register."
        div_float div_double = Div;
        "`dst = a & b`, bitwise."
        and_float and_double = And;
        "`dst = a | b`, bitwise."
        or_float or_double = Or;
        "`dst = a ^ b`, bitwise."
        xor_float xor_double = Xor;
    }

    unary! {
        "`dst = src`."
        move_float move_double = Move;
        "`dst = src` with its sign bit cleared."
        abs_float abs_double = Abs;
        "`dst = src` with its sign bit inverted."
        neg_float neg_double = Neg;
        "`dst` = the square root of `src`."
        sqrt_float sqrt_double = Sqrt;
        "`dst = src` rounded up; see [`MacroAssembler::supports_rounding`]."
        ceil_float ceil_double = Ceil;
        "`dst = src` rounded down; see [`MacroAssembler::supports_rounding`]."
        floor_float floor_double = Floor;
        "`dst = src` rounded towards zero; see [`MacroAssembler::supports_rounding`]."
        trunc_float trunc_double = Trunc;
        "`dst = src` rounded to nearest, ties to even; see [`MacroAssembler::supports_rounding`]."
        nearest_float nearest_double = Nearest;
    }

    /// True if the target can round (on x86-64 with SSE4.1). If not, rounding is an error of the buffer.
    pub fn supports_rounding(&self) -> bool {
        self.target().desc.arch != Arch::X64 || self.target().features.contains(Features::SSE41)
    }

    /// `dst = value`.
    #[track_caller]
    pub fn move_float_constant(&mut self, dst: Fpr<'g>, value: f32) {
        self.begin("move_float_constant");
        self.emit([dst.set()], |target| target.float_constant(W32, dst.reg(), value.to_bits().into()));
    }

    /// `dst = value`.
    #[track_caller]
    pub fn move_double_constant(&mut self, dst: Fpr<'g>, value: f64) {
        self.begin("move_double_constant");
        self.emit([dst.set()], |target| target.float_constant(W64, dst.reg(), value.to_bits()));
    }

    conversions! {
        /// Converts a signed 32-bit integer to a float, rounded.
        convert_int32_to_float Fpr Gpr = FromSigned(W32, W32);
        /// Converts a signed 32-bit integer to a double.
        convert_int32_to_double Fpr Gpr = FromSigned(W32, W64);
        /// Converts a signed 64-bit integer to a float, rounded.
        convert_int64_to_float Fpr Gpr = FromSigned(W64, W32);
        /// Converts a signed 64-bit integer to a double, rounded.
        convert_int64_to_double Fpr Gpr = FromSigned(W64, W64);
        /// Converts an unsigned 32-bit integer to a float, rounded. Needs a scratch register on x86-64.
        convert_uint32_to_float Fpr Gpr = FromUnsigned(W32, W32);
        /// Converts an unsigned 32-bit integer to a double. Needs a scratch register on x86-64.
        convert_uint32_to_double Fpr Gpr = FromUnsigned(W32, W64);
        /// Converts an unsigned 64-bit integer to a float, rounded. Needs a scratch register on x86-64.
        convert_uint64_to_float Fpr Gpr = FromUnsigned(W64, W32);
        /// Converts an unsigned 64-bit integer to a double, rounded. Needs a scratch register on x86-64.
        convert_uint64_to_double Fpr Gpr = FromUnsigned(W64, W64);
        /// Converts a float to a double.
        convert_float_to_double Fpr Fpr = Float(W32);
        /// Converts a double to a float, rounded.
        convert_double_to_float Fpr Fpr = Float(W64);
        /// Truncates to a signed 32-bit integer. If the value does not fit, the result of this and the other
        /// truncations is the target's: on x86-64 the minimum integer, on AArch64 the nearest integer, or zero for a
        /// NaN.
        truncate_float_to_int32 Gpr Fpr = ToSigned(W32, W32);
        /// Truncates to a signed 32-bit integer, if the value fits.
        truncate_double_to_int32 Gpr Fpr = ToSigned(W64, W32);
        /// Truncates to a signed 64-bit integer, if the value fits.
        truncate_float_to_int64 Gpr Fpr = ToSigned(W32, W64);
        /// Truncates to a signed 64-bit integer, if the value fits.
        truncate_double_to_int64 Gpr Fpr = ToSigned(W64, W64);
        /// Truncates to an unsigned 32-bit integer, if the value fits.
        truncate_float_to_uint32 Gpr Fpr = ToUnsigned(W32, W32);
        /// Truncates to an unsigned 32-bit integer, if the value fits.
        truncate_double_to_uint32 Gpr Fpr = ToUnsigned(W64, W32);
        /// Truncates to an unsigned 64-bit integer, if the value fits. Needs a floating-point scratch register on
        /// x86-64.
        truncate_float_to_uint64 Gpr Fpr = ToUnsigned(W32, W64);
        /// Truncates to an unsigned 64-bit integer, if the value fits. Needs a floating-point scratch register on
        /// x86-64.
        truncate_double_to_uint64 Gpr Fpr = ToUnsigned(W64, W64);
        /// Moves the low 32 bits of `src`.
        move32_to_float Fpr Gpr = FromBits(W32);
        /// Moves the bits of `src`.
        move64_to_double Fpr Gpr = FromBits(W64);
        /// Moves the bits of the float; the upper half becomes zero.
        move_float_to_32 Gpr Fpr = ToBits(W32);
        /// Moves the bits of the double.
        move_double_to_64 Gpr Fpr = ToBits(W64);
    }

    /// `dst` = the double as a signed 32-bit integer. Branches to `failure` if it is not one, and if `negative_zero`
    /// also for -0; `dst` is then undefined. Needs a floating-point scratch register.
    #[track_caller]
    pub fn branch_convert_double_to_int32(
        &mut self,
        dst: Gpr<'g>,
        src: Fpr<'g>,
        negative_zero: bool,
        failure: Label,
    ) {
        self.begin("branch_convert_double_to_int32");
        self.emit([dst.set(), src.set()], |target| {
            target.convert_exactly(dst.reg(), src.reg(), negative_zero, failure);
        });
    }
}
