//! Cost of registering code with debuggers and profilers: time and bytes per function, for groups of one function and
//! of all.
//!
//! `cargo bench --bench registrations`

// The bench has an allocator that counts.
#![allow(unsafe_code)]

use barebones::ir::{parse_module, set_origins_to_lines};
use barebones::isa::CompiledCode;
use barebones::jit::{
    CodeMemory, LineMap, Linkable, MappingMode, MemoryOptions, Registrations, Resolved, link,
};
use barebones::{Compiler, host_target, targets};
use std::alloc::{GlobalAlloc, Layout, System};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

static LIVE: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: it passes all requests on.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LIVE.fetch_add(layout.size(), Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const PROGRAM: &str = include_str!("../tests/programs/sha256.bb");

/// Number of functions linked for each row.
const FUNCTIONS: usize = 6000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut module = parse_module(PROGRAM, &targets(host_target()?))?;
    set_origins_to_lines(&mut module, PROGRAM);
    let mut compiler = Compiler::host()?;
    let codes: Vec<CompiledCode> =
        module.procedures.iter().map(|proc| compiler.emit(proc)).collect::<Result<_, _>>()?;
    let target = *compiler.target();
    let linkables: Vec<Linkable<'_>> = module
        .procedures
        .iter()
        .zip(&codes)
        .map(|(proc, code)| {
            let convention = target.convention(proc.convention());
            Linkable { name: &proc.name, code, signature: proc.signature(), convention }
        })
        .collect();
    let bytes: usize = codes.iter().map(|code| code.bytes.len()).sum();
    let origins: usize = codes.iter().map(|code| size_of_val(&code.origins[..])).sum();
    println!(
        "{} functions of {} bytes on average; {} bytes of origins each\n",
        codes.len(),
        bytes / codes.len(),
        origins / codes.len()
    );
    let folder = std::env::temp_dir();
    let (map, dump) = (
        format!("/tmp/perf-{}.map", std::process::id()),
        folder.join(format!("jit-{}.dump", std::process::id())),
    );
    type Row<'a> = (&'a str, MappingMode, bool, &'a dyn Fn(&mut Registrations));
    let rows: [Row<'_>; 7] = [
        ("nothing, mapped twice", MappingMode::Dual, false, &|_| ()),
        ("gdb, without lines", MappingMode::Dual, false, &|r| r.gdb = true),
        ("gdb", MappingMode::Dual, true, &|r| r.gdb = true),
        ("jitdump, without lines", MappingMode::Dual, false, &|r| r.jitdump = Some(folder.clone())),
        ("jitdump", MappingMode::Dual, true, &|r| r.jitdump = Some(folder.clone())),
        ("nothing, toggling", MappingMode::Toggling, false, &|_| ()),
        ("perf map, toggling", MappingMode::Toggling, false, &|r| r.perf_map = true),
    ];
    println!("| registration | functions per group | link, ns | memory, bytes | file, bytes | drop, ns |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (name, mode, lines, change) in rows {
        for group in [1, linkables.len()] {
            let memory =
                CodeMemory::with_options(MemoryOptions { mode: Some(mode), ..MemoryOptions::default() })?;
            let mut registrations = Registrations::default();
            change(&mut registrations);
            if lines {
                registrations.source = Some(Arc::new(LineMap::new("/tmp/sha256.bb")));
            }
            memory.register_with(registrations)?;
            let file = || {
                [std::path::Path::new(&map), dump.as_path()]
                    .iter()
                    .filter_map(|path| path.metadata().ok())
                    .map(|m| m.len())
                    .sum::<u64>()
            };
            let (files, live) = (file(), LIVE.load(Relaxed));
            let mut linked = Vec::with_capacity(FUNCTIONS);
            let kept = linked.capacity() * size_of::<barebones::jit::Code>();
            let started = Instant::now();
            for round in 0..FUNCTIONS / group {
                let first = round * group % linkables.len();
                let procedures = &linkables[first..first + group];
                linked.extend(link(&memory, procedures, &[], &|_, _| {
                    Some(Resolved::Address(main as *const u8))
                })?);
            }
            let time = started.elapsed().as_nanos() as usize / FUNCTIONS;
            let memory_bytes = (LIVE.load(Relaxed) - live - kept) / FUNCTIONS;
            let file_bytes = (file() - files) as usize / FUNCTIONS;
            let started = Instant::now();
            drop(linked);
            let dropping = started.elapsed().as_nanos() as usize / FUNCTIONS;
            println!("| {name} | {group} | {time} | {memory_bytes} | {file_bytes} | {dropping} |");
        }
    }
    _ = std::fs::remove_file(map);
    _ = std::fs::remove_file(dump);
    Ok(())
}
