//! Conditional operations: branches, comparisons that produce a number, selections.

use super::{Address, BinaryOp, Fpr, Gpr, MacroAssembler, Operand, Predicate, ResultCondition};
use crate::base::{FloatCondition, IntCondition, Width};
use crate::isa::Label;

/// `branch: set: select: select_float = how condition width`.
macro_rules! integers {
    ($($what:literal $branch:ident $set:ident $select:ident $select_float:ident
        = $predicate:ident $condition:ident $width:ident;)*) => {
        $(#[doc = concat!("Branches to `target` if ", $what)]
        #[track_caller]
        pub fn $branch(
            &mut self,
            condition: $condition,
            a: impl Into<Operand<'g>>,
            b: impl Into<Operand<'g>>,
            target: Label,
        ) {
            self.begin(stringify!($branch));
            self.branch_if(Predicate::$predicate(condition, Width::$width, a.into(), b.into()), target);
        }

        #[doc = concat!("`dst` = 1, or else 0, if ", $what)]
        #[track_caller]
        pub fn $set(
            &mut self,
            condition: $condition,
            dst: Gpr<'g>,
            a: impl Into<Operand<'g>>,
            b: impl Into<Operand<'g>>,
        ) {
            self.begin(stringify!($set));
            self.set_if(Predicate::$predicate(condition, Width::$width, a.into(), b.into()), dst);
        }

        #[doc = concat!("`dst = then`, or else `otherwise` (all 64 bits), if ", $what)]
        #[track_caller]
        pub fn $select(
            &mut self,
            condition: $condition,
            a: impl Into<Operand<'g>>,
            b: impl Into<Operand<'g>>,
            dst: Gpr<'g>,
            then: Gpr<'g>,
            otherwise: Gpr<'g>,
        ) {
            self.begin(stringify!($select));
            let predicate = Predicate::$predicate(condition, Width::$width, a.into(), b.into());
            self.select(predicate, dst, then, otherwise);
        }

        #[doc = concat!("`dst = then`, or else `otherwise` (64 bits), if ", $what)]
        #[track_caller]
        pub fn $select_float(
            &mut self,
            condition: $condition,
            a: impl Into<Operand<'g>>,
            b: impl Into<Operand<'g>>,
            dst: Fpr<'g>,
            then: Fpr<'g>,
            otherwise: Fpr<'g>,
        ) {
            self.begin(stringify!($select_float));
            let predicate = Predicate::$predicate(condition, Width::$width, a.into(), b.into());
            self.select_float(predicate, dst, then, otherwise);
        })*
    };
}

macro_rules! floats {
    ($($branch:ident $set:ident $select:ident $select_float:ident = $width:ident;)*) => {
        $(/// Branches to `target` if `a condition b`.
        #[track_caller]
        pub fn $branch(&mut self, condition: FloatCondition, a: Fpr<'g>, b: Fpr<'g>, target: Label) {
            self.begin(stringify!($branch));
            self.branch_if(Predicate::Float(condition, Width::$width, a.reg(), b.reg()), target);
        }

        /// `dst = a condition b`, as 1 or 0.
        #[track_caller]
        pub fn $set(&mut self, condition: FloatCondition, dst: Gpr<'g>, a: Fpr<'g>, b: Fpr<'g>) {
            self.begin(stringify!($set));
            self.set_if(Predicate::Float(condition, Width::$width, a.reg(), b.reg()), dst);
        }

        /// `dst = then` if `a condition b`, else `otherwise`; all 64 bits.
        #[track_caller]
        pub fn $select(
            &mut self,
            condition: FloatCondition,
            a: Fpr<'g>,
            b: Fpr<'g>,
            dst: Gpr<'g>,
            then: Gpr<'g>,
            otherwise: Gpr<'g>,
        ) {
            self.begin(stringify!($select));
            let predicate = Predicate::Float(condition, Width::$width, a.reg(), b.reg());
            self.select(predicate, dst, then, otherwise);
        }

        /// `dst = then` if `a condition b`, else `otherwise`; 64 bits.
        #[track_caller]
        pub fn $select_float(
            &mut self,
            condition: FloatCondition,
            a: Fpr<'g>,
            b: Fpr<'g>,
            dst: Fpr<'g>,
            then: Fpr<'g>,
            otherwise: Fpr<'g>,
        ) {
            self.begin(stringify!($select_float));
            let predicate = Predicate::Float(condition, Width::$width, a.reg(), b.reg());
            self.select_float(predicate, dst, then, otherwise);
        })*
    };
}

macro_rules! arithmetic {
    ($($(#[$doc:meta])* $name32:ident $name64:ident = $op:ident;)*) => {
        $($(#[$doc])*
        ///
        /// 32 bits; the upper half of `dst` becomes zero.
        #[track_caller]
        pub fn $name32(
            &mut self,
            condition: ResultCondition,
            dst: Gpr<'g>,
            a: Gpr<'g>,
            b: impl Into<Operand<'g>>,
            target: Label,
        ) {
            self.begin(stringify!($name32));
            let (dst, a, b) = (dst.reg(), a.reg(), b.into());
            self.branch_if(Predicate::Binary(condition, BinaryOp::$op, Width::W32, dst, a, b), target);
        }

        $(#[$doc])*
        ///
        /// 64 bits.
        #[track_caller]
        pub fn $name64(
            &mut self,
            condition: ResultCondition,
            dst: Gpr<'g>,
            a: Gpr<'g>,
            b: impl Into<Operand<'g>>,
            target: Label,
        ) {
            self.begin(stringify!($name64));
            let (dst, a, b) = (dst.reg(), a.reg(), b.into());
            self.branch_if(Predicate::Binary(condition, BinaryOp::$op, Width::W64, dst, a, b), target);
        })*
    };
}

macro_rules! narrow {
    ($($(#[$doc:meta])* $name8:ident $name16:ident = $op:ident;)*) => {
        $($(#[$doc])*
        ///
        /// 8 bits, and conditions on these; the rest of `dst` becomes zero. On AArch64 this may need a scratch
        /// register.
        #[track_caller]
        pub fn $name8(
            &mut self,
            condition: ResultCondition,
            dst: Gpr<'g>,
            a: Gpr<'g>,
            b: impl Into<Operand<'g>>,
            target: Label,
        ) {
            self.begin(stringify!($name8));
            let (dst, a, b) = (dst.reg(), a.reg(), b.into());
            self.branch_if(Predicate::Binary(condition, BinaryOp::$op, Width::W8, dst, a, b), target);
        }

        $(#[$doc])*
        ///
        /// 16 bits, and conditions on these; the rest of `dst` becomes zero. On AArch64 this may need a scratch
        /// register.
        #[track_caller]
        pub fn $name16(
            &mut self,
            condition: ResultCondition,
            dst: Gpr<'g>,
            a: Gpr<'g>,
            b: impl Into<Operand<'g>>,
            target: Label,
        ) {
            self.begin(stringify!($name16));
            let (dst, a, b) = (dst.reg(), a.reg(), b.into());
            self.branch_if(Predicate::Binary(condition, BinaryOp::$op, Width::W16, dst, a, b), target);
        })*
    };
}

macro_rules! memory {
    ($($bits:literal $add:ident $sub:ident = $width:ident;)*) => {
        $(#[doc = concat!("Adds to the ", $bits, " bits at the address, not atomically; branches to `target` if the result ")]
        /// meets the condition. On AArch64 this needs scratch registers.
        #[track_caller]
        pub fn $add(
            &mut self,
            condition: ResultCondition,
            address: Address<'g>,
            b: impl Into<Operand<'g>>,
            target: Label,
        ) {
            self.begin(stringify!($add));
            let (op, b) = (BinaryOp::Add, b.into());
            self.branch_if(Predicate::BinaryMemory(condition, op, Width::$width, address, b), target);
        }

        #[doc = concat!("Subtracts from the ", $bits, " bits at the address, not atomically; branches to `target` if the ")]
        /// result meets the condition. On AArch64 this needs scratch registers.
        #[track_caller]
        pub fn $sub(
            &mut self,
            condition: ResultCondition,
            address: Address<'g>,
            b: impl Into<Operand<'g>>,
            target: Label,
        ) {
            self.begin(stringify!($sub));
            let (op, b) = (BinaryOp::Sub, b.into());
            self.branch_if(Predicate::BinaryMemory(condition, op, Width::$width, address, b), target);
        })*
    };
}

/// Conditional operations. A destination may also be an operand of the condition.
impl<'g> MacroAssembler<'g> {
    #[track_caller]
    fn branch_if(&mut self, predicate: Predicate<'g>, target: Label) {
        match predicate.simplified() {
            Ok(true) => self.jump(target),
            Ok(false) => {}
            Err(predicate) => self.emit([predicate.set()], |backend| backend.branch(predicate, target)),
        }
    }

    #[track_caller]
    fn set_if(&mut self, predicate: Predicate<'g>, dst: Gpr<'g>) {
        match predicate.simplified() {
            Ok(answer) => self.mov(dst, i64::from(answer)),
            Err(predicate) => {
                self.emit([predicate.set(), dst.set()], |backend| backend.set(predicate, dst.reg()));
            }
        }
    }

    #[track_caller]
    fn select(&mut self, predicate: Predicate<'g>, dst: Gpr<'g>, then: Gpr<'g>, otherwise: Gpr<'g>) {
        match predicate.simplified() {
            Ok(answer) => self.mov(dst, if answer { then } else { otherwise }),
            Err(predicate) => {
                self.emit([predicate.set(), dst.set(), then.set(), otherwise.set()], |backend| {
                    backend.select(predicate, dst.reg(), then.reg(), otherwise.reg());
                })
            }
        }
    }

    #[track_caller]
    fn select_float(&mut self, predicate: Predicate<'g>, dst: Fpr<'g>, then: Fpr<'g>, otherwise: Fpr<'g>) {
        match predicate.simplified() {
            Ok(answer) => self.move_double(dst, if answer { then } else { otherwise }),
            Err(predicate) => {
                self.emit([predicate.set(), dst.set(), then.set(), otherwise.set()], |backend| {
                    backend.select_float(predicate, dst.reg(), then.reg(), otherwise.reg());
                })
            }
        }
    }

    integers! {
        "`a condition b`, at 8 bits."
        branch8 compare8 move_conditionally8 move_double_conditionally8 = Compare IntCondition W8;
        "`a condition b`, at 16 bits."
        branch16 compare16 move_conditionally16 move_double_conditionally16 = Compare IntCondition W16;
        "`a condition b`, at 32 bits."
        branch32 compare32 move_conditionally32 move_double_conditionally32 = Compare IntCondition W32;
        "`a condition b`, at 64 bits."
        branch64 compare64 move_conditionally64 move_double_conditionally64 = Compare IntCondition W64;
        "`a & b` of 8 bits meets the condition. It neither overflows nor carries."
        branch_test8 test8 move_conditionally_test8 move_double_conditionally_test8
            = Test ResultCondition W8;
        "`a & b` of 16 bits meets the condition. It neither overflows nor carries."
        branch_test16 test16 move_conditionally_test16 move_double_conditionally_test16
            = Test ResultCondition W16;
        "`a & b` of 32 bits meets the condition. It neither overflows nor carries."
        branch_test32 test32 move_conditionally_test32 move_double_conditionally_test32
            = Test ResultCondition W32;
        "`a & b` of 64 bits meets the condition. It neither overflows nor carries."
        branch_test64 test64 move_conditionally_test64 move_double_conditionally_test64
            = Test ResultCondition W64;
    }

    floats! {
        branch_float compare_float move_conditionally_float move_double_conditionally_float = W32;
        branch_double compare_double move_conditionally_double move_double_conditionally_double = W64;
    }

    arithmetic! {
        /// `dst = a + b`; branches to `target` if the result meets the condition.
        branch_add32 branch_add64 = Add;
        /// `dst = a - b`; branches to `target` if the result meets the condition.
        branch_sub32 branch_sub64 = Sub;
        /// `dst = a * b`; branches to `target` if the result meets the condition, which cannot be a carry. On AArch64
        /// an overflow condition of 64 bits needs a scratch register.
        branch_mul32 branch_mul64 = Mul;
        /// `dst = a & b`; branches to `target` if the result meets the condition. It neither overflows nor carries.
        branch_and32 branch_and64 = And;
        /// `dst = a | b`; branches to `target` if the result meets the condition. It neither overflows nor carries.
        branch_or32 branch_or64 = Or;
        /// `dst = a ^ b`; branches to `target` if the result meets the condition. It neither overflows nor carries.
        branch_xor32 branch_xor64 = Xor;
    }

    narrow! {
        /// `dst = a + b`; branches to `target` if the result meets the condition.
        branch_add8 branch_add16 = Add;
        /// `dst = a - b`; branches to `target` if the result meets the condition.
        branch_sub8 branch_sub16 = Sub;
    }

    memory! {
        "8" branch_add8_memory branch_sub8_memory = W8;
        "16" branch_add16_memory branch_sub16_memory = W16;
        "32" branch_add32_memory branch_sub32_memory = W32;
        "64" branch_add64_memory branch_sub64_memory = W64;
    }

    /// `dst = -src`, 32 bits; branches to `target` if the result meets the condition. It carries if it is not zero.
    #[track_caller]
    pub fn branch_neg32(&mut self, condition: ResultCondition, dst: Gpr<'g>, src: Gpr<'g>, target: Label) {
        self.begin("branch_neg32");
        self.branch_if(Predicate::Neg(condition, Width::W32, dst.reg(), src.reg()), target);
    }

    /// `dst = -src`, 64 bits; branches to `target` if the result meets the condition. It carries if it is not zero.
    #[track_caller]
    pub fn branch_neg64(&mut self, condition: ResultCondition, dst: Gpr<'g>, src: Gpr<'g>, target: Label) {
        self.begin("branch_neg64");
        self.branch_if(Predicate::Neg(condition, Width::W64, dst.reg(), src.reg()), target);
    }
}
