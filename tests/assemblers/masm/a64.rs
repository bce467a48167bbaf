//! A model of AArch64 that executes the macro assembler's instructions from their encodings.
//!
//! Source: "Arm Architecture Reference Manual for A-profile architecture" (DDI 0487), part C. Unknown instructions and
//! memory outside the record, the stack and the code are errors.

use super::machine::RECORD as RECORD_WORDS;
use barebones::isa::CompiledCode;

/// Address of the record.
pub(crate) const RECORD: u64 = 0x7000_0000_0000;
/// Address of the code.
pub(crate) const CODE: u64 = 0x40_0000;
const STACK: u64 = 0x7fff_0000_0000;
const STACK_BYTES: usize = 256;
/// Return address of the procedure.
const CALLER: u64 = 0x1000;
const MAX_STEPS: usize = 10_000;

type Result<T> = std::result::Result<T, String>;

struct Machine<'a> {
    x: [u64; 31],
    v: [u128; 32],
    pc: u64,
    /// N, Z, C, V.
    flags: [bool; 4],
    code: &'a [u8],
    record: Vec<u8>,
    sp: u64,
    stack: [u8; STACK_BYTES],
    /// The address of the exclusive monitor.
    watched: Option<u64>,
}

/// Executes a procedure that takes the address of a record, and returns the record.
pub(crate) fn run(code: &CompiledCode, record: &[u64]) -> Result<Vec<u64>> {
    let bytes = record.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut machine = Machine {
        x: [0xdead_beef_dead_beef; 31],
        v: [0; 32],
        pc: CODE + u64::from(code.entries[0]),
        flags: [true; 4],
        code: &code.bytes,
        record: bytes,
        sp: STACK + STACK_BYTES as u64,
        stack: [0; STACK_BYTES],
        watched: None,
    };
    (machine.x[0], machine.x[30]) = (RECORD, CALLER);
    for _ in 0..MAX_STEPS {
        if machine.pc == CALLER {
            let words =
                machine.record.chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or([0; 8])));
            assert_eq!(machine.record.len(), RECORD_WORDS * 8);
            return Ok(words.collect());
        }
        let word = machine.read(machine.pc, 4)? as u32;
        let at = machine.pc;
        machine.pc += 4;
        machine.step(word).map_err(|error| format!("{error} in {word:#010x} at {:#x}", at - CODE))?;
    }
    Err(String::from("it does not end"))
}

fn bits(word: u32, from: u32, count: u32) -> u32 {
    word >> from & ((1 << count) - 1)
}

fn sign_extend(value: u64, bits: u32) -> u64 {
    ((value << (64 - bits)) as i64 >> (64 - bits)) as u64
}

fn ones(count: u32) -> u64 {
    if count == 0 { 0 } else { u64::MAX >> (64 - count) }
}

/// The two masks of `DecodeBitMasks` in the manual.
fn bit_masks(n: u32, imms: u32, immr: u32) -> (u64, u64) {
    let len = 31 - (n << 6 | !imms & 63).leading_zeros();
    let size = 1u32 << len;
    let (s, r) = (imms & (size - 1), immr & (size - 1));
    let diff = s.wrapping_sub(r) & (size - 1);
    let repeat = |element: u64| (0..64 / size).fold(0, |all, i| all | element << (i * size));
    let welem = ones(s + 1);
    let rotated = if r == 0 { welem } else { (welem >> r | welem << (size - r)) & ones(size) };
    (repeat(rotated), repeat(ones(diff + 1)))
}

impl Machine<'_> {
    fn read(&self, address: u64, size: usize) -> Result<u128> {
        let slice = |bytes: &[u8], start: u64| {
            let offset = usize::try_from(address.checked_sub(start)?).ok()?;
            let mut value = [0; 16];
            value[..size].copy_from_slice(bytes.get(offset..offset.checked_add(size)?)?);
            Some(u128::from_le_bytes(value))
        };
        slice(&self.record, RECORD)
            .or_else(|| slice(&self.stack, STACK))
            .or_else(|| slice(self.code, CODE))
            .ok_or_else(|| format!("reads {address:#x}"))
    }

    fn write(&mut self, address: u64, size: usize, value: u128) -> Result<()> {
        let (bytes, start) =
            if address >= STACK { (&mut self.stack[..], STACK) } else { (&mut self.record[..], RECORD) };
        let offset = address.wrapping_sub(start) as usize;
        let place = offset.checked_add(size).and_then(|end| bytes.get_mut(offset..end));
        place.ok_or_else(|| format!("writes {address:#x}"))?.copy_from_slice(&value.to_le_bytes()[..size]);
        Ok(())
    }

    /// A register where number 31 is zero.
    fn get(&self, n: u32) -> u64 {
        self.x.get(n as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, n: u32, wide: bool, value: u64) {
        if let Some(x) = self.x.get_mut(n as usize) {
            *x = if wide { value } else { value & 0xffff_ffff };
        }
    }

    /// A register where number 31 is sp.
    fn get_sp(&self, n: u32) -> u64 {
        if n == 31 { self.sp } else { self.x[n as usize] }
    }

    /// Sets a register where number 31 is sp, which must be written with all 64 bits.
    fn set_sp(&mut self, n: u32, wide: bool, value: u64) -> Result<()> {
        match n {
            31 if wide => self.sp = value,
            31 => return Err(String::from("writes half of sp")),
            _ => self.set(n, wide, value),
        }
        Ok(())
    }

    fn add(&mut self, wide: bool, a: u64, b: u64, carry: u64, sets: bool) -> u64 {
        let width = if wide { 64 } else { 32 };
        let (a, b) = (a & ones(width), b & ones(width));
        let sum = u128::from(a) + u128::from(b) + u128::from(carry);
        let result = sum as u64 & ones(width);
        if sets {
            let sign = |value: u64| value >> (width - 1) & 1 != 0;
            let overflow = sign(a) == sign(b) && sign(result) != sign(a);
            self.flags = [sign(result), result == 0, sum >> width != 0, overflow];
        }
        result
    }

    fn holds(&self, cond: u32) -> bool {
        let [n, z, c, v] = self.flags;
        let base = match cond >> 1 {
            0 => z,
            1 => c,
            2 => n,
            3 => v,
            4 => c && !z,
            5 => n == v,
            6 => n == v && !z,
            _ => return true,
        };
        base != (cond & 1 != 0)
    }

    fn extended(&self, reg: u32, option: u32) -> u64 {
        let value = self.get(reg);
        let width = 8 << (option & 3);
        if option & 4 != 0 { sign_extend(value & ones(width), width) } else { value & ones(width) }
    }

    fn shifted(&self, reg: u32, kind: u32, amount: u32, wide: bool) -> u64 {
        let value = self.get(reg);
        let narrow = value as u32;
        match (kind, wide) {
            (0, true) => value << amount,
            (1, true) => value >> amount,
            (2, true) => (value as i64 >> amount) as u64,
            (_, true) => value.rotate_right(amount),
            (0, false) => u64::from(narrow << amount),
            (1, false) => u64::from(narrow >> amount),
            (2, false) => u64::from((narrow as i32 >> amount) as u32),
            (_, false) => u64::from(narrow.rotate_right(amount)),
        }
    }

    fn logic(&mut self, opc: u32, a: u64, b: u64, wide: bool) -> u64 {
        let result = match opc {
            0 | 3 => a & b,
            1 => a | b,
            _ => a ^ b,
        };
        let width = if wide { 64 } else { 32 };
        let result = result & ones(width);
        if opc == 3 {
            self.flags = [result >> (width - 1) != 0, result == 0, false, false];
        }
        result
    }

    fn branch(&mut self, words: u64, bits: u32) {
        self.pc = (self.pc - 4).wrapping_add(sign_extend(words, bits) << 2);
    }

    fn step(&mut self, w: u32) -> Result<()> {
        let wide = w >> 31 != 0;
        let (rd, rn, rm) = (bits(w, 0, 5), bits(w, 5, 5), bits(w, 16, 5));
        if w & 0x9f00_0000 == 0x1000_0000 {
            let distance = u64::from(bits(w, 29, 2) | bits(w, 5, 19) << 2);
            self.set(rd, true, (self.pc - 4).wrapping_add(sign_extend(distance, 21)));
        } else if w & 0x1f80_0000 == 0x1100_0000 {
            let imm = u64::from(bits(w, 10, 12)) << (12 * bits(w, 22, 1));
            let (sub, sets) = (bits(w, 30, 1) != 0, bits(w, 29, 1) != 0);
            let a = self.get_sp(rn);
            let result = self.add(wide, a, if sub { !imm } else { imm }, sub.into(), sets);
            if sets {
                self.set(rd, wide, result);
            } else {
                self.set_sp(rd, wide, result)?;
            }
        } else if w & 0x1f80_0000 == 0x1200_0000 {
            let (mask, _) = bit_masks(bits(w, 22, 1), bits(w, 10, 6), bits(w, 16, 6));
            let opc = bits(w, 29, 2);
            let result = self.logic(opc, self.get(rn), mask, wide);
            if opc == 3 {
                self.set(rd, wide, result);
            } else {
                self.set_sp(rd, wide, result)?;
            }
        } else if w & 0x1f80_0000 == 0x1280_0000 {
            let shift = 16 * bits(w, 21, 2);
            let imm = u64::from(bits(w, 5, 16)) << shift;
            let value = match bits(w, 29, 2) {
                0 => !imm,
                2 => imm,
                _ => self.get(rd) & !(0xffff << shift) | imm,
            };
            self.set(rd, wide, value);
        } else if w & 0x1f80_0000 == 0x1300_0000 {
            let (opc, r, s) = (bits(w, 29, 2), bits(w, 16, 6), bits(w, 10, 6));
            let (wmask, tmask) = bit_masks(bits(w, 22, 1), s, r);
            let (wmask, tmask) = if wide { (wmask, tmask) } else { (wmask & ones(32), tmask & ones(32)) };
            let src = self.get(rn);
            let rotated = if wide { src.rotate_right(r) } else { u64::from((src as u32).rotate_right(r)) };
            let dst = if opc == 1 { self.get(rd) } else { 0 };
            let bottom = dst & !wmask | rotated & wmask;
            let top = match opc {
                0 => {
                    if src >> s & 1 != 0 {
                        u64::MAX
                    } else {
                        0
                    }
                }
                _ => dst,
            };
            self.set(rd, wide, top & !tmask | bottom & tmask);
        } else if w & 0x7fa0_0000 == 0x1380_0000 {
            let amount = bits(w, 10, 6);
            let value = if wide {
                ((u128::from(self.get(rn)) << 64 | u128::from(self.get(rm))) >> amount) as u64
            } else {
                ((self.get(rn) & ones(32)) << 32 | self.get(rm) & ones(32)) >> amount
            };
            self.set(rd, wide, value);
        } else if w & 0x1f00_0000 == 0x0a00_0000 {
            let b = self.shifted(rm, bits(w, 22, 2), bits(w, 10, 6), wide);
            let b = if bits(w, 21, 1) != 0 { !b } else { b };
            let result = self.logic(bits(w, 29, 2), self.get(rn), b, wide);
            self.set(rd, wide, result);
        } else if w & 0x1f20_0000 == 0x0b00_0000 || w & 0x1fe0_0000 == 0x0b20_0000 {
            let (sub, sets) = (bits(w, 30, 1) != 0, bits(w, 29, 1) != 0);
            let (a, b) = if bits(w, 21, 1) == 0 {
                (self.get(rn), self.shifted(rm, bits(w, 22, 2), bits(w, 10, 6), wide))
            } else {
                (self.get_sp(rn), self.extended(rm, bits(w, 13, 3)) << bits(w, 10, 3))
            };
            let result = self.add(wide, a, if sub { !b } else { b }, sub.into(), sets);
            if sets || bits(w, 21, 1) == 0 {
                self.set(rd, wide, result);
            } else {
                self.set_sp(rd, wide, result)?;
            }
        } else if w & 0x1fe0_0000 == 0x1a80_0000 {
            let (inverts, increments) = (bits(w, 30, 1) != 0, bits(w, 10, 1) != 0);
            let other = if inverts { !self.get(rm) } else { self.get(rm) };
            let other = other.wrapping_add(increments.into());
            let value = if self.holds(bits(w, 12, 4)) { self.get(rn) } else { other };
            self.set(rd, wide, value);
        } else if w & 0x7fe0_0000 == 0x1ac0_0000 {
            let amount = self.get(rm) as u32 & if wide { 63 } else { 31 };
            let kind = bits(w, 10, 6);
            if !(8..12).contains(&kind) {
                return Err(String::from("unknown operation"));
            }
            self.set(rd, wide, self.shifted(rn, kind - 8, amount, wide));
        } else if w & 0x7fff_0000 == 0x5ac0_0000 {
            let (value, narrow) = (self.get(rn), self.get(rn) as u32);
            let result = match (bits(w, 10, 6), wide) {
                (0, true) => value.reverse_bits(),
                (0, false) => narrow.reverse_bits().into(),
                (2, false) => narrow.swap_bytes().into(),
                (3, true) => value.swap_bytes(),
                (4, true) => value.leading_zeros().into(),
                (4, false) => narrow.leading_zeros().into(),
                _ => return Err(String::from("unknown operation")),
            };
            self.set(rd, wide, result);
        } else if w & 0x1f00_0000 == 0x1b00_0000 {
            let (a, b, c) = (self.get(rn), self.get(rm), self.get(bits(w, 10, 5)));
            let result = match bits(w, 21, 3) {
                0 if bits(w, 15, 1) == 0 => c.wrapping_add(a.wrapping_mul(b)),
                1 => c.wrapping_add(sign_extend(a, 32).wrapping_mul(sign_extend(b, 32))),
                2 => (i128::from(a as i64).wrapping_mul(i128::from(b as i64)) >> 64) as u64,
                _ => return Err(String::from("unknown multiplication")),
            };
            self.set(rd, wide, result);
        } else if w & 0x7c00_0000 == 0x1400_0000 {
            if wide {
                self.x[30] = self.pc;
            }
            self.branch(u64::from(bits(w, 0, 26)), 26);
        } else if w & 0xff00_0010 == 0x5400_0000 {
            if self.holds(bits(w, 0, 4)) {
                self.branch(u64::from(bits(w, 5, 19)), 19);
            }
        } else if w & 0x7e00_0000 == 0x3400_0000 {
            let value = self.get(rd) & if wide { u64::MAX } else { ones(32) };
            if (value == 0) == (bits(w, 24, 1) == 0) {
                self.branch(u64::from(bits(w, 5, 19)), 19);
            }
        } else if w & 0xff9f_fc1f == 0xd61f_0000 {
            let target = self.get(rn);
            if bits(w, 21, 2) == 1 {
                self.x[30] = self.pc;
            }
            self.pc = target;
        } else if w & 0xffff_f0ff == 0xd503_30bf || w == 0xd503_201f || w == 0xd503_203f {
            // Barriers and hints have no effect on one thread.
        } else {
            return self.memory(w);
        }
        Ok(())
    }

    fn memory(&mut self, w: u32) -> Result<()> {
        let (rt, rn, rm) = (bits(w, 0, 5), bits(w, 5, 5), bits(w, 16, 5));
        let size = bits(w, 30, 2);
        if w & 0x3b00_0000 == 0x1800_0000 {
            let address = (self.pc - 4).wrapping_add(sign_extend(u64::from(bits(w, 5, 19)), 19) << 2);
            match (bits(w, 26, 1), size) {
                (0, 0) => self.x[rt as usize] = self.read(address, 4)? as u64,
                (0, 1) => self.x[rt as usize] = self.read(address, 8)? as u64,
                (1, 0..3) => self.v[rt as usize] = self.read(address, 4 << size)?,
                _ => return Err(String::from("unknown literal")),
            }
            return Ok(());
        }
        if w & 0x3f00_0000 == 0x0800_0000 {
            return self.exclusive(w, 1 << size);
        }
        if w & 0x3a00_0000 != 0x3800_0000 {
            return self.float(w);
        }
        let float = bits(w, 26, 1) != 0;
        let opc = bits(w, 22, 2);
        if w & 0x3b20_0c00 == 0x3820_0000 && !float {
            let (address, bytes) = (self.get_sp(rn), 1 << size);
            let (old, operand) = (self.read(address, bytes)?, u128::from(self.get(rm)));
            let new = match bits(w, 12, 4) {
                0 => old.wrapping_add(operand),
                1 => old & !operand,
                2 => old ^ operand,
                3 => old | operand,
                8 => operand,
                _ => return Err(String::from("unknown atomic")),
            };
            if bits(w, 22, 2) != 3 {
                return Err(String::from("does not acquire and release"));
            }
            self.write(address, bytes, new)?;
            self.set(rt, true, old as u64);
            return Ok(());
        }
        let scale = if float && opc >= 2 { 4 } else { size };
        let base = self.get_sp(rn);
        let address = if w & 0x3b00_0000 == 0x3900_0000 {
            base.wrapping_add(u64::from(bits(w, 10, 12)) << scale)
        } else if w & 0x3b20_0c00 == 0x3800_0000 {
            base.wrapping_add(sign_extend(u64::from(bits(w, 12, 9)), 9))
        } else if w & 0x3b20_0c00 == 0x3820_0800 {
            let shift = if bits(w, 12, 1) != 0 { scale } else { 0 };
            base.wrapping_add(self.extended(rm, bits(w, 13, 3)) << shift)
        } else {
            return Err(String::from("unknown access"));
        };
        let bytes = 1usize << scale;
        match (float, opc) {
            (true, 0 | 2) => self.write(address, bytes, self.v[rt as usize])?,
            (true, _) => self.v[rt as usize] = self.read(address, bytes)?,
            (false, 0) => self.write(address, bytes, u128::from(self.get(rt)))?,
            (false, 1) => {
                let value = self.read(address, bytes)? as u64;
                self.set(rt, true, value);
            }
            (false, _) => {
                let value = sign_extend(self.read(address, bytes)? as u64, 8 << scale);
                self.set(rt, opc == 2, value);
            }
        }
        Ok(())
    }

    fn exclusive(&mut self, w: u32, bytes: usize) -> Result<()> {
        let (rt, rn, rs) = (bits(w, 0, 5), bits(w, 5, 5), bits(w, 16, 5));
        let address = self.get_sp(rn);
        if !address.is_multiple_of(bytes as u64) {
            return Err(String::from("an atomic access that is not aligned"));
        }
        match (bits(w, 21, 3), bits(w, 15, 1)) {
            // stlxr, ldaxr, stlr, ldar, casal.
            (0, 1) => {
                if rs == rt || rs == rn {
                    return Err(String::from("the status in a register of the store"));
                }
                let stored = self.watched == Some(address);
                if stored {
                    self.write(address, bytes, u128::from(self.get(rt)))?;
                }
                self.watched = None;
                self.set(rs, true, u64::from(!stored));
            }
            (2, 1) => {
                self.watched = Some(address);
                let value = self.read(address, bytes)? as u64;
                self.set(rt, true, value);
            }
            (4, 1) => self.write(address, bytes, u128::from(self.get(rt)))?,
            (6, 1) => {
                let value = self.read(address, bytes)? as u64;
                self.set(rt, true, value);
            }
            (7, 1) => {
                let old = self.read(address, bytes)? as u64;
                if old == self.get(rs) & ones(8 * bytes as u32) {
                    self.write(address, bytes, u128::from(self.get(rt)))?;
                }
                self.set(rs, true, old);
            }
            _ => return Err(String::from("unknown exclusive access")),
        }
        Ok(())
    }

    fn float(&mut self, w: u32) -> Result<()> {
        let (rd, rn, rm) = (bits(w, 0, 5), bits(w, 5, 5) as usize, bits(w, 16, 5) as usize);
        let double = bits(w, 22, 2) == 1;
        let get = |this: &Self, n: usize| {
            let bits = this.v[n];
            if double { f64::from_bits(bits as u64) } else { f64::from(f32::from_bits(bits as u32)) }
        };
        let encode = |double: bool, value: f64| {
            if double { u128::from(value.to_bits()) } else { u128::from((value as f32).to_bits()) }
        };
        let keep = if double { ones(64) } else { ones(32) };
        let (a, b) = (get(self, rn), get(self, rm));
        let dst = rd as usize;
        if w & 0x9f20_fc00 == 0x0e20_1c00 {
            let (a, b) = (self.v[rn] as u64, self.v[rm] as u64);
            let result = match (bits(w, 29, 1), bits(w, 22, 2)) {
                (0, 0) => a & b,
                (0, 2) => a | b,
                (1, 0) => a ^ b,
                _ => return Err(String::from("unknown vector operation")),
            };
            self.v[dst] = result.into();
        } else if w & 0xffff_fc00 == 0x0e20_5800 {
            let counts = (self.v[rn] as u64).to_le_bytes().map(|byte| byte.count_ones() as u8);
            self.v[dst] = u64::from_le_bytes(counts).into();
        } else if w & 0xffff_fc00 == 0x0e31_b800 {
            let sum = (self.v[rn] as u64).to_le_bytes().iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
            self.v[dst] = sum.into();
        } else if w & 0x7f20_fc00 == 0x1e20_0000 {
            let wide = w >> 31 != 0;
            let from = self.get(rn as u32);
            let signed = if wide { from as i64 } else { i64::from(from as i32) };
            let unsigned = if wide { from } else { u64::from(from as u32) };
            // Rounded once: a conversion through a double would round a 64-bit integer twice.
            match bits(w, 16, 5) {
                2 if double => self.v[dst] = u128::from((signed as f64).to_bits()),
                2 => self.v[dst] = u128::from((signed as f32).to_bits()),
                3 if double => self.v[dst] = u128::from((unsigned as f64).to_bits()),
                3 => self.v[dst] = u128::from((unsigned as f32).to_bits()),
                7 => self.v[dst] = u128::from(unsigned & keep),
                6 => self.set(rd, wide, self.v[rn] as u64 & keep),
                0x18 if wide => self.set(rd, true, a as i64 as u64),
                0x18 => self.set(rd, false, a as i32 as u32 as u64),
                0x19 if wide => self.set(rd, true, a as u64),
                0x19 => self.set(rd, false, u64::from(a as u32)),
                _ => return Err(String::from("unknown conversion")),
            }
        } else if w & 0xff20_fc1f == 0x1e20_2000 {
            self.flags = match a.partial_cmp(&b) {
                Some(std::cmp::Ordering::Less) => [true, false, false, false],
                Some(std::cmp::Ordering::Equal) => [false, true, true, false],
                Some(std::cmp::Ordering::Greater) => [false, false, true, false],
                None => [false, false, true, true],
            };
        } else if w & 0xff20_7c00 == 0x1e20_4000 {
            let sign = if double { 1 << 63 } else { 1 << 31 };
            let value = self.v[rn] as u64 & keep;
            self.v[dst] = match bits(w, 15, 6) {
                0 => u128::from(value),
                1 => u128::from(value & !sign),
                2 => u128::from(value ^ sign),
                3 => encode(double, a.sqrt()),
                4 if double => encode(false, a),
                5 if !double => encode(true, a),
                8 => encode(double, a.round_ties_even()),
                9 => encode(double, a.ceil()),
                10 => encode(double, a.floor()),
                11 => encode(double, a.trunc()),
                _ => return Err(String::from("unknown operation")),
            };
        } else if w & 0xff20_0c00 == 0x1e20_0800 {
            // For 32-bit floats, rounding the double result again gives the correct result.
            let result = match bits(w, 12, 4) {
                0 => a * b,
                1 => a / b,
                2 => a + b,
                3 => a - b,
                _ => return Err(String::from("unknown operation")),
            };
            self.v[dst] = encode(double, result);
        } else if w & 0xff20_0c00 == 0x1e20_0c00 {
            let chosen = if self.holds(bits(w, 12, 4)) { rn } else { rm };
            self.v[dst] = self.v[chosen] & u128::from(keep);
        } else if w & 0xff20_1fe0 == 0x1e20_1000 {
            let imm = bits(w, 13, 8);
            let exponent = (imm >> 4 & 7 ^ 4) as i32 - 3;
            let magnitude = f64::from(16 + (imm & 15)) / 16.0 * 2f64.powi(exponent);
            self.v[dst] = encode(double, if imm >> 7 != 0 { -magnitude } else { magnitude });
        } else {
            return Err(String::from("unknown instruction"));
        }
        Ok(())
    }
}
