//! Emission of switches: clusters of cases, and a binary search over them.

use super::emit::{Emit, W32, W64};
use super::emit_frame::add_immediate;
use super::registers::{X16, X17, ZR};
use super::{Access, Arith, Binary, Cond, Extend, Logic, Mem, Select};
use crate::air::Arg;
use crate::base::{Reg, Width};
use crate::isa::Label;
use crate::isa::switch::{Cluster, ClusterKind, Search, Step, ends_with_default, step};

impl Emit<'_, '_> {
    /// Emits Switch32 and Switch64; operands: cases, value.
    pub(super) fn switch(&mut self, width: Width) {
        let Arg::Switch(id) = self.arg(0) else { return self.unexpected() };
        let Some(search) = Search::new(self.code, self.context, id) else { return self.unexpected() };
        let value = (self.reg(1), width);
        if let Some(likely) = &search.likely {
            self.decide(value, &search, likely, false);
        }
        self.search(value, &search);
    }

    /// Emits the search in signed order. The upper half always follows; lower halves wait on a stack. The end falls
    /// through to the default if that is the next block.
    fn search(&mut self, value: (Reg, Width), search: &Search) {
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
                        self.compare_with(value, upper[0].low);
                        self.asm.b_cond(Cond::Lt, label);
                        waiting.push((label, lower));
                        rest = upper;
                    }
                }
            };
            for (n, cluster) in leaf.iter().enumerate() {
                self.decide(value, search, cluster, n + 1 == leaf.len());
            }
            if !(ends_with_default(&leaf) || search.falls_through && waiting.is_empty()) {
                self.asm.b(search.default);
            }
        }
    }

    /// Branches to the target if the value is a case of this cluster, else falls through. As the last cluster, a
    /// table branches to the default instead.
    fn decide(&mut self, value: (Reg, Width), search: &Search, cluster: &Cluster, is_last: bool) {
        self.asm.buffer().emit_island_if_needed();
        let cases = &search.cases[cluster.first..=cluster.last];
        match cluster.kind {
            ClusterKind::Case => {
                self.compare_with(value, cluster.low);
                self.asm.b_cond(Cond::Eq, cases[0].1);
            }
            ClusterKind::Range => {
                self.compare_distance(value, cluster);
                self.asm.b_cond(Cond::Ls, cases[0].1);
            }
            ClusterKind::BitTest => self.test_bits(value, cluster, cases),
            ClusterKind::Table => {
                let outside = if is_last { search.default } else { self.asm.buffer().new_label() };
                self.jump_through_table(value, cluster, cluster.targets(cases, search.default), outside);
                if !is_last {
                    self.asm.buffer().bind(outside);
                }
            }
        }
    }

    fn compare_with(&mut self, (value, width): (Reg, Width), case: i64) {
        match case {
            0..4096 => self.asm.cmp_ri(width, value, case as u64),
            -4095..0 => self.asm.arith_rri(Arith::Adds, width, ZR, value, case.unsigned_abs()),
            _ => {
                self.asm.mov_ri(X16, if width == W32 { u64::from(case as u32) } else { case as u64 });
                self.asm.cmp_rr(width, value, X16);
            }
        }
    }

    /// Compares the distance of the value from the first case with that of the last case. Returns the register with
    /// all bits of the distance: the value's or x17.
    fn compare_distance(&mut self, (value, width): (Reg, Width), cluster: &Cluster) -> Reg {
        let distance = match cluster.low.wrapping_neg() {
            0 if width == W64 => value,
            negated => {
                // At 32 bits this clears the upper half, as the index of a table or bit requires.
                match negated {
                    0 => self.asm.mov_rr(width, X17, value),
                    _ => add_immediate(&mut self.asm, width, X17, value, negated),
                }
                X17
            }
        };
        match cluster.span() {
            last @ 0..4096 => self.asm.cmp_ri(width, distance, last),
            last => {
                self.asm.mov_ri(X16, last);
                self.asm.cmp_rr(width, distance, X16);
            }
        }
        distance
    }

    /// Branches to the target whose mask has the bit of the value, else falls through.
    fn test_bits(&mut self, value: (Reg, Width), cluster: &Cluster, cases: &[(i64, Label)]) {
        let outside = self.asm.buffer().new_label();
        let distance = self.compare_distance(value, cluster);
        self.asm.b_cond(Cond::Hi, outside);
        for (label, mask) in cluster.masks(cases) {
            self.asm.mov_ri(X16, mask);
            self.asm.binary_rrr(Binary::Lsrv, W64, X16, X16, distance);
            self.asm.logic_rri(Logic::Ands, W64, ZR, X16, 1);
            self.asm.b_cond(Cond::Ne, label);
        }
        self.asm.buffer().bind(outside);
    }

    /// Jumps through a table with these targets if the value is in the cluster's range, else to `outside`.
    fn jump_through_table(
        &mut self,
        value: (Reg, Width),
        cluster: &Cluster,
        targets: Vec<Label>,
        outside: Label,
    ) {
        let mut distance = self.compare_distance(value, cluster);
        self.asm.b_cond(Cond::Hi, outside);
        if self.asm.buffer().hardens_branches() {
            // Index 0 if the branch was mispredicted; a select is not predicted before the barrier.
            self.asm.select_rrr(Select::Csel, W64, X17, distance, ZR, Cond::Ls);
            self.asm.csdb();
            distance = X17;
        }
        let table = self.asm.buffer().jump_table(targets);
        self.asm.adr(X16, table);
        let entry = Mem::Index { base: X16, index: distance, extend: Extend::Zero64, scaled: true };
        self.asm.access(Access::LoadSigned32, X17, entry);
        self.asm.arith_rrr(Arith::Add, W64, X17, X16, X17);
        self.asm.br(X17);
    }
}
