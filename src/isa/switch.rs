//! Switches, on every target: jump tables where cases are dense, bits of a word where many lead to few blocks, ranges,
//! and binary search over these and single cases.

use super::Label;
use smallvec::SmallVec;

/// A table costs one load and one indirect jump; fewer cases are compared faster.
const MIN_TABLE_CASES: usize = 5;

/// A table may be this many times as long as it has cases.
const MAX_TABLE_FACTOR: u64 = 4;

/// A search stops at so many clusters and compares them one after the other.
pub(super) const LEAF_CLUSTERS: usize = 3;

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
        clusters.push(Cluster { decision, low: cases[first].0, high: cases[last].0, first, last });
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

/// The last of the cases from one on that are dense enough for a table; the first, if they are too few.
fn table_from(cases: &[(i64, Label)], first: usize) -> usize {
    let mut last = first;
    while let Some((case, _)) = cases.get(last + 1) {
        let length = case.wrapping_sub(cases[first].0) as u64;
        let count = (last + 1 - first + 1) as u64;
        if length >= count * MAX_TABLE_FACTOR || length >= i32::MAX as u64 {
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
        // What is longer in a table is one.
        let table: Vec<(i64, u32)> = (0..12).map(|case| (2 * case, (case as u32 / 4) % 3)).collect();
        assert_eq!(clusters(&table), ["Table 0..=22"]);
    }

    #[test]
    fn bits_are_those_of_the_cases() {
        let cases = [(-2, 1), (0, 2), (1, 2), (61, 2)].map(|(case, to)| (case, Label::new(to)));
        let bits = Cluster { decision: Decision::Bits, low: -2, high: 61, first: 0, last: 3 };
        assert_eq!(bits.masks(&cases)[..], [(Label::new(2), 1 << 63 | 0b1100), (Label::new(1), 1)]);
        assert_eq!(bits.span(), 63);
    }

    #[test]
    fn dense_cases_have_a_table() {
        let dense: Vec<(i64, u32)> = (0..5).map(|case| (4 * case, case as u32)).collect();
        assert_eq!(clusters(&dense), ["Table 0..=16"]);
        assert_eq!(clusters(&dense[..4]).len(), 4);
        assert_eq!(clusters(&[(0, 1), (1_000, 2), (2_000, 3), (i64::MAX, 4)]).len(), 4);
    }
}
