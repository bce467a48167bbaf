//! Frames of AArch64: prologues, saved registers, epilogues, and memory operands with any offset.

use super::encoding::arithmetic_immediate;
use super::registers::{FP, SP, X16, ZR};
use super::{Access, Arith, Assembler, Cond, Extend, Mem, Pair};
use crate::air::Code;
use crate::base::Width::{self, W32, W64};
use crate::base::{Arch, Bank, Reg, TrapCode};
use crate::isa::unwind::FrameState;
use crate::isa::{CodeBuffer, FrameInfo};

/// Emits a prologue. The frame pointer points to the frame record: the caller's frame pointer and the return address.
pub(super) fn emit_prologue(buffer: &mut CodeBuffer, code: &Code, frame: &FrameInfo) {
    let mut asm = Assembler::new(buffer);
    asm.push_frame_record();
    grow_stack(&mut asm, frame.size, code.target.desc.conventions[0].probe_interval.max(1));
    transfer_saved(&mut asm, &frame.callee_saves, i32::try_from(frame.size).ok(), true);
    asm.buffer().note_saves(&frame.callee_saves);
}

/// Lowers the stack pointer by `size` bytes and probes every page, so that no access skips a guard page. A failing
/// probe is a stack overflow. A large frame is probed in a loop.
pub(super) fn grow_stack(asm: &mut Assembler<'_>, size: u32, page: u32) {
    const UNROLLED: u32 = 4;
    let pages = size / page;
    let touch = |asm: &mut Assembler<'_>| {
        lower_stack_pointer(asm, page);
        asm.buffer().add_trap_site(TrapCode::StackOverflow);
        asm.access(Access::Store64, ZR, Mem::base(SP, 0));
    };
    if pages > UNROLLED {
        asm.mov_ri(X16, u64::from(pages * page));
        asm.arith_rre(Arith::Sub, W64, X16, SP, X16, Extend::Zero64, 0);
        let again = asm.buffer().bind_new_label();
        touch(asm);
        asm.arith_rre(Arith::Subs, W64, ZR, SP, X16, Extend::Zero64, 0);
        asm.b_cond(Cond::Ne, again);
    } else {
        (0..pages).for_each(|_| touch(asm));
    }
    lower_stack_pointer(asm, size - pages * page);
}

/// Lowers the stack pointer by `bytes`, at most 2^24.
pub(super) fn lower_stack_pointer(asm: &mut Assembler<'_>, bytes: u32) {
    for part in [bytes & !0xfff, bytes & 0xfff] {
        if part != 0 {
            asm.arith_rri(Arith::Sub, W64, SP, SP, u64::from(part));
        }
    }
}

/// Stores or loads callee-saved registers, in pairs where two are adjacent. `frame` is the distance from the stack
/// pointer up to the frame pointer, if known.
pub(super) fn transfer_saved(
    asm: &mut Assembler<'_>,
    saves: &[(Reg, i32)],
    frame: Option<i32>,
    stores: bool,
) {
    let (Some(&(_, highest)), Some(&(_, lowest))) = (saves.first(), saves.last()) else { return };
    // The range of pairs is smaller than that of single accesses.
    const REACH: i32 = 63 * 8;
    let (base, origin) = match frame {
        _ if lowest >= -512 => (FP, 0),
        Some(frame) if highest.saturating_add(frame) <= REACH => (SP, -frame),
        _ => {
            add_immediate(asm, W64, X16, FP, i64::from(lowest));
            (X16, lowest)
        }
    };
    let mut rest = saves;
    while let Some((&(reg, offset), tail)) = rest.split_first() {
        rest = tail;
        let is_fp = reg.bank() == Bank::Fp;
        if let Some(&(below, lower)) = rest.first()
            && below.bank() == reg.bank()
            && lower == offset - 8
            // Windows describes only pairs of neighbours, the lower number at the lower address.
            && (below.number() > reg.number() || below.number() + 1 == reg.number())
        {
            rest = &rest[1..];
            let (pair, mem) = (if is_fp { Pair::F64 } else { Pair::Gp64 }, Mem::base(base, lower - origin));
            match stores {
                true => asm.store_pair(pair, below, reg, mem),
                false => asm.load_pair(pair, below, reg, mem),
            }
            continue;
        }
        let access = match (is_fp, stores) {
            (false, true) => Access::Store64,
            (false, false) => Access::Load64,
            (true, true) => Access::StoreF64,
            (true, false) => Access::LoadF64,
        };
        let mem = mem_at(asm, base, offset - origin, access);
        asm.access(access, reg, mem);
    }
}

/// `dst = a + imm`. May clobber x16. Register 31 is not allowed, except sp as `a` with an immediate below 2^24.
pub(super) fn add_immediate(asm: &mut Assembler<'_>, width: Width, dst: Reg, a: Reg, imm: i64) {
    let (op, size) = if imm < 0 { (Arith::Sub, imm.unsigned_abs()) } else { (Arith::Add, imm as u64) };
    if arithmetic_immediate(size).is_some() {
        asm.arith_rri(op, width, dst, a, size);
    } else if size < 1 << 24 {
        asm.arith_rri(op, width, dst, a, size & !0xfff);
        asm.arith_rri(op, width, dst, dst, size & 0xfff);
    } else {
        let bits = if width == W32 { u64::from(imm as u32) } else { imm as u64 };
        asm.mov_ri(X16, bits);
        asm.arith_rrr(Arith::Add, width, dst, a, X16);
    }
}

/// The memory operand for `base` (31 is sp) plus an offset. May clobber x16.
pub(super) fn mem_at(asm: &mut Assembler<'_>, base: Reg, offset: i32, access: Access) -> Mem {
    if access.fits(offset) {
        return Mem::base(base, offset);
    }
    if let Some((high, low)) = halves(offset, access) {
        add_immediate(asm, W64, X16, base, i64::from(high));
        return Mem::base(X16, low);
    }
    asm.mov_ri(X16, i64::from(offset) as u64);
    Mem::Index { base, index: X16, extend: Extend::Zero64, scaled: false }
}

/// Splits an offset into a part that one instruction adds, and a non-negative rest that the access encodes.
pub(super) fn halves(offset: i32, access: Access) -> Option<(i32, i32)> {
    let low = offset & 0xfff;
    let (high, low) = if access.fits(low) { (offset - low, low) } else { (offset, 0) };
    arithmetic_immediate(u64::from(high.unsigned_abs())).map(|_| (high, low))
}

/// Restores the callee-saved registers, before the frame of `frame` bytes is removed.
pub(super) fn restore_saved(asm: &mut Assembler<'_>, code: &Code, frame: Option<i32>) {
    let saves: Vec<(Reg, i32)> =
        crate::isa::emit::callee_saves_of(code).map(|save| (save.reg, save.offset())).collect();
    transfer_saved(asm, &saves, frame, false);
    // The memory is below the stack pointer soon, where signal handlers may overwrite it.
    asm.buffer().note_framed();
}

/// Removes the frame, of `frame` bytes if known, and restores the caller's frame pointer and the return address.
pub(super) fn remove_frame(asm: &mut Assembler<'_>, frame: Option<i32>) {
    if frame != Some(0) {
        asm.mov_sp(SP, FP);
    }
    asm.pop_frame_record();
}

/// Raises the stack pointer. Returns false if `bytes` is too large.
pub(super) fn pop(asm: &mut Assembler<'_>, bytes: u32) -> bool {
    if bytes >= 1 << 24 {
        return false;
    }
    let mut popped = 0;
    for part in [bytes & !0xfff, bytes & 0xfff] {
        if part != 0 {
            asm.arith_rri(Arith::Add, W64, SP, SP, u64::from(part));
            popped += part as i32;
            let state = FrameState { offset: -popped, ..FrameState::at_entry(Arch::A64) };
            asm.buffer().set_frame_state(Some(state));
        }
    }
    true
}

/// Emits an epilogue and return; it pops the arguments that the callee must remove. Returns false if these are too
/// large. For generators, which may have moved the stack pointer.
pub(in crate::isa) fn emit_epilogue(asm: &mut Assembler<'_>, code: &Code) -> bool {
    return_to_caller(asm, code, None)
}

/// Like [`emit_epilogue`], where the stack pointer is `frame` bytes below the frame pointer, if known.
pub(super) fn return_to_caller(asm: &mut Assembler<'_>, code: &Code, frame: Option<i32>) -> bool {
    restore_saved(asm, code, frame);
    remove_frame(asm, frame);
    emit_return(asm, code)
}

/// Emits a return, with stack pointer, frame pointer and return address as at the entry.
pub(super) fn emit_return(asm: &mut Assembler<'_>, code: &Code) -> bool {
    return_popping(asm, code.popped_bytes)
}

/// Returns, and pops this number of bytes of arguments. There is no frame. False if they are too many.
pub(super) fn return_popping(asm: &mut Assembler<'_>, bytes: u32) -> bool {
    let popped = pop(asm, bytes);
    asm.ret();
    asm.buffer().resume_frame_state();
    popped
}
