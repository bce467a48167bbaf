//! Creates the 64-bit variables and rewrites their users.

use super::{User, WidenWork};
use crate::analysis::LoopId;
use crate::base::Type;
use crate::ir::validate::Contents;
use crate::ir::{Opcode, Procedure, ValueId};
use crate::opt::context::{Context, resolve};
use crate::opt::loops::induction::{Place, Write, written};
use crate::support::Entity;

impl WidenWork {
    /// Widens each variable of which a loop extends a value that then needs no 32-bit sum.
    pub(super) fn rewrite(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.created.clear();
        for at in 0..self.users.len() {
            let user = self.users[at];
            let is_extension = matches!(proc.value(user.id).opcode(), Opcode::ZExt32 | Opcode::SExt32);
            let is_in_loop = cx.flow.loops.innermost(user.place.block.index()).is_some();
            if is_extension && is_in_loop && self.constant_of(proc, &user).is_some() {
                self.widenings[user.affine.variable as usize].pays = true;
            }
        }
        for widening in self.widenings.iter_mut().filter(|widening| widening.pays) {
            widening.pays = cx.fuel.take();
        }
        if !self.widenings.iter().any(|widening| widening.pays) {
            return;
        }
        for n in 0..self.widenings.len() {
            if self.widenings[n].pays {
                self.widen(proc, n);
            }
        }
        for at in 0..self.induction.writes.len() {
            let write = self.induction.writes[at];
            if self.widenings[write.variable as usize].pays {
                self.widen_write(proc, &write);
            }
        }
        for at in 0..self.users.len() {
            let user = self.users[at];
            if self.widenings[user.affine.variable as usize].pays
                && let Some(constant) = self.constant_of(proc, &user)
            {
                self.change(proc, &user, constant);
            }
        }
        self.insert_created(proc, cx);
        cx.contents |= Contents::NOPS_AND_IDENTITIES.union(Contents::INT64);
    }

    /// The constant to add to the shifted 64-bit Phi or sum to get the user's extended value; for a comparison, the
    /// 64-bit number to compare with. `None` if it differs between iterations, or is no immediate.
    fn constant_of(&self, proc: &Procedure, user: &User) -> Option<i64> {
        let interval = self.induction.interval_of(&user.affine)?;
        let value = proc.value(user.id);
        let offset = i128::from(user.affine.offset);
        let constant = match value.opcode() {
            Opcode::ZExt32 => offset + interval.offset_to_unsigned(32)?,
            Opcode::SExt32 => offset + interval.offset_to_signed(32)?,
            opcode => {
                let other = match opcode {
                    Opcode::Branch => 0,
                    _ => proc.value(resolve(proc, proc.children_of(value)[1])).int()?,
                };
                // The only number of the interval that is equal modulo 2^32. For a Branch it must be 0.
                let other = i128::from(other);
                let distance = (other - interval.min).rem_euclid(1 << 32);
                let equal = interval.min + distance;
                (equal <= interval.max).then_some(equal)?
            }
        };
        i32::try_from(constant).is_ok().then_some(constant as i64)
    }

    /// Creates the 64-bit Phi and sum of a variable. The 32-bit ones become their low halves.
    fn widen(&mut self, proc: &mut Procedure, n: usize) {
        let (variable, widening) = (&self.induction.variables[n], &mut self.widenings[n]);
        let origin = proc.value(variable.phi).origin;
        let outer = std::mem::replace(&mut proc.origin, origin);
        let wide = proc.detached().phi(Type::Int64);
        proc.origin = proc.value(variable.next).origin;
        let step = proc.detached().const64(variable.step);
        let sum = proc.detached().apply_typed(Opcode::Add, Type::Int64, &[wide, step]);
        proc.origin = outer;
        proc.replace(variable.phi, Opcode::Trunc, &[wide]);
        proc.replace(variable.next, Opcode::Trunc, &[sum]);
        widening.wide = [wide, sum];
        self.created.push((widening.phi_at, wide));
        self.created.extend([(widening.next_at, step), (widening.next_at, sum)]);
    }

    /// Writes the 64-bit Phi where the 32-bit one was written.
    fn widen_write(&mut self, proc: &mut Procedure, write: &Write) {
        let n = write.variable as usize;
        let [phi, sum] = self.widenings[n].wide;
        let is_back = write.place.block == self.induction.variables[n].latch;
        let origin = proc.value(write.upsilon).origin;
        let outer = std::mem::replace(&mut proc.origin, origin);
        let gets =
            if is_back { sum } else { self.widened(proc, written(proc, write.upsilon).1, write.place) };
        let upsilon = proc.detached().upsilon(gets, phi);
        proc.origin = outer;
        self.created.push((write.place, upsilon));
        proc.replace_with_nop(write.upsilon);
    }

    /// A start value as a 64-bit number: the one that the variable's interval contains.
    fn widened(&mut self, proc: &mut Procedure, id: ValueId, place: Place) -> ValueId {
        if let Some(constant) = proc.value(id).int() {
            return self.put(proc.detached().const64(constant), place);
        }
        if let Some(affine) = self.induction.affine(proc, id).filter(|affine| affine.shift == 0)
            && let Some(interval) = self.induction.interval_of(&affine)
            && let Some(normal) = interval.normalized(32)
            && let widening = &self.widenings[affine.variable as usize]
            && widening.pays
        {
            let of = widening.wide[usize::from(affine.of_next)];
            return self.add(proc, of, affine.offset + (normal.min - interval.min) as i64, place);
        }
        let is_unsigned = self.induction.interval(proc, id).is_some_and(|interval| interval.min >= 0);
        let extension = if is_unsigned { Opcode::ZExt32 } else { Opcode::SExt32 };
        self.put(proc.detached().apply_typed(extension, Type::Int64, &[id]), place)
    }

    /// Replaces an extension by a 64-bit value, or makes a comparison one of 64 bits.
    fn change(&mut self, proc: &mut Procedure, user: &User, constant: i64) {
        let mut of = self.widenings[user.affine.variable as usize].wide[usize::from(user.affine.of_next)];
        let value = *proc.value(user.id);
        let outer = std::mem::replace(&mut proc.origin, value.origin);
        match value.opcode() {
            Opcode::Branch => proc.children_mut(user.id)[0] = of,
            Opcode::Equal | Opcode::NotEqual => {
                let constant = self.put(proc.detached().const64(constant), user.place);
                proc.replace(user.id, value.opcode(), &[of, constant]);
            }
            _ => {
                if user.affine.shift != 0 {
                    let by = self.put(proc.detached().const32(user.affine.shift as i32), user.place);
                    let shifted = proc.detached().apply_typed(Opcode::Shl, Type::Int64, &[of, by]);
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
        let constant = self.put(proc.detached().const64(constant), place);
        self.put(proc.detached().apply_typed(Opcode::Add, Type::Int64, &[of, constant]), place)
    }

    /// Records the place of a new value.
    fn put(&mut self, id: ValueId, place: Place) -> ValueId {
        self.created.push((place, id));
        id
    }

    /// Inserts the new values into their blocks, and moves the low halves of Phis after the Phis of their block.
    fn insert_created(&mut self, proc: &mut Procedure, cx: &mut Context) {
        self.created.sort_by_key(|(place, _)| place.block);
        for of_block in self.created.chunk_by(|(a, _), (b, _)| a.block == b.block) {
            for &(place, id) in of_block {
                self.insertions.insert(place.at as usize, id);
            }
            self.insertions.execute(proc, of_block[0].0.block);
            cx.work += of_block.len() as u64;
        }
        let mut last = LoopId::INVALID;
        for (variable, widening) in self.induction.variables.iter().zip(&self.widenings) {
            if !widening.pays || variable.loop_id == last {
                continue;
            }
            last = variable.loop_id;
            let block = widening.phi_at.block;
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
