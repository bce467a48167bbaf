//! Code that one process compiles and saves, and another one loads, links, runs, leaves, patches and unwinds.
#![allow(unsafe_code)] // calls compiled code, and patches its sites

mod changed;

use barebones::base::{ConvId, GeneratorId, Origin, RegSet, Signature, TrapCode, Type, ValueRep};
use barebones::error::CompileError;
use barebones::ir::{Module, Procedure, parse_module};
use barebones::isa::GeneratorError;
use barebones::isa::masm::Address;
use barebones::jit::{
    Bits, Code, CodeMemory, ExitReply, MappingMode, MemoryOptions, Registrations, TakenExit, TrapRecovery,
};
use barebones::patchpoint::LocalGenerators;
use barebones::saved_code::{ContentKey, SavedCode, SavedCodeError, seal, unseal};
use barebones::{Compiler, OptLevel, exit_state, host_target, targets};
use barebones_testing::native::{branch_protection, options_at, this_program};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

type Unary = extern "C" fn(i64) -> i64;

/// A chain of calls to the host, an exit at an overflow, a trap, data, constants, and a function of C's library.
const TEXT: &str = "barebones 1
    extern host(Int64) -> Int64
    data table = u64:5 u64:7
    proc outer(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = CCall(middle, @0)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }
    proc middle(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Mul(@0, @0)
        Int64 @2 = CCall(\"host\", @0)
        Int64 @3 = Add(@1, @2)
        Void @4 = Return(@3)
    }
    proc exits(Int64, Int64) -> Int64 {
        state0 = frame function=1 pc=2 [@0 | @1]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = CheckMul(@0, @1, state=state0)
        Void @3 = Return(@2)
    }
    proc traps(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Void @1 = TrapIf(@0, User(3))
        Void @2 = Return(@0)
    }
    proc table_at(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = SymbolAddress(table)
        Int64 @2 = Add(@0, @1)
        Int64 @3 = Load(@2)
        Void @4 = Return(@3)
    }
    proc floats(Double) -> Double {
    #0:
        Double @0 = ArgumentReg(%fa0)
        Double @1 = ConstDouble(2.5)
        Double @2 = Mod(@0, @1)
        Double @3 = ConstDouble(0.125)
        Double @4 = Add(@2, @3)
        Void @5 = Return(@4)
    }";

fn module() -> Module {
    let mut module = parse_module(TEXT, &targets(host_target().expect("a host"))).expect("parses");
    for proc in &mut module.procedures {
        for id in proc.value_ids() {
            proc.get_value_mut(id).expect("it exists").origin = Origin(100 + id.number());
        }
    }
    module
}

/// x + a patchable constant, by a generator, after an invalidation point.
fn patchable() -> (Procedure, GeneratorId) {
    let mut proc = Procedure::named("patchable", &host_target().expect("a host"));
    let adding = proc.add_generator("adding");
    let root = proc.add_block();
    let x = proc.at(root).argument(Type::Int64);
    let mut b = proc.at(root).with_origin(Origin(7));
    let state = exit_state![b.proc, frame { function: 2, pc: 9, locals: [x], stack: [] }];
    b.invalidation_point().exit_state(state).append();
    let mut b = proc.at(root).with_origin(Origin(8));
    let sum = b
        .patchpoint(Type::Int64)
        .input(x, ValueRep::SomeRegister)
        .result(ValueRep::SomeEarlyRegister)
        .shared_generator(adding)
        .append();
    b.ret([sum]);
    (proc, adding)
}

fn options_of_memory(mode: Option<MappingMode>) -> MemoryOptions {
    MemoryOptions { mode, guarded: branch_protection().landing_pads, ..MemoryOptions::default() }
}

fn compiler(level: OptLevel) -> Compiler {
    let mut options = options_at(level);
    options.check_allocation = true;
    Compiler::with_options(options).expect("a host")
}

/// Everything that the tests save, at one level. The client's bytes of `patchable` are the number of its constant.
fn saved(level: OptLevel) -> SavedCode {
    let mut compiler = compiler(level);
    let mut saved = compiler.save_module(&module()).expect("compiles");
    let mut site = None;
    let mut generators = LocalGenerators::new();
    let (patchable, adding) = patchable();
    generators.add(adding, |masm, params| {
        let (dst, x) = (params.gpr(0)?, params.gpr(1)?);
        site = Some(masm.patchable_move(dst, 1));
        masm.add64(dst, dst, x);
        Ok(())
    });
    let mut function = compiler.save_with(&patchable, &mut generators).expect("compiles");
    drop(generators);
    let site = site.expect("the generator ran").id().number();
    function.client_bytes = site.to_le_bytes().to_vec();
    saved.functions.push(function);

    // An assembly: it calls `table_at` by name, and jumps through a patchable jump.
    let convention = compiler.target().convention(ConvId::C);
    let mut assembly = compiler.assemble();
    let [callee, table] = ["table_at", "own_data"].map(|name| match name {
        "own_data" => assembly.add_data(name, vec![3, 0, 0, 0, 0, 0, 0, 0]),
        name => assembly.symbol(name),
    });
    let entry = assembly.buffer().new_named_label("assembled");
    assembly.add_entry(entry);
    let mut masm = assembly.masm();
    masm.bind(entry);
    let built = masm.function(RegSet::EMPTY, 0, |masm, _frame| -> Result<(), GeneratorError> {
        let result = masm.gpr(convention.results_gp[0])?;
        let next = masm.new_label();
        masm.patchable_jump(next);
        masm.bind(next);
        masm.landing_pad();
        masm.call_symbol(callee, convention.clobbered);
        // Not the first, which is that of the result on AArch64.
        let scratch = masm.gpr(convention.args_gp[1])?;
        masm.lea_symbol(scratch, table);
        masm.load64(scratch, Address::new(scratch, 0));
        masm.add64(result, result, scratch);
        Ok(())
    });
    built.expect("nothing is wrong");
    let assembled = assembly.finish().expect("nothing is wrong");
    saved.add_assembled("assembled", &assembled, &unary(), convention);
    saved.client_bytes = b"from the first process".to_vec();
    saved
}

fn unary() -> Signature {
    Signature { params: vec![Type::Int64], results: vec![Type::Int64] }
}

fn key(level: OptLevel) -> ContentKey {
    compiler(level).content_key(&module())
}

extern "C-unwind" fn host(x: i64) -> i64 {
    assert!(x != 7, "seven");
    2 * x
}

fn externs(name: &str) -> Option<*const u8> {
    (name == "host").then_some(host as *const u8)
}

/// Continues at the exit states: 1 is the product that overflows, 2 is the invalidated code.
fn continue_in_interpreter(exit: &mut TakenExit<'_>) -> ExitReply {
    let values = exit.values().expect("the compiler wrote them");
    let frame = &values.frames[0];
    let value = |n: usize| frame.entries[n].int64().expect("an integer");
    match (frame.function, frame.pc) {
        (1, 2) => ExitReply::Return(vec![value(0).wrapping_mul(value(1)) as u64]),
        (2, 9) => ExitReply::Return(vec![(value(0) + 1000) as u64]),
        place => panic!("{place:?}"),
    }
}

fn code<'a>(codes: &'a [Code], name: &str) -> &'a Code {
    codes.iter().find(|code| code.name() == name).expect("linked")
}

fn call(codes: &[Code], name: &str, x: i64) -> i64 {
    // SAFETY: the code computes with its argument and reads data.
    unsafe { code(codes, name).typed::<Unary>() }.expect("its type").call(x)
}

/// Runs everything that was saved, exits and patches included.
fn run(codes: &[Code], saved: &SavedCode) {
    assert_eq!(call(codes, "outer", 3), 3 + 9 + 6);
    assert_eq!((call(codes, "table_at", 0), call(codes, "table_at", 8)), (5, 7));
    assert_eq!(call(codes, "assembled", 8), 7 + 3);
    // SAFETY: the code computes with its argument.
    let floats = unsafe { code(codes, "floats").typed::<extern "C" fn(f64) -> f64>() }.expect("its type");
    assert_eq!(floats.call(6.0), 1.125);

    // SAFETY: the code computes with its arguments.
    let exits = unsafe { code(codes, "exits").typed::<extern "C" fn(i64, i64) -> i64>() }.expect("its type");
    assert_eq!((exits.call(6, 7), exits.call(1 << 40, 1 << 30)), (42, (1i64 << 40).wrapping_mul(1 << 30)));

    if let Ok(recovery) = TrapRecovery::install() {
        let traps = code(codes, "traps");
        let arguments = [Bits { ty: Type::Int64, bits: 1 }];
        // SAFETY: the code computes with its argument.
        let trap = unsafe { traps.call_raw_catching(recovery, &arguments) }.expect("its argument");
        let trap = trap.expect_err("it is not zero");
        let origin = trap.site.map(|site| site.origin);
        assert_eq!((trap.code, origin), (TrapCode::User(3), Some(Origin(101))));
    }

    let patchable = code(codes, "patchable");
    assert_eq!(call(codes, "patchable", 41), 42);
    let number = saved.function("patchable").expect("saved").client_bytes.clone();
    let number = u32::from_le_bytes(number.try_into().expect("four bytes"));
    let (site, origin) = patchable.constant_sites().next().expect("one");
    assert_eq!((site.id().number(), origin), (number, Origin(8)));
    // SAFETY: the code accepts any number.
    assert_eq!(unsafe { patchable.patch_constant(site, 500) }, Ok(1));
    assert_eq!(call(codes, "patchable", 41), 541);
    assert_eq!(patchable.invalidate_where(|site| site.origin == Origin(7)), Ok(1));
    assert_eq!(call(codes, "patchable", 41), 1041);

    let assembled = code(codes, "assembled");
    let (jump, _) = assembled.jump_sites().next().expect("one");
    assert_eq!(assembled.patchable_sites().len(), 1);
    // SAFETY: it jumps to where it jumped before.
    assert!(unsafe { assembled.reset_jump(jump) }.expect("a jump of this code").is_none());
}

/// A panic of the host passes through two frames of loaded code.
fn unwind(codes: &[Code]) {
    // SAFETY: the code computes with its argument, and calls a function that may unwind.
    let outer =
        unsafe { code(codes, "outer").typed::<extern "C-unwind" fn(i64) -> i64>() }.expect("its type");
    let panic = catch_unwind(AssertUnwindSafe(|| outer.call(7))).expect_err("panics");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"seven"));
    assert_eq!(outer.call(1), 1 + 1 + 2);
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("barebones-saved-code-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

const FOLDER: &str = "BAREBONES_SAVED_CODE";

fn path(folder: &std::path::Path, level: OptLevel) -> PathBuf {
    folder.join(format!("{level:?}.saved"))
}

#[test]
fn another_process_runs_what_this_one_saved() {
    let folder = folder();
    for level in OptLevel::ALL {
        let bytes = seal(saved(level).to_bytes(), b"a secret");
        std::fs::write(path(&folder, level), bytes).expect("writes");
    }
    let child = ["--exact", "saved_code::second_process", "--ignored", "--nocapture"];
    let output = this_program().args(child).env(FOLDER, &folder).output().expect("runs");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    assert!(text.contains("3 levels were loaded"), "{text}");
    _ = std::fs::remove_dir_all(folder);
}

#[test]
#[ignore = "the process that loads what another test saved"]
fn second_process() {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("the folder with saved code"));
    let target = host_target().expect("a host");
    let mut loaded = 0;
    for level in OptLevel::ALL {
        let bytes = std::fs::read(path(&folder, level)).expect("reads");
        assert_eq!(unseal(&bytes, b"another secret"), Err(SavedCodeError::NotAuthentic));
        let bytes = unseal(&bytes, b"a secret").expect("sealed with this secret");
        let saved = SavedCode::from_bytes(bytes, &target, key(level)).expect("this level's module");
        assert_eq!(saved.client_bytes, b"from the first process");

        let mut compiler = compiler(level);
        compiler.set_exit_handler(continue_in_interpreter);
        let memory = CodeMemory::with_options(options_of_memory(Some(MappingMode::Toggling)));
        let memory = Arc::new(memory.expect("memory"));
        if cfg!(target_os = "linux") {
            let mut registrations = Registrations::default();
            registrations.perf_map = true;
            memory.register_with(registrations).expect("registers");
        }
        compiler.set_memory(memory);
        let codes = compiler.link_saved(&saved, &externs).expect("links");
        assert_eq!(codes.len(), saved.functions.len());
        run(&codes, &saved);
        if cfg!(any(target_os = "linux", windows)) {
            unwind(&codes);
        }
        if cfg!(target_os = "linux") {
            let map = format!("/tmp/perf-{}.map", std::process::id());
            let lines = std::fs::read_to_string(&map).expect("a map for perf");
            for code in &codes {
                assert!(lines.lines().any(|line| line.ends_with(&format!(" {}", code.name()))), "{lines}");
            }
        }
        loaded += 1;
    }
    if cfg!(target_os = "linux") {
        _ = std::fs::remove_file(format!("/tmp/perf-{}.map", std::process::id()));
    }
    println!("{loaded} levels were loaded");
}

#[test]
fn a_linker_defines_what_was_saved() {
    for level in OptLevel::ALL {
        let saved = saved(level);
        let bytes = saved.to_bytes();
        let saved = SavedCode::from_bytes(&bytes, &saved.target, saved.key).expect("was saved above");
        let mut compiler = compiler(level);
        compiler.set_exit_handler(continue_in_interpreter);
        compiler.set_memory(Arc::new(CodeMemory::with_options(options_of_memory(None)).expect("memory")));
        let linker = compiler.linker().expect("memory");
        linker.add_host("host", host as *const u8).expect("a new name");
        let outer = saved.function("outer").expect("saved");
        let missing = compiler.define_saved(&linker, outer).expect_err("`middle` is unknown").to_string();
        assert_eq!(missing, "no definition of `middle`, called from `outer` at @1");
        // Calls are checked against declarations.
        let wrong = Signature { params: vec![Type::Int32], results: vec![Type::Int64] };
        let declared = compiler.declare(&linker, "middle", &wrong).expect("a new name");
        let error = compiler.define_saved(&linker, outer).expect_err("other types").to_string();
        assert!(error.contains("`middle`") && error.contains("Int32"), "{error}");
        drop(declared);
        let middle = compiler.define_saved(&linker, saved.function("middle").expect("saved"));
        let middle = middle.expect("links");
        let outer = compiler.define_saved(&linker, outer).expect("links");
        let exits = compiler.define_saved(&linker, saved.function("exits").expect("saved")).expect("links");
        drop(middle);
        let thread = linker.register_thread();
        // SAFETY: the functions compute with their arguments, and the thread is registered.
        let (outer, exits) = unsafe {
            let outer = outer.typed::<Unary>().expect("its type");
            (outer, exits.typed::<extern "C" fn(i64, i64) -> i64>().expect("its type"))
        };
        assert_eq!((outer.call(&thread, 3), exits.call(&thread, 1 << 62, 4)), (18, 0));
    }
}

#[test]
fn what_cannot_be_linked_is_named() {
    let saved = saved(OptLevel::O1);
    let mut compiler = compiler(OptLevel::O1);
    let error = compiler.link_saved(&saved, &|_| None).expect_err("`host` is unknown");
    assert!(matches!(error, CompileError::UnresolvedSymbol { is_call: true, .. }));
    assert_eq!(error.to_string(), "no definition of `host`, called from `middle` at @2");
}

#[test]
fn keys_change_with_everything_that_changes_code() {
    let module = module();
    let key = key(OptLevel::O1);
    assert_eq!(key, compiler(OptLevel::O1).content_key(&module), "deterministic");
    assert_ne!(key, compiler(OptLevel::O2).content_key(&module), "another level");
    let mut other = compiler(OptLevel::O1);
    other.restrict_features(barebones::base::Features::empty());
    assert!(
        other.target() == compiler(OptLevel::O1).target() || other.content_key(&module) != key,
        "features"
    );
    let mut changed = module.clone();
    changed.procedures[0].name = String::from("renamed");
    assert_ne!(key, compiler(OptLevel::O1).content_key(&changed), "another module");
    assert_ne!(key, key.with(b""), "and more");
    let bytes = saved(OptLevel::O1).to_bytes();
    let target = host_target().expect("a host");
    let expected = key.with(b"generators, version 2");
    let error = SavedCode::from_bytes(&bytes, &target, expected).expect_err("another key");
    assert_eq!(error, SavedCodeError::OtherContent { found: key, expected });
}

/// Two functions with one name; `calls` calls it.
#[test]
fn the_first_of_a_name_is_called() {
    let text = |n: i64| {
        format!(
            "barebones 1
            proc number() -> Int64 {{
            #0:
                Int64 @0 = Const64({n})
                Void @1 = Return(@0)
            }}
            proc calls() -> Int64 {{
            #0:
                Int64 @0 = CCall(number)
                Void @1 = Return(@0)
            }}"
        )
    };
    let mut compiler = compiler(OptLevel::O1);
    let [mut first, second] = [1, 2].map(|n| {
        let module = parse_module(&text(n), &targets(host_target().expect("a host"))).expect("parses");
        compiler.save_module(&module).expect("compiles")
    });
    first.functions.extend(second.functions);
    let codes = compiler.link_saved(&first, &|_| None).expect("links");
    for (index, expected) in [(0, 1), (1, 1), (2, 2), (3, 1)] {
        // SAFETY: the code returns a number.
        let number = unsafe { codes[index].typed::<extern "C" fn() -> i64>() }.expect("its type");
        assert_eq!(number.call(), expected, "{index}");
    }
}
