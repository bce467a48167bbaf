//! Blinding: constants of the input that the machine code does not contain.
//!
//! A program that chooses the constants of compiled code chooses bytes of executable memory: as immediates and in pools.
//! A jump into their middle executes them. So each constant becomes an exclusive or of two numbers, of which one is
//! random and the other as random as it. This is the last step on the IR: no pass can compute the constant again, and
//! selection computes with constants of 16 bits only.

use super::opcode::Payload;
use super::{BlockId, InsertionSet, Opcode, Procedure, Stackmap, Value, ValueFlags, ValueId};
use crate::base::{Type, ValueRep};
use crate::support::{SecretRandom, Sha256};
use rustc_hash::FxHashMap;

/// The bits of a switch's key that are random. The others are zero, so that dense cases stay dense: of each case, they
/// are in the code.
const SWITCH_KEY: i64 = !0xff;

/// Bytes of a float or a vector, besides 0x00 and 0xff, that may be chosen.
const FREE_BYTES: usize = 2;

/// A procedure being blinded.
struct Blinder<'p> {
    proc: &'p mut Procedure,
    random: SecretRandom,
    insertions: InsertionSet,
    /// The blinded constants of the current block, by type and bits.
    blinded: FxHashMap<(Type, u128), ValueId>,
    /// The place in the current block.
    place: usize,
}

impl Procedure {
    /// Replaces the constants that are used as operands of instructions, offsets of memory accesses, cases of switches
    /// and indices of shuffles. The result computes the same. `seed` selects the random numbers, with the procedure's
    /// name and its constants. Linear in the size of the procedure.
    ///
    /// These constants stay: integers that fit 16 bits with their sign, and 2^n - 1; floats and vectors with at most two
    /// bytes besides 0x00 and 0xff; references; and what a stackmap passes to a generator as a constant.
    pub(crate) fn blind_constants(&mut self, seed: u64) {
        // Keys that were read in one procedure are of no use to choose the constants of another of this name. A procedure
        // that is blinded again has other constants, and so gets other keys.
        let purpose = format!("constants of {}: {:x?}", self.name, digest_of_constants(self));
        let random = SecretRandom::new(seed, &purpose);
        let (insertions, blinded) = (InsertionSet::new(), FxHashMap::default());
        let mut blinder = Blinder { proc: self, random, insertions, blinded, place: 0 };
        for block in blinder.proc.block_ids() {
            blinder.block(block);
        }
    }
}

/// A digest of all numbers that may be blinded, in order.
fn digest_of_constants(proc: &Procedure) -> [u8; 32] {
    let mut digest = Sha256::new();
    let mut add = |number: u128| digest.update(&number.to_le_bytes());
    for id in proc.block_ids().flat_map(|block| proc.block_values(block)) {
        let value = proc.value(*id);
        match value.opcode().row().payload {
            Payload::Constant => add(value.bits().into()),
            Payload::Vector => add(proc.vector_bits(value)),
            Payload::Memory | Payload::Atomic => add(offset_of(value) as u128),
            Payload::Switch => proc.switch_cases(value).iter().for_each(|case| add(*case as u128)),
            _ => {}
        }
    }
    digest.finish()
}

/// The offset of a memory access.
fn offset_of(value: &Value) -> i32 {
    let access = value.atomic().filter(|_| value.opcode().is_atomic());
    access.map_or(value.offset(), |access| access.offset)
}

/// True for an integer that may stay in the code. Sums of few of them, which selection computes, have 18 bits.
fn is_small_int(value: i64) -> bool {
    i16::try_from(value).is_ok() || value.wrapping_add(1) & value == 0
}

/// True for a float or a vector that may stay in the code.
fn is_plain(bits: u128) -> bool {
    bits.to_le_bytes().iter().filter(|byte| !matches!(byte, 0 | 0xff)).count() <= FREE_BYTES
}

/// True if selection computes other constants from a divisor.
fn divides(opcode: Opcode) -> bool {
    use Opcode::{ChillDiv, ChillMod, Div, Mod, UDiv, UMod};
    matches!(opcode, Div | Mod | UDiv | UMod | ChillDiv | ChillMod)
}

/// True if the generator gets the operand as a constant if it is one.
fn stays(stackmap: &Stackmap, operand: usize) -> bool {
    use ValueRep::{ColdAny, LateColdAny, WarmAny};
    matches!(stackmap.reps.get(operand).copied().unwrap_or(ColdAny), WarmAny | ColdAny | LateColdAny)
}

impl Blinder<'_> {
    fn block(&mut self, block: BlockId) {
        self.blinded.clear();
        for place in 0..self.proc.block_values(block).len() {
            self.place = place;
            self.value(self.proc.block_values(block)[place]);
        }
        self.insertions.execute(self.proc, block);
    }

    fn value(&mut self, id: ValueId) {
        let value = *self.proc.value(id);
        self.operands(id, &value);
        match value.opcode().row().payload {
            Payload::Memory | Payload::Atomic => self.offset(id, &value),
            Payload::Switch => self.switch(id, &value),
            Payload::Vector if value.opcode() == Opcode::VectorShuffle => self.shuffle(id, &value),
            _ => {}
        }
    }

    fn operands(&mut self, id: ValueId, value: &Value) {
        let (payload, own) = (value.opcode().row().payload, value.opcode().row().operands.len());
        for n in 0..self.proc.children(id).len() {
            let stackmap = match payload {
                Payload::Stackmap if n >= own => self.proc.stackmaps().get(value.stackmap()),
                _ => None,
            };
            if stackmap.is_some_and(|stackmap| stays(stackmap, n - own)) {
                continue;
            }
            let child = self.proc.children(id)[n];
            let is_divisor = n == 1 && divides(value.opcode());
            if let Some(blinded) = self.blind_operand(id, child, is_divisor) {
                self.proc.children_mut(id)[n] = blinded;
            }
        }
    }

    /// The blinded operand, if it is a constant that may not stay.
    fn blind_operand(&mut self, user: ValueId, operand: ValueId, is_divisor: bool) -> Option<ValueId> {
        let value = *self.proc.get_value(operand)?;
        let is_constant = value.opcode().is_constant() || value.opcode() == Opcode::Const128;
        if !is_constant || value.flags.contains(ValueFlags::REFERENCE) {
            return None;
        }
        let bits = match value.ty {
            Type::V128 => self.proc.vector_bits(&value),
            _ => value.bits().into(),
        };
        let stays = match value.int() {
            Some(int) if is_divisor => int.unsigned_abs().is_power_of_two() || int == 0,
            Some(int) => is_small_int(int),
            None => is_plain(bits),
        };
        (!stays).then(|| self.blind(user, value.ty, bits))
    }

    /// A value with these bits, once per block.
    fn blind(&mut self, user: ValueId, ty: Type, bits: u128) -> ValueId {
        if let Some(known) = self.blinded.get(&(ty, bits)) {
            return *known;
        }
        let key = self.key(ty, bits);
        let mut b = self.proc.detached_for(user);
        let constants = [bits ^ key, key].map(|part| match ty {
            Type::V128 => b.const128(part),
            _ => b.constant(ty, part as u64),
        });
        let xor = if ty == Type::V128 { Opcode::VectorXor } else { Opcode::BitXor };
        let value = b.apply(xor, &constants);
        constants.into_iter().chain([value]).for_each(|value| self.insertions.insert(self.place, value));
        self.blinded.insert((ty, bits), value);
        value
    }

    /// A random key. The key of a long integer that fits 32 bits does so, too: both parts are immediates then.
    fn key(&mut self, ty: Type, bits: u128) -> u128 {
        let random = self.random.next();
        match ty {
            Type::V128 => u128::from(self.random.next()) << 64 | u128::from(random),
            Type::Int64 if i32::try_from(bits as i64).is_ok() => i64::from(random as i32) as u64 as u128,
            Type::Int64 | Type::Double => random.into(),
            _ => (random as u32).into(),
        }
    }

    /// Adds the offset of a memory access to its address.
    fn offset(&mut self, id: ValueId, value: &Value) {
        let offset = offset_of(value);
        if is_small_int(offset.into()) {
            return;
        }
        let last = self.proc.children(id).len() - 1;
        let address = self.proc.children(id)[last];
        let distance = self.blind(id, Type::Int64, i64::from(offset) as u64 as u128);
        let sum = self.proc.detached_for(id).add(address, distance);
        self.insertions.insert(self.place, sum);
        self.proc.children_mut(id)[last] = sum;
        self.proc.set_offset(id, 0);
    }

    /// Switches over the exclusive or with a random key, if a case may not stay.
    fn switch(&mut self, id: ValueId, value: &Value) {
        let cases = self.proc.switch_cases(value);
        if cases.iter().all(|case| is_small_int(*case)) {
            return;
        }
        let are_short = cases.iter().all(|case| i32::try_from(*case).is_ok());
        let random = self.random.next() as i64 & SWITCH_KEY;
        let key = if are_short { i64::from(random as i32) } else { random };
        self.proc.cases.get_mut(value.cases()).iter_mut().for_each(|case| *case ^= key);
        let operand = self.proc.children(id)[0];
        let ty = self.proc.type_of(operand);
        let mut b = self.proc.detached_for(id);
        let constant = b.constant(ty, key as u64);
        let hidden = b.bit_xor(operand, constant);
        [constant, hidden].into_iter().for_each(|value| self.insertions.insert(self.place, value));
        self.proc.children_mut(id)[0] = hidden;
    }

    /// Looks the bytes up in each operand, by indices that can be blinded: those of the other operand are 0xff, which
    /// gives zero.
    fn shuffle(&mut self, id: ValueId, value: &Value) {
        let bits = self.proc.vector_bits(value);
        if is_plain(bits) {
            return;
        }
        let operands = [0, 1].map(|n| self.proc.children(id)[n]);
        let parts = [0u8, 16].map(|first| {
            let index = |byte: u8| match byte.wrapping_sub(first) {
                inside @ 0..16 => inside,
                _ => 0xff,
            };
            u128::from_le_bytes(bits.to_le_bytes().map(index))
        });
        let found = [0, 1].map(|n| {
            let indices = match is_plain(parts[n]) {
                true => {
                    let constant = self.proc.detached_for(id).const128(parts[n]);
                    self.insertions.insert(self.place, constant);
                    constant
                }
                false => self.blind(id, Type::V128, parts[n]),
            };
            let found = self.proc.detached_for(id).apply(Opcode::VectorSwizzle, &[operands[n], indices]);
            self.insertions.insert(self.place, found);
            found
        });
        self.proc.replace(id, Opcode::VectorOr, &found);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    fn constants(proc: &Procedure) -> Vec<i64> {
        let mut used: Vec<i64> = Vec::new();
        for block in proc.block_ids() {
            for id in proc.block_values(block) {
                used.extend(proc.children(*id).iter().filter_map(|child| proc.value(*child).int()));
            }
        }
        used
    }

    #[test]
    fn what_stays_is_small() {
        let stays = |values: &[i64]| values.iter().all(|value| is_small_int(*value));
        assert!(stays(&[0, 1, -1, 32767, -32768, 0xffff, 0xffff_ffff, i64::MAX, 0x7fff_ffff]));
        let goes = [32768, -32769, 0x1_0000, i64::MIN, 0x1234_5678, 0xffff_fffe];
        assert!(goes.iter().all(|value| !is_small_int(*value)));
        assert!(is_plain(u128::from(1.5f64.to_bits())) && is_plain(u128::MAX) && is_plain(0x12_00ff_0034));
        assert!(!is_plain(0x12_3400_0056) && !is_plain(u128::from(0.1f64.to_bits())));
    }

    /// `x + constant`.
    fn sum(constant: i64) -> Procedure {
        let mut proc = Procedure::named("f", &testing::target());
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let constant = b.const64(constant);
        let sum = b.add(x, constant);
        b.ret([sum]);
        proc
    }

    /// The same keys would let a program that reads its code choose the other number of each pair.
    #[test]
    fn known_keys_are_of_no_use_for_other_constants() {
        let parts = |constant: i64| {
            let mut proc = sum(constant);
            proc.blind_constants(5);
            let parts = constants(&proc);
            assert_eq!((parts.len(), parts[0] ^ parts[1]), (2, constant), "{parts:x?}");
            parts
        };
        let (constant, chosen) = (0x1234_5678_9abc_def0, 0x0bad_c0de_0bad_c0de);
        let known = parts(constant);
        assert_eq!(parts(constant), known);
        for key in known {
            assert!(!parts(chosen ^ key).contains(&chosen));
        }
    }

    /// A procedure is blinded again if its compilation is repeated at O0.
    #[test]
    fn blinding_again_does_not_undo_it() {
        let constant = 0x1234_5678;
        let mut proc = Procedure::named("f", &testing::target());
        let root = proc.add_block();
        let mut b = proc.at(root);
        let x = b.argument(Type::Int64);
        let c = b.const64(constant);
        let sum = b.add(x, c);
        let product = b.mul(sum, c);
        b.ret([product]);
        for rounds in 1..4 {
            proc.blind_constants(5);
            let used = constants(&proc);
            assert!(!used.contains(&constant) && used.len() == 1 << rounds, "{used:x?}");
            super::super::validate(&proc).expect("still valid");
        }
    }
}
