//! Every decision of the linear scan is reported with its reason, as often as it is counted.

use super::cases::{Builder, store_of};
use super::scan_cases::{call, call_on_the_side, counting_loop, value_across_a_call};
use super::target::{CLOBBERED, FRAME_POINTER, GP_ARGS};
use super::{MODES, SIZES, all_features, random_code};
use crate::air::{Arg, Code, InstFlags, Opcode, OperandSpec, Role, Special, Tmp};
use crate::base::{Bank, Features, Gauge, Width};
use crate::regalloc::why::{Decision, Entry, HintSource, Homed, Reason, Refusal, Split};
use crate::regalloc::{AllocOptions, AllocStats, Forced, LinearScan, WeightedStats, Why};
use std::collections::BTreeSet;

fn explained(code: &Code, forced: Forced) -> (Code, AllocStats, Why) {
    let (mut code, mut why) = (code.clone(), Why::new());
    let options = AllocOptions { forced, ..AllocOptions::default() };
    let stats =
        LinearScan::new().allocate_within(&mut code, &options, None, Some(&mut why), &mut Gauge::default());
    (code, stats.expect("an allocation"), why)
}

fn decisions(code: &Code) -> Vec<Decision> {
    explained(code, Forced::None).2.entries().iter().map(|entry| entry.decision).collect()
}

fn count(why: &Why, like: impl Fn(&Decision) -> bool) -> u32 {
    why.entries().iter().filter(|entry| like(&entry.decision)).count() as u32
}

fn names(decision: &Decision) -> Vec<String> {
    let because = match decision {
        Decision::Takes { because: Reason::Hinted(wish), .. } => format!("{wish:?}"),
        Decision::Takes { because: Reason::Evicted { from, .. }, .. } => format!("{}", from.is_some()),
        Decision::Takes { because, .. } => format!("{because:?}"),
        Decision::Refused { because, .. } => format!("{because:?}"),
        Decision::Homed(because) => format!("{because:?}"),
        Decision::Split { because, .. } => format!("{because:?}"),
        Decision::Slot { after, at_definitions, .. } => format!("{} {at_definitions}", after.is_some()),
        _ => String::new(),
    };
    let word = because.split([' ', '{']).next().unwrap_or_default().to_string();
    vec![format!("{} {word}", decision.kind())]
}

#[test]
fn every_decision_is_reported_as_often_as_it_is_counted() {
    let (mut seen, mut all) = (BTreeSet::new(), AllocStats::default());
    for seed in 0..60 {
        let features = if seed % 2 == 0 { Features::empty() } else { all_features() };
        let code = random_code(seed, features, SIZES[seed as usize % 3]);
        for forced in MODES {
            let (allocated, stats, why) = explained(&code, forced);
            let mut plain = code.clone();
            let options = AllocOptions { forced, ..AllocOptions::default() };
            let unexplained = LinearScan::new().allocate(&mut plain, &options, None).expect("an allocation");
            assert_eq!(
                allocated.buffer.insts, plain.buffer.insts,
                "seed {seed}, {forced:?}: asking changes it"
            );
            seen.extend(why.entries().iter().flat_map(|entry| names(&entry.decision)));
            let split = |kind: Split| {
                count(&why, |d| matches!(d, Decision::Split { because, .. } if *because == kind))
            };
            let found = AllocStats {
                evictions: count(&why, |d| matches!(d, Decision::Evicted { .. })),
                in_place: count(&why, |d| matches!(d, Decision::InPlace { .. })),
                cycles: count(&why, |d| matches!(d, Decision::Cycle)),
                remats: count(&why, |d| matches!(d, Decision::Rematerialized { .. })),
                hinted: count(&why, |d| matches!(d, Decision::Takes { because: Reason::Hinted(_), .. })),
                splits_at_calls: split(Split::Call),
                splits_at_fixed: split(Split::FixedRange),
                splits_at_holes: split(Split::Hole),
                splits_at_hole_limit: split(Split::TooManyHoles),
                splits_by_force: split(Split::Force),
                left_in_memory: count(&why, |d| matches!(d, Decision::LeftInMemory { .. })),
                moved_to_loop_boundaries: count(&why, |d| match d {
                    Decision::Split { at_loop, .. }
                    | Decision::Evicted { at_loop, .. }
                    | Decision::SecondChance { at_loop, .. } => *at_loop,
                    _ => false,
                }),
                second_chances: count(&why, |d| matches!(d, Decision::SecondChance { .. })),
                new_callee_saved_taken: count(&why, |d| {
                    matches!(d, Decision::Takes { because: Reason::CalleeSaved { .. }, .. })
                }),
                saved_around_calls: count(&why, |d| matches!(d, Decision::SavedAroundCall { .. })),
                edge_blocks: count(&why, |d| matches!(d, Decision::EdgeBlock { .. })),
                bundles: count(&why, |d| matches!(d, Decision::Coalesced { .. })),
                refused_coalescings: count(&why, |d| matches!(d, Decision::Refused { .. })),
                shared_slots: count(&why, |d| matches!(d, Decision::Slot { after: Some(_), .. })),
                ..stats
            };
            assert_eq!(found, stats, "seed {seed}, {forced:?}");
            all += stats;
            assert_eq!(stats, AllocStats { work: stats.work, ..unexplained }, "seed {seed}, {forced:?}");
            // With all frequencies 1, the weighted counters equal the plain ones.
            let mut once = allocated;
            once.blocks.ids().for_each(|block| once.blocks[block].frequency = 1.0);
            let weighted = WeightedStats::of(&once);
            let counts = [stats.stores, stats.reloads, stats.remats, stats.moves].map(f64::from);
            assert_eq!([weighted.stores, weighted.reloads, weighted.remats, weighted.moves], counts);
        }
    }
    // Every kind of decision occurs. Random code is too small to exceed the liveness limit: see the tests of large
    // code. The cleanup is not part of a report.
    all.list().for_each(|(name, count)| println!("{count:10} {name}"));
    let missing: Vec<&str> = all.list().filter(|(_, count)| *count == 0).map(|(name, _)| name).collect();
    let of_the_cleanups = [
        "moves removed",
        "reloads removed",
        "spill stores removed",
        "dead spill stores",
        "rematerialisations removed",
        "extensions removed",
    ];
    // Nor is shrink-wrapping.
    let others = ["homed at the liveness limit", "late frames", "without frame"];
    assert_eq!(missing, [&["global registers"], &of_the_cleanups[..], &others].concat());
    let expected = "cycle|edge block|evicted|homed Force|homed Rematerialized|in place|coalesced|left in memory|rematerialized\
        |refused InMemory|refused LiveTogether|saved around a call|second chance|slot false|slot true|split Call\
        |split FixedRange|split Force|split Hole|takes CalleeSaved|takes Free|takes FreeForAWhile|takes true\
        |takes Before|takes Fixed|takes Operand|takes Result|takes Force";
    let missing: Vec<&str> =
        expected.split('|').filter(|name| !seen.iter().any(|seen| seen.trim_end() == *name)).collect();
    assert!(missing.is_empty(), "never: {missing:?}, but {seen:?}");
}

#[test]
fn bundles_say_what_they_join_and_why_not() {
    let (i, shadow) = (Tmp::new(Bank::Gp, 0), Tmp::new(Bank::Gp, 1));
    let (_, _, why) = explained(&counting_loop(false), Forced::None);
    let joined = |e: &&Entry| e.tmp == Some(i) && e.decision == Decision::Coalesced { with: shadow };
    assert_eq!(why.entries().iter().find(joined).map(|entry| entry.inst), Some(3));
    let because = Refusal::LiveTogether;
    let refused = |code: &Code| {
        decisions(code).iter().any(|d| matches!(d, Decision::Refused { because: b, .. } if *b == because))
    };
    assert!(refused(&counting_loop(true)) && !refused(&value_across_a_call(1)));
}

#[test]
fn callee_saved_register_reports_its_cost() {
    let paid = |code: &Code| {
        decisions(code).into_iter().find_map(|d| match d {
            Decision::Takes { because: Reason::CalleeSaved { price, memory: Some(memory) }, .. } => {
                Some((price, memory))
            }
            _ => None,
        })
    };
    let (price, memory) = paid(&value_across_a_call(3)).expect("a register that calls keep");
    assert!(price == 2.0 && memory > price, "{price} {memory}");
    assert_eq!(paid(&value_across_a_call(0)), None);
}

#[test]
fn rare_call_reports_saved_registers() {
    let saved = |rare| {
        decisions(&call_on_the_side(rare)).iter().any(|d| matches!(d, Decision::SavedAroundCall { .. }))
    };
    assert!(saved(true) && !saved(false));
}

/// Loads values, then runs `between`, then reads them.
fn values_across(count: usize, between: impl FnOnce(&mut Builder)) -> Code {
    let mut b = Builder::new();
    let tmps: Vec<Tmp> = (0..count).map(|_| b.gp()).collect();
    for tmp in &tmps {
        b.push(Opcode::Move, &[Arg::Addr { base: FRAME_POINTER.into(), offset: 16 }, (*tmp).into()]);
    }
    between(&mut b);
    for tmp in &tmps {
        store_of(&mut b, *tmp);
    }
    b.trap()
}

#[test]
fn calls_and_fixed_ranges_split_intervals() {
    let splits = |code: &Code, kind: Split| {
        decisions(code).iter().any(|d| matches!(d, Decision::Split { because, .. } if *because == kind))
    };
    let patch = |b: &mut Builder| {
        b.special(Opcode::Patch, Special { clobbers: CLOBBERED, ..Special::default() }, &[]);
    };
    let (called, claimed) = (values_across(8, call), values_across(8, patch));
    assert!(splits(&called, Split::Call) && !splits(&called, Split::FixedRange));
    assert!(splits(&claimed, Split::FixedRange) && !splits(&claimed, Split::Call));
    let nothing = decisions(&values_across(8, |_| {}));
    assert!(!nothing.iter().any(|d| matches!(d, Decision::Split { .. } | Decision::Evicted { .. })));
    // The evicted value gets a second chance, and its slot reports where it is stored.
    let found = decisions(&called);
    assert!(found.iter().any(|d| matches!(d, Decision::SecondChance { at_loop: false, .. })), "{found:?}");
    assert!(found.iter().any(|d| matches!(d, Decision::Slot { after: None, .. })), "{found:?}");
}

#[test]
fn pressure_evicts_the_cheaper_one() {
    let (_, _, why) = explained(&values_across(20, |_| {}), Forced::None);
    let evicted = why.entries().iter().find_map(|entry| match entry.decision {
        Decision::Evicted { by, price, other, .. } => Some((entry.tmp, by, price, other)),
        _ => None,
    });
    let (loser, winner, price, other) = evicted.expect("more values than registers");
    assert!(loser.is_some() && loser != Some(winner));
    assert!(other.is_none_or(|other| price < other), "{price} {other:?}");
    let taken = why.entries().iter().any(|entry| {
        entry.tmp == Some(winner)
            && matches!(entry.decision, Decision::Takes { because: Reason::Evicted { from, .. }, .. } if from == loser)
    });
    assert!(taken);
}

#[test]
fn values_above_the_liveness_limit_are_homed() {
    let many = |values: usize, blocks: u32| {
        let mut at = 0;
        values_across(values, |b| {
            while at < blocks {
                b.push(Opcode::Jump, &[]).end(&[at + 1]);
                at += 1;
            }
        })
    };
    let for_life = |code: &Code| {
        let (_, stats, why) = explained(code, Forced::None);
        let found = count(&why, |d| *d == Decision::Homed(Homed::TooManyFacts));
        assert_eq!(found, stats.homed_at_limit);
        found
    };
    assert!(for_life(&many(600, 600)) > 100);
    assert_eq!(for_life(&many(20, 20)), 0);
}

#[test]
fn comments_precede_their_instructions() {
    let code = value_across_a_call(1);
    let (allocated, _, why) = explained(&code, Forced::None);
    let comments = why.comments(&allocated);
    assert!(comments.is_sorted_by_key(|(place, _)| *place));
    assert!(comments.iter().all(|(_, text)| !text.contains('\n')));
    let text = allocated.with_comments(&comments).to_string();
    let plain: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with(';')).collect();
    assert_eq!(plain.join("\n") + "\n", allocated.to_string());
    // Each instruction of the program appears before the code that replaced it.
    for (number, inst) in (0..).zip(&code.buffer.insts) {
        let line = format!("{number}: {}", inst.opcode.name());
        let found = comments.iter().find(|(_, text)| text.starts_with(&line)).expect(&line);
        let mut rest = allocated.buffer.insts[found.0 as usize..].iter();
        let own = rest.find(|inst| !inst.flags.contains(InstFlags::INSERTED)).expect("its instruction");
        assert_eq!(own.opcode, inst.opcode);
    }
}

#[test]
fn hint_source_names_the_saved_move() {
    let mut b = Builder::new();
    let x = b.gp();
    b.push(Opcode::Move, &[Arg::Imm(1), x.into()]);
    let operands = vec![OperandSpec::in_reg(Role::Use, GP_ARGS[2], Width::W64)];
    b.special(Opcode::Patch, Special { operands, ..Special::default() }, &[x.into()]);
    let wished = decisions(&b.trap()).into_iter().find_map(|d| match d {
        Decision::Takes { reg, because: Reason::Hinted(wish), .. } => Some((reg, wish)),
        _ => None,
    });
    assert_eq!(wished, Some((GP_ARGS[2], HintSource::Fixed { inst: 1 })));
}
