//! Shrink-wrapping: finds the blocks that run before the prologue.
//!
//! A procedure that tests something and returns early needs no frame for that: the base case of a recursion, or a
//! lookup that hits a cache. The blocks from the entry to such a return run like those of a leaf, with the caller's
//! stack and frame pointer. The prologue is emitted where other blocks follow. A procedure of such blocks alone has no
//! frame.
//!
//! A frameless block has nothing that needs the frame, itself or for an observer: no stack slot, no stack argument, no
//! write to a callee-saved register, no call, no code of a client's generator, no exit. It does not compare the stack
//! pointer with its limit either, since that compares the stack pointer of the frame. It may trap: the trap site
//! records that there is no frame.
//!
//! - Requires: allocated code with one entry, before [`Layout`](super::Layout).
//! - Ensures: each path to a block that is not [`ShrinkWrap::is_frameless_block`] executes one prologue, other paths none. An
//!   edge block is added if a block that needs the frame is reached both from blocks with the frame and from blocks
//!   without.
//! - Cost: one scan of the instructions up to the first ones that need the frame. If these include a return, one scan
//!   of the edges.
//! - Source: shrink-wrapping (Chow, PLDI 1988), for the frame as a unit and for early returns only.

mod early_returns;

use crate::air::opcode::{Properties, ROWS};
use crate::air::{Arg, Block, BlockId, Code, Inst, Opcode, Tmp};
use crate::base::{Origin, RegSet};
use crate::support::{BitSet, Entity};
use early_returns::LiveRangeSplits;
use smallvec::smallvec;

/// Maximum number of iterations of the search for blocks that lead to a return. Blocks are visited in reverse order of
/// discovery, so two suffice except with loops and joins.
const MAX_ITERATIONS: usize = 8;

/// Maximum number of blocks that begin with a prologue.
const MAX_PROLOGUES: usize = 2;

/// What the search examines of each instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScanDepth {
    Opcodes,
    Operands,
}

/// The placement of the prologue. Reused across procedures to keep its memory.
#[derive(Debug, Default)]
pub struct ShrinkWrap {
    has_frameless_blocks: bool,
    /// Blocks that run without a frame.
    before: BitSet,
    /// Blocks that begin with the prologue.
    prologues: BitSet,
    seen: BitSet,
    /// Blocks that need the frame or are reachable from one that does.
    framed: BitSet,
    /// Blocks that do not need the frame and are reachable from the entry through such blocks only.
    free: Vec<BlockId>,
    next: Vec<BlockId>,
    frame_users: Vec<BlockId>,
    splits: LiveRangeSplits,
}

impl ShrinkWrap {
    /// Places the prologue at the entry.
    pub fn clear(&mut self) {
        self.has_frameless_blocks = false;
    }

    /// Finds the blocks that run without a frame. Returns false if there are none; the prologue is then at the entry.
    pub fn find(&mut self, code: &mut Code) -> bool {
        if !self.find_candidates(code, usize::MAX, ScanDepth::Operands) {
            self.has_frameless_blocks = false;
            return false;
        }
        self.mark_framed(code);
        self.has_frameless_blocks = self.find_frameless(code) && self.place_prologues(code);
        self.has_frameless_blocks
    }

    /// True if some blocks run without a frame.
    pub fn has_frameless_blocks(&self) -> bool {
        self.has_frameless_blocks
    }

    /// True if all blocks run without a frame.
    pub fn is_frameless(&self) -> bool {
        self.has_frameless_blocks && self.prologues.iter().next().is_none()
    }

    /// True if the block runs without a frame.
    pub fn is_frameless_block(&self, block: BlockId) -> bool {
        self.has_frameless_blocks && self.before.contains(block.index())
    }

    /// True if the block begins with the prologue.
    pub fn has_prologue_at(&self, block: BlockId) -> bool {
        self.has_frameless_blocks && self.prologues.contains(block.index())
    }

    /// Collects the blocks reachable without a frame, in at most `most` instructions. False if they contain no return.
    fn find_candidates(&mut self, code: &Code, mut most: usize, look: ScanDepth) -> bool {
        let kept = code.target.convention(code.convention).callee_saved;
        let kept = kept.union(code.callee_saved()).union(code.saved);
        let pointers = RegSet::of(&[code.target.desc.frame_pointer, code.target.desc.stack_pointer]);
        self.seen.reset(code.blocks.len());
        [&mut self.free, &mut self.next, &mut self.frame_users].into_iter().for_each(Vec::clear);
        self.next.extend(code.blocks.ids().next());
        let mut returns = false;
        // Breadth-first.
        let mut at = 0;
        while let Some(&id) = self.next.get(at) {
            at += 1;
            if !self.seen.insert(id.index()) {
                continue;
            }
            let block = &code.blocks[id];
            let insts = code.block_insts(block);
            let needs_frame = |inst: &Inst| {
                OPCODES[inst.opcode as usize]
                    || look == ScanDepth::Operands && operands_need_frame(code, inst, kept, pointers)
            };
            if insts.len() > most || insts.iter().any(needs_frame) {
                if self.free.is_empty() {
                    return false;
                }
                self.frame_users.push(id);
                continue;
            }
            most -= insts.len();
            returns |= is_return(insts);
            self.free.push(id);
            self.next.extend(&block.successors);
        }
        returns
    }

    /// Marks the blocks that need the frame and those reachable from them.
    fn mark_framed(&mut self, code: &Code) {
        self.framed.reset(code.blocks.len());
        self.frame_users.iter().for_each(|id| _ = self.framed.insert(id.index()));
        self.next.clear();
        self.next.extend(&self.frame_users);
        while let Some(id) = self.next.pop() {
            for to in &code.blocks[id].successors {
                if self.framed.insert(to.index()) {
                    self.next.push(*to);
                }
            }
        }
    }

    /// Restricts `free` to blocks that are reached only without a frame and lead to a return without one.
    fn find_frameless(&mut self, code: &Code) -> bool {
        self.free.retain(|id| !self.framed.contains(id.index()));
        self.before.reset(code.blocks.len());
        for _ in 0..MAX_ITERATIONS {
            let mut found = false;
            for id in self.free.iter().rev() {
                let block = &code.blocks[*id];
                let leads_there = || block.successors.iter().any(|to| self.before.contains(to.index()));
                if is_return(code.block_insts(block)) || leads_there() {
                    found |= self.before.insert(id.index());
                }
            }
            if !found {
                self.free.retain(|id| self.before.contains(id.index()));
                return !self.free.is_empty();
            }
        }
        false
    }

    /// Finds the blocks that begin with the prologue. Returns false if there are more than [`MAX_PROLOGUES`].
    fn place_prologues(&mut self, code: &mut Code) -> bool {
        self.prologues.reset(code.blocks.len());
        let mut prologues = 0;
        for to in self.free.iter().flat_map(|id| &code.blocks[*id].successors) {
            prologues += usize::from(!self.before.contains(to.index()) && self.prologues.insert(to.index()));
        }
        if prologues == 0 || prologues > MAX_PROLOGUES {
            return prologues == 0;
        }
        self.framed.reset(code.blocks.len());
        let framed = code.blocks.iter().filter(|(id, _)| !self.before.contains(id.index()));
        for to in framed.flat_map(|(_, block)| &block.successors) {
            self.framed.insert(to.index());
        }
        self.next.clear();
        self.next
            .extend(self.prologues.iter().filter(|to| self.framed.contains(*to)).map(BlockId::from_index));
        for to in std::mem::take(&mut self.next) {
            let Some(start) = add_block_before(code, to) else { return false };
            self.prologues.remove(to.index());
            self.prologues.insert(start.index());
            for id in &self.free {
                let successors = code.blocks[*id].successors.iter_mut();
                successors.filter(|successor| **successor == to).for_each(|successor| *successor = start);
            }
        }
        true
    }
}

fn is_return(insts: &[Inst]) -> bool {
    insts.last().is_some_and(|inst| inst.opcode == Opcode::Ret)
}

/// Adds a block that jumps to `to`.
fn add_block_before(code: &mut Code, to: BlockId) -> Option<BlockId> {
    let start = code.buffer.insts.len() as u32;
    code.push(Opcode::Jump, &[], Origin::NONE)?;
    let Block { frequency, rare, .. } = code.blocks[to];
    Some(code.blocks.push(Block { insts: start..start + 1, successors: smallvec![to], frequency, rare }))
}

/// True if the temporary is rematerialized from the address of a stack slot.
fn is_slot_address(code: &Code, tmp: Tmp) -> bool {
    let remat = tmp.number().and_then(|number| code.remats.get(code.tmps.get(number as usize)?.remat));
    remat.is_some_and(|remat| matches!(remat.arg, Some(Arg::Stack { .. })))
}

/// The opcodes that need the frame regardless of their operands. A stack limit check is not one: before allocation it
/// can be moved. After allocation it needs the frame, see [`operands_need_frame`].
static OPCODES: [bool; ROWS.len()] = {
    let mut all = [false; ROWS.len()];
    let mut row = 0;
    while row < all.len() {
        let opcode = ROWS[row].opcode;
        all[row] = match opcode {
            Opcode::Entry | Opcode::Ret => false,
            Opcode::EntrySwitch => true,
            _ => ROWS[row].properties.contains(Properties::SPECIAL),
        };
        row += 1;
    }
    all
};

/// True if an instruction needs the frame because of its operands or because it writes a register of `kept`.
fn operands_need_frame(code: &Code, inst: &Inst, kept: RegSet, pointers: RegSet) -> bool {
    let is_outside = |tmp: Tmp| match tmp.reg() {
        Some(reg) => pointers.contains(reg),
        None => is_slot_address(code, tmp),
    };
    let args = code.buffer.args(inst);
    let is_there = args.iter().any(|arg| match *arg {
        Arg::Tmp(tmp) => is_outside(tmp),
        Arg::Stack { .. } | Arg::CallArg { .. } => true,
        Arg::Addr { base, .. } => is_outside(base),
        Arg::Index { base, index, .. } => is_outside(base) || is_outside(index),
        _ => false,
    });
    // An Entry writes nothing: the procedure's arguments are already in their registers.
    is_there
        || code.allocated
            && (inst.opcode == Opcode::StackLimitCheck
                || inst.opcode != Opcode::Entry && writes_kept(code, inst, args, kept))
}

/// True if an allocated instruction writes a register that must be saved first.
fn writes_kept(code: &Code, inst: &Inst, args: &[Arg], kept: RegSet) -> bool {
    let clobbers = inst.form.get().map_or(RegSet::EMPTY, |form| form.clobbers);
    let specs = code.operands(inst, args);
    let args = &args[usize::from(inst.opcode.has(Properties::SPECIAL))..];
    let is_kept = |arg: &Arg| matches!(*arg, Arg::Tmp(tmp) if tmp.reg().is_none_or(|reg| kept.contains(reg)));
    let mut operands = args.iter().zip(specs);
    specs.len() != args.len()
        || !clobbers.intersection(kept).is_empty()
        || operands.any(|(arg, spec)| spec.role.def_timing().is_some() && is_kept(arg))
}
