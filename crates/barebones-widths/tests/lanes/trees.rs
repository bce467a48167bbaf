//! Random programs over vectors of 128 bits, against their evaluation in Rust.

use crate::harness::{Bits, Effect, Program, Random, ones, vector};
use crate::operations::{UNARY, binaries};
use crate::reference;
use barebones_widths::lanes::{
    Binary, ByteOrder, FloatCompare, Lane, LaneError, Lanes, Relation, Shift, Sign, Unary, Vector, VectorType,
};

const LANES: [Lane; 6] = [Lane::I8, Lane::I16, Lane::I32, Lane::I64, Lane::F32, Lane::F64];

/// A step of a program. Operands are numbers of earlier vectors.
#[derive(Clone, Debug)]
enum Step {
    Unary(Unary, usize),
    Binary(Binary, usize, usize),
    Shift(Shift, u32, usize),
    Compare(Relation, usize, usize),
    CompareFloat(FloatCompare, usize, usize),
    Cast(VectorType, usize),
    Shuffle(Vec<u32>, usize, usize),
    Swizzle(usize, usize),
    Select(usize, usize, usize),
}

/// The types of the vectors of a program, and its steps.
struct Recipe {
    operands: Vec<VectorType>,
    steps: Vec<Step>,
    types: Vec<VectorType>,
}

fn of_128_bits(lane: Lane) -> VectorType {
    vector(lane, 128 / lane.bits())
}

fn recipe(random: &mut Random, steps: usize) -> Recipe {
    let operands: Vec<VectorType> = LANES.map(of_128_bits).to_vec();
    let mut types = operands.clone();
    let mut made = Vec::new();
    while made.len() < steps {
        let x = random.below(types.len());
        let ty = types[x];
        let same: Vec<usize> = (0..types.len()).filter(|i| types[*i] == ty).collect();
        let [y, mask] = [same[random.below(same.len())], same[random.below(same.len())]];
        let lane = ty.lane();
        let signs = [Sign::Signed, Sign::Unsigned];
        let sign = signs[random.below(2)];
        let (step, result) = match random.below(9) {
            0 => {
                let operation = UNARY[random.below(UNARY.len())];
                if reference::unary(operation, 0, lane).is_none() {
                    continue;
                }
                (Step::Unary(operation, x), ty)
            }
            1 | 2 => {
                let all = binaries();
                let operation = all[random.below(all.len())];
                let traps = matches!(operation, Binary::IntDiv(_) | Binary::Rem(_));
                if traps || reference::binary(operation, 0, 0, lane).is_none() {
                    continue;
                }
                (Step::Binary(operation, x, y), ty)
            }
            3 if lane.is_int() => {
                let shifts = [Shift::Left, Shift::Right(sign), Shift::RotateLeft, Shift::RotateRight];
                (Step::Shift(shifts[random.below(4)], random.below(70) as u32, x), ty)
            }
            4 if lane.is_int() => {
                let conditions = [Relation::Equal, Relation::Less(sign), Relation::GreaterEqual(sign)];
                (Step::Compare(conditions[random.below(3)], x, y), ty)
            }
            4 => {
                let set = random.below(16);
                let has = |bit: usize| set >> bit & 1 == 1;
                let condition =
                    FloatCompare { less: has(0), equal: has(1), greater: has(2), unordered: has(3) };
                (Step::CompareFloat(condition, x, y), ty.as_int())
            }
            5 => {
                let to = of_128_bits(LANES[random.below(LANES.len())]);
                (Step::Cast(to, x), to)
            }
            6 => {
                let pattern = (0..ty.count()).map(|_| random.below(2 * ty.count() as usize) as u32);
                (Step::Shuffle(pattern.collect(), x, y), ty)
            }
            7 if lane.is_int() => (Step::Swizzle(x, y), ty),
            8 => (Step::Select(mask, x, y), ty),
            _ => continue,
        };
        made.push(step);
        types.push(result);
    }
    Recipe { operands, steps: made, types }
}

/// Zeros where lanes are NaNs, whose bits may differ between machines.
fn without_nans(lanes: &mut Lanes<'_>, x: Vector) -> Result<Vector, LaneError> {
    if x.lane_type().is_int() {
        return Ok(x);
    }
    let ordered = FloatCompare { less: true, equal: true, greater: true, unordered: false };
    let mask = lanes.compare_float(ordered, &x, &x)?;
    let zeros = lanes.constant(x.ty(), &vec![0; x.lanes().len()])?;
    lanes.lane_select(&mask, &x, &zeros)
}

fn build(recipe: &Recipe, lanes: &mut Lanes<'_>, operands: &[Vector]) -> Result<Vec<Vector>, LaneError> {
    let mut all = operands.to_vec();
    for step in &recipe.steps {
        let result = match step {
            Step::Unary(operation, x) => lanes.unary(*operation, &all[*x])?,
            Step::Binary(operation, x, y) => lanes.binary(*operation, &all[*x], &all[*y])?,
            Step::Shift(shift, amount, x) => {
                let amount = lanes.cursor().const32(*amount as i32);
                lanes.shift(*shift, &all[*x], amount)?
            }
            Step::Compare(condition, x, y) => lanes.compare(*condition, &all[*x], &all[*y])?,
            Step::CompareFloat(condition, x, y) => lanes.compare_float(*condition, &all[*x], &all[*y])?,
            Step::Cast(to, x) => lanes.bitcast(&all[*x], *to, ByteOrder::Little)?,
            Step::Shuffle(pattern, x, y) => lanes.shuffle(&all[*x], &all[*y], pattern)?,
            Step::Swizzle(x, y) => lanes.swizzle(&all[*x], &all[*y])?,
            Step::Select(mask, x, y) => lanes.bit_select(&all[*mask], &all[*x], &all[*y])?,
        };
        let result = without_nans(lanes, result)?;
        all.push(result);
    }
    Ok(all.split_off(all.len() - 3))
}

fn evaluate(recipe: &Recipe, operands: &[Bits]) -> Vec<Bits> {
    let mut all = operands.to_vec();
    for (step, number) in recipe.steps.iter().zip(recipe.operands.len()..) {
        let pairs = |x: usize, y: usize| all[x].iter().copied().zip(all[y].iter().copied());
        let lane_of = |x: usize| recipe.types[x].lane();
        let mut result: Bits = match step {
            Step::Unary(operation, x) => {
                let of = |bits: &u64| reference::unary(*operation, *bits, lane_of(*x)).expect("defined");
                all[*x].iter().map(of).collect()
            }
            Step::Binary(operation, x, y) => {
                let of = |(a, b)| {
                    reference::binary(*operation, a, b, lane_of(*x)).expect("defined").expect("no trap")
                };
                pairs(*x, *y).map(of).collect()
            }
            Step::Shift(shift, amount, x) => {
                all[*x].iter().map(|bits| reference::shift(*shift, *bits, *amount, lane_of(*x))).collect()
            }
            Step::Compare(condition, x, y) => {
                let lane = lane_of(*x);
                let of = |(a, b)| if reference::compare(*condition, a, b, lane) { ones(lane) } else { 0 };
                pairs(*x, *y).map(of).collect()
            }
            Step::CompareFloat(condition, x, y) => {
                let lane = lane_of(*x);
                let of =
                    |(a, b)| if reference::compare_float(*condition, a, b, lane) { ones(lane) } else { 0 };
                pairs(*x, *y).map(of).collect()
            }
            Step::Cast(to, x) => {
                let bits = lane_of(*x).bits();
                let number = all[*x]
                    .iter()
                    .rev()
                    .fold(0, |all, lane| if bits == 128 { 0 } else { all << bits | u128::from(*lane) });
                (0..to.count()).map(|i| (number >> (i * to.lane().bits())) as u64 & ones(to.lane())).collect()
            }
            Step::Shuffle(pattern, x, y) => {
                let both: Bits = all[*x].iter().chain(&all[*y]).copied().collect();
                pattern.iter().map(|i| both[*i as usize]).collect()
            }
            Step::Swizzle(x, y) => {
                let of = |number: &u64| usize::try_from(*number).ok().and_then(|i| all[*x].get(i)).copied();
                all[*y].iter().map(|number| of(number).unwrap_or(0)).collect()
            }
            Step::Select(mask, x, y) => {
                all[*mask].iter().zip(pairs(*x, *y)).map(|(mask, (a, b))| mask & a | !mask & b).collect()
            }
        };
        let lane = recipe.types[number].lane();
        if !lane.is_int() {
            result
                .iter_mut()
                .filter(|bits| reference::number(**bits, lane).is_nan())
                .for_each(|bits| *bits = 0);
        }
        all.push(result);
    }
    all.split_off(all.len() - 3)
}

#[test]
fn random_programs_are_as_evaluated() {
    let count = std::env::var("BAREBONES_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    for seed in 0..count {
        let mut random = Random(1000 + seed);
        let recipe = recipe(&mut random, 12);
        let name = format!("seed {seed}: {:?}", recipe.steps);
        let program = Program::new(name, &recipe.operands, |lanes, x| build(&recipe, lanes, x));
        let interpreter = program.interpreter();
        for _ in 0..8 {
            let operands: Vec<Bits> = recipe.operands.iter().map(|ty| random.vector(*ty)).collect();
            let expected = Effect::Stored(evaluate(&recipe, &operands));
            program.check_bits(&interpreter, &operands, &expected);
        }
    }
}

/// A long procedure over vectors of 16 lanes, of which many are live at once, compiles at all levels in bounded time.
#[test]
fn many_lanes_compile_in_bounded_time() {
    let ty = vector(Lane::I8, 16);
    let start = std::time::Instant::now();
    let program = Program::new("many lanes", &[ty; 8], |lanes, x| {
        let mut live = x.to_vec();
        for round in 0..80 {
            let operation =
                [Binary::Add, Binary::AddSat(Sign::Signed), Binary::Max(Sign::Unsigned)][round % 3];
            let [x, y] = [round % 8, (round * 3 + 1) % 8];
            live[x] = lanes.binary(operation, &live[x], &live[y])?;
        }
        Ok(live)
    });
    assert!(program.size() > 2_000, "{} values", program.size());
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 60, "{seconds} s");
}
