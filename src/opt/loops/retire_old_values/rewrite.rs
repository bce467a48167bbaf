//! Computes the values of counters anew, and makes the sums of some those of the next turn.

use super::{Made, NONE, OldWork, is_in};
use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, KIND, resolve};
use crate::support::Entity;

impl OldWork {
    /// Computes the values that were looked for, and puts them in place of the Phis.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.made.clear();
        let mut turns_over = false;
        for counter in &mut self.counters {
            let (behind, of, step) = match (counter.turns_over(), counter.is_left()) {
                (true, _) => (counter.phi, counter.phi, counter.step),
                (_, true) => (ValueId::INVALID, counter.sum, counter.step.wrapping_neg()),
                _ => continue,
            };
            let (ty, origin) = (proc.value(counter.phi).ty, proc.value(counter.sum).origin);
            let outer = std::mem::replace(&mut proc.origin, origin);
            let (step, sum) = add_sum(proc, ty, of, step);
            proc.origin = outer;
            counter.old = sum;
            self.made.push(Made { block: counter.at, behind, step, sum });
            turns_over |= counter.turns_over();
        }
        self.put_in(proc);
        for one in &self.uses {
            let counter = &self.counters[one.counter as usize];
            if counter.old.is_valid() && (counter.turns_over() || !is_in(&cx.flow.loops, one.block, counter))
            {
                proc.children_mut(one.user)[one.child as usize] = counter.old;
            }
        }
        // Behind that: what one loop leaves may be what another begins with.
        if turns_over {
            self.turn_over(proc, cx);
        }
    }

    /// Puts what was made into its blocks.
    fn put_in(&mut self, proc: &mut Procedure) {
        self.made.sort_by_key(|made| made.block);
        for of_block in self.made.chunk_by(|a, b| a.block == b.block) {
            let block = of_block[0].block;
            let values = proc.block_values(block);
            let is_phi = |id: &&ValueId| proc.value(**id).opcode() == Opcode::Phi;
            let begins = values.iter().take_while(is_phi).count();
            for made in of_block {
                let behind = values.iter().position(|id| *id == made.behind).map_or(0, |place| place + 1);
                self.insertions.insert(begins.max(behind), made.step);
                self.insertions.insert(begins.max(behind), made.sum);
            }
            self.insertions.execute(proc, block);
        }
    }

    /// Makes what sums' Phis get less by what is added to them first: in the loop, where it is what they were, and on
    /// the way in.
    fn turn_over(&mut self, proc: &mut Procedure, cx: &mut Context) {
        for block in proc.block_ids() {
            for place in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[place];
                let value = *proc.value(id);
                if value.opcode() != Opcode::Upsilon {
                    continue;
                }
                let named = self.named.get(value.phi().index()).copied().unwrap_or(NONE);
                let Some(counter) =
                    self.counters.get(named as usize / 2).filter(|counter| counter.turns_over())
                else {
                    continue;
                };
                if id == counter.upsilon {
                    // Nobody needs the sum; but there may be other names for it.
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

/// A constant, and the sum of a value and that, in no block yet.
fn add_sum(proc: &mut Procedure, ty: Type, of: ValueId, step: i64) -> (ValueId, ValueId) {
    let step = proc.add_constant(BlockId::INVALID, ty, step as u64);
    (step, proc.append_typed(BlockId::INVALID, Opcode::Add, ty, &[of, step]))
}

/// A value less a constant, which is one itself if the value is: the constant that was made, and the difference.
fn less_by(proc: &mut Procedure, ty: Type, of: ValueId, step: i64) -> (ValueId, ValueId) {
    let value = proc.value(resolve(proc, of));
    if let Some(constant) = value.int() {
        let less = proc.add_constant(BlockId::INVALID, ty, constant.wrapping_sub(step) as u64);
        return (less, less);
    }
    // A sum of a constant becomes another one, which is as cheap.
    if value.opcode() == Opcode::Add
        && let [of, constant] = *proc.children_of(value)
        && let Some(constant) = proc.value(resolve(proc, constant)).int()
        && !proc.value(of).flags.intersects(KIND)
    {
        return add_sum(proc, ty, of, constant.wrapping_sub(step));
    }
    add_sum(proc, ty, of, step.wrapping_neg())
}
