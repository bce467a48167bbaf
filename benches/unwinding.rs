//! Cost of describing code to the system's unwinder: linking and freeing 100,000 functions one by one, with and without
//! tables, and a panic through three compiled frames while they are live.
//!
//! ```sh
//! cargo bench --bench unwinding
//! ```
#![allow(unsafe_code)] // calls compiled code

use barebones::base::{ConvId, Signature, Target};
use barebones::ir::parse_module;
use barebones::isa::masm::MacroAssembler;
use barebones::isa::{CodeBuffer, CompiledCode, FrameInfo};
use barebones::jit::{Code, CodeMemory, Linkable, link};
use barebones::{Compiler, host_target, targets};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Duration;

const COUNT: usize = 100_000;

/// Three procedures, of which the innermost calls the host.
const TEXT: &str = "barebones 1
    extern host(Int64) -> Int64
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
        Int64 @1 = CCall(inner, @0)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }
    proc inner(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = CCall(\"host\", @0)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }";

extern "C-unwind" fn host(x: i64) -> i64 {
    resume_unwind(Box::new(x))
}

/// A function with a frame and two saved registers.
fn function(target: Target) -> CompiledCode {
    let mut buffer = CodeBuffer::new(target.desc.arch);
    let entry = buffer.bind_new_label();
    buffer.add_entry(entry);
    let mut masm = MacroAssembler::new(&mut buffer, target);
    let saved = target.convention(ConvId::new(0)).callee_saved;
    let mut uses = barebones::base::RegSet::EMPTY;
    saved.iter().take(2).for_each(|reg| uses.insert(reg));
    masm.function(uses, 32, |_, _| ());
    buffer.finish(FrameInfo::default()).expect("nothing is wrong with it")
}

/// Processor time of this thread, so that other programs do not disturb the result much.
#[cfg(unix)]
fn now() -> Duration {
    // SAFETY: the structure is written by the system.
    unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

#[cfg(not(unix))]
fn now() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

fn best(times: usize, mut run: impl FnMut() -> Duration) -> Duration {
    (0..times).map(|_| run()).min().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn Error>> {
    let target = host_target()?;
    let code = function(target);
    let signature = Signature { params: Vec::new(), results: Vec::new() };
    let convention = target.convention(ConvId::new(0));
    let link_one = |memory: &CodeMemory| -> Vec<Code> {
        let linkable = Linkable { name: "f", code: &code, signature: &signature, convention };
        link(memory, &[linkable], &[], &|_, _| None).expect("links")
    };
    let panics = |memory: &Arc<CodeMemory>| -> Result<Box<dyn Fn() -> Duration>, Box<dyn Error>> {
        let mut compiler = Compiler::host()?;
        compiler.set_memory(memory.clone());
        let module = parse_module(TEXT, &targets(target))?;
        let found = |name: &str| (name == "host").then_some(host as *const u8);
        let codes = compiler.compile_module(module, &found).map_err(|failure| failure.error.to_string())?;
        // SAFETY: the code only computes, and calls the function above.
        let outer = unsafe { codes[0].typed::<extern "C-unwind" fn(i64) -> i64>()? };
        Ok(Box::new(move || {
            let start = now();
            let result = catch_unwind(AssertUnwindSafe(|| outer.call(1)));
            assert!(result.is_err());
            now() - start
        }))
    };
    println!("{COUNT} functions, linked and freed one by one, ns for each:");
    for enabled in [false, true] {
        let memory = Arc::new(CodeMemory::new()?);
        let alone = {
            let panic = panics(&memory)?;
            best(100, panic)
        };
        memory.set_unwind_tables(enabled);
        let (mut linked, mut freed) = (Duration::MAX, Duration::MAX);
        let (mut first, mut later) = (Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            let mut all = Vec::with_capacity(COUNT);
            let start = now();
            (0..COUNT).for_each(|_| all.push(link_one(&memory)));
            linked = linked.min(now() - start);
            if enabled {
                let panic = panics(&memory)?;
                first = first.min(panic());
                later = later.min(best(100, panic));
            }
            let start = now();
            drop(all);
            freed = freed.min(now() - start);
        }
        let each = |time: Duration| time.as_nanos() as usize / COUNT;
        println!("  tables {enabled:5}: link {:6}, free {:6}", each(linked), each(freed));
        if enabled {
            println!("a panic through three compiled frames, microseconds:");
            println!("  alone {:.1}", alone.as_secs_f64() * 1e6);
            println!("  first after {COUNT} were linked {:.1}", first.as_secs_f64() * 1e6);
            println!("  later {:.1}", later.as_secs_f64() * 1e6);
        }
    }
    Ok(())
}
