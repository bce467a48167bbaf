//! Vector instructions, by their rows in [`table`].

mod memory;
mod table;

use super::Function;
use super::control::ZeroTest;
use crate::error::Error;
use barebones::base::{Lane, Origin};
use barebones::ir::{Opcode, ValueId};
use wasmparser::{MemArg, Operator};

/// How a vector instruction is made of operations of the IR.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// The operation without lanes on one operand.
    Unary(Opcode),
    Binary(Opcode),
    Ternary(Opcode),
    /// The operation in these lanes on one operand.
    Lane1(Opcode, Lane),
    Lane2(Opcode, Lane),
    /// The operation on exchanged operands.
    Swapped(Opcode, Lane),
    /// The complement of the operation.
    Not(Opcode, Lane),
    /// 1 if no lane is zero, else 0.
    AllTrue(Lane),
    /// The product of the operands after this extension to these lanes.
    Products(Opcode, Lane),
    /// The sums of adjacent lanes, extended to these lanes.
    PairSums(Lane),
    /// The same for signed lanes of 16 bits, as dot products with ones.
    PairDots,
    /// a * b + c, rounded twice.
    MulAdd(Lane),
    /// c - a * b, rounded twice.
    NegMulAdd(Lane),
    /// The sums of adjacent products of bytes.
    DotBytes,
    /// The sums of adjacent lanes of that, extended to 32 bits, plus c.
    DotBytesAdd,
    Extract(Lane, u8),
    Replace(Lane, u8),
    Shuffle([u8; 16]),
    Constant([u8; 16]),
    Load(MemArg),
    /// Half a vector, extended to these lanes.
    LoadExtend(MemArg, Lane),
    LoadSplat(MemArg, Lane),
    /// Lane 0; the others are zero.
    LoadZero(MemArg, Lane),
    LoadLane(MemArg, Lane, u8),
    Store(MemArg),
    StoreLane(MemArg, Lane, u8),
}

impl Function<'_> {
    /// Translates a validated vector instruction.
    #[inline(never)]
    pub(super) fn vector_operator(&mut self, operator: &Operator<'_>, offset: u64) -> Result<(), Box<Error>> {
        self.operators += 1;
        self.proc.origin = Origin(offset as u32);
        if self.reachable {
            self.meter(operator);
            self.push_zero_test();
            let form = table::form(operator);
            self.form(form.ok_or_else(|| Box::new(Error::unsupported("an operator", offset)))?);
        }
        self.check_size(None)
    }

    fn form(&mut self, form: Form) {
        let value = match form {
            Form::Unary(opcode) => {
                let a = self.pop();
                self.cursor().apply(opcode, &[a])
            }
            Form::Binary(opcode) => {
                let operands = self.pop2();
                self.cursor().apply(opcode, &operands)
            }
            Form::Ternary(opcode) => {
                let operands = self.pop3();
                self.cursor().apply(opcode, &operands)
            }
            Form::Lane1(opcode, lane) => {
                let a = self.pop();
                self.lanes(opcode, lane, &[a])
            }
            Form::Lane2(opcode, lane) => {
                let operands = self.pop2();
                self.lanes(opcode, lane, &operands)
            }
            Form::Swapped(opcode, lane) => {
                let [a, b] = self.pop2();
                self.lanes(opcode, lane, &[b, a])
            }
            Form::Not(opcode, lane) => {
                let operands = self.pop2();
                let value = self.lanes(opcode, lane, &operands);
                self.cursor().vector_not(value)
            }
            Form::AllTrue(lane) => {
                let [a, zero] = [self.pop(), self.cursor().const128(0)];
                let zeros = self.lanes(Opcode::VectorEqual, lane, &[a, zero]);
                let value = self.cursor().apply(Opcode::VectorAnyTrue, &[zeros]);
                // The next operator may be a branch.
                self.zero_test = Some(ZeroTest { value, is_zero: true });
                return;
            }
            Form::Products(extend, lane) => {
                let [a, b] = self.pop2().map(|operand| self.lanes(extend, lane, &[operand]));
                self.lanes(Opcode::VectorMul, lane.signed(), &[a, b])
            }
            Form::PairSums(lane) => {
                let a = self.pop();
                self.pair_sums(lane, a)
            }
            Form::PairDots => {
                let [a, ones] = [self.pop(), self.cursor().const128(ONES_16)];
                self.cursor().apply(Opcode::VectorDot, &[a, ones])
            }
            Form::MulAdd(lane) => self.sum_of_product(Opcode::VectorAdd, lane),
            Form::NegMulAdd(lane) => self.sum_of_product(Opcode::VectorSub, lane),
            Form::DotBytes => {
                let operands = self.pop2();
                self.dot_bytes(operands)
            }
            Form::DotBytesAdd => {
                let [a, b, c] = self.pop3();
                let (dots, ones) = (self.dot_bytes([a, b]), self.cursor().const128(ONES_16));
                let sums = self.cursor().apply(Opcode::VectorDot, &[dots, ones]);
                self.lanes(Opcode::VectorAdd, Lane::I32x4, &[sums, c])
            }
            Form::Extract(lane, index) => {
                let a = self.pop();
                self.cursor().vector_at(Opcode::VectorExtractLane, lane, index.into(), &[a])
            }
            Form::Replace(lane, index) => {
                let operands = self.pop2();
                self.cursor().vector_at(Opcode::VectorReplaceLane, lane, index.into(), &operands)
            }
            Form::Shuffle(indices) => {
                let [a, b] = self.pop2();
                self.cursor().vector_shuffle(a, b, indices)
            }
            Form::Constant(bytes) => self.cursor().const128(u128::from_le_bytes(bytes)),
            Form::Load(arg) => return self.load_vector(&arg),
            Form::LoadExtend(arg, lane) => return self.load_extended(&arg, lane),
            Form::LoadSplat(arg, lane) => return self.load_splat(&arg, lane),
            Form::LoadZero(arg, lane) => return self.load_zero(&arg, lane),
            Form::LoadLane(arg, lane, index) => return self.load_lane(&arg, lane, index),
            Form::Store(arg) => return self.store_vector(&arg),
            Form::StoreLane(arg, lane, index) => return self.store_lane(&arg, lane, index),
        };
        self.push(value);
    }

    fn lanes(&mut self, opcode: Opcode, lane: Lane, operands: &[ValueId]) -> ValueId {
        self.cursor().vector(opcode, lane, operands)
    }

    /// The even and the odd ones of the lanes of half the width, extended to these lanes.
    fn evens_and_odds(&mut self, lane: Lane, a: ValueId) -> [ValueId; 2] {
        let half = self.const32(lane.bits() as i32 / 2);
        let evens = self.lanes(Opcode::VectorShl, lane.signed(), &[a, half]);
        [evens, a].map(|value| self.lanes(Opcode::VectorShr, lane, &[value, half]))
    }

    fn pair_sums(&mut self, lane: Lane, a: ValueId) -> ValueId {
        let parts = self.evens_and_odds(lane, a);
        self.lanes(Opcode::VectorAdd, lane.signed(), &parts)
    }

    /// Pops a, b and c, and applies a sum or difference to c and a * b.
    fn sum_of_product(&mut self, opcode: Opcode, lane: Lane) -> ValueId {
        let [a, b, c] = self.pop3();
        let product = self.lanes(Opcode::VectorMul, lane, &[a, b]);
        self.lanes(opcode, lane, &[c, product])
    }

    /// Products of bytes fit into lanes of 16 bits.
    fn dot_bytes(&mut self, operands: [ValueId; 2]) -> ValueId {
        let [a, b] = operands.map(|operand| self.evens_and_odds(Lane::I16x8, operand));
        let products = [0, 1].map(|part| self.lanes(Opcode::VectorMul, Lane::I16x8, &[a[part], b[part]]));
        self.lanes(Opcode::VectorAdd, Lane::I16x8, &products)
    }
}

/// 1 in each lane of 16 bits.
const ONES_16: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;
