//! Object files of compiled code: read by another reader, linked into C programs, and called.

use barebones::base::Target;
use barebones::ir::{Module, parse_module};
use barebones::isa::target_by_name;
use barebones::object_file::{ObjectError, ObjectFile};
use barebones::{Compiler, OptLevel, Options, targets};
use object::{Object, ObjectSection, ObjectSymbol};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Functions that call each other and C, a constant, a library function, data, and a loop through a jump table.
const TEXT: &str = "barebones 1
    extern from_c(Int64) -> Int64
    data numbers = u64:7 u64:8
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
        Int64 @2 = CCall(\"from_c\", @0)
        Int64 @3 = Add(@1, @2)
        Void @4 = Return(@3)
    }
    proc fraction(Double, Double) -> Double {
    #0:
        Double @0 = ArgumentReg(%fa0)
        Double @1 = ArgumentReg(%fa1)
        Double @2 = ConstDouble(0.5)
        Double @3 = Mod(@0, @1)
        Double @4 = Add(@3, @2)
        Void @5 = Return(@4)
    }";

fn module(target: Target) -> Module {
    parse_module(TEXT, &targets(target)).expect("parses")
}

fn target(name: &str) -> Target {
    Target::baseline(target_by_name(name).expect("a target"))
}

/// The object file of a module.
fn object(module: &Module, target: Target, level: OptLevel) -> Result<Vec<u8>, ObjectError> {
    let mut compiler = Compiler::for_target(target, Options::at(level));
    let mut object = ObjectFile::new(&target);
    for data in &module.data {
        object.add_data(&data.name, &data.bytes)?;
    }
    for proc in &module.procedures {
        let code = compiler.emit(proc).expect("compiles");
        let name = |symbol| Some(proc.symbols().get(symbol)?.name.to_string());
        object.add_function(&proc.name, &code, &name)?;
    }
    object.finish()
}

const OBJECTS: [&str; 6] =
    ["x86_64-linux", "aarch64-linux", "x86_64-macos", "aarch64-macos", "x86_64-windows", "aarch64-windows"];

#[test]
fn names_with_zeros_are_refused() {
    for name in OBJECTS {
        let target = target(name);
        let refused = Err(ObjectError::InvalidName { name: "a\0b".into() });
        let mut file = ObjectFile::new(&target);
        assert_eq!(file.add_data("a\0b", &[1]), refused);
        let mut compiler = Compiler::for_target(target, Options::default());
        let code = compiler.emit(&module(target).procedures[0]).expect("compiles");
        let mut file = ObjectFile::new(&target);
        assert_eq!(file.add_function("a\0b", &code, &|_| Some("middle".into())), refused);
        let mut file = ObjectFile::new(&target);
        assert_eq!(file.add_function("outer", &code, &|_| Some("a\0b".into())), refused);
    }
}

#[test]
fn another_reader_finds_functions_data_and_relocations() {
    for name in OBJECTS {
        for level in OptLevel::ALL {
            let target = target(name);
            let bytes = object(&module(target), target, level).expect("has an object");
            let file = object::File::parse(&*bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            let prefix = if name.ends_with("macos") { "_" } else { "" };
            for function in ["outer", "middle", "fraction"] {
                let symbol = file.symbol_by_name(&format!("{prefix}{function}"));
                let symbol = symbol.unwrap_or_else(|| panic!("{name}: {function}"));
                assert!(symbol.is_definition() && symbol.is_global(), "{name}: {function}");
            }
            for undefined in ["from_c", "fmod"] {
                let symbol = file.symbol_by_name(&format!("{prefix}{undefined}")).expect("is referred to");
                assert!(symbol.is_undefined(), "{name}: {undefined}");
            }
            let section = |name: &str| file.sections().find(|section| section.name() == Ok(name));
            let (tables, per_function) = match name.rsplit('-').next() {
                Some("macos") => ("__eh_frame", 1),
                // On AArch64 the unwind information has the length.
                Some("windows") => (".pdata", if name.starts_with("x86_64") { 3 } else { 2 }),
                _ => (".eh_frame", 1),
            };
            let tables = section(tables).unwrap_or_else(|| panic!("{name}: {tables}"));
            assert_eq!(tables.relocations().count(), 3 * per_function, "{name}");
            if name.ends_with("macos") {
                // Differences of two symbols.
                let is_difference =
                    |(_, relocation): (u64, object::Relocation)| relocation.subtractor().is_some();
                assert!(tables.relocations().all(is_difference), "{name}");
            }
            let text = file.sections().find(|section| section.kind() == object::SectionKind::Text);
            // Two calls, and one of a library function.
            assert!(text.expect("code").relocations().count() >= 3, "{name}");
        }
    }
}

#[test]
fn what_needs_the_library_is_refused() {
    let host = target("x86_64-linux");
    let module = module(host);
    let (first, second) = (&module.procedures[0], &module.procedures[1]);
    let mut compiler = Compiler::for_target(host, Options::default());
    let code = compiler.emit(first).expect("compiles");
    let mut other = ObjectFile::new(&target("aarch64-linux"));
    let error = other.add_function("outer", &code, &|_| None).expect_err("is other code");
    assert!(matches!(error, ObjectError::WrongArch { .. }), "{error}");
    let error = ObjectFile::new(&host).add_function("outer", &code, &|_| None).expect_err("has a symbol");
    assert!(matches!(error, ObjectError::UnresolvedSymbol { .. }), "{error}");
    let mut twice = ObjectFile::new(&host);
    let code = compiler.emit(second).expect("compiles");
    twice.add_data("middle", &[1]).expect("is new");
    let error = twice.add_function("middle", &code, &|_| Some("g".into())).expect_err("is data already");
    assert_eq!(error.to_string(), "`middle` is defined twice");
}

/// Calls the functions. In C++ it also throws an exception through them.
const PROGRAM: &str = r#"
    #include <stdio.h>
    #include <stdint.h>
    #ifdef __cplusplus
    extern "C" {
    #endif
    int64_t outer(int64_t);
    double fraction(double, double);
    extern int64_t numbers[];
    int64_t from_c(int64_t x) {
    #ifdef __cplusplus
        if (x == 9) throw 42;
    #endif
        return x + 1;
    }
    #ifdef __cplusplus
    }
    #endif
    int main(void) {
        int caught = 42;
    #ifdef __cplusplus
        caught = 0;
        try { outer(9); } catch (int thrown) { caught = thrown; }
    #endif
        printf("%d %d %d %d\n", (int)outer(5), (int)(fraction(7.5, 2.0) * 10), (int)numbers[0], caught);
        return 0;
    }
"#;

/// Links an object file with the program, runs it, and compares what it prints.
fn link_and_run(name: &str, compiler: &str, options: &[&str], runner: &[&str]) -> Result<(), String> {
    let version = Command::new(compiler).arg("--version").output();
    version.map_err(|error| format!("{compiler}: {error}"))?;
    if let [program, ..] = runner {
        let found = Command::new(program).arg("--version").output();
        found.map_err(|error| format!("{program}: {error}"))?;
    }
    let folder = env::temp_dir().join(format!("barebones-object-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let file = |name: &str| -> PathBuf { folder.join(name) };
    let source = if compiler.ends_with("++") { "main.cpp" } else { "main.c" };
    fs::write(file(source), PROGRAM).map_err(|error| error.to_string())?;
    let target = target(name);
    for level in OptLevel::ALL {
        let bytes = object(&module(target), target, level).expect("has an object");
        fs::write(file("code.o"), bytes).map_err(|error| error.to_string())?;
        let linked = Command::new(compiler)
            .args(["-O1", "-o"])
            .args([file("main.exe"), file(source), file("code.o")])
            .args(options)
            .output()
            .map_err(|error| error.to_string())?;
        assert!(linked.status.success(), "{name} {level:?}: {}", String::from_utf8_lossy(&linked.stderr));
        let mut words: Vec<&Path> = runner.iter().map(Path::new).collect();
        let program = file("main.exe");
        words.push(&program);
        let run = Command::new(words[0]).args(&words[1..]).env("WINEDEBUG", "-all").output();
        let run = run.map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&run.stdout);
        assert_eq!(
            printed.trim_end(),
            "36 20 7 42",
            "{name} {level:?}: {}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
    fs::remove_dir_all(&folder).map_err(|error| error.to_string())
}

/// Prints why a part of a test did not run.
fn skip_or_pass(name: &str, result: Result<(), String>) {
    if let Err(why) = result {
        eprintln!("SKIPPED linking for {name}: {why}");
    }
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn objects_are_linked_into_programs_and_called() {
    skip_or_pass("x86_64-linux", link_and_run("x86_64-linux", "g++", &["-no-pie", "-lm"], &[]));
}

#[test]
#[cfg(target_os = "linux")]
fn objects_are_linked_and_called_under_emulation() {
    let runner = ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"];
    let linked = link_and_run("aarch64-linux", "aarch64-linux-gnu-gcc", &["-no-pie", "-lm"], &runner);
    skip_or_pass("aarch64-linux", linked);
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn objects_are_linked_and_called_under_wine() {
    let runner = ["/usr/lib/wine/wine64"];
    let linked = link_and_run("x86_64-windows", "x86_64-w64-mingw32-gcc", &["-static"], &runner);
    skip_or_pass("x86_64-windows", linked);
}

/// Another reader decodes the unwind information of Windows on AArch64: one record for each function, of which those
/// with registers to save name them.
#[test]
#[cfg(target_os = "linux")]
fn another_reader_decodes_unwind_information() {
    let target = target("aarch64-windows");
    for level in OptLevel::ALL {
        let bytes = object(&module(target), target, level).expect("has an object");
        let file = env::temp_dir().join(format!("barebones-unwind-{}-{level:?}.obj", std::process::id()));
        fs::write(&file, bytes).expect("a temporary file");
        let output = Command::new("llvm-readobj").arg("--unwind").arg(&file).output();
        fs::remove_file(&file).expect("just written");
        let Ok(output) = output else {
            eprintln!("SKIPPED: llvm-readobj is not installed");
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{level:?}: {errors}\n{text}");
        assert_eq!(text.matches("RuntimeFunction {").count(), 3, "{level:?}\n{text}");
        for function in ["outer", "middle", "fraction"] {
            assert!(text.contains(&format!("Function: {function} ")), "{level:?} {function}\n{text}");
        }
        // The frame record is pushed and x29 set; each function has an epilogue.
        for instruction in
            ["stp x29, x30, [sp, #-16]!", "mov x29, sp", "mov fp, sp", "ldp x29, x30, [sp], #16"]
        {
            let alternatives = [instruction, &instruction.replace("x30", "lr").replace("x29", "fp")];
            let count: usize = alternatives.iter().map(|text_of| text.matches(text_of).count()).sum();
            assert!(count >= 3 || instruction == "mov fp, sp", "{level:?} {instruction}\n{text}");
        }
    }
}
