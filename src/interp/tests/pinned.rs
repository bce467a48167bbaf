//! Pinned registers: shared by calls, preserved by calls, and their initial values.

use super::*;
use crate::base::{Effects, Reg, SymbolId};
use crate::ir::{CallData, ValueId};

const PIN: Reg = Reg::gp(12);
const FLOAT: Reg = Reg::fp(8);
const C_CONV: ConvId = ConvId::new(0);

/// A procedure with this convention and pinned registers.
fn pinned(name: &str, conv: ConvId, pins: &[Reg]) -> (Procedure, BlockId) {
    let mut proc = Procedure::with_convention(&Target::baseline(&MACHINE), conv);
    proc.name = name.to_string();
    pins.iter().for_each(|pin| proc.pin_register(*pin));
    let root = proc.add_block();
    (proc, root)
}

fn call(proc: &mut Procedure, root: BlockId, name: &str, conv: ConvId, by_address: bool) {
    let symbol = proc.symbol(name);
    let data = CallData {
        conv,
        callee: SymbolId::INVALID,
        variadic_start: None,
        effects: Effects::for_call(),
        exceptional: false,
        state: crate::base::StateId::INVALID,
    };
    match by_address {
        true => {
            let address: ValueId = proc.at(root).symbol_address(symbol);
            proc.at(root).ccall_with(Type::Void, address, &[], data)
        }
        false => proc.at(root).ccall_with(Type::Void, symbol, &[], data),
    };
}

/// `main` sets its register to 5, calls `set` once or twice, which adds 37, and returns the register.
fn adds(caller: ConvId, callee: ConvId, pins: &[Reg], calls: usize, by_address: bool) -> [Procedure; 2] {
    let (mut main, root) = pinned("main", caller, &[PIN]);
    let five = main.at(root).const64(5);
    main.at(root).set_pinned(five, PIN);
    (0..calls).for_each(|_| call(&mut main, root, "set", callee, by_address));
    let found = main.at(root).get_pinned(PIN);
    main.at(root).ret([found]);
    let (mut set, root) = pinned("set", callee, pins);
    if pins.contains(&PIN) {
        let mut b = set.at(root);
        let more = b.const64(37);
        let found = b.get_pinned(PIN);
        let sum = b.add(found, more);
        b.set_pinned(sum, PIN);
    }
    set.at(root).ret([]);
    [main, set]
}

#[test]
fn calls_share_or_preserve_pinned_registers() {
    for (caller, by_address) in [(C_CONV, false), (C_CONV, true), (OTHER_CONV, false), (OTHER_CONV, true)] {
        assert_eq!(result(&adds(caller, OTHER_CONV, &[PIN], 1, by_address), &[]), 42);
        assert_eq!(result(&adds(caller, OTHER_CONV, &[PIN], 2, by_address), &[]), 79);
        assert_eq!(result(&adds(caller, C_CONV, &[PIN], 2, by_address), &[]), 5);
        assert_eq!(result(&adds(caller, C_CONV, &[FLOAT], 2, by_address), &[]), 5);
    }
}

#[test]
fn a_sharing_callee_has_the_same_pinned_registers() {
    for pins in [&[][..], &[FLOAT], &[PIN, FLOAT]] {
        undefined(
            run(&adds(C_CONV, OTHER_CONV, pins, 1, false), &[]),
            "pinned registers of the callee differ",
        );
        undefined(
            run(&adds(C_CONV, OTHER_CONV, pins, 1, true), &[]),
            "pinned registers of the callee differ",
        );
    }
}

/// A callee with another convention gets its caller's values in the registers both have, and none in the others.
#[test]
fn initial_values_are_the_callers() {
    for (pins, known) in [(&[PIN][..], true), (&[PIN, FLOAT], true), (&[FLOAT], false)] {
        let (mut main, root) = pinned("main", C_CONV, pins);
        if pins.contains(&PIN) {
            let nine = main.at(root).const64(9);
            main.at(root).set_pinned(nine, PIN);
        }
        let symbol = main.symbol("sees");
        let found = main.at(root).ccall(I64, symbol, &[]);
        main.at(root).ret([found]);
        let (mut sees, root) = pinned("sees", C_CONV, &[PIN]);
        let found = sees.at(root).get_pinned(PIN);
        sees.at(root).ret([found]);
        let execution = run(&[main, sees], &[]);
        assert_eq!(execution.unspecified.is_none(), known);
        assert_eq!(returned(execution), [if known { 9 } else { 0 }]);
    }
}

/// Registers are unspecified until they are set, unless the host provides a value.
#[test]
fn the_host_sets_initial_values() {
    struct Registers(SandboxHost);
    impl Host for Registers {
        fn load(&mut self, address: u64, bytes: u32) -> Result<u64, Fault> {
            self.0.load(address, bytes)
        }
        fn store(&mut self, address: u64, bytes: u32, bits: u64) -> Result<(), Fault> {
            self.0.store(address, bytes, bits)
        }
        fn copy(&mut self, destination: u64, source: u64, count: u64) -> Result<(), Fault> {
            self.0.copy(destination, source, count)
        }
        fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault> {
            self.0.fill(destination, byte, count)
        }
        fn stack(&self) -> std::ops::Range<u64> {
            self.0.stack()
        }
        fn symbol(&mut self, name: &str) -> Option<u64> {
            self.0.symbol(name)
        }
        fn call(&mut self, call: &ExternCall<'_>) -> Result<Reply, HostError> {
            self.0.call(call)
        }
        fn register(&mut self, reg: Reg) -> Option<u64> {
            (reg == PIN).then_some(77)
        }
    }
    let (mut main, root) = pinned("main", OTHER_CONV, &[PIN, FLOAT]);
    let found = main.at(root).get_pinned(PIN);
    main.at(root).ret([found]);
    let main = [main];
    let execution = run_with(&main, &[], &mut Registers(SandboxHost::new()), Limits::default());
    assert_eq!((execution.unspecified, returned(execution)), (None, vec![77]));
    assert!(run(&main, &[]).unspecified.is_some());
}

/// Memory does not grow with the number of calls.
#[test]
fn memory_of_private_pinned_registers_is_reused() {
    assert_eq!(result(&adds(C_CONV, C_CONV, &[PIN, FLOAT], 1000, false), &[]), 5);
}
