//! Vectors, as lanes.
//!
//! The lanes of a vector are those of [`barebones_widths::lanes`], which has the operations. One of 128 bits is unpacked
//! before and packed after, for all that has no operation on the whole vector ([`super::whole`]). What only moves values
//! (loads, stores, calls, branches, `select`) moves leaves and is not here.

use super::wide::relation;
use super::{Missing, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::{Kind, Type};
use barebones::base::Arch;
use barebones::ir::ValueId;
use barebones_widths::lanes::{
    self, Binary, ByteOrder, FloatCompare, Half, Lane, LaneError, Lanes, NanBits, Narrow, OutOfRange, Shift,
    Sign, Unary, Vector, VectorType,
};

/// The operation on each lane of an instruction.
fn unary(opcode: Opcode) -> Option<Unary> {
    Some(match opcode {
        Opcode::Bnot => Unary::Not,
        Opcode::Ineg | Opcode::Fneg => Unary::Neg,
        Opcode::Iabs | Opcode::Fabs => Unary::Abs,
        Opcode::Popcnt => Unary::PopCount,
        Opcode::Sqrt => Unary::Sqrt,
        Opcode::Ceil => Unary::Ceil,
        Opcode::Floor => Unary::Floor,
        Opcode::Trunc => Unary::Trunc,
        Opcode::Nearest => Unary::Nearest,
        _ => return None,
    })
}

/// The operation on each pair of lanes of an instruction. `nan` is for the minimum and the maximum.
fn binary(opcode: Opcode, nan: NanBits) -> Option<Binary> {
    use Opcode as O;
    use Sign::{Signed, Unsigned};
    Some(match opcode {
        O::Iadd | O::Fadd => Binary::Add,
        O::Isub | O::Fsub => Binary::Sub,
        O::Imul | O::Fmul => Binary::Mul,
        O::Smulhi => Binary::MulHigh(Signed),
        O::Umulhi => Binary::MulHigh(Unsigned),
        O::Sdiv => Binary::IntDiv(Signed),
        O::Udiv => Binary::IntDiv(Unsigned),
        O::Srem => Binary::Rem(Signed),
        O::Urem => Binary::Rem(Unsigned),
        O::Smin => Binary::Min(Signed),
        O::Umin => Binary::Min(Unsigned),
        O::Smax => Binary::Max(Signed),
        O::Umax => Binary::Max(Unsigned),
        O::SaddSat => Binary::AddSat(Signed),
        O::UaddSat => Binary::AddSat(Unsigned),
        O::SsubSat => Binary::SubSat(Signed),
        O::UsubSat => Binary::SubSat(Unsigned),
        O::AvgRound => Binary::AvgRound,
        O::SqmulRoundSat => Binary::MulRoundSat,
        O::X86Pmulhrsw => Binary::MulRoundWrap,
        O::Band => Binary::And,
        O::Bor => Binary::Or,
        O::Bxor => Binary::Xor,
        O::BandNot => Binary::AndNot,
        O::BorNot => Binary::OrNot,
        O::BxorNot => Binary::XorNot,
        O::Fdiv => Binary::FloatDiv,
        O::Fmin => Binary::FloatMin(nan),
        O::Fmax => Binary::FloatMax(nan),
        O::FminPseudo => Binary::PseudoMin,
        O::FmaxPseudo => Binary::PseudoMax,
        O::X86Fmin => Binary::MinOrSecond,
        O::X86Fmax => Binary::MaxOrSecond,
        O::Fcopysign => Binary::CopySign,
        _ => return None,
    })
}

/// The shift of an instruction, and true if the amount is an immediate.
fn shift(opcode: Opcode) -> Option<(Shift, bool)> {
    Some(match opcode {
        Opcode::Ishl => (Shift::Left, false),
        Opcode::IshlImm => (Shift::Left, true),
        Opcode::Ushr => (Shift::Right(Sign::Unsigned), false),
        Opcode::UshrImm => (Shift::Right(Sign::Unsigned), true),
        Opcode::Sshr => (Shift::Right(Sign::Signed), false),
        Opcode::SshrImm => (Shift::Right(Sign::Signed), true),
        Opcode::Rotl => (Shift::RotateLeft, false),
        Opcode::RotlImm => (Shift::RotateLeft, true),
        Opcode::Rotr => (Shift::RotateRight, false),
        Opcode::RotrImm => (Shift::RotateRight, true),
        _ => return None,
    })
}

impl Translator<'_> {
    /// Translates an instruction on vectors; false if no operand or result is one, or it only moves leaves.
    pub(super) fn vector(&mut self, inst: &Inst) -> Result<bool> {
        let values = inst.args.iter().chain(&inst.results);
        let types = values.filter_map(|value| self.function.type_of(*value)).chain(inst.ty);
        if !types.into_iter().any(Type::is_vector) {
            return Ok(false);
        }
        if self.whole(inst)? || self.lane_wise(inst)? || self.conversion(inst)? {
            return Ok(true);
        }
        match inst.opcode {
            Opcode::Iconst | Opcode::Bconst | Opcode::Vconst => self.vector_constant(inst)?,
            Opcode::Splat | Opcode::ScalarToVector => {
                let (ty, value) = (self.result_shape(inst)?, self.arg(inst, 0)?);
                let mut lanes = self.lanes();
                let result = match inst.opcode {
                    Opcode::Splat => lanes.splat(ty, value),
                    _ => lanes.scalar_to_vector(ty, value),
                };
                self.set_vector(inst, 0, result)?;
            }
            Opcode::Insertlane => {
                let (x, value) = (self.operand(inst, 0)?, self.arg(inst, 1)?);
                let index = self.lane_number(inst)?;
                self.define(inst, |lanes| lanes.insert(&x, index, value))?;
            }
            Opcode::Extractlane => {
                let x = self.operand(inst, 0)?;
                let index = self.lane_number(inst)?;
                let lane = self.lanes().extract(&x, index);
                let lane = self.checked(lane)?;
                self.set(inst, 0, lane);
            }
            Opcode::VanyTrue | Opcode::VallTrue => {
                let x = self.operand(inst, 0)?;
                let mut lanes = self.lanes();
                let truth =
                    if inst.opcode == Opcode::VanyTrue { lanes.any_true(&x) } else { lanes.all_true(&x) };
                let truth = self.bit(truth);
                self.set(inst, 0, truth);
            }
            Opcode::VhighBits => {
                let (x, to) = (self.operand(inst, 0)?, self.result_shape(inst)?);
                let bits = self.lanes().high_bits(&x, to.lane());
                let bits = self.checked(bits)?;
                self.set(inst, 0, bits);
            }
            Opcode::Shuffle => {
                let [x, y] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
                let Immediate::Bytes(mask) = &inst.imm else { return self.invalid("a mask is missing") };
                if mask.len() != x.lanes().len() {
                    return self.invalid("a mask with a byte for each lane is required");
                }
                let pattern: Vec<u32> = mask.iter().map(|byte| u32::from(*byte)).collect();
                self.define(inst, |lanes| lanes.shuffle(&x, &y, &pattern))?;
            }
            Opcode::Swizzle | Opcode::X86Pshufb => {
                let [x, y] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
                self.define(inst, |lanes| match inst.opcode {
                    Opcode::Swizzle => lanes.swizzle(&x, &y),
                    _ => lanes.shuffle_bytes(&x, &y),
                })?;
            }
            Opcode::Bitselect | Opcode::Blendv | Opcode::Vselect => {
                let [mask, x, y] = [self.operand(inst, 0)?, self.operand(inst, 1)?, self.operand(inst, 2)?];
                self.define(inst, |lanes| match inst.opcode {
                    Opcode::Bitselect => lanes.bit_select(&mask, &x, &y),
                    Opcode::Blendv => lanes.blend(&mask, &x, &y),
                    _ => lanes.lane_select(&mask, &x, &y),
                })?;
            }
            Opcode::Vsplit => {
                let x = self.operand(inst, 0)?;
                let halves = self.lanes().split(&x);
                self.define_both(inst, halves)?;
            }
            Opcode::Vconcat => {
                let [low, high] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
                self.define(inst, |lanes| lanes.concat(&low, &high))?;
            }
            Opcode::Bitcast | Opcode::RawBitcast => self.vector_cast(inst)?,
            Opcode::Uload8x8 | Opcode::Uload16x4 | Opcode::Uload32x2 => {
                self.load_extended(inst, Sign::Unsigned)?;
            }
            Opcode::Sload8x8 | Opcode::Sload16x4 | Opcode::Sload32x2 => {
                self.load_extended(inst, Sign::Signed)?
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Translates an operation on each lane, with a result of the same width; false if the instruction is another.
    fn lane_wise(&mut self, inst: &Inst) -> Result<bool> {
        // Tests of Cranelift expect the NaN of its own code for x86-64.
        let nan = match self.proc.target().desc.arch {
            Arch::X64 => NanBits::Signed,
            Arch::A64 => NanBits::Machine,
        };
        if let Some(operation) = unary(inst.opcode) {
            let x = self.operand(inst, 0)?;
            self.define(inst, |lanes| lanes.unary(operation, &x))?;
        } else if let Some(operation) = binary(inst.opcode, nan) {
            let [x, y] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
            self.define(inst, |lanes| lanes.binary(operation, &x, &y))?;
        } else if let Some((shift, is_immediate)) = shift(inst.opcode) {
            let x = self.operand(inst, 0)?;
            let amount = match inst.args.get(1) {
                Some(amount) if !is_immediate => self.low(*amount)?,
                _ => {
                    let amount = self.immediate(inst)?;
                    self.b().const32(amount as i32)
                }
            };
            self.define(inst, |lanes| lanes.shift(shift, &x, amount))?;
        } else if inst.opcode == Opcode::Fma {
            let [x, y, z] = [self.operand(inst, 0)?, self.operand(inst, 1)?, self.operand(inst, 2)?];
            self.define(inst, |lanes| lanes.fma(&x, &y, &z))?;
        } else if inst.opcode == Opcode::Icmp {
            let [x, y] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
            let Some(cc) = inst.int_cc else { return self.invalid("a condition is missing") };
            let Some(condition) = relation(cc) else {
                return self.unsupported(Missing::OverflowCondition);
            };
            self.define(inst, |lanes| lanes.compare(condition, &x, &y))?;
        } else if inst.opcode == Opcode::Fcmp {
            let [x, y] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
            let Some(FloatCc { less, equal, greater, unordered }) = inst.float_cc else {
                return self.invalid("a condition is missing");
            };
            let condition = FloatCompare { less, equal, greater, unordered };
            self.define(inst, |lanes| lanes.compare_float(condition, &x, &y))?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Translates an operation that changes the width of lanes or their kind; false if the instruction is another.
    fn conversion(&mut self, inst: &Inst) -> Result<bool> {
        use Opcode as O;
        use Sign::{Signed, Unsigned};
        let half = match inst.opcode {
            O::SwidenLow => Some((Half::Low, Signed)),
            O::SwidenHigh => Some((Half::High, Signed)),
            O::UwidenLow => Some((Half::Low, Unsigned)),
            O::UwidenHigh => Some((Half::High, Unsigned)),
            _ => None,
        };
        let narrow = match inst.opcode {
            O::Snarrow => Some(Narrow::SignedToSigned),
            O::Unarrow => Some(Narrow::SignedToUnsigned),
            O::Uunarrow => Some(Narrow::UnsignedToUnsigned),
            _ => None,
        };
        if let Some((half, sign)) = half {
            let x = self.operand(inst, 0)?;
            self.define(inst, |lanes| lanes.widen(half, sign, &x))?;
            return Ok(true);
        }
        if let Some(narrow) = narrow {
            let [x, y] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
            self.define(inst, |lanes| lanes.narrow(narrow, &x, &y))?;
            return Ok(true);
        }
        match inst.opcode {
            O::IaddPairwise | O::X86Pmaddubsw | O::WideningPairwiseDotProductS => {
                let [x, y] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
                self.define(inst, |lanes| match inst.opcode {
                    O::IaddPairwise => lanes.add_pairwise(&x, &y),
                    O::WideningPairwiseDotProductS => lanes.dot_product(&x, &y),
                    _ => lanes.dot_product_mixed(&x, &y),
                })?;
            }
            O::Fvdemote | O::FvpromoteLow | O::FcvtLowFromSint => {
                let x = self.operand(inst, 0)?;
                self.define(inst, |lanes| match inst.opcode {
                    O::Fvdemote => lanes.demote_zero(&x),
                    O::FvpromoteLow => lanes.promote_half(Half::Low, &x),
                    _ => lanes.convert_half(Half::Low, Signed, &x),
                })?;
            }
            O::Fpromote | O::Fdemote => {
                let (x, to) = (self.operand(inst, 0)?, self.result_shape(inst)?.lane());
                self.define(inst, |lanes| lanes.resize_numbers(&x, to))?;
            }
            O::Uextend | O::Sextend | O::Ireduce | O::Bmask | O::Bextend | O::Breduce | O::Bint => {
                let (x, to) = (self.operand(inst, 0)?, self.result_shape(inst)?.lane());
                self.define(inst, |lanes| match inst.opcode {
                    O::Uextend => lanes.extend(&x, to, Unsigned),
                    O::Sextend => lanes.extend(&x, to, Signed),
                    O::Ireduce => lanes.truncate(&x, to),
                    O::Bint => lanes.to_bit(&x, to),
                    _ => lanes.to_mask(&x, to),
                })?;
            }
            O::FcvtToUint | O::FcvtToSint | O::FcvtToUintSat | O::FcvtToSintSat => {
                let (x, to) = (self.operand(inst, 0)?, self.result_shape(inst)?.lane());
                let is_signed = matches!(inst.opcode, O::FcvtToSint | O::FcvtToSintSat);
                let sign = if is_signed { Signed } else { Unsigned };
                let traps = matches!(inst.opcode, O::FcvtToUint | O::FcvtToSint);
                let outside = if traps { OutOfRange::Trap } else { OutOfRange::Clamp };
                self.define(inst, |lanes| lanes.to_int(&x, to, sign, outside))?;
            }
            O::X86Cvtt2dq | O::X86Cvtt2si => {
                let (x, to) = (self.operand(inst, 0)?, self.result_shape(inst)?.lane());
                self.define(inst, |lanes| lanes.to_int(&x, to, Signed, OutOfRange::Smallest))?;
            }
            O::FcvtFromUint | O::FcvtFromSint => {
                let (x, to) = (self.operand(inst, 0)?, self.result_shape(inst)?.lane());
                let sign = if inst.opcode == O::FcvtFromSint { Signed } else { Unsigned };
                self.define(inst, |lanes| lanes.from_int(&x, to, sign))?;
            }
            O::Isplit => {
                let x = self.operand(inst, 0)?;
                let halves = self.lanes().halves(&x);
                self.define_both(inst, halves)?;
            }
            O::Iconcat => {
                let [low, high] = [self.operand(inst, 0)?, self.operand(inst, 1)?];
                if low.lane_type() == Lane::I64 {
                    return self.unsupported(Missing::Lanes);
                }
                self.define(inst, |lanes| lanes.join(&low, &high))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn lanes(&mut self) -> Lanes<'_> {
        Lanes::new(self.proc.at(self.block), &mut self.helpers)
    }

    /// The shape of a type as the operations on lanes have it. A scalar has one lane, a boolean is an integer.
    fn shape(&self, ty: Type) -> Result<VectorType> {
        if ty.dynamic {
            return self.unsupported(Missing::DynamicVectors);
        }
        let kind = if ty.kind == Kind::Float { lanes::Kind::Float } else { lanes::Kind::Int };
        match Lane::new(kind, u32::from(ty.bits)) {
            Some(lane) => self.checked(VectorType::new(lane, u32::from(ty.lanes))),
            None => self.unsupported(Missing::Lanes),
        }
    }

    /// The shape of the controlling type.
    fn result_shape(&self, inst: &Inst) -> Result<VectorType> {
        self.shape(self.controlling(inst)?)
    }

    /// An operand as a vector; a scalar has one lane.
    fn operand(&mut self, inst: &Inst, index: usize) -> Result<Vector> {
        let ty = self.arg_type(inst, index)?;
        let shape = self.shape(ty)?;
        let leaves = self.arg_leaves(inst, index)?;
        let lanes = if self.is_whole(ty) { self.unpack(ty, leaves[0]) } else { leaves.to_vec() };
        self.checked(Vector::new(shape, lanes))
    }

    fn lane_number(&self, inst: &Inst) -> Result<u32> {
        let number = self.immediate(inst)?;
        u32::try_from(number).or_else(|_| self.invalid("a number of a lane is required"))
    }

    /// The result of an operation on lanes, or why there is none.
    fn checked<T>(&self, result: std::result::Result<T, LaneError>) -> Result<T> {
        match result {
            Ok(result) => Ok(result),
            Err(error) => self.invalid(error.to_string()),
        }
    }

    /// Defines a result, which must have the type that the instruction gives it.
    fn set_vector(&mut self, inst: &Inst, index: usize, result: Vector) -> Result<()> {
        let declared = inst.results.get(index).and_then(|value| self.function.type_of(*value));
        if declared.is_some_and(|ty| self.shape(ty).ok() != Some(result.ty())) {
            return self
                .invalid(format!("an operand of another type is required; the result is {}", result.ty()));
        }
        let lanes = result.into_lanes();
        match declared {
            Some(ty) if self.is_whole(ty) => {
                let packed = self.pack(ty, &lanes);
                self.set(inst, index, packed);
            }
            _ => self.set_leaves(inst, index, lanes.into()),
        }
        Ok(())
    }

    /// Defines the result of an instruction.
    fn define(
        &mut self,
        inst: &Inst,
        build: impl FnOnce(&mut Lanes<'_>) -> std::result::Result<Vector, LaneError>,
    ) -> Result<()> {
        let result = build(&mut self.lanes());
        let result = self.checked(result)?;
        self.set_vector(inst, 0, result)
    }

    /// Defines both results of an instruction.
    fn define_both(&mut self, inst: &Inst, both: std::result::Result<[Vector; 2], LaneError>) -> Result<()> {
        let [low, high] = self.checked(both)?;
        self.set_vector(inst, 0, low)?;
        self.set_vector(inst, 1, high)
    }

    /// A constant: of bytes, or of the same number in each lane.
    fn vector_constant(&mut self, inst: &Inst) -> Result<()> {
        let ty = self.result_shape(inst)?;
        let function = self.function;
        let bytes = match &inst.imm {
            Immediate::Int(value) => return self.define_splat(inst, ty, *value as u64),
            Immediate::Bool(value) => return self.define_splat(inst, ty, if *value { u64::MAX } else { 0 }),
            Immediate::Bytes(bytes) => bytes,
            Immediate::Constant(constant) => match function.constants.get(constant) {
                Some(data) => &data.bytes,
                None => return self.invalid(format!("{constant} is not declared")),
            },
            _ => return self.invalid("a constant is missing"),
        };
        let lane_bytes = ty.lane().bits().div_ceil(8) as usize;
        if bytes.len() != lane_bytes * ty.count() as usize {
            return self
                .invalid(format!("a constant of {} bytes is required", lane_bytes * ty.count() as usize));
        }
        let lane = |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        let bits: Vec<u64> = bytes.chunks(lane_bytes).map(lane).collect();
        self.define(inst, |lanes| lanes.constant(ty, &bits))
    }

    fn define_splat(&mut self, inst: &Inst, ty: VectorType, bits: u64) -> Result<()> {
        self.define(inst, |lanes| lanes.constant(ty, &vec![bits; ty.count() as usize]))
    }

    /// A cast from or to a vector. The halves of a 128-bit scalar are two lanes.
    fn vector_cast(&mut self, inst: &Inst) -> Result<()> {
        let (from, to) = (self.arg_type(inst, 0)?, self.controlling(inst)?);
        let is_big = inst.flags.endian == Some(Endian::Big);
        let order = if is_big { ByteOrder::Big } else { ByteOrder::Little };
        let is_wide = |ty: Type| ty.bits == 128 && !ty.is_vector();
        let halves = Type { lanes: 2, ..Type::I64 };
        let shapes = [from, to].map(|ty| self.shape(if is_wide(ty) { halves } else { ty }));
        let [from_shape, to_shape] = shapes;
        if self.is_whole(from) && self.is_whole(to) && !is_big {
            let leaves = self.arg_leaves(inst, 0)?;
            self.set_leaves(inst, 0, leaves);
            return Ok(());
        }
        let mut lanes: Vec<ValueId> = self.arg_leaves(inst, 0)?.to_vec();
        if self.is_whole(from) {
            lanes = self.unpack(from, lanes[0]);
        }
        // In memory with the highest byte first, the high half comes first.
        if is_wide(from) && is_big {
            lanes.reverse();
        }
        let operand = self.checked(Vector::new(from_shape?, lanes))?;
        let to_shape = to_shape?;
        let result = self.lanes().bitcast(&operand, to_shape, order);
        let mut lanes = self.checked(result)?.into_lanes();
        if is_wide(to) && is_big {
            lanes.reverse();
        }
        if self.is_whole(to) {
            lanes = vec![self.pack(to, &lanes)];
        }
        self.set_leaves(inst, 0, lanes.into());
        Ok(())
    }

    /// A load of narrow lanes, extended.
    fn load_extended(&mut self, inst: &Inst, sign: Sign) -> Result<()> {
        let (narrow, wide) = match inst.opcode {
            Opcode::Uload8x8 | Opcode::Sload8x8 => (Type { lanes: 8, ..Type::I8 }, Lane::I16),
            Opcode::Uload16x4 | Opcode::Sload16x4 => (Type { lanes: 4, ..Type::I16 }, Lane::I32),
            _ => (Type { lanes: 2, ..Type::I32 }, Lane::I64),
        };
        let offset = if let Immediate::Offset(offset) = inst.imm { offset } else { 0 };
        let address = self.address(inst, 0)?;
        // Half a vector: always lanes.
        let leaves = self.load_leaves(narrow, address, offset, inst.flags)?;
        let loaded = Vector::new(self.shape(narrow)?, leaves.to_vec());
        let loaded = self.checked(loaded)?;
        self.define(inst, |lanes| lanes.extend(&loaded, wide, sign))
    }
}
