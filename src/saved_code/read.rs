//! Reading saved code. The input is not trusted: no length allocates more than the bytes that are there can fill.

use super::write::RELOC_KINDS;
use super::{ContentKey, MAGIC, SavedCode, SavedCodeError, SavedData, SavedFunction, VERSION, checksum};
use crate::base::{
    CallConv, ExitId, Features, LibCall, Origin, OsrFrame, OsrLayout, OsrSlot, Reg, Signature, SiteId,
    SymbolId, Target, TrapCode, Type,
};
use crate::isa::unwind::FrameStates;
use crate::isa::{
    BranchRole, CodeOrigin, CodePiece, CompiledCode, EntryFunction, ExitTable, FrameInfo, GcMap, Handler,
    PatchableKind, PatchableSite, RelocTarget, Relocation, TrapSite,
};
use crate::jit::SymbolUse;

type Result<T> = std::result::Result<T, SavedCodeError>;

impl SavedCode {
    /// Decodes code that [`SavedCode::to_bytes`] encoded, for a target that is usually
    /// [`host_target`](crate::host_target), if it was compiled from this content.
    ///
    /// # Errors
    /// [`SavedCodeError::OtherContent`], and as [`SavedCode::from_bytes_of_any`].
    pub fn from_bytes(bytes: &[u8], target: &Target, key: ContentKey) -> Result<SavedCode> {
        read(bytes, target, Some(key))
    }

    /// As [`SavedCode::from_bytes`], for code that was compiled from any content; [`SavedCode::key`] has the key of it.
    ///
    /// # Errors
    /// The bytes are not saved code; they are of another version of the library or for another target; the target lacks
    /// optional instructions that the code may use; or the bytes are truncated or damaged.
    pub fn from_bytes_of_any(bytes: &[u8], target: &Target) -> Result<SavedCode> {
        read(bytes, target, None)
    }
}

fn read(bytes: &[u8], target: &Target, key: Option<ContentKey>) -> Result<SavedCode> {
    let mut reader = Reader::of_content(bytes, target)?;
    let name = reader.text()?;
    if name != target.name() {
        return Err(SavedCodeError::OtherTarget { found: name, expected: target.name() });
    }
    let features = Features::from_bits(reader.u32()?);
    let features = reader.some(features, "known optional instructions")?;
    let missing = features - target.features;
    if !missing.is_empty() {
        let names = Features::NAMES.iter().filter(|(_, feature)| missing.contains(*feature));
        return Err(SavedCodeError::MissingFeatures { names: names.map(|(name, _)| *name).collect() });
    }
    let found = ContentKey(reader.array()?);
    match key {
        Some(expected) if expected != found => return Err(SavedCodeError::OtherContent { found, expected }),
        _ => {}
    }
    let saved = SavedCode {
        target: Target { desc: target.desc, features },
        key: found,
        client_bytes: reader.bytes()?.to_vec(),
        data: reader
            .list(|reader| Ok(SavedData { name: reader.text()?, bytes: reader.bytes()?.to_vec() }))?,
        functions: reader.list(Reader::function)?,
    };
    reader.expect(reader.at == bytes.len(), "the end")?;
    Ok(saved)
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// Offset of the next byte.
    at: usize,
    target: &'a Target,
}

impl<'a> Reader<'a> {
    /// A reader of the content, after the version, the size and the checksum were checked.
    fn of_content(bytes: &'a [u8], target: &'a Target) -> Result<Reader<'a>> {
        let truncated = |expected: usize| {
            let (expected, found) = (expected as u64, bytes.len() as u64);
            SavedCodeError::Truncated { expected, found }
        };
        let len = MAGIC.len();
        match bytes.get(..len) {
            Some(found) if found == MAGIC => {}
            None if MAGIC.starts_with(bytes) => return Err(truncated(len + 1)),
            _ => return Err(SavedCodeError::NotSavedCode),
        }
        let version_len = usize::from(*bytes.get(len).ok_or_else(|| truncated(len + 1))?);
        let after_version = len + 1 + version_len;
        let version = bytes.get(len + 1..after_version).ok_or_else(|| truncated(after_version))?;
        if version != VERSION.as_bytes() {
            let found = String::from_utf8_lossy(version).into_owned();
            return Err(SavedCodeError::OtherVersion { found, expected: VERSION });
        }
        let start = after_version + 16;
        let fields = bytes.get(after_version..start).ok_or_else(|| truncated(start))?;
        let field = |n: usize| {
            let mut field = [0; 8];
            field.copy_from_slice(&fields[8 * n..8 * n + 8]);
            u64::from_le_bytes(field)
        };
        let expected = field(0).saturating_add(start as u64);
        let found = bytes.len() as u64;
        if found < expected {
            return Err(SavedCodeError::Truncated { expected, found });
        }
        if found > expected {
            return Err(SavedCodeError::TooLong { expected, found });
        }
        if checksum(&bytes[start..]) != field(1) {
            return Err(SavedCodeError::Damaged);
        }
        Ok(Reader { bytes, at: start, target })
    }

    fn wrong<T>(&self, expected: &'static str) -> Result<T> {
        Err(SavedCodeError::Malformed { offset: self.at as u64, expected })
    }

    fn expect(&self, holds: bool, expected: &'static str) -> Result<()> {
        if holds { Ok(()) } else { self.wrong(expected) }
    }

    fn some<T>(&self, value: Option<T>, expected: &'static str) -> Result<T> {
        value.map_or_else(|| self.wrong(expected), Ok)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let array = self.bytes[self.at..].first_chunk::<N>();
        let array = *self.some(array, "more bytes")?;
        self.at += N;
        Ok(array)
    }

    fn number(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        self.wrong("a number of 64 bits")
    }

    fn u32(&mut self) -> Result<u32> {
        let number = self.number()?;
        self.some(u32::try_from(number).ok(), "a number of 32 bits")
    }

    fn signed(&mut self) -> Result<i64> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn i32(&mut self) -> Result<i32> {
        let number = self.signed()?;
        self.some(i32::try_from(number).ok(), "a number of 32 bits")
    }

    fn flag(&mut self) -> Result<bool> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => self.wrong("a flag"),
        }
    }

    fn bytes(&mut self) -> Result<&'a [u8]> {
        let len = self.number()?;
        let found = usize::try_from(len).ok().and_then(|len| self.bytes[self.at..].get(..len));
        let found = self.some(found, "more bytes")?;
        self.at += found.len();
        Ok(found)
    }

    fn text(&mut self) -> Result<String> {
        let text = std::str::from_utf8(self.bytes()?);
        self.some(text.ok().map(String::from), "UTF-8")
    }

    /// Reserves nothing by the length: each item takes at least a byte, so a wrong length ends in an error.
    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let len = self.number()?;
        let mut items = Vec::new();
        for _ in 0..len {
            items.push(each(self)?);
        }
        Ok(items)
    }

    fn list_by_offset<T>(&mut self, each: impl Fn(&mut Self, u32) -> Result<T>) -> Result<Vec<T>> {
        let mut offset = 0u32;
        self.list(|reader| {
            offset = offset.wrapping_add(reader.u32()?);
            each(reader, offset)
        })
    }

    fn origin(&mut self) -> Result<Origin> {
        Ok(Origin(self.u32()?.wrapping_sub(1)))
    }

    fn register(&mut self) -> Result<Reg> {
        let index = self.byte()?;
        self.expect(usize::from(index) < Reg::COUNT, "a register")?;
        let reg = Reg::from_index(index);
        self.expect(self.target.desc.names.contains(reg), "a register of the target")?;
        Ok(reg)
    }

    fn types(&mut self) -> Result<Vec<Type>> {
        self.list(Reader::ty)
    }

    fn ty(&mut self) -> Result<Type> {
        let bits = self.u32()?;
        let ty = Type::SCALARS.into_iter().chain([Type::V128]).find(|ty| u32::from(ty.bits()) == bits);
        self.some(ty, "a scalar type or V128")
    }

    fn signature(&mut self) -> Result<Signature> {
        Ok(Signature { params: self.types()?, results: self.types()? })
    }

    fn convention(&mut self) -> Result<&'static CallConv> {
        let name = self.text()?;
        let found = self.target.convention_by_name(&name);
        let id = self.some(found, "the name of a convention of the target")?;
        Ok(self.target.convention(id))
    }

    fn function(&mut self) -> Result<SavedFunction> {
        Ok(SavedFunction {
            name: self.text()?,
            signature: self.signature()?,
            convention: self.convention()?,
            symbols: self.list(Reader::text)?,
            uses: self.list(|reader| {
                let (symbol, value) = (SymbolId::new(reader.u32()?), reader.u32()?);
                let call = match reader.flag()? {
                    true => Some((reader.signature()?, reader.convention()?)),
                    false => None,
                };
                Ok(SymbolUse { symbol, value, call })
            })?,
            client_bytes: self.bytes()?.to_vec(),
            code: self.code()?,
        })
    }

    fn code(&mut self) -> Result<CompiledCode> {
        Ok(CompiledCode {
            arch: self.target.desc.arch,
            bytes: self.bytes()?.to_vec(),
            code_size: self.u32()?,
            alignment: self.u32()?,
            landing_pads: self.flag()?,
            retpolines: self.flag()?,
            entries: self.list(Reader::u32)?,
            functions: self.list(|reader| {
                Ok(EntryFunction {
                    entry: reader.u32()?,
                    name: reader.text()?,
                    signature: reader.signature()?,
                })
            })?,
            relocations: self.list_by_offset(Reader::relocation)?,
            trap_sites: self.list_by_offset(|reader, offset| {
                let bits = reader.u32()?;
                let code = reader.some(TrapCode::from_bits(bits >> 1), "a trap code")?;
                let (origin, exit) = (reader.origin()?, ExitId::new(reader.u32()?.wrapping_sub(1)));
                Ok(TrapSite { offset, code, origin, exit, has_frame: bits & 1 != 0 })
            })?,
            patchable_sites: self.list(|reader| {
                let kind = match reader.byte()? {
                    0 => PatchableKind::Invalidation { offset: reader.u32()?, exit: reader.u32()? },
                    1 => PatchableKind::Jump { target: reader.u32()? },
                    2 => PatchableKind::Constant { bits: reader.number()? },
                    3 => PatchableKind::Branch {
                        offset: reader.u32()?,
                        target: reader.u32()?,
                        role: match reader.byte()? {
                            0 => BranchRole::Jump,
                            1 => BranchRole::Call,
                            2 => BranchRole::Nop,
                            _ => return reader.wrong("a kind of patchable branch"),
                        },
                    },
                    4 => PatchableKind::Immediate {
                        offset: reader.u32()?,
                        size: reader.u32()?,
                        bits: reader.number()?,
                    },
                    _ => return reader.wrong("a kind of patchable site"),
                };
                Ok(PatchableSite { kind, origin: reader.origin()? })
            })?,
            handlers: self.list_by_offset(|reader, call| Ok(Handler { call, handler: reader.u32()? }))?,
            origins: self
                .list_by_offset(|reader, offset| Ok(CodeOrigin { offset, origin: reader.origin()? }))?,
            exits: ExitTable::from_bytes(self.bytes()?.to_vec()),
            osr_entries: self.list(Reader::osr_layout)?,
            gc_map: {
                let gc_map = GcMap::from_bytes(self.bytes()?.to_vec()).ok();
                self.some(gc_map, "maps of references")?
            },
            frame: self.frame()?,
            frame_states: {
                let states = FrameStates::from_bytes(self.bytes()?);
                self.some(states, "frame states")?
            },
            pieces: {
                let (has_pieces, pieces) = (self.flag()?, self.list(Reader::piece)?);
                has_pieces.then_some(pieces)
            },
        })
    }

    fn osr_layout(&mut self) -> Result<OsrLayout> {
        let entry = self.u32()?;
        let frames = self.list(|reader| {
            let (function, pc, local_count) = (reader.u32()?, reader.u32()?, reader.u32()?.checked_sub(1));
            let slots = reader.list(Reader::osr_slot)?;
            Ok(OsrFrame { function, pc, local_count, slots })
        })?;
        Ok(OsrLayout { entry, frames })
    }

    fn osr_slot(&mut self) -> Result<OsrSlot> {
        Ok(match self.byte()? {
            0 => OsrSlot::Dead,
            kind @ (1 | 2) => OsrSlot::Word { index: self.u32()?, ty: self.ty()?, is_reference: kind == 2 },
            3 => OsrSlot::Constant(self.ty()?, self.number()?),
            _ => return self.wrong("a kind of slot of an OSR entry"),
        })
    }

    fn relocation(&mut self, offset: u32) -> Result<Relocation> {
        let (byte, number) = (self.byte()?, self.u32()?);
        let kind = RELOC_KINDS.get(usize::from(byte & 15)).copied();
        let target = match (byte >> 4, number) {
            (0, number) => Some(RelocTarget::Symbol(SymbolId::new(number))),
            (1, number) => LibCall::ALL.get(number as usize).copied().map(RelocTarget::LibCall),
            (2, 0) => Some(RelocTarget::Code),
            (3, 0) => Some(RelocTarget::ExitThunk),
            (4, number) => Some(RelocTarget::Site(SiteId::new(number))),
            _ => None,
        };
        Ok(Relocation {
            offset,
            kind: self.some(kind, "a kind of relocation")?,
            target: self.some(target, "the target of a relocation")?,
            addend: self.signed()?,
        })
    }

    fn frame(&mut self) -> Result<FrameInfo> {
        Ok(FrameInfo {
            size: self.u32()?,
            slots: self.list(|reader| match reader.flag()? {
                true => reader.i32().map(Some),
                false => Ok(None),
            })?,
            callee_saves: self.list(|reader| Ok((reader.register()?, reader.i32()?)))?,
            signs_return_address: self.flag()?,
        })
    }

    fn piece(&mut self) -> Result<CodePiece> {
        Ok(CodePiece {
            range: self.u32()?..self.u32()?,
            frame: self.frame()?,
            signature: self.signature()?,
            convention: self.convention()?,
        })
    }
}
