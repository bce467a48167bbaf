//! Helper procedures: long operations as procedures of the IR.
//!
//! An operation that needs one calls it by name, and records it in [`Helpers`]. The client adds
//! [`Helpers::procedures`] to the module. They are pure and never trap; a caller that must trap does so before.

use crate::Leaves;
use crate::types::{Format, Quad, Sign, leaf_count, leaf_type};
use barebones::base::{ConvId, EffectFlags, Effects, Signature, StateId, SymbolId, Target, Type};
use barebones::ir::{CallData, Cursor, ValueId};
use std::collections::BTreeSet;

/// A helper procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Helper {
    /// The quotient and the remainder of two integers of this many limbs, at least 2. For a zero divisor the result is
    /// unspecified.
    Divide {
        /// The number of limbs of each operand.
        limbs: u8,
        /// How they are interpreted.
        sign: Sign,
    },
    /// The carry-less product of two Int64: its low and its high half.
    CarrylessProduct,
    /// A number in another format, both as bits.
    Convert {
        /// The format of the operand.
        from: Format,
        /// The format of the result.
        to: Format,
    },
    /// A rounded integer, as the bits of a number.
    FromInt {
        /// The number of limbs of the operand.
        limbs: u8,
        /// How it is interpreted.
        sign: Sign,
        /// The format of the result.
        to: Format,
    },
    /// A number, as bits, rounded toward zero and clamped; 0 for a NaN.
    ToInt {
        /// The format of the operand.
        from: Format,
        /// The width of the result, which is extended by its sign.
        bits: u16,
        /// How it is interpreted.
        sign: Sign,
    },
    /// The square root of a 128-bit integer times 2^102, rounded down, and an Int64 that is zero if it is exact. The
    /// integer is at least 2^126.
    SquareRoot,
    /// An operation of `f128`.
    Quad {
        /// The operation.
        operation: Quad,
    },
}

/// The types of the leaves of an integer.
fn leaves(bits: u32) -> Vec<Type> {
    vec![leaf_type(bits); leaf_count(bits)]
}

/// The name of a sign.
fn sign_name(sign: Sign) -> &'static str {
    if sign.is_signed() { "signed" } else { "unsigned" }
}

/// The convention of helpers.
pub(crate) fn convention(target: &Target) -> ConvId {
    target.convention_by_name("internal").unwrap_or(ConvId::new(0))
}

impl Helper {
    /// The name of the procedure.
    pub fn name(self) -> String {
        match self {
            Helper::Divide { limbs, sign } => {
                format!("barebones.divide.{}.{}", sign_name(sign), u32::from(limbs) * 64)
            }
            Helper::CarrylessProduct => String::from("barebones.carryless_product"),
            Helper::SquareRoot => String::from("barebones.square_root"),
            Helper::Convert { from, to } => format!("barebones.convert.{}.{}", from.name(), to.name()),
            Helper::FromInt { limbs, sign, to } => {
                format!("barebones.from_int.{}.{}.{}", sign_name(sign), u32::from(limbs) * 64, to.name())
            }
            Helper::ToInt { from, bits, sign } => {
                format!("barebones.to_int.{}.{}.{bits}", from.name(), sign_name(sign))
            }
            Helper::Quad { operation } => format!("barebones.f128.{operation:?}").to_lowercase(),
        }
    }

    /// The signature of the procedure.
    pub fn signature(self) -> Signature {
        match self {
            Helper::Divide { limbs, .. } => {
                let both = vec![Type::Int64; 2 * usize::from(limbs)];
                Signature { params: both.clone(), results: both }
            }
            Helper::CarrylessProduct => {
                Signature { params: vec![Type::Int64; 2], results: vec![Type::Int64; 2] }
            }
            Helper::Convert { from, to } => {
                Signature { params: leaves(from.bits()), results: leaves(to.bits()) }
            }
            Helper::FromInt { limbs, to, .. } => {
                Signature { params: leaves(64 * u32::from(limbs)), results: leaves(to.bits()) }
            }
            Helper::ToInt { from, bits, .. } => {
                Signature { params: leaves(from.bits()), results: leaves(u32::from(bits)) }
            }
            Helper::SquareRoot => Signature { params: vec![Type::Int64; 2], results: vec![Type::Int64; 3] },
            Helper::Quad { operation } => Signature {
                params: vec![Type::Int64; 2 * operation.operand_count()],
                results: vec![Type::Int64; 2],
            },
        }
    }
}

/// The helpers that procedures call.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Helpers {
    needed: BTreeSet<Helper>,
}

impl Helpers {
    /// Appends a call, and returns its results.
    pub fn call(&mut self, b: &mut Cursor<'_>, helper: Helper, arguments: &[ValueId]) -> Leaves {
        self.needed.insert(helper);
        let results = helper.signature().results;
        let ty = if let [one] = results[..] { one } else { b.proc.tuple_type(&results) };
        let callee = b.proc.symbol(&helper.name());
        let data = CallData {
            conv: convention(b.proc.target()),
            callee: SymbolId::INVALID,
            variadic_start: None,
            effects: Effects::of(EffectFlags::CONTROL_DEPENDENT),
            exceptional: false,
            state: StateId::INVALID,
        };
        let value = b.ccall_with(ty, callee, arguments, data);
        match results.len() {
            1 => Leaves::from_slice(&[value]),
            count => (0..count as u32).map(|index| b.extract(value, index)).collect(),
        }
    }

    /// The helpers that were called.
    pub fn iter(&self) -> impl Iterator<Item = Helper> + '_ {
        self.needed.iter().copied()
    }

    /// True if none was called.
    pub fn is_empty(&self) -> bool {
        self.needed.is_empty()
    }

    /// Adds those of another procedure.
    pub fn extend(&mut self, other: &Helpers) {
        self.needed.extend(other.iter());
    }
}
