//! Code while it is being made: bytes, labels, fix-ups and facts about places.
//!
//! Offsets are into one growing vector. [`CodeBuffer::finish`] lays it out: the prologue's fragment, which
//! may have been emitted last, goes in front of the body, constants and jump tables go behind the code, and
//! every fix-up gets its distance. A constant is named by a [`Label`] like any place in the code, so an
//! operand that reads it is an ordinary fix-up.
//!
//! What a generator of a client can do wrong with labels and operands is remembered (the first error wins)
//! and returned by `finish`; nothing here panics.

use super::access_traps::AccessTrap;
use super::exits::ExitSites;
use super::masm::{Address, Base};
use super::patchable::PatchableSites;
use super::{
    CodeOrigin, CompiledCode, ExitTable, FrameInfo, GeneratorError, Handler, PatchableKind, PatchableSite,
    RelocKind, RelocTarget, Relocation, TrapSite, a64,
};
use crate::air::SpecialId;
use crate::base::{Arch, BranchProtection, ExitId, Origin, Reg, RegSet, SiteId, SymbolId, TrapCode};
use crate::support::{Table, entity};
use rustc_hash::FxHashMap;
use std::fmt;

entity!(
    /// A place in the code of one [`CodeBuffer`], bound now or later.
    Label, "L"
);

const UNBOUND: u32 = u32::MAX;

/// More bytes than this and 32-bit distances might not reach.
const MAX_BYTES: u64 = i32::MAX as u64;

/// How the distance to a label is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FixupKind {
    /// x86-64, one byte: label - address of the field + what the field holds. Range 128 bytes.
    X64Rel8,
    /// x86-64, four bytes: label - address of the field + what the field holds.
    X64Rel32,
    /// AArch64, the 14-bit word distance of `tbz`. Range 32 KiB.
    A64Branch14,
    /// AArch64, the 19-bit word distance of `b.cond`, `cbz` and `ldr` (literal). Range 1 MiB.
    A64Branch19,
    /// AArch64, the 26-bit word distance of `b` and `bl`. Range 128 MiB.
    A64Branch26,
    /// AArch64, the 21-bit byte distance of `adr`. Range 1 MiB.
    A64Adr21,
}

/// Why code could not be finished.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EmitError {
    /// Code and constants are larger than 2 GiB, so that branches might not reach.
    CodeTooLarge {
        /// How large they are.
        bytes: u64,
    },
    /// A label is further away than the instruction can say.
    BranchOutOfRange {
        /// Offset of the field in the finished code.
        offset: u32,
        /// How the distance is written.
        kind: FixupKind,
        /// Offset of the label minus offset of the field, in bytes.
        distance: i64,
    },
    /// A label was used and never bound.
    UnboundLabel {
        /// The label.
        label: Label,
    },
    /// A label was bound a second time, is that of a constant or table, or does not belong to this buffer.
    InvalidBinding {
        /// The label.
        label: Label,
        /// Offset of the attempt.
        offset: u32,
    },
    /// The buffer was finished before and not cleared since.
    Finished,
    /// An instruction was asked for with an operand that it does not have.
    InvalidOperand {
        /// Offset of the instruction, in order of emission.
        offset: u32,
        /// What was expected.
        expected: &'static str,
    },
    /// An exit state cannot be written down.
    InvalidExit {
        /// Whose.
        exit: ExitId,
        /// What was expected.
        expected: &'static str,
    },
    /// A machine instruction has operands that no form of its opcode admits, or has no code at all.
    UnexpectedOperands {
        /// Its opcode.
        opcode: &'static str,
    },
    /// An entry, a place in a jump table or the first target of a patchable jump does not begin with a landing pad, in
    /// code that has them: see [`MacroAssembler::landing_pad`](super::masm::MacroAssembler::landing_pad).
    NoLandingPad {
        /// Its offset in the finished code.
        offset: u32,
    },
    /// What was emitted ends in the middle of a procedure.
    Unfinished {
        /// Where, in order of emission.
        offset: u32,
    },
    /// An operation of the macro assembler needs a register for itself and was given none.
    NoScratch {
        /// Offset of the operation, in order of emission.
        offset: u32,
    },
    /// An operation of the macro assembler needs an optional instruction that the target does not have.
    MissingFeature {
        /// Its name in the text format.
        feature: &'static str,
    },
    /// A macro assembler was made for another instruction set than its buffer.
    ForeignTarget {
        /// The instruction set of the buffer.
        buffer: Arch,
        /// That of the target.
        target: Arch,
    },
    /// A generator says that it cannot emit its code.
    Generator {
        /// The operands of its patchpoint.
        special: SpecialId,
        /// What it says.
        error: GeneratorError,
    },
    /// A generator's code writes registers that are neither results nor scratches, nor declared as destroyed; or that
    /// of a check leaves by an exit, and writes registers that hold values of the exit state.
    UndeclaredWrite {
        /// The operands of its patchpoint.
        special: SpecialId,
        /// Which.
        regs: RegSet,
    },
    /// The frame is larger than the target can address.
    FrameTooLarge {
        /// How large it is.
        bytes: u64,
    },
}

impl fmt::Display for EmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmitError::CodeTooLarge { bytes } => {
                write!(f, "the code takes {bytes} bytes; at most {MAX_BYTES} are possible")
            }
            EmitError::BranchOutOfRange { offset, kind, distance } => {
                write!(f, "the field at offset {offset:#x} ({kind:?}) cannot hold a distance of {distance}")
            }
            EmitError::UnboundLabel { label } => write!(f, "label {label} is used and never bound"),
            EmitError::InvalidBinding { label, offset } => {
                write!(
                    f,
                    "label {label} cannot be bound at offset {offset:#x}: it is bound, pooled or foreign"
                )
            }
            EmitError::Finished => write!(f, "the code is finished already"),
            EmitError::InvalidOperand { offset, expected } => {
                write!(f, "the instruction at offset {offset:#x} has an operand it cannot encode: {expected}")
            }
            EmitError::InvalidExit { exit, expected } => {
                write!(f, "{exit} cannot be described: expected {expected}")
            }
            EmitError::UnexpectedOperands { opcode } => {
                write!(f, "{opcode} has operands that it cannot be emitted with")
            }
            EmitError::NoLandingPad { offset } => {
                write!(f, "expected a landing pad at offset {offset:#x}, where an indirect branch may arrive")
            }
            EmitError::Unfinished { offset } => {
                write!(f, "the code ends in the middle of a procedure at offset {offset:#x}")
            }
            EmitError::NoScratch { offset } => {
                write!(f, "the operation at offset {offset:#x} needs a scratch register, and none was given")
            }
            EmitError::MissingFeature { feature } => {
                write!(f, "an operation needs the optional instructions of {feature}")
            }
            EmitError::ForeignTarget { buffer, target } => {
                write!(f, "the buffer is for {buffer:?} and the macro assembler's target is {target:?}")
            }
            EmitError::Generator { special, error } => write!(f, "the generator of {special}: {error}"),
            EmitError::UndeclaredWrite { special, regs } => {
                write!(f, "the generator of {special} writes {regs:?}, which it does not declare")
            }
            EmitError::FrameTooLarge { bytes } => write!(f, "a frame of {bytes} bytes is too large"),
        }
    }
}

impl std::error::Error for EmitError {}

#[derive(Clone, Copy, Debug)]
struct Fixup {
    /// Of the field, in order of emission.
    offset: u32,
    label: Label,
    kind: FixupKind,
}

/// What is behind the code, the kinds with the strongest alignment first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum PoolKind {
    Bytes16,
    Bytes8,
    Address(PoolTarget),
    Bytes4,
}

/// A [`RelocTarget`] as a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum PoolTarget {
    Symbol(u32),
    LibCall(crate::base::LibCall),
    Code,
    ExitThunk,
    Site(u32),
}

impl PoolKind {
    const fn size(self) -> u32 {
        match self {
            PoolKind::Bytes16 => 16,
            PoolKind::Bytes8 | PoolKind::Address(_) => 8,
            PoolKind::Bytes4 => 4,
        }
    }
}

fn pool_target(target: PoolTarget) -> RelocTarget {
    match target {
        PoolTarget::Symbol(number) => RelocTarget::Symbol(SymbolId::new(number)),
        PoolTarget::LibCall(call) => RelocTarget::LibCall(call),
        PoolTarget::Code => RelocTarget::Code,
        PoolTarget::ExitThunk => RelocTarget::ExitThunk,
        PoolTarget::Site(number) => RelocTarget::Site(SiteId::new(number)),
    }
}

#[derive(Clone, Copy, Debug)]
struct PoolItem {
    kind: PoolKind,
    bits: u128,
    label: Label,
}

/// Four-byte distances from its own start, one per target.
#[derive(Clone, Copy, Debug)]
struct JumpTable {
    label: Label,
    start: u32,
    len: u32,
}

/// Code while it is being made. One is kept by a compiler and cleared for each procedure.
#[derive(Debug)]
pub struct CodeBuffer {
    arch: Arch,
    protection: BranchProtection,
    bytes: Vec<u8>,
    /// Offset in order of emission while emitting, in the finished code after `finish`; or [`UNBOUND`].
    labels: Table<Label, u32>,
    fixups: Vec<Fixup>,
    relocations: Vec<Relocation>,
    pub(super) trap_sites: Vec<TrapSite>,
    pub(super) access_trap: Option<AccessTrap>,
    /// Return addresses, and where what the calls throw goes.
    handlers: Vec<(u32, Label)>,
    origins: Vec<CodeOrigin>,
    /// The origin of the last of them.
    origin: Origin,
    entries: Vec<Label>,
    pool: Vec<PoolItem>,
    pool_labels: FxHashMap<(PoolKind, u128), Label>,
    tables: Vec<JumpTable>,
    table_targets: Vec<Label>,
    /// Where the body ended and where the prologue's fragment starts.
    prologue: Option<(u32, u32)>,
    /// The strongest alignment that something in the body asked for.
    body_alignment: u32,
    written: RegSet,
    /// What was in `written` when it was taken or cleared: whoever runs a generator sees that, too.
    taken: RegSet,
    has_frame: bool,
    /// How far the stack pointer is below where the frame has it.
    lowered: i32,
    /// Added to the numbers of symbols.
    first_symbol: u32,
    pub(super) exits: ExitSites,
    pub(super) patchable: PatchableSites,
    error: Option<EmitError>,
    islands: islands::Islands,
}

impl CodeBuffer {
    /// An empty buffer for code of this instruction set.
    pub fn new(arch: Arch) -> CodeBuffer {
        let mut buffer = CodeBuffer {
            arch,
            protection: BranchProtection::NONE,
            bytes: Vec::new(),
            labels: Table::new(),
            fixups: Vec::new(),
            relocations: Vec::new(),
            trap_sites: Vec::new(),
            access_trap: None,
            handlers: Vec::new(),
            origins: Vec::new(),
            origin: Origin::NONE,
            entries: Vec::new(),
            pool: Vec::new(),
            pool_labels: FxHashMap::default(),
            tables: Vec::new(),
            table_targets: Vec::new(),
            prologue: None,
            body_alignment: 1,
            written: RegSet::EMPTY,
            taken: RegSet::EMPTY,
            has_frame: true,
            lowered: 0,
            first_symbol: 0,
            exits: ExitSites::default(),
            patchable: PatchableSites::default(),
            error: None,
            islands: islands::Islands::default(),
        };
        buffer.clear();
        buffer
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.protection = BranchProtection::NONE;
        self.bytes.clear();
        self.labels.clear();
        self.fixups.clear();
        self.relocations.clear();
        self.trap_sites.clear();
        self.access_trap = None;
        self.handlers.clear();
        self.has_frame = true;
        self.lowered = 0;
        self.origins.clear();
        // The body always has an entry at its start, so that a prologue in front cannot lend it its own.
        self.origins.push(CodeOrigin { offset: 0, origin: Origin::NONE });
        self.origin = Origin::NONE;
        self.entries.clear();
        self.pool.clear();
        self.pool_labels.clear();
        self.tables.clear();
        self.table_targets.clear();
        self.prologue = None;
        self.body_alignment = 1;
        self.take_written();
        self.first_symbol = 0;
        self.exits.clear();
        self.patchable.clear();
        self.error = None;
        self.islands.clear();
    }

    /// The instruction set.
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// How the code is protected.
    pub(super) fn protection(&self) -> BranchProtection {
        self.protection
    }

    /// True if the code that is emitted now has the frame of its procedure.
    pub(super) fn has_frame(&self) -> bool {
        self.has_frame
    }

    /// Says whether it has. It has, unless somebody says otherwise.
    pub(crate) fn set_frame(&mut self, has_frame: bool) {
        self.has_frame = has_frame;
    }

    /// From here on, until [`CodeBuffer::clear`]. Of AArch64 only.
    pub(crate) fn protect(&mut self, protection: BranchProtection) {
        self.protection = protection;
    }

    /// The offset of the next byte, in order of emission.
    pub fn offset(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// The bytes so far, in order of emission, fix-ups not applied.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Appends instructions that were encoded elsewhere.
    pub(super) fn append(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends the low `len` bytes of `word`; `len` is at most 16.
    #[inline]
    pub(super) fn put(&mut self, word: u128, len: u32) {
        // One reservation and one store of fixed size, whatever the length.
        let end = self.bytes.len() + len as usize;
        self.bytes.extend_from_slice(&word.to_le_bytes());
        self.bytes.truncate(end);
    }

    /// Appends the low `len` bytes of `word`; `len` is at most 8.
    #[inline(always)]
    pub(super) fn put_short(&mut self, word: u64, len: u32) {
        let end = self.bytes.len() + len as usize;
        self.bytes.extend_from_slice(&word.to_le_bytes());
        self.bytes.truncate(end);
    }

    /// Appends a four-byte instruction.
    #[inline]
    pub(super) fn put_word(&mut self, word: u32) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    /// Remembers that an instruction writes `reg`.
    #[inline]
    pub(super) fn note_write(&mut self, reg: Reg) {
        self.written.insert(reg);
    }

    /// Remembers that code writes these registers: what a call of other code changes, or bytes from elsewhere.
    pub fn note_writes(&mut self, regs: RegSet) {
        self.written = self.written.union(regs);
    }

    /// Registers that instructions wrote since the last [`CodeBuffer::clear`] or [`CodeBuffer::take_written`].
    /// Of a call only what the instruction itself writes, not what the callee may change.
    pub fn written(&self) -> RegSet {
        self.written
    }

    /// As [`CodeBuffer::written`], and starts again with the empty set.
    pub fn take_written(&mut self) -> RegSet {
        let written = std::mem::take(&mut self.written);
        self.taken = self.taken.union(written);
        written
    }

    /// Registers that instructions wrote since this was last asked, whatever was taken or cleared meanwhile.
    pub(super) fn take_all_written(&mut self) -> RegSet {
        self.take_written();
        std::mem::take(&mut self.taken)
    }

    /// Says what was written, for code that restores what it writes.
    pub(super) fn set_written(&mut self, written: RegSet) {
        self.written = written;
    }

    /// From here on the stack pointer is so much further down.
    pub(super) fn lower_stack(&mut self, bytes: i32) {
        self.lowered += bytes;
    }

    /// True if the stack pointer is not where the frame has it.
    pub(super) fn has_lowered_stack(&self) -> bool {
        self.lowered != 0
    }

    /// What an address by the stack pointer is while that is further down.
    pub(super) fn of_lowered_stack<'g>(&self, address: Address<'g>) -> Address<'g> {
        match address.base {
            Base::StackPointer => Address { offset: address.offset + i64::from(self.lowered), ..address },
            _ => address,
        }
    }

    /// Remembers an error for [`CodeBuffer::finish`]; the first one wins.
    pub fn fail(&mut self, error: EmitError) {
        self.error.get_or_insert(error);
    }

    /// Remembers that the next instruction has an operand it cannot encode.
    #[cold]
    pub(super) fn invalid_operand(&mut self, expected: &'static str) {
        let offset = self.offset();
        self.fail(EmitError::InvalidOperand { offset, expected });
    }

    /// A new label, not bound.
    pub fn new_label(&mut self) -> Label {
        self.labels.push(UNBOUND)
    }

    /// Binds a label to the next byte. Binding twice, or binding a foreign label, is an error of `finish`.
    pub fn bind(&mut self, label: Label) {
        let offset = self.offset();
        match self.labels.get_mut(label) {
            Some(place) if *place == UNBOUND => *place = offset,
            _ => self.fail(EmitError::InvalidBinding { label, offset }),
        }
    }

    /// A new label, bound to the next byte.
    pub fn bind_new_label(&mut self) -> Label {
        self.labels.push(self.bytes.len() as u32)
    }

    /// The offset of a bound label: in order of emission, and after [`CodeBuffer::finish`] (until `clear`)
    /// in the finished code.
    pub fn label_offset(&self, label: Label) -> Option<u32> {
        self.labels.get(label).copied().filter(|offset| *offset != UNBOUND)
    }

    /// The distance in bytes from the next byte back to a label, if it is known already.
    #[inline]
    pub(super) fn backward_distance(&self, label: Label) -> Option<i32> {
        let target = self.label_offset(label)?;
        let fragment = self.prologue.map_or(0, |(_, start)| start);
        // A label of another fragment will move.
        (target >= fragment).then(|| target as i32 - self.offset() as i32)
    }

    /// Has the distance from the field at `offset` to `label` written when the code is finished.
    #[inline]
    pub(super) fn add_fixup(&mut self, offset: u32, kind: FixupKind, label: Label) {
        self.fixups.push(Fixup { offset, label, kind });
    }

    /// Has an address written by the linker into the field at `offset`. In order of offsets.
    pub(super) fn add_relocation(&mut self, offset: u32, kind: RelocKind, target: RelocTarget, addend: i64) {
        let target = self.renumbered(target);
        self.relocations.push(Relocation { offset, kind, target, addend });
    }

    /// The relocations so far, in order of emission.
    pub(super) fn relocations(&self) -> &[Relocation] {
        &self.relocations
    }

    /// From now on the n-th symbol is number `first + n` of the finished code: where several procedures are in one
    /// buffer, each has symbols of its own.
    pub(crate) fn set_first_symbol(&mut self, first: u32) {
        self.first_symbol = first;
    }

    fn renumbered(&self, target: RelocTarget) -> RelocTarget {
        match target {
            RelocTarget::Symbol(symbol) => {
                RelocTarget::Symbol(SymbolId::new(symbol.number().saturating_add(self.first_symbol)))
            }
            other => other,
        }
    }

    /// The error that `finish` will return, if something was wrong already.
    pub fn error(&self) -> Option<&EmitError> {
        self.error.as_ref()
    }

    /// The next instruction may trap; it belongs to the current origin. In front of an operation of the macro
    /// assembler: those of its instructions that touch memory.
    pub fn add_trap_site(&mut self, code: TrapCode) {
        let (offset, exit) = (self.offset(), ExitId::INVALID);
        let (origin, has_frame) = (self.origin, self.has_frame);
        self.trap_sites.push(TrapSite { offset, code, origin, exit, has_frame });
    }

    /// The call that ends here goes to `handler` when its callee throws: there the frame is as it is between
    /// prologue and epilogue, callee-saved registers are what they were at the call, and all others hold anything.
    pub fn add_handler(&mut self, handler: Label) {
        self.handlers.push((self.offset(), handler));
    }

    /// From the next byte on, code belongs to `origin`.
    #[inline]
    pub fn set_origin(&mut self, origin: Origin) {
        if origin == self.origin {
            return;
        }
        self.origin = origin;
        let offset = self.offset();
        match self.origins.last() {
            Some(last) if last.offset == offset => self.replace_last_origin(origin),
            _ => self.origins.push(CodeOrigin { offset, origin }),
        }
    }

    /// The last origin covers no byte, and is another one.
    #[inline(never)]
    fn replace_last_origin(&mut self, origin: Origin) {
        // What is in front of a prologue's first is not in front of it in the finished code.
        let begins_prologue = self.prologue.is_some_and(|(_, start)| start == self.offset());
        match &mut self.origins[..] {
            [.., before, _] if before.origin == origin && !begins_prologue => drop(self.origins.pop()),
            [.., last] => last.origin = origin,
            [] => {}
        }
    }

    /// The origin of the next byte.
    pub(super) fn origin(&self) -> Origin {
        self.origin
    }

    /// The next entry point is at this label.
    pub fn add_entry(&mut self, label: Label) {
        self.entries.push(label);
    }

    /// The body must stay at a multiple of `alignment` (a power of two) plus its offset.
    pub(super) fn require_alignment(&mut self, alignment: u32) {
        self.body_alignment = self.body_alignment.max(alignment);
    }

    /// What follows is the prologue, and `finish` places it in front of what was emitted so far.
    ///
    /// Control falls from its end into the start of the body. Called at most once, at the end of the body.
    pub fn start_prologue(&mut self) {
        if self.prologue.is_none() {
            let end = self.offset();
            // A gap, dropped later, keeps a label at the end of the body apart from one at the start here.
            self.bytes.extend_from_slice(&[0; 4]);
            let start = self.offset();
            self.prologue = Some((end, start));
            self.origins.push(CodeOrigin { offset: start, origin: Origin::NONE });
            self.origin = Origin::NONE;
        }
    }

    fn pooled(&mut self, kind: PoolKind, bits: u128) -> Label {
        let CodeBuffer { pool, pool_labels, labels, .. } = self;
        *pool_labels.entry((kind, bits)).or_insert_with(|| {
            let label = labels.push(UNBOUND);
            pool.push(PoolItem { kind, bits, label });
            label
        })
    }

    /// A four-byte constant behind the code, at a multiple of four. Equal ones share their place.
    pub fn constant4(&mut self, bits: u32) -> Label {
        self.pooled(PoolKind::Bytes4, u128::from(bits))
    }

    /// An eight-byte constant behind the code, at a multiple of eight. Equal ones share their place.
    pub fn constant8(&mut self, bits: u64) -> Label {
        self.pooled(PoolKind::Bytes8, u128::from(bits))
    }

    /// A sixteen-byte constant behind the code, at a multiple of sixteen. Equal ones share their place.
    pub fn constant16(&mut self, bits: u128) -> Label {
        self.pooled(PoolKind::Bytes16, bits)
    }

    /// An address behind the code: eight bytes that the linker fills in. Equal ones share their place.
    pub fn address_constant(&mut self, target: RelocTarget, addend: i64) -> Label {
        let target = match self.renumbered(target) {
            RelocTarget::Symbol(symbol) => PoolTarget::Symbol(symbol.number()),
            RelocTarget::LibCall(call) => PoolTarget::LibCall(call),
            RelocTarget::Code => PoolTarget::Code,
            RelocTarget::ExitThunk => PoolTarget::ExitThunk,
            RelocTarget::Site(site) => PoolTarget::Site(site.number()),
        };
        self.pooled(PoolKind::Address(target), u128::from(addend as u64))
    }

    /// A jump table behind the code: for each target four bytes, its distance from the start of the table.
    pub fn jump_table(&mut self, targets: impl IntoIterator<Item = Label>) -> Label {
        let label = self.new_label();
        self.jump_table_at(label, targets);
        label
    }

    /// As [`jump_table`](Self::jump_table), at a label that nothing else binds.
    pub fn jump_table_at(&mut self, label: Label, targets: impl IntoIterator<Item = Label>) {
        let start = self.table_targets.len();
        self.table_targets.extend(targets);
        let len = self.table_targets.len() - start;
        self.tables.push(JumpTable { label, start: start as u32, len: len as u32 });
    }

    /// Lays out the code and applies the fix-ups. `clear` comes before the next use; until then
    /// [`CodeBuffer::label_offset`] knows the places in the finished code.
    ///
    /// The exit states of its sites are not in it yet: they need the procedure (`lower::ExitEncoder`).
    ///
    /// # Errors
    /// The first error that was remembered while emitting; code too large; a branch that does not reach; a
    /// label that was used and never bound.
    pub fn finish(&mut self, mut frame: FrameInfo) -> Result<CompiledCode, EmitError> {
        if let Some(error) = self.error.replace(EmitError::Finished) {
            return Err(error);
        }
        let layout = Layout::new(self)?;
        let mut bytes = Vec::with_capacity(layout.total_size as usize);
        bytes.resize(
            layout.padding as usize,
            match self.arch {
                Arch::X64 => 0xcc, // int3
                Arch::A64 => 0,    // udf #0
            },
        );
        bytes.extend_from_slice(&self.bytes[layout.prologue_start as usize..]);
        bytes.extend_from_slice(&self.bytes[..layout.body_end as usize]);
        let code_size = bytes.len() as u32;
        for label in self.labels.ids() {
            if self.labels[label] != UNBOUND {
                self.labels[label] = layout.place(self.labels[label]);
            }
        }
        layout.place_all(&mut self.relocations, |relocation| &mut relocation.offset);
        self.place_pool(layout.pool_start, &mut bytes)?;
        self.place_tables(&mut bytes)?;
        self.apply_fixups(&layout, &mut bytes)?;
        layout.place_all(&mut self.trap_sites, |site| &mut site.offset);
        self.exits.place(|offset| layout.place(offset));
        let patchable_sites =
            self.patchable.finished(|offset| layout.place(offset), |label| self.place_of(label))?;
        let entries = self.entries.iter().map(|l| self.place_of(*l)).collect::<Result<Vec<_>, _>>()?;
        let handler = |&(call, handler): &(u32, Label)| -> Result<Handler, EmitError> {
            Ok(Handler { call: layout.place(call), handler: self.place_of(handler)? })
        };
        let mut handlers = self.handlers.iter().map(handler).collect::<Result<Vec<_>, _>>()?;
        handlers.sort_unstable_by_key(|handler| handler.call);
        if self.protection.landing_pads {
            self.check_landing_pads(&bytes[..code_size as usize], &entries, &patchable_sites)?;
        }
        frame.signs_return_address = self.protection.sign_return_address;
        Ok(CompiledCode {
            arch: self.arch,
            bytes,
            code_size,
            alignment: self.body_alignment.max(16),
            landing_pads: self.protection.landing_pads,
            entries,
            relocations: self.relocations.clone(),
            trap_sites: self.trap_sites.clone(),
            patchable_sites,
            handlers,
            origins: self.finished_origins(&layout),
            exits: ExitTable::default(),
            frame,
            pieces: None,
        })
    }

    /// Finds where indirect branches arrive without a pad, as far as the buffer knows of them: entries are called, and
    /// the others are reached by jumps through x16 and x17.
    fn check_landing_pads(
        &self,
        code: &[u8],
        entries: &[u32],
        sites: &[PatchableSite],
    ) -> Result<(), EmitError> {
        let word = |offset: u32| Some(u32::from_le_bytes(*code.get(offset as usize..)?.first_chunk()?));
        let check = |offset: u32, called: bool| match word(offset) {
            Some(word) if a64::is_landing_pad(word, called) => Ok(()),
            _ => Err(EmitError::NoLandingPad { offset }),
        };
        entries.iter().try_for_each(|entry| check(*entry, true))?;
        self.table_targets.iter().try_for_each(|target| check(self.place_of(*target)?, false))?;
        sites.iter().try_for_each(|site| match site.kind {
            PatchableKind::Jump { target } => check(target, false),
            PatchableKind::Invalidation { .. } | PatchableKind::Constant { .. } => Ok(()),
        })
    }

    /// The origins in the order of the finished code.
    fn finished_origins(&self, layout: &Layout) -> Vec<CodeOrigin> {
        let last = self.origins.iter().rposition(|entry| entry.offset <= layout.body_end);
        let (body, prologue) = self.origins.split_at(last.map_or(0, |last| last + 1));
        let mut origins: Vec<CodeOrigin> = Vec::with_capacity(self.origins.len());
        // Only where the two meet may there be one that covers no byte, or says what the one before says.
        for entry in prologue.iter().chain(body.first()) {
            let (offset, origin) = (layout.place(entry.offset), entry.origin);
            origins.pop_if(|last| last.offset == offset);
            if origin != origins.last().map_or(Origin::NONE, |last| last.origin) {
                origins.push(CodeOrigin { offset, origin });
            }
        }
        let (start, rest) = (layout.place(0), body.get(1..).unwrap_or(&[]));
        origins.extend(rest.iter().map(|entry| CodeOrigin { offset: start + entry.offset, ..*entry }));
        origins
    }

    fn place_of(&self, label: Label) -> Result<u32, EmitError> {
        self.label_offset(label).ok_or(EmitError::UnboundLabel { label })
    }

    /// Appends the constants, by size, and binds their labels.
    fn place_pool(&mut self, pool_start: u32, bytes: &mut Vec<u8>) -> Result<(), EmitError> {
        if !self.pool.is_empty() || !self.tables.is_empty() {
            bytes.resize(pool_start as usize, 0);
        }
        for size in [16, 8, 4] {
            for item in self.pool.iter().filter(|item| item.kind.size() == size) {
                let offset = bytes.len() as u32;
                place_once(&mut self.labels, item.label, offset)?;
                let mut bits = item.bits;
                if let PoolKind::Address(target) = item.kind {
                    let target = pool_target(target);
                    let addend = bits as u64 as i64;
                    self.relocations.push(Relocation { offset, kind: RelocKind::Abs64, target, addend });
                    bits = 0;
                }
                bytes.extend_from_slice(&bits.to_le_bytes()[..size as usize]);
            }
        }
        Ok(())
    }

    /// Appends the jump tables and binds their labels.
    fn place_tables(&mut self, bytes: &mut Vec<u8>) -> Result<(), EmitError> {
        for table in &self.tables {
            let start = bytes.len() as u32;
            place_once(&mut self.labels, table.label, start)?;
            for &target in &self.table_targets[table.start as usize..][..table.len as usize] {
                let distance = self.place_of(target)?.wrapping_sub(start);
                bytes.extend_from_slice(&distance.to_le_bytes());
            }
        }
        Ok(())
    }

    fn apply_fixups(&self, layout: &Layout, bytes: &mut [u8]) -> Result<(), EmitError> {
        for fixup in &self.fixups {
            let offset = layout.place(fixup.offset);
            let distance = i64::from(self.place_of(fixup.label)?) - i64::from(offset);
            let field = &mut bytes[offset as usize..];
            if !write_distance(field, fixup.kind, distance) {
                return Err(EmitError::BranchOutOfRange { offset, kind: fixup.kind, distance });
            }
        }
        Ok(())
    }
}

/// Binds the label of a constant or table, which nobody else may have bound.
fn place_once(labels: &mut Table<Label, u32>, label: Label, offset: u32) -> Result<(), EmitError> {
    match &mut labels[label] {
        place if *place == UNBOUND => *place = offset,
        place => return Err(EmitError::InvalidBinding { label, offset: *place }),
    }
    Ok(())
}

/// Writes a distance at the start of `bytes`; false if it does not fit.
fn write_distance(bytes: &mut [u8], kind: FixupKind, distance: i64) -> bool {
    if kind == FixupKind::X64Rel8 {
        let value = i8::try_from(distance + i64::from(bytes[0] as i8));
        bytes[0] = value.unwrap_or(0) as u8;
        return value.is_ok();
    }
    let (field, _) = bytes.split_first_chunk_mut::<4>().expect("fix-ups are inside instructions");
    let old = u32::from_le_bytes(*field);
    let word_distance = |bits: u32, shift: u32| {
        let words = distance >> 2;
        let fits = distance & 3 == 0 && words >> (bits - 1) == words >> 63;
        fits.then(|| old | (words as u32 & ((1 << bits) - 1)) << shift)
    };
    let new = match kind {
        FixupKind::X64Rel8 => None,
        FixupKind::X64Rel32 => i32::try_from(distance + i64::from(old as i32)).ok().map(|d| d as u32),
        FixupKind::A64Branch14 => word_distance(14, 5),
        FixupKind::A64Branch19 => word_distance(19, 5),
        FixupKind::A64Branch26 => word_distance(26, 0),
        FixupKind::A64Adr21 => (distance >> 20 == distance >> 63).then(|| {
            let bits = distance as u32;
            old | (bits & 3) << 29 | (bits >> 2 & 0x7_ffff) << 5
        }),
    };
    *field = new.unwrap_or(old).to_le_bytes();
    new.is_some()
}

/// Where everything goes: padding, prologue, body, padding, constants, jump tables.
struct Layout {
    padding: u32,
    prologue_start: u32,
    prologue_size: u32,
    body_end: u32,
    pool_start: u32,
    total_size: u32,
}

impl Layout {
    fn new(buffer: &CodeBuffer) -> Result<Layout, EmitError> {
        let end = buffer.bytes.len() as u64;
        let pool_size: u64 = buffer.pool.iter().map(|item| u64::from(item.kind.size())).sum();
        let table_size = 4 * buffer.table_targets.len() as u64;
        // An upper bound first: below it no offset overflows.
        let bound = end + pool_size + table_size + 16 + u64::from(buffer.body_alignment);
        if bound > MAX_BYTES {
            return Err(EmitError::CodeTooLarge { bytes: bound });
        }
        let end = end as u32;
        let (body_end, prologue_start) = buffer.prologue.unwrap_or((end, end));
        let prologue_size = end - prologue_start;
        let padding = prologue_size.next_multiple_of(buffer.body_alignment) - prologue_size;
        let code_size = padding + prologue_size + body_end;
        let pool_start = code_size.next_multiple_of(16);
        let total_size = pool_start + (pool_size + table_size) as u32;
        Ok(Layout { padding, prologue_start, prologue_size, body_end, pool_start, total_size })
    }

    /// The place in the finished code of an offset in order of emission.
    fn place(&self, offset: u32) -> u32 {
        if offset > self.body_end {
            offset - self.prologue_start + self.padding
        } else {
            offset + self.padding + self.prologue_size
        }
    }

    /// Moves facts, which are in the order of emission, to that of the finished code. Linear.
    fn place_all<T>(&self, facts: &mut [T], offset: impl Fn(&mut T) -> &mut u32) {
        let mut in_body = facts.len();
        while in_body > 0 && *offset(&mut facts[in_body - 1]) > self.body_end {
            in_body -= 1;
        }
        let (body, prologue) = facts.split_at_mut(in_body);
        body.iter_mut().for_each(|fact| *offset(fact) += self.padding + self.prologue_size);
        prologue.iter_mut().for_each(|fact| *offset(fact) = self.place(*offset(fact)));
        facts.rotate_left(in_body);
    }
}

mod islands;
#[cfg(test)]
mod tests;
