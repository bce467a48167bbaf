//! `barebones test`: filetests.

use crate::Failure;
use crate::arguments::{Arguments, Word, unknown};
use barebones_testing::filetest::{Settings, collect, run_files};
use std::path::PathBuf;

pub(crate) fn test(mut arguments: Arguments) -> Result<(), Failure> {
    let mut paths = Vec::new();
    while let Some(word) = arguments.next() {
        match word {
            Word::Plain(path) => paths.push(PathBuf::from(path)),
            Word::Option(option) => return Err(unknown(&option)),
        }
    }
    if paths.is_empty() {
        return Err(Failure::Usage(String::from("no file and no folder")));
    }
    let files = collect(&paths).map_err(|error| Failure::Failed(error.to_string()))?;
    let report = run_files(&files, Settings::from_environment());
    report.failures.iter().for_each(|failure| eprintln!("{failure}"));
    let blessed = report.blessed.iter().map(|path| format!("rewritten: {}\n", path.display()));
    let (passed, failed) = (report.passed, report.failures.len());
    crate::help::print(&format!("{}{passed} passed, {failed} failed\n", blessed.collect::<String>()))?;
    // A run without tests is a failure.
    if failed == 0 && passed > 0 { Ok(()) } else { Err(Failure::Reported) }
}
