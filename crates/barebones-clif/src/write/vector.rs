//! Operations on vectors of 128 bits. A vector is an `i8x16`; each operation casts its operands to its lanes, and the
//! result back.

use super::{Result, VECTOR, Writer};
use barebones::base::{Lane, LaneSet};
use barebones::ir::{Opcode, ValueId};

/// The type with these lanes.
fn lanes_name(lane: Lane) -> &'static str {
    lane.signed().name()
}

/// The lanes of half or of twice the width.
fn other_width(lane: Lane, twice: bool) -> &'static str {
    match lane.bits() * if twice { 4 } else { 1 } / 2 {
        8 => "i8x16",
        16 => "i16x8",
        32 => "i32x4",
        _ => "i64x2",
    }
}

/// The instruction for an operation whose operands and result have the same lanes.
fn simple(opcode: Opcode, lane: Lane) -> Option<&'static str> {
    use Opcode as O;
    let by = |signed, unsigned, float| match (lane.is_float(), lane.is_unsigned()) {
        (true, _) => float,
        (_, true) => unsigned,
        _ => signed,
    };
    Some(match opcode {
        O::VectorAdd => by("iadd", "iadd", "fadd"),
        O::VectorSub => by("isub", "isub", "fsub"),
        O::VectorMul => by("imul", "imul", "fmul"),
        O::VectorDiv => "fdiv",
        O::VectorNeg => by("ineg", "ineg", "fneg"),
        O::VectorAbs => by("iabs", "iabs", "fabs"),
        O::VectorMin => by("smin", "umin", "fmin"),
        O::VectorMax => by("smax", "umax", "fmax"),
        O::VectorAddSat => by("sadd_sat", "uadd_sat", ""),
        O::VectorSubSat => by("ssub_sat", "usub_sat", ""),
        O::VectorAverage => "avg_round",
        O::VectorShl => "ishl",
        O::VectorShr => by("sshr", "ushr", ""),
        O::VectorCeil => "ceil",
        O::VectorFloor => "floor",
        O::VectorTrunc => "trunc",
        O::VectorNearest => "nearest",
        O::VectorSqrt => "sqrt",
        O::VectorFma => "fma",
        O::VectorAnd => "band",
        O::VectorOr => "bor",
        O::VectorXor => "bxor",
        O::VectorNot => "bnot",
        O::VectorPopCount => "popcnt",
        O::VectorMulQ15 => "sqmul_round_sat",
        _ => return None,
    })
}

impl Writer<'_> {
    fn cast(&mut self, vector: u32, from: &str, to: &str) -> u32 {
        if from == to { vector } else { self.value(format_args!("bitcast.{to} little v{vector}")) }
    }

    /// A constant vector as an `i8x16`.
    pub(super) fn vector_constant(&mut self, bits: u128) -> u32 {
        let bytes = bits.to_le_bytes().map(|byte| byte.to_string()).join(" ");
        self.value(format_args!("vconst.{VECTOR} [{bytes}]"))
    }

    /// Writes an operation on vectors.
    pub(super) fn vector(&mut self, id: ValueId) -> Result {
        use Opcode as O;
        let proc = self.proc;
        let value = proc.value(id);
        let opcode = value.opcode();
        let lane = match opcode {
            O::VectorMulQ15 | O::VectorDot => Lane::I16x8,
            O::VectorPromote => Lane::F32x4,
            O::VectorDemote => Lane::F64x2,
            _ if opcode.lanes() == LaneSet::EMPTY => Lane::I8x16,
            _ => match value.lane() {
                Some(lane) => lane,
                None => return self.refuse("a vector without lanes"),
            },
        };
        let name = lanes_name(lane);
        let mut operands = Vec::new();
        for child in proc.children(id) {
            operands.push((self.get(*child)?, proc.type_of(*child).is_vector()));
        }
        // Operands with other lanes than those that the operation carries.
        let operand_lanes = match opcode {
            O::VectorNarrow => other_width(lane, true),
            O::VectorExtendLow | O::VectorExtendHigh => other_width(lane, false),
            O::VectorTruncSat => "f32x4",
            O::VectorTruncSatLow => "f64x2",
            _ => name,
        };
        let operands: Vec<u32> = operands
            .into_iter()
            .map(
                |(operand, is_vector)| {
                    if is_vector { self.cast(operand, VECTOR, operand_lanes) } else { operand }
                },
            )
            .collect();
        let list = operands.iter().map(|operand| format!("v{operand}")).collect::<Vec<_>>().join(", ");
        if let Some(inst) = simple(opcode, lane) {
            let result = self.value(format_args!("{inst}.{name} {list}"));
            return self.define_vector(id, result, name);
        }
        let (a, b) = (operands[0], operands.get(1).copied().unwrap_or_default());
        let is_signed = !lane.is_unsigned();
        let (result, lanes) = match opcode {
            O::VectorBitSelect => {
                let mask = operands[2];
                (self.value(format_args!("bitselect.{name} v{mask}, v{a}, v{b}")), name)
            }
            O::VectorPMin | O::VectorPMax => {
                let (x, y) = if opcode == O::VectorPMin { (b, a) } else { (a, b) };
                let is_less = self.value(format_args!("fcmp.{name} lt v{x}, v{y}"));
                let mask = self.cast(is_less, mask_name(lane), name);
                (self.value(format_args!("bitselect.{name} v{mask}, v{b}, v{a}")), name)
            }
            O::VectorEqual | O::VectorLessThan | O::VectorLessEqual => {
                let condition = match (opcode, lane.is_float(), is_signed) {
                    (O::VectorEqual, ..) => "eq",
                    (O::VectorLessThan, true, _) => "lt",
                    (_, true, _) => "le",
                    (O::VectorLessThan, _, true) => "slt",
                    (O::VectorLessThan, ..) => "ult",
                    (_, _, true) => "sle",
                    _ => "ule",
                };
                let compare = if lane.is_float() { "fcmp" } else { "icmp" };
                let lanes = if lane.is_float() { mask_name(lane) } else { name };
                (self.value(format_args!("{compare}.{name} {condition} {list}")), lanes)
            }
            O::VectorSplat => {
                let scalar = self.narrowed(a, lane);
                (self.value(format_args!("splat.{name} v{scalar}")), name)
            }
            O::VectorReplaceLane => {
                let scalar = self.narrowed(b, lane);
                let index = value.lane_index();
                (self.value(format_args!("insertlane.{name} v{a}, v{scalar}, {index}")), name)
            }
            O::VectorExtractLane => {
                let index = value.lane_index();
                let extracted = self.value(format_args!("extractlane.{name} v{a}, {index}"));
                let extend = if is_signed { "sextend" } else { "uextend" };
                let whole = match lane.bits() {
                    8 | 16 => self.value(format_args!("{extend}.i32 v{extracted}")),
                    _ => extracted,
                };
                self.names.insert(id, vec![whole]);
                return Ok(());
            }
            O::VectorAnyTrue => {
                let any = self.value(format_args!("vany_true.{name} v{a}"));
                let any = self.value(format_args!("uextend.i32 v{any}"));
                self.names.insert(id, vec![any]);
                return Ok(());
            }
            O::VectorBitmask => {
                let bits = self.value(format_args!("vhigh_bits.i32 v{a}"));
                self.names.insert(id, vec![bits]);
                return Ok(());
            }
            O::VectorAndNot => {
                let inverted = self.value(format_args!("bnot.{name} v{b}"));
                (self.value(format_args!("band.{name} v{a}, v{inverted}")), name)
            }
            O::VectorSwizzle => (self.value(format_args!("swizzle {list}")), name),
            O::VectorShuffle => {
                let indices = proc.vector_bits(value).to_le_bytes();
                let list = indices.map(|index| if index < 32 { index } else { 0 }.to_string()).join(" ");
                let mut moved = self.value(format_args!("shuffle v{a}, v{b}, [{list}]"));
                if indices.iter().any(|index| *index >= 32) {
                    // An index of 32 and more is a zero, which the instruction does not have.
                    let kept = indices.map(|index| if index < 32 { 0xff } else { 0 });
                    let kept = self.vector_constant(u128::from_le_bytes(kept));
                    moved = self.value(format_args!("band.{name} v{moved}, v{kept}"));
                }
                (moved, name)
            }
            O::VectorNarrow => {
                let inst = if is_signed { "snarrow" } else { "unarrow" };
                (self.value(format_args!("{inst}.{operand_lanes} {list}")), name)
            }
            O::VectorExtendLow | O::VectorExtendHigh => {
                let half = if opcode == O::VectorExtendLow { "low" } else { "high" };
                let sign = if is_signed { "s" } else { "u" };
                (self.value(format_args!("{sign}widen_{half}.{operand_lanes} v{a}")), name)
            }
            O::VectorDot => {
                let [low, high] = ["low", "high"].map(|half| {
                    let [a, b] = [a, b].map(|x| self.value(format_args!("swiden_{half}.{name} v{x}")));
                    self.value(format_args!("imul.i32x4 v{a}, v{b}"))
                });
                (self.value(format_args!("iadd_pairwise.i32x4 v{low}, v{high}")), "i32x4")
            }
            O::VectorPromote => (self.value(format_args!("fvpromote_low v{a}")), "f64x2"),
            O::VectorDemote => (self.value(format_args!("fvdemote v{a}")), "f32x4"),
            O::VectorConvert => {
                let sign = if is_signed { "sint" } else { "uint" };
                (self.value(format_args!("fcvt_from_{sign}.f32x4 v{a}")), "f32x4")
            }
            O::VectorConvertLow => {
                let (widen, sign) = if is_signed { ("swiden_low", "sint") } else { ("uwiden_low", "uint") };
                let wide = self.value(format_args!("{widen}.i32x4 v{a}"));
                (self.value(format_args!("fcvt_from_{sign}.f64x2 v{wide}")), "f64x2")
            }
            O::VectorTruncSat => {
                let sign = if is_signed { "sint" } else { "uint" };
                (self.value(format_args!("fcvt_to_{sign}_sat.i32x4 v{a}")), "i32x4")
            }
            O::VectorTruncSatLow => {
                let (sign, narrow) = if is_signed { ("sint", "snarrow") } else { ("uint", "uunarrow") };
                let wide = self.value(format_args!("fcvt_to_{sign}_sat.i64x2 v{a}"));
                let zero = self.vector_constant(0);
                let zero = self.cast(zero, VECTOR, "i64x2");
                (self.value(format_args!("{narrow}.i64x2 v{wide}, v{zero}")), "i32x4")
            }
            other => return self.refuse(other.name()),
        };
        self.define_vector(id, result, lanes)
    }

    fn define_vector(&mut self, id: ValueId, result: u32, lanes: &str) -> Result {
        let vector = self.cast(result, lanes, VECTOR);
        self.names.insert(id, vec![vector]);
        Ok(())
    }

    /// The low bits of an `i32` that are a lane; other scalars as they are.
    fn narrowed(&mut self, scalar: u32, lane: Lane) -> u32 {
        match lane.bits() {
            bits @ (8 | 16) => self.value(format_args!("ireduce.i{bits} v{scalar}")),
            _ => scalar,
        }
    }
}

/// The lanes of the mask that a comparison of floats returns.
fn mask_name(lane: Lane) -> &'static str {
    if lane == Lane::F32x4 { "i32x4" } else { "i64x2" }
}
