//! The types of both dialects.

use std::fmt;

/// The kind of a scalar or of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An integer.
    Int,
    /// An IEEE 754 number.
    Float,
    /// A boolean of the document: 0 or 1 for `b1`, else all bits clear or all bits set.
    Bool,
    /// The flags of an integer comparison, in the document only.
    IntFlags,
    /// The flags of a floating-point comparison, in the document only.
    FloatFlags,
}

/// A type: a scalar, a vector, or a vector whose number of lanes the machine decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type {
    /// The kind of a lane.
    pub kind: Kind,
    /// Bits of a lane; 0 for flags.
    pub bits: u16,
    /// The number of lanes; 1 for a scalar.
    pub lanes: u16,
    /// True for a dynamic vector, of which `lanes` is the minimum.
    pub dynamic: bool,
}

/// The scalar types, with their names.
const SCALARS: [(&str, Type); 16] = [
    ("i8", Type::I8),
    ("i16", Type::I16),
    ("i32", Type::I32),
    ("i64", Type::I64),
    ("i128", Type::I128),
    ("f16", Type::F16),
    ("f32", Type::F32),
    ("f64", Type::F64),
    ("f128", Type::F128),
    ("b1", Type::B1),
    ("b8", Type::scalar(Kind::Bool, 8)),
    ("b16", Type::scalar(Kind::Bool, 16)),
    ("b32", Type::scalar(Kind::Bool, 32)),
    ("b64", Type::scalar(Kind::Bool, 64)),
    ("iflags", Type::IFLAGS),
    ("fflags", Type::FFLAGS),
];

/// Maximum number of lanes.
const MAX_LANES: u16 = 256;

impl Type {
    /// An 8-bit integer.
    pub const I8: Type = Type::scalar(Kind::Int, 8);
    /// A 16-bit integer.
    pub const I16: Type = Type::scalar(Kind::Int, 16);
    /// A 32-bit integer.
    pub const I32: Type = Type::scalar(Kind::Int, 32);
    /// A 64-bit integer.
    pub const I64: Type = Type::scalar(Kind::Int, 64);
    /// A 128-bit integer.
    pub const I128: Type = Type::scalar(Kind::Int, 128);
    /// A 16-bit IEEE 754 number.
    pub const F16: Type = Type::scalar(Kind::Float, 16);
    /// A 32-bit IEEE 754 number.
    pub const F32: Type = Type::scalar(Kind::Float, 32);
    /// A 64-bit IEEE 754 number.
    pub const F64: Type = Type::scalar(Kind::Float, 64);
    /// A 128-bit IEEE 754 number.
    pub const F128: Type = Type::scalar(Kind::Float, 128);
    /// A boolean of one bit.
    pub const B1: Type = Type::scalar(Kind::Bool, 1);
    /// Integer flags.
    pub const IFLAGS: Type = Type::scalar(Kind::IntFlags, 0);
    /// Floating-point flags.
    pub const FFLAGS: Type = Type::scalar(Kind::FloatFlags, 0);

    /// A scalar.
    pub const fn scalar(kind: Kind, bits: u16) -> Type {
        Type { kind, bits, lanes: 1, dynamic: false }
    }

    /// The type with this name, such as `i32`, `b1` or `f32x4`.
    pub fn from_name(name: &str) -> Option<Type> {
        if let Some((_, ty)) = SCALARS.iter().find(|(known, _)| *known == name) {
            return Some(*ty);
        }
        let (name, dynamic) = match name.strip_suffix("xN") {
            Some(name) => (name, true),
            None => (name, false),
        };
        let (lane, lanes) = name.split_once('x')?;
        let (_, lane) = SCALARS.iter().find(|(known, _)| *known == lane)?;
        let is_number = lanes.bytes().all(|byte| byte.is_ascii_digit()) && !lanes.starts_with('0');
        let lanes = lanes.parse::<u16>().ok().filter(|_| is_number)?;
        let is_valid = lane.bits > 0 && (2..=MAX_LANES).contains(&lanes) && lanes.is_power_of_two();
        is_valid.then_some(Type { lanes, dynamic, ..*lane })
    }

    /// The type of one lane; a scalar is its own lane.
    pub const fn lane(self) -> Type {
        Type::scalar(self.kind, self.bits)
    }

    /// True for vectors, also dynamic ones.
    pub const fn is_vector(self) -> bool {
        self.lanes > 1
    }

    /// True for a scalar integer.
    pub const fn is_int(self) -> bool {
        matches!(self.kind, Kind::Int) && !self.is_vector()
    }

    /// True for a scalar floating-point number.
    pub const fn is_float(self) -> bool {
        matches!(self.kind, Kind::Float) && !self.is_vector()
    }

    /// True for a scalar boolean.
    pub const fn is_bool(self) -> bool {
        matches!(self.kind, Kind::Bool) && !self.is_vector()
    }

    /// True for flags.
    pub const fn is_flags(self) -> bool {
        matches!(self.kind, Kind::IntFlags | Kind::FloatFlags)
    }

    /// The size in memory in bytes; for a dynamic vector, the minimum.
    pub const fn bytes(self) -> u32 {
        (self.bits as u32 * self.lanes as u32).div_ceil(8)
    }

    /// The same lanes with this number of bits.
    pub const fn with_bits(self, bits: u16) -> Type {
        Type { bits, ..self }
    }

    /// The same lanes as integers.
    pub const fn as_int(self) -> Type {
        Type { kind: Kind::Int, ..self }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Int => write!(f, "i{}", self.bits)?,
            Kind::Float => write!(f, "f{}", self.bits)?,
            Kind::Bool => write!(f, "b{}", self.bits)?,
            Kind::IntFlags => f.write_str("iflags")?,
            Kind::FloatFlags => f.write_str("fflags")?,
        }
        if self.is_vector() {
            write!(f, "x{}", self.lanes)?;
        }
        if self.dynamic { f.write_str("xN") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in ["i8", "i128", "f16", "f128", "b1", "b64", "iflags", "i8x16", "f32x4", "i64x2xN", "b1x2"]
        {
            assert_eq!(Type::from_name(name).map(|ty| ty.to_string()).as_deref(), Some(name));
        }
        for name in ["i7", "i32x1", "i32x3", "i32x512", "i32x", "x4", "iflagsx2", "i32x04", "i32x+4", "f32xN"]
        {
            assert_eq!(Type::from_name(name), None, "{name}");
        }
        assert_eq!(Type::from_name("i16x8").map(Type::bytes), Some(16));
        assert_eq!(Type::B1.bytes(), 1);
    }
}
