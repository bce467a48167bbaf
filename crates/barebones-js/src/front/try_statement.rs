//! Try regions: bodies, handlers, and what leaving a region executes.

use super::Result;
use super::builder::{Cleanup, Generator, boolean};
use crate::hir::{BlockId, Opcode, Value};
use oxc_ast::ast::{BindingPattern, BlockStatement, TryStatement};
use oxc_ast_visit::Visit;
use std::rc::Rc;

impl<'a> Generator<'a> {
    /// Emits a region with a handler. Control goes on in `next`, or in a new block, which becomes the current one. The
    /// handler returns true if its end goes on there, too.
    pub(super) fn protected(
        &mut self,
        next: Option<BlockId>,
        cleanup: Cleanup<'a>,
        body: impl FnOnce(&mut Self) -> Result<()>,
        normal: impl FnOnce(&mut Self) -> Result<()>,
        handler: impl FnOnce(&mut Self, Value) -> Result<bool>,
    ) -> Result<BlockId> {
        let catch = self.new_block();
        let next = next.unwrap_or_else(|| self.new_block());
        let start = self.new_block();
        self.emit(Opcode::TryStart, vec![catch.into(), start.into()]);
        self.set_block(start);
        self.context().tries.push(cleanup);
        body(self)?;
        self.context().tries.pop();
        self.end_region();
        normal(self)?;
        self.branch(next);
        self.set_block(catch);
        let exception = self.value(Opcode::Catch, Vec::new());
        if handler(self, exception)? {
            self.branch(next);
        }
        self.set_block(next);
        Ok(next)
    }

    /// Ends the innermost region, in a block of its own.
    pub(super) fn end_region(&mut self) {
        let end = self.new_block();
        self.branch(end);
        self.set_block(end);
        self.emit(Opcode::TryEnd, Vec::new());
    }

    /// Leaves all regions down to a depth: `finally` blocks run, and iterators are closed unless the loop continues.
    pub(super) fn leave_tries(&mut self, depth: usize, leaves_loop: bool) -> Result<()> {
        let left = self.context().tries.split_off(depth);
        for index in (0..left.len()).rev() {
            self.end_region();
            // The cleanup itself is in the outer regions only.
            self.context().tries.extend_from_slice(&left[..index]);
            let done = match left[index] {
                Cleanup::None => Ok(()),
                Cleanup::Finally(block) => self.deeper(|this| this.finally(block)),
                Cleanup::Pattern { iterator, done } => {
                    self.close_pattern(iterator, done, false);
                    Ok(())
                }
                Cleanup::AsyncIterator(iterator) => {
                    if leaves_loop || index > 0 {
                        let iterator = self.load_stack(iterator);
                        self.close_async(&iterator, true);
                    }
                    Ok(())
                }
                Cleanup::Iterator(iterator) => {
                    if leaves_loop || index > 0 {
                        self.emit(Opcode::IteratorClose, vec![iterator.into(), boolean(false).into()]);
                    }
                    Ok(())
                }
            };
            self.context().tries.truncate(depth);
            done?;
        }
        self.context().tries.extend(left);
        Ok(())
    }

    pub(super) fn try_statement(&mut self, it: &'a TryStatement<'a>) -> Result<()> {
        let Some(finalizer) = &it.finalizer else { return self.try_catch(it) };
        let finalizer = &**finalizer;
        self.protected(
            None,
            Cleanup::Finally(finalizer),
            |this| if it.handler.is_some() { this.try_catch(it) } else { this.scoped(&it.block.body) },
            |this| this.finally(finalizer),
            |this, exception| {
                this.finally(finalizer)?;
                this.emit(Opcode::Throw, vec![exception.into()]);
                Ok(false)
            },
        )?;
        Ok(())
    }

    /// The statements of `finally`, whose values do not count if they end normally.
    fn finally(&mut self, block: &'a BlockStatement<'a>) -> Result<()> {
        let completion = self.current().completion.filter(|_| !self.options.hermes_compat);
        let Some(completion) = completion else { return self.scoped(&block.body) };
        let value = self.load_stack(completion);
        self.clear_completion();
        self.scoped(&block.body)?;
        self.store_stack(value, completion);
        Ok(())
    }

    fn try_catch(&mut self, it: &'a TryStatement<'a>) -> Result<()> {
        let Some(clause) = &it.handler else { return self.scoped(&it.block.body) };
        self.protected(
            None,
            Cleanup::None,
            |this| this.scoped(&it.block.body),
            |_| Ok(()),
            |this, exception| {
                this.clear_completion();
                this.in_scope(|this| {
                    if let Some(param) = &clause.param {
                        let names = super::declarations::bound_names(&param.pattern);
                        this.scope_environment(&names, |captures| captures.visit_catch_clause(clause));
                    }
                    match clause.param.as_ref().map(|param| &param.pattern) {
                        None => {}
                        Some(BindingPattern::BindingIdentifier(id)) => {
                            let name = this.anonymous(id.name.as_str());
                            let variable = this.add_scoped_variable(name);
                            this.bind(Rc::from(id.name.as_str()), Self::plain(variable));
                            this.store_frame(exception, variable);
                        }
                        Some(pattern) => {
                            for bound in super::declarations::bound_names(pattern) {
                                let name = this.anonymous(&bound);
                                let variable = this.add_scoped_variable(name);
                                this.bind(bound, Self::plain(variable));
                            }
                            this.bind_pattern(pattern, exception, true)?;
                        }
                    }
                    this.scoped(&clause.body.body)
                })?;
                Ok(true)
            },
        )?;
        Ok(())
    }
}
