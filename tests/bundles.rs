//! Bundles: what they record, that they are read again, and that a replay reproduces the compilation.

use barebones::base::{ConvId, Origin, Target, Type};
use barebones::bundle::{Bundle, BundleError, Fault, Outcome, digest};
use barebones::error::CompileError;
use barebones::ir::{Module, Procedure, parse_module};
use barebones::isa::TARGETS;
use barebones::opt::{InlineBudget, ModuleCallees};
use barebones::patchpoint::{Constraint, LocalGenerators};
use barebones::regalloc::Forced;
use barebones::{Compiler, Observer, OptLevel, Options, Stage, host_target, targets};
use barebones_testing::filetest::collect;
use barebones_testing::generate::{self, Random, Recipe, Shape};
use std::path::Path;
use std::sync::{Arc, Mutex};

fn host() -> Target {
    host_target().expect("the tests run on a machine with a back end")
}

fn random_module(seed: u64, target: &Target) -> Module {
    let shape = Shape { checks: seed % 3 == 1, ..Shape::default() };
    generate::build(&Recipe::random(&mut Random::new(seed), &shape), target)
}

/// The programs of the project that are for any target.
fn programs() -> Vec<(String, Module)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("a text");
        Some((path.display().to_string(), parse_module(&text, &targets(host())).ok()?))
    };
    let found: Vec<_> = collect(&[folder]).expect("a folder").iter().filter_map(read).collect();
    assert!(found.len() > 10);
    found
}

/// Checks that the text of a bundle is read as the same bundle, and that it reproduces.
#[track_caller]
fn check_text(bundle: &Bundle) -> Bundle {
    let text = bundle.to_string();
    let read = Bundle::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.to_string(), text);
    assert_eq!((&read.procedures, &read.fault), (&bundle.procedures, &bundle.fault));
    let replay = read.replay();
    assert!(replay.reproduces(), "{:?}\n{text}", replay.differences);
    read
}

#[test]
fn bundles_of_random_modules_reproduce() {
    let targets = [host(), Target::baseline(TARGETS[0]), Target::baseline(TARGETS[1])];
    for seed in 0..60 {
        let target = targets[seed as usize % targets.len()];
        let module = random_module(seed, &target);
        for level in OptLevel::ALL {
            let mut options = Options::at(level);
            options.forced = if seed % 4 == 0 { Forced::Random(seed) } else { Forced::None };
            options.shrink_wrapping = seed % 5 != 0;
            options.batches = seed % 7 != 0;
            let mut bundle = Bundle::of_module(&module, target, &options, None);
            bundle.seeds.push(("the case".into(), seed));
            let read = check_text(&bundle);
            assert_eq!(read.seeds, [("the case".into(), seed)]);
            assert_eq!((read.options.opt_level, read.options.forced), (level, options.forced));
            let passes = bundle.procedures.iter().map(|record| record.passes.len()).sum::<usize>();
            assert!(if level == OptLevel::O2 { passes > 0 } else { level == OptLevel::O1 || passes == 0 });
        }
    }
}

#[test]
fn bundles_of_programs_reproduce() {
    for (path, module) in programs() {
        let target = *module.procedures[0].target();
        let bundle = Bundle::of_module(&module, target, &Options::default(), None);
        // The convention of Windows has one result, so programs with more are invalid there.
        if cfg!(windows) && matches!(bundle.error(), Some((Stage::Validate, _))) {
            check_text(&bundle);
            continue;
        }
        assert_eq!(bundle.error(), None, "{path}");
        check_text(&bundle);
        let bundle = Bundle::of_procedure(&module.procedures[0], target, &Options::default(), None);
        assert_eq!(check_text(&bundle).procedures.len(), 1);
    }
}

/// Requests the instruction of each part of the code.
#[derive(Default)]
struct Lines(Vec<barebones::CodeLine>);

impl Observer for Lines {
    fn after(&mut self, _stage: Stage, progress: barebones::Progress<'_>) {
        if let barebones::Progress::Lines(lines) = progress {
            self.0 = lines.to_vec();
        }
    }

    fn observes_lines(&self) -> bool {
        true
    }
}

#[test]
fn observed_lines_do_not_change_the_code() {
    let mut compared = 0;
    for seed in 0..60 {
        let target = Target::baseline(TARGETS[seed as usize % 2]);
        let mut module = random_module(seed, &target);
        module.procedures.iter_mut().for_each(barebones_testing::calls::number_origins);
        for level in OptLevel::ALL {
            let mut compiler = Compiler::for_target(target, Options::at(level));
            for proc in &module.procedures {
                let code = compiler.emit(proc).expect("it compiles");
                let mut lines = Lines::default();
                let observed = compiler.emit_observed(proc, &mut lines).expect("it compiles");
                assert_eq!((&observed.bytes, &observed.trap_sites), (&code.bytes, &code.trap_sites));
                assert_eq!(observed.patchable_sites, code.patchable_sites);
                let at = |code: &barebones::isa::CompiledCode, offset: u32| {
                    let after = code.origins.partition_point(|part| part.offset <= offset);
                    after.checked_sub(1).map_or(Origin::NONE, |at| code.origins[at].origin)
                };
                for offset in 0..code.code_size {
                    assert_eq!(at(&observed, offset), at(&code, offset), "{level:?} {offset:#x}\n{proc}");
                }
                assert!(lines.0.is_sorted_by_key(|line| line.offset));
                let named = lines.0.iter().filter(|line| !line.inst.is_empty()).count();
                assert!(named * 2 >= code.origins.len(), "{named} of {}", code.origins.len());
                compared += 1;
            }
        }
    }
    assert!(compared > 300);
}

/// `load(p) = p[3] + 1`, with origins.
fn load(target: &Target) -> Procedure {
    let mut proc = Procedure::new(target);
    proc.name = "load".into();
    let root = proc.add_block();
    let mut b = proc.at(root).with_origin(Origin(70));
    let address = b.argument(Type::Int64);
    let mut b = b.with_origin(Origin(71));
    let value = b.load(Type::Int64, address, 24);
    let one = b.const64(1);
    let sum = b.mul(value, value);
    let sum = b.add(sum, one);
    b.ret([sum]);
    proc
}

#[test]
fn an_address_leads_to_instruction_value_and_origin() {
    for level in OptLevel::ALL {
        let mut options = Options::at(level);
        options.keep_source = true;
        let mut compiler = Compiler::with_options(options).expect("a host");
        let proc = load(&host());
        let code = compiler.compile(proc.clone()).expect("it compiles");
        let mut seen = 0;
        for part in code.origins() {
            let bundle = code.bundle(code.start().wrapping_add(part.offset as usize)).expect("a source");
            let bundle = check_text(&bundle);
            let fault = bundle.fault.expect("it is in the code");
            assert_eq!((fault.procedure.as_str(), fault.offset), ("load", part.offset));
            assert_eq!(fault.origin, part.origin, "{fault:?}");
            if text_of(&fault).contains("Load(") {
                seen += 1;
                assert!(text_of(&fault).contains("offset=24") && fault.origin == Origin(71), "{fault:?}");
                assert!(fault.inst.is_some_and(|inst| inst.contains("24]")), "{level:?}");
                assert_eq!(bundle.module.procedures[0].to_string(), proc.to_string());
            }
        }
        assert!(seen > 0, "{level:?}\n{code:?}");
        let outside = code.bundle(std::ptr::without_provenance(1)).expect("a source");
        assert_eq!(outside.fault, None);
    }
}

/// The place of the load of [`load`] in code whose instructions begin at `start`.
#[track_caller]
fn check_place_of_load(code: &barebones::jit::Code) {
    let part = code.origins().iter().find(|part| part.origin == Origin(71)).expect("the load");
    let bundle = code.bundle(code.start().wrapping_add(part.offset as usize)).expect("a source");
    let fault = check_text(&bundle).fault.expect("it is in the code");
    assert_eq!((fault.procedure.as_str(), fault.origin), ("load", Origin(71)), "{fault:?}");
    assert!(text_of(&fault).contains("Load(") && fault.inst.is_some(), "{fault:?}");
}

/// The text of a fault's value, or none.
fn text_of(fault: &Fault) -> &str {
    fault.value.as_ref().map_or("", |(_, text)| text)
}

#[test]
fn code_of_a_linker_keeps_its_source() {
    for level in OptLevel::ALL {
        let mut options = Options::at(level);
        options.keep_source = true;
        let mut compiler = Compiler::with_options(options).expect("a host");
        let linker = compiler.linker().expect("memory");
        let function = compiler.define(&linker, load(&host())).expect("it compiles");
        check_place_of_load(&function.code().expect("defined"));
    }
    let mut compiler = Compiler::host().expect("a host");
    let linker = compiler.linker().expect("memory");
    let function = compiler.define(&linker, load(&host())).expect("it compiles");
    let code = function.code().expect("defined");
    assert!(code.bundle(code.entry()).is_none());
}

/// The sources of an assembly are compiled again as procedures: the same instructions must come out.
#[test]
fn prepared_procedures_have_the_code_of_whole_ones() {
    for target in TARGETS.map(Target::baseline) {
        for level in OptLevel::ALL {
            let mut options = Options::at(level);
            (options.shrink_wrapping, options.batches) = (false, false);
            let mut compiler = Compiler::for_target(target, options);
            let whole = compiler.emit(&load(&target)).expect("it compiles");
            let prepared = compiler.prepare(load(&target)).expect("it compiles");
            let mut assembly = compiler.assemble();
            let generated = assembly.generate(&prepared).expect("it is emitted");
            assembly.add_entry(generated.entries[0]);
            let code = assembly.finish().expect("it is complete").code;
            let range = code.pieces.as_ref().expect("procedures")[0].range.clone();
            let piece = &code.bytes[range.start as usize..range.end as usize];
            assert_eq!(piece, &whole.bytes[..whole.code_size as usize], "{} {level:?}", target.name());
        }
    }
}

#[test]
fn procedures_of_an_assembly_keep_their_sources() {
    for level in OptLevel::ALL {
        let mut options = Options::at(level);
        options.keep_source = true;
        let mut compiler = Compiler::with_options(options).expect("a host");
        let mut other = load(&host());
        other.name = "other".into();
        for id in other.value_ids() {
            other.get_value_mut(id).expect("a value").origin = Origin(5);
        }
        let signature = other.signature().clone();
        let [other, load] = [other, load(&host())].map(|proc| compiler.prepare(proc).expect("it compiles"));
        let mut assembly = compiler.assemble();
        let label = assembly.buffer().new_label();
        assembly.add_entry(label);
        let mut masm = assembly.masm();
        masm.bind(label);
        masm.nop();
        for prepared in [&other, &load] {
            assembly.generate(prepared).expect("it is emitted");
            assembly.masm().nop();
        }
        let assembled = assembly.finish().expect("it is complete");
        assert_eq!(assembled, assembled.clone());
        let code = compiler.link_assembled(&assembled, "all", &signature, ConvId::C, &|_| None);
        let code = code.expect("it links");
        check_place_of_load(&code);
        // The client's own code is no procedure.
        assert_eq!(code.bundle(code.start()).expect("a source").fault, None);
    }
}

#[test]
fn code_keeps_no_source_by_default() {
    let mut compiler = Compiler::host().expect("a host");
    let code = compiler.compile(load(&host())).expect("it compiles");
    assert!(code.bundle(code.entry()).is_none());
}

#[test]
fn a_source_is_dropped_with_its_code() {
    let mut options = Options::default();
    options.keep_source = true;
    let mut compiler = Compiler::with_options(options).expect("a host");
    let kept = Arc::new(());
    let mut proc = Procedure::new(&host());
    let root = proc.add_block();
    let mut b = proc.at(root);
    let owned = kept.clone();
    b.patchpoint(Type::Void)
        .generator("owner", move |masm, _| {
            let _owned = &owned;
            masm.nop();
            Ok(())
        })
        .append();
    b.ret([]);
    let code = compiler.compile(proc).expect("it compiles");
    let other = code.clone();
    drop(code);
    assert_eq!(Arc::strong_count(&kept), 2);
    let bundle = other.bundle(other.entry()).expect("a source");
    assert_eq!(bundle.procedures[0].closures, ["owner"]);
    drop((other, bundle));
    assert_eq!(Arc::strong_count(&kept), 1);
}

#[test]
fn code_of_borrowed_closures_has_no_places() {
    let mut options = Options::default();
    options.keep_source = true;
    let mut compiler = Compiler::with_options(options).expect("a host");
    let mut proc = Procedure::new(&host());
    let root = proc.add_block();
    let local = proc.add_generator("local");
    let mut b = proc.at(root);
    b.patchpoint(Type::Void).shared_generator(local).append();
    b.ret([]);
    let mut generators = LocalGenerators::new();
    generators.once(local, |masm, _| {
        (0..9).for_each(|_| masm.nop());
        Ok(())
    });
    let code = compiler.compile_with(proc, &mut generators).expect("it compiles");
    let bundle = code.bundle(code.entry()).expect("a source");
    assert_eq!(bundle.fault, None);
}

#[test]
fn a_fault_in_a_module_names_its_procedure() {
    let text = "barebones 1
        proc first() -> Int64 {\n#0:\n Int64 @0 = Const64(1)\n Void @1 = Return(@0)\n}
        proc second(Int64) -> Int64 {
        #0:\n Int64 @0 = ArgumentReg(%a0)\n Int64 @1 = Load(@0, origin=9)\n Void @2 = Return(@1)\n}";
    let module = parse_module(text, &targets(host())).expect("it parses");
    let mut options = Options::default();
    options.keep_source = true;
    let mut compiler = Compiler::with_options(options).expect("a host");
    let codes = compiler.compile_module(module, &|_| None).expect("it compiles");
    let load = codes[1].origins().iter().find(|part| part.origin == Origin(9)).expect("the load");
    let address = codes[1].start().wrapping_add(load.offset as usize);
    let bundle = check_text(&codes[0].bundle(address).expect("a source"));
    let fault = bundle.fault.expect("it is in the code");
    assert_eq!((fault.procedure.as_str(), fault.value.map(|(id, _)| id.number())), ("second", Some(1)));
    assert!(bundle.is_module && bundle.procedures.len() == 2);
}

/// A procedure with a patchpoint whose code is that of `closure`.
fn patched(
    closure: impl Fn(&mut barebones::isa::masm::MacroAssembler<'_>) + Send + Sync + 'static,
) -> Procedure {
    let mut proc = Procedure::new(&host());
    proc.name = "patched".into();
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let y = b.patchpoint(Type::Int64).input(x, Constraint::SomeRegister);
    let y = y.generator("my closure", move |masm, _| {
        closure(masm);
        Ok(())
    });
    let y = y.append();
    b.ret([y]);
    proc
}

#[test]
fn internal_errors_reach_the_handler() {
    let bundles = Arc::new(Mutex::new(Vec::new()));
    let mut compiler = Compiler::host().expect("a host");
    let sink = bundles.clone();
    compiler.set_bundle_handler(move |bundle| sink.lock().expect("no panic").push(bundle));
    let proc = patched(|_| panic!("the\nclosure is broken"));
    let module = Module::of(proc.clone());
    type Compile<'a> = &'a dyn Fn(&mut Compiler) -> CompileError;
    let ways: [Compile<'_>; 5] = [
        &|compiler| compiler.compile(proc.clone()).expect_err("it panics").error,
        &|compiler| compiler.compile_module(module.clone(), &|_| None).expect_err("it panics").error,
        &|compiler| compiler.emit(&proc).expect_err("it panics"),
        &|compiler| compiler.emit_in_place(&mut proc.clone()).expect_err("it panics"),
        &|compiler| compiler.emit_observed(&proc, &mut Lines::default()).expect_err("it panics"),
    ];
    for (index, compile) in ways.iter().enumerate() {
        let error = compile(&mut compiler);
        let bundle = bundles.lock().expect("no panic").pop().expect("a bundle");
        assert_eq!(bundle.error(), Some((Stage::Emit, error.to_string().as_str())));
        assert_eq!(bundle.is_module, index == 1);
        let read = Bundle::parse(&bundle.to_string()).expect("a bundle");
        assert_eq!(read.error(), bundle.error());
        // No file contains the closure.
        let replay = read.replay();
        assert_eq!(replay.differences, ["`patched`: compiled without error"]);
        assert!(replay.stand_ins[0].contains("my closure"), "{:?}", replay.stand_ins);
        // The closure is still in the bundle itself.
        assert!(bundle.replay().reproduces());
    }
    // Also of functions of a linker, and of procedures that are prepared, then generated.
    let linker = compiler.linker().expect("memory");
    compiler.define(&linker, proc.clone()).expect_err("it panics");
    let prepared = compiler.prepare(proc.clone()).expect("nothing is emitted yet");
    assert_eq!(bundles.lock().expect("no panic").drain(..).count(), 1);
    compiler.assemble().generate(&prepared).expect_err("it panics");
    let bundle = bundles.lock().expect("no panic").pop().expect("a bundle");
    assert_eq!(bundle.error().map(|(stage, _)| stage), Some(Stage::Emit));
    // Faults of the input are no internal errors.
    let mut invalid = load(&host());
    invalid.add_block();
    compiler.compile(invalid).expect_err("a block without terminal");
    assert!(bundles.lock().expect("no panic").is_empty());
}

/// Callees that panic when they are first requested.
#[derive(Debug, Default)]
struct Panicking(std::sync::atomic::AtomicBool);

impl barebones::opt::Callees for Panicking {
    fn callee(&self, _name: &str) -> Option<Arc<Procedure>> {
        let before = self.0.swap(true, std::sync::atomic::Ordering::Relaxed);
        assert!(before, "the callees are broken");
        None
    }
}

#[test]
fn preparation_reports_internal_errors() {
    let bundles = Arc::new(Mutex::new(Vec::new()));
    let mut compiler = Compiler::host().expect("a host");
    let sink = bundles.clone();
    compiler.set_bundle_handler(move |bundle| sink.lock().expect("no panic").push(bundle));
    compiler.set_callees(Some(Arc::new(Panicking::default())));
    let mut proc = Procedure::named("caller", &host());
    let root = proc.add_block();
    let callee = proc.symbol("callee");
    let mut b = proc.at(root);
    let result = b.ccall(Type::Int64, callee, &[]);
    b.ret([result]);
    let failure = compiler.prepare(proc).expect_err("it panics");
    assert!(matches!(failure.error, CompileError::Bug { .. }), "{}", failure.error);
    let bundle = bundles.lock().expect("no panic").pop().expect("a bundle");
    assert_eq!(bundle.error().map(|(_, message)| message), Some(failure.error.to_string().as_str()));
}

#[test]
fn stand_ins_replace_closures() {
    let proc = patched(|masm| (0..9).for_each(|_| masm.nop()));
    let mut bundle = Compiler::host().expect("a host").bundle(&proc);
    let Outcome::Compiled { bytes, stand_ins: Some(stand_ins), .. } = &bundle.procedures[0].outcome else {
        panic!("{bundle}")
    };
    assert_ne!(digest(bytes), *stand_ins);
    assert!(
        bundle.set_fault(0, 2) && !bundle.clone().set_fault(0, 1 << 20) && !bundle.clone().set_fault(1, 0)
    );
    let read = Bundle::parse(&bundle.to_string()).expect("a bundle");
    let replay = read.replay();
    assert!(replay.reproduces(), "{:?}", replay.differences);
    assert_eq!(replay.stand_ins.len(), 1);
    let mut other = read.clone();
    if let Outcome::Compiled { stand_ins, .. } = &mut other.procedures[0].outcome {
        *stand_ins = Some(1);
    }
    assert_eq!(other.replay().differences, ["`patched`: the code with stand-ins differs"]);
}

#[test]
fn errors_reproduce() {
    let mut proc = load(&host());
    proc.name = "with a hyphen-and \"quotes\"".into();
    let root = Procedure::ROOT;
    let returned = proc.terminal(root).expect("a terminal");
    let mut b = proc.at(root);
    let values: Vec<_> = (0..40).map(|n| b.const64(n << 40)).collect();
    b.patchpoint(Type::Void).inputs(values, Constraint::SomeRegister).append();
    let mut order: Vec<_> = proc.block_values(root).to_vec();
    order.retain(|id| *id != returned);
    order.push(returned);
    proc.set_block_values(root, &order);
    for level in OptLevel::ALL {
        let bundle = Compiler::with_options(Options::at(level)).expect("a host").bundle(&proc);
        let (_, message) = bundle.error().expect("there are not so many registers");
        assert!(message.contains("more Gp registers"), "{message}");
        let read = check_text(&bundle);
        let mut other = read.clone();
        if let Outcome::Failed { message, .. } = &mut other.procedures[0].outcome {
            message.push('!');
        }
        assert!(!other.replay().reproduces());
    }
}

#[test]
fn inlined_callees_are_part_of_a_bundle() {
    let text = "barebones 1
        extern outside(Int64) -> Int64
        proc caller(Int64) -> Int64 {
        #0:\n Int64 @0 = ArgumentReg(%a0)\n Int64 @1 = CCall(middle, @0)\n Void @2 = Return(@1)\n}
        proc middle(Int64) -> Int64 {
        #0:\n Int64 @0 = ArgumentReg(%a0)\n Int64 @1 = CCall(inner, @0)\n Int64 @3 = CCall(outside, @1)
        Void @2 = Return(@3)\n}
        proc inner(Int64) -> Int64 {
        #0:\n Int64 @0 = ArgumentReg(%a0)\n Int64 @1 = Add(@0, @0)\n Void @2 = Return(@1)\n}";
    let module = parse_module(text, &targets(host())).expect("it parses");
    let budget = InlineBudget { callee: 77, callee_once: 99, growth: 500, ..InlineBudget::default() };
    let mut compiler = Compiler::host().expect("a host");
    compiler.set_callees(Some(Arc::new(ModuleCallees::with_budget(&module, budget))));
    let bundle = compiler.bundle(&module.procedures[0]);
    let names: Vec<&str> = bundle.module.procedures.iter().map(|proc| proc.name.as_str()).collect();
    assert_eq!((names, bundle.inlining), (vec!["caller", "middle", "inner"], Some(budget)));
    assert_eq!(bundle.module.externs.len(), 1);
    assert!(bundle.procedures[0].passes.iter().any(|pass| pass.name == "inline_calls"));
    let read = check_text(&bundle);
    assert_eq!((read.inlining, read.procedures.len()), (Some(budget), 1));
    let mut without = read.clone();
    without.inlining = None;
    assert!(!without.replay().reproduces(), "the calls were inlined");
    // A module that calls procedures of another one.
    let part =
        Module { procedures: vec![module.procedures[0].clone()], ..Module::of(module.procedures[0].clone()) };
    let bundle = check_text(&compiler.bundle_module(&part));
    assert_eq!(bundle.module.procedures.len(), 3);
}

#[test]
fn mutated_bundles_do_not_panic() {
    let mut options = Options::default();
    options.keep_source = true;
    let mut bundle = Bundle::of_procedure(&load(&host()), host(), &options, None);
    bundle.set_fault(0, 4);
    bundle.calls.push("load 1".into());
    bundle.seeds.push(("seed".into(), 7));
    bundle.inlining = Some(InlineBudget::default());
    let failed = "procedure other\nclosure \"a b\"\nerror emit\nmessage a\nmessage b\n";
    let text = bundle.to_string().replace("\nfault", &format!("\n{failed}fault"));
    Bundle::parse(&text).expect("a bundle");
    let mut random = Random::new(1);
    let mut below = |limit: usize| random.below(limit as u64) as usize;
    let mut parsed = 0;
    for _ in 0..10_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=below(3) {
            let (at, len) = (below(bytes.len()), below(40));
            let end = (at + len).min(bytes.len());
            match below(5) {
                0 => drop(bytes.drain(at..end)),
                1 => bytes[at] = below(256) as u8,
                2 => bytes[at] = b"0 \n@#=x\"-9"[below(10)],
                3 => {
                    let part = bytes[at..end].to_vec();
                    let to = below(bytes.len());
                    bytes.splice(to..to, part);
                }
                _ => bytes.truncate(end),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match Bundle::parse(&text) {
            Ok(bundle) => {
                parsed += 1;
                // What was read is written so that it can be read.
                let again = bundle.to_string();
                assert!(Bundle::parse(&again).is_ok(), "{again}");
                bundle.replay();
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(parsed > 100, "{parsed}");
}

#[test]
fn errors_have_lines() {
    let text = Bundle::of_procedure(&load(&host()), host(), &Options::default(), None).to_string();
    let line_of =
        |key: &str| text.lines().position(|line| line.starts_with(key)).expect("it has it") as u32 + 1;
    let changed = |from: &str, to: &str| Bundle::parse(&text.replacen(from, to, 1)).expect_err("an error");
    let message = |from: &str, to: &str| changed(from, to).to_string();
    assert_eq!(Bundle::parse("").expect_err("an error"), BundleError::Header);
    assert_eq!(changed("barebones-bundle 1", "barebones-bundle 2"), BundleError::Header);
    let head = text.split_once("ir\n").expect("it has it").0;
    assert_eq!(Bundle::parse(head).expect_err("an error"), BundleError::Missing { keyword: "ir" });
    assert_eq!(changed("unit procedure\n", ""), BundleError::Missing { keyword: "unit" });
    assert_eq!(
        changed("code size=", "code size=1"),
        BundleError::Code { line: line_of("code"), procedure: "load".into() }
    );
    let line = line_of("option opt_level");
    let found = message("opt_level O2", "opt_level O7");
    assert_eq!(found, format!("line {line}: found `O7`, expected `O0`, `O1` or `O2`"));
    let found = message("opt_level O2", "speed O2");
    assert_eq!(found, format!("line {line}: found `speed`, expected the name of an option"));
    let BundleError::Ir { line, column, .. } = changed("Return(", "Retrun(") else { panic!() };
    assert!(text.lines().nth(line as usize - 1).is_some_and(|line| line.contains("Return(")) && column > 5);
}

/// Callees by name, as a client with a policy of its own provides them.
struct Chosen(Vec<Procedure>);

impl barebones::opt::Callees for Chosen {
    fn callee(&self, name: &str) -> Option<Arc<Procedure>> {
        self.0.iter().find(|proc| proc.name == name).cloned().map(Arc::new)
    }
}

/// `caller(p) = first(p) + second(p)`, and both callees: they load.
fn caller_and_callees() -> Vec<Procedure> {
    let mut caller = Procedure::named("caller", &host());
    let root = caller.add_block();
    let callees = ["first", "second"].map(|name| caller.symbol(name));
    let mut b = caller.at(root).with_origin(Origin(3));
    let address = b.argument(Type::Int64);
    let results = callees.map(|callee| b.ccall(Type::Int64, callee, &[address]));
    let sum = b.add(results[0], results[1]);
    b.ret([sum]);
    let named = |name: &str| {
        let mut proc = load(&host());
        proc.name = name.into();
        proc
    };
    vec![caller, named("first"), named("second")]
}

/// Callees outside of the module are copied to calls. They are not compiled, so they need not compile alone.
#[test]
fn callees_of_a_module_are_not_compiled() {
    let procedures = caller_and_callees();
    let callees: Arc<dyn barebones::opt::Callees> = Arc::new(Chosen(procedures[1..].to_vec()));
    let module = Module { procedures: procedures[..1].to_vec(), ..Module::default() };
    let bundle = Bundle::of_module(&module, host(), &Options::at(OptLevel::O2), Some(&callees));
    assert_eq!(bundle.module.procedures.len(), 3, "{bundle}");
    let compiled: Vec<&str> = bundle.procedures.iter().map(|record| record.name.as_str()).collect();
    assert_eq!(compiled, ["caller"]);
    let read = check_text(&bundle);
    assert_eq!((&read.callees, read.error()), (&bundle.callees, None));
}

/// Texts of a client are one line each; the end of a message's line is kept.
#[test]
fn texts_with_ends_of_lines_do_not_break_the_file() {
    let mut bundle = Compiler::host().expect("a host").bundle(&load(&host()));
    bundle.version = "1.0\nwith an end".into();
    bundle.calls = vec!["load\r\n0".into()];
    bundle.procedures[0].outcome =
        Outcome::Failed { stage: Stage::Emit, message: "first\r\nsecond\r".into() };
    let text = bundle.to_string();
    let read = Bundle::parse(&text).expect("a bundle");
    assert_eq!((&read.version[..], &read.calls[0][..]), ("1.0 with an end", "load  0"));
    assert_eq!(read.error(), Some((Stage::Emit, "first\r\nsecond\r")));
    // A file whose lines all end with both characters.
    bundle.procedures[0].outcome = Outcome::Failed { stage: Stage::Emit, message: "one".into() };
    let read = Bundle::parse(&bundle.to_string().replace('\n', "\r\n")).expect("a bundle");
    assert_eq!(read.error(), Some((Stage::Emit, "one")));
}

/// Only one callee may be inlined, and its copy has another body than the procedure that is called.
#[test]
fn bundles_record_what_calls_copy() {
    let procedures = caller_and_callees();
    let mut copied = procedures[1].clone();
    let one = |id: &barebones::ir::ValueId| copied.value(*id).opcode() == barebones::ir::Opcode::Const64;
    let id = copied.value_ids().find(one).expect("the summand");
    copied.replace_with_constant(id, 17);
    let module = Module { procedures, ..Module::default() };
    let callees: Arc<dyn barebones::opt::Callees> = Arc::new(Chosen(vec![copied]));
    let options = Options::at(OptLevel::O2);
    for of_module in [false, true] {
        let mut bundle = match of_module {
            true => Bundle::of_module(&module, host(), &options, Some(&callees)),
            false => Bundle::of_procedure(&module.procedures[0], host(), &options, Some(&callees)),
        };
        assert_eq!(bundle.inlined.len(), 1, "{bundle}");
        assert_eq!(bundle.inlined[0].procedure == "first", !of_module, "{bundle}");
        // The first instructions of inlined code are those of the call.
        let Outcome::Compiled { code_size, .. } = bundle.procedures[0].outcome else { panic!("{bundle}") };
        let mut at_call = 0;
        for offset in 0..code_size {
            assert!(bundle.set_fault(0, offset));
            let fault = bundle.fault.clone().expect("it is set");
            assert!(fault.inst.is_none() || fault.value.is_some(), "{fault:?}");
            at_call += u32::from(text_of(&fault).contains("CCall(first"));
        }
        assert!(at_call > 0, "{bundle}");
        check_text(&bundle);
    }
}

#[test]
fn closures_of_callees_have_stand_ins() {
    let mut callee = patched(|masm| (0..9).for_each(|_| masm.nop()));
    callee.name = "first".into();
    let callees: Arc<dyn barebones::opt::Callees> = Arc::new(Chosen(vec![callee]));
    let (caller, options) = (&caller_and_callees()[0], Options::at(OptLevel::O2));
    let bundle = Bundle::of_procedure(caller, host(), &options, Some(&callees));
    assert_eq!(bundle.procedures[0].closures, ["my closure"]);
    let replay = Bundle::parse(&bundle.to_string()).expect("a bundle").replay();
    assert!(replay.reproduces(), "{:?}", replay.differences);
    assert_eq!(replay.stand_ins.len(), 1);
}
