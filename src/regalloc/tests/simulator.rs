//! Runs machine code on symbolic values: the result of an instruction is a hash of what it reads.
//!
//! It knows only roles and timings, and is as hostile as they allow: early writes leave garbage before anything is
//! read, and late writes leave garbage before late uses are read.

use crate::air::opcode::Properties;
use crate::air::{Arg, BlockId, Code, Inst, InstFlags, Opcode, OperandSpec, Role, SlotKind, Timing, Tmp};
use crate::base::{Origin, Reg, RegSet, Width};
use crate::regalloc::registers::Random;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

struct Machine<'a> {
    code: &'a Code,
    tmps: Vec<u64>,
    regs: [u64; Reg::COUNT],
    slots: Vec<u64>,
    garbage: u64,
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The results of each instruction along a random path of `blocks` blocks, except for copies.
pub(super) fn simulate(code: &Code, path: u64, blocks: usize) -> Vec<u64> {
    let mut machine = Machine {
        code,
        tmps: vec![1; code.tmps.len()],
        regs: std::array::from_fn(|i| at_entry(Reg::from_index(i as u8))),
        slots: vec![2; code.slots.len()],
        garbage: 1 << 40,
    };
    for number in 0..code.tmps.len() {
        if let Some(remat) = code.remats.get(code.tmps[number].remat) {
            let mut args: Vec<Arg> = remat.arg.into_iter().collect();
            args.push(Tmp::new(code.tmps[number].bank, number as u32).into());
            let specs = remat.form.get().expect("in the table").operands;
            machine.execute(remat.opcode, &args, specs, RegSet::EMPTY, RegSet::EMPTY);
        }
    }
    let mut random = Random::new(path);
    let mut block = BlockId::new(0);
    let mut log = Vec::new();
    for _ in 0..blocks {
        let mut data = &code.blocks[block];
        // Edge blocks belong to the path.
        while is_edge(code, block) {
            for inst in data.insts.clone() {
                machine.step(&code.buffer.insts[inst as usize]);
            }
            block = data.successors[0];
            data = &code.blocks[block];
        }
        for inst in &code.buffer.insts[data.insts.start as usize..data.insts.end as usize] {
            // Definitions that allocation inserts at the entry have no origin.
            log.extend(machine.step(inst).filter(|_| inst.origin != Origin::NONE));
        }
        if data.successors.is_empty() {
            break;
        }
        block = data.successors[random.below(data.successors.len())];
    }
    // The callee-saved registers as the caller finds them; the epilogue restores the saved ones.
    let restored = |reg: &Reg| !code.allocated || code.saved.contains(*reg);
    let callee_saved = code.env().callee_saved.iter();
    log.extend(
        callee_saved.map(|reg| if restored(&reg) { at_entry(reg) } else { machine.regs[reg.index()] }),
    );
    log
}

/// True if allocation created the block for the moves of an edge: its jump has no origin.
fn is_edge(code: &Code, block: BlockId) -> bool {
    let insts = code.blocks[block].insts.clone();
    let last = &code.buffer.insts[insts.end as usize - 1];
    code.allocated && last.opcode == Opcode::Jump && last.origin == Origin::NONE
}

fn at_entry(reg: Reg) -> u64 {
    1000 + reg.index() as u64
}

impl Machine<'_> {
    fn step(&mut self, inst: &Inst) -> Option<u64> {
        let code = self.code;
        let args = code.buffer.args(inst);
        let specs = code.operands(inst, args);
        match (inst.form.get(), args.first()) {
            (Some(form), _) => {
                let unseen = inst.opcode.has(Properties::MOVE)
                    || inst.flags.contains(InstFlags::INSERTED)
                    || inst.opcode == Opcode::Move32 && self.is_place(args.last());
                let value = self.execute(inst.opcode, args, specs, RegSet::EMPTY, form.clobbers);
                if unseen { None } else { Some(value) }
            }
            (None, Some(Arg::Special(id))) => {
                let special = &code.specials[*id];
                let (early, late) = (special.clobbers_early, special.clobbers);
                Some(self.execute(inst.opcode, &args[1..], specs, early, late))
            }
            _ => panic!("{inst:?}"),
        }
    }

    fn execute(
        &mut self,
        opcode: Opcode,
        args: &[Arg],
        specs: &[OperandSpec],
        clobbers_early: RegSet,
        clobbers: RegSet,
    ) -> u64 {
        let left = self.regs;
        clobbers_early.iter().for_each(|reg| self.spoil(reg));
        self.spoil_results(args, specs, Timing::Early);
        let mut values = vec![0; args.len()];
        self.read(args, specs, Timing::Early, &mut values);
        self.spoil_results(args, specs, Timing::Late);
        clobbers.iter().for_each(|reg| self.spoil(reg));
        self.read(args, specs, Timing::Late, &mut values);
        let copy = opcode.has(Properties::MOVE);
        let all = hash((opcode, &values));
        for (i, (arg, spec)) in args.iter().zip(specs).enumerate() {
            let value = match spec.fixed() {
                Some(reg) if opcode == Opcode::Entry => at_entry(reg),
                // A result that a terminal left in the register.
                Some(reg) if opcode == Opcode::Landing => left[reg.index()],
                _ if copy => values[0],
                _ if opcode == Opcode::Move32 => values[0] & 0xffff_ffff,
                _ if spec.role == Role::ZDef && spec.width == Width::W32 => hash((all, i)) & 0xffff_ffff,
                _ => hash((all, i)),
            };
            if let (Opcode::TerminalPatch, Some(reg)) = (opcode, spec.fixed().filter(|_| spec.role.is_def()))
            {
                self.regs[reg.index()] = value;
            }
            match *arg {
                Arg::Tmp(tmp) if spec.role.is_def() => self.set(tmp, value),
                Arg::Stack { slot, .. } if spec.role.is_def() => self.slots[slot.number() as usize] = value,
                _ => {}
            }
        }
        all
    }

    /// True if the operand is a register or a spill slot, not memory of the program.
    fn is_place(&self, arg: Option<&Arg>) -> bool {
        match arg {
            Some(Arg::Tmp(_)) => true,
            Some(Arg::Stack { slot, .. }) => self.code.slots[*slot].kind == SlotKind::Spill,
            _ => false,
        }
    }

    fn set(&mut self, tmp: Tmp, value: u64) {
        match (tmp.reg(), tmp.number()) {
            (Some(reg), _) => self.regs[reg.index()] = value,
            (None, Some(number)) => self.tmps[number as usize] = value,
            _ => {}
        }
    }

    fn get(&self, tmp: Tmp) -> u64 {
        match (tmp.reg(), tmp.number()) {
            (Some(reg), _) => self.regs[reg.index()],
            (None, number) => self.tmps[number.unwrap_or(0) as usize],
        }
    }

    fn spoil(&mut self, reg: Reg) {
        self.garbage += 1;
        self.regs[reg.index()] = self.garbage;
    }

    fn spoil_results(&mut self, args: &[Arg], specs: &[OperandSpec], timing: Timing) {
        for (arg, spec) in args.iter().zip(specs) {
            let reg = arg.as_tmp().and_then(Tmp::reg);
            if let (true, Some(reg)) = (spec.role.def_timing() == Some(timing), reg) {
                self.spoil(reg);
            }
        }
    }

    fn read(&mut self, args: &[Arg], specs: &[OperandSpec], timing: Timing, values: &mut [u64]) {
        for ((arg, spec), value) in args.iter().zip(specs).zip(values) {
            *value = match *arg {
                Arg::Tmp(tmp) if spec.role.use_timing() == Some(timing) => self.get(tmp),
                Arg::Tmp(_) => continue,
                Arg::Addr { base, offset } if spec.role.address_timing() == timing => {
                    hash((self.get(base), offset))
                }
                Arg::Index { base, index, shift, extend, offset } if spec.role.address_timing() == timing => {
                    hash((self.get(base), self.get(index), shift, extend, offset))
                }
                Arg::Addr { .. } | Arg::Index { .. } => continue,
                Arg::Stack { slot, .. } if self.code.slots[slot].kind == SlotKind::Spill => {
                    if spec.role.use_timing() != Some(timing) {
                        continue;
                    }
                    self.slots[slot.number() as usize]
                }
                _ if spec.role == Role::Scratch => continue,
                other => hash(format!("{other:?}")),
            };
        }
    }
}
