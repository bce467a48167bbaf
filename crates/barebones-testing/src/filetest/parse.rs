//! Reads what a filetest expects.

use super::check::{Check, Checks};
use super::{DIRECTIVES, LINES};
use barebones::OptLevel;

/// A directive, with the lines that belong to it.
pub(super) struct Command {
    /// Its line, from 1.
    pub(super) line: usize,
    /// Its name, after `as`, by which `check` and `not` lines refer to it.
    pub(super) label: Option<String>,
    pub(super) kind: Kind,
}

/// What is expected.
pub(super) enum Kind {
    Run(Vec<RunLine>),
    ParseError(Vec<String>),
    Invalid(Vec<String>),
    /// The line of `;; output` and the text below it.
    Print(Option<(usize, String)>),
    Asm {
        target: String,
        level: OptLevel,
        checks: Checks,
    },
    Opt {
        passes: Vec<&'static str>,
        checks: Checks,
    },
    Unsupported(String),
}

impl Kind {
    fn checks(&mut self) -> Option<&mut Checks> {
        match self {
            Kind::Asm { checks, .. } | Kind::Opt { checks, .. } => Some(checks),
            _ => None,
        }
    }
}

/// A call and its expected result.
pub(super) struct RunLine {
    /// Its line, from 1.
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) args: Vec<String>,
    pub(super) expected: Expected,
}

pub(super) enum Expected {
    /// To be filled in.
    Unknown,
    Results(Vec<String>),
    Trap(String),
}

type Error = (usize, String);

/// Where a line is, relative to the procedures of the file.
enum Place<'a> {
    /// Before the first procedure.
    Top,
    Inside(&'a str),
    /// Directly after a procedure: only comments and expectations are in between.
    After(&'a str),
    /// After an empty line that follows a procedure.
    Between,
}

impl<'a> Place<'a> {
    /// The place of the lines that follow this one.
    fn after_line(self, line: &'a str) -> Place<'a> {
        let opened = line.strip_prefix("proc ").and_then(|rest| Some(rest.split_once('(')?.0.trim()));
        match (opened, self) {
            (Some(name), _) if line.ends_with('}') => Place::After(name),
            (Some(name), _) => Place::Inside(name),
            (None, Place::Inside(name)) if line == "}" => Place::After(name),
            (None, Place::After(name)) if line.starts_with(';') => Place::After(name),
            (None, Place::After(_)) => Place::Between,
            (None, place) => place,
        }
    }
}

/// All directives of a file.
pub(super) fn commands(text: &str) -> Result<Vec<Command>, Error> {
    let mut commands: Vec<Command> = Vec::new();
    let mut lines = text.lines().enumerate();
    let mut place = Place::Top;
    while let Some((index, line)) = lines.next() {
        let (number, line) = (index + 1, line.trim());
        if let Some(directive) = line.strip_prefix(";!") {
            if !matches!(place, Place::Top) {
                return Err((number, format!("expected `{line}` above the first procedure")));
            }
            commands.push(command(directive.trim(), number)?);
        } else if line == ";; output" {
            let output = lines.by_ref().map(|(_, line)| {
                let line = line.strip_prefix(';').unwrap_or(line);
                format!("{}\n", line.strip_prefix(' ').unwrap_or(line))
            });
            let output: String = output.collect();
            match commands.iter_mut().rev().find_map(|command| match &mut command.kind {
                Kind::Print(found) => Some(found),
                _ => None,
            }) {
                Some(found) => *found = Some((number, output)),
                None => return Err((number, String::from("`;; output` needs `;! print` above it"))),
            }
        } else if let Some(rest) = line.strip_prefix(";;") {
            add_line(&mut commands, rest.trim(), &place, number)?;
        }
        place = place.after_line(line);
    }
    labels_are_distinct(&mut commands)?;
    let any_runs =
        commands.iter().any(|command| matches!(&command.kind, Kind::Run(lines) if !lines.is_empty()));
    for command in &commands {
        let missing = match &command.kind {
            Kind::Run(lines) if lines.is_empty() => "`;; run` lines after a procedure",
            Kind::Asm { checks, .. } if checks.is_empty() => "`;; check:` or `;; not:` lines for it",
            Kind::Opt { checks, .. } if checks.is_empty() && !any_runs => {
                "`;; check:`, `;; not:` or `;; run` lines for it"
            }
            _ => continue,
        };
        return Err((command.line, format!("expected {missing}")));
    }
    if commands.is_empty() {
        return Err((1, String::from("expected a directive, such as `;! run`")));
    }
    Ok(commands)
}

/// Of several directives with checks, each has a name of its own.
fn labels_are_distinct(commands: &mut [Command]) -> Result<(), Error> {
    let mut seen: Vec<Option<String>> = Vec::new();
    for command in
        commands.iter_mut().filter_map(|command| command.kind.checks().is_some().then_some(command))
    {
        match &command.label {
            None if seen.is_empty() => {}
            None => {
                let message = "of several `asm` and `opt` directives each needs a name, as in `;! asm x86_64-linux -O 2 as x64`";
                return Err((command.line, String::from(message)));
            }
            Some(label) if seen.contains(&command.label) => {
                return Err((command.line, format!("another directive has the name `{label}`")));
            }
            Some(_) => {}
        }
        seen.push(command.label.clone());
    }
    Ok(())
}

/// A directive, with its name if it ends with `as NAME`.
fn command(text: &str, line: usize) -> Result<Command, Error> {
    let checked = text.starts_with("asm ") || text.starts_with("opt ");
    let (rest, label) = match text.rsplit_once(" as ") {
        Some((rest, label)) if checked => (rest.trim(), Some(label.trim())),
        _ => (text, None),
    };
    if let Some(label) = label.filter(|label| !is_label(label)) {
        return Err((line, format!("found the name `{label}`, expected letters, digits, `_`, `-` and `.`")));
    }
    Ok(Command { line, label: label.map(String::from), kind: directive_kind(rest, line)? })
}

fn is_label(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !text.is_empty() && text.chars().all(fits)
}

fn directive_kind(text: &str, line: usize) -> Result<Kind, Error> {
    let (name, arguments) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let arguments = arguments.trim();
    Ok(match (name, arguments) {
        ("run", "") => Kind::Run(Vec::new()),
        ("parse-error", "") => Kind::ParseError(Vec::new()),
        ("invalid", "") => Kind::Invalid(Vec::new()),
        ("print", "") => Kind::Print(None),
        ("asm", arguments) => {
            let (target, level) = arguments.split_once(char::is_whitespace).unwrap_or((arguments, "-O2"));
            let level = match level.trim().strip_prefix("-O").map(str::trim) {
                Some("0") => OptLevel::O0,
                Some("1") => OptLevel::O1,
                Some("2") => OptLevel::O2,
                _ => return Err((line, format!("found `{level}`, expected `-O 0`, `-O 1` or `-O 2`"))),
            };
            Kind::Asm { target: target.to_string(), level, checks: Checks::default() }
        }
        ("opt", names) if !names.is_empty() => {
            let known: Vec<&'static str> = barebones::opt::pass_names().collect();
            let find = |name: &str| {
                let found = known.iter().copied().find(|known| *known == name);
                found.ok_or_else(|| (line, format!("found `{name}`, expected of {}", known.join(", "))))
            };
            let passes = names.split_whitespace().map(find).collect::<Result<_, _>>()?;
            Kind::Opt { passes, checks: Checks::default() }
        }
        ("unsupported", part) if !part.is_empty() => Kind::Unsupported(part.to_string()),
        _ => {
            let known = DIRECTIVES.map(|directive| format!("`{} {}`", directive.name, directive.arguments));
            return Err((line, format!("found `;! {text}`, expected one of {}", known.join(", "))));
        }
    })
}

fn add_line(commands: &mut [Command], text: &str, place: &Place<'_>, line: usize) -> Result<(), Error> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    if name == "run" {
        return add_run(commands, rest, place, line);
    }
    if let Some((label, check)) = check_line(text, line) {
        return add_check(commands, label, check, place, line);
    }
    match (name, commands.last_mut().map(|command| &mut command.kind)) {
        ("error:", Some(Kind::ParseError(errors) | Kind::Invalid(errors))) => errors.push(rest.to_string()),
        _ => {
            let known = LINES.map(|directive| format!("`{} {}`", directive.name, directive.arguments));
            let message =
                format!("found `;; {text}`, expected one of {} below its directive", known.join(", "));
            return Err((line, message));
        }
    }
    Ok(())
}

fn add_run(commands: &mut [Command], text: &str, place: &Place<'_>, line: usize) -> Result<(), Error> {
    let runs = commands.iter_mut().find_map(|command| match &mut command.kind {
        Kind::Run(lines) => Some(lines),
        _ => None,
    });
    let runs = runs.ok_or_else(|| (line, String::from("`;; run` needs `;! run` above it")))?;
    let run = run_line(text, line)?;
    let called = run.name.split('@').next().unwrap_or_default();
    match place {
        Place::After(procedure) if *procedure == called => {}
        Place::After(procedure) => {
            let message = format!("the call of `{called}` is after `{procedure}`, expected after `{called}`");
            return Err((line, message));
        }
        _ => return Err((line, format!("expected the call directly after the procedure `{called}`"))),
    }
    runs.push(run);
    Ok(())
}

/// `check: TEXT`, `not: TEXT`, or the same with the name of a directive before the colon.
fn check_line(text: &str, line: usize) -> Option<(Option<&str>, Check)> {
    let (head, rest) = text.split_once(':')?;
    let (name, label) = match head.split_once(char::is_whitespace) {
        Some((name, label)) => (name, Some(label.trim())),
        None => (head, None),
    };
    let rest = rest.trim().to_string();
    let check = match name {
        _ if rest.is_empty() || label.is_some_and(|label| !is_label(label)) => return None,
        "check" => Check::Has(line, rest),
        "not" => Check::HasNot(line, rest),
        _ => return None,
    };
    Some((label, check))
}

fn add_check(
    commands: &mut [Command],
    label: Option<&str>,
    check: Check,
    place: &Place<'_>,
    line: usize,
) -> Result<(), Error> {
    let mut checked: Vec<_> = commands
        .iter_mut()
        .filter_map(|command| Some((command.label.as_deref(), command.kind.checks()?)))
        .collect();
    let several = checked.len() > 1;
    let known: Vec<&str> = checked.iter().filter_map(|(label, _)| *label).collect();
    let known = known.join("`, `");
    let found = match label {
        Some(_) => checked.iter_mut().find(|(own, _)| *own == label),
        None if several => {
            let message = format!("expected the name of a directive before the colon, one of `{known}`");
            return Err((line, message));
        }
        None => checked.first_mut(),
    };
    let Some((_, checks)) = found else {
        return Err((
            line,
            match label {
                Some(label) => format!("no `asm` or `opt` directive above has the name `{label}`"),
                None => String::from("`;; check:` and `;; not:` need `;! asm` or `;! opt` above them"),
            },
        ));
    };
    match (place, &check) {
        (Place::After(procedure), _) => checks.add(procedure, check),
        (Place::Top, Check::HasNot(..)) => checks.everywhere.push(check),
        _ => return Err((line, String::from("expected directly after the procedure that it is about"))),
    }
    Ok(())
}

/// `NAME(ARGS) == RESULT, RESULT` or `NAME(ARGS) traps CODE`.
fn run_line(text: &str, line: usize) -> Result<RunLine, Error> {
    let wrong = || {
        let expected = "`NAME(ARGS) == RESULT` or `NAME(ARGS) traps CODE`";
        (line, format!("found `;; run {text}`, expected {expected}"))
    };
    let list = |text: &str| -> Vec<String> {
        let text = text.trim();
        if text.is_empty() {
            Vec::new()
        } else {
            text.split(',').map(|item| item.trim().to_string()).collect()
        }
    };
    let (name, rest) = text.split_once('(').ok_or_else(wrong)?;
    let (args, rest) = rest.split_once(')').ok_or_else(wrong)?;
    let rest = rest.trim();
    let expected = match (rest.strip_prefix("=="), rest.strip_prefix("traps ")) {
        (Some(results), _) => match results.trim() {
            "" => return Err(wrong()),
            "?" => Expected::Unknown,
            "Void" => Expected::Results(Vec::new()),
            results => Expected::Results(list(results)),
        },
        (None, Some(code)) => Expected::Trap(code.trim().to_string()),
        (None, None) => return Err(wrong()),
    };
    Ok(RunLine { line, name: name.trim().to_string(), args: list(args), expected })
}
