//! Random places of code.

use super::*;
use crate::jit::memory::ExecutableBlock;

/// Sizes and alignments of the requests of these tests.
const REQUESTS: [(usize, u32); 8] =
    [(100, 16), (5000, 64), (16, 16), (333, 4096), (1, 16), (70_000, 32), (48, 256), (900, 16)];

fn memory(mode: MappingMode, placement: Option<u64>) -> Option<CodeMemory> {
    let options =
        MemoryOptions { reservation: 1 << 24, mode: Some(mode), placement, ..MemoryOptions::default() };
    CodeMemory::with_options(options).ok()
}

fn modes() -> [MappingMode; 2] {
    [MappingMode::Dual, MappingMode::Toggling]
}

fn allocate(memory: &CodeMemory, (size, alignment): (usize, u32)) -> ExecutableBlock {
    let mut block = memory.allocate(size, alignment).expect("memory");
    block.write(|bytes| bytes.fill(0x90));
    block.publish(size).expect("executable memory")
}

/// The places of blocks in their region.
fn offsets(blocks: &[ExecutableBlock]) -> Vec<usize> {
    blocks.iter().map(|block| block.code().cast::<u8>().addr() - block.region_start().addr()).collect()
}

#[test]
fn places_depend_on_the_seed() {
    for mode in modes() {
        let places = |placement| {
            let memory = memory(mode, placement)?;
            let blocks = REQUESTS.map(|request| allocate(&memory, request));
            for (block, (_, alignment)) in blocks.iter().zip(REQUESTS) {
                assert!(block.code().cast::<u8>().addr().is_multiple_of(alignment as usize), "{mode:?}");
            }
            Some(offsets(&blocks))
        };
        let Some(packed) = places(None) else { continue };
        assert_eq!(packed[0], 0);
        let seeds: Vec<Vec<usize>> = (0..20).filter_map(|seed| places(Some(seed))).collect();
        assert_eq!(places(Some(3)).as_ref(), seeds.get(3), "{mode:?}");
        let firsts: std::collections::BTreeSet<usize> = seeds.iter().map(|seed| seed[0]).collect();
        let distances: std::collections::BTreeSet<usize> =
            seeds.iter().map(|seed| seed[1].wrapping_sub(seed[0])).collect();
        assert!(firsts.len() > 15 && distances.len() > 5, "{mode:?}: {firsts:?} {distances:?}");
    }
}

#[test]
fn distances_are_traps() {
    let Some(memory) = memory(MappingMode::Dual, Some(5)) else { return };
    let blocks: Vec<ExecutableBlock> = (0..50).map(|n| allocate(&memory, (16 + n % 40, 16))).collect();
    let mut ranges: Vec<(usize, usize)> =
        blocks.iter().map(|block| (block.code().cast::<u8>().addr(), block.code().len())).collect();
    ranges.sort();
    let trap = if cfg!(target_arch = "aarch64") { [0, 0, 0x20, 0xd4] } else { [0xcc; 4] };
    let mut far = 0;
    for pair in ranges.windows(2) {
        let end = pair[0].0 + pair[0].1.next_multiple_of(16);
        assert!(end <= pair[1].0);
        far += usize::from(end < pair[1].0);
        for address in (end..pair[1].0).step_by(4) {
            let at = blocks[0].code().cast::<u8>().with_addr(address).cast::<[u8; 4]>();
            // SAFETY: between two blocks of a region everything is committed and readable.
            assert_eq!(unsafe { at.read() }, trap);
        }
    }
    assert!(far > 30, "{far} of 49 have a distance");
}

#[test]
fn randomly_placed_memory_is_used_again() {
    for mode in modes() {
        let Some(memory) = memory(mode, Some(9)) else { continue };
        let mut live = std::collections::VecDeque::new();
        let mut committed = 0;
        for round in 0..3000 {
            live.push_back(allocate(&memory, REQUESTS[round % 5]));
            if live.len() > 20 {
                live.pop_front();
            }
            if round == 1000 {
                committed = memory.stats().committed;
            }
        }
        let stats = memory.stats();
        assert!(
            stats.committed <= 2 * committed && stats.reserved == 1 << 24,
            "{mode:?} {stats:?} {committed}"
        );
        drop(live);
        assert_eq!(memory.stats().used, 0, "{mode:?}");
        // A block as large as what was committed still fits.
        let whole = memory.allocate(committed, 16).expect("memory");
        assert_eq!(memory.stats().reserved, 1 << 24, "{mode:?}: the same region");
        drop(whole);
    }
}
