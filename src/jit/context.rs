//! The client's context of a call, for the exit handler.

use std::any::TypeId;
use std::cell::Cell;

/// A context that is borrowed by [`with_context`] on this thread.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pointer: *mut (),
    ty: TypeId,
}

impl Context {
    /// The address, if it has this type.
    pub(super) fn pointer<C: 'static>(self) -> Option<*mut C> {
        (self.ty == TypeId::of::<C>()).then(|| self.pointer.cast())
    }
}

thread_local! {
    static CONTEXT: Cell<Option<Context>> = const { Cell::new(None) };
}

impl Context {
    /// The context of this thread.
    pub(super) fn current() -> Option<Context> {
        CONTEXT.get()
    }

    /// Sets the context of this thread to an earlier one.
    pub(super) fn restore(context: Option<Context>) {
        CONTEXT.set(context);
    }
}

/// Replaces the context of this thread while it lives.
pub(super) struct ContextReplaced(Option<Context>);

impl ContextReplaced {
    pub(super) fn new(context: Option<Context>) -> ContextReplaced {
        ContextReplaced(CONTEXT.replace(context))
    }

    /// The context that was replaced.
    pub(super) fn before(&self) -> Option<Context> {
        self.0
    }
}

impl Drop for ContextReplaced {
    fn drop(&mut self) {
        CONTEXT.set(self.0);
    }
}

/// Runs `body` with a context for the exits that compiled code takes in it on this thread: the exit handler gets it from
/// [`TakenExit::context`](super::TakenExit::context). A virtual machine passes its state of the thread.
///
/// `body` gets the address of the context, to pass it to the code. Nested calls hide the outer context.
///
/// An exit takes the context from the thread until the handler returns. So exits of code that the handler calls have
/// none, unless it passes the context on with `with_context`. Likewise a host function that has a reference to the
/// context, from an address that the code passed, must use `with_context` to call code that may exit. A trap restores
/// the context that the catching call had.
///
/// ```
/// use barebones::base::Type;
/// use barebones::ir::Procedure;
/// use barebones::jit::{ExitReply, with_context};
/// use barebones::{Compiler, host_target};
///
/// /// The state of one thread of a virtual machine.
/// struct Vm {
///     exits: u32,
/// }
///
/// // x + x, or 0 on overflow.
/// let mut proc = Procedure::new(&host_target()?);
/// let root = proc.add_block();
/// let mut b = proc.at(root);
/// let x = b.argument(Type::Int32);
/// let state = b.proc.exit_state(0, 0).locals([x]).add();
/// let sum = b.check_add(x, x).exit_state(state).append();
/// b.ret([sum]);
///
/// let mut compiler = Compiler::host()?;
/// compiler.set_exit_handler(|exit| {
///     exit.context::<Vm>().expect("all calls have one").exits += 1;
///     ExitReply::Return(vec![0])
/// });
/// let code = compiler.compile(proc)?;
/// // SAFETY: the code computes with its argument.
/// let double = unsafe { code.typed::<extern "C" fn(i32) -> i32>()? };
/// let mut vm = Vm { exits: 0 };
/// assert_eq!(with_context(&mut vm, |_| (double.call(21), double.call(i32::MAX))), (42, 0));
/// assert_eq!(vm.exits, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_context<C: 'static, R>(context: &mut C, body: impl FnOnce(*mut C) -> R) -> R {
    let pointer: *mut C = context;
    let _outer = ContextReplaced::new(Some(Context { pointer: pointer.cast(), ty: TypeId::of::<C>() }));
    body(pointer)
}
