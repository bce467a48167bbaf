//! The types of lanes and vectors, vectors, and the error of operations on them.

use barebones::base::Type;
use barebones::ir::ValueId;
use std::fmt;

/// Maximum number of lanes of a vector.
pub const MAX_LANES: u32 = 256;

/// The kind of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An integer, without a sign of its own: operations have one.
    Int,
    /// An IEEE 754 number.
    Float,
}

/// The type of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lane {
    /// A truth value: 0 or 1. It has no representation in memory.
    I1,
    /// An 8-bit integer.
    I8,
    /// A 16-bit integer.
    I16,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// The bits of a 16-bit IEEE 754 number.
    F16,
    /// A 32-bit IEEE 754 number.
    F32,
    /// A 64-bit IEEE 754 number.
    F64,
}

impl Lane {
    /// All types of lanes.
    pub const ALL: [Lane; 8] =
        [Lane::I1, Lane::I8, Lane::I16, Lane::I32, Lane::I64, Lane::F16, Lane::F32, Lane::F64];

    /// The type of this kind with this number of bits; `None` if no core value holds such a lane.
    pub fn new(kind: Kind, bits: u32) -> Option<Lane> {
        Lane::ALL.into_iter().find(|lane| lane.kind() == kind && lane.bits() == bits)
    }

    /// The kind.
    pub const fn kind(self) -> Kind {
        match self {
            Lane::I1 | Lane::I8 | Lane::I16 | Lane::I32 | Lane::I64 => Kind::Int,
            Lane::F16 | Lane::F32 | Lane::F64 => Kind::Float,
        }
    }

    /// True for an integer.
    pub const fn is_int(self) -> bool {
        matches!(self.kind(), Kind::Int)
    }

    /// The number of bits.
    pub const fn bits(self) -> u32 {
        match self {
            Lane::I1 => 1,
            Lane::I8 => 8,
            Lane::I16 | Lane::F16 => 16,
            Lane::I32 | Lane::F32 => 32,
            Lane::I64 | Lane::F64 => 64,
        }
    }

    /// The type of the core value that holds a lane.
    pub const fn core(self) -> Type {
        match self {
            Lane::I1 | Lane::I8 | Lane::I16 | Lane::I32 | Lane::F16 => Type::Int32,
            Lane::I64 => Type::Int64,
            Lane::F32 => Type::Float,
            Lane::F64 => Type::Double,
        }
    }

    /// The integer with as many bits.
    pub const fn as_int(self) -> Lane {
        match self {
            Lane::F16 => Lane::I16,
            Lane::F32 => Lane::I32,
            Lane::F64 => Lane::I64,
            int => int,
        }
    }

    /// The type of the same kind with half the bits; `None` if there is none.
    pub fn half(self) -> Option<Lane> {
        if self == Lane::I1 { None } else { Lane::new(self.kind(), self.bits() / 2) }
    }

    /// The type of the same kind with twice the bits; `None` if there is none.
    pub fn double(self) -> Option<Lane> {
        Lane::new(self.kind(), self.bits() * 2)
    }

    /// The bits of a lane in which all bits are set.
    pub(super) const fn ones(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_int() { 'i' } else { 'f' }, self.bits())
    }
}

/// The type of a vector: up to [`MAX_LANES`] lanes of one type.
///
/// A vector of one lane is a scalar. Operations that halve the number of lanes produce it, and bit casts take it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VectorType {
    lane: Lane,
    count: u16,
}

impl VectorType {
    /// The vector of this many lanes.
    ///
    /// # Errors
    /// [`LaneError::Count`] for no lanes, or more than [`MAX_LANES`].
    pub fn new(lane: Lane, count: u32) -> Result<VectorType, LaneError> {
        if !(1..=MAX_LANES).contains(&count) {
            return Err(LaneError::Count { count });
        }
        Ok(VectorType { lane, count: count as u16 })
    }

    /// The type of a lane.
    pub const fn lane(self) -> Lane {
        self.lane
    }

    /// The number of lanes.
    pub const fn count(self) -> u32 {
        self.count as u32
    }

    /// The number of bits of all lanes.
    pub const fn bits(self) -> u32 {
        self.lane.bits() * self.count()
    }

    /// As many lanes of another type.
    pub const fn with_lane(self, lane: Lane) -> VectorType {
        VectorType { lane, ..self }
    }

    /// The integers with as many bits.
    pub const fn as_int(self) -> VectorType {
        self.with_lane(self.lane.as_int())
    }
}

impl fmt::Display for VectorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.lane, self.count)
    }
}

/// A vector: one core value for each lane, lane 0 first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vector {
    ty: VectorType,
    lanes: Vec<ValueId>,
}

impl Vector {
    /// A vector of these lanes, whose core types are those of [`Lane::core`].
    ///
    /// # Errors
    /// [`LaneError::Lanes`] if the type has another number of lanes.
    pub fn new(ty: VectorType, lanes: Vec<ValueId>) -> Result<Vector, LaneError> {
        if lanes.len() != ty.count() as usize {
            return Err(LaneError::Lanes { ty, found: lanes.len() });
        }
        Ok(Vector { ty, lanes })
    }

    /// A vector of lanes that the caller counted.
    pub(super) fn of(ty: VectorType, lanes: Vec<ValueId>) -> Vector {
        debug_assert_eq!(lanes.len(), ty.count() as usize);
        Vector { ty, lanes }
    }

    /// A vector of as many lanes of another type.
    pub(super) fn with_lane(&self, lane: Lane, lanes: Vec<ValueId>) -> Vector {
        Vector::of(self.ty.with_lane(lane), lanes)
    }

    /// The type.
    pub fn ty(&self) -> VectorType {
        self.ty
    }

    /// The type of a lane.
    pub fn lane_type(&self) -> Lane {
        self.ty.lane()
    }

    /// The lanes, lane 0 first.
    pub fn lanes(&self) -> &[ValueId] {
        &self.lanes
    }

    /// The lanes, lane 0 first.
    pub fn into_lanes(self) -> Vec<ValueId> {
        self.lanes
    }
}

/// Why there is no such operation on vectors.
#[derive(Clone, PartialEq, Eq)]
pub enum LaneError {
    /// A vector has from one to [`MAX_LANES`] lanes.
    Count {
        /// The number of lanes.
        count: u32,
    },
    /// A list of lanes has another length than the type.
    Lanes {
        /// The type.
        ty: VectorType,
        /// The length of the list.
        found: usize,
    },
    /// The operands have different types.
    Types {
        /// The type of the first operand.
        first: VectorType,
        /// The type of the other operand.
        other: VectorType,
    },
    /// Lanes of this type have no such operation, or none with this result.
    Operation {
        /// The operation.
        name: String,
        /// The type of the operand.
        ty: VectorType,
    },
    /// The vector has no lane with this number.
    Index {
        /// The number.
        index: u32,
        /// The type of the vector.
        ty: VectorType,
    },
    /// A bit cast between types of different sizes, or of lanes without a representation in memory.
    Cast {
        /// The type of the operand.
        from: VectorType,
        /// The type of the result.
        to: VectorType,
    },
}

impl fmt::Display for LaneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaneError::Count { count } => {
                write!(f, "a vector of {count} lanes; it has from 1 to {MAX_LANES}")
            }
            LaneError::Lanes { ty, found } => write!(f, "{found} lanes for a vector {ty}"),
            LaneError::Types { first, other } => write!(f, "operands of the types {first} and {other}"),
            LaneError::Operation { name, ty } => write!(f, "no operation {name} for {ty}"),
            LaneError::Index { index, ty } => write!(f, "no lane {index} in {ty}"),
            LaneError::Cast { from, to } => write!(f, "no bit cast from {from} to {to}"),
        }
    }
}

impl fmt::Debug for LaneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for LaneError {}
