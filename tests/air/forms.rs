//! Invariants of the table of machine operations.

use barebones::air::opcode::{Properties, ROWS, Row, Signature};
use barebones::air::{FORMS, Form, Kinds, Opcode, OperandSpec, Role, forms_of};
use barebones::base::{Arch, Bank, Width};

/// Kinds of operand that are values in registers or memory.
const PLACES: Kinds = Kinds::TMP.union(Kinds::MEMORY).union(Kinds::CONST);
/// Kinds of operand that can only be read.
const READ_ONLY: Kinds = Kinds::IMM64
    .union(Kinds::IMM32)
    .union(Kinds::SHIFT)
    .union(Kinds::CONST)
    .union(Kinds::SYMBOL)
    .union(Kinds::LIB_CALL);
/// Kinds of operand that are not values.
const OTHERS: Kinds = Kinds::INT_CONDITION
    .union(Kinds::FLOAT_CONDITION)
    .union(Kinds::TRAP)
    .union(Kinds::SWITCH)
    .union(Kinds::SPECIAL);

fn signatures() -> impl Iterator<Item = (&'static Row, &'static Signature)> {
    ROWS.iter().flat_map(|row| row.signatures.iter().map(move |signature| (row, signature)))
}

fn kinds(form: &Form) -> &[Kinds] {
    &form.kinds[..form.operands.len()]
}

/// Every pair of forms of one opcode on one target, in table order.
fn pairs() -> impl Iterator<Item = (&'static Form, &'static Form)> {
    Opcode::all().flat_map(|opcode| {
        let forms = &FORMS[forms_of(opcode).start as usize..forms_of(opcode).end as usize];
        forms
            .iter()
            .enumerate()
            .flat_map(|(i, first)| forms[i + 1..].iter().map(move |second| (first, second)))
    })
}

#[test]
fn counts() {
    let on = |arch: Arch| FORMS.iter().filter(|form| form.arch == arch).count();
    println!(
        "{} opcodes, {} signatures, {} forms: {} on x86-64, {} on AArch64",
        ROWS.len(),
        signatures().count(),
        FORMS.len(),
        on(Arch::X64),
        on(Arch::A64),
    );
    let listed: usize = signatures().map(|(_, signature)| signature.forms.len()).sum();
    assert_eq!(listed, FORMS.len());
}

#[test]
fn rows_and_forms_are_found_by_their_opcodes() {
    for (index, row) in ROWS.iter().enumerate() {
        assert_eq!((row.opcode as usize, Opcode::from_name(row.name)), (index, Some(row.opcode)));
        assert!(!row.meaning.is_empty() && row.meaning.ends_with('.'), "{}", row.name);
        for form in forms_of(row.opcode) {
            assert_eq!(FORMS[form as usize].opcode, row.opcode);
        }
    }
}

#[test]
fn every_opcode_has_forms_or_specials() {
    for row in ROWS {
        let special = row.properties.contains(Properties::SPECIAL);
        let has_forms = !row.signatures.is_empty();
        assert_eq!(has_forms, !special && row.opcode != Opcode::Nop, "{}", row.name);
        assert!(row.signatures.iter().all(|signature| !signature.forms.is_empty()), "{}", row.name);
    }
}

#[test]
fn no_two_forms_are_the_same_and_none_is_out_of_reach() {
    for (first, second) in pairs() {
        let covered = first.arch == second.arch
            && second.features.contains(first.features)
            && first.operands.len() == second.operands.len()
            && kinds(second).iter().zip(kinds(first)).all(|(second, first)| first.contains(*second));
        assert!(!covered, "{:?} is never found after {:?}", second, first);
        // Selection without the features of the first form must find the same number of results.
        if first.operands.len() == second.operands.len() && first.arch == second.arch {
            let roles = |form: &Form| form.operands.iter().map(|spec| spec.role.is_def()).collect::<Vec<_>>();
            assert_eq!(roles(first), roles(second), "{}", first.opcode.name());
        }
    }
}

#[test]
fn kinds_suit_roles() {
    for form in &FORMS {
        for (kinds, spec) in kinds(form).iter().zip(form.operands) {
            let (name, role) = (form.opcode.name(), spec.role);
            assert!(!kinds.is_empty(), "{name}");
            if kinds.intersects(READ_ONLY) {
                assert!(role.is_use() && !role.is_def(), "{name}: {role:?} of something that is only read");
            }
            assert_eq!(role == Role::Fixed, OTHERS.contains(*kinds), "{name}: {role:?} and {kinds:?}");
            match role {
                Role::Scratch => assert_eq!(*kinds, Kinds::TMP, "{name}"),
                Role::UseAddr => assert!(Kinds::MEMORY.contains(*kinds), "{name}"),
                _ => {}
            }
            if spec.fixed().is_some() {
                assert_eq!(*kinds, Kinds::TMP, "{name}: a fixed register");
            }
            let memory = kinds.intersection(Kinds::MEMORY);
            assert!(memory.is_empty() || memory == Kinds::MEMORY, "{name}: some memory and not all");
        }
        let written = kinds(form).iter().zip(form.operands);
        let memory = |(kinds, spec): &(&Kinds, &OperandSpec)| {
            kinds.intersects(PLACES - Kinds::TMP) && spec.role != Role::UseAddr
        };
        if form.arch == Arch::X64 {
            assert!(written.filter(memory).count() <= 1, "{}: one access at most", form.opcode.name());
        }
    }
}

#[test]
fn roles_banks_and_widths_go_together() {
    for (row, signature) in signatures() {
        for spec in signature.operands {
            let name = row.name;
            let (role, width) = (spec.role, spec.width);
            if let Some(reg) = spec.fixed() {
                assert_eq!(reg.bank(), spec.bank, "{name}");
                assert!(!signature.clobbers.contains(&reg) || !role.is_def(), "{name} destroys its result");
            }
            if spec.bank == Bank::Fp {
                assert!(width >= Width::W32, "{name}");
            }
            // A zero-extending definition is defined only for 32-bit integers.
            if matches!(role, Role::ZDef | Role::UseZDef) {
                assert!(spec.bank == Bank::Gp && width == Width::W32, "{name}");
            }
            // A narrow integer result whose upper bits are unspecified can only be memory.
            if role == Role::Def && spec.bank == Bank::Gp && width < Width::W64 {
                let index =
                    signature.operands.iter().position(|other| other == spec).expect("is one of them");
                assert!(signature.forms.iter().all(|kinds| kinds[index] == Kinds::MEMORY), "{name}");
            }
            if role == Role::Fixed {
                assert_eq!((spec.bank, width, spec.fixed()), (Bank::Gp, Width::W8, None), "{name}");
            }
        }
    }
}

#[test]
fn floats_of_one_arithmetic_signature_have_one_width() {
    let conversions = [Opcode::ConvertFloatToDouble, Opcode::ConvertDoubleToFloat];
    let mut checked = 0;
    for (row, signature) in signatures().filter(|(row, _)| !conversions.contains(&row.opcode)) {
        let values = signature.operands.iter().filter(|spec| spec.bank == Bank::Fp);
        let mut widths: Vec<Width> = values.map(|spec| spec.width).collect();
        // A conditional move always moves 64 bits, independent of the width that it compares.
        if row.name.starts_with("MoveDoubleConditionallyFloat") {
            continue;
        }
        checked += usize::from(!widths.is_empty());
        widths.dedup();
        assert!(widths.len() <= 1, "{}: {widths:?}", row.name);
        let suffix = match (row.name.ends_with("Float"), row.name.ends_with("Double")) {
            (true, _) => Some(Width::W32),
            (_, true) => Some(Width::W64),
            _ => None,
        };
        if let (Some(suffix), [width]) = (suffix, &widths[..]) {
            assert_eq!(suffix, *width, "{}", row.name);
        }
    }
    assert!(checked > 40, "{checked} signatures with floats");
}

#[test]
fn tied_operands_are_a_use_and_a_definition_of_one_bank() {
    for form in &FORMS {
        let name = form.opcode.name();
        if let Some((user, definition)) = form.tied {
            let (user, definition) =
                (form.operands[usize::from(user)], form.operands[usize::from(definition)]);
            assert!(user.role == Role::Use, "{name}: {:?} cannot share a register", user.role);
            assert!(definition.role.is_def() && !definition.role.is_use(), "{name}");
            assert_eq!(user.bank, definition.bank, "{name}");
            assert_eq!((user.fixed(), definition.fixed()), (None, None), "{name}");
        }
        if form.commutes {
            assert_eq!(form.operands[0], form.operands[1], "{name}");
            assert!(form.operands[0].role.is_use(), "{name}");
            assert_eq!(form.tied.map(|(user, _)| user), Some(0), "{name}: nothing is gained by commuting");
        }
    }
}

#[test]
fn terminals_have_no_results_and_moves_have_one() {
    for form in &FORMS {
        let name = form.opcode.name();
        let roles: Vec<Role> = form.operands.iter().map(|spec| spec.role).collect();
        if form.opcode.has(Properties::TERMINAL) {
            // A result in a register would be lost on one of the edges; memory is written on both.
            let mut operands = roles.iter().zip(kinds(form));
            assert!(operands.all(|(role, kinds)| !role.is_def() || *kinds == Kinds::MEMORY), "{name}");
        }
        if form.opcode.has(Properties::MOVE) {
            assert_eq!(roles, [Role::Use, Role::Def], "{name}");
            let [from, to] = form.operands else { panic!("{name}") };
            assert_eq!((from.bank, from.width), (to.bank, to.width), "{name}");
        }
        let results = roles.iter().filter(|role| role.is_def()).count();
        let effects = Properties::TERMINAL.union(Properties::EFFECTS);
        assert!(results > 0 || form.opcode.row().properties.intersects(effects), "{name} does nothing");
    }
}

/// The opcode with the name of `row` but another suffix, or `None`.
fn sibling(row: &Row, suffixes: [&str; 2]) -> Option<&'static Row> {
    let stem = row.name.strip_suffix(suffixes[0])?;
    let name = format!("{stem}{}", suffixes[1]);
    Opcode::from_name(&name).map(Opcode::row)
}

#[test]
fn opcodes_of_two_widths_have_the_same_forms() {
    let mut checked = 0;
    // Loads and moves of 32 bits have fewer forms: addresses have 64 bits, and so do the widest immediates.
    let exceptions = [Opcode::Move32];
    for row in ROWS.iter().filter(|row| !exceptions.contains(&row.opcode)) {
        for suffixes in [["32", "64"], ["Float", "Double"]] {
            let Some(other) = sibling(row, suffixes) else { continue };
            let shape = |row: &Row| -> Vec<_> {
                let shape = |s: &Signature| (s.arch, s.forms, s.tied, s.commutes, s.features, s.clobbers);
                row.signatures.iter().map(shape).collect()
            };
            assert_eq!(shape(row), shape(other), "{} and {}", row.name, other.name);
            assert_eq!(row.properties, other.properties, "{} and {}", row.name, other.name);
            for (narrow, wide) in row.signatures.iter().zip(other.signatures) {
                for (narrow, wide) in narrow.operands.iter().zip(wide.operands) {
                    let widened = narrow.width <= wide.width;
                    let same = narrow.bank == wide.bank && narrow.fixed() == wide.fixed();
                    assert!(same && widened, "{} and {}", row.name, other.name);
                }
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked} pairs");
}
