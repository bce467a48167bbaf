//! Sizes of code of integers of 128 bits beside Cranelift's.
//!
//! `cargo test -p barebones-clif --test sizes -- --nocapture` prints a line for each function.
#![cfg(target_arch = "x86_64")]

mod common;

use barebones::{Compiler, OptLevel, Options, host_target};
use barebones_clif::{read_file, translate_file};
use common::{own, text};
use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn cranelift() -> OwnedTargetIsa {
    let mut flags = settings::builder();
    flags.set("opt_level", "speed").expect("a setting");
    flags.set("enable_llvm_abi_extensions", "true").expect("a setting");
    let mut builder = isa::lookup_by_name("x86_64").expect("x86-64");
    for feature in
        ["has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_popcnt", "has_bmi1", "has_bmi2", "has_lzcnt"]
    {
        builder.enable(feature).expect("a feature");
    }
    builder.finish(settings::Flags::new(flags)).expect("a machine")
}

/// The size of Cranelift's code; `None` if it does not compile the function.
fn cranelift_size(isa: &OwnedTargetIsa, function: cranelift_codegen::ir::Function) -> Option<usize> {
    let compile = || {
        let mut context = cranelift_codegen::Context::for_function(function);
        let compiled = context.compile(&**isa, &mut Default::default());
        compiled.ok().map(|code| code.code_buffer().len())
    };
    catch_unwind(AssertUnwindSafe(compile)).ok().flatten()
}

#[test]
fn wide_integers_need_no_more_code_than_in_cranelift() {
    let path = own().into_iter().find(|path| path.ends_with("wide.clif")).expect("the file");
    let text = text(&path);
    let target = host_target().expect("this machine");
    let file = read_file(&text).expect("a file that is right");
    let module = translate_file(&file, &target).expect("it is translated");
    let isa = cranelift();
    std::panic::set_hook(Box::new(|_| {}));
    let functions = text.split_inclusive("\n}\n").filter_map(|part| {
        let start = part.find("function ")?;
        cranelift_reader::parse_functions(&part[start..]).ok()?.into_iter().next()
    });
    let theirs: Vec<(String, usize)> = functions
        .filter_map(|function| {
            let name = function.name.to_string();
            cranelift_size(&isa, function).map(|size| (name.trim_start_matches('%').to_string(), size))
        })
        .collect();
    let _ = std::panic::take_hook();
    assert!(theirs.len() > 60, "Cranelift compiles {} functions", theirs.len());
    for level in [OptLevel::O1, OptLevel::O2] {
        let mut options = Options::default();
        options.opt_level = level;
        let mut compiler = Compiler::for_target(target, options);
        let codes = compiler.compile_module(module.clone(), &|_| None).expect("it is compiled");
        let (mut ours, mut all) = (0, 0);
        for (name, size) in &theirs {
            let code = codes.iter().find(|code| code.name() == name).expect("a function");
            println!("{level:?} {name}: {} bytes, Cranelift {size}", code.size());
            ours += code.size();
            all += size;
        }
        println!("{level:?}: {ours} bytes, Cranelift {all}: {:.3}", ours as f64 / all as f64);
        if level == OptLevel::O2 {
            assert!(ours <= all, "{ours} bytes, Cranelift {all}");
        }
    }
}
