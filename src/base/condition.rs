//! Conditions of comparisons.

/// A condition of an integer comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)] // the names of the comparison opcodes
pub enum IntCondition {
    Equal,
    NotEqual,
    LessThan,
    GreaterEqual,
    GreaterThan,
    LessEqual,
    Below,
    AboveEqual,
    Above,
    BelowEqual,
}

impl IntCondition {
    /// All conditions; `ALL[i ^ 1]` is the inverse of `ALL[i]`.
    pub const ALL: [IntCondition; 10] = {
        use IntCondition::*;
        [
            Equal,
            NotEqual,
            LessThan,
            GreaterEqual,
            GreaterThan,
            LessEqual,
            Below,
            AboveEqual,
            Above,
            BelowEqual,
        ]
    };

    /// The condition that holds exactly when `self` does not.
    pub const fn inverted(self) -> IntCondition {
        IntCondition::ALL[self as usize ^ 1]
    }

    /// The unsigned counterpart of a signed condition; other conditions are returned unchanged.
    pub const fn unsigned(self) -> IntCondition {
        match self {
            IntCondition::LessThan => IntCondition::Below,
            IntCondition::LessEqual => IntCondition::BelowEqual,
            IntCondition::GreaterThan => IntCondition::Above,
            IntCondition::GreaterEqual => IntCondition::AboveEqual,
            other => other,
        }
    }

    /// The condition for swapped operands: `a self b` is `b self.flipped() a`.
    pub const fn flipped(self) -> IntCondition {
        use IntCondition::*;
        match self {
            Equal => Equal,
            NotEqual => NotEqual,
            LessThan => GreaterThan,
            GreaterThan => LessThan,
            LessEqual => GreaterEqual,
            GreaterEqual => LessEqual,
            Below => Above,
            Above => Below,
            BelowEqual => AboveEqual,
            AboveEqual => BelowEqual,
        }
    }

    /// The condition with this name.
    pub fn from_name(name: &str) -> Option<IntCondition> {
        IntCondition::ALL.into_iter().find(|condition| condition.name() == name)
    }

    /// The name in both text formats.
    pub const fn name(self) -> &'static str {
        use IntCondition::*;
        match self {
            Equal => "Equal",
            NotEqual => "NotEqual",
            LessThan => "LessThan",
            GreaterThan => "GreaterThan",
            LessEqual => "LessEqual",
            GreaterEqual => "GreaterEqual",
            Below => "Below",
            Above => "Above",
            BelowEqual => "BelowEqual",
            AboveEqual => "AboveEqual",
        }
    }
}

/// A condition of a floating-point comparison: its result for ordered pairs, and for pairs with a NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)] // the suffix is the result for a NaN: `...AndOrdered` is false, `...OrUnordered` true
pub enum FloatCondition {
    EqualAndOrdered,
    NotEqualOrUnordered,
    LessThanAndOrdered,
    GreaterEqualOrUnordered,
    GreaterThanAndOrdered,
    LessEqualOrUnordered,
    LessEqualAndOrdered,
    GreaterThanOrUnordered,
    GreaterEqualAndOrdered,
    LessThanOrUnordered,
    EqualOrUnordered,
    NotEqualAndOrdered,
}

impl FloatCondition {
    /// All conditions; `ALL[i ^ 1]` is the inverse of `ALL[i]`.
    pub const ALL: [FloatCondition; 12] = {
        use FloatCondition::*;
        [
            EqualAndOrdered,
            NotEqualOrUnordered,
            LessThanAndOrdered,
            GreaterEqualOrUnordered,
            GreaterThanAndOrdered,
            LessEqualOrUnordered,
            LessEqualAndOrdered,
            GreaterThanOrUnordered,
            GreaterEqualAndOrdered,
            LessThanOrUnordered,
            EqualOrUnordered,
            NotEqualAndOrdered,
        ]
    };

    /// The condition that holds exactly when `self` does not.
    pub const fn inverted(self) -> FloatCondition {
        FloatCondition::ALL[self as usize ^ 1]
    }

    /// The condition for swapped operands: `a self b` is `b self.flipped() a`.
    pub const fn flipped(self) -> FloatCondition {
        use FloatCondition::*;
        match self {
            LessThanAndOrdered => GreaterThanAndOrdered,
            GreaterThanAndOrdered => LessThanAndOrdered,
            LessEqualAndOrdered => GreaterEqualAndOrdered,
            GreaterEqualAndOrdered => LessEqualAndOrdered,
            LessThanOrUnordered => GreaterThanOrUnordered,
            GreaterThanOrUnordered => LessThanOrUnordered,
            LessEqualOrUnordered => GreaterEqualOrUnordered,
            GreaterEqualOrUnordered => LessEqualOrUnordered,
            same => same,
        }
    }

    /// The condition with this name.
    pub fn from_name(name: &str) -> Option<FloatCondition> {
        FloatCondition::ALL.into_iter().find(|condition| condition.name() == name)
    }

    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        use FloatCondition::*;
        match self {
            EqualAndOrdered => "EqualAndOrdered",
            NotEqualOrUnordered => "NotEqualOrUnordered",
            LessThanAndOrdered => "LessThanAndOrdered",
            GreaterEqualOrUnordered => "GreaterEqualOrUnordered",
            GreaterThanAndOrdered => "GreaterThanAndOrdered",
            LessEqualOrUnordered => "LessEqualOrUnordered",
            LessEqualAndOrdered => "LessEqualAndOrdered",
            GreaterThanOrUnordered => "GreaterThanOrUnordered",
            GreaterEqualAndOrdered => "GreaterEqualAndOrdered",
            LessThanOrUnordered => "LessThanOrUnordered",
            EqualOrUnordered => "EqualOrUnordered",
            NotEqualAndOrdered => "NotEqualAndOrdered",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverting_and_flipping_are_involutions() {
        for (i, c) in IntCondition::ALL.into_iter().enumerate() {
            assert_eq!((c as usize, c.inverted().inverted(), c.flipped().flipped()), (i, c, c));
            assert_ne!(c.inverted(), c);
        }
        for (i, c) in FloatCondition::ALL.into_iter().enumerate() {
            assert_eq!((c as usize, c.inverted().inverted(), c.flipped().flipped()), (i, c, c));
            assert_ne!(c.inverted().name(), c.name());
        }
    }
}
