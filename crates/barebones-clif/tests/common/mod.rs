//! The files that the tests read.

use std::path::{Path, PathBuf};

/// All test files in a folder.
pub(crate) fn under(folder: &Path) -> Vec<PathBuf> {
    let mut pending = vec![folder.to_path_buf()];
    let mut files = Vec::new();
    while let Some(folder) = pending.pop() {
        for entry in folder.read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "clif" || extension == "cton") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Our own files.
pub(crate) fn own() -> Vec<PathBuf> {
    under(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files"))
}

/// The files of Cranelift's suite, if `BAREBONES_CLIF_SUITE` names its folder.
#[allow(dead_code)] // not every test target reads them
pub(crate) fn suite() -> Vec<PathBuf> {
    match std::env::var_os("BAREBONES_CLIF_SUITE") {
        Some(folder) => under(Path::new(&folder)),
        None => {
            println!("skipped: BAREBONES_CLIF_SUITE names no folder");
            Vec::new()
        }
    }
}

pub(crate) fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("text")
}
