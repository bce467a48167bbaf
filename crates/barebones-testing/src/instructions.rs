//! Emitted code as instructions, for tests of which instructions and branches it has.

use barebones::isa::CompiledCode;
use iced_x86::{Decoder, DecoderOptions, Instruction};

/// The bytes of the instructions, without constants and tables after them.
fn bytes(code: &CompiledCode) -> &[u8] {
    &code.bytes[..code.code_size as usize]
}

/// The instructions of code for x86-64. Their addresses are offsets in the code.
pub fn x64_instructions(code: &CompiledCode) -> Vec<Instruction> {
    Decoder::with_ip(64, bytes(code), 0, DecoderOptions::NONE).iter().collect()
}

/// The instructions of code for AArch64.
pub fn a64_words(code: &CompiledCode) -> Vec<u32> {
    bytes(code).as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The targets of a jump table at an offset in the code, and what the bytes after it would be as targets.
pub fn jump_table(code: &CompiledCode, table: u32) -> impl Iterator<Item = u32> {
    let entries = code.bytes.get(table as usize..).unwrap_or_default().as_chunks::<4>().0;
    entries.iter().map(move |entry| table.wrapping_add_signed(i32::from_le_bytes(*entry)))
}
