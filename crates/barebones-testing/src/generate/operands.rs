//! Operands and predicates of random programs.

use super::body::{Body, Entry, index, scalar};
use super::memory::pick;
use crate::awkward::awkward;
use barebones::base::Type;
use barebones::ir::opcode::Class;
use barebones::ir::{Opcode, ValueId};

impl Body<'_> {
    /// Makes a value visible to later steps.
    pub(super) fn push(&mut self, id: ValueId, exact: bool) {
        let ty = self.proc.type_of(id);
        if ty.is_tuple() {
            self.pools.tuples.push((id, ty));
        } else if ty.is_single() {
            self.pools.scalars[index(ty)].push(Entry { id, exact, used: false });
        }
    }

    pub(super) fn constant(&mut self, ty: Type, word: u16) -> Entry {
        if ty.is_vector() {
            return self.vector_constant(word);
        }
        let table = awkward(ty);
        let bits = table[word as usize % table.len()];
        Entry { id: self.proc.at(self.block).constant(ty, bits), exact: true, used: true }
    }

    /// An operand of a scalar type: a constant, or a visible value, preferably a recent one.
    pub(super) fn entry(&mut self, ty: Type, word: u16) -> Entry {
        let (kind, choice) = (word & 15, word >> 4);
        let pool = &self.pools.scalars[index(ty)];
        let len = pool.len();
        let entry = match (kind, self.last[index(ty)]) {
            _ if word == 0 || len == 0 => self.constant(ty, choice),
            (0..=2, _) => self.constant(ty, choice),
            (3, Some(last)) => last,
            (4..=6, _) => pool[len - 1 - choice as usize % len.min(3)],
            (7..=9, _) => pool[len - 1 - choice as usize % len.min(12)],
            // An unused value, whose live range then often ends here.
            (10..=13, _) => {
                let first = choice as usize % len;
                let at = (first..len).find(|i| !pool[*i].used).unwrap_or(first);
                let pool = &mut self.pools.scalars[index(ty)];
                pool[at].used = true;
                pool[at]
            }
            _ => pool[choice as usize % len],
        };
        self.last[index(ty)] = Some(entry);
        entry
    }

    pub(super) fn operand(&mut self, ty: Type, word: u16) -> ValueId {
        self.entry(ty, word).id
    }

    /// An operand whose bits may be observed.
    pub(super) fn exact_operand(&mut self, ty: Type, word: u16) -> ValueId {
        let entry = self.entry(ty, word);
        self.exact(entry)
    }

    pub(super) fn exact(&mut self, entry: Entry) -> ValueId {
        if entry.exact { entry.id } else { self.proc.at(self.block).purify_nan(entry.id) }
    }

    /// An operand to store, of a scalar or tuple type.
    pub(super) fn stored_operand(&mut self, ty: Type, word: u16) -> ValueId {
        if ty.is_single() {
            return self.exact_operand(ty, word);
        }
        let same: Vec<ValueId> =
            self.pools.tuples.iter().filter(|(_, other)| *other == ty).map(|(id, _)| *id).collect();
        match pick(&same, word) {
            Some(id) if word & 3 != 0 => *id,
            _ if word != 0 && self.proc.tuple_elements(ty) == [Type::Int64, Type::Int32] => {
                let (a, b) =
                    (self.operand(Type::Int64, word), self.operand(Type::Int64, word.rotate_left(7)));
                let carry = self.operand(Type::Int32, word.rotate_left(3));
                self.proc.at(self.block).apply_typed(Opcode::AddCarry, ty, &[a, b, carry])
            }
            _ => self.proc.at(self.block).bottom_tuple(ty),
        }
    }

    /// Makes the elements of a tuple visible to later steps.
    pub(super) fn push_elements(&mut self, tuple: ValueId) {
        let ty = self.proc.type_of(tuple);
        for i in 0..self.proc.tuple_elements(ty).len() {
            let element = self.proc.at(self.block).extract(tuple, i as u32);
            self.push(element, true);
        }
    }

    /// A comparison of two operands of some type.
    pub(super) fn comparison(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        const COMPARISONS: [Opcode; 11] = [
            Opcode::Equal,
            Opcode::NotEqual,
            Opcode::LessThan,
            Opcode::GreaterThan,
            Opcode::LessEqual,
            Opcode::GreaterEqual,
            Opcode::Above,
            Opcode::Below,
            Opcode::AboveEqual,
            Opcode::BelowEqual,
            Opcode::EqualOrUnordered,
        ];
        let opcode = COMPARISONS[word as usize % 11];
        let ty = match opcode.row().class {
            Class::Int => scalar(word / 11 % 2),
            Class::Fp => scalar(2 + word / 11 % 2),
            _ => scalar(word / 11),
        };
        let (a, b) = (self.operand(ty, a), self.operand(ty, b));
        self.proc.at(self.block).apply_typed(opcode, Type::Int32, &[a, b])
    }

    /// A predicate for a branch, select or trap: a number, a comparison, a test of bits, or an inversion of these.
    pub(super) fn predicate(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        let (kind, choice) = (word % 19, word / 19);
        let block = self.block;
        match kind {
            18 => self.predicate_of_variable(choice, a, b),
            16 | 17 => self.joined_comparisons(choice, a, b),
            12..=15 => self.narrow_predicate(choice, a, b),
            0 => self.operand(Type::Int32, a),
            1 => self.operand(Type::Int64, a),
            2 | 3 => {
                let ty = if kind == 2 { Type::Int32 } else { Type::Int64 };
                let (a, b) = (self.operand(ty, a), self.operand(ty, b));
                self.proc.at(block).bit_and(a, b)
            }
            6 if choice % 4 == 3 => self.overflow(choice / 4, a, b),
            4..=6 => self.comparison(choice, a, b),
            _ => {
                let comparison = self.comparison(choice, a, b);
                let constant = self.proc.at(block).const32(i32::from(kind >= 10));
                match kind {
                    7 => self.proc.at(block).equal(comparison, constant),
                    8 => self.proc.at(block).not_equal(comparison, constant),
                    9 => {
                        let inverted = self.proc.at(block).equal(comparison, constant);
                        self.proc.at(block).equal(inverted, constant)
                    }
                    _ => self.proc.at(block).bit_xor(comparison, constant),
                }
            }
        }
    }

    /// Whether a sum, a difference or a product overflows, or does not. It may have other uses.
    fn overflow(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        const KINDS: [Opcode; 6] = [
            Opcode::AddOverflow,
            Opcode::SubOverflow,
            Opcode::MulOverflow,
            Opcode::UAddOverflow,
            Opcode::USubOverflow,
            Opcode::UMulOverflow,
        ];
        let (kind, choice) = (KINDS[word as usize % KINDS.len()], word / KINDS.len() as u16);
        let ty = if choice & 1 == 0 { Type::Int32 } else { Type::Int64 };
        let x = self.operand(ty, a);
        let y = match choice & 2 {
            0 => self.operand(ty, b),
            _ => self.proc.at(self.block).constant(ty, u64::from(b)),
        };
        let pair = self.proc.tuple_type(&[ty, Type::Int32]);
        let mut at = self.proc.at(self.block);
        let both = at.apply_typed(kind, pair, &[x, y]);
        let [result, overflow] = [at.extract(both, 0), at.extract(both, 1)];
        let zero = at.const32(0);
        let predicate = if choice & 4 == 0 { overflow } else { at.equal(overflow, zero) };
        self.push(result, true);
        if choice & 0x18 == 0 {
            self.push(overflow, true);
        }
        predicate
    }

    /// The inverted result of a comparison or a bit test that uses a variable. The predicate or its inner value may
    /// have other uses.
    fn predicate_of_variable(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        let block = self.block;
        let numbers: Vec<_> = self.variables.iter().filter(|(_, ty)| ty.is_int()).copied().collect();
        let Some(&(variable, ty)) = pick(&numbers, a) else { return self.comparison(word, a, b) };
        let other = match word & 1 {
            0 => self.proc.at(block).constant(ty, u64::from(b % 32)),
            _ => self.operand(ty, b),
        };
        let value = self.proc.at(block).get(variable);
        let [left, right] = if word & 2 == 0 { [value, other] } else { [other, value] };
        let inner = match word >> 2 & 3 {
            0 => self.proc.at(block).less_than(left, right),
            1 => self.proc.at(block).equal(left, right),
            _ => self.proc.at(block).bit_and(left, right),
        };
        let ty = self.proc.type_of(inner);
        let zero = self.proc.at(block).constant(ty, 0);
        let predicate = match word >> 4 & 1 {
            0 => self.proc.at(block).equal(inner, zero),
            _ => self.proc.at(block).not_equal(inner, zero),
        };
        match word >> 5 & 3 {
            0 => {}
            1 => self.push(inner, true),
            _ => self.push(predicate, true),
        }
        predicate
    }

    /// A predicate that is always 0, which passes cannot easily prove.
    pub(super) fn never_true(&mut self, word: u16, a: u16) -> ValueId {
        let (kind, choice) = (word % 26, word / 26);
        let block = self.block;
        if kind == 25 {
            let ty = scalar(choice % 4);
            let (x, y) = (self.operand(ty, a), self.operand(ty, a.rotate_left(5)));
            let mut b = self.proc.at(block);
            let less = b.less_than(x, y);
            let more = b.greater_than(x, y);
            return b.bit_and(less, more);
        }
        if kind >= 19 {
            return self.narrow_never_true(choice, a);
        }
        let ty = scalar(choice % 2);
        let x = self.operand(ty, a);
        let small = self.proc.at(block).constant(ty, 15);
        let small = self.proc.at(block).bit_and(x, small);
        let constant = |this: &mut Self, value: i64| this.proc.at(block).constant(ty, value as u64);
        if kind == 18
            && let Some(far) = self.small
        {
            // All values of `far` are below this bit.
            let mut b = self.proc.at(block);
            let bit = b.constant(ty, 1 << 16);
            let large = b.bit_or(x, bit);
            return b.below(large, far[usize::from(ty == Type::Int64)]);
        }
        if kind >= 15 {
            // A test of bits that are always clear.
            let others = self.operand(ty, a.rotate_left(5) ^ choice);
            let mask = self.proc.at(block).constant(ty, 0xff0);
            let others = self.proc.at(block).bit_and(others, mask);
            return match kind {
                15 => self.proc.at(block).bit_and(small, mask),
                16 => match self.small {
                    Some(far) => {
                        let mask = self.proc.at(block).constant(ty, 0x7fff_0000);
                        let others = self.proc.at(block).bit_and(x, mask);
                        self.proc.at(block).bit_and(others, far[usize::from(ty == Type::Int64)])
                    }
                    None => self.proc.at(block).bit_and(small, others),
                },
                _ => self.proc.at(block).bit_and(others, small),
            };
        }
        let (opcode, left, right) = match kind {
            0 => (Opcode::Above, small, constant(self, 15)),
            1 => (Opcode::AboveEqual, small, constant(self, 16)),
            2 => (Opcode::GreaterThan, small, constant(self, 99)),
            3 => (Opcode::GreaterEqual, small, constant(self, 16)),
            4 => (Opcode::LessThan, small, constant(self, -3)),
            5 => (Opcode::LessEqual, small, constant(self, -1)),
            6 => (Opcode::Equal, small, constant(self, 1 << 20)),
            7 => (Opcode::NotEqual, x, x),
            8 => {
                let limit = constant(self, 16);
                let above = self.proc.at(block).bit_or(small, limit);
                (Opcode::Below, above, limit)
            }
            9 => {
                let limit = constant(self, 0);
                let one = constant(self, 1);
                let above = self.proc.at(block).bit_or(small, one);
                (Opcode::BelowEqual, above, limit)
            }
            10 | 11 => {
                let limit = constant(self, 16);
                let always = self.proc.at(block).below(small, limit);
                let constant = self.proc.at(block).const32(i32::from(kind == 10));
                let opcode = if kind == 10 { Opcode::BitXor } else { Opcode::Equal };
                (opcode, always, constant)
            }
            12 => {
                let float = self.proc.at(block).itod(small);
                (Opcode::EqualOrUnordered, float, self.proc.at(block).const_double(0.5))
            }
            13 => {
                let float = self.operand(Type::Float, a);
                (Opcode::LessThan, float, float)
            }
            _ => {
                let float = self.operand(Type::Double, a);
                (Opcode::Equal, float, self.proc.at(block).const_double(f64::NAN))
            }
        };
        self.proc.at(block).apply_typed(opcode, Type::Int32, &[left, right])
    }
}
