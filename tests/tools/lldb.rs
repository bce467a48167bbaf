//! LLDB: backtraces through compiled frames, by the registration that GDB reads.

use crate::{child_arguments, run};
use std::process::Command;

#[test]
fn backtraces_name_compiled_procedures() {
    let mut command = Command::new("lldb");
    command.args(["--no-lldbinit", "--batch"]);
    let enable = "settings set plugin.jit-loader.gdb.enable on";
    for line in [enable, "breakpoint set --name tools_test_stop", "run", "thread backtrace", "kill"] {
        command.args(["-o", line]);
    }
    command.env("BAREBONES_LEVEL", "2").arg("--").arg(std::env::current_exe().expect("this program"));
    command.args(child_arguments("gdb::program"));
    let Some((_, text)) = run("lldb", &mut command) else { return };
    if !text.contains("stop reason = breakpoint") {
        println!("lldb: SKIPPED: it cannot stop the program here:\n{text}");
        return;
    }
    let at = |name: &str| text.find(&format!("`{name}")).or_else(|| text.find(&format!(" {name}")));
    let [stop, inner, middle, outer] = ["tools_test_stop", "inner", "middle", "outer"].map(at);
    assert!(stop.is_some() && stop < inner && inner < middle && middle < outer, "{text}");
}
