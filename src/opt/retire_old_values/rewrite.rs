//! Recomputes the values of counters, and moves sums to the next iteration.

use super::{NONE, NewSum, RetireWork, is_in};
use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, KIND, resolve};
use crate::support::Entity;

impl RetireWork {
    /// Recomputes the values that were chosen, and replaces the uses of the Phis.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.new_sums.clear();
        let mut is_rotated = false;
        for counter in &mut self.counters {
            let (after, of, step) = match (counter.is_rotated(), counter.is_recomputed()) {
                (true, _) => (counter.phi, counter.phi, counter.step),
                (_, true) => (ValueId::INVALID, counter.sum, counter.step.wrapping_neg()),
                _ => continue,
            };
            let (ty, origin) = (proc.value(counter.phi).ty, proc.value(counter.sum).origin);
            let outer = std::mem::replace(&mut proc.origin, origin);
            let (step, sum) = add_sum(proc, ty, of, step);
            proc.origin = outer;
            counter.old = sum;
            self.new_sums.push(NewSum { block: counter.at, after, step, sum });
            is_rotated |= counter.is_rotated();
        }
        self.insert_sums(proc);
        for one in &self.uses {
            let counter = &self.counters[one.counter as usize];
            if counter.old.is_valid() && (counter.is_rotated() || !is_in(&cx.flow.loops, one.block, counter))
            {
                proc.children_mut(one.user)[one.child as usize] = counter.old;
            }
        }
        // Last, because the final value of one loop may be the initial value of another.
        if is_rotated {
            self.rotate_sums(proc, cx);
        }
    }

    /// Inserts the recomputed sums into their blocks.
    fn insert_sums(&mut self, proc: &mut Procedure) {
        self.new_sums.sort_by_key(|new| new.block);
        for of_block in self.new_sums.chunk_by(|a, b| a.block == b.block) {
            let block = of_block[0].block;
            let values = proc.block_values(block);
            let is_phi = |id: &&ValueId| proc.value(**id).opcode() == Opcode::Phi;
            let begins = values.iter().take_while(is_phi).count();
            for new in of_block {
                let after = values.iter().position(|id| *id == new.after).map_or(0, |place| place + 1);
                self.insertions.insert(begins.max(after), new.step);
                self.insertions.insert(begins.max(after), new.sum);
            }
            self.insertions.execute(proc, block);
        }
    }

    /// Adapts the Upsilons of Phis whose sum moves to the next iteration: each initial value is reduced by the step,
    /// and the back edge carries the sum.
    fn rotate_sums(&mut self, proc: &mut Procedure, cx: &mut Context) {
        for block in proc.block_ids() {
            for place in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[place];
                let value = *proc.value(id);
                if value.opcode() != Opcode::Upsilon {
                    continue;
                }
                let named = self.named.get(value.phi().index()).copied().unwrap_or(NONE);
                let Some(counter) =
                    self.counters.get(named as usize / 2).filter(|counter| counter.is_rotated())
                else {
                    continue;
                };
                if id == counter.upsilon {
                    // The old sum is dead, but Identities may still name it.
                    proc.children_mut(id)[0] = counter.old;
                    continue;
                }
                let outer = std::mem::replace(&mut proc.origin, value.origin);
                let (ty, gets) = (proc.value(counter.phi).ty, proc.children_of(&value)[0]);
                let (step, less) = less_by(proc, ty, gets, counter.step);
                proc.origin = outer;
                proc.children_mut(id)[0] = less;
                self.insertions.insert(place, step);
                if less != step {
                    self.insertions.insert(place, less);
                }
            }
            self.insertions.execute(proc, block);
            cx.work += proc.block_values(block).len() as u64;
        }
    }
}

/// Creates the sum of a value and a constant. Returns the constant and the sum; neither is in a block yet.
fn add_sum(proc: &mut Procedure, ty: Type, of: ValueId, step: i64) -> (ValueId, ValueId) {
    let step = proc.add_constant(BlockId::INVALID, ty, step as u64);
    (step, proc.append_typed(BlockId::INVALID, Opcode::Add, ty, &[of, step]))
}

/// Subtracts a constant from a value. Returns the new constant and the difference, which are the same if the value is
/// constant.
fn less_by(proc: &mut Procedure, ty: Type, of: ValueId, step: i64) -> (ValueId, ValueId) {
    let value = proc.value(resolve(proc, of));
    if let Some(constant) = value.int() {
        let less = proc.add_constant(BlockId::INVALID, ty, constant.wrapping_sub(step) as u64);
        return (less, less);
    }
    // A sum with a constant becomes another such sum, which is as cheap.
    if value.opcode() == Opcode::Add
        && let [of, constant] = *proc.children_of(value)
        && let Some(constant) = proc.value(resolve(proc, constant)).int()
        && !proc.value(of).flags.intersects(KIND)
    {
        return add_sum(proc, ty, of, constant.wrapping_sub(step));
    }
    add_sum(proc, ty, of, step.wrapping_neg())
}
