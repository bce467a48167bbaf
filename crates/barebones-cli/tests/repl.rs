//! The prompt of `barebones js`, at a pseudo terminal that the program `script` of Linux makes.
#![cfg(all(feature = "js", target_os = "linux"))]

use barebones_testing::native;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Maximum time of an answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A prompt, with a file of its own for the history.
struct Prompt {
    child: Child,
    keyboard: ChildStdin,
    screen: Receiver<Vec<u8>>,
    /// What the terminal showed, but for what an earlier `expect` has found.
    shown: String,
    history: PathBuf,
}

impl Prompt {
    fn start(name: &str) -> Prompt {
        let history = std::env::temp_dir().join(format!("barebones-{}-{name}", std::process::id()));
        let js = native::program(env!("CARGO_BIN_EXE_barebones"));
        let words = std::iter::once(js.get_program()).chain(js.get_args());
        let words: Vec<String> = words.map(|word| format!("'{}'", word.to_string_lossy())).collect();
        let mut command = Command::new("script");
        // Without `exec`, the interrupt key would also end the shell, whose status is the one seen.
        command.args([
            "--quiet",
            "--return",
            "--command",
            &format!("exec {} js", words.join(" ")),
            "/dev/null",
        ]);
        command.env("BAREBONES_JS_HISTORY", &history).env("TERM", "xterm").env("SHELL", "/bin/sh");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("`script` of util-linux is installed");
        let keyboard = child.stdin.take().expect("a pipe");
        let mut output = child.stdout.take().expect("a pipe");
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut prompt = Prompt { child, keyboard, screen, shown: String::new(), history };
        prompt.expect("> ");
        prompt
    }

    /// Waits until the terminal shows a text.
    #[track_caller]
    fn expect(&mut self, text: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.shown.find(text) {
                self.shown.drain(..at + text.len());
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("{text:?} is expected ({error}): {:?}", self.shown),
            }
        }
    }

    fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it reads");
        self.keyboard.flush().expect("it reads");
    }

    /// Types a line; the terminal shows its value on a line of its own, and the next prompt.
    #[track_caller]
    fn line(&mut self, line: &str, value: &str) {
        self.keys(&format!("{line}\r"));
        self.expect(&format!("\n{value}\r\n"));
        self.expect("> ");
    }

    /// Ends the input. Returns the history.
    fn end(mut self) -> String {
        self.keys("\u{4}");
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
        let text = std::fs::read_to_string(&self.history).expect("it writes the history");
        std::fs::remove_file(&self.history).expect("the history is a file");
        text
    }
}

#[test]
fn values_and_programs_of_several_lines() {
    let mut prompt = Prompt::start("values");
    prompt.line("1 + 2", "3");
    prompt.line("_ * 14", "42");
    prompt.line("{ a: 'b' }", "{ a: 'b' }");
    prompt.keys("function f(a) {\r");
    prompt.expect("... ");
    prompt.keys("return a * 7\r");
    prompt.expect("... ");
    prompt.line("}", "undefined");
    prompt.line("let n = f(3)", "undefined");
    prompt.line("n", "21");
    assert!(prompt.end().contains("return a * 7"));
}

#[test]
fn errors_have_places_and_end_nothing() {
    let mut prompt = Prompt::start("errors");
    prompt.keys("  null.x\r");
    prompt.expect("<repl>:1:8: Uncaught TypeError: Cannot read properties of null (reading 'x')");
    prompt.expect("       ^");
    prompt.expect("> ");
    prompt.keys("1 +* 2\r");
    prompt.expect("SyntaxError");
    prompt.expect("> ");
    prompt.line("5", "5");
    prompt.end();
}

#[test]
fn keys_recall_earlier_lines() {
    let mut prompt = Prompt::start("history");
    prompt.line("var n = 1", "undefined");
    prompt.line("n = n * 10", "10");
    let up = "\u{1b}[A";
    prompt.line(up, "100");
    prompt.line("n + 1", "101");
    prompt.line(&format!("{up}{up}"), "1000");
    let history = prompt.end();
    let lines: Vec<_> = history.lines().filter(|line| line.contains('n')).collect();
    assert_eq!(lines, ["var n = 1", "n = n * 10", "n + 1", "n = n * 10"]);
}

#[test]
fn control_c_drops_a_line_and_ends_a_loop() {
    let mut prompt = Prompt::start("interrupt");
    prompt.keys("var a = (1 +\r");
    prompt.expect("... ");
    prompt.keys("nothing\u{3}");
    prompt.expect("> ");
    prompt.line("typeof a", "'undefined'");
    prompt.keys("print('go'); for (;;) ;\r");
    prompt.expect("\ngo\r\n");
    prompt.keys("\u{3}");
    prompt.expect("interrupted");
    prompt.expect("> ");
    prompt.line("8", "8");
    prompt.end();
}
