//! Tests of code memory with the system: limits, protections, processes.

use super::*;
use crate::jit::{Definition, Linker};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

fn resident_pages() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux has it");
    text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("the second number")
}

#[test]
fn linking_and_dropping_does_not_grow() {
    const NAME: &str = "system::linking_and_dropping_does_not_grow";
    if !is_child(NAME) {
        return in_child(NAME);
    }
    for (mode, cycles) in [(MappingMode::Dual, 100_000), (MappingMode::Toggling, 20_000)] {
        let memory = memory_in(mode);
        let signature = long_to_long();
        let codes = [5, 3000, 70, 9000, 400].map(|size| adding(1, size));
        let cycle = |i: usize| {
            let code = link_one(&memory, &codes[i % codes.len()], &signature).expect("links");
            assert_eq!(code.bytes()[4], 0xC3);
            code
        };
        let mut kept = None;
        (0..1000).for_each(|i| kept = Some(cycle(i)));
        resident_pages(); // its own code is resident, too, after the first call
        let before = resident_pages();
        (0..cycles).for_each(|i| kept = Some(cycle(i)));
        let growth = resident_pages().saturating_sub(before);
        assert!(growth <= 4, "{mode:?}: {growth} pages more");
        assert!(memory.stats().committed <= 128 << 10);
        drop(kept);
        assert_eq!(memory.stats().used, 0);
    }
}

#[test]
fn an_address_space_limit_is_an_error() {
    const NAME: &str = "system::an_address_space_limit_is_an_error";
    if !is_child(NAME) {
        return in_child(NAME);
    }
    for mode in [MappingMode::Dual, MappingMode::Toggling] {
        let memory = memory_in(mode);
        let signature = long_to_long();
        let code = adding(1, 600_000);
        let mut codes = Vec::with_capacity(1000);
        let old = limit_address_space(40 << 20);
        let error = loop {
            match link_one(&memory, &code, &signature) {
                Ok(code) => codes.push(code),
                Err(error) => break error,
            }
        };
        assert!(
            matches!(
                error,
                LinkError::Memory(crate::jit::MemoryError::Refused { os_error: Some(libc::ENOMEM), .. })
            ),
            "{error}"
        );
        let mapped = memory.stats().reserved * if mode == MappingMode::Dual { 2 } else { 1 };
        assert!(mapped > 30 << 20 && mapped <= 40 << 20, "{mapped}");
        assert!(codes.len() * 600_000 > memory.stats().reserved * 3 / 4);
        codes.clear();
        assert_eq!(memory.stats().used, 0);
        link_one(&memory, &code, &signature).expect("memory is free again");
        drop(memory);
        set_address_space(old);
    }
}

/// Limits this process to mapping `more` additional bytes. Returns the old limit.
fn limit_address_space(more: u64) -> libc::rlimit {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux has it");
    let pages: u64 = text.split(' ').next().and_then(|pages| pages.parse().ok()).expect("the first number");
    let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `old` is valid for writes.
    assert_eq!(unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut old) }, 0);
    set_address_space(libc::rlimit { rlim_cur: pages * 4096 + more, ..old });
    old
}

fn set_address_space(limit: libc::rlimit) {
    // SAFETY: `limit` is valid for reads.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) }, 0);
}

#[test]
fn a_file_size_limit_is_no_signal() {
    const NAME: &str = "system::a_file_size_limit_is_no_signal";
    if !is_child(NAME) {
        return in_child(NAME);
    }
    // The output of the test harness goes to a pipe, to which the limit does not apply.
    let limit = libc::rlimit { rlim_cur: 5 << 20, rlim_max: libc::RLIM_INFINITY };
    let memory = memory_in(MappingMode::Dual);
    // SAFETY: `limit` is valid for reads.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &limit) }, 0);
    let _code = link_one(&memory, &adding(1, 0), &long_to_long()).expect("links");
    assert_eq!(memory.stats().reserved, 4 << 20);
}

#[test]
fn toggling_is_the_fallback_without_dual_mapping() {
    const NAME: &str = "system::toggling_is_the_fallback_without_dual_mapping";
    if !is_child(NAME) {
        return in_child(NAME);
    }
    let limit = libc::rlimit { rlim_cur: 0, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: `limit` is valid for reads.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &limit) }, 0);
    let dual = MemoryOptions { mode: Some(MappingMode::Dual), ..MemoryOptions::default() };
    assert!(CodeMemory::with_options(dual).is_err(), "there can be no file");
    let memory = CodeMemory::new().expect("anonymous memory");
    assert_eq!(memory.mode(), MappingMode::Toggling);
    assert!(add_works(&memory));
}

#[test]
fn a_process_that_may_not_gain_execution_maps_twice() {
    const NAME: &str = "system::a_process_that_may_not_gain_execution_maps_twice";
    const PR_MDWE_REFUSE_EXEC_GAIN: libc::c_ulong = 1;
    if !is_child(NAME) {
        return in_child(NAME);
    }
    let zero: libc::c_ulong = 0;
    // SAFETY: it only restricts this process.
    if unsafe { libc::prctl(libc::PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, zero, zero, zero) } != 0 {
        return; // Linux before 6.3
    }
    let toggling = MemoryOptions { mode: Some(MappingMode::Toggling), ..MemoryOptions::default() };
    assert!(CodeMemory::with_options(toggling).is_err(), "pages may not become executable");
    let memory = CodeMemory::new().expect("files may be mapped executable");
    assert_eq!(memory.mode(), MappingMode::Dual);
    assert!(add_works(&memory));
    assert_eq!(writable_and_executable(), [""; 0]);
}

fn add_works(memory: &CodeMemory) -> bool {
    let code = link_one(memory, &adding(1, 0), &long_to_long()).expect("links");
    // SAFETY: the code is a pure function of these types.
    unsafe { code.typed::<LongToLong>() }.expect("the types of the code").call(1) == 2
}

/// Lines of the memory map that are both writable and executable.
fn writable_and_executable() -> Vec<String> {
    let text = std::fs::read_to_string("/proc/self/maps").expect("Linux has it");
    let both = |line: &&str| {
        let permissions = line.split(' ').nth(1).expect("permissions");
        permissions.contains('w') && permissions.contains('x')
    };
    text.lines().filter(both).map(String::from).collect()
}

#[test]
fn no_address_is_writable_and_executable() {
    in_both_modes(|memory| {
        let done = AtomicBool::new(false);
        let signature = long_to_long();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut kept = Vec::new();
                for i in 0..2000usize {
                    kept.push(link_one(&memory, &adding(1, i), &signature).expect("links"));
                    if i % 3 == 0 {
                        kept.swap_remove(i / 2 % kept.len());
                    }
                }
                done.store(true, Relaxed);
            });
            while !done.load(Relaxed) {
                assert_eq!(writable_and_executable(), [""; 0]);
            }
        });
    });
}

/// Forks a child that calls a function, for [`returned_true`].
fn forked(run: impl FnOnce() -> bool) -> libc::pid_t {
    // SAFETY: the child does not wait for other threads: the tests have their own memory.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let status = if run() { 7 } else { 8 };
        // SAFETY: ends the child without running the parent's exit handlers.
        unsafe { libc::_exit(status) };
    }
    child
}

/// Waits for a child.
fn returned_true(child: libc::pid_t) -> bool {
    let mut status = 0;
    // SAFETY: `status` is valid for writes.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 7
}

/// The parent frees code that a child would run. The child has a copy only of memory that is mapped once.
#[test]
fn a_forked_child_has_a_copy_of_toggled_code() {
    in_both_modes(|memory| {
        let code = link_one(&memory, &adding(1, 0), &long_to_long()).expect("links");
        assert!(!code.is_shared_with_parent());
        // SAFETY: the code is a pure function of these types.
        let typed = unsafe { code.typed::<LongToLong>() }.expect("the types of the code");
        let mut pipe = [0; 2];
        // SAFETY: the array has room for two descriptors.
        assert_eq!(unsafe { libc::pipe(pipe.as_mut_ptr()) }, 0);
        let is_shared = memory.mode() == MappingMode::Dual;
        let child = forked(|| {
            let mut byte = 0_u8;
            // SAFETY: `byte` is valid for writes.
            let read = unsafe { libc::read(pipe[0], (&raw mut byte).cast(), 1) };
            read == 1 && code.is_shared_with_parent() == is_shared && (is_shared || typed.call(1) == 2)
        });
        drop((typed, code));
        assert_eq!(memory.stats().used, 0);
        // SAFETY: writes a byte of a string; this function owns the pipe.
        unsafe {
            assert_eq!(libc::write(pipe[1], c"x".as_ptr().cast(), 1), 1);
            assert_eq!(pipe.map(|end| libc::close(end)), [0, 0]);
        }
        assert!(returned_true(child), "{:?}", memory.mode());
    });
}

/// The slots of the parent's blocks cannot be written.
#[test]
fn a_forked_child_declares_functions() {
    in_both_modes(|memory| {
        let linker = Linker::new(Arc::new(memory));
        let declare = |name: &str| linker.declare(name, &long_to_long(), &SYSV);
        let _parents = declare("parents").expect("there is memory");
        let child = forked(|| {
            let (code, signature) = (adding(2, 0), long_to_long());
            let procedure = linkable("new", &code, &signature);
            let definition = Definition { procedure, symbols: &[], uses: &[], exit_handler: None };
            let (Ok(_), Ok(defined)) = (declare("new"), linker.define(&definition)) else { return false };
            let thread = linker.register_thread();
            // SAFETY: the code is a pure function of these types.
            let typed = unsafe { defined.typed::<LongToLong>() }.expect("the types of the code");
            typed.call(&thread, 1) == 3
        });
        assert!(returned_true(child));
        drop(declare("another").expect("there is memory"));
    });
}

#[test]
fn a_forked_child_leaves_its_parents_code_alone() {
    in_both_modes(|memory| {
        let signature = long_to_long();
        let code = link_one(&memory, &adding(1, 0), &signature).expect("links");
        let entry = code.entry();
        // SAFETY: the code is a pure function of these types.
        let typed = || unsafe { code.typed::<LongToLong>() }.expect("the types of the code");
        // SAFETY: the child does not wait for other threads: this test has its own memory.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let mut right = typed().call(1) == 2;
            drop(code);
            let new = link_one(&memory, &adding(2, 0), &signature).expect("links");
            // SAFETY: the code is a pure function of these types.
            right &= unsafe { new.typed::<LongToLong>() }.expect("the types of the code").call(1) == 3;
            right &= (new.entry() == entry) == (memory.mode() == MappingMode::Toggling);
            drop((new, memory));
            // SAFETY: ends the child without running the parent's exit handlers.
            unsafe { libc::_exit(if right { 7 } else { 8 }) };
        }
        let mut status = 0;
        // SAFETY: `status` is valid for writes.
        assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 7, "{status:#x}");
        assert_eq!((typed().call(1), code.bytes()[..4].to_vec()), (2, vec![0x48, 0x8D, 0x47, 1]));
    });
}
