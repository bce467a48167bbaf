//! Everything `unsafe` of the engine: calls of compiled code, the layout of what it reads, and the functions that it calls.

// Compiled code is called through its address, and gets addresses of the virtual machine and of a frame.
#![allow(unsafe_code)]

use super::kinds::is_live;
use super::{NO_ENTRY, State};
use crate::heap::{Cell, Class, Heap, Object, Pool, Value};
use crate::interp::bytecode::{Code, Op, Site};
use crate::interp::frames::{Entry, Frame};
use crate::interp::{Completion, MAX_FRAMES, Stop, Vm};
use barebones::base::Type;
use barebones::interp::ExitEntry;
use barebones::jit::{ExitReply, TakenExit};
use std::mem::offset_of;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::NonNull;
use std::rc::Rc;

/// Machine code of a function: continues a frame at one of its entries, or is entered by a call ([`ENTER`]) with the addresses of
/// operands and registers, and a word that has the rest of the frame. Returns the bits of the frame's value, [`LEFT`], [`YIELDED`] or
/// [`NOT_ENTERED`].
pub(crate) type Function = unsafe extern "C" fn(*mut Context, u32, *mut Value, *mut Value, u64) -> u64;

/// The entry of calls by compiled code.
pub(super) const ENTER: u32 = u32::MAX;

/// The frame goes on, or ends otherwise: it has all that is needed to go on, or [`Context::outcome`] says how it ends. No value
/// has these bits.
pub(super) const LEFT: u64 = 0xfff9 << 48;

/// The call has not begun.
pub(super) const NOT_ENTERED: u64 = LEFT + 1;

/// The frame was a generator's, which has yielded: the frame is its caller's now, unless [`Context::outcome`] says otherwise.
pub(super) const YIELDED: u64 = LEFT + 2;

/// Maximum number of operands of a call by compiled code: callee, `this` and arguments.
pub(super) const MAX_OPERANDS: usize = 64;

/// Number of values for which there is memory above the registers of compiled code: the operands of a call, and the frames of calls
/// that are translated in place.
pub(super) const ROOM: usize = MAX_OPERANDS + 1;

/// Code of a function, which the virtual machine keeps as long as there are frames.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct CodeRef(NonNull<Code>);

impl CodeRef {
    pub(crate) fn of(code: &Rc<Code>) -> CodeRef {
        CodeRef(NonNull::from(&**code))
    }
}

impl Deref for CodeRef {
    type Target = Code;

    fn deref(&self) -> &Code {
        // SAFETY: `Vm::codes` only grows, and has all codes; frames and `Vm::callees` belong to the same virtual machine.
        unsafe { self.0.as_ref() }
    }
}

/// What functions that compiled code calls return.
pub(super) mod status {
    /// Goes on with the next operation.
    pub(crate) const NEXT: u32 = 0;
    /// Goes on at the target of the operation.
    pub(crate) const TAKEN: u32 = 1;
    /// Leaves compiled code, which returns [`super::LEFT`].
    pub(crate) const LEAVE: u32 = 2;
}

/// What [`Vm::interpret`] returns when it does not go on.
type Ended = Completion<Option<Value>>;

/// How compiled code ended: a panic, or the end of the frame.
type Outcome = std::thread::Result<Ended>;

/// What compiled code finds at its first argument.
#[repr(C)]
pub(crate) struct Context {
    /// The first register of the frame.
    registers: *mut Value,
    /// The callee; `this` and arguments follow.
    operands: *mut Value,
    /// Number of arguments.
    count: u64,
    /// The first cell of the heap, and the first card.
    cells: *mut Cell,
    cards: *mut u8,
    vm: *mut Vm,
    frame: *mut Frame,
    /// The end of the memory of the stack of JavaScript.
    stack_end: *mut Value,
    /// Number of frames for which there is memory, at most as many as may be active.
    max_frames: usize,
    /// Where the part of the thread's stack ends on which calls of compiled code are nested.
    stack_limit: usize,
    /// Number of frames below the first that this call of compiled code executes.
    floor: usize,
    outcome: Option<Outcome>,
}

impl Context {
    /// Writes where everything is now, which any step of the virtual machine may change.
    fn refresh(&mut self) {
        // SAFETY: both are valid and not borrowed while compiled code runs, as `run` guarantees.
        let (vm, frame) = unsafe { (&mut *self.vm, &*self.frame) };
        vm.stack.reserve(ROOM);
        let stack = vm.stack.as_mut_ptr();
        self.registers = stack.wrapping_add(frame.registers);
        self.operands = stack.wrapping_add(frame.base);
        self.count = frame.count as u64;
        self.locate_cells(vm);
        self.stack_end = stack.wrapping_add(vm.stack.capacity());
        self.max_frames = vm.frames.capacity().min(MAX_FRAMES);
    }

    /// Writes where the cells are now, which any allocation may change.
    fn locate_cells(&mut self, vm: &mut Vm) {
        self.cells = vm.heap.cells.as_mut_ptr();
        self.cards = vm.heap.cards.first();
    }

    /// Executes a step of the virtual machine for compiled code: at the operation with an index, whose successor is the
    /// frame's next operation. Catches its panics, since compiled code has no tables to unwind it.
    fn step(&mut self, pc: u32, step: impl FnOnce(&mut Vm, &mut Frame, usize) -> Result<u32, Ended>) -> u32 {
        // SAFETY: as for `refresh`.
        let (vm, frame) = unsafe { (&mut *self.vm, &mut *self.frame) };
        frame.pc = pc as usize + 1;
        match catch_unwind(AssertUnwindSafe(|| step(vm, frame, self.floor))) {
            Ok(Ok(status)) => {
                self.refresh();
                status
            }
            Ok(Err(ended)) => self.leave(Ok(ended)),
            Err(panic) => self.leave(Err(panic)),
        }
    }

    #[cold]
    fn leave(&mut self, outcome: Outcome) -> u32 {
        self.outcome = Some(outcome);
        status::LEAVE
    }
}

/// Interprets the operation with an index.
fn interpret(vm: &mut Vm, frame: &mut Frame, floor: usize, pc: u32) -> Result<u32, Ended> {
    let depth = vm.frames.len();
    frame.pc = pc as usize;
    match vm.interpret::<true>(frame, floor) {
        Ok(None) | Err(Stop::OtherCode) if vm.frames.len() != depth => Ok(status::LEAVE),
        Ok(None) | Err(Stop::OtherCode) if frame.pc == pc as usize + 1 => Ok(status::NEXT),
        Ok(None) | Err(Stop::OtherCode) => Ok(status::TAKEN),
        ended => Err(ended),
    }
}

/// Executes an operation as the interpreter does.
extern "C" fn step(context: &mut Context, pc: u32) -> u32 {
    // SAFETY: as for `refresh`.
    unsafe { &*context.frame }.code.compiled.note_rare(pc as usize, 1);
    context.step(pc, |vm, frame, floor| interpret(vm, frame, floor, pc))
}

/// Executes a call, or asks an iterator for a value. A compiled callee is executed here, unless too many are.
extern "C" fn call(context: &mut Context, pc: u32) -> u32 {
    // SAFETY: as for `refresh`.
    let (vm, frame) = unsafe { (&mut *context.vm, &mut *context.frame) };
    frame.pc = pc as usize + 1;
    if let Op::Call(to, start, count) = frame.code.ops[pc as usize]
        && vm.call_in_place(frame, to, start, count)
    {
        context.locate_cells(vm);
        return status::NEXT;
    }
    let may_nest = vm.has_much_stack();
    if may_nest
        && let Op::Call(to, start, count) = frame.code.ops[pc as usize]
        && let Some(function) = vm.enter_compiled(frame, to, start, count)
    {
        context.refresh();
        return execute(context, function, 0);
    }
    let mut callee = None;
    let begun = context.step(pc, |vm, frame, floor| {
        let entered = match frame.code.ops[pc as usize] {
            Op::Call(to, start, count) => vm.begin_call(frame, to, start, count).map_err(Err)?,
            Op::Construct(to, start, count) => vm.begin_construct(frame, to, start, count).map_err(Err)?,
            _ => interpret(vm, frame, floor, pc)? == status::LEAVE,
        };
        if !entered {
            return Ok(status::NEXT);
        }
        if may_nest {
            callee = vm.compiled_entry(frame);
        }
        Ok(status::LEAVE)
    });
    match callee {
        Some((function, entry)) => execute(context, function, entry),
        None => begun,
    }
}

/// Executes a frame that compiled code has called.
fn execute(context: &mut Context, function: Function, entry: u32) -> u32 {
    // SAFETY: the code is that of the frame, which the caller has made that of the callee.
    let ended = unsafe { function(context, entry, std::ptr::null_mut(), std::ptr::null_mut(), 0) };
    if ended == YIELDED && context.outcome.is_none() {
        return status::NEXT;
    }
    if matches!(ended, LEFT | YIELDED) {
        return status::LEAVE;
    }
    // SAFETY: as for `refresh`.
    let (vm, frame) = unsafe { (&mut *context.vm, &mut *context.frame) };
    // The caller's frame is above the floor, so it goes on.
    vm.leave_compiled(frame, context.floor, Value::from_bits(ended));
    context.refresh();
    status::NEXT
}

/// Interprets a switch, and returns the operation at which it goes on; or that none does.
extern "C" fn select(context: &mut Context, pc: u32) -> u32 {
    let mut place = NO_ENTRY;
    let ended = context.step(pc, |vm, frame, floor| {
        let ended = interpret(vm, frame, floor, pc)?;
        place = frame.pc as u32;
        Ok(ended)
    });
    if ended == status::LEAVE { NO_ENTRY } else { place }
}

/// Pauses at a jump backwards, as the interpreter does.
extern "C" fn pause(context: &mut Context, pc: u32) -> u32 {
    context.step(pc, |vm, frame, _| {
        vm.pause_in_loop().map_err(Err)?;
        let mut op = frame.code.ops[pc as usize];
        match op.target() {
            // The next tier enters the loop.
            Some(to) if vm.loop_is_due(&frame.code, *to) => {
                frame.pc = *to as usize;
                Ok(status::LEAVE)
            }
            _ => Ok(status::NEXT),
        }
    })
}

/// Pauses at a jump backwards of code that speculates.
extern "C" fn pause_only(context: &mut Context, pc: u32) -> u32 {
    context.step(pc, |vm, _, _| vm.pause_in_loop().map(|()| status::NEXT).map_err(Err))
}

/// Stores the element after the last of an array; 0 if that is not all that the store does. No cell moves.
extern "C" fn append(context: &mut Context, array: Value, index: u64, value: Value) -> u32 {
    // SAFETY: as for `refresh`.
    let vm = unsafe { &mut *context.vm };
    u32::from(u32::try_from(index).is_ok_and(|index| vm.append_in_place(array, index, value)))
}

/// Executes an operation that creates something, in few steps if nothing else is due.
extern "C" fn create(context: &mut Context, pc: u32) -> u32 {
    // SAFETY: as for `refresh`.
    let (vm, frame) = unsafe { (&mut *context.vm, &mut *context.frame) };
    if !vm.create_in_place(frame, frame.code.ops[pc as usize]) {
        return step(context, pc);
    }
    context.locate_cells(vm);
    status::NEXT
}

/// Adds a property to an object as a site knows; 0 if it does not know the object.
extern "C" fn add(context: &mut Context, object: Value, value: Value, site: &Site) -> u32 {
    // SAFETY: as for `refresh`.
    let vm = unsafe { &mut *context.vm };
    u32::from(vm.add_cached(object, value, site))
}

/// The property of a value, if a site knows it; else an empty value.
extern "C" fn get(context: &mut Context, pc: u32, object: Value, site: &Site) -> Value {
    // SAFETY: as for `refresh`.
    let (vm, frame) = unsafe { (&*context.vm, &*context.frame) };
    if vm.heap.object(object).is_none() {
        frame.code.compiled.note_rare(pc as usize, 1);
    }
    vm.get_in_place(object, site).unwrap_or(Value::EMPTY)
}

/// Two strings in sequence; an empty value for others, or if something else is due first.
extern "C" fn concat(context: &mut Context, pc: u32, a: Value, b: Value) -> Value {
    // SAFETY: as for `refresh`.
    let (vm, frame) = unsafe { (&mut *context.vm, &*context.frame) };
    let Some(text) = vm.join_in_place(a, b) else { return Value::EMPTY };
    frame.code.compiled.note_rare(pc as usize, 1);
    context.locate_cells(vm);
    text
}

/// The remainder with the sign of the dividend.
extern "C" fn remainder(a: f64, b: f64) -> f64 {
    a % b
}

/// Makes the interpreter's frame of an exit: the interpreter goes on at the operation.
pub(super) fn leave_by_exit(exit: &mut TakenExit<'_>) -> ExitReply {
    let values = match exit.values() {
        Ok(values) => values,
        Err(error) => panic!("an exit of compiled code: {error}"),
    };
    let Some((outer, inlined)) = values.frames.split_last() else { panic!("an exit without a frame") };
    let [address, numbers @ ..] = outer.locals() else { panic!("an exit without a context") };
    let ExitEntry::Scalar(Type::Int64, address) = address else { panic!("an exit without a context") };
    // SAFETY: the code has its context from `run_compiled`, which waits for it. The code does not run while it exits.
    let context = unsafe { &mut *(*address as usize as *mut Context) };
    // SAFETY: as for `refresh`.
    let (vm, frame) = unsafe { (&mut *context.vm, &mut *context.frame) };
    write_numbers(vm, frame, numbers);
    frame.pc = outer.pc as usize;
    let (owner, mut reason) = (frame.code, outer.function);
    // The outermost is the last.
    for (level, inner) in inlined.iter().rev().enumerate() {
        let [function, operands, kind, numbers @ ..] = inner.locals() else { panic!("an exit of a call") };
        let [function, operands, kind] = [function, operands, kind].map(|entry| match entry {
            ExitEntry::Scalar(Type::Int32, word) => *word as u32,
            _ => panic!("an exit of a call that is translated in place"),
        });
        let call = InlinedCall::new(function, operands, kind);
        if level > 0 {
            // The register has nothing so far.
            vm.stack[frame.registers + usize::from(call.to)] = Value::UNDEFINED;
        }
        make_inlined(vm, frame, &call, inner.pc as usize);
        write_numbers(vm, frame, numbers);
        reason = inner.function;
    }
    vm.exited(frame, owner, reason);
    ExitReply::ReturnOne(LEFT)
}

/// Writes the numbers that an exit has to the registers of a frame.
fn write_numbers(vm: &mut Vm, frame: &Frame, numbers: &[ExitEntry]) {
    for pair in numbers.chunks_exact(2) {
        let [ExitEntry::Scalar(Type::Int32, register), ExitEntry::Scalar(ty, bits)] = pair else {
            panic!("an exit of registers and numbers")
        };
        let number = match ty {
            &Type::Int32 => f64::from((*bits as u32).cast_signed()),
            _ => f64::from_bits(*bits),
        };
        vm.stack[frame.registers + *register as usize] = Value::number(number);
    }
}

/// A call that was translated in place.
struct InlinedCall {
    function: usize,
    operands: usize,
    to: u16,
    entry: Entry,
}

impl InlinedCall {
    /// From the words that `Inlined::words` has.
    fn new(function: u32, operands: u32, kind: u32) -> InlinedCall {
        let entry = if kind >> 16 == Entry::Construct as u32 { Entry::Construct } else { Entry::Call };
        InlinedCall { function: function as usize, operands: operands as usize, to: kind as u16, entry }
    }
}

/// Makes the frame of a call that was translated in place: its operands, and the registers that are read from an operation on, are
/// above the stack.
fn make_inlined(vm: &mut Vm, frame: &mut Frame, call: &InlinedCall, pc: usize) {
    let code = vm.callees[call.function];
    let base = vm.stack.len();
    // `new.target` is above the operands of a construction.
    let registers = base + call.operands + usize::from(call.entry == Entry::Construct);
    let length = registers + code.registers as usize;
    let live = code.compiled.live(&code).get(pc);
    let dead =
        (0..code.registers as usize).filter(|register| live.is_none_or(|live| !is_live(live, *register)));
    assert!(length <= vm.stack.capacity(), "there is room for the operands of a call");
    for register in dead {
        // SAFETY: the place is in the memory of the list.
        unsafe { vm.stack.as_mut_ptr().add(registers + register).write(Value::UNDEFINED) };
    }
    // SAFETY: the code has written the operands and the registers that are live, but for numbers, which the caller writes; any
    // bits are a value.
    unsafe { vm.stack.set_len(length) };
    let callee =
        Frame { code, pc, base, count: call.operands - 2, registers, to: call.to, entry: call.entry };
    let caller = std::mem::replace(frame, callee);
    vm.frames.push(caller);
}

/// Makes the frame of a call that is translated in place, for a step of the virtual machine at one of its operations. The caller goes on
/// at the operation `next`.
extern "C" fn enter_inlined(
    context: &mut Context,
    next: u32,
    function: u32,
    operands: u32,
    kind: u32,
    pc: u32,
) {
    // SAFETY: as for `refresh`.
    let (vm, frame) = unsafe { (&mut *context.vm, &mut *context.frame) };
    frame.pc = next as usize;
    make_inlined(vm, frame, &InlinedCall::new(function, operands, kind), pc as usize);
}

/// Removes the frames of calls that are translated in place, which go on in compiled code. Their registers stay where they are.
extern "C" fn leave_inlined(context: &mut Context, count: u32) {
    // SAFETY: as for `refresh`.
    let (vm, frame) = unsafe { (&mut *context.vm, &mut *context.frame) };
    for _ in 0..count {
        vm.stack.truncate(frame.base);
        if let Some(caller) = vm.frames.pop() {
            *frame = caller;
        }
    }
    context.refresh();
}

/// A procedure as a function, if it has its type.
pub(super) fn function(code: &barebones::jit::Code) -> Option<Function> {
    // SAFETY: `translate` makes code for a context as `run` and `call` pass it. The code that the function belongs to is
    // kept with it.
    unsafe { code.typed::<Function>().ok().map(|typed| typed.as_fn()) }
}

impl Vm {
    /// Continues a frame in compiled code. Returns what [`Vm::interpret`] returns.
    pub(crate) fn run_compiled(
        &mut self,
        frame: &mut Frame,
        floor: usize,
        function: Function,
        entry: u32,
    ) -> Completion<Option<Value>> {
        let vm: *mut Vm = self;
        let mut context = Context {
            registers: std::ptr::null_mut(),
            operands: std::ptr::null_mut(),
            count: 0,
            cells: std::ptr::null_mut(),
            cards: std::ptr::null_mut(),
            vm,
            frame,
            stack_end: std::ptr::null_mut(),
            max_frames: 0,
            stack_limit: self.stack_limit(),
            floor,
            outcome: None,
        };
        context.refresh();
        // SAFETY: the code is that of the frame, as the caller found it.
        let ended =
            unsafe { function(&raw mut context, entry, std::ptr::null_mut(), std::ptr::null_mut(), 0) };
        if !matches!(ended, LEFT | YIELDED) {
            // SAFETY: both come from references that are not used otherwise until here.
            let (vm, frame) = unsafe { (&mut *context.vm, &mut *context.frame) };
            return Ok(vm.leave(frame, floor, Value::from_bits(ended)));
        }
        match context.outcome {
            None => Ok(None),
            Some(Ok(completion)) => completion,
            Some(Err(panic)) => resume_unwind(panic),
        }
    }
}

/// Where compiled code finds what it reads and writes: offsets in bytes, and addresses.
pub(super) struct Layout {
    pub(super) context: ContextLayout,
    /// The first constant, the first object of the library, and the number of steps that are left, from the virtual machine.
    pub(super) constants: i32,
    pub(super) intrinsics: i32,
    pub(super) steps: i32,
    /// The numbers of hits of caches, by kind.
    pub(super) hits: i32,
    /// The place of the first element, and of the number of elements, in a list of values.
    pub(super) list: List,
    pub(super) object: ObjectLayout,
    pub(super) site: SiteLayout,
    pub(super) calls: CallLayout,
    pub(super) heap: HeapLayout,
    /// Functions that compiled code calls.
    pub(super) step: i64,
    pub(super) call: i64,
    pub(super) select: i64,
    pub(super) enter_inlined: i64,
    pub(super) leave_inlined: i64,
    pub(super) pause: i64,
    pub(super) pause_only: i64,
    pub(super) append: i64,
    pub(super) create: i64,
    pub(super) add: i64,
    pub(super) get: i64,
    pub(super) concat: i64,
    pub(super) remainder: i64,
}

/// Offsets in a [`Context`].
pub(super) struct ContextLayout {
    pub(super) registers: i32,
    pub(super) operands: i32,
    pub(super) count: i32,
    pub(super) cells: i32,
    pub(super) cards: i32,
    pub(super) vm: i32,
    pub(super) frame: i32,
    pub(super) stack_end: i32,
    pub(super) max_frames: i32,
    pub(super) stack_limit: i32,
}

/// What calls read and write: offsets in a virtual machine, in a [`Code`] and in a [`Frame`].
pub(super) struct CallLayout {
    pub(super) stack_first: i32,
    pub(super) stack_count: i32,
    pub(super) frames_first: i32,
    pub(super) frames_count: i32,
    pub(super) callees: i32,
    pub(super) direct: i32,
    pub(super) left: i32,
    pub(super) constructs: i32,
    pub(super) frame_code: i32,
    pub(super) frame_pc: i32,
    pub(super) frame_base: i32,
    pub(super) frame_count: i32,
    pub(super) frame_registers: i32,
    /// The register of the result, and the kind of the entry above it.
    pub(super) frame_to: i32,
}

/// Number of words of a [`Frame`].
pub(super) const FRAME_WORDS: i32 = (size_of::<Frame>() / 8) as i32;

/// What allocations read and write: offsets in a virtual machine.
pub(super) struct HeapLayout {
    /// Not zero if allocations take more than the next cell.
    pub(super) unusual: i32,
    pub(super) cells_count: i32,
    /// Number of cells at which a collection is due; there is memory for so many.
    pub(super) limit: i32,
    /// Lists of dead objects without elements, of those with, and of the slots of dead environments.
    pub(super) objects: i32,
    pub(super) arrays: i32,
    pub(super) lists: i32,
}

/// Offsets in a `Vec`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct List {
    pub(super) first: i32,
    pub(super) count: i32,
    pub(super) capacity: i32,
}

/// Offsets in an [`Object`].
pub(super) struct ObjectLayout {
    pub(super) shape: i32,
    pub(super) slots: i32,
    pub(super) prototype: i32,
    pub(super) elements: i32,
    /// Zero if there are no sparse properties: a `Box` in an `Option` is an address or zero.
    pub(super) sparse: i32,
    pub(super) class: i32,
    pub(super) extensible: i32,
}

/// Offsets in a [`Site`].
pub(super) struct SiteLayout {
    pub(super) shape: i32,
    pub(super) slot: i32,
    pub(super) hit: i32,
    pub(super) path: i32,
}

/// Number of a cell that is an object, and of one that is an environment; bytes of a cell; where the contents of both are.
/// The layout of `repr(u8)` is that of a C structure after the number.
pub(super) const OBJECT: i32 = 5;
pub(super) const ENVIRONMENT: i32 = 3;
pub(super) const CELL_BYTES: i64 = size_of::<Cell>() as i64;
pub(super) const CELL_OBJECT: i32 = 8;
pub(super) const LIST_BYTES: i64 = size_of::<Vec<Value>>() as i64;
pub(super) const ENVIRONMENT_PARENT: i32 = 8;
pub(super) const ENVIRONMENT_SLOTS: i32 = 16;

/// Numbers of classes, and where their contents are.
pub(super) const ARRAY: i32 = 1;
pub(super) const CLOSURE: i32 = 4;
pub(super) const ARRAY_LENGTH: i32 = 4;
pub(super) const ARRAY_WRITABLE: i32 = 8;
pub(super) const CLOSURE_FUNCTION: i32 = 4;
pub(super) const CLOSURE_ENVIRONMENT: i32 = 8;

/// Offsets in a list, which Rust does not define: found by looking at one.
fn list_layout<T>(list: Vec<T>, count: usize) -> Option<List> {
    const WORDS: usize = size_of::<Vec<u8>>() / size_of::<usize>();
    if size_of::<Vec<T>>() != 8 * WORDS || list.len() != count || list.capacity() == count {
        return None;
    }
    // SAFETY: a `Vec` has an address and two numbers, and so no bytes that are not initialised: it has their size.
    let words = unsafe { std::ptr::read((&raw const list).cast::<[usize; WORDS]>()) };
    let position = |value: usize| words.iter().position(|word| *word == value).map(|word| 8 * word as i32);
    let capacity = position(list.capacity())?;
    Some(List { first: position(list.as_ptr().addr())?, count: position(count)?, capacity })
}

fn list_of<T>(count: usize, element: impl Fn() -> T) -> Vec<T> {
    let mut list = Vec::with_capacity(4 * count);
    list.extend((0..count).map(|_| element()));
    list
}

impl Layout {
    /// The layout of this build; none if it is not what compiled code expects.
    pub(super) fn measure() -> Option<Layout> {
        let list = list_layout(list_of(3, || Value::UNDEFINED), 3)?;
        let cells = list_layout(list_of(3, || Cell::Free), 3)?;
        let object = ObjectLayout {
            shape: offset_of!(Object, shape) as i32,
            slots: offset_of!(Object, slots) as i32,
            prototype: offset_of!(Object, prototype) as i32,
            elements: offset_of!(Object, elements) as i32,
            sparse: offset_of!(Object, sparse) as i32,
            class: offset_of!(Object, class) as i32,
            extensible: offset_of!(Object, extensible) as i32,
        };
        let code = CodeRef::of(&Rc::default());
        let frame = || Frame { code, pc: 0, base: 0, count: 0, registers: 0, to: 0, entry: Entry::Call };
        let frames = list_layout(list_of(3, frame), 3)?;
        let callees = list_layout(list_of(3, || code), 3)?;
        let objects = list_layout(list_of(3, || Box::new(Object::new(Value::NULL, Class::Plain))), 3)?;
        let lists = list_layout(list_of(3, Vec::<Value>::new), 3)?;
        let heap_field = |offset: usize| (offset_of!(Vm, heap) + offset) as i32;
        if [cells, frames, callees, objects, lists] != [list; 5] || cfg!(not(target_pointer_width = "64")) {
            return None;
        }
        let step: extern "C" fn(&mut Context, u32) -> u32 = step;
        let call: extern "C" fn(&mut Context, u32) -> u32 = call;
        let select: extern "C" fn(&mut Context, u32) -> u32 = select;
        let enter_inlined: extern "C" fn(&mut Context, u32, u32, u32, u32, u32) = enter_inlined;
        let leave_inlined: extern "C" fn(&mut Context, u32) = leave_inlined;
        let pause: extern "C" fn(&mut Context, u32) -> u32 = pause;
        let pause_only: extern "C" fn(&mut Context, u32) -> u32 = pause_only;
        let append: extern "C" fn(&mut Context, Value, u64, Value) -> u32 = append;
        let create: extern "C" fn(&mut Context, u32) -> u32 = create;
        let add: extern "C" fn(&mut Context, Value, Value, &Site) -> u32 = add;
        let get: extern "C" fn(&mut Context, u32, Value, &Site) -> Value = get;
        let concat: extern "C" fn(&mut Context, u32, Value, Value) -> Value = concat;
        let remainder: extern "C" fn(f64, f64) -> f64 = remainder;
        Some(Layout {
            context: ContextLayout {
                registers: offset_of!(Context, registers) as i32,
                operands: offset_of!(Context, operands) as i32,
                count: offset_of!(Context, count) as i32,
                cells: offset_of!(Context, cells) as i32,
                cards: offset_of!(Context, cards) as i32,
                vm: offset_of!(Context, vm) as i32,
                frame: offset_of!(Context, frame) as i32,
                stack_end: offset_of!(Context, stack_end) as i32,
                max_frames: offset_of!(Context, max_frames) as i32,
                stack_limit: offset_of!(Context, stack_limit) as i32,
            },
            calls: CallLayout {
                stack_first: offset_of!(Vm, stack) as i32 + list.first,
                stack_count: offset_of!(Vm, stack) as i32 + list.count,
                frames_first: offset_of!(Vm, frames) as i32 + list.first,
                frames_count: offset_of!(Vm, frames) as i32 + list.count,
                callees: offset_of!(Vm, callees) as i32 + list.first,
                direct: (offset_of!(Code, compiled) + offset_of!(State, direct)) as i32,
                left: (offset_of!(Code, compiled) + offset_of!(State, left)) as i32,
                constructs: offset_of!(Code, constructs) as i32,
                frame_code: offset_of!(Frame, code) as i32,
                frame_pc: offset_of!(Frame, pc) as i32,
                frame_base: offset_of!(Frame, base) as i32,
                frame_count: offset_of!(Frame, count) as i32,
                frame_registers: offset_of!(Frame, registers) as i32,
                frame_to: offset_of!(Frame, to) as i32,
            },
            heap: HeapLayout {
                unusual: heap_field(offset_of!(Heap, unusual)),
                cells_count: heap_field(offset_of!(Heap, cells)) + list.count,
                limit: heap_field(offset_of!(Heap, limit)),
                objects: heap_field(offset_of!(Heap, pool) + offset_of!(Pool, objects)),
                arrays: heap_field(offset_of!(Heap, pool) + offset_of!(Pool, arrays)),
                lists: heap_field(offset_of!(Heap, pool) + offset_of!(Pool, lists)),
            },
            constants: offset_of!(Vm, constants) as i32 + list.first,
            intrinsics: offset_of!(Vm, intrinsics) as i32 + list.first,
            steps: offset_of!(Vm, steps_left) as i32,
            hits: offset_of!(Vm, hits) as i32,
            list,
            object,
            site: SiteLayout {
                shape: offset_of!(Site, shape) as i32,
                slot: offset_of!(Site, slot) as i32,
                hit: offset_of!(Site, hit) as i32,
                path: offset_of!(Site, path) as i32,
            },
            step: step as usize as i64,
            call: call as usize as i64,
            select: select as usize as i64,
            enter_inlined: enter_inlined as usize as i64,
            leave_inlined: leave_inlined as usize as i64,
            pause: pause as usize as i64,
            pause_only: pause_only as usize as i64,
            append: append as usize as i64,
            create: create as usize as i64,
            add: add as usize as i64,
            get: get as usize as i64,
            concat: concat as usize as i64,
            remainder: remainder as usize as i64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{
        ARRAY, ARRAY_LENGTH, ARRAY_WRITABLE, CELL_OBJECT, CLOSURE, CLOSURE_ENVIRONMENT, CLOSURE_FUNCTION,
        ENVIRONMENT, ENVIRONMENT_PARENT, ENVIRONMENT_SLOTS, Layout, OBJECT,
    };
    use crate::heap::{Cell, Class, Heap, Value};
    use crate::interp::bytecode::Hit;

    /// Bytes of a value at an offset.
    fn bytes<T, const N: usize>(value: &T, offset: i32) -> [u8; N] {
        assert!(offset as usize + N <= size_of::<T>());
        // SAFETY: inside the value (asserted), and the tests read initialised bytes only.
        unsafe { std::ptr::from_ref(value).cast::<u8>().add(offset as usize).cast::<[u8; N]>().read() }
    }

    fn value<T>(place: &T, offset: i32) -> u64 {
        u64::from_le_bytes(bytes(place, offset))
    }

    #[test]
    fn cells_are_where_compiled_code_reads_them() {
        let layout = Layout::measure().unwrap();
        let slots = vec![Value::TRUE, Value::FALSE];
        let first = slots.as_ptr().addr() as u64;
        let environment = Cell::Environment { parent: Value::number(7.0), slots };
        assert_eq!(i32::from(bytes::<_, 1>(&environment, 0)[0]), ENVIRONMENT);
        assert_eq!(value(&environment, ENVIRONMENT_PARENT), Value::number(7.0).bits());
        assert_eq!(value(&environment, ENVIRONMENT_SLOTS + layout.list.first), first);
        assert_eq!(value(&environment, ENVIRONMENT_SLOTS + layout.list.count), 2);

        let mut heap = Heap::new();
        let array = heap.new_object(Value::NULL, Class::Array { length: 9, writable: true });
        let cell = heap.cell(array).unwrap();
        assert_eq!(i32::from(bytes::<_, 1>(cell, 0)[0]), OBJECT);
        let object = heap.object(array).unwrap();
        assert_eq!(value(cell, CELL_OBJECT), std::ptr::from_ref(object).addr() as u64);
        assert_eq!(value(object, layout.object.prototype), Value::NULL.bits());
        let class = layout.object.class;
        assert_eq!(i32::from(bytes::<_, 1>(object, class)[0]), ARRAY);
        assert_eq!(u32::from_le_bytes(bytes(object, class + ARRAY_LENGTH)), 9);
        assert_eq!(bytes::<_, 1>(object, class + ARRAY_WRITABLE), [1]);
        let closure = Class::Closure { function: 3, environment: Value::TRUE };
        assert_eq!(u32::from_le_bytes(bytes(&closure, CLOSURE_FUNCTION)), 3);
        assert_eq!(i32::from(bytes::<_, 1>(&closure, 0)[0]), CLOSURE);
        assert_eq!(value(&closure, CLOSURE_ENVIRONMENT), Value::TRUE.bits());
    }

    #[test]
    fn classes_are_in_order() {
        let number = |class: Class| bytes::<_, 1>(&class, 0)[0];
        let array = Class::Array { length: 0, writable: true };
        for class in [Class::Plain, array, Class::Arguments] {
            assert!(number(class) <= Class::LAST_WITH_ELEMENTS);
        }
        for class in
            [Class::Error, Class::Native(0), Class::Closure { function: 0, environment: Value::NULL }]
        {
            assert!((Class::LAST_WITH_ELEMENTS + 1..=Class::LAST_ORDINARY).contains(&number(class)));
        }
        for class in [
            Class::MappedArguments { environment: Value::NULL, variables: Vec::new() },
            Class::Boxed(Value::TRUE),
            Class::Date(0.0),
            Class::WeakRef(Value::NULL),
        ] {
            assert!(number(class) > Class::LAST_ORDINARY);
        }
    }

    #[test]
    fn hits_are_two_bytes() {
        assert_eq!(bytes::<_, 1>(&Hit::Own, 0), [0]);
        assert_eq!(bytes::<_, 2>(&Hit::Inherited(1), 0), [1, 1]);
        assert_eq!(bytes::<_, 2>(&Hit::Added(1), 0), [2, 1]);
    }
}
