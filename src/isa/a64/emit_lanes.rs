//! Operations on lanes of vectors one by one, shifts, and reductions.

use super::emit::{Emit, W32};
use super::{Logic, VectorBinary, VectorShift, VectorUnary};
use crate::air::{Arg, Opcode};
use crate::base::Lane;
use crate::base::semantics::Operator;

impl Emit<'_, '_> {
    /// Emits an operation on vectors. Returns false for other opcodes.
    pub(super) fn vector_lanes(&mut self, opcode: Opcode) -> bool {
        use VectorBinary as B;
        match opcode {
            Opcode::VectorSplat => {
                let lane = self.lane(Operator::VectorSplat, 1);
                let [from, to] = [0, 2].map(|n| self.reg(n));
                self.asm.dup(lane, to, from);
            }
            Opcode::VectorSplatLane => {
                let lane = self.lane(Operator::VectorSplatLane, 1);
                let (from, index, to) = (self.reg(0), self.small(2), self.reg(3));
                self.asm.dup_lane(lane, to, from, index);
            }
            Opcode::VectorExtract => {
                let lane = self.lane(Operator::VectorExtract, 1);
                let (from, index, to) = (self.reg(0), self.small(2), self.reg(3));
                self.asm.umov(lane, to, from, index);
            }
            Opcode::VectorInsert => {
                let lane = self.lane(Operator::VectorInsert, 2);
                let (a, from, index, to) = (self.reg(0), self.reg(1), self.small(3), self.reg(4));
                self.copy_vector(to, a);
                self.asm.ins(lane, to, index, from);
            }
            Opcode::VectorInsertFirst => {
                let lane = self.lane(Operator::VectorInsertFirst, 2);
                let (a, from, index, to) = (self.reg(0), self.reg(1), self.small(3), self.reg(4));
                self.copy_vector(to, a);
                self.asm.ins_first(lane, to, index, from);
            }
            Opcode::VectorInterleaveLow => self.in_lanes(Operator::VectorInterleaveLow, [B::Zip1; 3]),
            Opcode::VectorShl => {
                self.vector_shift(Operator::VectorShl, [VectorShift::Shl; 2], [B::Sshl; 2], false);
            }
            Opcode::VectorShr => {
                let constant = [VectorShift::Sshr, VectorShift::Ushr];
                self.vector_shift(Operator::VectorShr, constant, [B::Sshl, B::Ushl], true);
            }
            Opcode::VectorPopCount => {
                let [from, to] = [0, 1].map(|n| self.reg(n));
                self.asm.vector_rr(VectorUnary::Cnt, None, to, from);
            }
            Opcode::VectorInterleaveHigh => self.in_lanes(Operator::VectorInterleaveHigh, [B::Zip2; 3]),
            Opcode::VectorTable => {
                let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
                self.asm.vector_rrr(B::Tbl, None, to, a, b);
            }
            Opcode::VectorConcat => {
                let (a, b, index, to) = (self.reg(0), self.reg(1), self.small(2), self.reg(3));
                self.asm.ext(to, a, b, index);
            }
            Opcode::VectorNarrow => {
                use VectorUnary as U;
                let lane = self.lane(Operator::VectorNarrow, 2);
                let [a, b, to] = [0, 1, 3].map(|n| self.reg(n));
                let [low, high] =
                    if lane.is_unsigned() { [U::Sqxtun, U::Sqxtun2] } else { [U::Sqxtn, U::Sqxtn2] };
                self.asm.vector_rr(low, Some(lane), to, a);
                self.asm.vector_rr(high, Some(lane), to, b);
            }
            Opcode::VectorExtendLow => self.extend_half(Operator::VectorExtendLow, false),
            Opcode::VectorExtendHigh => self.extend_half(Operator::VectorExtendHigh, true),
            Opcode::VectorDot => {
                let [a, b, to, upper] = [0, 1, 2, 3].map(|n| self.reg(n));
                self.asm.vector_rrr(B::Smull, Some(Lane::I16x8), to, a, b);
                self.asm.vector_rrr(B::Smull2, Some(Lane::I16x8), upper, a, b);
                self.asm.vector_rrr(B::Addp, Some(Lane::I32x4), to, to, upper);
            }
            Opcode::VectorRound => {
                let lane = self.lane(Operator::VectorRound, 1);
                let (from, mode, to) = (self.reg(0), self.small(2), self.reg(3));
                use VectorUnary as U;
                let op = [U::Frintn, U::Frintm, U::Frintp, U::Frintz][mode as usize % 4];
                self.asm.vector_rr(op, Some(lane), to, from);
            }
            Opcode::VectorSqrt => {
                let lane = self.lane(Operator::VectorSqrt, 1);
                let [from, to] = [0, 2].map(|n| self.reg(n));
                self.asm.vector_rr(VectorUnary::Fsqrt, Some(lane), to, from);
            }
            Opcode::VectorFma => {
                let lane = self.lane(Operator::VectorFma, 3);
                let [a, b, c, to] = [0, 1, 2, 4].map(|n| self.reg(n));
                self.copy_vector(to, c);
                self.asm.vector_rrr(B::Fmla, Some(lane), to, a, b);
            }
            Opcode::VectorInt32ToFloats => self.convert(VectorUnary::Scvtf, Some(Lane::F32x4)),
            Opcode::VectorUInt32ToFloats => self.convert(VectorUnary::Ucvtf, Some(Lane::F32x4)),
            Opcode::VectorFloatsToInt32 => self.convert(VectorUnary::Fcvtzs, Some(Lane::F32x4)),
            Opcode::VectorFloatsToUInt32 => self.convert(VectorUnary::Fcvtzu, Some(Lane::F32x4)),
            Opcode::VectorFloatsToDoubles => self.convert(VectorUnary::Fcvtl, None),
            Opcode::VectorDoublesToFloats => self.convert(VectorUnary::Fcvtn, None),
            Opcode::VectorInt32ToDoubles => self.widened_to_double(Lane::I32x4, VectorUnary::Scvtf),
            Opcode::VectorUInt32ToDoubles => self.widened_to_double(Lane::U32x4, VectorUnary::Ucvtf),
            Opcode::VectorDoublesToInt32 => self.narrowed_double(VectorUnary::Fcvtzs, VectorUnary::Sqxtn),
            Opcode::VectorDoublesToUInt32 => self.narrowed_double(VectorUnary::Fcvtzu, VectorUnary::Uqxtn),
            Opcode::VectorMulQ15 => {
                let [a, b, to] = [0, 1, 2].map(|n| self.reg(n));
                self.asm.vector_rrr(B::Sqrdmulh, Some(Lane::I16x8), to, a, b);
            }
            Opcode::VectorAddPairs => self.in_lanes(Operator::VectorAddPairs, [B::Addp; 3]),
            _ => return false,
        }
        true
    }

    fn convert(&mut self, op: VectorUnary, lane: Option<Lane>) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.vector_rr(op, lane, to, from);
    }

    /// Doubles of integers of 64 bits, which are extended ones of 32.
    fn widened_to_double(&mut self, lane: Lane, op: VectorUnary) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.extend_lanes(lane, to, from, false);
        self.asm.vector_rr(op, Some(Lane::F64x2), to, to);
    }

    /// Doubles as integers of 64 bits, and these saturated to 32.
    fn narrowed_double(&mut self, op: VectorUnary, narrow: VectorUnary) {
        let [from, to] = [0, 1].map(|n| self.reg(n));
        self.asm.vector_rr(op, Some(Lane::F64x2), to, from);
        self.asm.vector_rr(narrow, Some(Lane::I32x4), to, to);
    }

    fn extend_half(&mut self, operator: Operator, is_high: bool) {
        let lane = self.lane(operator, 1);
        let [from, to] = [0, 2].map(|n| self.reg(n));
        self.asm.extend_lanes(lane.half(), to, from, is_high);
    }

    /// An immediate that is not negative.
    fn small(&mut self, n: usize) -> u32 {
        match self.arg(n) {
            Arg::Imm(value) => value as u32,
            _ => {
                self.unexpected();
                0
            }
        }
    }

    /// A shift of signed or unsigned lanes by a constant or by a register. In registers, amounts to the right are negative.
    fn vector_shift(
        &mut self,
        operator: Operator,
        by_constant: [VectorShift; 2],
        by_register: [VectorBinary; 2],
        is_right: bool,
    ) {
        let lane = self.lane(operator, 2);
        let variant = usize::from(lane.is_unsigned());
        let (a, to) = (self.reg(0), self.reg(3));
        if let Some(amount) = self.as_reg(1) {
            let masked = self.reg(4);
            self.asm.logic_rri(Logic::And, W32, masked, amount, u64::from(lane.bits() - 1));
            self.asm.dup(lane, to, masked);
            if is_right {
                self.asm.vector_rr(VectorUnary::Neg, Some(lane), to, to);
            }
            return self.asm.vector_rrr(by_register[variant], Some(lane), to, a, to);
        }
        match self.small(1) % lane.bits() {
            0 => self.copy_vector(to, a),
            amount => self.asm.vector_shift_rri(by_constant[variant], lane, to, a, amount),
        }
    }
}
