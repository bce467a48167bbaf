//! Compound conditions as conditional comparisons, and selects that also compute an operand, on targets where an
//! instruction can read the flags that an earlier one set.
//!
//! All instructions of such a group are emitted for one value, directly after each other.

use super::combinations::Rule;
use super::compare::{Comparison, Kind, SET, inverted};
use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air};
use crate::base::{Bank, FloatCondition, IntCondition, Type};
use crate::ir::{Opcode, ValueId};
use smallvec::{SmallVec, smallvec};

/// Maximum number of comparisons of one group. The operands of all of them are live until the group.
const MAX_COMPARISONS: usize = 4;

/// The comparisons of a predicate.
type Parts = SmallVec<[ValueId; MAX_COMPARISONS]>;

/// Comparisons joined by And or Or.
struct Group {
    joined: Opcode,
    comparisons: SmallVec<[Comparison; MAX_COMPARISONS]>,
}

impl Group {
    /// The condition on the final flags. [`Lowering::comparisons_of`] returns no empty group.
    fn condition(&self) -> Arg {
        self.comparisons.last().map_or(Arg::IntCondition(IntCondition::NotEqual), |last| last.condition)
    }
}

/// True if a single condition code tests it.
fn has_single_condition_code(condition: Arg) -> bool {
    use FloatCondition::{EqualOrUnordered, NotEqualAndOrdered};
    !matches!(condition, Arg::FloatCondition(EqualOrUnordered | NotEqualAndOrdered))
}

/// The opcode of the first comparison of a group.
fn compare_on_flags(kind: Kind) -> Option<Air> {
    Some(match kind {
        Kind::Int32 => Air::CompareOnFlags32,
        Kind::Int64 => Air::CompareOnFlags64,
        Kind::Test32 => Air::TestOnFlags32,
        Kind::Test64 => Air::TestOnFlags64,
        Kind::Float => Air::CompareFloatOnFlags,
        Kind::Double => Air::CompareDoubleOnFlags,
        Kind::Int8 | Kind::Int16 | Kind::Test8 | Kind::Bit32 | Kind::Bit64 => return None,
    })
}

/// The opcode of another comparison of a group.
fn compare_conditionally(kind: Kind) -> Option<Air> {
    Some(match kind {
        Kind::Int32 => Air::CompareConditionallyOnFlags32,
        Kind::Int64 => Air::CompareConditionallyOnFlags64,
        Kind::Float => Air::CompareFloatConditionallyOnFlags,
        Kind::Double => Air::CompareDoubleConditionallyOnFlags,
        _ => return None,
    })
}

/// The operation on the operand that is selected if the condition is false.
#[derive(Clone, Copy)]
enum SelectOp {
    Increment,
    Invert,
    Negate,
}

impl SelectOp {
    fn opcode(self, wide: bool) -> Air {
        match (self, wide) {
            (SelectOp::Increment, false) => Air::MoveOrIncrementOnFlags32,
            (SelectOp::Increment, true) => Air::MoveOrIncrementOnFlags64,
            (SelectOp::Invert, false) => Air::MoveOrInvertOnFlags32,
            (SelectOp::Invert, true) => Air::MoveOrInvertOnFlags64,
            (SelectOp::Negate, false) => Air::MoveOrNegateOnFlags32,
            (SelectOp::Negate, true) => Air::MoveOrNegateOnFlags64,
        }
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// The comparisons that a predicate of this block joins by And or Or, if the flags of all can be chained.
    fn chainable_comparisons(&self, predicate: ValueId) -> Option<(Opcode, Parts)> {
        if self.state.fuses_operations { self.joined_comparisons(predicate) } else { None }
    }

    /// The conditions of which one suffices for a trap or an exit, in order of their evaluation.
    ///
    /// Turn this: `if (a || b) trap`
    /// Into this: `if a trap`, `if b trap`
    pub(super) fn alternatives(&mut self, predicate: ValueId) -> Parts {
        match self.joined_comparisons(predicate) {
            Some((Opcode::BitOr, parts)) if self.patterns => {
                self.took(Rule::ExitOnEither, &[predicate]);
                parts
            }
            _ => smallvec![predicate],
        }
    }

    /// The comparisons that a predicate of this block joins by And or Or; `None` if other users or values are among
    /// them.
    fn joined_comparisons(&self, predicate: ValueId) -> Option<(Opcode, Parts)> {
        let joined = self.proc.value(predicate).opcode();
        if !matches!(joined, Opcode::BitAnd | Opcode::BitOr)
            || predicate != self.current && !self.is_fusible(predicate)
        {
            return None;
        }
        let mut parts: Parts = smallvec![self.child(predicate, 0), self.child(predicate, 1)];
        let mut next = 0;
        while let Some(part) = parts.get(next).copied() {
            if self.is_fusible_op(part, joined) && parts.len() < MAX_COMPARISONS {
                parts[next] = self.child(part, 0);
                parts.insert(next + 1, self.child(part, 1));
            } else if self.is_single_use_comparison(part) {
                next += 1;
            } else {
                return None;
            }
        }
        Some((joined, parts))
    }

    /// The comparisons of a predicate: a group of several, or of one.
    fn comparisons_of(&mut self, predicate: ValueId) -> Result<Group> {
        let (joined, parts) =
            self.chainable_comparisons(predicate).unwrap_or_else(|| (Opcode::BitAnd, smallvec![predicate]));
        if RECORDS && parts.len() > 1 {
            self.took(Rule::ConditionChain, &[predicate]);
        }
        let mut comparisons: SmallVec<[Comparison; MAX_COMPARISONS]> = SmallVec::new();
        for part in parts {
            let comparison = self.condition_of(part, false)?;
            match compare_conditionally(comparison.kind) {
                // Only the first comparison of a group can be a test.
                None if compare_on_flags(comparison.kind).is_some() => comparisons.insert(0, comparison),
                _ => comparisons.push(comparison),
            }
        }
        for (place, comparison) in comparisons.iter_mut().enumerate() {
            let opcode = match place {
                0 => compare_on_flags(comparison.kind),
                _ => compare_conditionally(comparison.kind),
            };
            if opcode.is_none() || !has_single_condition_code(comparison.condition) {
                self.materialize_bool(comparison)?;
            }
        }
        Ok(Group { joined, comparisons })
    }

    /// Rewrites a comparison that cannot be in a group: emits it as a 0 or 1 and compares that with 0.
    fn materialize_bool(&mut self, comparison: &mut Comparison) -> Result {
        let is_same = comparison.a == comparison.b && matches!(comparison.kind, Kind::Test32 | Kind::Test64);
        let (kind, condition) = match (is_same, comparison.kind) {
            (true, Kind::Test64) => (Kind::Int64, comparison.condition),
            (true, _) => (Kind::Int32, comparison.condition),
            _ => {
                let Comparison { kind, condition, a, b, flags } = *comparison;
                let to = self.scratch(Bank::Gp);
                self.emit_flagged(SET[kind as usize], &[condition, a, b, to.into()], flags)?;
                comparison.a = to.into();
                (Kind::Int32, Arg::IntCondition(IntCondition::NotEqual))
            }
        };
        *comparison =
            Comparison { kind, condition, b: Arg::Imm(0), flags: InstFlags::empty(), ..*comparison };
        Ok(())
    }

    /// Emits all comparisons of a group.
    fn set_flags(&mut self, group: &Group) -> Result {
        let mut before: Option<Arg> = None;
        for comparison in &group.comparisons {
            let Comparison { kind, condition, a, b, .. } = *comparison;
            let is_and = group.joined == Opcode::BitAnd;
            let (opcode, args): (_, SmallVec<[Arg; 4]>) = match before {
                None => (compare_on_flags(kind), smallvec![a, b]),
                // And: if the previous condition is false, so is this one. Or: if it is true, so is this one.
                Some(before) if is_and => {
                    (compare_conditionally(kind), smallvec![before, a, b, inverted(condition)])
                }
                Some(before) => (compare_conditionally(kind), smallvec![inverted(before), a, b, condition]),
            };
            let Some(opcode) = opcode else { return self.unsupported("a comparison on flags") };
            self.emit(opcode, &args)?;
            before = Some(condition);
        }
        Ok(())
    }

    // ---- Users of a group -----------------------------------------------------------------------------

    /// Turn this: `a && b` and `a || b` of comparisons
    /// Into this: a chain of comparisons, and 1 or 0 from the flags
    pub(super) fn set_on_flags(&mut self, id: ValueId) -> Result<bool> {
        if self.chainable_comparisons(id).is_none() {
            return Ok(false);
        }
        let (group, to) = (self.comparisons_of(id)?, self.tmp(id)?);
        self.set_flags(&group)?;
        self.emit(Air::SetOnFlags, &[group.condition(), to.into()])?;
        Ok(true)
    }

    /// The same for `if a && b go to x else y`. Returns false and emits nothing for a simple condition.
    pub(super) fn branch_on_flags(&mut self, predicate: ValueId) -> Result<bool> {
        if self.chainable_comparisons(predicate).is_none() {
            return Ok(false);
        }
        let group = self.comparisons_of(predicate)?;
        self.set_flags(&group)?;
        self.emit(Air::BranchOnFlags, &[group.condition()])?;
        Ok(true)
    }

    /// The same for traps.
    pub(super) fn trap_on_flags(&mut self, predicate: ValueId, code: Arg) -> Result<bool> {
        if self.chainable_comparisons(predicate).is_none() {
            return Ok(false);
        }
        let group = self.comparisons_of(predicate)?;
        self.set_flags(&group)?;
        self.emit(Air::TrapIfOnFlags, &[group.condition(), code])?;
        Ok(true)
    }

    /// The same for checks: sets the flags, and returns the condition on which the check exits.
    pub(super) fn exit_on_flags(&mut self, predicate: ValueId) -> Result<Option<Arg>> {
        if self.chainable_comparisons(predicate).is_none() {
            return Ok(None);
        }
        let group = self.comparisons_of(predicate)?;
        self.set_flags(&group)?;
        Ok(Some(group.condition()))
    }

    /// The same for selects. And
    ///
    /// Turn this: `p ? x : y + 1`, `p ? x : ~y`, `p ? x : -y`, or with x and y swapped
    /// Into this: a comparison and a conditional select that also computes. x or y may be zero.
    pub(super) fn select_on_flags(&mut self, id: ValueId) -> Result<bool> {
        if !self.state.fuses_operations {
            return Ok(false);
        }
        let [predicate, then, otherwise] = [self.child(id, 0), self.child(id, 1), self.child(id, 2)];
        let ty = self.proc.type_of(id);
        let is_joined = self.chainable_comparisons(predicate).is_some();
        if ty.bank() == Bank::Fp {
            if !is_joined {
                return Ok(false);
            }
            let group = self.comparisons_of(predicate)?;
            let (then, otherwise, to) = (self.tmp(then)?, self.tmp(otherwise)?, self.tmp(id)?);
            self.set_flags(&group)?;
            let args = [group.condition(), then.into(), otherwise.into(), to.into()];
            self.emit(Air::MoveDoubleConditionallyOnFlags, &args)?;
            return Ok(true);
        }
        let (opcode, then, otherwise, inverts) = match (self.select_op(otherwise), self.select_op(then)) {
            (Some((select_op, from)), _) => (select_op.opcode(ty == Type::Int64), then, from, false),
            (None, Some((select_op, from))) => (select_op.opcode(ty == Type::Int64), otherwise, from, true),
            (None, None) => (Air::MoveConditionallyOnFlags, then, otherwise, false),
        };
        let has_zero =
            [then, otherwise].iter().any(|part| self.is_zero(*part)) && !self.is_overflow(predicate);
        if opcode == Air::MoveConditionallyOnFlags && !is_joined && !has_zero {
            return Ok(false);
        }
        if RECORDS && opcode != Air::MoveConditionallyOnFlags {
            let computed = self.child(id, if inverts { 1 } else { 2 });
            self.took(Rule::SelectAndCompute, &[computed]);
        }
        let group = self.comparisons_of(predicate)?;
        let [then, otherwise] = [self.tmp_or_zero(then)?, self.tmp_or_zero(otherwise)?];
        let to = self.tmp(id)?;
        self.set_flags(&group)?;
        let condition = if inverts { inverted(group.condition()) } else { group.condition() };
        self.emit(opcode, &[condition, then, otherwise, to.into()])?;
        Ok(true)
    }

    /// Turn this: `-(a < b)`, also of 64 bits
    /// Into this: a comparison, and all ones or zeros from the flags
    pub(super) fn mask_on_flags(&mut self, id: ValueId) -> Result<bool> {
        let Some(predicate) = self.mask_of(id) else { return Ok(false) };
        let (group, to) = (self.comparisons_of(predicate)?, self.tmp(id)?);
        self.set_flags(&group)?;
        let wide = self.proc.type_of(id) == Type::Int64;
        let opcode = SelectOp::Invert.opcode(wide);
        self.emit(opcode, &[inverted(group.condition()), Arg::Imm(0), Arg::Imm(0), to.into()])?;
        Ok(true)
    }

    /// The predicate of a mask: a negated comparison, with an extension before or after, or joined comparisons.
    fn mask_of(&self, id: ValueId) -> Option<ValueId> {
        let inner = self.child(id, 0);
        let predicate = match (self.proc.value(id).opcode(), self.proc.value(inner).opcode()) {
            (Opcode::SExt32, Opcode::Neg) | (Opcode::Neg, Opcode::ZExt32) if self.is_fusible(inner) => {
                self.child(inner, 0)
            }
            (Opcode::Neg, _) => inner,
            _ => return None,
        };
        let is_comparison = self.is_single_use_comparison(predicate) && !self.is_needed(predicate)
            || self.chainable_comparisons(predicate).is_some();
        is_comparison.then_some(predicate)
    }

    fn is_zero(&self, id: ValueId) -> bool {
        self.immediate(id) == Some(Arg::Imm(0))
    }

    fn tmp_or_zero(&mut self, id: ValueId) -> Result<Arg> {
        if self.is_zero(id) { Ok(Arg::Imm(0)) } else { Ok(self.tmp(id)?.into()) }
    }

    /// The operation of a value that a conditional select can include, and its operand.
    fn select_op(&self, id: ValueId) -> Option<(SelectOp, ValueId)> {
        if !self.is_fusible(id) {
            return None;
        }
        let constant = |n: usize, imm: i64| self.immediate(self.child(id, n)) == Some(Arg::Imm(imm));
        match self.proc.value(id).opcode() {
            Opcode::Add if constant(1, 1) => Some((SelectOp::Increment, self.child(id, 0))),
            Opcode::BitXor if constant(1, -1) => Some((SelectOp::Invert, self.child(id, 0))),
            Opcode::Neg => Some((SelectOp::Negate, self.child(id, 0))),
            Opcode::Sub if constant(0, 0) => Some((SelectOp::Negate, self.child(id, 1))),
            _ => None,
        }
    }
}
