//! Damaged copies of inputs.

use barebones_testing::generate::Random;

/// A copy of an input with a few changes: bytes replaced, parts removed, repeated or moved. The same seed makes the same
/// copy.
pub fn damaged(data: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::of_case(seed, data.len() as u64);
    let mut data = data.to_vec();
    for _ in 0..=random.below(4) {
        let len = data.len() as u64;
        let (start, count) = (random.below(len) as usize, random.below(1 + len.min(16)) as usize);
        let end = (start + count).min(data.len());
        match random.below(5) {
            0 => _ = data.drain(start..end),
            1 => {
                let part = data[start..end].to_vec();
                data.splice(start..start, part);
            }
            2 => {
                let part: Vec<u8> = data.drain(start..end).collect();
                let to = random.below(1 + data.len() as u64) as usize;
                data.splice(to..to, part);
            }
            3 => data.truncate(end),
            _ => data.iter_mut().skip(start).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
        }
    }
    data
}

/// A text in which some words are replaced by other words of it.
pub(crate) fn exchange_words(text: &str, edits: u64, random: &mut Random) -> String {
    let mut words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for _ in 0..edits {
        let [from, to] = [(); 2].map(|()| random.below(words.len() as u64) as usize);
        // What ends a word stays in place, so most edits keep the syntax.
        let kept = words[to].chars().last().filter(|c| !c.is_alphanumeric());
        if kept == words[from].chars().last().filter(|c| !c.is_alphanumeric()) {
            words[to] = words[from];
        }
    }
    words.concat()
}
