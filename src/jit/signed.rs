//! Signed return addresses in frames of compiled code.
//!
//! Code that signs stores in its frame record an address whose upper bits are a signature; on processors without the
//! extension it stores the plain address. Inspecting a return address only strips the signature. Returning in the
//! procedure's place checks it, as the procedure would have done.

use crate::isa::FrameInfo;

/// Strips the signature, if any, from a return address, like `xpaclri`: independent of the number of address bits.
#[cfg(target_arch = "aarch64")]
pub(super) fn strip_signature(address: usize) -> usize {
    let mut address = address;
    // SAFETY: changes x30 only; a no-op on processors without signatures.
    unsafe {
        std::arch::asm!("hint #7", inout("x30") address, options(pure, nomem, nostack, preserves_flags));
    }
    address
}

/// Strips the signature from a return address: no-op on this machine.
#[cfg(not(target_arch = "aarch64"))]
pub(super) fn strip_signature(address: usize) -> usize {
    address
}

/// The return address of a frame of compiled code, after authentication. If the signature is wrong, the result is an
/// invalid address, or the process gets a signal here.
#[cfg(target_arch = "aarch64")]
pub(super) fn authenticate(address: u64, frame: &FrameInfo, frame_pointer: usize) -> u64 {
    /// Distance from the frame pointer to the stack pointer at entry.
    const RECORD: usize = 16;
    let mut address = address;
    if frame.signs_return_address {
        // SAFETY: changes x17 only (`autia1716`); a no-op on processors without signatures.
        unsafe {
            std::arch::asm!(
                "hint #12",
                inout("x17") address,
                in("x16") frame_pointer + RECORD,
                options(nomem, nostack, preserves_flags),
            );
        }
    }
    address
}

/// The return address of a frame of compiled code: not signed on this machine.
#[cfg(not(target_arch = "aarch64"))]
pub(super) fn authenticate(address: u64, _frame: &FrameInfo, _frame_pointer: usize) -> u64 {
    address
}
