//! Emission of switches: clusters of cases, and a binary search over them.

use super::emit::Emit;
use super::{Alu, Bit, Cond, Extend, Mem, Scale};
use crate::air::Arg;
use crate::base::{Reg, Width};
use crate::isa::Label;
use crate::isa::switch::{Cluster, ClusterKind, Search, SingleTable, Step, ends_with_default, step};

/// The registers of a switch: value and scratch registers.
struct Registers {
    value: Reg,
    scratch: Reg,
    table: Reg,
    width: Width,
}

impl Emit<'_, '_> {
    /// Emits Switch32 and Switch64; operands: cases, value, two scratches.
    pub(super) fn switch(&mut self, width: Width) {
        let Arg::Switch(id) = self.arg(0) else { return self.unexpected() };
        let Some(search) = Search::new(self.code, self.context, id) else { return self.unexpected() };
        let regs = Registers { value: self.reg(1), scratch: self.reg(2), table: self.reg(3), width };
        if let Some(likely) = &search.likely {
            self.decide(&regs, &search, likely, false);
        }
        self.search(&regs, &search);
    }

    /// Emits TableAddress; operands: switch, destination.
    #[inline(never)]
    pub(super) fn table_address(&mut self) {
        let Arg::Switch(id) = self.arg(0) else { return self.unexpected() };
        let (to, table) = (self.reg(1), self.table_of(id));
        self.asm.lea(Width::W64, to, Mem::label(table));
    }

    /// Emits TableSwitch32 and TableSwitch64; operands: cases, value, table, scratch. Copies share the table of the
    /// first.
    #[inline(never)]
    pub(super) fn table_switch(&mut self, width: Width) {
        let Arg::Switch(id) = self.arg(0) else { return self.unexpected() };
        let table = self.table_of(id);
        let Emit { asm, state, code, context, .. } = self;
        let first = || {
            let whole = SingleTable::new(code, context, id)?;
            asm.buffer().jump_table_at(table, whole.targets());
            Some(whole.cluster)
        };
        let Some(cluster) = state.shared_cluster(id, context.successors, first) else {
            return self.unexpected();
        };
        let default = self.code.switches.get(id).map_or(0, |switch| switch.cases.len());
        let regs = Registers { value: self.reg(1), table: self.reg(2), scratch: self.reg(3), width };
        let distance = self.compare_distance(&regs, &cluster);
        self.asm.jcc(Cond::A, self.context.successor(default));
        let distance = self.bound_speculation(&regs, distance);
        self.jump_to_entry(&regs, distance);
    }

    /// Emits the search in signed order. The upper half always follows; lower halves wait on a stack. The end falls
    /// through to the default if that is the next block.
    fn search(&mut self, regs: &Registers, search: &Search) {
        let start = self.asm.buffer().bind_new_label();
        let mut waiting = vec![(start, &search.clusters[..])];
        let mut is_first = true;
        while let Some((label, mut rest)) = waiting.pop() {
            if !is_first {
                self.asm.buffer().bind(label);
            }
            is_first = false;
            let leaf = loop {
                match step(rest) {
                    Step::Compare(leaf) => break leaf,
                    Step::Halves(lower, upper) => {
                        let label = self.asm.buffer().new_label();
                        self.compare_with(regs, upper[0].low);
                        self.asm.jcc(Cond::L, label);
                        waiting.push((label, lower));
                        rest = upper;
                    }
                }
            };
            for (n, cluster) in leaf.iter().enumerate() {
                self.decide(regs, search, cluster, n + 1 == leaf.len());
            }
            if !(ends_with_default(&leaf) || search.falls_through && waiting.is_empty()) {
                self.asm.jmp(search.default);
            }
        }
    }

    /// Branches to the target if the value is a case of this cluster, else falls through. As the last cluster, a
    /// table branches to the default instead.
    fn decide(&mut self, regs: &Registers, search: &Search, cluster: &Cluster, is_last: bool) {
        let cases = &search.cases[cluster.first..=cluster.last];
        match cluster.kind {
            ClusterKind::Case => {
                self.compare_with(regs, cluster.low);
                self.asm.jcc(Cond::E, cases[0].1);
            }
            ClusterKind::Range => {
                self.compare_distance(regs, cluster);
                self.asm.jcc(Cond::Be, cases[0].1);
            }
            ClusterKind::BitTest => self.test_bits(regs, cluster, cases),
            ClusterKind::Table => {
                let outside = if is_last { search.default } else { self.asm.buffer().new_label() };
                self.jump_through_table(regs, cluster, cluster.targets(cases, search.default), outside);
                if !is_last {
                    self.asm.buffer().bind(outside);
                }
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

    /// Compares the distance of the value from the first case with that of the last case. Returns the register with
    /// all bits of the distance: the value's or the scratch.
    fn compare_distance(&mut self, regs: &Registers, cluster: &Cluster) -> Reg {
        let negated = cluster.low.wrapping_neg();
        let mut distance = regs.scratch;
        match i32::try_from(negated) {
            Ok(0) if regs.width == Width::W64 => distance = regs.value,
            Ok(disp) => self.asm.lea(regs.width, distance, Mem::base(regs.value, disp)),
            Err(_) => {
                self.asm.mov_ri(distance, negated as u64);
                self.asm.alu_rr(Alu::Add, regs.width, distance, regs.value);
            }
        }
        self.asm.alu_ri(Alu::Cmp, regs.width, distance, cluster.span() as i32);
        distance
    }

    /// Branches to the target whose mask has the bit of the value, else falls through.
    fn test_bits(&mut self, regs: &Registers, cluster: &Cluster, cases: &[(i64, Label)]) {
        let outside = self.asm.buffer().new_label();
        let distance = self.compare_distance(regs, cluster);
        self.asm.jcc(Cond::A, outside);
        for (label, mask) in cluster.masks(cases) {
            self.asm.mov_ri(regs.table, mask);
            self.asm.bit_rr(Bit::Bt, Width::W64, regs.table, distance);
            self.asm.jcc(Cond::B, label);
        }
        self.asm.buffer().bind(outside);
    }

    /// Jumps through a table with these targets if the value is in the cluster's range, else to `outside`.
    fn jump_through_table(
        &mut self,
        regs: &Registers,
        cluster: &Cluster,
        targets: Vec<Label>,
        outside: Label,
    ) {
        let distance = self.compare_distance(regs, cluster);
        self.asm.jcc(Cond::A, outside);
        let distance = self.bound_speculation(regs, distance);
        let table = self.asm.buffer().jump_table(targets);
        self.asm.lea(Width::W64, regs.table, Mem::label(table));
        self.jump_to_entry(regs, distance);
    }

    /// If indirect branches are hardened: makes the index of a table 0 where it is outside, which happens only after a
    /// mispredicted branch. The comparison of the distance is still in the flags. Returns the register of the index.
    fn bound_speculation(&mut self, regs: &Registers, distance: Reg) -> Reg {
        if !self.asm.buffer().hardens_branches() {
            return distance;
        }
        if distance != regs.scratch {
            self.asm.mov_rr(Width::W64, regs.scratch, distance);
        }
        let zero = self.asm.buffer().constant8(0);
        self.asm.cmov_rm(Cond::A, Width::W64, regs.scratch, Mem::label(zero));
        regs.scratch
    }

    /// Jumps to the target in an entry of the table whose address is in `regs.table`.
    fn jump_to_entry(&mut self, regs: &Registers, entry: Reg) {
        let entry = Mem::index(regs.table, entry, Scale::Four, 0);
        self.asm.extend_rm(Extend::Sign32, Width::W64, regs.scratch, entry);
        self.asm.alu_rr(Alu::Add, Width::W64, regs.scratch, regs.table);
        self.asm.jmp_r(regs.scratch);
    }
}
