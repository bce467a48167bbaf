//! The frame of a procedure: temporaries, slots, and reading and writing operands.

use super::operators::{Value, mask};
use super::{End, LIBRARY, Machine, Procedure, UNSPECIFIED};
use barebones::air::{Arg, IndexExtend, OperandSpec, Role, Tmp};
use barebones::base::{Bank, Type, Width};
use barebones::interp::Fault;

/// Bytes of a return address and the caller's frame pointer, which are above the frame pointer.
pub(super) const LINK_BYTES: u64 = 16;

/// An activation of a procedure.
pub(super) struct Frame<'a> {
    /// Its number.
    pub(super) number: usize,
    pub(super) procedure: &'a Procedure,
    /// The values of temporaries that are defined.
    tmps: Vec<Option<u128>>,
    pub(super) frame_pointer: u64,
    pub(super) stack_pointer: u64,
    /// The address of each slot.
    slots: Vec<u64>,
    /// The flags, until another instruction destroys them.
    pub(super) flags: Option<u64>,
}

impl<'a> Frame<'a> {
    /// A frame below the stack arguments at `arguments`.
    pub(super) fn new(number: usize, procedure: &'a Procedure, arguments: u64) -> Frame<'a> {
        let code = &procedure.code;
        let frame_pointer = arguments - LINK_BYTES;
        let mut low = frame_pointer - u64::from(code.frame_bytes);
        let mut slots = Vec::with_capacity(code.slots.len());
        for slot in code.slots.values() {
            slots.push(match slot.offset {
                Some(offset) => frame_pointer.wrapping_add_signed(i64::from(offset)),
                None => {
                    low = (low - u64::from(slot.size.max(1))) & !(u64::from(slot.align.max(1)) - 1);
                    low
                }
            });
        }
        let stack_pointer = (low - u64::from(code.call_area)) & !15;
        let tmps = vec![None; code.tmps.len()];
        Frame { number, procedure, tmps, frame_pointer, stack_pointer, slots, flags: None }
    }
}

/// An operand that is written, with its address if it is memory.
pub(super) enum Destination {
    Tmp(Tmp),
    Memory(u64),
}

type Result<T> = std::result::Result<T, End>;

pub(super) fn wrong<T>(what: impl Into<String>) -> Result<T> {
    Err(End::Wrong(what.into()))
}

impl Machine<'_> {
    /// All bits of a temporary or register.
    pub(super) fn tmp(&mut self, frame: &Frame<'_>, tmp: Tmp) -> Result<u128> {
        let Some(number) = tmp.number() else {
            return Ok(tmp.reg().map_or(UNSPECIFIED, |reg| self.registers[reg.index()]));
        };
        let code = &frame.procedure.code;
        let Some(info) = code.tmps.get(number as usize) else {
            return wrong(format!("{tmp:?} does not exist"));
        };
        match code.remats.get(info.remat) {
            Some(remat) => self.rematerialize(frame, remat),
            None => match frame.tmps.get(number as usize).copied().flatten() {
                Some(bits) => Ok(bits),
                None => wrong(format!("{tmp:?} is read before it is written")),
            },
        }
    }

    /// The address of a memory operand.
    pub(super) fn address(&mut self, frame: &Frame<'_>, arg: &Arg) -> Result<u64> {
        Ok(match *arg {
            Arg::Addr { base, offset } => {
                (self.tmp(frame, base)? as u64).wrapping_add_signed(i64::from(offset))
            }
            Arg::Index { base, index, shift, extend, offset } => {
                let index = self.tmp(frame, index)? as u64;
                let index = match extend {
                    IndexExtend::Whole => index,
                    IndexExtend::Zero32 => u64::from(index as u32),
                    IndexExtend::Sign32 => index as i32 as i64 as u64,
                };
                let base = self.tmp(frame, base)? as u64;
                base.wrapping_add(index << shift).wrapping_add_signed(i64::from(offset))
            }
            Arg::Stack { slot, offset } => match frame.slots.get(slot.number() as usize) {
                Some(address) => address.wrapping_add_signed(i64::from(offset)),
                None => return wrong("a slot does not exist"),
            },
            Arg::CallArg { offset } => frame.stack_pointer.wrapping_add_signed(i64::from(offset)),
            _ => return wrong(format!("{arg:?} has no address")),
        })
    }

    /// The value of an operand that is read.
    pub(super) fn read(&mut self, frame: &Frame<'_>, arg: &Arg, width: Width) -> Result<Value> {
        let bits = match *arg {
            Arg::Tmp(tmp) => self.tmp(frame, tmp)?,
            Arg::Imm(value) => (value as u64).into(),
            Arg::Const { bits, width: Width::W128 } => u128::from(bits) << 64 | u128::from(bits),
            Arg::Const { bits, .. } => bits.into(),
            Arg::Vector(id) => match frame.procedure.code.vectors.get(id) {
                Some(bits) => *bits,
                None => return wrong("a constant does not exist"),
            },
            Arg::Symbol(id) => {
                let Some(name) = frame.procedure.symbols.get(id.number() as usize) else {
                    return wrong("a symbol does not exist");
                };
                match self.address_of(name) {
                    Some(address) => address.into(),
                    None => return Err(End::Unsupported("a symbol without address")),
                }
            }
            Arg::LibCall(function) => (LIBRARY + 16 * function as u64).into(),
            _ if arg.is_memory() => {
                let address = self.address(frame, arg)?;
                self.load(frame, address, width)?
            }
            _ => return wrong(format!("{arg:?} is no value")),
        };
        Ok(Value::new(bits, width))
    }

    /// Where an operand is written.
    pub(super) fn destination(&mut self, frame: &Frame<'_>, arg: &Arg) -> Result<Destination> {
        match *arg {
            Arg::Tmp(tmp) => Ok(Destination::Tmp(tmp)),
            _ => Ok(Destination::Memory(self.address(frame, arg)?)),
        }
    }

    /// Writes bits of the operand's width. Bits of a register above it become zero or unspecified.
    pub(super) fn write(
        &mut self,
        frame: &mut Frame<'_>,
        to: &Destination,
        spec: &OperandSpec,
        bits: u128,
    ) -> Result<()> {
        let low = mask(spec.width);
        match *to {
            Destination::Tmp(tmp) => {
                let zeroes = matches!(spec.role, Role::ZDef | Role::UseZDef);
                let above = if zeroes { 0 } else { UNSPECIFIED & !low };
                self.set_tmp(frame, tmp, bits & low | above)
            }
            Destination::Memory(address) => self.store(frame, address, spec.width, bits & low),
        }
    }

    pub(super) fn set_tmp(&mut self, frame: &mut Frame<'_>, tmp: Tmp, bits: u128) -> Result<()> {
        if let Some(reg) = tmp.reg() {
            self.registers[reg.index()] = bits;
            return Ok(());
        }
        match tmp.number().and_then(|number| frame.tmps.get_mut(number as usize)) {
            Some(value) => *value = Some(bits),
            None => return wrong(format!("{tmp:?} does not exist")),
        }
        Ok(())
    }

    pub(super) fn load(&mut self, frame: &Frame<'_>, address: u64, width: Width) -> Result<u128> {
        let mut bits = 0;
        for (word, bytes) in words_of(width) {
            let loaded = self.host.memory.load(address.wrapping_add(8 * word), bytes);
            bits |= u128::from(loaded.map_err(|fault| outside(frame, fault))?) << (64 * word);
        }
        Ok(bits)
    }

    pub(super) fn store(&mut self, frame: &Frame<'_>, address: u64, width: Width, bits: u128) -> Result<()> {
        if width == Width::W128 {
            // A store that faults writes nothing: test the first word before the second is stored.
            self.load(frame, address, Width::W64)?;
        }
        for (word, bytes) in words_of(width).rev() {
            let stored =
                self.host.memory.store(address.wrapping_add(8 * word), bytes, (bits >> (64 * word)) as u64);
            stored.map_err(|fault| outside(frame, fault))?;
        }
        Ok(())
    }
}

/// The words of values, with their types: a vector has two, the low half first.
pub(super) fn words(values: &[(Type, u128)]) -> impl Iterator<Item = (Type, u64)> + '_ {
    values.iter().flat_map(|&(ty, bits)| (0..ty.words()).map(move |word| (ty, (bits >> (64 * word)) as u64)))
}

/// The number and the bytes of each word of a width.
fn words_of(width: Width) -> impl DoubleEndedIterator<Item = (u64, u32)> {
    (0..if width == Width::W128 { 2 } else { 1 }).map(move |word| (word, width.bytes().min(8)))
}

/// The end of an execution by an access outside of memory.
pub(super) fn outside(frame: &Frame<'_>, fault: Fault) -> End {
    End::Wrong(format!("{fault}, in {}", frame.procedure.name))
}

/// The type of an operand, which has the width of a register or half of it.
fn type_of(spec: &OperandSpec) -> Type {
    match (spec.bank, spec.width) {
        (Bank::Gp, Width::W32) => Type::Int32,
        (Bank::Gp, _) => Type::Int64,
        (Bank::Fp, Width::W32) => Type::Float,
        (Bank::Fp, Width::W128) => Type::V128,
        (Bank::Fp, _) => Type::Double,
    }
}

/// The operands that were read, with their types.
pub(super) fn typed(specs: &[OperandSpec], read: &[Option<u128>]) -> Vec<(Type, u128)> {
    specs.iter().zip(read).filter_map(|(spec, bits)| Some((type_of(spec), (*bits)?))).collect()
}
