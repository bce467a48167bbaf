//! The symbols of the process itself, by name.

use super::LinkError;

/// Returns a function that looks up functions and data of this process by name: those of the C library and other shared
/// libraries, and those that the executable exports. For [`Linker::set_resolver`](super::Linker::set_resolver) and the
/// `externs` of [`Compiler::compile_module`](crate::Compiler::compile_module).
///
/// A Rust executable exports no functions by default; add them by address instead. The caller of the code vouches for the
/// types.
///
/// ```
/// use barebones::jit::process_symbols;
///
/// # #[cfg(unix)] {
/// let find = process_symbols()?;
/// assert!(find("strlen").is_some() && find("no such function").is_none());
/// # }
/// # Ok::<(), barebones::error::LinkError>(())
/// ```
///
/// # Errors
/// [`LinkError::NoProcessSymbols`] on systems other than Unix.
pub fn process_symbols() -> Result<fn(&str) -> Option<*const u8>, LinkError> {
    if cfg!(unix) { Ok(find) } else { Err(LinkError::NoProcessSymbols) }
}

#[cfg(unix)]
fn find(name: &str) -> Option<*const u8> {
    let name = std::ffi::CString::new(name).ok()?;
    // SAFETY: the name ends with a zero byte, and this pseudo-handle is always valid.
    let address = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!address.is_null()).then(|| address.cast_const().cast())
}

#[cfg(not(unix))]
fn find(_name: &str) -> Option<*const u8> {
    None
}
