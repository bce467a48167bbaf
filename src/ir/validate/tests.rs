use super::cases::{CASES, DOUBLE, I32, I64, MODULE_CASES, body, start};
use super::*;
use crate::base::{StateId, Type};
use crate::ir::testing::target;
use crate::ir::{Module, Opcode, Stackmap, StateEntry, ValueFlags};

fn rules(violations: &[Violation]) -> Vec<Rule> {
    let mut rules: Vec<Rule> = violations.iter().map(|violation| violation.rule).collect();
    rules.dedup();
    rules
}

fn all(violations: &[Violation]) -> String {
    violations.iter().map(|violation| format!("{violation}\n")).collect()
}

#[test]
fn every_case_breaks_its_rule_and_its_twin_does_not() {
    let mut validator = Validator::new();
    for (i, (rule, build)) in CASES.iter().enumerate() {
        if let Err(violations) = validator.validate(&build(false)) {
            panic!("case {i}, {rule:?}, valid twin: {}", all(&violations));
        }
        let Err(violations) = validator.validate(&build(true)) else { panic!("case {i}, {rule:?}: valid") };
        assert_eq!(rules(&violations), [*rule], "case {i}: {}", all(&violations));
        assert_eq!(validate(&build(true)).err(), Some(violations), "the memory of a validator matters");
    }
    for (i, (rule, build)) in MODULE_CASES.iter().enumerate() {
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
        let covered = CASES.iter().map(|c| c.0).chain(MODULE_CASES.iter().map(|c| c.0)).any(|r| r == *rule);
        assert!(covered, "{rule}: no case");
        assert!(list.contains(&format!("//! - {rule}: {}\n", rule.sentence())), "{rule}: not in the list");
    }
    assert_eq!(list.matches("//! - V").count(), Rule::ALL.len());
}

#[test]
fn violations_name_the_place_and_come_in_layout_order() {
    let mut p = Procedure::new(&target());
    p.record_places();
    let root = p.add_block();
    let (a, b) = (p.add_const32(root, 1), p.add_const64(root, 2));
    let line = line!() + 1;
    p.add(root, a, b);
    p.add_jump(root, BlockId::new(4));
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
            p.equal(root, a, b);
        }
    });
    assert_eq!(validate(&p).unwrap_err().len(), MAX_VIOLATIONS);
}

#[test]
fn facts_count_uses() {
    let (mut p, root, a, b) = start();
    let next = p.add_block();
    let sum = p.add(root, a, a);
    let state = p.add_state(StateId::INVALID, 0, 0, &[StateEntry::Value(b)]);
    let map = Stackmap { state, ..Stackmap::default() };
    p.add_stackmap_value(root, Opcode::Check, Type::Void, &[a], map.clone());
    p.add_stackmap_value(root, Opcode::Check, Type::Void, &[a], map);
    p.add_jump(root, next);
    let neg = p.neg(next, sum);
    p.add_return(next, None);
    let mut validator = Validator::new();
    let facts = validator.validate(&p).unwrap();
    let of = |id| facts.value(id);
    assert_eq!((of(a).uses(), of(b).uses(), of(sum).uses(), of(neg).uses()), (4, 1, 1, 0));
    assert!(of(sum).used_outside() && !of(a).used_outside() && of(b).flags() == UseFlags::IN_STATE);
    assert_eq!((of(neg).block(), of(neg).position(), facts.position(b)), (next, 0, Some(1)));
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
            p.add_stackmap_value(root, Opcode::Check, Type::Void, &[a], map);
        }
    });
    assert!(validate(&p).is_ok());
}

/// Whatever is done to a procedure, validation does not panic.
#[test]
fn mutated_procedures_do_not_panic() {
    let mut random = crate::analysis::testing::Random(17);
    let mut validator = Validator::new();
    let mut invalid = 0;
    for (_, build) in CASES {
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

fn mutate(p: &mut Procedure, random: &mut crate::analysis::testing::Random) {
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
