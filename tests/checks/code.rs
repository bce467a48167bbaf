//! What the code is: the hot path, traps, and generators that leave by returning.

use super::support::*;
use barebones::base::TrapCode;
use barebones::ir::{Opcode, Stackmap};

/// Without generator and without state there is nobody to ask.
#[test]
fn without_generator_and_state_it_traps() {
    for (opcode, code) in
        [(Opcode::CheckAdd, TrapCode::IntegerOverflow), (Opcode::Check, TrapCode::Unreachable)]
    {
        let (mut proc, [a, b]) = procedure([I32, I32]);
        let own = if opcode == Opcode::Check { vec![a] } else { vec![a, b] };
        let ty = if opcode == Opcode::Check { barebones::base::Type::Void } else { I32 };
        proc.add_stackmap_value(ROOT, opcode, ty, &own, Stackmap::default());
        proc.add_return(ROOT, Some(b));
        for options in ways() {
            let mut compiler =
                barebones::Compiler::with_options(options).expect("a machine with code generation");
            let compiled = compiler.compile(proc.clone()).expect("it can be compiled");
            assert_eq!(run(&compiled, &[MAX32, MAX32], &[]), End::Trapped(code));
            assert_eq!(run(&compiled, &[0, 5], &[]), End::Returned(vec![5]));
        }
    }
}
