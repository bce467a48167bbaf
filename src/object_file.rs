//! Object files of compiled code: ELF, Mach-O and COFF, for linking into other programs (feature `object`).
//!
//! Code, data and unwind tables are those that the library links itself, as sections with relocations. What needs the
//! library while the code runs cannot be in an object: exits, and sites that are patched.

use crate::base::{Arch, LibCall, SymbolId, Target};
use crate::isa::unwind::windows::unwind_entries;
use crate::isa::unwind::{CallFrameTable, CodeAddresses, UnwindEntry};
use crate::isa::{CompiledCode, RelocKind, RelocTarget};
use crate::support::error_type;
use object::write::{
    Object, Relocation, RelocationEncoding, RelocationFlags, RelocationKind, SectionId, StandardSection,
    Symbol, SymbolFlags, SymbolKind, SymbolScope, SymbolSection,
};
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use rustc_hash::FxHashMap;

/// Why code cannot be in an object file.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObjectError {
    /// The code is for another instruction set than the object.
    WrongArch {
        /// The function.
        function: String,
        /// The instruction set of the object.
        expected: Arch,
        /// That of the code.
        found: Arch,
    },
    /// The code takes exits, which need the library while it runs.
    Exits {
        /// The function.
        function: String,
    },
    /// The code has sites that are patched while it runs.
    PatchableSites {
        /// The function.
        function: String,
    },
    /// A symbol of the code has no name.
    UnresolvedSymbol {
        /// The function.
        function: String,
        /// The symbol.
        symbol: SymbolId,
    },
    /// Two functions or data objects have the same name.
    Duplicate {
        /// The name.
        name: String,
    },
    /// A name contains a zero, which ends names in object files.
    InvalidName {
        /// The name.
        name: String,
    },
    /// A relocation is not one that the format has.
    Relocation {
        /// The function.
        function: String,
        /// Offset of the field.
        offset: u32,
        /// The encoding.
        kind: RelocKind,
    },
    /// Windows' unwind tables cannot describe the frame: a register is saved too far from the frame pointer, because
    /// stack slots have fixed places near it.
    Frame {
        /// The function.
        function: String,
    },
    /// The file cannot be written.
    Write {
        /// The reason.
        reason: String,
    },
}

error_type!(ObjectError {
    ObjectError::WrongArch { function, expected, found } =>
        "`{function}` is code for {found:?}, the object is for {expected:?}";
    ObjectError::Exits { function } => "`{function}` takes exits, which no object file can contain";
    ObjectError::PatchableSites { function } => "`{function}` has patchable sites, which no object file can contain";
    ObjectError::UnresolvedSymbol { function, symbol } => "{symbol} in `{function}` has no name";
    ObjectError::Duplicate { name } => "`{name}` is defined twice";
    ObjectError::InvalidName { name } => "{name:?} contains a zero, which ends names in object files";
    ObjectError::Relocation { function, offset, kind } =>
        "`{function}` has a relocation of the kind {kind:?} at {offset:#x}, which object files do not have";
    ObjectError::Frame { function } =>
        "`{function}` saves registers farther from its frame pointer than unwind tables of Windows can describe";
    ObjectError::Write { reason } => "the object file cannot be written: {reason}";
});

/// An object file under construction.
///
/// ```
/// use barebones::ir::parse_module;
/// use barebones::object_file::ObjectFile;
/// use barebones::{Compiler, Options, host_target, targets};
///
/// let target = host_target()?;
/// let module = parse_module(
///     "barebones 1
///     proc twice(Int64) -> Int64 {
///     #0:
///         Int64 @0 = ArgumentReg(%a0)
///         Int64 @1 = Add(@0, @0)
///         Void @2 = Return(@1)
///     }",
///     &targets(target),
/// )?;
/// let mut compiler = Compiler::for_target(target, Options::default());
/// let mut object = ObjectFile::new(&target);
/// for proc in &module.procedures {
///     let code = compiler.emit(proc)?;
///     object.add_function(&proc.name, &code, &|symbol| Some(proc.symbols().get(symbol)?.name.to_string()))?;
/// }
/// let bytes = object.finish()?; // write them to `twice.o`
/// # _ = bytes;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ObjectFile {
    arch: Arch,
    object: Object<'static>,
    symbols: FxHashMap<String, object::write::SymbolId>,
    text: SectionId,
    frames: CallFrameTable,
    /// Start of the function, and an entry of the function table, for COFF.
    functions: Vec<(u64, UnwindEntry)>,
}

impl ObjectFile {
    /// Creates an object file in the format of the target's system, with no functions.
    pub fn new(target: &Target) -> ObjectFile {
        let arch = target.desc.arch;
        let format = match target.name() {
            name if name.ends_with("windows") => BinaryFormat::Coff,
            name if name.ends_with("macos") => BinaryFormat::MachO,
            _ => BinaryFormat::Elf,
        };
        let machine = match arch {
            Arch::X64 => Architecture::X86_64,
            Arch::A64 => Architecture::Aarch64,
        };
        let mut object = Object::new(format, machine, Endianness::Little);
        // It would not prefix undefined symbols.
        object.set_mangling(object::write::Mangling::None);
        let text = object.section_id(StandardSection::Text);
        if format == BinaryFormat::Elf {
            // Linkers make the stack of a program executable if an object lacks this section.
            object.add_section(Vec::new(), b".note.GNU-stack".to_vec(), SectionKind::Other);
        }
        ObjectFile {
            arch,
            object,
            symbols: FxHashMap::default(),
            text,
            frames: CallFrameTable::new(arch, CodeAddresses::Relative),
            functions: Vec::new(),
        }
    }

    /// The symbol with a name; undefined unless it was or is defined.
    fn symbol(&mut self, name: &str) -> Result<object::write::SymbolId, ObjectError> {
        if let Some(symbol) = self.symbols.get(name) {
            return Ok(*symbol);
        }
        if name.contains('\0') {
            return Err(ObjectError::InvalidName { name: name.to_string() });
        }
        let prefix = if self.object.format() == BinaryFormat::MachO { "_" } else { "" };
        let symbol = self.object.add_symbol(Symbol {
            name: format!("{prefix}{name}").into_bytes(),
            value: 0,
            size: 0,
            kind: SymbolKind::Unknown,
            scope: SymbolScope::Unknown,
            weak: false,
            section: SymbolSection::Undefined,
            flags: SymbolFlags::None,
        });
        self.symbols.insert(name.to_string(), symbol);
        Ok(symbol)
    }

    /// Defines a symbol at an offset of a section.
    fn define(
        &mut self,
        name: &str,
        section: SectionId,
        kind: SymbolKind,
        value: u64,
        size: u64,
    ) -> Result<(), ObjectError> {
        let id = self.symbol(name)?;
        let symbol = self.object.symbol_mut(id);
        if symbol.section != SymbolSection::Undefined {
            return Err(ObjectError::Duplicate { name: name.to_string() });
        }
        (symbol.value, symbol.size, symbol.kind) = (value, size, kind);
        (symbol.scope, symbol.section) = (SymbolScope::Dynamic, SymbolSection::Section(section));
        Ok(())
    }

    /// Adds a data object, aligned to 16 bytes.
    ///
    /// # Errors
    /// [`ObjectError::Duplicate`], [`ObjectError::InvalidName`].
    pub fn add_data(&mut self, name: &str, bytes: &[u8]) -> Result<(), ObjectError> {
        let section = self.object.section_id(StandardSection::Data);
        let offset = self.object.append_section_data(section, bytes, 16);
        self.define(name, section, SymbolKind::Data, offset, bytes.len() as u64)
    }

    /// Adds a function. `symbol_name` gives the names of its symbols: functions and data of this object, or of others.
    /// The first entry has the function's name. Further entry points have the names in [`CompiledCode::functions`].
    ///
    /// # Errors
    /// Fails for code that needs the library when it runs, and if the input is inconsistent. The object must not be
    /// used then.
    pub fn add_function(
        &mut self,
        name: &str,
        code: &CompiledCode,
        symbol_name: &dyn Fn(SymbolId) -> Option<String>,
    ) -> Result<(), ObjectError> {
        let function = || name.to_string();
        if code.arch != self.arch {
            return Err(ObjectError::WrongArch {
                function: function(),
                expected: self.arch,
                found: code.arch,
            });
        }
        if !code.patchable_sites.is_empty() {
            return Err(ObjectError::PatchableSites { function: function() });
        }
        if code.relocations.iter().any(|relocation| relocation.target == RelocTarget::ExitThunk) {
            return Err(ObjectError::Exits { function: function() });
        }
        let start = self.object.append_section_data(self.text, &code.bytes, code.alignment.max(16).into());
        let place = |entry: u32| start + u64::from(entry);
        if let Some(first) = code.entries.first() {
            let size = code.code_size.saturating_sub(*first);
            self.define(name, self.text, SymbolKind::Text, place(*first), size.into())?;
        }
        for other in &code.functions {
            if let Some(entry) = code.entries.get(other.entry as usize).filter(|_| other.name != name) {
                self.define(&other.name, self.text, SymbolKind::Text, place(*entry), 0)?;
            }
        }
        for relocation in &code.relocations {
            let (symbol, addend) = match relocation.target {
                RelocTarget::Symbol(symbol) => {
                    let named = symbol_name(symbol);
                    let named = named
                        .ok_or_else(|| ObjectError::UnresolvedSymbol { function: function(), symbol })?;
                    (self.symbol(&named)?, relocation.addend)
                }
                RelocTarget::LibCall(call) => (self.symbol(library_name(call))?, relocation.addend),
                RelocTarget::Code => {
                    (self.object.section_symbol(self.text), relocation.addend.wrapping_add_unsigned(start))
                }
                RelocTarget::ExitThunk => return Err(ObjectError::Exits { function: function() }),
                RelocTarget::Site(_) => return Err(ObjectError::PatchableSites { function: function() }),
            };
            let flags = |kind, encoding, size| RelocationFlags::Generic { kind, encoding, size };
            let before = code.bytes.get(..relocation.offset as usize).unwrap_or(&[]);
            let flags = match relocation.kind {
                RelocKind::Abs64 => flags(RelocationKind::Absolute, RelocationEncoding::Generic, 64),
                RelocKind::X64Rel32 if matches!(before, [.., 0xE8 | 0xE9]) => {
                    flags(self.branch(), RelocationEncoding::X86Branch, 32)
                }
                RelocKind::X64Rel32 => {
                    flags(RelocationKind::Relative, RelocationEncoding::X86RipRelative, 32)
                }
                RelocKind::A64Branch26 => flags(self.branch(), RelocationEncoding::AArch64Call, 26),
                kind @ (RelocKind::A64Page21 | RelocKind::A64PageWord12) => {
                    return Err(ObjectError::Relocation {
                        function: function(),
                        offset: relocation.offset,
                        kind,
                    });
                }
            };
            self.add_relocation(self.text, place(relocation.offset), symbol, addend, flags)?;
        }
        match self.object.format() {
            BinaryFormat::Coff => {
                let entries = match unwind_entries(code) {
                    None if code.pieces.is_none() => {
                        return Err(ObjectError::Frame { function: function() });
                    }
                    entries => entries.unwrap_or_default(),
                };
                self.functions.extend(entries.into_iter().map(|entry| (start, entry)));
            }
            _ => self.frames.add(&code.frame_states, code.code_size, start),
        }
        Ok(())
    }

    /// The kind of branch relocations. Branches of ELF go through the procedure linkage table where they need it.
    fn branch(&self) -> RelocationKind {
        match self.object.format() {
            BinaryFormat::Elf => RelocationKind::PltRelative,
            _ => RelocationKind::Relative,
        }
    }

    fn add_relocation(
        &mut self,
        section: SectionId,
        offset: u64,
        symbol: object::write::SymbolId,
        addend: i64,
        flags: RelocationFlags,
    ) -> Result<(), ObjectError> {
        let added = self.object.add_relocation(section, Relocation { offset, symbol, addend, flags });
        added.map_err(|error| ObjectError::Write { reason: error.to_string() })
    }

    /// Adds the unwind tables, and returns the file's bytes.
    ///
    /// # Errors
    /// [`ObjectError::Write`].
    pub fn finish(mut self) -> Result<Vec<u8>, ObjectError> {
        match self.object.format() {
            BinaryFormat::Coff => self.add_function_table()?,
            _ if self.frames.is_empty() => {}
            _ => self.add_call_frames()?,
        }
        self.object.write().map_err(|error| ObjectError::Write { reason: error.to_string() })
    }

    /// Adds `.eh_frame`.
    fn add_call_frames(&mut self) -> Result<(), ObjectError> {
        let section = self.object.section_id(StandardSection::EhFrame);
        let at = self.object.append_section_data(section, self.frames.entries(), 8);
        let text = self.object.section_symbol(self.text);
        let is_mach_o = self.object.format() == BinaryFormat::MachO;
        let fields: Vec<(u32, u64)> = self.frames.fields().collect();
        for (n, (field, code)) in fields.into_iter().enumerate() {
            let offset = at + u64::from(field);
            if !is_mach_o {
                let (kind, encoding) = (RelocationKind::Relative, RelocationEncoding::Generic);
                let flags = RelocationFlags::Generic { kind, encoding, size: 32 };
                self.add_relocation(section, offset, text, code as i64, flags)?;
                continue;
            }
            // Mach-O has no distances of four bytes between sections, but differences of two symbols.
            let local = |object: &mut Object<'static>, name: String, section: SectionId, value: u64| {
                object.add_symbol(Symbol {
                    name: name.into_bytes(),
                    value,
                    size: 0,
                    kind: SymbolKind::Data,
                    scope: SymbolScope::Compilation,
                    weak: false,
                    section: SymbolSection::Section(section),
                    flags: SymbolFlags::None,
                })
            };
            let from = local(&mut self.object, format!("ltmp_fde{n}"), section, offset);
            let to = local(&mut self.object, format!("ltmp_code{n}"), self.text, code);
            let (subtractor, unsigned) = match self.arch {
                Arch::X64 => (object::macho::X86_64_RELOC_SUBTRACTOR, object::macho::X86_64_RELOC_UNSIGNED),
                Arch::A64 => (object::macho::ARM64_RELOC_SUBTRACTOR, object::macho::ARM64_RELOC_UNSIGNED),
            };
            let flags = |r_type| RelocationFlags::MachO { r_type, r_pcrel: false, r_length: 2 };
            self.add_relocation(section, offset, to, 0, flags(unsigned))?;
            self.add_relocation(section, offset, from, 0, flags(subtractor))?;
        }
        Ok(())
    }

    /// Adds `.pdata` and `.xdata`.
    fn add_function_table(&mut self) -> Result<(), ObjectError> {
        if self.functions.is_empty() {
            return Ok(());
        }
        let kind = SectionKind::ReadOnlyData;
        let xdata = self.object.add_section(Vec::new(), b".xdata".to_vec(), kind);
        let pdata = self.object.add_section(Vec::new(), b".pdata".to_vec(), kind);
        let [text, info_symbol] = [self.text, xdata].map(|section| self.object.section_symbol(section));
        let (kind, encoding) = (RelocationKind::ImageOffset, RelocationEncoding::Generic);
        let flags = RelocationFlags::Generic { kind, encoding, size: 32 };
        for (start, UnwindEntry { range, info }) in std::mem::take(&mut self.functions) {
            let info = self.object.append_section_data(xdata, &info, 4);
            let [begin, end] = [range.start, range.end].map(|offset| (text, start + u64::from(offset)));
            // On AArch64 the unwind information has the length.
            let fields = match self.arch {
                Arch::X64 => vec![begin, end, (info_symbol, info)],
                Arch::A64 => vec![begin, (info_symbol, info)],
            };
            let entry = self.object.append_section_data(pdata, &[0; 12][..4 * fields.len()], 4);
            for (n, (symbol, addend)) in (0..).zip(fields) {
                self.add_relocation(pdata, entry + 4 * n, symbol, addend as i64, flags)?;
            }
        }
        Ok(())
    }
}

/// The function of C's library.
fn library_name(call: LibCall) -> &'static str {
    match call {
        LibCall::Fmod => "fmod",
        LibCall::Fmodf => "fmodf",
        LibCall::Ceil => "ceil",
        LibCall::Ceilf => "ceilf",
        LibCall::Floor => "floor",
        LibCall::Floorf => "floorf",
        LibCall::Trunc => "trunc",
        LibCall::Truncf => "truncf",
        LibCall::Nearest => "rint",
        LibCall::Nearestf => "rintf",
        LibCall::Fma => "fma",
        LibCall::Fmaf => "fmaf",
        LibCall::Memmove => "memmove",
        LibCall::Memset => "memset",
    }
}
