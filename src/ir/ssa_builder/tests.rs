use super::*;
use crate::analysis::testing::{Lists, Random, random_graph};
use crate::ir::testing::target;
use crate::ir::validate;

const I32: Type = Type::Int32;

fn count(proc: &Procedure, opcode: Opcode) -> usize {
    let all = proc.block_ids().flat_map(|block| proc.block_values(block));
    all.filter(|id| proc.value(**id).opcode() == opcode).count()
}

fn blocks<const N: usize>(proc: &mut Procedure) -> [BlockId; N] {
    std::array::from_fn(|_| proc.add_block())
}

#[test]
fn a_loop_has_one_phi_for_what_changes() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, head, body, exit] = blocks(&mut p);
    let (i, fixed) = (ssa.declare(I32), ssa.declare(I32));
    let zero = p.add_const32(root, 0);
    let seven = p.add_const32(root, 7);
    ssa.define(i, root, zero);
    ssa.define(fixed, root, seven);
    p.add_jump(root, head);
    ssa.end_block(&p, root);
    // The header is not sealed: the use of `fixed` is a Phi for now.
    let (at, limit) = (ssa.use_var(&mut p, i, head), ssa.use_var(&mut p, fixed, head));
    let more = p.less_than(head, at, limit);
    p.add_branch(head, more, body, exit);
    ssa.end_block(&p, head);
    ssa.seal(&mut p, body);
    let at = ssa.use_var(&mut p, i, body);
    let next = p.add(body, at, limit);
    ssa.define(i, body, next);
    p.add_jump(body, head);
    ssa.end_block(&p, body);
    ssa.seal(&mut p, head);
    let result = ssa.use_var(&mut p, i, exit);
    p.add_return(exit, Some(result));
    assert_eq!(ssa.finish(&mut p), Ok(()));
    assert_eq!((count(&p, Opcode::Phi), count(&p, Opcode::Upsilon), count(&p, Opcode::Identity)), (1, 2, 2));
    validate(&p).expect("valid");
}

#[test]
fn what_is_undefined_is_zero_and_what_is_foreign_does_not_panic() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, island] = blocks(&mut p);
    let (number, pair) = (ssa.declare(Type::Double), p.tuple_type(&[I32, I32]));
    let pair = ssa.declare(pair);
    ssa.seal(&mut p, root);
    let value = ssa.use_var(&mut p, number, root);
    assert_eq!((p.value(value).opcode(), p.value(value).bits()), (Opcode::ConstDouble, 0));
    let value = ssa.use_var(&mut p, pair, root);
    assert_eq!(p.value(value).opcode(), Opcode::BottomTuple);
    // An island whose only predecessor is itself.
    p.add_return(root, None);
    p.add_jump(island, island);
    ssa.end_block(&p, island);
    ssa.seal(&mut p, island);
    ssa.use_var(&mut p, number, island);
    for block in [BlockId::INVALID, BlockId::new(7)] {
        let nop = ssa.use_var(&mut p, number, block);
        assert_eq!(p.value(nop).opcode(), Opcode::Nop);
        ssa.define(number, block, nop);
        ssa.seal(&mut p, block);
        ssa.end_block(&p, block);
    }
    ssa.define(SsaVariable::INVALID, root, value);
    ssa.use_var(&mut p, SsaVariable::new(9), root);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
}

#[test]
fn sealing_too_early_is_an_error() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, head] = blocks(&mut p);
    p.add_jump(root, head);
    ssa.end_block(&p, root);
    ssa.seal(&mut p, head);
    p.add_jump(head, head);
    let error = ssa.finish(&mut p).unwrap_err();
    assert_eq!(error, LatePredecessor { block: head, predecessor: head });
    assert_eq!(error.to_string(), "#1 was sealed before its predecessor #1 was ended");
    assert_eq!(ssa.finish(&mut p), Ok(()), "a builder is as new after finishing");
}

/// What a block of a random program does with its variables.
enum Step {
    /// Defines a variable as a number.
    Number(SsaVariable, i32),
    /// Defines the first as the sum of the others; the value built for it.
    Sum(SsaVariable, [SsaVariable; 2], ValueId),
}

/// Builds a program whose blocks are filled in random order, and sealed as early as may be, or at the end.
fn build(graph: &Lists, random: &mut Random, ssa: &mut SsaBuilder) -> (Procedure, Vec<Vec<Step>>) {
    let mut p = Procedure::new(&target());
    let len = graph.0.len();
    let ids: Vec<BlockId> = (0..len).map(|_| p.add_block()).collect();
    let variables: Vec<SsaVariable> = (0..4).map(|_| ssa.declare(I32)).collect();
    let targets = |i: usize| graph.0[i].iter().map(|t| *t as usize).filter(move |t| *t < len);
    let mut steps: Vec<Vec<Step>> = (0..len).map(|_| Vec::new()).collect();
    let mut order: Vec<usize> = (0..len).collect();
    for i in 1..len {
        order.swap(i, random.below(i + 1));
    }
    let eager = random.below(2) == 0;
    let mut ended = vec![false; len];
    for at in order {
        let block = ids[at];
        for _ in 0..random.below(4) {
            let mut any = || variables[random.below(4)];
            let (to, from) = (any(), [any(), any()]);
            steps[at].push(if random.below(3) == 0 {
                let number = random.below(1000) as i32;
                let value = p.add_const32(block, number);
                ssa.define(to, block, value);
                Step::Number(to, number)
            } else {
                let [a, b] = from.map(|from| ssa.use_var(&mut p, from, block));
                let sum = p.add(block, a, b);
                ssa.define(to, block, sum);
                Step::Sum(to, from, sum)
            });
        }
        let successors: Vec<BlockId> = targets(at).map(|t| ids[t]).collect();
        match successors[..] {
            [] => p.add_return(block, None),
            [one] => p.add_jump(block, one),
            _ => {
                let selector = p.add_const32(block, 0);
                let (last, cases) = successors.split_last().unwrap();
                let cases: Vec<(i64, BlockId)> = (0..).zip(cases.iter().copied()).collect();
                p.add_switch(block, selector, &cases, *last)
            }
        };
        ssa.end_block(&p, block);
        ended[at] = true;
        for sealable in (0..len).filter(|_| eager) {
            if (0..len).all(|p| ended[p] || !targets(p).any(|t| t == sealable)) {
                ssa.seal(&mut p, ids[sealable]);
            }
        }
    }
    assert_eq!(ssa.finish(&mut p), Ok(()));
    (p, steps)
}

/// Runs the values of a block.
fn run(p: &Procedure, block: BlockId, values: &mut [i32], locations: &mut [i32]) {
    for &id in p.block_values(block) {
        let child = |i: usize| values[p.children(id)[i].index()];
        match p.value(id).opcode() {
            Opcode::Const32 => values[id.index()] = p.value(id).int().unwrap() as i32,
            Opcode::Add => values[id.index()] = child(0).wrapping_add(child(1)),
            Opcode::Identity => values[id.index()] = child(0),
            Opcode::Phi => values[id.index()] = locations[id.index()],
            Opcode::Upsilon => locations[p.value(id).phi().index()] = child(0),
            _ => {}
        }
    }
}

#[test]
fn random_programs_compute_what_their_variables_say() {
    let mut random = Random(23);
    let mut ssa = SsaBuilder::new();
    for round in 0..400 {
        let graph = random_graph(&mut random, 1 + round % 20);
        let (p, steps) = build(&graph, &mut random, &mut ssa);
        if let Err(violations) = validate(&p) {
            panic!("{}: {:?}", violations[0], graph.0);
        }
        for _ in 0..4 {
            let mut values = vec![0; p.value_count()];
            let mut locations = vec![0; p.value_count()];
            let mut variables = [0i32; 4];
            let mut block = Procedure::ROOT;
            for _ in 0..60 {
                run(&p, block, &mut values, &mut locations);
                for step in &steps[block.index()] {
                    match *step {
                        Step::Number(to, number) => variables[to.index()] = number,
                        Step::Sum(to, [a, b], sum) => {
                            let expected = variables[a.index()].wrapping_add(variables[b.index()]);
                            variables[to.index()] = expected;
                            assert_eq!(values[sum.index()], expected, "{sum} in {block} of {:?}", graph.0);
                        }
                    }
                }
                let successors = p.successors(block);
                if successors.is_empty() {
                    break;
                }
                block = successors[random.below(successors.len())].block();
            }
        }
    }
}

#[test]
fn no_phi_is_trivial() {
    let mut random = Random(29);
    let mut ssa = SsaBuilder::new();
    for round in 0..200 {
        let graph = random_graph(&mut random, 1 + round % 20);
        let (p, _) = build(&graph, &mut random, &mut ssa);
        let all: Vec<ValueId> = p.block_ids().flat_map(|block| p.block_values(block)).copied().collect();
        let resolve = |mut id: ValueId| {
            while p.value(id).opcode() == Opcode::Identity {
                id = p.children(id)[0];
            }
            id
        };
        let leads_to_root = graph.0.iter().flatten().any(|t| *t == 0);
        for phi in all.iter().copied().filter(|id| p.value(*id).opcode() == Opcode::Phi) {
            let mut operands: Vec<ValueId> = all
                .iter()
                .filter(|id| p.value(**id).opcode() == Opcode::Upsilon && p.value(**id).phi() == phi)
                .map(|id| resolve(p.children(*id)[0]))
                .filter(|operand| *operand != phi)
                .collect();
            operands.sort();
            operands.dedup();
            let in_root = p.block_values(Procedure::ROOT).contains(&phi);
            assert!(operands.len() > 1 || in_root && leads_to_root, "{phi} of {:?}", graph.0);
        }
    }
}

#[test]
fn long_chains_take_linear_time_and_no_stack() {
    let len = 100_000;
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let ids: Vec<BlockId> = (0..len).map(|_| p.add_block()).collect();
    let (far, near) = (ssa.declare(I32), ssa.declare(I32));
    let one = p.add_const32(ids[0], 1);
    ssa.define(far, ids[0], one);
    ssa.define(near, ids[0], one);
    // Ladders: every block goes on, or to the one after the next.
    for i in 0..len {
        let value = ssa.use_var(&mut p, near, ids[i]);
        let value = p.add(ids[i], value, one);
        ssa.define(near, ids[i], value);
        match &ids[i + 1..] {
            [] => {
                let far = ssa.use_var(&mut p, far, ids[i]);
                let sum = p.add(ids[i], value, far);
                p.add_return(ids[i], Some(sum));
            }
            [next] | [next, _] => _ = p.add_jump(ids[i], *next),
            [next, after, ..] if i % 3 == 0 => _ = p.add_branch(ids[i], one, *next, *after),
            [next, ..] => _ = p.add_jump(ids[i], *next),
        }
        ssa.end_block(&p, ids[i]);
        if i % 2 == 0 && i + 1 < len && i > 2 {
            ssa.seal(&mut p, ids[i - 1]);
        }
    }
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    assert_eq!(count(&p, Opcode::Phi), (len - 3).div_ceil(3));
}

#[test]
fn one_phi_may_have_many_operands_that_are_replaced_one_by_one() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, join] = blocks(&mut p);
    let variable = ssa.declare(I32);
    let one = p.add_const32(root, 1);
    ssa.define(variable, root, one);
    let cases: Vec<(i64, BlockId)> = (0..20_000).map(|i| (i, p.add_block())).collect();
    p.add_switch(root, one, &cases, cases[0].1);
    ssa.end_block(&p, root);
    for (i, (_, block)) in cases.iter().enumerate() {
        // Not sealed: a Phi each, which turns out to be trivial.
        ssa.use_var(&mut p, variable, *block);
        if i == 0 {
            let two = p.add_const32(*block, 2);
            ssa.define(variable, *block, two);
        }
        p.add_jump(*block, join);
        ssa.end_block(&p, *block);
    }
    ssa.seal(&mut p, join);
    let result = ssa.use_var(&mut p, variable, join);
    p.add_return(join, Some(result));
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    assert_eq!((count(&p, Opcode::Phi), count(&p, Opcode::Upsilon)), (1, 20_000));
}
