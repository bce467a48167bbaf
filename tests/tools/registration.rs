//! What registrations write, read by strict readers.

use crate::{compile, folder, program_path, run};
use barebones::jit::{
    Code, CodeMemory, LineMap, MappingMode, MemoryOptions, RegistrationError, Registrations,
};
use barebones::{Compiler, Options};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The list of GDB, and the map for perf, are of the whole process.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

extern "C" fn stop(x: i64) -> i64 {
    x
}

fn compiler(mode: MappingMode, change: impl FnOnce(&mut Registrations)) -> (Compiler, Vec<Code>) {
    compiler_with_source(program_path(), mode, change)
}

fn compiler_with_source(
    source: impl Into<PathBuf>,
    mode: MappingMode,
    change: impl FnOnce(&mut Registrations),
) -> (Compiler, Vec<Code>) {
    let memory = CodeMemory::with_options(MemoryOptions { mode: Some(mode), ..MemoryOptions::default() });
    let memory = memory.expect("memory");
    let mut registrations = Registrations::default();
    registrations.source = Some(Arc::new(LineMap::new(source)));
    change(&mut registrations);
    memory.register_with(registrations).expect("registers");
    let mut compiler = Compiler::with_options(Options::default()).expect("a supported host");
    compiler.set_memory(Arc::new(memory));
    let codes = compile(&mut compiler, stop as *const u8).expect("compiles");
    (compiler, codes)
}

#[repr(C)]
struct Entry {
    next: *const Entry,
    previous: *const Entry,
    image: *const u8,
    size: u64,
}

#[repr(C)]
struct Descriptor {
    version: u32,
    action: u32,
    relevant: *const Entry,
    first: *const Entry,
}

unsafe extern "C" {
    static __jit_debug_descriptor: Descriptor;
}

/// The images in GDB's list.
fn images() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    // SAFETY: only tests that run alone change the list.
    unsafe {
        assert_eq!(__jit_debug_descriptor.version, 1);
        let (mut previous, mut entry) = (std::ptr::null(), __jit_debug_descriptor.first);
        while !entry.is_null() {
            assert_eq!((*entry).previous, previous);
            all.push(std::slice::from_raw_parts((*entry).image, (*entry).size as usize).to_vec());
            (previous, entry) = (entry, (*entry).next);
        }
    }
    all
}

#[test]
fn gdb_has_an_image_of_each_live_group() {
    let _alone = alone();
    assert_eq!(images().len(), 0);
    let (mut compiler, first) = compiler(MappingMode::Dual, |registrations| registrations.gdb = true);
    let image = images();
    assert_eq!(image.len(), 1);
    let others: Vec<_> =
        (0..2).map(|_| compile(&mut compiler, stop as *const u8).expect("compiles")).collect();
    assert_eq!(images().len(), 3);
    drop(first); // the last of the list
    assert_eq!(images().len(), 2);
    drop(others);
    assert_eq!(images().len(), 0);

    let (_compiler, _unnamed) =
        compiler_with_source("", MappingMode::Dual, |registrations| registrations.gdb = true);
    let unnamed = images();

    // A second reader: readelf complains about what it does not understand.
    let folder = folder("elf");
    let file = folder.join("image.o");
    let arguments = ["-W", "-h", "-S", "-s", "--debug-dump=info,abbrev,frames,decodedline"];
    for (image, name) in [(&image[0], "program.bb"), (&unnamed[0], "?")] {
        std::fs::write(&file, image).expect("a temporary file");
        if let Some((success, text)) = run("readelf", Command::new("readelf").args(arguments).arg(&file)) {
            assert!(success && !text.contains("Warning") && !text.contains("Error"), "{text}");
            for expected in ["outer", "DW_TAG_subprogram", "DW_OP_fbreg: -", "slot0", name, "NOBITS"] {
                assert!(text.contains(expected), "{expected}: {text}");
            }
        }
    }
    _ = std::fs::remove_dir_all(folder);
}

fn read(bytes: &mut &[u8], count: usize) -> u64 {
    let (number, rest) = bytes.split_at(count);
    *bytes = rest;
    number.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
}

fn read_string(bytes: &mut &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).expect("a zero at the end");
    let text = String::from_utf8(bytes[..end].to_vec()).expect("text");
    *bytes = &bytes[end + 1..];
    text
}

#[test]
fn jitdump_has_code_after_its_lines() {
    let _alone = alone();
    let folder = folder("strict");
    let (_compiler, codes) =
        compiler(MappingMode::Dual, |registrations| registrations.jitdump = Some(folder.clone()));
    let path = folder.join(format!("jit-{}.dump", std::process::id()));
    let dump = std::fs::read(&path).expect("a dump");
    let mut rest = &dump[..];
    let header: Vec<u64> = (0..6).map(|_| read(&mut rest, 4)).collect();
    let machine = if cfg!(target_arch = "aarch64") { 183 } else { 62 };
    assert_eq!(header, [0x4A69_5444, 1, 40, machine, 0, std::process::id().into()]);
    let mut time = read(&mut rest, 8);
    assert_eq!(read(&mut rest, 8), 0, "flags");
    let (mut lines, mut found) = (Vec::new(), Vec::new());
    while !rest.is_empty() {
        let (kind, size, now) = (read(&mut rest, 4), read(&mut rest, 4), read(&mut rest, 8));
        assert!(now >= time, "in order");
        time = now;
        let (mut record, after) = rest.split_at(size as usize - 16);
        rest = after;
        match kind {
            2 => {
                assert!(lines.is_empty(), "lines precede their code");
                let address = read(&mut record, 8);
                for _ in 0..read(&mut record, 8) {
                    let (at, line) = (read(&mut record, 8), read(&mut record, 4));
                    assert_eq!(read(&mut record, 4), 0);
                    assert_eq!(PathBuf::from(read_string(&mut record)), program_path());
                    lines.push((at - address, line));
                }
            }
            0 => {
                assert_eq!(read(&mut record, 4), u64::from(std::process::id()));
                assert_ne!(read(&mut record, 4), 0, "the thread");
                let (vma, address, size) = (read(&mut record, 8), read(&mut record, 8), read(&mut record, 8));
                assert_eq!((vma, read(&mut record, 8)), (address, found.len() as u64));
                let code = &codes[found.len()];
                let name = read_string(&mut record);
                assert_eq!((&name[..], address), (code.name(), code.start().addr() as u64));
                assert_eq!((record.len() as u64, record), (size, &code.instructions()[..]));
                for (offset, line) in lines.drain(..).skip(1) {
                    assert_eq!(code.origin_of(offset as u32).map(|origin| u64::from(origin.0)), Some(line));
                }
                found.push(name);
                record = &[];
            }
            other => panic!("record {other}"),
        }
        assert!(record.is_empty());
    }
    assert_eq!(found, ["outer", "middle", "inner", "spin"]);
    _ = std::fs::remove_dir_all(folder);
}

#[test]
fn map_has_each_address_once() {
    let _alone = alone();
    let (mut compiler, codes) =
        compiler(MappingMode::Toggling, |registrations| registrations.perf_map = true);
    let path = format!("/tmp/perf-{}.map", std::process::id());
    let lines = || std::fs::read_to_string(&path).expect("a map");
    let line =
        |code: &Code| format!("{:x} {:x} {}\n", code.start().addr(), code.instructions().len(), code.name());
    assert_eq!(lines(), codes.iter().map(line).collect::<String>());
    // Freed code stays listed until its address is used again.
    let (before, first) = (lines(), codes[0].start());
    drop(codes);
    assert_eq!(lines(), before);
    let again = compile(&mut compiler, stop as *const u8).expect("compiles");
    assert_eq!(again[0].start(), first, "the address is used again");
    // perf uses the first line of an address.
    let live = |text: String| {
        text.lines()
            .filter(|line| !line.starts_with("0000"))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    assert_eq!(lines().len(), before.len() * 2);
    assert_eq!(live(lines()), again.iter().map(line).collect::<String>());
    _ = std::fs::remove_file(path);
}

#[test]
fn what_cannot_work_is_an_error() {
    let memory = |mode| {
        let options = MemoryOptions { mode: Some(mode), ..MemoryOptions::default() };
        CodeMemory::with_options(options).expect("memory")
    };
    let mut map = Registrations::default();
    map.perf_map = true;
    assert_eq!(memory(MappingMode::Dual).register_with(map), Err(RegistrationError::MappedFile));
    let mut dump = Registrations::default();
    dump.jitdump = Some(PathBuf::from("/nowhere"));
    let error = memory(MappingMode::Dual).register_with(dump).expect_err("no such folder");
    assert!(matches!(error, RegistrationError::File { .. }), "{error}");
}
