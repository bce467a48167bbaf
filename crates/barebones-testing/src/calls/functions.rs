//! Functions outside the module that programs of tests and of the command line may call.
//!
//! Each has two equivalent implementations: one for the interpreter and one for compiled code.

use barebones::interp::{Reply, SandboxHost};
use barebones::jit::{self, Thrown};
use std::cell::Cell;
use std::rc::Rc;

// These functions receive addresses from compiled code.
#[allow(unsafe_code)]
mod memory {
    use std::cmp::Ordering;
    use std::ffi::{CStr, c_char};

    /// Like C's `memcpy` and `memmove`; ranges may overlap.
    ///
    /// # Safety
    /// As in C: both ranges are valid.
    pub(super) unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, len: usize) -> *mut u8 {
        // SAFETY: guaranteed by the caller, compiled code.
        unsafe { std::ptr::copy(from, to, len) };
        to
    }

    /// Like C's `memset`.
    ///
    /// # Safety
    /// As in C: the range is valid.
    pub(super) unsafe extern "C" fn memset(to: *mut u8, byte: i32, len: usize) -> *mut u8 {
        // SAFETY: guaranteed by the caller, compiled code.
        unsafe { std::ptr::write_bytes(to, byte as u8, len) };
        to
    }

    /// Like C's `memcmp`, but the result is always -1, 0 or 1.
    ///
    /// # Safety
    /// As in C: both ranges are valid.
    pub(super) unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, len: usize) -> i32 {
        if len == 0 {
            return 0;
        }
        // SAFETY: guaranteed by the caller, compiled code. Empty ranges, whose addresses may be invalid, returned
        // above.
        let (a, b) = unsafe { (std::slice::from_raw_parts(a, len), std::slice::from_raw_parts(b, len)) };
        match a.cmp(b) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }

    /// Like C's `strlen`.
    ///
    /// # Safety
    /// As in C: all bytes up to a terminating zero are valid.
    pub(super) unsafe extern "C" fn strlen(string: *const c_char) -> usize {
        // SAFETY: guaranteed by the caller, compiled code.
        unsafe { CStr::from_ptr(string) }.to_bytes().len()
    }
}

extern "C" fn abs(a: i32) -> i32 {
    a.wrapping_abs()
}

extern "C" fn labs(a: i64) -> i64 {
    a.wrapping_abs()
}

/// Returns an even number; throws an odd one.
fn throw_odd(a: i64) -> Result<i64, Thrown> {
    if a & 1 == 0 { Ok(a) } else { Err(Thrown([a as u64, 0])) }
}

/// The address of a thread's copy of data, of which there is one.
extern "C" fn tls_address(initial: u64) -> u64 {
    initial
}

/// Defines functions of one or two numbers for both engines.
macro_rules! mathematics {
    ($($name:ident($($arg:ident),+) = $body:expr;)*) => {
        $(extern "C" fn $name($($arg: f64),+) -> f64 {
            $body
        })*

        const MATHEMATICS: &[(&str, fn() -> *const u8, fn(&[u64]) -> Option<u64>)] = &[$((
            stringify!($name),
            || $name as *const u8,
            |args| {
                let &[$($arg),+, ..] = args else { return None };
                Some($name($(f64::from_bits($arg)),+).to_bits())
            },
        )),*];
    };
}

mathematics! {
    sin(a) = a.sin();
    cos(a) = a.cos();
    tan(a) = a.tan();
    atan(a) = a.atan();
    atan2(a, b) = a.atan2(b);
    exp(a) = a.exp();
    log(a) = a.ln();
    pow(a, b) = a.powf(b);
    fmod(a, b) = a % b;
    cbrt(a) = a.cbrt();
    hypot(a, b) = a.hypot(b);
}

/// Address of the function with this name, for compiled code.
pub fn address(name: &str) -> Option<*const u8> {
    let address = match name {
        "memcpy" | "memmove" => memory::memmove as *const u8,
        "memset" => memory::memset as *const u8,
        "memcmp" => memory::memcmp as *const u8,
        "strlen" => memory::strlen as *const u8,
        "abs" => abs as *const u8,
        "labs" | "llabs" => labs as *const u8,
        "throw_odd" => jit::throwing(throw_odd)?.address(),
        "thrown" => jit::thrown_function(),
        "tls_address" => tls_address as *const u8,
        _ => MATHEMATICS.iter().find(|(known, ..)| *known == name)?.1(),
    };
    Some(address)
}

/// Adds the functions that a host of the interpreter lacks.
pub fn add_to(host: &mut SandboxHost) {
    for (name, _, function) in MATHEMATICS {
        let too_few = || Reply::Undefined(String::from("too few arguments"));
        let function = move |args: &[u64]| function(args).map_or_else(too_few, Reply::result);
        host.add_function(name, Box::new(move |_, args| Ok(function(args))));
    }
    let words = Rc::new(Cell::new([0; 2]));
    let thrown = words.clone();
    let throw = move |args: &[u64]| match throw_odd(args.first().map_or(0, |word| *word as i64)) {
        Ok(value) => Reply::result(value as u64),
        Err(Thrown(found)) => {
            words.set(found);
            Reply::Exception
        }
    };
    host.add_function("throw_odd", Box::new(move |_, args| Ok(throw(args))));
    let word = move |index: u64| thrown.get().get(index as usize).copied().unwrap_or(0);
    host.add_function(
        "thrown",
        Box::new(move |_, args| Ok(Reply::result(word(args.first().copied().unwrap_or(0))))),
    );
    let first = |args: &[u64]| Ok(Reply::result(tls_address(args.first().copied().unwrap_or(0))));
    host.add_function("tls_address", Box::new(move |_, args| first(args)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use barebones::interp::Host;

    #[test]
    fn both_engines_have_the_same_functions() {
        let mut host = SandboxHost::new();
        add_to(&mut host);
        let c = ["memcpy", "memmove", "memset", "memcmp", "strlen", "abs", "labs", "llabs"];
        let more = ["throw_odd", "thrown", "tls_address"];
        for name in c.into_iter().chain(more).chain(MATHEMATICS.iter().map(|(name, ..)| *name)) {
            assert!(address(name).is_some() && host.symbol(name).is_some(), "{name}");
        }
        assert!(address("system").is_none() && host.symbol("system").is_none());
    }
}
