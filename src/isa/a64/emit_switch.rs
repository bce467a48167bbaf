//! Switches: jump tables where cases are dense, binary search over tables and single cases.

use super::emit::{Emit, W32, W64, add_immediate};
use super::registers::{X16, X17, ZR};
use super::{Access, Arith, Cond, Extend, Mem};
use crate::air::Arg;
use crate::base::{Reg, Width};
use crate::isa::Label;
use crate::isa::switch::{Cluster, LEAF_CLUSTERS, cluster};

impl Emit<'_, '_> {
    /// Switch32 and Switch64: cases, value.
    pub(super) fn switch(&mut self, width: Width) {
        let Arg::Switch(id) = self.arg(0) else { return self.unexpected() };
        let Some(table) = self.code.switches.get(id) else { return self.unexpected() };
        let value = self.reg(1);
        let mut cases: Vec<(i64, Label)> =
            table.cases.iter().enumerate().map(|(n, case)| (*case, self.context.successor(n))).collect();
        cases.sort_unstable_by_key(|(case, _)| *case);
        let default = self.context.successor(table.cases.len());
        let clusters = cluster(&cases);
        let falls_through = self.context.is_next(table.cases.len());
        self.search((value, width), &cases, &clusters, default, falls_through);
    }

    /// Binary search, in signed order. The upper half is always next; lower halves wait on a stack. The end
    /// falls through to the default if that is next.
    fn search(
        &mut self,
        value: (Reg, Width),
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
                self.compare_with(value, upper[0].low);
                self.asm.b_cond(Cond::Lt, label);
                waiting.push((label, lower));
                rest = upper;
            }
            for cluster in rest {
                self.asm.buffer().make_island_if_needed();
                if cluster.first == cluster.last {
                    self.compare_with(value, cluster.low);
                    self.asm.b_cond(Cond::Eq, cases[cluster.first].1);
                } else {
                    self.jump_through_table(value, cluster, &cases[cluster.first..=cluster.last], default);
                }
            }
            if !(falls_through && waiting.is_empty()) {
                self.asm.b(default);
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

    /// Goes through a table if the value is in the cluster's range, else falls through.
    fn jump_through_table(
        &mut self,
        (value, width): (Reg, Width),
        cluster: &Cluster,
        cases: &[(i64, Label)],
        default: Label,
    ) {
        let outside = self.asm.buffer().new_label();
        match cluster.low.wrapping_neg() {
            // At 32 bits the upper half becomes zero, as the table's index needs it.
            0 if width == W32 => self.asm.mov_rr(W32, X17, value),
            0 => self.asm.mov_rr(W64, X17, value),
            negated => add_immediate(&mut self.asm, width, X17, value, negated),
        }
        let last = cluster.high.wrapping_sub(cluster.low) as u64;
        match last {
            0..4096 => self.asm.cmp_ri(width, X17, last),
            _ => {
                self.asm.mov_ri(X16, last);
                self.asm.cmp_rr(width, X17, X16);
            }
        }
        self.asm.b_cond(Cond::Hi, outside);
        let table = self.asm.buffer().jump_table(cluster.targets(cases, default));
        self.asm.adr(X16, table);
        let entry = Mem::Index { base: X16, index: X17, extend: Extend::Zero64, scaled: true };
        self.asm.access(Access::LoadSigned32, X17, entry);
        self.asm.arith_rrr(Arith::Add, W64, X17, X16, X17);
        self.asm.br(X17);
        self.asm.buffer().bind(outside);
    }
}
