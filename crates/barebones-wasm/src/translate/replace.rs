//! Replaceable code: see [`crate::Config::lazy`] and [`crate::Config::tier_up`].
//!
//! A module has one code table with the current address of each function's code, which direct calls load. Replaceable
//! code receives the address of its function's words (see [`crate::layout::func`]) as its first argument. It computes
//! the address of the context from it, because the words are at a fixed offset in the context.
//!
//! The address of replaceable code is only in the code table, whose entry the function's words name. For the host, the words
//! also have the address of an adapter, one per signature, which forwards to the code in the table. Before a function is
//! compiled, its table entry is an adapter that compiles it.

use super::signature::{Abi, CONVENTION, HOST_CONVENTION, Linkage, call_data};
use super::{Function, heap};
use crate::error::user;
use crate::layout::{Builtin, context, func};
use crate::types::FuncType;
use barebones::base::{Target, Type};
use barebones::ir::{BlockId, Callee, Procedure, Successor, ValueId};

/// Builds the adapter that forwards to the current code of the function whose words are the first argument.
pub(crate) fn forward(target: &Target, linkage: Linkage, ty: &FuncType) -> Procedure {
    let (mut proc, root, arguments) = adapter(target, linkage, ty, "forward");
    let mut b = proc.at(root);
    let place = b.load(Type::Int64, arguments[0], func::PLACE);
    let code = b.load(Type::Int64, place, 0);
    b.tail_call(code, &arguments, call_data(CONVENTION));
    proc
}

/// Builds the adapter that compiles the function whose words are the first argument, and forwards to its code. Traps
/// if the compilation fails.
pub(crate) fn compile(target: &Target, linkage: Linkage, ty: &FuncType) -> Procedure {
    let (mut proc, root, arguments) = adapter(target, linkage, ty, "compile");
    let mut b = proc.at(root);
    let context = b.load(Type::Int64, arguments[0], func::CONTEXT);
    let runtime = b.load(Type::Int64, context, context::RUNTIME);
    let builtin = b.load(Type::Int64, runtime, Builtin::Compile.offset());
    let given = [context, arguments[0]];
    let mut b = proc.at(root);
    let code = b.ccall_with(Type::Int64, builtin, &given, call_data(HOST_CONVENTION));
    let none = b.const64(0);
    let failed = b.equal(code, none);
    b.trap_if(failed, user::HOST);
    b.tail_call(code, &arguments, call_data(CONVENTION));
    proc
}

/// Creates a procedure with the signature of this type.
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
    let arguments = proc.at(root).arguments();
    (proc, root, arguments)
}

impl Function<'_> {
    /// Computes the address of the instance's context from the first argument.
    pub(super) fn context_of(&mut self, first: ValueId) -> ValueId {
        if !self.linkage.words {
            return first;
        }
        let offset = self.const64(-i64::from(self.info.layout.function(self.index)));
        self.cursor().add(first, offset)
    }

    /// Loads the current code of a defined function from the code table.
    pub(super) fn replaceable_callee(&mut self, function: u32) -> Callee {
        let own = function - self.info.imported_functions as u32;
        let table = self.codes();
        // Another thread may change it at any time. It stores the address after the code is complete; old code stays
        // valid.
        self.load(Type::Int64, table, self.info.layout.code(own), heap::CODES).into()
    }

    /// In functions that count: decrements the function's budget, and requests tier-up when it is used up. The update
    /// is not atomic, so concurrent calls may be lost.
    pub(super) fn count(&mut self) {
        if !self.counting {
            return;
        }
        let own = self.index - self.info.imported_functions as u32;
        let (table, offset) = (self.codes(), self.info.layout.budget(own));
        let before = self.load(Type::Int32, table, offset, heap::CODES);
        let one = self.const32(1);
        let after = self.cursor().sub(before, one);
        self.store(after, table, offset, heap::CODES);
        let zero = self.const32(0);
        let spent = self.cursor().less_equal(after, zero);
        let [ask, next] = [self.proc.add_block(), self.proc.add_block()];
        self.cursor().branch(spent, Successor::rare(ask), next);
        self.ssa.end_block(&self.proc, self.at);
        self.ssa.seal(&mut self.proc, ask);
        self.at = ask;
        let function = self.const32(self.index as i32);
        self.call_builtin(Builtin::TierUp, Type::Void, &[function]);
        self.cursor().jump(next);
        self.ssa.end_block(&self.proc, self.at);
        self.ssa.seal(&mut self.proc, next);
        self.at = next;
    }

    /// The address of the module's code table.
    pub(super) fn codes(&mut self) -> ValueId {
        let context = self.context();
        self.constant_load(Type::Int64, context, self.info.layout.codes())
    }
}
