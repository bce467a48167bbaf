//! Tests of the rules: samples of each left side are evaluated before and after reduction.

pub(in crate::opt) mod narrow;
mod procedures;
mod sample;

use super::arithmetic::Arithmetic;
use super::rules::{Place, ROWS, Rule};
use super::{Applied, Work, run};
use crate::analysis::ControlFlow;
use crate::base::Type;
use crate::ir::evaluate::{Evaluated, evaluate};
use crate::ir::{Opcode, Procedure, ValueId};
use crate::support::Entity;
use sample::{Instance, Sample};

pub(in crate::opt) struct Random(pub(in crate::opt) u64);

impl Random {
    pub(in crate::opt) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let x = self.0 ^ self.0 >> 33;
        x.wrapping_mul(0xff51_afd7_ed55_8ccd) ^ x >> 29
    }

    pub(in crate::opt) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.next() as usize % from.len()]
    }
}

fn narrow(unit: u32) -> Arithmetic {
    Arithmetic { unit, evaluate: narrow::evaluate }
}

fn operands(arithmetic: Arithmetic, ty: Type) -> Vec<u64> {
    let mask = arithmetic.mask(ty);
    let bits = arithmetic.bits(ty);
    let special = |values: &[f64]| -> Vec<u64> {
        let of = |v: &f64| if ty == Type::Float { u64::from((*v as f32).to_bits()) } else { v.to_bits() };
        values.iter().map(of).collect()
    };
    match ty {
        Type::Float | Type::Double => {
            let mut all = special(&[
                0.0,
                -0.0,
                1.0,
                -1.0,
                2.0,
                0.5,
                -4.0,
                3.7,
                -2.5,
                1e10,
                -7.0,
                0.1,
                1e-40,
                3e38,
                1e308,
                5e-324,
                16777217.0,
                2147483647.0,
                -2147483648.0,
                4294967295.0,
                f64::INFINITY,
                f64::NEG_INFINITY,
                1.1754943508222875e-38,
                2.0f64.powi(-127),
                2.0f64.powi(127),
                2.0f64.powi(-1022),
                6.0,
                7.0,
            ]);
            all.extend(match ty {
                Type::Float => [0x7fc0_0000, 0xffc0_0001, 0x7f80_0001, 0xff80_1234, 1, 0x007f_ffff],
                _ => [
                    0x7ff8_0000_0000_0000,
                    0xfff8_0000_0000_0001,
                    0x7ff0_0000_0000_0001,
                    0xfff0_0000_1234_0000,
                    1,
                    0x000f_ffff_ffff_ffff,
                ],
            });
            all
        }
        _ if bits <= 4 => (0..=mask).collect(),
        _ => {
            let ends = [0, 1, 2, 3, 5, 7, 10, 100, 255, 256].into_iter().chain((0..bits).map(|bit| 1 << bit));
            let near = ends.flat_map(|it: u64| [it, it.wrapping_sub(1), it.wrapping_neg(), !it, it + 1]);
            let half = bits / 2;
            let masks = (0..8).map(|i| mask >> (half * i / 8) << (half * i / 8) & (mask >> (half * i / 16)));
            let mut all: Vec<u64> = near.chain(masks).map(|it| it & mask).collect();
            all.sort_unstable();
            all.dedup();
            all
        }
    }
}

/// All combinations of one element of each choice, or `most` random ones if there are more.
fn combinations(choices: &[Vec<u64>], most: usize, random: &mut Random) -> Vec<Vec<u64>> {
    let count = choices.iter().try_fold(1usize, |product, choice| product.checked_mul(choice.len()));
    match count.filter(|count| *count <= most) {
        Some(_) => choices.iter().fold(vec![Vec::new()], |all, choice| {
            let extended =
                |one: &Vec<u64>| choice.iter().map(|it| [&one[..], &[*it]].concat()).collect::<Vec<_>>();
            all.iter().flat_map(extended).collect()
        }),
        None => (0..most).map(|_| choices.iter().map(|choice| *random.pick(choice)).collect()).collect(),
    }
}

/// Two of the NaNs that arithmetic may create.
#[derive(Clone, Copy, PartialEq)]
enum ArithmeticNaN {
    Canonical,
    Another,
}

/// True for operations that keep the bits of a NaN.
fn keeps_bits(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Neg | Abs | CopySign | BitAnd | BitOr | BitXor | BitwiseCast | Trunc | Select | Identity | PurifyNaN
    )
}

fn is_quiet_nan(ty: Type, bits: u64) -> bool {
    match ty {
        Type::Float => bits & 0x7fc0_0000 == 0x7fc0_0000,
        _ => bits & 0x7ff8_0000_0000_0000 == 0x7ff8_0000_0000_0000,
    }
}

/// A procedure of one block, prepared for repeated evaluation.
struct Program {
    steps: Vec<Step>,
    result: usize,
    ty: Type,
    values: Vec<u64>,
}

struct Step {
    to: usize,
    opcode: Opcode,
    ty: Type,
    result: Type,
    args: Vec<usize>,
    bits: u64,
}

impl Program {
    fn of(proc: &Procedure) -> Program {
        let values = proc.block_values(Procedure::ROOT);
        let (end, body) = values.split_last().expect("it returns");
        let step = |id: &ValueId| {
            let value = proc.value(*id);
            Step {
                to: id.index(),
                opcode: value.opcode(),
                ty: proc.operation_type(*id),
                result: value.ty,
                args: proc.children(*id).iter().map(|child| child.index()).collect(),
                bits: value.bits(),
            }
        };
        let result = proc.children(*end)[0];
        let steps =
            body.iter().map(step).filter(|step| !matches!(step.opcode, Opcode::Nop | Opcode::Phi)).collect();
        Program {
            steps,
            result: result.index(),
            ty: proc.type_of(result),
            values: vec![0; proc.value_count()],
        }
    }

    /// Returns the result; `None` if an operation is undefined or traps.
    fn run(
        &mut self,
        arithmetic: Arithmetic,
        variables: &[ValueId],
        bits: &[u64],
        nan: ArithmeticNaN,
    ) -> Option<u64> {
        for (id, bits) in variables.iter().zip(bits) {
            self.values[id.index()] = *bits;
        }
        for step in &self.steps {
            if step.opcode.is_constant() {
                self.values[step.to] = step.bits;
                continue;
            }
            let mut args = [0; 3];
            for (arg, from) in args.iter_mut().zip(&step.args) {
                *arg = self.values[*from];
            }
            let args = &args[..step.args.len()];
            let Some(Evaluated::Bits(mut bits)) =
                (arithmetic.evaluate)(arithmetic.unit, step.opcode, step.ty, step.result, args)
            else {
                return None;
            };
            let made = step.result.is_float() && !keeps_bits(step.opcode);
            if made && nan == ArithmeticNaN::Another && is_quiet_nan(step.result, bits) {
                bits = if step.result == Type::Float { 0xffc0_0007 } else { 0xfff8_0000_0000_0007 };
            }
            self.values[step.to] = bits;
        }
        Some(self.values[self.result])
    }
}

/// Reduces an instance and compares results before and after. Returns the rules that were applied.
fn check(
    instance: &Instance,
    arithmetic: Arithmetic,
    most: usize,
    work: &mut Work,
    random: &mut Random,
) -> Applied {
    let mut reduced = instance.proc.clone();
    run(&mut reduced, arithmetic, &mut ControlFlow::default(), work, false, 0);
    let applied = work.applied.clone();
    assert_eq!(applied.hit_limit, 0, "{}\n{}\n{reduced}", instance.text, instance.proc);
    if applied.total == 0 {
        return applied;
    }
    let rules = || {
        let names = ROWS.iter().zip(applied.counts).filter(|(_, count)| *count != 0).map(|(row, _)| row.name);
        names.collect::<Vec<_>>()
    };
    let (mut before, mut after) = (Program::of(&instance.proc), Program::of(&reduced));
    let choices: Vec<Vec<u64>> = instance.types.iter().map(|ty| operands(arithmetic, *ty)).collect();
    let exhaustive = instance.types.iter().all(|ty| arithmetic.bits(*ty) <= 4);
    let most = if exhaustive { most.max(256) } else { most };
    let mut all = combinations(&choices, most, random);
    if arithmetic.unit == 32 {
        // Equal operands are rare.
        all.extend((0..4).map(|_| {
            let same = random.next();
            let bits = |ty: &Type| if ty.size() == 4 { same & 0xffff_ffff } else { same };
            instance.types.iter().map(bits).collect::<Vec<_>>()
        }));
    }
    for variables in all {
        let run = |program: &mut Program, nan| program.run(arithmetic, &instance.variables, &variables, nan);
        let expected = [ArithmeticNaN::Canonical, ArithmeticNaN::Another].map(|nan| run(&mut before, nan));
        let found = [ArithmeticNaN::Canonical, ArithmeticNaN::Another].map(|nan| run(&mut after, nan));
        let context = || {
            format!(
                "{} {:?} of {variables:x?} with {} bits: {found:x?}, expected {expected:x?}\n{}\n{reduced}",
                instance.text,
                rules(),
                arithmetic.unit,
                instance.proc
            )
        };
        if expected[0].is_none() {
            continue;
        }
        // If the result depends on the NaN that arithmetic created, any quiet NaN is allowed.
        let shows = expected[0] != expected[1];
        let quiet = |bits: &Option<u64>| {
            before.ty.is_float() && bits.is_some_and(|bits| is_quiet_nan(before.ty, bits))
        };
        assert!(found == expected || shows && found.iter().all(quiet), "{}", context());
    }
    applied
}

fn constants(arithmetic: Arithmetic, sample: &Sample) -> Vec<Vec<u64>> {
    let of = |(name, ty): &(String, Type)| match name.as_str() {
        "k" | "j" if arithmetic.unit < 32 => (0..=2 * u64::from(arithmetic.unit)).collect(),
        "k" | "j" => [0, 1, 2, 3, 7, 8, 15, 16, 24, 31, 32, 33, 40, 48, 56, 63, 64].to_vec(),
        _ => operands(arithmetic, *ty),
    };
    sample.constants.iter().map(of).collect()
}

/// Maximum number of instances of a sample; enough for all of them at the smallest width.
fn most(arithmetic: Arithmetic, sample: &Sample) -> usize {
    let bits = sample.constants.iter().map(|(_, ty)| arithmetic.bits(*ty)).max();
    match bits {
        Some(4) => 5000,
        Some(8) => 500,
        _ => 200,
    }
}

#[test]
fn rules_preserve_results() {
    let mut random = Random(1);
    let mut work = Work::default();
    let mut unused = Vec::new();
    for (rule, row) in ROWS.iter().enumerate() {
        let units: &[u32] = match row.place {
            Place::Any => &[4, 32],
            Place::Bytes => &[8, 32],
            Place::FullWidth => &[32],
            Place::Procedure => continue,
        };
        let mut hits = 0;
        for text in row.from {
            let mut is_sample = false;
            for (unit, ty) in units.iter().flat_map(|unit| Type::SCALARS.map(|ty| (*unit, ty))) {
                let arithmetic = if unit == 32 { Arithmetic::REAL } else { narrow(unit) };
                let Some(sample) = Sample::of(text, ty) else { continue };
                is_sample = true;
                // A sample without constants has one instance: try all pairs of floats.
                let operands = if sample.constants.is_empty() { 2000 } else { 40 };
                if unit < 32 && sample.has_floats {
                    continue;
                }
                for bits in
                    combinations(&constants(arithmetic, &sample), most(arithmetic, &sample), &mut random)
                {
                    let instance = sample.instance(arithmetic, &bits);
                    hits += check(&instance, arithmetic, operands, &mut work, &mut random).counts[rule];
                }
            }
            assert!(is_sample, "{}: {text} has no types", row.name);
        }
        if hits == 0 {
            unused.push(row.name);
        }
    }
    assert!(unused.is_empty(), "not applied to their samples: {unused:?}");
}

/// Each rule has a sample and a right side.
#[test]
fn rules_have_pictures() {
    assert_eq!(ROWS.len(), Rule::COUNT);
    for row in ROWS {
        assert!(!row.from.is_empty() && !row.to.is_empty(), "{}", row.name);
    }
}

/// At full width the evaluation for narrow integers agrees with that of the IR.
#[test]
fn narrow_arithmetic_agrees_at_full_width() {
    let mut random = Random(2);
    for row in crate::ir::opcode::ROWS {
        let arity = row.operands.len();
        for (ty, result) in
            [Type::Int32, Type::Int64].into_iter().flat_map(|ty| Type::SCALARS.map(|r| (ty, r)))
        {
            use crate::ir::opcode::ResultRule;
            let fits = match row.result {
                ResultRule::T => ty == result,
                ResultRule::Int32 => result == Type::Int32,
                ResultRule::Int64 => ty == Type::Int32 && result == Type::Int64,
                ResultRule::Half => ty == Type::Int64 && result == Type::Int32,
                _ => false,
            };
            if !fits || evaluate(row.opcode, ty, result, &[1; 3][..arity.min(3)]).is_none() {
                continue;
            }
            for _ in 0..100 {
                let args: Vec<u64> = (0..arity)
                    .map(|place| {
                        let of_type = row.operands[place] == crate::ir::opcode::Rule::T || arity == 1;
                        let ty = if of_type { ty } else { Type::Int32 };
                        let bits = *random.pick(&operands(Arithmetic::REAL, ty));
                        bits & Arithmetic::REAL.mask(ty)
                    })
                    .collect();
                let narrow = narrow::evaluate(32, row.opcode, ty, result, &args);
                assert_eq!(narrow, evaluate(row.opcode, ty, result, &args), "{} {ty} {args:x?}", row.name);
            }
        }
    }
}
