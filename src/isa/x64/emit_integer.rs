//! Integer operations.

use super::emit::Emit;
use super::registers::{RAX, RBP, RCX, RDX};
use super::{Alu, Bit, Cond, LowestBit, Mem, Scale, Scan, Shift, ShiftX, Unary};
use crate::air::{Arg, Inst, Opcode};
use crate::base::{Features, Reg, TrapCode, Width};

#[derive(Clone, Copy)]
enum Op {
    Alu(Alu),
    Imul,
}

impl Op {
    fn commutes(self) -> bool {
        !matches!(self, Op::Alu(Alu::Sub))
    }
}

const W8: Width = Width::W8;
const W16: Width = Width::W16;
const W32: Width = Width::W32;
const W64: Width = Width::W64;

impl Emit<'_, '_> {
    /// Emits an integer operation. Returns false for other opcodes.
    pub(super) fn integer(&mut self, opcode: Opcode) -> bool {
        use Opcode::*;
        let (op, width) = match opcode {
            Add8 => (Op::Alu(Alu::Add), W8),
            Add16 => (Op::Alu(Alu::Add), W16),
            Add32 => (Op::Alu(Alu::Add), W32),
            Add64 => (Op::Alu(Alu::Add), W64),
            And8 => (Op::Alu(Alu::And), W8),
            And16 => (Op::Alu(Alu::And), W16),
            And32 => (Op::Alu(Alu::And), W32),
            And64 => (Op::Alu(Alu::And), W64),
            Or8 => (Op::Alu(Alu::Or), W8),
            Or16 => (Op::Alu(Alu::Or), W16),
            Or32 => (Op::Alu(Alu::Or), W32),
            Or64 => (Op::Alu(Alu::Or), W64),
            Xor8 => (Op::Alu(Alu::Xor), W8),
            Xor16 => (Op::Alu(Alu::Xor), W16),
            Xor32 => (Op::Alu(Alu::Xor), W32),
            Xor64 => (Op::Alu(Alu::Xor), W64),
            Sub8 => (Op::Alu(Alu::Sub), W8),
            Sub16 => (Op::Alu(Alu::Sub), W16),
            Sub32 => (Op::Alu(Alu::Sub), W32),
            Sub64 => (Op::Alu(Alu::Sub), W64),
            Mul32 => (Op::Imul, W32),
            Mul64 => (Op::Imul, W64),
            _ => return self.other_integer(opcode),
        };
        self.binary(op, width);
        true
    }

    /// Like [`Emit::integer`], for operations without three operands.
    fn other_integer(&mut self, opcode: Opcode) -> bool {
        use Opcode::*;
        match opcode {
            Neg32 => self.unary(Unary::Neg, W32),
            Neg64 => self.unary(Unary::Neg, W64),
            Not32 => self.unary(Unary::Not, W32),
            Not64 => self.unary(Unary::Not, W64),
            AndNot32 => self.and_not(W32),
            AndNot64 => self.and_not(W64),
            LowestBit32 => self.lowest_bit(LowestBit::Blsi, W32),
            LowestBit64 => self.lowest_bit(LowestBit::Blsi, W64),
            ClearLowestBit32 => self.lowest_bit(LowestBit::Blsr, W32),
            ClearLowestBit64 => self.lowest_bit(LowestBit::Blsr, W64),
            Lshift32 => self.shift(Shift::Shl, Some(ShiftX::Shlx), W32),
            Lshift64 => self.shift(Shift::Shl, Some(ShiftX::Shlx), W64),
            Rshift32 => self.shift(Shift::Sar, Some(ShiftX::Sarx), W32),
            Rshift64 => self.shift(Shift::Sar, Some(ShiftX::Sarx), W64),
            Urshift32 => self.shift(Shift::Shr, Some(ShiftX::Shrx), W32),
            Urshift64 => self.shift(Shift::Shr, Some(ShiftX::Shrx), W64),
            RotateRight32 => self.rotate(Shift::Ror, W32),
            RotateRight64 => self.rotate(Shift::Ror, W64),
            RotateLeft32 => self.rotate(Shift::Rol, W32),
            RotateLeft64 => self.rotate(Shift::Rol, W64),
            Div32 | Mod32 | DivMod32 => self.divide(Unary::Idiv, W32),
            Div64 | Mod64 | DivMod64 => self.divide(Unary::Idiv, W64),
            UDiv32 | UMod32 | UDivMod32 => self.divide(Unary::Div, W32),
            UDiv64 | UMod64 | UDivMod64 => self.divide(Unary::Div, W64),
            ChillDiv32 => self.chill(W32, false),
            ChillDiv64 => self.chill(W64, false),
            ChillMod32 => self.chill(W32, true),
            ChillMod64 => self.chill(W64, true),
            ChillDivMod32 => self.chill_both(W32),
            ChillDivMod64 => self.chill_both(W64),
            MulHigh32 => self.on_second(Unary::Imul, W32),
            MulHigh64 => self.on_second(Unary::Imul, W64),
            UMulHigh32 => self.on_second(Unary::Mul, W32),
            UMulHigh64 => self.on_second(Unary::Mul, W64),
            AddCarry32 => self.with_carry(Alu::Adc, W32),
            AddCarry64 => self.with_carry(Alu::Adc, W64),
            SubBorrow32 => self.with_carry(Alu::Sbb, W32),
            SubBorrow64 => self.with_carry(Alu::Sbb, W64),
            MulWide32 => self.on_second(Unary::Imul, W32),
            MulWide64 => self.on_second(Unary::Imul, W64),
            SetBit32 => self.change_bit(Bit::Bts, W32),
            SetBit64 => self.change_bit(Bit::Bts, W64),
            ClearBit32 => self.change_bit(Bit::Btr, W32),
            ClearBit64 => self.change_bit(Bit::Btr, W64),
            ComplementBit32 => self.change_bit(Bit::Btc, W32),
            ComplementBit64 => self.change_bit(Bit::Btc, W64),
            UMulWide32 => self.wide_product(W32),
            UMulWide64 => self.wide_product(W64),
            ShiftLeftDouble32 => self.double_shift(W32),
            ShiftLeftDouble64 => self.double_shift(W64),
            AddCarries32 => self.two_limbs(Alu::Adc, true, W32),
            AddCarries64 => self.two_limbs(Alu::Adc, true, W64),
            SubBorrows32 => self.two_limbs(Alu::Sbb, true, W32),
            SubBorrows64 => self.two_limbs(Alu::Sbb, true, W64),
            AddWide32 => self.two_limbs(Alu::Adc, false, W32),
            AddWide64 => self.two_limbs(Alu::Adc, false, W64),
            SubWide32 => self.two_limbs(Alu::Sbb, false, W32),
            SubWide64 => self.two_limbs(Alu::Sbb, false, W64),
            Clz32 => self.count_zeros(Scan::Lzcnt, W32),
            Clz64 => self.count_zeros(Scan::Lzcnt, W64),
            Ctz32 => self.count_zeros(Scan::Tzcnt, W32),
            Ctz64 => self.count_zeros(Scan::Tzcnt, W64),
            PopCount32 => self.scan(Scan::Popcnt, W32),
            PopCount64 => self.scan(Scan::Popcnt, W64),
            ByteSwap32 => self.byte_swap(W32),
            ByteSwap64 => self.byte_swap(W64),
            _ => return false,
        }
        true
    }

    fn op_rr(&mut self, op: Op, width: Width, to: Reg, from: Reg) {
        match op {
            Op::Alu(alu) => {
                self.asm.alu_rr(alu, width, to, from);
                self.record_flags(alu, width, to);
            }
            Op::Imul => self.asm.imul_rr(width, to, from),
        }
    }

    #[inline(always)]
    fn op_rm(&mut self, op: Op, width: Width, to: Reg, from: Mem) {
        match op {
            Op::Alu(alu) => {
                self.asm.alu_rm(alu, width, to, from);
                self.record_flags(alu, width, to);
            }
            Op::Imul => self.asm.imul_rm(width, to, from),
        }
    }

    #[inline(always)]
    fn binary(&mut self, op: Op, width: Width) {
        // Fast path: the result is usually in the register of an operand.
        if let [Arg::Tmp(a), Arg::Tmp(b), Arg::Tmp(to)] = *self.args
            && (to == a || to == b && op.commutes())
            && let (Some(a), Some(b), Some(to)) = (a.reg(), b.reg(), to.reg())
        {
            let from = if to == a { b } else { a };
            return match op {
                Op::Alu(alu) => {
                    self.asm.plain_alu_rr(alu, width, to, from);
                    self.record_flags(alu, width, to);
                }
                Op::Imul => self.asm.imul_rr(width, to, from),
            };
        }
        self.binary_any(op, width);
    }

    #[inline(never)]
    fn binary_any(&mut self, op: Op, width: Width) {
        if let Op::Alu(alu) = op
            && width >= W32
            && self.binary_in_frame(alu, width)
        {
            return;
        }
        let operands = |inst: &Inst| inst.form.get().map(|form| form.operands.len());
        if self.args.len() == 2 && self.inst.and_then(operands) == Some(2) {
            return self.modify_memory(op, width);
        }
        let to = self.reg(2);
        match (self.as_reg(0), self.as_reg(1)) {
            (Some(a), Some(b)) => self.binary_registers(op, width, a, b, to),
            (Some(a), None) => match self.as_imm(1) {
                Some(imm) => self.binary_immediate(op, width, a, imm, to),
                None => {
                    // The address is a late use: it does not contain `to`, unless that is a's register, too.
                    self.copy(width, to, a);
                    let b = self.mem(1);
                    self.op_rm(op, width, to, b);
                }
            },
            (None, Some(b)) => {
                let a = self.mem(0);
                if to == b && op.commutes() {
                    self.op_rm(op, width, to, a);
                } else {
                    self.asm.mov_rm(width, to, a);
                    self.op_rr(op, width, to, b);
                }
            }
            (None, None) => {
                let a = self.mem(0);
                match (op, self.as_imm(1)) {
                    (Op::Imul, Some(imm)) => self.asm.imul_rmi(width, to, a, imm),
                    (Op::Alu(alu), Some(imm)) => {
                        self.asm.mov_rm(width, to, a);
                        self.asm.alu_ri(alu, width, to, imm);
                        self.record_flags(alu, width, to);
                    }
                    (_, None) => self.unexpected(),
                }
            }
        }
    }

    /// Fast path for an operation with an operand in the frame, the most frequent kind with memory. Returns false,
    /// and emits nothing, for other operands.
    fn binary_in_frame(&mut self, alu: Alu, width: Width) -> bool {
        let &[first, second, Arg::Tmp(to)] = self.args else { return false };
        let Some(to) = to.reg().filter(|_| !self.may_trap()) else { return false };
        match (self.in_frame(first), first, self.in_frame(second), second) {
            (Some(place), _, _, Arg::Tmp(b)) => match b.reg() {
                Some(b) if b == to && Op::Alu(alu).commutes() => {
                    self.asm.plain_alu_rm(alu, width, to, RBP, place);
                }
                Some(b) => {
                    self.asm.load(width, to, RBP, place);
                    self.asm.alu_rr(alu, width, to, b);
                }
                None => return false,
            },
            (Some(place), _, _, Arg::Imm(value)) => match i32::try_from(value) {
                Ok(value) => {
                    self.asm.load(width, to, RBP, place);
                    self.asm.alu_ri(alu, width, to, value);
                }
                Err(_) => return false,
            },
            (None, Arg::Tmp(a), Some(place), _) => match a.reg() {
                Some(a) => {
                    self.copy(width, to, a);
                    self.asm.plain_alu_rm(alu, width, to, RBP, place);
                }
                None => return false,
            },
            _ => return false,
        }
        self.record_flags(alu, width, to);
        true
    }

    /// Applies operand 0 to the memory of operand 1.
    fn modify_memory(&mut self, op: Op, width: Width) {
        match (op, self.as_reg(0), self.as_imm(0)) {
            (Op::Alu(alu), Some(from), _) => {
                let to = self.mem(1);
                self.asm.alu_mr(alu, width, to, from);
            }
            (Op::Alu(alu), None, Some(imm)) => {
                let to = self.mem(1);
                self.asm.alu_mi(alu, width, to, imm);
            }
            _ => self.unexpected(),
        }
    }

    fn binary_registers(&mut self, op: Op, width: Width, a: Reg, b: Reg, to: Reg) {
        let other = if to == a { b } else { a };
        if to == a || to == b && op.commutes() {
            self.op_rr(op, width, to, other);
        } else if to == b {
            // a - b in b's register; the allocator avoids this.
            self.asm.unary_r(Unary::Neg, width, to);
            self.asm.alu_rr(Alu::Add, width, to, a);
        } else if matches!(op, Op::Alu(Alu::Add)) {
            self.asm.lea(width, to, Mem::index(a, b, Scale::One, 0));
        } else {
            self.copy(width, to, a);
            self.op_rr(op, width, to, b);
        }
    }

    fn binary_immediate(&mut self, op: Op, width: Width, a: Reg, imm: i32, to: Reg) {
        match op {
            Op::Imul => self.asm.imul_rri(width, to, a, imm),
            Op::Alu(Alu::Add) if to != a => self.asm.lea(width, to, Mem::base(a, imm)),
            Op::Alu(alu) => {
                self.copy(width, to, a);
                self.asm.alu_ri(alu, width, to, imm);
                self.record_flags(alu, width, to);
            }
        }
    }

    /// Moves the first operand to the register of the result.
    pub(super) fn load_first(&mut self, width: Width, to: Reg) {
        match self.as_reg(0) {
            Some(from) => self.copy(width, to, from),
            None => {
                let from = self.mem(0);
                self.asm.mov_rm(width, to, from);
            }
        }
    }

    fn unary(&mut self, op: Unary, width: Width) {
        let to = self.reg(1);
        self.load_first(width, to);
        self.asm.unary_r(op, width, to);
    }

    fn byte_swap(&mut self, width: Width) {
        let to = self.reg(1);
        self.load_first(width, to);
        self.asm.bswap(width, to);
    }

    fn shift(&mut self, op: Shift, flagless: Option<ShiftX>, width: Width) {
        let to = self.reg(2);
        if let Some(count) = self.as_imm(1) {
            self.load_first(width, to);
            return self.asm.shift_ri(op, width, to, count as u8 & (width.bits() - 1) as u8);
        }
        let form = self.inst.and_then(|inst| inst.form.get());
        match flagless {
            Some(flagless) if form.is_some_and(|form| form.features.contains(Features::BMI2)) => {
                let count = self.reg(1);
                match self.as_reg(0) {
                    Some(from) => self.asm.shiftx_rr(flagless, width, to, from, count),
                    None => {
                        let from = self.mem(0);
                        self.asm.shiftx_rm(flagless, width, to, from, count);
                    }
                }
            }
            _ if self.as_reg(1) == Some(RCX) => {
                // The count is a late use, so the result is not in its register.
                self.load_first(width, to);
                self.asm.shift_rcl(op, width, to);
            }
            _ => self.unexpected(),
        }
    }

    /// Emits a rotation; with an immediate and BMI2 it needs no copy.
    fn rotate(&mut self, op: Shift, width: Width) {
        let to = self.reg(2);
        let form = self.inst.and_then(|inst| inst.form.get());
        let copies = form.is_some_and(|form| form.features.contains(Features::BMI2));
        match self.as_imm(1) {
            Some(count) if copies && self.as_reg(0) != Some(to) => {
                let right = if op == Shift::Rol { -count } else { count };
                let count = right as u8 & (width.bits() - 1) as u8;
                match self.as_reg(0) {
                    Some(from) => self.asm.rorx_rr(width, to, from, count),
                    None => {
                        let from = self.mem(0);
                        self.asm.rorx_rm(width, to, from, count);
                    }
                }
            }
            _ => self.shift(op, None, width),
        }
    }

    fn and_not(&mut self, width: Width) {
        let (a, to) = (self.reg(0), self.reg(2));
        match self.as_reg(1) {
            Some(b) => self.asm.andn_rr(width, to, a, b),
            None => {
                let b = self.mem(1);
                self.asm.andn_rm(width, to, a, b);
            }
        }
    }

    fn lowest_bit(&mut self, op: LowestBit, width: Width) {
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => self.asm.lowest_bit_rr(op, width, to, from),
            None => {
                let from = self.mem(0);
                self.asm.lowest_bit_rm(op, width, to, from);
            }
        }
    }

    /// Divides rdx:rax, or multiplies rax, by the second operand.
    fn on_second(&mut self, op: Unary, width: Width) {
        match self.as_reg(1) {
            Some(b) => self.asm.unary_r(op, width, b),
            None => {
                let b = self.mem(1);
                self.asm.unary_m(op, width, b);
            }
        }
    }

    fn divide(&mut self, op: Unary, width: Width) {
        match op {
            Unary::Idiv => self.asm.sign_to_rdx(width),
            _ => self.asm.zero(RDX),
        }
        self.asm.buffer().add_trap_site(TrapCode::IntegerDivisionByZero);
        self.on_second(op, width);
    }

    fn chill(&mut self, width: Width, remainder: bool) {
        let b = self.reg(1);
        let [zero, minus_one, done] = [(); 3].map(|()| self.asm.buffer().new_label());
        self.asm.test_rr(width, b, b);
        self.asm.jcc_short(Cond::E, zero);
        self.asm.alu_ri(Alu::Cmp, width, b, -1);
        self.asm.jcc_short(Cond::E, minus_one);
        self.asm.sign_to_rdx(width);
        self.asm.unary_r(Unary::Idiv, width, b);
        self.asm.jmp_short(done);
        self.asm.buffer().bind(zero);
        if remainder {
            // x % 0 and x % -1 are both 0.
            self.asm.buffer().bind(minus_one);
            self.asm.zero(RDX);
        } else {
            self.asm.zero(RAX);
            self.asm.jmp_short(done);
            self.asm.buffer().bind(minus_one);
            self.asm.unary_r(Unary::Neg, width, RAX);
        }
        self.asm.buffer().bind(done);
    }

    /// The quotient by 0 is 0 and that by -1 is -a, both -(a & b); the remainder is 0.
    fn chill_both(&mut self, width: Width) {
        let b = self.reg(1);
        let [special, done] = [(); 2].map(|()| self.asm.buffer().new_label());
        self.asm.test_rr(width, b, b);
        self.asm.jcc_short(Cond::E, special);
        self.asm.alu_ri(Alu::Cmp, width, b, -1);
        self.asm.jcc_short(Cond::E, special);
        self.asm.sign_to_rdx(width);
        self.asm.unary_r(Unary::Idiv, width, b);
        self.asm.jmp_short(done);
        self.asm.buffer().bind(special);
        self.asm.alu_rr(Alu::And, width, RAX, b);
        self.asm.unary_r(Unary::Neg, width, RAX);
        self.asm.zero(RDX);
        self.asm.buffer().bind(done);
    }

    /// Emits a op b with carry in (c != 0) and out. b and c are late uses; a may be in `carry`, so it is moved first.
    fn with_carry(&mut self, op: Alu, width: Width) {
        let [a, b, to, carry] = [0, 1, 3, 4].map(|n| self.reg(n));
        self.copy(width, to, a);
        let first = self.carry_in(op, 2, carry);
        self.asm.alu_rr(first, width, to, b);
        self.asm.setcc_r(Cond::B, carry);
    }

    /// The first operand is in `rdx` for `mulx`, in `rax` for `mul`.
    fn wide_product(&mut self, width: Width) {
        let [a, b, low, high] = [0, 1, 2, 3].map(|n| self.reg(n));
        match a == RDX {
            true => self.asm.mulx_rr(width, high, low, b),
            false => self.asm.unary_r(Unary::Mul, width, b),
        }
    }

    /// The number of the bit is a late use, so it survives the copy.
    fn change_bit(&mut self, op: Bit, width: Width) {
        let (a, to) = (self.reg(0), self.reg(2));
        self.copy(width, to, a);
        match self.as_imm(1) {
            Some(bit) => self.asm.bit_ri(op, width, to, bit as u8 & (width.bits() - 1) as u8),
            None => {
                let bit = self.reg(1);
                self.asm.bit_rr(op, width, to, bit);
            }
        }
    }

    fn double_shift(&mut self, width: Width) {
        let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
        let Some(count) = self.as_imm(2) else { return self.unexpected() };
        let count = count as u32 & (width.bits() - 1);
        match count {
            // A shift by 0 may leave the upper half as it is.
            0 => self.asm.mov_rr(width, to, a),
            _ => self.copy(width, to, a),
        }
        self.asm.shld_rri(width, to, b, count as u8);
    }

    /// Sums or differences of two limbs; moves do not change the flags. With a carry in and out if `carries`.
    fn two_limbs(&mut self, op: Alu, carries: bool, width: Width) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|n| self.reg(n));
        let results = if carries { 5 } else { 4 };
        let [low, high] = [results, results + 1].map(|n| self.reg(n));
        self.copy(width, low, a);
        let first = match (carries, op) {
            (true, _) => {
                let carry = self.reg(7);
                self.carry_in(op, 4, carry)
            }
            (false, Alu::Adc) => Alu::Add,
            (false, _) => Alu::Sub,
        };
        self.asm.alu_rr(first, width, low, b);
        self.copy(width, high, c);
        self.asm.alu_rr(op, width, high, d);
        if carries {
            let carry = self.reg(7);
            self.asm.setcc_r(Cond::B, carry);
        }
    }

    /// Clears the register of the carry out, and sets the carry flag if operand `n` is not 0. Returns the operation of
    /// the first limb, which is one without carry if the operand is known to be 0.
    fn carry_in(&mut self, op: Alu, n: usize, carry: Reg) -> Alu {
        self.asm.zero(carry);
        // Comparing 0 with c sets the carry flag unless c is 0.
        match (self.as_imm(n), op) {
            (Some(0), Alu::Adc) => Alu::Add,
            (Some(0), _) => Alu::Sub,
            (Some(_), _) => {
                self.asm.alu_ri(Alu::Cmp, W32, carry, 1);
                op
            }
            (None, _) => {
                let c = self.reg(n);
                self.asm.alu_rr(Alu::Cmp, W32, carry, c);
                op
            }
        }
    }

    fn count_zeros(&mut self, op: Scan, width: Width) {
        if self.args.len() == 2 {
            return self.scan(op, width);
        }
        let [from, to, scratch] = [0, 1, 2].map(|n| self.reg(n));
        // bsf and bsr leave the result unchanged if the source is zero.
        let bits = u64::from(width.bits());
        let (search, for_zero) = match op {
            Scan::Lzcnt => (Scan::Bsr, 2 * bits - 1), // becomes the width below
            _ => (Scan::Bsf, bits),
        };
        self.asm.mov_ri(scratch, for_zero);
        self.asm.scan_rr(search, width, to, from);
        self.asm.cmov_rr(Cond::E, width, to, scratch);
        if search == Scan::Bsr {
            self.asm.alu_ri(Alu::Xor, width, to, bits as i32 - 1);
        }
    }

    fn scan(&mut self, op: Scan, width: Width) {
        let to = self.reg(1);
        match self.as_reg(0) {
            Some(from) => {
                if from != to {
                    self.asm.zero(to); // false dependency on the old result on some CPUs
                }
                self.asm.scan_rr(op, width, to, from);
            }
            None => {
                let mut in_address = false;
                self.arg(0).for_each_address_tmp(|tmp| in_address |= tmp.reg() == Some(to));
                if !in_address {
                    self.asm.zero(to);
                }
                let from = self.mem(0);
                self.asm.scan_rm(op, width, to, from);
            }
        }
    }
}
