//! What selection combines is recorded: each rule is hit, recording changes nothing, and pairs have reasons.

use barebones::air::Code;
use barebones::base::{Features, Target};
use barebones::ir::{Module, parse_module};
use barebones::isa::{TARGETS, target_by_name};
use barebones::lower::combinations::{Combinations, Reason, Rule};
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage};
use barebones_testing::combinations::CombinationCounts;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const LEVELS: [OptLevel; 2] = [OptLevel::O1, OptLevel::O2];

/// Both architectures, with all features and without.
fn setups() -> Vec<Target> {
    let desc = |name| target_by_name(name).expect("a target");
    let plain = ["x86_64-linux", "aarch64-linux"].map(|name| Target::baseline(desc(name)));
    let full = plain.map(|target| Target { features: Features::all(), ..target });
    plain.into_iter().chain(full).collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "bb") {
            found.push(path);
        }
    }
}

/// The modules of the filetests and programs that parse for this target.
fn modules(target: Target) -> Vec<Module> {
    let mut paths = Vec::new();
    for folder in ["tests/files", "tests/programs"] {
        files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut paths);
    }
    paths.sort();
    let targets = barebones::base::Targets { all: &TARGETS, host: target };
    let text = |path: &PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    let host = |text: String| {
        // Files for a certain target are compiled for this one.
        let names = TARGETS.iter().map(|desc| format!("target={}", desc.name));
        names.fold(text, |text, name| text.replace(&name, "target=host"))
    };
    paths.iter().filter_map(|path| parse_module(&host(text(path)), &targets).ok()).collect()
}

fn compiler(target: Target, level: OptLevel) -> Compiler {
    let mut options = Options::at(level);
    options.check_allocation = false;
    Compiler::for_target(target, options)
}

#[test]
fn each_rule_is_hit_by_a_file() {
    let mut counts = CombinationCounts::default();
    for target in setups() {
        for module in modules(target) {
            for level in LEVELS {
                let mut compiler = compiler(target, level);
                for proc in &module.procedures {
                    // Files of invalid procedures do not compile.
                    let _ = compiler.emit_observed(proc, &mut counts);
                }
            }
        }
    }
    let missing: Vec<&str> =
        Rule::ALL.iter().filter(|rule| !counts.rules.contains_key(rule)).map(|rule| rule.name()).collect();
    assert!(missing.is_empty(), "no file uses {missing:?}");
    let reasons: BTreeMap<Reason, u64> =
        counts.missed.values().flatten().fold(BTreeMap::new(), |mut all, (reason, count)| {
            *all.entry(*reason).or_default() += count;
            all
        });
    let missing: Vec<&Reason> = Reason::ALL.iter().filter(|reason| !reasons.contains_key(reason)).collect();
    assert!(missing.is_empty(), "never {missing:?}");
}

#[derive(Default)]
struct Recorder {
    combinations: Combinations,
    code: Option<Code>,
}

impl Observer for Recorder {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Select, Progress::Combined(code, combinations)) = (stage, progress) {
            (self.code, self.combinations) = (Some(code.clone()), combinations.clone());
        }
    }

    fn observes_combinations(&self) -> bool {
        true
    }
}

fn recorded(text: &str, target: &str) -> (Recorder, Vec<String>) {
    let desc = target_by_name(target).expect("a target");
    let targets = barebones::base::Targets { all: &TARGETS, host: Target::baseline(desc) };
    let module = parse_module(text, &targets).expect("a module");
    let mut recorder = Recorder::default();
    let mut compiler = compiler(targets.host, OptLevel::O1);
    compiler.emit_observed(&module.procedures[0], &mut recorder).expect("it compiles");
    let lines = recorder.combinations.comments().into_iter().map(|(_, text)| text).collect();
    (recorder, lines)
}

const EXAMPLE: &str = "barebones 1

proc example(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Const32(3)
    Int64 @3 = Shl(@1, @2)
    Int64 @4 = Add(@0, @3)
    Int64 @5 = Load(@4, offset=16)
    Int64 @6 = Add(@5, @1)
    Int64 @7 = Const64(0x123456789a)
    Int64 @8 = BitAnd(@6, @7)
    Void @9 = Return(@8)
}
";

#[test]
fn combinations_name_values_and_rules() {
    let (recorder, lines) = recorded(EXAMPLE, "x86_64-linux");
    println!("{lines:#?}\n{:#?}", recorder.combinations);
    for expected in
        ["Add @6: LoadInOperand Load @5", "Add @6: SumInAddress Add @4", "Add @6: ShiftInAddress Shl @3"]
    {
        assert!(lines.iter().any(|line| line == expected), "{expected}");
    }
    let missed = &recorder.combinations.missed;
    let reason = |producer: &str| {
        let found = missed.iter().find(|missed| missed.producer.value.to_string() == producer);
        found.map(|missed| missed.reason)
    };
    assert_eq!(reason("@7"), Some(Reason::ImmediateTooWide));
    assert_eq!(reason("@6"), Some(Reason::NoForm), "{missed:?}");
    // The groups cover all instructions but that of the entry, each once.
    let code = recorder.code.expect("code");
    let mut covered = vec![0; code.buffer.insts.len()];
    for group in &recorder.combinations.groups {
        group.insts.clone().for_each(|inst| covered[inst as usize] += 1);
    }
    assert_eq!(covered, [vec![0], vec![1; covered.len() - 1]].concat());
}

#[test]
fn a_load_that_crosses_a_store_is_missed() {
    let text = EXAMPLE.replace("    Int64 @6", "    Void @10 = Store(@1, @0)\n    Int64 @6");
    let (recorder, lines) = recorded(&text, "x86_64-linux");
    assert!(!lines.iter().any(|line| line.contains("LoadInOperand")), "{lines:?}");
    let missed = recorder.combinations.missed;
    let load = missed.iter().find(|missed| missed.producer.value.to_string() == "@5");
    assert_eq!(load.map(|missed| missed.reason), Some(Reason::CrossesEffect), "{missed:?}");
}

#[test]
fn recording_changes_no_code() {
    for target in setups() {
        for module in modules(target).iter().step_by(7) {
            for proc in &module.procedures {
                let mut compiler = compiler(target, OptLevel::O2);
                let recorded = compiler.emit_observed(proc, &mut Recorder::default());
                let plain = compiler.emit(proc);
                let bytes = |code: Result<barebones::isa::CompiledCode, _>| code.map(|code| code.bytes).ok();
                assert_eq!(bytes(recorded), bytes(plain), "{}", proc.name);
            }
        }
    }
}
