//! Rewriting by clients: a walk that may replace and insert values, and substitution of Identities.

use super::{BlockId, Cursor, InsertionSet, Opcode, Procedure, StateEntry, ValueFlags, ValueId};

/// Flags that describe a value to the garbage collector. Values that differ in them are not equal.
pub(crate) const KIND: ValueFlags = ValueFlags::REFERENCE.union(ValueFlags::DERIVED);

/// The position of a walk: a value, which may be replaced, and before which others may be inserted.
#[derive(Debug)]
pub struct Rewriter<'p> {
    /// The procedure. The values of the current block must not be set.
    pub proc: &'p mut Procedure,
    /// The value.
    pub id: ValueId,
    block: BlockId,
    index: usize,
    insertions: &'p mut InsertionSet,
}

impl Rewriter<'_> {
    /// The block of the value.
    pub fn block(&self) -> BlockId {
        self.block
    }

    /// The opcode of the value.
    pub fn opcode(&self) -> Opcode {
        self.proc.value(self.id).opcode()
    }

    /// Inserts the values that `build` appends to no block before the current value, with its origin; returns the
    /// result of `build`. Values that it appends to blocks are where it puts them.
    pub fn insert<R>(&mut self, build: impl FnOnce(&mut Cursor<'_>) -> R) -> R {
        let origin = self.proc.value(self.id).origin;
        self.proc.unplaced = Some(Vec::new());
        let result = build(&mut self.proc.detached().with_origin(origin));
        for new in self.proc.unplaced.take().unwrap_or_default() {
            self.insertions.insert(self.index, new);
        }
        result
    }

    /// Replaces the current value by an Identity of another. [`Procedure::perform_substitution`] removes it later.
    ///
    /// A value of type Void has no uses to replace: it becomes a Nop, so that a store, for example, is deleted.
    ///
    /// Does nothing if the other is the value itself, or an Identity of it.
    pub fn replace(&mut self, other: ValueId) {
        if self.proc.resolve(other) != self.id {
            self.proc.replace_with_identity(self.id, other);
        }
    }
}

impl Procedure {
    /// Visits all values that are in blocks now, block by block and in order. `visit` may replace the value and insert
    /// others before it; inserted values are not visited.
    ///
    /// ```
    /// use barebones::base::Type;
    /// use barebones::host_target;
    /// use barebones::ir::{Opcode, Procedure};
    ///
    /// let mut proc = Procedure::new(&host_target()?);
    /// let root = proc.add_block();
    /// let mut b = proc.at(root);
    /// let x = b.argument(Type::Int64);
    /// let y = b.neg(x);
    /// b.ret([y]);
    ///
    /// // -x is 0 - x.
    /// proc.rewrite(|r| {
    ///     if r.opcode() == Opcode::Neg {
    ///         let operand = r.proc.children(r.id)[0];
    ///         let difference = r.insert(|b| {
    ///             let zero = b.const64(0);
    ///             b.sub(zero, operand)
    ///         });
    ///         r.replace(difference);
    ///     }
    /// });
    /// proc.perform_substitution();
    /// let opcodes: Vec<Opcode> = proc.block_values(root).iter().map(|id| proc.value(*id).opcode()).collect();
    /// assert_eq!(opcodes, [Opcode::ArgumentReg, Opcode::Const64, Opcode::Sub, Opcode::Return]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rewrite(&mut self, mut visit: impl FnMut(&mut Rewriter<'_>)) {
        let mut insertions = InsertionSet::new();
        for block in self.block_ids() {
            let mut index = 0;
            while let Some(&id) = self.block_values(block).get(index) {
                visit(&mut Rewriter { proc: self, id, block, index, insertions: &mut insertions });
                index += 1;
            }
            insertions.execute(self, block);
        }
    }

    /// What a value is after looking through Identities. An Identity that changes what the garbage collector sees
    /// ([`ValueFlags::REFERENCE`], [`ValueFlags::DERIVED`]) counts as a value of its own. So does a value from which
    /// Identities lead to a cycle of Identities, which is not valid.
    #[inline]
    pub fn resolve(&self, id: ValueId) -> ValueId {
        match self.get_value(id) {
            Some(value) if value.opcode() == Opcode::Identity => self.resolve_identity(id),
            _ => id, // nearly always
        }
    }

    #[inline(never)]
    fn resolve_identity(&self, start: ValueId) -> ValueId {
        let mut id = start;
        // R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980: a cycle returns to the value at the
        // last step whose number is a power of two.
        let (mut last, mut steps, mut limit) = (start, 0_usize, 1);
        while let Some(value) = self.get_value(id)
            && value.opcode() == Opcode::Identity
        {
            let child = self.children_of(value)[0];
            let same = |other: &super::Value| (value.flags ^ other.flags) & KIND == ValueFlags::empty();
            if !self.get_value(child).is_some_and(same) {
                break;
            }
            id = child;
            if id == last {
                return start;
            }
            steps += 1;
            if steps == limit {
                (last, steps, limit) = (id, 0, limit * 2);
            }
        }
        id
    }

    /// Lets all uses of an Identity use its operand, in exit states too, and removes Identities without uses and Nops
    /// from their blocks.
    pub fn perform_substitution(&mut self) {
        for block in self.block_ids() {
            let mut values = self.block_values(block).to_vec();
            for id in &values {
                for n in 0..self.children(*id).len() {
                    let source = self.resolve(self.children(*id)[n]);
                    self.children_mut(*id)[n] = source;
                }
                if let Some(base) = self.base(*id) {
                    let source = self.resolve(base);
                    self.set_derived(*id, source);
                }
            }
            values.retain(|id| self.value(*id).opcode() != Opcode::Nop && self.resolve(*id) == *id);
            self.set_block_values(block, &values);
        }
        let resolved = |proc: &Procedure, entry| match entry {
            StateEntry::Value(id) => StateEntry::Value(proc.resolve(id)),
            StateEntry::Reference(id) => StateEntry::Reference(proc.resolve(id)),
            StateEntry::Dead | StateEntry::Constant(..) | StateEntry::Object(_) => entry,
        };
        for state in self.states().ids() {
            for n in 0..self.state_entries(state).len() {
                self.state_entries_mut(state)[n] = resolved(self, self.state_entries(state)[n]);
            }
        }
        for object in self.objects().ids() {
            for n in 0..self.object_fields(object).len() {
                self.object_fields_mut(object)[n] = resolved(self, self.object_fields(object)[n]);
            }
        }
        for id in self.value_ids() {
            if self.resolve(id) != id {
                self.replace_with_nop(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{StateId, Type};
    use crate::ir::testing::target;
    use crate::ir::validate;

    #[test]
    fn substitution_reaches_states_objects_and_bases() {
        let mut proc = Procedure::new(&target());
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        b.proc.get_value_mut(x).expect("exists").flags |= ValueFlags::REFERENCE;
        let copy = b.identity(x);
        b.proc.get_value_mut(copy).expect("exists").flags |= ValueFlags::REFERENCE;
        let again = b.identity(copy);
        b.proc.get_value_mut(again).expect("exists").flags |= ValueFlags::REFERENCE;
        // Not a reference: a value of its own.
        let number = b.identity(again);
        let derived = b.add(again, number);
        b.nop();
        b.proc.set_derived(derived, again);
        let object = b.proc.add_object(1, &[StateEntry::Reference(copy)]);
        let entries = [StateEntry::Reference(again), StateEntry::Object(object), StateEntry::Value(number)];
        let state = b.proc.add_state(StateId::INVALID, 1, 2, &entries);
        b.ret([derived]);
        proc.perform_substitution();
        assert_eq!(validate(&proc).err(), None);
        assert_eq!(proc.block_values(root).len(), 4);
        assert_eq!(proc.children(number), [x]);
        assert_eq!(proc.children(derived), [x, number]);
        assert_eq!(proc.base(derived), Some(x));
        assert_eq!(proc.object_fields(object), [StateEntry::Reference(x)]);
        let expected = [StateEntry::Reference(x), StateEntry::Object(object), StateEntry::Value(number)];
        assert_eq!(proc.state_entries(state), expected);
    }

    /// Identities that lead to themselves are not valid. They stay, for validation to report.
    #[test]
    fn cycles_of_identities_end() {
        for length in 1..6 {
            let mut proc = Procedure::new(&target());
            let root = proc.add_block();
            let mut b = proc.at(root);
            let x = b.argument(Type::Int64);
            let cycle: Vec<ValueId> = (0..length).map(|_| b.neg(x)).collect();
            let tail = b.identity(cycle[0]);
            b.ret([tail]);
            for n in 0..length {
                proc.replace_with_identity(cycle[n], cycle[(n + 1) % length]);
            }
            assert_eq!(cycle.iter().map(|id| proc.resolve(*id)).collect::<Vec<_>>(), cycle);
            assert_eq!(proc.resolve(tail), tail);
            proc.perform_substitution();
            assert_eq!(proc.block_values(root).len(), length + 3);
            assert!(validate(&proc).is_err());
        }
    }

    #[test]
    fn a_value_is_not_replaced_by_itself() {
        let mut proc = Procedure::new(&target());
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let y = b.neg(x);
        let z = b.neg(x);
        let store = b.store(z, x, 0);
        b.ret([z]);
        proc.rewrite(|r| match r.id {
            id if id == y => r.replace(y),
            id if id == z => r.replace(y),
            id if id == store => r.replace(x),
            _ => {}
        });
        proc.perform_substitution();
        assert_eq!(validate(&proc).err(), None);
        let opcodes: Vec<Opcode> =
            proc.block_values(root).iter().map(|id| proc.value(*id).opcode()).collect();
        assert_eq!(opcodes, [Opcode::ArgumentReg, Opcode::Neg, Opcode::Return], "the store is deleted");
        // A value that replaces another one is its own replacement.
        proc.rewrite(|r| {
            if r.id == y {
                let copy = r.insert(|b| b.neg(x));
                r.replace(copy);
                let (other, own) = (r.id, copy);
                assert_eq!(r.proc.resolve(other), own);
            }
        });
        assert_eq!(validate(&proc).err(), None);
    }

    #[test]
    fn a_value_is_not_replaced_by_an_identity_of_it() {
        let mut proc = Procedure::new(&target());
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let y = b.neg(x);
        let copy = b.identity(y);
        b.ret([copy]);
        proc.rewrite(|r| {
            if r.id == y {
                r.replace(copy);
            }
        });
        assert_eq!((proc.value(y).opcode(), proc.resolve(copy)), (Opcode::Neg, y));
        assert_eq!(validate(&proc).err(), None);
    }

    #[test]
    fn values_for_other_blocks_are_listed_once() {
        let mut proc = Procedure::new(&target());
        let [root, next] = std::array::from_fn(|_| proc.add_block());
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let y = b.neg(x);
        b.jump(next);
        proc.rewrite(|r| {
            if r.id == y {
                r.insert(|b| {
                    b.at(next).const64(3);
                    b.const64(4);
                    b.at(root).const64(5)
                });
            }
        });
        assert_eq!((proc.block_values(root).len(), proc.block_values(next).len()), (5, 1));
    }

    #[test]
    fn inserted_values_are_not_visited() {
        let mut proc = Procedure::new(&target());
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let sum = b.add(x, x);
        b.ret([sum]);
        let mut visits = 0;
        proc.rewrite(|r| {
            visits += 1;
            assert_eq!(r.block(), Procedure::ROOT);
            if r.opcode() == Opcode::Add {
                let [a, b] = r.proc.children(r.id) else { panic!("two operands") };
                let (a, b) = (*a, *b);
                let twice = r.insert(|cursor| {
                    let sum = cursor.add(a, b);
                    cursor.add(sum, sum)
                });
                r.replace(twice);
            }
        });
        assert_eq!(visits, 3);
        assert_eq!(proc.block_values(root).len(), 5);
        assert_eq!(validate(&proc).err(), None);
    }
}
