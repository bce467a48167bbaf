//! Files of one folder do not import each other in a circle.
//!
//! A file `foo.rs` and the folder `foo` are one node. An import counts where the paths of two modules part: that is a
//! folder, in which it is an edge between two nodes. A name that a module re-exports counts as an import of the module
//! that defines it. Imports between a module and its own children are no edges. Tests are left out.

use super::report;
use super::source::{self, File};
use std::collections::{BTreeMap, BTreeSet};

/// The crates that are examined, by the folders of their roots.
const CRATES: [&str; 12] = [
    "src",
    "crates/barebones-explorer/src",
    "crates/barebones-widths/src",
    "crates/barebones-tuffy/src",
    "crates/barebones-clif-module/src",
    "crates/barebones-wasm/src",
    "crates/barebones-clif/src",
    "crates/barebones-cli/src",
    "crates/barebones-rtl/src",
    "crates/barebones-testing/src",
    "crates/barebones-mutate/src",
    "crates/barebones-yardstick/src",
];

/// Circles that are allowed: the folder, all nodes of the circle in order, and the reason.
const ALLOWED: &[(&str, &[&str], &str)] = &[
    (
        "src/air",
        &["arg", "form", "opcode"],
        "one table: a form has operands, an operand has the kinds of forms, a row has both",
    ),
    (
        "src/base",
        &["convention", "target"],
        "a target has conventions, and a convention the registers of its target",
    ),
    (
        "src/ir",
        &["cursor", "opcode", "procedure", "symbols", "value"],
        "one data structure; a row of the opcode table names its builder's method",
    ),
    ("src/ir", &["parse", "parse_value"], "one recursive-descent parser in two files"),
    ("src/ir/validate", &["facts", "types"], "the codes of types are bits of the facts"),
    ("src/ir/validate", &["fast_path", "payload", "tables", "walk"], "one walk in several files"),
    (
        "src/isa",
        &[
            "a64",
            "access_traps",
            "code_buffer",
            "compiled",
            "emit",
            "exits",
            "gc_map",
            "masm",
            "patch",
            "patchable",
            "replace_frame",
            "stackmap_params",
            "switch",
            "unwind",
            "x64",
        ],
        "the buffer and the assembler dispatch to targets, which are built on both",
    ),
    (
        "src/isa/a64",
        &["emit", "emit_indexed", "emit_sums"],
        "methods of the emitter, and the state that they keep in it",
    ),
    (
        "src/isa/exits",
        &["reader", "writer"],
        "the reader returns the entries that the writer takes, and reads the table that it builds",
    ),
    ("src/isa/x64", &["emit", "emit_flags"], "methods of the emitter, and the state that they keep in it"),
    (
        "src/jit",
        &[
            "activation",
            "code",
            "exit_slots",
            "exits",
            "frame_values",
            "function_table",
            "link",
            "patch",
            "recovery",
            "registry",
            "tables",
            "throw",
            "throw_unwind",
            "thunk",
            "typed",
            "walk",
        ],
        "a handle to code owns what traps and exits find by its addresses",
    ),
    (
        "src/lower",
        &[
            "arithmetic",
            "compare",
            "float",
            "fold",
            "fuse",
            "narrow",
            "patchpoint",
            "pinned",
            "references",
            "select",
            "shadows",
        ],
        "methods of the selector in a file per family; a family folds operations of others",
    ),
    (
        "src/opt/inline/inline_calls",
        &["replace", "shape"],
        "a shape records what replacing a call has to know, with its own predicates",
    ),
    (
        "src/opt/scalar/reduce_strength",
        &["compares", "floats"],
        "rules of comparisons by type, which share flipped opcodes",
    ),
    (
        "src/opt/scalar/reduce_strength",
        &["conditions", "reducer"],
        "the reducer finds comparisons as its rules do",
    ),
    ("src/opt/loops/unroll_by_four", &["bounds", "rewrite"], "both are steps of one rewriting"),
    (
        "src/regalloc/linear_scan",
        &["accesses", "forms"],
        "summaries of forms are lists of accesses, which use them as a short cut",
    ),
    (
        "src/regalloc/linear_scan",
        &[
            "bundle",
            "intervals",
            "occupancy",
            "record",
            "resolve",
            "scan",
            "short_lived",
            "spill_cost",
            "split_intervals",
        ],
        "methods of one scan over tables that refer to each other by number",
    ),
    (
        "crates/barebones-wasm/src",
        &["engine", "module", "raw", "runtime"],
        "`raw` has all `unsafe`: entries below the engine, and `Module::load` and callbacks above it",
    ),
    (
        "crates/barebones-wasm/src/runtime",
        &[
            "exception",
            "func",
            "global",
            "host",
            "instance",
            "limits",
            "memory",
            "shared",
            "store",
            "table",
            "typed",
            "value",
        ],
        "a store owns all others, and they are handles into it",
    ),
    (
        "crates/barebones-testing/src",
        &["differential", "exits", "fuzz", "passes"],
        "one comparison of everything that executes a procedure",
    ),
    (
        "crates/barebones-testing/src/exits",
        &["record_exit", "recorder"],
        "a recorder leaves where it has recorded",
    ),
    (
        "crates/barebones-testing/src/generate",
        &["body", "branches", "control", "counters", "memory", "pinned"],
        "one recursive generator in several files",
    ),
];

type Path = Vec<String>;

/// What a file imports and defines.
#[derive(Default)]
struct Module {
    /// Its file.
    file: String,
    /// Paths in its code that begin with `crate` or `super`, with their lines.
    paths: Vec<(usize, Path)>,
    /// The names that its `use` declarations define, and the paths they stand for.
    uses: BTreeMap<String, Path>,
}

/// The modules of a crate, by their paths from its root.
type Modules = BTreeMap<Path, Module>;

/// The edges of a folder, each with one place that has it.
type Edges = BTreeMap<(String, String), String>;

fn module_path(root: &str, file: &str) -> Option<Path> {
    let inside = file.strip_prefix(root)?.strip_prefix('/')?.strip_suffix(".rs")?;
    let mut path: Path = inside.split('/').map(String::from).collect();
    let last = path.last()?;
    let is_root = path.len() == 1 && (last == "lib" || last == "main");
    if is_root || last == "mod" {
        path.pop();
    }
    Some(path)
}

fn modules(root: &str, files: &[File]) -> Modules {
    let mut modules = Modules::new();
    for file in files.iter().filter(|file| !file.is_test()) {
        let Some(path) = module_path(root, &file.path) else { continue };
        let code = file.code_without_tests();
        let module = modules.entry(path).or_default();
        module.file.clone_from(&file.path);
        for start in ["crate::", "super::"] {
            for (at, _) in code.match_indices(start).filter(|(at, _)| source::begins_path(&code, *at)) {
                let line = 1 + code[..at].matches('\n').count();
                let mut found = Vec::new();
                source::paths_at(&code[at..], &mut found);
                module.paths.extend(found.into_iter().map(|(path, _)| (line, path)));
            }
        }
        for declaration in source::uses(&code) {
            let mut found = Vec::new();
            source::paths_at(declaration, &mut found);
            module.uses.extend(found.into_iter().map(|(path, name)| (name, path)));
        }
    }
    modules
}

/// The module that defines what a path names in a module; the deepest that is known.
fn resolve(modules: &Modules, from: &Path, path: &[String], depth: usize) -> Path {
    let mut at = from.clone();
    let mut rest = path;
    match path.first().map(String::as_str) {
        Some("crate") => (at, rest) = (Path::new(), &path[1..]),
        Some("self") => rest = &path[1..],
        Some("super") => {
            while let Some((first, others)) = rest.split_first()
                && first == "super"
            {
                at.pop();
                rest = others;
            }
        }
        _ => {}
    }
    while let Some((name, others)) = rest.split_first() {
        let child: Path = at.iter().chain([name]).cloned().collect();
        if is_module(modules, &child) {
            (at, rest) = (child, others);
            continue;
        }
        let target = modules.get(&at).and_then(|module| module.uses.get(name));
        if let Some(target) = target.filter(|_| depth > 0) {
            let whole: Path = target.iter().chain(others).cloned().collect();
            let is_own = target.first().is_some_and(|first| {
                matches!(first.as_str(), "crate" | "self" | "super")
                    || is_module(modules, &at.iter().chain([first]).cloned().collect())
            });
            if is_own {
                return resolve(modules, &at, &whole, depth - 1);
            }
        }
        break;
    }
    at
}

fn is_module(modules: &Modules, path: &Path) -> bool {
    modules.contains_key(path)
}

/// The edges of all folders, by folder.
fn edges(root: &str, modules: &Modules) -> BTreeMap<String, Edges> {
    let mut folders: BTreeMap<String, Edges> = BTreeMap::new();
    for (from, module) in modules {
        for (line, path) in &module.paths {
            let to = resolve(modules, from, path, 8);
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            let (Some(importing), Some(imported)) = (from.get(common), to.get(common)) else { continue };
            let folder = [&[String::from(root)], &from[..common]].concat().join("/");
            let edges = folders.entry(folder).or_default();
            let place = format!("{}:{line}", module.file);
            edges.entry((importing.clone(), imported.clone())).or_insert(place);
        }
    }
    folders
}

/// The nodes that can be reached from a node by one edge or more.
fn reachable<'a>(edges: &'a Edges, start: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut pending = vec![start];
    while let Some(node) = pending.pop() {
        for (from, to) in edges.keys() {
            if from == node && found.insert(to.as_str()) {
                pending.push(to);
            }
        }
    }
    found
}

/// The strongly connected components of a folder, those of one node left out.
fn circles(edges: &Edges) -> BTreeSet<Vec<&str>> {
    let nodes: BTreeSet<&str> = edges.keys().map(|(from, _)| from.as_str()).collect();
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        nodes.iter().map(|node| (*node, reachable(edges, node))).collect();
    let leads = |from: &str, to: &str| reached.get(from).is_some_and(|nodes| nodes.contains(to));
    let component = |node: &&str| -> Vec<&str> {
        nodes.iter().copied().filter(|other| leads(node, other) && leads(other, node)).collect()
    };
    nodes.iter().map(component).filter(|component| !component.is_empty()).collect()
}

/// The circles of a crate that are not allowed, with a place of each edge in them.
fn violations(root: &str, files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for (folder, edges) in edges(root, &modules(root, files)) {
        for circle in circles(&edges) {
            if ALLOWED.iter().any(|(of, allowed, _)| *of == folder && **allowed == *circle) {
                continue;
            }
            found.push(format!("{folder}: a circle of {}", circle.join(", ")));
            let inside = |node: &String| circle.contains(&node.as_str());
            let closing = edges.iter().filter(|((from, to), _)| inside(from) && inside(to));
            found.extend(closing.map(|((from, to), place)| format!("  {place}: {from} imports {to}")));
        }
    }
    found
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    report(CRATES.iter().flat_map(|root| violations(root, &source::under(&[root]))).collect());
}

#[test]
fn what_is_allowed_is_there() {
    let mut found = BTreeSet::new();
    for root in CRATES {
        for (folder, edges) in edges(root, &modules(root, &source::under(&[root]))) {
            found.extend(circles(&edges).into_iter().map(|circle| format!("{folder}: {}", circle.join(" "))));
        }
    }
    for (folder, circle, reason) in ALLOWED {
        let named = format!("{folder}: {}", circle.join(" "));
        assert!(found.contains(&named), "{named} is no circle any more");
        assert!(!reason.is_empty(), "{named}");
    }
}

#[test]
fn circles_are_found() {
    let file = |path: &str, text: &str| File { path: path.to_string(), text: text.to_string() };
    let places = |files: &[File]| -> Vec<String> {
        let all = violations("made/src", files);
        all.iter().filter_map(|line| Some(line.strip_prefix("  ")?.split_once(": ")?.0.to_string())).collect()
    };
    let pair = [file("made/src/a.rs", "use crate::b::B;"), file("made/src/b.rs", "fn f(x: super::a::A) {}")];
    assert_eq!(places(&pair), ["made/src/a.rs:1", "made/src/b.rs:1"]);
    let folders = [
        file("made/src/a.rs", "mod deep;"),
        file("made/src/a/deep.rs", "\nuse crate::{\n    b::{B, inner},\n};"),
        file("made/src/b/mod.rs", "mod inner;"),
        file("made/src/b/inner.rs", "use super::super::a;"),
    ];
    assert_eq!(places(&folders), ["made/src/a/deep.rs:2", "made/src/b/inner.rs:1"]);
    let re_exported = [
        file("made/src/lib.rs", "mod a; mod b; pub use a::A; pub use b::B as C;"),
        file("made/src/a.rs", "use crate::C;"),
        file("made/src/b.rs", "use crate::A;"),
    ];
    assert_eq!(places(&re_exported), ["made/src/a.rs:1", "made/src/b.rs:1"]);
    let fine = [
        file("made/src/lib.rs", "mod a; mod b; use a::A; struct Own;"),
        file("made/src/a/mod.rs", "mod child; use child::Child; use crate::b::B;"),
        file("made/src/a/child.rs", "use super::Other; use crate::Own;"),
        file("made/src/b.rs", "// use crate::a::A;\n#[cfg(test)]\nmod tests { use crate::a::A; }"),
    ];
    assert_eq!(places(&fine), Vec::<String>::new());
}
