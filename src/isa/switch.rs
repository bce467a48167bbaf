//! Lowering of switches, common to all targets: jump tables for dense cases, bit tests for many cases with few
//! targets, ranges, and a search tree over these clusters and single cases. The tree is binary; with block
//! frequencies it is weight-balanced, and a case more likely than all others together is compared first.

use super::Label;
use super::emit::BlockContext;
use crate::air::{BlockId, Code, SwitchId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Minimum number of cases of a jump table, which costs one load and one indirect jump. Fewer are compared faster.
pub(crate) const MIN_TABLE_CASES: usize = 5;

/// Maximum ratio of the length of a table to its number of cases.
const MAX_TABLE_FACTOR: u64 = 4;

/// Maximum number of clusters in a leaf of the search tree, which compares them one after the other.
const LEAF_CLUSTERS: usize = 3;

/// Total weight of all clusters by frequency. The same amount is distributed evenly, so that clusters that never
/// occur are not found last of all.
const WEIGHT: u64 = 1 << 20;

/// Minimum number of comparisons replaced by bit tests, for one and two targets; each has a mask with a bit per case.
const MIN_COMPARED: [usize; 2] = [3, 5];

/// How the cases of a cluster are decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClusterKind {
    /// A single case: one comparison.
    Case,
    /// Consecutive cases with one target: one comparison of the range.
    Range,
    /// Cases with one or two targets: a bit test per target.
    BitTest,
    /// A jump table.
    Table,
}

/// Adjacent cases that are decided together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cluster {
    pub(super) kind: ClusterKind,
    pub(super) low: i64,
    pub(super) high: i64,
    /// Indices into the sorted cases.
    pub(super) first: usize,
    pub(super) last: usize,
    /// Relative frequency of its cases.
    weight: u64,
}

/// A Switch, prepared for the search.
pub(super) struct Search {
    /// The cases in signed order and their targets.
    pub(super) cases: Vec<(i64, Label)>,
    /// The cluster that is more likely than all others together.
    pub(super) likely: Option<Cluster>,
    /// The other clusters, in order.
    pub(super) clusters: Vec<Cluster>,
    /// The target of all other values.
    pub(super) default: Label,
    /// True if the default target is the fall-through.
    pub(super) falls_through: bool,
}

impl Search {
    /// The switch at the end of a block, or `None` if the id is unknown.
    pub(super) fn new(code: &Code, context: &BlockContext<'_>, id: SwitchId) -> Option<Search> {
        let cases = &code.switches.get(id)?.cases;
        let order = order_of(cases);
        let sorted = in_order(cases, &order, context);
        let mut clusters = cluster(&sorted, code.tests_bits);
        let likely = set_weights(&mut clusters, &case_frequencies(code, context.successors, &order));
        Some(Search {
            likely: likely.map(|at| clusters.remove(at)),
            clusters,
            cases: sorted,
            default: context.successor(cases.len()),
            falls_through: context.is_next(cases.len()),
        })
    }
}

/// The indices of the cases, in signed order of their values.
fn order_of(cases: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_unstable_by_key(|n| cases[*n]);
    order
}

/// The cases in this order and their targets.
fn in_order(cases: &[i64], order: &[usize], context: &BlockContext<'_>) -> Vec<(i64, Label)> {
    order.iter().map(|n| (cases[*n], context.successor(*n))).collect()
}

/// A TableSwitch: one jump table decides all cases.
pub(super) struct SingleTable {
    cases: Vec<(i64, Label)>,
    pub(super) cluster: Cluster,
    /// The target of all other values.
    default: Label,
}

impl SingleTable {
    /// The switch at the end of a block, or `None` if the id is unknown or the cases are not dense enough.
    pub(super) fn new(code: &Code, context: &BlockContext<'_>, id: SwitchId) -> Option<SingleTable> {
        let cases = &code.switches.get(id)?.cases;
        let cases = in_order(cases, &order_of(cases), context);
        let ((low, _), (high, _)) = (*cases.first()?, *cases.last()?);
        let (last, default) = (cases.len() - 1, context.successor(cases.len()));
        let cluster = Cluster { kind: ClusterKind::Table, low, high, first: 0, last, weight: 1 };
        is_dense(cluster.span(), cases.len()).then_some(SingleTable { cases, cluster, default })
    }

    /// The targets of the table, entry by entry.
    pub(super) fn targets(&self) -> Vec<Label> {
        self.cluster.targets(&self.cases, self.default)
    }
}

/// True if one jump table is the best lowering of these cases, given with the block numbers of their targets.
pub(crate) fn is_one_table(cases: impl ExactSizeIterator<Item = (i64, u32)> + Clone) -> bool {
    let (low, high) =
        cases.clone().fold((i64::MAX, i64::MIN), |(low, high), (case, _)| (low.min(case), high.max(case)));
    if cases.len() < MIN_TABLE_CASES || !is_dense(high.wrapping_sub(low) as u64, cases.len()) {
        return false;
    }
    let mut cases: Vec<(i64, Label)> = cases.map(|(case, block)| (case, Label::new(block))).collect();
    cases.sort_unstable_by_key(|(case, _)| *case);
    matches!(cluster(&cases, true)[..], [Cluster { kind: ClusterKind::Table, .. }])
}

/// A step of the search: compare a leaf's clusters one after the other, the likely ones first, or split into halves.
pub(super) enum Step<'a> {
    Compare(SmallVec<[Cluster; LEAF_CLUSTERS]>),
    Halves(&'a [Cluster], &'a [Cluster]),
}

/// True if a leaf needs no branch to the default: its last cluster is a table, which handles it.
pub(super) fn ends_with_default(leaf: &[Cluster]) -> bool {
    leaf.last().is_some_and(|last| last.kind == ClusterKind::Table)
}

/// Computes the next step of a search among clusters.
pub(super) fn step(clusters: &[Cluster]) -> Step<'_> {
    if clusters.len() <= LEAF_CLUSTERS {
        let mut leaf = SmallVec::from(clusters);
        leaf.sort_by_key(|cluster: &Cluster| Reverse(cluster.weight));
        return Step::Compare(leaf);
    }
    let total: u64 = clusters.iter().map(|cluster| cluster.weight).sum();
    let (mut below, mut split, mut least) = (0, 1, u64::MAX);
    for (n, cluster) in clusters.iter().enumerate().take(clusters.len() - 1) {
        below += cluster.weight;
        let difference = total.abs_diff(2 * below);
        if difference < least {
            (split, least) = (n + 1, difference);
        }
    }
    let (lower, upper) = clusters.split_at(split);
    Step::Halves(lower, upper)
}

/// Frequency of each of the sorted cases: that of its target, divided by the number of cases with that target. Empty
/// if all targets are equally frequent or frequencies are unknown.
fn case_frequencies(code: &Code, successors: &[BlockId], order: &[usize]) -> Vec<f64> {
    let often = |to: &BlockId| {
        code.blocks.get(*to).map_or(0.0, |block| if block.rare { 0.0 } else { block.frequency })
    };
    let mut edges = FxHashMap::<BlockId, f64>::default();
    for to in order.iter().filter_map(|n| successors.get(*n)) {
        *edges.entry(*to).or_default() += 1.0;
    }
    let first = edges.keys().next().map_or(0.0, often);
    if edges.keys().all(|to| often(to) == first) {
        return Vec::new();
    }
    let share = |n: &usize| successors.get(*n).map_or(0.0, |to| often(to) / edges[to]);
    order.iter().map(share).collect()
}

/// Sets the weights of clusters from the frequencies of the cases (empty: all equal). Returns the index of the
/// cluster that is more likely than all others together.
fn set_weights(clusters: &mut [Cluster], case_frequencies: &[f64]) -> Option<usize> {
    let total: f64 = case_frequencies.iter().sum();
    let (count, mut likely) = (clusters.len() as u64, None);
    for (at, cluster) in clusters.iter_mut().enumerate() {
        if let Some(case_frequencies) = case_frequencies.get(cluster.first..=cluster.last) {
            let part = case_frequencies.iter().sum::<f64>() / total;
            cluster.weight = (part * WEIGHT as f64) as u64 + WEIGHT / count;
            if part > 0.5 {
                likely = Some(at);
            }
        }
    }
    likely
}

impl Cluster {
    /// Distance between the last and the first case.
    pub(super) fn span(&self) -> u64 {
        self.high.wrapping_sub(self.low) as u64
    }

    /// The targets of this cluster's jump table, entry by entry. `cases` are the cases of the cluster.
    pub(super) fn targets(&self, cases: &[(i64, Label)], default: Label) -> Vec<Label> {
        let mut rest = cases.iter().peekable();
        let entry = |distance| match rest.next_if(|(case, _)| case.wrapping_sub(self.low) == distance) {
            Some((_, label)) => *label,
            None => default,
        };
        (0..=self.high.wrapping_sub(self.low)).map(entry).collect()
    }

    /// The targets of this cluster's bit tests and their masks; bit 0 is the first case. The target with the most
    /// cases comes first. `cases` are the cases of the cluster.
    pub(super) fn masks(&self, cases: &[(i64, Label)]) -> SmallVec<[(Label, u64); 2]> {
        let mut masks = SmallVec::<[(Label, u64); 2]>::new();
        for (case, label) in cases {
            let bit = 1 << (case.wrapping_sub(self.low) & 63);
            match masks.iter_mut().find(|(other, _)| other == label) {
                Some((_, mask)) => *mask |= bit,
                None => masks.push((*label, bit)),
            }
        }
        masks.sort_by_key(|(_, mask)| std::cmp::Reverse(mask.count_ones()));
        masks
    }
}

/// Groups sorted cases into clusters, greedily: at each case, the longest run that one cluster handles. Runs that
/// are too short cost a bounded look-ahead, so this is linear. Without `tests_bits`, no cluster has a mask.
pub(super) fn cluster(cases: &[(i64, Label)], tests_bits: bool) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    let mut first = 0;
    while first < cases.len() {
        let [range, bits, table] = [
            range_end(cases, first),
            if tests_bits { bit_test_end(cases, first) } else { first },
            table_end(cases, first),
        ];
        let (kind, last) = match first {
            _ if range > first && range >= bits.max(table) => (ClusterKind::Range, range),
            _ if bits > first && bits >= table => (ClusterKind::BitTest, bits),
            _ if table > first => (ClusterKind::Table, table),
            _ => (ClusterKind::Case, first),
        };
        clusters.push(Cluster { kind, low: cases[first].0, high: cases[last].0, first, last, weight: 1 });
        first = last + 1;
    }
    clusters
}

/// The end of the run of consecutive cases with one target that starts at `first`.
fn range_end(cases: &[(i64, Label)], first: usize) -> usize {
    let follows = |pair: &&[(i64, Label)]| pair[0].0.wrapping_add(1) == pair[1].0 && pair[0].1 == pair[1].1;
    first + cases[first..].windows(2).take_while(follows).count()
}

/// The last case that bit tests starting at `first` cover; `first` if they do not pay off.
fn bit_test_end(cases: &[(i64, Label)], first: usize) -> usize {
    let (mut last, mut compared) = (first, 0);
    let mut labels = SmallVec::<[Label; 2]>::new();
    for (at, (case, label)) in cases.iter().enumerate().skip(first) {
        if case.wrapping_sub(cases[first].0) as u64 >= 64 {
            break;
        }
        if !labels.contains(label) {
            if labels.len() == MIN_COMPARED.len() {
                break;
            }
            labels.push(*label);
        }
        // A range counts as one comparison.
        let continues = at > first && (case.wrapping_sub(1), *label) == cases[at - 1];
        compared += usize::from(!continues);
        if compared >= MIN_COMPARED[labels.len() - 1] {
            last = at;
        }
    }
    last
}

/// True if `count` cases are dense enough for a table whose last and first case differ by `span`.
fn is_dense(span: u64, count: usize) -> bool {
    span < count as u64 * MAX_TABLE_FACTOR && span < i32::MAX as u64
}

/// The end of the run of cases from `first` that is dense enough for a table; `first` if it is too short.
fn table_end(cases: &[(i64, Label)], first: usize) -> usize {
    let mut last = first;
    while let Some((case, _)) = cases.get(last + 1) {
        let count = last + 1 - first + 1;
        if !is_dense(case.wrapping_sub(cases[first].0) as u64, count) {
            break;
        }
        last += 1;
    }
    if last - first + 1 < MIN_TABLE_CASES { first } else { last }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clusters of cases, given with their targets, as text.
    fn clusters(cases: &[(i64, u32)]) -> Vec<String> {
        let cases: Vec<(i64, Label)> = cases.iter().map(|(case, to)| (*case, Label::new(*to))).collect();
        let text = |found: &Cluster| format!("{:?} {}..={}", found.kind, found.low, found.high);
        cluster(&cases, true).iter().map(text).collect()
    }

    fn to_one(cases: &[i64]) -> Vec<(i64, u32)> {
        cases.iter().map(|case| (*case, 1)).collect()
    }

    #[test]
    fn consecutive_cases_are_a_range() {
        assert_eq!(clusters(&to_one(&[3, 4, 5])), ["Range 3..=5"]);
        assert_eq!(
            clusters(&to_one(&[i64::MAX - 1, i64::MAX])),
            [format!("Range {}..={}", i64::MAX - 1, i64::MAX)]
        );
        assert_eq!(clusters(&[(3, 1), (4, 2)]), ["Case 3..=3", "Case 4..=4"]);
        assert_eq!(clusters(&to_one(&[i64::MIN, i64::MAX])).len(), 2);
        // Also if the run is long, and next to cases in tables.
        assert_eq!(clusters(&to_one(&(0..500).collect::<Vec<_>>())), ["Range 0..=499"]);
        let mut mixed: Vec<(i64, u32)> = (0..10).map(|case| (case, case as u32)).collect();
        mixed.extend((10..90).map(|case| (case, 99)));
        assert_eq!(clusters(&mixed), ["Table 0..=89"]);
    }

    #[test]
    fn bit_tests_can_be_forbidden() {
        let kinds = |cases: &[i64]| -> Vec<ClusterKind> {
            let cases: Vec<(i64, Label)> = cases.iter().map(|case| (*case, Label::new(1))).collect();
            cluster(&cases, false).iter().map(|cluster| cluster.kind).collect()
        };
        assert_eq!(kinds(&[9, 13, 32]), [ClusterKind::Case; 3]);
        assert_eq!(kinds(&[0, 1, 3, 4, 6, 7]), [ClusterKind::Table]);
    }

    #[test]
    fn cases_with_few_targets_use_bit_tests() {
        assert_eq!(clusters(&to_one(&[9, 13, 32])), ["BitTest 9..=32"]);
        assert_eq!(clusters(&to_one(&[9, 13])), ["Case 9..=9", "Case 13..=13"]);
        // A range counts as one comparison.
        assert_eq!(clusters(&to_one(&[9, 10, 11, 13])), ["Range 9..=11", "Case 13..=13"]);
        assert_eq!(clusters(&to_one(&[9, 10, 11, 13, 32])), ["BitTest 9..=32"]);
        assert_eq!(clusters(&to_one(&[-3, 30, 60])), ["BitTest -3..=60"]);
        assert_eq!(clusters(&to_one(&[-3, 30, 61])).len(), 3);
        let two = [(1, 1), (3, 2), (5, 1), (7, 2), (40, 1)];
        assert_eq!(clusters(&two), ["BitTest 1..=40"]);
        assert_eq!(clusters(&two[..4]).len(), 4);
        // A third target ends the cluster.
        let mut three = two.to_vec();
        three.push((41, 3));
        assert_eq!(clusters(&three), ["BitTest 1..=40", "Case 41..=41"]);
        three.push((43, 1));
        assert_eq!(clusters(&three), ["BitTest 1..=40", "Case 41..=41", "Case 43..=43"]);
        // A longer run as a table becomes a table.
        let table: Vec<(i64, u32)> = (0..12).map(|case| (2 * case, (case as u32 / 4) % 3)).collect();
        assert_eq!(clusters(&table), ["Table 0..=22"]);
    }

    #[test]
    fn one_table_needs_one_dense_cluster() {
        let is_one = |cases: &[i64]| is_one_table(cases.iter().copied().zip(0..cases.len() as u32));
        let dense: Vec<i64> = (0..40).collect();
        assert!(is_one(&dense) && is_one(&dense[..MIN_TABLE_CASES]) && !is_one(&dense[1..MIN_TABLE_CASES]));
        // Dense enough overall, but not from the first case on.
        let two: Vec<i64> = (0..5).chain(30..60).collect();
        let tables: Vec<(i64, u32)> = two.iter().copied().zip(0..).collect();
        assert_eq!(clusters(&tables), ["Table 0..=4", "Table 30..=59"]);
        assert!(!is_one(&two));
    }

    #[test]
    fn masks_contain_their_cases() {
        let cases = [(-2, 1), (0, 2), (1, 2), (61, 2)].map(|(case, to)| (case, Label::new(to)));
        let bits = Cluster { kind: ClusterKind::BitTest, low: -2, high: 61, first: 0, last: 3, weight: 1 };
        assert_eq!(bits.masks(&cases)[..], [(Label::new(2), 1 << 63 | 0b1100), (Label::new(1), 1)]);
        assert_eq!(bits.span(), 63);
    }

    /// Number of comparisons before the search reaches each of several single cases with these frequencies.
    fn comparisons(case_frequencies: &[f64]) -> (Option<usize>, Vec<usize>) {
        let cases: Vec<(i64, Label)> =
            (0..case_frequencies.len()).map(|n| (1000 * n as i64, Label::new(n as u32))).collect();
        let mut clusters = cluster(&cases, true);
        assert_eq!(clusters.len(), case_frequencies.len());
        let likely = set_weights(&mut clusters, case_frequencies);
        let mut found = vec![0; case_frequencies.len()];
        let mut waiting = vec![(0, &clusters[..])];
        while let Some((depth, rest)) = waiting.pop() {
            match step(rest) {
                Step::Compare(leaf) => {
                    leaf.iter().enumerate().for_each(|(n, cluster)| found[cluster.first] = depth + n + 1);
                }
                Step::Halves(lower, upper) => waiting.extend([(depth + 1, lower), (depth + 1, upper)]),
            }
        }
        (likely, found)
    }

    #[test]
    fn frequent_cases_need_few_comparisons() {
        // Equal frequencies: halves, and leaves in order.
        assert_eq!(comparisons(&[1.0; 3]), (None, vec![1, 2, 3]));
        assert_eq!(comparisons(&[1.0; 8]), (None, vec![3, 4, 3, 4, 3, 4, 3, 4]));
        assert_eq!(comparisons(&[1.0; 5]), (None, vec![2, 3, 2, 3, 4]));
        // One is more frequent than all others together.
        assert_eq!(comparisons(&[1.0, 1.0, 3.0]), (Some(2), vec![2, 3, 1]));
        assert_eq!(comparisons(&[1.0, 1.0, 2.0]).0, None);
        let (likely, found) = comparisons(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0, 6.0]);
        assert_eq!((likely, &found[6..]), (None, &[2, 3][..]));
        // Whatever the distribution, no case needs many more comparisons than in a binary search.
        let steep: Vec<f64> = (0..300).map(|n| 0.5f64.powi(n)).collect();
        let (_, found) = comparisons(&steep);
        assert!(found[0] <= 3 && found.iter().all(|count| *count <= 14), "{found:?}");
        for odd in [f64::NAN, f64::INFINITY, 0.0] {
            let (_, found) = comparisons(&[odd; 64]);
            assert!(found.iter().all(|count| *count <= 9), "{odd}: {found:?}");
        }
    }

    #[test]
    fn dense_cases_have_a_table() {
        let dense: Vec<(i64, u32)> = (0..5).map(|case| (4 * case, case as u32)).collect();
        assert_eq!(clusters(&dense), ["Table 0..=16"]);
        assert_eq!(clusters(&dense[..4]).len(), 4);
        assert_eq!(clusters(&[(0, 1), (1_000, 2), (2_000, 3), (i64::MAX, 4)]).len(), 4);
    }
}
