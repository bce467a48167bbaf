//! Counts what selection combines in many procedures, and the adjacent pairs that it does not.

use barebones::ir::Procedure;
use barebones::lower::combinations::{Combinations, Reason, Rule};
use barebones::opt::{Pass, PassCounts};
use barebones::{Observer, Progress, Stage};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Pairs of each kind that a table lists.
const LISTED: usize = 10;

/// An operation and one that uses its result, by their names.
pub type Pair = (&'static str, &'static str);

/// The counts; an observer of compilations at O1 or O2.
#[derive(Clone, Debug, Default)]
pub struct CombinationCounts {
    /// Number of procedures.
    pub procedures: u64,
    /// Number of values with instructions.
    pub values: u64,
    /// Number of instructions after selection.
    pub instructions: u64,
    /// Number of applications of each rule.
    pub rules: BTreeMap<Rule, u64>,
    /// Number of applications by rule and pair: part and user.
    pub taken: BTreeMap<Rule, BTreeMap<Pair, u64>>,
    /// Number of pairs that no rule took, by the reason.
    pub missed: BTreeMap<Pair, BTreeMap<Reason, u64>>,
    /// Number of rewrites of each pass over the IR.
    pub passes: BTreeMap<&'static str, u64>,
}

impl CombinationCounts {
    fn add(&mut self, combinations: &Combinations) {
        for group in combinations.groups.iter().filter(|group| !group.insts.is_empty()) {
            self.values += 1;
            for taken in &group.taken {
                *self.rules.entry(taken.rule).or_default() += 1;
                let pairs = self.taken.entry(taken.rule).or_default();
                for part in &taken.parts {
                    *pairs.entry((part.opcode.name(), group.root.opcode.name())).or_default() += 1;
                }
            }
        }
        for missed in &combinations.missed {
            let pair = (missed.producer.opcode.name(), missed.consumer.opcode.name());
            *self.missed.entry(pair).or_default().entry(missed.reason).or_default() += 1;
        }
    }

    /// The most frequent pairs that no rule took, with their reasons and counts. With `shared`, those of values with
    /// other users, of which a rule takes others; without it, those of values with one use.
    pub fn most_missed(&self, shared: bool) -> Vec<(Pair, Reason, u64)> {
        let is_known = |pair: &Pair| self.taken.values().any(|pairs| pairs.contains_key(pair));
        let mut all: Vec<(Pair, Reason, u64)> = Vec::new();
        for (pair, reasons) in &self.missed {
            for (reason, count) in reasons {
                let is_shared = *reason == Reason::OtherUsers;
                if is_shared == shared && (!shared || is_known(pair)) {
                    all.push((*pair, *reason, *count));
                }
            }
        }
        all.sort_by_key(|(pair, reason, count)| (std::cmp::Reverse(*count), *pair, *reason));
        all.truncate(LISTED);
        all
    }
}

impl Observer for CombinationCounts {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Select, Progress::Combined(code, combinations)) = (stage, progress) {
            self.procedures += 1;
            self.instructions += code.buffer.insts.len() as u64;
            self.add(combinations);
        }
    }

    fn after_pass(&mut self, pass: &'static Pass, _: &Procedure, counts: PassCounts) {
        *self.passes.entry(pass.name).or_default() += counts.rewrites;
    }

    fn observes_combinations(&self) -> bool {
        true
    }
}

/// Tables in Markdown: the rules, the pairs that none takes, and the passes.
impl fmt::Display for CombinationCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} procedures, {} values with instructions, {} instructions after selection\n",
            self.procedures, self.values, self.instructions
        )?;
        writeln!(f, "| rule | hits | most frequent pairs | meaning |\n|---|---:|---|---|")?;
        let mut rules: Vec<Rule> = Rule::ALL.to_vec();
        rules.sort_by_key(|rule| std::cmp::Reverse(self.rules.get(rule).copied().unwrap_or(0)));
        for rule in rules {
            let hits = self.rules.get(&rule).copied().unwrap_or(0);
            let mut pairs: Vec<(Pair, u64)> = self
                .taken
                .get(&rule)
                .map(|pairs| pairs.iter().map(|(pair, count)| (*pair, *count)).collect())
                .unwrap_or_default();
            pairs.sort_by_key(|(pair, count)| (std::cmp::Reverse(*count), *pair));
            let mut text = String::new();
            for (n, ((part, user), count)) in pairs.iter().take(2).enumerate() {
                let separator = if n == 0 { "" } else { ", " };
                write!(text, "{separator}{part} in {user} {count}")?;
            }
            writeln!(f, "| {} | {hits} | {text} | {} |", rule.name(), rule.meaning())?;
        }
        for (shared, title) in [
            (false, "The most frequent adjacent pairs that no rule takes, of values with one use:"),
            (true, "The same, of values with more uses, for pairs that a rule takes elsewhere:"),
        ] {
            writeln!(f, "\n{title}\n\n| value | user | count | reason |\n|---|---|---:|---|")?;
            for ((producer, consumer), reason, count) in self.most_missed(shared) {
                writeln!(f, "| {producer} | {consumer} | {count} | {reason} |")?;
            }
        }
        let passes: Vec<_> = self.passes.iter().filter(|(_, rewrites)| **rewrites != 0).collect();
        if !passes.is_empty() {
            writeln!(f, "\nRewrites by passes before selection:\n\n| pass | rewrites |\n|---|---:|")?;
            for (name, rewrites) in passes {
                writeln!(f, "| {name} | {rewrites} |")?;
            }
        }
        Ok(())
    }
}
