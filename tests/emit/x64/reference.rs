//! What each opcode computes, from the effects of its row.

use super::operands::{Case, switches};
use barebones::air::{Arg, Form, Opcode};
use barebones::base::Width;
use barebones::base::semantics::Effect;
use barebones_testing::machine::operators::{Leaf, NoResult, Value, evaluate};

/// The outcome of an instruction.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The results in definition order, and the number of the successor.
    Results(Vec<u128>, Option<u32>),
    Traps,
}

/// Executes an instruction with these operands, addresses of which are passed as their value. `None` if what it
/// computes is not in its row.
pub(crate) fn execute(form: &Form, case: &Case, values: &[u128]) -> Option<Outcome> {
    // The cases test the first entry.
    if form.opcode == Opcode::EntrySwitch {
        return Some(Outcome::Results(vec![], Some(case.successors[0])));
    }
    let value = |number: u8, width: Width| Value::new(values[usize::from(number)], width);
    let mut leaf = |leaf: Leaf| match leaf {
        Leaf::Operand(number) => Ok(value(number, form.operands[usize::from(number)].width)),
        Leaf::Address(number) => Ok(value(number, Width::W64)),
        Leaf::Table(_) | Leaf::Flags | Leaf::StackPointer => Err(NoResult::Fault),
    };
    let (mut results, mut successor) = (Vec::new(), None);
    for effect in form.semantics.effects() {
        let value = match effect.value().map(|value| evaluate(value, &case.args, &mut leaf)) {
            Some(Ok(value)) => value,
            Some(Err(_)) => return Some(Outcome::Traps),
            None => Value { bits: 0, width: None },
        };
        match *effect {
            Effect::Set(number, _) => {
                results.push((number, Value::new(value.bits, form.operands[usize::from(number)].width).bits));
            }
            Effect::Branch(_) => successor = Some(case.successors[usize::from(value.bits == 0)]),
            Effect::Trap(..) if value.bits != 0 => return Some(Outcome::Traps),
            Effect::Jump => successor = Some(case.successors[0]),
            Effect::Switch(number, _) => {
                let Arg::Switch(id) = case.args[usize::from(number)] else { return None };
                let width = value.width?;
                let cases = &switches(width)[id.number() as usize % switches(width).len()];
                let found = cases.iter().position(|case| Value::new((*case as u64).into(), width) == value);
                successor = Some(case.successors[found.unwrap_or(cases.len())]);
            }
            Effect::Trap(..) | Effect::Order(_) => {}
            Effect::Flags(_) => return None,
        }
    }
    results.sort_unstable_by_key(|(number, _)| *number);
    Some(Outcome::Results(results.into_iter().map(|(_, bits)| bits).collect(), successor))
}
