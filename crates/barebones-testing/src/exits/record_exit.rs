//! The generator of a check: records its operands and traps.

use barebones::base::{Bank, Reg, ValueRep, Width};
use barebones::isa::a64;
use barebones::isa::a64::registers::{FP, SP, X16, X17};
use barebones::isa::masm::MacroAssembler;
use barebones::isa::x64::registers::{R11, RAX, RBP, RSP};
use barebones::isa::x64::{Assembler, Mem};
use barebones::isa::{GeneratorError, StackmapParams};

/// Location, bank and significant width of an operand.
type Operand = (ValueRep, Bank, Width);

/// Offsets from the stack pointer of the saved scratch registers.
const SAVED: [(Reg, i32); 2] = [(RAX, 0), (R11, 8)];

/// Emits code that writes `number`, the number of operands, and the operands to the words at `record`. The code does
/// not return, so it may use the stack below the frame.
pub(super) fn record_exit<'g>(
    masm: &mut MacroAssembler<'g>,
    params: &StackmapParams<'g>,
    record: u64,
    number: u64,
) -> Result<(), GeneratorError> {
    let mut operands = Vec::new();
    for n in 0..params.len() {
        operands.push((params.rep(n)?, params.bank(n)?, params.width(n)?));
    }
    if let Some(asm) = masm.x64() {
        write_x64(asm, &operands, record, number);
    } else if let Some(asm) = masm.a64() {
        write_a64(asm, &operands, record, number);
    }
    masm.buffer().add_trap_site(super::recorder::EXIT);
    masm.trap();
    Ok(())
}

fn write_x64(mut asm: Assembler<'_>, operands: &[Operand], record: u64, number: u64) {
    asm.push_r(R11);
    asm.push_r(RAX);
    asm.mov_ri(R11, record);
    let count = operands.len() as u64;
    for (word, bits) in [number, count].into_iter().enumerate() {
        asm.mov_ri(RAX, bits);
        asm.mov_mr(Width::W64, Mem::base(R11, 8 * word as i32), RAX);
    }
    for (n, (rep, bank, width)) in operands.iter().copied().enumerate() {
        write(&mut asm, rep, bank, width, Mem::base(R11, 16 + 8 * n as i32));
    }
}

/// No operand is in x16 or x17.
fn write_a64(mut asm: a64::Assembler<'_>, operands: &[Operand], record: u64, number: u64) {
    use a64::{Access, Extend, Mem};
    asm.mov_ri(X17, record);
    let word = |n: usize| Mem::base(X17, 8 * n as i32);
    for (n, bits) in [number, operands.len() as u64].into_iter().enumerate() {
        asm.mov_ri(X16, bits);
        asm.access(Access::Store64, X16, word(n));
    }
    for (n, (rep, bank, width)) in operands.iter().copied().enumerate() {
        let load = if width == Width::W32 { Access::Load32 } else { Access::Load64 };
        match rep {
            ValueRep::Register(reg) if bank == Bank::Fp => {
                // The upper bits of a floating-point register are not significant.
                asm.to_gp(a64::ToGp::Fmov, width, width, X16, reg);
            }
            ValueRep::Register(reg) => asm.mov_rr(width, X16, reg),
            ValueRep::Stack(offset) => {
                asm.mov_ri(X16, i64::from(offset) as u64);
                let mem = Mem::Index { base: FP, index: X16, extend: Extend::Zero64, scaled: false };
                asm.access(load, X16, mem);
            }
            ValueRep::StackArgument(offset) => {
                asm.mov_ri(X16, i64::from(offset) as u64);
                let mem = Mem::Index { base: SP, index: X16, extend: Extend::Zero64, scaled: false };
                asm.access(load, X16, mem);
            }
            ValueRep::Constant { bits, .. } => asm.mov_ri(X16, bits),
            _ => asm.udf(0),
        }
        asm.access(Access::Store64, X16, word(2 + n));
    }
}

/// Writes one operand, zero-extended.
fn write(asm: &mut Assembler<'_>, rep: ValueRep, bank: Bank, width: Width, to: Mem) {
    match rep {
        ValueRep::Register(reg) if bank == Bank::Fp => {
            asm.mov_ri(RAX, 0);
            asm.mov_mr(Width::W64, to, RAX);
            return asm.float_store(width, to, reg);
        }
        ValueRep::Register(reg) => match SAVED.iter().find(|(saved, _)| *saved == reg) {
            Some((_, offset)) => asm.mov_rm(width, RAX, Mem::base(RSP, *offset)),
            None => asm.mov_rr(width, RAX, reg),
        },
        ValueRep::Stack(offset) => asm.mov_rm(width, RAX, Mem::base(RBP, offset)),
        ValueRep::StackArgument(offset) => asm.mov_rm(width, RAX, Mem::base(RSP, 16 + offset)),
        ValueRep::Constant { bits, .. } => asm.mov_ri(RAX, bits),
        _ => asm.ud2(),
    }
    asm.mov_mr(Width::W64, to, RAX);
}
