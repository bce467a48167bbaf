//! `barebones explore`: that its page, JSON and graphs are complete and consistent, and, in a browser, that the page works.

mod browser;
mod json;

use barebones::opt::pass_names;
use barebones_testing::native;
use json::Json;
use std::path::Path;
use std::process::Output;

/// Runs the command in the project's folder: status, standard output, standard error.
fn barebones(args: &[&str]) -> (i32, String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = native::program(env!("CARGO_BIN_EXE_barebones"));
    let Output { status, stdout, stderr } = command.args(args).current_dir(root).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints UTF-8");
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

#[track_caller]
fn output(args: &[&str]) -> String {
    let (status, out, error) = barebones(args);
    assert_eq!((status, error.as_str()), (0, ""), "{args:?}");
    out
}

#[track_caller]
fn fails(args: &[&str], status: i32, part: &str) {
    let (found, out, error) = barebones(args);
    assert!(found == status && error.contains(part) && out.is_empty(), "{args:?}: {found} {out}{error}");
    assert!(!error.contains("panicked"), "{error}");
}

const SHA256: &str = "tests/programs/sha256.bb";

/// Checks all that the schema promises of references. Returns the recording.
#[track_caller]
fn consistent(text: &str) -> Json {
    let json = Json::read(text);
    assert_eq!(json.get("format").text(), "barebones-explorer 1");
    let lines = json.get("lines");
    let count = lines.get("text").list().len();
    for name in ["value", "origin"] {
        assert_eq!(lines.get(name).list().len(), count, "{name}");
    }
    let inputs = json.get("inputValues").number();
    for origin in lines.get("origin").list() {
        assert!((-1..inputs).contains(&origin.number()), "{origin:?}");
    }
    let below = |id: &Json, len: usize| assert!((0..len as i64).contains(&id.number()), "{id:?} of {len}");
    let known = |id: &Json, len: usize| assert!((-1..len as i64).contains(&id.number()), "{id:?} of {len}");
    for list in json.get("lists").list() {
        list.list().iter().for_each(|line| below(line, count));
    }
    for graph in json.get("graphs").list() {
        let blocks = graph.get("blocks").list();
        for block in blocks {
            below(block.get("list"), json.get("lists").list().len());
            block.get("successors").list().iter().for_each(|to| below(to, blocks.len()));
        }
    }
    let stages = json.get("stages").list();
    for stage in stages {
        known(stage.get("graph"), json.get("graphs").list().len());
        assert!(stage.get("ns").number() >= 0);
    }
    // In the IR, each line defines a value, once, and uses values that exist.
    for stage in stages.iter().filter(|stage| stage.get("kind").text() == "ir") {
        let graph = &json.get("graphs").list()[stage.get("graph").number() as usize];
        let mut defined = Vec::new();
        let mut texts = Vec::new();
        for block in graph.get("blocks").list() {
            for line in json.get("lists").list()[block.get("list").number() as usize].list() {
                defined.push(lines.get("value").list()[line.number() as usize].number());
                texts.push(lines.get("text").list()[line.number() as usize].text());
            }
        }
        defined.sort_unstable();
        let all = defined.len();
        defined.dedup();
        assert!(all == defined.len() && defined.first() >= Some(&0));
        for text in texts {
            assert!(!text.contains("origin="), "{text}");
            for used in text.split(['@', '^']).skip(1) {
                let digits: String = used.chars().take_while(char::is_ascii_digit).collect();
                if let Ok(used) = digits.parse::<i64>() {
                    assert!(defined.binary_search(&used).is_ok(), "{text}: no @{used} after {stage:?}");
                }
            }
        }
    }
    let temporaries = json.get("temporaries").list();
    for temporary in temporaries {
        known(temporary.get("representative"), temporaries.len());
        let ranges: Vec<i64> = temporary.get("ranges").list().iter().map(Json::number).collect();
        assert!(ranges.len().is_multiple_of(2) && ranges.is_sorted(), "{temporary:?}");
        for piece in temporary.get("pieces").list() {
            assert!(piece.get("from").number() <= piece.get("to").number(), "{piece:?}");
        }
    }
    json.get("decisions")
        .list()
        .iter()
        .for_each(|decision| known(decision.get("temporary"), temporaries.len()));
    let code = json.get("code").list();
    let emitted = stages.iter().rfind(|stage| stage.get("kind").text() == "air").expect("a last machine IR");
    let emitted = &json.get("graphs").list()[emitted.get("graph").number() as usize];
    let mut insts = Vec::new();
    for block in emitted.get("blocks").list() {
        let first = block.get("first").number();
        let length = json.get("lists").list()[block.get("list").number() as usize].list().len() as i64;
        insts.extend(first..first + length);
    }
    insts.sort_unstable();
    let mut offset = 0;
    for inst in code {
        assert_eq!(inst.get("offset").number(), offset, "the instructions follow each other");
        offset += inst.get("bytes").text().len() as i64 / 2;
        let number = inst.get("inst").number();
        assert!(number == -1 || insts.binary_search(&number).is_ok(), "{inst:?}");
        known(inst.get("origin"), inputs as usize);
    }
    assert!(code.iter().any(|inst| inst.get("inst").number() >= 0), "code belongs to machine IR");
    json
}

fn names(json: &Json) -> Vec<(String, String)> {
    let stages = json.get("stages").list().iter();
    stages.map(|stage| (stage.get("name").text().into(), stage.get("kind").text().into())).collect()
}

#[test]
fn json_has_every_stage() {
    for target in ["x86_64-linux", "aarch64-linux"] {
        for level in ["0", "1", "2"] {
            let args = ["explore", "--emit", "json", "-O", level, "--target", target, SHA256];
            let json = consistent(&output(&args));
            let names = names(&json);
            let of = |kind: &str| -> Vec<&str> {
                names.iter().filter(|(_, found)| found == kind).map(|(name, _)| name.as_str()).collect()
            };
            let ir = of("ir");
            assert_eq!(ir[0], "validate");
            assert!(ir[1..].iter().all(|name| pass_names().any(|known| known == *name)), "{ir:?}");
            assert_eq!(of("code"), ["emit"]);
            match level {
                "0" => {
                    assert_eq!((ir.len(), of("air")), (1, vec!["emit"]));
                    assert!(json.get("temporaries").list().is_empty());
                }
                _ => {
                    assert!(ir.len() > if level == "1" { 1 } else { 5 }, "{ir:?}");
                    assert_eq!(of("air"), ["select", "forward_copies", "allocate", "clean_up", "emit"]);
                    assert!(!json.get("decisions").list().is_empty());
                    assert!(!json.get("combinations").list().is_empty());
                    let lives = |temporary: &&Json| !temporary.get("ranges").list().is_empty();
                    let placed = |temporary: &&Json| !temporary.get("pieces").list().is_empty();
                    let temporaries = json.get("temporaries").list();
                    assert!(temporaries.iter().filter(lives).count() > 10);
                    assert!(temporaries.iter().any(|temporary| placed(&temporary)), "{target} {level}");
                }
            }
        }
    }
}

#[test]
fn recording_does_not_change_the_code() {
    for level in ["0", "1", "2"] {
        let json = consistent(&output(&["explore", "--emit", "json", "-O", level, "tests/programs/fib.bb"]));
        let listing = output(&["compile", "--emit", "asm", "-O", level, "tests/programs/fib.bb"]);
        // The first procedure is the one that is shown, unless there is a main.
        let name = format!("{}:\n", json.get("name").text());
        let listing =
            listing.split(&name).nth(1).expect("it is listed").split("\n\n").next().unwrap_or_default();
        let is_line = |line: &&str| line.starts_with("  ") && !line.contains("  bytes ");
        assert_eq!(json.get("code").list().len(), listing.lines().filter(is_line).count(), "O{level}");
    }
}

#[test]
fn graphs_are_well_formed() {
    let dot = output(&["explore", "--emit", "dot", SHA256]);
    let last = output(&["compile", "--emit", "ir", "--after", "optimize", SHA256]);
    let name = dot.lines().next().and_then(|line| line.split('"').nth(1)).expect("a name").to_string();
    let procedure = last.split("\n; ").find(|part| part.trim_start_matches("; ").starts_with(&name));
    let blocks = procedure.expect("it is printed").lines().filter(|line| line.starts_with('#')).count();
    let nodes: Vec<&str> =
        dot.lines().filter(|line| line.contains(" [label=") && !line.contains("->")).collect();
    assert_eq!(nodes.len(), blocks);
    assert!(dot.starts_with("digraph \"") && dot.ends_with("}\n"));
    for edge in dot.lines().filter(|line| line.contains(" -> ")) {
        let mut ends = edge.trim().split(" -> ").map(|end| end.split(' ').next().unwrap_or_default());
        assert!(
            ends.all(|end| nodes.iter().any(|node| node.trim().starts_with(&format!("{end} ")))),
            "{edge}"
        );
    }
    for line in dot.lines() {
        let quotes = line.replace("\\\\", "").replace("\\\"", "").matches('"').count();
        assert_eq!(quotes % 2, 0, "{line}");
    }
    let air = output(&["explore", "--emit", "dot", "--after", "allocate", SHA256]);
    assert!(air.contains(if cfg!(target_arch = "aarch64") { "%x" } else { "%r" }), "the machine IR is drawn");
}

#[test]
fn the_page_needs_no_other_file() {
    let page = output(&["explore", SHA256]);
    for part in ["http:", "https:", "//cdn", "src=", "@import", "url(", "{{"] {
        assert!(!page.contains(part), "{part}");
    }
    let start = "<script id=\"data\" type=\"application/json\">";
    let data = page.split(start).nth(1).and_then(|rest| rest.split("</script>").next()).expect("it has data");
    let json = consistent(data);
    assert_eq!(names(&json), names(&consistent(&output(&["explore", "--emit", "json", SHA256]))));
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    // Each element that the programs look for exists.
    for id in page.split("element(\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default()) {
        assert!(page.contains(&format!("id=\"{id}\"")), "no element {id}");
    }
}

#[test]
fn values_are_followed_to_exit_states() {
    for level in ["0", "1", "2"] {
        let file = "tests/files/asm/changed_bases/exits.bb";
        let json = consistent(&output(&["explore", "--emit", "json", "-O", level, file]));
        let exits = json.get("exits").list();
        let entries = exits.iter().flat_map(|exit| exit.get("frames").list());
        let entries: Vec<&Json> = entries.flat_map(|frame| frame.get("entries").list()).collect();
        let is_followed = |entry: &&&Json| {
            let place = entry.get("place").text();
            entry.get("value").number() >= 0 && (place.contains('%') || place.contains("pointer"))
        };
        assert!(entries.iter().any(|entry| is_followed(&entry)), "O{level}: {exits:?}");
    }
}

#[test]
fn outputs_are_chosen_by_their_ending() {
    let folder = std::env::temp_dir();
    for (ending, start) in [("html", "<!DOCTYPE html>"), ("json", "{\"format\":"), ("dot", "digraph ")] {
        let path = folder.join(format!("barebones-explore-{}.{ending}", std::process::id()));
        let text = path.to_str().expect("UTF-8");
        assert_eq!(output(&["explore", "-o", text, SHA256]), "");
        let written = std::fs::read_to_string(&path).expect("it was written");
        assert!(written.starts_with(start), "{ending}");
        std::fs::remove_file(&path).expect("it exists");
    }
}

#[test]
fn bad_input_is_named() {
    fails(&["explore"], 2, "no file");
    fails(&["explore", "missing.bb"], 1, "missing.bb");
    fails(&["explore", "tests/programs/fib.bb:nothing"], 1, "no procedure `nothing`, expected one of");
    fails(&["explore", "--emit", "svg", SHA256], 2, "expected one of html, json, dot");
    fails(&["explore", "--after", "select", SHA256], 2, "--after requires --emit dot");
    fails(&["explore", "--emit", "dot", "--after", "nothing", SHA256], 2, "found `nothing`, expected one of");
    fails(&["explore", SHA256, SHA256], 2, "only one procedure");
    fails(&["explore", "-o", "/nonexistent/page.html", SHA256], 1, "/nonexistent/page.html");
}

#[cfg(feature = "wasm")]
#[test]
fn functions_of_modules_are_shown() {
    let module = "crates/barebones-wasm/tests/kernels/fib.wasm";
    let first = consistent(&output(&["explore", "--emit", "json", module]));
    assert!(names(&first).len() > 5);
    assert!(!first.get("clientOrigins").list().is_empty(), "origins are places in the module");
    fails(&["explore", &format!("{module}:100000")], 1, "no procedure `100000`, expected one of");
    fails(&["explore", &format!("{module}:nothing")], 1, "no procedure `nothing`, expected one of");
    fails(&["explore", "tests/programs/README.md:x"], 1, "tests/programs/README.md");
}

#[cfg(feature = "js")]
#[test]
fn functions_of_scripts_are_shown() {
    let path = std::env::temp_dir().join(format!("barebones-explore-{}.js", std::process::id()));
    let source = "function sum(n) { let s = 0; for (let i = 0; i < n; i++) s = s + i; return s; }\n\
                  for (let i = 0; i < 10; i++) sum(100);\nprint('not shown');\n";
    std::fs::write(&path, source).expect("there is room");
    let place = format!("{}:sum", path.display());
    let fast = consistent(&output(&["explore", "--emit", "json", &place]));
    assert_eq!((fast.get("name").text(), fast.get("level").number()), ("sum", 2));
    assert!(!fast.get("exits").list().is_empty(), "it speculates");
    let values = |exit: &Json| {
        let frames = exit.get("frames").list().iter();
        frames.flat_map(|frame| frame.get("entries").list()).any(|entry| entry.get("value").number() >= 0)
    };
    assert!(fast.get("exits").list().iter().any(values), "values of exits are known");
    let slow = consistent(&output(&["explore", "-O0", "--emit", "json", &place]));
    assert_eq!(slow.get("level").number(), 0);
    fails(&["explore", &format!("{}:nothing", path.display())], 1, "no procedure `nothing`, expected one of");
    std::fs::remove_file(&path).expect("it exists");
}
