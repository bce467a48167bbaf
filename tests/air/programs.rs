//! Code that selection and allocation produce for every filetest and program is valid, and its text reads back.

use super::{parse_ok, targets};
use barebones::air::{Arg, Block, BlockId, Code, Tmp, validate};
use barebones::base::{Features, Gauge, Target, Targets};
use barebones::ir::{Procedure, Validator, parse_module};
use barebones::isa::target_by_name;
use barebones::lower::Selector;
use barebones::lower::order::BlockOrder;
use barebones::opt::PassSet;
use barebones::regalloc::{AllocOptions, Forced, LinearScan, LocalAllocator, Trace, Why, allocate, check};
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage};
use barebones_testing::filetest::collect;
use std::path::Path;

/// The machine code of a procedure before allocation; `None` if the target cannot select something in it.
fn select(proc: &Procedure, target: Target, patterns: bool) -> Option<Code> {
    let mut validator = Validator::new();
    let facts = validator.validate(proc).ok()?;
    let mut order = BlockOrder::default();
    order.compute(proc);
    let mut code = Code::new(target);
    let mut selector = Selector::default();
    selector.patterns = patterns;
    selector.begin(proc, facts, &mut code).ok()?;
    let mut selected = Default::default();
    let mut splits = Vec::new();
    for place in 0..order.len() {
        selector.select_block(proc, facts, order.node(place), &mut code, &mut selected).ok()?;
        let start = code.buffer.insts.len() as u32;
        for inst in selected.insts.iter().rev() {
            code.buffer.push_from(&selected, inst);
        }
        selected.clear();
        splits.extend(selector.split.map(|edge| (BlockId::new(place as u32), edge)));
        let mut successors = Vec::new();
        order.for_each_successor(proc, place, |to| successors.push(BlockId::new(to as u32)));
        code.blocks.push(Block {
            insts: start..code.buffer.insts.len() as u32,
            successors: successors.into(),
            frequency: 1.0,
            rare: order.is_cold(place),
        });
    }
    code.split_blocks(&splits);
    Some(code)
}

fn valid_and_reads_back(code: &Code, name: &str) {
    let text = code.to_string();
    if let Err(violations) = validate(code) {
        let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
        panic!("{name}: {}\n{text}", lines.join("\n"));
    }
    let read = parse_ok(&text);
    assert_eq!(read.to_string(), text, "{name}");
    assert_eq!(validate(&read), Ok(()), "{name}");
    assert!(
        !text.contains("form="),
        "{name}: selection and allocation take the first form that fits\n{text}"
    );
}

/// Code of the linear scan is valid as well, and its explanations are printed as comments.
fn explained_code_reads_back(mut code: Code, forced: Forced, name: &str) {
    let mut why = Why::new();
    let options = AllocOptions { forced, ..AllocOptions::default() };
    LinearScan::new()
        .allocate_within(&mut code, &options, None, Some(&mut why), &mut Gauge::default())
        .expect(name);
    valid_and_reads_back(&code, name);
    let comments = why.comments(&code);
    assert!(!comments.is_empty(), "{name}");
    let text = code.with_comments(&comments).to_string();
    assert_eq!(parse_ok(&text).to_string(), code.to_string(), "{name}");
}

/// A value that a terminal destroys has no location in the block that happens to follow: no store is placed there.
#[test]
fn nothing_is_stored_after_a_terminal() {
    let mut code = parse_ok(include_str!("destroyed_by_terminal.air"));
    let options = AllocOptions { forced: Forced::Few, ..AllocOptions::default() };
    let mut trace = Trace::new();
    LinearScan::new().allocate(&mut code, &options, Some(&mut trace)).expect("registers enough");
    assert_eq!(check(&code, &trace), Ok(()));
}

#[test]
fn selected_and_allocated_code_is_valid_and_reads_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = collect(&[root.join("files"), root.join("programs")]).expect("folders of the project");
    let desc = targets().host.desc;
    let features = [desc.baseline, Features::all()];
    let mut count = 0;
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a file of the project");
        let Ok(module) = parse_module(&text, &targets()) else { continue };
        for proc in &module.procedures {
            for (features, patterns) in features.into_iter().flat_map(|f| [(f, false), (f, true)]) {
                let target = Target { desc, features };
                let Some(mut code) = select(proc, target, patterns) else { continue };
                let name = format!("{}: {}", path.display(), proc.name);
                valid_and_reads_back(&code, &name);
                let forced = if count / 2 % 2 == 0 { Forced::None } else { Forced::Few };
                explained_code_reads_back(code.clone(), forced, &name);
                let mut allocator = LocalAllocator::new();
                allocate(
                    &mut allocator,
                    &mut code,
                    &AllocOptions { forced, ..AllocOptions::default() },
                    None,
                    None,
                )
                .expect(&name);
                valid_and_reads_back(&code, &name);
                count += 1;
            }
        }
    }
    assert!(count > 200, "only {count} procedures were selected");
    println!("{count} procedures, before and after allocation");
}

/// Records code before the allocation of O2, which may apply shrink-wrapping.
#[derive(Default)]
struct BeforeAllocation(Option<Code>);

impl Observer for BeforeAllocation {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Select, Progress::Code(code)) = (stage, progress) {
            self.0 = Some(code.clone());
        }
    }
}

fn mentioned_in_several_blocks(code: &Code) -> Vec<Tmp> {
    let mut seen_in: Vec<Option<BlockId>> = vec![None; code.tmps.len()];
    let mut found = Vec::new();
    for (id, block) in code.blocks.iter() {
        let args = code.block_insts(block).iter().flat_map(|inst| code.buffer.args(inst));
        for mut arg in args.copied() {
            let mut mention = |tmp: Tmp| {
                let Some(number) = tmp.number() else { return };
                if *seen_in[number as usize].get_or_insert(id) != id {
                    found.push(tmp);
                }
            };
            match arg {
                Arg::Tmp(tmp) => mention(tmp),
                _ => arg.for_each_address_tmp(|tmp| mention(*tmp)),
            }
        }
    }
    found
}

/// Temporaries that live across blocks are marked as global, also those that shrink-wrapping moves, copies or renames.
#[test]
fn temporaries_live_across_blocks_are_marked_before_allocation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = collect(&[root.join("files/asm")]).expect("a folder of the project");
    let mut crossed = 0;
    for name in ["x86_64-linux", "aarch64-linux"] {
        let desc = target_by_name(name).expect("a target");
        let target = Target { desc, features: desc.baseline };
        let mut options = Options::at(OptLevel::O2);
        options.passes = PassSet::NONE;
        let mut compiler = Compiler::for_target(target, options);
        for path in &files {
            let text = std::fs::read_to_string(path).expect("a file of the project");
            let Ok(module) = parse_module(&text, &Targets { host: target, ..targets() }) else { continue };
            for proc in &module.procedures {
                let mut selected = BeforeAllocation::default();
                // Not every target supports everything in these files.
                _ = compiler.emit_observed(proc, &mut selected);
                let Some(code) = selected.0 else { continue };
                let name = format!("{name}, {}: {}", path.display(), proc.name);
                valid_and_reads_back(&code, &name);
                let crossing = mentioned_in_several_blocks(&code);
                crossed += usize::from(!crossing.is_empty());
                for number in crossing.iter().filter_map(|tmp| tmp.number()) {
                    let info = &code.tmps[number as usize];
                    let says_so = info.global || info.remat.is_valid();
                    assert!(says_so, "{name}: %t{number} crosses blocks and is not global\n{code}");
                }
            }
        }
    }
    assert!(crossed > 100, "only {crossed} procedures have something that crosses blocks");
}
