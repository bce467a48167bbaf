//! docs/rtl.md has a row for every entry of the manual, and each row a test that exists.

use barebones::machine::STANDARD_NAMES;
use barebones_rtl::tree::{NoteKind, RegNote};
use barebones_rtl::{Class, Mode, ROWS, Rule};
use std::path::PathBuf;

const DOCUMENT: &str = include_str!("../../../../docs/rtl.md");

/// The standard names of the manual.
const NAMES: [&str; 60] = [
    "movM",
    "movstrictM",
    "addM3",
    "subM3",
    "mulM3",
    "umulM3",
    "divM3",
    "udivM3",
    "modM3",
    "umodM3",
    "andM3",
    "iorM3",
    "xorM3",
    "andcbM3",
    "mulhisi3",
    "mulqihi3",
    "mulsidi3",
    "umulqihi3",
    "umulhisi3",
    "umulsidi3",
    "divmodM4",
    "udivmodM4",
    "divmodMN4",
    "ashlM3",
    "ashrM3",
    "lshlM3",
    "lshrM3",
    "rotlM3",
    "rotrM3",
    "negM2",
    "absM2",
    "sqrtM2",
    "one_cmplM2",
    "cmpM",
    "tstM",
    "movstrM",
    "cmpstrM",
    "floatMN2",
    "fixMN2",
    "truncMN",
    "extendMN",
    "zero_extendMN",
    "extv",
    "extzv",
    "insv",
    "sCONDM",
    "beq",
    "bne",
    "bgt",
    "bgtu",
    "blt",
    "bltu",
    "bge",
    "bgeu",
    "ble",
    "bleu",
    "call",
    "return",
    "tablejump",
    "caseM",
];

/// Constraint letters and modifiers of the manual.
const CONSTRAINTS: [&str; 24] = [
    "m", "o", "<", ">", "r", "d", "a", "f", "i", "F", "G", "H", "s", "g", "p", "=", "+", "%", ",", "?", "!",
    "#", "*", "/u",
];

/// The rows of the tables after a heading, up to the next one: their cells.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let lines = DOCUMENT.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("## "));
    let rows = lines.filter(|line| line.starts_with('|')).skip(2);
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

const TABLES: [&str; 7] = [
    "## Codes",
    "## Modes, flags, facts and marks",
    "## Chains, sharing and passes",
    "## Standard names",
    "## Constraint letters",
    "## Modifiers and alternatives",
    "## Patterns of machine descriptions",
];

/// The words of a cell that are in backquotes.
fn quoted(cell: &'static str) -> Vec<&'static str> {
    cell.split('`').skip(1).step_by(2).collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of the test that a name refers to; the failure if there is none.
fn test_named(name: &str) -> Result<String, String> {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let read = |path: PathBuf| {
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    if name.ends_with(".rtl") {
        return read(manifest.join("tests/programs").join(name));
    }
    let (file, test) = match name.split_once("::") {
        None => {
            let exists = root().join(name).exists();
            return if exists { Ok(String::new()) } else { Err(format!("{name} is missing")) };
        }
        Some((module, test)) if !module.contains('/') => {
            (manifest.join("tests/rtl").join(format!("{module}.rs")), test)
        }
        Some((path, test)) => (root().join(path), test),
    };
    let text = read(file)?;
    let is_test = text.contains(&format!("#[test]\nfn {test}()"));
    if is_test { Ok(text) } else { Err(format!("{name} is no test")) }
}

#[test]
fn every_row_names_tests_that_exist() {
    let mut count = 0;
    for heading in TABLES.iter().chain(&["## Where the manual is wrong"]) {
        let rows = rows(heading);
        assert!(!rows.is_empty(), "{heading}");
        for row in rows {
            let tests = row.last().map(|cell| quoted(cell)).unwrap_or_default();
            assert!(!tests.is_empty(), "{row:?}");
            for test in tests {
                test_named(test).unwrap_or_else(|error| panic!("{row:?}: {error}"));
            }
            count += 1;
        }
    }
    println!("{count} rows");
    assert!(count > 200, "{count}");
}

#[test]
fn every_entry_of_the_manual_has_one_row() {
    let entries: Vec<&str> =
        TABLES.iter().flat_map(|heading| rows(heading)).flat_map(|row| quoted(row[0])).collect();
    let codes = ROWS.iter().map(|row| row.name);
    let modes = Mode::ALL.iter().map(|(_, name)| *name);
    let facts = RegNote::ALL.iter().map(|(_, name)| *name);
    let marks = NoteKind::MARKS.iter().map(|(_, name)| *name);
    let flags = ["/v", "/s", "INSN_UID", "PATTERN", "INSN_CODE", "LOG_LINKS", "REG_NOTES"].into_iter();
    let all = codes.chain(modes).chain(facts).chain(marks).chain(flags).chain(NAMES).chain(CONSTRAINTS);
    for entry in all {
        // `call` and `return` are codes and standard names, `address` a code only.
        let expected = 1 + usize::from(NAMES.contains(&entry) && ROWS.iter().any(|row| row.name == entry));
        let found = entries.iter().filter(|found| **found == entry).count();
        assert_eq!(found, expected, "{entry}");
    }
}

#[test]
fn programs_contain_the_codes_that_they_test() {
    for row in rows("## Codes") {
        let code = quoted(row[0])[0];
        let known = ROWS.iter().find(|known| known.name == code).unwrap_or_else(|| panic!("{code}"));
        if known.class == Class::Refused {
            continue;
        }
        for test in quoted(row[3]).into_iter().filter(|test| test.ends_with(".rtl")) {
            let text = test_named(test).unwrap_or_else(|error| panic!("{error}"));
            let contains = [" ", ":", ")", "/"].iter().any(|end| text.contains(&format!("({code}{end}")));
            assert!(contains, "{test} has no {code}");
        }
    }
}

#[test]
fn standard_names_are_those_of_the_machine_description() {
    let found = rows("## Standard names");
    let found: Vec<&str> = found.iter().map(|row| quoted(row[0])[0]).collect();
    assert_eq!(found, NAMES);
    for row in rows("## Standard names") {
        for name in quoted(row[2]) {
            assert!(STANDARD_NAMES.iter().any(|(known, _)| *known == name), "{name}");
        }
    }
}

#[test]
fn rules_are_documented() {
    let expected: Vec<String> =
        Rule::ALL.iter().map(|(rule, text)| format!("| `{rule:?}` | {text} |")).collect();
    let found: Vec<String> =
        rows("## Rules").iter().map(|row| format!("| {} | {} |", row[0], row[1])).collect();
    assert_eq!(found, expected, "\n{}\n", expected.join("\n"));
}

#[test]
fn the_example_runs() {
    let example =
        DOCUMENT.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let file = barebones_rtl::run::File::parse(example).unwrap_or_else(|error| panic!("{error}"));
    let mut engines = barebones_rtl::run::Engines::new(&[barebones::OptLevel::O2]).expect("engines");
    assert_eq!(file.run(&mut engines, &mut []), Ok(1));
}
