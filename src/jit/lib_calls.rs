//! The library functions that compiled code calls: [`LibCall`].

use crate::base::LibCall;
use crate::support::MulAdd;

macro_rules! float_functions {
    ($($name:ident($($arg:ident),+): $ty:ty = $body:expr;)*) => {
        $(extern "C" fn $name($($arg: $ty),+) -> $ty {
            $body
        })*
    };
}

float_functions! {
    fmod(a, b): f64 = a % b;
    fmodf(a, b): f32 = a % b;
    ceil(a): f64 = a.ceil();
    ceilf(a): f32 = a.ceil();
    floor(a): f64 = a.floor();
    floorf(a): f32 = a.floor();
    trunc(a): f64 = a.trunc();
    truncf(a): f32 = a.trunc();
    nearest(a): f64 = a.round_ties_even();
    nearestf(a): f32 = a.round_ties_even();
    fma(a, b, c): f64 = a.mul_add_once(b, c);
    fmaf(a, b, c): f32 = a.mul_add_once(b, c);
}

/// C's `memmove`: copies between ranges that may overlap, and returns the destination.
///
/// # Safety
/// As in C: both ranges are valid.
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
    // SAFETY: guaranteed by the caller, which is compiled code.
    unsafe { std::ptr::copy(from, to, len) };
    to
}

/// C's `memset`: fills with the low byte, and returns the destination.
///
/// # Safety
/// As in C: the range is valid.
unsafe extern "C" fn memset(to: *mut u8, byte: i32, len: usize) -> *mut u8 {
    // SAFETY: guaranteed by the caller, which is compiled code.
    unsafe { std::ptr::write_bytes(to, byte as u8, len) };
    to
}

/// The address of a library function. Not inlined, so that addresses are unique: each codegen unit that takes the
/// address of a small function may get its own copy.
#[inline(never)]
pub(super) fn address(call: LibCall) -> *const u8 {
    match call {
        LibCall::Fmod => fmod as *const u8,
        LibCall::Fmodf => fmodf as *const u8,
        LibCall::Ceil => ceil as *const u8,
        LibCall::Ceilf => ceilf as *const u8,
        LibCall::Floor => floor as *const u8,
        LibCall::Floorf => floorf as *const u8,
        LibCall::Trunc => trunc as *const u8,
        LibCall::Truncf => truncf as *const u8,
        LibCall::Nearest => nearest as *const u8,
        LibCall::Nearestf => nearestf as *const u8,
        LibCall::Fma => fma as *const u8,
        LibCall::Fmaf => fmaf as *const u8,
        LibCall::Memmove => memmove as *const u8,
        LibCall::Memset => memset as *const u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_its_own_address() {
        let mut addresses = LibCall::ALL.map(address);
        addresses.sort();
        assert!(addresses.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn library_functions_match_c() {
        assert_eq!((fmod(-5.5, 2.0), fmodf(5.5, -2.0)), (-1.5, 1.5));
        assert_eq!((ceil(-0.5).to_bits(), floor(-0.5), trunc(-1.7)), ((-0.0f64).to_bits(), -1.0, -1.0));
        assert_eq!((ceilf(1.2), floorf(1.2), truncf(1.7)), (2.0, 1.0, 1.0));
        assert_eq!((nearest(2.5), nearestf(3.5), nearest(-0.4).to_bits()), (2.0, 4.0, (-0.0f64).to_bits()));
        let tiny = f64::EPSILON;
        assert_eq!(fma(1.0 + tiny, 1.0 - tiny, -1.0), -tiny * tiny, "rounds once");
        assert_eq!(fmaf(2.0, 3.0, 1.0), 7.0);
        let mut bytes = *b"abcdef";
        let start = bytes.as_mut_ptr();
        // SAFETY: all ranges are inside `bytes`.
        let ends = unsafe { (memmove(start.add(1), start, 5), memset(start, 0x158, 1)) };
        assert_eq!((ends, &bytes), ((start.wrapping_add(1), start), b"Xabcde"));
    }
}
