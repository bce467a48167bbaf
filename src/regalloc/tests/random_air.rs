//! Random machine code that uses every form, fixed registers, clobbers, calls and patchpoints.

use super::target::{CALLEE_SAVED, CLOBBERED, FP_ARGS, FRAME_POINTER, GP_ARGS, target};
use crate::air::opcode::{Properties, ROWS};
use crate::air::{
    Arg, Block, BlockId, Code, FORMS, FormId, IndexExtend, InstFlags, Kinds, Opcode, OperandSpec, Role,
    SlotKind, Special, SwitchTable, Tmp,
};
use crate::base::{
    Arch, Bank, Features, FloatCondition, IntCondition, LibCall, Origin, Reg, RegSet, SymbolId, TrapCode,
    Width,
};
use crate::regalloc::registers::Random;

pub(super) struct Generator {
    random: Random,
    code: Code,
    /// Defined in every block.
    globals: [Vec<Tmp>; 2],
    remats: [Vec<Tmp>; 2],
    /// Defined in this block.
    locals: [Vec<Tmp>; 2],
    /// Results of the current instruction.
    results: Vec<Tmp>,
    forms: Vec<FormId>,
    terminals: Vec<FormId>,
    next_form: usize,
    args: Vec<Arg>,
    block_count: usize,
    coincidences: bool,
    /// Landing blocks for results of terminals: the registers, the temporaries, and the successor.
    landings: Vec<(Vec<(Reg, Tmp)>, BlockId)>,
}

#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) blocks: usize,
    pub(super) insts: usize,
    pub(super) globals: usize,
    /// Few registers, and mostly copies and instructions with fixed operands or several results.
    pub(super) coincidences: bool,
}

/// True if the code of a seed has vectors. Then all that is in floating-point registers has their width.
fn has_vectors(seed: u64) -> bool {
    seed / 2 % 2 == 1
}

pub(super) fn random_code(seed: u64, features: Features, size: Size) -> Code {
    let of_vectors = |form: &crate::air::Form| form.operands.iter().any(|spec| spec.width == Width::W128);
    let usable = |terminal: bool| {
        let wanted = move |(_, form): &(usize, &crate::air::Form)| {
            form.arch == Arch::X64
                && features.contains(form.features)
                && form.opcode.has(Properties::TERMINAL) == terminal
                && (has_vectors(seed) || !of_vectors(form))
        };
        let forms = FORMS.iter().enumerate().filter(wanted);
        forms.map(|(i, _)| FormId(i as u16)).collect::<Vec<_>>()
    };
    let (forms, terminals) = (usable(false), usable(true));
    let mut random = Random::new(seed);
    let next_form = random.below(forms.len());
    let mut generator = Generator {
        random,
        code: Code::new(target(features)),
        globals: Default::default(),
        remats: Default::default(),
        locals: Default::default(),
        results: Vec::new(),
        forms,
        terminals,
        next_form,
        args: Vec::new(),
        block_count: size.blocks,
        coincidences: size.coincidences,
        landings: Vec::new(),
    };
    generator.code.has_vectors = has_vectors(seed);
    if size.coincidences {
        generator.pin_most();
    }
    generator.run(size);
    generator.code
}

impl Generator {
    /// Pins all registers except those that patchpoints fix and up to two more of each bank.
    fn pin_most(&mut self) {
        for bank in [Bank::Gp, Bank::Fp] {
            let more = self.random.below(3) as u8;
            for number in (10 + more..16).filter(|number| *number != 5) {
                let reg = if bank == Bank::Gp { Reg::gp(number) } else { Reg::fp(number) };
                self.code.pinned.insert(reg);
            }
        }
        let several = |id: &FormId| {
            let operands = id.get().expect("in the table").operands;
            let results = operands.iter().filter(|spec| spec.role.def_timing().is_some()).count();
            results > 1 || operands.iter().any(|spec| spec.fixed().is_some())
        };
        self.forms.retain(several);
        self.next_form = 0;
    }

    fn run(&mut self, size: Size) {
        for _ in 0..2 {
            self.code.add_slot(16, 8, SlotKind::Locked);
        }
        let slot = Arg::Stack { slot: crate::air::SlotId::new(0), offset: 8 };
        let table = Arg::Switch(self.code.switches.push(SwitchTable { cases: vec![0] }));
        for (bank, opcode, arg) in [
            (Bank::Gp, Opcode::Move, Some(Arg::Imm(77))),
            (Bank::Gp, Opcode::Move32, Some(Arg::Imm(-5))),
            (Bank::Gp, Opcode::Lea64, Some(slot)),
            (Bank::Gp, Opcode::TableAddress, Some(table)),
            (Bank::Fp, Opcode::MoveZeroToDouble, None),
            (Bank::Fp, Opcode::MoveDouble, Some(Arg::Const { bits: 5, width: Width::W64 })),
        ] {
            let tmp = self.code.add_remat(bank, opcode, arg).expect("a form");
            self.remats[bank as usize].push(tmp);
        }
        for block in 0..size.blocks {
            let start = self.code.buffer.insts.len() as u32;
            self.locals = Default::default();
            if block == 0 {
                self.entry(size.globals);
            }
            for _ in 0..size.insts {
                self.inst();
            }
            let successors = self.terminal();
            self.code.blocks.push(Block {
                insts: start..self.code.buffer.insts.len() as u32,
                successors: successors.into(),
                frequency: 1.0,
                rare: block > 0 && block >= size.blocks - size.blocks / if self.coincidences { 2 } else { 4 },
            });
        }
        self.land();
    }
    fn land(&mut self) {
        for (results, to) in std::mem::take(&mut self.landings) {
            let start = self.code.buffer.insts.len() as u32;
            let mut special = Special::default();
            self.args.clear();
            for (reg, tmp) in results {
                special.operands.push(OperandSpec::in_reg(Role::Def, reg, Width::W64));
                self.args.push(tmp.into());
            }
            self.push_special(Opcode::Landing, special);
            let end = self.code.buffer.insts.len() as u32;
            self.code.push(Opcode::Jump, &[], Origin(end)).expect("a form");
            self.code.blocks.push(Block {
                insts: start..end + 1,
                successors: [to].into_iter().collect(),
                frequency: 1.0,
                rare: end.is_multiple_of(3),
            });
        }
    }

    fn push(&mut self, opcode: Opcode, form: FormId) {
        let origin = Origin(self.code.buffer.insts.len() as u32);
        self.code.buffer.push(opcode, form, &self.args, origin, InstFlags::empty());
    }

    fn push_special(&mut self, opcode: Opcode, special: Special) {
        let id = self.code.specials.push(special);
        self.args.insert(0, Arg::Special(id));
        self.push(opcode, FormId::SPECIAL);
    }

    fn entry(&mut self, globals: usize) {
        self.args.clear();
        let mut special = Special::default();
        for (bank, regs) in [(Bank::Gp, &GP_ARGS[..]), (Bank::Fp, &FP_ARGS[..])] {
            let callee_saved = (bank == Bank::Gp && self.random.below(4) == 0).then_some(&CALLEE_SAVED);
            for &reg in regs[..1 + self.random.below(regs.len())].iter().chain(callee_saved) {
                let tmp = self.code.add_tmp(bank);
                let list = if self.random.below(2) == 0 { &mut self.globals } else { &mut self.locals };
                list[bank as usize].push(tmp);
                self.args.push(tmp.into());
                special.operands.push(OperandSpec::in_reg(Role::Def, reg, Width::W64));
            }
        }
        self.push_special(Opcode::Entry, special);
        for bank in [Bank::Gp, Bank::Fp] {
            for i in 0..globals {
                let tmp = self.code.add_tmp(bank);
                self.globals[bank as usize].push(tmp);
                let (opcode, arg) = match bank {
                    Bank::Gp => (Opcode::Move, Arg::Imm(i as i64)),
                    Bank::Fp => (Opcode::MoveDouble, Arg::Const { bits: i as u64, width: Width::W64 }),
                };
                self.code.push(opcode, &[arg, tmp.into()], Origin(i as u32)).expect("a form");
            }
        }
    }

    fn used(&mut self, bank: Bank) -> Tmp {
        let pool = match self.random.below(10) {
            0 => &self.remats,
            1..=6 if !self.locals[bank as usize].is_empty() => &self.locals,
            _ => &self.globals,
        };
        let pool = &pool[bank as usize];
        // Mostly recent ones.
        let span = if self.random.below(3) == 0 { pool.len() } else { pool.len().min(5) };
        pool[pool.len() - 1 - self.random.below(span)]
    }

    fn result(&mut self, bank: Bank) -> Tmp {
        let pool = match self.random.below(10) {
            0..=1 => &self.globals[bank as usize],
            2 => &self.locals[bank as usize],
            _ => &Vec::new(),
        };
        let old = if pool.is_empty() { None } else { Some(pool[self.random.below(pool.len())]) };
        let tmp = match old {
            Some(tmp) if !self.results.contains(&tmp) => tmp,
            _ => self.code.add_tmp(bank),
        };
        self.results.push(tmp);
        tmp
    }

    /// Makes the results available to later instructions.
    fn end_inst(&mut self) {
        for tmp in self.results.drain(..) {
            let bank = tmp.bank() as usize;
            if !self.globals[bank].contains(&tmp) && !self.locals[bank].contains(&tmp) {
                self.locals[bank].push(tmp);
            }
        }
    }

    fn base(&mut self) -> Tmp {
        if self.random.below(8) == 0 { FRAME_POINTER.into() } else { self.used(Bank::Gp) }
    }

    fn inst(&mut self) {
        let kind = match self.random.below(24) {
            kind if !self.coincidences => kind,
            0..=2 => 0,
            3..=9 => 1,
            10..=13 => 2,
            kind => kind,
        };
        match kind {
            0 => self.call(),
            1 => self.patch(),
            2 => self.copy(),
            _ => {
                let form = match self.random.below(3) {
                    0 => {
                        self.next_form = (self.next_form + 1) % self.forms.len();
                        self.forms[self.next_form]
                    }
                    _ => self.forms[self.random.below(self.forms.len())],
                };
                self.of_form(form);
            }
        }
        self.end_inst();
    }

    fn copy(&mut self) {
        let bank = if self.random.below(2) == 0 { Bank::Gp } else { Bank::Fp };
        let opcode = if bank == Bank::Gp { Opcode::Move } else { Opcode::MoveDouble };
        let from = self.used(bank);
        let to = self.result(bank);
        self.code.push(opcode, &[from.into(), to.into()], Origin(7)).expect("a form");
    }

    fn of_form(&mut self, id: FormId) {
        let form = id.get().expect("in the table");
        let mut args = Vec::new();
        for (kinds, spec) in form.kinds.iter().zip(form.operands) {
            let n = self.random.below(kinds.bits().count_ones() as usize);
            let kind = kinds.iter().nth(n).expect("some kind");
            args.push(self.arg(kind, *spec));
        }
        self.args = args;
        self.push(form.opcode, id);
    }

    fn arg(&mut self, kind: Kinds, spec: OperandSpec) -> Arg {
        let offset = 8 * self.random.below(4) as i32;
        let any = self.random.below(1 << 20) as i64;
        match kind {
            Kinds::TMP if spec.role == Role::Scratch => self.code.add_tmp(spec.bank).into(),
            Kinds::TMP if spec.role.is_def() => self.result(spec.bank).into(),
            Kinds::TMP => self.used(spec.bank).into(),
            Kinds::ADDR => Arg::Addr { base: self.base(), offset },
            Kinds::INDEX => {
                let (base, index, extend) = (self.base(), self.used(Bank::Gp), IndexExtend::Whole);
                Arg::Index { base, index, shift: 2, extend, offset }
            }
            Kinds::STACK => Arg::Stack { slot: crate::air::SlotId::new(1), offset: offset & 8 },
            Kinds::CALL_ARG => Arg::CallArg { offset },
            Kinds::CONST => Arg::Const { bits: any as u64, width: spec.width },
            Kinds::SHIFT => Arg::Imm(any & 63),
            Kinds::IMM32 => Arg::Imm(any),
            Kinds::IMM64 => Arg::Imm(any << 30),
            Kinds::SYMBOL => Arg::Symbol(SymbolId::new(3)),
            Kinds::LIB_CALL => Arg::LibCall(LibCall::Fmod),
            Kinds::INT_CONDITION => Arg::IntCondition(IntCondition::Below),
            Kinds::FLOAT_CONDITION => Arg::FloatCondition(FloatCondition::EqualAndOrdered),
            Kinds::TRAP => Arg::Trap(TrapCode::Unreachable),
            Kinds::SWITCH => {
                let cases = (0..1 + any % 4).collect();
                Arg::Switch(self.code.switches.push(SwitchTable { cases }))
            }
            kind => panic!("no operand of kind {kind:?}"),
        }
    }

    fn call(&mut self) {
        // The callee has the same pinned registers.
        let clobbers = CLOBBERED.difference(self.code.pinned);
        let mut special = Special { clobbers, ..Special::default() };
        if self.random.below(2) == 0 {
            // Calls of some functions preserve the low halves of these.
            let halves = RegSet::of(&[12, 13, 14, 15].map(Reg::fp)).difference(self.code.pinned);
            special.clobbers = clobbers.difference(halves);
            special.clobbers_high = halves;
        }
        self.args.clear();
        let callee = match self.random.below(3) {
            0 => Arg::Symbol(SymbolId::new(0)),
            1 => Arg::LibCall(LibCall::Fmod),
            _ => self.used(Bank::Gp).into(),
        };
        self.args.push(callee);
        special.operands.push(OperandSpec::new(Role::Use, Bank::Gp, Width::W64));
        for (bank, regs) in [(Bank::Gp, &GP_ARGS[..]), (Bank::Fp, &FP_ARGS[..])] {
            for &reg in &regs[..self.random.below(regs.len() + 1)] {
                let tmp = self.used(bank);
                self.args.push(tmp.into());
                special.operands.push(OperandSpec::in_reg(Role::Use, reg, Width::W64));
            }
        }
        for bank in [Bank::Gp, Bank::Fp] {
            for _ in 0..if self.coincidences { self.random.below(4) } else { 0 } {
                let role = if self.random.below(3) == 0 { Role::LateColdUse } else { Role::ColdUse };
                let tmp = self.used(bank);
                // A rematerialized value has no slot, and possibly no register is free.
                if self.remats[bank as usize].contains(&tmp) {
                    continue;
                }
                self.args.push(tmp.into());
                special.operands.push(OperandSpec::new(role, bank, Width::W64));
            }
        }
        for (bank, regs) in [(Bank::Gp, [Reg::gp(0), Reg::gp(2)]), (Bank::Fp, [Reg::fp(0), Reg::fp(1)])] {
            for &reg in &regs[..self.random.below(3)] {
                let tmp = self.result(bank);
                self.args.push(tmp.into());
                special.operands.push(OperandSpec::in_reg(Role::Def, reg, Width::W64));
            }
        }
        self.push_special(Opcode::Call, special);
    }

    /// A patchpoint with random roles, fixed or not, that leaves enough registers free.
    fn patch(&mut self) {
        let mut special = Special::default();
        self.args.clear();
        for bank in [Bank::Gp, Bank::Fp] {
            let numbers = [0, 1, 2, 3, 6, 7, 8]; // 3 is callee-saved
            let mut regs = numbers.map(|n| if bank == Bank::Gp { Reg::gp(n) } else { Reg::fp(n) });
            for i in 0..regs.len() {
                let j = self.random.below(regs.len());
                regs.swap(i, j);
            }
            let roles = [
                Role::Use,
                Role::LateUse,
                Role::Def,
                Role::UseDef,
                Role::EarlyDef,
                Role::Scratch,
                Role::ColdUse,
                Role::LateColdUse,
            ];
            // A result may be in the register of an operand.
            let mut read_in = None;
            for i in 0..self.random.below(6) {
                let role = roles[self.random.below(roles.len())];
                let fixed = i < 4 && self.random.below(2) == 0 && !role.is_cold();
                let reg = match role {
                    Role::Def if fixed => read_in.take().unwrap_or(regs[i]),
                    _ => regs[i],
                };
                let spec = match fixed {
                    true => OperandSpec::in_reg(role, reg, Width::W64),
                    false if matches!(role, Role::Use | Role::LateUse) && self.random.below(3) == 0 => {
                        OperandSpec::anywhere(role, bank, Width::W64)
                    }
                    false => OperandSpec::new(role, bank, Width::W64),
                };
                if fixed && role == Role::Use {
                    read_in = Some(reg);
                }
                let tmp = match role {
                    Role::Scratch => self.code.add_tmp(bank),
                    Role::UseDef => match self.used(bank) {
                        tmp if self.remats[bank as usize].contains(&tmp) => continue,
                        tmp if self.results.contains(&tmp) => continue,
                        tmp => {
                            self.results.push(tmp);
                            tmp
                        }
                    },
                    role if role.is_def() => self.result(bank),
                    _ => self.used(bank),
                };
                special.operands.push(spec);
                self.args.push(tmp.into());
            }
            if self.random.below(2) == 0 {
                special.clobbers.insert(regs[4]);
            }
            if self.random.below(2) == 0 {
                special.clobbers_early.insert(regs[5]);
            }
        }
        self.push_special(Opcode::Patch, special);
    }

    /// A patchpoint that ends the block and has results that arrive on its edges.
    fn terminal_patch(&mut self) -> Vec<BlockId> {
        let mut special = Special::default();
        let mut results = Vec::new();
        self.args.clear();
        for bank in [Bank::Gp, Bank::Fp] {
            let reg = |n| if bank == Bank::Gp { Reg::gp(n) } else { Reg::fp(n) };
            let regs = [0, 1, 2, 3].map(reg);
            let roles = [Role::Use, Role::LateUse, Role::Scratch, Role::ColdUse, Role::LateColdUse];
            for reg in regs.into_iter().take(self.random.below(4)) {
                let role = roles[self.random.below(roles.len())];
                let tmp = if role == Role::Scratch { self.code.add_tmp(bank) } else { self.used(bank) };
                let fixed = self.random.below(2) == 0 && !role.is_cold();
                special.operands.push(match fixed {
                    true => OperandSpec::in_reg(role, reg, Width::W64),
                    false => OperandSpec::new(role, bank, Width::W64),
                });
                self.args.push(tmp.into());
            }
            for (n, reg) in [6, 7, 8].map(reg).into_iter().take(self.random.below(4)).enumerate() {
                let role = if self.random.below(3) == 0 { Role::EarlyDef } else { Role::Def };
                let unread = self.code.add_tmp(bank);
                special.operands.push(OperandSpec::in_reg(role, reg, Width::W64));
                self.args.push(unread.into());
                if let Some(tmp) = self.globals[bank as usize].get(n) {
                    results.push((reg, *tmp));
                }
            }
            if self.random.below(2) == 0 {
                special.clobbers.insert(reg(9));
            }
        }
        self.push_special(Opcode::TerminalPatch, special);
        (0..1 + self.random.below(3))
            .map(|_| {
                let to = BlockId::new(self.random.below(self.block_count) as u32);
                let landing = self.block_count + self.landings.len();
                self.landings.push((results.clone(), to));
                BlockId::new(landing as u32)
            })
            .collect()
    }

    fn terminal(&mut self) -> Vec<BlockId> {
        if self.random.below(6) == 0 {
            return self.terminal_patch();
        }
        if self.random.below(12) == 0 {
            self.args.clear();
            let mut special = Special::default();
            for reg in [Reg::gp(0), Reg::gp(2), Reg::fp(0)] {
                let tmp = self.used(reg.bank());
                self.args.push(tmp.into());
                special.operands.push(OperandSpec::in_reg(Role::Use, reg, Width::W64));
            }
            self.push_special(Opcode::Ret, special);
            return Vec::new();
        }
        let id = self.terminals[self.random.below(self.terminals.len())];
        self.of_form(id);
        let opcode = id.get().expect("in the table").opcode;
        let count = match (opcode, self.args.first()) {
            (Opcode::Jump, _) => 1,
            (Opcode::Trap, _) => 0,
            (_, Some(Arg::Switch(table))) => self.code.switches[*table].cases.len() + 1,
            _ => 2,
        };
        (0..count).map(|_| BlockId::new(self.random.below(self.block_count) as u32)).collect()
    }
}

pub(super) fn all_features() -> Features {
    ROWS.iter().flat_map(|row| row.signatures).fold(Features::empty(), |all, s| all | s.features)
}
