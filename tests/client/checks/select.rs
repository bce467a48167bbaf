//! Checks next to Selects: selection of one must not affect the other.

use super::support::*;
use barebones::ir::Opcode;

#[test]
fn check_select() {
    let (mut proc, [x]) = procedure([I32]);
    let mut b = proc.at(ROOT);
    let (forty_two, zero) = (b.const32(-42), b.const32(35));
    let selected = b.select(x, forty_two, zero);
    let limit = b.const32(0);
    let predicate = b.less_than(selected, limit);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[x, selected]);
    proc.at(ROOT).ret([selected]);
    agrees(&proc, &[&[0], &[1]], 1);
}

#[test]
fn check_select_check_select() {
    let (mut proc, [x, y]) = procedure([I32, I32]);
    let limit = proc.at(ROOT).const32(0);
    let mut values = vec![x, y];
    for (condition, a, b) in [(x, -42, 35), (y, 17, -9)] {
        let [a, b] = [a, b].map(|number| proc.at(ROOT).const32(number));
        let selected = proc.at(ROOT).select(condition, a, b);
        values.push(selected);
        let predicate = proc.at(ROOT).less_than(selected, limit);
        check(&mut proc, ROOT, Opcode::Check, &[predicate], &values);
    }
    let sum = proc.at(ROOT).add(values[2], values[3]);
    proc.at(ROOT).ret([sum]);
    agrees(&proc, &[&[0, 1], &[1, 1], &[0, 0], &[1, 0]], 3);
}

/// One selected value that is compared twice and added twice.
#[test]
fn check_select_and_cse() {
    let (mut proc, [x, y]) = procedure([I32, I32]);
    let [a, b] = [-42, 35].map(|number| proc.at(ROOT).const32(number));
    let selected = proc.at(ROOT).select(x, a, b);
    let sum = proc.at(ROOT).add(selected, y);
    let limit = proc.at(ROOT).const32(0);
    let predicate = proc.at(ROOT).less_than(sum, limit);
    check(&mut proc, ROOT, Opcode::Check, &[predicate], &[selected, sum]);
    let again = proc.at(ROOT).add(selected, y);
    let less = proc.at(ROOT).less_than(again, limit);
    let result = proc.at(ROOT).add(again, less);
    proc.at(ROOT).ret([result]);
    agrees(&proc, &[&[0, 0], &[1, 0], &[1, 42], &[0, 0xffff_ff00]], 2);
}

/// Another check of the same predicate is between a comparison and the Select and Check that use it.
#[test]
fn check_between_select_and_check() {
    let (mut proc, [x, y]) = procedure([F64, F64]);
    let mut b = proc.at(ROOT);
    let predicate = b.less_than(x, y);
    let selected = b.select(predicate, x, y);
    let zero = b.const32(0);
    let opposite = b.equal(predicate, zero);
    check(&mut proc, ROOT, Opcode::Check, &[opposite], &[selected, predicate]);
    let again = proc.at(ROOT).select(opposite, x, y);
    check(&mut proc, ROOT, Opcode::Check, &[opposite], &[again]);
    proc.at(ROOT).ret([selected]);
    let (one, two, nan) = (1_f64.to_bits(), 2_f64.to_bits(), f64::NAN.to_bits());
    agrees(&proc, &[&[one, two], &[two, one], &[nan, one]], 2);
}
