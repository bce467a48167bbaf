//! Malformed exit tables always lead to errors.

use super::pools::{Random, pool};
use barebones::base::ExitId;
use barebones::isa::ExitTable;

/// Reads the entire table.
fn read(bytes: Vec<u8>) {
    let size = bytes.len();
    let table = ExitTable::from_bytes(bytes);
    let count = match table.len() {
        Ok(count) => count,
        Err(error) => {
            assert!(error.offset <= size && !error.to_string().is_empty());
            1
        }
    };
    let _ = table.places();
    // The count may be a billion.
    for exit in (0..count.min(100)).chain([count.wrapping_sub(1), count, u32::MAX]) {
        if let Ok(exit) = table.describe(ExitId::new(exit)) {
            let entries: usize = exit.frames.iter().map(|frame| frame.entries.len()).sum();
            assert!(exit.frames.len() <= size && entries <= 16 * size * size, "{entries} of {size} bytes");
        }
    }
}

#[test]
fn truncated_tables() {
    for seed in 0..40 {
        let bytes = pool(seed).table.bytes().to_vec();
        for len in 0..bytes.len() {
            read(bytes[..len].to_vec());
        }
        let longer = ExitTable::from_bytes([&bytes[..], &[0]].concat());
        assert!(longer.len().is_err() && longer.describe(ExitId::new(0)).is_err());
    }
}

#[test]
fn tables_with_one_bit_changed() {
    for seed in 100..140 {
        let bytes = pool(seed).table.bytes().to_vec();
        for bit in 0..bytes.len() * 8 {
            if bytes.len() > 400 && bit % 7 != 0 {
                continue;
            }
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            read(bytes);
        }
    }
}

#[test]
fn random_bytes() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let len = random.below(60) as usize;
        read((0..len).map(|_| random.next() as u8).collect());
    }
    // Random changes after a valid header.
    for seed in 0..2000 {
        let mut bytes = pool(seed).table.bytes().to_vec();
        for _ in 0..1 + random.below(20) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.next() as u8;
        }
        read(bytes);
    }
}
