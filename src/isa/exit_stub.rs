//! Code between an exit and an OSR entry of other code: it passes the exit state in a buffer on the stack.
//!
//! The frame of the procedure that exits stays until the entered code returns. The code then returns to the
//! procedure's caller as the procedure would have done.

use super::replace_frame::{FrameAssembler, FramePlace};
use super::{CodeBuffer, ExitPlace, FrameInfo};
use super::{a64, x64};
use crate::base::{Arch, Bank, BranchProtection, CallConv, Reg, Type, Width};

/// A word of the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WordMove {
    /// Where the exit finds the value.
    pub(crate) from: ExitPlace,
    /// The type of the value.
    pub(crate) ty: Type,
    /// The number of the word.
    pub(crate) word: u32,
}

/// The exit, and the entry that it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExitStub<'a> {
    /// The frame of the procedure that exits.
    pub(crate) frame: &'a FrameInfo,
    /// Its convention.
    pub(crate) convention: &'a CallConv,
    /// Bytes of arguments that it pops when it returns.
    pub(crate) popped: u32,
    /// The values of the buffer.
    pub(crate) moves: &'a [WordMove],
    /// The length of the buffer in words.
    pub(crate) words: u32,
    /// Bytes of stack that the entered code expects at the stack pointer.
    pub(crate) outgoing: u32,
    /// The register in which it gets the address of the buffer.
    pub(crate) argument: Reg,
    /// The address of the entry.
    pub(crate) entry: u64,
}

/// Maximum length of a buffer in words: a limit for the stack that an exit uses.
pub(crate) const MAX_WORDS: u32 = 1 << 16;

/// Emits the code. It starts with the registers and the stack pointer of the exit. Returns the frame, with the buffer;
/// `None` if the arguments to pop are too large.
pub(crate) fn emit_exit_stub(buffer: &mut CodeBuffer, pads: bool, stub: &ExitStub<'_>) -> Option<FrameInfo> {
    let sign_return_address = stub.frame.signs_return_address;
    buffer.protect(BranchProtection { landing_pads: pads, sign_return_address });
    let entry = buffer.new_label();
    buffer.bind(entry);
    buffer.add_entry(entry);
    buffer.note_function_saves(&stub.frame.callee_saves);
    match buffer.arch() {
        Arch::X64 => {
            let asm = &mut x64::Assembler::new(buffer);
            if pads {
                asm.endbr64();
            }
            emit(asm, stub)
        }
        Arch::A64 => {
            let asm = &mut a64::Assembler::new(buffer);
            if pads {
                asm.bti(a64::Landing::Any); // the thunk of exits arrives by a jump
            }
            emit(asm, stub)
        }
    }
}

fn emit(asm: &mut dyn FrameAssembler, stub: &ExitStub<'_>) -> Option<FrameInfo> {
    let bytes = (8 * stub.words + stub.outgoing).next_multiple_of(16);
    if bytes != 0 {
        asm.grow_stack(bytes, stub.convention.probe_interval.max(1));
    }
    let place = |word: u32| FramePlace::Stack((stub.outgoing + 8 * word) as i32);
    // Registers first. This frees the argument's register, which no pinned register can be.
    let scratch = stub.argument;
    for one in stub.moves {
        if let ExitPlace::Register(reg) = one.from {
            asm.store(Width::W64, place(one.word), reg);
        }
    }
    for one in stub.moves {
        let width = if one.ty.size() == 4 { Width::W32 } else { Width::W64 };
        match one.from {
            ExitPlace::Register(_) if width == Width::W64 => continue,
            // The upper half of a register is undefined, and that of the word zero.
            ExitPlace::Register(_) => asm.load(width, scratch, place(one.word)),
            ExitPlace::Stack(offset) => asm.load(width, scratch, FramePlace::Frame(offset)),
            ExitPlace::StackArgument(offset) => {
                let from = offset.wrapping_sub(stub.frame.size as i32);
                asm.load(width, scratch, FramePlace::Frame(from));
            }
            ExitPlace::Constant(bits) => asm.set_constant(scratch, bits),
        }
        asm.store(Width::W64, place(one.word), scratch);
    }
    asm.set_address(stub.argument, place(0));
    asm.call_address(stub.entry);
    for &(reg, offset) in &stub.frame.callee_saves {
        let is_whole = stub.convention.env.saved_bytes[reg.bank() as usize] > 8 && reg.bank() == Bank::Fp;
        let width = if is_whole { Width::W128 } else { Width::W64 };
        asm.load(width, reg, FramePlace::Frame(offset));
    }
    if !asm.leave_and_return(stub.popped) {
        return None;
    }
    let size = stub.frame.size + bytes;
    Some(FrameInfo { size, slots: Vec::new(), ..stub.frame.clone() })
}
