//! Files of saved code: `barebones compile --emit saved` writes them, `barebones run` takes them.

use crate::Failure;
use crate::input::Input;
use barebones::Compiler;
use barebones::base::Target;
use barebones::saved_code::SavedCode;
use barebones_testing::calls::Native;
use std::ffi::OsStr;

/// Compiles a file to saved code. Its bytes for the client are the text of the module, which describes the arguments of
/// calls, and places in it.
pub(crate) fn bytes(input: &Input, compiler: &mut Compiler) -> Result<Vec<u8>, Failure> {
    let mut saved =
        Native::save(compiler, &input.module).map_err(|error| input.not_compiled(None, &error))?;
    saved.client_bytes = input.module.to_string().into_bytes();
    Ok(saved.to_bytes())
}

/// Reads a file: saved code and its module, or a module that is still to be compiled.
pub(crate) fn read(path: &OsStr, host: Target) -> Result<(Input, Option<SavedCode>), Failure> {
    let name = path.display().to_string();
    let failed = |what: String| Failure::Failed(format!("{name}: {what}"));
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    if !SavedCode::is_saved(&bytes) {
        return Ok((Input::read(path, host)?, None));
    }
    let saved = SavedCode::from_bytes_of_any(&bytes, &host).map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8(saved.client_bytes.clone());
    let text = text.map_err(|_| failed(String::from("not saved by `barebones compile`")))?;
    Ok((Input::of_text(name, text, host)?, Some(saved)))
}
