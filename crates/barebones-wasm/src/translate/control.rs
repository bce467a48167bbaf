//! Blocks and branches.
//!
//! The end of a frame becomes a block only if a branch targets it. Otherwise the current block continues, and the
//! results stay on the operand stack. The operands of a block are variables of the SSA builder, one per operand,
//! which each branch to the block defines.

use super::Function;
use crate::error::Error;
use barebones::base::TrapCode;
use barebones::ir::{BlockId, Opcode, SsaVariable, ValueId};
use wasmparser::{BlockType, Operator};

/// The operator that began a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Function,
    Block,
    /// A `try_table` with clauses.
    Try,
    /// Branches go to the header.
    Loop {
        header: BlockId,
    },
    /// `otherwise` is the block for a false condition, also without an `else`.
    If {
        otherwise: BlockId,
    },
    Else,
}

/// An entry of the control stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    kind: Kind,
    params: u32,
    results: u32,
    /// Number of operands below those of the frame.
    height: u32,
    /// The block after the frame, if a branch targets it.
    exit: Option<BlockId>,
    /// Index of the first variable that a branch defines.
    labels: u32,
    /// Start of the saved operands of an `if`.
    saved: u32,
    /// Number of the last `br_table` that targets the frame.
    table: u32,
}

impl Frame {
    /// The frame of the function body.
    pub(super) fn function(results: u32) -> Frame {
        Frame {
            kind: Kind::Function,
            params: 0,
            results,
            height: 0,
            exit: None,
            labels: 0,
            saved: 0,
            table: 0,
        }
    }

    /// Number of operands that a branch takes.
    fn arity(&self) -> usize {
        if let Kind::Loop { .. } = self.kind { self.params as usize } else { self.results as usize }
    }
}

/// A comparison with zero that has no value yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZeroTest {
    /// The compared integer.
    pub(super) value: ValueId,
    /// True for `value == 0`, false for `value != 0`.
    pub(super) is_zero: bool,
}

/// True for operators that only test whether their topmost operand is zero.
#[inline(always)]
pub(super) fn takes_condition(operator: &Operator<'_>) -> bool {
    use Operator::*;
    matches!(operator, BrIf { .. } | If { .. } | Select | TypedSelect { .. } | I32Eqz)
}

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn control(&mut self, operator: &Operator<'_>, offset: u64) -> Result<bool, Box<Error>> {
        match operator {
            Operator::Nop => {}
            Operator::Unreachable => {
                self.cursor().trap(TrapCode::Unreachable);
                self.finish_block();
            }
            Operator::Block { blockty } => self.enter(*blockty, Kind::Block),
            Operator::Loop { blockty } => self.enter_loop(*blockty, offset),
            Operator::If { blockty } => self.enter_if(*blockty),
            Operator::Else => self.switch_to_else(),
            Operator::End => self.end()?,
            Operator::Br { relative_depth } => self.branch(*relative_depth),
            Operator::BrIf { relative_depth } => self.branch_if(*relative_depth),
            Operator::BrTable { targets } => self.branch_table(targets)?,
            Operator::Return => self.return_results(),
            Operator::TryTable { try_table } => self.enter_try_table(try_table),
            Operator::Throw { tag_index } => self.throw(*tag_index),
            Operator::ThrowRef => self.throw_ref(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Tracks frames in unreachable code, which is not translated.
    #[inline(always)]
    pub(super) fn skip(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>> {
        match operator {
            // Includes operators of unsupported proposals, which the validator may accept.
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Try { .. }
            | Operator::TryTable { .. } => self.skipped += 1,
            Operator::Else if self.skipped == 0 => self.switch_to_else(),
            Operator::End if self.skipped == 0 => self.end()?,
            // A reachable `try` is refused, so this `delegate` ends a skipped one.
            Operator::End | Operator::Delegate { .. } => self.skipped -= 1,
            _ => {}
        }
        Ok(())
    }

    // ---- Starts of frames -------------------------------------------------------------------------------

    pub(super) fn enter(&mut self, ty: BlockType, kind: Kind) {
        let (params, results) = match ty {
            BlockType::Empty => (0, 0),
            BlockType::Type(_) => (0, 1),
            BlockType::FuncType(ty) => {
                let ty = &self.info.types[ty as usize];
                (ty.params.len() as u32, ty.results.len() as u32)
            }
        };
        let height = (self.s.stack.len() as u32).saturating_sub(params);
        let saved = self.s.saved.len() as u32;
        self.s.frames.push(Frame { kind, params, results, height, exit: None, labels: 0, saved, table: 0 });
    }

    fn enter_loop(&mut self, ty: BlockType, offset: u64) {
        if !self.ssa.keeps_variables() {
            self.find_assigned(offset);
        }
        let header = self.proc.add_block();
        self.enter(ty, Kind::Loop { header });
        let Some(&Frame { params, height, .. }) = self.s.frames.last() else { return };
        let labels = self.declare_labels(height as usize, params as usize);
        if let Some(frame) = self.s.frames.last_mut() {
            frame.labels = labels;
        }
        self.define_labels(labels, params as usize);
        self.jump(header);
        if self.s.is_assigned_known {
            let labels = &self.s.labels[labels as usize..];
            self.s.assigned.extend_from_slice(labels);
            self.ssa.begin_loop(&self.proc, header, &self.s.assigned);
        }
        // The header is sealed at the end of the loop, after all back edges.
        self.at = header;
        self.s.stack.truncate(height as usize);
        self.push_labels(labels, params as usize);
        self.meter_loop();
        self.count();
    }

    /// Finds the locals that the loop at `offset` assigns.
    fn find_assigned(&mut self, offset: u64) {
        let mut loops = std::mem::take(&mut self.s.loops);
        let found = loops.assigned(self.code, offset, self.local_count() as usize);
        self.s.is_assigned_known = found.is_some();
        self.s.assigned.clear();
        for local in found.unwrap_or_default() {
            let variable = self.local(*local);
            self.s.assigned.push(variable);
        }
        self.s.loops = loops;
    }

    // ---- Conditions -------------------------------------------------------------------------------------

    /// Pops the topmost operand as a condition. If the result has `true`, the condition is that the value is zero;
    /// otherwise that it is nonzero.
    pub(super) fn pop_condition(&mut self) -> (ValueId, bool) {
        match self.zero_test.take() {
            Some(ZeroTest { value, is_zero }) => (value, is_zero),
            None => (self.pop(), false),
        }
    }

    /// Builds the pending comparison with zero as a value, the topmost operand.
    pub(super) fn push_zero_test(&mut self) {
        let Some(ZeroTest { value, is_zero }) = self.zero_test.take() else { return };
        let ty = self.proc.type_of(value);
        let zero = self.int(ty, 0);
        let opcode = if is_zero { Opcode::Equal } else { Opcode::NotEqual };
        let value = self.cursor().apply(opcode, &[value, zero]);
        self.push(value);
    }

    fn branch_to(&mut self, condition: (ValueId, bool), taken: BlockId, not_taken: BlockId) {
        let (condition, is_negated) = condition;
        let [first, second] = if is_negated { [not_taken, taken] } else { [taken, not_taken] };
        self.cursor().branch(condition, first, second);
        self.ssa.end_block(&self.proc, self.at);
    }

    fn enter_if(&mut self, ty: BlockType) {
        let condition = self.pop_condition();
        let [then, otherwise] = [self.proc.add_block(), self.proc.add_block()];
        self.enter(ty, Kind::If { otherwise });
        let Some(&Frame { height, .. }) = self.s.frames.last() else { return };
        self.s.saved.extend_from_slice(&self.s.stack[height as usize..]);
        self.branch_to(condition, then, otherwise);
        self.ssa.seal(&mut self.proc, then);
        self.at = then;
    }

    // ---- Ends of frames ---------------------------------------------------------------------------------

    fn switch_to_else(&mut self) {
        let Some(&Frame { kind: Kind::If { otherwise }, height, saved, .. }) = self.s.frames.last() else {
            return;
        };
        let depth = self.s.frames.len() - 1;
        if self.reachable {
            self.jump_to_exit(depth);
        }
        self.s.frames[depth].kind = Kind::Else;
        self.begin_otherwise(otherwise, height, saved);
    }

    fn end(&mut self) -> Result<(), Box<Error>> {
        let depth = self.s.frames.len() - 1;
        match self.s.frames[depth].kind {
            Kind::Function if self.reachable => self.return_results(),
            Kind::If { otherwise } => self.end_if(depth, otherwise),
            Kind::Try => self.end_try_table()?,
            Kind::Loop { header } => {
                self.check_size(Some(header))?;
                self.ssa.seal(&mut self.proc, header);
            }
            _ => {}
        }
        let frame = self.s.frames[depth];
        if let Some(exit) = frame.exit {
            if self.reachable {
                self.jump_to_exit(depth);
            }
            self.ssa.seal(&mut self.proc, exit);
            self.at = exit;
            self.reachable = true;
            self.s.stack.truncate(frame.height as usize);
            self.push_labels(frame.labels, frame.results as usize);
        }
        self.s.frames.pop();
        Ok(())
    }

    /// Continues in the block for a false condition, with the operands of the `if`.
    fn begin_otherwise(&mut self, otherwise: BlockId, height: u32, saved: u32) {
        self.ssa.seal(&mut self.proc, otherwise);
        self.at = otherwise;
        self.reachable = true;
        self.s.stack.truncate(height as usize);
        self.s.stack.extend_from_slice(&self.s.saved[saved as usize..]);
        self.s.saved.truncate(saved as usize);
    }

    /// Ends an `if` without `else`: for a false condition, its operands are the results.
    fn end_if(&mut self, depth: usize, otherwise: BlockId) {
        let Frame { params, saved, exit, height, .. } = self.s.frames[depth];
        if exit.is_none() && params == 0 {
            // The block for a false condition is the exit.
            self.s.frames[depth].exit = Some(otherwise);
            return;
        }
        if self.reachable {
            self.jump_to_exit(depth);
        }
        self.begin_otherwise(otherwise, height, saved);
        self.jump_to_exit(depth);
        self.reachable = false;
    }

    // ---- Branches ---------------------------------------------------------------------------------------

    /// Ends the block; the code after it is unreachable.
    pub(super) fn finish_block(&mut self) {
        self.ssa.end_block(&self.proc, self.at);
        self.reachable = false;
    }

    fn jump(&mut self, target: BlockId) {
        self.cursor().jump(target);
        self.ssa.end_block(&self.proc, self.at);
    }

    fn depth_of(&self, relative: u32) -> usize {
        self.s.frames.len() - 1 - relative as usize
    }

    /// Declares variables for the `count` operands from `first` on.
    fn declare_labels(&mut self, first: usize, count: usize) -> u32 {
        let labels = self.s.labels.len() as u32;
        for i in first..first + count {
            let ty = self.proc.type_of(self.s.stack[i]);
            let label = self.ssa.declare(ty);
            self.s.labels.push(label);
        }
        labels
    }

    fn label(&self, labels: u32, i: usize) -> SsaVariable {
        self.s.labels[labels as usize + i]
    }

    /// Defines the variables of a block as the topmost operands, which stay on the stack.
    fn define_labels(&mut self, labels: u32, count: usize) {
        self.moved += count as u64;
        let first = self.s.stack.len() - count;
        for i in 0..count {
            let (label, value) = (self.label(labels, i), self.s.stack[first + i]);
            self.ssa.define(label, self.at, value);
        }
    }

    fn push_labels(&mut self, labels: u32, count: usize) {
        for i in 0..count {
            let label = self.label(labels, i);
            let value = self.ssa.use_var(&mut self.proc, label, self.at);
            self.push(value);
        }
    }

    /// Returns the target of a branch to a frame, and defines its operands. Not for the frame of the function.
    fn target(&mut self, depth: usize) -> BlockId {
        let frame = self.s.frames[depth];
        let (block, labels) = match (frame.kind, frame.exit) {
            (Kind::Loop { header }, _) => (header, frame.labels),
            (_, Some(exit)) => (exit, frame.labels),
            (_, None) => {
                let exit = self.proc.add_block();
                let first = self.s.stack.len() - frame.arity();
                let labels = self.declare_labels(first, frame.arity());
                let frame = &mut self.s.frames[depth];
                (frame.exit, frame.labels) = (Some(exit), labels);
                (exit, labels)
            }
        };
        self.define_labels(labels, frame.arity());
        block
    }

    fn is_function(&self, depth: usize) -> bool {
        self.s.frames[depth].kind == Kind::Function
    }

    pub(super) fn branch(&mut self, relative: u32) {
        self.branch_to_frame(self.depth_of(relative));
    }

    /// Branches to the frame with this index.
    pub(super) fn branch_to_frame(&mut self, depth: usize) {
        if self.is_function(depth) {
            return self.return_results();
        }
        let target = self.target(depth);
        self.cursor().jump(target);
        self.finish_block();
    }

    /// Jumps from the end of a frame's body to its exit.
    fn jump_to_exit(&mut self, depth: usize) {
        let frame = self.s.frames[depth];
        let exit = match frame.exit {
            Some(exit) => {
                self.define_labels(frame.labels, frame.results as usize);
                exit
            }
            None => {
                let exit = self.proc.add_block();
                let count = frame.results as usize;
                let labels = self.declare_labels(self.s.stack.len() - count, count);
                let frame = &mut self.s.frames[depth];
                (frame.exit, frame.labels) = (Some(exit), labels);
                self.define_labels(labels, count);
                exit
            }
        };
        self.jump(exit);
    }

    fn branch_if(&mut self, relative: u32) {
        let condition = self.pop_condition();
        self.branch_on(condition, relative);
    }

    /// Branches with the topmost operands on a condition, see [`Function::pop_condition`], and continues otherwise with the
    /// same operands.
    pub(super) fn branch_on(&mut self, condition: (ValueId, bool), relative: u32) {
        let depth = self.depth_of(relative);
        let returns = self.is_function(depth);
        let target = if returns { self.proc.add_block() } else { self.target(depth) };
        let next = self.proc.add_block();
        self.branch_to(condition, target, next);
        if returns {
            self.return_from(target);
        }
        self.ssa.seal(&mut self.proc, next);
        self.at = next;
    }

    fn branch_table(&mut self, targets: &wasmparser::BrTable<'_>) -> Result<(), Box<Error>> {
        let selector = self.pop();
        let mut cases = std::mem::take(&mut self.s.cases);
        cases.clear();
        let mut returns = None;
        self.tables += 1;
        for (number, relative) in (0..).zip(targets.targets()) {
            let block = self.table_target(relative?, &mut returns);
            cases.push((number, block));
        }
        let default = self.table_target(targets.default(), &mut returns);
        if cases.is_empty() {
            self.cursor().jump(default);
        } else {
            self.cursor().switch(selector, &cases, default);
        }
        self.finish_block();
        self.s.cases = cases;
        if let Some(block) = returns {
            self.return_from(block);
        }
        Ok(())
    }

    fn table_target(&mut self, relative: u32, returns: &mut Option<BlockId>) -> BlockId {
        let depth = self.depth_of(relative);
        if self.is_function(depth) {
            return *returns.get_or_insert_with(|| self.proc.add_block());
        }
        let Frame { kind, exit, table, .. } = self.s.frames[depth];
        match (kind, exit) {
            // An earlier case of this `br_table` has defined the same operands.
            (Kind::Loop { header }, _) if table == self.tables => header,
            (_, Some(exit)) if table == self.tables => exit,
            _ => {
                self.s.frames[depth].table = self.tables;
                self.target(depth)
            }
        }
    }

    /// Fills a block that returns the topmost operands, which stay on the stack.
    fn return_from(&mut self, block: BlockId) {
        self.ssa.seal(&mut self.proc, block);
        let at = std::mem::replace(&mut self.at, block);
        let reachable = self.reachable;
        self.return_results();
        (self.at, self.reachable) = (at, reachable);
    }

    fn return_results(&mut self) {
        let first = self.s.stack.len() - self.abi.results.len();
        for i in self.abi.in_registers..self.abi.results.len() {
            let (value, offset) = (self.s.stack[first + i], self.abi.offset(i));
            self.store(value, self.results_address, offset, super::heap::RESULTS);
        }
        let in_registers = &self.s.stack[first..first + self.abi.in_registers];
        self.proc.at(self.at).ret(in_registers.iter().copied());
        self.finish_block();
    }
}
