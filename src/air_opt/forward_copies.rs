//! Copy forwarding: renames uses of a copy's source or destination where that removes the copy or lets it be coalesced.
//!
//! Selection emits copies: a Phi or variable is copied from its shadow and back. Allocation coalesces the two sides of
//! a copy if their live ranges do not overlap. Often they overlap only because one is read where the other would do:
//!
//! ```text
//! Move %shadow, %t              |                            Add32 %a, 1, %t     |  Add32 %a, 1, %t
//! Branch32 .., %t, %n           |  Branch32 .., %shadow, %n  Move %t, %shadow    |  Move %t, %shadow
//!   (%shadow is live after)     |                            Branch32 .., %t, %n |  Branch32 .., %shadow, %n
//! ```
//!
//! - *Source for destination* (left): applies if the destination is local to the block and all its uses precede the
//!   next definition of the source. The uses read the source, and the copy is removed.
//! - *Destination for source* (right): applies if the source is local to the block and dies before the next definition
//!   of the destination. Its later uses read the destination. Its live range then ends at the copy, which can be
//!   coalesced.
//!
//! A copy is rewritten for all its uses or not at all: one remaining use would keep both sides live and make the other
//! renames useless.
//!
//! Where vectors exist, `MoveDouble` copies only the low half of a register. Uses of its destination may read the source,
//! which has the same low half, but not the reverse.
//!
//! - Requires: code before allocation; `TmpInfo::global` is true of every temporary that is live across blocks.
//! - Ensures: the same values are computed by no more instructions.
//! - Cost: one backward pass over blocks with copies, up to the first copy, and one forward pass.

use crate::air::{Arg, Block, Code, Effects, FormId, Inst, InstBuffer, Opcode, OperandSpec, Timing, Tmp};

/// No point of the block.
const NEVER: u32 = u32::MAX;

/// Maximum length of a chain of renames that is followed.
const MAX_RENAMES: usize = 4;

/// State of a temporary within one block.
#[derive(Clone, Copy, Debug, Default)]
struct TmpState {
    /// The block number plus one for which the other fields are valid.
    block: u32,
    /// Backward pass: point of the last use before the next definition; 0 if there is none.
    last_read: u32,
    /// Backward pass: point of the next definition.
    next_def: u32,
    /// Forward pass: bits of the temporary to read instead, or [`NEVER`].
    instead: u32,
}

/// What to do with a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    /// Remove it: uses of its destination read its source.
    Remove,
    /// Keep it: later uses of its source read its destination.
    Redirect,
}

/// Memory of the pass, reused across procedures.
#[derive(Debug, Default)]
pub struct CopyForwarding {
    seen: Vec<TmpState>,
    /// Plans for the copies of the current block, from the last copy to the first.
    plans: Vec<(u32, Plan)>,
    args: Vec<Arg>,
}

impl CopyForwarding {
    /// Runs the pass. Returns the number of copies removed.
    pub fn run(&mut self, code: &mut Code) -> usize {
        let mut end = 0;
        let mut ascends = |block: &Block| block.insts.start >= std::mem::replace(&mut end, block.insts.end);
        if !code.blocks.values().all(&mut ascends) || end as usize > code.buffer.insts.len() {
            return 0;
        }
        self.seen.clear();
        self.seen.resize(code.tmps.len(), TmpState::default());
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
    fn seen(&mut self, tmp: u32, block: u32) -> &mut TmpState {
        let seen = &mut self.seen[tmp as usize];
        if seen.block != block {
            *seen = TmpState { block, last_read: 0, next_def: NEVER, instead: NEVER };
        }
        seen
    }

    // ---- Backward: planning --------------------------------------------------------------------------

    /// Plans the copies of a block. Each instruction has two points, early and late, counted from 1.
    fn plan(&mut self, code: &Code, range: std::ops::Range<u32>, block: u32) {
        let insts = &code.buffer.insts[range.start as usize..range.end as usize];
        let Some(first) = insts.iter().position(|inst| copied(&code.buffer, inst).is_some()) else { return };
        for (at, inst) in insts.iter().enumerate().skip(first).rev() {
            let number = range.start + at as u32;
            let early = 2 * (at as u32 + 1);
            if let Some((from, to)) = copied(&code.buffer, inst) {
                let is_whole = inst.opcode == code.whole_move(to.0.bank());
                let plan = self.plan_copy(code, block, from, to, is_whole);
                self.plans.extend(plan.map(|plan| (number, plan)));
                if plan == Some(Plan::Remove) {
                    continue;
                }
                self.write(to, early + 1, block);
                // Later uses of a redirected source read the destination.
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
            // A generator may clobber a register that is read and written, so it must not be shared: treat all uses as
            // late.
            let destroys = inst.form == FormId::SPECIAL
                && specs.iter().any(|spec| spec.role.is_use() && spec.role.def_timing().is_some());
            let timing = |timing| if destroys { Timing::Late } else { timing };
            for (arg, spec) in args() {
                match *arg {
                    Arg::Tmp(tmp) => match (tmp.number(), spec.role.use_timing()) {
                        // An operand that is read and written cannot be renamed.
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

    /// Records the accesses of an instruction that has an [`Effects`] summary.
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

    /// `is_whole`: the copy is of all bits of its source.
    fn plan_copy(
        &mut self,
        code: &Code,
        block: u32,
        from: (Tmp, u32),
        to: (Tmp, u32),
        is_whole: bool,
    ) -> Option<Plan> {
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
        let read_later = source.last_read != 0 && is_whole;
        if read_later && is_local(from.1) && same_kind && source.last_read < destination.next_def {
            // The source may be read as the destination only until the destination is redefined.
            let source = self.seen(from.1, block);
            source.next_def = source.next_def.min(destination.next_def);
            return Some(Plan::Redirect);
        }
        None
    }

    // ---- Forward: rewriting ---------------------------------------------------------------------------

    /// Moves the instructions of a block to `output` without removed copies. Returns the end of the output.
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
            // `from` is the source before renaming; `rename` may have replaced it in the instruction.
            if let Some((Plan::Redirect, (from, to))) = copy {
                self.seen(from.1, block).instead = to.0.bits();
            }
            code.buffer.insts[output as usize] = inst;
            output += 1;
        }
        output
    }

    /// Renames the temporaries that an instruction reads.
    fn rename(&mut self, code: &mut Code, inst: &Inst, block: u32) {
        if let Some(effects) = Effects::simple(inst.form) {
            let mut writes = effects.writes;
            for arg in code.buffer.args_mut(inst) {
                match arg {
                    Arg::Tmp(tmp) if writes & 1 == 0 => *tmp = self.current(*tmp, block),
                    // All uses precede the definitions.
                    Arg::Tmp(tmp) => self.end_rename(*tmp, block),
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
                self.end_rename(*tmp, block);
            }
        }
        code.buffer.args_mut(inst).copy_from_slice(&args);
        self.args = args;
    }

    /// Ends a rename, because the temporary gets a new value.
    #[inline]
    fn end_rename(&mut self, tmp: Tmp, block: u32) {
        if let Some(seen) = tmp.number().and_then(|number| self.seen.get_mut(number as usize))
            && seen.block == block
        {
            seen.instead = NEVER;
        }
    }

    /// The temporary to read instead of `tmp`.
    #[inline]
    fn current(&self, mut tmp: Tmp, block: u32) -> Tmp {
        for _ in 0..MAX_RENAMES {
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

/// Source and destination of a copy of all bits of a temporary, or of those of a double, with their numbers. `MoveFloat`
/// is not one.
#[inline]
fn copied(buffer: &InstBuffer, inst: &Inst) -> Option<((Tmp, u32), (Tmp, u32))> {
    if !matches!(inst.opcode, Opcode::Move | Opcode::MoveDouble | Opcode::MoveVector) {
        return None;
    }
    let [Arg::Tmp(from), Arg::Tmp(to)] = *buffer.args(inst) else { return None };
    Some(((from, from.number()?), (to, to.number()?)))
}

/// The operand specifications of an instruction, and the index of the operand that the first one describes.
#[inline]
fn operands<'a>(code: &'a Code, inst: &Inst, args: &[Arg]) -> (&'a [OperandSpec], usize) {
    (code.operands(inst, args), usize::from(inst.form == FormId::SPECIAL))
}
