//! Exceptions: `try_table`, `throw` and `throw_ref`.
//!
//! Each call in a `try_table` has the handler block of that `try_table` as its exceptional successor. The handler finds
//! the exception in a word of the runtime, compares tags, and branches to the label of the first clause that matches.
//! Without one, control goes to the handler of the enclosing `try_table`, or the exception is thrown to the caller.
//! Nothing is executed for a call that returns.

use super::control::Kind;
use super::{Function, heap};
use crate::error::{Error, user};
use crate::layout::{Builtin, WORD, context, exception, runtime};
use barebones::base::{TrapCode, Type};
use barebones::ir::{BlockId, ValueId};
use wasmparser::{Catch, TryTable};

/// An open `try_table` with clauses.
pub(super) struct Try {
    /// Index of its frame.
    depth: usize,
    clauses: Vec<Catch>,
    /// The instance's context, if it is pinned: a callee may have set the register for another instance, and unwinding
    /// does not restore it.
    context: Option<ValueId>,
    /// The handler, if something may throw to it.
    handler: Option<BlockId>,
}

impl Function<'_> {
    pub(super) fn enter_try_table(&mut self, table: &TryTable) {
        if table.catches.is_empty() {
            return self.enter(table.ty, Kind::Block);
        }
        self.enter(table.ty, Kind::Try);
        let context = self.linkage.context.map(|reg| self.cursor().get_pinned(reg));
        let depth = self.s.frames.len() - 1;
        self.tries.push(Try { depth, clauses: table.catches.clone(), context, handler: None });
    }

    /// The handler of the innermost `try_table`.
    pub(super) fn handler(&mut self) -> Option<BlockId> {
        let innermost = self.tries.last_mut()?;
        Some(*innermost.handler.get_or_insert_with(|| self.proc.add_block()))
    }

    /// Fills the handler of the innermost `try_table`, whose frame is about to end.
    pub(super) fn end_try_table(&mut self) -> Result<(), Box<Error>> {
        let Some(Try { depth, clauses, context, handler }) = self.tries.pop() else { return Ok(()) };
        let Some(handler) = handler else { return Ok(()) };
        let (at, reachable, height) = (self.at, self.reachable, self.s.stack.len());
        self.ssa.seal(&mut self.proc, handler);
        (self.at, self.reachable) = (handler, true);
        self.restore_pins(context);
        let runtime = self.runtime();
        let exception = self.load(Type::Int64, runtime, runtime::EXCEPTION, heap::RUNTIME);
        let tag = self.load(Type::Int64, exception, exception::TAG, heap::RUNTIME);
        for clause in &clauses {
            let (wanted, is_reference, label) = match *clause {
                Catch::One { tag, label } => (Some(tag), false, label),
                Catch::OneRef { tag, label } => (Some(tag), true, label),
                Catch::All { label } => (None, false, label),
                Catch::AllRef { label } => (None, true, label),
            };
            let next = wanted.map(|wanted| self.branch_unless_tag(tag, wanted));
            if let Some(wanted) = wanted {
                self.push_exception_values(exception, wanted);
            }
            if is_reference {
                // The host may refer to it already.
                let state = self.load(Type::Int64, exception, exception::STATE, heap::RUNTIME);
                let referenced = self.const64(exception::REFERENCED as i64);
                let state = self.cursor().bit_or(state, referenced);
                self.store(state, exception, exception::STATE, heap::RUNTIME);
                self.push(exception);
            }
            // Labels of clauses do not count the `try_table` itself.
            self.branch_to_frame(depth - 1 - label as usize);
            self.s.stack.truncate(height);
            // A clause is short, but a tag may have a thousand values.
            self.check_size(None)?;
            let Some(next) = next else { break };
            (self.at, self.reachable) = (next, true);
        }
        if self.reachable {
            self.propagate();
        }
        (self.at, self.reachable) = (at, reachable);
        Ok(())
    }

    /// Continues in a new block if the tag of an exception is `wanted`; returns the block for other tags.
    fn branch_unless_tag(&mut self, tag: ValueId, wanted: u32) -> BlockId {
        let (context, offset) = (self.context(), self.info.layout.tag(wanted));
        let wanted = self.constant_load(Type::Int64, context, offset);
        let matches = self.cursor().equal(tag, wanted);
        let [taken, next] = [self.proc.add_block(), self.proc.add_block()];
        self.cursor().branch(matches, taken, next);
        self.ssa.end_block(&self.proc, self.at);
        self.ssa.seal(&mut self.proc, taken);
        self.ssa.seal(&mut self.proc, next);
        self.at = taken;
        next
    }

    fn push_exception_values(&mut self, exception: ValueId, tag: u32) {
        let info = self.info;
        let mut offset = exception::VALUES;
        for ty in &info.tag_type(tag).params {
            let value = self.load(ty.machine(), exception, offset, heap::RUNTIME);
            self.push(value);
            offset += ty.words() as i32 * WORD;
        }
    }

    /// `throw`: the runtime creates the exception from values in the stack frame.
    pub(super) fn throw(&mut self, tag: u32) {
        let info = self.info;
        let types = &info.tag_type(tag).params;
        let words = info.tag_type(tag).words() as u32;
        let values = if words == 0 { self.const64(0) } else { self.results_slot(words * WORD as u32) };
        let first = self.s.stack.len() - types.len();
        let mut offset = 0;
        for (i, ty) in types.iter().enumerate() {
            let value = self.s.stack[first + i];
            self.store(value, values, offset, heap::RESULTS);
            offset += ty.words() as i32 * WORD;
        }
        self.s.stack.truncate(first);
        let tag = self.const32(tag as i32);
        self.call_checked_builtin(Builtin::Throw, &[tag, values], user::TOO_MANY_EXCEPTIONS);
        self.propagate();
    }

    /// `throw_ref`.
    pub(super) fn throw_ref(&mut self) {
        let exception = self.pop();
        let null = self.const64(0);
        let is_null = self.cursor().equal(exception, null);
        self.trap_if(is_null, user::NULL_EXCEPTION);
        let runtime = self.runtime();
        self.store(exception, runtime, runtime::EXCEPTION, heap::RUNTIME);
        self.propagate();
    }

    /// Passes the runtime's exception on: to the innermost `try_table`, or to the caller.
    fn propagate(&mut self) {
        if let Some(handler) = self.handler() {
            self.cursor().jump(handler);
        } else {
            let unused = self.const64(0);
            self.call_builtin(Builtin::Raise, Type::Void, &[unused]);
            self.cursor().trap(TrapCode::Unreachable);
        }
        self.finish_block();
    }

    fn runtime(&mut self) -> ValueId {
        let context = self.context();
        self.constant_load(Type::Int64, context, context::RUNTIME)
    }
}
