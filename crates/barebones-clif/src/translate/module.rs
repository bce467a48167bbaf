//! Files as modules.

use super::{Result, Settings, Vectors, translate};
use crate::ast::File;
use barebones::base::{Signature, Target};
use barebones::ir::{Extern, Module};
use barebones_widths::helpers::Helpers;
use std::collections::BTreeSet;

/// Translates all functions of a file. What they call or name, and the file does not define, is extern.
///
/// # Errors
/// As [`translate`], for the first function that has no translation.
pub fn translate_file(file: &File, target: &Target) -> Result<Module> {
    translate_file_with(file, target, Vectors::of(target))
}

/// As [`translate_file`], with this form of vectors.
///
/// # Errors
/// As [`translate_file`].
pub fn translate_file_with(file: &File, target: &Target, vectors: Vectors) -> Result<Module> {
    let settings = Settings { vectors, ..Settings::of(&file.functions, target) };
    let mut known: BTreeSet<String> = file.functions.iter().map(|function| function.name.symbol()).collect();
    let mut module = Module::default();
    let mut symbols = Vec::new();
    let mut helpers = Helpers::default();
    for function in &file.functions {
        let translated = translate(function, target, settings)?;
        module.procedures.push(translated.procedure);
        module
            .externs
            .extend(translated.externs.into_iter().filter(|callee| known.insert(callee.name.clone())));
        symbols.extend(translated.symbols);
        helpers.extend(&translated.helpers);
    }
    for helper in helpers.procedures(target, settings.pinned.as_slice()) {
        known.insert(helper.name.clone());
        module.procedures.push(helper);
    }
    let others = symbols.into_iter().filter(|name| known.insert(name.clone()));
    module.externs.extend(others.map(|name| Extern { name, signature: Signature::default() }));
    Ok(module)
}
