//! The output of emission and input of the linker: bytes and side tables.

use super::unwind::FrameStates;
use super::{ExitTable, GcMap, PatchableSite};
use crate::base::{
    Arch, CallConv, ExitId, LibCall, Origin, OsrLayout, Reg, Signature, SiteId, StackSlotId, SymbolId,
    TrapCode,
};
use std::ops::Range;

/// The encoding of an address in code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocKind {
    /// Eight bytes: target + addend.
    Abs64,
    /// x86-64, four bytes: target + addend - address of the field. Range +-2 GiB.
    X64Rel32,
    /// AArch64, the 26-bit word offset of `b` and `bl`. Range +-128 MiB.
    A64Branch26,
    /// AArch64, `adrp`: 4 KiB pages between the field and target + addend. Range +-4 GiB.
    A64Page21,
    /// AArch64, an eight-byte load: offset within its page of target + addend, which is a multiple of 8.
    A64PageWord12,
}

/// The target of an address in code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocTarget {
    /// A symbol of the procedure: another procedure, an extern function, data.
    Symbol(SymbolId),
    /// A function of the runtime library.
    LibCall(LibCall),
    /// This code; the addend is the offset in it.
    Code,
    /// The exit thunk, through which code takes an exit: see [`x64::Assembler::exit`](super::x64::Assembler::exit).
    ExitThunk,
    /// The cell of a patchable site, see [`PatchableKind`](super::PatchableKind).
    Site(SiteId),
}

/// A field in the bytes that the linker fills in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Offset of the field in the bytes.
    pub offset: u32,
    /// The encoding of the address.
    pub kind: RelocKind,
    /// The target of the address.
    pub target: RelocTarget,
    /// Added to the address.
    pub addend: i64,
}

/// An instruction that may trap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrapSite {
    /// Offset of the instruction.
    pub offset: u32,
    /// The reason of the trap.
    pub code: TrapCode,
    /// The origin of the instruction.
    pub origin: Origin,
    /// The exit taken instead, if traps are caught and the client handles exits; invalid if there is none.
    pub exit: ExitId,
    /// False if the procedure has no frame at the instruction: the frame pointer is the caller's, and the return
    /// address is where the call stored it.
    pub has_frame: bool,
}

/// The exception handler of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The return address of the call, as an offset.
    pub call: u32,
    /// The offset of the handler, which uses the same frame.
    pub handler: u32,
}

/// The origin of the code from an offset to that of the next entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeOrigin {
    /// Offset of the first instruction.
    pub offset: u32,
    /// The origin of the instructions.
    pub origin: Origin,
}

/// The frame of a compiled procedure, constant between prologue and epilogue. With shrink-wrapping the prologue is
/// not at the entry, and paths that return early have no frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameInfo {
    /// Bytes between the frame pointer and the stack pointer.
    pub size: u32,
    /// Offsets of the procedure's stack slots from the frame pointer; `None` for a slot that was eliminated.
    pub slots: Vec<Option<i32>>,
    /// Saved callee-saved registers and their offsets from the frame pointer.
    pub callee_saves: Vec<(Reg, i32)>,
    /// True if the saved return address is signed. The modifier is the stack pointer at entry: the frame pointer plus
    /// 16.
    pub signs_return_address: bool,
}

impl FrameInfo {
    /// The offset of a stack slot from the frame pointer.
    pub fn slot_offset(&self, slot: StackSlotId) -> Option<i32> {
        self.slots.get(slot.number() as usize).copied().flatten()
    }
}

/// An entry point with its own name and signature. The convention is that of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryFunction {
    /// The number of the entry.
    pub entry: u32,
    /// The name.
    pub name: String,
    /// Parameters and results.
    pub signature: Signature,
}

/// One of several procedures in a piece of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePiece {
    /// The offsets of its instructions.
    pub range: Range<u32>,
    /// Its frame.
    pub frame: FrameInfo,
    /// Its parameters and results.
    pub signature: Signature,
    /// Its calling convention.
    pub convention: &'static CallConv,
}

/// The unlinked code of one procedure. Deterministic: equal input gives equal code on every host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompiledCode {
    /// The instruction set.
    pub arch: Arch,
    /// Instructions, padding, then constants.
    pub bytes: Vec<u8>,
    /// Number of bytes that are instructions.
    pub code_size: u32,
    /// Alignment of the first byte.
    pub alignment: u32,
    /// True if all targets of indirect branches have landing pads, so that the code may be in guarded memory (BTI).
    pub landing_pads: bool,
    /// True if returns in it go elsewhere than to their calls ([retpolines](crate::base::Hardening::indirect_branches)).
    pub retpolines: bool,
    /// Offsets of the entry points.
    pub entries: Vec<u32>,
    /// Names and signatures of entry points, by number. The others have those of the code.
    pub functions: Vec<EntryFunction>,
    /// Fields that the linker fills in, by offset.
    pub relocations: Vec<Relocation>,
    /// Instructions that may trap, by offset.
    pub trap_sites: Vec<TrapSite>,
    /// Places that can be patched while the code runs, by [`SiteId`].
    pub patchable_sites: Vec<PatchableSite>,
    /// Calls with an exceptional successor, by offset.
    pub handlers: Vec<Handler>,
    /// Origins, by offset.
    pub origins: Vec<CodeOrigin>,
    /// Exit states and the places where they hold.
    pub exits: ExitTable,
    /// The buffers of entry points that take over frames of another tier.
    pub osr_entries: Vec<OsrLayout>,
    /// The slots that hold references while the garbage collector runs.
    pub gc_map: GcMap,
    /// The frame.
    pub frame: FrameInfo,
    /// How to find the caller at each instruction.
    pub frame_states: FrameStates,
    /// The procedures in the code, by offset, if it was assembled from several. Code outside of them is the client's,
    /// and its frames are unknown. `None` if all of it is one procedure with the frame above.
    pub pieces: Option<Vec<CodePiece>>,
}

impl CompiledCode {
    /// The offsets from the start of a range at which the origin changes or an instruction may trap, in order: where
    /// those of two codes of a procedure are the same, so are the instructions. Without the start itself.
    pub(crate) fn marks_in(&self, range: &Range<u32>) -> Vec<u32> {
        let origins = self.origins.iter().map(|part| part.offset);
        let all = origins.chain(self.trap_sites.iter().map(|site| site.offset));
        let inside = all.filter(|offset| range.contains(offset) && *offset != range.start);
        let mut marks: Vec<u32> = inside.map(|offset| offset - range.start).collect();
        marks.sort_unstable();
        marks.dedup();
        marks
    }
}
