//! Switches: how cases are decided that are decided together, and binary search over these.

use super::emit::Emit;
use super::{Alu, Bit, Cond, Extend, Mem, Scale};
use crate::air::Arg;
use crate::base::{Reg, Width};
use crate::isa::Label;
use crate::isa::switch::{Cluster, Decision, LEAF_CLUSTERS, cluster};

/// Value and scratch registers.
struct Registers {
    value: Reg,
    scratch: Reg,
    table: Reg,
    width: Width,
}

impl Emit<'_, '_> {
    /// Switch32 and Switch64: cases, value, two scratches.
    pub(super) fn switch(&mut self, width: Width) {
        let Arg::Switch(id) = self.arg(0) else { return self.unexpected() };
        let Some(table) = self.code.switches.get(id) else { return self.unexpected() };
        let regs = Registers { value: self.reg(1), scratch: self.reg(2), table: self.reg(3), width };
        let mut cases: Vec<(i64, Label)> =
            table.cases.iter().enumerate().map(|(n, case)| (*case, self.context.successor(n))).collect();
        cases.sort_unstable_by_key(|(case, _)| *case);
        let default = self.context.successor(table.cases.len());
        let clusters = cluster(&cases);
        let falls_through = self.context.is_next(table.cases.len());
        self.search(&regs, &cases, &clusters, default, falls_through);
    }

    /// Binary search, in signed order. The upper half is always next; lower halves wait on a stack. The end
    /// falls through to the default if that is next.
    fn search(
        &mut self,
        regs: &Registers,
        cases: &[(i64, Label)],
        clusters: &[Cluster],
        default: Label,
        falls_through: bool,
    ) {
        let start = self.asm.buffer().bind_new_label();
        let mut waiting = vec![(start, clusters)];
        let mut is_first = true;
        while let Some((label, mut rest)) = waiting.pop() {
            if !is_first {
                self.asm.buffer().bind(label);
            }
            is_first = false;
            while rest.len() > LEAF_CLUSTERS {
                let (lower, upper) = rest.split_at(rest.len() / 2);
                let label = self.asm.buffer().new_label();
                self.compare_with(regs, upper[0].low);
                self.asm.jcc(Cond::L, label);
                waiting.push((label, lower));
                rest = upper;
            }
            for cluster in rest {
                let label = cases[cluster.first].1;
                let cases = &cases[cluster.first..=cluster.last];
                match cluster.decision {
                    Decision::Case => {
                        self.compare_with(regs, cluster.low);
                        self.asm.jcc(Cond::E, label);
                    }
                    Decision::Range => {
                        self.compare_distance(regs, cluster);
                        self.asm.jcc(Cond::Be, label);
                    }
                    Decision::Bits => self.test_bits(regs, cluster, cases),
                    Decision::Table => self.jump_through_table(regs, cluster, cases, default),
                }
            }
            if !(falls_through && waiting.is_empty()) {
                self.asm.jmp(default);
            }
        }
    }

    fn compare_with(&mut self, regs: &Registers, case: i64) {
        match i32::try_from(case) {
            Ok(0) => self.asm.test_rr(regs.width, regs.value, regs.value),
            Ok(case) => self.asm.alu_ri(Alu::Cmp, regs.width, regs.value, case),
            Err(_) => {
                self.asm.mov_ri(regs.scratch, case as u64);
                self.asm.alu_rr(Alu::Cmp, regs.width, regs.value, regs.scratch);
            }
        }
    }

    /// Compares how far the value is from the first case, which the scratch has then, with how far the last one is.
    fn compare_distance(&mut self, regs: &Registers, cluster: &Cluster) {
        let negated = cluster.low.wrapping_neg();
        match i32::try_from(negated) {
            Ok(disp) => self.asm.lea(regs.width, regs.scratch, Mem::base(regs.value, disp)),
            Err(_) => {
                self.asm.mov_ri(regs.scratch, negated as u64);
                self.asm.alu_rr(Alu::Add, regs.width, regs.scratch, regs.value);
            }
        }
        self.asm.alu_ri(Alu::Cmp, regs.width, regs.scratch, cluster.span() as i32);
    }

    /// Goes where the bit of the value's case says, else falls through.
    fn test_bits(&mut self, regs: &Registers, cluster: &Cluster, cases: &[(i64, Label)]) {
        let outside = self.asm.buffer().new_label();
        self.compare_distance(regs, cluster);
        self.asm.jcc(Cond::A, outside);
        for (label, mask) in cluster.masks(cases) {
            self.asm.mov_ri(regs.table, mask);
            self.asm.bit_rr(Bit::Bt, Width::W64, regs.table, regs.scratch);
            self.asm.jcc(Cond::B, label);
        }
        self.asm.buffer().bind(outside);
    }

    /// Goes through a table if the value is in the cluster's range, else falls through.
    fn jump_through_table(
        &mut self,
        regs: &Registers,
        cluster: &Cluster,
        cases: &[(i64, Label)],
        default: Label,
    ) {
        let outside = self.asm.buffer().new_label();
        self.compare_distance(regs, cluster);
        self.asm.jcc(Cond::A, outside);
        let table = self.asm.buffer().jump_table(cluster.targets(cases, default));
        self.asm.lea(Width::W64, regs.table, Mem::label(table));
        let entry = Mem::index(regs.table, regs.scratch, Scale::Four, 0);
        self.asm.extend_rm(Extend::Sign32, Width::W64, regs.scratch, entry);
        self.asm.alu_rr(Alu::Add, Width::W64, regs.scratch, regs.table);
        self.asm.jmp_r(regs.scratch);
        self.asm.buffer().bind(outside);
    }
}
