//! Rare cases that a function of the virtual machine tries before the interpreter executes the operation.

use super::translate::Translator;
use crate::heap::Value;
use crate::interp::bytecode::Reg;
use barebones::base::Type;
use barebones::ir::{Successor, ValueId};

/// No operation of any function.
const NO_OPERATION: i32 = -1;

impl Translator<'_> {
    /// Lets a function of the virtual machine try the operation in its rare cases: it returns the result, or an empty value.
    fn try_rare_cases(&mut self, to: Reg, attempt: impl FnOnce(&mut Self) -> ValueId) {
        let Some(rare) = self.take_slow() else { return };
        let next = self.next_block();
        if self.is_open() {
            self.cursor().jump(next);
        }
        self.go_on(rare);
        let value = attempt(self);
        let empty = self.constant(Value::EMPTY);
        let failed = self.cursor().equal(value, empty);
        let (rest, done) = (self.slow(), self.new_block());
        self.set_cold(done);
        self.cursor().branch(failed, Successor::rare(rest), done);
        self.go_on(done);
        self.write(to, value);
        self.cursor().jump(next);
        self.end();
    }

    /// The operation whose rare case is noted for the function of the frame: none in a function that is translated in place.
    fn noted_operation(&self) -> i32 {
        if self.calls.is_empty() { self.at as i32 } else { NO_OPERATION }
    }

    /// The sum of strings.
    pub(super) fn join_strings(&mut self, to: Reg, a: Reg, b: Reg) {
        let (function, at) = (self.layout.concat, self.noted_operation());
        self.try_rare_cases(to, |this| {
            let (a, b, context) = (this.read(a), this.read(b), this.context_address());
            let mut c = this.cursor();
            let (function, at) = (c.const64(function), c.const32(at));
            c.ccall(Type::Int64, function, &[context, at, a, b])
        });
    }

    /// The property of a string, or one of a prototype further away.
    pub(super) fn get_known(&mut self, to: Reg, object: Reg, site: u32) {
        if !self.caches {
            return;
        }
        let (function, at) = (self.layout.get, self.noted_operation());
        let site = std::ptr::from_ref(&self.code.sites[site as usize]).addr() as i64;
        self.try_rare_cases(to, |this| {
            let (object, context) = (this.read(object), this.context_address());
            let mut c = this.cursor();
            let (function, at, site) = (c.const64(function), c.const32(at), c.const64(site));
            c.ccall(Type::Int64, function, &[context, at, object, site])
        });
    }
}
