//! A buffer for code under construction: bytes, labels, fix-ups and side tables.
//!
//! Offsets index one growing vector until [`CodeBuffer::finish`] lays out the code. It places the prologue, which may
//! be emitted last, before the body, places constants and jump tables after the code, and resolves every fix-up. A
//! constant has a [`Label`] like any place in the code, so an operand that reads it is an ordinary fix-up.
//!
//! Nothing here panics. The buffer records the first error that a client's generator causes with labels and operands,
//! and `finish` returns it.

use super::access_traps::AccessTrap;
use super::exits::ExitSites;
use super::gc_map::Safepoints;
use super::masm::{Address, Base, MasmOperation};
use super::patchable::PatchableSites;
use super::unwind::FrameRecorder;
use super::{
    BranchRole, CodeOrigin, CompiledCode, ExitTable, FrameInfo, GeneratorError, Handler, PatchableKind,
    PatchableSite, RelocKind, RelocTarget, Relocation, TrapSite, a64, x64,
};
use crate::air::SpecialId;
use crate::base::{Arch, BranchProtection, ExitId, Origin, Reg, RegSet, SiteId, SymbolId, TrapCode};
use crate::support::error_type;
use labels::UNBOUND;
use layout::Layout;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

pub use labels::Label;
pub(crate) use labels::Labels;

/// Maximum size of code and constants that 32-bit distances certainly span.
const MAX_BYTES: u64 = i32::MAX as u64;

/// The encoding of a distance to a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FixupKind {
    /// x86-64, one byte: label - address of the field + contents of the field. Range 128 bytes.
    X64Rel8,
    /// x86-64, four bytes: label - address of the field + contents of the field.
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

/// Reasons why code cannot be finished.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmitError {
    /// Code and constants exceed 2 GiB, so that branches might not reach.
    CodeTooLarge {
        /// Their size.
        bytes: u64,
    },
    /// A label is out of range of the instruction that refers to it.
    BranchOutOfRange {
        /// Offset of the field in the finished code.
        offset: u32,
        /// The encoding of the distance.
        kind: FixupKind,
        /// Offset of the label minus offset of the field, in bytes.
        distance: i64,
    },
    /// A label was used but never bound, or is of another buffer.
    UnboundLabel {
        /// The label.
        label: Label,
        /// Its name, if it was created with one ([`CodeBuffer::new_named_label`]).
        name: Option<Box<str>>,
        /// Offset of the first field that refers to it, in emission order. `None` if only a table of the code does.
        first_use: Option<u32>,
    },
    /// A label was bound twice, belongs to a constant or jump table, or does not belong to this buffer.
    InvalidBinding {
        /// The label.
        label: Label,
        /// Offset at which it was to be bound.
        offset: u32,
    },
    /// A name in an assembly is defined twice.
    DefinedTwice {
        /// The name.
        name: String,
    },
    /// The buffer was finished before and has not been cleared since.
    Finished,
    /// An instruction has an operand that it cannot encode.
    InvalidOperand {
        /// Offset of the instruction, in emission order.
        offset: u32,
        /// What was expected.
        expected: &'static str,
        /// The operation of the macro assembler that emitted it, if one did.
        operation: Option<MasmOperation>,
    },
    /// An exit state cannot be encoded.
    InvalidExit {
        /// The exit.
        exit: ExitId,
        /// What was expected.
        expected: &'static str,
    },
    /// A machine instruction has operands that no form of its opcode accepts, or the opcode has no encoding.
    UnexpectedOperands {
        /// Its opcode.
        opcode: &'static str,
    },
    /// Code with landing pads has none at an entry, a jump table target or the initial target of a patchable jump:
    /// see [`MacroAssembler::landing_pad`](super::masm::MacroAssembler::landing_pad).
    NoLandingPad {
        /// Offset in the finished code where it is missing.
        offset: u32,
    },
    /// The emitted code ends in the middle of a procedure.
    Unfinished {
        /// Offset of the end, in emission order.
        offset: u32,
    },
    /// A macro assembler operation needs a scratch register and none was given.
    NoScratch {
        /// Offset of the operation, in emission order.
        offset: u32,
        /// The operation.
        operation: Option<MasmOperation>,
    },
    /// A macro assembler operation needs a CPU feature that the target does not have.
    MissingFeature {
        /// Name of the feature in the text format.
        feature: &'static str,
    },
    /// A macro assembler was created for an instruction set other than that of its buffer.
    ForeignTarget {
        /// The instruction set of the buffer.
        buffer: Arch,
        /// The instruction set of the assembler's target.
        target: Arch,
    },
    /// A generator failed to emit its code.
    Generator {
        /// The special of its patchpoint.
        special: SpecialId,
        /// The error that it returned.
        error: GeneratorError,
    },
    /// A generator writes registers that are neither results nor scratches nor declared clobbers; or the generator of
    /// a check takes an exit and writes registers that hold values of the exit state.
    UndeclaredWrite {
        /// The special of its patchpoint.
        special: SpecialId,
        /// The registers.
        regs: RegSet,
    },
    /// The frame exceeds the size that the target can address.
    FrameTooLarge {
        /// Its size.
        bytes: u64,
    },
}

error_type!(EmitError {
    EmitError::CodeTooLarge { bytes } => "the code has {bytes} bytes; the maximum is {MAX_BYTES}";
    EmitError::BranchOutOfRange { offset, kind, distance } =>
        "the field at offset {offset:#x} ({kind:?}) cannot hold a distance of {distance}";
    EmitError::UnboundLabel { label, name: Some(name), first_use: Some(first_use) } =>
        "label `{name}` ({label}) is used at offset {first_use:#x} but not bound in this code";
    EmitError::UnboundLabel { label, name: None, first_use: Some(first_use) } =>
        "label {label} is used at offset {first_use:#x} but not bound in this code";
    EmitError::UnboundLabel { label, name: Some(name), first_use: None } =>
        "label `{name}` ({label}) is used but not bound in this code";
    EmitError::UnboundLabel { label, name: None, first_use: None } =>
        "label {label} is used but not bound in this code";
    EmitError::InvalidBinding { label, offset } =>
        "label {label} cannot be bound at offset {offset:#x}: it is bound, pooled or foreign";
    EmitError::DefinedTwice { name } => "`{name}` is defined twice";
    EmitError::Finished => "the code is finished already";
    EmitError::InvalidOperand { offset, expected, operation: Some(operation) } =>
        "{operation} at offset {offset:#x} has an operand it cannot encode: {expected}";
    EmitError::InvalidOperand { offset, expected, operation: None } =>
        "the instruction at offset {offset:#x} has an operand it cannot encode: {expected}";
    EmitError::InvalidExit { exit, expected } => "{exit} cannot be described: expected {expected}";
    EmitError::UnexpectedOperands { opcode } => "{opcode} has operands that cannot be emitted";
    EmitError::NoLandingPad { offset } =>
        "expected a landing pad at offset {offset:#x}, where an indirect branch may arrive";
    EmitError::Unfinished { offset } => "the code ends in the middle of a procedure at offset {offset:#x}";
    EmitError::NoScratch { offset, operation: Some(operation) } =>
        "{operation} at offset {offset:#x} needs a scratch register, and none was given";
    EmitError::NoScratch { offset, operation: None } =>
        "the operation at offset {offset:#x} needs a scratch register, and none was given";
    EmitError::MissingFeature { feature } => "an operation needs the CPU feature {feature}";
    EmitError::ForeignTarget { buffer, target } =>
        "the buffer is for {buffer:?} and the macro assembler's target is {target:?}";
    EmitError::Generator { special, error } => "the generator of {special}: {error}";
    EmitError::UndeclaredWrite { special, regs } =>
        "the generator of {special} writes {regs:?}, which it does not declare";
    EmitError::FrameTooLarge { bytes } => "a frame of {bytes} bytes is too large";
});

impl EmitError {
    /// The error with the operation that it belongs to, if it can have one and has none yet.
    pub(super) fn of_operation(mut self, found: Option<MasmOperation>) -> EmitError {
        if let EmitError::InvalidOperand { operation, .. } | EmitError::NoScratch { operation, .. } =
            &mut self
        {
            *operation = operation.or(found);
        }
        self
    }
}

#[derive(Clone, Copy, Debug)]
struct Fixup {
    /// Offset of the field, in emission order.
    offset: u32,
    label: Label,
    kind: FixupKind,
}

/// The kinds of constants in the pool, strongest alignment first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum PoolKind {
    Bytes16,
    Bytes8,
    Address(PoolTarget),
    Bytes4,
}

/// A [`RelocTarget`] as a hash key.
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

/// A jump table: one four-byte distance from the start of the table per target.
#[derive(Clone, Copy, Debug)]
struct JumpTable {
    label: Label,
    start: u32,
    len: u32,
}

/// A buffer for code under construction. A compiler keeps one and clears it for each procedure.
#[derive(Debug)]
pub struct CodeBuffer {
    arch: Arch,
    protection: BranchProtection,
    hardens_branches: bool,
    pub(super) has_retpolines: bool,
    bytes: Vec<u8>,
    /// Offset in emission order before `finish`, in the finished code after it; or [`UNBOUND`].
    labels: Labels,
    fixups: Vec<Fixup>,
    relocations: Vec<Relocation>,
    pub(super) trap_sites: Vec<TrapSite>,
    pub(super) access_trap: Option<AccessTrap>,
    /// Return addresses of calls and their exception handlers.
    handlers: Vec<(u32, Label)>,
    origins: Vec<CodeOrigin>,
    /// The client's origins, if instructions have numbers as origins; otherwise empty.
    numbered_origins: Vec<Origin>,
    /// The origin of the last entry of `origins`.
    origin: Origin,
    entries: Vec<Label>,
    pool: Vec<PoolItem>,
    pool_labels: FxHashMap<(PoolKind, u128), Label>,
    blobs: Vec<bytes::Blob>,
    /// Upper bound of the size of all byte strings with their padding.
    blob_bytes: u64,
    tables: Vec<JumpTable>,
    table_targets: Vec<Label>,
    /// End of the body and start of the prologue.
    prologue: Option<(u32, u32)>,
    /// The strongest alignment that the body requires.
    body_alignment: u32,
    written: RegSet,
    /// Registers that were in `written` when it was taken or cleared; the driver of a generator needs these, too.
    taken: RegSet,
    has_frame: bool,
    pub(super) frames: FrameRecorder,
    /// Bytes between the frame's stack pointer and the current one, which is lower.
    lowered: i32,
    /// Added to symbol numbers.
    first_symbol: u32,
    pub(super) exits: ExitSites,
    pub(super) safepoints: Safepoints,
    pub(super) patchable: PatchableSites,
    error: Option<EmitError>,
    islands: islands::Islands,
}

impl CodeBuffer {
    /// Creates an empty buffer for this instruction set.
    pub fn new(arch: Arch) -> CodeBuffer {
        let mut buffer = CodeBuffer {
            arch,
            protection: BranchProtection::NONE,
            hardens_branches: false,
            has_retpolines: false,
            bytes: Vec::new(),
            labels: Labels::new(),
            fixups: Vec::new(),
            relocations: Vec::new(),
            trap_sites: Vec::new(),
            access_trap: None,
            handlers: Vec::new(),
            origins: Vec::new(),
            numbered_origins: Vec::new(),
            origin: Origin::NONE,
            entries: Vec::new(),
            pool: Vec::new(),
            pool_labels: FxHashMap::default(),
            blobs: Vec::new(),
            blob_bytes: 0,
            tables: Vec::new(),
            table_targets: Vec::new(),
            prologue: None,
            body_alignment: 1,
            written: RegSet::EMPTY,
            taken: RegSet::EMPTY,
            has_frame: true,
            frames: FrameRecorder::default(),
            lowered: 0,
            first_symbol: 0,
            exits: ExitSites::default(),
            safepoints: Safepoints::default(),
            patchable: PatchableSites::default(),
            error: None,
            islands: islands::Islands::default(),
        };
        buffer.clear();
        buffer
    }

    /// Clears everything but keeps the memory.
    pub fn clear(&mut self) {
        self.protection = BranchProtection::NONE;
        self.hardens_branches = false;
        self.has_retpolines = false;
        self.bytes.clear();
        self.labels.clear();
        self.fixups.clear();
        self.relocations.clear();
        self.trap_sites.clear();
        self.access_trap = None;
        self.handlers.clear();
        self.has_frame = true;
        self.frames.clear();
        self.lowered = 0;
        self.origins.clear();
        self.numbered_origins.clear();
        // The body always has an entry at its start, so that the prologue's last origin does not extend into it.
        self.origins.push(CodeOrigin { offset: 0, origin: Origin::NONE });
        self.origin = Origin::NONE;
        self.entries.clear();
        self.pool.clear();
        self.pool_labels.clear();
        self.blobs.clear();
        self.blob_bytes = 0;
        self.tables.clear();
        self.table_targets.clear();
        self.prologue = None;
        self.body_alignment = 1;
        self.take_written();
        self.first_symbol = 0;
        self.exits.clear();
        self.safepoints.clear();
        self.patchable.clear();
        self.error = None;
        self.islands.clear();
    }

    /// The instruction set.
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// The branch protection of the code.
    pub(super) fn protection(&self) -> BranchProtection {
        self.protection
    }

    /// True if indirect branches are emitted as sequences against speculation:
    /// [`Hardening::indirect_branches`](crate::base::Hardening::indirect_branches).
    pub(super) fn hardens_branches(&self) -> bool {
        self.hardens_branches
    }

    /// Sets whether indirect branches are hardened, until [`CodeBuffer::clear`].
    pub(crate) fn harden_branches(&mut self, hardens: bool) {
        self.hardens_branches = hardens;
    }

    /// True if the frame of the procedure exists at the next instruction.
    pub(super) fn has_frame(&self) -> bool {
        self.has_frame
    }

    /// Sets whether the following code has a frame (default: true).
    pub(crate) fn set_frame(&mut self, has_frame: bool) {
        self.has_frame = has_frame;
        self.resume_frame_state();
    }

    /// Sets the branch protection, until [`CodeBuffer::clear`]. Signed return addresses exist on AArch64 only.
    pub(crate) fn protect(&mut self, protection: BranchProtection) {
        self.protection = protection;
    }

    /// The offset of the next byte, in emission order.
    pub fn offset(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// The bytes so far, in emission order, before fix-ups.
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
        // One reservation and one fixed-size store for every length.
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

    /// Records that an instruction writes `reg`.
    #[inline]
    pub(super) fn note_write(&mut self, reg: Reg) {
        self.written.insert(reg);
    }

    /// Records that code writes these registers, for example in a call or in bytes encoded elsewhere.
    pub fn note_writes(&mut self, regs: RegSet) {
        self.written = self.written.union(regs);
    }

    /// Registers written by instructions since the last [`CodeBuffer::clear`] or [`CodeBuffer::take_written`]. A call
    /// counts for the registers that the instruction itself writes, not for those that the callee may clobber.
    pub fn written(&self) -> RegSet {
        self.written
    }

    /// Returns [`CodeBuffer::written`] and resets it to the empty set.
    pub fn take_written(&mut self) -> RegSet {
        let written = std::mem::take(&mut self.written);
        self.taken = self.taken.union(written);
        written
    }

    /// Registers written since the last call of this function, independent of `take_written` and `clear`.
    pub(super) fn take_all_written(&mut self) -> RegSet {
        self.take_written();
        std::mem::take(&mut self.taken)
    }

    /// Sets the written registers, for code that restores what it writes.
    pub(super) fn set_written(&mut self, written: RegSet) {
        self.written = written;
    }

    /// Records that the stack pointer is lower by `bytes` from here on.
    pub(super) fn lower_stack(&mut self, bytes: i32) {
        self.lowered += bytes;
    }

    /// The number of bytes by which the stack pointer is below that of the frame.
    pub(super) fn lowered_bytes(&self) -> i32 {
        self.lowered
    }

    /// True if the stack pointer differs from that of the frame.
    pub(super) fn has_lowered_stack(&self) -> bool {
        self.lowered != 0
    }

    /// Adjusts an address relative to the frame's stack pointer to the current, lower one.
    pub(super) fn adjust_to_lowered_stack<'g>(&self, address: Address<'g>) -> Address<'g> {
        match address.base {
            Base::StackPointer => Address { offset: address.offset + i64::from(self.lowered), ..address },
            _ => address,
        }
    }

    /// Records an error that [`CodeBuffer::finish`] returns. The first one wins.
    pub fn fail(&mut self, error: EmitError) {
        self.error.get_or_insert(error);
    }

    /// Records that the next instruction has an operand that it cannot encode.
    #[cold]
    pub(super) fn invalid_operand(&mut self, expected: &'static str) {
        let offset = self.offset();
        self.fail(EmitError::InvalidOperand { offset, expected, operation: None });
    }

    /// Names the operation that recorded the error, if there is one.
    pub(super) fn add_operation_to_error(&mut self, operation: Option<MasmOperation>) {
        if let Some(error) = self.error.take() {
            self.error = Some(error.of_operation(operation));
        }
    }

    /// Creates an unbound label.
    pub fn new_label(&mut self) -> Label {
        self.labels.push(UNBOUND)
    }

    /// Creates an unbound label with a name, which [`EmitError::UnboundLabel`] has if the label is never bound.
    pub fn new_named_label(&mut self, name: impl Into<Cow<'static, str>>) -> Label {
        let label = self.labels.push(UNBOUND);
        self.labels.set_name(label, name.into());
        label
    }

    /// Binds a label to the next byte. `finish` fails if it is bound already or belongs to another buffer.
    pub fn bind(&mut self, label: Label) {
        let offset = self.offset();
        match self.labels.get_mut(label) {
            Some(place) if *place == UNBOUND => *place = offset,
            _ => self.fail(EmitError::InvalidBinding { label, offset }),
        }
    }

    /// Creates a label bound to the next byte.
    pub fn bind_new_label(&mut self) -> Label {
        self.labels.push(self.bytes.len() as u32)
    }

    /// The offset of a bound label: in emission order, or from [`CodeBuffer::finish`] to `clear` in the finished code.
    pub fn label_offset(&self, label: Label) -> Option<u32> {
        self.labels.offset(label)
    }

    /// Takes the labels out of the buffer.
    pub(crate) fn take_labels(&mut self) -> Labels {
        std::mem::replace(&mut self.labels, Labels::new())
    }

    /// The distance in bytes from the next byte back to a label, if it is known already.
    #[inline]
    pub(super) fn backward_distance(&self, label: Label) -> Option<i32> {
        let target = self.label_offset(label)?;
        let fragment = self.prologue.map_or(0, |(_, start)| start);
        // A label of the body is not at a fixed distance from the prologue.
        (target >= fragment).then(|| target as i32 - self.offset() as i32)
    }

    /// Adds a fix-up: `finish` writes the distance from the field at `offset` to `label`.
    #[inline]
    pub(super) fn add_fixup(&mut self, offset: u32, kind: FixupKind, label: Label) {
        self.fixups.push(Fixup { offset, label, kind });
    }

    /// Adds a relocation of the field at `offset`. Relocations must be added in order of offsets.
    pub(super) fn add_relocation(&mut self, offset: u32, kind: RelocKind, target: RelocTarget, addend: i64) {
        let target = self.renumbered(target);
        self.relocations.push(Relocation { offset, kind, target, addend });
    }

    /// The relocations so far, in emission order.
    pub(super) fn relocations(&self) -> &[Relocation] {
        &self.relocations
    }

    /// Sets the number of symbol 0 in the finished code, for buffers with several procedures.
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

    /// The error that `finish` will return, if one has been recorded.
    pub fn error(&self) -> Option<&EmitError> {
        self.error.as_ref()
    }

    /// Adds a trap site with the current origin for the next instruction, or the accesses of the next masm operation.
    pub fn add_trap_site(&mut self, code: TrapCode) {
        let (offset, exit) = (self.offset(), ExitId::INVALID);
        let (origin, has_frame) = (self.origin, self.has_frame);
        self.trap_sites.push(TrapSite { offset, code, origin, exit, has_frame });
    }

    /// Records that an exception thrown by the callee of the preceding call continues at `handler`. There the frame
    /// is that of the body, callee-saved registers hold their values at the call, and all others are undefined.
    pub fn add_handler(&mut self, handler: Label) {
        self.handlers.push((self.offset(), handler));
    }

    /// Sets the origin of the code from the next byte on.
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

    /// Replaces the last origin, which covers no byte, by a different one.
    #[inline(never)]
    fn replace_last_origin(&mut self, origin: Origin) {
        // The preceding origin is that of the body's end, which does not precede the prologue in the finished code.
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

    /// Says that the origins of instructions are numbers, and which origins of the client these stand for.
    pub(crate) fn set_numbered_origins(&mut self, origins: Vec<Origin>) {
        self.numbered_origins = origins;
    }

    /// Returns the client's origin for the origin of an instruction.
    pub(super) fn client_origin(&self, origin: Origin) -> Origin {
        self.numbered_origins.get(origin.0 as usize).copied().unwrap_or(origin)
    }

    /// The number of entry points.
    pub(crate) fn entry_count(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Adds an entry point at this label.
    pub fn add_entry(&mut self, label: Label) {
        self.entries.push(label);
    }

    /// Requires the body to start at a multiple of `alignment`, a power of two.
    pub(super) fn require_alignment(&mut self, alignment: u32) {
        self.body_alignment = self.body_alignment.max(alignment);
    }

    /// Starts the prologue, which `finish` places before the code emitted so far.
    ///
    /// Control falls through from its end to the start of the body. Only the first call, at the end of the body, has
    /// an effect.
    pub fn start_prologue(&mut self) {
        if self.prologue.is_none() {
            let end = self.offset();
            // A gap, dropped by `finish`, separates labels at the end of the body from the prologue's start.
            self.bytes.extend_from_slice(&[0; 4]);
            let start = self.offset();
            self.prologue = Some((end, start));
            self.origins.push(CodeOrigin { offset: start, origin: Origin::NONE });
            self.frames.start_prologue(start);
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

    /// A four-byte constant in the pool, aligned to four. Equal constants share their place.
    pub fn constant4(&mut self, bits: u32) -> Label {
        self.pooled(PoolKind::Bytes4, u128::from(bits))
    }

    /// An eight-byte constant in the pool, aligned to eight. Equal constants share their place.
    pub fn constant8(&mut self, bits: u64) -> Label {
        self.pooled(PoolKind::Bytes8, u128::from(bits))
    }

    /// A sixteen-byte constant in the pool, aligned to sixteen. Equal constants share their place.
    pub fn constant16(&mut self, bits: u128) -> Label {
        self.pooled(PoolKind::Bytes16, bits)
    }

    /// An address in the constant pool: eight bytes that the linker fills in. Equal ones share their place.
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

    /// A jump table after the code: for each target, its four-byte distance from the start of the table.
    pub fn jump_table(&mut self, targets: impl IntoIterator<Item = Label>) -> Label {
        let label = self.new_label();
        self.jump_table_at(label, targets);
        label
    }

    /// Like [`jump_table`](Self::jump_table), at a label that is bound nowhere else.
    pub fn jump_table_at(&mut self, label: Label, targets: impl IntoIterator<Item = Label>) {
        let start = self.table_targets.len();
        self.table_targets.extend(targets);
        let len = self.table_targets.len() - start;
        self.tables.push(JumpTable { label, start: start as u32, len: len as u32 });
    }

    /// Lays out the code and applies the fix-ups.
    ///
    /// The buffer must be cleared before its next use. Until then [`CodeBuffer::label_offset`] gives offsets in the
    /// finished code. The result has no exit states yet: encoding them needs the procedure (`lower::ExitEncoder`).
    ///
    /// # Errors
    /// Returns the first error recorded during emission. Also fails if the code is too large, a branch is out of
    /// range, or a label was used but never bound.
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
        self.labels.bound_mut().for_each(|offset| *offset = layout.place(*offset));
        layout.place_all(&mut self.relocations, |relocation| &mut relocation.offset);
        self.place_pool(layout.pool_start, &mut bytes)?;
        self.place_tables(&mut bytes)?;
        self.place_blobs(&mut bytes)?;
        self.apply_fixups(&layout, &mut bytes)?;
        layout.place_all(&mut self.trap_sites, |site| &mut site.offset);
        self.exits.place(|offset| layout.place(offset));
        let gc_map = self.safepoints.finished(|offset| layout.place(offset))?;
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
            retpolines: self.has_retpolines,
            entries,
            functions: Vec::new(),
            relocations: self.relocations.clone(),
            trap_sites: self.trap_sites.clone(),
            patchable_sites,
            handlers,
            origins: self.finished_origins(&layout),
            exits: ExitTable::default(),
            osr_entries: Vec::new(),
            gc_map,
            frame,
            frame_states: self.frames.finished(|rows| layout.place_all(rows, |row| &mut row.offset)),
            pieces: None,
        })
    }

    /// Checks that each known target of an indirect branch begins with a landing pad. Entries are called; jump tables
    /// and patchable jumps branch through x16 or x17.
    fn check_landing_pads(
        &self,
        code: &[u8],
        entries: &[u32],
        sites: &[PatchableSite],
    ) -> Result<(), EmitError> {
        let word = |offset: u32| code.get(offset as usize..)?.first_chunk::<4>();
        let check = |offset: u32, called: bool| {
            let is_pad = word(offset).is_some_and(|word| match self.arch {
                Arch::X64 => *word == x64::LANDING_PAD,
                Arch::A64 => a64::is_landing_pad(u32::from_le_bytes(*word), called),
            });
            if is_pad { Ok(()) } else { Err(EmitError::NoLandingPad { offset }) }
        };
        entries.iter().try_for_each(|entry| check(*entry, true))?;
        self.table_targets.iter().try_for_each(|target| check(self.place_of(*target)?, false))?;
        sites.iter().try_for_each(|site| match site.kind {
            PatchableKind::Jump { target } => check(target, false),
            PatchableKind::Branch { target, role: BranchRole::Nop, .. } => check(target, false),
            // Their stubs jump through a cell, to the initial target, too.
            PatchableKind::Branch { target, .. } if self.arch == Arch::X64 => check(target, true),
            // Stubs branch to these directly.
            PatchableKind::Invalidation { .. }
            | PatchableKind::Branch { .. }
            | PatchableKind::Constant { .. }
            | PatchableKind::Immediate { .. } => Ok(()),
        })
    }

    /// The origins in the order of the finished code.
    fn finished_origins(&self, layout: &Layout) -> Vec<CodeOrigin> {
        let last = self.origins.iter().rposition(|entry| entry.offset <= layout.body_end);
        let (body, prologue) = self.origins.split_at(last.map_or(0, |last| last + 1));
        let mut origins: Vec<CodeOrigin> = Vec::with_capacity(self.origins.len());
        // Only at the border of prologue and body can an entry cover no byte or repeat the one before it.
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
        self.label_offset(label).ok_or_else(|| self.unbound(label))
    }

    #[cold]
    fn unbound(&self, label: Label) -> EmitError {
        let fixups = self.fixups.iter().filter(|fixup| fixup.label == label).map(|fixup| fixup.offset);
        let handlers = self.handlers.iter().filter(|(_, handler)| *handler == label).map(|(call, _)| *call);
        let (name, first_use) = (self.labels.name(label).map(Into::into), fixups.chain(handlers).min());
        EmitError::UnboundLabel { label, name, first_use }
    }

    /// Appends the constants in order of decreasing size and binds their labels.
    fn place_pool(&mut self, pool_start: u32, bytes: &mut Vec<u8>) -> Result<(), EmitError> {
        if !self.pool.is_empty() || !self.tables.is_empty() || !self.blobs.is_empty() {
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

/// Binds the label of a constant or table. Fails if it is bound already.
fn place_once(labels: &mut Labels, label: Label, offset: u32) -> Result<(), EmitError> {
    match labels.get_mut(label) {
        Some(place) if *place == UNBOUND => *place = offset,
        Some(place) => return Err(EmitError::InvalidBinding { label, offset: *place }),
        None => return Err(EmitError::InvalidBinding { label, offset }),
    }
    Ok(())
}

/// Writes a distance at the start of `bytes`. Returns false if it does not fit.
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

mod bytes;
mod islands;
mod labels;
mod layout;
#[cfg(test)]
mod tests;
