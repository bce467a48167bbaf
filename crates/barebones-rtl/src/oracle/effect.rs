//! Side effects of insns: first all values, then all effects.

use super::value::{Field, ones};
use super::{Frame, Next, Oracle, Result, Stop, undefined};
use crate::code::{Code, Mode};
use crate::externs;
use crate::tree::Expr;
use std::cmp::Ordering;

/// An effect whose values are computed.
enum Effect {
    Register(u32, u128),
    /// Bits of a register from `low`; the rest of the register is kept but for `cleared`.
    Part {
        reg: u32,
        low: u32,
        mask: u128,
        cleared: u128,
        bits: u128,
    },
    Memory {
        address: u64,
        bytes: u32,
        bits: u128,
    },
    FieldOfMemory {
        address: u64,
        bytes: u32,
        low: u32,
        size: u32,
        bits: u128,
    },
    Condition(Option<u32>, (Mode, u128, u128)),
    Copy {
        to: u64,
        from: u64,
        count: u64,
    },
    Fill {
        to: u64,
        byte: u8,
        count: u64,
    },
    Call {
        function: u64,
        arguments: Vec<u128>,
        result: Option<u32>,
    },
    Next(Next),
}

/// The registers and constants that an insn uses: the arguments of a call, or the size of a block.
fn uses(pattern: &Expr) -> impl Iterator<Item = &Expr> {
    pattern.vector().iter().filter(|effect| effect.code == Code::Use).filter_map(|effect| effect.sub(0))
}

impl Oracle<'_> {
    /// Executes the side effects of the insn at an index of the chain.
    pub(super) fn effects(&mut self, frame: &mut Frame, index: usize, pattern: &Expr) -> Result<Next> {
        let mut effects = Vec::new();
        if pattern.code == Code::Parallel {
            self.count(pattern);
            for element in pattern.vector() {
                self.effect(frame, index, pattern, element, &mut effects)?;
            }
        } else {
            self.effect(frame, index, pattern, pattern, &mut effects)?;
        }
        let mut next = Next::Insn;
        for effect in effects {
            if let Effect::Next(found) = effect {
                next = found;
            } else {
                self.perform(frame, effect)?;
            }
        }
        Ok(next)
    }

    /// Computes the values of an effect.
    fn effect(
        &mut self,
        frame: &mut Frame,
        index: usize,
        pattern: &Expr,
        effect: &Expr,
        effects: &mut Vec<Effect>,
    ) -> Result<()> {
        self.count(effect);
        match effect.code {
            Code::Set => {
                let (place, source) = (Self::sub(effect, 0)?, Self::sub(effect, 1)?);
                let effect = self.set(frame, index, pattern, place, source)?;
                effects.push(effect);
            }
            Code::Call => {
                let effect = self.call_of(frame, pattern, effect, None)?;
                effects.push(effect);
            }
            Code::Return => effects.push(Effect::Next(Next::Return)),
            Code::Clobber => {
                if let Some(place) = effect.sub(0) {
                    self.count(place);
                    effects.extend(place.reg().map(|reg| Effect::Register(reg, 0)));
                    if place.code == Code::Mem {
                        self.address(frame, place)?;
                    }
                }
            }
            Code::Use => {
                self.value(frame, Self::sub(effect, 0)?)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The size of the blocks of an insn.
    fn block_size(&mut self, frame: &mut Frame, pattern: &Expr) -> Result<u64> {
        match uses(pattern).next() {
            Some(size) => Ok(self.value(frame, size)? as u64),
            None => undefined("a block without size"),
        }
    }

    fn set(
        &mut self,
        frame: &mut Frame,
        index: usize,
        pattern: &Expr,
        place: &Expr,
        source: &Expr,
    ) -> Result<Effect> {
        self.count(place);
        if source.code == Code::Call {
            self.count(source);
            return self.call_of(frame, pattern, source, place.reg());
        }
        let part = |reg: &Expr, low: u32, mask: u128, cleared: u128, bits: u128| Effect::Part {
            reg: reg.reg().unwrap_or(0),
            low,
            mask,
            cleared,
            bits,
        };
        Ok(match place.code {
            Code::Pc => Effect::Next(self.jump(frame, index, source)?),
            Code::Cc0 => Effect::Condition(None, self.compared(frame, pattern, source)?),
            Code::Reg if place.mode == Mode::Cc => {
                Effect::Condition(place.reg(), self.compared(frame, pattern, source)?)
            }
            Code::Mem if place.mode == Mode::Blk => {
                let (count, to) = (self.block_size(frame, pattern)?, self.address(frame, place)?);
                self.count(source);
                match source.code {
                    Code::Mem => Effect::Copy { to, from: self.address(frame, source)?, count },
                    _ => Effect::Fill { to, byte: source.number().unwrap_or(0) as u8, count },
                }
            }
            Code::Mem => {
                let bits = self.value(frame, source)?;
                Effect::Memory { address: self.address(frame, place)?, bytes: place.resolved.bytes(), bits }
            }
            Code::Volatile => {
                let place = Self::sub(place, 0)?;
                return self.set(frame, index, pattern, place, source);
            }
            Code::Unchanging => {
                let place = Self::sub(place, 0)?;
                return self.set(frame, index, pattern, place, source);
            }
            Code::Subreg | Code::StrictLowPart => {
                let strict = place.code == Code::StrictLowPart;
                let subreg = if strict { Self::sub(place, 0)? } else { place };
                let reg = Self::sub(subreg, 0)?;
                let (mask, low) = (subreg.resolved.mask(), 32 * subreg.number().unwrap_or(0) as u32);
                // Without `strict_low_part` the rest of the word is undefined: zero here.
                let cleared = if strict { mask } else { mask | u128::from(u32::MAX) };
                part(reg, low, mask, cleared, self.value(frame, source)?)
            }
            Code::SignExtract | Code::ZeroExtract => {
                let bits = self.value(frame, source)?;
                match self.field(frame, place)? {
                    Field::Register { reg, low, size } => {
                        Effect::Part { reg, low, mask: ones(size), cleared: ones(size), bits }
                    }
                    Field::Memory { address, bytes, low, size } => {
                        Effect::FieldOfMemory { address, bytes, low, size, bits }
                    }
                }
            }
            _ => Effect::Register(place.reg().unwrap_or(0), self.value(frame, source)?),
        })
    }

    fn compared(&mut self, frame: &mut Frame, pattern: &Expr, source: &Expr) -> Result<(Mode, u128, u128)> {
        if source.code != Code::Compare {
            return Ok((source.resolved, self.value(frame, source)?, 0));
        }
        self.count(source);
        let (first, second) = (Self::sub(source, 0)?, Self::sub(source, 1)?);
        if first.resolved != Mode::Blk {
            return Ok((first.resolved, self.value(frame, first)?, self.value(frame, second)?));
        }
        let count = self.block_size(frame, pattern)?;
        let (x, y) = (self.address(frame, first)?, self.address(frame, second)?);
        let x = self.memory.bytes(x, count)?.to_vec();
        // Of bytes, so that signed and unsigned relations agree.
        Ok(match x.as_slice().cmp(self.memory.bytes(y, count)?) {
            Ordering::Less => (Mode::Qi, 0, 1),
            Ordering::Equal => (Mode::Qi, 0, 0),
            Ordering::Greater => (Mode::Qi, 1, 0),
        })
    }

    fn call_of(
        &mut self,
        frame: &mut Frame,
        pattern: &Expr,
        call: &Expr,
        result: Option<u32>,
    ) -> Result<Effect> {
        let function = Self::sub(call, 0)?;
        self.count(function);
        let function = self.address(frame, function)?;
        let mut arguments = Vec::new();
        for reg in uses(pattern) {
            arguments.push(self.value(frame, reg)?);
        }
        Ok(Effect::Call { function, arguments, result })
    }

    fn jump(&mut self, frame: &mut Frame, index: usize, target: &Expr) -> Result<Next> {
        self.count(target);
        let label = |expr: &Expr| match expr.code {
            Code::LabelRef => {
                expr.number().and_then(|uid| u32::try_from(uid).ok()).map_or(Next::Insn, Next::Label)
            }
            _ => Next::Insn,
        };
        let address = match target.code {
            Code::LabelRef => return Ok(label(target)),
            Code::IfThenElse => {
                let condition = Self::sub(target, 0)?;
                self.count(condition);
                let side = if self.holds(frame, condition)? { 1 } else { 2 };
                let side = Self::sub(target, side)?;
                self.count(side);
                return Ok(label(side));
            }
            Code::Plus => {
                let base = self.checked.next_table.get(&index).copied().unwrap_or(0);
                self.count(Self::sub(target, 0)?);
                u128::from(base).wrapping_add(self.value(frame, Self::sub(target, 1)?)?)
            }
            _ => self.value(frame, target)?,
        };
        // The address of a label is the number of its insn.
        Ok(Next::Label(u32::try_from(address as u64).unwrap_or(0)))
    }

    fn perform(&mut self, frame: &mut Frame, effect: Effect) -> Result<()> {
        match effect {
            Effect::Register(reg, bits) => self.set_register(frame, reg, bits),
            Effect::Part { reg, low, mask, cleared, bits } => {
                let old = frame.registers.get(&reg).copied().unwrap_or(0);
                self.set_register(frame, reg, old & !(cleared << low) | (bits & mask) << low);
            }
            Effect::Memory { address, bytes, bits } => self.memory.store(address, bytes, bits)?,
            Effect::FieldOfMemory { address, bytes, low, size, bits } => {
                let mask = ones(size) << low;
                let old = self.memory.load(address, bytes)?;
                self.memory.store(address, bytes, old & !mask | bits << low & mask)?;
            }
            Effect::Condition(key, condition) => {
                frame.conditions.insert(key, condition);
            }
            Effect::Copy { to, from, count } => {
                let bytes = self.memory.bytes(from, count)?.to_vec();
                self.memory.bytes(to, count)?.copy_from_slice(&bytes);
            }
            Effect::Fill { to, byte, count } => self.memory.bytes(to, count)?.fill(byte),
            Effect::Call { function, arguments, result } => {
                let bits = self.call_function(function, &arguments)?;
                if let Some(reg) = result {
                    self.set_register(frame, reg, bits);
                }
            }
            Effect::Next(_) => {}
        }
        Ok(())
    }

    fn call_function(&mut self, address: u64, arguments: &[u128]) -> Result<u128> {
        let Some(name) = self.memory.function(address) else { return undefined("a call of no function") };
        if name == self.checked.function.name {
            return Ok(self.run(arguments)?.unwrap_or(0));
        }
        match externs::call(name, arguments) {
            Some(bits) => Ok(bits),
            None => Err(Stop::Undefined(format!("a call of {name:?}"))),
        }
    }
}
