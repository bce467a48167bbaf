//! GDB's JIT interface: a list of images in memory, and a function where GDB has a breakpoint.
//!
//! The symbols are weak, so that a program may also contain another library that defines them, such as LLVM: then both
//! use one list. Source: the GDB manual, "JIT Compilation Interface".

use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// `struct jit_code_entry`.
#[repr(C)]
struct Entry {
    next: *mut Entry,
    previous: *mut Entry,
    image: *const u8,
    size: u64,
}

/// `struct jit_descriptor`.
#[repr(C)]
struct Descriptor {
    version: u32,
    action: u32,
    relevant: *mut Entry,
    first: *mut Entry,
}

/// Values of [`Descriptor::action`].
const REGISTER: u32 = 1;
const UNREGISTER: u32 = 2;

std::arch::global_asm!(
    ".pushsection .text.__jit_debug_register_code,\"ax\",%progbits",
    ".weak __jit_debug_register_code",
    ".type __jit_debug_register_code, %function",
    ".p2align 4",
    "__jit_debug_register_code:",
    "nop",
    "ret",
    ".size __jit_debug_register_code, .-__jit_debug_register_code",
    ".popsection",
    ".pushsection .data.__jit_debug_descriptor,\"aw\",%progbits",
    ".weak __jit_debug_descriptor",
    ".type __jit_debug_descriptor, %object",
    ".p2align 3",
    "__jit_debug_descriptor:",
    ".4byte 1, 0", // version, action
    ".8byte 0, 0", // relevant and first entry
    ".size __jit_debug_descriptor, .-__jit_debug_descriptor",
    ".popsection",
);

unsafe extern "C" {
    fn __jit_debug_register_code();
    static mut __jit_debug_descriptor: Descriptor;
}

/// Protects the descriptor and the list.
static LOCK: Mutex<()> = Mutex::new(());

fn lock() -> MutexGuard<'static, ()> {
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An image that GDB knows until this is dropped.
pub(in crate::jit) struct Registered {
    entry: *mut Entry,
    _image: Box<[u8]>,
}

// SAFETY: the entry is only accessed while `LOCK` is held.
unsafe impl Send for Registered {}
// SAFETY: as above; a shared reference gives no access.
unsafe impl Sync for Registered {}

/// Adds an image to the list, and tells GDB if it is attached.
pub(super) fn register(image: Vec<u8>) -> Registered {
    let image = image.into_boxed_slice();
    let entry = Box::into_raw(Box::new(Entry {
        next: null_mut(),
        previous: null_mut(),
        image: image.as_ptr(),
        size: image.len() as u64,
    }));
    let _lock = lock();
    // SAFETY: the lock protects descriptor and entries; all entries of the list are alive.
    unsafe {
        let descriptor = &raw mut __jit_debug_descriptor;
        (*entry).next = (*descriptor).first;
        if !(*entry).next.is_null() {
            (*(*entry).next).previous = entry;
        }
        (*descriptor).first = entry;
        notify(REGISTER, entry);
    }
    Registered { entry, _image: image }
}

/// # Safety
/// The caller holds the lock, and the entry is in the list, or was until now.
unsafe fn notify(action: u32, entry: *mut Entry) {
    // SAFETY: guaranteed by the caller. GDB reads the descriptor while the thread stops in the function, so the stores
    // must not be removed.
    unsafe {
        let descriptor = &raw mut __jit_debug_descriptor;
        (&raw mut (*descriptor).relevant).write_volatile(entry);
        (&raw mut (*descriptor).action).write_volatile(action);
        __jit_debug_register_code();
        (&raw mut (*descriptor).action).write_volatile(0);
        (&raw mut (*descriptor).relevant).write_volatile(null_mut());
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let _lock = lock();
        // SAFETY: the lock protects descriptor and entries. The entry is in the list, whose entries are alive.
        unsafe {
            let descriptor = &raw mut __jit_debug_descriptor;
            let (next, previous) = ((*self.entry).next, (*self.entry).previous);
            match previous.is_null() {
                true => (*descriptor).first = next,
                false => (*previous).next = next,
            }
            if !next.is_null() {
                (*next).previous = previous;
            }
            notify(UNREGISTER, self.entry);
            drop(Box::from_raw(self.entry));
        }
    }
}
