//! Compares encodings with those of the GNU assemblers, if they are installed.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// Names of the assembler for x86-64 in cross-compilation packages, and on such machines.
const X64_NAMES: [&str; 2] = ["x86_64-linux-gnu-as", if cfg!(target_arch = "x86_64") { "as" } else { "" }];

/// Names of the assembler for AArch64 in cross-compilation packages, and on such machines.
const NAMES: [&str; 2] = ["aarch64-linux-gnu-as", if cfg!(target_arch = "aarch64") { "as" } else { "" }];

const A64_ARGUMENTS: [&str; 1] = ["-march=armv8.5-a"];

/// Assembles instructions with the GNU assembler, if it is installed, and compares the bytes. Prints the number of
/// instructions compared or skipped.
///
/// # Panics
///
/// If the assembler rejects an instruction, or the bytes differ.
pub fn compare(what: &str, instructions: impl IntoIterator<Item = (String, [u8; 4])>) {
    let (lines, words): (Vec<String>, Vec<[u8; 4]>) = instructions.into_iter().unzip();
    let Some(assembled) = assemble(&lines) else {
        return println!("{what}: SKIPPED {} instructions: the GNU assembler is not installed", words.len());
    };
    for ((word, line), found) in words.iter().zip(&lines).zip(assembled) {
        assert_eq!(found, Some(*word), "{line}");
    }
    println!("{what}: {} distinct instructions match the GNU assembler", words.len());
}

/// Assembles a program for x86-64 in Intel syntax. `None` if the assembler is not installed.
///
/// # Panics
///
/// If the assembler rejects a line; its messages are the reason.
pub fn assemble_x64(source: &str) -> Option<Vec<u8>> {
    const ARGUMENTS: [&str; 3] = ["--64", "-msyntax=intel", "-mnaked-reg"];
    let works = |name: &&str| run(name, &ARGUMENTS, "nop\n").is_some_and(|(bytes, _)| bytes == [0x90]);
    let name = X64_NAMES.into_iter().find(|name| !name.is_empty() && works(name))?;
    let (bytes, messages) = run(name, &ARGUMENTS, source)?;
    assert!(!bytes.is_empty(), "{messages}");
    Some(bytes)
}

/// The encoding of each line, `None` for a rejected line. `None` if the assembler is not installed.
///
/// # Panics
///
/// If the output of the assembler is not understood.
fn assemble(lines: &[String]) -> Option<Vec<Option<[u8; 4]>>> {
    let works = |name: &&str| run(name, &A64_ARGUMENTS, "nop\n").is_some_and(|(bytes, _)| bytes.len() == 4);
    let name = NAMES.into_iter().find(|name| !name.is_empty() && works(name))?;
    let mut accepted = vec![true; lines.len()];
    // A rejected line becomes a data word, so that the other lines keep their positions.
    let source = |accepted: &[bool]| -> String {
        let text = |(line, ok): (&String, &bool)| format!("{}\n", if *ok { line } else { ".word 0" });
        lines.iter().zip(accepted).map(text).collect()
    };
    let (mut bytes, messages) = run(name, &A64_ARGUMENTS, &source(&accepted))?;
    if bytes.is_empty() {
        // `{standard input}:12: Error: ...`
        for message in messages.lines().filter(|message| message.contains("Error")) {
            let line = message.split(':').nth(1).and_then(|number| number.trim().parse::<usize>().ok());
            accepted[line.expect("a line number") - 1] = false;
        }
        bytes = run(name, &A64_ARGUMENTS, &source(&accepted))?.0;
    }
    assert_eq!(bytes.len(), lines.len() * 4, "{messages}");
    let words = bytes.chunks_exact(4).map(|bytes| [bytes[0], bytes[1], bytes[2], bytes[3]]);
    Some(words.zip(accepted).map(|(word, ok)| ok.then_some(word)).collect())
}

/// Runs the assembler. Returns the bytes of `.text`, empty if it rejects a line, and its messages. `None` if it does
/// not start.
fn run(name: &str, arguments: &[&str], source: &str) -> Option<(Vec<u8>, String)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let object = env::temp_dir().join(format!("barebones-{}-{number}.o", process::id()));
    let mut child = Command::new(name)
        .args(arguments)
        .arg("-o")
        .arg(&object)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let source = source.to_string();
    let mut input = child.stdin.take()?;
    let writer = std::thread::spawn(move || input.write_all(source.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    let bytes = fs::read(&object).ok().and_then(|bytes| text_section(&bytes));
    _ = fs::remove_file(&object);
    Some((bytes.unwrap_or_default(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Extracts `.text` from a 64-bit ELF file: the first executable section.
fn text_section(elf: &[u8]) -> Option<Vec<u8>> {
    const EXECUTABLE: u64 = 4;
    let number = |at: usize, bytes: usize| -> Option<u64> {
        Some(elf.get(at..at + bytes)?.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    };
    let (table, size, count) = (number(0x28, 8)?, number(0x3a, 2)?, number(0x3c, 2)?);
    let mut headers = (0..count).map(|n| (table + n * size) as usize);
    let text = headers.find(|header| number(header + 8, 8).is_some_and(|flags| flags & EXECUTABLE != 0))?;
    let (start, length) = (number(text + 0x18, 8)? as usize, number(text + 0x20, 8)? as usize);
    Some(elf.get(start..start + length)?.to_vec())
}
