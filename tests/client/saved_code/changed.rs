//! Saved code that was changed: by accident, and with a checksum that is right.

use super::{compiler, saved};
use barebones::base::ExitId;
use barebones::saved_code::{SavedCode, SavedCodeError};
use barebones::{OptLevel, host_target};
use barebones_testing::generate::Random;

/// Where the content begins: after eight bytes, the version and its length in a byte, the size, and the checksum.
fn content_of(bytes: &[u8]) -> usize {
    8 + 1 + usize::from(bytes[8]) + 16
}

/// Bytes with their size and checksum corrected.
fn corrected(mut bytes: Vec<u8>) -> Vec<u8> {
    let start = content_of(&bytes);
    let (header, content) = bytes.split_at_mut(start);
    let words = content.chunks(8).chain(content.len().is_multiple_of(8).then_some(&[][..])).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let sum = words.fold(content.len() as u64, step);
    header[start - 16..start - 8].copy_from_slice(&(content.len() as u64).to_le_bytes());
    header[start - 8..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Flips, overwrites, cuts, doubles or moves bytes.
fn mutate(random: &mut Random, bytes: &[u8], from: usize) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let mut place = |len: usize| from.min(len) + random.below(len.saturating_sub(from) as u64 + 1) as usize;
    let (a, b) = (place(bytes.len()), place(bytes.len()));
    let (start, end) = (a.min(b), a.max(b));
    match random.below(6) {
        0 | 1 => {
            for _ in 0..=random.below(3) {
                let at = from + random.below((bytes.len() - from) as u64) as usize;
                changed[at] ^= 1 << random.below(8);
            }
        }
        2 => {
            let at = from + random.below((bytes.len() - from) as u64) as usize;
            let end = (at + random.below(12) as usize).min(bytes.len());
            let fill = [0, 0xff, 0x80, random.bits() as u8][random.below(4) as usize];
            changed[at..end].fill(fill);
        }
        3 => changed.truncate(end),
        4 => drop(changed.drain(start..end.min(start + 64))),
        _ => {
            // A piece from elsewhere is inserted.
            let piece = bytes[start..end.min(start + 64)].to_vec();
            let at = from + random.below((bytes.len() - from) as u64) as usize;
            changed.splice(at..at, piece);
        }
    }
    changed
}

/// 10,000 mutations: each changed file is refused by a named error.
#[test]
fn accidents_are_refused() {
    let target = host_target().expect("a host");
    let mut random = Random::new(39);
    let files: Vec<Vec<u8>> = OptLevel::ALL.map(saved).map(|saved| saved.to_bytes()).to_vec();
    let mut refused = 0;
    for n in 0..10_000 {
        let bytes = &files[n % files.len()];
        let changed = mutate(&mut random, bytes, 0);
        if changed == *bytes {
            continue;
        }
        let error = SavedCode::from_bytes_of_any(&changed, &target).expect_err("changed");
        let is_named = matches!(
            error,
            SavedCodeError::NotSavedCode
                | SavedCodeError::OtherVersion { .. }
                | SavedCodeError::Truncated { .. }
                | SavedCodeError::TooLong { .. }
                | SavedCodeError::Damaged
        );
        assert!(is_named, "{error}");
        refused += 1;
    }
    assert!(refused > 9_000, "{refused}");
}

/// Changes of content whose checksum is right are no accidents: they may be read, but nothing panics, and what is read
/// can be written, linked or refused by the linker. It is not run.
#[test]
fn contradictions_are_errors() {
    let target = host_target().expect("a host");
    let mut random = Random::new(40);
    let files: Vec<Vec<u8>> = OptLevel::ALL.map(saved).map(|saved| saved.to_bytes()).to_vec();
    let content = content_of(&files[0]);
    let mut compiler = compiler(OptLevel::O1);
    let address = std::ptr::without_provenance(0x1234_5678);
    let (mut refused, mut malformed, mut linked, mut unlinked) = (0, 0, 0, 0);
    for n in 0..10_000 {
        let bytes = &files[n % files.len()];
        let changed = corrected(mutate(&mut random, bytes, content));
        match SavedCode::from_bytes_of_any(&changed, &target) {
            Err(SavedCodeError::Malformed { offset, .. }) => {
                assert!(offset <= changed.len() as u64);
                malformed += 1;
            }
            Err(_) => refused += 1,
            Ok(loaded) => {
                let again = SavedCode::from_bytes_of_any(&loaded.to_bytes(), &target);
                assert_eq!(again.as_ref(), Ok(&loaded));
                match compiler.link_saved(&loaded, &|_| Some(address)) {
                    Ok(codes) => {
                        for code in codes {
                            // Tables that are read lazily are checked then.
                            _ = code.exits().places();
                            _ = code.exits().describe(ExitId::new(0));
                            _ = code.exit_of_call(4);
                        }
                        linked += 1;
                    }
                    Err(_) => unlinked += 1,
                }
            }
        }
    }
    let counts = (refused, malformed, linked, unlinked);
    assert!(malformed > 1_000 && linked > 500 && unlinked > 50, "{counts:?}");
}
