//! Functions of the client's own, with a frame.

use super::{Address, Gpr, MacroAssembler, Operand};
use crate::base::{Bank, Reg, RegSet, Width};
use crate::isa::{EmitError, Label};

/// Largest frame of [`MacroAssembler::function`], in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The stack is touched at least once in so many bytes, so that a guard page is not skipped.
const PROBE_INTERVAL: u32 = 4096;

/// The frame of a function: local memory, and the place from which it returns.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    exit: Label,
    local_bytes: u32,
}

impl Frame {
    /// Jump here to return from the function before its end.
    pub fn exit(&self) -> Label {
        self.exit
    }

    /// The address of the local memory, plus `offset` bytes. The local memory is aligned to 16 bytes.
    ///
    /// The offset is not checked. Past [`Frame::local_bytes`] are the saved registers and the caller's frame.
    pub fn local<'g>(&self, offset: u32) -> Address<'g> {
        // A frame has less than 2 GiB, so no larger offset is in it.
        Address::stack(i32::try_from(offset).unwrap_or(i32::MAX))
    }

    /// The size of the local memory in bytes.
    pub fn local_bytes(&self) -> u32 {
        self.local_bytes
    }
}

impl<'g> MacroAssembler<'g> {
    /// Emits a function with a frame: a prologue, the code that `body` emits, and an epilogue that returns. Bind the
    /// label of the function before it.
    ///
    /// `uses` are registers that the body writes; those that the C convention preserves are saved and restored, the
    /// others need not be in the set. `local_bytes` of local memory have undefined contents. In the body the stack
    /// pointer is aligned as the convention requires, so it may call other functions, for example with
    /// [`MacroAssembler::call_c`]. Return from it by its end, or by a jump to [`Frame::exit`]; the result is in the
    /// registers of the convention then.
    ///
    /// More than 1 MiB is [`EmitError::FrameTooLarge`]. The prologue writes to each page of a large frame.
    #[track_caller]
    pub fn function<R>(
        &mut self,
        uses: RegSet,
        local_bytes: u32,
        body: impl FnOnce(&mut MacroAssembler<'g>, &Frame) -> R,
    ) -> R {
        self.begin("function");
        let desc = self.target.desc;
        let conv = self.c_convention();
        if self.buffer.has_lowered_stack() {
            self.invalid_operand("a function outside of registers that are preserved");
        }
        let mut saved = uses.intersection(conv.callee_saved);
        saved.remove(desc.frame_pointer);
        saved.remove(desc.stack_pointer);
        let size = |reg: Reg| conv.env.saved_bytes[reg.bank() as usize].max(8);
        // The largest first, directly below the frame pointer, where every instruction reaches them.
        let order = saved.in_bank(Bank::Fp).iter().chain(saved.in_bank(Bank::Gp).iter());
        let mut depth = 0;
        let places: Vec<(Reg, i32)> = order
            .map(|reg| {
                depth += size(reg);
                (reg, -(depth as i32))
            })
            .collect();
        let bytes = (u64::from(depth) + u64::from(local_bytes)).next_multiple_of(16);
        if bytes > MAX_BYTES {
            self.fail(EmitError::FrameTooLarge { bytes });
        }
        let outer = self.buffer.frame_state();
        self.emit([], |backend| {
            backend.enter_frame();
            let mut rest = bytes.min(MAX_BYTES) as u32;
            while rest != 0 {
                let step = rest.min(PROBE_INTERVAL);
                backend.move_stack_pointer(-(step as i32));
                if step == PROBE_INTERVAL {
                    let any = Operand::Reg(Gpr::new(desc.frame_pointer));
                    backend.store(Width::W64, Address::stack(0), any);
                }
                rest -= step;
            }
            for &(reg, place) in &places {
                match reg.bank() {
                    Bank::Gp => backend.store(Width::W64, Address::frame(place), Operand::Reg(Gpr::new(reg))),
                    Bank::Fp => backend.store_float(float_width(size(reg)), Address::frame(place), reg),
                }
            }
        });
        self.buffer.note_function_saves(&places);
        let frame = Frame { exit: self.buffer.new_label(), local_bytes };
        let result = body(self, &frame);
        self.buffer.bind(frame.exit);
        self.emit([], |backend| {
            for &(reg, place) in &places {
                match reg.bank() {
                    Bank::Gp => backend.mov(Width::W64, reg, Operand::Mem(Address::frame(place))),
                    Bank::Fp => backend.load_float(float_width(size(reg)), reg, Address::frame(place)),
                }
            }
            backend.leave_frame();
        });
        self.buffer.set_frame_state(outer);
        result
    }
}

fn float_width(bytes: u32) -> Width {
    if bytes > 8 { Width::W128 } else { Width::W64 }
}
