//! Bit-field operations with boundary masks and shift amounts, which machine instructions cover only in part. All are
//! compiled for all targets; code for this machine must agree with the interpreter.

use barebones::base::{Target, Type};
use barebones::ir::{BlockId, Module, Opcode, Procedure, ValueId};
use barebones::isa::TARGETS;
use barebones::{Compiler, OptLevel, Options, host_target};
use barebones_testing::differential::{Call, run_everywhere};

const SHIFTS: [Opcode; 4] = [Opcode::Shl, Opcode::SShr, Opcode::ZShr, Opcode::RotR];

/// Words from which all masks, shift amounts and operands are built.
const WORDS: [u64; 12] = [
    0,
    1,
    u64::MAX,
    0xff,
    0x7fff_ffff,
    0xffff_ffff,
    0xff00,
    !0xff,
    0xffff_0000_0000_0000,
    1 << 63,
    0x8000_0000,
    0x1234_5678_9abc_def5,
];

/// Builds a procedure that computes many forms of two operands of one type and returns a digest of the results.
struct Forms {
    proc: Procedure,
    block: BlockId,
    ty: Type,
    x: ValueId,
    y: ValueId,
    digest: ValueId,
    count: usize,
}

impl Forms {
    fn new(target: &Target, ty: Type) -> Forms {
        let mut proc = Procedure::new(target);
        proc.name = String::from("main");
        let block = proc.add_block();
        let mut b = proc.at(block);
        let buffer = b.argument(Type::Int64);
        let [x, y] = [8, 16].map(|offset| b.load(ty, buffer, offset));
        let digest = b.const64(0);
        Forms { proc, block, ty, x, y, digest, count: 0 }
    }

    fn constant(&mut self, ty: Type, bits: u64) -> ValueId {
        let bits = if ty == Type::Int32 { bits & 0xffff_ffff } else { bits };
        self.proc.at(self.block).constant(ty, bits)
    }

    fn binary(&mut self, opcode: Opcode, a: ValueId, b: ValueId) -> ValueId {
        self.proc.at(self.block).apply_typed(opcode, self.ty, &[a, b])
    }

    fn mask(&mut self, a: ValueId, mask: u64) -> ValueId {
        let mask = self.constant(self.ty, mask);
        self.binary(Opcode::BitAnd, a, mask)
    }

    fn shift(&mut self, opcode: Opcode, a: ValueId, distance: u64) -> ValueId {
        let distance = self.constant(Type::Int32, distance);
        self.binary(opcode, a, distance)
    }

    /// Adds a result to the digest.
    fn result(&mut self, form: ValueId) {
        let factor = self.constant(Type::Int64, 0x9e37_79b9_7f4a_7c15);
        let block = self.block;
        let wide = if self.ty == Type::Int32 { self.proc.at(block).zext32(form) } else { form };
        let digest = self.proc.at(block).mul(self.digest, factor);
        self.digest = self.proc.at(block).add(digest, wide);
        self.count += 1;
    }

    /// Shift amounts for this type.
    fn distances(&self) -> [u64; 6] {
        let bits = u64::from(self.ty.size()) * 8;
        [0, 1, 8, bits / 2, bits - 8, bits - 1]
    }

    /// `(x shift d) & m` and `(x & m) shift d`.
    fn masks_and_shifts(&mut self) {
        for opcode in SHIFTS {
            for distance in self.distances() {
                for mask in WORDS {
                    let shifted = self.shift(opcode, self.x, distance);
                    let form = self.mask(shifted, mask);
                    self.result(form);
                    let masked = self.mask(self.x, mask);
                    let form = self.shift(opcode, masked, distance);
                    self.result(form);
                }
            }
        }
    }

    /// `(x shift d) shift e`, signs of some bits of `x shift d`, and `(x shift d) | (y shift e)`.
    fn shifts(&mut self) {
        for opcode in SHIFTS {
            for distance in self.distances() {
                for other in SHIFTS {
                    for further in self.distances() {
                        let shifted = self.shift(opcode, self.x, distance);
                        let form = self.shift(other, shifted, further);
                        self.result(form);
                        let [a, b] = [(opcode, self.x, distance), (other, self.y, further)]
                            .map(|(opcode, value, distance)| self.shift(opcode, value, distance));
                        let form = self.binary(Opcode::BitOr, a, b);
                        self.result(form);
                    }
                }
                for sign in [Opcode::SExt8, Opcode::SExt16, Opcode::SExt32] {
                    let is_wide = self.ty == Type::Int64;
                    if is_wide != (sign == Opcode::SExt32) {
                        continue;
                    }
                    let shifted = self.shift(opcode, self.x, distance);
                    let part = if is_wide { self.proc.at(self.block).trunc(shifted) } else { shifted };
                    let form = self.proc.at(self.block).apply_typed(sign, self.ty, &[part]);
                    self.result(form);
                }
            }
        }
    }

    /// `(x & m) | (y & ~m)`, with y shifted before its mask, after it, or without one.
    fn replaced(&mut self) {
        for mask in WORDS {
            let kept = self.mask(self.x, mask);
            let field = self.mask(self.y, !mask);
            let form = self.binary(Opcode::BitOr, kept, field);
            self.result(form);
            for opcode in SHIFTS {
                for distance in self.distances() {
                    let kept = self.mask(self.x, mask);
                    let shifted = self.shift(opcode, self.y, distance);
                    let field = self.mask(shifted, !mask);
                    let form = self.binary(Opcode::BitOr, kept, field);
                    self.result(form);
                    let kept = self.mask(self.x, mask);
                    let field = self.mask(self.y, !mask >> distance);
                    let shifted = self.shift(opcode, field, distance);
                    let form = self.binary(Opcode::BitOr, kept, shifted);
                    self.result(form);
                    let kept = self.mask(self.x, mask);
                    let shifted = self.shift(opcode, self.y, distance);
                    let form = self.binary(Opcode::BitOr, kept, shifted);
                    self.result(form);
                }
            }
        }
    }

    fn finish(mut self) -> (Procedure, usize) {
        self.proc.at(self.block).ret([self.digest]);
        (self.proc, self.count)
    }
}

/// All forms for a target.
fn procedures(target: &Target) -> Vec<(Procedure, usize)> {
    let kinds = [Forms::masks_and_shifts, Forms::shifts, Forms::replaced];
    let make = |ty, fill: fn(&mut Forms)| {
        let mut forms = Forms::new(target, ty);
        fill(&mut forms);
        forms.finish()
    };
    [Type::Int32, Type::Int64].into_iter().flat_map(|ty| kinds.map(|fill| make(ty, fill))).collect()
}

#[test]
fn every_target_compiles_every_field() {
    for desc in TARGETS {
        let target = Target::baseline(desc);
        for (proc, count) in procedures(&target) {
            assert!(count > 300);
            for level in OptLevel::ALL {
                if let Err(error) = Compiler::for_target(target, Options::at(level)).emit(&proc) {
                    panic!("{}, {level:?}: {error}", target.name());
                }
            }
        }
    }
}

#[test]
fn bit_fields_agree_with_the_interpreter() {
    let target = host_target().expect("a host that code is made for");
    let mut calls = Vec::new();
    for [x, y] in [[0x1122_3344_5566_7788, 0x99aa_bbcc_ddee_ff01_u64], [u64::MAX, 0], [1 << 63, 0xffff_ffff]]
    {
        let buffer = [0, x, y, 0].into_iter().flat_map(u64::to_le_bytes).collect();
        calls.push(Call { buffer, ..Call::default() });
    }
    for (proc, _) in procedures(&target) {
        let module = Module { procedures: vec![proc], ..Module::default() };
        if let Err(mismatch) = run_everywhere(&module, &calls) {
            panic!("{mismatch}");
        }
    }
}
