//! Which blocks run before the procedure makes its frame.
//!
//! A procedure that tests something and returns, as recursions do at their ends and whatever looks into a cache first,
//! needs no frame for that: the blocks from its entry to such a return run as those of a leaf do, with the stack
//! pointer and the frame pointer of the call, and where they lead on, the prologue comes. A procedure of such blocks
//! alone makes no frame at all.
//!
//! Such a block has nothing that needs the frame, by itself or because of who looks at it there: no slot, no argument
//! on the stack, no callee-saved register that it changes, no call, no code of a client's, no exit, no comparison of the
//! stack pointer, which has to be that of the frame. What traps is no obstacle: the site says that there is no frame.
//!
//! - Requires: allocated code of one entry, before [`Layout`](super::Layout).
//! - Ensures: there is one prologue on each way to a block that is not [`LateFrame::is_before`], none on another. Blocks
//!   are added for edges, if a block that needs the frame is also reached from one that has it.
//! - Cost: one look at the instructions up to the first ones that need the frame. If there is a return among those, one
//!   look at each edge.
//! - Source: shrink-wrapping (Chow, PLDI 1988), for the frame as a whole and for early returns only.

mod early_returns;

use crate::air::opcode::{Properties, ROWS};
use crate::air::{Arg, Block, BlockId, Code, Inst, Opcode, Tmp};
use crate::base::{Origin, RegSet};
use crate::support::{BitSet, Entity};
use early_returns::Crossing;
use smallvec::smallvec;

/// So often it is asked which blocks lead to a return. Where they lead was mostly found behind them, so that twice is
/// enough but for loops and for ways that join.
const MAX_TURNS: usize = 8;

/// In front of so many blocks the frame is made, at most: each of them has a prologue of its own.
const MAX_STARTS: usize = 2;

/// What of instructions is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Opcodes,
    Operands,
}

/// Where the frame is made. Its memory is reused.
#[derive(Debug, Default)]
pub struct LateFrame {
    is_late: bool,
    /// Blocks that run without.
    before: BitSet,
    /// Blocks that begin with the prologue.
    starts: BitSet,
    /// Blocks that were looked at.
    seen: BitSet,
    /// Blocks that need the frame, or are reached from one that does.
    framed: BitSet,
    /// Blocks that do not need it themselves, and are reached from the entry by others like them.
    free: Vec<BlockId>,
    next: Vec<BlockId>,
    needing: Vec<BlockId>,
    crossing: Crossing,
}

impl LateFrame {
    /// The frame is made at the entry.
    pub fn clear(&mut self) {
        self.is_late = false;
    }

    /// Finds the blocks that run without a frame. False if there are none, and the frame is made at the entry.
    pub fn find(&mut self, code: &mut Code) -> bool {
        if !self.find_free(code, usize::MAX, Look::Operands) {
            self.is_late = false;
            return false;
        }
        self.find_framed(code);
        self.is_late = self.find_before(code) && self.find_starts(code);
        self.is_late
    }

    /// True if some blocks run without a frame.
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    /// True if all do.
    pub fn is_never(&self) -> bool {
        self.is_late && self.starts.iter().next().is_none()
    }

    /// True if the block runs without a frame.
    pub fn is_before(&self, block: BlockId) -> bool {
        self.is_late && self.before.contains(block.index())
    }

    /// True if the block begins with the prologue.
    pub fn begins_at(&self, block: BlockId) -> bool {
        self.is_late && self.starts.contains(block.index())
    }

    /// Goes from the entry as far as no frame is needed, over so many instructions at most. False if no return is reached.
    fn find_free(&mut self, code: &Code, mut most: usize, look: Look) -> bool {
        let kept = code.target.convention(code.convention).callee_saved;
        let kept = kept.union(code.callee_saved()).union(code.saved);
        let pointers = RegSet::of(&[code.target.desc.frame_pointer, code.target.desc.stack_pointer]);
        self.seen.reset(code.blocks.len());
        [&mut self.free, &mut self.next, &mut self.needing].into_iter().for_each(Vec::clear);
        self.next.extend(code.blocks.ids().next());
        let mut returns = false;
        // The nearest first.
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
                    || look == Look::Operands && operands_need_frame(code, inst, kept, pointers)
            };
            if insts.len() > most || insts.iter().any(needs_frame) {
                if self.free.is_empty() {
                    return false;
                }
                self.needing.push(id);
                continue;
            }
            most -= insts.len();
            returns |= is_return(insts);
            self.free.push(id);
            self.next.extend(&block.successors);
        }
        returns
    }

    /// Finds what is reached from where the frame is needed.
    fn find_framed(&mut self, code: &Code) {
        self.framed.reset(code.blocks.len());
        self.needing.iter().for_each(|id| _ = self.framed.insert(id.index()));
        self.next.clear();
        self.next.extend(&self.needing);
        while let Some(id) = self.next.pop() {
            for to in &code.blocks[id].successors {
                if self.framed.insert(to.index()) {
                    self.next.push(*to);
                }
            }
        }
    }

    /// Of the blocks that were found, those that are reached without a frame only, and lead to a return without one.
    fn find_before(&mut self, code: &Code) -> bool {
        self.free.retain(|id| !self.framed.contains(id.index()));
        self.before.reset(code.blocks.len());
        for _ in 0..MAX_TURNS {
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

    /// Finds where the frame is made. False if that is at too many places.
    fn find_starts(&mut self, code: &mut Code) -> bool {
        self.starts.reset(code.blocks.len());
        let mut starts = 0;
        for to in self.free.iter().flat_map(|id| &code.blocks[*id].successors) {
            starts += usize::from(!self.before.contains(to.index()) && self.starts.insert(to.index()));
        }
        if starts == 0 || starts > MAX_STARTS {
            return starts == 0;
        }
        self.framed.reset(code.blocks.len());
        let framed = code.blocks.iter().filter(|(id, _)| !self.before.contains(id.index()));
        for to in framed.flat_map(|(_, block)| &block.successors) {
            self.framed.insert(to.index());
        }
        self.next.clear();
        self.next.extend(self.starts.iter().filter(|to| self.framed.contains(*to)).map(BlockId::from_index));
        for to in std::mem::take(&mut self.next) {
            let Some(start) = add_block_before(code, to) else { return false };
            self.starts.remove(to.index());
            self.starts.insert(start.index());
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

/// A block that goes to this one.
fn add_block_before(code: &mut Code, to: BlockId) -> Option<BlockId> {
    let start = code.buffer.insts.len() as u32;
    code.push(Opcode::Jump, &[], Origin::NONE)?;
    let Block { frequency, rare, .. } = code.blocks[to];
    Some(code.blocks.push(Block { insts: start..start + 1, successors: smallvec![to], frequency, rare }))
}

/// True if the value of a temporary is made again, from where a slot is.
fn is_slot_address(code: &Code, tmp: Tmp) -> bool {
    let remat = tmp.number().and_then(|number| code.remats.get(code.tmps.get(number as usize)?.remat));
    remat.is_some_and(|remat| matches!(remat.arg, Some(Arg::Stack { .. })))
}

/// The opcodes that need the frame, whatever the operands are. A comparison with the stack limit moves before allocation,
/// and needs it afterwards.
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

/// True if an instruction needs the frame, which is also where the registers `kept` are saved, because of its operands.
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
    // The arguments of a procedure are where they are: an Entry writes nothing.
    is_there
        || code.allocated
            && (inst.opcode == Opcode::StackLimitCheck
                || inst.opcode != Opcode::Entry && writes_kept(code, inst, args, kept))
}

/// True if an allocated instruction writes a register that is to be saved first.
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
