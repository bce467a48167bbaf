//! Calls that return an error when compiled code traps.
//!
//! A trap is a signal of the system. [`TrapRecovery::install`] installs a handler before the existing ones. It acts
//! only if an instruction of live code that was compiled as one that may trap caused the signal, and the thread is
//! inside a catching call: [`TypedCode::call_catching`](super::TypedCode::call_catching), [`Code::call_raw_catching`],
//! or [`TrapRecovery::catch`]. Every other signal is passed to the previous handler, as if nothing had been installed.
//!
//! A catching call goes through an entry stub, which saves the callee-saved registers. The handler records the trap and
//! its callers, and resumes the thread at the end of the stub. Catching calls nest: a trap ends the innermost one of
//! its thread.
//!
//! A host function called by compiled code can end the catching call in the same manner, with [`raise_trap`].

use super::activation::Activations;
use super::context::Context;
use super::recovery_host as host;
use super::signed::strip_signature;
use super::{Code, Thrown};
use crate::base::{Origin, TrapCode};
use crate::support::error_type;
use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::fmt;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::null;
use std::sync::{Arc, Mutex, PoisonError};

/// Why traps cannot be caught.
#[non_exhaustive]
pub enum RecoveryError {
    /// The library does not support it on this system or machine.
    Unsupported,
    /// The thread uses a shadow stack of the processor, which the library does not adjust when a trap removes frames.
    ShadowStack,
    /// The system refused to install a handler.
    System(std::io::Error),
}

impl fmt::Display for RecoveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecoveryError::ShadowStack => "traps cannot be caught on a thread with a shadow stack",
            RecoveryError::Unsupported => "traps cannot be caught on this system",
            RecoveryError::System(_) => "the system refused to install a signal handler",
        })
    }
}

error_type!(RecoveryError, source: |error| match error {
    RecoveryError::Unsupported | RecoveryError::ShadowStack => None,
    RecoveryError::System(error) => Some(error),
});

/// What a host function passes to the catching call besides the code: an error of its own, or a panic's payload.
pub type Payload = Box<dyn Any + Send>;

/// The [`Payload`] of a [`Trap`].
///
/// It can be moved out, or changed by the owner of the trap. A shared reference gives no access, so that threads may
/// share a trap whose payload they must not share.
#[derive(Debug)]
pub struct TrapPayload(Content);

#[derive(Debug)]
enum Content {
    /// The library's own payloads can be read by all threads.
    Undefined(UndefinedCall),
    Thrown(Thrown),
    /// Never locked, only opened by the owner.
    Client(Mutex<Payload>),
}

impl From<Payload> for TrapPayload {
    fn from(payload: Payload) -> TrapPayload {
        let payload = match payload.downcast() {
            Ok(call) => return TrapPayload(Content::Undefined(*call)),
            Err(payload) => payload,
        };
        match payload.downcast() {
            Ok(thrown) => TrapPayload(Content::Thrown(*thrown)),
            Err(payload) => TrapPayload(Content::Client(Mutex::new(payload))),
        }
    }
}

impl TrapPayload {
    /// The payload, as it was passed to [`raise_trap`].
    pub fn into_inner(self) -> Payload {
        match self.0 {
            Content::Undefined(call) => Box::new(call),
            Content::Thrown(thrown) => Box::new(thrown),
            Content::Client(payload) => payload.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The payload, to look at or to change.
    pub fn get_mut(&mut self) -> &mut (dyn Any + Send) {
        match &mut self.0 {
            Content::Undefined(call) => call,
            Content::Thrown(thrown) => thrown,
            Content::Client(payload) => &mut **payload.get_mut().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The payload, if it is of this type.
    ///
    /// # Errors
    /// Returns the payload of another type.
    pub fn downcast<T: Any>(self) -> Result<Box<T>, TrapPayload> {
        self.into_inner().downcast().map_err(TrapPayload::from)
    }
}

/// A position in compiled code.
#[derive(Clone, Debug)]
pub struct CodeLocation {
    /// The procedure; kept alive by this handle.
    pub code: Code,
    /// The offset of the instruction that trapped. For a caller: the return offset of its call.
    pub offset: u32,
    /// The origin of the trapping instruction or of the call; [`Origin::NONE`] if it has none.
    pub origin: Origin,
}

impl CodeLocation {
    /// The position at an address where an instruction begins or, with `ends`, where it ends.
    fn new(address: usize, ends: bool) -> Option<CodeLocation> {
        let address: *const u8 = std::ptr::without_provenance(address);
        // A return address may be the end of the procedure, and belongs to another instruction anyway.
        let inside = address.wrapping_sub(usize::from(ends));
        let code = Code::at(inside)?;
        let inside = code.offset_of(inside)?;
        let origin = code.origin_of(inside).unwrap_or(Origin::NONE);
        Some(CodeLocation { offset: inside + u32::from(ends), code, origin })
    }
}

/// Why a catching call did not return.
///
/// It owns handles to its procedures, and so keeps their memory alive.
pub struct Trap {
    /// The kind of trap.
    pub code: TrapCode,
    /// The instruction that trapped; `None` if a host function raised the trap.
    pub site: Option<CodeLocation>,
    /// The address that could not be accessed, if the trap is a memory fault and the system reports it.
    pub fault_address: Option<usize>,
    /// The compiled procedures between the trap and the catching call, innermost first. Ends at the first caller that
    /// is not compiled code, and after [`Trap::MAX_CALLERS`].
    pub callers: Vec<CodeLocation>,
    /// The payload of a host function, see [`raise_trap`].
    pub payload: Option<TrapPayload>,
}

/// The payload of a trap with the code [`TrapCode::UndefinedFunction`].
#[derive(Debug)]
pub(super) struct UndefinedCall {
    pub(super) name: Arc<str>,
}

impl Trap {
    /// The name of the function that was called although it is not defined, if that is the reason of the trap.
    pub fn undefined_function(&self) -> Option<&str> {
        match &self.payload.as_ref()?.0 {
            Content::Undefined(call) => Some(&call.name),
            Content::Thrown(_) | Content::Client(_) => None,
        }
    }

    /// The uncaught exception that ended the call, if any. It was thrown by compiled code or a host function. The code
    /// is [`TrapCode::Unreachable`] then.
    pub fn thrown(&self) -> Option<Thrown> {
        match &self.payload.as_ref()?.0 {
            Content::Thrown(thrown) => Some(*thrown),
            Content::Undefined(_) | Content::Client(_) => None,
        }
    }

    /// Maximum number of recorded callers.
    pub const MAX_CALLERS: usize = 64;

    /// All positions, innermost first.
    pub fn places(&self) -> impl Iterator<Item = &CodeLocation> {
        self.site.iter().chain(&self.callers)
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.thrown() {
            Some(thrown) => write!(f, "{thrown}")?,
            None => write!(f, "{}", self.code)?,
        }
        if let Some(name) = self.undefined_function() {
            write!(f, " `{name}`")?;
        }
        if let Some(address) = self.fault_address {
            write!(f, " at address {address:#x}")?;
        }
        let mut places = self.places().enumerate().peekable();
        while let Some((i, place)) = places.next() {
            let word = if i == 0 && self.site.is_some() { "in" } else { "called from" };
            write!(f, ", {word} {}+{:#x}", place.code.name(), place.offset)?;
            // A recursion is written once.
            let is_same = |(_, next): &(usize, &CodeLocation)| {
                next.code.entry() == place.code.entry() && next.offset == place.offset
            };
            let mut times = 1;
            while i > 0 && places.next_if(is_same).is_some() {
                times += 1;
            }
            if times > 1 {
                write!(f, " ({times} times)")?;
            }
        }
        Ok(())
    }
}

error_type!(Trap);

/// A catching call of a thread.
#[repr(C)]
pub(super) struct Activation {
    /// The frame pointer of the entry stub, written by it: all that is needed to end the call.
    pub(super) frame: usize,
    previous: *const Activation,
}

/// The stack at a trap.
#[derive(Clone, Copy)]
pub(super) struct Interrupted {
    /// The frame pointer of the innermost frame of compiled code.
    pub(super) frame: usize,
    /// The stack pointer, or an address below all frames of interest.
    pub(super) low: usize,
    /// The return address, if the procedure trapped before it set up its frame.
    pub(super) frameless: Option<usize>,
}

/// A recorded trap. Addresses only, since a handler may not allocate.
pub(super) struct TrapRecord {
    pub(super) code: TrapCode,
    /// The address of the instruction, or 0.
    pub(super) site: usize,
    pub(super) fault_address: Option<usize>,
    callers: [usize; Trap::MAX_CALLERS],
    caller_count: usize,
    payload: Option<Payload>,
}

/// State of a thread. It has no destructor, so that a handler may access it at any time.
struct ThreadState {
    /// The innermost catching call.
    current: Cell<*const Activation>,
    /// The trap that is ending a catching call.
    trap_record: UnsafeCell<ManuallyDrop<TrapRecord>>,
}

thread_local! {
    static STATE: ThreadState = const {
        ThreadState {
            current: Cell::new(null()),
            trap_record: UnsafeCell::new(ManuallyDrop::new(TrapRecord {
                code: TrapCode::Unreachable,
                site: 0,
                fault_address: None,
                callers: [0; Trap::MAX_CALLERS],
                caller_count: 0,
                payload: None,
            })),
        }
    };
}

impl TrapRecord {
    /// Records the callers of the procedure that trapped.
    ///
    /// # Safety
    /// From `low` up to the frame of the activation is this thread's stack, or `frame` is not in between.
    unsafe fn record_callers(&mut self, at: Interrupted, activation: &Activation) {
        let Interrupted { mut frame, mut low, frameless } = at;
        self.caller_count = 0;
        if let Some(caller) = frameless
            && !self.record_caller(caller)
        {
            return; // its frame pointer is unknown, too
        }
        while self.caller_count < Trap::MAX_CALLERS
            && frame.is_multiple_of(8)
            && frame >= low
            && frame < activation.frame
        {
            let words: *const usize = std::ptr::with_exposed_provenance(frame);
            // SAFETY: two aligned words of the stack (caller). The frame is below that of the activation, so it is not
            // its last word.
            let (next, caller) = unsafe { (*words, *words.add(1)) };
            if !self.record_caller(caller) {
                break;
            }
            (low, frame) = (frame + 16, next);
        }
    }

    /// Records a caller by its return address. False if it is not compiled code.
    fn record_caller(&mut self, caller: usize) -> bool {
        let caller = strip_signature(caller);
        let is_code = super::registry::is_code(caller - usize::from(caller != 0));
        if is_code {
            self.callers[self.caller_count] = caller;
            self.caller_count += 1;
        }
        is_code
    }

    /// Converts the record to the result of the catching call.
    fn take(&mut self) -> Trap {
        let callers = self.callers[..self.caller_count].iter();
        Trap {
            code: self.code,
            site: CodeLocation::new(self.site, false),
            fault_address: self.fault_address,
            callers: callers.map_while(|&address| CodeLocation::new(address, true)).collect(),
            payload: self.payload.take().map(TrapPayload::from),
        }
    }
}

/// Records a trap of this thread. Returns the frame of the entry stub to return from; `None` if the thread is not in a
/// catching call. Usable in signal handlers: it only writes to memory of the thread.
///
/// `at` describes the stack; `None` if unknown.
///
/// # Safety
/// No frame between here and the entry stub has anything to drop. `at` is correct.
pub(super) unsafe fn record_trap(
    code: TrapCode,
    site: usize,
    fault_address: Option<usize>,
    at: Option<Interrupted>,
    payload: Option<Payload>,
) -> Option<usize> {
    STATE.with(|state| {
        // SAFETY: activations are removed from the list before they end.
        let activation = unsafe { state.current.get().as_ref() }?;
        // SAFETY: only this thread accesses it, and no other reference exists: `catch` takes one after the entry stub
        // has returned.
        let trap_record = unsafe { &mut *state.trap_record.get() };
        (trap_record.code, trap_record.site, trap_record.fault_address) = (code, site, fault_address);
        trap_record.payload = payload;
        match at {
            // SAFETY: the stack extends from the stack pointer to the entry stub's frame.
            Some(at) => unsafe { trap_record.record_callers(at, activation) },
            None => trap_record.caller_count = 0,
        }
        Some(activation.frame)
    })
}

/// Disables the existing catching calls of this thread while it lives.
#[derive(Debug)]
pub(super) struct CatchingDisabled(*const Activation);

impl CatchingDisabled {
    pub(super) fn new() -> CatchingDisabled {
        CatchingDisabled(STATE.with(|state| state.current.replace(null())))
    }
}

impl Drop for CatchingDisabled {
    fn drop(&mut self) {
        STATE.with(|state| state.current.set(self.0));
    }
}

/// Proof that the handler is installed, so that traps can be caught.
#[derive(Clone, Copy, Debug)]
pub struct TrapRecovery(());

impl TrapRecovery {
    /// Installs the handler, once for the process. It stays installed.
    ///
    /// A handler that is installed later must pass signals that are not its own on to this one.
    ///
    /// # Errors
    /// [`RecoveryError::Unsupported`] on systems and machines that the library does not support: all but Linux, and
    /// Windows on x86-64, so far. [`RecoveryError::ShadowStack`], if the thread uses one.
    pub fn install() -> Result<TrapRecovery, RecoveryError> {
        if super::shadow_stack::forbids_other_returns() {
            return Err(RecoveryError::ShadowStack);
        }
        host::install()?;
        Ok(TrapRecovery(()))
    }

    /// Calls `f`. If compiled code called by it traps, the call ends there and returns the trap.
    ///
    /// A panic that leaves `f` continues in the caller of this call. It leaves compiled code only if that is described
    /// to the system's unwinder, see `docs/unwinding.md` in the repository.
    ///
    /// # Errors
    /// Returns the trap.
    ///
    /// # Safety
    /// When compiled code traps, or a host function calls [`raise_trap`], all frames between it and this call are
    /// discarded without unwinding. So none of them may have anything to drop, or rely on being returned to: neither
    /// `f` nor a host function that calls compiled code, unless it uses a catching call of its own.
    pub unsafe fn catch<R>(self, f: impl FnOnce() -> R) -> Result<R, Trap> {
        /// Holds `f`, then its result.
        union Slot<F, R> {
            f: ManuallyDrop<F>,
            result: ManuallyDrop<std::thread::Result<R>>,
        }

        extern "C" fn run<F: FnOnce() -> R, R>(slot: *mut u8) {
            let slot = slot.cast::<Slot<F, R>>();
            // SAFETY: `catch` passes its slot, which holds an `F`; it reads a result only if this returns.
            unsafe {
                let f = ManuallyDrop::take(&mut (*slot).f);
                (*slot).result = ManuallyDrop::new(catch_unwind(AssertUnwindSafe(f)));
            }
        }

        fn entry_of<F: FnOnce() -> R, R>(_: &F) -> extern "C" fn(*mut u8) {
            run::<F, R>
        }

        host::prepare_thread();
        let entry = entry_of(&f);
        let mut slot = Slot::<_, R> { f: ManuallyDrop::new(f) };
        let previous = STATE.with(|state| state.current.get());
        let (context, activations) = (Context::current(), Activations::current());
        let mut activation = Activation { frame: 0, previous };
        let activation = &raw mut activation;
        STATE.with(|state| state.current.set(activation));
        // SAFETY: the entry matches this slot, and both live until the stub returns. It returns once, if the rules
        // above are followed.
        let trapped = unsafe { host::enter(activation, entry, (&raw mut slot).cast()) };
        // SAFETY: it is in this frame.
        STATE.with(|state| state.current.set(unsafe { (*activation).previous }));
        if trapped {
            // The discarded frames may have set a context of theirs, and have activations.
            Context::restore(context);
            activations.restore();
            // SAFETY: the trap is over, so no other reference exists.
            Err(STATE.with(|state| unsafe { &mut *state.trap_record.get() }.take()))
        } else {
            // SAFETY: the entry returned, so it has written the result.
            let result = ManuallyDrop::into_inner(unsafe { slot.result });
            Ok(result.unwrap_or_else(|panic| resume_unwind(panic)))
        }
    }
}

/// Ends the innermost catching call of this thread from a host function that compiled code called. It is as if the call
/// of the host function had trapped, with this code. The payload arrives as [`Trap::payload`].
///
/// `frame` is the frame pointer of the compiled caller (the value of `FramePointer` there), or null. With it
/// [`Trap::callers`] contains the callers of that procedure.
///
/// A function that can be called from compiled code, and may fail or panic, is best split in two. The inner one does
/// the work, catches panics and returns a `Result`. The outer one is an `extern "C"` function that owns nothing and
/// calls `raise_trap` last.
///
/// Outside of catching calls, writes what was raised to the standard error output and aborts the process.
///
/// # Safety
/// The frames of the caller, and all others up to the catching call, are discarded: none of them may have anything to
/// drop. `frame` is null, or the frame pointer of an active frame of compiled code on this stack.
pub unsafe fn raise_trap(code: TrapCode, payload: Option<Payload>, frame: *const u8) -> ! {
    let low = &raw const code as usize;
    let at =
        (!frame.is_null()).then(|| Interrupted { frame: frame.expose_provenance(), low, frameless: None });
    let thrown = payload.as_ref().and_then(|payload| payload.downcast_ref::<Thrown>().copied());
    // SAFETY: guaranteed by the caller. The payload moves into memory of the thread; nothing else needs to be dropped.
    match unsafe { record_trap(code, 0, None, at, payload) } {
        // SAFETY: it is the frame of the innermost catching call, which is on this stack.
        Some(frame) => unsafe { host::end_catching_call(frame) },
        None => {
            let raised = thrown.map_or_else(
                || format!("the trap {code}"),
                |Thrown([a, b])| format!("the exception ({a:#x}, {b:#x})"),
            );
            abort(&format!("{raised} outside of a catching call"))
        }
    }
}

/// Writes why to the standard error output, and aborts the process.
pub(super) fn abort(why: &str) -> ! {
    // Nothing is left to do if it cannot be written.
    _ = std::io::stderr().write_all(format!("barebones: {why}\n").as_bytes());
    std::process::abort()
}
