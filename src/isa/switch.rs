//! Switches, on every target: jump tables where cases are dense, binary search over tables and single cases.

use super::Label;

/// A table costs one load and one indirect jump; fewer cases are compared faster.
const MIN_TABLE_CASES: usize = 5;

/// A table may be this many times as long as it has cases.
const MAX_TABLE_FACTOR: u64 = 4;

/// A search stops at so many clusters and compares them one after the other.
pub(super) const LEAF_CLUSTERS: usize = 3;

/// Neighbouring cases that are decided together: one, or a table's.
pub(super) struct Cluster {
    pub(super) low: i64,
    pub(super) high: i64,
    /// Indices into the sorted cases.
    pub(super) first: usize,
    pub(super) last: usize,
}

impl Cluster {
    /// Where a jump table of this cluster, whose cases are these, leads, entry by entry.
    pub(super) fn targets(&self, cases: &[(i64, Label)], default: Label) -> Vec<Label> {
        let mut rest = cases.iter().peekable();
        let entry = |distance| match rest.next_if(|(case, _)| case.wrapping_sub(self.low) == distance) {
            Some((_, label)) => *label,
            None => default,
        };
        (0..=self.high.wrapping_sub(self.low)).map(entry).collect()
    }
}

/// Groups sorted cases: from each case on, the longest run that is dense enough for a table. A run that is too
/// short costs a few looks ahead, so the whole is linear.
pub(super) fn cluster(cases: &[(i64, Label)]) -> Vec<Cluster> {
    let mut clusters = Vec::new();
    let mut first = 0;
    while first < cases.len() {
        let low = cases[first].0;
        let mut last = first;
        while let Some((case, _)) = cases.get(last + 1) {
            let length = case.wrapping_sub(low) as u64;
            let count = (last + 1 - first + 1) as u64;
            if length >= count * MAX_TABLE_FACTOR || length >= i32::MAX as u64 {
                break;
            }
            last += 1;
        }
        if last - first + 1 < MIN_TABLE_CASES {
            last = first;
        }
        clusters.push(Cluster { low, high: cases[last].0, first, last });
        first = last + 1;
    }
    clusters
}
