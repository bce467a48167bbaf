//! Code that may be replaced while it is called: see [`crate::Config::lazy`] and [`crate::Config::tier_up`].
//!
//! A module has one table with the address of the code of each of its functions, which a direct call loads. Such code
//! gets the address of its function's words (see [`crate::layout::func`]) as first argument, so whoever is called knows
//! which function it is. The words are in the context at an offset that the code knows.
//!
//! Nobody else learns the address of such code: what is in the words is an adapter, one for each signature, which
//! goes on to what the table has. Before there is code, the table has an adapter that asks for it.

use super::signature::{Abi, CONVENTION, HOST_CONVENTION, Linkage, call_data};
use super::{Function, heap};
use crate::error::user;
use crate::layout::{Builtin, context, func};
use crate::types::FuncType;
use barebones::base::{Target, Type};
use barebones::ir::{BlockId, Callee, Procedure, Successor, ValueId};

/// Goes on to the code of the function whose words are the first argument.
pub(crate) fn forward(target: &Target, linkage: Linkage, ty: &FuncType) -> Procedure {
    let (mut proc, root, arguments) = adapter(target, linkage, ty, "forward");
    let place = proc.load(root, Type::Int64, arguments[0], func::PLACE);
    let code = proc.load(root, Type::Int64, place, 0);
    proc.add_tail_call(root, code, &arguments, call_data(CONVENTION));
    proc
}

/// Has the function compiled whose words are the first argument, and goes on to its code. Traps if there is none.
pub(crate) fn compile(target: &Target, linkage: Linkage, ty: &FuncType) -> Procedure {
    let (mut proc, root, arguments) = adapter(target, linkage, ty, "compile");
    let context = proc.load(root, Type::Int64, arguments[0], func::CONTEXT);
    let runtime = proc.load(root, Type::Int64, context, context::RUNTIME);
    let builtin = proc.load(root, Type::Int64, runtime, Builtin::Compile.offset());
    let given = [context, arguments[0]];
    let code = proc.add_ccall_with(root, Type::Int64, builtin, &given, call_data(HOST_CONVENTION));
    let none = proc.add_const64(root, 0);
    let failed = proc.equal(root, code, none);
    proc.trap_if(root, failed, user::HOST);
    proc.add_tail_call(root, code, &arguments, call_data(CONVENTION));
    proc
}

/// A procedure that is called as functions of this type are.
fn adapter(
    target: &Target,
    linkage: Linkage,
    ty: &FuncType,
    name: &str,
) -> (Procedure, BlockId, Vec<ValueId>) {
    let mut proc = Procedure::with_convention(target, CONVENTION);
    proc.name = format!("{name}{ty}");
    linkage.pin(&mut proc);
    let root = proc.add_block();
    proc.set_signature(Abi::new(target, linkage, ty).signature());
    let arguments = proc.add_arguments(root);
    (proc, root, arguments)
}

impl Function<'_> {
    /// The address of the instance's context, from the first argument.
    pub(super) fn context_of(&mut self, first: ValueId) -> ValueId {
        if !self.linkage.words {
            return first;
        }
        let offset = self.const64(-i64::from(self.info.layout.function(self.index)));
        self.proc.add(self.at, first, offset)
    }

    /// The code of a function of the module's own, as the table has it now.
    pub(super) fn replaceable_callee(&mut self, function: u32) -> Callee {
        let own = function - self.info.imported_functions as u32;
        let table = self.codes();
        // It may change at any time. Whoever changes it has written the code before, and what was there stays.
        self.load(Type::Int64, table, self.info.layout.code(own), heap::CODES).into()
    }

    /// If functions count: takes one from what is left of this one's budget, and asks for better code at the end of
    /// it. Other threads may do the same at the same time; then some of it is not counted.
    pub(super) fn count(&mut self) {
        if !self.counting {
            return;
        }
        let own = self.index - self.info.imported_functions as u32;
        let (table, offset) = (self.codes(), self.info.layout.budget(own));
        let before = self.load(Type::Int32, table, offset, heap::CODES);
        let one = self.const32(1);
        let after = self.proc.sub(self.at, before, one);
        self.store(after, table, offset, heap::CODES);
        let zero = self.const32(0);
        let spent = self.proc.less_equal(self.at, after, zero);
        let [ask, next] = [self.proc.add_block(), self.proc.add_block()];
        self.proc.add_branch(self.at, spent, Successor::rare(ask), next);
        self.ssa.end_block(&self.proc, self.at);
        self.ssa.seal(&mut self.proc, ask);
        self.at = ask;
        let function = self.const32(self.index as i32);
        self.call_builtin(Builtin::TierUp, Type::Void, &[function]);
        self.proc.add_jump(self.at, next);
        self.ssa.end_block(&self.proc, self.at);
        self.ssa.seal(&mut self.proc, next);
        self.at = next;
    }

    /// The address of the module's table of codes.
    fn codes(&mut self) -> ValueId {
        let context = self.context();
        self.constant_load(Type::Int64, context, self.info.layout.codes())
    }
}
