//! Serialized compiled modules, which can be instantiated without compilation.
//!
//! The header has what must match where the bytes are loaded: version of this library, machine, and options that
//! affect code. A checksum of the rest follows. The rest is the module with stub functions, and the unlinked code of
//! the real functions. Numbers are little-endian; lists are preceded by their length.

use super::parse;
use super::{Module, ModuleInner, Sections};
use crate::config::BoundsChecks;
use crate::engine::Engine;
use crate::error::Error;
use crate::translate::{Linkage, describe_function};
use crate::worker::inline::{Copied, Copies};
use crate::worker::{CompileStats, CompiledFunction};
use barebones::base::{BranchProtection, ExitId, Features, LibCall, Origin, Reg, SymbolId, Target, TrapCode};
use barebones::isa::unwind::FrameStates;
use barebones::isa::{
    CodeOrigin, CompiledCode, ExitTable, FrameInfo, RelocKind, RelocTarget, Relocation, TrapSite,
};
use std::sync::Arc;

/// The first bytes; the last one is the version of the format.
const MAGIC: [u8; 8] = *b"\0bbwasm\x06";

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
        let (mut sections, bodies) = parse::parse(engine.config(), bytes)?;
        let (pieces, _) = super::compile::pieces(engine, &mut sections, &bodies, &|_, _| {})?;
        let mut content = Writer::default();
        content.bytes(&with_stub_bodies(bytes));
        content.list(&pieces, Writer::piece);
        let mut out = Writer::default();
        out.0.extend(MAGIC);
        out.bytes(&header(engine, &host()?));
        out.u64(checksum(&content.0));
        out.0.extend(content.0);
        Ok(out.0)
    }

    /// Loads a module that [`Module::precompile`] compiled. Inconsistent data is an error, but the code itself is
    /// trusted.
    pub(crate) fn from_saved(engine: &Engine, bytes: &[u8]) -> Result<Module, Error> {
        reject_replaceable(engine)?;
        let mut reader = Reader { all: bytes, rest: bytes };
        let target = host()?;
        reader.header(engine, &target)?;
        let checksum_found = reader.u64()?;
        if checksum(reader.rest) != checksum_found {
            return reader.wrong("the checksum does not match");
        }
        let wasm = reader.bytes()?;
        let (sections, bodies) = parse::parse(engine.config(), wasm)?;
        let protection = engine.config().branch_protection;
        let pieces = reader.list(|reader| reader.piece(&target, protection))?;
        if !reader.rest.is_empty() || pieces.len() != bodies.len() {
            return reader.wrong("functions without code, or code without functions");
        }
        let pieces = pieces.into_iter().zip(sections.info.imported_functions as u32..);
        let mut pieces: Vec<CompiledFunction> = pieces
            .map(|(saved, function)| restore(&sections, engine.linkage(), &target, function, saved))
            .collect();
        let codes = CompiledFunction::link_all(engine.memory(), sections.info.imported_functions, &pieces)?;
        let copies = pieces.iter_mut().map(|piece| std::mem::take(&mut piece.copies)).collect();
        let stats = CompileStats::default();
        let (engine, replaceable, interpreted) = (engine.clone(), None, None);
        let inner = ModuleInner { engine, sections, codes, copies, stats, replaceable, interpreted };
        Ok(Module { inner: Arc::new(inner) })
    }
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

/// The serialized parts of a function: code, callees, inlined operators.
type Saved = (CompiledCode, Vec<u32>, Copies);

/// Adds the parts that are not serialized, because the module determines them.
fn restore(
    sections: &Sections,
    linkage: Linkage,
    target: &Target,
    function: u32,
    (code, callees, copies): Saved,
) -> CompiledFunction {
    let (name, signature, conv) =
        describe_function(target, linkage, function, sections.info.type_of(function));
    CompiledFunction { code, name, signature, conv, callees, copies }
}

/// What must match between the compiling and the loading engine and machine.
fn header(engine: &Engine, target: &Target) -> Vec<u8> {
    let config = engine.config();
    let mut out = Writer::default();
    out.bytes(LIBRARY.as_bytes());
    out.bytes(target.name().as_bytes());
    out.0.push((config.bounds_checks == BoundsChecks::Explicit).into());
    out.0.push(config.fuel.into());
    out.0.push(config.interruption.into());
    out.0.push(config.pins as u8);
    out.0.push(config.branch_protection.landing_pads.into());
    out.0.push(config.branch_protection.sign_return_address.into());
    out.u64(config.features.bits());
    out.u64(target.features.bits().into());
    out.0
}

/// FNV-1a: every change of a single byte changes it.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
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

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.u64(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Writer, &T)) {
        self.u64(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
    }

    fn piece(&mut self, piece: &CompiledFunction) {
        let CompiledCode {
            arch: _,
            bytes,
            code_size,
            alignment,
            functions: _,
            entries,
            relocations,
            trap_sites,
            origins,
            frame,
            frame_states,
            // WebAssembly code exits only by traps, and is never patched.
            exits: _,
            patchable_sites: _,
            handlers: _,
            // Functions are not split into pieces: each is compiled separately.
            pieces: _,
            // The header has it for all functions.
            landing_pads: _,
        } = &piece.code;
        self.bytes(bytes);
        self.u32(*code_size);
        self.u32(*alignment);
        self.list(entries, |out, entry| out.u32(*entry));
        self.list(relocations, Writer::relocation);
        self.list(trap_sites, |out, site| {
            out.u32(site.offset);
            out.u32(site.code.to_bits());
            out.u32(site.origin.0);
            out.0.push(site.has_frame.into());
        });
        self.list(origins, |out, origin| {
            out.u32(origin.offset);
            out.u32(origin.origin.0);
        });
        self.u32(frame.size);
        self.list(&frame.slots, |out, slot| {
            out.0.push(slot.is_some().into());
            out.u32(slot.unwrap_or(0) as u32);
        });
        self.list(&frame.callee_saves, |out, (reg, offset)| {
            out.0.push(reg.index() as u8);
            out.u32(*offset as u32);
        });
        self.bytes(&frame_states.to_bytes());
        self.list(&piece.callees, |out, callee| out.u32(*callee));
        self.list(&piece.copies, |out, copied| {
            out.u32(copied.function);
            out.u32(copied.offset);
            out.u32(copied.call.0);
        });
    }

    fn relocation(&mut self, relocation: &Relocation) {
        self.u32(relocation.offset);
        self.0.push(match relocation.kind {
            RelocKind::Abs64 => 0,
            RelocKind::X64Rel32 => 1,
            RelocKind::A64Branch26 => 2,
            RelocKind::A64Page21 => 3,
            RelocKind::A64PageWord12 => 4,
        });
        let (kind, number) = match relocation.target {
            RelocTarget::Symbol(symbol) => (0, symbol.number()),
            RelocTarget::LibCall(call) => (1, call as u32),
            RelocTarget::Code => (2, 0),
            RelocTarget::ExitThunk => (3, 0),
            RelocTarget::Site(site) => (4, site.number()),
        };
        self.0.push(kind);
        self.u32(number);
        self.u64(relocation.addend as u64);
    }
}

struct Reader<'a> {
    all: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn wrong<T>(&self, reason: &str) -> Result<T, Error> {
        let offset = (self.all.len() - self.rest.len()) as u64;
        Err(Error::Saved { reason: reason.to_string(), offset })
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], Error> {
        match usize::try_from(count).ok().and_then(|count| self.rest.split_at_checked(count)) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => self.wrong("unexpected end"),
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64)?);
        Ok(array)
    }

    fn u8(&mut self) -> Result<u8, Error> {
        Ok(self.array::<1>()?[0])
    }

    fn u32(&mut self) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn u64(&mut self) -> Result<u64, Error> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn bytes(&mut self) -> Result<&'a [u8], Error> {
        let len = self.u64()?;
        self.take(len)
    }

    /// Allocates nothing by the claimed length: every element takes bytes, so a wrong length ends in an error.
    fn list<T>(&mut self, each: impl Fn(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let len = self.u64()?;
        let mut items = Vec::new();
        for _ in 0..len {
            items.push(each(self)?);
        }
        Ok(items)
    }

    /// Compares the header with that of this engine and machine.
    fn header(&mut self, engine: &Engine, target: &Target) -> Result<(), Error> {
        if self.array()? != MAGIC {
            return self.wrong("not a compiled module of this format");
        }
        let found = self.bytes()?;
        let expected = header(engine, target);
        if found == expected {
            return Ok(());
        }
        let mut found = Reader { all: self.all, rest: found };
        let library = found.bytes()?;
        if library != LIBRARY.as_bytes() {
            return self
                .wrong(&format!("compiled by {}, not by {LIBRARY}", String::from_utf8_lossy(library)));
        }
        let machine = found.bytes()?;
        if machine != target.name().as_bytes() {
            return self.wrong(&format!(
                "for {}, not for {}",
                String::from_utf8_lossy(machine),
                target.name()
            ));
        }
        let options = (found.array::<6>()?, found.u64()?);
        let mut own = Reader { all: self.all, rest: &expected };
        let (_, _) = (own.bytes()?, own.bytes()?);
        if options != (own.array::<6>()?, own.u64()?) {
            return self.wrong("compiled by an engine with other options");
        }
        // Code that needs a subset of the machine's features can run.
        match u32::try_from(found.u64()?).ok().and_then(Features::from_bits) {
            Some(features) if target.features.contains(features) && found.rest.is_empty() => Ok(()),
            _ => self.wrong("the machine lacks features that the code needs"),
        }
    }

    /// Reads the code of a function and the functions its symbols refer to.
    fn piece(&mut self, target: &Target, protection: BranchProtection) -> Result<Saved, Error> {
        let code = CompiledCode {
            arch: target.desc.arch,
            landing_pads: protection.landing_pads,
            exits: ExitTable::default(),
            patchable_sites: Vec::new(),
            handlers: Vec::new(),
            pieces: None,
            functions: Vec::new(),
            bytes: self.bytes()?.to_vec(),
            code_size: self.u32()?,
            alignment: self.u32()?,
            entries: self.list(Reader::u32)?,
            relocations: self.list(Reader::relocation)?,
            trap_sites: self.list(|reader| {
                let (offset, code) = (reader.u32()?, TrapCode::from_bits(reader.u32()?));
                let Some(code) = code else { return reader.wrong("not a trap code") };
                let origin = Origin(reader.u32()?);
                let has_frame = match reader.u8()? {
                    0 => false,
                    1 => true,
                    _ => return reader.wrong("not a flag"),
                };
                Ok(TrapSite { offset, code, origin, exit: ExitId::INVALID, has_frame })
            })?,
            origins: self
                .list(|reader| Ok(CodeOrigin { offset: reader.u32()?, origin: Origin(reader.u32()?) }))?,
            frame: FrameInfo {
                size: self.u32()?,
                slots: self.list(|reader| {
                    let (is_there, offset) = (reader.u8()?, reader.u32()?);
                    Ok((is_there != 0).then_some(offset as i32))
                })?,
                callee_saves: self
                    .list(|reader| Ok((Reg::from_index(reader.u8()?), reader.u32()? as i32)))?,
                signs_return_address: protection.sign_return_address,
            },
            frame_states: match FrameStates::from_bytes(self.bytes()?) {
                Some(states) => states,
                None => return self.wrong("not frame states"),
            },
        };
        let callees = self.list(Reader::u32)?;
        let copies = self.list(|reader| {
            let (function, offset) = (reader.u32()?, reader.u32()?);
            Ok(Copied { function, offset, call: Origin(reader.u32()?) })
        })?;
        Ok((code, callees, copies.into()))
    }

    fn relocation(&mut self) -> Result<Relocation, Error> {
        let offset = self.u32()?;
        let kind = match self.u8()? {
            0 => RelocKind::Abs64,
            1 => RelocKind::X64Rel32,
            2 => RelocKind::A64Branch26,
            3 => RelocKind::A64Page21,
            4 => RelocKind::A64PageWord12,
            _ => return self.wrong("not a relocation kind"),
        };
        let target = match (self.u8()?, self.u32()?) {
            (0, number) => RelocTarget::Symbol(SymbolId::new(number)),
            (1, number) => match LibCall::ALL.get(number as usize) {
                Some(call) => RelocTarget::LibCall(*call),
                None => return self.wrong("not a library function"),
            },
            (2, 0) => RelocTarget::Code,
            (3, 0) => RelocTarget::ExitThunk,
            _ => return self.wrong("not a relocation target"),
        };
        Ok(Relocation { offset, kind, target, addend: self.u64()? as i64 })
    }
}
