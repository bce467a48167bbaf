//! Block layout: every reachable block once, the root first and cold blocks last.

use barebones::air::{Block, BlockId, Code, Opcode};
use barebones::air_opt::{Layout, ShrinkWrap};
use barebones::base::{Arch, Origin, Target};
use std::collections::BTreeSet;

/// Code whose blocks have these successors. A block with two or more ends in a switch, so that no condition is needed.
fn code_of(successors: &[Vec<u32>]) -> Code {
    let desc = barebones::isa::TARGETS.into_iter().find(|desc| desc.arch == Arch::X64).expect("a target");
    let mut code = Code::new(Target::baseline(desc));
    for to in successors {
        let start = code.buffer.insts.len() as u32;
        // Not empty, so that jump threading does not skip the block.
        code.push(Opcode::Fence, &[barebones::air::Arg::Imm(5)], Origin::NONE).expect("a form");
        code.push(Opcode::Jump, &[], Origin::NONE).expect("a form");
        code.blocks.push(Block {
            insts: start..start + 2,
            successors: to.iter().map(|number| BlockId::new(*number)).collect(),
            frequency: 1.0,
            rare: false,
        });
    }
    code
}

fn layout_of(code: &mut Code) -> (Layout, Vec<u32>) {
    let mut layout = Layout::default();
    layout.compute(code, &ShrinkWrap::default());
    let numbers = layout.blocks().iter().map(|block| block.number()).collect();
    (layout, numbers)
}

fn order(successors: &[Vec<u32>]) -> Vec<u32> {
    layout_of(&mut code_of(successors)).1
}

#[test]
fn layout_may_keep_the_block_order() {
    let mut code = code_of(&[vec![1], vec![2, 3], vec![1], vec![]]);
    let (mut layout, rotated) = layout_of(&mut code);
    assert!(rotated != [0, 1, 2, 3] && code.blocks.ids().any(|block| layout.is_loop_top(block)));
    layout.keep(&code);
    assert!(layout.blocks().iter().copied().eq(code.blocks.ids()));
    assert!(!code.blocks.ids().any(|block| layout.is_loop_top(block)));
}

#[test]
fn a_loop_that_tests_at_its_top_is_rotated_and_others_are_not() {
    // 0 -> 1; 1 -> 2 or exit; 2 -> 1
    assert_eq!(order(&[vec![1], vec![2, 3], vec![1], vec![]]), [0, 2, 1, 3]);
    assert_eq!(order(&[vec![1], vec![3, 2], vec![1], vec![]]), [0, 2, 1, 3]);
    // The loop test is already at the bottom: the order stays.
    assert_eq!(order(&[vec![1], vec![2], vec![1, 3], vec![]]), [0, 1, 2, 3]);
    // Tests at both ends: rotation saves no jump.
    assert_eq!(order(&[vec![1], vec![2, 3], vec![1, 3], vec![]]), [0, 1, 2, 3]);
    // The exit is after the header.
    assert_eq!(order(&[vec![1], vec![2], vec![3, 4], vec![1], vec![]]), [0, 3, 1, 2, 4]);
    // A loop of a single block.
    assert_eq!(order(&[vec![1], vec![1, 2], vec![]]), [0, 1, 2]);
}

#[test]
fn inner_loops_stay_inside_and_their_tops_are_known() {
    // 1 is the outer header, 3 the inner one; 2 -> 3, 3 -> 4 or 5, 4 -> 3, 5 -> 1
    let mut code = code_of(&[vec![1], vec![2, 6], vec![3], vec![4, 5], vec![3], vec![1], vec![]]);
    let (layout, numbers) = layout_of(&mut code);
    assert_eq!(numbers, [0, 2, 4, 3, 5, 1, 6]);
    let tops: Vec<u32> = numbers.into_iter().filter(|n| layout.is_loop_top(BlockId::new(*n))).collect();
    assert_eq!(tops, [4]);
}

#[test]
fn a_skipped_block_is_placed_before_the_join() {
    assert_eq!(order(&[vec![1, 2], vec![2], vec![]]), [0, 1, 2]);
    assert_eq!(order(&[vec![2, 1], vec![2], vec![]]), [0, 1, 2]);
}

#[test]
fn empty_blocks_are_threaded_and_circles_of_them_stay() {
    let mut code = code_of(&[vec![1, 2], vec![3], vec![3], vec![4, 5], vec![5], vec![4]]);
    for block in [1, 2, 4, 5] {
        code.blocks[BlockId::new(block)].insts.start += 1; // remove its fence
    }
    let (_, numbers) = layout_of(&mut code);
    // Both successors of the root are threaded to the same block, so the root jumps.
    assert_eq!(code.blocks[BlockId::new(0)].successors[..], [BlockId::new(3)]);
    assert_eq!(numbers[..2], [0, 3]);
    assert!(numbers.len() > 2, "an endless loop of empty blocks is still one");
}

/// The block order for these block frequencies.
fn order_of(successors: &[Vec<u32>], frequencies: &[f64]) -> Vec<u32> {
    let mut code = code_of(successors);
    for (block, frequency) in frequencies.iter().enumerate() {
        code.blocks[BlockId::new(block as u32)].frequency = *frequency;
    }
    layout_of(&mut code).1
}

#[test]
fn the_more_frequent_successor_is_placed_next() {
    // 0 -> 1 or 2, which both lead to 3.
    let diamond = [vec![1, 2], vec![3], vec![3], vec![]];
    let plain = order(&diamond);
    let first = plain[1];
    assert_eq!(order_of(&diamond, &[1.0; 4]), plain);
    let mut often = [1.0, 0.9, 0.1, 1.0];
    assert_eq!(order_of(&diamond, &often)[1], 1);
    often.swap(1, 2);
    assert_eq!(order_of(&diamond, &often)[1], 2);
    // Without frequencies, either successor may follow.
    assert!([1, 2].contains(&first));
    // A block that a branch skips costs a jump there and one back if it is moved away: only worthwhile if it is rare
    // enough.
    let triangle = [vec![1, 2], vec![2], vec![]];
    assert_eq!(order_of(&triangle, &[1.0, 0.4, 1.0]), [0, 1, 2]);
    assert_eq!(order_of(&triangle, &[1.0, 0.3, 1.0]), [0, 2, 1]);
    // The most frequent of three successors follows.
    let switch = [vec![1, 2, 3], vec![], vec![], vec![]];
    assert_eq!(order_of(&switch, &[1.0, 0.2, 0.7, 0.1])[..2], [0, 2]);
}

#[test]
fn infrequent_blocks_leave_their_loop() {
    // 1 is a loop: 1 -> 2 or 3; 2 -> 3; 3 -> 1 or 4.
    let code = [vec![1], vec![2, 3], vec![3], vec![1, 4], vec![]];
    assert_eq!(order(&code), [0, 1, 2, 3, 4]);
    assert_eq!(order_of(&code, &[1.0, 10.0, 8.0, 10.0, 1.0]), [0, 1, 2, 3, 4]);
    assert_eq!(order_of(&code, &[1.0, 10.0, 0.01, 10.0, 1.0]), [0, 1, 3, 4, 2]);
}

#[test]
fn a_loop_that_is_left_at_once_is_not_rotated() {
    // 0 -> 1; 1 -> 2 or exit; 2 -> 1
    let code = [vec![1], vec![2, 3], vec![1], vec![]];
    assert_eq!(order_of(&code, &[1.0, 10.0, 9.0, 1.0]), [0, 2, 1, 3]);
    assert_eq!(order_of(&code, &[1.0, 1.1, 0.1, 1.0]), [0, 1, 2, 3]);
    let mut code = code_of(&code);
    code.blocks[BlockId::new(1)].frequency = 0.2;
    code.blocks[BlockId::new(2)].frequency = 0.15;
    let (layout, _) = layout_of(&mut code);
    assert!(!code.blocks.ids().any(|block| layout.is_loop_top(block)), "not worth its padding");
}

/// The layout of a switch with very many successors takes linear time.
#[test]
fn a_wide_switch_with_frequencies_is_laid_out() {
    let count = 20_000;
    let mut successors = vec![(1..=count).collect::<Vec<u32>>()];
    successors.extend((0..count).map(|_| vec![]));
    let mut frequencies = vec![0.5 / f64::from(count); count as usize + 1];
    (frequencies[0], frequencies[77]) = (1.0, 0.5);
    assert_eq!(order_of(&successors, &frequencies)[..2], [0, 77]);
}

#[test]
fn every_reachable_block_is_placed_once_and_cold_ones_last() {
    let mut state = 1_u64;
    let mut below = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for len in (1..40).flat_map(|len| [len; 25]) {
        let mut successors = Vec::new();
        for _ in 0..len {
            // No edge leads to the root.
            let count = if len == 1 { 0 } else { below(4) };
            successors.push((0..count).map(|_| 1 + below(len - 1) as u32).collect::<Vec<u32>>());
        }
        let mut code = code_of(&successors);
        let (mut reached, mut work) = (BTreeSet::new(), vec![0]);
        while let Some(block) = work.pop() {
            if reached.insert(block) {
                work.extend(&successors[block as usize]);
            }
        }
        let measured = below(2) == 0;
        for block in 1..len as u32 {
            code.blocks[BlockId::new(block)].rare = below(4) == 0;
            if measured {
                code.blocks[BlockId::new(block)].frequency = [0.0, 0.01, 1.0, 8.0, 1e300][below(5)];
            }
        }
        let (_, numbers) = layout_of(&mut code);
        assert_eq!(numbers[0], 0);
        let is_rare = |n: &u32| code.blocks[BlockId::new(*n)].rare;
        // A block that only cold blocks lead to should be cold too; in this random graph it may be anything.
        let first_cold = numbers.iter().position(is_rare).unwrap_or(numbers.len());
        let reached_hot = |n: &u32| numbers[..first_cold].contains(n);
        for block in &numbers[..first_cold] {
            let hot = successors[*block as usize].iter().filter(|n| !is_rare(n));
            assert!(hot.clone().all(reached_hot), "{successors:?}: {numbers:?}");
        }
        assert_eq!(numbers.len(), reached.len(), "{successors:?}: {numbers:?}");
        assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), reached);
    }
}
