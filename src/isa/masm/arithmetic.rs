//! Integer arithmetic.

use super::{Address, BinaryOp, Gpr, MacroAssembler, Operand, UnaryOp};
use crate::base::Width;

macro_rules! binary {
    ($($(#[$doc:meta])* $name32:ident $name64:ident = $op:ident;)*) => {
        $($(#[$doc])*
        ///
        /// 32 bits; the upper half of `dst` becomes zero.
        #[track_caller]
        pub fn $name32(&mut self, dst: Gpr<'g>, a: Gpr<'g>, b: impl Into<Operand<'g>>) {
            self.begin(stringify!($name32));
            self.binary(BinaryOp::$op, Width::W32, dst, a, b.into());
        }

        $(#[$doc])*
        ///
        /// 64 bits.
        #[track_caller]
        pub fn $name64(&mut self, dst: Gpr<'g>, a: Gpr<'g>, b: impl Into<Operand<'g>>) {
            self.begin(stringify!($name64));
            self.binary(BinaryOp::$op, Width::W64, dst, a, b.into());
        })*
    };
}

macro_rules! unary {
    ($($(#[$doc:meta])* $name32:ident $name64:ident = $op:ident;)*) => {
        $($(#[$doc])*
        ///
        /// 32 bits; the upper half of `dst` becomes zero.
        #[track_caller]
        pub fn $name32(&mut self, dst: Gpr<'g>, src: Gpr<'g>) {
            self.begin(stringify!($name32));
            self.emit([dst.set(), src.set()], |target| {
                target.unary(UnaryOp::$op, Width::W32, dst.reg(), src.reg());
            });
        }

        $(#[$doc])*
        ///
        /// 64 bits.
        #[track_caller]
        pub fn $name64(&mut self, dst: Gpr<'g>, src: Gpr<'g>) {
            self.begin(stringify!($name64));
            self.emit([dst.set(), src.set()], |target| {
                target.unary(UnaryOp::$op, Width::W64, dst.reg(), src.reg());
            });
        })*
    };
}

macro_rules! memory {
    ($($(#[$doc:meta])* $name32:ident $name64:ident = $op:ident;)*) => {
        $($(#[$doc])*
        ///
        /// 32 bits; not atomic.
        #[track_caller]
        pub fn $name32(&mut self, address: Address<'g>, b: impl Into<Operand<'g>>) {
            self.begin(stringify!($name32));
            self.binary_memory(BinaryOp::$op, Width::W32, address, b.into());
        }

        $(#[$doc])*
        ///
        /// 64 bits; not atomic.
        #[track_caller]
        pub fn $name64(&mut self, address: Address<'g>, b: impl Into<Operand<'g>>) {
            self.begin(stringify!($name64));
            self.binary_memory(BinaryOp::$op, Width::W64, address, b.into());
        })*
    };
}

/// Integer arithmetic. Destination and operands may be the same registers in any combination.
impl<'g> MacroAssembler<'g> {
    #[track_caller]
    fn binary(&mut self, op: BinaryOp, width: Width, dst: Gpr<'g>, a: Gpr<'g>, b: Operand<'g>) {
        self.emit([dst.set(), a.set(), b.set()], |target| {
            target.binary(op, width, dst.reg(), a.reg(), b);
        });
    }

    #[track_caller]
    fn binary_memory(&mut self, op: BinaryOp, width: Width, address: Address<'g>, b: Operand<'g>) {
        self.emit([address.set(), b.set()], |target| target.binary_memory(op, width, address, b));
    }

    binary! {
        /// `dst = a + b`.
        add32 add64 = Add;
        /// `dst = a - b`.
        sub32 sub64 = Sub;
        /// `dst = a * b`.
        mul32 mul64 = Mul;
        /// `dst = a & b`.
        and32 and64 = And;
        /// `dst = a | b`.
        or32 or64 = Or;
        /// `dst = a ^ b`.
        xor32 xor64 = Xor;
        /// `dst = a` shifted left by `b` modulo the width.
        lshift32 lshift64 = Lshift;
        /// `dst = a` shifted right by `b` modulo the width, arithmetically.
        rshift32 rshift64 = Rshift;
        /// `dst = a` shifted right by `b` modulo the width, logically.
        urshift32 urshift64 = Urshift;
        /// `dst = a` rotated right by `b` modulo the width.
        rotate_right32 rotate_right64 = RotateRight;
        /// `dst = a` rotated left by `b` modulo the width.
        rotate_left32 rotate_left64 = RotateLeft;
    }

    unary! {
        /// `dst = -src`.
        neg32 neg64 = Neg;
        /// `dst = !src`.
        not32 not64 = Not;
        /// `dst` = number of leading zeros of `src`; the width if `src` is zero.
        count_leading_zeros32 count_leading_zeros64 = CountLeadingZeros;
        /// `dst` = number of trailing zeros of `src`; the width if `src` is zero.
        count_trailing_zeros32 count_trailing_zeros64 = CountTrailingZeros;
        /// `dst` = number of ones in `src`. Needs a general scratch register on x86-64 without `popcnt`, and a
        /// floating-point one on AArch64.
        count_population32 count_population64 = CountPopulation;
        /// `dst = src` with its bytes in reverse order.
        byte_swap32 byte_swap64 = ByteSwap;
    }

    memory! {
        /// `[address] = [address] + b`.
        add32_memory add64_memory = Add;
        /// `[address] = [address] - b`.
        sub32_memory sub64_memory = Sub;
        /// `[address] = [address] & b`.
        and32_memory and64_memory = And;
        /// `[address] = [address] | b`.
        or32_memory or64_memory = Or;
        /// `[address] = [address] ^ b`.
        xor32_memory xor64_memory = Xor;
    }
}
