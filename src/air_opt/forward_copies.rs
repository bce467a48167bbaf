//! Lets readers of a copy read what was copied, where that spares the copy.
//!
//! Selection copies: a Phi or a variable out of its shadow, and back into it. Allocation joins the two sides of
//! a copy if they are never alive together. Often they are, only because one is read where the other would do:
//!
//! ```text
//! Move %shadow, %t              |                            Add32 %a, 1, %t     |  Add32 %a, 1, %t
//! Branch32 .., %t, %n           |  Branch32 .., %shadow, %n  Move %t, %shadow    |  Move %t, %shadow
//!   (%shadow is alive behind)   |                            Branch32 .., %t, %n |  Branch32 .., %shadow, %n
//! ```
//!
//! - *Sources for destinations* (left): if all readers of a temporary that lives in one block come before
//!   the next definition of what it is a copy of, they read that, and the copy goes.
//! - *Destinations for sources* (right): if the source dies in this block, before the next definition of the
//!   destination, its later readers read the destination. The source then dies at the copy, which allocation can
//!   join.
//!
//! Both are done wholly or not at all: a reader that is left behind would keep both alive, and the others in
//! vain.
//!
//! - Requires: code before allocation; `TmpInfo::global` is true of every temporary that crosses blocks.
//! - Ensures: the same values are computed, by no more instructions.
//! - Cost: one walk backward over blocks with copies, as far as the first of them, and one forward.

use crate::air::{Arg, Block, Code, Effects, FormId, Inst, InstBuffer, Opcode, OperandSpec, Timing, Tmp};

/// No instruction of the block.
const NEVER: u32 = u32::MAX;

/// How many names of one value are looked through.
const MAX_NAMES: usize = 4;

/// What is known of a temporary in one block.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The block, plus one, for which the rest is true.
    block: u32,
    /// Backward, the point of the last read before the next definition; 0 if there is none.
    last_read: u32,
    /// Backward, the point of the next definition.
    next_def: u32,
    /// Forward, the bits of the temporary to read instead; its own if there is none.
    instead: u32,
}

/// What becomes of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    /// It goes; readers of its destination read its source.
    Remove,
    /// It stays; readers of its source that come behind it read its destination.
    Redirect,
}

/// The memory of the pass.
#[derive(Debug, Default)]
pub struct CopyForwarding {
    seen: Vec<Seen>,
    /// Of the block at hand, from the last copy to the first.
    plans: Vec<(u32, Plan)>,
    args: Vec<Arg>,
}

impl CopyForwarding {
    /// Runs the pass, and returns how many copies it removed.
    pub fn run(&mut self, code: &mut Code) -> usize {
        let mut end = 0;
        let mut ascends = |block: &Block| block.insts.start >= std::mem::replace(&mut end, block.insts.end);
        if !code.blocks.values().all(&mut ascends) || end as usize > code.buffer.insts.len() {
            return 0;
        }
        self.seen.clear();
        self.seen.resize(code.tmps.len(), Seen::default());
        let mut output = 0;
        let mut removed = 0;
        for block in code.blocks.ids() {
            let range = code.blocks[block].insts.clone();
            self.plans.clear();
            self.plan(code, range.clone(), block.number() + 1);
            let start = output;
            if self.plans.is_empty() {
                if output != range.start {
                    code.buffer.insts.copy_within(range.start as usize..range.end as usize, output as usize);
                }
                output += range.end - range.start;
            } else {
                output = self.rewrite(code, range, block.number() + 1, output);
            }
            removed += code.blocks[block].insts.len() - (output - start) as usize;
            code.blocks[block].insts = start..output;
        }
        code.buffer.insts.truncate(output as usize);
        removed
    }

    #[inline]
    fn seen(&mut self, tmp: u32, block: u32) -> &mut Seen {
        let seen = &mut self.seen[tmp as usize];
        if seen.block != block {
            *seen = Seen { block, last_read: 0, next_def: NEVER, instead: NEVER };
        }
        seen
    }

    // ---- Backward: what can be done -----------------------------------------------------------------

    /// Plans the copies of a block. Points are two for each instruction, early and late, counted from 1.
    fn plan(&mut self, code: &Code, range: std::ops::Range<u32>, block: u32) {
        let insts = &code.buffer.insts[range.start as usize..range.end as usize];
        let Some(first) = insts.iter().position(|inst| copied(&code.buffer, inst).is_some()) else { return };
        for (at, inst) in insts.iter().enumerate().skip(first).rev() {
            let number = range.start + at as u32;
            let early = 2 * (at as u32 + 1);
            if let Some((from, to)) = copied(&code.buffer, inst) {
                let plan = self.plan_copy(code, block, from, to);
                self.plans.extend(plan.map(|plan| (number, plan)));
                if plan == Some(Plan::Remove) {
                    continue;
                }
                self.write(to, early + 1, block);
                // What a redirected source was read for behind the copy is read from the destination.
                let source = self.seen(from.1, block);
                source.last_read = if plan.is_some() { early } else { source.last_read.max(early) };
                continue;
            }
            let args = code.buffer.args(inst);
            if let Some(effects) = Effects::simple(inst.form) {
                self.simple_inst(args, effects, early, block);
                continue;
            }
            let (specs, first) = operands(code, inst, args);
            let args = || args.iter().skip(first).zip(specs);
            for (arg, spec) in args() {
                if let (Arg::Tmp(tmp), Some(timing)) = (arg, spec.role.def_timing())
                    && let Some(number) = tmp.number()
                {
                    let late = u32::from(timing == Timing::Late);
                    self.write((*tmp, number), early + late, block);
                }
            }
            // What a generator may destroy must not stand for another operand. Read late, that is as long as it.
            let destroys = inst.form == FormId::SPECIAL
                && specs.iter().any(|spec| spec.role.is_use() && spec.role.def_timing().is_some());
            let timing = |timing| if destroys { Timing::Late } else { timing };
            for (arg, spec) in args() {
                match *arg {
                    Arg::Tmp(tmp) => match (tmp.number(), spec.role.use_timing()) {
                        // Another temporary cannot be put in place of one that is changed.
                        (Some(number), Some(_)) if spec.role.def_timing().is_some() => {
                            self.seen(number, block).last_read = NEVER;
                        }
                        (Some(number), Some(read)) => self.read(number, early, timing(read), block),
                        _ => {}
                    },
                    mut arg => arg.for_each_address_tmp(|tmp| {
                        if let Some(number) = tmp.number() {
                            self.read(number, early, timing(spec.role.address_timing()), block);
                        }
                    }),
                }
            }
        }
    }

    /// An instruction that reads and then writes temporaries.
    fn simple_inst(&mut self, args: &[Arg], effects: &Effects, early: u32, block: u32) {
        let mut writes = effects.writes;
        while let Some(arg) = args.get(writes.trailing_zeros() as usize) {
            writes &= writes - 1;
            if let Arg::Tmp(tmp) = *arg
                && let Some(number) = tmp.number()
            {
                self.write((tmp, number), early + 1, block);
            }
        }
        let (mut writes, mut late) = (effects.writes, effects.late);
        for arg in args {
            let timing = if late & 1 != 0 { Timing::Late } else { Timing::Early };
            match *arg {
                Arg::Tmp(_) if writes & 1 != 0 => {}
                Arg::Tmp(tmp) => self.read_tmp(tmp, early, timing, block),
                Arg::Addr { base, .. } => self.read_tmp(base, early, timing, block),
                Arg::Index { base, index, .. } => {
                    self.read_tmp(base, early, timing, block);
                    self.read_tmp(index, early, timing, block);
                }
                _ => {}
            }
            writes >>= 1;
            late >>= 1;
        }
    }

    #[inline]
    fn read_tmp(&mut self, tmp: Tmp, early: u32, timing: Timing, block: u32) {
        if let Some(number) = tmp.number() {
            self.read(number, early, timing, block);
        }
    }

    #[inline]
    fn write(&mut self, (_, number): (Tmp, u32), point: u32, block: u32) {
        let seen = self.seen(number, block);
        (seen.next_def, seen.last_read) = (point, 0);
    }

    #[inline]
    fn read(&mut self, number: u32, early: u32, timing: Timing, block: u32) {
        let seen = self.seen(number, block);
        seen.last_read = seen.last_read.max(early + u32::from(timing == Timing::Late));
    }

    fn plan_copy(&mut self, code: &Code, block: u32, from: (Tmp, u32), to: (Tmp, u32)) -> Option<Plan> {
        let is_remat = |number: u32| code.tmps[number as usize].remat.is_valid();
        if from.1 == to.1 || from.0.bank() != to.0.bank() || is_remat(from.1) || is_remat(to.1) {
            return None;
        }
        let is_local = |number: u32| !code.tmps[number as usize].global;
        let same_kind = code.tmps[from.1 as usize].reference == code.tmps[to.1 as usize].reference;
        let (source, destination) = (*self.seen(from.1, block), *self.seen(to.1, block));
        if is_local(to.1) && same_kind && destination.last_read < source.next_def {
            let source = self.seen(from.1, block);
            source.last_read = source.last_read.max(destination.last_read);
            return Some(Plan::Remove);
        }
        let read_later = source.last_read != 0;
        if read_later && is_local(from.1) && same_kind && source.last_read < destination.next_def {
            // The source is a name of its value only as long as the destination is.
            let source = self.seen(from.1, block);
            source.next_def = source.next_def.min(destination.next_def);
            return Some(Plan::Redirect);
        }
        None
    }

    // ---- Forward: doing it --------------------------------------------------------------------------

    /// Moves the instructions of a block to `output`, without the copies that go. Returns where they end.
    fn rewrite(&mut self, code: &mut Code, range: std::ops::Range<u32>, block: u32, mut output: u32) -> u32 {
        let first = self.plans.last().map_or(range.end, |plan| plan.0);
        code.buffer.insts.copy_within(range.start as usize..first as usize, output as usize);
        output += first - range.start;
        for number in first..range.end {
            let inst = code.buffer.insts[number as usize];
            let plan = match self.plans.last() {
                Some(&(at, plan)) if at == number => {
                    self.plans.pop();
                    Some(plan)
                }
                _ => None,
            };
            let copy = plan.and_then(|plan| Some((plan, copied(&code.buffer, &inst)?)));
            if let Some((Plan::Remove, (from, to))) = copy {
                self.seen(to.1, block).instead = self.current(from.0, block).bits();
                continue;
            }
            self.rename(code, &inst, block);
            // The program's source: another temporary may have been put in its place.
            if let Some((Plan::Redirect, (from, to))) = copy {
                self.seen(from.1, block).instead = to.0.bits();
            }
            code.buffer.insts[output as usize] = inst;
            output += 1;
        }
        output
    }

    /// Puts other temporaries in place of those that an instruction reads.
    fn rename(&mut self, code: &mut Code, inst: &Inst, block: u32) {
        if let Some(effects) = Effects::simple(inst.form) {
            let mut writes = effects.writes;
            for arg in code.buffer.args_mut(inst) {
                match arg {
                    Arg::Tmp(tmp) if writes & 1 == 0 => *tmp = self.current(*tmp, block),
                    // All reads stand before it.
                    Arg::Tmp(tmp) => self.forget(*tmp, block),
                    _ => arg.for_each_address_tmp(|tmp| *tmp = self.current(*tmp, block)),
                }
                writes >>= 1;
            }
            return;
        }
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        args.extend_from_slice(code.buffer.args(inst));
        let (specs, first) = operands(code, inst, &args);
        for (arg, spec) in args.iter_mut().skip(first).zip(specs) {
            match arg {
                Arg::Tmp(tmp) if spec.role.is_use() => *tmp = self.current(*tmp, block),
                Arg::Tmp(_) => {}
                _ => arg.for_each_address_tmp(|tmp| *tmp = self.current(*tmp, block)),
            }
        }
        for (arg, spec) in args.iter().skip(first).zip(specs) {
            if let (Arg::Tmp(tmp), Some(_)) = (arg, spec.role.def_timing()) {
                self.forget(*tmp, block);
            }
        }
        code.buffer.args_mut(inst).copy_from_slice(&args);
        self.args = args;
    }

    /// A temporary has a new value: readers read it itself.
    #[inline]
    fn forget(&mut self, tmp: Tmp, block: u32) {
        if let Some(seen) = tmp.number().and_then(|number| self.seen.get_mut(number as usize))
            && seen.block == block
        {
            seen.instead = NEVER;
        }
    }

    /// What to read instead of a temporary.
    #[inline]
    fn current(&self, mut tmp: Tmp, block: u32) -> Tmp {
        for _ in 0..MAX_NAMES {
            match tmp.number().map(|number| self.seen[number as usize]) {
                Some(seen) if seen.block == block && seen.instead != NEVER => {
                    tmp = Tmp::from_bits(seen.instead);
                }
                _ => break,
            }
        }
        tmp
    }
}

/// Source and destination, with their numbers, of an instruction that copies a temporary wholly: `MoveFloat` copies a
/// part of a double.
#[inline]
fn copied(buffer: &InstBuffer, inst: &Inst) -> Option<((Tmp, u32), (Tmp, u32))> {
    if !matches!(inst.opcode, Opcode::Move | Opcode::MoveDouble) {
        return None;
    }
    let [Arg::Tmp(from), Arg::Tmp(to)] = *buffer.args(inst) else { return None };
    Some(((from, from.number()?), (to, to.number()?)))
}

/// The roles of an instruction's operands, and which operand the first is of.
#[inline]
fn operands<'a>(code: &'a Code, inst: &Inst, args: &[Arg]) -> (&'a [OperandSpec], usize) {
    (code.operands(inst, args), usize::from(inst.form == FormId::SPECIAL))
}
