//! Emits cases as machine code, and decodes machine code.

use super::operands::{BLOCKS, Case, SLOTS, switches};
use barebones::air::{BlockId, Code, InstFlags, Slot, SlotKind, SwitchTable};
use barebones::base::{Origin, Reg, RegSet, Target, Width};
use barebones::isa::x64::Assembler;
use barebones::isa::x64::abi::X86_64_LINUX;
use barebones::isa::{
    BlockContext, CodeBuffer, CompiledCode, EmitError, EmitState, Emitter, FrameInfo, Label, NoGenerators,
    emitter,
};
use iced_x86::{Decoder, DecoderOptions, Instruction, Register};

pub(crate) fn x64() -> &'static dyn Emitter {
    emitter(barebones::base::Arch::X64).expect("there is one")
}

/// Code with the slots and switches that cases use.
pub(crate) fn empty_code() -> Code {
    let mut code = Code::new(Target::baseline(&X86_64_LINUX));
    for offset in SLOTS {
        code.slots.push(Slot { size: 16, align: 16, kind: SlotKind::Locked, offset: Some(offset) });
    }
    code.frame_bytes = 0x1_2350;
    code.call_area = 8192;
    for width in [Width::W32, Width::W64] {
        for cases in switches(width) {
            code.switches.push(SwitchTable { cases });
        }
    }
    code.allocated = true;
    code
}

/// Code of consecutive cases, a gap, one byte for each block, and the out-of-line code.
pub(crate) struct Emitted {
    pub(crate) code: CompiledCode,
    /// Offsets at which the cases start and the last one ends.
    pub(crate) starts: Vec<u32>,
    /// Offset of the blocks.
    pub(crate) blocks: u32,
    /// Offset of the out-of-line code.
    pub(crate) cold: u32,
    /// Registers that the assembler recorded as written, for each case.
    pub(crate) recorded_writes: Vec<RegSet>,
}

/// Emits the case with this number.
pub(crate) fn emit_case(
    buffer: &mut CodeBuffer,
    state: &mut EmitState,
    code: &mut Code,
    labels: &[Label],
    number: usize,
    case: &Case,
) {
    let form = case.form.get().expect("a form of the table");
    let flags = if case.traps { InstFlags::TRAPS } else { InstFlags::empty() };
    let successors: Vec<BlockId> = case.successors.iter().map(|n| BlockId::new(*n)).collect();
    let context = BlockContext {
        labels,
        successors: &successors,
        next: case.next.map(BlockId::new),
        entry: 0,
        near: [false; 2],
    };
    let mut insts = std::mem::take(&mut code.buffer);
    insts.clear();
    insts.push(form.opcode, case.form, &case.args, Origin(number as u32), flags);
    x64().emit_block(buffer, state, code, &insts, 0..1, false, &context, &mut NoGenerators);
    code.buffer = insts;
}

/// Emits cases.
///
/// # Errors
/// The error of `finish`.
pub(crate) fn emit(cases: &[Case]) -> Result<Emitted, EmitError> {
    let mut code = empty_code();
    let mut buffer = CodeBuffer::new(barebones::base::Arch::X64);
    let mut state = EmitState::default();
    let labels: Vec<Label> = (0..BLOCKS).map(|_| buffer.new_label()).collect();
    let (mut starts, mut recorded_writes) = (Vec::new(), Vec::new());
    for (number, case) in cases.iter().enumerate() {
        starts.push(buffer.offset());
        buffer.take_written();
        emit_case(&mut buffer, &mut state, &mut code, &labels, number, case);
        recorded_writes.push(buffer.take_written());
    }
    starts.push(buffer.offset());
    Assembler::new(&mut buffer).int3();
    let blocks = buffer.offset();
    for label in labels {
        buffer.bind(label);
        Assembler::new(&mut buffer).int3();
    }
    let cold = buffer.offset();
    x64().emit_cold(&mut buffer, &mut state, &code, &mut NoGenerators);
    let code = buffer.finish(FrameInfo::default())?;
    Ok(Emitted { code, starts, blocks, cold, recorded_writes })
}

/// The instructions in a range of bytes; the last one may end after it.
pub(crate) fn decode(bytes: &[u8], from: u32, to: u32) -> Vec<Instruction> {
    let mut decoder = Decoder::with_ip(64, bytes, 0, DecoderOptions::NONE);
    decoder.set_position(from as usize).expect("in range");
    decoder.set_ip(u64::from(from));
    let mut instructions = Vec::new();
    while decoder.ip() < u64::from(to) {
        instructions.push(decoder.decode());
    }
    instructions
}

/// The full register that contains this one; `None` if it cannot be an operand.
pub(crate) fn whole_register(register: Register) -> Option<Reg> {
    let full = register.full_register();
    if full.is_gpr() {
        Some(Reg::gp(full.number() as u8))
    } else if full.is_vector_register() {
        Some(Reg::fp(full.number() as u8))
    } else {
        None
    }
}

impl Emitted {
    /// The disassembly of a case.
    pub(crate) fn text(&self, number: usize) -> Vec<String> {
        let Some(&[from, to]) = self.starts.get(number..number + 2) else { return Vec::new() };
        decode(&self.code.bytes, from, to).iter().map(|i| format!("{:x}: {i}", i.ip())).collect()
    }
}
