//! Makes counters of 64 bits, and what their users become.

use super::turns::Interval;
use super::{Entry, Place, User, WideWork, written};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, resolve};
use crate::support::Entity;

impl WideWork {
    /// Widens the counters of which a loop extends something that needs no sum of 32 bits then.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.made.clear();
        for at in 0..self.users.len() {
            let user = self.users[at];
            let is_extension = matches!(proc.value(user.id).opcode(), Opcode::ZExt32 | Opcode::SExt32);
            let is_in_loop = cx.flow.loops.innermost(user.place.block.index()).is_some();
            if is_extension && is_in_loop && self.constant_of(proc, &user).is_some() {
                self.counters[user.linear.counter as usize].pays = true;
            }
        }
        if !self.counters.iter().any(|counter| counter.pays) {
            return;
        }
        for n in 0..self.counters.len() {
            if self.counters[n].pays {
                self.make(proc, n);
            }
        }
        for at in 0..self.entries.len() {
            let entry = self.entries[at];
            if self.counters[entry.counter as usize].pays {
                self.write_entry(proc, &entry);
            }
        }
        for at in 0..self.users.len() {
            let user = self.users[at];
            if self.counters[user.linear.counter as usize].pays
                && let Some(constant) = self.constant_of(proc, &user)
            {
                self.change(proc, &user, constant);
            }
        }
        self.put_in(proc, cx);
        cx.contents |= Contents::LEFTOVERS.union(Contents::INT64);
    }

    /// What a user's Phi or sum of 64 bits, shifted, has to be added to be what it extends; of a comparison, what it is
    /// equal to. `None` if that is not the same in all turns, or is no immediate.
    fn constant_of(&self, proc: &Procedure, user: &User) -> Option<i64> {
        let interval = self.interval_of(&user.linear)?;
        let value = proc.value(user.id);
        let constant = match value.opcode() {
            Opcode::ZExt32 => user.linear.plus + interval.brought_to_unsigned()?,
            Opcode::SExt32 => user.linear.plus + interval.brought_to_signed()?,
            opcode => {
                let other = match opcode {
                    Opcode::Branch => 0,
                    _ => proc.value(resolve(proc, proc.children_of(value)[1])).int()?,
                };
                // The one number of the interval that it may be. A Branch asks for 0: 2^32 is no immediate.
                let equal = other + Interval::of(other - interval.min).brought_to_unsigned()?;
                (equal <= interval.max).then_some(equal)?
            }
        };
        i32::try_from(constant).is_ok().then_some(constant)
    }

    /// Makes a counter's Phi and sum of 64 bits; those of 32 bits are their lower halves.
    fn make(&mut self, proc: &mut Procedure, n: usize) {
        let counter = &mut self.counters[n];
        let origin = proc.value(counter.phi).origin;
        let outer = std::mem::replace(&mut proc.origin, origin);
        let wide = proc.phi(BlockId::INVALID, Type::Int64);
        proc.origin = proc.value(counter.sum).origin;
        let step = proc.add_const64(BlockId::INVALID, counter.step);
        let sum = proc.append_typed(BlockId::INVALID, Opcode::Add, Type::Int64, &[wide, step]);
        proc.origin = outer;
        proc.replace(counter.phi, Opcode::Trunc, &[wide]);
        proc.replace(counter.sum, Opcode::Trunc, &[sum]);
        counter.wide = [wide, sum];
        self.made.push((counter.phi_at, wide));
        self.made.extend([(counter.sum_at, step), (counter.sum_at, sum)]);
    }

    /// Writes a Phi of 64 bits where that of 32 was written.
    fn write_entry(&mut self, proc: &mut Procedure, entry: &Entry) {
        let counter = &self.counters[entry.counter as usize];
        let ([phi, sum], is_back) = (counter.wide, entry.place.block == counter.back);
        let origin = proc.value(entry.id).origin;
        let outer = std::mem::replace(&mut proc.origin, origin);
        let gets = if is_back { sum } else { self.widened(proc, written(proc, entry.id).1, entry.place) };
        let upsilon = proc.upsilon(BlockId::INVALID, gets, phi);
        proc.origin = outer;
        self.made.push((entry.place, upsilon));
        proc.replace_with_nop(entry.id);
    }

    /// What a counter gets in front of its loop as a number of 64 bits: that which its interval has.
    fn widened(&mut self, proc: &mut Procedure, id: ValueId, place: Place) -> ValueId {
        if let Some(constant) = proc.value(id).int() {
            return self.put(proc.add_const64(BlockId::INVALID, constant), place);
        }
        if let Some(linear) = self.linear(proc, id).filter(|linear| linear.shift == 0)
            && let Some(interval) = self.interval_of(&linear)
            && let Some(normal) = interval.normal()
            && let counter = &self.counters[linear.counter as usize]
            && counter.pays
        {
            let of = counter.wide[usize::from(linear.of_sum)];
            return self.add(proc, of, linear.plus + normal.min - interval.min, place);
        }
        let is_unsigned = self.interval(proc, id).is_some_and(|interval| interval.min >= 0);
        let extension = if is_unsigned { Opcode::ZExt32 } else { Opcode::SExt32 };
        self.put(proc.append_typed(BlockId::INVALID, extension, Type::Int64, &[id]), place)
    }

    /// Computes an extension, or compares, in 64 bits.
    fn change(&mut self, proc: &mut Procedure, user: &User, constant: i64) {
        let counter = &self.counters[user.linear.counter as usize];
        let mut of = counter.wide[usize::from(user.linear.of_sum)];
        let value = *proc.value(user.id);
        let outer = std::mem::replace(&mut proc.origin, value.origin);
        match value.opcode() {
            Opcode::Branch => proc.children_mut(user.id)[0] = of,
            Opcode::Equal | Opcode::NotEqual => {
                let constant = self.put(proc.add_const64(BlockId::INVALID, constant), user.place);
                proc.replace(user.id, value.opcode(), &[of, constant]);
            }
            _ => {
                if user.linear.shift != 0 {
                    let by =
                        self.put(proc.add_const32(BlockId::INVALID, user.linear.shift as i32), user.place);
                    let shifted = proc.append_typed(BlockId::INVALID, Opcode::Shl, Type::Int64, &[of, by]);
                    of = self.put(shifted, user.place);
                }
                let sum = self.add(proc, of, constant, user.place);
                proc.replace_with_identity(user.id, sum);
            }
        }
        proc.origin = outer;
    }

    /// A value, and a constant if that is not 0.
    fn add(&mut self, proc: &mut Procedure, of: ValueId, constant: i64, place: Place) -> ValueId {
        if constant == 0 {
            return of;
        }
        let constant = self.put(proc.add_const64(BlockId::INVALID, constant), place);
        self.put(proc.append_typed(BlockId::INVALID, Opcode::Add, Type::Int64, &[of, constant]), place)
    }

    /// A new value will be at a place.
    fn put(&mut self, id: ValueId, place: Place) -> ValueId {
        self.made.push((place, id));
        id
    }

    /// Puts what is new into its blocks; the lower halves of Phis behind all Phis that a block begins with.
    fn put_in(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.made.sort_by_key(|(place, _)| place.block);
        for of_block in self.made.chunk_by(|(a, _), (b, _)| a.block == b.block) {
            for &(place, id) in of_block {
                self.insertions.insert(place.at as usize, id);
            }
            self.insertions.execute(proc, of_block[0].0.block);
            cx.work += of_block.len() as u64;
        }
        let mut last = LoopId::INVALID;
        for counter in self.counters.iter().filter(|counter| counter.pays) {
            if counter.of == last {
                continue;
            }
            last = counter.of;
            let block = counter.phi_at.block;
            let values = proc.block_values(block);
            let is_phi = |id: &ValueId| proc.value(*id).opcode() == Opcode::Phi;
            let is_half =
                |id: &ValueId| proc.value(*id).opcode() == Opcode::Trunc && is_phi(&proc.children(*id)[0]);
            let begin = values.iter().take_while(|id| is_phi(id) || is_half(id)).count();
            let (begin, rest) = values.split_at(begin);
            self.kept.clear();
            self.kept.extend(begin.iter().filter(|id| is_phi(id)));
            self.kept.extend(begin.iter().filter(|id| !is_phi(id)));
            self.kept.extend_from_slice(rest);
            proc.set_block_values(block, &self.kept);
        }
    }
}
