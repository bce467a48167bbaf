//! The back end of O0: blocks are selected, allocated and emitted some at a time, in that order, before the next ones
//! are looked at.
//!
//! Each of the three is a lot of code. While it runs it is in the processor's first cache, which it is not any more
//! when the others have run: with one block at a time, O0 takes 6 % longer.

use super::{BlockCode, Run, bug};
use crate::air::{self, Code as Air};
use crate::error::CompileError;
use crate::isa::CodeBuffer;
use crate::options::{Progress, Stage};
use crate::regalloc;
use std::ops::Range;

/// How many instructions make selection stop: what they are in is to stay in a cache, too.
const ENOUGH: usize = 512;

/// Blocks that are next: the place of each in the order, and its instructions in the buffer that was written last.
pub(super) type Batch = Vec<(usize, Range<usize>)>;

impl Run<'_, '_> {
    /// O0, if nothing is to be saved.
    pub(super) fn block_by_block(
        &mut self,
        code: &mut Air,
        buffer: &mut CodeBuffer,
    ) -> Result<(), CompileError> {
        let mut batch = std::mem::take(&mut self.work.batch);
        let mut done = 0;
        while done < self.work.order.len() {
            self.select_batch(done, &mut batch, code)?;
            self.allocate_batch(&mut batch, code)?;
            self.before(Stage::Emit);
            for (place, insts) in &batch {
                let ids = [*place, *place + 1].map(|place| air::BlockId::new(place as u32));
                self.emit_block(ids, code, buffer, BlockCode::Batch(insts.clone()));
            }
            self.after(Stage::Emit, Progress::Code(code));
            done += batch.len();
        }
        self.work.batch = batch;
        self.work.stats = self.work.allocator.stats();
        if !code.saved.is_empty() {
            let message =
                String::from("registers must be saved, and returns were emitted before that was known");
            return Err(bug(Stage::Allocate, message, self.proc));
        }
        self.check(code)
    }

    /// Selects blocks from a place on, at least one.
    fn select_batch(&mut self, first: usize, batch: &mut Batch, code: &mut Air) -> Result<(), CompileError> {
        self.before(Stage::Select);
        batch.clear();
        self.work.selected.clear();
        let (mut place, mut end) = (first, 0);
        while place < self.work.order.len() && end <= ENOUGH {
            self.select(place, code)?;
            let start = std::mem::replace(&mut end, self.work.selected.insts.len());
            batch.push((place, start..end));
            place += 1;
        }
        self.after(Stage::Select, Progress::Code(code));
        Ok(())
    }

    /// Allocates what was selected.
    fn allocate_batch(&mut self, batch: &mut Batch, code: &mut Air) -> Result<(), CompileError> {
        self.before(Stage::Allocate);
        self.work.allocated.clear();
        self.work.allocated.reserve(self.work.selected.insts.len());
        for (place, insts) in batch {
            let trace = self.options.check_allocation.then(|| {
                self.work.trace.begin_block(air::BlockId::new(*place as u32));
                &mut self.work.trace
            });
            let (selected, allocated) = (&self.work.selected, &mut self.work.allocated);
            let start = allocated.insts.len();
            let block = selected.insts[insts.clone()].iter();
            let result = self.work.allocator.allocate_block(code, block, selected, allocated, trace);
            result.map_err(CompileError::Allocation)?;
            *insts = start..allocated.insts.len();
            if self.patches {
                regalloc::find_live_across_in_block(code, allocated, insts.clone());
            }
        }
        self.after(Stage::Allocate, Progress::Code(code));
        Ok(())
    }
}
