//! A dense set of small numbers.

/// A set of numbers with one bit each; it grows on demand.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// An empty set with memory for numbers below `len`.
    pub fn with_len(len: usize) -> BitSet {
        BitSet { words: vec![0; len.div_ceil(64)] }
    }

    /// Empties the set, with memory for numbers below `len`.
    pub fn reset(&mut self, len: usize) {
        self.words.clear();
        self.words.resize(len.div_ceil(64), 0);
    }

    /// True if `bit` is in the set.
    pub fn contains(&self, bit: usize) -> bool {
        self.words.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 != 0)
    }

    /// Adds `bit`; true if it was not in the set.
    pub fn insert(&mut self, bit: usize) -> bool {
        if bit / 64 >= self.words.len() {
            self.words.resize(bit / 64 + 1, 0);
        }
        let word = &mut self.words[bit / 64];
        let mask = 1 << (bit % 64);
        let added = *word & mask == 0;
        *word |= mask;
        added
    }

    /// Removes `bit`; true if it was in the set.
    pub fn remove(&mut self, bit: usize) -> bool {
        let Some(word) = self.words.get_mut(bit / 64) else { return false };
        let mask = 1 << (bit % 64);
        let removed = *word & mask != 0;
        *word &= !mask;
        removed
    }

    /// The numbers in the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    i * 64 + bit as usize
                })
            })
        })
    }

    /// The number of numbers in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contains_inserted_numbers() {
        let mut set = BitSet::with_len(10);
        assert!(set.insert(3) && set.insert(64) && set.insert(200) && !set.insert(3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 200]);
        assert!(set.remove(64) && !set.remove(64) && !set.remove(9999));
        assert!(set.contains(200) && !set.contains(64) && !set.contains(100_000));
        assert_eq!(set.count(), 2);
    }
}
