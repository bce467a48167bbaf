//! Floating-point operations and conversions.

use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air, Tmp};
use crate::base::{Bank, LibCall, Type, Width};
use crate::ir::{Opcode, ValueId};

/// The machine operations on floats and doubles, and the library functions for CPUs without them.
pub(super) type Row = (Air, Air, Option<(LibCall, LibCall)>);

/// The machine operations of an IR operation.
pub(super) fn row(opcode: Opcode) -> Option<Row> {
    Some(match opcode {
        Opcode::Add => (Air::AddFloat, Air::AddDouble, None),
        Opcode::Sub => (Air::SubFloat, Air::SubDouble, None),
        Opcode::Mul => (Air::MulFloat, Air::MulDouble, None),
        Opcode::Div => (Air::DivFloat, Air::DivDouble, None),
        Opcode::BitAnd => (Air::AndDouble, Air::AndDouble, None),
        Opcode::BitOr => (Air::OrDouble, Air::OrDouble, None),
        Opcode::BitXor => (Air::XorDouble, Air::XorDouble, None),
        Opcode::Sqrt => (Air::SqrtFloat, Air::SqrtDouble, None),
        Opcode::FMin => (Air::FMinFloat, Air::FMinDouble, None),
        Opcode::FMax => (Air::FMaxFloat, Air::FMaxDouble, None),
        Opcode::PurifyNaN => (Air::PurifyNaNFloat, Air::PurifyNaNDouble, None),
        Opcode::Ceil => (Air::CeilFloat, Air::CeilDouble, Some((LibCall::Ceilf, LibCall::Ceil))),
        Opcode::Floor => (Air::FloorFloat, Air::FloorDouble, Some((LibCall::Floorf, LibCall::Floor))),
        Opcode::FTrunc => (Air::TruncFloat, Air::TruncDouble, Some((LibCall::Truncf, LibCall::Trunc))),
        Opcode::Nearest => {
            (Air::NearestFloat, Air::NearestDouble, Some((LibCall::Nearestf, LibCall::Nearest)))
        }
        Opcode::Fma => (Air::MulAddFloat, Air::MulAddDouble, Some((LibCall::Fmaf, LibCall::Fma))),
        _ => return None,
    })
}

/// The instruction of a conversion that needs only one.
pub(super) fn simple_conversion(opcode: Opcode, from: Type) -> Option<Air> {
    Some(match (opcode, from) {
        (Opcode::FloatToDouble, _) => Air::ConvertFloatToDouble,
        (Opcode::DoubleToFloat, _) => Air::ConvertDoubleToFloat,
        (Opcode::IToD, Type::Int32) => Air::ConvertInt32ToDouble,
        (Opcode::IToD, _) => Air::ConvertInt64ToDouble,
        (Opcode::IToF, Type::Int32) => Air::ConvertInt32ToFloat,
        (Opcode::IToF, _) => Air::ConvertInt64ToFloat,
        _ => return None,
    })
}

const SIGN: [u64; 2] = [0x8000_0000_8000_0000, 1 << 63];

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    pub(super) fn float_operation(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let double = value.ty == Type::Double;
        let sign = SIGN[usize::from(double)];
        match value.opcode() {
            Opcode::Mod => {
                return self.library_operation(id, if double { LibCall::Fmod } else { LibCall::Fmodf });
            }
            Opcode::Neg | Opcode::Abs | Opcode::CopySign => return self.sign_operation(id, double, sign),
            _ => {}
        }
        let Some((single_op, double_op, library)) = row(value.opcode()) else {
            return self.unsupported(value.opcode().name());
        };
        let mut args: smallvec::SmallVec<[Arg; 4]> = smallvec::SmallVec::new();
        let opcode = if double { double_op } else { single_op };
        if let [a, b] = *self.proc.children(id)
            && matches!(value.opcode(), Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Div)
            && let Some(slot) = self.slot_of_get(b)
        {
            let (first, to) = (self.tmp(a)?, self.tmp(id)?);
            return self.emit(opcode, &[first.into(), slot, to.into()]);
        }
        for &child in self.proc.children(id) {
            args.push(self.tmp(child)?.into());
        }
        args.push(self.tmp(id)?.into());
        match library {
            Some((single, wide)) if !self.has_form(opcode, &args) => {
                self.library_operation(id, if double { wide } else { single })
            }
            _ => self.emit(opcode, &args),
        }
    }

    /// Calls a library function with the children as arguments.
    fn library_operation(&mut self, id: ValueId, function: LibCall) -> Result {
        let mut operands: smallvec::SmallVec<[(Type, Arg); 4]> = smallvec::SmallVec::new();
        for &child in self.proc.children(id) {
            operands.push((self.proc.type_of(child), self.tmp(child)?.into()));
        }
        let result = (self.proc.type_of(id), self.tmp(id)?);
        self.library_call(function, &operands, Some(result))
    }

    /// Emits `opcode value, mask` into `id`.
    fn with_mask(&mut self, opcode: Air, value: ValueId, bits: u64, id: ValueId) -> Result {
        let (from, to) = (self.tmp(value)?, self.tmp(id)?);
        self.emit(opcode, &[from.into(), Arg::Const { bits, width: Width::W128 }, to.into()])
    }

    /// Selects Neg, Abs and CopySign: one instruction if the target has it, else masks.
    fn sign_operation(&mut self, id: ValueId, double: bool, sign: u64) -> Result {
        let first = self.child(id, 0);
        let (single_op, double_op) = match self.proc.value(id).opcode() {
            Opcode::Neg => (Air::NegFloat, Air::NegDouble),
            Opcode::Abs => (Air::AbsFloat, Air::AbsDouble),
            _ => (Air::CopySignFloat, Air::CopySignDouble),
        };
        let opcode = if double { double_op } else { single_op };
        let any = [Arg::Tmp(Tmp::new(Bank::Fp, 0)); 3];
        if self.has_form_with_scratches(opcode, &any[..=self.proc.children(id).len()]) {
            let mut args: smallvec::SmallVec<[Arg; 4]> = smallvec::SmallVec::new();
            for &child in self.proc.children(id) {
                args.push(self.tmp(child)?.into());
            }
            args.push(self.tmp(id)?.into());
            return self.emit_with_scratches(opcode, &args, InstFlags::empty());
        }
        match self.proc.value(id).opcode() {
            Opcode::Neg => self.with_mask(Air::XorDouble, first, sign, id),
            Opcode::Abs => self.with_mask(Air::AndDouble, first, !sign, id),
            _ => self.copy_sign(id, sign),
        }
    }

    fn copy_sign(&mut self, id: ValueId, sign: u64) -> Result {
        let (magnitude, from) = (self.tmp(self.child(id, 0))?, self.tmp(self.child(id, 1))?);
        let masked = |this: &mut Self, tmp: Tmp, bits: u64| -> Result<Tmp> {
            let result = this.scratch(Bank::Fp);
            this.emit(Air::AndDouble, &[tmp.into(), Arg::Const { bits, width: Width::W128 }, result.into()])?;
            Ok(result)
        };
        let (magnitude, sign) = (masked(self, magnitude, !sign)?, masked(self, from, sign)?);
        let to = self.tmp(id)?;
        self.emit(Air::OrDouble, &[magnitude.into(), sign.into(), to.into()])
    }

    pub(super) fn float_conversion(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let child = self.child(id, 0);
        let (from_ty, to_ty) = (self.proc.type_of(child), value.ty);
        let (from, to) = (self.tmp(child)?, self.tmp(id)?);
        let pair: [Arg; 2] = [from.into(), to.into()];
        match value.opcode() {
            Opcode::FloatToDouble | Opcode::DoubleToFloat | Opcode::IToD | Opcode::IToF => {
                match simple_conversion(value.opcode(), from_ty) {
                    Some(opcode) => self.emit(opcode, &pair),
                    None => self.unsupported(value.opcode().name()),
                }
            }
            Opcode::UToD | Opcode::UToF => {
                let double = value.opcode() == Opcode::UToD;
                if from_ty == Type::Int32 {
                    // An unsigned 32-bit integer is a non-negative 64-bit one.
                    let wide = self.scratch(Bank::Gp);
                    self.emit(Air::Move32, &[from.into(), wide.into()])?;
                    let opcode = if double { Air::ConvertInt64ToDouble } else { Air::ConvertInt64ToFloat };
                    return self.emit(opcode, &[wide.into(), to.into()]);
                }
                let opcode = if double { Air::ConvertUInt64ToDouble } else { Air::ConvertUInt64ToFloat };
                self.emit_with_scratches(opcode, &pair, InstFlags::empty())
            }
            Opcode::DoubleToInt32 => {
                self.emit_with_scratches(Air::TruncateDoubleToInt32Wrap, &pair, InstFlags::empty())
            }
            opcode => {
                let index = usize::from(from_ty == Type::Double) | usize::from(to_ty == Type::Int64) << 1;
                if opcode == Opcode::FToIMin {
                    return self.emit_with_scratches(TRUNCATIONS_OR_MIN[index], &pair, InstFlags::empty());
                }
                let index = index
                    | usize::from(matches!(opcode, Opcode::FToUSat | Opcode::FToUTrap)) << 2
                    | usize::from(matches!(opcode, Opcode::FToITrap | Opcode::FToUTrap)) << 3;
                self.emit_with_scratches(TRUNCATIONS[index], &pair, InstFlags::empty())
            }
        }
    }
}

/// Index bits: 1 from double, 2 to 64 bits.
const TRUNCATIONS_OR_MIN: [Air; 4] = [
    Air::TruncateFloatToInt32Min,
    Air::TruncateDoubleToInt32Min,
    Air::TruncateFloatToInt64Min,
    Air::TruncateDoubleToInt64Min,
];

/// Index bits: 1 from double, 2 to 64 bits, 4 unsigned, 8 trapping.
const TRUNCATIONS: [Air; 16] = [
    Air::TruncateFloatToInt32Sat,
    Air::TruncateDoubleToInt32Sat,
    Air::TruncateFloatToInt64Sat,
    Air::TruncateDoubleToInt64Sat,
    Air::TruncateFloatToUInt32Sat,
    Air::TruncateDoubleToUInt32Sat,
    Air::TruncateFloatToUInt64Sat,
    Air::TruncateDoubleToUInt64Sat,
    Air::TruncateFloatToInt32Trap,
    Air::TruncateDoubleToInt32Trap,
    Air::TruncateFloatToInt64Trap,
    Air::TruncateDoubleToInt64Trap,
    Air::TruncateFloatToUInt32Trap,
    Air::TruncateDoubleToUInt32Trap,
    Air::TruncateFloatToUInt64Trap,
    Air::TruncateDoubleToUInt64Trap,
];
