//! Options as text: a row each.

use crate::base::{BranchProtection, Budget, Hardening, Limits};
use crate::opt::{InputProfile, PassSet, pass_names};
use crate::options::{Backend, OnLimit, OptLevel, Options};
use crate::regalloc::Forced;

/// How an option is written in a bundle.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct OptionRow {
    /// The name: that of the field.
    pub name: &'static str,
    /// A description of the values that are accepted.
    pub expected: &'static str,
    write: fn(&Options) -> String,
    read: fn(&str, &mut Options) -> Option<()>,
}

const FORCED_PLAIN: [(&str, Forced); 3] =
    [("none", Forced::None), ("spill_all", Forced::SpillAll), ("few", Forced::Few)];

const PROFILES: [(&str, InputProfile); 2] =
    [("raw", InputProfile::Raw), ("producer_optimized", InputProfile::ProducerOptimized)];

const BACKENDS: [Backend; 2] = [Backend::Barebones, Backend::Cranelift];

/// Returns the value that has this name in a table.
fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

/// Returns the name of a value in a table.
fn name_of<T: PartialEq>(table: &[(&'static str, T)], value: &T) -> String {
    let found = table.iter().find(|(_, known)| known == value);
    found.map_or(String::new(), |(name, _)| String::from(*name))
}

fn write_passes(passes: PassSet) -> String {
    let names =
        |listed: bool| -> Vec<&str> { pass_names().filter(|name| passes.contains(name) == listed).collect() };
    let missing = names(false);
    match missing[..] {
        [] => String::from("all"),
        _ if names(true).is_empty() => String::from("none"),
        _ if missing.len() <= names(true).len() => format!("without {}", missing.join(" ")),
        _ => format!("only {}", names(true).join(" ")),
    }
}

fn read_passes(text: &str) -> Option<PassSet> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let mut names = words.map(|name| pass_names().find(|known| *known == name));
    match first {
        "all" => names.next().is_none().then_some(PassSet::ALL),
        "none" => names.next().is_none().then_some(PassSet::NONE),
        "without" => names.try_fold(PassSet::ALL, |set, name| Some(set.without(name?))),
        "only" => names.try_fold(PassSet::NONE, |set, name| Some(set.union(PassSet::only(name?)?))),
        _ => None,
    }
}

fn write_forced(forced: Forced) -> String {
    match forced {
        Forced::Random(seed) => format!("random {seed}"),
        Forced::Split(seed) => format!("split {seed}"),
        plain => name_of(&FORCED_PLAIN, &plain),
    }
}

fn read_forced(text: &str) -> Option<Forced> {
    match text.split_once(' ') {
        None => named(&FORCED_PLAIN, text),
        Some(("random", seed)) => Some(Forced::Random(seed.parse().ok()?)),
        Some(("split", seed)) => Some(Forced::Split(seed.parse().ok()?)),
        Some(_) => None,
    }
}

fn write_protection(protection: BranchProtection) -> String {
    let BranchProtection { landing_pads, sign_return_address } = protection;
    match (landing_pads, sign_return_address) {
        (false, false) => "none",
        (true, false) => "landing_pads",
        (false, true) => "sign_return_address",
        (true, true) => "landing_pads sign_return_address",
    }
    .into()
}

fn read_protection(text: &str) -> Option<BranchProtection> {
    let mut protection = BranchProtection::NONE;
    for word in text.split(' ') {
        match word {
            "none" => {}
            "landing_pads" => protection.landing_pads = true,
            "sign_return_address" => protection.sign_return_address = true,
            _ => return None,
        }
    }
    Some(protection)
}

fn write_hardening(hardening: Hardening) -> String {
    let Hardening { blind_constants, indirect_branches, random_placement, seed } = hardening;
    let named = [
        (blind_constants, "blind_constants"),
        (indirect_branches, "indirect_branches"),
        (random_placement, "random_placement"),
    ];
    let mut text: String = named.iter().filter(|(on, _)| *on).map(|(_, name)| format!("{name} ")).collect();
    if hardening == Hardening::NONE {
        return String::from("none");
    }
    text.push_str(&format!("seed={seed}"));
    text
}

fn read_hardening(text: &str) -> Option<Hardening> {
    let mut hardening = Hardening::NONE;
    for word in text.split(' ').filter(|_| text != "none") {
        match word {
            "all" => hardening = Hardening { seed: hardening.seed, ..Hardening::full(0) },
            "blind_constants" => hardening.blind_constants = true,
            "indirect_branches" => hardening.indirect_branches = true,
            "random_placement" => hardening.random_placement = true,
            _ => hardening.seed = word.strip_prefix("seed=")?.parse().ok()?,
        }
    }
    Some(hardening)
}

fn write_limits(limits: &Limits) -> String {
    let limited = Budget::ALL.iter().copied().filter(|budget| limits.get(*budget) != u64::MAX);
    let words: Vec<String> =
        limited.map(|budget| format!("{}={}", budget.name(), limits.get(budget))).collect();
    if words.is_empty() { String::from("none") } else { words.join(" ") }
}

fn read_limits(text: &str) -> Option<Limits> {
    let mut limits = Limits::NONE;
    text.split(' ').filter(|word| *word != "none").try_for_each(|word| limits.set(word))?;
    Some(limits)
}

const BOOL: &str = "`true` or `false`";

/// All options.
const ROWS: &[OptionRow] = &[
    OptionRow {
        name: "opt_level",
        expected: "`O0`, `O1` or `O2`",
        write: |options| format!("{:?}", options.opt_level),
        read: |text, options| {
            let found = OptLevel::ALL.into_iter().find(|level| format!("{level:?}") == text);
            found.map(|level| options.opt_level = level)
        },
    },
    OptionRow {
        name: "backend",
        expected: "`barebones` or `cranelift`",
        write: |options| options.backend.name().into(),
        read: |text, options| {
            let found = BACKENDS.into_iter().find(|backend| backend.name() == text);
            found.map(|backend| options.backend = backend)
        },
    },
    OptionRow {
        name: "passes",
        expected: "`all`, `none`, `without` or `only`, and names of passes",
        write: |options| write_passes(options.passes),
        read: |text, options| read_passes(text).map(|passes| options.passes = passes),
    },
    OptionRow {
        name: "check_allocation",
        expected: BOOL,
        write: |options| options.check_allocation.to_string(),
        read: |text, options| text.parse().ok().map(|value| options.check_allocation = value),
    },
    OptionRow {
        name: "forced",
        expected: "`none`, `spill_all`, `few`, `random SEED` or `split SEED`",
        write: |options| write_forced(options.forced),
        read: |text, options| read_forced(text).map(|forced| options.forced = forced),
    },
    OptionRow {
        name: "branch_protection",
        expected: "`none`, `landing_pads`, `sign_return_address` or both",
        write: |options| write_protection(options.branch_protection),
        read: |text, options| read_protection(text).map(|value| options.branch_protection = value),
    },
    OptionRow {
        name: "hardening",
        expected: "`none`, or `all` or any of `blind_constants`, `indirect_branches`, `random_placement`, and `seed=NUMBER`",
        write: |options| write_hardening(options.hardening),
        read: |text, options| read_hardening(text).map(|value| options.hardening = value),
    },
    OptionRow {
        name: "shrink_wrapping",
        expected: BOOL,
        write: |options| options.shrink_wrapping.to_string(),
        read: |text, options| text.parse().ok().map(|value| options.shrink_wrapping = value),
    },
    OptionRow {
        name: "batches",
        expected: BOOL,
        write: |options| options.batches.to_string(),
        read: |text, options| text.parse().ok().map(|value| options.batches = value),
    },
    OptionRow {
        name: "input",
        expected: "`raw` or `producer_optimized`",
        write: |options| name_of(&PROFILES, &options.input),
        read: |text, options| named(&PROFILES, text).map(|profile| options.input = profile),
    },
    OptionRow {
        name: "limits",
        expected: "`none`, or `NAME=NUMBER` for each of values, blocks, code_bytes, frame_bytes, work, memory",
        write: |options| write_limits(&options.limits),
        read: |text, options| read_limits(text).map(|limits| options.limits = limits),
    },
    OptionRow {
        name: "on_limit",
        expected: "`fail` or `compile_at_o0`",
        write: |options| name_of(&OnLimit::NAMES, &options.on_limit),
        read: |text, options| named(&OnLimit::NAMES, text).map(|value| options.on_limit = value),
    },
    OptionRow {
        name: "rewrites",
        expected: "`all` or a number",
        write: |options| options.rewrites.map_or(String::from("all"), |limit| limit.to_string()),
        read: |text, options| {
            let limit = if text == "all" { None } else { Some(text.parse().ok()?) };
            options.rewrites = limit;
            Some(())
        },
    },
    OptionRow {
        name: "keep_source",
        expected: BOOL,
        write: |options| options.keep_source.to_string(),
        read: |text, options| text.parse().ok().map(|value| options.keep_source = value),
    },
];

impl OptionRow {
    /// All options, in the order in which bundles list them.
    pub fn all() -> &'static [OptionRow] {
        ROWS
    }

    /// The value of the option as text.
    pub fn write(&self, options: &Options) -> String {
        (self.write)(options)
    }

    /// Sets the option to a value given as text; `None` if the text is no value of it.
    pub fn read(&self, text: &str, options: &mut Options) -> Option<()> {
        (self.read)(text, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does not compile if an option has no name here.
    #[test]
    fn every_option_has_a_row() {
        macro_rules! fields {
            ($($name:ident),*) => {{
                let Options { $($name: _),* } = Options::default();
                [$(stringify!($name)),*]
            }};
        }
        let fields = fields![
            opt_level,
            backend,
            passes,
            check_allocation,
            forced,
            branch_protection,
            hardening,
            shrink_wrapping,
            batches,
            input,
            limits,
            on_limit,
            rewrites,
            keep_source
        ];
        assert_eq!(ROWS.iter().map(|row| row.name).collect::<Vec<_>>(), fields);
    }

    /// Values that differ from the default, with their text.
    const VALUES: &[(&str, &[&str])] = &[
        ("opt_level", &["O0", "O1"]),
        ("backend", &["cranelift"]),
        ("passes", &["none", "without fix_ssa simplify_ssa", "only reduce_strength", "only"]),
        ("check_allocation", &["true", "false"]),
        ("forced", &["spill_all", "few", "random 18446744073709551615", "split 3"]),
        ("branch_protection", &["landing_pads", "sign_return_address", "landing_pads sign_return_address"]),
        (
            "hardening",
            &[
                "blind_constants seed=0",
                "indirect_branches random_placement seed=18446744073709551615",
                "seed=3",
            ],
        ),
        ("shrink_wrapping", &["false"]),
        ("batches", &["false"]),
        ("input", &["producer_optimized"]),
        ("limits", &["work=5", "values=0 blocks=1 code_bytes=2 frame_bytes=3 work=4 memory=5"]),
        ("on_limit", &["compile_at_o0"]),
        ("rewrites", &["0", "18446744073709551615"]),
        ("keep_source", &["true"]),
    ];

    #[test]
    fn written_options_are_read() {
        assert!(ROWS.iter().zip(VALUES).all(|(row, (name, _))| row.name == *name));
        for (row, (name, values)) in ROWS.iter().zip(VALUES) {
            for value in *values {
                let mut options = Options::default();
                assert_eq!(row.read(value, &mut options), Some(()), "{name} {value}");
                let expected = if *value == "only" { "none" } else { value };
                assert_eq!(row.write(&options), expected, "{name}");
                let others = ROWS.iter().filter(|other| other.name != row.name);
                others.for_each(|other| {
                    assert_eq!(other.write(&options), other.write(&Options::default()), "{name}")
                });
            }
            let mut options = Options::default();
            for wrong in ["", "x", "O3", "random", "random x", "all fix_ssa", "without y", "none x"] {
                assert_eq!(row.read(wrong, &mut options), None, "{name} {wrong:?}");
            }
        }
    }
}
