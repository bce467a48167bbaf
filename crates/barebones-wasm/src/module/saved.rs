//! Serialized compiled modules, which can be instantiated without compilation.
//!
//! They are [`SavedCode`] of the library, which checks its version, the machine and a checksum. Its bytes for the client
//! are the options that affect code, and the module with stub functions; those of a function are its callees and
//! inlined operators.

use super::parse;
use super::{Module, ModuleInner, Sections};
use crate::config::BoundsChecks;
use crate::engine::Engine;
use crate::error::Error;
use crate::translate::describe_function;
use crate::worker::inline::Copied;
use crate::worker::{CompileStats, CompiledFunction};
use barebones::base::{Origin, Target};
use barebones::saved_code::{ContentKey, SavedCode, SavedFunction};
use std::sync::Arc;

/// The version of this library; the contract between code and runtime may change with it.
const LIBRARY: &str = concat!("barebones-wasm ", env!("CARGO_PKG_VERSION"));

impl Module {
    /// Compiles a module in the binary format to bytes for [`Module::load`], on a compatible machine, in an engine
    /// with the same options.
    ///
    /// # Errors
    /// As [`Module::new`]; [`Error::NotConfigured`] if the engine replaces code ([`crate::Config::lazy`],
    /// [`crate::Config::tier_up`]).
    pub fn precompile(engine: &Engine, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        reject_replaceable(engine)?;
        let (mut sections, bodies) = parse::parse(engine.config(), engine.types(), bytes)?;
        let (pieces, _) = super::compile::pieces(engine, &mut sections, &bodies, &|_, _| {})?;
        let target = host()?;
        let mut saved = SavedCode::new(&target, key());
        saved.client_bytes = options(engine).to_vec();
        saved.client_bytes.extend(with_stub_bodies(bytes));
        saved.functions = pieces.into_iter().map(|piece| saved_function(piece, &target)).collect();
        Ok(saved.to_bytes())
    }

    /// Loads a module that [`Module::precompile`] compiled. Inconsistent data is an error, but the code itself is
    /// trusted.
    pub(crate) fn from_saved(engine: &Engine, bytes: &[u8]) -> Result<Module, Error> {
        reject_replaceable(engine)?;
        let saved = SavedCode::from_bytes(bytes, &host()?, key());
        let saved = saved.map_err(|error| wrong(error.to_string()))?;
        let wasm = match saved.client_bytes.split_first_chunk::<OPTIONS>() {
            Some((found, wasm)) if *found == options(engine) => wasm,
            _ => return Err(wrong("compiled by an engine with other options")),
        };
        let (sections, bodies) = parse::parse(engine.config(), engine.types(), wasm)?;
        if saved.functions.len() != bodies.len() {
            return Err(wrong("functions without code, or code without functions"));
        }
        let functions = saved.functions.into_iter().zip(sections.info.imported_functions as u32..);
        let pieces = functions.map(|(saved, function)| restore(engine, &sections, function, saved));
        let mut pieces = pieces.collect::<Result<Vec<CompiledFunction>, Error>>()?;
        let codes = CompiledFunction::link_all(engine.memory(), sections.info.imported_functions, &pieces)?;
        let copies = pieces.iter_mut().map(|piece| std::mem::take(&mut piece.copies)).collect();
        let stats = CompileStats::default();
        let (engine, replaceable, interpreted) = (engine.clone(), None, None);
        let inner = ModuleInner { engine, sections, codes, copies, stats, replaceable, interpreted };
        Ok(Module { inner: Arc::new(inner) })
    }
}

fn wrong(reason: impl Into<String>) -> Error {
    Error::Saved { reason: reason.into() }
}

/// Distinguishes compiled modules of this version from other saved code.
fn key() -> ContentKey {
    ContentKey::of(LIBRARY.as_bytes())
}

/// Fails if the engine replaces code: such code refers to the code table of its module, by address.
fn reject_replaceable(engine: &Engine) -> Result<(), Error> {
    if engine.config().interpret {
        return Err(Error::NotInterpreted { option: "precompile" });
    }
    match engine.config().is_replaceable() {
        true => Err(Error::NotConfigured { option: "code that is not replaced" }),
        false => Ok(()),
    }
}

fn host() -> Result<Target, Error> {
    barebones::host_target().map_err(|error| Error::compile(None, error))
}

/// Size of [`options`].
const OPTIONS: usize = 16;

/// The options that must match between the compiling and the loading engine.
fn options(engine: &Engine) -> [u8; OPTIONS] {
    let config = engine.config();
    let mut options = [0; OPTIONS];
    options[..8].copy_from_slice(&[
        (config.bounds_checks == BoundsChecks::Explicit).into(),
        config.fuel.into(),
        config.interruption.into(),
        config.pins as u8,
        config.branch_protection.landing_pads.into(),
        config.branch_protection.sign_return_address.into(),
        config.hardening.blind_constants.into(),
        config.hardening.indirect_branches.into(),
    ]);
    options[8..].copy_from_slice(&config.features.bits().to_le_bytes());
    options
}

/// The number of callees, the callees, and three numbers for each inlined call.
fn saved_function(piece: CompiledFunction, target: &Target) -> SavedFunction {
    let CompiledFunction { code, name, signature, conv, callees, copies, .. } = piece;
    let copies = copies.iter().flat_map(|copied| [copied.function, copied.offset, copied.call.0]);
    let numbers = [callees.len() as u32].into_iter().chain(callees).chain(copies);
    let client_bytes = numbers.flat_map(u32::to_le_bytes).collect();
    let convention = target.convention(conv);
    let (symbols, uses) = (Vec::new(), Vec::new());
    SavedFunction { name, signature, convention, code, symbols, uses, client_bytes }
}

/// Adds the parts that the module determines.
fn restore(
    engine: &Engine,
    sections: &Sections,
    function: u32,
    saved: SavedFunction,
) -> Result<CompiledFunction, Error> {
    let (numbers, rest) = saved.client_bytes.as_chunks::<4>();
    let numbers: Vec<u32> = numbers.iter().map(|number| u32::from_le_bytes(*number)).collect();
    let parts = numbers.split_first().and_then(|(count, rest)| rest.split_at_checked(*count as usize));
    let (callees, copies) = match parts {
        Some((callees, copies)) if rest.is_empty() && copies.len().is_multiple_of(3) => (callees, copies),
        _ => return Err(wrong("no callees and inlined calls of a function")),
    };
    let (copies, _) = copies.as_chunks::<3>();
    let copied = |[function, offset, call]: &[u32; 3]| Copied {
        function: *function,
        offset: *offset,
        call: Origin(*call),
    };
    let (name, signature, conv) =
        describe_function(&host()?, engine.linkage(), function, sections.info.type_of(function));
    let (code, callees) = (saved.code, callees.to_vec());
    let copies = copies.iter().map(copied).collect();
    let call_sites = Box::default();
    Ok(CompiledFunction { code, name, signature, conv, callees, copies, call_sites })
}

/// The module with stub functions, which only trap and are never called. Keeps it valid.
fn with_stub_bodies(bytes: &[u8]) -> Vec<u8> {
    const CODE: u8 = 10;
    // Length of two bytes without locals: `unreachable`, `end`.
    const BODY: [u8; 4] = [3, 0, 0x00, 0x0b];
    let mut out = bytes[..8].to_vec();
    let mut rest = &bytes[8..];
    while let Some((&id, after)) = rest.split_first() {
        let (len, after) = leb(after);
        let (content, next) = after.split_at(len as usize);
        if id == CODE {
            let (count, _) = leb(content);
            let mut code = Vec::new();
            push_leb(&mut code, count);
            (0..count).for_each(|_| code.extend(BODY));
            out.push(id);
            push_leb(&mut out, code.len() as u32);
            out.extend(code);
        } else {
            out.extend_from_slice(&rest[..rest.len() - next.len()]);
        }
        rest = next;
    }
    out
}

/// Reads a LEB128 number of a valid module; also returns the bytes after it.
fn leb(bytes: &[u8]) -> (u32, &[u8]) {
    let len = bytes.iter().take_while(|byte| **byte >= 0x80).count() + 1;
    let (number, rest) = bytes.split_at(len);
    (number.iter().rev().fold(0, |value, byte| value << 7 | u32::from(byte & 0x7f)), rest)
}

fn push_leb(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
