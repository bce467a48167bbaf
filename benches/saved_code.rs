//! Cost of saving and loading code beside that of compiling and linking it, per function.
//!
//! `cargo bench --bench saved_code`

use barebones::ir::{Module, parse_module};
use barebones::saved_code::{SavedCode, seal, unseal};
use barebones::{Compiler, OptLevel, Options, host_target, targets};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

const PROGRAMS: [&str; 6] = [
    include_str!("../tests/programs/sha256.bb"),
    include_str!("../tests/programs/calendar.bb"),
    include_str!("../tests/programs/levenshtein.bb"),
    include_str!("../tests/programs/lz4.bb"),
    include_str!("../tests/programs/queens.bb"),
    include_str!("../tests/programs/bigint.bb"),
];

/// Number of measurements, of which the best counts.
const TRIES: usize = 40;

/// Microseconds of the fastest of several executions.
fn best<T>(mut run: impl FnMut() -> T) -> f64 {
    let time = |_| {
        let began = Instant::now();
        black_box(run());
        began.elapsed().as_secs_f64() * 1e6
    };
    (0..TRIES).map(time).fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), Box<dyn Error>> {
    let target = host_target()?;
    let parsed = |text: &&str| parse_module(text, &targets(target));
    let modules: Vec<Module> = PROGRAMS.iter().map(parsed).collect::<Result<_, _>>()?;
    let functions: usize = modules.iter().map(|module| module.procedures.len()).sum();
    println!("{functions} functions of {} modules; microseconds per function", modules.len());
    println!(
        "| level | compile | key | save | load | link | seal | unseal | code bytes | data bytes | saved bytes |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(Options::at(level))?;
        let saved: Vec<SavedCode> =
            modules.iter().map(|module| compiler.save_module(module)).collect::<Result<_, _>>()?;
        let bytes: Vec<Vec<u8>> = saved.iter().map(SavedCode::to_bytes).collect();
        let sealed: Vec<Vec<u8>> = bytes.iter().map(|bytes| seal(bytes.clone(), b"secret")).collect();
        let externs = |_: &str| Some(std::ptr::without_provenance(0x1000));
        let compile = best(|| {
            for proc in modules.iter().flat_map(|module| &module.procedures) {
                black_box(compiler.emit(proc)).expect("it was compiled before");
            }
        });
        let key = best(|| modules.iter().for_each(|module| _ = black_box(compiler.content_key(module))));
        let save = best(|| saved.iter().for_each(|saved| _ = black_box(saved.to_bytes())));
        let load = best(|| {
            for (bytes, saved) in bytes.iter().zip(&saved) {
                black_box(SavedCode::from_bytes(bytes, &target, saved.key)).expect("saved above");
            }
        });
        let link = best(|| {
            saved.iter().for_each(|saved| drop(compiler.link_saved(saved, &externs).expect("it links")));
        });
        let sealing = best(|| bytes.iter().for_each(|bytes| _ = seal(bytes.clone(), b"secret")));
        let unsealing = best(|| sealed.iter().for_each(|bytes| _ = black_box(unseal(bytes, b"secret"))));
        let all = || saved.iter().flat_map(|saved| &saved.functions);
        let code_bytes: usize = all().map(|function| function.code.bytes.len()).sum();
        let data = saved.iter().flat_map(|saved| &saved.data);
        let data_bytes: usize = data.map(|data| data.bytes.len()).sum();
        let saved_bytes: usize = bytes.iter().map(Vec::len).sum();
        print!("| {level:?} |");
        for micros in [compile, key, save, load, link, sealing, unsealing] {
            print!(" {:.2} |", micros / functions as f64);
        }
        let [code, data, all] = [code_bytes, data_bytes, saved_bytes].map(|bytes| bytes / functions);
        println!(" {code} | {data} | {all} |");
    }
    Ok(())
}
