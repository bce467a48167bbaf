//! Decoders of what is saved beside code: any bytes are an error or a value, which encodes to what decodes the same.

use barebones::base::ExitId;
use barebones::isa::{ExitTable, GcMap};
use barebones::saved_code::{ContentKey, SavedCode};

/// The first byte chooses the decoder.
pub(crate) fn run(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 4 {
        0 => exit_table(bytes),
        1 => gc_map(bytes),
        2 => saved_code(bytes),
        _ => saved_code(&with_header(bytes)),
    }
}

fn exit_table(bytes: &[u8]) {
    let table = ExitTable::from_bytes(bytes.to_vec());
    _ = table.places();
    let Ok(count) = table.len() else { return };
    // Groups have 64 items: the first ones and the last.
    for number in (0..count.min(70)).chain(count.saturating_sub(2)..count) {
        _ = table.describe(ExitId::new(number));
    }
}

fn gc_map(bytes: &[u8]) {
    let Ok(map) = GcMap::from_bytes(bytes.to_vec()) else { return };
    let sites: Vec<_> = map.sites().collect();
    assert_eq!(sites.len(), map.len());
    // No call returns to the first byte of a function.
    for site in sites.into_iter().filter(|site| site.end != 0) {
        let found = map.site_at(site.end).expect("a site of the map");
        assert!(found.start <= site.end && site.end <= found.end, "{found:?} instead of {site:?}");
        _ = (site.references().count(), site.derived().count());
    }
}

fn saved_code(bytes: &[u8]) {
    let target = crate::compile::host();
    if let Ok(saved) = SavedCode::from_bytes_of_any(bytes, &target) {
        let again =
            SavedCode::from_bytes_of_any(&saved.to_bytes(), &target).expect("what was encoded decodes");
        assert_eq!(again.to_bytes(), saved.to_bytes());
    }
}

/// Saved code with this content: a fuzzer does not find the checksum of the header.
fn with_header(content: &[u8]) -> Vec<u8> {
    let empty = SavedCode::new(&crate::compile::host(), ContentKey::of(&[])).to_bytes();
    // Eight bytes of magic, the length of the version, the version; the size and the checksum of the content.
    let mut bytes = empty[..9 + usize::from(empty[8])].to_vec();
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend(checksum(content).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// The checksum of saved code, as `barebones::saved_code` describes it.
fn checksum(content: &[u8]) -> u64 {
    let (words, rest) = content.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
    let step = |sum: u64, word: u64| ((sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29);
    words.fold(content.len() as u64, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_that_of_saved_code() {
        let empty = SavedCode::new(&crate::compile::host(), ContentKey::of(&[])).to_bytes();
        let content = &empty[9 + usize::from(empty[8]) + 16..];
        assert_eq!(with_header(content), empty);
    }
}
