//! Random numbers that cannot be computed from each other.

use super::Sha256;

/// Random numbers from a secret seed: the digests of the seed, a purpose and a counter. Those that become known do not
/// help to compute others.
pub(crate) struct SecretRandom {
    /// The digest of seed and purpose, unfinished.
    prefix: Sha256,
    /// Number of digests so far.
    counter: u64,
    block: [u8; 32],
    /// Number of bytes of `block` that were used.
    used: usize,
}

impl SecretRandom {
    /// The numbers of a seed for a purpose. Different purposes have unrelated numbers.
    pub(crate) fn new(seed: u64, purpose: &str) -> SecretRandom {
        let mut prefix = Sha256::new();
        prefix.update(&seed.to_le_bytes());
        prefix.update(&(purpose.len() as u64).to_le_bytes());
        prefix.update(purpose.as_bytes());
        SecretRandom { prefix, counter: 0, block: [0; 32], used: 32 }
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        if self.used == self.block.len() {
            let mut digest = self.prefix.clone();
            digest.update(&self.counter.to_le_bytes());
            (self.block, self.used) = (digest.finish(), 0);
            self.counter += 1;
        }
        let word = self.block[self.used..].first_chunk().copied().unwrap_or_default();
        self.used += 8;
        u64::from_le_bytes(word)
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        (((self.next() >> 32) * u64::from(limit)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_depend_on_seed_and_purpose_alone() {
        let numbers = |seed, purpose| {
            let mut random = SecretRandom::new(seed, purpose);
            (0..9).map(|_| random.next()).collect::<Vec<u64>>()
        };
        let all = [numbers(1, "a"), numbers(2, "a"), numbers(1, "b")].concat();
        let distinct: std::collections::BTreeSet<u64> = all.iter().copied().collect();
        assert_eq!(distinct.len(), all.len());
        assert_eq!(numbers(1, "a"), all[..9]);
        let mut random = SecretRandom::new(3, "");
        let below: Vec<u32> = (0..1000).map(|_| random.below(7)).collect();
        assert!((0..7).all(|n| below.contains(&n)) && below.iter().all(|n| *n < 7));
    }
}
