//! `;; check:` and `;; not:` lines: what the output of a directive has for a procedure.

use super::{Edit, Expectation};

/// What is expected of the output for a procedure, with its line in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Check {
    Has(usize, String),
    HasNot(usize, String),
}

/// The checks of a directive.
#[derive(Default)]
pub(super) struct Checks {
    /// Lines that no procedure has.
    pub(super) everywhere: Vec<Check>,
    /// By procedure, in the order of the file.
    procedures: Vec<(String, Vec<Check>)>,
}

impl Checks {
    pub(super) fn is_empty(&self) -> bool {
        self.everywhere.is_empty() && self.procedures.is_empty()
    }

    pub(super) fn add(&mut self, procedure: &str, check: Check) {
        match self.procedures.last_mut().filter(|(name, _)| name == procedure) {
            Some((_, checks)) => checks.push(check),
            None => self.procedures.push((procedure.to_string(), vec![check])),
        }
    }

    /// Compares the output for each procedure. Each procedure with checks is one expectation, and so are the checks for
    /// all procedures together.
    pub(super) fn compare(&self, outputs: &[Output], repair: Option<&mut Repair<'_>>) -> Vec<Expectation> {
        let mut results = Vec::new();
        if !self.everywhere.is_empty() {
            let found = outputs.iter().flat_map(|output| failures(output, &self.everywhere));
            add_results(found.collect(), &mut results);
        }
        let mut repair = repair;
        for (name, checks) in &self.procedures {
            let Some(output) = outputs.iter().find(|output| output.name == *name) else {
                let (Check::Has(line, _) | Check::HasNot(line, _)) = &checks[0];
                results.push(Err((*line, format!("there is no procedure `{name}` in the output"))));
                continue;
            };
            let mut found = failures(output, checks);
            if let Some(repair) = repair.as_deref_mut().filter(|_| !found.is_empty()) {
                let repaired = repaired(&output.lines, checks);
                repair.replace(checks, &repaired);
                found = failures(output, &repaired);
            }
            add_results(found, &mut results);
        }
        results
    }
}

fn add_results(failures: Vec<(usize, String)>, results: &mut Vec<Expectation>) {
    if failures.is_empty() {
        results.push(Ok(()));
    }
    results.extend(failures.into_iter().map(Err));
}

/// The output of a directive for a procedure.
pub(super) struct Output {
    name: String,
    text: String,
    /// The lines of the text after the first, which has the procedure's name, with single spaces.
    lines: Vec<String>,
}

impl Output {
    pub(super) fn new(name: &str, text: String) -> Output {
        let lines = text.lines().skip(1).map(squeeze).collect();
        Output { name: name.to_string(), text, lines }
    }
}

/// Text with single spaces.
fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Replaces lines of the file.
pub(super) struct Repair<'a> {
    /// The lines of the file.
    pub(super) source: &'a [&'a str],
    pub(super) edits: &'a mut Vec<Edit>,
}

impl Repair<'_> {
    fn replace(&mut self, old: &[Check], new: &[Check]) {
        for pair in old.iter().zip(new) {
            if let (Check::Has(line, before), Check::Has(_, after)) = pair
                && before != after
            {
                let head = self.source[line - 1].split(':').next().unwrap_or_default();
                self.edits.push(Edit {
                    start: line - 1,
                    end: *line,
                    lines: vec![format!("{head}: {after}")],
                });
            }
        }
    }
}

/// The checks that do not hold, the last one with the output.
fn failures(output: &Output, checks: &[Check]) -> Vec<(usize, String)> {
    let mut found = mismatches(&output.lines, checks);
    found.iter_mut().for_each(|(_, message)| *message = format!("in `{}`: {message}", output.name));
    if let Some((_, message)) = found.last_mut() {
        *message = format!("{message}\n{}", output.text);
    }
    found
}

/// The checks that do not hold. A check that finds no line leaves the position where it was.
pub(super) fn mismatches(lines: &[String], checks: &[Check]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // Lines from `next` on are still to be compared; nothing forbidden may be before the next match.
    let (mut next, mut forbidden) = (0, Vec::new());
    for check in checks {
        match check {
            Check::HasNot(number, text) => forbidden.push((*number, squeeze(text))),
            Check::Has(number, text) => {
                let text = squeeze(text);
                match lines[next..].iter().position(|line| line.contains(&text)) {
                    Some(distance) => {
                        none_of(&lines[next..next + distance], &mut forbidden, &mut found);
                        next += distance + 1;
                    }
                    None => found.push((*number, format!("no line contains `{text}`"))),
                }
            }
        }
    }
    none_of(&lines[next..], &mut forbidden, &mut found);
    found.sort_by_key(|(number, _)| *number);
    found
}

fn none_of(lines: &[String], forbidden: &mut Vec<(usize, String)>, found: &mut Vec<(usize, String)>) {
    for (number, text) in forbidden.drain(..) {
        if let Some(line) = lines.iter().find(|line| line.contains(&text)) {
            found.push((number, format!("a line contains `{text}`: {line}")));
        }
    }
}

/// The checks with each text that occurs no more replaced by the most similar part of a line, so that the sum of edit
/// distances is least and the order of the lines is kept. A check of which less than half is left stays as it is.
fn repaired(lines: &[String], checks: &[Check]) -> Vec<Check> {
    let texts: Vec<String> = checks
        .iter()
        .filter_map(|check| if let Check::Has(_, text) = check { Some(squeeze(text)) } else { None })
        .collect();
    let parts: Vec<Vec<Part>> =
        texts.iter().map(|text| lines.iter().map(|line| Part::closest(text, line)).collect()).collect();
    // Row i, column j: the least cost of texts from i on in lines from j on. A text without a line costs more than
    // a similar one.
    let absent = |text: &str| text.len() + 1;
    let similar = |text: &str, part: &Part| part.distance * 2 <= text.len();
    let mut costs = vec![vec![0; lines.len() + 1]; texts.len() + 1];
    for (i, text) in texts.iter().enumerate().rev() {
        for j in (0..=lines.len()).rev() {
            let mut least = costs[i + 1][j] + absent(text);
            if j < lines.len() {
                least = least.min(costs[i][j + 1]);
                if similar(text, &parts[i][j]) {
                    least = least.min(costs[i + 1][j + 1] + parts[i][j].distance);
                }
            }
            costs[i][j] = least;
        }
    }
    let mut j = 0;
    let mut chosen = texts.iter().enumerate().map(|(i, text)| {
        while j < lines.len() {
            let part = &parts[i][j];
            if similar(text, part) && costs[i][j] == costs[i + 1][j + 1] + part.distance {
                j += 1;
                return (part.distance != 0).then(|| part.text.clone());
            }
            if costs[i][j] == costs[i + 1][j] + absent(text) {
                return None;
            }
            j += 1;
        }
        None
    });
    let replace = |check: &Check| match check {
        Check::Has(line, text) => Check::Has(*line, chosen.next().flatten().unwrap_or_else(|| text.clone())),
        not => not.clone(),
    };
    checks.iter().map(replace).collect()
}

/// The part of a line that is most similar to a text.
struct Part {
    /// The number of characters to insert, remove or replace.
    distance: usize,
    text: String,
}

impl Part {
    /// Sellers, "The theory and computation of evolutionary distances" (1980): the edit distance to any part of a line.
    fn closest(text: &str, line: &str) -> Part {
        if line.contains(text) {
            return Part { distance: 0, text: text.to_string() };
        }
        let (text, line): (Vec<char>, Vec<char>) = (text.chars().collect(), line.chars().collect());
        // For each end in the line, the distance and the start of the best part.
        let mut row: Vec<(usize, usize)> = (0..=line.len()).map(|end| (0, end)).collect();
        for c in &text {
            let mut diagonal = row[0];
            row[0] = (row[0].0 + 1, 0);
            for end in 1..=line.len() {
                let replaced = (diagonal.0 + usize::from(line[end - 1] != *c), diagonal.1);
                let removed = (row[end].0 + 1, row[end].1);
                let inserted = (row[end - 1].0 + 1, row[end - 1].1);
                diagonal = row[end];
                row[end] = replaced.min(removed).min(inserted);
            }
        }
        // Of parts that are equally similar, the one whose length is most similar.
        let ends = row.iter().enumerate().map(|(end, (distance, start))| (*distance, *start, end));
        let by_length =
            |(distance, start, end): &(usize, usize, usize)| (*distance, text.len().abs_diff(end - start));
        let (distance, mut start, mut end) = ends.min_by_key(by_length).unwrap_or_default();
        // Whole words, where the text has whole words.
        let is_word = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric() || *c == '_');
        while is_word(text.first()) && start > 0 && is_word(line.get(start)) && is_word(line.get(start - 1)) {
            start -= 1;
        }
        while is_word(text.last()) && end > 0 && is_word(line.get(end - 1)) && is_word(line.get(end)) {
            end += 1;
        }
        let part: String = line[start..end].iter().collect();
        Part { distance, text: part.trim().to_string() }
    }
}
