//! The control flow as allocation sees it: block positions, predecessors, loops and weights.
//!
//! A loop is the region of code order from the target to the source of a backward edge. Edges out of rare blocks form
//! no loop, since rare blocks follow all others.

use super::point::{Point, gap, inst_of};
use crate::air::Code;
use crate::analysis::Predecessors;

/// No loop, or no block.
pub(in crate::regalloc) const NONE: u32 = u32::MAX;

/// Maximum number of enclosing loops that decisions consider, so that deep nests take linear time.
const MAX_DEPTH: usize = 32;

/// The blocks from a loop's header to its last latch.
#[derive(Clone, Copy, Debug)]
pub(in crate::regalloc) struct LoopRegion {
    pub(in crate::regalloc) first_block: u32,
    pub(in crate::regalloc) last_block: u32,
    pub(in crate::regalloc) start: Point,
    pub(in crate::regalloc) end: Point,
    /// The parent loop, or [`NONE`].
    pub(in crate::regalloc) parent: u32,
    /// The only block that enters the loop, if it precedes the loop; else [`NONE`].
    pub(in crate::regalloc) preheader: u32,
    /// The outermost loop around this one, or this one, that has a preheader, as all loops between them do; [`NONE`] if
    /// this loop has none.
    outermost_with_preheader: u32,
    /// Frequency of entering the loop.
    pub(in crate::regalloc) entry_weight: f32,
}

/// Blocks, loops and weights of the code.
#[derive(Debug, Default)]
pub(in crate::regalloc) struct ControlFlow {
    /// The number of each block's first instruction, then the number of instructions.
    pub(in crate::regalloc) first: Vec<u32>,
    /// The block of each instruction, and of the last one.
    blocks: Vec<u32>,
    last_block: u32,
    /// Frequency of each block.
    pub(in crate::regalloc) weights: Vec<f32>,
    /// The innermost loop of each block, or [`NONE`].
    pub(in crate::regalloc) innermost: Vec<u32>,
    /// Sorted by header; a parent precedes its children.
    pub(in crate::regalloc) loops: Vec<LoopRegion>,
    predecessors: Predecessors,
    latches: Vec<u32>,
    stack: Vec<u32>,
    /// For the loops on the stack from each of these places on, up to the next place: their common last block.
    ends: Vec<(usize, u32)>,
}

impl ControlFlow {
    /// Analyzes code whose blocks are contiguous in the buffer.
    pub(in crate::regalloc) fn compute(&mut self, code: &Code) {
        let count = code.blocks.len();
        self.first.clear();
        self.first.extend(code.blocks.values().map(|block| block.insts.start));
        self.first.push(code.blocks.values().next_back().map_or(0, |block| block.insts.end));
        self.blocks.clear();
        for (block, data) in code.blocks.iter() {
            self.blocks.resize(data.insts.end as usize, block.number());
        }
        self.last_block = self.blocks.last().copied().unwrap_or(0);
        self.predecessors.compute(code);
        self.latches.clear();
        self.latches.resize(count, NONE);
        for (block, data) in code.blocks.iter() {
            for successor in data.successors.iter().filter(|to| to.number() <= block.number()) {
                if code.blocks.get(*successor).is_some_and(|to| to.rare || !data.rare) {
                    self.latches[successor.number() as usize] = block.number();
                }
            }
        }
        self.find_loops(count);
        let estimate = code.blocks.values().all(|block| block.frequency == 1.0);
        self.weights.clear();
        for (block, data) in code.blocks.iter() {
            let weight = match estimate {
                true => 8f32.powi(self.depth(self.innermost[block.number() as usize]).min(6)),
                false => data.frequency.clamp(1e-6, 1e12) as f32,
            };
            self.weights.push(if data.rare { weight.min(1.0) / 64.0 } else { weight });
        }
        for i in 0..self.loops.len() {
            let (header, last) = (self.loops[i].first_block, self.loops[i].last_block);
            let mut entries = self.predecessors(header).iter().filter(|p| **p < header || **p > last);
            let preheader = match (entries.next(), entries.next()) {
                (Some(entry), None) if *entry < header => *entry,
                _ => NONE,
            };
            self.loops[i].preheader = preheader;
            let around = self.loops.get(self.loops[i].parent as usize);
            let around = around.map_or(NONE, |parent| parent.outermost_with_preheader);
            self.loops[i].outermost_with_preheader = match (preheader, around) {
                (NONE, _) => NONE,
                (_, NONE) => i as u32,
                _ => around,
            };
            let before = if preheader == NONE { header.saturating_sub(1) } else { preheader };
            self.loops[i].entry_weight = self.weights[before as usize];
        }
    }

    fn find_loops(&mut self, count: usize) {
        self.loops.clear();
        self.innermost.clear();
        self.stack.clear();
        self.ends.clear();
        for block in 0..count as u32 {
            while let Some((start, last)) = self.ends.pop_if(|(_, last)| *last < block) {
                self.end_loops(start, last);
            }
            let last = self.latches[block as usize];
            if last != NONE {
                // Widens loops that overlap without nesting until they nest.
                let mut start = self.stack.len();
                while let Some((outer, _)) = self.ends.pop_if(|(_, end)| *end < last) {
                    start = outer;
                }
                self.ends.push((start, last));
                let parent = self.stack.last().copied().unwrap_or(NONE);
                self.stack.push(self.loops.len() as u32);
                self.loops.push(LoopRegion {
                    first_block: block,
                    last_block: last,
                    start: 0,
                    end: 0,
                    parent,
                    preheader: NONE,
                    outermost_with_preheader: NONE,
                    entry_weight: 1.0,
                });
            }
            self.innermost.push(self.stack.last().copied().unwrap_or(NONE));
        }
        while let Some((start, last)) = self.ends.pop() {
            self.end_loops(start, last);
        }
        for region in &mut self.loops {
            region.start = gap(self.first[region.first_block as usize]);
            region.end = gap(self.first[region.last_block as usize + 1]);
        }
    }

    /// Removes loops from the stack that end in the same block.
    fn end_loops(&mut self, start: usize, last: u32) {
        for ended in self.stack.drain(start..) {
            self.loops[ended as usize].last_block = last;
        }
    }

    fn depth(&self, mut region: u32) -> i32 {
        let mut depth = 0;
        while region != NONE && depth < 8 {
            depth += 1;
            region = self.loops[region as usize].parent;
        }
        depth
    }
    pub(in crate::regalloc) fn len(&self) -> usize {
        self.weights.len()
    }
    pub(in crate::regalloc) fn predecessors(&self, block: u32) -> &[u32] {
        self.predecessors.of(block as usize)
    }
    pub(in crate::regalloc) fn start(&self, block: u32) -> Point {
        gap(self.first[block as usize])
    }
    pub(in crate::regalloc) fn end(&self, block: u32) -> Point {
        gap(self.first[block as usize + 1])
    }
    pub(in crate::regalloc) fn block_of(&self, point: Point) -> u32 {
        let block = self.blocks.get(inst_of(point) as usize).copied();
        block.unwrap_or(self.last_block)
    }

    /// The innermost [`MAX_DEPTH`] loops around `block`, from the inside out.
    pub(in crate::regalloc) fn loops_around(&self, block: u32) -> impl Iterator<Item = (u32, &LoopRegion)> {
        let mut region = self.innermost[block as usize];
        let next = move || {
            let data = self.loops.get(region as usize)?;
            Some((std::mem::replace(&mut region, data.parent), data))
        };
        std::iter::from_fn(next).take(MAX_DEPTH)
    }

    /// The outermost of [`ControlFlow::loops_around`] that does not contain `outside`, or [`NONE`].
    pub(in crate::regalloc) fn outermost_without(&self, block: u32, outside: Point) -> u32 {
        let excluding = |(_, data): &(u32, &LoopRegion)| !(data.start <= outside && outside < data.end);
        self.loops_around(block).take_while(excluding).last().map_or(NONE, |(region, _)| region)
    }

    /// The outermost loop around `block` that has a preheader, as all loops between them do; or [`NONE`].
    pub(in crate::regalloc) fn outermost_with_preheader(&self, block: u32) -> u32 {
        let innermost = self.loops.get(self.innermost[block as usize] as usize);
        innermost.map_or(NONE, |region| region.outermost_with_preheader)
    }
}
