//! Types of values: sets of primitive types.

use std::fmt;

/// A set of the types that a value may have. The empty set is no type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type(u16);

/// Names in the order in which dumps print them.
const NAMES: [&str; 10] =
    ["empty", "undefined", "null", "boolean", "string", "number", "bigint", "object", "closure", "regexp"];

impl Type {
    /// No value: the type of what is not computed yet.
    pub(crate) const NONE: Type = Type(0);
    /// Every value; not printed.
    pub const ANY: Type = Type(0x3ff);
    /// The marker of a variable without a value.
    pub const EMPTY: Type = Type(1);
    /// `undefined`.
    pub const UNDEFINED: Type = Type(1 << 1);
    /// `null`.
    pub const NULL: Type = Type(1 << 2);
    /// Booleans.
    pub const BOOLEAN: Type = Type(1 << 3);
    /// Strings.
    pub const STRING: Type = Type(1 << 4);
    /// Numbers.
    pub const NUMBER: Type = Type(1 << 5);
    /// Integers of any size.
    pub const BIGINT: Type = Type(1 << 6);
    /// Numbers and integers of any size.
    pub const NUMERIC: Type = Type(3 << 5);
    /// Objects.
    pub const OBJECT: Type = Type(1 << 7);
    /// Functions.
    pub const CLOSURE: Type = Type(1 << 8);
    /// Regular expressions.
    pub const REGEXP: Type = Type(1 << 9);

    /// The values of both types.
    pub fn union(self, other: Type) -> Type {
        Type(self.0 | other.0)
    }

    /// True if each value of the type is one of another.
    pub(crate) fn is_in(self, other: Type) -> bool {
        self.0 & !other.0 == 0
    }

    /// The type with a name in dumps.
    pub(super) fn named(name: &str) -> Option<Type> {
        NAMES.iter().position(|known| *known == name).map(|bit| Type(1 << bit))
    }
}

/// The suffix that dumps print after a value: ` : number|string`, or nothing for [`Type::ANY`].
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Type::ANY {
            return Ok(());
        }
        let mut separator = " : ";
        for (bit, name) in NAMES.iter().enumerate() {
            if self.0 & (1 << bit) != 0 {
                write!(f, "{separator}{name}")?;
                separator = "|";
            }
        }
        Ok(())
    }
}
