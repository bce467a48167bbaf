//! Portable pseudo-random numbers.

/// A pseudo-random generator: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators). Or the
/// numbers are those of given bytes.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    bytes: Option<std::vec::IntoIter<u8>>,
}

impl Random {
    /// The generator for a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed, bytes: None }
    }

    /// The generator whose numbers are pairs of these bytes, and then zeros: a fuzzer that changes two bytes changes one
    /// decision.
    pub fn of_bytes(bytes: &[u8]) -> Random {
        Random { state: 0, bytes: Some(Vec::from(bytes).into_iter()) }
    }

    /// The generator for case `index` of a seed, so that single cases can be repeated.
    pub fn of_case(seed: u64, index: u64) -> Random {
        let index = Random::new(index.wrapping_mul(0xd134_2543_de82_ef95)).bits();
        Random::new(Random::new(seed).bits() ^ index)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        if let Some(bytes) = &mut self.bytes {
            let [low, high] = [(); 2].map(|()| bytes.next().unwrap_or(0));
            // The highest bits decide `below`, the lowest `word`.
            return u64::from(u16::from_le_bytes([low, high])) * 0x0001_0001_0001_0001;
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `limit`, or 0 if `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(limit)) >> 64) as u64
    }

    /// The next 16 bits.
    pub fn word(&mut self) -> u16 {
        self.bits() as u16
    }

    /// Several 16-bit numbers.
    pub fn words<const N: usize>(&mut self) -> [u16; N] {
        std::array::from_fn(|_| self.word())
    }
}
