//! x86-64, by iced-x86.

use super::{Instruction, Operand, Resolve};
use iced_x86::{
    Decoder, DecoderOptions, Formatter, IntelFormatter, MemorySizeOptions, Mnemonic, SymbolResolver,
    SymbolResult,
};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

fn decoder(bytes: &[u8], base: u64) -> Decoder<'_> {
    Decoder::with_ip(64, bytes, base, DecoderOptions::NONE)
}

fn is_branch(instruction: &iced_x86::Instruction) -> bool {
    use iced_x86::OpKind::{NearBranch16, NearBranch32, NearBranch64};
    matches!(instruction.op0_kind(), NearBranch16 | NearBranch32 | NearBranch64)
}

/// The names of the instruction that is being printed.
#[derive(Default)]
struct Named {
    names: Vec<(u64, String)>,
}

/// The formatter owns its resolver, which therefore shares the names.
struct Shared(Rc<RefCell<Named>>);

impl SymbolResolver for Shared {
    fn symbol(
        &mut self,
        _instruction: &iced_x86::Instruction,
        _operand: u32,
        _instruction_operand: Option<u32>,
        address: u64,
        _address_size: u32,
    ) -> Option<SymbolResult<'_>> {
        let named = self.0.borrow();
        let (_, name) = named.names.iter().find(|(place, _)| *place == address)?;
        Some(SymbolResult::with_string(address, name.clone()))
    }
}

/// The addresses that an instruction has: those that are certainly addresses, and immediate operands of 64 bits.
fn operands(instruction: &iced_x86::Instruction, base: u64) -> Vec<Operand> {
    let start = instruction.ip().wrapping_sub(base) as u32;
    let bytes = start..start + instruction.len() as u32;
    let operand = |address, is_address| Operand { instruction: bytes.clone(), address, is_address };
    let mut all = Vec::new();
    if is_branch(instruction) {
        all.push(operand(instruction.near_branch_target(), true));
    }
    if instruction.is_ip_rel_memory_operand() {
        all.push(operand(instruction.ip_rel_memory_address(), true));
    }
    let is_wide = |n: &u32| instruction.op_kind(*n) == iced_x86::OpKind::Immediate64;
    all.extend((0..instruction.op_count()).filter(is_wide).map(|n| operand(instruction.immediate(n), false)));
    all
}

pub(super) fn decode(bytes: &[u8], base: u64, resolve: Resolve<'_>) -> Vec<Instruction> {
    let named = Rc::new(RefCell::new(Named::default()));
    let mut formatter = IntelFormatter::with_options(Some(Box::new(Shared(named.clone()))), None);
    let options = formatter.options_mut();
    options.set_space_after_operand_separator(true);
    options.set_hex_prefix("0x");
    options.set_hex_suffix("");
    options.set_uppercase_hex(false);
    options.set_rip_relative_addresses(false);
    options.set_show_symbol_address(false);
    options.set_small_hex_numbers_in_decimal(true);
    let mut all = Vec::new();
    for instruction in decoder(bytes, base).iter() {
        let name = |operand: Operand| resolve(&operand).map(|name| (operand.address, name));
        named.borrow_mut().names = operands(&instruction, base).into_iter().filter_map(name).collect();
        // Only the size distinguishes these.
        let is_nop = instruction.mnemonic() == Mnemonic::Nop;
        let sizes = if is_nop { MemorySizeOptions::Always } else { MemorySizeOptions::Default };
        formatter.options_mut().set_memory_size_options(sizes);
        let mut text = String::new();
        formatter.format(&instruction, &mut text);
        let offset = instruction.ip().wrapping_sub(base) as usize;
        let target = named.borrow().names.first().map(|(_, name)| name.clone());
        all.push(Instruction {
            address: instruction.ip(),
            offset: offset as u32,
            bytes: bytes[offset..][..instruction.len()].to_vec(),
            text,
            target,
            origin: None,
        });
    }
    all
}

pub(super) fn count(bytes: &[u8]) -> usize {
    decoder(bytes, 0).iter().count()
}

/// The offsets of each branch and its target.
pub(super) fn branch_targets(bytes: &[u8]) -> Vec<(Range<u32>, u64)> {
    let all = decoder(bytes, 0).into_iter().filter(is_branch);
    all.map(|branch| (branch.ip() as u32..branch.next_ip() as u32, branch.near_branch_target())).collect()
}
