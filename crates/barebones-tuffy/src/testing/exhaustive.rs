//! Every integer instruction at small widths, with all operands.

use super::{Failure, Invocation, Plan, Tally, compare_calls, is_integer, translated};
use crate::annotation::Range;
use crate::ir::Module;
use crate::oracle::Value;
use crate::table::{Division, IntPredicate, Op, ROWS, Syntax};
use crate::translate::Refusal;
use barebones::OptLevel;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// What was compared, by instruction.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The tally of each instruction.
    pub tallies: BTreeMap<&'static str, Tally>,
    /// Programs that were not translated, by reason.
    pub refused: BTreeMap<String, u64>,
}

impl Coverage {
    /// The sum of all tallies.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.tallies.values().for_each(|tally| total.add(*tally));
        total
    }
}

/// Largest width of integers in the form of limbs, which has four times as many pairs of them.
const LIMB_BITS: u32 = 3;

/// How wide the parameters of an instruction are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As their integers.
    Narrow,
    /// 64 bits more.
    Limbs,
}

/// All integers of a range.
fn integers(range: Range) -> Vec<Value> {
    let (low, high) = range.bounds();
    let (low, high) = (i64::try_from(&low).unwrap_or(0), i64::try_from(&high).unwrap_or(0));
    (low..=high).map(|value| Value::Int(BigInt::from(value))).collect()
}

/// All lists of one integer of each range; of more than two operands, the later ones are the ends of the range. In the
/// form of limbs, each integer is also there with its bits on both sides of a limb's end.
fn lists(ranges: &[Range], form: Form) -> Vec<Vec<Value>> {
    let mut lists = vec![Vec::new()];
    for (index, range) in ranges.iter().enumerate() {
        let mut values = integers(*range);
        if form == Form::Limbs && index < 2 {
            let apart = |value: &Value| match value {
                Value::Int(value) => Value::Int(value << (64 - range.bits / 2)),
                value => value.clone(),
            };
            values.extend(values.iter().map(apart).collect::<Vec<_>>());
        }
        if index >= 2 && values.len() > 3 {
            values =
                vec![values[0].clone(), values[values.len() / 2].clone(), values[values.len() - 1].clone()];
        }
        let with = |list: &Vec<Value>| -> Vec<Vec<Value>> {
            values.iter().map(|value| list.iter().cloned().chain([value.clone()]).collect()).collect()
        };
        lists = lists.iter().flat_map(with).collect();
    }
    lists
}

/// A function that applies an instruction. The operands are parameters, of one range or read with another.
fn text(
    name: usize,
    op: Op,
    suffix: &str,
    params: &[Range],
    (result, width): (usize, &str),
    annotation: &str,
) -> String {
    let row = op.row();
    let kinds = row.operands.as_bytes();
    let range_name = |range: &Range| format!("{}{}", if range.signed { 's' } else { 'u' }, range.bits);
    let kind = |index: usize| if kinds[index] == b'b' { "bool" } else { "int" };
    let signature: Vec<String> = params
        .iter()
        .enumerate()
        .map(|(index, range)| match kind(index) {
            "bool" => String::from("bool"),
            kind => format!("{kind}:{}", range_name(range)),
        })
        .collect();
    let reads: Vec<String> = (0..params.len()).map(|index| format!("v{index} = param {index}")).collect();
    let operands: Vec<String> = (0..params.len()).map(|index| format!("v{index}")).collect();
    let results: Vec<String> = (0..row.results.len())
        .map(|index| format!("v{}{}", 10 + index, if index == result { annotation } else { "" }))
        .collect();
    let returned =
        if row.results.as_bytes()[result] == b'b' { String::from("bool") } else { format!("int:{width}") };
    let bits = if row.syntax == Syntax::Bits {
        format!(", {}", suffix.trim_start_matches('.'))
    } else {
        String::new()
    };
    let suffix = if row.syntax == Syntax::Bits { "" } else { suffix };
    format!(
        "func @f{name}({}) -> {returned} {{ bb0: {} {} = {}{suffix} {}{bits} ret v{} }}",
        signature.join(", "),
        reads.join(" "),
        results.join(", "),
        row.name,
        operands.join(", "),
        10 + result
    )
}

/// Compares every integer instruction at widths up to `bits`, with all operands, signed, unsigned and mixed, and each
/// result with several annotations, in registers and in limbs; with `checked`, in code with checks.
///
/// # Errors
/// A difference, as text.
pub fn exhaustive(bits: u32, levels: &[OptLevel], checked: bool) -> Result<Coverage, String> {
    let mut coverage = Coverage::default();
    for row in ROWS.iter().filter(|row| is_integer(row.op)) {
        for bits in 1..=bits {
            one(row.op, bits, Form::Narrow, levels, checked, &mut coverage)?;
            if bits <= LIMB_BITS {
                one(row.op, bits, Form::Limbs, levels, checked, &mut coverage)?;
            }
        }
    }
    Ok(coverage)
}

fn one(
    op: Op,
    bits: u32,
    form: Form,
    levels: &[OptLevel],
    checked: bool,
    coverage: &mut Coverage,
) -> Result<(), String> {
    let row = op.row();
    if form == Form::Limbs && row.operands.contains('b') {
        return Ok(());
    }
    let suffixes: Vec<String> = match row.syntax {
        Syntax::Width | Syntax::Bits => {
            let widths = match (op == Op::BSwap, form) {
                (true, Form::Narrow) => vec![0, 1, 3],
                (true, Form::Limbs) => vec![8, 9, 11],
                (_, Form::Narrow) => vec![0, bits, 32, 64],
                (_, Form::Limbs) => vec![bits, 63 + bits, 64 + bits, 128],
            };
            widths.iter().map(|width| format!(".{width}")).collect()
        }
        Syntax::IntPredicate => {
            IntPredicate::ALL.iter().map(|predicate| format!(".{}", predicate.name())).collect()
        }
        _ => vec![String::new()],
    };
    let count = row.operands.len();
    let is_bool = row.operands.contains('b');
    let ranges = [(true, true), (false, false), (true, false)];
    for (signed, second) in ranges.into_iter().take(if is_bool { 1 } else { 3 }) {
        let params: Vec<Range> = (0..count)
            .map(|index| Range { signed: if index % 2 == 0 { signed } else { second }, bits })
            .collect();
        let calls = if is_bool {
            let bools = [Value::Bool(false), Value::Bool(true)];
            bools.iter().flat_map(|a| bools.iter().map(move |b| vec![a.clone(), b.clone()])).collect()
        } else {
            lists(&params, form)
        };
        let wide = |range: &Range| match form {
            Form::Narrow => *range,
            Form::Limbs => Range { bits: range.bits + 64, ..*range },
        };
        let params: Vec<Range> = params.iter().map(wide).collect();
        let divisions: &[Division] = match op {
            Op::Div | Op::Rem => &[Division::Truncating, Division::Euclidean],
            _ => &[Division::Truncating],
        };
        for division in divisions {
            let plan = Plan {
                division: *division,
                check_annotations: checked,
                levels: levels.to_vec(),
                ..Plan::everything()
            };
            // One module for all variants, because a child process executes each.
            let (mut whole, mut invocations) = (Module::default(), Vec::new());
            for (suffix, (result, annotation)) in suffixes
                .iter()
                .flat_map(|suffix| variants(op, bits, form).into_iter().map(move |v| (suffix, v)))
            {
                let returned = if form == Form::Narrow { "s64" } else { "s192" };
                let text = text(whole.functions.len(), op, suffix, &params, (result, returned), &annotation);
                let module = crate::parse(&text).map_err(|error| format!("{text}\n{error}"))?;
                if let Err(refusal) = translated(&module, &plan) {
                    let reason = match refusal {
                        Refusal::TooWide { .. } => String::from("an integer of too many bits"),
                        refusal => refusal.to_string(),
                    };
                    *coverage.refused.entry(format!("{}{suffix}: {reason}", row.name)).or_default() += 1;
                    continue;
                }
                for function in module.functions {
                    let invocation = |call: &Vec<Value>| Invocation {
                        function: function.name.clone(),
                        arguments: call.clone(),
                    };
                    invocations.extend(calls.iter().map(invocation));
                    whole.functions.push(function);
                }
            }
            match compare_calls(&whole, &invocations, &plan) {
                Ok(tally) => coverage.tallies.entry(row.name).or_default().add(tally),
                Err(Failure::Different(text)) => return Err(text),
                Err(Failure::Refused(refusal)) => return Err(refusal.to_string()),
            }
        }
    }
    Ok(())
}

/// Each result of an instruction, with annotations.
fn variants(op: Op, bits: u32, form: Form) -> Vec<(usize, String)> {
    let mut annotations =
        vec![String::new(), format!(":s{bits}"), format!(":u{bits}"), String::from(":known(1??0)")];
    if form == Form::Limbs {
        annotations.extend([format!(":s{}", bits + 64), format!(":known(1{})", "?".repeat(64))]);
    }
    let results = op.row().results.bytes().enumerate();
    let variants = results.flat_map(|(result, letter)| {
        let count = if letter == b'b' { 1 } else { annotations.len() };
        annotations[..count].iter().map(|annotation| (result, annotation.clone())).collect::<Vec<_>>()
    });
    variants.collect()
}
