//! Tests of trap reports from a child process.

use super::*;
use crate::base::{ExitId, Origin, TrapCode};
use crate::isa::TrapSite;
use crate::jit::{TrapReport, install_trap_reporter};

/// Calls the code in a child process with the reporter installed.
fn report_of(code: &Code, argument: i64) -> Option<TrapReport> {
    // SAFETY: undefined operations of the code are trap sites, which the reporter handles.
    let typed = unsafe { code.typed::<LongToLong>() }.expect("the types of the code");
    let mut pipe = [0; 2];
    // SAFETY: the array has room for two descriptors.
    assert_eq!(unsafe { libc::pipe(pipe.as_mut_ptr()) }, 0);
    // SAFETY: the child runs this thread only, and takes no lock of another.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: nothing else in the child uses these signals.
        let installed = unsafe { install_trap_reporter(pipe[1]) };
        typed.call(argument);
        // SAFETY: ends the child without running the parent's exit handlers.
        unsafe { libc::_exit(if installed.is_ok() { 0 } else { 1 }) };
    }
    let (mut bytes, mut status) = ([0; TrapReport::SIZE], 0);
    // SAFETY: this function owns the pipe; `bytes` and `status` are valid for writes.
    let (len, waited) = unsafe {
        libc::close(pipe[1]);
        let len = libc::read(pipe[0], bytes.as_mut_ptr().cast(), bytes.len());
        libc::close(pipe[0]);
        (len, libc::waitpid(child, &mut status, 0))
    };
    assert!(waited == child && libc::WIFEXITED(status), "{status:#x}");
    match libc::WEXITSTATUS(status) {
        TrapReport::EXIT_STATUS => {
            assert_eq!(len, TrapReport::SIZE as isize);
            Some(TrapReport::from_bytes(bytes))
        }
        status => {
            assert_eq!((status, len), (0, 0));
            None
        }
    }
}

#[test]
fn a_child_reports_where_it_trapped() {
    in_both_modes(|memory| {
        // `mov rax, [rdi]; test rax, rax; je over; ud2; over: ret`.
        let mut code = compiled(&[0x48, 0x8B, 0x07, 0x48, 0x85, 0xC0, 0x74, 2, 0x0F, 0x0B, 0xC3]);
        let site = |offset, code| TrapSite {
            offset,
            code,
            origin: Origin(offset),
            exit: ExitId::INVALID,
            has_frame: true,
        };
        code.trap_sites = vec![site(0, TrapCode::NullReference), site(8, TrapCode::User(3))];
        let code = link_one(&memory, &code, &long_to_long()).expect("links");
        let (zero, one) = (0i64, 1i64);
        assert_eq!(report_of(&code, &raw const zero as i64), None);

        let report = report_of(&code, &raw const one as i64).expect("ud2");
        assert_eq!(report.signal, libc::SIGILL);
        let at = |report: TrapReport| code.trap_at(std::ptr::without_provenance(report.pc as usize));
        assert_eq!(at(report), Some(site(8, TrapCode::User(3))));

        let report = report_of(&code, 8).expect("a null reference");
        assert_eq!((report.signal, report.address), (libc::SIGSEGV, 8));
        assert_eq!(at(report), Some(site(0, TrapCode::NullReference)));
    });
}

#[test]
fn a_stack_overflow_is_reported() {
    // `call itself`.
    let memory = CodeMemory::new().expect("works where tests run");
    let code = link_one(&memory, &compiled(&[0xE8, 0xFB, 0xFF, 0xFF, 0xFF]), &long_to_long()).expect("links");
    let report = report_of(&code, 0).expect("the stack ends somewhere");
    assert_eq!((report.signal, report.pc), (libc::SIGSEGV, code.entry() as u64));
}
