//! WASI preview 1 programs.

use super::common::bytes;
use barebones_wasm::wasi::Wasi;
use barebones_wasm::{Config, Engine, Error, Linker, Module, Store};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// A buffer for the output of a program.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A writer may accept fewer bytes than it receives.
        let taken = bytes.len().min(5);
        self.0.lock().expect("no panic").extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Output {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }
}

/// A temporary directory with files, which is removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("barebones-wasi-{}-{name}", std::process::id()));
        std::fs::create_dir_all(path.join("inside/deeper")).expect("room for temporary files");
        std::fs::write(path.join("inside/text"), "content of a file").expect("room for temporary files");
        std::fs::write(path.join("secret"), "secret").expect("room for temporary files");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A leftover directory does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Imports and helper functions of the programs. `$write` writes bytes to standard output, in several calls if
/// necessary. `$number` writes a small number and a space.
const PRELUDE: &str = r#"
    (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_seek" (func $fd_seek (param i32 i64 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_close" (func $fd_close (param i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_open"
        (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "args_sizes_get" (func $args_sizes_get (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "args_get" (func $args_get (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "environ_sizes_get" (func $environ_sizes_get (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "environ_get" (func $environ_get (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
    (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (import "wasi_snapshot_preview1" "fd_prestat_get" (func $prestat (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_readdir" (func $readdir (param i32 i32 i32 i64 i32) (result i32)))
    (memory (export "memory") 1)
    (func $write (param $at i32) (param $len i32)
        (loop $more
            (i32.store (i32.const 0) (local.get $at))
            (i32.store (i32.const 4) (local.get $len))
            (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
            (local.set $at (i32.add (local.get $at) (i32.load (i32.const 8))))
            (local.set $len (i32.sub (local.get $len) (i32.load (i32.const 8))))
            (br_if $more (local.get $len))))
    (func $number (param $n i32)
        (i32.store8 (i32.const 16) (i32.add (i32.const 48) (i32.div_u (local.get $n) (i32.const 10))))
        (i32.store8 (i32.const 17) (i32.add (i32.const 48) (i32.rem_u (local.get $n) (i32.const 10))))
        (i32.store8 (i32.const 18) (i32.const 32))
        (call $write (i32.const 16) (i32.const 3)))
    (func $read (param $fd i32) (param $at i32) (param $len i32) (result i32)
        (i32.store (i32.const 0) (local.get $at))
        (i32.store (i32.const 4) (local.get $len))
        (call $number (call $fd_read (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 20)))
        (i32.load (i32.const 20)))
    (func $open (param $path i32) (param $len i32) (param $flags i32) (result i32)
        (call $number (call $path_open (i32.const 3) (i32.const 1) (local.get $path) (local.get $len)
            (local.get $flags) (i64.const -1) (i64.const -1) (i32.const 0) (i32.const 12)))
        (i32.load (i32.const 12)))
"#;

/// Runs `_start` of a program with this body; returns its output and its result.
fn run(wasi: Wasi, body: &str) -> (String, Result<(), Error>) {
    let text = format!("(module {PRELUDE} {body})");
    let engine = Engine::new(Config::default()).expect("works where tests run");
    let module = Module::new(&engine, &bytes(&text)).expect("compiles");
    let (mut store, mut linker, output) = (Store::new(&engine), Linker::new(), Output::default());
    wasi.stdout(output.clone()).define(&mut store, &mut linker).expect("defines");
    let instance = linker.instantiate(&mut store, &module).expect("everything is defined");
    let result = instance.func(&store, "_start").expect("it is there").call(&mut store, &[]);
    (output.text(), result.map(|_| ()))
}

#[test]
fn arguments_environment_and_exit() {
    let body = r#"(func (export "_start")
        (drop (call $args_sizes_get (i32.const 32) (i32.const 36)))
        (drop (call $args_get (i32.const 64) (i32.const 256)))
        (call $write (i32.const 256) (i32.load (i32.const 36)))
        (call $number (i32.load (i32.const 32)))
        (call $number (i32.sub (i32.load (i32.const 68)) (i32.load (i32.const 64))))
        (drop (call $environ_sizes_get (i32.const 32) (i32.const 36)))
        (drop (call $environ_get (i32.const 64) (i32.const 256)))
        (call $write (i32.load (i32.const 64)) (i32.load (i32.const 36)))
        (call $number (call $args_get (i32.const 65532) (i32.const 256)))
        (call $exit (i32.const 7))
        unreachable)"#;
    let (text, result) = run(Wasi::new().arg("prog").arg("ü").env("HOME", "/x"), body);
    assert_eq!(text, "prog\x00ü\x0002 05 HOME=/x\x0021 ");
    assert_eq!(result.unwrap_err().exit_status(), Some(7));
}

#[test]
fn input_clocks_and_random_numbers() {
    let body = r#"(func (export "_start")
        (call $write (i32.const 1000) (call $read (i32.const 0) (i32.const 1000) (i32.const 100)))
        (drop (call $read (i32.const 0) (i32.const 1000) (i32.const 100)))
        (drop (call $read (i32.const 1) (i32.const 1000) (i32.const 100)))
        (drop (call $read (i32.const 9) (i32.const 1000) (i32.const 100)))
        (call $number (call $clock (i32.const 1) (i64.const 1) (i32.const 64)))
        (call $number (call $clock (i32.const 1) (i64.const 1) (i32.const 72)))
        (call $number (i64.le_u (i64.load (i32.const 64)) (i64.load (i32.const 72))))
        (call $number (call $clock (i32.const 0) (i64.const 1) (i32.const 64)))
        (call $number (i64.gt_u (i64.load (i32.const 64)) (i64.const 1700000000000000000)))
        (call $number (call $clock (i32.const 9) (i64.const 1) (i32.const 64)))
        (call $number (call $random (i32.const 128) (i32.const 32)))
        (call $number (i64.ne (i64.load (i32.const 128)) (i64.load (i32.const 136))))
        (call $number (call $random (i32.const 65535) (i32.const 2))))"#;
    let (text, result) = run(Wasi::new().stdin(&b"some input"[..]), body);
    assert_eq!(text, "00 some input00 76 08 00 00 01 00 01 28 00 01 21 ");
    result.expect("returns");
}

#[test]
fn files_below_a_directory_can_be_read() {
    let folder = Folder::new("files");
    let body = r#"
        (data (i32.const 2000) "text" "../secret" "/etc/passwd" "nothing" "deeper/../text" "deeper")
        (func (export "_start") (local $fd i32)
            (local.set $fd (call $open (i32.const 2000) (i32.const 4) (i32.const 0)))
            (call $number (local.get $fd))
            (drop (call $fd_seek (local.get $fd) (i64.const 8) (i32.const 0) (i32.const 64)))
            (call $write (i32.const 1000) (call $read (local.get $fd) (i32.const 1000) (i32.const 100)))
            (call $number (call $fd_close (local.get $fd)))
            (call $number (call $fd_close (local.get $fd)))
            (drop (call $open (i32.const 2004) (i32.const 9) (i32.const 0)))
            (drop (call $open (i32.const 2013) (i32.const 11) (i32.const 0)))
            (drop (call $open (i32.const 2024) (i32.const 7) (i32.const 0)))
            (drop (call $open (i32.const 2031) (i32.const 14) (i32.const 0)))
            (drop (call $open (i32.const 2024) (i32.const 7) (i32.const 1)))
            (drop (call $open (i32.const 2000) (i32.const 4) (i32.const 2)))
            (drop (call $open (i32.const 2045) (i32.const 6) (i32.const 2)))
            (call $number (call $prestat (i32.const 3) (i32.const 64)))
            (call $number (call $prestat (i32.const 4) (i32.const 64)))
            (call $number (call $readdir (i32.const 3) (i32.const 4000) (i32.const 1000) (i64.const 2) (i32.const 64)))
            (call $write (i32.const 4024) (i32.const 6))
            (call $number (i32.load (i32.const 64))))"#;
    let (text, result) = run(Wasi::new().directory("/data", folder.0.join("inside")), body);
    // open, fd, read, content, two closes; outside, absolute, missing, inside, create, not a directory, directory;
    // prestat of the first directory and of a file; the entries after `.` and `..`, and their size.
    let expected = "00 04 00 of a file00 08 76 76 44 00 69 54 00 00 08 00 deeper58 ";
    assert_eq!(text, expected);
    result.expect("returns");
}

/// Opens symbolic links, with and without following them, and a socket.
#[cfg(unix)]
#[test]
fn symbolic_links_do_not_escape() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    let at = |name: &str| folder.0.join("inside").join(name);
    symlink(folder.0.join("secret"), at("file")).expect("links");
    symlink(&folder.0, at("tree")).expect("links");
    symlink("text", at("good")).expect("links");
    symlink("self", at("self")).expect("links");
    let _socket = std::os::unix::net::UnixListener::bind(at("sock")).expect("sockets");
    let body = r#"
        (data (i32.const 2000) "filetreegoodselfsocktext")
        (data (i32.const 2100) "tree/secret")
        (func $try (param $follow i32) (param $path i32) (param $len i32)
            (call $number (call $path_open (i32.const 3) (local.get $follow) (local.get $path) (local.get $len)
                (i32.const 0) (i64.const -1) (i64.const -1) (i32.const 0) (i32.const 12))))
        (func $all (param $follow i32)
            (call $try (local.get $follow) (i32.const 2000) (i32.const 4))
            (call $try (local.get $follow) (i32.const 2004) (i32.const 4))
            (call $try (local.get $follow) (i32.const 2008) (i32.const 4))
            (call $try (local.get $follow) (i32.const 2012) (i32.const 4))
            (call $try (local.get $follow) (i32.const 2016) (i32.const 4))
            (call $try (local.get $follow) (i32.const 2020) (i32.const 4))
            (call $try (local.get $follow) (i32.const 2100) (i32.const 11)))
        (func (export "_start") (call $all (i32.const 1)) (call $all (i32.const 0)))"#;
    let (text, result) = run(Wasi::new().directory("/data", folder.0.join("inside")), body);
    // A file and a directory outside, a file inside, a link to itself, a socket, a file; a file in a directory
    // outside.
    assert_eq!(text, "76 76 00 32 58 00 76 32 32 32 32 58 00 76 ");
    result.expect("returns");
}

#[test]
fn program_numbers_do_not_overflow() {
    let folder = Folder::new("numbers");
    // The lengths of two buffers of 2 GiB overflow a `u32`; if one is a byte shorter, they do not. There are 5 bytes
    // of input. The two strings with their zeros take 5 bytes: they end at the end of the memory, or one byte past
    // it.
    let body = r#"(func (export "_start")
        (call $number (i32.eq (memory.grow (i32.const 65535)) (i32.const 1)))
        (call $number (call $readdir (i32.const 3) (i32.const 4000) (i32.const 1000) (i64.const -1) (i32.const 64)))
        (call $number (i32.load (i32.const 64)))
        (i32.store (i32.const 100) (i32.const 0))
        (i32.store (i32.const 104) (i32.const 0x80000000))
        (i32.store (i32.const 108) (i32.const 0x80000000))
        (i32.store (i32.const 112) (i32.const 0x80000000))
        (call $number (call $fd_write (i32.const 1) (i32.const 100) (i32.const 2) (i32.const 64)))
        (call $number (call $fd_read (i32.const 0) (i32.const 100) (i32.const 2) (i32.const 64)))
        (i32.store (i32.const 100) (i32.const 4000))
        (i32.store (i32.const 112) (i32.const 0x7FFFFFFF))
        (call $number (call $fd_read (i32.const 0) (i32.const 100) (i32.const 2) (i32.const 64)))
        (call $number (i32.load (i32.const 64)))
        (call $number (call $args_get (i32.const 200) (i32.const -5)))
        (call $write (i32.const -5) (i32.const 5))
        (call $number (call $args_get (i32.const 200) (i32.const -4))))"#;
    let wasi =
        Wasi::new().arg("one").arg("").stdin(&b"input"[..]).directory("/data", folder.0.join("inside"));
    let (text, result) = run(wasi, body);
    assert_eq!(text, "01 00 00 28 28 00 05 00 one\0\x0021 ");
    result.expect("returns");
}

/// Helper functions for waiting: `$subscribe` adds a subscription; `$events` waits and writes the events.
const POLL: &str = r#"
    (func $subscribe (param $n i32) (param $kind i32) (param $what i32) (param $time i64) (param $flags i32)
        (local $at i32)
        (local.set $at (i32.add (i32.const 3000) (i32.mul (local.get $n) (i32.const 48))))
        (i64.store (local.get $at) (i64.extend_i32_u (i32.add (i32.const 50) (local.get $n))))
        (i32.store8 offset=8 (local.get $at) (local.get $kind))
        (i32.store offset=16 (local.get $at) (local.get $what))
        (i64.store offset=24 (local.get $at) (local.get $time))
        (i32.store16 offset=40 (local.get $at) (local.get $flags)))
    (func $events (param $n i32) (local $at i32)
        (call $number (call $poll (i32.const 3000) (i32.const 4000) (local.get $n) (i32.const 64)))
        (call $number (i32.load (i32.const 64)))
        (local.set $at (i32.const 4000))
        (loop $more
            (if (i32.load (i32.const 64)) (then
                (call $number (i32.wrap_i64 (i64.load (local.get $at))))
                (call $number (i32.load16_u offset=8 (local.get $at)))
                (call $number (i32.load8_u offset=10 (local.get $at)))
                (call $number (i32.wrap_i64 (i64.load offset=16 (local.get $at))))
                (local.set $at (i32.add (local.get $at) (i32.const 32)))
                (i32.store (i32.const 64) (i32.sub (i32.load (i32.const 64)) (i32.const 1)))
                (br $more)))))"#;

#[test]
fn programs_sleep() {
    // Twenty milliseconds and an hour; then past times of both clocks; then a future time.
    let body = r#"(func (export "_start")
        (drop (call $clock (i32.const 1) (i64.const 1) (i32.const 72)))
        (call $subscribe (i32.const 0) (i32.const 0) (i32.const 1) (i64.const 3600000000000) (i32.const 0))
        (call $subscribe (i32.const 1) (i32.const 0) (i32.const 0) (i64.const 20000000) (i32.const 0))
        (call $events (i32.const 2))
        (drop (call $clock (i32.const 1) (i64.const 1) (i32.const 80)))
        (call $number (i64.ge_u (i64.sub (i64.load (i32.const 80)) (i64.load (i32.const 72))) (i64.const 20000000)))
        (call $subscribe (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 1700000000000000000) (i32.const 1))
        (call $subscribe (i32.const 1) (i32.const 0) (i32.const 1) (i64.const 0) (i32.const 1))
        (call $events (i32.const 2))
        (call $subscribe (i32.const 0) (i32.const 0) (i32.const 1)
            (i64.add (i64.load (i32.const 80)) (i64.const 30000000)) (i32.const 1))
        (call $events (i32.const 1))
        (drop (call $clock (i32.const 1) (i64.const 1) (i32.const 72)))
        (call $number
            (i64.ge_u (i64.sub (i64.load (i32.const 72)) (i64.load (i32.const 80))) (i64.const 30000000))))"#;
    let (text, result) = run(Wasi::new(), &format!("{POLL}{body}"));
    assert_eq!(text, "00 01 51 00 00 00 01 00 02 50 00 00 00 51 00 00 00 00 01 50 00 00 00 01 ");
    result.expect("returns");
}

#[test]
fn descriptors_are_ready_at_once() {
    let folder = Folder::new("poll");
    // Output, an hour, a file of 17 bytes; then invalid subscriptions; then invalid lists.
    let body = r#"(data (i32.const 2000) "text")
        (func (export "_start")
        (drop (call $open (i32.const 2000) (i32.const 4) (i32.const 0)))
        (call $subscribe (i32.const 0) (i32.const 2) (i32.const 1) (i64.const 0) (i32.const 0))
        (call $subscribe (i32.const 1) (i32.const 0) (i32.const 1) (i64.const 3600000000000) (i32.const 0))
        (call $subscribe (i32.const 2) (i32.const 1) (i32.const 4) (i64.const 0) (i32.const 0))
        (call $events (i32.const 3))
        (call $subscribe (i32.const 0) (i32.const 1) (i32.const 9) (i64.const 0) (i32.const 0))
        (call $subscribe (i32.const 1) (i32.const 0) (i32.const 9) (i64.const 3600000000000) (i32.const 0))
        (call $subscribe (i32.const 2) (i32.const 2) (i32.const 4) (i64.const 0) (i32.const 0))
        (call $subscribe (i32.const 3) (i32.const 1) (i32.const 1) (i64.const 0) (i32.const 0))
        (call $subscribe (i32.const 4) (i32.const 7) (i32.const 0) (i64.const 0) (i32.const 0))
        (call $events (i32.const 5))
        (call $number (call $poll (i32.const 3000) (i32.const 4000) (i32.const 0) (i32.const 64)))
        (call $number (call $poll (i32.const 3000) (i32.const 4000) (i32.const -1) (i32.const 64)))
        (call $number (call $poll (i32.const 65489) (i32.const 4000) (i32.const 1) (i32.const 64)))
        (call $number (call $poll (i32.const 3000) (i32.const 65505) (i32.const 1) (i32.const 64)))
        (call $number (call $poll (i32.const 3000) (i32.const 4000) (i32.const 1) (i32.const -1))))"#;
    let wasi = Wasi::new().directory("/data", folder.0.join("inside"));
    let (text, result) = run(wasi, &format!("{POLL}{body}"));
    let ready = "00 00 02 50 00 02 01 52 00 01 17 ";
    let wrong = "00 05 50 08 01 00 51 28 00 00 52 69 02 00 53 76 01 00 54 28 07 00 ";
    assert_eq!(text, format!("{ready}{wrong}28 28 21 21 21 "));
    result.expect("returns");
}

#[test]
fn sleeping_programs_can_be_interrupted() {
    let text = r#"(module
        (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
        (memory (export "memory") 1)
        (func (export "sleep") (result i32)
            (i32.store (i32.const 16) (i32.const 1))
            (i64.store (i32.const 24) (i64.const -1))
            (call $poll (i32.const 0) (i32.const 100) (i32.const 1) (i32.const 64))))"#;
    let mut config = Config::default();
    config.interruption = true;
    let engine = Engine::new(config).expect("works where tests run");
    let module = Module::new(&engine, &bytes(text)).expect("compiles");
    let (mut store, mut linker) = (Store::new(&engine), Linker::new());
    Wasi::new().define(&mut store, &mut linker).expect("defines");
    let instance = linker.instantiate(&mut store, &module).expect("everything is defined");
    let handle = store.interrupt_handle().expect("configured");
    let other = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(30));
        handle.interrupt();
    });
    let sleep = instance.func(&store, "sleep").expect("it is there");
    assert_eq!(sleep.call(&mut store, &[]).expect("it returns"), [barebones_wasm::Val::I32(27)]);
    other.join().expect("no panic");
}
