//! Comparisons: the possible outcomes, and how an outcome refines the operands.

use super::fact::{Fact, limits};
use crate::ir::Opcode;
use crate::opt::scalar::known_bits::{low_bits, sign_extend};

/// Order of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Equality only.
    Any,
    Signed,
    Unsigned,
}

/// Outcome: the first operand is less.
pub(super) const LESS: u8 = 1;
/// Outcome: the operands are equal.
pub(super) const EQUAL: u8 = 2;
/// Outcome: the first operand is greater.
pub(super) const GREATER: u8 = 4;
/// All outcomes.
pub(super) const ALL: u8 = 7;

/// Possible outcomes of a signed and of an unsigned comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outcomes {
    pub(super) signed: u8,
    pub(super) unsigned: u8,
}

impl Order {
    /// The order of a comparison, and the outcomes for which it gives 1.
    pub(super) fn of(opcode: Opcode) -> Option<(Order, u8)> {
        Some(match opcode {
            Opcode::Equal => (Order::Any, EQUAL),
            Opcode::NotEqual => (Order::Any, LESS | GREATER),
            Opcode::LessThan => (Order::Signed, LESS),
            Opcode::LessEqual => (Order::Signed, LESS | EQUAL),
            Opcode::GreaterThan => (Order::Signed, GREATER),
            Opcode::GreaterEqual => (Order::Signed, GREATER | EQUAL),
            Opcode::Below => (Order::Unsigned, LESS),
            Opcode::BelowEqual => (Order::Unsigned, LESS | EQUAL),
            Opcode::Above => (Order::Unsigned, GREATER),
            Opcode::AboveEqual => (Order::Unsigned, GREATER | EQUAL),
            // A comparison of floats.
            Opcode::EqualOrUnordered => (Order::Any, ALL),
            _ => return None,
        })
    }

    /// Decides whether the outcome is in `wanted`, if the possible outcomes determine it.
    pub(super) fn decide(self, wanted: u8, possible: Outcomes) -> Option<bool> {
        let either = |possible: u8| match possible {
            0 => None,
            _ if possible & wanted == 0 => Some(false),
            _ if possible & !wanted == 0 => Some(true),
            _ => None,
        };
        match self {
            Order::Signed => either(possible.signed),
            Order::Unsigned => either(possible.unsigned),
            Order::Any => either(possible.signed).or(either(possible.unsigned)),
        }
    }
}

/// The possible outcomes of comparing two integers.
pub(super) fn outcomes(a: &Fact, b: &Fact) -> Outcomes {
    let differ = a.known.zeros & b.known.ones | a.known.ones & b.known.zeros != 0
        || a.max < b.min
        || b.max < a.min
        || a.high < b.low
        || b.high < a.low;
    let equal = if differ { 0 } else { EQUAL };
    let of =
        |less: bool, greater: bool| equal | if less { LESS } else { 0 } | if greater { GREATER } else { 0 };
    Outcomes { signed: of(a.min < b.max, a.max > b.min), unsigned: of(a.low < b.high, a.high > b.low) }
}

/// Refines the first operand of a comparison that had one of these outcomes; `None` if that is impossible.
pub(super) fn refine(width: u32, order: Order, outcomes: u8, a: &Fact, b: &Fact) -> Option<Fact> {
    let mut fact = *a;
    match outcomes {
        0 => return None,
        ALL => return Some(fact),
        EQUAL => return a.meet(b, width),
        _ if outcomes == LESS | GREATER => {
            return Some(b.as_constant().map_or(fact, |bits| without(width, &fact, bits)));
        }
        _ => {}
    }
    let (bottom, top) = limits(width);
    let strict = outcomes & EQUAL == 0;
    match (order, outcomes & GREATER == 0) {
        (Order::Any, _) => return Some(fact),
        (Order::Signed, true) => {
            if strict && b.max == bottom {
                return None;
            }
            fact.max = fact.max.min(b.max - i64::from(strict));
        }
        (Order::Signed, false) => {
            if strict && b.min == top {
                return None;
            }
            fact.min = fact.min.max(b.min + i64::from(strict));
        }
        (Order::Unsigned, true) => fact.high = fact.high.min(b.high.checked_sub(strict.into())?),
        (Order::Unsigned, false) => {
            if strict && b.low == low_bits(width) {
                return None;
            }
            fact.low = fact.low.max(b.low + u64::from(strict));
        }
    }
    fact.tightened(width)
}

/// Removes one integer from a set, if it is a bound.
pub(super) fn without(width: u32, from: &Fact, bits: u64) -> Fact {
    let number = sign_extend(bits, width);
    if from.as_constant() == Some(bits) {
        return *from;
    }
    let mut fact = *from;
    if fact.low == bits {
        fact.low += 1;
    }
    if fact.high == bits {
        fact.high -= 1;
    }
    if fact.min == number {
        fact.min += 1;
    }
    if fact.max == number {
        fact.max -= 1;
    }
    fact.tightened(width).unwrap_or(*from)
}

/// The same outcomes with swapped operands.
pub(super) fn swap_outcomes(outcomes: u8) -> u8 {
    outcomes & EQUAL | (outcomes & LESS) << 2 | (outcomes & GREATER) >> 2
}
