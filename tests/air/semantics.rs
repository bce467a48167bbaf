//! What each row computes is well-formed: widths agree, results and only results are set, properties match the effects.

use barebones::air::opcode::{Properties, ROWS, Row, Signature};
use barebones::air::{Kinds, Opcode, Role};
use barebones::base::Width;
use barebones::base::semantics::{Effect, Expr, Meaning, Operator, Parameter};
use std::collections::HashSet;

/// The meaning of a signature: its own, or the row's.
fn meaning(row: &Row, signature: &Signature) -> Meaning {
    signature.semantics.unwrap_or(row.semantics)
}

/// Calls `f` with an expression and all that it contains.
fn walk(expr: &Expr, f: &mut impl FnMut(&Expr)) {
    f(expr);
    if let Expr::Apply(_, arguments) = expr {
        arguments.iter().for_each(|argument| walk(argument, f));
    }
}

fn mentions(effects: &[Effect], wanted: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    for value in effects.iter().filter_map(Effect::value) {
        walk(value, &mut |expr| found |= wanted(expr));
    }
    found
}

#[test]
fn values_have_the_width_of_their_operand() {
    let mut checked = 0;
    for row in ROWS {
        for signature in row.signatures {
            let widths: Vec<Width> = signature.operands.iter().map(|operand| operand.width).collect();
            for effect in meaning(row, signature).effects() {
                let Some(value) = effect.value() else { continue };
                let width = value.width(&widths).unwrap_or_else(|error| panic!("{}: {error}", row.name));
                let expected = match effect {
                    Effect::Set(operand, _) => Some(widths[usize::from(*operand)]),
                    Effect::Flags(_) => Some(Width::W8),
                    _ => width,
                };
                assert!(width.is_none() || width == expected, "{}: {effect} has {width:?}", row.name);
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn results_and_only_results_are_set_once() {
    for row in ROWS {
        for signature in row.signatures {
            let mut set: Vec<u8> = Vec::new();
            for effect in meaning(row, signature).effects() {
                if let Effect::Set(operand, _) = effect {
                    set.push(*operand);
                }
            }
            set.sort_unstable();
            let results = (0..).zip(signature.operands).filter(|(_, operand)| operand.role.is_def());
            assert_eq!(set, results.map(|(number, _)| number).collect::<Vec<u8>>(), "{}", row.name);
        }
    }
}

/// An operand that is read occurs in the effects, but for the address of a jump table, which belongs to the cases.
#[test]
fn operands_that_are_read_occur() {
    for row in ROWS {
        for signature in row.signatures {
            let effects = meaning(row, signature).effects();
            for (number, operand) in (0..).zip(signature.operands) {
                let is_order = effects.contains(&Effect::Order(number));
                let occurs = is_order
                    || mentions(effects, |expr| *expr == Expr::Operand(number))
                    || effects.iter().any(|effect| match effect {
                        Effect::Trap(_, code) => *code == number,
                        Effect::Switch(cases, _) => *cases == number,
                        _ => false,
                    });
                let is_table = matches!(row.opcode, Opcode::TableSwitch32 | Opcode::TableSwitch64);
                let is_read = operand.role.is_use() || matches!(operand.role, Role::UseAddr | Role::Fixed);
                assert!(!is_read || occurs || is_table && number == 2, "{}: {number}", row.name);
                assert!(is_read || operand.role.is_def() || !occurs, "{}: {number} is not read", row.name);
            }
        }
    }
}

#[test]
fn properties_match_the_effects() {
    for row in ROWS {
        let outside = matches!(row.semantics, Meaning::Outside(_));
        let special = row.properties.contains(Properties::SPECIAL) || row.opcode == Opcode::EntrySwitch;
        assert_eq!(outside, special, "{}", row.name);
        if outside {
            continue;
        }
        let effects = row.semantics.effects();
        let has = |wanted: fn(&Effect) -> bool| effects.iter().any(wanted);
        let goes = has(|effect| matches!(effect, Effect::Branch(_) | Effect::Switch(..) | Effect::Jump))
            || row.opcode == Opcode::Trap;
        assert_eq!(row.properties.contains(Properties::TERMINAL), goes, "{}", row.name);
        let sets_flags = has(|effect| matches!(effect, Effect::Flags(_)));
        assert_eq!(row.properties.contains(Properties::SETS_FLAGS), sets_flags, "{}", row.name);
        let reads_flags = mentions(effects, |expr| *expr == Expr::Flags);
        assert_eq!(row.properties.contains(Properties::READS_FLAGS), reads_flags, "{}", row.name);
        let is_move = effects == [Effect::Set(1, Expr::Operand(0))];
        assert!(!row.properties.contains(Properties::MOVE) || is_move, "{}", row.name);
        let can_fault = mentions(effects, |expr| {
            let Expr::Apply(operator, _) = expr else { return false };
            use Operator::*;
            matches!(
                operator,
                Div | UDiv
                    | Rem
                    | URem
                    | FloatToInt32Trap
                    | FloatToInt64Trap
                    | FloatToUInt32Trap
                    | FloatToUInt64Trap
            )
        });
        let affects = can_fault
            || sets_flags
            || has(|effect| matches!(effect, Effect::Trap(..) | Effect::Order(_)))
                && row.opcode != Opcode::Trap;
        assert_eq!(row.properties.contains(Properties::EFFECTS), affects, "{}", row.name);
    }
}

/// Conditions and places are operands of such kinds.
#[test]
fn operands_are_of_the_kind_that_the_operator_takes() {
    for row in ROWS {
        for signature in row.signatures {
            for value in meaning(row, signature).effects().iter().filter_map(Effect::value) {
                walk(value, &mut |expr| {
                    let Expr::Apply(operator, arguments) = expr else { return };
                    for (parameter, argument) in operator.parameters().iter().zip(*arguments) {
                        let Expr::Operand(number) = argument else { continue };
                        let wanted = match parameter {
                            Parameter::Condition => Kinds::INT_CONDITION.union(Kinds::FLOAT_CONDITION),
                            Parameter::Place => Kinds::MEMORY.union(Kinds::SWITCH),
                            Parameter::Lanes => Kinds::SHIFT,
                            _ => continue,
                        };
                        for form in signature.forms {
                            assert!(wanted.contains(form[usize::from(*number)]), "{}: {value}", row.name);
                        }
                    }
                });
            }
        }
    }
}

#[test]
fn every_operator_is_used() {
    let mut used = HashSet::new();
    for row in ROWS {
        for signature in row.signatures {
            for value in meaning(row, signature).effects().iter().filter_map(Effect::value) {
                walk(value, &mut |expr| {
                    if let Expr::Apply(operator, _) = expr {
                        used.insert(*operator);
                    }
                });
            }
        }
    }
    for operator in Operator::ALL {
        assert!(used.contains(operator), "{}", operator.name());
        assert_eq!(Operator::from_name(operator.name()), Some(*operator));
    }
}
