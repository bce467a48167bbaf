//! Types of values, and signatures.

use super::Bank;
use std::fmt;

/// The type of a value in 16 bits: a scalar, a vector, or an index in the procedure's table of tuples.
///
/// Integers are signless; operations are signed or unsigned. Narrow integers exist only as widths of memory accesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(u16);

const TUPLE: u16 = 0x8000;

#[allow(non_upper_case_globals)] // types have B3's names
impl Type {
    /// No value.
    pub const Void: Type = Type(0);
    /// A 32-bit integer.
    pub const Int32: Type = Type(1);
    /// A 64-bit integer or a pointer.
    pub const Int64: Type = Type(2);
    /// A 32-bit IEEE 754 number.
    pub const Float: Type = Type(3);
    /// A 64-bit IEEE 754 number.
    pub const Double: Type = Type(4);
    /// A vector of 128 bits. Operations say how they divide it: see [`Lane`](super::Lane).
    pub const V128: Type = Type(5);

    /// The scalar types, ascending.
    pub const SCALARS: [Type; 4] = [Type::Int32, Type::Int64, Type::Float, Type::Double];

    /// The tuple with this index in its procedure's table of tuples.
    pub const fn tuple(index: u16) -> Type {
        Type(TUPLE | index)
    }

    /// The index of a tuple type; `None` for other types.
    pub const fn tuple_index(self) -> Option<usize> {
        if self.0 & TUPLE != 0 { Some((self.0 & !TUPLE) as usize) } else { None }
    }

    /// True for [`Type::Int32`] and [`Type::Int64`].
    pub const fn is_int(self) -> bool {
        self.0 == 1 || self.0 == 2
    }

    /// True for [`Type::Float`] and [`Type::Double`].
    pub const fn is_float(self) -> bool {
        self.0 == 3 || self.0 == 4
    }

    /// True for the four scalars.
    pub const fn is_scalar(self) -> bool {
        self.0 >= 1 && self.0 <= 4
    }

    /// True for a vector.
    pub const fn is_vector(self) -> bool {
        self.0 == 5
    }

    /// True for the four scalars and the vector: what one register holds.
    pub const fn is_single(self) -> bool {
        self.0 >= 1 && self.0 <= 5
    }

    /// The number of 64-bit words of a scalar or vector in the arguments and results of calls from outside: 2 for a
    /// vector, the low half first. 0 for [`Type::Void`] and tuples.
    pub const fn words(self) -> usize {
        if self.is_vector() { 2 } else { self.is_single() as usize }
    }

    /// True for a tuple.
    pub const fn is_tuple(self) -> bool {
        self.0 & TUPLE != 0
    }

    /// The size in bytes of a scalar or vector; 0 for [`Type::Void`] and tuples.
    pub const fn size(self) -> u32 {
        match self.0 {
            1 | 3 => 4,
            2 | 4 => 8,
            5 => 16,
            _ => 0,
        }
    }

    /// The register bank that holds a scalar or vector.
    pub const fn bank(self) -> Bank {
        if self.0 >= 3 && self.0 <= 5 { Bank::Fp } else { Bank::Gp }
    }

    /// The encoding, for compact keys.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The scalar or vector type with this name.
    pub fn from_name(name: &str) -> Option<Type> {
        NAMES.iter().position(|n| *n == name).map(|i| Type(i as u16))
    }
}

const NAMES: [&str; 6] = ["Void", "Int32", "Int64", "Float", "Double", "V128"];

/// The name of a scalar; `Tuple` and its index for a tuple, because the elements are in its procedure's table.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMES.get(self.0 as usize) {
            Some(name) => f.write_str(name),
            None => write!(f, "Tuple{}", self.0 & !TUPLE),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The types of the parameters and results of a procedure, an extern function or a call.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Signature {
    /// Types of the parameters: scalars and vectors.
    pub params: Vec<Type>,
    /// Types of the results: scalars and vectors. C conventions allow at most one.
    pub results: Vec<Type>,
}

/// `(Int32, Double) -> Int64`; several results are in parentheses, none is `Void`: the text format.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
        write!(f, "({}) -> ", list(&self.params))?;
        match &self.results[..] {
            [] => f.write_str("Void"),
            [one] => write!(f, "{one}"),
            many => write!(f, "({})", list(many)),
        }
    }
}
