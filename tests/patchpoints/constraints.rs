//! One constraint at a time.

use super::support::*;
use barebones::base::Type;
use barebones::ir::Outcome;
use barebones::patchpoint::Constraint;

const INPUTS: &[&[u64]] = &[&[1, 2], &[u64::MAX, 1], &[0, 0], &[1 << 63, 1 << 32]];

#[test]
fn simple_patchpoint() {
    let mut proc = procedure();
    let [x, y] = arguments(&mut proc, [Type::Int64; 2]);
    let sum = proc
        .patchpoint(ROOT, Type::Int64)
        .input(x, Constraint::SomeRegister)
        .input(y, Constraint::SomeRegister)
        .meaning(|args| Outcome::Results(vec![args[0].wrapping_add(args[1])]))
        .generator("add", |masm, params| {
            masm.add64(params.gpr(0)?, params.gpr(1)?, params.gpr(2)?);
            Ok(())
        })
        .append();
    proc.add_return(ROOT, Some(sum));
    check(&proc, INPUTS);
}
