//! The profile of a function that counts: the last targets of its calls through tables and references.

use crate::info::ModuleInfo;
use crate::layout::call_site;
use std::sync::atomic::{AtomicU32, Ordering};

/// The last targets of the calls through tables and references of a function.
pub(super) struct Profile {
    /// Places of the calls in the module, ascending.
    sites: Box<[u32]>,
    /// [`call_site`]s, which compiled code writes.
    words: Box<[AtomicU32]>,
}

/// A target is frequent if at least one call in this number reaches it.
const FREQUENT: usize = 4;

impl Profile {
    pub(super) fn new(sites: Box<[u32]>) -> Profile {
        let words = (0..sites.len() * call_site::WORDS).map(|_| AtomicU32::new(0)).collect();
        Profile { sites, words }
    }

    /// Address of the words.
    pub(super) fn address(&self) -> u64 {
        self.words.as_ptr().expose_provenance() as u64
    }

    /// The frequent targets of all calls.
    pub(super) fn all_targets(&self, info: &ModuleInfo) -> Vec<u32> {
        let sites = self.words.chunks_exact(call_site::WORDS);
        sites.flat_map(|words| targets_of(words, info)).map(|(function, _)| function).collect()
    }

    /// The frequent targets of the call at an offset of the module, the most frequent first, with their parts of all calls
    /// there.
    pub(super) fn targets(&self, offset: u32, info: &ModuleInfo) -> Vec<(u32, f64)> {
        let Ok(site) = self.sites.binary_search(&offset) else { return Vec::new() };
        let words = self.words.chunks_exact(call_site::WORDS).nth(site);
        words.map(|words| targets_of(words, info)).unwrap_or_default()
    }
}

/// The frequent targets of a call with this profile.
fn targets_of(words: &[AtomicU32], info: &ModuleInfo) -> Vec<(u32, f64)> {
    let words: Vec<u32> = words.iter().map(|word| word.load(Ordering::Relaxed)).collect();
    let Some((count, offsets)) = words.split_first() else { return Vec::new() };
    // The rest is not written before the ring is full.
    let offsets = &offsets[..offsets.len().min(*count as usize)];
    let mut counts: Vec<(u32, usize)> = Vec::new();
    for function in offsets.iter().filter_map(|offset| info.layout.function_at((*offset).into())) {
        match counts.iter_mut().find(|(known, _)| *known == function) {
            Some((_, count)) => *count += 1,
            None => counts.push((function, 1)),
        }
    }
    let defined = info.imported_functions as u32..info.functions.len() as u32;
    counts.retain(|(function, count)| defined.contains(function) && count * FREQUENT >= offsets.len());
    counts.sort_by_key(|(function, count)| (std::cmp::Reverse(*count), *function));
    counts.into_iter().map(|(function, count)| (function, count as f64 / offsets.len() as f64)).collect()
}
