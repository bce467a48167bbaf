//! Calls from compiled code to functions of the runtime that may collect garbage, and walks over the frames of all
//! compiled code that is active on a thread.
//!
//! A function made by [`transition`] records where its caller continues: an *activation*. The activations of a thread
//! are a list, the innermost first. So a walk finds compiled frames beyond host frames, which need no frame pointers.
//! Between compiled frames the walk follows frame pointers.
//!
//! The walk neither locks nor allocates, so a signal handler may walk.

use super::code::Group;
use super::frame_values::{read, write};
use super::host_function::{Given, HostFunction};
use super::registry;
use super::signed::strip_signature;
use super::typed::{CValue, HostResult};
use crate::base::Origin;
use crate::isa::{ExitDescription, ExitTableError, GcSite};
use crate::support::error_type;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr::null;

/// Why the references of a frame are unknown.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RootsError {
    /// The procedure has references, and its call at this return offset is no safepoint.
    NotSafepoint {
        /// The return offset of the call.
        offset: u32,
    },
    /// The map of references is malformed: a slot is not in the frame.
    OutsideFrame {
        /// The offset of the slot from the frame pointer in bytes.
        offset: i32,
    },
}

error_type!(RootsError {
    RootsError::NotSafepoint { offset } => "the call that returns to offset {offset:#x} is no safepoint";
    RootsError::OutsideFrame { offset } => "maps of references: offset {offset} is outside of the frame";
});

/// Where compiled code continues after its innermost call of a host function.
#[derive(Debug)]
pub(super) struct Activation {
    frame_pointer: usize,
    return_address: usize,
    previous: *const Activation,
}

thread_local! {
    static INNERMOST: Cell<*const Activation> = const { Cell::new(null()) };
}

/// The innermost activation of this thread, to be restored when host frames are discarded.
#[derive(Clone, Copy)]
pub(super) struct Activations(*const Activation);

impl Activations {
    pub(super) fn current() -> Activations {
        Activations(INNERMOST.get())
    }

    pub(super) fn restore(self) {
        INNERMOST.set(self.0);
    }
}

/// A frame of compiled code, suspended in a call or interrupted by a signal.
#[derive(Clone, Copy)]
pub struct ActiveFrame<'a> {
    group: &'a Group,
    index: usize,
    /// The return offset of its call, or the offset of the interrupted instruction.
    offset: u32,
    frame_pointer: usize,
    is_interrupted: bool,
}

impl std::fmt::Debug for ActiveFrame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ActiveFrame").field("name", &self.name()).field("offset", &self.offset).finish()
    }
}

impl<'a> ActiveFrame<'a> {
    pub(super) fn interrupted(group: &'a Group, index: usize, offset: u32, frame_pointer: usize) -> Self {
        ActiveFrame { group, index, offset, frame_pointer, is_interrupted: true }
    }

    /// The name of the procedure, or of the assembly.
    pub fn name(&self) -> &'a str {
        self.group.name_of(self.index)
    }

    /// The return offset of its call; of an interrupted frame, the offset of the next instruction.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// True if a signal interrupted the frame outside of a call, see [`interrupted_frames`](super::interrupted_frames).
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// The address at which it continues.
    pub fn return_address(&self) -> *const u8 {
        std::ptr::without_provenance(self.group.address_in(self.index) + self.offset as usize)
    }

    /// Its frame pointer: the address of its frame record. A procedure that was interrupted before it pushed the record,
    /// after it popped it, or that has none, has the value that it would have.
    pub fn frame_pointer(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.frame_pointer)
    }

    /// The origin of its call, or of the interrupted instruction, if it has one.
    pub fn origin(&self) -> Option<Origin> {
        self.group.origin_in(self.index, self.inside()?)
    }

    /// The frames of the program at its call, from the innermost outwards, with places of their values: more than one
    /// where calls were inlined. `None` if the call has no exit state, and for interrupted frames. Allocates.
    ///
    /// # Errors
    /// Fails if the exit states are malformed.
    pub fn exit(&self) -> Result<Option<ExitDescription>, ExitTableError> {
        if self.is_interrupted {
            return Ok(None);
        }
        match self.group.exit_of_call(self.index, self.offset)? {
            Some(exit) => self.group.exits_of(self.index).describe(exit).map(Some),
            None => Ok(None),
        }
    }

    /// The offset of a byte of the call or of the interrupted instruction.
    fn inside(&self) -> Option<u32> {
        if self.is_interrupted { Some(self.offset) } else { self.offset.checked_sub(1) }
    }

    /// The map of its call. `None` if the procedure has no references that live across safepoints.
    ///
    /// # Errors
    /// [`RootsError::NotSafepoint`] if the procedure has maps and the call has none, or the frame was interrupted.
    pub fn site(&self) -> Result<Option<GcSite<'a>>, RootsError> {
        let map = self.group.gc_map_of(self.index);
        match map.site_at(self.offset).filter(|_| !self.is_interrupted) {
            Some(site) => Ok(Some(site)),
            None if map.is_empty() => Ok(None),
            None => Err(RootsError::NotSafepoint { offset: self.offset }),
        }
    }

    /// The address of a slot.
    fn slot(&self, offset: i32) -> Result<usize, RootsError> {
        let wrong = RootsError::OutsideFrame { offset };
        let size = self.group.frame_size_at(self.index, self.offset.saturating_sub(1)).ok_or(wrong)?;
        let is_inside = offset <= -8 && offset.unsigned_abs() <= size;
        if is_inside { Ok(self.frame_pointer.wrapping_add_signed(offset as isize)) } else { Err(wrong) }
    }

    /// Visits the references of the frame. `visit` gets each and returns what replaces it: the new address of an object
    /// that was moved. Derived pointers are adjusted by the distance that their base moves. References may be null,
    /// or what the program never wrote: 0.
    ///
    /// # Errors
    /// As [`ActiveFrame::site`]; [`RootsError::OutsideFrame`] if the map is malformed. Nothing was visited then.
    ///
    /// # Safety
    /// The frame is still active, and its thread does not run it meanwhile. What `visit` returns is what the program
    /// may find there. `visit` does not panic, and visits no frames itself.
    pub unsafe fn update(&self, mut visit: impl FnMut(u64) -> u64) -> Result<(), RootsError> {
        let Some(site) = self.site()? else { return Ok(()) };
        for offset in site.references().chain(site.derived().map(|(offset, _)| offset)) {
            self.slot(offset)?;
        }
        // SAFETY: the slots are in the frame, which is active (caller). The same holds below.
        let of = |offset: i32| -> Result<u64, RootsError> { Ok(unsafe { read(self.slot(offset)?, 8) }) };
        // Derived pointers become distances while their bases move, so that no memory is needed.
        for (offset, base) in site.derived() {
            // SAFETY: as above.
            unsafe { write(self.slot(offset)?, of(offset)?.wrapping_sub(of(base)?)) };
        }
        for offset in site.references() {
            // SAFETY: as above.
            unsafe { write(self.slot(offset)?, visit(of(offset)?)) };
        }
        for (offset, base) in site.derived() {
            // SAFETY: as above.
            unsafe { write(self.slot(offset)?, of(offset)?.wrapping_add(of(base)?)) };
        }
        Ok(())
    }
}

/// Iterator over the frames of compiled code on this thread's stack, beyond host frames, from the innermost outwards.
#[derive(Debug)]
pub struct ActiveFrames<'a> {
    interrupted: Option<ActiveFrame<'a>>,
    frame_pointer: usize,
    return_address: usize,
    next: *const Activation,
    stack: PhantomData<&'a *const u8>,
}

/// Walks the frames of compiled code that are active on this thread: those that called the functions made by
/// [`transition`] which have not returned, and their callers. Frames that called host functions in another way, directly
/// or by an exit, are missed, unless compiled code called by them is found.
///
/// Neither locks nor allocates. A signal handler walks the frames of the thread that it interrupted with
/// [`interrupted_frames`](super::interrupted_frames), which also finds those of compiled code that was interrupted outside of calls.
///
/// # Safety
/// The frames stay active as long as the iterator and its items are used: nothing returns or throws to them, and no
/// trap discards them.
pub unsafe fn active_frames<'a>() -> ActiveFrames<'a> {
    let next = INNERMOST.get();
    ActiveFrames { interrupted: None, frame_pointer: 0, return_address: 0, next, stack: PhantomData }
}

impl<'a> Iterator for ActiveFrames<'a> {
    type Item = ActiveFrame<'a>;

    fn next(&mut self) -> Option<ActiveFrame<'a>> {
        if let Some(frame) = self.interrupted.take() {
            return Some(frame);
        }
        loop {
            if let Some(inside) = self.return_address.checked_sub(1) {
                // SAFETY: the thread has not returned from its call there, so the code lives (caller of
                // `active_frames`).
                if let Some((group, index, offset)) = unsafe { registry::running(inside) } {
                    let (frame_pointer, is_interrupted) = (self.frame_pointer, false);
                    let frame =
                        ActiveFrame { group, index, offset: offset + 1, frame_pointer, is_interrupted };
                    // Code between the procedures of an assembly has unknown frames.
                    if group.frame_size_at(index, offset).is_some() {
                        self.move_to_caller();
                        return Some(frame);
                    }
                }
            }
            // SAFETY: an activation is in the frame of a host function that has not returned.
            let activation = unsafe { self.next.as_ref()? };
            self.frame_pointer = activation.frame_pointer;
            self.return_address = activation.return_address;
            self.next = activation.previous;
        }
    }
}

impl<'a> ActiveFrames<'a> {
    /// Begins with an interrupted frame. Its caller continues at the return address, with this frame pointer.
    pub(super) fn begin_at(&mut self, frame: ActiveFrame<'a>, frame_pointer: usize, return_address: usize) {
        self.interrupted = Some(frame);
        self.frame_pointer = frame_pointer;
        self.return_address = return_address;
    }

    /// Moves from a compiled frame to its caller.
    fn move_to_caller(&mut self) {
        // SAFETY: every frame contains the caller's frame pointer and the return address.
        let [next, return_address] =
            unsafe { [read(self.frame_pointer, 8), read(self.frame_pointer + 8, 8)] }
                .map(|word| word as usize);
        // If the caller is not compiled code, its frame pointer may hold any value, and its frame is not read.
        let is_frame = next > self.frame_pointer && next.is_multiple_of(8);
        self.return_address = if is_frame { strip_signature(return_address) } else { 0 };
        self.frame_pointer = next;
    }
}

/// Functions that [`transition`] accepts: up to five arguments of the types of C functions here. Sealed.
pub trait TransitionFn<Signature>: Copy + Send + Sync + 'static {
    #[doc(hidden)]
    fn function(given: Given<Self>, saves: bool) -> Option<HostFunction>;
}

/// Turns a Rust function, or a closure without captures, into a function that compiled code can call and that may
/// collect garbage: it finds the frames of its callers with [`active_frames`]. `None` where the library does not support
/// it: so far on all but x86-64 and AArch64, and on Windows.
///
/// A panic aborts the process: the function has the ABI `"C"`, through which nothing unwinds.
///
/// ```
/// use barebones::jit::{active_frames, transition};
///
/// fn collect() {
///     // SAFETY: the callers are suspended while this function runs.
///     for frame in unsafe { active_frames() } {
///         // SAFETY: as above; nothing moves.
///         unsafe { frame.update(|reference| reference) }.expect("all calls of this function are safepoints");
///     }
/// }
///
/// # #[cfg(not(windows))]
/// let address = transition(collect).expect("supported here").address();
/// ```
pub fn transition<S, F: TransitionFn<S>>(function: F) -> Option<HostFunction> {
    F::function(Given::new(&function), false)
}

/// As [`transition`], for the function of a [`Poll`](crate::ir::Opcode::Poll): it preserves all registers, of the
/// floating-point ones the low 128 bits.
///
/// ```
/// use barebones::jit::poll_handler;
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// static STOP: AtomicU32 = AtomicU32::new(0);
///
/// /// Another thread stores 1 to `STOP`; this thread answers at its next poll.
/// fn stopped(_word: u64) {
///     STOP.store(0, Ordering::Release);
/// }
///
/// # #[cfg(not(windows))]
/// let address = poll_handler(stopped).expect("supported here").address();
/// ```
pub fn poll_handler<S, F: TransitionFn<S>>(function: F) -> Option<HostFunction> {
    F::function(Given::new(&function), true)
}

macro_rules! transition_fn {
    ($($argument:ident),*) => {
        impl<F, R, $($argument),*> TransitionFn<fn($($argument),*) -> R> for F
        where
            F: Fn($($argument),*) -> R + Copy + Send + Sync + 'static,
            R: HostResult,
            $($argument: CValue,)*
        {
            #[cfg(all(not(windows), any(target_arch = "aarch64", target_arch = "x86_64")))]
            fn function(_: Given<F>, saves: bool) -> Option<HostFunction> {
                const { assert!(size_of::<F>() == 0, "the function captures something") };
                // `frame` is that of the shim: the caller's frame pointer and the return address.
                #[allow(non_snake_case, clippy::too_many_arguments)] // arguments are named like their types
                #[allow(improper_ctypes_definitions)] // a C type cannot be empty
                extern "C" fn inner<F, R, $($argument),*>(frame: usize, $($argument: $argument::Passed),*) -> R::Passed
                where
                    F: Fn($($argument),*) -> R + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    // SAFETY: the shim stored both.
                    let [frame_pointer, return_address] = unsafe { [read(frame, 8), read(frame + 8, 8)] };
                    let activation = Activation {
                        frame_pointer: frame_pointer as usize,
                        return_address: strip_signature(return_address as usize),
                        previous: INNERMOST.get(),
                    };
                    // A signal handler on this thread may read it as soon as it is in the list.
                    std::sync::atomic::compiler_fence(std::sync::atomic::Ordering::Release);
                    INNERMOST.set(&raw const activation);
                    // SAFETY: compiled code passes arguments that are valid for their types.
                    $(let $argument = unsafe { $argument::receive($argument) };)*
                    // SAFETY: zero-sized (checked by `function`) and `Copy`; a value of the type exists, as `Given`
                    // proves.
                    let function = unsafe { std::mem::zeroed::<F>() };
                    let result = function($($argument),*).pass_result();
                    INNERMOST.set(activation.previous);
                    result
                }

                // All arguments are in registers. The integers move up by one; floating-point numbers stay.
                #[cfg(target_arch = "x86_64")]
                #[unsafe(naked)]
                unsafe extern "C" fn shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> R + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    std::arch::naked_asm!(
                        "push rbp",
                        "mov rbp, rsp",
                        "mov r9, r8",
                        "mov r8, rcx",
                        "mov rcx, rdx",
                        "mov rdx, rsi",
                        "mov rsi, rdi",
                        "mov rdi, rbp",
                        "call {inner}",
                        "pop rbp",
                        "ret",
                        inner = sym inner::<F, R, $($argument),*>,
                    )
                }

                #[cfg(target_arch = "aarch64")]
                #[unsafe(naked)]
                unsafe extern "C" fn shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> R + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    std::arch::naked_asm!(
                        "hint #34", // bti c
                        "stp x29, x30, [sp, #-16]!",
                        "mov x29, sp",
                        "mov x5, x4",
                        "mov x4, x3",
                        "mov x3, x2",
                        "mov x2, x1",
                        "mov x1, x0",
                        "mov x0, sp",
                        "bl {inner}",
                        "ldp x29, x30, [sp], #16",
                        "ret",
                        inner = sym inner::<F, R, $($argument),*>,
                    )
                }

                // As `shim`, and preserves all registers. The size of what it pushes is a multiple of 16, less 8 for rbp.
                #[cfg(target_arch = "x86_64")]
                #[unsafe(naked)]
                unsafe extern "C" fn saving_shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> R + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    std::arch::naked_asm!(
                        "push rbp",
                        "mov rbp, rsp",
                        "push rax",
                        "push rcx",
                        "push rdx",
                        "push rsi",
                        "push rdi",
                        "push r8",
                        "push r9",
                        "push r10",
                        "push r11",
                        "sub rsp, 264",
                        "movups [rsp + 0], xmm0",
                        "movups [rsp + 16], xmm1",
                        "movups [rsp + 32], xmm2",
                        "movups [rsp + 48], xmm3",
                        "movups [rsp + 64], xmm4",
                        "movups [rsp + 80], xmm5",
                        "movups [rsp + 96], xmm6",
                        "movups [rsp + 112], xmm7",
                        "movups [rsp + 128], xmm8",
                        "movups [rsp + 144], xmm9",
                        "movups [rsp + 160], xmm10",
                        "movups [rsp + 176], xmm11",
                        "movups [rsp + 192], xmm12",
                        "movups [rsp + 208], xmm13",
                        "movups [rsp + 224], xmm14",
                        "movups [rsp + 240], xmm15",
                        "mov r9, r8",
                        "mov r8, rcx",
                        "mov rcx, rdx",
                        "mov rdx, rsi",
                        "mov rsi, rdi",
                        "mov rdi, rbp",
                        "call {inner}",
                        "movups xmm0, [rsp + 0]",
                        "movups xmm1, [rsp + 16]",
                        "movups xmm2, [rsp + 32]",
                        "movups xmm3, [rsp + 48]",
                        "movups xmm4, [rsp + 64]",
                        "movups xmm5, [rsp + 80]",
                        "movups xmm6, [rsp + 96]",
                        "movups xmm7, [rsp + 112]",
                        "movups xmm8, [rsp + 128]",
                        "movups xmm9, [rsp + 144]",
                        "movups xmm10, [rsp + 160]",
                        "movups xmm11, [rsp + 176]",
                        "movups xmm12, [rsp + 192]",
                        "movups xmm13, [rsp + 208]",
                        "movups xmm14, [rsp + 224]",
                        "movups xmm15, [rsp + 240]",
                        "add rsp, 264",
                        "pop r11",
                        "pop r10",
                        "pop r9",
                        "pop r8",
                        "pop rdi",
                        "pop rsi",
                        "pop rdx",
                        "pop rcx",
                        "pop rax",
                        "pop rbp",
                        "ret",
                        inner = sym inner::<F, R, $($argument),*>,
                    )
                }

                #[cfg(target_arch = "aarch64")]
                #[unsafe(naked)]
                unsafe extern "C" fn saving_shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> R + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    std::arch::naked_asm!(
                        "hint #34", // bti c
                        "stp x29, x30, [sp, #-16]!",
                        "mov x29, sp",
                        "sub sp, sp, #640",
                        "stp x0, x1, [sp, #0]",
                        "stp x2, x3, [sp, #16]",
                        "stp x4, x5, [sp, #32]",
                        "stp x6, x7, [sp, #48]",
                        "stp x8, x9, [sp, #64]",
                        "stp x10, x11, [sp, #80]",
                        "stp x12, x13, [sp, #96]",
                        "stp x14, x15, [sp, #112]",
                        "stp q0, q1, [sp, #128]",
                        "stp q2, q3, [sp, #160]",
                        "stp q4, q5, [sp, #192]",
                        "stp q6, q7, [sp, #224]",
                        "stp q8, q9, [sp, #256]",
                        "stp q10, q11, [sp, #288]",
                        "stp q12, q13, [sp, #320]",
                        "stp q14, q15, [sp, #352]",
                        "stp q16, q17, [sp, #384]",
                        "stp q18, q19, [sp, #416]",
                        "stp q20, q21, [sp, #448]",
                        "stp q22, q23, [sp, #480]",
                        "stp q24, q25, [sp, #512]",
                        "stp q26, q27, [sp, #544]",
                        "stp q28, q29, [sp, #576]",
                        "stp q30, q31, [sp, #608]",
                        "mov x5, x4",
                        "mov x4, x3",
                        "mov x3, x2",
                        "mov x2, x1",
                        "mov x1, x0",
                        "mov x0, x29",
                        "bl {inner}",
                        "ldp x0, x1, [sp, #0]",
                        "ldp x2, x3, [sp, #16]",
                        "ldp x4, x5, [sp, #32]",
                        "ldp x6, x7, [sp, #48]",
                        "ldp x8, x9, [sp, #64]",
                        "ldp x10, x11, [sp, #80]",
                        "ldp x12, x13, [sp, #96]",
                        "ldp x14, x15, [sp, #112]",
                        "ldp q0, q1, [sp, #128]",
                        "ldp q2, q3, [sp, #160]",
                        "ldp q4, q5, [sp, #192]",
                        "ldp q6, q7, [sp, #224]",
                        "ldp q8, q9, [sp, #256]",
                        "ldp q10, q11, [sp, #288]",
                        "ldp q12, q13, [sp, #320]",
                        "ldp q14, q15, [sp, #352]",
                        "ldp q16, q17, [sp, #384]",
                        "ldp q18, q19, [sp, #416]",
                        "ldp q20, q21, [sp, #448]",
                        "ldp q22, q23, [sp, #480]",
                        "ldp q24, q25, [sp, #512]",
                        "ldp q26, q27, [sp, #544]",
                        "ldp q28, q29, [sp, #576]",
                        "ldp q30, q31, [sp, #608]",
                        "add sp, sp, #640",
                        "ldp x29, x30, [sp], #16",
                        "ret",
                        inner = sym inner::<F, R, $($argument),*>,
                    )
                }

                let address = match saves {
                    true => saving_shim::<F, R, $($argument),*> as *const u8,
                    false => shim::<F, R, $($argument),*> as *const u8,
                }
                .expose_provenance();
                Some(HostFunction { address, params: &[$(<$argument as CValue>::TYPE),*], results: R::TYPES })
            }

            #[cfg(not(all(not(windows), any(target_arch = "aarch64", target_arch = "x86_64"))))]
            fn function(_: Given<F>, _: bool) -> Option<HostFunction> {
                None
            }
        }
    };
}

transition_fn!();
transition_fn!(A);
transition_fn!(A, B);
transition_fn!(A, B, C);
transition_fn!(A, B, C, D);
transition_fn!(A, B, C, D, E);
