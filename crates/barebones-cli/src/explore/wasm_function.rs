//! The procedure of a function of a WebAssembly module.

use super::Place;
use crate::Failure;
use barebones::base::Target;
use barebones::ir::Procedure;
use barebones::{Compiler, OptLevel, Options};
use barebones_wasm::{Config, Engine, Module};
use std::path::Path;

/// Translates a function, by name or index, or the first one. Its calls are not inlined.
pub(super) fn find(place: &Place, target: Target) -> Result<Procedure, Failure> {
    let path = Path::new(&place.file);
    let failed = |error: &dyn std::fmt::Display| crate::wasm::failed(path, error);
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    let wanted = match &place.name {
        None => None,
        Some(name) => match name.parse() {
            Ok(index) => Some(index),
            Err(_) => Some(index_of(place, &bytes)?),
        },
    };
    // At O0 without passes, procedures are those of the translation.
    let compiler = Compiler::for_target(target, Options::at(OptLevel::O0));
    let (mut found, mut indices) = (None, Vec::new());
    let emitted = Module::emit_with(compiler, &Config::default(), &bytes, &mut |index, proc, _| {
        indices.push(index.to_string());
        if found.is_none() && wanted.is_none_or(|wanted: u32| wanted == index) {
            found = Some(proc.clone());
        }
    });
    emitted.map_err(|error| failed(&error))?;
    let indices: Vec<&str> = indices.iter().map(String::as_str).collect();
    let mut proc = found.ok_or_else(|| place.unknown(&indices))?;
    if let Some(name) = &place.name {
        proc.name.clone_from(name);
    }
    Ok(proc)
}

fn index_of(place: &Place, bytes: &[u8]) -> Result<u32, Failure> {
    let path = Path::new(&place.file);
    let mut config = Config::default();
    config.lazy = true;
    let module = Engine::new(config).and_then(|engine| Module::new(&engine, bytes));
    let module = module.map_err(|error| crate::wasm::failed(path, &error))?;
    let name = place.name.as_deref().unwrap_or_default();
    let names: Vec<&str> = module.exports().map(|(name, _)| name).collect();
    module.function_index(name).ok_or_else(|| place.unknown(&names))
}
