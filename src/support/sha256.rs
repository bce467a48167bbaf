//! SHA-256 and HMAC (FIPS 180-4, RFC 2104): the digests of stored code.

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUND_CONSTANTS: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

const BLOCK: usize = 64;

/// A SHA-256 digest of bytes that arrive in parts.
#[derive(Clone)]
pub struct Sha256 {
    state: [u32; 8],
    /// The bytes of the last, incomplete block.
    pending: [u8; BLOCK],
    /// Number of all bytes.
    len: u64,
}

impl Default for Sha256 {
    fn default() -> Sha256 {
        Sha256::new()
    }
}

impl Sha256 {
    /// Begins a digest.
    pub const fn new() -> Sha256 {
        let state =
            [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
        Sha256 { state, pending: [0; BLOCK], len: 0 }
    }

    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> [u8; 32] {
        let mut digest = Sha256::new();
        digest.update(bytes);
        digest.finish()
    }

    /// Adds bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        let filled = (self.len % BLOCK as u64) as usize;
        self.len = self.len.wrapping_add(bytes.len() as u64);
        if filled != 0 {
            let (taken, rest) = bytes.split_at(bytes.len().min(BLOCK - filled));
            self.pending[filled..filled + taken.len()].copy_from_slice(taken);
            bytes = rest;
            if filled + taken.len() < BLOCK {
                return;
            }
            compress(&mut self.state, &self.pending);
        }
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        blocks.iter().for_each(|block| compress(&mut self.state, block));
        self.pending[..rest.len()].copy_from_slice(rest);
    }

    /// The digest.
    pub fn finish(mut self) -> [u8; 32] {
        let bits = self.len.wrapping_mul(8);
        let padding = BLOCK - (self.len as usize + 8) % BLOCK;
        let mut end = [0; BLOCK + 8];
        end[0] = 0x80;
        end[padding..padding + 8].copy_from_slice(&bits.to_be_bytes());
        self.update(&end[..padding + 8]);
        let mut digest = [0; 32];
        for (bytes, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(self.state) {
            *bytes = word.to_be_bytes();
        }
        digest
    }
}

fn compress(state: &mut [u32; 8], block: &[u8; BLOCK]) {
    let mut schedule = [0u32; 64];
    for (word, bytes) in schedule.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    for n in 16..64 {
        let (early, late) = (schedule[n - 15], schedule[n - 2]);
        let early = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let late = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        schedule[n] = schedule[n - 16].wrapping_add(early).wrapping_add(schedule[n - 7]).wrapping_add(late);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in schedule.iter().zip(ROUND_CONSTANTS) {
        let rotated = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let chosen = e & f ^ !e & g;
        let first = h.wrapping_add(rotated).wrapping_add(chosen).wrapping_add(constant).wrapping_add(*word);
        let rotated = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = a & b ^ a & c ^ b & c;
        (h, g, f, e) = (g, f, e, d.wrapping_add(first));
        (d, c, b, a) = (c, b, a, first.wrapping_add(rotated.wrapping_add(majority)));
    }
    for (word, change) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(change);
    }
}

/// The authentication code of some bytes with a secret: HMAC-SHA-256.
pub fn hmac_sha256(secret: &[u8], bytes: &[u8]) -> [u8; 32] {
    let mut key = [0; BLOCK];
    match key.get_mut(..secret.len()) {
        Some(start) => start.copy_from_slice(secret),
        None => key[..32].copy_from_slice(&Sha256::of(secret)),
    }
    let keyed = |pad: u8, bytes: &[u8]| {
        let mut digest = Sha256::new();
        digest.update(&key.map(|byte| byte ^ pad));
        digest.update(bytes);
        digest.finish()
    };
    keyed(0x5c, &keyed(0x36, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(digest: [u8; 32]) -> String {
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Known answers of FIPS 180-4 and of the coreutils.
    #[test]
    fn digests_are_those_of_the_standard() {
        for (bytes, expected) in [
            (&b""[..], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(hex(Sha256::of(bytes)), expected);
        }
        let million = vec![b'a'; 1_000_000];
        let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(hex(Sha256::of(&million)), expected);
    }

    #[test]
    fn parts_have_the_digest_of_the_whole() {
        let bytes: Vec<u8> = (0..300u32).map(|n| (n * 7) as u8).collect();
        for end in [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 127, 128, 129, 300] {
            let expected = Sha256::of(&bytes[..end]);
            for size in [1, 3, 63, 64, 65] {
                let mut digest = Sha256::new();
                bytes[..end].chunks(size).for_each(|part| digest.update(part));
                assert_eq!(digest.finish(), expected, "{end} bytes in parts of {size}");
            }
        }
    }

    /// Test cases 1, 2 and 6 of RFC 4231.
    #[test]
    fn authentication_codes_are_those_of_the_standard() {
        for (secret, bytes, expected) in [
            (
                &[0x0b; 20][..],
                &b"Hi There"[..],
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                b"Jefe",
                b"what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                &[0xaa; 131],
                b"Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
            ),
        ] {
            assert_eq!(hex(hmac_sha256(secret, bytes)), expected);
        }
    }
}
