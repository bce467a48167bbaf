//! Vectors: their constants, and how operations divide them into lanes.

use super::evaluate::VectorPayload;
use super::opcode::{Class, Payload, ResultRule, first_of_t};
use super::procedure::constant_opcode;
use super::{Cursor, Opcode, Procedure, Value, ValueId};
use crate::base::{Lane, LaneSet, Type, VectorId};
use crate::support::Table;

impl Opcode {
    /// The lanes that the operation admits; none for operations without lanes.
    pub const fn lanes(self) -> LaneSet {
        match self {
            Opcode::VectorAdd
            | Opcode::VectorSub
            | Opcode::VectorNeg
            | Opcode::VectorAbs
            | Opcode::VectorEqual
            | Opcode::VectorSplat
            | Opcode::VectorReplaceLane => LaneSet::INTEGERS.union(LaneSet::FLOATS),
            Opcode::VectorExtractLane => LaneSet::EXTRACTED,
            Opcode::VectorExtendLow | Opcode::VectorExtendHigh => LaneSet::EXTENDED,
            Opcode::VectorShl | Opcode::VectorBitmask => LaneSet::INTEGERS,
            Opcode::VectorShr => LaneSet::INTEGERS.union(LaneSet::UNSIGNED),
            Opcode::VectorMul => LaneSet::MULTIPLIED.union(LaneSet::of(&[Lane::I64x2])),
            Opcode::VectorDiv
            | Opcode::VectorPMin
            | Opcode::VectorPMax
            | Opcode::VectorCeil
            | Opcode::VectorFloor
            | Opcode::VectorTrunc
            | Opcode::VectorNearest
            | Opcode::VectorSqrt
            | Opcode::VectorFma => LaneSet::FLOATS,
            Opcode::VectorConvert
            | Opcode::VectorConvertLow
            | Opcode::VectorTruncSat
            | Opcode::VectorTruncSatLow => LaneSet::of(&[Lane::I32x4, Lane::U32x4]),
            Opcode::VectorMin | Opcode::VectorMax => LaneSet::UP_TO_32.union(LaneSet::FLOATS),
            Opcode::VectorAddSat | Opcode::VectorSubSat | Opcode::VectorNarrow => LaneSet::NARROW,
            Opcode::VectorAverage => LaneSet::of(&[Lane::U8x16, Lane::U16x8]),
            Opcode::VectorLessThan | Opcode::VectorLessEqual => {
                LaneSet::INTEGERS.union(LaneSet::UNSIGNED).union(LaneSet::FLOATS)
            }
            _ => LaneSet::EMPTY,
        }
    }

    /// The lanes of the result of arithmetic on floats. One that is a NaN has unspecified bits, as that of scalar
    /// arithmetic has.
    pub fn computed_floats(self, lane: Option<Lane>) -> Option<Lane> {
        match self {
            Opcode::VectorPromote => Some(Lane::F64x2),
            Opcode::VectorDemote => Some(Lane::F32x4),
            Opcode::VectorAdd
            | Opcode::VectorSub
            | Opcode::VectorMul
            | Opcode::VectorDiv
            | Opcode::VectorMin
            | Opcode::VectorMax
            | Opcode::VectorCeil
            | Opcode::VectorFloor
            | Opcode::VectorTrunc
            | Opcode::VectorNearest
            | Opcode::VectorSqrt
            | Opcode::VectorFma => lane.filter(|lane| lane.is_float()),
            _ => None,
        }
    }

    /// The type of the operand or result of a value that is a lane outside of its vector, if there is one.
    pub(super) fn lane_type(self, proc: &Procedure, value: &Value) -> Option<Type> {
        let row = self.row();
        let first = first_of_t(row.operands);
        match row.class {
            Class::Scalar if row.result == ResultRule::Own => Some(value.ty),
            Class::Scalar => Some(proc.type_of(*value.children.get(usize::from(first))?)),
            _ => None,
        }
    }

    /// True for the operations on vectors: those whose names begin with `Vector`.
    pub const fn is_vector(self) -> bool {
        self as u8 >= Opcode::VectorAnd as u8 && self as u8 <= Opcode::VectorDemote as u8
    }
}

impl Value {
    /// The lanes of a vector operation; `None` if the payload has no valid ones.
    pub fn lane(&self) -> Option<Lane> {
        Lane::from_number(self.aux & 0xff)
    }

    /// The index of the lane that the operation reads or writes.
    pub fn lane_index(&self) -> u32 {
        self.aux >> 8
    }

    /// The 128 bits of the payload, as an entry of the procedure's table of vectors.
    pub fn vector(&self) -> VectorId {
        VectorId::new(self.aux)
    }
}

/// The payload word of lanes and an index.
pub(super) const fn lane_word(lane: Lane, index: u32) -> u32 {
    lane as u32 | index << 8
}

impl Procedure {
    /// The entry with these bits in the table of vectors. Equal bits have one entry.
    pub fn vector(&mut self, bits: u128) -> VectorId {
        self.vectors.id(bits)
    }

    /// The 128 bits of a value's payload; 0 if it has none.
    pub fn vector_bits(&self, value: &Value) -> u128 {
        match value.opcode().row().payload {
            Payload::Vector => self.vectors.table.get(value.vector()).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// The table of vectors.
    pub fn vectors(&self) -> &Table<VectorId, u128> {
        &self.vectors.table
    }

    /// True if a value of the procedure is a vector or a tuple with one. Values in no block count.
    pub(crate) fn has_vectors(&self) -> bool {
        let has = |ty: Type| ty.is_vector() || ty.is_tuple() && self.tuple_elements(ty).contains(&Type::V128);
        self.values.values().any(|value| has(value.ty))
    }

    /// The payload of an operation on vectors; `None` if its lanes are not valid.
    pub(crate) fn vector_payload(&self, value: &Value) -> Option<VectorPayload> {
        let opcode = value.opcode();
        let bits = self.vector_bits(value);
        match opcode.row().payload {
            Payload::Lane | Payload::LaneIndex => {
                let lane = value.lane().filter(|lane| opcode.lanes().contains(*lane))?;
                let index = value.lane_index();
                (index < lane.count()).then_some(VectorPayload { lane: Some(lane), index, bits })
            }
            _ => Some(VectorPayload { lane: None, index: 0, bits }),
        }
    }

    /// Replaces a value of scalar type by the constant with these bits, or a vector by that with this low half and no
    /// other bits.
    pub fn replace_with_constant(&mut self, id: ValueId, bits: u64) {
        let Some(opcode) = constant_opcode(self.type_of(id)) else {
            return self.replace_with_vector(id, bits.into());
        };
        self.replace(id, opcode, &[]);
        self.values[id].payload = bits;
    }

    /// Turns a value into a constant vector.
    pub fn replace_with_vector(&mut self, id: ValueId, bits: u128) {
        if self.type_of(id) != Type::V128 {
            return;
        }
        self.replace(id, Opcode::Const128, &[]);
        let vector = self.vector(bits);
        self.values[id].aux = vector.number();
    }
}

impl Cursor<'_> {
    /// A vector constant. Lane 0 has the lowest bits.
    #[track_caller]
    pub fn const128(&mut self, bits: u128) -> ValueId {
        let mut value = Value::new(Opcode::Const128, Type::V128);
        value.aux = self.proc.vector(bits).number();
        self.append(value)
    }

    /// A vector operation with these lanes, chosen at run time: one of [`Opcode`]'s rows with lanes and no other
    /// payload. For another opcode, or for lanes that it does not admit, the result is a value that validation reports.
    #[track_caller]
    pub fn vector(&mut self, opcode: Opcode, lane: Lane, children: &[ValueId]) -> ValueId {
        self.vector_at(opcode, lane, 0, children)
    }

    /// As [`Cursor::vector`], for an operation on the lane with this index.
    #[track_caller]
    pub fn vector_at(&mut self, opcode: Opcode, lane: Lane, index: u32, children: &[ValueId]) -> ValueId {
        let row = opcode.row();
        let first = first_of_t(row.operands);
        let ty = match row.result {
            ResultRule::Own => lane.scalar(),
            result => self.proc.result_type((result, first), children),
        };
        let mut value = self.proc.make_value(opcode, ty, children);
        value.aux = lane_word(lane, index);
        self.append(value)
    }

    /// The bytes of a and b at constant indices: those of a from 0, those of b from 16, and zeros from 32.
    #[track_caller]
    pub fn vector_shuffle(&mut self, a: ValueId, b: ValueId, indices: [u8; 16]) -> ValueId {
        let mut value = self.proc.make_value(Opcode::VectorShuffle, Type::V128, &[a, b]);
        value.aux = self.proc.vector(u128::from_le_bytes(indices)).number();
        self.append(value)
    }

    /// a & b.
    #[track_caller]
    pub fn vector_and(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.apply(Opcode::VectorAnd, &[a, b])
    }

    /// a | b.
    #[track_caller]
    pub fn vector_or(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.apply(Opcode::VectorOr, &[a, b])
    }

    /// a ^ b.
    #[track_caller]
    pub fn vector_xor(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.apply(Opcode::VectorXor, &[a, b])
    }

    /// a & ~b.
    #[track_caller]
    pub fn vector_and_not(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.apply(Opcode::VectorAndNot, &[a, b])
    }

    /// ~a.
    #[track_caller]
    pub fn vector_not(&mut self, a: ValueId) -> ValueId {
        self.apply(Opcode::VectorNot, &[a])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_on_vectors_are_adjacent() {
        for opcode in Opcode::all() {
            assert_eq!(opcode.is_vector(), opcode.name().starts_with("Vector"), "{}", opcode.name());
            let has_lanes = matches!(opcode.row().payload, Payload::Lane | Payload::LaneIndex);
            assert_eq!(opcode.lanes() != LaneSet::EMPTY, has_lanes, "{}", opcode.name());
        }
    }
}
