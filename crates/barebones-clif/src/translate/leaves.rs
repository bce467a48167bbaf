//! The leaves of values: the values of a procedure that one value of a function becomes.
//!
//! A scalar of up to 64 bits has one leaf. `i128` and `f128` have two of Int64, the low half first. A vector of 128 bits
//! has one of type V128, see [`Vectors`]. Any other has the leaves of its lanes, in order.

use super::{Missing, Result, TranslateError, Translator, Vectors};
use crate::ast::*;
use crate::types::{Kind, Type};
use barebones::base;
use barebones::ir::ValueId;
use barebones_widths::int::Sign;
use smallvec::{SmallVec, smallvec};

/// The leaves of a value, in order.
pub(crate) type Leaves = SmallVec<[ValueId; 4]>;

/// The leaves of all values that are defined so far.
pub(super) struct Values {
    /// Of values with one leaf.
    ones: EntityMap<Value, ValueId>,
    /// Of all others.
    lists: EntityMap<Value, Leaves>,
}

impl Values {
    /// No leaves, with room for the values of a function.
    pub(super) fn new(function: &Function) -> Values {
        Values { ones: EntityMap::with_numbers(function.types.numbers()), lists: EntityMap::new() }
    }

    /// The leaves of a value that is not an alias.
    pub(super) fn get(&self, value: Value) -> Option<&[ValueId]> {
        match self.ones.get(value) {
            Some(leaf) => Some(std::slice::from_ref(leaf)),
            None => self.lists.get(value).map(|leaves| leaves.as_slice()),
        }
    }

    /// Defines a value that has one leaf.
    pub(super) fn set_one(&mut self, value: Value, leaf: ValueId) {
        self.ones.insert(value, leaf);
    }

    /// Defines a value.
    pub(super) fn set(&mut self, value: Value, leaves: Leaves) {
        if let [leaf] = leaves[..] {
            self.set_one(value, leaf);
        } else {
            self.lists.insert(value, leaves);
        }
    }
}

/// True if a vector is one value of type V128.
pub(crate) fn is_whole(ty: Type, vectors: Vectors) -> bool {
    vectors == Vectors::Registers
        && !ty.dynamic
        && ty.is_vector()
        && ty.bits * ty.lanes == 128
        && ty.bits >= 8
}

/// The types of the leaves of a value, in order.
///
/// # Errors
/// What the type needs.
pub(crate) fn leaf_types(
    ty: Type,
    vectors: Vectors,
) -> std::result::Result<SmallVec<[base::Type; 4]>, Missing> {
    if ty.dynamic {
        return Err(Missing::DynamicVectors);
    }
    if is_whole(ty, vectors) {
        return Ok(smallvec![base::Type::V128]);
    }
    let lane = lane_types(ty);
    let mut types = SmallVec::with_capacity(lane.len() * usize::from(ty.lanes));
    (0..ty.lanes).for_each(|_| types.extend_from_slice(lane));
    Ok(types)
}

/// The number of leaves of a value.
pub(super) fn leaf_count(ty: Type, vectors: Vectors) -> usize {
    if is_whole(ty, vectors) { 1 } else { lane_types(ty).len() * usize::from(ty.lanes) }
}

/// The types of the leaves of a lane, or of a scalar.
fn lane_types(ty: Type) -> &'static [base::Type] {
    match (ty.kind, ty.bits) {
        (Kind::Int | Kind::Bool, ..=32) | (Kind::Float, 16) => &[base::Type::Int32],
        (Kind::Int | Kind::Bool, 64) => &[base::Type::Int64],
        (Kind::Float, 32) => &[base::Type::Float],
        (Kind::Float, 64) => &[base::Type::Double],
        _ => &[base::Type::Int64; 2],
    }
}

/// The sign of an operation on integers.
pub(super) fn sign(signed: bool) -> Sign {
    if signed { Sign::Signed } else { Sign::Unsigned }
}

/// What a type needs if it has not exactly one leaf.
pub(super) fn missing(ty: Type) -> Option<Missing> {
    match (ty.kind, ty.bits) {
        _ if ty.dynamic => Some(Missing::DynamicVectors),
        _ if ty.is_vector() => Some(Missing::Vectors),
        (Kind::Float, 128) => Some(Missing::Float128),
        (_, 128) => Some(Missing::Int128),
        _ => None,
    }
}

/// The type of a value that has one leaf.
pub(super) fn core_type(ty: Type) -> std::result::Result<base::Type, Missing> {
    match missing(ty) {
        Some(what) => Err(what),
        None => Ok(lane_types(ty)[0]),
    }
}

impl Translator<'_> {
    /// The leaves of a value.
    pub(super) fn leaves(&self, value: Value) -> Result<&[ValueId]> {
        match self.values.get(self.function.resolve(value)) {
            Some(leaves) => Ok(leaves),
            None => self.undefined(value),
        }
    }

    /// The error for a value without leaves.
    pub(super) fn undefined<T>(&self, value: Value) -> Result<T> {
        self.invalid(format!("{} is not defined on every path", self.function.resolve(value)))
    }

    /// The leaf of a value that has one.
    pub(super) fn get(&self, value: Value) -> Result<ValueId> {
        let ty = self.function.type_of(value);
        match self.leaves(value)? {
            [leaf] if !self.has_vector || !ty.is_some_and(Type::is_vector) => Ok(*leaf),
            _ => {
                let what = ty.and_then(missing);
                Err(TranslateError::Unsupported { what: what.unwrap_or(Missing::Vectors), place: self.place })
            }
        }
    }

    /// The leaves of an operand.
    pub(super) fn arg_leaves(&self, inst: &Inst, index: usize) -> Result<Leaves> {
        match inst.args.get(index) {
            Some(value) => self.leaves(*value).map(Leaves::from_slice),
            None => self.invalid("an operand is missing"),
        }
    }

    /// The leaf of an operand that has one.
    pub(super) fn arg(&self, inst: &Inst, index: usize) -> Result<ValueId> {
        match inst.args.get(index) {
            Some(value) => self.get(*value),
            None => self.invalid("an operand is missing"),
        }
    }

    /// The types of the leaves of a value of a type.
    pub(super) fn leaf_types(&self, ty: Type) -> Result<SmallVec<[base::Type; 4]>> {
        leaf_types(ty, self.settings.vectors).or_else(|what| self.unsupported(what))
    }

    /// The number of leaves of a value of a type.
    pub(super) fn leaf_count(&self, ty: Type) -> usize {
        leaf_count(ty, self.settings.vectors)
    }

    /// True if a value of a type is one of type V128.
    pub(super) fn is_whole(&self, ty: Type) -> bool {
        is_whole(ty, self.settings.vectors)
    }

    /// Defines a result that has one leaf.
    pub(super) fn set(&mut self, inst: &Inst, index: usize, id: ValueId) {
        if let Some(value) = inst.results.get(index) {
            self.values.set_one(*value, id);
        }
    }

    /// Defines a result.
    pub(super) fn set_leaves(&mut self, inst: &Inst, index: usize, leaves: Leaves) {
        if let Some(value) = inst.results.get(index) {
            self.values.set(*value, leaves);
        }
    }
}
