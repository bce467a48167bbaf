//! What a rule may ask and do.

use super::Applied;
use super::arithmetic::Arithmetic;
use super::conditions::is_comparison;
use super::rules::Rule;
use crate::base::Type;
use crate::ir::evaluate::Evaluated;
use crate::ir::opcode::Properties;
use crate::ir::{
    BlockId, InsertionSet, Opcode, Procedure, StateEntry, Successor, Value, ValueFlags, ValueId,
};
use crate::opt::context::resolve;
use crate::support::{BitSet, Entity};

/// How often a value is looked at before it is left as it is.
const MAX_ATTEMPTS: u32 = 8;

/// How deep values are reduced that rules make: what a rule makes may be a case of another.
const MAX_DEPTH: u32 = 4;

/// How many of the latest constants of a block are looked through before another one is made.
const RECENT: usize = 6;

/// The room that the pass works in.
#[derive(Debug, Default)]
pub(super) struct Room {
    insertions: InsertionSet,
    /// How often each value is used, by values and by exit states; counted when the first rule wants to know.
    uses: Vec<u32>,
    is_counted: bool,
    /// Values that lost a use and may have none left.
    dying: Vec<ValueId>,
    /// Where there are references: values that pure operations compute from one, and not by comparing.
    stems: BitSet,
    /// Constants that this block got.
    recent: Vec<(Type, u64, ValueId)>,
    values: Vec<ValueId>,
}

/// The procedure, and the place in it where rules are tried.
pub(super) struct Reducer<'a> {
    pub(super) proc: &'a mut Procedure,
    pub(super) arithmetic: Arithmetic,
    applied: &'a mut Applied,
    room: &'a mut Room,
    pub(super) block: BlockId,
    /// Whether there are references.
    references: bool,
    /// Where in the block the value is that is being reduced: new values go before it.
    index: usize,
    depth: u32,
}

impl<'a> Reducer<'a> {
    pub(super) fn new(
        proc: &'a mut Procedure,
        arithmetic: Arithmetic,
        room: &'a mut Room,
        applied: &'a mut Applied,
        references: bool,
    ) -> Reducer<'a> {
        room.is_counted = false;
        room.dying.clear();
        if references {
            room.stems.reset(proc.value_count());
        }
        Reducer { proc, arithmetic, applied, room, references, block: BlockId::INVALID, index: 0, depth: 0 }
    }

    // ---- The walk -------------------------------------------------------------------------------------

    /// Reduces the values of a block.
    pub(super) fn reduce_block(&mut self, block: BlockId) {
        (self.block, self.depth) = (block, 0);
        self.room.recent.clear();
        let mut values = std::mem::take(&mut self.room.values);
        values.clear();
        values.extend_from_slice(self.proc.block_values(block));
        for (index, id) in values.iter().enumerate() {
            self.index = index;
            self.settle(*id);
        }
        self.room.values = values;
        let mut insertions = std::mem::take(&mut self.room.insertions);
        insertions.execute(self.proc, block);
        self.room.insertions = insertions;
    }

    /// Applies rules to a value until none fits.
    fn settle(&mut self, id: ValueId) {
        let mut attempts = 0;
        while self.attempt(id) {
            attempts += 1;
            if attempts == MAX_ATTEMPTS {
                self.applied.unsettled += 1;
                break;
            }
        }
        self.applied.visits += u64::from(attempts) + 1;
        if self.depth == 0 && !self.room.dying.is_empty() {
            self.bury();
        }
    }

    /// Applies one rule; false if none fits.
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
        if copies {
            self.see_through_copies(id);
        }
        // What is computed from a reference must not come to live longer, or under another name.
        if self.references && self.stems_from_reference(id, &value) {
            return self.reduce_address(id, &value);
        }
        self.reduce(id, &value)
    }

    /// True if a value, or an operand, is a reference or computed from one, be it by operations from which a value
    /// may live on.
    #[cold]
    fn stems_from_reference(&mut self, id: ValueId, value: &Value) -> bool {
        let children = self.proc.children_of(value);
        let flags = children.iter().fold(value.flags, |flags, child| flags | self.proc.value(*child).flags);
        let stem = |child: &ValueId| self.room.stems.contains(child.index());
        let stems = flags.intersects(ValueFlags::REFERENCE.union(ValueFlags::DERIVED))
            || self.proc.children_of(value).iter().any(stem);
        if stems && value.opcode().has(Properties::PURE) && !is_comparison(value.opcode()) {
            self.room.stems.insert(id.index());
        }
        stems
    }

    /// Makes children of what copies copy.
    #[cold]
    fn see_through_copies(&mut self, id: ValueId) {
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
    /// Into this: a constant, if it is defined and traps not. Arithmetic that gives a NaN is left to the machine, which
    /// chooses sign and payload: so they do not change with the level.
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
            Some(Evaluated::Bits(bits)) if !is_machines_nan(opcode, value.ty, bits) => {
                self.become_constant(Rule::Fold, id, bits)
            }
            _ => false,
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

    /// A child; every place that a rule asks for is one that its opcode has.
    #[inline]
    pub(super) fn child(&self, id: ValueId, place: usize) -> ValueId {
        self.proc.children(id)[place]
    }

    /// The first two children.
    #[inline]
    pub(super) fn pair(&self, id: ValueId) -> [ValueId; 2] {
        let children = self.proc.children(id);
        [children[0], children[1]]
    }

    /// The operands of a value with this opcode and two operands.
    #[inline]
    pub(super) fn is(&self, id: ValueId, opcode: Opcode) -> Option<[ValueId; 2]> {
        (self.opcode(id) == opcode).then(|| self.pair(id))
    }

    /// The operand of a value with this opcode and one operand.
    #[inline]
    pub(super) fn is_unary(&self, id: ValueId, opcode: Opcode) -> Option<ValueId> {
        (self.opcode(id) == opcode).then(|| self.child(id, 0))
    }

    /// For a value with this opcode whose second operand is an integer constant: the first, and the constant.
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

    /// The bits of a constant of any type.
    pub(super) fn constant_bits(&self, id: ValueId) -> Option<u64> {
        let value = self.proc.value(id);
        value.opcode().is_constant().then(|| value.bits())
    }

    /// Bits of a value's integer type.
    #[inline]
    pub(super) fn bits(&self, id: ValueId) -> u32 {
        self.arithmetic.bits(self.ty(id))
    }

    /// All bits of a value's integer type.
    #[inline]
    pub(super) fn mask(&self, id: ValueId) -> u64 {
        self.arithmetic.mask(self.ty(id))
    }

    /// The operand of `x ^ -1`.
    pub(super) fn is_not(&self, id: ValueId) -> Option<ValueId> {
        let (x, ones) = self.is_with_constant(id, Opcode::BitXor)?;
        (ones == self.mask(id)).then_some(x)
    }

    /// True if nobody else uses the value.
    pub(super) fn is_single(&mut self, id: ValueId) -> bool {
        self.count_uses();
        self.room.uses[id.index()] <= 1
    }

    // ---- Rewriting ------------------------------------------------------------------------------------

    fn record(&mut self, rule: Rule) {
        self.applied.total += 1;
        self.applied.counts[rule as usize] += 1;
    }

    /// Turns a value into a copy of another.
    pub(super) fn become_copy(&mut self, rule: Rule, id: ValueId, other: ValueId) -> bool {
        self.become_operation(rule, id, Opcode::Identity, &[other])
    }

    /// Turns a value into a constant.
    pub(super) fn become_constant(&mut self, rule: Rule, id: ValueId, bits: u64) -> bool {
        self.record(rule);
        self.drop_children(id);
        let bits = if self.ty(id).is_int() { bits & self.mask(id) } else { bits };
        self.proc.replace_with_constant(id, bits);
        true
    }

    /// Turns a value into an operation of the same type.
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

    /// Turns a value that nobody uses into Nop.
    pub(super) fn become_nop(&mut self, rule: Rule, id: ValueId) -> bool {
        self.record(rule);
        self.drop_children(id);
        self.proc.replace_with_nop(id);
        true
    }

    /// Replaces an operand.
    pub(super) fn set_child(&mut self, rule: Rule, id: ValueId, place: usize, child: ValueId) -> bool {
        self.record(rule);
        self.add_use(child);
        let old = std::mem::replace(&mut self.proc.children_mut(id)[place], child);
        self.drop_use(old);
        true
    }

    /// Changes the first two operands over.
    pub(super) fn swap_children(&mut self, rule: Rule, id: ValueId) -> bool {
        self.record(rule);
        self.proc.children_mut(id).swap(0, 1);
        true
    }

    /// Replaces the edges out of the block.
    pub(super) fn set_successors(&mut self, successors: &[Successor]) {
        self.applied.edges = true;
        self.proc.set_successors(self.block, successors);
    }

    /// A new operation before the value that is being reduced; reduced itself.
    pub(super) fn make(&mut self, opcode: Opcode, ty: Type, children: &[ValueId]) -> ValueId {
        self.count_uses();
        let id = self.proc.append_typed(BlockId::INVALID, opcode, ty, children);
        self.register();
        for child in children {
            self.add_use(*child);
        }
        if self.depth < MAX_DEPTH {
            self.depth += 1;
            self.settle(id);
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

    /// A constant before the value that is being reduced.
    pub(super) fn constant(&mut self, ty: Type, bits: u64) -> ValueId {
        let bits = if ty.is_int() { bits & self.arithmetic.mask(ty) } else { bits };
        let recent = self.room.recent.iter().rev().take(RECENT);
        if let Some((_, _, id)) = recent.into_iter().find(|(t, b, _)| (*t, *b) == (ty, bits)) {
            return *id;
        }
        let id = self.proc.add_constant(BlockId::INVALID, ty, bits);
        self.register();
        self.place(id);
        self.room.recent.push((ty, bits, id));
        id
    }

    /// Puts a value that carries something before the one that is being reduced.
    pub(super) fn place_made(&mut self, id: ValueId) {
        let is_counted = self.room.is_counted;
        self.register();
        for place in 0..self.proc.children(id).len() {
            if is_counted {
                self.add_use(self.proc.children(id)[place]);
            }
        }
        self.place(id);
    }

    fn register(&mut self) {
        self.applied.made += 1;
        if self.room.is_counted {
            self.room.uses.resize(self.proc.value_count(), 0);
        }
    }

    fn place(&mut self, id: ValueId) {
        self.room.insertions.insert(self.index, id);
    }

    // ---- Uses -----------------------------------------------------------------------------------------

    /// Counts the uses of all values, if that is not done yet. A rule decides by them whether it pays, never whether
    /// it is right; but what nobody uses is removed, so no use may be missed.
    fn count_uses(&mut self) {
        if self.room.is_counted {
            return;
        }
        self.room.is_counted = true;
        let uses = &mut self.room.uses;
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
        self.room.uses[id.index()] += 1;
    }

    fn drop_use(&mut self, id: ValueId) {
        let uses = &mut self.room.uses[id.index()];
        *uses = uses.saturating_sub(1);
        if *uses == 0 {
            self.room.dying.push(id);
        }
    }

    fn drop_children(&mut self, id: ValueId) {
        self.count_uses();
        for place in 0..self.proc.children(id).len() {
            let child = self.proc.children(id)[place];
            self.drop_use(child);
        }
    }

    /// Turns values that lost their last use into Nop, and so on with what they used.
    fn bury(&mut self) {
        while let Some(id) = self.room.dying.pop() {
            let value = self.proc.value(id);
            let opcode = value.opcode();
            // Constants may be wanted again; a Phi is what Upsilons write.
            let stays = opcode.is_constant() || matches!(opcode, Opcode::Phi | Opcode::Nop);
            if stays || self.room.uses[id.index()] != 0 || self.proc.effects_of(value).must_execute() {
                continue;
            }
            self.drop_children(id);
            self.proc.replace_with_nop(id);
        }
    }
}

/// True for a NaN that arithmetic makes.
fn is_machines_nan(opcode: Opcode, ty: Type, bits: u64) -> bool {
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
