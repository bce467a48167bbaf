//! Taking an exit out of compiled code, and resuming elsewhere.
//!
//! The code of a failed check stores its registers in the [thunk](super::thunk), which calls the handler of the
//! procedure's group ([`Code::set_exit_handler`]). The handler sees a [`TakenExit`]: the procedure, the exit, and the
//! values of every frame that was inlined there. It computes the results of the procedure, for example in an
//! interpreter, and the thunk returns them to the procedure's caller. Or it lets the thread continue in other compiled
//! code.

use super::code::{Group, Piece};
use super::context::{Context, ContextReplaced};
use super::exit_slots::ExitSlot;
use super::frame_values::{ExitError, ExitValues, FrameValues, RegisterSource, write};
use super::recovery::{CatchingDisabled, Payload, raise_trap};
use super::throw::Thrown;
use super::throw_unwind::throw_from;
use super::thunk::{FIRST_ARGUMENT, FRAME_POINTER, LINK, STACK_POINTER, ThunkFrame};
use super::walk::FrameWalk;
use super::{CallError, Code, registry};
use crate::base::{
    ArgLocation, Assignment, Bank, CallConv, ExitId, Reg, Signature, StackSlotId, TrapCode, Type,
};
use crate::isa::{ExitDescription, ExitPlace, ExitTable, ExitTableError};
use std::cell::OnceCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Decides how a thread continues after an exit. Shared by all threads that run the code.
///
/// A panic of a handler does not unwind through the procedure. It ends the innermost catching call of the thread like
/// [`raise_trap`], with [`TrapCode::Unreachable`] and the panic's payload. Outside of catching calls it aborts the
/// process, after the panic hook has run.
///
/// A handler is ordinary Rust code, which no trap may jump over. So while it runs, the catching calls around the exit
/// are disabled: the handler must use a catching call of its own to call compiled code that may trap, and
/// [`ExitReply::Trap`] to pass the trap on. An uncaught trap is a signal to the process, as everywhere.
pub type ExitHandler = Arc<dyn Fn(&mut TakenExit<'_>) -> ExitReply + Send + Sync>;

/// How a thread continues after an exit.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExitReply {
    /// The procedure returns these results to its caller: the bits of each, in two words for a vector. Their number
    /// must be the procedure's; otherwise it is as if the handler had panicked.
    Return(Vec<u64>),
    /// The procedure returns this result, its only one. As [`ExitReply::Return`], but nothing is allocated.
    ReturnOne(u64),
    /// The procedure traps: ends the innermost catching call of the thread, see [`raise_trap`].
    Trap(TrapCode, Option<Payload>),
    /// The procedure throws: control unwinds to the handler of the nearest caller's call that has one, as if a call in
    /// the procedure had thrown and had no handler. Callers that were inlined into the procedure are part of it: the
    /// client unwinds their frames itself, and throws what leaves the outermost. See [`throw`](super::throw_function).
    Throw(Thrown),
    /// Other compiled code runs in the procedure's place and returns to its caller.
    Continue(Continuation),
}

/// A call of compiled code that replaces a procedure that took an exit: it returns to that procedure's caller.
#[derive(Debug)]
pub struct Continuation {
    code: Code,
    entry: usize,
    args: Vec<u64>,
}

impl Continuation {
    /// Creates a call of a procedure at one of its entries, with these arguments: the bits of each, in two words for a
    /// vector.
    ///
    /// # Errors
    /// Fails if the entry does not exist or the number of arguments is wrong.
    ///
    /// # Safety
    /// With these arguments the code's behaviour must be defined. The code must stay alive until it has returned: the
    /// continuation's handle is dropped before.
    pub unsafe fn new(code: Code, entry: usize, args: Vec<u64>) -> Result<Continuation, CallError> {
        use super::TypeMismatch;
        code.checked_entry(entry)?;
        let (name, signature) = code.function_at(entry);
        let expected = words_of(&signature.params);
        if args.len() != expected {
            let (procedure, found) = (name.into(), args.len());
            return Err(TypeMismatch::ParameterCount { procedure, expected, found }.into());
        }
        Ok(Continuation { code, entry, args })
    }
}

/// An exit that a thread has taken. The frame of the procedure still exists.
pub struct TakenExit<'a> {
    group: &'a Group,
    /// The number of the procedure, or of the assembly that contains it, in the group.
    index: usize,
    piece: &'a Piece,
    exit: ExitId,
    machine: &'a ThunkFrame,
    context: Option<Context>,
    /// Counts a handle when it is first used.
    code: OnceCell<Code>,
}

impl TakenExit<'_> {
    /// The procedure, or the assembly that contains it.
    pub fn code(&self) -> &Code {
        self.code.get_or_init(|| {
            let inside = std::ptr::without_provenance(self.machine.return_address as usize - 1);
            // SAFETY: the thread has not left the procedure that takes the exit.
            unsafe { Code::running(inside) }.expect("the code that takes an exit is alive")
        })
    }

    fn name(&self) -> &str {
        self.group.name_of(self.index)
    }

    /// What the runtime keeps for the exit. `None` if the exit states are malformed.
    pub(super) fn slot(&self) -> Option<&ExitSlot> {
        self.group.exit_slot(self.index, self.exit)
    }

    /// The exit's number in [`TakenExit::code`].
    pub fn exit(&self) -> ExitId {
        self.exit
    }

    /// The context of the call, if it was given to [`with_context`](super::with_context) with this type.
    pub fn context<C: 'static>(&mut self) -> Option<&mut C> {
        let pointer = self.context?.pointer::<C>()?;
        // SAFETY: `with_context` borrows it while the code runs on this thread. Until the handler returns, no other
        // exit gets it; the result borrows the exit.
        Some(unsafe { &mut *pointer })
    }

    /// Describes where every value of every frame is. The exit states are decoded when the exit is first described, and
    /// kept with the code.
    ///
    /// # Errors
    /// Fails if the exit states are malformed.
    pub fn description(&self) -> Result<&ExitDescription, ExitTableError> {
        let exits = self.group.exits_of(self.index);
        match self.slot() {
            Some(slot) => slot.description(exits, self.exit),
            None => Err(exits.describe(self.exit).map_or_else(|error| error, |_| ExitTableError::NO_EXIT)),
        }
    }

    /// Reads every value of every frame, and the objects to allocate.
    ///
    /// # Errors
    /// Fails if the exit states are malformed. Nothing was changed.
    pub fn values(&self) -> Result<ExitValues, ExitError> {
        let mut values = ExitValues::default();
        self.read_values(&mut values)?;
        Ok(values)
    }

    /// Like [`TakenExit::values`], but reuses the memory of earlier values, so that exits allocate nothing once it is
    /// large enough.
    ///
    /// ```
    /// use barebones::jit::{ExitReply, ExitValues, TakenExit};
    ///
    /// /// The state of one thread of a virtual machine, passed to `with_context`.
    /// struct Vm {
    ///     values: ExitValues,
    /// }
    ///
    /// // An exit handler that returns the first local.
    /// fn leave(exit: &mut TakenExit<'_>) -> ExitReply {
    ///     let mut values = std::mem::take(&mut exit.context::<Vm>().expect("all calls have one").values);
    ///     exit.read_values(&mut values).expect("the compiler wrote them");
    ///     let result = values.frames[0].locals()[0].bits().unwrap_or(0);
    ///     exit.context::<Vm>().expect("as above").values = values;
    ///     ExitReply::ReturnOne(result)
    /// }
    /// ```
    ///
    /// # Errors
    /// As for [`TakenExit::values`]; the values are incomplete then.
    pub fn read_values(&self, values: &mut ExitValues) -> Result<(), ExitError> {
        let description = self.description()?;
        // SAFETY: it is the frame of the procedure that takes the exit.
        unsafe { self.frame().read_all(description, values) }
    }

    /// Reads a value of a scalar type from its place.
    ///
    /// # Errors
    /// Fails if the place cannot hold a value, or the type is not scalar.
    pub fn read(&self, ty: Type, place: ExitPlace) -> Result<u64, ExitError> {
        // SAFETY: it is the frame of the procedure that takes the exit.
        unsafe { self.frame().read(ty, place) }
    }

    /// The value of a register at the exit; for a floating-point register, its low 64 bits.
    pub fn register(&self, reg: Reg) -> Option<u64> {
        self.registers().get(reg)
    }

    fn registers(&self) -> RegisterSource<'_> {
        let stack_pointer = self.machine.gp[FRAME_POINTER] - u64::from(self.piece.frame.size);
        RegisterSource::Thunk(self.machine, stack_pointer)
    }

    /// The frame pointer.
    pub fn frame_pointer(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.machine.gp[FRAME_POINTER] as usize)
    }

    /// The address of a stack slot of the procedure. Valid until the handler returns.
    pub fn stack_slot(&self, slot: StackSlotId) -> Option<*mut u8> {
        let offset = self.piece.frame.slot_offset(slot)? as isize;
        let address = (self.machine.gp[FRAME_POINTER] as usize).wrapping_add_signed(offset);
        Some(std::ptr::with_exposed_provenance_mut(address))
    }

    /// Walks the compiled callers, from the innermost outwards. The walk cannot outlive the handler's call:
    ///
    /// ```compile_fail
    /// use barebones::jit::{ExitReply, FrameWalk, TakenExit};
    ///
    /// fn keep(exit: &mut TakenExit<'_>, kept: &mut Option<FrameWalk<'static>>) {
    ///     *kept = Some(exit.callers());
    /// }
    /// ```
    ///
    /// Nor can it leave the thread whose stack holds the frames:
    ///
    /// ```compile_fail
    /// use barebones::jit::TakenExit;
    ///
    /// fn send(exit: &mut TakenExit<'_>) {
    ///     let callers = exit.callers();
    ///     std::thread::scope(|scope| _ = scope.spawn(move || callers.count()));
    /// }
    /// ```
    pub fn callers(&self) -> FrameWalk<'_> {
        let frame_pointer = self.machine.gp[FRAME_POINTER] as usize;
        // SAFETY: it is the frame of the procedure that takes the exit.
        unsafe { FrameWalk::from_callee(self.piece, frame_pointer, self.registers().to_registers()) }
    }

    fn frame(&self) -> FrameValues<'_> {
        let frame_pointer = self.machine.gp[FRAME_POINTER] as usize;
        FrameValues { piece: self.piece, frame_pointer, registers: self.registers() }
    }
}

impl fmt::Debug for TakenExit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TakenExit({} of {})", self.exit, self.name())
    }
}

impl Code {
    /// The exit states of the procedure.
    pub fn exits(&self) -> &ExitTable {
        self.exit_table()
    }

    /// The exit of the call with this return offset: the call's own, or that of the patchpoint that contains the call.
    ///
    /// # Errors
    /// Fails if the exit states are malformed.
    pub fn exit_of_call(&self, return_offset: u32) -> Result<Option<ExitId>, ExitTableError> {
        Ok(self.exit_index()?.of_call(return_offset))
    }

    /// The exit of the trapping instruction at this offset.
    ///
    /// # Errors
    /// Fails if the exit states are malformed.
    pub fn exit_of_trap(&self, offset: u32) -> Result<Option<ExitId>, ExitTableError> {
        Ok(self.exit_index()?.of_trap(offset))
    }
}

// ---- Exits taken from the thunk --------------------------------------------------------------------------------

/// What remains to be done after everything that the handler used was dropped.
enum AfterHandler {
    /// Resume: the machine state is complete.
    Resume,
    /// End the innermost catching call.
    Trap(TrapCode, Option<Payload>),
    /// Unwind, starting at the call that called the procedure. Its return address is in the machine state.
    Throw(Thrown),
}

/// Called by the thunk: calls the handler, and sets the machine state with which the thread resumes.
///
/// # Safety
/// `machine` is what the thunk stored at an exit of compiled code.
pub(super) unsafe fn take_exit(machine: *mut ThunkFrame) {
    // SAFETY: it belongs to the thunk, which waits for this call.
    let frame_pointer = unsafe { (*machine).gp[FRAME_POINTER] as usize };
    // SAFETY: guaranteed by the caller.
    let left = catch_unwind(AssertUnwindSafe(|| unsafe { run_handler(machine) }));
    match left.unwrap_or_else(|panic| AfterHandler::Trap(TrapCode::Unreachable, Some(panic))) {
        AfterHandler::Resume => {}
        // SAFETY: the frame that was left is removed from the machine state; nothing here owns resources any more.
        AfterHandler::Throw(thrown) => unsafe { throw_from(machine, thrown, frame_pointer) },
        AfterHandler::Trap(code, payload) => {
            // SAFETY: nothing here owns resources any more; the frame is that of the procedure that took the exit.
            unsafe { raise_trap(code, payload, std::ptr::with_exposed_provenance(frame_pointer)) }
        }
    }
}

/// Calls the handler and carries out its reply. Panics as documented for [`ExitHandler`].
///
/// # Safety
/// As for [`take_exit`].
unsafe fn run_handler(state: *mut ThunkFrame) -> AfterHandler {
    // SAFETY: guaranteed by the caller. The reference is not used after `resume_at`, which may write to the memory.
    let machine = unsafe { &mut *state };
    let inside = machine.return_address as usize - 1;
    // SAFETY: the thread has not left the procedure that takes the exit.
    let found = unsafe { registry::running_again(inside) };
    let (group, index, offset) = found.expect("only compiled code calls the thunk");
    let piece = group.piece_in(index, offset).expect("only procedures have exits");
    let exit = ExitId::new(machine.exit as u32);
    if let Some(slot) = group.exit_slot(index, exit) {
        slot.count();
        if let Some(place) = slot.link() {
            // Both words of the exit are popped.
            let stack_pointer = &raw const machine.exit as usize + size_of::<u64>();
            // SAFETY: the two words below are the last ones of the machine state.
            unsafe { resume_at(state, place.expose_provenance() as u64, stack_pointer) };
            return AfterHandler::Resume;
        }
    }
    let context = None;
    let mut taken = TakenExit { group, index, piece, exit, machine, context, code: OnceCell::new() };
    let reply = {
        let _catching = CatchingDisabled::new();
        let replaced = ContextReplaced::new(None);
        taken.context = replaced.before();
        group.exit_handler.call(&mut taken)
    };
    let name = group.name_of(index);
    let Some(reply) = reply else {
        panic!("{exit} of {name} was taken, but no exit handler is set: see Code::set_exit_handler");
    };
    // Keeps the code alive, if the handler used a handle.
    let _code = taken.code;
    match reply {
        ExitReply::Trap(code, payload) => return AfterHandler::Trap(code, payload),
        ExitReply::Throw(thrown) => {
            // SAFETY: guaranteed by the caller.
            let return_address = unsafe { restore_saved(machine, piece) };
            machine.set_throwing_call(return_address);
            return AfterHandler::Throw(thrown);
        }
        // SAFETY: guaranteed by the caller.
        ExitReply::Return(results) => unsafe { return_results(state, name, piece, &results) },
        // SAFETY: as above.
        ExitReply::ReturnOne(result) => unsafe { return_results(state, name, piece, &[result]) },
        // SAFETY: guaranteed by the caller, and for the continuation by the caller of `Continuation::new`.
        ExitReply::Continue(next) => unsafe { enter_continuation(state, name, piece, &next) },
    }
    AfterHandler::Resume
}

/// The places of the parameters and results of compiled code.
fn assignment_of(signature: &Signature, convention: &CallConv) -> Assignment {
    let params = signature.params.len();
    let assignment = convention.assign(&signature.params, &signature.results, params);
    assignment.expect("the procedure was compiled, so everything has its place")
}

/// Bytes of stack arguments that a procedure pops when it returns.
fn popped_bytes(convention: &CallConv, assignment: &Assignment) -> usize {
    if convention.callee_pops { assignment.param_bytes as usize } else { 0 }
}

/// Restores the callee-saved registers and the caller's frame pointer. Returns the return address, with its signature
/// checked and stripped.
///
/// # Safety
/// The machine state is that of an exit of the procedure.
pub(super) unsafe fn restore_saved(machine: &mut ThunkFrame, piece: &Piece) -> u64 {
    let frame_pointer = machine.gp[FRAME_POINTER] as usize;
    let frame = FrameValues { piece, frame_pointer, registers: RegisterSource::Unknown };
    // SAFETY: guaranteed by the caller.
    for (reg, bits) in unsafe { frame.saved() } {
        set(machine, reg, bits);
    }
    // SAFETY: every frame contains the caller's frame pointer and the return address.
    unsafe {
        machine.gp[FRAME_POINTER] = super::frame_values::read(frame_pointer, 8);
        let return_address = super::frame_values::read(frame_pointer + 8, 8);
        super::signed::authenticate(return_address, &piece.frame, frame_pointer)
    }
}

fn set(machine: &mut ThunkFrame, reg: Reg, bits: [u64; 2]) {
    match reg.bank() {
        Bank::Gp => machine.gp[usize::from(reg.number())] = bits[0],
        Bank::Fp => machine.fp[usize::from(reg.number())] = bits,
    }
}

/// The number of words of values of these types.
fn words_of(types: &[Type]) -> usize {
    types.iter().map(|ty| ty.words()).sum()
}

/// Takes the words of an argument or result and puts them in its place; those on the stack are above `stack`.
///
/// # Safety
/// The place is one for an argument or result of the procedure that is left or entered, and nothing else uses it.
unsafe fn place(
    machine: &mut ThunkFrame,
    location: ArgLocation,
    stack: usize,
    ty: Type,
    words: &mut impl Iterator<Item = u64>,
) {
    let low = words.next().unwrap_or_default();
    let high = if ty.is_vector() { words.next().unwrap_or_default() } else { 0 };
    match location {
        ArgLocation::Reg(reg) => set(machine, reg, [low, high]),
        // SAFETY: guaranteed by the caller.
        ArgLocation::Stack(offset) => unsafe {
            write(stack + offset as usize, low);
            if ty.is_vector() {
                write(stack + offset as usize + 8, high);
            }
        },
    }
}

/// Resumes at `place`, with the stack pointer at `stack_pointer`. Stores two words below it, which may be the last two
/// words of the machine state: those are not needed any more.
///
/// # Safety
/// The machine state is valid, and no reference to it is used afterwards. The two words are in it, or above it in the
/// frame that is left.
pub(super) unsafe fn resume_at(machine: *mut ThunkFrame, place: u64, stack_pointer: usize) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let first_argument = (*machine).gp[FIRST_ARGUMENT];
        (*machine).gp[STACK_POINTER] = stack_pointer as u64 - 16;
        write(stack_pointer - 8, place);
        write(stack_pointer - 16, first_argument);
    }
}

/// Sets the machine state to that after the procedure's return.
///
/// # Safety
/// The machine state is that of an exit of the procedure.
unsafe fn return_results(state: *mut ThunkFrame, name: &str, piece: &Piece, results: &[u64]) {
    // SAFETY: guaranteed by the caller.
    let machine = unsafe { &mut *state };
    let assignment = piece.assignment();
    let (expected, found) = (words_of(&piece.signature.results), results.len());
    assert!(expected == found, "{name}: expected {expected} results of an exit, found {found}");
    let frame_pointer = machine.gp[FRAME_POINTER] as usize;
    // SAFETY: guaranteed by the caller.
    let return_address = unsafe { restore_saved(machine, piece) };
    let mut words = results.iter().copied();
    for (location, ty) in assignment.results.iter().zip(&piece.signature.results) {
        // SAFETY: the caller allocated space for results on the stack above the return address.
        unsafe { place(machine, *location, frame_pointer + 16, *ty, &mut words) };
    }
    let stack_pointer = frame_pointer + 16 + popped_bytes(piece.convention, assignment);
    // SAFETY: overwrites at most the frame pointer and the return address, which were read, or popped arguments.
    unsafe { resume_at(state, return_address, stack_pointer) }
}

/// Sets the machine state as if the procedure's caller had called another procedure instead.
///
/// # Safety
/// The machine state is that of an exit of the procedure.
unsafe fn enter_continuation(state: *mut ThunkFrame, from: &str, piece: &Piece, next: &Continuation) {
    // SAFETY: guaranteed by the caller.
    let machine = unsafe { &mut *state };
    let to = next.code.name();
    let convention = next.code.convention();
    let (_, signature) = next.code.function_at(next.entry);
    let same = piece.signature.results == signature.results && piece.convention.name == convention.name;
    assert!(same, "{from} cannot continue in {to}: the results or the convention differ");
    let own = piece.assignment();
    let needed = assignment_of(signature, convention);
    let popped = popped_bytes(piece.convention, own);
    let will_pop = popped_bytes(convention, &needed);
    let frame_pointer = machine.gp[FRAME_POINTER] as usize;
    // Address of the new arguments: the callee pops what the procedure would have popped.
    let arguments = frame_pointer + 16 + popped - will_pop;
    // On machines that push the return address, it is below the arguments.
    let stack_pointer = if LINK.is_some() { arguments } else { arguments - 8 };
    let end_of_machine = &raw const machine.return_address as usize;
    // Offsets of stack results, relative to the frame.
    let result_area = |assignment: &Assignment, popped: usize| -> Vec<i64> {
        let on_stack = |location: &ArgLocation| match *location {
            ArgLocation::Stack(offset) => Some(i64::from(offset) - popped as i64),
            ArgLocation::Reg(_) => None,
        };
        assignment.results.iter().filter_map(on_stack).collect()
    };
    let fits = (convention.callee_pops || needed.param_bytes <= own.stack_bytes)
        && result_area(own, popped) == result_area(&needed, will_pop)
        && stack_pointer - 16 >= end_of_machine;
    assert!(fits, "{from} cannot continue in {to}: its stack arguments do not fit");
    // SAFETY: guaranteed by the caller.
    let return_address = unsafe { restore_saved(machine, piece) };
    let mut words = next.args.iter().copied();
    for (location, ty) in needed.params.iter().zip(&signature.params) {
        // SAFETY: stack arguments are in the area of the procedure's own or in its frame, above `machine`.
        unsafe { place(machine, *location, arguments, *ty, &mut words) };
    }
    let entry = next.code.entries().nth(next.entry).map_or(0, |entry| entry as u64);
    // SAFETY: as above; the words below may be the last ones of the machine state.
    unsafe {
        match LINK {
            Some(link) => machine.gp[link] = return_address,
            None => write(stack_pointer, return_address),
        }
        resume_at(state, entry, stack_pointer);
    }
}
