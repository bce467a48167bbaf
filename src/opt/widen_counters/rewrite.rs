//! Creates the 64-bit counters, and rewrites their users.

use super::trip_count::Interval;
use super::{Entry, Place, User, WidenWork, written};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, resolve};
use crate::support::Entity;

impl WidenWork {
    /// Widens the counters for which a loop contains an extension that becomes redundant.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.new_values.clear();
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
                self.widen(proc, n);
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
                self.rewrite_user(proc, &user, constant);
            }
        }
        self.put_in(proc, cx);
        cx.contents |= Contents::NOPS_AND_IDENTITIES.union(Contents::INT64);
    }

    /// Returns the constant to add to the shifted 64-bit Phi or sum to get the extended value; for a comparison, the
    /// constant to compare it with. Returns `None` if that differs between iterations, or is not an immediate.
    fn constant_of(&self, proc: &Procedure, user: &User) -> Option<i64> {
        let interval = self.interval_of(&user.linear)?;
        let value = proc.value(user.id);
        let constant = match value.opcode() {
            Opcode::ZExt32 => user.linear.plus + interval.offset_to_unsigned()?,
            Opcode::SExt32 => user.linear.plus + interval.offset_to_signed()?,
            opcode => {
                let other = match opcode {
                    Opcode::Branch => 0,
                    _ => proc.value(resolve(proc, proc.children_of(value)[1])).int()?,
                };
                // The only number of the interval that is equal to it. A Branch compares with 0 only: 2^32 is not an
                // immediate.
                let equal = other + Interval::of(other - interval.min).offset_to_unsigned()?;
                (equal <= interval.max).then_some(equal)?
            }
        };
        i32::try_from(constant).is_ok().then_some(constant)
    }

    /// Creates the 64-bit Phi and sum of a counter; the 32-bit ones become Truncs of them.
    fn widen(&mut self, proc: &mut Procedure, n: usize) {
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
        self.new_values.push((counter.phi_at, wide));
        self.new_values.extend([(counter.sum_at, step), (counter.sum_at, sum)]);
    }

    /// Replaces an Upsilon of the 32-bit Phi by one of the 64-bit Phi.
    fn write_entry(&mut self, proc: &mut Procedure, entry: &Entry) {
        let counter = &self.counters[entry.counter as usize];
        let ([phi, sum], is_back) = (counter.wide, entry.place.block == counter.back);
        let origin = proc.value(entry.id).origin;
        let outer = std::mem::replace(&mut proc.origin, origin);
        let gets = if is_back { sum } else { self.widened(proc, written(proc, entry.id).1, entry.place) };
        let upsilon = proc.upsilon(BlockId::INVALID, gets, phi);
        proc.origin = outer;
        self.new_values.push((entry.place, upsilon));
        proc.replace_with_nop(entry.id);
    }

    /// Extends the initial value of a counter to the 64-bit number in the counter's interval.
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

    /// Rewrites an extension, comparison or Branch to use the 64-bit counter.
    fn rewrite_user(&mut self, proc: &mut Procedure, user: &User, constant: i64) {
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

    /// Adds a constant to a value, unless it is 0.
    fn add(&mut self, proc: &mut Procedure, of: ValueId, constant: i64, place: Place) -> ValueId {
        if constant == 0 {
            return of;
        }
        let constant = self.put(proc.add_const64(BlockId::INVALID, constant), place);
        self.put(proc.append_typed(BlockId::INVALID, Opcode::Add, Type::Int64, &[of, constant]), place)
    }

    /// Records a new value for insertion at a position.
    fn put(&mut self, id: ValueId, place: Place) -> ValueId {
        self.new_values.push((place, id));
        id
    }

    /// Inserts the new values into their blocks. In headers, the Truncs of Phis move after all Phis.
    fn put_in(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.new_values.sort_by_key(|(place, _)| place.block);
        for of_block in self.new_values.chunk_by(|(a, _), (b, _)| a.block == b.block) {
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
