use super::cases::{Case, DOUBLE, I32, I64, ModuleCase, body, start};
use super::*;
use super::{atomic_cases, cases, hint_cases, pinned_cases, throwing_call_cases, vector_cases};
use crate::analysis::testing::{Lists, Random, random_graph};
use crate::base::{StateId, Type};
use crate::ir::testing::target;
use crate::ir::{Module, Opcode, Stackmap, StateEntry, ValueFlags};
use crate::support::Entity;

fn all_cases() -> impl Iterator<Item = &'static Case> {
    cases::CASES
        .iter()
        .chain(pinned_cases::CASES)
        .chain(stackmap_cases::CASES)
        .chain(throwing_call_cases::CASES)
        .chain(hint_cases::CASES)
        .chain(atomic_cases::CASES)
        .chain(vector_cases::CASES)
}

fn all_module_cases() -> impl Iterator<Item = &'static ModuleCase> {
    cases::MODULE_CASES.iter().chain(pinned_cases::MODULE_CASES)
}

fn rules(violations: &[Violation]) -> Vec<Rule> {
    let mut rules: Vec<Rule> = violations.iter().map(|violation| violation.rule).collect();
    rules.dedup();
    rules
}

fn all(violations: &[Violation]) -> String {
    violations.iter().map(|violation| format!("{violation}\n")).collect()
}

#[test]
fn every_case_violates_its_rule_and_its_twin_is_valid() {
    let mut validator = Validator::new();
    for (i, (rule, build)) in all_cases().enumerate() {
        if let Err(violations) = validator.validate(&build(false)) {
            panic!("case {i}, {rule:?}, valid twin: {}", all(&violations));
        }
        let Err(violations) = validator.validate(&build(true)) else { panic!("case {i}, {rule:?}: valid") };
        assert_eq!(rules(&violations), [*rule], "case {i}: {}", all(&violations));
        assert_eq!(validate(&build(true)).err(), Some(violations), "the memory of a validator matters");
    }
    for (i, (rule, build)) in all_module_cases().enumerate() {
        if let Err(violations) = validate_module(&build(false)) {
            panic!("module case {i}, {rule:?}, valid twin: {}", all(&violations));
        }
        let violations = validate_module(&build(true)).expect_err("broken");
        assert_eq!(rules(&violations), [*rule], "module case {i}: {}", all(&violations));
    }
}

#[test]
fn every_rule_has_a_case_and_is_in_the_list() {
    let list = include_str!("mod.rs");
    for rule in Rule::ALL {
        let covered = all_cases().map(|c| c.0).chain(all_module_cases().map(|c| c.0)).any(|r| r == *rule);
        assert!(covered, "{rule}: no case");
        assert!(list.contains(&format!("//! - {rule}: {}\n", rule.sentence())), "{rule}: not in the list");
    }
    assert_eq!(list.matches("//! - V").count(), Rule::ALL.len());
}

#[test]
fn violations_have_positions_and_are_in_layout_order() {
    let mut p = Procedure::new(&target());
    p.record_build_locations();
    let root = p.add_block();
    let (a, b) = (p.at(root).const32(1), p.at(root).const64(2));
    let line = line!() + 1;
    p.at(root).add(a, b);
    p.at(root).jump(BlockId::new(4));
    p.add_block_with_frequency(-1.0);
    let violations = validate(&p).unwrap_err();
    let lines: Vec<String> = violations.iter().map(Violation::to_string).collect();
    let at = |line| format!("{}:{line}:", file!());
    assert!(lines[1].starts_with(
        "V13 at #0 @2 (Int32 @2 = Add(@0, @1)): operand 2 has type Int64, expected Int32, built at "
    ));
    assert!(lines[1].contains(&at(line)), "{}", lines[1]);
    assert_eq!(lines[0], "V5 at #0: the successor #4 is no block of the procedure");
    assert_eq!(lines[2], "V2 at #1: the block is empty");
    assert_eq!(lines[3], "V6 at #1: the frequency is -1, expected a finite number from 0 up");
    assert_eq!(lines.len(), 4);
}

#[test]
fn violations_are_capped() {
    let p = body(|p, root, a, b| {
        for _ in 0..2000 {
            p.at(root).equal(a, b);
        }
    });
    assert_eq!(validate(&p).unwrap_err().len(), MAX_VIOLATIONS);
}

#[test]
fn facts_count_uses() {
    let (mut p, root, a, b) = start();
    let next = p.add_block();
    let sum = p.at(root).add(a, a);
    let state = p.add_state(StateId::INVALID, 0, 0, &[StateEntry::Value(b)]);
    let map = Stackmap { state, ..Stackmap::default() };
    p.at(root).stackmap_value(Opcode::Check, Type::Void, &[a], map.clone());
    p.at(root).stackmap_value(Opcode::Check, Type::Void, &[a], map);
    p.at(root).jump(next);
    let neg = p.at(next).neg(sum);
    p.at(next).ret([]);
    let mut validator = Validator::new();
    let facts = validator.validate(&p).unwrap();
    let of = |id| facts.value(id);
    assert_eq!((of(a).uses(), of(b).uses(), of(sum).uses(), of(neg).uses()), (4, 1, 1, 0));
    assert!(of(sum).used_outside() && !of(a).used_outside() && of(b).flags() == UseFlags::IN_STATE);
    assert_eq!((of(neg).block(), of(b).block()), (next, Procedure::ROOT));
    assert_eq!((facts.edges(), facts.placed_values(), of(ValueId::INVALID).uses()), (1, p.value_count(), 0));
    let some = Contents::CHECKS | Contents::INT32 | Contents::INT64 | Contents::OUTSIDE_USES;
    assert_eq!(facts.contents(), some);
}

#[test]
fn deep_states_and_objects_do_not_recurse() {
    let p = body(|p, root, a, _| {
        let mut state = StateId::INVALID;
        let mut entry = StateEntry::Value(a);
        for _ in 0..100_000 {
            entry = StateEntry::Object(p.add_object(0, &[entry]));
            state = p.add_state(state, 0, 0, &[entry]);
        }
        for _ in 0..1000 {
            let map = Stackmap { state, ..Stackmap::default() };
            p.at(root).stackmap_value(Opcode::Check, Type::Void, &[a], map);
        }
    });
    assert!(validate(&p).is_ok());
}

/// A value may have a huge text; violations quote only its beginning.
#[test]
fn violations_of_large_values_are_short() {
    let mut p = Procedure::new(&target());
    let (root, end) = (p.add_block(), p.add_block());
    let a = p.at(root).argument(I32);
    p.at(root).switch(a, &vec![(7, end); 20_000], end);
    p.at(end).ret([]);
    let violations = validate(&p).expect_err("a case occurs twice");
    assert!(violations.len() > 100);
    assert!(violations.iter().all(|violation| violation.text.len() <= MAX_TEXT + 3));
    assert!(violations[0].text.ends_with("...") && violations[0].text.contains("Switch("));
    assert_eq!(shortened("\u{e4}".repeat(600)).len(), MAX_TEXT + 3);
}

#[test]
fn mutated_procedures_do_not_panic() {
    let mut random = Random(17);
    let mut validator = Validator::new();
    let mut invalid = 0;
    for (_, build) in all_cases() {
        for _ in 0..60 {
            let mut p = build(random.below(2) == 0);
            for _ in 0..1 + random.below(3) {
                mutate(&mut p, &mut random);
            }
            invalid += usize::from(validator.validate(&p).is_err());
            let module = Module { procedures: vec![p.clone(), p], ..Module::default() };
            assert!(validate_module(&module).is_err());
        }
    }
    assert!(invalid > 1000);
}

/// Validates with and without the fast path; results and facts must be equal.
fn validate_both(short: &mut Validator, close: &mut Validator, p: &Procedure) -> Result<(), Vec<Violation>> {
    close.skip_fast_path = true;
    let found = short.validate(p).map(|_| ());
    assert_eq!(found, close.validate(p).map(|_| ()), "{p}");
    if found.is_ok() {
        let (facts, expected) = (short.facts(), close.facts());
        assert_eq!(facts.contents(), expected.contents(), "{p}");
        assert_eq!(facts.edges(), expected.edges(), "{p}");
        assert_eq!(facts.placed_values(), expected.placed_values(), "{p}");
        assert_eq!(facts.arguments(), expected.arguments(), "{p}");
        assert_eq!(facts.upsilons(), expected.upsilons(), "{p}");
        for id in p.value_ids() {
            let (known, other) = (facts.value(id), expected.value(id));
            assert_eq!(known, other, "{id} of {p}");
            assert_eq!(known.flags(), other.flags());
        }
    }
    found
}

/// With the fast path, validation of arbitrarily mutated procedures has the same result and the same facts.
#[test]
fn the_fast_path_agrees_with_full_checks() {
    let mut random = Random(71);
    let (mut short, mut close) = (Validator::new(), Validator::new());
    let (mut valid, mut invalid) = (0, 0);
    let mut count = |found: Result<(), Vec<Violation>>| match found {
        Ok(()) => valid += 1,
        Err(_) => invalid += 1,
    };
    for (_, build) in all_cases() {
        for round in 0..200 {
            let mut p = build(round % 2 == 0);
            for _ in 0..round % 4 {
                mutate(&mut p, &mut random);
            }
            count(validate_both(&mut short, &mut close, &p));
        }
    }
    for round in 0..20_000 {
        let len = 1 + round % 12;
        let mut graph = random_graph(&mut random, len);
        for edges in &mut graph.0 {
            edges.retain(|to| (*to as usize) < len);
            edges.truncate(round % 3);
        }
        let uses: Vec<Vec<usize>> =
            (0..len).map(|at| (0..random.below(3)).map(|_| random.below(at + 1)).collect()).collect();
        let (mut p, ..) = procedure_of(&graph, &uses);
        for _ in 0..random.below(3) {
            mutate_slightly(&mut p, &mut random);
        }
        count(validate_both(&mut short, &mut close, &p));
    }
    assert!(valid > 2000 && invalid > 2000, "{valid} {invalid}");
}

/// Makes one change, which may be valid or invalid.
fn mutate_slightly(p: &mut Procedure, random: &mut Random) {
    let id = ValueId::new(random.below(p.value_count()) as u32);
    let other = ValueId::new(random.below(p.value_count()) as u32);
    let block = BlockId::new(random.below(p.block_count()) as u32);
    match random.below(6) {
        0 => {
            let opcodes =
                [Opcode::Add, Opcode::ZExt32, Opcode::Trunc, Opcode::Load, Opcode::Phi, Opcode::Shl];
            let opcode = opcodes[random.below(opcodes.len())];
            p.replace(id, opcode, &vec![other; opcode.arity().unwrap_or(0)]);
        }
        1 => {
            if let Some(value) = p.get_value_mut(id) {
                value.ty = [Type::Void, I32, I64, Type::tuple(0)][random.below(4)];
            }
        }
        2 => {
            if let Some(value) = p.values.get_mut(id) {
                value.flags = ValueFlags::from_bits_retain(1 << random.below(8));
            }
        }
        3 => p.set_successors(block, &[BlockId::new(random.below(p.block_count()) as u32).into()]),
        4 => p.blocks[block].frequency = [0.0, -1.0, 7.5, f64::NAN, f64::INFINITY][random.below(5)],
        _ => p.children_mut(id).iter_mut().for_each(|child| *child = other),
    }
}

fn mutate(p: &mut Procedure, random: &mut Random) {
    let id = ValueId::new(random.below(p.value_count() + 1) as u32);
    let other = ValueId::new(random.below(p.value_count() + 2) as u32);
    let block = BlockId::new(random.below(p.block_count() + 1) as u32);
    match random.below(7) {
        0 => p.children_mut(id).iter_mut().for_each(|child| *child = other),
        1 => {
            let all: Vec<Opcode> = Opcode::all().collect();
            let opcode = all[random.below(all.len())];
            let count = opcode.arity().unwrap_or(random.below(4));
            p.replace(id, opcode, &vec![other; count]);
        }
        2 => p.set_successors(block, &vec![BlockId::new(random.below(4) as u32).into(); random.below(4)]),
        3 => {
            let types =
                [Type::Void, I32, I64, Type::Float, DOUBLE, Type::V128, Type::tuple(0), Type::tuple(9)];
            if let Some(value) = p.get_value_mut(id) {
                value.ty = types[random.below(types.len())];
            }
        }
        4 => {
            if let Some(value) = p.values.get_mut(id) {
                value.flags = ValueFlags::from_bits_retain(random.below(256) as u8);
                value.aux = random.below(5) as u32;
            }
        }
        5 => {
            let ids: Vec<ValueId> = p.block_values(block).iter().rev().copied().collect();
            p.set_block_values(block, &ids);
        }
        _ => {
            if let Some(value) = p.values.get_mut(id) {
                (value.aux, value.payload) = (u32::MAX, u64::MAX);
            }
        }
    }
}

/// A procedure with one block per graph node, in order. Each block uses, one after the other, the values of the blocks
/// in `uses`. Returns also the used value of each block, and the users.
fn procedure_of(graph: &Lists, uses: &[Vec<usize>]) -> (Procedure, Vec<ValueId>, Vec<Vec<ValueId>>) {
    let mut p = Procedure::new(&target());
    let blocks: Vec<BlockId> = graph.0.iter().map(|_| p.add_block()).collect();
    let defined: Vec<ValueId> = blocks.iter().map(|block| p.at(*block).const32(1)).collect();
    let mut users = Vec::new();
    for (block, edges) in blocks.iter().zip(&graph.0) {
        let used = &uses[block.index()];
        users.push(used.iter().map(|from| p.at(*block).neg(defined[*from])).collect());
        match edges[..] {
            [] => p.at(*block).ret([]),
            [to] => p.at(*block).jump(blocks[to as usize]),
            [a, b, ..] => p.at(*block).branch(defined[block.index()], blocks[a as usize], blocks[b as usize]),
        };
    }
    (p, defined, users)
}

/// For any graph and any order of blocks, V11 is reported for exactly the uses that dominance forbids.
#[test]
fn random_uses_are_checked_by_dominance() {
    let mut random = Random(29);
    let mut validator = Validator::new();
    let (mut predecessors, mut dominators) = (Predecessors::new(), Dominators::new());
    let (mut valid, mut guessed) = (0, 0);
    for round in 0..20_000 {
        let len = 1 + round % 12;
        let mut graph = random_graph(&mut random, len);
        for (node, edges) in graph.0.iter_mut().enumerate() {
            // In every second graph nearly all edges are forward, as in most code.
            edges.retain(|to| (*to as usize) < len && (round % 2 == 0 || *to as usize > node || to % 4 == 0));
            edges.truncate(2);
        }
        predecessors.compute(&graph);
        dominators.compute(&graph, &predecessors);
        let is_right =
            |of: usize, at: usize| of == 0 || !dominators.is_reachable(at) || dominators.dominates(of, at);
        let uses: Vec<Vec<usize>> = (0..len)
            .map(|at| {
                let some: Vec<usize> = (0..random.below(4)).map(|_| random.below(len)).collect();
                // Mostly valid uses; otherwise hardly any procedure would be valid.
                some.into_iter().filter(|of| is_right(*of, at) || round % 7 == 0).collect()
            })
            .collect();
        let (p, _, users) = procedure_of(&graph, &uses);
        let mut expected = Vec::new();
        for at in 0..len {
            let wrong = |(of, _): &(&usize, &ValueId)| !is_right(**of, at);
            expected.extend(uses[at].iter().zip(&users[at]).filter(wrong).map(|(_, user)| *user));
        }
        let found = match validator.validate(&p) {
            Ok(_) => Vec::new(),
            Err(violations) => {
                assert_eq!(rules(&violations), [Rule::DefinedBefore], "{}", all(&violations));
                violations.iter().map(|violation| violation.value.unwrap()).collect()
            }
        };
        assert_eq!(found, expected, "{p}");
        valid += usize::from(expected.is_empty());
        guessed += usize::from(!validator.forward.is_certain());
        for at in 0..len {
            let outside = (0..len).any(|other| other != at && uses[other].contains(&at));
            let facts = validator.facts().value(p.block_values(BlockId::from_index(at))[0]);
            assert!(!found.is_empty() || facts.used_outside() == outside, "{p}");
        }
    }
    assert!(valid > 10_000 && valid < 19_500 && guessed > 1000, "{valid} {guessed}");
}

/// The edges up to block 3 suggest that block 2 dominates it; the path around it, through block 4, comes later.
#[test]
fn uncertain_dominance_is_recomputed() {
    let graph = Lists(vec![vec![1], vec![2, 4], vec![3], vec![], vec![3]]);
    for (of, valid) in [(1, true), (2, false)] {
        let (p, _, users) = procedure_of(&graph, &[vec![], vec![], vec![], vec![of], vec![]]);
        let mut validator = Validator::new();
        match validator.validate(&p).err() {
            None => assert!(valid),
            Some(violations) => {
                assert!(!valid && rules(&violations) == [Rule::DefinedBefore], "{}", all(&violations));
                assert_eq!(violations[0].value, Some(users[3][0]));
                assert_eq!(violations.len(), 1);
            }
        }
    }
}

/// Uses a hundred diamonds after the definition.
#[test]
fn uses_far_from_their_definitions_are_valid() {
    let mut lists = vec![vec![1]];
    for at in (1..301).step_by(3) {
        lists.extend([vec![at + 1, at + 2], vec![at + 3], vec![at + 3]]);
    }
    lists.push(vec![]);
    let mut uses = vec![Vec::new(); lists.len()];
    uses[301] = vec![1, 4, 1, 298, 1];
    assert!(validate(&procedure_of(&Lists(lists.clone()), &uses).0).is_ok());
    uses[301].push(2);
    assert_eq!(rules(&validate(&procedure_of(&Lists(lists), &uses).0).unwrap_err()), [Rule::DefinedBefore]);
}
