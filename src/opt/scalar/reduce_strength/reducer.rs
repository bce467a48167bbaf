//! The interface for rules: queries and rewrites of the IR.

use super::Applied;
use super::arithmetic::Arithmetic;
use super::conditions::is_comparison;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::evaluate::{Evaluated, evaluate_vector, has_nan};
use crate::ir::opcode::Properties;
use crate::ir::{
    BlockId, InsertionSet, Opcode, Procedure, StateEntry, Successor, Value, ValueFlags, ValueId,
};
use crate::opt::context::resolve;
use crate::support::{BitSet, Entity};

/// Maximum number of rules applied to a value.
const MAX_ATTEMPTS: u32 = 8;

/// Maximum depth at which values created by rules are themselves reduced.
const MAX_DEPTH: u32 = 4;

/// Number of recent constants of a block searched before a new one is created.
const RECENT: usize = 6;

/// Reusable working memory of the reducer.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    insertions: InsertionSet,
    /// Number of uses of each value, by values and exit states; counted on first demand.
    uses: Vec<u32>,
    is_counted: bool,
    /// Values that lost a use and may be dead.
    maybe_dead: Vec<ValueId>,
    /// If there are references: values that pure operations other than comparisons compute from one.
    from_reference: BitSet,
    /// Constants created in this block.
    recent: Vec<(Type, u64, ValueId)>,
    values: Vec<ValueId>,
}

/// The procedure, and the current position.
pub(super) struct Reducer<'a> {
    pub(super) proc: &'a mut Procedure,
    pub(super) arithmetic: Arithmetic,
    applied: &'a mut Applied,
    scratch: &'a mut Scratch,
    pub(super) block: BlockId,
    /// True if the procedure has references.
    references: bool,
    /// Position in the block of the value that is being reduced; new values are inserted before it.
    index: usize,
    depth: u32,
}

impl<'a> Reducer<'a> {
    pub(super) fn new(
        proc: &'a mut Procedure,
        arithmetic: Arithmetic,
        scratch: &'a mut Scratch,
        applied: &'a mut Applied,
        references: bool,
    ) -> Reducer<'a> {
        scratch.is_counted = false;
        scratch.maybe_dead.clear();
        if references {
            scratch.from_reference.reset(proc.value_count());
        }
        Reducer {
            proc,
            arithmetic,
            applied,
            scratch,
            references,
            block: BlockId::INVALID,
            index: 0,
            depth: 0,
        }
    }

    // ---- The walk -------------------------------------------------------------------------------------

    pub(super) fn reduce_block(&mut self, block: BlockId) {
        (self.block, self.depth) = (block, 0);
        self.scratch.recent.clear();
        let mut values = std::mem::take(&mut self.scratch.values);
        values.clear();
        values.extend_from_slice(self.proc.block_values(block));
        for (index, id) in values.iter().enumerate() {
            if !self.applied.fuel.is_left() {
                break;
            }
            self.index = index;
            self.reduce_fully(*id);
        }
        self.scratch.values = values;
        let mut insertions = std::mem::take(&mut self.scratch.insertions);
        insertions.execute(self.proc, block);
        self.scratch.insertions = insertions;
    }

    /// Applies rules to a value until none applies. There must be fuel.
    fn reduce_fully(&mut self, id: ValueId) {
        let mut attempts = 0;
        while self.attempt(id) {
            attempts += 1;
            if attempts == MAX_ATTEMPTS {
                self.applied.hit_limit += 1;
            }
            self.applied.fuel.take();
            if attempts == MAX_ATTEMPTS || !self.applied.fuel.is_left() {
                break;
            }
        }
        self.applied.visits += u64::from(attempts) + 1;
        if self.depth == 0 && !self.scratch.maybe_dead.is_empty() {
            self.remove_dead();
        }
    }

    /// Applies one rule; false if none applies.
    #[inline]
    fn attempt(&mut self, id: ValueId) -> bool {
        let value = *self.proc.value(id);
        let (mut constants, mut copies) = (0, false);
        let children = self.proc.children_of(&value);
        if children.is_empty() {
            return false; // most are constants
        }
        for child in children {
            let child = self.proc.value(*child);
            constants += usize::from(child.opcode().is_constant());
            copies |= child.opcode() == Opcode::Identity;
        }
        if constants == children.len() && self.fold(id, &value) {
            return true;
        }
        if value.opcode().is_vector() && self.fold_vector(id, &value) {
            return true;
        }
        if copies {
            self.replace_identities(id);
        }
        // The live range of a value computed from a reference must not grow.
        if self.references && self.depends_on_reference(id, &value) {
            return self.reduce_address(id, &value);
        }
        self.reduce(id, &value)
    }

    /// True if a value or an operand is a reference, or is computed from one by pure operations.
    #[cold]
    fn depends_on_reference(&mut self, id: ValueId, value: &Value) -> bool {
        let children = self.proc.children_of(value);
        let flags = children.iter().fold(value.flags, |flags, child| flags | self.proc.value(*child).flags);
        let stem = |child: &ValueId| self.scratch.from_reference.contains(child.index());
        let from_reference = flags.intersects(ValueFlags::REFERENCE.union(ValueFlags::DERIVED))
            || self.proc.children_of(value).iter().any(stem);
        if from_reference && value.opcode().has(Properties::PURE) && !is_comparison(value.opcode()) {
            self.scratch.from_reference.insert(id.index());
        }
        from_reference
    }

    /// Replaces children that are Identities by their operands.
    #[cold]
    fn replace_identities(&mut self, id: ValueId) {
        for place in 0..self.proc.children(id).len() {
            let child = self.proc.children(id)[place];
            let other = resolve(self.proc, child);
            if other != child {
                self.add_use(other);
                self.drop_use(child);
                self.proc.children_mut(id)[place] = other;
            }
        }
    }

    /// Turn this: an operation on constants
    /// Into this: a constant, if it is defined and does not trap. Arithmetic with a NaN result is left to the machine,
    /// which chooses sign and payload, so results do not depend on the optimization level.
    #[inline(never)]
    fn fold(&mut self, id: ValueId, value: &Value) -> bool {
        let opcode = value.opcode();
        let folds = opcode.has(Properties::PURE) || matches!(opcode, Opcode::FToITrap | Opcode::FToUTrap);
        if !folds || !value.ty.is_scalar() || opcode == Opcode::Identity {
            return false;
        }
        let mut bits = [0; 3];
        let mut count = 0;
        for child in self.proc.children_of(value).iter().take(3) {
            bits[count] = self.proc.value(*child).bits();
            count += 1;
        }
        let ty = self.proc.operation_type(id);
        let unit = self.arithmetic.unit;
        match (self.arithmetic.evaluate)(unit, opcode, ty, value.ty, &bits[..count]) {
            Some(Evaluated::Bits(bits)) if !is_arithmetic_nan(opcode, value.ty, bits) => {
                self.become_constant(Rule::Fold, id, bits)
            }
            _ => false,
        }
    }

    /// Turn this: an operation on constant vectors
    /// Into this: a constant. As for scalars, arithmetic with a NaN lane is left to the machine.
    #[inline(never)]
    fn fold_vector(&mut self, id: ValueId, value: &Value) -> bool {
        let opcode = value.opcode();
        let mut args = [0; 3];
        let mut count = 0;
        for child in self.proc.children_of(value).iter().take(3) {
            let child = self.proc.value(*child);
            args[count] = match child.opcode() {
                Opcode::Const128 => self.proc.vector_bits(child),
                constant if constant.is_constant() => child.bits().into(),
                _ => return false,
            };
            count += 1;
        }
        let Some(payload) = self.proc.vector_payload(value) else { return false };
        match evaluate_vector(opcode, payload, &args[..count]) {
            Some(bits) if value.ty.is_vector() => {
                if opcode.computed_floats(payload.lane).is_some_and(|lane| has_nan(lane, bits)) {
                    return false;
                }
                self.record(Rule::Fold);
                self.drop_children(id);
                self.proc.replace_with_vector(id, bits);
                true
            }
            Some(bits) => self.become_constant(Rule::Fold, id, bits as u64),
            None => false,
        }
    }

    // ---- Questions ------------------------------------------------------------------------------------

    #[inline]
    pub(super) fn opcode(&self, id: ValueId) -> Opcode {
        self.proc.value(id).opcode()
    }

    #[inline]
    pub(super) fn ty(&self, id: ValueId) -> Type {
        self.proc.value(id).ty
    }

    #[inline]
    pub(super) fn child(&self, id: ValueId, place: usize) -> ValueId {
        self.proc.children(id)[place]
    }

    #[inline]
    pub(super) fn pair(&self, id: ValueId) -> [ValueId; 2] {
        let children = self.proc.children(id);
        [children[0], children[1]]
    }

    /// The operands of a value, if it has this binary opcode.
    #[inline]
    pub(super) fn is(&self, id: ValueId, opcode: Opcode) -> Option<[ValueId; 2]> {
        (self.opcode(id) == opcode).then(|| self.pair(id))
    }

    /// The operand of a value, if it has this unary opcode.
    #[inline]
    pub(super) fn is_unary(&self, id: ValueId, opcode: Opcode) -> Option<ValueId> {
        (self.opcode(id) == opcode).then(|| self.child(id, 0))
    }

    /// The first operand and the constant, if a value has this opcode and an integer constant as second operand.
    #[inline]
    pub(super) fn is_with_constant(&self, id: ValueId, opcode: Opcode) -> Option<(ValueId, u64)> {
        let [a, b] = self.is(id, opcode)?;
        Some((a, self.int(b)?))
    }

    /// The bits of an integer constant, zero-extended.
    #[inline]
    pub(super) fn int(&self, id: ValueId) -> Option<u64> {
        let value = self.proc.value(id);
        matches!(value.opcode(), Opcode::Const32 | Opcode::Const64).then(|| value.bits())
    }

    pub(super) fn constant_bits(&self, id: ValueId) -> Option<u64> {
        let value = self.proc.value(id);
        value.opcode().is_constant().then(|| value.bits())
    }

    /// Width of a value's integer type.
    #[inline]
    pub(super) fn bits(&self, id: ValueId) -> u32 {
        self.arithmetic.bits(self.ty(id))
    }

    /// Mask of all bits of a value's integer type.
    #[inline]
    pub(super) fn mask(&self, id: ValueId) -> u64 {
        self.arithmetic.mask(self.ty(id))
    }

    /// The operand of `x ^ -1`.
    pub(super) fn is_not(&self, id: ValueId) -> Option<ValueId> {
        let (x, ones) = self.is_with_constant(id, Opcode::BitXor)?;
        (ones == self.mask(id)).then_some(x)
    }

    /// True if the value has at most one use.
    pub(super) fn is_single(&mut self, id: ValueId) -> bool {
        self.count_uses();
        self.scratch.uses[id.index()] <= 1
    }

    // ---- Rewriting ------------------------------------------------------------------------------------

    fn record(&mut self, rule: Rule) {
        self.applied.total += 1;
        self.applied.counts[rule as usize] += 1;
    }

    /// Replaces a value by an Identity of another.
    pub(super) fn become_copy(&mut self, rule: Rule, id: ValueId, other: ValueId) -> bool {
        self.become_operation(rule, id, Opcode::Identity, &[other])
    }

    /// Replaces a value by a constant.
    pub(super) fn become_constant(&mut self, rule: Rule, id: ValueId, bits: u64) -> bool {
        self.record(rule);
        self.drop_children(id);
        let bits = if self.ty(id).is_int() { bits & self.mask(id) } else { bits };
        self.proc.replace_with_constant(id, bits);
        true
    }

    /// Replaces a value by an operation of the same type.
    pub(super) fn become_operation(
        &mut self,
        rule: Rule,
        id: ValueId,
        opcode: Opcode,
        children: &[ValueId],
    ) -> bool {
        self.record(rule);
        for child in children {
            self.add_use(*child);
        }
        self.drop_children(id);
        self.proc.replace(id, opcode, children);
        true
    }

    /// Replaces an unused value by a Nop.
    pub(super) fn become_nop(&mut self, rule: Rule, id: ValueId) -> bool {
        self.record(rule);
        self.drop_children(id);
        self.proc.replace_with_nop(id);
        true
    }

    pub(super) fn set_child(&mut self, rule: Rule, id: ValueId, place: usize, child: ValueId) -> bool {
        self.record(rule);
        self.add_use(child);
        let old = std::mem::replace(&mut self.proc.children_mut(id)[place], child);
        self.drop_use(old);
        true
    }

    pub(super) fn swap_children(&mut self, rule: Rule, id: ValueId) -> bool {
        self.record(rule);
        self.proc.children_mut(id).swap(0, 1);
        true
    }

    pub(super) fn set_successors(&mut self, successors: &[Successor]) {
        self.applied.edges = true;
        self.proc.set_successors(self.block, successors);
    }

    /// Creates an operation before the current value, and reduces it. Returns the result, which may be another value.
    pub(super) fn make(&mut self, opcode: Opcode, ty: Type, children: &[ValueId]) -> ValueId {
        self.count_uses();
        let id = self.proc.detached().apply_typed(opcode, ty, children);
        self.register();
        for child in children {
            self.add_use(*child);
        }
        if self.depth < MAX_DEPTH && self.applied.fuel.is_left() {
            self.depth += 1;
            self.reduce_fully(id);
            self.depth -= 1;
        }
        if self.opcode(id) == Opcode::Identity {
            let other = resolve(self.proc, id);
            self.drop_children(id);
            self.proc.replace_with_nop(id);
            return other;
        }
        self.place(id);
        id
    }

    /// Creates or reuses a constant before the current value.
    pub(super) fn constant(&mut self, ty: Type, bits: u64) -> ValueId {
        let bits = if ty.is_int() { bits & self.arithmetic.mask(ty) } else { bits };
        let recent = self.scratch.recent.iter().rev().take(RECENT);
        if let Some((_, _, id)) = recent.into_iter().find(|(t, b, _)| (*t, *b) == (ty, bits)) {
            return *id;
        }
        let id = self.proc.detached().constant(ty, bits);
        self.register();
        self.place(id);
        self.scratch.recent.push((ty, bits, id));
        id
    }

    /// Inserts a new value with effects before the current one.
    pub(super) fn insert_created(&mut self, id: ValueId) {
        let is_counted = self.scratch.is_counted;
        self.register();
        for place in 0..self.proc.children(id).len() {
            if is_counted {
                self.add_use(self.proc.children(id)[place]);
            }
        }
        self.place(id);
    }

    fn register(&mut self) {
        self.applied.created += 1;
        if self.scratch.is_counted {
            self.scratch.uses.resize(self.proc.value_count(), 0);
        }
    }

    /// Inserts a new value before the current one, with its origin.
    fn place(&mut self, id: ValueId) {
        let current = self.proc.block_values(self.block)[self.index];
        let origin = self.proc.value(current).origin;
        if let Some(value) = self.proc.get_value_mut(id) {
            value.origin = origin;
        }
        self.scratch.insertions.insert(self.index, id);
    }

    // ---- Uses -----------------------------------------------------------------------------------------

    /// Counts the uses of all values, once. Rules use the counts to decide whether they pay, not for correctness; but
    /// unused values are removed, so no use may be missed.
    fn count_uses(&mut self) {
        if self.scratch.is_counted {
            return;
        }
        self.scratch.is_counted = true;
        let uses = &mut self.scratch.uses;
        uses.clear();
        uses.resize(self.proc.value_count(), 0);
        let mut add = |id: ValueId| {
            if let Some(count) = uses.get_mut(id.index()) {
                *count += 1;
            }
        };
        for id in self.proc.value_ids() {
            let value = self.proc.value(id);
            self.proc.children_of(value).iter().copied().for_each(&mut add);
            if value.flags.contains(ValueFlags::DERIVED)
                && let Some(base) = self.proc.base(id)
            {
                add(base);
            }
        }
        let mut add_entry = |entry: &StateEntry| match *entry {
            StateEntry::Value(id) | StateEntry::Reference(id) => add(id),
            StateEntry::Dead | StateEntry::Constant(..) | StateEntry::Object(_) => {}
        };
        for state in self.proc.states().ids() {
            self.proc.state_entries(state).iter().for_each(&mut add_entry);
        }
        for object in self.proc.objects().ids() {
            self.proc.object_fields(object).iter().for_each(&mut add_entry);
        }
    }

    fn add_use(&mut self, id: ValueId) {
        self.count_uses();
        self.scratch.uses[id.index()] += 1;
    }

    fn drop_use(&mut self, id: ValueId) {
        let uses = &mut self.scratch.uses[id.index()];
        *uses = uses.saturating_sub(1);
        if *uses == 0 {
            self.scratch.maybe_dead.push(id);
        }
    }

    fn drop_children(&mut self, id: ValueId) {
        self.count_uses();
        for place in 0..self.proc.children(id).len() {
            let child = self.proc.children(id)[place];
            self.drop_use(child);
        }
    }

    /// Replaces dead values by Nops, and the operands that die with them.
    fn remove_dead(&mut self) {
        while let Some(id) = self.scratch.maybe_dead.pop() {
            let value = self.proc.value(id);
            let opcode = value.opcode();
            // Constants may be reused; a Phi is the target of its Upsilons.
            let stays = opcode.is_constant() || matches!(opcode, Opcode::Phi | Opcode::Nop);
            if stays || self.scratch.uses[id.index()] != 0 || self.proc.effects_of(value).must_execute() {
                continue;
            }
            self.drop_children(id);
            self.proc.replace_with_nop(id);
        }
    }
}

/// True for a NaN result of arithmetic.
fn is_arithmetic_nan(opcode: Opcode, ty: Type, bits: u64) -> bool {
    let is_nan = match ty {
        Type::Float => f32::from_bits(bits as u32).is_nan(),
        Type::Double => f64::from_bits(bits).is_nan(),
        _ => false,
    };
    use Opcode::*;
    is_nan
        && !matches!(
            opcode,
            Neg | Abs | CopySign | BitAnd | BitOr | BitXor | BitwiseCast | Select | PurifyNaN
        )
}
