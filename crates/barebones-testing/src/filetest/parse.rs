//! Parses the directives of a filetest.

use super::asm::Check;
use super::{DIRECTIVES, LINES};
use barebones::OptLevel;

/// A directive with its lines.
pub(super) struct Command {
    /// Line number, from 1.
    pub(super) line: usize,
    pub(super) kind: Kind,
}

/// Kind and arguments of a directive.
pub(super) enum Kind {
    Run(Vec<RunLine>),
    ParseError(Vec<String>),
    Invalid(Vec<String>),
    /// Line number of `;; output`, and the text below it.
    Print(Option<(usize, String)>),
    Asm {
        target: String,
        level: OptLevel,
        checks: Vec<Check>,
    },
    Opt {
        passes: Vec<&'static str>,
        checks: Vec<Check>,
    },
    Unsupported(String),
}

/// A call and its expected outcome.
pub(super) struct RunLine {
    /// Line number, from 1.
    pub(super) line: usize,
    pub(super) name: String,
    pub(super) args: Vec<String>,
    pub(super) expected: Expected,
}

pub(super) enum Expected {
    /// Written as `?`, to be filled in by blessing.
    Unknown,
    Results(Vec<String>),
    Trap(String),
}

type Error = (usize, String);

/// Parses all directives of a file.
pub(super) fn commands(text: &str) -> Result<Vec<Command>, Error> {
    let mut commands: Vec<Command> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let (number, line) = (index + 1, line.trim());
        if let Some(directive) = line.strip_prefix(";!") {
            commands.push(Command { line: number, kind: directive_kind(directive.trim(), number)? });
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
            add_line(&mut commands, rest.trim(), number)?;
        }
    }
    for command in &commands {
        match &command.kind {
            Kind::Run(lines) if lines.is_empty() => {
                return Err((command.line, String::from("expected `;; run` lines below `;! run`")));
            }
            Kind::Asm { checks, .. } | Kind::Opt { checks, .. } if checks.is_empty() => {
                return Err((
                    command.line,
                    String::from("expected `;; check:` or `;; not:` lines below `;! asm` or `;! opt`"),
                ));
            }
            _ => {}
        }
    }
    if commands.is_empty() {
        return Err((1, String::from("expected a directive, such as `;! run`")));
    }
    Ok(commands)
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
            Kind::Asm { target: target.to_string(), level, checks: Vec::new() }
        }
        ("opt", names) if !names.is_empty() => {
            let known: Vec<&'static str> = barebones::opt::pass_names().collect();
            let find = |name: &str| {
                let found = known.iter().copied().find(|known| *known == name);
                found.ok_or_else(|| (line, format!("found `{name}`, expected of {}", known.join(", "))))
            };
            let passes = names.split_whitespace().map(find).collect::<Result<_, _>>()?;
            Kind::Opt { passes, checks: Vec::new() }
        }
        ("unsupported", part) if !part.is_empty() => Kind::Unsupported(part.to_string()),
        _ => {
            let known = DIRECTIVES.map(|directive| format!("`{} {}`", directive.name, directive.arguments));
            return Err((line, format!("found `;! {text}`, expected one of {}", known.join(", "))));
        }
    })
}

fn add_line(commands: &mut [Command], text: &str, line: usize) -> Result<(), Error> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    // A line belongs to the nearest directive above it, except that the first `run` has all `run` lines.
    let last = commands.last_mut().map(|command| &mut command.kind);
    match (name, last) {
        ("run", _) => {
            let runs = commands.iter_mut().find_map(|command| match &mut command.kind {
                Kind::Run(lines) => Some(lines),
                _ => None,
            });
            let runs = runs.ok_or_else(|| (line, String::from("`;; run` needs `;! run` above it")))?;
            runs.push(run_line(rest, line)?);
        }
        ("error:", Some(Kind::ParseError(errors) | Kind::Invalid(errors))) => errors.push(rest.to_string()),
        ("check:", Some(Kind::Asm { checks, .. } | Kind::Opt { checks, .. })) => {
            checks.push(Check::Has(line, rest.to_string()))
        }
        ("not:", Some(Kind::Asm { checks, .. } | Kind::Opt { checks, .. })) => {
            checks.push(Check::HasNot(line, rest.to_string()))
        }
        _ => {
            let known = LINES.map(|directive| format!("`{} {}`", directive.name, directive.arguments));
            let message =
                format!("found `;; {text}`, expected one of {} below its directive", known.join(", "));
            return Err((line, message));
        }
    }
    Ok(())
}

/// Parses `NAME(ARGS) == RESULT, RESULT` or `NAME(ARGS) traps CODE`.
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
