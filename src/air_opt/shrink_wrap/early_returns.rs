//! Prepares code before allocation, so that shrink-wrapping finds frameless blocks after it.
//!
//! - A short return that frameless blocks share with others is copied.
//! - A temporary that is live into the block with the prologue is split there. A temporary that is live across calls
//!   gets a callee-saved register or memory from its definition on, and neither exists without a frame.
//! - The stack limit check moves to the prologue, with the loads that only it uses, because it compares the stack
//!   pointer of the frame. Early returns are not checked, which `docs/ir.md` allows.
//!
//! - Requires: code before allocation.
//! - Ensures: equivalent code, in which one block begins with the prologue. Allocation may still need a frame earlier:
//!   [`ShrinkWrap::find`] examines its result.
//! - Cost: at most [`MAX_INSTS`] instructions are scanned if nothing is done, else each operand twice.

use super::{ScanDepth, ShrinkWrap, is_return};
use crate::air::opcode::Properties;
use crate::air::{Arg, Block, BlockId, Code, Inst, InstFlags, Opcode, Role, Tmp};
use crate::support::{BitSet, Entity};
use smallvec::{SmallVec, smallvec};

/// Maximum number of instructions scanned from the entry on.
const MAX_INSTS: usize = 40;

/// Maximum number of instructions of a return that is copied.
const MAX_COPIED: usize = 6;

/// Maximum number of returns copied.
const MAX_COPIES: usize = 2;

/// State for splitting the temporaries that are live into the block with the prologue.
#[derive(Debug, Default)]
pub(super) struct LiveRangeSplits {
    /// Temporaries that are defined in frameless blocks.
    defined: BitSet,
    /// Temporaries that are read in blocks with the frame.
    read: BitSet,
    /// Temporaries that are written in blocks with the frame, or more than once in frameless blocks.
    written: BitSet,
    /// The temporaries of `defined`, in order; then those of them that are split.
    tmps: Vec<Tmp>,
    /// Instructions in blocks with the frame that use or define a temporary of `defined`.
    mentions: Vec<u32>,
}

/// The stack limit check cannot be moved.
struct CannotMove;

impl ShrinkWrap {
    /// Prepares code before allocation so that early returns can run without a frame.
    ///
    /// Returns false if the prologue will be at the entry.
    pub fn prepare(&mut self, code: &mut Code) -> bool {
        for copied in 0..=MAX_COPIES {
            // Few procedures have an early return. The opcodes alone reject most others cheaply.
            let mut shared = None;
            for look in [ScanDepth::Opcodes, ScanDepth::Operands] {
                if !self.find_candidates(code, MAX_INSTS, look) {
                    return false;
                }
                if self.frame_users.is_empty() {
                    return true;
                }
                self.mark_framed(code);
                shared = self.find_shared_return(code).filter(|_| copied < MAX_COPIES);
                if shared.is_none() && !self.has_frameless_return(code) {
                    return false;
                }
            }
            if !is_in_order(code) {
                return true;
            }
            let Ok(check) = self.find_limit_check(code) else { return false };
            if let Some((from, shared)) = shared {
                self.copy_return(code, from, shared);
                continue;
            }
            if !self.find_frameless(code) {
                return false;
            }
            let Some(start) = self.make_prologue_block(code) else { return true };
            if let Some(check) = check {
                self.move_limit_check(code, check, start);
            }
            self.split_live_ranges(code, start);
            return true;
        }
        false
    }

    /// True if a return is reached only without a frame.
    fn has_frameless_return(&self, code: &Code) -> bool {
        let mut free = self.free.iter().filter(|id| !self.framed.contains(id.index()));
        free.any(|id| is_return(code.block_insts(&code.blocks[*id])))
    }

    /// Finds the stack limit check among the frameless blocks; returns its index in the first block. The check may move
    /// past returns, traps and loads, but not past effects that are visible if it then traps.
    fn find_limit_check(&self, code: &Code) -> Result<Option<usize>, CannotMove> {
        let blocks = || self.free.iter().map(|id| (id, code.block_insts(&code.blocks[*id])));
        let mut found = None;
        for (id, insts) in blocks() {
            for at in (0..insts.len()).filter(|at| insts[*at].opcode == Opcode::StackLimitCheck) {
                if found.is_some() || id.index() != 0 {
                    return Err(CannotMove);
                }
                found = Some(at);
            }
        }
        let Some(at) = found else { return Ok(None) };
        // The check may load the limit itself.
        let root = code.block_insts(&code.blocks[BlockId::new(0)]);
        if root[at].flags.intersects(InstFlags::TRAPS | InstFlags::VOLATILE) {
            return Err(CannotMove);
        }
        let writes = blocks().any(|(_, insts)| insts.iter().any(|inst| writes_memory(code, inst)));
        if writes || !self.operands_unchanged_until_prologue(code, at) { Err(CannotMove) } else { Ok(found) }
    }

    /// True if no operand of an instruction of the first block changes before the prologue.
    fn operands_unchanged_until_prologue(&self, code: &Code, at: usize) -> bool {
        let mut read: SmallVec<[Tmp; 4]> = SmallVec::new();
        let Some(inst) = code.block_insts(&code.blocks[BlockId::new(0)]).get(at) else { return false };
        each_tmp(code, inst, |tmp, _| read.push(tmp));
        let mut changes = false;
        for id in &self.free {
            let later = if id.index() == 0 { at + 1 } else { 0 };
            for inst in code.block_insts(&code.blocks[*id]).iter().skip(later) {
                each_tmp(code, inst, |tmp, writes| changes |= writes && read.contains(&tmp));
            }
        }
        !changes
    }

    /// Finds a frameless block and a short return it branches to that blocks with the frame also reach.
    fn find_shared_return(&self, code: &Code) -> Option<(BlockId, BlockId)> {
        let has_frame = |id: &BlockId| self.framed.contains(id.index());
        self.free.iter().filter(|id| !has_frame(id)).find_map(|from| {
            let shared = code.blocks[*from].successors.iter().find(|to| {
                let insts = code.block_insts(&code.blocks[**to]);
                has_frame(to) && insts.len() <= MAX_COPIED && is_return(insts) && self.free.contains(to)
            })?;
            Some((*from, *shared))
        })
    }

    /// Copies a return for the frameless blocks that branch to it. The copy follows one of them, so block ids change.
    fn copy_return(&self, code: &mut Code, from: BlockId, shared: BlockId) {
        let old = code.blocks[shared].clone();
        let mut names: SmallVec<[(Tmp, Tmp); 4]> = SmallVec::new();
        let mut copies: SmallVec<[Inst; MAX_COPIED]> = SmallVec::new();
        for inst in code.block_insts(&old).to_vec() {
            let mut args: SmallVec<[Arg; 8]> = SmallVec::from_slice(code.buffer.args(&inst));
            for arg in &mut args {
                match arg {
                    Arg::Tmp(tmp) => *tmp = tmp_in_copy(code, &mut names, *tmp),
                    Arg::Special(id) => {
                        let special = code.specials.get(*id).cloned().unwrap_or_default();
                        *id = code.specials.push(special);
                    }
                    arg => arg.for_each_address_tmp(|tmp| *tmp = tmp_in_copy(code, &mut names, *tmp)),
                }
            }
            code.buffer.push(inst.opcode, inst.form, &args, inst.origin, inst.flags);
            copies.extend(code.buffer.insts.pop());
        }
        let frequency = old.frequency.min(code.blocks[from].frequency);
        let copy = BlockId::from_index(from.index() + 1);
        insert_block(code, copy, Block { frequency, ..old });
        insert_insts(code, copy, &copies);
        for id in self.free.iter().filter(|id| !self.framed.contains(id.index())) {
            redirect(code, moved(*id, copy), moved(shared, copy), copy);
        }
    }

    /// Returns the block that begins with the prologue, which only frameless blocks branch to. Returns `None` if there
    /// are several. A block that is added for this takes the id of the block it precedes.
    fn make_prologue_block(&mut self, code: &mut Code) -> Option<BlockId> {
        let nexts = self.free.iter().flat_map(|id| &code.blocks[*id].successors);
        let mut nexts = nexts.copied().filter(|to| !self.before.contains(to.index()));
        let to = nexts.next()?;
        if nexts.any(|other| other != to) {
            return None;
        }
        let is_framed = |id: BlockId| !self.before.contains(id.index());
        if !code.blocks.iter().any(|(id, block)| is_framed(id) && block.successors.contains(&to)) {
            return Some(to);
        }
        code.push(Opcode::Jump, &[], first_origin(code, to))?;
        let jump = code.buffer.insts.pop()?;
        let often = |id: &BlockId| code.blocks[*id].frequency;
        let from = self.free.iter().filter(|id| code.blocks[**id].successors.contains(&to));
        let frequency = from.map(often).fold(0.0, f64::max).min(often(&to));
        let block = Block { insts: 0..0, successors: smallvec![to], frequency, rare: code.blocks[to].rare };
        insert_block(code, to, block);
        insert_insts(code, to, &[jump]);
        self.before.reset(code.blocks.len());
        for id in &mut self.free {
            *id = moved(*id, to);
            self.before.insert(id.index());
            redirect(code, *id, moved(to, to), to);
        }
        Some(to)
    }

    /// Moves the stack limit check from the first block to the prologue, with the loads that only it uses.
    fn move_limit_check(&self, code: &mut Code, at: usize, start: BlockId) {
        let mut wanted: SmallVec<[Tmp; 4]> = SmallVec::new();
        let root = BlockId::new(0);
        let want = |code: &Code, at: usize, wanted: &mut SmallVec<[Tmp; 4]>| {
            each_tmp(code, &code.block_insts(&code.blocks[root])[at], |tmp, _| wanted.push(tmp));
        };
        want(code, at, &mut wanted);
        move_inst(code, at, start);
        for place in (0..at).rev() {
            let insts = code.block_insts(&code.blocks[root]);
            let [Arg::Addr { .. }, Arg::Tmp(result)] = *code.buffer.args(&insts[place]) else { continue };
            let info = result.number().map(|number| code.tmps[number as usize]);
            if insts[place].opcode != Opcode::Move
                || insts[place].flags.intersects(InstFlags::TRAPS | InstFlags::VOLATILE)
                || !wanted.contains(&result)
                || info.is_none_or(|info| info.global)
            {
                continue;
            }
            let mut mentions = 0;
            for inst in insts {
                each_tmp(code, inst, |tmp, _| mentions += usize::from(tmp == result));
            }
            // The other use has moved.
            if mentions == 1 && self.operands_unchanged_until_prologue(code, place) {
                want(code, place, &mut wanted);
                move_inst(code, place, start);
            }
        }
        // The moved instructions read these temporaries in another block than the one that defines them.
        for number in wanted.iter().filter_map(|tmp| tmp.number()) {
            code.tmps[number as usize].global |= !code.remats.contains(code.tmps[number as usize].remat);
        }
    }

    /// Splits temporaries at the prologue: blocks with the frame use a copy. Temporaries that are written there too,
    /// such as loop variables, are not split: they are better kept in one place.
    fn split_live_ranges(&mut self, code: &mut Code, start: BlockId) {
        let LiveRangeSplits { defined, read, written, tmps, mentions } = &mut self.splits;
        [&mut *defined, &mut *read, &mut *written].into_iter().for_each(|set| set.reset(code.tmps.len()));
        tmps.clear();
        for inst in self.free.iter().flat_map(|id| code.block_insts(&code.blocks[*id])) {
            each_tmp(code, inst, |tmp, writes| {
                let Some(number) = tmp.number().map(|number| number as usize) else { return };
                let info = &code.tmps[number];
                if writes && info.global && !info.remat.is_valid() {
                    match defined.insert(number) {
                        true => tmps.push(tmp),
                        false => _ = written.insert(number),
                    }
                }
            });
        }
        mentions.clear();
        for (_, block) in code.blocks.iter().filter(|(id, _)| !self.before.contains(id.index())) {
            for at in block.insts.clone() {
                let inst = &code.buffer.insts[at as usize];
                let mut is_mentioned = false;
                each_tmp_of(code.buffer.args(inst), |tmp| is_mentioned |= defined.contains(index(tmp)));
                if is_mentioned {
                    mentions.push(at);
                    each_tmp(code, inst, |tmp, writes| {
                        if let Some(number) = tmp.number() {
                            let set = if writes { &mut *written } else { &mut *read };
                            set.insert(number as usize);
                        }
                    });
                }
            }
        }
        tmps.retain(|tmp| read.contains(index(*tmp)) && !written.contains(index(*tmp)));
        if tmps.is_empty() {
            return;
        }
        let origin = first_origin(code, start);
        let first_name = code.tmps.len() as u32;
        let mut copies: SmallVec<[Inst; 16]> = SmallVec::new();
        for tmp in &*tmps {
            let info = code.tmps[index(*tmp)];
            let name = code.add_value_tmp(info.bank, true, info.reference);
            let opcode = code.whole_move(info.bank);
            if code.push(opcode, &[(*tmp).into(), name.into()], origin).is_some()
                && let Some(mut inst) = code.buffer.insts.pop()
            {
                inst.flags |= InstFlags::NO_COALESCE;
                copies.push(inst);
            }
        }
        if copies.len() != tmps.len() {
            return;
        }
        let rename = |tmp: &mut Tmp| {
            if defined.contains(index(*tmp))
                && let Some(place) = tmps.iter().position(|renamed| renamed == tmp)
            {
                *tmp = Tmp::new(tmp.bank(), first_name + place as u32);
            }
        };
        for at in &*mentions {
            let inst = code.buffer.insts[*at as usize];
            for arg in code.buffer.args_mut(&inst) {
                match arg {
                    Arg::Tmp(tmp) => rename(tmp),
                    arg => arg.for_each_address_tmp(rename),
                }
            }
        }
        insert_insts(code, start, &copies);
    }
}

fn index(tmp: Tmp) -> usize {
    tmp.number().map_or(usize::MAX, |number| number as usize)
}

/// Calls `tell` with each temporary and register among the operands.
fn each_tmp_of(args: &[Arg], mut tell: impl FnMut(Tmp)) {
    for arg in args {
        match *arg {
            Arg::Tmp(tmp) => tell(tmp),
            Arg::Addr { base, .. } => tell(base),
            Arg::Index { base, index, .. } => {
                tell(base);
                tell(index);
            }
            _ => {}
        }
    }
}

/// The temporary that replaces `tmp` in a copied block: a new one if `tmp` is local to the block, else `tmp`.
fn tmp_in_copy(code: &mut Code, names: &mut SmallVec<[(Tmp, Tmp); 4]>, tmp: Tmp) -> Tmp {
    let Some(info) = tmp.number().map(|number| code.tmps[number as usize]) else { return tmp };
    if info.global || info.remat.is_valid() {
        return tmp;
    }
    if let Some((_, name)) = names.iter().find(|(old, _)| *old == tmp) {
        return *name;
    }
    let name = code.add_value_tmp(info.bank, false, info.reference);
    names.push((tmp, name));
    name
}

/// Calls `tell` with each temporary and register that an instruction reads or writes, and whether it writes it.
fn each_tmp(code: &Code, inst: &Inst, mut tell: impl FnMut(Tmp, bool)) {
    let args = code.buffer.args(inst);
    let specs = code.operands(inst, args);
    let first = usize::from(inst.opcode.has(Properties::SPECIAL));
    for (arg, spec) in args.iter().skip(first).zip(specs) {
        match arg {
            Arg::Tmp(tmp) => {
                let writes = spec.role.def_timing().is_some();
                if !writes || spec.role.is_use() {
                    tell(*tmp, false);
                }
                if writes {
                    tell(*tmp, true);
                }
            }
            arg => each_tmp_of(std::slice::from_ref(arg), |tmp| tell(tmp, false)),
        }
    }
}

/// True if an instruction may write memory or is a fence.
fn writes_memory(code: &Code, inst: &Inst) -> bool {
    let args = code.buffer.args(inst);
    let is_effect = inst.opcode.has(Properties::EFFECTS);
    let mut operands = args.iter().zip(code.operands(inst, args));
    inst.opcode == Opcode::Fence
        || !inst.opcode.has(Properties::SPECIAL)
            && operands.any(|(arg, spec)| {
                matches!(arg, Arg::Addr { .. } | Arg::Index { .. } | Arg::Stack { .. })
                    && (spec.role.def_timing().is_some() || is_effect && spec.role == Role::UseAddr)
            })
}

/// True if the instruction ranges of the blocks are contiguous and in block order.
fn is_in_order(code: &Code) -> bool {
    let mut end = 0;
    let mut follows = |range: &std::ops::Range<u32>| range.start == std::mem::replace(&mut end, range.end);
    code.blocks.values().all(|block| follows(&block.insts)) && end as usize == code.buffer.insts.len()
}

fn first_origin(code: &Code, block: BlockId) -> crate::base::Origin {
    code.block_insts(&code.blocks[block]).first().map_or(crate::base::Origin::NONE, |inst| inst.origin)
}

/// The id of a block after another block is inserted.
fn moved(id: BlockId, inserted: BlockId) -> BlockId {
    BlockId::from_index(id.index() + usize::from(id >= inserted))
}

/// Inserts a block without instructions at id `at`.
fn insert_block(code: &mut Code, at: BlockId, block: Block) {
    let blocks = std::mem::take(&mut code.blocks);
    let empty = blocks.get(at).map_or(code.buffer.insts.len() as u32, |block| block.insts.start);
    let (front, back) = blocks.as_slice().split_at(at.index());
    let inserted = Block { insts: empty..empty, ..block };
    for block in front.iter().chain([&inserted]).chain(back) {
        let mut block = block.clone();
        block.successors.iter_mut().for_each(|to| *to = moved(*to, at));
        code.blocks.push(block);
    }
}

/// Inserts instructions, whose operands are already in the pool, at the start of a block.
fn insert_insts(code: &mut Code, block: BlockId, insts: &[Inst]) {
    let start = code.blocks[block].insts.start as usize;
    code.buffer.insts.splice(start..start, insts.iter().copied());
    let count = insts.len() as u32;
    code.blocks[block].insts.end += count;
    for number in block.index() + 1..code.blocks.len() {
        let range = &mut code.blocks[BlockId::from_index(number)].insts;
        *range = range.start + count..range.end + count;
    }
}

/// Moves an instruction of the first block to the start of another.
fn move_inst(code: &mut Code, at: usize, to: BlockId) {
    let from = code.blocks[BlockId::new(0)].insts.start as usize + at;
    let start = code.blocks[to].insts.start as usize;
    code.buffer.insts[from..start].rotate_left(1);
    code.blocks[to].insts.start -= 1;
    code.blocks[BlockId::new(0)].insts.end -= 1;
    for number in 1..to.index() {
        let range = &mut code.blocks[BlockId::from_index(number)].insts;
        *range = range.start - 1..range.end - 1;
    }
}

/// Replaces the successor `old` of a block by `new`.
fn redirect(code: &mut Code, from: BlockId, old: BlockId, new: BlockId) {
    let successors = code.blocks[from].successors.iter_mut();
    successors.filter(|to| **to == old).for_each(|to| *to = new);
}
