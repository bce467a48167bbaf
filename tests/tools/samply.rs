//! samply: its importer of perf's recordings finds our names in jitdump files.

use crate::perf::record;
use crate::{folder, run};
use std::process::Command;

#[test]
fn the_importer_names_code_by_jitdump() {
    if run("samply", Command::new("samply").arg("--version")).is_none() {
        return;
    }
    let folder = folder("samply");
    let (data, profile) = (folder.join("perf.data"), folder.join("profile.json"));
    if record(&data, Some(&folder)).is_some() {
        let mut command = Command::new("samply");
        command.args(["import", "--save-only", "-o"]).arg(&profile).arg(&data);
        let (success, text) = run("samply", &mut command).expect("it ran before");
        let found = std::fs::read_to_string(&profile).unwrap_or_default();
        assert!(success && found.contains("\"spin\""), "{text}\n{found}");
    }
    _ = std::fs::remove_dir_all(folder);
}
