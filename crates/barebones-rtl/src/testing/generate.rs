//! Random expression trees, and functions of them.

use super::build::{Chain, at, expr, float, int, mem, reg, subreg, symbol};
use crate::code::{Code, Mode};
use crate::tree::{Data, Expr, Function, Operand};

pub(super) use barebones_testing::generate::Random;

/// The modes of registers, the parameters in this order.
pub(super) const MODES: [Mode; 7] = [Mode::Si, Mode::Di, Mode::Ti, Mode::Df, Mode::Sf, Mode::Qi, Mode::Hi];
const INTS: [Mode; 5] = [Mode::Qi, Mode::Hi, Mode::Si, Mode::Di, Mode::Ti];

/// The register of the frame's address.
pub(super) const FRAME: u32 = 8;
/// The register of the result.
pub(super) const RESULT: u32 = 9;
/// The first register of temporaries; one for each mode.
pub(super) const TEMPORARIES: u32 = 20;
/// The bytes of the frame.
pub(super) const FRAME_SIZE: u32 = 64;

const RELATIONS: [Code; 10] =
    [Code::Eq, Code::Ne, Code::Gt, Code::Lt, Code::Ge, Code::Le, Code::Gtu, Code::Ltu, Code::Geu, Code::Leu];

/// The bits of an argument: ends of its mode, small numbers, and any.
pub(super) fn argument(random: &mut Random, mode: Mode) -> u128 {
    if mode.is_float() {
        let numbers = [0.0, -0.0, 1.0, -1.5, 3.75, 1e10, -1e30, f64::INFINITY, f64::NAN, 0.1, 255.5, -128.0];
        let number = numbers[random.below(numbers.len() as u64) as usize];
        return match mode {
            Mode::Sf => u128::from((number as f32).to_bits()),
            _ => u128::from(number.to_bits()),
        };
    }
    let any = u128::from(random.bits()) << 64 | u128::from(random.bits());
    let bits = match random.below(6) {
        0 => 0,
        1 => 1 << (mode.bits() - 1),
        2 => (1 << (mode.bits() - 1)) - 1,
        3 => (random.below(9) as i128 - 4) as u128,
        4 => any >> random.below(127),
        _ => any,
    };
    bits & mode.mask()
}

/// A random function of all arguments.
pub fn function(random: &mut Random, name: &str) -> Function {
    let mut generator = Generator {
        random,
        chain: Chain::default(),
        assigned: Vec::new(),
        memory: false,
        next: 100,
        data: format!("{name}.data"),
    };
    let count = 1 + generator.random.below(3);
    for _ in 0..count {
        generator.statement(2);
    }
    generator.finish();
    let data = (0..32).map(|_| generator.random.bits() as u8).collect();
    let data = vec![Data { name: generator.data.clone(), bytes: data }];
    Function {
        name: name.to_string(),
        params: MODES.iter().zip(1..).map(|(mode, number)| reg(*mode, number)).collect(),
        result: Some(reg(Mode::Di, RESULT)),
        data,
        frame: Some((reg(Mode::Di, FRAME), FRAME_SIZE)),
        insns: generator.chain.finish(),
    }
}

pub(super) struct Generator<'r> {
    pub(super) random: &'r mut Random,
    pub(super) chain: Chain,
    /// The temporaries that were set.
    pub(super) assigned: Vec<(Mode, u32)>,
    /// True if the frame was written.
    pub(super) memory: bool,
    /// The number of the next register.
    pub(super) next: u32,
    /// The name of the data.
    pub(super) data: String,
}

impl Generator<'_> {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit as u64) as usize
    }

    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    pub(super) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    pub(super) fn new_register(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// The register of an argument.
    pub(super) fn parameter(mode: Mode) -> Expr {
        let index = MODES.iter().position(|known| *known == mode).unwrap_or(0);
        reg(mode, 1 + index as u32)
    }

    /// The temporary of a mode.
    pub(super) fn temporary(mode: Mode) -> Expr {
        let index = MODES.iter().position(|known| *known == mode).unwrap_or(0);
        reg(mode, TEMPORARIES + index as u32)
    }

    pub(super) fn any_mode(&mut self) -> Mode {
        self.one_of(&[
            Mode::Si,
            Mode::Di,
            Mode::Ti,
            Mode::Df,
            Mode::Sf,
            Mode::Qi,
            Mode::Hi,
            Mode::Si,
            Mode::Di,
        ])
    }

    /// A constant of an integer mode.
    fn constant(&mut self, mode: Mode) -> Expr {
        if mode == Mode::Ti && self.chance(50) {
            let bits = u128::from(self.random.bits()) << 64 | u128::from(self.random.bits());
            return Expr::new(Code::ConstDouble, mode, vec![Operand::Bits(bits)]);
        }
        let bits = argument(self.random, if mode == Mode::Ti { Mode::Di } else { mode });
        let above = 128 - mode.bits().min(64);
        int((bits << above) as i128 >> above)
    }

    fn leaf(&mut self, mode: Mode) -> Expr {
        if mode.is_float() {
            return match self.below(4) {
                0 => {
                    let number = self.one_of(&[0.0, 1.0, -2.5, 1e9, 0.1, -0.0]);
                    float(mode, number)
                }
                1 => Self::temporary(mode),
                _ => Self::parameter(mode),
            };
        }
        match self.below(8) {
            0 => self.constant(mode),
            1 => Self::temporary(mode),
            2 => {
                let memory = self.frame_memory(mode);
                if self.chance(20) {
                    return expr(Code::Volatile, mode, [memory]);
                }
                memory
            }
            3 => {
                let offset = self.below(16) as i128;
                let name = symbol(&self.data);
                let address = expr(Code::Plus, Mode::Di, [name, int(offset)]);
                let mut memory = mem(mode, expr(Code::Const, Mode::Di, [address]));
                (memory.flags.unchanging, memory.flags.in_struct) = (true, self.chance(50));
                memory
            }
            4 => expr(Code::Unchanging, mode, [Self::parameter(mode)]),
            _ => Self::parameter(mode),
        }
    }

    /// Memory of the frame, aligned.
    pub(super) fn frame_memory(&mut self, mode: Mode) -> Expr {
        let size = mode.bytes();
        let offset = self.below((FRAME_SIZE / size) as usize) as i128 * i128::from(size);
        at(mode, FRAME, offset)
    }

    /// A relation of any operands, with or without a mode.
    pub(super) fn condition(&mut self, mode: Mode, depth: u32) -> Expr {
        let operands = self.any_mode();
        let count = if operands.is_float() { 6 } else { 10 };
        let relation = self.one_of(&RELATIONS[..count]);
        let first = self.moded(operands, depth);
        let second = if self.chance(30) && operands.is_int() { int(0) } else { self.tree(operands, depth) };
        expr(relation, mode, [first, second])
    }

    /// An operand whose mode is found without its context.
    fn moded(&mut self, mode: Mode, depth: u32) -> Expr {
        match self.tree(mode, depth) {
            tree if tree.mode == Mode::Void => Self::parameter(mode),
            tree => tree,
        }
    }

    /// A tree of a mode.
    pub(super) fn tree(&mut self, mode: Mode, depth: u32) -> Expr {
        if depth == 0 || self.chance(15) {
            return self.leaf(mode);
        }
        let depth = depth - 1;
        if mode.is_float() {
            return self.float_tree(mode, depth);
        }
        match self.below(22) {
            0..=7 => {
                let code = self.one_of(&[
                    Code::Plus,
                    Code::Minus,
                    Code::Mult,
                    Code::Umult,
                    Code::And,
                    Code::Ior,
                    Code::Xor,
                    Code::Div,
                    Code::Udiv,
                    Code::Mod,
                    Code::Umod,
                ]);
                let first = self.moded(mode, depth);
                let mut second = self.tree(mode, depth);
                if matches!(code, Code::Div | Code::Udiv | Code::Mod | Code::Umod) && !self.chance(3) {
                    second = expr(Code::Ior, mode, [second, int(1)]);
                }
                expr(code, mode, [first, second])
            }
            8 | 9 => {
                let code = self.one_of(&[Code::Neg, Code::Not, Code::Abs, Code::Ffs]);
                expr(code, mode, [self.tree(mode, depth)])
            }
            10 | 11 => {
                let code = self.one_of(&[
                    Code::Ashift,
                    Code::Lshift,
                    Code::Ashiftrt,
                    Code::Lshiftrt,
                    Code::Rotate,
                    Code::Rotatert,
                ]);
                let amount =
                    if self.chance(60) { int(self.below(128) as i128) } else { self.tree(Mode::Si, depth) };
                expr(code, mode, [self.tree(mode, depth), amount])
            }
            12 => {
                let written = if self.chance(50) { Mode::Void } else { mode };
                self.condition(written, depth)
            }
            13 => {
                let condition = self.condition(Mode::Void, depth);
                expr(Code::IfThenElse, mode, [condition, self.tree(mode, depth), self.tree(mode, depth)])
            }
            14 | 15 if mode != Mode::Ti => self.field(mode, depth),
            16 if mode != Mode::Qi => {
                let narrower: Vec<Mode> = INTS.into_iter().filter(|from| from.bits() < mode.bits()).collect();
                let from = self.one_of(&narrower);
                let code = self.one_of(&[Code::SignExtend, Code::ZeroExtend]);
                expr(code, mode, [self.moded(from, depth)])
            }
            17 if mode != Mode::Ti => {
                let wider: Vec<Mode> = INTS.into_iter().filter(|from| from.bits() > mode.bits()).collect();
                let from = self.one_of(&wider);
                expr(Code::Truncate, mode, [self.moded(from, depth)])
            }
            18 if mode != Mode::Ti => {
                let from = self.one_of(&[Mode::Sf, Mode::Df]);
                expr(Code::Fix, mode, [self.moded(from, depth)])
            }
            19 => self.part(mode),
            20 if mode != Mode::Qi => {
                let half = INTS.into_iter().find(|half| 2 * half.bits() == mode.bits()).unwrap_or(Mode::Qi);
                let code = self.one_of(&[Code::Mult, Code::Umult]);
                expr(code, mode, [self.moded(half, depth), self.moded(half, depth)])
            }
            21 if mode == Mode::Di => {
                // The distance of two addresses of the same data, or of two labels.
                let name = symbol(&self.data);
                let far = expr(Code::Plus, Mode::Di, [name.clone(), int(self.below(99) as i128)]);
                expr(Code::Minus, mode, [expr(Code::Const, Mode::Di, [far]), name])
            }
            _ => self.leaf(mode),
        }
    }

    fn float_tree(&mut self, mode: Mode, depth: u32) -> Expr {
        match self.below(9) {
            0..=3 => {
                let code = self.one_of(&[Code::Plus, Code::Minus, Code::Mult, Code::Div]);
                expr(code, mode, [self.tree(mode, depth), self.tree(mode, depth)])
            }
            4 => {
                let code = self.one_of(&[Code::Neg, Code::Abs, Code::Sqrt]);
                expr(code, mode, [self.tree(mode, depth)])
            }
            5 => {
                let condition = self.condition(Mode::Void, depth);
                expr(Code::IfThenElse, mode, [condition, self.tree(mode, depth), self.tree(mode, depth)])
            }
            6 => {
                let from = self.one_of(&[Mode::Qi, Mode::Hi, Mode::Si, Mode::Di]);
                expr(Code::Float, mode, [self.moded(from, depth)])
            }
            _ if mode == Mode::Df => expr(Code::FloatExtend, mode, [self.tree(Mode::Sf, depth)]),
            _ => expr(Code::FloatTruncate, mode, [self.tree(Mode::Df, depth)]),
        }
    }

    /// A part of an argument's register.
    fn part(&mut self, mode: Mode) -> Expr {
        let whole = self.one_of(&[Mode::Di, Mode::Ti, Mode::Df, Mode::Sf, Mode::Si]);
        let words = (i64::from(whole.bits()) - i64::from(mode.bits())) / 32;
        let word = if words > 0 { self.below(words as usize + 1) as u32 } else { 0 };
        subreg(mode, Self::parameter(whole), word)
    }

    /// A bit field of an argument, of a temporary or of memory.
    fn field(&mut self, mode: Mode, depth: u32) -> Expr {
        let place = if self.chance(50) {
            let whole = self.one_of(&INTS);
            Self::parameter(whole)
        } else {
            at(Mode::Qi, FRAME, self.random.below(48) as i128)
        };
        self.field_of(mode, place, depth)
    }

    /// A bit field of a place.
    pub(super) fn field_of(&mut self, mode: Mode, place: Expr, depth: u32) -> Expr {
        let code = self.one_of(&[Code::SignExtract, Code::ZeroExtract]);
        let limit = if place.code == Code::Mem { 64 } else { place.mode.bits() };
        let size = 1 + self.below(limit.min(mode.bits()) as usize) as u32;
        let position = if place.code == Code::Reg && self.chance(30) {
            self.tree(Mode::Si, depth)
        } else {
            int(self.below((limit - size + 1) as usize) as i128)
        };
        // A constant position outside the place is refused.
        let position = match position.number() {
            Some(number)
                if position.code == Code::ConstInt && !(0..=i128::from(limit - size)).contains(&number) =>
            {
                int(0)
            }
            _ => position,
        };
        expr(code, mode, [place, int(i128::from(size)), position])
    }
}
