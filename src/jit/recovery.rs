//! Calls that give an error when the code traps.
//!
//! A trap is a signal of the system. [`TrapRecovery::install`] puts a handler before those that are there. It acts
//! only if the signal was caused by an instruction that was compiled as one that may trap, in live code, and the
//! thread is inside a catching call: [`TypedCode::call_catching`](super::TypedCode::call_catching),
//! [`Code::call_raw_catching`], or [`TrapRecovery::catch`]. Every other signal goes to the handler that was there
//! before, as if nothing had been installed.
//!
//! A catching call goes through an entry stub, which keeps the registers of its caller. The handler notes what
//! happened and who called whom, and lets the thread go on at the end of the stub. Catching calls nest: a trap ends
//! the innermost one of its thread.
//!
//! A host function that compiled code called ends the catching call in the same way with [`raise_trap`].

use super::recovery_host as host;
use super::signed::without_signature;
use super::{Code, Thrown};
use crate::base::{Origin, TrapCode};
use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::null;

/// Why traps cannot be caught.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecoveryError {
    /// The library cannot do it on this system or machine.
    Unsupported,
    /// The system refused to install a handler.
    System(std::io::Error),
}

impl fmt::Display for RecoveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecoveryError::Unsupported => f.write_str("traps cannot be caught on this system"),
            RecoveryError::System(error) => {
                write!(f, "the system refused to install a signal handler: {error}")
            }
        }
    }
}

impl std::error::Error for RecoveryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            RecoveryError::Unsupported => None,
            RecoveryError::System(error) => Some(error),
        }
    }
}

/// What a host function hands to the catching call beside the code: an error of its own, or what a panic carried.
pub type Payload = Box<dyn Any + Send>;

/// A place in compiled code.
#[derive(Clone, Debug)]
pub struct CodePlace {
    /// The procedure, which stays alive as long as this.
    pub code: Code,
    /// The offset of the instruction that trapped; of a caller, the offset behind its call.
    pub offset: u32,
    /// The origin of the instruction that trapped, or of the call; [`Origin::NONE`] if it has none.
    pub origin: Origin,
}

impl CodePlace {
    /// The place at an address. The instruction begins there, or ends there.
    fn new(address: usize, ends: bool) -> Option<CodePlace> {
        let address: *const u8 = std::ptr::without_provenance(address);
        // The end of a call may be the end of the procedure, and belongs to another instruction anyway.
        let inside = address.wrapping_sub(usize::from(ends));
        let code = Code::at(inside)?;
        let inside = code.offset_of(inside)?;
        let origin = code.origin_of(inside).unwrap_or(Origin::NONE);
        Some(CodePlace { offset: inside + u32::from(ends), code, origin })
    }
}

/// A catching call that did not return.
///
/// It keeps handles to the procedures in it, and so their memory.
#[derive(Debug)]
pub struct Trap {
    /// Why.
    pub code: TrapCode,
    /// The instruction that trapped; `None` if a host function raised the trap.
    pub site: Option<CodePlace>,
    /// The address of the memory that could not be accessed, if the trap was that and the system says it.
    pub fault_address: Option<usize>,
    /// Who called: the compiled procedures between the trap and the catching call, the innermost first. It ends at
    /// the first caller that is not compiled code, and after [`Trap::MAX_CALLERS`].
    pub callers: Vec<CodePlace>,
    /// What a host function handed over, see [`raise_trap`].
    pub payload: Option<Payload>,
}

impl Trap {
    /// What compiled code or a function of the host threw and nobody caught, if that is why the call did not return.
    /// The code is [`TrapCode::Unreachable`] then.
    pub fn thrown(&self) -> Option<Thrown> {
        self.payload.as_ref()?.downcast_ref().copied()
    }

    /// How many callers are noted.
    pub const MAX_CALLERS: usize = 64;

    /// All places, the innermost first.
    pub fn places(&self) -> impl Iterator<Item = &CodePlace> {
        self.site.iter().chain(&self.callers)
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.thrown() {
            Some(thrown) => write!(f, "{thrown}")?,
            None => write!(f, "{}", self.code)?,
        }
        if let Some(address) = self.fault_address {
            write!(f, " at address {address:#x}")?;
        }
        for (i, place) in self.places().enumerate() {
            let word = if i == 0 && self.site.is_some() { "in" } else { "called from" };
            write!(f, ", {word} {}+{:#x}", place.code.name(), place.offset)?;
        }
        Ok(())
    }
}

impl std::error::Error for Trap {}

/// A catching call of a thread.
#[repr(C)]
pub(super) struct Activation {
    /// The frame pointer of the entry stub, which writes it: all that is needed to leave the call.
    pub(super) frame: usize,
    previous: *const Activation,
}

/// Where the stack is when a trap happens.
#[derive(Clone, Copy)]
pub(super) struct Interrupted {
    /// The frame pointer of the innermost frame of compiled code.
    pub(super) frame: usize,
    /// The stack pointer, or an address below what is of interest.
    pub(super) low: usize,
    /// Where a procedure returns to that has trapped before it made its frame.
    pub(super) frameless: Option<usize>,
}

/// What is known of a trap when it happens; addresses only, since a handler may not allocate.
pub(super) struct Noted {
    pub(super) code: TrapCode,
    /// The instruction, or 0.
    pub(super) site: usize,
    pub(super) fault_address: Option<usize>,
    callers: [usize; Trap::MAX_CALLERS],
    caller_count: usize,
    payload: Option<Payload>,
}

/// What a thread knows. Without a destructor, so that a handler may look at it at any time.
struct ThreadState {
    /// The innermost catching call.
    current: Cell<*const Activation>,
    /// The trap that is ending one.
    noted: UnsafeCell<ManuallyDrop<Noted>>,
}

thread_local! {
    static STATE: ThreadState = const {
        ThreadState {
            current: Cell::new(null()),
            noted: UnsafeCell::new(ManuallyDrop::new(Noted {
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

impl Noted {
    /// Notes the callers of what has trapped.
    ///
    /// # Safety
    ///
    /// From `low` up to the frame of the activation is this thread's stack, or `frame` is not in between.
    unsafe fn note_callers(&mut self, at: Interrupted, activation: &Activation) {
        let Interrupted { mut frame, mut low, frameless } = at;
        self.caller_count = 0;
        if let Some(caller) = frameless
            && !self.note_caller(caller)
        {
            return; // nor is it known what its frame pointer is
        }
        while self.caller_count < Trap::MAX_CALLERS
            && frame.is_multiple_of(8)
            && frame >= low
            && frame < activation.frame
        {
            let words: *const usize = std::ptr::with_exposed_provenance(frame);
            // SAFETY: two aligned words of the stack (caller): the frame is below that of the activation, and so
            // not the last word of it.
            let (next, caller) = unsafe { (*words, *words.add(1)) };
            if !self.note_caller(caller) {
                break;
            }
            (low, frame) = (frame + 16, next);
        }
    }

    /// Notes a caller, of which this is where it is returned to. False if it is no compiled code.
    fn note_caller(&mut self, caller: usize) -> bool {
        let caller = without_signature(caller);
        let is_code = super::registry::is_code(caller - usize::from(caller != 0));
        if is_code {
            self.callers[self.caller_count] = caller;
            self.caller_count += 1;
        }
        is_code
    }

    /// What the catching call gives.
    fn take(&mut self) -> Trap {
        let callers = self.callers[..self.caller_count].iter();
        Trap {
            code: self.code,
            site: CodePlace::new(self.site, false),
            fault_address: self.fault_address,
            callers: callers.map_while(|&address| CodePlace::new(address, true)).collect(),
            payload: self.payload.take(),
        }
    }
}

/// Notes a trap of this thread and gives the frame of the entry stub to return to; `None` if the thread is not in a
/// catching call. For handlers: it only writes to memory of the thread.
///
/// `at` says where the stack is; `None` if nobody knows.
///
/// # Safety
///
/// No frame between here and the entry stub has anything to drop. `at` is true.
pub(super) unsafe fn note(
    code: TrapCode,
    site: usize,
    fault_address: Option<usize>,
    at: Option<Interrupted>,
    payload: Option<Payload>,
) -> Option<usize> {
    STATE.with(|state| {
        // SAFETY: activations are taken out of the list before they end.
        let activation = unsafe { state.current.get().as_ref() }?;
        // SAFETY: only this thread comes here, and nothing else holds a reference: `catch` does when the entry stub
        // has returned.
        let noted = unsafe { &mut *state.noted.get() };
        (noted.code, noted.site, noted.fault_address) = (code, site, fault_address);
        noted.payload = payload;
        match at {
            // SAFETY: the stack is between the stack pointer and the entry stub's frame.
            Some(at) => unsafe { noted.note_callers(at, activation) },
            None => noted.caller_count = 0,
        }
        Some(activation.frame)
    })
}

/// While it lives, no catching call of this thread that began before catches anything.
#[derive(Debug)]
pub(super) struct HiddenActivation(*const Activation);

impl HiddenActivation {
    pub(super) fn new() -> HiddenActivation {
        HiddenActivation(STATE.with(|state| state.current.replace(null())))
    }
}

impl Drop for HiddenActivation {
    fn drop(&mut self) {
        STATE.with(|state| state.current.set(self.0));
    }
}

/// The handler is installed: with this, traps can be caught.
#[derive(Clone, Copy, Debug)]
pub struct TrapRecovery(());

impl TrapRecovery {
    /// Installs the handler, once for the process; it stays.
    ///
    /// A handler that others install later must hand on to this one what is not theirs.
    ///
    /// # Errors
    ///
    /// [`RecoveryError::Unsupported`] on systems and machines where the library cannot do it: everywhere but on
    /// Linux, and on Windows on x86-64, so far.
    pub fn install() -> Result<TrapRecovery, RecoveryError> {
        host::install()?;
        Ok(TrapRecovery(()))
    }

    /// Calls `f`. If compiled code that it calls traps, the call ends there, and the trap is the result.
    ///
    /// A panic of `f` aborts the process: it cannot pass the entry stub.
    ///
    /// # Errors
    ///
    /// The trap.
    ///
    /// # Safety
    ///
    /// When compiled code traps, or a host function calls [`raise_trap`], all frames between it and this call
    /// vanish without a trace. So none of them may have anything to drop, or rely on coming back to it: neither
    /// `f` nor a host function that calls compiled code, unless it does so by a catching call of its own.
    pub unsafe fn catch<R>(self, f: impl FnOnce() -> R) -> Result<R, Trap> {
        /// What `f` is, then what it gave.
        union Slot<F, R> {
            f: ManuallyDrop<F>,
            result: ManuallyDrop<R>,
        }

        extern "C" fn run<F: FnOnce() -> R, R>(slot: *mut u8) {
            let slot = slot.cast::<Slot<F, R>>();
            // SAFETY: `catch` passes its slot, which holds an `F`; it reads an `R` if this returns.
            unsafe {
                let f = ManuallyDrop::take(&mut (*slot).f);
                (*slot).result = ManuallyDrop::new(f());
            }
        }

        fn entry_of<F: FnOnce() -> R, R>(_: &F) -> extern "C" fn(*mut u8) {
            run::<F, R>
        }

        host::prepare_thread();
        let entry = entry_of(&f);
        let mut slot = Slot::<_, R> { f: ManuallyDrop::new(f) };
        let previous = STATE.with(|state| state.current.get());
        let mut activation = Activation { frame: 0, previous };
        let activation = &raw mut activation;
        STATE.with(|state| state.current.set(activation));
        // SAFETY: the entry is for this slot, and both live until the stub returns. It returns once, if the rules
        // above are kept.
        let trapped = unsafe { host::enter(activation, entry, (&raw mut slot).cast()) };
        // SAFETY: it is on this frame.
        STATE.with(|state| state.current.set(unsafe { (*activation).previous }));
        if trapped {
            // SAFETY: no other reference to it: the trap is over.
            Err(STATE.with(|state| unsafe { &mut *state.noted.get() }.take()))
        } else {
            // SAFETY: the entry returned, and so it wrote the result.
            Ok(ManuallyDrop::into_inner(unsafe { slot.result }))
        }
    }
}

/// Ends the innermost catching call of this thread from a host function that compiled code called, as if the call
/// of it had trapped: with this code, and a payload that arrives as [`Trap::payload`].
///
/// `frame` is the frame pointer of the compiled procedure that called, or null. With it [`Trap::callers`] has who
/// called that procedure. The procedure knows it: the value of `FramePointer`.
///
/// A function that can be called from compiled code, and may fail or panic, is best made of two: one that does the
/// work, catches panics and returns a `Result`, and around it an `extern "C"` function that owns nothing and calls
/// this last.
///
/// Outside of catching calls it aborts the process.
///
/// # Safety
///
/// The frames of the caller, and all others up to the catching call, vanish: none of them may have anything to
/// drop. `frame` is null, or the frame pointer of a frame of compiled code on this stack that is active.
pub unsafe fn raise_trap(code: TrapCode, payload: Option<Payload>, frame: *const u8) -> ! {
    let low = &raw const code as usize;
    let at =
        (!frame.is_null()).then(|| Interrupted { frame: frame.expose_provenance(), low, frameless: None });
    // SAFETY: the caller's. The payload moves into memory of the thread, and nothing else is to be dropped.
    match unsafe { note(code, 0, None, at, payload) } {
        // SAFETY: the frame of the innermost catching call, which is on this stack.
        Some(frame) => unsafe { host::leave(frame) },
        None => std::process::abort(),
    }
}
