//! What emission hands to the linker: bytes and facts about them.

use super::{ExitTable, PatchableSite};
use crate::base::{
    Arch, CallConv, ExitId, LibCall, Origin, Reg, Signature, SiteId, StackSlotId, SymbolId, TrapCode,
};
use std::ops::Range;

/// How an address is written into code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocKind {
    /// Eight bytes: target + addend.
    Abs64,
    /// x86-64, four bytes: target + addend - address of the field. Range 2 GiB either way.
    X64Rel32,
    /// AArch64, the 26-bit word offset of `b` and `bl`. Range 128 MiB either way.
    A64Branch26,
    /// AArch64, `adrp`: pages of 4 KiB between the field and target + addend. Range 4 GiB either way.
    A64Page21,
    /// AArch64, a load of eight bytes: where target + addend, a multiple of 8, is in its page.
    A64PageWord12,
}

/// What an address in code refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocTarget {
    /// A symbol of the procedure: another procedure, an extern function, data.
    Symbol(SymbolId),
    /// A function of the library.
    LibCall(LibCall),
    /// This code itself, at the offset in the addend.
    Code,
    /// The thunk through which code leaves by an exit, see [`x64::Assembler::exit`](super::x64::Assembler::exit).
    ExitThunk,
    /// The cell of a site that is one, see [`PatchableKind`](super::PatchableKind).
    Site(SiteId),
}

/// A place in the bytes that the linker fills in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Offset of the field in the bytes.
    pub offset: u32,
    /// How the address is written.
    pub kind: RelocKind,
    /// Whose address.
    pub target: RelocTarget,
    /// Added to the address.
    pub addend: i64,
}

/// An instruction that may trap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrapSite {
    /// Offset of the instruction.
    pub offset: u32,
    /// Why it traps.
    pub code: TrapCode,
    /// Whose instruction it is.
    pub origin: Origin,
    /// The exit by which it leaves instead, where traps are caught and somebody handles exits; invalid if it has none.
    pub exit: ExitId,
    /// False if the procedure has not made its frame there: the frame pointer is the caller's, and the return address
    /// where the call has put it.
    pub has_frame: bool,
}

/// Where what a call throws goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    /// The offset behind the call: its return address.
    pub call: u32,
    /// The offset to go to, in the same frame.
    pub handler: u32,
}

/// From this offset on, up to the next entry's, code belongs to this origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeOrigin {
    /// Offset of the first instruction.
    pub offset: u32,
    /// Whose instructions they are.
    pub origin: Origin,
}

/// The frame of a compiled procedure. Constant from the end of the prologue to the epilogue. The prologue need not be
/// where the entry is: what returns early may do so without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameInfo {
    /// Bytes between the frame pointer and the stack pointer.
    pub size: u32,
    /// Offsets from the frame pointer of the procedure's stack slots; `None` for a slot that vanished.
    pub slots: Vec<Option<i32>>,
    /// Where callee-saved registers are kept: offsets from the frame pointer.
    pub callee_saves: Vec<(Reg, i32)>,
    /// True if the return address beside the caller's frame pointer is signed, with the stack pointer of the entry as
    /// modifier: 16 bytes above the frame pointer.
    pub signs_return_address: bool,
}

impl FrameInfo {
    /// The offset of a stack slot from the frame pointer.
    pub fn slot_offset(&self, slot: StackSlotId) -> Option<i32> {
        self.slots.get(slot.number() as usize).copied().flatten()
    }
}

/// A procedure in code that was put together of several, and of what is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePiece {
    /// The offsets of its instructions.
    pub range: Range<u32>,
    /// Its frame.
    pub frame: FrameInfo,
    /// What it takes and gives.
    pub signature: Signature,
    /// How it is called.
    pub convention: &'static CallConv,
}

/// One procedure as bytes, not linked. Equal for equal input, on every host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompiledCode {
    /// The instruction set.
    pub arch: Arch,
    /// Instructions, padding, then constants.
    pub bytes: Vec<u8>,
    /// How many of the bytes are instructions.
    pub code_size: u32,
    /// Alignment of the first byte.
    pub alignment: u32,
    /// True if indirect branches arrive at landing pads only, so that it may be in guarded memory.
    pub landing_pads: bool,
    /// Offsets of the entry points.
    pub entries: Vec<u32>,
    /// Places that the linker fills in, by offset.
    pub relocations: Vec<Relocation>,
    /// Instructions that may trap, by offset.
    pub trap_sites: Vec<TrapSite>,
    /// Places that may be changed while the code runs, by number.
    pub patchable_sites: Vec<PatchableSite>,
    /// Calls with an exceptional successor, by offset.
    pub handlers: Vec<Handler>,
    /// Origins, by offset.
    pub origins: Vec<CodeOrigin>,
    /// Exit states, and where they hold.
    pub exits: ExitTable,
    /// The frame.
    pub frame: FrameInfo,
    /// The procedures in it, by offset, if it was put together of some; what is in none of them is the client's own
    /// code, of whose frames nothing is known. `None`: everything is one procedure, with the frame above.
    pub pieces: Option<Vec<CodePiece>>,
}
