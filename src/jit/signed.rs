//! Signed return addresses, as the library meets them in frames of compiled code.
//!
//! Code that signs has in its frame record an address whose upper bits are a signature; on processors without the
//! extension it is the address alone. Whoever only looks where an address leads takes the signature away; whoever goes
//! there in the procedure's place checks it as the procedure would have done.

use crate::isa::FrameInfo;

/// A return address without what may be a signature: as `xpaclri` does it, whatever bits addresses have here.
#[cfg(target_arch = "aarch64")]
pub(super) fn without_signature(address: usize) -> usize {
    let mut address = address;
    // SAFETY: it computes with x30; processors that know no signatures do nothing.
    unsafe {
        std::arch::asm!("hint #7", inout("x30") address, options(pure, nomem, nostack, preserves_flags));
    }
    address
}

/// A return address without what may be a signature: here there are none.
#[cfg(not(target_arch = "aarch64"))]
pub(super) fn without_signature(address: usize) -> usize {
    address
}

/// Where a frame of compiled code returns to. If it signed that and the signature is wrong, that is an address where
/// nothing can run, or the process gets a signal here.
#[cfg(target_arch = "aarch64")]
pub(super) fn checked(address: u64, frame: &FrameInfo, frame_pointer: usize) -> u64 {
    /// From the frame pointer to where the stack pointer was at the entry.
    const RECORD: usize = 16;
    let mut address = address;
    if frame.signs_return_address {
        // SAFETY: it computes with x16 and x17 (`autia1716`); processors that know no signatures do nothing.
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

/// Where a frame of compiled code returns to: here nothing is signed.
#[cfg(not(target_arch = "aarch64"))]
pub(super) fn checked(address: u64, _frame: &FrameInfo, _frame_pointer: usize) -> u64 {
    address
}
