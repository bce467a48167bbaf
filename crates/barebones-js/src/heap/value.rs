//! Boxed values: a double, or a tag and a payload in the space of the quiet NaNs.

use super::Atom;
use std::fmt;

/// A value of JavaScript. Functions that compiled code calls take it as its bits.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Value(u64);

/// What a value is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Number(f64),
    Cell,
    Undefined,
    Null,
    Boolean(bool),
    /// A hole, or a variable without a value.
    Empty,
    /// A symbol, which is a name.
    Symbol(Atom),
}

/// Tags are the upper 16 bits; all doubles are below the first, since there is one NaN.
const CELL: u64 = 0xfffa << 48;
const UNDEFINED: u64 = 0xfffb << 48;
const NULL: u64 = 0xfffc << 48;
const BOOLEAN: u64 = 0xfffd << 48;
const EMPTY: u64 = 0xfffe << 48;
const SYMBOL: u64 = 0xffff << 48;

impl Value {
    pub(crate) const UNDEFINED: Value = Value(UNDEFINED);
    pub(crate) const NULL: Value = Value(NULL);
    pub(crate) const EMPTY: Value = Value(EMPTY);
    pub(crate) const TRUE: Value = Value(BOOLEAN | 1);
    pub(crate) const FALSE: Value = Value(BOOLEAN);

    pub(crate) fn number(value: f64) -> Value {
        Value(if value.is_nan() { 0x7ff8 << 48 } else { value.to_bits() })
    }

    pub(crate) fn boolean(value: bool) -> Value {
        if value { Value::TRUE } else { Value::FALSE }
    }

    pub(crate) fn cell(index: u32) -> Value {
        Value(CELL | u64::from(index))
    }

    pub(crate) fn symbol(name: Atom) -> Value {
        Value(SYMBOL | u64::from(name.0))
    }

    pub(crate) fn as_symbol(self) -> Option<Atom> {
        (self.0 >> 48 == SYMBOL >> 48).then_some(Atom(self.0 as u32))
    }

    /// The 64 bits: a key of equality for values that are no cells.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The value that has these bits, which compiled code returns.
    pub(crate) fn from_bits(bits: u64) -> Value {
        Value(bits)
    }

    pub(crate) fn as_cell(self) -> Option<u32> {
        (self.0 >> 48 == CELL >> 48).then_some(self.0 as u32)
    }

    pub(crate) fn as_number(self) -> Option<f64> {
        (self.0 < CELL).then(|| f64::from_bits(self.0))
    }

    pub(crate) fn kind(self) -> Kind {
        match self.0 & (0xffff << 48) {
            CELL => Kind::Cell,
            UNDEFINED => Kind::Undefined,
            NULL => Kind::Null,
            BOOLEAN => Kind::Boolean(self.0 & 1 != 0),
            EMPTY => Kind::Empty,
            SYMBOL => Kind::Symbol(Atom(self.0 as u32)),
            _ => Kind::Number(f64::from_bits(self.0)),
        }
    }

    pub(crate) fn is_nullish(self) -> bool {
        self == Value::UNDEFINED || self == Value::NULL
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Value};

    #[test]
    fn doubles_and_tags_are_distinct() {
        for number in [0.0, -0.0, 1.5, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE, f64::MAX] {
            assert_eq!(Value::number(number).as_number().map(f64::to_bits), Some(number.to_bits()));
            assert_eq!(Value::number(number).as_cell(), None);
        }
        for bits in [u64::MAX, 0xfffa << 48, 0xfff8 << 48, 0x7ff8_0000_0000_0001] {
            let value = Value::number(f64::from_bits(bits));
            assert!(matches!(value.kind(), Kind::Number(number) if number.is_nan()));
        }
        assert_eq!(Value::cell(u32::MAX).as_cell(), Some(u32::MAX));
        assert_eq!(Value::TRUE.kind(), Kind::Boolean(true));
        assert_eq!([Value::UNDEFINED, Value::NULL, Value::EMPTY].map(Value::as_number), [None; 3]);
    }
}
