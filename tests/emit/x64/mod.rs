//! Emission of x86-64, for every form of the table.
//!
//! [`operands`] creates the cases of a form: every register in every position, every combination of shared registers,
//! all shapes of addresses and classes of constants. [`check`] decodes the code with an independent disassembler and
//! follows every path through it. [`execution`] compares its effect with the meaning of the opcode in [`reference`].
//! [`flags`], [`frames`] and [`errors`] test code around the forms; [`short_branches`] tests the length of branches;
//! [`tables`] tests jump tables, which an address and a switch share; [`wrong`] tests the checks.

mod check;
pub(crate) mod emitted;
mod errors;
mod execution;
mod flags;
mod frames;
mod mnemonics;
mod operands;
mod reference;
mod saves;
mod short_branches;
mod tables;
mod wrong;

use barebones::air::{Kinds, Opcode, Role, find_form};
use barebones::base::{Arch, RegSet};
use barebones::isa::x64::abi::SYSTEM_V;
use operands::Case;

/// Checks that each operand of the form had every register that its timing allows.
fn check_registers(form: &barebones::air::Form, shape: &[Kinds], cases: &[Case]) -> Result<(), String> {
    for (operand, spec) in form.operands.iter().enumerate() {
        if shape[operand] != Kinds::TMP {
            continue;
        }
        let regs: RegSet = cases.iter().filter_map(|case| case.args[operand].as_tmp()?.reg()).collect();
        let pool = RegSet::of(SYSTEM_V.env.allocatable[spec.bank as usize]);
        let taken: RegSet = form.operands.iter().filter_map(|other| other.fixed()).collect();
        let expected = match spec.fixed() {
            Some(reg) => RegSet::of(&[reg]),
            None if spec.role == Role::Use => pool,
            None => pool.difference(taken).difference(form.clobbers),
        };
        let missing = expected.difference(regs);
        if !missing.is_empty() {
            return Err(format!("operand {operand} was never in {missing:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_form() {
    let mut checker = check::Checker::new();
    let mut failures = Vec::new();
    let (mut forms, mut total) = (0, 0);
    for (id, form) in operands::forms() {
        let mut count = 0;
        for shape in operands::shapes(form) {
            let cases = operands::cases(id, &shape);
            let mut fail = |what: String| failures.push(format!("{:?} {shape:?}: {what}", form.opcode));
            let first = cases.first().map(|case| case.args.clone()).unwrap_or_default();
            if cases.is_empty() || find_form(form.opcode, Arch::X64, form.features, &first) != Some(id) {
                fail("no cases, or another form comes first".to_string());
            }
            if let Err(what) = check_registers(form, &shape, &cases) {
                fail(what);
            }
            match emitted::emit(&cases) {
                Ok(emitted) => {
                    for (number, what) in checker.check(form, &cases, &emitted) {
                        let text: Vec<String> = emitted.text(number);
                        fail(format!("{what}\n    {:?}\n    {}", cases[number], text.join("\n    ")));
                    }
                }
                Err(error) => fail(error.to_string()),
            }
            count += cases.len();
        }
        println!("{:28} {:5} cases", form.opcode.name(), count);
        if count == 0 {
            failures.push(format!("{:?} has no cases", form.opcode));
        }
        (forms, total) = (forms + 1, total + count);
    }
    println!("{forms} forms, {total} cases, {} instructions, {} paths", checker.instructions, checker.paths);
    let shown = failures.len().min(20);
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures[..shown].join("\n"));
}

/// Opcodes without forms are those with specials, and the one that emits nothing.
#[test]
fn every_opcode_is_in_the_table_of_mnemonics() {
    for opcode in Opcode::all() {
        let has_forms = operands::forms().any(|(_, form)| form.opcode == opcode);
        assert_eq!(mnemonics::expected(opcode).is_some(), has_forms, "{opcode:?}");
    }
}
