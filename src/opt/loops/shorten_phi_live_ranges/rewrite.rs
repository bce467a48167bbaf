//! Recomputes old values, and moves sums to the next iteration.

use super::{NewSum, ShortenWork, is_in};
use crate::base::Type;
use crate::ir::{Opcode, Procedure, ValueId};
use crate::opt::context::{Context, KIND, resolve};

impl ShortenWork {
    /// Creates the sums, and replaces uses of the Phis by them.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.sums.clear();
        let mut rotates = false;
        for (range, variable) in self.ranges.iter_mut().zip(&self.induction.variables) {
            let (after, of, step) = match (range.is_rotated(), range.is_recomputed()) {
                (true, _) => (variable.phi, variable.phi, variable.step),
                (_, true) => (ValueId::INVALID, variable.next, variable.step.wrapping_neg()),
                _ => continue,
            };
            if !cx.fuel.take() {
                range.stays = true;
                continue;
            }
            let origin = proc.value(variable.next).origin;
            let outer = std::mem::replace(&mut proc.origin, origin);
            let (step, sum) = add_sum(proc, variable.ty, of, step);
            proc.origin = outer;
            range.old = sum;
            self.sums.push(NewSum { block: range.at, after, step, sum });
            rotates |= range.is_rotated();
        }
        self.insert_sums(proc);
        for one in &self.uses {
            let range = &self.ranges[one.variable as usize];
            if range.old.is_valid() && (range.is_rotated() || !is_in(&cx.flow.loops, one.block, range)) {
                proc.children_mut(one.user)[one.child as usize] = range.old;
            }
        }
        // Last: an old value that was replaced may be the start value of another loop.
        if rotates {
            self.rotate(proc, cx);
        }
    }

    /// Inserts the new sums into their blocks.
    fn insert_sums(&mut self, proc: &mut Procedure) {
        self.sums.sort_by_key(|sum| sum.block);
        for of_block in self.sums.chunk_by(|a, b| a.block == b.block) {
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

    /// Subtracts the step from each value written to the Phi of a sum that moved: in the latch this is the old value,
    /// on entry edges a new one.
    fn rotate(&mut self, proc: &mut Procedure, cx: &mut Context) {
        for block in proc.block_ids() {
            for place in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[place];
                let value = *proc.value(id);
                if value.opcode() != Opcode::Upsilon {
                    continue;
                }
                let Some((n, _)) = self.induction.name(value.phi()) else { continue };
                let (range, variable) = (&self.ranges[n as usize], &self.induction.variables[n as usize]);
                if !range.is_rotated() {
                    continue;
                }
                if id == variable.update {
                    // The sum is dead now, but Identities may still name it.
                    proc.children_mut(id)[0] = range.old;
                    continue;
                }
                let outer = std::mem::replace(&mut proc.origin, value.origin);
                let start = proc.children_of(&value)[0];
                let (step, less) = less_by(proc, variable.ty, start, variable.step);
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

/// Creates a constant and its sum with a value, in no block yet.
fn add_sum(proc: &mut Procedure, ty: Type, of: ValueId, step: i64) -> (ValueId, ValueId) {
    let step = proc.detached().constant(ty, step as u64);
    (step, proc.detached().apply_typed(Opcode::Add, ty, &[of, step]))
}

/// Creates the difference of a value and a constant, which is a constant itself if the value is: the new constant and
/// the difference.
fn less_by(proc: &mut Procedure, ty: Type, of: ValueId, step: i64) -> (ValueId, ValueId) {
    let value = proc.value(resolve(proc, of));
    if let Some(constant) = value.int() {
        let less = proc.detached().constant(ty, constant.wrapping_sub(step) as u64);
        return (less, less);
    }
    // A sum with a constant becomes a sum with another constant, which is as cheap.
    if value.opcode() == Opcode::Add
        && let [of, constant] = *proc.children_of(value)
        && let Some(constant) = proc.value(resolve(proc, constant)).int()
        && !proc.value(of).flags.intersects(KIND)
    {
        return add_sum(proc, ty, of, constant.wrapping_sub(step));
    }
    add_sum(proc, ty, of, step.wrapping_neg())
}
