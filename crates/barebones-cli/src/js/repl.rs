//! Reads and runs a program line by line.

use super::{end_by_interrupt, print_statistics, report, runtime};
use crate::Failure;
use barebones_js::front::{Options, is_incomplete, translate};
use barebones_js::{RunOptions, ScriptError, Value};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};
use std::path::PathBuf;
use std::time::Instant;

/// Maximum number of lines of the history.
const HISTORY: usize = 1000;

/// The file of the history: `BAREBONES_JS_HISTORY`, or `.barebones_js_history` in the home directory.
fn history_file() -> Option<PathBuf> {
    let named = std::env::var_os("BAREBONES_JS_HISTORY").map(PathBuf::from);
    named.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".barebones_js_history")))
}

/// Reads lines from the terminal and prints the values of programs, until the end of the input.
pub(super) fn repl(options: RunOptions, stats: bool) -> Result<(), Failure> {
    let failed = |error: ReadlineError| Failure::Failed(format!("terminal: {error}"));
    let mut editor: Editor<(), FileHistory> = Editor::with_config(Config::default()).map_err(failed)?;
    editor.set_max_history_size(HISTORY).map_err(failed)?;
    let history = history_file();
    if let Some(path) = &history {
        // The first time there is no such file.
        editor.load_history(path).ok();
    }
    let mut runtime = runtime(options, Box::new(|text| print!("{text}")));
    end_by_interrupt(runtime.interrupt_handle())?;
    let start = Instant::now();
    let mut source = String::new();
    loop {
        match editor.readline(if source.is_empty() { "> " } else { "... " }) {
            Ok(line) => {
                source.push_str(&line);
                if is_incomplete(&source) {
                    source.push('\n');
                    continue;
                }
            }
            Err(ReadlineError::Interrupted) => {
                source.clear();
                continue;
            }
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(failed(error)),
        }
        let program = std::mem::take(&mut source);
        if program.trim().is_empty() {
            continue;
        }
        editor.add_history_entry(&program).map_err(failed)?;
        runtime.interrupt_handle().clear();
        let result = runtime.eval(&as_expression(&program), "<repl>");
        match result.and_then(|value| shown(&mut runtime, &value)) {
            Ok(text) => println!("{text}"),
            Err(error) => eprintln!("{}", report("<repl>", &error)),
        }
    }
    if let Some(path) = &history {
        editor.save_history(path).ok();
    }
    if stats {
        print_statistics(&runtime, start.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The text of a result. Later programs read it as `_`.
fn shown(runtime: &mut barebones_js::Runtime, value: &Value) -> Result<String, ScriptError> {
    if *value != Value::Undefined {
        runtime.set_global("_", value)?;
    }
    runtime.context().inspect(value)
}

/// A line that begins with a brace is an object, if it can be one.
fn as_expression(program: &str) -> String {
    if program.trim_start().starts_with('{') && !program.trim_end().ends_with(';') {
        let wrapped = format!("({program})");
        if translate(&wrapped, Options::default()).is_ok() {
            return wrapped;
        }
    }
    program.to_string()
}

#[cfg(test)]
mod tests {
    use super::as_expression;

    #[test]
    fn braces_are_objects_where_they_can_be() {
        assert_eq!(as_expression("{ a: 1 }"), "({ a: 1 })");
        assert_eq!(as_expression("{ let a = 1; a }"), "{ let a = 1; a }");
        assert_eq!(as_expression("{};"), "{};");
    }
}
