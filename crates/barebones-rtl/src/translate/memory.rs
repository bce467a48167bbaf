//! Memory: addresses, loads, stores, blocks.

use super::{Result, Translator, Value};
use crate::code::{Class, Code, Mode};
use crate::tree::Expr;
use barebones::base::{MemoryOrder, Type, Width};
use barebones::ir::{AtomicAccess, ValueFlags, ValueId};
use barebones_widths::int::{self, Above, Int, Shift, Sign};

/// How memory is accessed.
#[derive(Clone, Copy, Default)]
pub(super) struct Access {
    /// Accesses are neither merged nor removed: they are atomic, of relaxed order.
    pub(super) volatile: bool,
    /// The memory never changes.
    pub(super) immutable: bool,
}

impl Access {
    pub(super) fn of(memory: &Expr) -> Access {
        Access { volatile: memory.flags.volatile, immutable: memory.flags.unchanging }
    }
}

/// A relaxed access of some bits.
fn relaxed(bits: u32, offset: i32) -> AtomicAccess {
    let width = match bits {
        8 => Width::W8,
        16 => Width::W16,
        32 => Width::W32,
        _ => Width::W64,
    };
    AtomicAccess { offset, width, order: MemoryOrder::Relaxed }
}

/// The sizes in bits, and offsets in bytes, of the accesses that together have this many bytes.
pub(super) fn pieces(bytes: u32) -> Vec<(u32, i32)> {
    let mut pieces = Vec::new();
    let mut offset = 0;
    while offset < bytes {
        let size = [8, 4, 2, 1].into_iter().find(|size| *size <= bytes - offset).unwrap_or(1);
        pieces.push((8 * size, offset as i32));
        offset += size;
    }
    pieces
}

impl Translator<'_> {
    /// The address of memory. Records the change of a register.
    pub(super) fn address(&mut self, memory: &Expr) -> Result<ValueId> {
        let address = self.sub(memory, 0)?;
        if address.code.row().class != Class::Increment {
            return Ok(self.int_operand(memory, 0)?.low());
        }
        let old = self.int_operand(address, 0)?.low();
        let size = i64::from(memory.resolved.bytes());
        let step = if matches!(address.code, Code::PreInc | Code::PostInc) { size } else { -size };
        let mut b = self.b();
        let step = b.const64(step);
        let new = b.add(old, step);
        let reg = self.sub(address, 0)?.reg().unwrap_or(0);
        self.changed.push((reg, new));
        Ok(if matches!(address.code, Code::PreInc | Code::PreDec) { new } else { old })
    }

    pub(super) fn load(&mut self, memory: &Expr) -> Result<Value> {
        let (address, mode) = (self.address(memory)?, memory.resolved);
        let access = Access::of(memory);
        if !access.volatile && mode.is_float() {
            let ty = if mode == Mode::Sf { Type::Float } else { Type::Double };
            let value = self.b().load(ty, address, 0);
            self.mark(value, access);
            return Ok(Value::Float(value));
        }
        let bits = self.load_bytes(address, mode.bytes(), access);
        Ok(self.of_bits(bits, mode))
    }

    fn mark(&mut self, value: ValueId, access: Access) {
        if access.immutable
            && let Some(value) = self.proc.get_value_mut(value)
        {
            value.flags |= ValueFlags::IMMUTABLE;
        }
    }

    /// An integer of this many bytes.
    pub(super) fn load_bytes(&mut self, address: ValueId, bytes: u32, access: Access) -> Int {
        let mut whole: Option<Int> = None;
        for (bits, offset) in pieces(bytes) {
            let piece = self.load_piece(address, offset, bits, access);
            whole = Some(match whole {
                None => piece,
                Some(low) => {
                    let (width, amount) = (low.bits() + bits, low.bits());
                    let mut b = self.b();
                    let (low, high) = (
                        int::widened(&mut b, &low, width, Sign::Unsigned),
                        int::widened(&mut b, &piece, width, Sign::Unsigned),
                    );
                    let high = int::shift_by(&mut b, Shift::Left, &high, amount);
                    int::or(&mut b, &low, &high)
                }
            });
        }
        whole.unwrap_or_else(|| int::constant(&mut self.b(), 8, &[]))
    }

    fn load_piece(&mut self, address: ValueId, offset: i32, bits: u32, access: Access) -> Int {
        let ty = int::leaf_type(bits);
        let mut b = self.b();
        let value = match bits {
            _ if access.volatile => b.atomic_load(ty, address, relaxed(bits, offset)),
            8 => b.load8z(address, offset),
            16 => b.load16z(address, offset),
            _ => b.load(ty, address, offset),
        };
        self.mark(value, access);
        Int::with_above(bits, [value], if bits < 32 { Above::Zeros } else { Above::Unknown })
    }

    /// Stores an integer of whole bytes.
    pub(super) fn store_bytes(&mut self, value: &Int, address: ValueId, access: Access) {
        for (bits, offset) in pieces(value.bits() / 8) {
            let mut b = self.b();
            let piece = int::shift_by(&mut b, Shift::Right(Sign::Unsigned), value, 8 * offset as u32);
            let piece = int::truncated(&mut b, &piece, bits).low();
            match bits {
                _ if access.volatile => b.atomic_store(piece, address, relaxed(bits, offset)),
                8 => b.store8(piece, address, offset),
                16 => b.store16(piece, address, offset),
                _ => b.store(piece, address, offset),
            };
        }
    }

    pub(super) fn store(&mut self, value: Value, mode: Mode, address: ValueId, access: Access) {
        match value {
            Value::Float(value) if !access.volatile => {
                self.b().store(value, address, 0);
            }
            value => {
                let bits = self.bits(value, mode);
                self.store_bytes(&bits, address, access);
            }
        }
    }
}
