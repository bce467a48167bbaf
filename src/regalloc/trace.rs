//! The record of an allocation for the checker: the same code before and after, step by step.

use crate::air::{BlockId, Code, Inst, InstBuffer, Tmp};
use std::ops::Range;

/// A register by its index, or a slot by its number after all registers.
pub(super) type Location = u32;

/// What a cleanup does to an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edit {
    /// Removed: this location already holds its result, or the result is dead.
    Remove(Option<Location>),
    /// Replaced by a register move.
    Replace,
}

/// One step from the program to the allocated code, in backward order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The next allocated instruction is the program's next instruction.
    Program,
    /// The next allocated instruction is a move inserted by allocation.
    Inserted,
    /// The next allocated instruction rematerializes this temporary.
    Remat(Tmp),
    /// A move of the program without code: source and destination are both in this location; `None` if it is dead.
    Dropped(Option<Location>),
    /// A move or redundant extension of the program without code: its result is another name of its source's value.
    Renamed,
    /// The value of this rematerialized temporary is already in this location.
    AlreadyThere(Tmp, Location),
}

/// The steps and instructions of one block, all backward.
#[derive(Clone, Debug)]
pub(super) struct TracedBlock {
    pub(super) block: BlockId,
    pub(super) steps: Range<u32>,
    pub(super) program: Range<u32>,
    pub(super) allocated: Range<u32>,
}

/// The program's instructions, the allocated ones, and the steps that relate them, block by block.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub(super) steps: Vec<Step>,
    pub(super) program: InstBuffer,
    pub(super) allocated: InstBuffer,
    pub(super) blocks: Vec<TracedBlock>,
    /// The block set by [`Trace::begin_block`].
    current: BlockId,
}

impl Trace {
    /// An empty trace.
    pub fn new() -> Trace {
        Trace { current: BlockId::new(0), ..Trace::default() }
    }

    /// Clears the trace and keeps its memory.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.program.clear();
        self.allocated.clear();
        self.blocks.clear();
        self.current = BlockId::new(0);
    }

    /// Sets the block that is allocated next.
    pub fn begin_block(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Records an instruction of the program before it is allocated.
    pub(super) fn add_program(&mut self, buffer: &InstBuffer, inst: &Inst) {
        self.program.push_from(buffer, inst);
    }

    /// Records the steps and the final instructions of the block.
    pub(super) fn end_block(&mut self, steps: &[Step], output: &InstBuffer, from: usize) {
        let last = self.blocks.last();
        let (s, p, a) = last.map_or((0, 0, 0), |b| (b.steps.end, b.program.end, b.allocated.end));
        for inst in &output.insts[from..] {
            self.allocated.push_from(output, inst);
        }
        self.steps.extend_from_slice(steps);
        self.blocks.push(TracedBlock {
            block: self.current,
            steps: s..self.steps.len() as u32,
            program: p..self.program.insts.len() as u32,
            allocated: a..self.allocated.insts.len() as u32,
        });
    }

    /// Applies the edits of the cleanup to the trace; must run before the cleanup removes the instructions. `edit` maps
    /// an instruction number of the code's buffer to its edit.
    pub(super) fn clean_up(&mut self, code: &Code, edit: impl Fn(u32) -> Option<Edit>) {
        let old = std::mem::take(self);
        self.program = old.program;
        for traced in &old.blocks {
            let start = (self.steps.len() as u32, self.allocated.insts.len() as u32);
            let Some(block) = code.blocks.get(traced.block) else { continue };
            // Both sequences are backward.
            let mut number = block.insts.end;
            for step in &old.steps[traced.steps.start as usize..traced.steps.end as usize] {
                if let Step::Dropped(place) = step {
                    // The slot may not be written any more; the value is then in another location.
                    self.steps.push(place.map_or(*step, |_| Step::Renamed));
                    continue;
                }
                number = number.wrapping_sub(1);
                match (edit(number), *step) {
                    (Some(Edit::Remove(_)), Step::Inserted) => continue,
                    (Some(Edit::Remove(Some(place))), Step::Remat(tmp)) => {
                        self.steps.push(Step::AlreadyThere(tmp, place));
                        continue;
                    }
                    (Some(Edit::Remove(_)), _) => {
                        self.steps.push(Step::Renamed);
                        continue;
                    }
                    _ => self.steps.push(*step),
                }
                if let Some(inst) = code.buffer.insts.get(number as usize) {
                    self.allocated.push_from(&code.buffer, inst);
                }
            }
            self.blocks.push(TracedBlock {
                block: traced.block,
                steps: start.0..self.steps.len() as u32,
                program: traced.program.clone(),
                allocated: start.1..self.allocated.insts.len() as u32,
            });
        }
    }

    /// Records a complete block: steps, program instructions and allocated ones, all forward.
    pub(super) fn add_block(
        &mut self,
        block: BlockId,
        steps: &[Step],
        program: (&InstBuffer, Range<usize>),
        allocated: (&InstBuffer, Range<usize>),
    ) {
        let start =
            (self.steps.len() as u32, self.program.insts.len() as u32, self.allocated.insts.len() as u32);
        self.steps.extend(steps.iter().rev());
        for (buffer, (from, range)) in [(&mut self.program, program), (&mut self.allocated, allocated)] {
            for inst in from.insts[range].iter().rev() {
                buffer.push_from(from, inst);
            }
        }
        self.blocks.push(TracedBlock {
            block,
            steps: start.0..self.steps.len() as u32,
            program: start.1..self.program.insts.len() as u32,
            allocated: start.2..self.allocated.insts.len() as u32,
        });
    }
}
