//! For every rule, a procedure that violates it and nothing else, and a twin that is valid.

use super::*;
use crate::base::{
    ConvId, EffectFlags, Effects, GeneratorId, HeapRange, Reg, RegSet, Signature, StackSlotId, StateId,
    SymbolId, TrapCode, Type, ValueRep, Width,
};
use crate::ir::testing::{other_target, target};
use crate::ir::{
    CallData, Data, Extern, Module, ObjectId, Opcode, RangePair, StackSlotKind, Stackmap, StateEntry,
    Successor, ValueFlags, VariableId,
};

pub(super) const I32: Type = Type::Int32;
pub(super) const I64: Type = Type::Int64;
pub(super) const DOUBLE: Type = Type::Double;

/// A procedure whose root has an Int32 and an Int64, and no terminal.
pub(super) fn start() -> (Procedure, BlockId, ValueId, ValueId) {
    let mut p = Procedure::new(&target());
    let root = p.add_block();
    let a = p.at(root).const32(1);
    let b = p.at(root).const64(2);
    (p, root, a, b)
}

/// A case of one block that returns nothing.
pub(super) fn body(build: impl FnOnce(&mut Procedure, BlockId, ValueId, ValueId)) -> Procedure {
    let (mut p, root, a, b) = start();
    build(&mut p, root, a, b);
    p.at(root).ret([]);
    p
}

/// A case with a stackmap; `broken` selects the invalid one.
pub(super) fn stackmap(
    opcode: Opcode,
    ty: Type,
    build: impl FnOnce(&mut Procedure, &mut Stackmap),
) -> Procedure {
    body(|p, root, a, b| {
        let mut map = Stackmap::default();
        build(p, &mut map);
        let children: &[ValueId] = if opcode == Opcode::Check { &[a, a, b] } else { &[a, b] };
        p.at(root).stackmap_value(opcode, ty, children, map);
    })
}

pub(super) fn call_data(p: &Procedure, symbol: SymbolId) -> CallData {
    CallData {
        conv: p.convention(),
        callee: symbol,
        variadic_start: None,
        effects: Effects::for_call(),
        exceptional: false,
        state: crate::base::StateId::INVALID,
    }
}

fn a_call(broken: bool, ty: Type, change: impl FnOnce(&mut CallData)) -> Procedure {
    body(|p, root, a, b| {
        let symbol = p.symbol("f");
        let mut data = call_data(p, symbol);
        if broken {
            change(&mut data);
        }
        p.at(root).ccall_with(ty, symbol, &[a, b], data);
    })
}

/// A rule, and a builder of the invalid or valid procedure.
pub(super) type Case = (Rule, fn(bool) -> Procedure);

pub(super) const CASES: &[Case] = &[
    (Rule::Root, |broken| if broken { Procedure::new(&target()) } else { body(|_, _, _, _| {}) }),
    (Rule::BlockEnd, |broken| {
        let (mut p, root, ..) = start();
        if !broken {
            p.at(root).ret([]);
        }
        p
    }),
    (Rule::BlockEnd, |broken| {
        let mut p = body(|_, _, _, _| {});
        let block = p.add_block();
        if !broken {
            p.at(block).add_oops();
        }
        p
    }),
    (Rule::TerminalLast, |broken| {
        body(|p, root, _, _| {
            if broken {
                p.at(root).trap(TrapCode::Unreachable);
            }
        })
    }),
    (Rule::SuccessorCount, |broken| {
        let (mut p, root, a, _) = start();
        let end = p.add_block();
        p.at(end).ret([]);
        p.at(root).branch(a, end, end);
        if broken {
            p.set_successors(root, &[end.into()]);
        }
        p
    }),
    (Rule::SuccessorCount, |broken| {
        let (mut p, root, a, _) = start();
        let end = p.add_block();
        p.at(end).ret([]);
        p.at(root).switch(a, &[(1, end), (2, end)], end);
        if broken {
            p.set_successors(root, &[end.into(), end.into()]);
        }
        p
    }),
    (Rule::SuccessorCount, |broken| {
        let (mut p, root, ..) = start();
        let (end, handler) = (p.add_block(), p.add_block());
        p.at(end).ret([]);
        p.at(handler).add_oops();
        let symbol = p.symbol("f");
        let data = CallData { exceptional: true, ..call_data(&p, symbol) };
        p.at(root).ccall_with(Type::Void, symbol, &[], data);
        let both = [Successor::new(end), Successor::rare(handler)];
        p.set_successors(root, if broken { &both[..1] } else { &both });
        p
    }),
    (Rule::SuccessorExists, |broken| {
        let (mut p, root, ..) = start();
        let end = p.add_block();
        p.at(end).ret([]);
        p.at(root).jump(if broken { BlockId::new(9) } else { end });
        p
    }),
    (Rule::Frequency, |broken| {
        let mut p = body(|_, _, _, _| {});
        p.set_frequency(Procedure::ROOT, if broken { f64::NAN } else { 0.0 });
        p
    }),
    (Rule::Frequency, |broken| {
        let mut p = body(|_, _, _, _| {});
        p.set_frequency(Procedure::ROOT, if broken { f64::INFINITY } else { 1e300 });
        p
    }),
    (Rule::ListedOnce, |broken| {
        body(|p, root, a, b| {
            let ids = if broken { vec![a, b, a] } else { vec![b, a] };
            p.set_block_values(root, &ids);
        })
    }),
    (Rule::ListedOnce, |broken| {
        body(|p, root, a, b| {
            if broken {
                p.set_block_values(root, &[a, b, ValueId::INVALID]);
            }
        })
    }),
    (Rule::InBlock, |broken| {
        body(|p, root, a, _| {
            p.at(if broken { BlockId::INVALID } else { root }).neg(a);
            // A Nop needs no block.
            p.at(BlockId::INVALID).nop();
        })
    }),
    (Rule::OperandExists, |broken| {
        body(|p, root, a, b| {
            let store = p.at(root).store(a, b, 0);
            p.at(root).equal(if broken { store } else { a }, a);
        })
    }),
    (Rule::OperandExists, |broken| {
        body(|p, root, a, _| {
            p.at(root).equal(if broken { ValueId::new(99) } else { a }, a);
        })
    }),
    (Rule::OperandExists, |broken| {
        body(|p, root, a, b| {
            let store = p.at(root).store(a, b, 0);
            let operand = if broken { store } else { b };
            p.at(root).stackmap_value(Opcode::Patchpoint, I32, &[a, operand], Stackmap::default());
        })
    }),
    (Rule::OperandCount, |broken| {
        body(|p, root, a, _| {
            let children: &[ValueId] = if broken { &[a] } else { &[a, a] };
            p.at(root).stackmap_value(Opcode::CheckAdd, I32, children, Stackmap::default());
        })
    }),
    (Rule::OperandCount, |broken| {
        body(|p, root, _, b| {
            let data = call_data(p, SymbolId::INVALID);
            let call = p.at(root).ccall_with(Type::Void, b, &[], data);
            if broken {
                p.call_mut(crate::ir::CallId::new(0)).unwrap().callee = SymbolId::INVALID;
                let mut value = *p.value(call);
                value.set_list(crate::support::List::default());
                *p.get_value_mut(call).unwrap() = value;
            }
        })
    }),
    (Rule::DefinedBefore, |broken| {
        body(|p, root, a, b| {
            let (c, d) = (p.at(root).neg(a), p.at(root).clz(a));
            p.children_mut(c)[0] = d;
            p.set_block_values(root, &if broken { [a, b, c, d] } else { [a, b, d, c] });
        })
    }),
    (Rule::DefinedBefore, |broken| {
        body(|p, root, a, _| {
            let id = p.at(root).neg(a);
            p.children_mut(id)[0] = if broken { id } else { a };
        })
    }),
    (Rule::DefinedBefore, |broken| {
        let (mut p, root, a, _) = start();
        let (left, right, join) = (p.add_block(), p.add_block(), p.add_block());
        p.at(root).branch(a, left, right);
        let x = p.at(left).neg(a);
        p.at(left).jump(join);
        p.at(right).jump(if broken { join } else { right });
        p.at(join).clz(x);
        p.at(join).ret([]);
        p
    }),
    (Rule::DefinedBefore, |broken| {
        // The use follows the definition in layout order, but in the invalid case not in the dominator tree.
        let (mut p, root, a, _) = start();
        let (user, definer) = (p.add_block(), p.add_block());
        p.at(root).branch(a, if broken { user } else { definer }, definer);
        let x = p.at(definer).neg(a);
        p.at(definer).jump(user);
        p.at(user).clz(x);
        p.at(user).ret([]);
        p
    }),
    (Rule::NoCycle, |broken| {
        let mut p = body(|_, _, _, _| {});
        let (one, two) = (p.add_block(), p.add_block());
        let c = p.at(one).const32(1);
        let x = p.at(one).identity(c);
        p.at(one).jump(two);
        let y = p.at(two).identity(x);
        p.at(two).jump(one);
        if broken {
            p.children_mut(x)[0] = y;
        }
        p
    }),
    (Rule::OperandType, |broken| {
        body(|p, root, a, b| {
            p.at(root).equal(a, if broken { b } else { a });
        })
    }),
    (Rule::OperandType, |broken| {
        body(|p, root, a, b| {
            p.at(root).load(DOUBLE, if broken { a } else { b }, 8);
        })
    }),
    (Rule::OperandType, |broken| {
        body(|p, root, a, b| {
            let f = p.at(root).const_float(1.0);
            p.at(root).select(if broken { f } else { a }, b, b);
        })
    }),
    (Rule::OperandType, |broken| {
        body(|p, root, a, b| {
            let data = call_data(p, SymbolId::INVALID);
            p.at(root).ccall_with(I32, if broken { a } else { b }, &[a], data);
        })
    }),
    (Rule::OperandType, |broken| {
        body(|p, root, a, _| {
            let ty = p.tuple_type(&[I32, I64]);
            let tuple = p.at(root).bottom_tuple(ty);
            let operand = if broken { a } else { tuple };
            let extract = p.at(root).extract(operand, 0);
            p.get_value_mut(extract).unwrap().ty = I32;
        })
    }),
    (Rule::ResultType, |broken| {
        body(|p, root, a, _| {
            let id = p.at(root).add(a, a);
            p.get_value_mut(id).unwrap().ty = if broken { I64 } else { I32 };
        })
    }),
    (Rule::ResultType, |broken| {
        body(|p, root, a, _| {
            let id = p.at(root).add_carry(a, a, a);
            let other = p.tuple_type(&[I64, I32]);
            if broken {
                p.get_value_mut(id).unwrap().ty = other;
            }
        })
    }),
    (Rule::ResultType, |broken| {
        body(|p, root, _, _| {
            let ty = p.tuple_type(&[I64, I32]);
            p.at(root).phi(if broken { Type::tuple(1) } else { ty });
        })
    }),
    (Rule::ResultType, |broken| {
        body(|p, root, _, _| {
            p.at(root).phi(if broken { Type::Void } else { DOUBLE });
        })
    }),
    (Rule::Tuple, |broken| {
        body(|p, _, _, _| {
            p.tuple_type(if broken { &[] } else { &[I32] });
        })
    }),
    (Rule::Tuple, |broken| {
        body(|p, _, _, _| {
            p.tuple_type(if broken { &[I32, Type::Void] } else { &[I32, DOUBLE] });
        })
    }),
    (Rule::Tuple, |broken| {
        body(|p, _, _, _| {
            p.tuple_type(&vec![I32; if broken { 1025 } else { 1024 }]);
        })
    }),
    (Rule::Flags, |broken| {
        body(|p, root, a, b| {
            let (load, neg) = (p.at(root).load(I32, b, 0), p.at(root).neg(a));
            p.get_value_mut(if broken { neg } else { load }).unwrap().flags = ValueFlags::TRAPS;
        })
    }),
    (Rule::Flags, |broken| {
        body(|p, root, a, b| {
            let (load, store) = (p.at(root).load8z(b, 0), p.at(root).store8(a, b, 0));
            p.get_value_mut(if broken { store } else { load }).unwrap().flags =
                ValueFlags::IMMUTABLE | ValueFlags::NOT_CONTROL_DEPENDENT | ValueFlags::TRAPS;
        })
    }),
    (Rule::Flags, |broken| {
        body(|p, root, _, b| {
            let load = p.at(root).load(if broken { DOUBLE } else { I64 }, b, 0);
            p.get_value_mut(load).unwrap().flags = ValueFlags::REFERENCE;
        })
    }),
    (Rule::ConstantBits, |broken| {
        body(|p, _, a, _| p.replace_with_constant(a, if broken { u64::MAX } else { u64::from(u32::MAX) }))
    }),
    (Rule::Upsilon, |broken| {
        body(|p, root, a, _| {
            let phi = p.at(root).phi(I32);
            p.at(root).upsilon(a, if broken { a } else { phi });
        })
    }),
    (Rule::Upsilon, |broken| {
        body(|p, root, a, b| {
            let phi = p.at(root).phi(I32);
            p.at(root).upsilon(if broken { b } else { a }, phi);
        })
    }),
    (Rule::Upsilon, |broken| {
        body(|p, root, a, _| {
            let phi = p.at(root).phi(I32);
            p.at(root).upsilon(a, if broken { ValueId::INVALID } else { phi });
        })
    }),
    (Rule::VariableAccess, |broken| {
        body(|p, root, a, b| {
            let variable = p.add_variable(I32);
            p.at(root).set(if broken { b } else { a }, variable);
        })
    }),
    (Rule::VariableAccess, |broken| {
        body(|p, root, a, _| {
            let variable = p.add_variable(I32);
            p.at(root).set(a, if broken { VariableId::new(7) } else { variable });
        })
    }),
    (Rule::VariableAccess, |broken| {
        body(|p, root, _, _| {
            let variable = p.add_variable(I32);
            let get = p.at(root).get(variable);
            p.get_value_mut(get).unwrap().ty = if broken { I64 } else { I32 };
        })
    }),
    (Rule::Variable, |broken| {
        body(|p, _, _, _| {
            p.add_variable(if broken { Type::Void } else { I32 });
        })
    }),
    (Rule::Extract, |broken| {
        body(|p, root, _, _| {
            let ty = p.tuple_type(&[I32, I64]);
            let tuple = p.at(root).bottom_tuple(ty);
            let extract = p.at(root).extract(tuple, 1);
            p.get_value_mut(extract).unwrap().ty = if broken { I32 } else { I64 };
        })
    }),
    (Rule::Extract, |broken| {
        body(|p, root, _, _| {
            let ty = p.tuple_type(&[I32, I64]);
            let tuple = p.at(root).bottom_tuple(ty);
            let extract = p.at(root).extract(tuple, if broken { 2 } else { 0 });
            p.get_value_mut(extract).unwrap().ty = I32;
        })
    }),
    (Rule::Return, |broken| {
        let (mut p, root, a, b) = start();
        p.set_signature(Signature { params: vec![], results: vec![I32] });
        p.at(root).ret([if broken { b } else { a }]);
        p
    }),
    (Rule::Return, |broken| {
        let (mut p, root, a, _) = start();
        p.set_signature(Signature { params: vec![], results: vec![I32] });
        p.at(root).ret((!broken).then_some(a));
        p
    }),
    (Rule::Signature, |broken| {
        let mut p = body(|_, _, _, _| {});
        p.set_signature(Signature { params: vec![if broken { Type::Void } else { I32 }], results: vec![] });
        p
    }),
    (Rule::Signature, |broken| {
        // The C convention has no register for a second integer result.
        let mut p = Procedure::with_convention(&target(), ConvId::new(if broken { 0 } else { 1 }));
        let root = p.add_block();
        let a = p.at(root).const32(1);
        p.at(root).ret([a, a]);
        p
    }),
    (Rule::Signature, |broken| {
        let mut p = Procedure::with_convention(&target(), ConvId::new(if broken { 9 } else { 1 }));
        let root = p.add_block();
        p.at(root).add_oops();
        p
    }),
    (Rule::SlotBase, |broken| {
        body(|p, root, _, _| {
            let slot = p.add_stack_slot(8, StackSlotKind::Locked);
            p.at(root).slot_base(if broken { StackSlotId::new(5) } else { slot });
        })
    }),
    (Rule::StackSlot, |broken| {
        body(|p, _, _, _| {
            let slot = p.add_stack_slot(8, StackSlotKind::Locked);
            p.stack_slot_mut(slot).unwrap().align = if broken { 3 } else { 2 };
        })
    }),
    (Rule::StackSlot, |broken| {
        body(|p, _, _, _| {
            p.add_stack_slot(if broken { 1 << 31 } else { 1 << 30 }, StackSlotKind::Locked);
        })
    }),
    (Rule::StackSlot, |broken| {
        body(|p, _, _, _| {
            let slot = p.add_stack_slot(16, StackSlotKind::Locked);
            p.stack_slot_mut(slot).unwrap().align = 8;
            p.stack_slot_mut(slot).unwrap().forced_offset = Some(if broken { -8 } else { -16 });
        })
    }),
    (Rule::StackSlot, |broken| {
        body(|p, _, _, _| {
            let slot = p.add_stack_slot(8, StackSlotKind::Locked);
            p.stack_slot_mut(slot).unwrap().forced_offset = Some(if broken { 20 } else { 24 });
        })
    }),
    (Rule::SlotAccess, |broken| {
        body(|p, root, _, _| {
            let slot = p.add_stack_slot(8, StackSlotKind::Anonymous);
            let base = p.at(root).slot_base(slot);
            p.at(root).load(I32, base, if broken { 5 } else { 4 });
        })
    }),
    (Rule::SlotAccess, |broken| {
        body(|p, root, a, _| {
            let slot = p.add_stack_slot(8, StackSlotKind::Anonymous);
            let base = p.at(root).slot_base(slot);
            p.at(root).store8(a, base, if broken { -1 } else { 7 });
        })
    }),
    (Rule::SlotAccess, |broken| {
        body(|p, root, a, b| {
            let slot = p.add_stack_slot(4, StackSlotKind::Anonymous);
            let base = p.at(root).slot_base(slot);
            p.at(root).store(if broken { b } else { a }, base, 0);
        })
    }),
    (Rule::ArgumentReg, |broken| {
        body(|p, root, _, _| {
            p.at(root).argument_reg(if broken { Reg::gp(7) } else { Reg::gp(5) });
        })
    }),
    (Rule::ArgumentReg, |broken| {
        body(|p, root, _, _| {
            p.at(root).argument_reg(if broken { Reg::fp(8) } else { Reg::fp(7) });
        })
    }),
    (Rule::ArgumentReg, |broken| {
        body(|p, root, _, _| {
            let id = p.at(root).argument_reg(Reg::gp(0));
            p.get_value_mut(id).unwrap().ty = if broken { DOUBLE } else { I64 };
        })
    }),
    (Rule::Symbol, |broken| {
        body(|p, root, _, _| {
            let symbol = p.symbol("f");
            p.at(root).symbol_address(if broken { SymbolId::new(3) } else { symbol });
        })
    }),
    (Rule::Symbol, |broken| {
        body(|p, root, a, _| {
            let symbol = p.symbol("f");
            p.at(root).ccall(I32, if broken { SymbolId::new(3) } else { symbol }, &[a]);
        })
    }),
    (Rule::Ranges, |broken| {
        body(|p, root, _, _| {
            let id = p.at(root).fence(RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP });
            p.values[id].aux = if broken { 6 } else { 0 };
        })
    }),
    (Rule::CallData, |broken| a_call(broken, I32, |data| data.conv = ConvId::new(4))),
    (Rule::CallData, |broken| a_call(broken, I32, |data| data.variadic_start = Some(3))),
    (Rule::CallData, |broken| {
        a_call(broken, I32, |data| (data.state, data.effects.flags) = (StateId::new(9), EffectFlags::empty()))
    }),
    (Rule::CallData, |broken| a_call(broken, I32, |data| data.effects.flags |= EffectFlags::TERMINAL)),
    (Rule::CallData, |broken| {
        body(|p, root, _, b| {
            let call = p.at(root).ccall(I32, b, &[]);
            p.values[call].aux = if broken { 8 } else { 0 };
        })
    }),
    (Rule::CallTypes, |broken| {
        body(|p, root, a, b| {
            let ty = p.tuple_type(&[I32]);
            let tuple = p.at(root).bottom_tuple(ty);
            p.at(root).ccall(I32, b, &[if broken { tuple } else { a }]);
        })
    }),
    (Rule::CallTypes, |broken| {
        body(|p, root, _, b| {
            let ty = p.tuple_type(if broken { &[I32, I32] } else { &[I32, DOUBLE] });
            p.at(root).ccall(ty, b, &[]);
        })
    }),
    (Rule::TailCall, |broken| {
        let mut p = Procedure::with_convention(&target(), ConvId::new(1));
        let root = p.add_block();
        let symbol = p.symbol("f");
        let data = CallData { conv: ConvId::new(if broken { 0 } else { 1 }), ..call_data(&p, symbol) };
        p.at(root).tail_call(symbol, &[], data);
        p
    }),
    (Rule::ExitReads, |broken| {
        let effects = Effects { reads: HeapRange::EMPTY, ..Effects::for_call() };
        a_call(broken, I32, |data| data.effects = effects)
    }),
    (Rule::ExitReads, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| {
            map.effects = Effects::of(if broken {
                EffectFlags::EXITS_SIDEWAYS
            } else {
                EffectFlags::CONTROL_DEPENDENT
            });
        })
    }),
    (Rule::Stackmap, |broken| {
        stackmap(Opcode::Patchpoint, I32, |p, map| {
            let generator = p.add_generator("g");
            map.generator = if broken { GeneratorId::new(1) } else { generator };
        })
    }),
    (Rule::Stackmap, |broken| {
        stackmap(Opcode::Check, Type::Void, |p, map| {
            let state = p.add_state(StateId::INVALID, 0, 0, &[]);
            map.state = if broken { StateId::new(1) } else { state };
        })
    }),
    (Rule::Stackmap, |broken| {
        let mut p = stackmap(Opcode::InvalidationPoint, Type::Void, |_, _| {});
        let id = p.value_ids().find(|id| p.value(*id).opcode() == Opcode::InvalidationPoint).unwrap();
        p.values[id].aux = if broken { 1 } else { 0 };
        p
    }),
    (Rule::RepCount, |broken| {
        stackmap(Opcode::Check, Type::Void, |_, map| {
            map.reps = vec![ValueRep::ColdAny; if broken { 3 } else { 2 }];
        })
    }),
    (Rule::RepCount, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| {
            map.results = vec![ValueRep::SomeRegister; if broken { 2 } else { 1 }];
        })
    }),
    (Rule::Rep, |broken| reps(Opcode::Patchpoint, broken, ValueRep::SomeEarlyRegister, ValueRep::WarmAny)),
    (Rule::Rep, |broken| reps(Opcode::Patchpoint, broken, ValueRep::Stack(0), ValueRep::StackArgument(0))),
    (Rule::Rep, |broken| reps(Opcode::Check, broken, ValueRep::SomeLateRegister, ValueRep::LateColdAny)),
    (Rule::Rep, |broken| {
        let constant = ValueRep::Constant { bits: 0, width: Width::W32 };
        reps(Opcode::Patchpoint, broken, constant, ValueRep::SomeRegisterWithClobber)
    }),
    (Rule::Rep, |broken| reps(Opcode::Patchpoint, broken, ValueRep::StackArgument(-8), ValueRep::ColdAny)),
    (Rule::Rep, |broken| {
        let (other_bank, own) = (ValueRep::Register(Reg::fp(0)), ValueRep::Register(Reg::gp(0)));
        reps(Opcode::Check, broken, other_bank, own)
    }),
    (Rule::Rep, |broken| {
        let (stack_pointer, free) = (ValueRep::LateRegister(Reg::gp(7)), ValueRep::LateRegister(Reg::gp(3)));
        reps(Opcode::Check, broken, stack_pointer, free)
    }),
    (Rule::Rep, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| {
            let other = Reg::gp(if broken { 1 } else { 2 });
            map.reps = vec![ValueRep::Register(Reg::gp(1)), ValueRep::Register(other)];
            // A result may be fixed to the register of an operand.
            map.results = vec![ValueRep::Register(Reg::gp(1))];
        })
    }),
    (Rule::Rep, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| {
            let (late, early) = (ValueRep::LateRegister(Reg::gp(1)), ValueRep::Register(Reg::gp(1)));
            map.reps = vec![if broken { late } else { early }];
            map.results = vec![early];
        })
    }),
    (Rule::Rep, |broken| {
        body(|p, root, _, _| {
            let ty = p.tuple_type(&[I32, I64]);
            let other = Reg::gp(if broken { 1 } else { 2 });
            let results = vec![ValueRep::Register(Reg::gp(1)), ValueRep::Register(other)];
            let map = Stackmap { results, ..Stackmap::default() };
            p.at(root).stackmap_value(Opcode::Patchpoint, ty, &[], map);
        })
    }),
    (Rule::Rep, |broken| {
        body(|p, root, a, _| {
            let result = if broken { ValueRep::SomeEarlyRegister } else { ValueRep::SomeRegister };
            let map = Stackmap { results: vec![result], ..Stackmap::default() };
            p.at(root).stackmap_value(Opcode::CheckAdd, I32, &[a, a], map);
        })
    }),
    (Rule::Rep, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| {
            map.results = vec![if broken { ValueRep::WarmAny } else { ValueRep::SomeEarlyRegister }];
        })
    }),
    (Rule::Clobber, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| {
            map.clobber_late = RegSet::of(&[if broken { Reg::gp(6) } else { Reg::gp(0) }]);
        })
    }),
    (Rule::Clobber, |broken| {
        stackmap(Opcode::Check, Type::Void, |_, map| {
            map.clobber_early = RegSet::of(&[if broken { Reg::fp(20) } else { Reg::fp(7) }]);
        })
    }),
    (Rule::Clobber, |broken| {
        stackmap(Opcode::Patchpoint, I32, |_, map| map.scratch_fp = if broken { 5 } else { 4 })
    }),
    (Rule::Switch, |broken| a_switch(I32, &[(1, 1), (2, 2), (if broken { 1 } else { 3 }, 1)])),
    (Rule::Switch, |broken| {
        let ty = if broken { I32 } else { I64 };
        a_switch(ty, &[(1 << 40, 1)])
    }),
    (Rule::EntrySwitch, |broken| entries(2, if broken { 3 } else { 2 }, false)),
    (Rule::EntrySwitch, |broken| entries(2, 2, broken)),
    (Rule::EntrySwitch, |broken| {
        let mut p = body(|_, _, _, _| {});
        p.entry_count = if broken { 0 } else { 1 };
        p
    }),
    (Rule::EntrySwitch, |broken| {
        let (mut p, root, ..) = start();
        let (block, end) = (p.add_block(), p.add_block());
        p.at(root).jump(block);
        if broken {
            p.at(block).entry_switch(&[end.into()]);
        } else {
            p.at(block).jump(end);
        }
        p.at(end).ret([]);
        p
    }),
    (Rule::OsrEntry, |broken| osr(u32::from(broken), 8)),
    (Rule::OsrEntry, |broken| osr(0, if broken { 4 } else { 16 })),
    (Rule::TrapCode, |broken| {
        body(|p, root, a, _| {
            let id = p.at(root).trap_if(a, TrapCode::User(3));
            if broken {
                p.values[id].aux = 1 << 20;
            }
        })
    }),
    (Rule::Pinned, |broken| {
        let mut p = body(|_, _, _, _| {});
        p.pinned = RegSet::of(&[if broken { Reg::gp(7) } else { Reg::gp(5) }]);
        p
    }),
    (Rule::StateFrame, |broken| {
        body(|p, _, _, _| {
            p.add_state(if broken { StateId::new(0) } else { StateId::INVALID }, 0, 0, &[]);
        })
    }),
    (Rule::StateFrame, |broken| {
        body(|p, _, _, _| {
            p.add_state(StateId::new(1), 0, 0, &[]);
            p.add_state(StateId::new(2), 0, 0, &[]);
            p.add_state(if broken { StateId::new(1) } else { StateId::INVALID }, 0, 0, &[]);
        })
    }),
    (Rule::StateFrame, |broken| {
        body(|p, _, _, _| {
            p.add_state(StateId::INVALID, 0, 0, &[]);
            p.add_state(StateId::new(if broken { 7 } else { 0 }), 0, 0, &[]);
        })
    }),
    (Rule::StateFrame, |broken| {
        body(|p, _, _, _| {
            // An object may contain itself.
            let object = p.add_object(1, &[StateEntry::Object(ObjectId::new(0))]);
            let entry = StateEntry::Object(if broken { ObjectId::new(1) } else { object });
            p.add_state(StateId::INVALID, 0, 0, &[entry]);
        })
    }),
    (Rule::StateFrame, |broken| {
        body(|p, _, _, _| {
            let bits = if broken { 1 << 32 } else { 1 };
            p.add_object(1, &[StateEntry::Constant(I32, bits)]);
        })
    }),
    (Rule::StateValue, |broken| {
        in_state(|p, block, a| {
            let later = p.at(block).neg(a);
            (StateEntry::Value(if broken { later } else { a }), Some(later))
        })
    }),
    (Rule::StateValue, |broken| {
        in_state(|_, _, a| (StateEntry::Value(if broken { ValueId::new(77) } else { a }), None))
    }),
    (Rule::StateValue, |broken| {
        in_state(|p, block, _| {
            let base = p.at(block).frame_pointer();
            let load = p.at(block).load(I64, base, 0);
            if !broken {
                p.get_value_mut(load).unwrap().flags = ValueFlags::REFERENCE;
            }
            (StateEntry::Reference(load), None)
        })
    }),
    (Rule::StateValue, |broken| {
        in_state(|p, block, a| {
            let ty = p.tuple_type(&[I32]);
            let tuple = p.at(block).bottom_tuple(ty);
            let object = p.add_object(4, &[StateEntry::Value(if broken { tuple } else { a })]);
            (StateEntry::Object(object), None)
        })
    }),
    (Rule::StateValue, |broken| {
        // A shared frame; the second block that names it is not dominated.
        let (mut p, root, a, _) = start();
        let (left, right) = (p.add_block(), p.add_block());
        p.at(root).branch(a, left, right);
        let x = p.at(left).neg(a);
        let outer = p.add_state(StateId::INVALID, 0, 0, &[StateEntry::Value(x)]);
        let state = p.add_state(outer, 1, 0, &[]);
        for block in [left, right] {
            let state = if broken || block == left { state } else { StateId::INVALID };
            let map = Stackmap { state, ..Stackmap::default() };
            p.at(block).stackmap_value(Opcode::Check, Type::Void, &[a], map);
            p.at(block).ret([]);
        }
        p
    }),
    (Rule::Derived, |broken| derived(|p, root, object, _| (p.at(root).add(object, object), object, broken))),
    (Rule::Derived, |broken| {
        derived(|p, root, object, number| {
            let sum = p.at(root).add(object, number);
            (sum, if broken { number } else { object }, false)
        })
    }),
    (Rule::Derived, |broken| {
        derived(|p, root, object, number| {
            let sum = p.at(root).add(object, number);
            p.get_value_mut(sum).unwrap().flags =
                if broken { ValueFlags::REFERENCE } else { ValueFlags::empty() };
            (sum, object, false)
        })
    }),
    (Rule::Safepoint, |broken| {
        body(|p, root, _, b| {
            let object = p.at(root).load(I64, b, 0);
            p.get_value_mut(object).unwrap().flags = ValueFlags::REFERENCE;
            let address = p.at(root).add(object, b);
            if !broken {
                p.at(root).load(I64, address, 0);
            }
            // The call itself may use the value.
            p.at(root).ccall(Type::Void, b, &[address]);
            p.at(root).load(I64, if broken { address } else { object }, 0);
        })
    }),
    (Rule::Safepoint, |broken| {
        body(|p, root, _, b| {
            let object = p.at(root).load(I64, b, 0);
            p.get_value_mut(object).unwrap().flags = ValueFlags::REFERENCE;
            let address = p.at(root).add(object, b);
            let second = p.at(root).identity(address);
            p.set_derived(address, object);
            if !broken {
                p.set_derived(second, object);
            }
            p.at(root).ccall(Type::Void, b, &[]);
            p.at(root).load(I64, second, 0);
        })
    }),
    (Rule::Safepoint, |broken| {
        // Around a loop with a call on one path.
        let (mut p, root, a, b) = start();
        let (head, plain, calls, exit) = (p.add_block(), p.add_block(), p.add_block(), p.add_block());
        let object = p.at(root).load(I64, b, 0);
        p.get_value_mut(object).unwrap().flags = ValueFlags::REFERENCE;
        let address = p.at(root).sub(object, b);
        p.at(root).jump(head);
        p.at(head).branch(a, plain, calls);
        p.at(plain).jump(head);
        if broken {
            p.at(calls).ccall(Type::Void, b, &[]);
        }
        p.at(calls).branch(a, exit, head);
        p.at(exit).load(I64, address, 0);
        p.at(exit).ccall(Type::Void, b, &[]);
        p.at(exit).ret([]);
        p
    }),
    (Rule::Safepoint, |broken| {
        // Through a Phi and a variable, and into an exit state.
        let (mut p, root, a, b) = start();
        let end = p.add_block();
        let object = p.at(root).load(I64, b, 0);
        p.get_value_mut(object).unwrap().flags = ValueFlags::REFERENCE;
        let variable = p.add_variable(I64);
        p.at(root).set(object, variable);
        let get = p.at(root).get(variable);
        p.at(root).jump(end);
        let phi = p.at(end).phi(I64);
        let upsilon = p.at(root).upsilon(get, phi);
        let ids = p.block_values(root).to_vec();
        let jump = ids[ids.len() - 2];
        let mut ids: Vec<ValueId> = ids[..ids.len() - 2].to_vec();
        ids.extend([upsilon, jump]);
        p.set_block_values(root, &ids);
        if broken {
            p.at(end).ccall(Type::Void, b, &[]);
        }
        let state = p.add_state(StateId::INVALID, 0, 0, &[StateEntry::Value(phi)]);
        let map = Stackmap { state, ..Stackmap::default() };
        p.at(end).stackmap_value(Opcode::Check, Type::Void, &[a], map);
        p.at(end).ccall(Type::Void, b, &[]);
        p.at(end).ret([]);
        p
    }),
];

fn reps(opcode: Opcode, broken: bool, wrong: ValueRep, right: ValueRep) -> Procedure {
    let ty = if opcode == Opcode::Check { Type::Void } else { I32 };
    stackmap(opcode, ty, |_, map| map.reps = vec![if broken { wrong } else { right }])
}

fn a_switch(ty: Type, cases: &[(i64, u32)]) -> Procedure {
    let (mut p, root, a, b) = start();
    for _ in 0..3 {
        let block = p.add_block();
        p.at(block).ret([]);
    }
    let cases: Vec<(i64, BlockId)> =
        cases.iter().map(|(case, block)| (*case, BlockId::new(*block))).collect();
    p.at(root).switch(if ty == I32 { a } else { b }, &cases, BlockId::new(3));
    p
}

/// A procedure with an OSR entry that takes one word at this offset of the buffer.
fn osr(entry: u32, offset: i32) -> Procedure {
    let mut p = Procedure::new(&target());
    let root = p.add_block();
    let buffer = p.at(root).argument(I64);
    let load = p.at(root).load(I64, buffer, offset);
    let state = p.add_state(StateId::INVALID, 0, 0, &[load.into()]);
    p.add_osr_entry(entry, state);
    p.at(root).ret([]);
    p
}

fn entries(count: u32, successors: usize, back: bool) -> Procedure {
    let (mut p, root, ..) = start();
    p.entry_count = count;
    let end = p.add_block();
    p.at(root).entry_switch(&vec![end.into(); successors]);
    p.at(end).jump(if back { root } else { end });
    p
}

/// A check in the root with one entry in its state, followed by the value that `build` may return.
fn in_state(
    build: impl FnOnce(&mut Procedure, BlockId, ValueId) -> (StateEntry, Option<ValueId>),
) -> Procedure {
    body(|p, root, a, _| {
        let (entry, later) = build(p, root, a);
        let state = p.add_state(StateId::INVALID, 0, 0, &[StateEntry::Dead, entry]);
        let map = Stackmap { state, ..Stackmap::default() };
        let check = p.at(root).stackmap_value(Opcode::Check, Type::Void, &[a], map);
        let mut ids = p.block_values(root).to_vec();
        if let Some(later) = later {
            ids.retain(|id| *id != later && *id != check);
            ids.extend([check, later]);
            p.set_block_values(root, &ids);
        }
    })
}

/// A derived value, as (itself, its base, whether to clear the declared base).
fn derived(
    build: impl FnOnce(&mut Procedure, BlockId, ValueId, ValueId) -> (ValueId, ValueId, bool),
) -> Procedure {
    body(|p, root, _, b| {
        let object = p.at(root).load(I64, b, 0);
        p.get_value_mut(object).unwrap().flags = ValueFlags::REFERENCE;
        let (id, base, forget) = build(p, root, object, b);
        p.set_derived(id, base);
        if forget {
            p.set_derived(id, ValueId::INVALID);
        }
    })
}

pub(super) type ModuleCase = (Rule, fn(bool) -> Module);

pub(super) const MODULE_CASES: &[ModuleCase] = &[
    (Rule::UniqueName, |broken| {
        let mut module = Module::default();
        for name in ["a", if broken { "a" } else { "b" }] {
            module.data.push(Data { name: name.to_string(), bytes: vec![] });
        }
        module
    }),
    (Rule::DefinedSymbol, |broken| {
        let mut module = caller(|p, root, _| {
            let symbol = p.symbol("table");
            p.at(root).symbol_address(symbol);
        });
        module.data.push(Data { name: if broken { "chair" } else { "table" }.to_string(), bytes: vec![] });
        module
    }),
    (Rule::CallAgrees, |broken| calls("f", if broken { I64 } else { I32 }, None, 0)),
    (Rule::CallAgrees, |broken| calls("f", I32, None, if broken { 1 } else { 0 })),
    (Rule::CallAgrees, |broken| calls(if broken { "f" } else { "printf" }, I32, Some(1), 0)),
    (Rule::CallAgrees, |broken| calls("printf", I32, if broken { None } else { Some(1) }, 0)),
    (Rule::CallAgrees, |broken| calls(if broken { "table" } else { "f" }, I32, None, 0)),
    (Rule::SameTarget, |broken| {
        let mut module = caller(|_, _, _| {});
        let mut other = Procedure::new(&if broken { other_target() } else { target() });
        other.name = String::from("other");
        let root = other.add_block();
        other.at(root).add_oops();
        module.procedures.push(other);
        module
    }),
];

fn caller(build: impl FnOnce(&mut Procedure, BlockId, ValueId)) -> Module {
    Module { procedures: vec![body(|p, root, a, _| build(p, root, a))], ..Module::default() }
}

/// `main` calls `name` with an Int32 and possibly more arguments, with the given result and the n-th convention.
pub(super) fn calls(name: &str, result: Type, variadic_start: Option<u32>, conv: u32) -> Module {
    let mut module = caller(|p, root, a| {
        let symbol = p.symbol(name);
        let data = CallData { conv: ConvId::new(conv), variadic_start, ..call_data(p, symbol) };
        let arguments = if name == "printf" { vec![a, a] } else { vec![a] };
        p.at(root).ccall_with(result, symbol, &arguments, data);
    });
    let signature = Signature { params: vec![I32], results: vec![I32] };
    module.externs.push(Extern { name: String::from("printf"), signature: signature.clone() });
    module.data.push(Data { name: String::from("table"), bytes: vec![] });
    let mut callee = Procedure::new(&target());
    callee.name = String::from("f");
    let root = callee.add_block();
    let argument = callee.at(root).argument(I32);
    callee.at(root).ret([argument]);
    assert_eq!(*callee.signature(), signature);
    module.procedures.push(callee);
    module
}
