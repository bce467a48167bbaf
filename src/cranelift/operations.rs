//! Translates arithmetic, comparisons, conversions, memory accesses and traps.

use super::translate::{Translator, scalar};
use super::{Result, internal};
use crate::base::{LibCall, TrapCode, Type};
use crate::ir::{Opcode, ValueFlags, ValueId};
use cranelift_codegen::ir as clif;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64};

/// Maximum offset that an access adds to that of a slot in the frame.
const MAX_SLOT_OFFSET: i32 = i32::MAX / 2;

fn int_condition(opcode: Opcode) -> Option<IntCC> {
    Some(match opcode {
        Opcode::Equal => IntCC::Equal,
        Opcode::NotEqual => IntCC::NotEqual,
        Opcode::LessThan => IntCC::SignedLessThan,
        Opcode::GreaterThan => IntCC::SignedGreaterThan,
        Opcode::LessEqual => IntCC::SignedLessThanOrEqual,
        Opcode::GreaterEqual => IntCC::SignedGreaterThanOrEqual,
        Opcode::Above => IntCC::UnsignedGreaterThan,
        Opcode::Below => IntCC::UnsignedLessThan,
        Opcode::AboveEqual => IntCC::UnsignedGreaterThanOrEqual,
        Opcode::BelowEqual => IntCC::UnsignedLessThanOrEqual,
        _ => return None,
    })
}

fn float_condition(opcode: Opcode) -> Option<FloatCC> {
    Some(match opcode {
        Opcode::Equal => FloatCC::Equal,
        Opcode::NotEqual => FloatCC::NotEqual,
        Opcode::LessThan => FloatCC::LessThan,
        Opcode::GreaterThan => FloatCC::GreaterThan,
        Opcode::LessEqual => FloatCC::LessThanOrEqual,
        Opcode::GreaterEqual => FloatCC::GreaterThanOrEqual,
        Opcode::EqualOrUnordered => FloatCC::UnorderedOrEqual,
        _ => return None,
    })
}

impl Translator<'_> {
    /// Translates a value other than a Phi, a variable access, a call or a terminal.
    pub(super) fn operation(&mut self, id: ValueId) -> Result {
        use Opcode::*;
        let opcode = self.proc.value(id).opcode();
        match opcode {
            Load8Z | Load8S | Load16Z | Load16S | Load => return self.load(id),
            Store8 | Store16 | Store => return self.store(id),
            MemoryCopy | MemoryFill => return self.bulk_memory(id),
            Fence => {
                self.builder.ins().fence();
                return Ok(());
            }
            StackPointer => {
                let pointer = self.builder.ins().get_stack_pointer(I64);
                self.define(id, pointer);
                return Ok(());
            }
            opcode if opcode.is_vector() => return self.vector_operation(id),
            opcode if opcode.is_atomic() => return self.atomic(id),
            AddOverflow | SubOverflow | MulOverflow | UAddOverflow | USubOverflow | UMulOverflow => {
                return self.overflow(id);
            }
            SMin | SMax | UMin | UMax => {
                let (a, b) = (self.get(self.child(id, 0))?, self.get(self.child(id, 1))?);
                let ins = self.builder.ins();
                let result = match opcode {
                    SMin => ins.smin(a, b),
                    SMax => ins.smax(a, b),
                    UMin => ins.umin(a, b),
                    _ => ins.umax(a, b),
                };
                self.define(id, result);
                return Ok(());
            }
            TrapIf => {
                let condition = self.condition(self.child(id, 0))?;
                let code = self.proc.value(id).trap_code().unwrap_or(TrapCode::Unreachable);
                let code = self.trap_code(code)?;
                self.builder.ins().trapnz(condition, code);
                return Ok(());
            }
            StackLimitCheck => return self.stack_limit_check(id),
            AddCarry | SubBorrow => return self.carry(id),
            Mod if self.proc.value(id).ty.is_float() => {
                let double = self.proc.value(id).ty == Type::Double;
                return self.library_operation(id, if double { LibCall::Fmod } else { LibCall::Fmodf });
            }
            Select => {
                let condition = self.condition(self.child(id, 0))?;
                let (then, otherwise) = (self.get(self.child(id, 1))?, self.get(self.child(id, 2))?);
                let result = self.builder.ins().select(condition, then, otherwise);
                self.define(id, result);
                return Ok(());
            }
            _ => {}
        }
        let mut operands = [clif::Value::from_u32(0); 3];
        for (operand, &child) in operands.iter_mut().zip(self.proc.children(id)) {
            *operand = self.get(child)?;
        }
        let [a, b, c] = operands;
        let result = match self.proc.children(id).len() {
            1 => self.unary(id, a)?,
            2 => self.binary(id, a, b)?,
            3 if opcode == Fma => self.builder.ins().fma(a, b, c),
            _ => return Err(internal(&format!("{id}: {} has no translation", opcode.name()))),
        };
        self.define(id, result);
        Ok(())
    }

    fn unary(&mut self, id: ValueId, a: clif::Value) -> Result<clif::Value> {
        use Opcode::*;
        let value = self.proc.value(id);
        let to = scalar(value.ty);
        let from = self.builder.func.dfg.value_type(a);
        if value.opcode() == PurifyNaN {
            return Ok(self.purify(a));
        }
        if value.opcode() == Trunc {
            return Ok(self.truncate(id, a));
        }
        if value.opcode() == BitwiseCast {
            return Ok(self.bitcast(to, a));
        }
        let ins = self.builder.ins();
        Ok(match value.opcode() {
            Neg if value.ty.is_float() => ins.fneg(a),
            Neg => ins.ineg(a),
            Clz => ins.clz(a),
            Ctz => ins.ctz(a),
            PopCount => ins.popcnt(a),
            ByteSwap => ins.bswap(a),
            BitReverse => ins.bitrev(a),
            Abs => ins.fabs(a),
            Ceil => ins.ceil(a),
            Floor => ins.floor(a),
            FTrunc => ins.trunc(a),
            Nearest => ins.nearest(a),
            Sqrt => ins.sqrt(a),
            SExt8 | SExt8To64 => {
                let low = ins.ireduce(I8, a);
                self.builder.ins().sextend(to, low)
            }
            SExt16 | SExt16To64 => {
                let low = ins.ireduce(I16, a);
                self.builder.ins().sextend(to, low)
            }
            SExt32 => ins.sextend(I64, a),
            ZExt32 => ins.uextend(I64, a),
            IToD | IToF => ins.fcvt_from_sint(to, a),
            UToD | UToF if from == I32 => {
                // An unsigned 32-bit integer is a non-negative 64-bit one.
                let wide = ins.uextend(I64, a);
                self.builder.ins().fcvt_from_sint(to, wide)
            }
            UToD | UToF => ins.fcvt_from_uint(to, a),
            FloatToDouble => ins.fpromote(F64, a),
            DoubleToFloat => ins.fdemote(F32, a),
            FToISat => ins.fcvt_to_sint_sat(to, a),
            FToUSat => ins.fcvt_to_uint_sat(to, a),
            FToIMin => self.float_to_int_or_min(from, to, a),
            DoubleToInt32 => self.double_to_int32(a),
            FToITrap => ins.fcvt_to_sint(to, a),
            FToUTrap => ins.fcvt_to_uint(to, a),
            other => return Err(internal(&format!("{id}: {} has no translation", other.name()))),
        })
    }

    /// `FToIMin`: the saturated integer, or the minimum unless the float is less than the first integer above the range.
    fn float_to_int_or_min(&mut self, from: clif::Type, to: clif::Type, a: clif::Value) -> clif::Value {
        let (limit, minimum) =
            if to == I32 { (2f64.powi(31), i64::from(i32::MIN)) } else { (2f64.powi(63), i64::MIN) };
        let limit = match from {
            F32 => self.builder.ins().f32const(limit as f32),
            _ => self.builder.ins().f64const(limit),
        };
        let integer = self.builder.ins().fcvt_to_sint_sat(to, a);
        let minimum = self.builder.ins().iconst(to, minimum);
        let fits = self.builder.ins().fcmp(FloatCC::LessThan, a, limit);
        self.builder.ins().select(fits, integer, minimum)
    }

    /// `DoubleToInt32`: removes the multiple of 2^32, which is exact, and converts the rest to 64 bits.
    fn double_to_int32(&mut self, a: clif::Value) -> clif::Value {
        let [down, up] = [-32, 32].map(|exponent| self.builder.ins().f64const(2f64.powi(exponent)));
        let scaled = self.builder.ins().fmul(a, down);
        let whole = self.builder.ins().trunc(scaled);
        let multiple = self.builder.ins().fmul(whole, up);
        let rest = self.builder.ins().fsub(a, multiple);
        let wide = self.builder.ins().fcvt_to_sint_sat(I64, rest);
        self.builder.ins().ireduce(I32, wide)
    }

    fn binary(&mut self, id: ValueId, a: clif::Value, b: clif::Value) -> Result<clif::Value> {
        use Opcode::*;
        let value = self.proc.value(id);
        let is_float = self.proc.type_of(self.child(id, 0)).is_float();
        if is_float {
            if let Some(condition) = float_condition(value.opcode()) {
                return Ok(self.builder.ins().fcmp(condition, a, b));
            }
        } else if let Some(condition) = int_condition(value.opcode()) {
            return Ok(self.builder.ins().icmp(condition, a, b));
        }
        match value.opcode() {
            BitAnd | BitOr | BitXor if is_float => return Ok(self.float_bits(value.opcode(), a, b)),
            ChillDiv => return Ok(self.chill_div(id, a, b)),
            ChillMod => return Ok(self.chill_mod(id, a, b)),
            _ => {}
        }
        let ins = self.builder.ins();
        Ok(match value.opcode() {
            Add if is_float => ins.fadd(a, b),
            Sub if is_float => ins.fsub(a, b),
            Mul if is_float => ins.fmul(a, b),
            Div if is_float => ins.fdiv(a, b),
            FMin => ins.fmin(a, b),
            FMax => ins.fmax(a, b),
            CopySign => ins.fcopysign(a, b),
            Add => ins.iadd(a, b),
            Sub => ins.isub(a, b),
            Mul => ins.imul(a, b),
            BitAnd => ins.band(a, b),
            BitOr => ins.bor(a, b),
            BitXor => ins.bxor(a, b),
            Div => ins.sdiv(a, b),
            Mod => ins.srem(a, b),
            UDiv => ins.udiv(a, b),
            UMod => ins.urem(a, b),
            MulHigh => ins.smulhi(a, b),
            UMulHigh => ins.umulhi(a, b),
            // Amounts are masked to the width in both IRs.
            Shl => ins.ishl(a, b),
            SShr => ins.sshr(a, b),
            ZShr => ins.ushr(a, b),
            RotR => ins.rotr(a, b),
            RotL => ins.rotl(a, b),
            other => return Err(internal(&format!("{id}: {} has no translation", other.name()))),
        })
    }

    pub(super) fn bitcast(&mut self, to: clif::Type, a: clif::Value) -> clif::Value {
        self.builder.ins().bitcast(to, clif::MemFlagsData::new(), a)
    }

    /// Bitwise operations on floats, as integer operations, because not all of Cranelift's targets have them.
    fn float_bits(&mut self, opcode: Opcode, a: clif::Value, b: clif::Value) -> clif::Value {
        let ty = self.builder.func.dfg.value_type(a);
        let int = if ty == F32 { I32 } else { I64 };
        let (a, b) = (self.bitcast(int, a), self.bitcast(int, b));
        let ins = self.builder.ins();
        let bits = match opcode {
            Opcode::BitAnd => ins.band(a, b),
            Opcode::BitOr => ins.bor(a, b),
            _ => ins.bxor(a, b),
        };
        self.bitcast(ty, bits)
    }

    /// The low half of a value.
    fn truncate(&mut self, id: ValueId, a: clif::Value) -> clif::Value {
        if self.builder.func.dfg.value_type(a) == I64 {
            return self.builder.ins().ireduce(I32, a);
        }
        match self.float_argument(self.child(id, 0)) {
            Some(parameter) => parameter,
            None => {
                let bits = self.bitcast(I64, a);
                let low = self.builder.ins().ireduce(I32, bits);
                self.bitcast(F32, low)
            }
        }
    }

    fn purify(&mut self, a: clif::Value) -> clif::Value {
        let canonical = if self.builder.func.dfg.value_type(a) == F32 {
            self.builder.ins().f32const(clif::immediates::Ieee32::with_bits(0x7fc0_0000))
        } else {
            self.builder.ins().f64const(clif::immediates::Ieee64::with_bits(0x7ff8_0000_0000_0000))
        };
        let is_nan = self.builder.ins().fcmp(FloatCC::Unordered, a, a);
        self.builder.ins().select(is_nan, canonical, a)
    }

    /// True if the divisor is a constant other than 0 and -1.
    fn is_safe_divisor(&self, id: ValueId) -> bool {
        self.proc.value(self.child(id, 1)).int().is_some_and(|divisor| !matches!(divisor, 0 | -1))
    }

    /// Divides by 1 if the divisor is 0 or -1. The quotient is then the product: 0 or -a.
    fn chill_div(&mut self, id: ValueId, a: clif::Value, b: clif::Value) -> clif::Value {
        if self.is_safe_divisor(id) {
            return self.builder.ins().sdiv(a, b);
        }
        let ty = self.builder.func.dfg.value_type(a);
        let one = self.builder.ins().iconst(ty, 1);
        let next = self.builder.ins().iadd(b, one);
        let is_special = self.builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, next, one);
        let divisor = self.builder.ins().select(is_special, one, b);
        let quotient = self.builder.ins().sdiv(a, divisor);
        let product = self.builder.ins().imul(a, b);
        self.builder.ins().select(is_special, product, quotient)
    }

    /// Divides by 1 if the divisor is 0 or -1: the remainder is 0.
    fn chill_mod(&mut self, id: ValueId, a: clif::Value, b: clif::Value) -> clif::Value {
        if self.is_safe_divisor(id) {
            return self.builder.ins().srem(a, b);
        }
        let ty = self.builder.func.dfg.value_type(a);
        let one = self.builder.ins().iconst(ty, 1);
        let next = self.builder.ins().iadd(b, one);
        let is_special = self.builder.ins().icmp(IntCC::UnsignedLessThanOrEqual, next, one);
        let divisor = self.builder.ins().select(is_special, one, b);
        self.builder.ins().srem(a, divisor)
    }

    /// Translates AddCarry and SubBorrow. At most one of the two steps carries.
    fn carry(&mut self, id: ValueId) -> Result {
        let (a, b) = (self.get(self.child(id, 0))?, self.get(self.child(id, 1))?);
        let carry = self.get(self.child(id, 2))?;
        let ty = self.builder.func.dfg.value_type(a);
        let carry = self.builder.ins().icmp_imm_s(IntCC::NotEqual, carry, 0);
        let carry = self.builder.ins().uextend(ty, carry);
        let (first, carried) = self.carry_step(id, a, b);
        let (second, carried_again) = self.carry_step(id, first, carry);
        let out = self.builder.ins().bor(carried, carried_again);
        let out = self.builder.ins().uextend(I32, out);
        self.define_tuple(id, &[second, out]);
        Ok(())
    }

    fn carry_step(&mut self, id: ValueId, a: clif::Value, b: clif::Value) -> (clif::Value, clif::Value) {
        if self.proc.value(id).opcode() == Opcode::AddCarry {
            let sum = self.builder.ins().iadd(a, b);
            (sum, self.builder.ins().icmp(IntCC::UnsignedLessThan, sum, a))
        } else {
            let difference = self.builder.ins().isub(a, b);
            (difference, self.builder.ins().icmp(IntCC::UnsignedLessThan, a, b))
        }
    }

    fn overflow(&mut self, id: ValueId) -> Result {
        let (a, b) = (self.get(self.child(id, 0))?, self.get(self.child(id, 1))?);
        let ins = self.builder.ins();
        let (result, flag) = match self.proc.value(id).opcode() {
            Opcode::AddOverflow => ins.sadd_overflow(a, b),
            Opcode::SubOverflow => ins.ssub_overflow(a, b),
            Opcode::MulOverflow => ins.smul_overflow(a, b),
            Opcode::UAddOverflow => ins.uadd_overflow(a, b),
            Opcode::USubOverflow => ins.usub_overflow(a, b),
            _ => ins.umul_overflow(a, b),
        };
        let flag = self.builder.ins().uextend(I32, flag);
        self.define_tuple(id, &[result, flag]);
        Ok(())
    }

    /// The stack pointer is constant after the prologue, below everything in the frame.
    fn stack_limit_check(&mut self, id: ValueId) -> Result {
        let limit = self.get(self.child(id, 0))?;
        let stack_pointer = self.builder.ins().get_stack_pointer(I64);
        let below = self.builder.ins().icmp(IntCC::UnsignedLessThan, stack_pointer, limit);
        let code = self.trap_code(TrapCode::StackOverflow)?;
        self.builder.ins().trapnz(below, code);
        Ok(())
    }

    // ---- Memory -----------------------------------------------------------------------------------------

    pub(super) fn memory_flags(&mut self, id: ValueId) -> Result<clif::MemFlagsData> {
        let given = self.proc.value(id).flags;
        if given.contains(ValueFlags::VOLATILE) {
            return self.unsupported("a volatile access");
        }
        let mut flags = clif::MemFlagsData::new();
        if given.contains(ValueFlags::TRAPS) {
            let code = self.trap_code(TrapCode::HeapOutOfBounds)?;
            flags = flags.with_trap_code(Some(code));
        } else {
            flags = flags.with_notrap();
        }
        if given.contains(ValueFlags::IMMUTABLE) {
            flags = flags.with_readonly();
        }
        if given.contains(ValueFlags::NOT_CONTROL_DEPENDENT) {
            flags = flags.with_can_move();
        }
        Ok(flags)
    }

    /// An address and the rest of its offset. Cranelift panics if the offset of a slot in the frame and this one exceed
    /// 31 bits, as they may in code that is not executed.
    fn near_address(&mut self, pointer: ValueId, offset: i32) -> Result<(clif::Value, i32)> {
        let address = self.get(pointer)?;
        if offset <= MAX_SLOT_OFFSET {
            return Ok((address, offset));
        }
        let added = self.builder.ins().iconst(I64, i64::from(offset));
        Ok((self.builder.ins().iadd(address, added), 0))
    }

    fn load(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let flags = self.memory_flags(id)?;
        let (address, offset) = self.near_address(self.child(id, 0), value.offset())?;
        let ins = self.builder.ins();
        let loaded = match value.opcode() {
            Opcode::Load8Z => ins.uload8(I32, flags, address, offset),
            Opcode::Load8S => ins.sload8(I32, flags, address, offset),
            Opcode::Load16Z => ins.uload16(I32, flags, address, offset),
            Opcode::Load16S => ins.sload16(I32, flags, address, offset),
            _ => ins.load(scalar(value.ty), flags, address, offset),
        };
        self.define(id, loaded);
        Ok(())
    }

    fn store(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let flags = self.memory_flags(id)?;
        let stored = self.get(self.child(id, 0))?;
        let (address, offset) = self.near_address(self.child(id, 1), value.offset())?;
        let ins = self.builder.ins();
        match value.opcode() {
            Opcode::Store8 => ins.istore8(flags, stored, address, offset),
            Opcode::Store16 => ins.istore16(flags, stored, address, offset),
            _ => ins.store(flags, stored, address, offset),
        };
        Ok(())
    }

    fn bulk_memory(&mut self, id: ValueId) -> Result {
        let function = match self.proc.value(id).opcode() {
            Opcode::MemoryCopy => LibCall::Memmove,
            _ => LibCall::Memset,
        };
        let mut operands = [clif::Value::from_u32(0); 3];
        for (operand, &child) in operands.iter_mut().zip(self.proc.children(id)) {
            *operand = self.get(child)?;
        }
        self.library_call(function, &operands, None)?;
        Ok(())
    }

    /// Calls a library function with the children as arguments.
    fn library_operation(&mut self, id: ValueId, function: LibCall) -> Result {
        let mut operands = smallvec::SmallVec::<[clif::Value; 4]>::new();
        for &child in self.proc.children(id) {
            operands.push(self.get(child)?);
        }
        let ty = scalar(self.proc.type_of(id));
        if let Some(result) = self.library_call(function, &operands, Some(ty))? {
            self.define(id, result);
        }
        Ok(())
    }
}
