//! LLDB: backtraces through compiled frames, breakpoints on source lines, variables in the frame. It reads the
//! registration for GDB.

use crate::gdb::line;
use crate::{child_arguments, run};
use std::process::Command;

/// Runs commands of LLDB on the program that GDB runs.
fn lldb(level: usize, commands: &[&str]) -> Option<String> {
    let mut command = Command::new("lldb");
    command.args(["--no-lldbinit", "--batch", "-o", "settings set plugin.jit-loader.gdb.enable on"]);
    for line in commands {
        command.args(["-o", line]);
    }
    command.env("BAREBONES_LEVEL", level.to_string());
    command.arg("--").arg(std::env::current_exe().expect("this program"));
    command.args(child_arguments("gdb::program"));
    let (_, text) = run("lldb", &mut command)?;
    if !text.contains("Process ") || !text.contains("launched") {
        println!("lldb: SKIPPED: it cannot run the program here:\n{text}");
        return None;
    }
    Some(text)
}

#[test]
fn backtraces_breakpoints_and_variables() {
    let [call, middle] = ["CCall(middle", "CCall(inner"].map(line);
    let breakpoint = format!("breakpoint set --file program.bb --line {call}");
    for level in 0..=2 {
        let commands = [
            &breakpoint[..],
            "run",
            "frame variable",
            "breakpoint set --name tools_test_stop",
            "continue",
            "thread backtrace",
            "kill",
        ];
        let Some(text) = lldb(level, &commands) else { return };
        let expect =
            |expected: &str| text.find(expected).unwrap_or_else(|| panic!("O{level}: {expected}\n{text}"));
        expect(&format!("-> {call} "));
        expect(") seventy = 77");
        let backtrace = expect("(lldb) thread backtrace");
        let after = |expected: &str| backtrace + text[backtrace..].find(expected).unwrap_or(0);
        let places = [
            after("`inner at program.bb:"),
            after(&format!("`middle at program.bb:{middle}")),
            after(&format!("`outer at program.bb:{call}")),
        ];
        assert!(backtrace < places[0] && places.is_sorted(), "O{level}: {places:?}\n{text}");
    }
}
