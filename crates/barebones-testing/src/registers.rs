//! Registers that tests name.

use barebones::base::{Arch, Reg};
use barebones::host_target;

/// The register of this machine with the role that a register has on x86-64 with System V: argument, caller-saved,
/// callee-saved, frame pointer, and so on.
///
/// # Panics
/// If x86-64 has no such register, or this machine has no code generator.
pub fn host_register(name: &str) -> Reg {
    const ROLES: [(&str, &str); 16] = [
        ("rdi", "x0"),
        ("rsi", "x1"),
        ("rdx", "x2"),
        ("rcx", "x3"),
        ("r8", "x4"),
        ("r9", "x5"),
        ("rax", "x8"),
        ("r10", "x9"),
        ("r11", "x10"),
        ("rbx", "x19"),
        ("r12", "x20"),
        ("r13", "x21"),
        ("r14", "x22"),
        ("r15", "x23"),
        ("rsp", "sp"),
        ("rbp", "x29"),
    ];
    let desc = host_target().expect("a machine with code generation").desc;
    let counterpart = match (desc.arch, name.strip_prefix("xmm")) {
        (Arch::X64, _) => Some(name.to_string()),
        (_, Some(number)) => Some(format!("v{number}")),
        (_, None) => ROLES.iter().find(|(of_x64, _)| *of_x64 == name).map(|(_, here)| (*here).to_string()),
    };
    let reg = counterpart.and_then(|name| desc.names.reg(&name));
    reg.unwrap_or_else(|| panic!("no register {name}"))
}
