//! Random insns.

use super::build::{at, expr, float, int, label, mem, parallel, place, reg, set, subreg, symbol, uses};
use super::generate::{FRAME, FRAME_SIZE, Generator, RESULT};
use crate::code::{Code, Mode};
use crate::tree::{Expr, NoteKind, Operand, RegNote};

const TREE: u32 = 4;

impl Generator<'_> {
    fn assign(&mut self, mode: Mode) -> Expr {
        let temporary = Self::temporary(mode);
        let entry = (mode, temporary.reg().unwrap_or(0));
        if !self.assigned.contains(&entry) {
            self.assigned.push(entry);
        }
        temporary
    }

    fn int_mode(&mut self) -> Mode {
        self.one_of(&[Mode::Qi, Mode::Hi, Mode::Si, Mode::Di, Mode::Ti])
    }

    /// One or a few insns. `nested` limits statements in statements.
    pub(super) fn statement(&mut self, nested: u32) {
        match self.below(if nested == 0 { 17 } else { 22 }) {
            0..=4 => {
                let mode = self.any_mode();
                let tree = self.tree(mode, TREE);
                let temporary = self.assign(mode);
                self.chain.insn(set(temporary, tree));
            }
            5 => self.store(),
            6 => self.set_part(),
            7 => self.field_store(),
            8 => self.condition_codes(),
            9 => self.parallel(),
            10 => self.increments(),
            11 => self.block(),
            12 => self.call(),
            13 => self.unchanging(),
            14 => self.notes(),
            15 | 16 => self.quiet(),
            17 | 18 => self.choice(nested - 1),
            19 => self.leave(),
            _ => self.table(nested - 1),
        }
    }

    fn store(&mut self) {
        self.memory = true;
        if self.chance(20) {
            // NaNs differ in their bits.
            let mode = self.one_of(&[Mode::Sf, Mode::Df]);
            let tree = self.tree(mode, TREE - 1);
            let temporary = self.assign(mode);
            self.chain.insn(set(temporary.clone(), tree));
            let is_number = expr(Code::Eq, Mode::Void, [temporary.clone(), temporary.clone()]);
            let number = expr(Code::IfThenElse, mode, [is_number, temporary, float(mode, 1.0)]);
            let memory = self.frame_memory(mode);
            self.chain.insn(set(memory, number));
            return;
        }
        let mode = self.int_mode();
        let tree = self.tree(mode, TREE);
        let mut memory = self.frame_memory(mode);
        if self.chance(20) {
            memory = expr(Code::Volatile, mode, [memory]);
        }
        self.chain.insn(set(memory, tree));
    }

    /// A part of a register.
    fn set_part(&mut self) {
        let whole = self.one_of(&[Mode::Si, Mode::Di, Mode::Ti]);
        let parts: &[Mode] =
            if whole == Mode::Si { &[Mode::Qi, Mode::Hi] } else { &[Mode::Qi, Mode::Hi, Mode::Si] };
        let mode = self.one_of(parts);
        let tree = self.tree(mode, TREE);
        let first = self.tree(whole, 2);
        let temporary = self.assign(whole);
        self.chain.insn(set(temporary.clone(), first));
        let place = if self.chance(50) {
            expr(Code::StrictLowPart, Mode::Void, [subreg(mode, temporary, 0)])
        } else {
            let word = self.below((whole.bits() / 32) as usize) as u32;
            subreg(mode, temporary, word)
        };
        self.chain.insn(set(place, tree));
    }

    fn field_store(&mut self) {
        let mode = self.one_of(&[Mode::Si, Mode::Di]);
        let tree = self.tree(mode, TREE);
        let place = if self.chance(50) {
            let whole = self.int_mode();
            self.assign(whole)
        } else {
            self.memory = true;
            at(Mode::Qi, FRAME, self.random.below(48) as i128)
        };
        let field = self.field_of(mode, place, 1);
        self.chain.insn(set(field, tree));
    }

    fn relation(&mut self, unsigned: bool) -> Code {
        let all = [
            Code::Eq,
            Code::Ne,
            Code::Gt,
            Code::Lt,
            Code::Ge,
            Code::Le,
            Code::Gtu,
            Code::Ltu,
            Code::Geu,
            Code::Leu,
        ];
        self.one_of(&all[..if unsigned { 10 } else { 6 }])
    }

    fn condition_codes(&mut self) {
        let mode = self.any_mode();
        let compared = if self.chance(30) {
            match self.tree(mode, 2) {
                tree if tree.mode == Mode::Void => Self::parameter(mode),
                tree => tree,
            }
        } else {
            let first = Self::parameter(mode);
            expr(Code::Compare, Mode::Void, [first, self.tree(mode, 3)])
        };
        let codes = if self.chance(50) { place(Code::Cc0) } else { reg(Mode::Cc, 17) };
        self.chain.insn(set(codes.clone(), compared));
        let relation = self.relation(mode.is_int());
        let result = self.int_mode();
        let holds = expr(relation, if self.chance(50) { result } else { Mode::Void }, [codes, int(0)]);
        let value = if self.chance(50) {
            holds
        } else {
            let (x, y) = (self.tree(result, 2), self.tree(result, 2));
            expr(Code::IfThenElse, result, [holds, x, y])
        };
        let temporary = self.assign(result);
        self.chain.insn(set(temporary, value));
    }

    fn parallel(&mut self) {
        let (x, y) = (self.tree(Mode::Si, TREE), self.tree(Mode::Di, TREE));
        let (first, second) = (self.assign(Mode::Si), self.assign(Mode::Di));
        let mut effects = vec![set(first, x), set(second, y)];
        if self.chance(50) {
            let scratch = self.new_register();
            effects.push(expr(Code::Clobber, Mode::Void, [reg(Mode::Hi, scratch)]));
            effects.push(expr(Code::Clobber, Mode::Void, [expr(Code::Scratch, Mode::Di, [])]));
            effects.push(uses(Self::parameter(Mode::Si)));
        }
        self.chain.insn(parallel(effects));
    }

    fn increments(&mut self) {
        self.memory = true;
        let pointer = self.new_register();
        let pointer = reg(Mode::Di, pointer);
        let start = expr(Code::Plus, Mode::Di, [reg(Mode::Di, FRAME), int(32)]);
        self.chain.insn(set(pointer.clone(), start));
        for _ in 0..2 {
            let mode = self.one_of(&[Mode::Qi, Mode::Hi, Mode::Si, Mode::Di]);
            let code = self.one_of(&[Code::PreInc, Code::PostInc, Code::PreDec, Code::PostDec]);
            let address = expr(code, Mode::Di, [pointer.clone()]);
            if self.chance(50) {
                let tree = self.tree(mode, 3);
                self.chain.insn(set(mem(mode, address), tree));
            } else {
                let sum = expr(Code::Plus, mode, [mem(mode, address), Self::parameter(mode)]);
                let temporary = self.assign(mode);
                self.chain.insn(set(temporary, sum));
            }
        }
        let moved = expr(Code::Minus, Mode::Di, [pointer, reg(Mode::Di, FRAME)]);
        let temporary = self.assign(Mode::Di);
        self.chain.insn(set(temporary, moved));
    }

    fn block(&mut self) {
        self.memory = true;
        let (to, from) = (self.below(32) as i128, self.below(32) as i128);
        let size = int(self.below(32) as i128);
        let frame = at(Mode::Blk, FRAME, to);
        let name = symbol(&self.data);
        let data = mem(Mode::Blk, name);
        match self.below(4) {
            0 => self.chain.insn(parallel(vec![set(frame, data), uses(size)])),
            1 => self.chain.insn(parallel(vec![set(frame, at(Mode::Blk, FRAME, from)), uses(size)])),
            2 => self.chain.insn(parallel(vec![set(frame, int(self.random.below(256) as i128)), uses(size)])),
            _ => {
                let (count, mask) = (self.new_register(), int(15));
                let count = reg(Mode::Di, count);
                let masked = expr(Code::And, Mode::Di, [Self::parameter(Mode::Di), mask]);
                self.chain.insn(set(count.clone(), masked));
                let compared = expr(Code::Compare, Mode::Void, [frame, data]);
                self.chain.insn(parallel(vec![set(place(Code::Cc0), compared), uses(count)]));
                let relation = self.relation(true);
                let temporary = self.assign(Mode::Si);
                self.chain.insn(set(temporary, expr(relation, Mode::Si, [place(Code::Cc0), int(0)])));
            }
        }
    }

    fn call(&mut self) {
        let (mode, name) = self.one_of(&[(Mode::Si, "abs"), (Mode::Di, "labs")]);
        let tree = self.tree(mode, 3);
        let argument = self.new_register();
        let argument = reg(mode, argument);
        // Not the smallest integer, whose absolute value C does not define.
        self.chain.insn(set(argument.clone(), expr(Code::Ior, mode, [tree, int(1)])));
        let mut function = symbol(name);
        if self.chance(30) {
            let pointer = self.new_register();
            let pointer = reg(Mode::Di, pointer);
            self.chain.insn(set(pointer.clone(), function));
            function = pointer;
        }
        let words = int(i128::from(mode.words()));
        let call = expr(Code::Call, Mode::Void, [mem(Mode::Qi, function), words]);
        let temporary = self.assign(mode);
        self.chain.pattern(Code::CallInsn, parallel(vec![set(temporary, call), uses(argument)]));
    }

    fn unchanging(&mut self) {
        let mode = self.any_mode();
        let tree = self.tree(mode, TREE);
        let fixed = self.new_register();
        let fixed = reg(mode, fixed);
        self.chain.insn(set(expr(Code::Unchanging, mode, [fixed.clone()]), tree));
        let temporary = self.assign(mode);
        self.chain.insn(set(temporary, expr(Code::Unchanging, mode, [fixed])));
    }

    /// Facts about registers that hold.
    fn notes(&mut self) {
        let register = self.new_register();
        let register = reg(Mode::Si, register);
        let tree = self.tree(Mode::Si, 3);
        let links = vec![self.chain.next_uid()];
        let first = set(register.clone(), tree);
        self.chain.noted(Code::Insn, first, Vec::new(), vec![(RegNote::Was0, register.clone())]);
        let temporary = self.assign(Mode::Si);
        let sum = expr(Code::Plus, Mode::Si, [register.clone(), Self::parameter(Mode::Si)]);
        self.chain.noted(Code::Insn, set(temporary, sum), links, vec![(RegNote::Dead, register)]);
    }

    /// Insns that compute nothing.
    fn quiet(&mut self) {
        match self.below(6) {
            0 => {
                let text = Operand::Text(String::new());
                self.chain.insn(Expr::new(Code::AsmInput, Mode::Void, vec![text]));
            }
            1 => self.chain.insn(Expr::new(Code::Clobber, Mode::Void, vec![Operand::Null])),
            2 => {
                let line = 1 + self.random.below(500) as u32;
                self.chain.note(NoteKind::Line(String::from("random.c"), line));
            }
            3 => self.chain.insn(uses(Self::parameter(Mode::Df))),
            4 => {
                let memory = self.frame_memory(Mode::Si);
                self.chain.insn(expr(Code::Clobber, Mode::Void, [memory]));
            }
            _ => {
                self.chain.note(NoteKind::LoopBegin);
                let next = self.chain.new_label();
                self.chain.jump(label(next));
                self.chain.barrier();
                self.chain.place_label(next);
            }
        }
    }

    /// A statement that is executed if a condition holds.
    fn choice(&mut self, nested: u32) {
        let over = self.chain.new_label();
        let condition = self.condition(Mode::Void, 2);
        let sides =
            if self.chance(50) { [label(over), place(Code::Pc)] } else { [place(Code::Pc), label(over)] };
        let [then, otherwise] = sides;
        self.chain.jump(expr(Code::IfThenElse, Mode::Void, [condition, then, otherwise]));
        self.statement(nested);
        self.chain.place_label(over);
    }

    /// A return from the middle.
    fn leave(&mut self) {
        let over = self.chain.new_label();
        let condition = self.condition(Mode::Void, 2);
        self.chain.jump(expr(Code::IfThenElse, Mode::Void, [condition, label(over), place(Code::Pc)]));
        let tree = self.tree(Mode::Di, 2);
        self.chain.insn(set(reg(Mode::Di, RESULT), tree));
        self.chain.pattern(Code::JumpInsn, place(Code::Return));
        self.chain.barrier();
        self.chain.place_label(over);
    }

    /// A jump through a table, or to an address in a register.
    fn table(&mut self, nested: u32) {
        let (x, y, end) = (self.chain.new_label(), self.chain.new_label(), self.chain.new_label());
        let table = self.chain.new_label();
        let index = expr(Code::And, Mode::Di, [self.tree(Mode::Di, 2), int(3)]);
        let labels = vec![label(x), label(y), label(end), label(x)];
        let mut entries = Vec::new();
        match self.below(4) {
            0 => {
                let target = self.new_register();
                let target = reg(Mode::Di, target);
                let condition = self.condition(Mode::Void, 1);
                let (first, second) = (label(x), label(y));
                self.chain
                    .insn(set(target.clone(), expr(Code::IfThenElse, Mode::Di, [condition, first, second])));
                self.chain.jump(target);
                self.chain.barrier();
            }
            1 => {
                let mode = self.one_of(&[Mode::Hi, Mode::Si, Mode::Di]);
                let scaled = expr(Code::Mult, Mode::Di, [index, int(i128::from(mode.bytes()))]);
                let address = expr(Code::Plus, Mode::Di, [scaled, label(table)]);
                let mut offset = mem(mode, address);
                if mode != Mode::Di {
                    offset = expr(Code::SignExtend, Mode::Di, [offset]);
                }
                self.chain.jump(expr(Code::Plus, Mode::Di, [place(Code::Pc), offset]));
                self.chain.barrier();
                let base = Operand::Expr(label(table));
                entries.push(Expr::new(Code::AddrDiffVec, mode, vec![base, Operand::Vector(labels)]));
            }
            recognised => {
                let scaled = expr(Code::Ashift, Mode::Di, [index, int(3)]);
                let mut address = expr(Code::Plus, Mode::Di, [label(table), scaled]);
                if recognised == 2 {
                    let pointer = self.new_register();
                    let pointer = reg(Mode::Di, pointer);
                    self.chain.insn(set(pointer.clone(), address));
                    address = pointer;
                }
                self.chain.jump(mem(Mode::Di, address));
                self.chain.barrier();
                entries.push(Expr::new(Code::AddrVec, Mode::Di, vec![Operand::Vector(labels)]));
            }
        }
        for vector in entries {
            self.chain.place_label(table);
            self.chain.pattern(Code::JumpInsn, vector);
        }
        self.chain.place_label(x);
        self.statement(nested);
        self.chain.jump(label(end));
        self.chain.barrier();
        self.chain.place_label(y);
        self.statement(nested);
        self.chain.place_label(end);
    }

    /// Combines what was computed into the result.
    pub(super) fn finish(&mut self) {
        let result = reg(Mode::Di, RESULT);
        let mix = |chain: &mut super::build::Chain, value: Expr| {
            let rotated = expr(Code::Rotate, Mode::Di, [result.clone(), int(13)]);
            chain.insn(set(result.clone(), expr(Code::Xor, Mode::Di, [rotated, value])));
        };
        for (mode, number) in std::mem::take(&mut self.assigned) {
            let temporary = reg(mode, number);
            let value = match mode {
                Mode::Di => temporary,
                Mode::Ti => {
                    mix(&mut self.chain, subreg(Mode::Di, temporary.clone(), 2));
                    subreg(Mode::Di, temporary, 0)
                }
                Mode::Sf | Mode::Df => {
                    let holds = expr(Code::Lt, Mode::Di, [temporary.clone(), float(mode, 0.5)]);
                    mix(&mut self.chain, holds);
                    expr(Code::Fix, Mode::Di, [temporary])
                }
                _ => expr(Code::ZeroExtend, Mode::Di, [temporary]),
            };
            mix(&mut self.chain, value);
        }
        if self.memory {
            for offset in (0..FRAME_SIZE).step_by(8) {
                mix(&mut self.chain, at(Mode::Di, FRAME, i128::from(offset)));
            }
        }
        self.chain.pattern(Code::JumpInsn, place(Code::Return));
    }
}
