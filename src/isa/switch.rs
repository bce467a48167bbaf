//! Switches, on every target: jump tables where cases are dense, bits of a word where many lead to few blocks, ranges,
//! and search over these and single cases: binary, or, where it is known how often each is asked for, with as much asked for
//! on one side as on the other, and what is asked for more often than all the rest in front.

use super::Label;
use super::emit::BlockContext;
use crate::air::{BlockId, Code, SwitchId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// A table costs one load and one indirect jump; fewer cases are compared faster.
pub(crate) const MIN_TABLE_CASES: usize = 5;

/// A table may be this many times as long as it has cases.
const MAX_TABLE_FACTOR: u64 = 4;

/// A search stops at so many clusters and compares them one after the other.
const LEAF_CLUSTERS: usize = 3;

/// What all clusters weigh, if it is known how often each is asked for, and as much again in equal parts, so that what is
/// never asked for is not found last of all.
const WEIGHT: u64 = 1 << 20;

/// So many comparisons bits must replace, of cases that lead to one block, and of cases that lead to two: each of these
/// blocks has a word, with a bit for each case.
const MIN_COMPARED: [usize; 2] = [3, 5];

/// How the cases of a cluster are decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision {
    /// There is one: it is compared.
    Case,
    /// They follow each other and lead to one block: two ends are compared at once.
    Range,
    /// They lead to one or two blocks: a bit says whether to the first, and one whether to the second.
    Bits,
    /// By a jump table.
    Table,
}

/// Neighbouring cases that are decided together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cluster {
    pub(super) decision: Decision,
    pub(super) low: i64,
    pub(super) high: i64,
    /// Indices into the sorted cases.
    pub(super) first: usize,
    pub(super) last: usize,
    /// How often one of its cases is asked for, beside those of other clusters.
    weight: u64,
}

/// A Switch, ready to be searched.
pub(super) struct Search {
    /// Where each case leads, in signed order.
    pub(super) cases: Vec<(i64, Label)>,
    /// What is asked for more often than all the rest.
    pub(super) likely: Option<Cluster>,
    /// The rest, in order.
    pub(super) clusters: Vec<Cluster>,
    /// Where everything else leads.
    pub(super) default: Label,
    /// What comes next is that.
    pub(super) falls_through: bool,
}

impl Search {
    /// The switch at the end of a block; `None` if there is none of this id.
    pub(super) fn new(code: &Code, context: &BlockContext<'_>, id: SwitchId) -> Option<Search> {
        let cases = &code.switches.get(id)?.cases;
        let order = order_of(cases);
        let sorted = in_order(cases, &order, context);
        let mut clusters = cluster(&sorted);
        let likely = weigh(&mut clusters, &shares(code, context.successors, &order));
        Some(Search {
            likely: likely.map(|at| clusters.remove(at)),
            clusters,
            cases: sorted,
            default: context.successor(cases.len()),
            falls_through: context.is_next(cases.len()),
        })
    }
}

/// The numbers of cases, in signed order of these.
fn order_of(cases: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_unstable_by_key(|n| cases[*n]);
    order
}

/// Where each case leads, in this order.
fn in_order(cases: &[i64], order: &[usize], context: &BlockContext<'_>) -> Vec<(i64, Label)> {
    order.iter().map(|n| (cases[*n], context.successor(*n))).collect()
}

/// A TableSwitch: one table decides all cases.
pub(super) struct TableOfAll {
    cases: Vec<(i64, Label)>,
    pub(super) cluster: Cluster,
    /// Where everything else leads.
    default: Label,
}

impl TableOfAll {
    /// The switch at the end of a block; `None` if there is none of this id, or its cases are too far from each other.
    pub(super) fn new(code: &Code, context: &BlockContext<'_>, id: SwitchId) -> Option<TableOfAll> {
        let cases = &code.switches.get(id)?.cases;
        let cases = in_order(cases, &order_of(cases), context);
        let ((low, _), (high, _)) = (*cases.first()?, *cases.last()?);
        let (last, default) = (cases.len() - 1, context.successor(cases.len()));
        let cluster = Cluster { decision: Decision::Table, low, high, first: 0, last, weight: 1 };
        is_dense(cluster.span(), cases.len()).then_some(TableOfAll { cases, cluster, default })
    }

    /// Where its table leads, entry by entry.
    pub(super) fn targets(&self) -> Vec<Label> {
        self.cluster.targets(&self.cases, self.default)
    }
}

/// True if one table is the best way to decide these cases, each of which leads to the block of a number.
pub(crate) fn is_one_table(cases: impl ExactSizeIterator<Item = (i64, u32)> + Clone) -> bool {
    let (low, high) =
        cases.clone().fold((i64::MAX, i64::MIN), |(low, high), (case, _)| (low.min(case), high.max(case)));
    if cases.len() < MIN_TABLE_CASES || !is_dense(high.wrapping_sub(low) as u64, cases.len()) {
        return false;
    }
    let mut cases: Vec<(i64, Label)> = cases.map(|(case, block)| (case, Label::new(block))).collect();
    cases.sort_unstable_by_key(|(case, _)| *case);
    matches!(cluster(&cases)[..], [Cluster { decision: Decision::Table, .. }])
}

/// Where a search goes on: clusters that are compared one after the other, the likely ones first, or two halves.
pub(super) enum Step<'a> {
    Compare(SmallVec<[Cluster; LEAF_CLUSTERS]>),
    Halves(&'a [Cluster], &'a [Cluster]),
}

/// True if nothing is to be done after these clusters, which are compared one after the other: the last is a table, which
/// leads to the default what is outside.
pub(super) fn goes_to_default(leaf: &[Cluster]) -> bool {
    leaf.last().is_some_and(|last| last.decision == Decision::Table)
}

/// How a search goes on among clusters.
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

/// How often each of the sorted cases is asked for: as often as where it leads, shared with the others that lead there.
/// Nothing if all blocks are as frequent, or nobody said.
fn shares(code: &Code, successors: &[BlockId], order: &[usize]) -> Vec<f64> {
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

/// Says how often clusters are asked for whose cases are asked for so often; nothing says that all are as often. Which one
/// is asked for more often than all the rest.
fn weigh(clusters: &mut [Cluster], shares: &[f64]) -> Option<usize> {
    let total: f64 = shares.iter().sum();
    let (count, mut likely) = (clusters.len() as u64, None);
    for (at, cluster) in clusters.iter_mut().enumerate() {
        if let Some(shares) = shares.get(cluster.first..=cluster.last) {
            let part = shares.iter().sum::<f64>() / total;
            cluster.weight = (part * WEIGHT as f64) as u64 + WEIGHT / count;
            if part > 0.5 {
                likely = Some(at);
            }
        }
    }
    likely
}

impl Cluster {
    /// How far the last case is from the first.
    pub(super) fn span(&self) -> u64 {
        self.high.wrapping_sub(self.low) as u64
    }

    /// Where a jump table of this cluster, whose cases are these, leads, entry by entry.
    pub(super) fn targets(&self, cases: &[(i64, Label)], default: Label) -> Vec<Label> {
        let mut rest = cases.iter().peekable();
        let entry = |distance| match rest.next_if(|(case, _)| case.wrapping_sub(self.low) == distance) {
            Some((_, label)) => *label,
            None => default,
        };
        (0..=self.high.wrapping_sub(self.low)).map(entry).collect()
    }

    /// Where bits of this cluster, whose cases are these, lead, and the bits of the cases that lead there, counted from
    /// the first case on. What most cases lead to comes first.
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

/// Groups sorted cases. From each case on, the longest run is taken that can be decided at once. A run that is too short
/// costs a few looks ahead, so the whole is linear.
pub(super) fn cluster(cases: &[(i64, Label)]) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    let mut first = 0;
    while first < cases.len() {
        let [range, bits, table] =
            [range_from(cases, first), bits_from(cases, first), table_from(cases, first)];
        let (decision, last) = match first {
            _ if range > first && range >= bits.max(table) => (Decision::Range, range),
            _ if bits > first && bits >= table => (Decision::Bits, bits),
            _ if table > first => (Decision::Table, table),
            _ => (Decision::Case, first),
        };
        clusters.push(Cluster { decision, low: cases[first].0, high: cases[last].0, first, last, weight: 1 });
        first = last + 1;
    }
    clusters
}

/// The last of the cases from one on that follow each other and lead to one block.
fn range_from(cases: &[(i64, Label)], first: usize) -> usize {
    let follows = |pair: &&[(i64, Label)]| pair[0].0.wrapping_add(1) == pair[1].0 && pair[0].1 == pair[1].1;
    first + cases[first..].windows(2).take_while(follows).count()
}

/// The last of the cases from one on that bits decide; the first, if that is no gain.
fn bits_from(cases: &[(i64, Label)], first: usize) -> usize {
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
        // A range is one comparison.
        let continues = at > first && (case.wrapping_sub(1), *label) == cases[at - 1];
        compared += usize::from(!continues);
        if compared >= MIN_COMPARED[labels.len() - 1] {
            last = at;
        }
    }
    last
}

/// True if so many cases are enough for a table whose last entry is so far from its first.
fn is_dense(span: u64, count: usize) -> bool {
    span < count as u64 * MAX_TABLE_FACTOR && span < i32::MAX as u64
}

/// The last of the cases from one on that are dense enough for a table; the first, if they are too few.
fn table_from(cases: &[(i64, Label)], first: usize) -> usize {
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

    /// The clusters of cases, each with where it leads, as text.
    fn clusters(cases: &[(i64, u32)]) -> Vec<String> {
        let cases: Vec<(i64, Label)> = cases.iter().map(|(case, to)| (*case, Label::new(*to))).collect();
        let text = |found: &Cluster| format!("{:?} {}..={}", found.decision, found.low, found.high);
        cluster(&cases).iter().map(text).collect()
    }

    fn to_one(cases: &[i64]) -> Vec<(i64, u32)> {
        cases.iter().map(|case| (*case, 1)).collect()
    }

    #[test]
    fn what_follows_each_other_is_a_range() {
        assert_eq!(clusters(&to_one(&[3, 4, 5])), ["Range 3..=5"]);
        assert_eq!(
            clusters(&to_one(&[i64::MAX - 1, i64::MAX])),
            [format!("Range {}..={}", i64::MAX - 1, i64::MAX)]
        );
        assert_eq!(clusters(&[(3, 1), (4, 2)]), ["Case 3..=3", "Case 4..=4"]);
        assert_eq!(clusters(&to_one(&[i64::MIN, i64::MAX])).len(), 2);
        // However long, and among cases of tables.
        assert_eq!(clusters(&to_one(&(0..500).collect::<Vec<_>>())), ["Range 0..=499"]);
        let mut mixed: Vec<(i64, u32)> = (0..10).map(|case| (case, case as u32)).collect();
        mixed.extend((10..90).map(|case| (case, 99)));
        assert_eq!(clusters(&mixed), ["Table 0..=89"]);
    }

    #[test]
    fn what_leads_to_few_blocks_are_bits() {
        assert_eq!(clusters(&to_one(&[9, 13, 32])), ["Bits 9..=32"]);
        assert_eq!(clusters(&to_one(&[9, 13])), ["Case 9..=9", "Case 13..=13"]);
        // A range is one comparison.
        assert_eq!(clusters(&to_one(&[9, 10, 11, 13])), ["Range 9..=11", "Case 13..=13"]);
        assert_eq!(clusters(&to_one(&[9, 10, 11, 13, 32])), ["Bits 9..=32"]);
        assert_eq!(clusters(&to_one(&[-3, 30, 60])), ["Bits -3..=60"]);
        assert_eq!(clusters(&to_one(&[-3, 30, 61])).len(), 3);
        let two = [(1, 1), (3, 2), (5, 1), (7, 2), (40, 1)];
        assert_eq!(clusters(&two), ["Bits 1..=40"]);
        assert_eq!(clusters(&two[..4]).len(), 4);
        // A third one ends them.
        let mut three = two.to_vec();
        three.push((41, 3));
        assert_eq!(clusters(&three), ["Bits 1..=40", "Case 41..=41"]);
        three.push((43, 1));
        assert_eq!(clusters(&three), ["Bits 1..=40", "Case 41..=41", "Case 43..=43"]);
        // What is longer in a table is one.
        let table: Vec<(i64, u32)> = (0..12).map(|case| (2 * case, (case as u32 / 4) % 3)).collect();
        assert_eq!(clusters(&table), ["Table 0..=22"]);
    }

    #[test]
    fn one_table_has_all_cases() {
        let is_one = |cases: &[i64]| is_one_table(cases.iter().copied().zip(0..cases.len() as u32));
        let dense: Vec<i64> = (0..40).collect();
        assert!(is_one(&dense) && is_one(&dense[..MIN_TABLE_CASES]) && !is_one(&dense[1..MIN_TABLE_CASES]));
        // As dense as that, all in all, but not from the first on.
        let two: Vec<i64> = (0..5).chain(30..60).collect();
        let tables: Vec<(i64, u32)> = two.iter().copied().zip(0..).collect();
        assert_eq!(clusters(&tables), ["Table 0..=4", "Table 30..=59"]);
        assert!(!is_one(&two));
    }

    #[test]
    fn bits_are_those_of_the_cases() {
        let cases = [(-2, 1), (0, 2), (1, 2), (61, 2)].map(|(case, to)| (case, Label::new(to)));
        let bits = Cluster { decision: Decision::Bits, low: -2, high: 61, first: 0, last: 3, weight: 1 };
        assert_eq!(bits.masks(&cases)[..], [(Label::new(2), 1 << 63 | 0b1100), (Label::new(1), 1)]);
        assert_eq!(bits.span(), 63);
    }

    /// How a search among single cases, which are asked for so often, comes to each: by so many comparisons.
    fn comparisons(shares: &[f64]) -> (Option<usize>, Vec<usize>) {
        let cases: Vec<(i64, Label)> =
            (0..shares.len()).map(|n| (1000 * n as i64, Label::new(n as u32))).collect();
        let mut clusters = cluster(&cases);
        assert_eq!(clusters.len(), shares.len());
        let likely = weigh(&mut clusters, shares);
        let mut found = vec![0; shares.len()];
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
    fn what_is_asked_for_often_is_found_soon() {
        // All alike: halves, and leaves in order.
        assert_eq!(comparisons(&[1.0; 3]), (None, vec![1, 2, 3]));
        assert_eq!(comparisons(&[1.0; 8]), (None, vec![3, 4, 3, 4, 3, 4, 3, 4]));
        assert_eq!(comparisons(&[1.0; 5]), (None, vec![2, 3, 2, 3, 4]));
        // One more often than all others.
        assert_eq!(comparisons(&[1.0, 1.0, 3.0]), (Some(2), vec![2, 3, 1]));
        assert_eq!(comparisons(&[1.0, 1.0, 2.0]).0, None);
        let (likely, found) = comparisons(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0, 6.0]);
        assert_eq!((likely, &found[6..]), (None, &[2, 3][..]));
        // However they differ, none is found after much more than a binary search would need.
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
