//! `yield*`: a loop that passes what the caller sends to another iterator, with its `throw` and `return`.

use super::Result;
use super::builder::{Cleanup, Generator, text, undefined};
use crate::hir::{BlockId, Opcode, Operator, Value};
use oxc_ast::ast::YieldExpression;

impl<'a> Generator<'a> {
    pub(super) fn yield_star(&mut self, it: &'a YieldExpression<'a>) -> Result<Value> {
        if !self.current().tries.is_empty() {
            return self.unsupported(it.span, "`yield*` in a try statement or a for-of loop");
        }
        let value = match &it.argument {
            Some(argument) => self.expression(argument)?,
            None => undefined(),
        };
        let next_round = self.new_block();
        let body = self.new_block();
        let exit = self.new_block();
        let symbol = vec![Value::GlobalObject.into(), text("Symbol").into()];
        let symbol = self.value(Opcode::TryLoadGlobalProperty, symbol);
        let key = self.load_property(symbol, text("iterator"));
        let method = self.load_property(value.clone(), key);
        let iterator = self.value(Opcode::Call, vec![method.into(), value.into()]);
        self.ensure(&iterator, "iterator is not an object");
        let next = self.load_property(iterator.clone(), text("next"));
        let received = self.alloc_stack("received");
        self.store_stack(undefined(), received);
        let is_return = self.alloc_stack("isReturn");
        let result = self.alloc_stack("result");
        self.branch(next_round);

        self.set_block(next_round);
        let argument = self.load_stack(received);
        let step = vec![next.into(), iterator.clone().into(), argument.into()];
        let step = self.value(Opcode::Call, step);
        self.ensure(&step, "iterator.next() did not return an object");
        self.store_stack(step.clone(), result);
        let done = self.load_property(step.clone(), text("done"));
        self.cond_branch(done, exit, body);

        self.set_block(body);
        let resume = self.new_block();
        let source = iterator.clone();
        self.protected(
            Some(next_round),
            Cleanup::None,
            |this| {
                this.yield_result(step, resume);
                this.set_block(resume);
                let resumed = this.value(Opcode::ResumeGenerator, vec![is_return.into()]);
                this.store_stack(resumed.clone(), received);
                let leave = this.new_block();
                let condition = this.load_stack(is_return);
                this.cond_branch(condition, leave, next_round);
                this.set_block(leave);
                this.store_stack(resumed.clone(), received);
                this.end_region();
                let argument = this.delegate_method(&source, "return");
                this.set_block(argument.absent);
                this.emit(Opcode::Return, vec![resumed.into()]);
                this.set_block(argument.present);
                let sent = this.load_stack(received);
                let call = vec![argument.method.into(), source.into(), sent.into()];
                let returned = this.value(Opcode::Call, call);
                this.ensure(&returned, "iterator.return() did not return an object");
                let end = this.new_block();
                let again = this.new_block();
                let done = this.load_property(returned.clone(), text("done"));
                this.cond_branch(done, end, again);
                this.set_block(end);
                let value = this.load_property(returned.clone(), text("value"));
                this.emit(Opcode::Return, vec![value.into()]);
                this.set_block(again);
                this.yield_result(returned, resume);
                let unreachable = this.new_block();
                this.set_block(unreachable);
                Ok(())
            },
            |_| Ok(()),
            |this, exception| {
                let throw = this.delegate_method(&iterator, "throw");
                this.set_block(throw.present);
                let call = vec![throw.method.into(), iterator.clone().into(), exception.into()];
                let thrown = this.value(Opcode::Call, call);
                this.ensure(&thrown, "iterator.throw() did not return an object");
                let end = this.new_block();
                let again = this.new_block();
                let done = this.load_property(thrown.clone(), text("done"));
                this.cond_branch(done, end, again);
                this.set_block(end);
                this.store_stack(thrown.clone(), result);
                this.branch(exit);
                this.set_block(again);
                this.yield_result(thrown, resume);
                this.set_block(throw.absent);
                let close = this.delegate_method(&iterator, "return");
                this.set_block(close.present);
                let closed = this.value(Opcode::Call, vec![close.method.into(), iterator.clone().into()]);
                this.ensure(&closed, "iterator.return() did not return an object");
                this.branch(close.absent);
                this.set_block(close.absent);
                this.builtin("throwTypeError", vec![text("yield* delegate must have a .throw() method")]);
                this.emit(Opcode::Return, vec![undefined().into()]);
                Ok(false)
            },
        )?;
        self.set_block(exit);
        let last = self.load_stack(result);
        Ok(self.load_property(last, text("value")))
    }

    fn ensure(&mut self, value: &Value, message: &str) {
        self.builtin("ensureObject", vec![value.clone(), text(message)]);
    }

    /// Yields a result object of the other iterator as it is.
    fn yield_result(&mut self, result: Value, resume: BlockId) {
        self.builtin("generatorSetDelegated", Vec::new());
        self.emit(Opcode::SaveAndYield, vec![result.into(), resume.into()]);
    }

    /// Gets a method of the iterator, and branches by whether it has one.
    fn delegate_method(&mut self, iterator: &Value, name: &str) -> Method {
        let method = self.builtin("getMethod", vec![iterator.clone(), text(name)]);
        let present = self.new_block();
        let absent = self.new_block();
        let operands = vec![method.clone().into(), undefined().into(), absent.into(), present.into()];
        self.emit_operator(Opcode::CompareBranch, Some(Operator::StrictlyEqual), operands);
        Method { method, present, absent }
    }
}

/// A method that an iterator may have.
struct Method {
    method: Value,
    present: BlockId,
    absent: BlockId,
}
