//! Portable pseudo-random numbers.

/// A pseudo-random generator: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator for a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The generator for case `index` of a seed, so that single cases can be repeated.
    pub fn of_case(seed: u64, index: u64) -> Random {
        Random(Random(seed).bits() ^ Random(index.wrapping_mul(0xd134_2543_de82_ef95)).bits())
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
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
