//! `yield*`: a loop that passes what the caller sends to another iterator, with its `throw` and `return`.

use super::Result;
use super::builder::{Body, Cleanup, Generator, number, text, undefined};
use crate::hir::{BlockId, Opcode, Operator, Value};
use oxc_ast::ast::{ForOfStatement, YieldExpression};

impl<'a> Generator<'a> {
    pub(super) fn yield_star(&mut self, it: &'a YieldExpression<'a>) -> Result<Value> {
        if !self.options.hermes_compat {
            return self.delegate(it);
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
                this.leave_outer_tries()?;
                this.emit(Opcode::Return, vec![value.into()]);
                this.set_block(again);
                this.yield_result(returned, resume);
                this.set_block(argument.absent);
                this.leave_outer_tries()?;
                this.emit(Opcode::Return, vec![resumed.into()]);
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

    /// Leaves the regions around the innermost one, which has ended.
    fn leave_outer_tries(&mut self) -> Result<()> {
        let own = self.context().tries.pop();
        self.leave_tries(0, true)?;
        self.context().tries.extend(own);
        Ok(())
    }

    /// `yield*` by the standard, also in try statements and in async generators: a loop over what the caller sends.
    fn delegate(&mut self, it: &'a YieldExpression<'a>) -> Result<Value> {
        let awaits = self.current().body == Body::AsyncGenerator;
        let source = match &it.argument {
            Some(argument) => self.expression(argument)?,
            None => undefined(),
        };
        let iterator = self.iterator_object(source, awaits);
        let next = self.load_property(iterator.clone(), text("next"));
        // The mode: 0 for a value, 1 for an exception, 2 for a return.
        let [mode, received, result, is_return] =
            ["mode", "received", "result", "isReturn"].map(|name| self.alloc_stack(name));
        self.store_stack(number(0.0), mode);
        self.store_stack(undefined(), received);
        let [again, throws, returns, stepped, exit] = [(); 5].map(|()| self.new_block());
        self.branch(again);

        self.set_block(again);
        let call_next = self.new_block();
        let current = self.load_stack(mode);
        let cases = vec![
            current.into(),
            call_next.into(),
            number(1.0).into(),
            throws.into(),
            number(2.0).into(),
            returns.into(),
        ];
        self.emit(Opcode::Switch, cases);
        self.set_block(call_next);
        let sent = self.load_stack(received);
        let step = self.value(Opcode::Call, vec![next.into(), iterator.clone().into(), sent.into()]);
        self.store_stack(step, result);
        self.branch(stepped);

        self.set_block(throws);
        let throw = self.delegate_method(&iterator, "throw");
        self.set_block(throw.present);
        let sent = self.load_stack(received);
        let step = self.value(Opcode::Call, vec![throw.method.into(), iterator.clone().into(), sent.into()]);
        self.store_stack(step, result);
        self.branch(stepped);
        self.set_block(throw.absent);
        let close = self.delegate_method(&iterator, "return");
        self.set_block(close.present);
        let mut closed = self.value(Opcode::Call, vec![close.method.into(), iterator.clone().into()]);
        if awaits {
            closed = self.await_value(closed);
        }
        self.ensure(&closed, "iterator.return() did not return an object");
        self.branch(close.absent);
        self.set_block(close.absent);
        self.builtin("throwTypeError", vec![text("yield* delegate must have a .throw() method")]);
        self.emit(Opcode::Return, vec![undefined().into()]);

        self.set_block(returns);
        let close = self.delegate_method(&iterator, "return");
        self.set_block(close.absent);
        let mut sent = self.load_stack(received);
        if awaits {
            sent = self.await_value(sent);
        }
        self.leave_tries(0, true)?;
        self.emit(Opcode::Return, vec![sent.into()]);
        self.set_block(close.present);
        let sent = self.load_stack(received);
        let step = self.value(Opcode::Call, vec![close.method.into(), iterator.into(), sent.into()]);
        self.store_stack(step, result);
        self.branch(stepped);

        self.set_block(stepped);
        let mut step = self.load_stack(result);
        if awaits {
            step = self.await_value(step);
        }
        self.ensure(&step, "the iterator did not return an object");
        let done = self.load_property(step.clone(), text("done"));
        let [end, yields, leave] = [(); 3].map(|()| self.new_block());
        self.cond_branch(done, end, yields);
        self.set_block(end);
        let last = self.load_property(step.clone(), text("value"));
        self.store_stack(last, result);
        let current = self.load_stack(mode);
        let returning = self.binary(Operator::StrictlyEqual, current, number(2.0));
        self.cond_branch(returning, leave, exit);
        self.set_block(leave);
        let last = self.load_stack(result);
        self.leave_tries(0, true)?;
        self.emit(Opcode::Return, vec![last.into()]);

        self.set_block(yields);
        // What the read of `value` throws is not sent to the iterator.
        let yielded = awaits.then(|| self.load_property(step.clone(), text("value")));
        self.protected(
            Some(again),
            Cleanup::None,
            |this| {
                let resume = this.new_block();
                if let Some(value) = yielded {
                    let pair = this.driver_pair(false, value);
                    this.emit(Opcode::SaveAndYield, vec![pair.into(), resume.into()]);
                } else {
                    this.yield_result(step, resume);
                }
                this.set_block(resume);
                let resumed = this.value(Opcode::ResumeGenerator, vec![is_return.into()]);
                this.store_stack(resumed, received);
                let [returned, sent, next] = [(); 3].map(|()| this.new_block());
                let condition = this.load_stack(is_return);
                this.cond_branch(condition, returned, sent);
                for (block, value) in [(returned, 2.0), (sent, 0.0)] {
                    this.set_block(block);
                    this.store_stack(number(value), mode);
                    this.branch(next);
                }
                this.set_block(next);
                Ok(())
            },
            |_| Ok(()),
            |this, exception| {
                this.store_stack(exception, received);
                this.store_stack(number(1.0), mode);
                Ok(true)
            },
        )?;
        self.set_block(exit);
        Ok(self.load_stack(result))
    }

    /// The iterator of a value, as an object.
    pub(super) fn iterator_object(&mut self, value: Value, awaits: bool) -> Value {
        if awaits {
            return self.builtin("asyncIterator", vec![value]);
        }
        self.builtin("getIterator", vec![value])
    }

    /// Calls the `return` of an iterator whose results are awaited, if it has one.
    pub(super) fn close_async(&mut self, iterator: &Value, checks: bool) {
        let close = self.delegate_method(iterator, "return");
        self.set_block(close.present);
        let closed = self.value(Opcode::Call, vec![close.method.into(), iterator.clone().into()]);
        let closed = self.await_value(closed);
        if checks {
            self.ensure(&closed, "iterator.return() did not return an object");
        }
        self.branch(close.absent);
        self.set_block(close.absent);
    }

    /// `for await`: the results of the iterator are awaited, also that of its `return`.
    pub(super) fn for_await(&mut self, it: &'a ForOfStatement<'a>) -> Result<()> {
        let [next_round, body, exit] = [(); 3].map(|()| self.new_block());
        let value = self.right_of_loop(&it.left, &it.right)?;
        let iterator = self.iterator_object(value, true);
        let next = self.load_property(iterator.clone(), text("next"));
        self.branch(next_round);
        self.set_block(next_round);
        let labels = self.push_labels(exit, next_round, true);
        let step = self.value(Opcode::Call, vec![next.into(), iterator.clone().into()]);
        let step = self.await_value(step);
        self.ensure(&step, "the iterator did not return an object");
        let done = self.load_property(step.clone(), text("done"));
        self.cond_branch(done, exit, body);
        self.set_block(body);
        let value = self.load_property(step, text("value"));
        let holder = self.alloc_stack("iter");
        self.store_stack(iterator.clone(), holder);
        self.protected(
            Some(next_round),
            Cleanup::AsyncIterator(holder),
            |this| this.iteration(it, value),
            |_| Ok(()),
            |this, exception| {
                // An exception of the body wins over those of `return`.
                this.protected(
                    None,
                    Cleanup::None,
                    |this| {
                        this.close_async(&iterator, false);
                        Ok(())
                    },
                    |_| Ok(()),
                    |_, _| Ok(true),
                )?;
                this.emit(Opcode::Throw, vec![exception.into()]);
                Ok(false)
            },
        )?;
        self.pop_labels(labels);
        self.set_block(exit);
        Ok(())
    }

    pub(super) fn ensure(&mut self, value: &Value, message: &str) {
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
