//! The text format of the IR: printed text reads back, and errors have positions.

mod damaged;
mod docs;
mod hostile;
mod targets;

use barebones::base::{
    EffectFlags, Effects, Features, HeapRange, Origin, Reg, RegSet, Signature, StateId, TrapCode, Type,
    ValueRep, Width,
};
use barebones::ir::opcode::{Class, Payload, Properties, ResultRule, Row, Rule};
use barebones::ir::{
    CallData, Callee, Module, Opcode, ParseError, Procedure, RangePair, StackSlotKind, Stackmap, StateEntry,
    Successor, ValueFlags, parse_module,
};
use targets::targets;

/// Canonical text with every attribute and most kinds of pool entry.
const CORPUS: &str = include_str!("corpus.bb");

fn parse(text: &str) -> Result<Module, ParseError> {
    parse_module(text, &targets())
}

fn parse_ok(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The procedure in a text that has one.
fn parse_proc(text: &str) -> Procedure {
    parse_ok(text).procedures.pop().expect("a procedure")
}

/// Every value's line is the one in which its text begins, in all procedures, over comments and empty lines.
#[test]
fn origins_are_lines() {
    let text = CORPUS.replace("#0:", "; a comment: @1 = Nop()\n\n#0:");
    let mut module = parse_ok(&text);
    barebones::ir::set_origins_to_lines(&mut module, &text);
    let (mut procedure, mut found) = (usize::MAX, 0);
    for (number, line) in (1..).zip(text.lines()) {
        procedure = if line.starts_with("proc ") { procedure.wrapping_add(1) } else { procedure };
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, id, "=", ..] = words[..] else { continue };
        let Some(id) = id.strip_prefix('@').and_then(|id| id.parse().ok()) else { continue };
        let value = module.procedures[procedure].get_value(barebones::ir::ValueId::new(id)).expect("a value");
        assert_eq!(value.origin, Origin(number), "{line}");
        found += 1;
    }
    assert!(found > 70, "{found}");
}

/// A file with one procedure that has one block with these values.
fn file(values: &str) -> String {
    format!(
        "barebones 1\nproc f() -> Void target=other {{ slot0 = stack 8 locked var0: Int32\n#0:\n{values}}}"
    )
}

#[test]
fn canonical_text_is_printed_as_it_is() {
    let printed = parse_ok(CORPUS).to_string();
    for (expected, line) in CORPUS.lines().zip(printed.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(printed, CORPUS);
}

/// A procedure printed alone declares what it refers to as external.
#[test]
fn a_printed_procedure_declares_its_callees_as_extern() {
    let module = parse_ok(
        "barebones 1
         extern printf(Int64) -> Int32
         data text = \"x\"
         proc callee(Int32, Double) -> Int64 { #0: Int64 @0 = Const64(1) Void @1 = Return(@0) }
         proc main() -> Int64 {
         #0:
             Int32 @0 = Const32(1)
             Double @1 = ConstDouble(1.5)
             Int64 @2 = CCall(callee, @0, @1)
             Int64 @3 = SymbolAddress(text)
             Int32 @4 = CCall(printf, @3, @0, variadic=1)
             Int64 @5 = CCall(main)
             Void @6 = Return(@2)
         }",
    );
    let alone = Module::of(module.procedure("main").expect("named main").clone());
    assert_eq!(barebones::ir::validate_module(&alone), Ok(()));
    let read = parse_ok(&alone.to_string());
    assert_eq!(read.to_string(), alone.to_string());
    let externs: Vec<String> = read.externs.iter().map(|e| format!("{}{}", e.name, e.signature)).collect();
    assert_eq!(
        externs,
        ["callee(Int32, Double) -> Int64", "printf(Int64) -> Int32", "text() -> Void"],
        "in the order of calls, then the rest"
    );
    assert_eq!((read.procedures.len(), read.data.len()), (1, 0));
}

#[test]
fn free_form_text_is_read() {
    let module = parse_ok(include_str!("free_form.bb"));
    let printed = module.to_string();
    assert_eq!(parse_ok(&printed).to_string(), printed);
    let proc = module.procedure("sum").expect("named sum");
    assert_eq!(proc.target(), &targets().host);
    assert_eq!(module.data[0].bytes.len(), 5 + 2 + 4 + 8 + 4 + 8 + 256 + 1 + 8);
    assert_eq!(proc.value_count(), 23);
    let bits: Vec<u64> = proc.value_ids().map(|id| proc.value(id).bits()).collect();
    assert_eq!((bits[3] as i32, bits[4], f64::from_bits(bits[5])), (-5, 16, 1.5));
}

#[test]
fn the_header_has_target_convention_and_features() {
    let header = |text| parse_proc(&format!("barebones 1 proc f() -> Void {text} {{}}"));
    let host = targets().host;
    assert_eq!(header("").target(), &host);
    assert_eq!(header("target=host").target(), &host);
    let baseline = header("conv=internal target=x86_64-linux");
    assert_eq!((baseline.target().features, baseline.convention().number()), (Features::SSE41, 1));
    assert_eq!(header("target=host features={}").target().features, Features::empty());
    assert_eq!(header("features={lse} target=other").target().features, Features::LSE);
    assert!(header("").to_string().contains("target=x86_64-linux conv=system_v features={sse4.1, popcnt} {"));
}

#[test]
fn attributes_are_accepted_in_any_order_with_defaults() {
    let one = file("Int32 @0 = Load(@1, traps, range=top, offset=0x10, origin=3, reference)");
    let two = file("Int32 @0 = Load(@1, origin=3, reference, offset=16, traps)");
    assert_eq!(parse_proc(&one).to_string(), parse_proc(&two).to_string());
    let explicit = "effects={exits, control_dependent, writes_pinned, reads_pinned, fence, safepoint, \
        reads=top, writes=top}";
    let call = parse_proc(&file(&format!("Void @0 = CCall(g, conv=system_v, {explicit})")));
    assert!(call.to_string().contains("Void @0 = CCall(g)\n"));
}

// ---- Every opcode ---------------------------------------------------------------------------------------

fn example_type(row: &Row, rule: Rule) -> &'static str {
    match rule {
        Rule::Int32 | Rule::AnyInt => "Int32",
        Rule::Int64 => "Int64",
        Rule::Float | Rule::AnyFloat => "Float",
        Rule::Double => "Double",
        Rule::AnyTuple => "(Int32, Double)",
        Rule::V128 => "V128",
        Rule::T if row.class == Class::Vector => "V128",
        Rule::T => Type::SCALARS
            .iter()
            .find(|ty| row.class.contains(**ty))
            .map_or("(Int64)", |ty| ["Int32", "Int64", "Float", "Double"][ty.bits() as usize - 1]),
    }
}

/// A value of this row with number `id`, in canonical text.
fn example(row: &Row, id: usize) -> String {
    let t = example_type(row, Rule::T);
    let result = match row.result {
        ResultRule::Void => "Void".to_string(),
        ResultRule::Int32 => "Int32".to_string(),
        ResultRule::Int64 => "Int64".to_string(),
        ResultRule::Float => "Float".to_string(),
        ResultRule::Double => "Double".to_string(),
        ResultRule::V128 => "V128".to_string(),
        ResultRule::WithCarry => format!("({t}, Int32)"),
        _ => t.to_string(),
    };
    let mut operands: Vec<String> = (0..row.operands.len()).map(|i| format!("@{i}")).collect();
    match row.payload {
        Payload::Constant => {
            operands.push("7".to_string() + if row.result == ResultRule::Float { ".0" } else { "" })
        }
        Payload::Slot => operands.push("slot0".to_string()),
        Payload::Register => operands.push("%rax".to_string()),
        Payload::Symbol => operands.push("\"odd name\"".to_string()),
        Payload::Variable => operands.push("var0".to_string()),
        Payload::Phi => operands.push("^@3".to_string()),
        Payload::Index => operands.push("1".to_string()),
        Payload::Trap => operands.push("User(9)".to_string()),
        Payload::Vector => operands.push("0x5, 0xffffffffffffffff".to_string()),
        Payload::Lane => operands.push("i16x8".to_string()),
        Payload::LaneIndex => operands.push("f32x4, 3".to_string()),
        Payload::Call => operands.push("callee, @0".to_string()),
        Payload::Memory => operands.push("offset=4, range=1..2, traps".to_string()),
        Payload::Ranges => operands.push("reads=1..2, writes=2..3".to_string()),
        Payload::Atomic => {
            operands.push("offset=4, range=1..2, width=16, order=relaxed, traps".to_string());
        }
        Payload::Stackmap => operands.push("@0: WarmAny, scratch_gp=1".to_string()),
        Payload::Switch => operands.push("5: #0, default: #0:rare".to_string()),
        Payload::None if row.properties.contains(Properties::VARIADIC) => operands.push("@0, @1".to_string()),
        Payload::None if row.properties.contains(Properties::TERMINAL) => operands.push("#0".to_string()),
        Payload::None => {}
    }
    operands.push("origin=8".to_string());
    let constant = if row.opcode == Opcode::ConstDouble {
        operands.join(", ").replacen('7', "7.0", 1)
    } else {
        operands.join(", ")
    };
    format!("    {result} @{id} = {}({constant})\n", row.name)
}

#[test]
fn every_opcode_is_printed_and_read() {
    for opcode in Opcode::all() {
        let text = file(&example(opcode.row(), 5));
        let proc = parse_proc(&text);
        let id = proc.block_values(Procedure::ROOT)[0];
        assert_eq!(proc.value(id).opcode(), opcode);
        assert_eq!(proc.value(id).origin, Origin(8));
        assert_eq!(proc.value(proc.value_ids().next().expect("@0")).opcode(), Opcode::Nop);
        let line = format!("{}\n", proc.display_value(id, Some(Procedure::ROOT)));
        assert_eq!(line, example(opcode.row(), 5).trim_start());
        assert!(proc.to_string().contains(&line));
    }
}

#[test]
fn a_value_alone_shows_its_successors_only_where_it_ends_its_block() {
    let proc = parse_proc(&file("Int32 @0 = Const32(1) Void @1 = Branch(@0, #0, #0:rare)"));
    let [constant, branch] = proc.block_values(Procedure::ROOT)[..] else { panic!("two values") };
    let shown = |id, block| proc.display_value(id, block).to_string();
    assert_eq!(shown(branch, None), "Void @1 = Branch(@0)");
    assert_eq!(shown(branch, Some(Procedure::ROOT)), "Void @1 = Branch(@0, #0, #0:rare)");
    assert_eq!(shown(constant, Some(Procedure::ROOT)), "Int32 @0 = Const32(1)");
    assert_eq!(shown(barebones::ir::ValueId::new(9), None), "@9");
}

// ---- Nothing is lost ------------------------------------------------------------------------------------

/// Properties that must be the same in both procedures, independent of ids in their private pools.
fn facts(proc: &Procedure) -> Vec<String> {
    let mut facts = vec![format!(
        "{} {:?} {:?} {:?} {} {:?}",
        proc.name,
        proc.target(),
        proc.convention(),
        proc.signature(),
        proc.entry_count,
        proc.pinned
    )];
    for block in proc.block_ids() {
        let frequency = proc.frequency(block).to_bits();
        facts.push(format!(
            "{block} {frequency:#x} {:?} {:?}",
            proc.block_values(block),
            proc.successors(block)
        ));
    }
    for id in proc.value_ids() {
        let value = proc.value(id);
        let payload = match value.opcode().row().payload {
            Payload::None => String::new(),
            Payload::Constant => format!("{:#x}", value.bits()),
            Payload::Slot => value.slot().to_string(),
            Payload::Register => format!("{:?}", value.reg()),
            Payload::Symbol => format!("{:?}", proc.symbols().get(value.symbol())),
            Payload::Variable => value.variable().to_string(),
            Payload::Phi => value.phi().to_string(),
            Payload::Index => value.index().to_string(),
            Payload::Memory => format!("{} {}", value.offset(), value.range()),
            Payload::Ranges => {
                format!("{:?} {:?}", proc.range_pairs().get(value.ranges()), value.fence_order())
            }
            Payload::Atomic => format!("{:?} {:?}", proc.range_pairs().get(value.ranges()), value.atomic()),
            Payload::Call => {
                let call = proc.calls()[value.call()];
                format!("{:?} {call:?}", proc.symbols().get(call.callee))
            }
            Payload::Stackmap => format!("{:?}", proc.stackmaps()[value.stackmap()]),
            Payload::Switch => format!("{:?}", proc.switch_cases(value)),
            Payload::Trap => format!("{:?}", value.trap_code()),
            Payload::Vector => format!("{:#x}", proc.vector_bits(value)),
            Payload::Lane | Payload::LaneIndex => format!("{:?} {}", value.lane(), value.lane_index()),
        };
        facts.push(format!(
            "{id} {:?} {:?} {:?} {:?} {:?} {:?} {payload}",
            value.opcode(),
            proc.scalars(value.ty),
            value.origin,
            value.flags,
            proc.children(id),
            proc.base(id),
        ));
    }
    facts.push(format!("{:?}", proc.stack_slots()));
    facts.extend(proc.variables().values().map(|variable| format!("{:?}", proc.scalars(variable.ty))));
    facts.extend(proc.generators().values().map(|generator| generator.name.clone()));
    for (id, state) in proc.states().iter() {
        let entries = proc.state_entries(id);
        facts.push(format!("{id} {} {} {} {entries:?}", state.parent, state.function, state.pc));
    }
    for (id, object) in proc.objects().iter() {
        facts.push(format!("{id} {} {:?}", object.shape, proc.object_fields(id)));
    }
    facts
}

fn assert_same(a: &Procedure, b: &Procedure) {
    for (a, b) in facts(a).into_iter().zip(facts(b)) {
        assert_eq!(a, b);
    }
    assert_eq!(facts(a).len(), facts(b).len());
}

#[test]
fn the_corpus_keeps_every_fact() {
    let module = parse_ok(CORPUS);
    let again = parse_ok(&module.to_string());
    assert_eq!((&module.externs, &module.data), (&again.externs, &again.data));
    for (a, b) in module.procedures.iter().zip(&again.procedures) {
        assert_same(a, b);
    }
}

/// A procedure made with the builder, with content that the parser alone would not create.
fn built() -> Procedure {
    let mut proc = Procedure::with_convention(&targets().host, barebones::base::ConvId::new(1));
    proc.name = String::from("odd \u{e9}\u{0} name");
    proc.entry_count = 3;
    proc.pinned = RegSet::of(&[Reg::gp(5), Reg::fp(2)]);
    proc.set_signature(Signature { params: vec![Type::V128], results: vec![Type::Float, Type::Int64] });
    let [root, other] = [1.0, 1.0 / 3.0].map(|frequency| proc.add_block_with_frequency(frequency));
    let slot = proc.add_stack_slot(24, StackSlotKind::Locked);
    let slot_mut = proc.stack_slot_mut(slot).expect("added");
    (slot_mut.align, slot_mut.forced_offset) = (1, Some(-40));
    let pair = proc.tuple_type(&[Type::Double, Type::Int32]);
    let variable = proc.add_variable(pair);
    let generator = proc.add_generator("g\"\n");
    proc.origin = Origin(12);
    let nan = proc.at(root).constant(Type::Double, 0xfff7_0000_0000_0001);
    let quiet = proc.at(root).constant(Type::Float, 0x7fc0_1234);
    proc.origin = Origin::NONE;
    let address = proc.at(root).slot_base(slot);
    let object = proc.add_object(6, &[StateEntry::Reference(address), StateEntry::Constant(Type::Int32, 5)]);
    let outer = proc.add_state(StateId::INVALID, 1, 2, &[StateEntry::Value(nan), StateEntry::Dead]);
    let state = proc.exit_state(3, 4).locals([object]).stack([nan, quiet]).inlined_in(outer).add();
    let state = proc.exit_state(3, 5).stack([object]).inlined_in(state).add();
    let state = proc.exit_state(3, 6).locals([7i64]).inlined_in(state).add();
    let state = proc.exit_state(3, 7).inlined_in(state).add();
    let load = proc.at(root).load(Type::Int64, address, -8);
    proc.set_range(load, HeapRange::new(3, 9));
    proc.get_value_mut(load).expect("appended").flags |=
        ValueFlags::TRAPS | ValueFlags::REFERENCE | ValueFlags::IMMUTABLE | ValueFlags::NOT_CONTROL_DEPENDENT;
    let sum = proc.at(root).add(load, address);
    proc.set_derived(sum, load);
    let mut b = proc.at(root);
    let got = b.get(variable);
    b.set(got, variable);
    let element = b.extract(got, 1);
    b.memory_copy(address, sum, load, RangePair { reads: HeapRange::TOP, writes: HeapRange::EMPTY });
    b.memory_fill(address, element, load, HeapRange::new(1, 2));
    let symbol = proc.symbol("a b");
    proc.at(root).symbol_address(symbol);
    let call = CallData {
        conv: barebones::base::ConvId::new(0),
        callee: symbol,
        variadic_start: Some(1),
        effects: Effects { reads: HeapRange::new(5, 6), ..Effects::of(EffectFlags::SAFEPOINT) },
        exceptional: true,
        state: barebones::base::StateId::INVALID,
    };
    proc.at(root).ccall_with(pair, Callee::Symbol(symbol), &[nan, quiet], call);
    proc.at(root).ccall(Type::Void, address, &[]);
    let stackmap = Stackmap {
        generator,
        state,
        reps: vec![ValueRep::ColdAny, ValueRep::Constant { bits: u64::MAX, width: Width::W64 }],
        results: vec![ValueRep::Register(Reg::fp(1)), ValueRep::SomeRegister],
        clobber_early: RegSet::of(&[Reg::gp(0)]),
        clobber_late: RegSet::of(&[Reg::gp(1), Reg::fp(0)]),
        scratch_gp: 2,
        scratch_fp: 3,
        effects: Effects::NONE,
    };
    let mut b = proc.at(root);
    b.stackmap_value(Opcode::Patchpoint, pair, &[nan, load], stackmap.clone());
    let check = b.stackmap_value(Opcode::CheckSub, Type::Int64, &[sum, load, nan, nan], stackmap);
    b.trap_if(check, TrapCode::NullReference);
    let phi = proc.at(other).phi(Type::Float);
    proc.at(root).upsilon(quiet, phi);
    let cases = [(i64::MIN, Successor::rare(root)), (7, Successor::new(other))];
    proc.at(root).switch(check, &cases, Successor::rare(other));
    proc.at(other).ret([phi, check]);
    proc
}

#[test]
fn procedures_of_the_builder_keep_every_property() {
    let proc = built();
    let text = format!("barebones 1\n{proc}");
    let again = parse_proc(&text);
    assert_same(&proc, &again);
    assert_eq!(again.to_string(), proc.to_string());
}

#[test]
fn broken_procedures_are_printed_and_read_too() {
    let mut proc = Procedure::new(&targets().host);
    let root = proc.add_block();
    let foreign = barebones::ir::ValueId::new(1_000_000);
    let invalid = barebones::ir::ValueId::INVALID;
    let mut b = proc.at(root);
    b.add(foreign, invalid);
    b.upsilon(foreign, invalid);
    b.slot_base(barebones::base::StackSlotId::INVALID);
    b.get(barebones::ir::VariableId::new(7));
    b.symbol_address(barebones::base::SymbolId::INVALID);
    let derived = b.const32(1);
    proc.set_derived(derived, invalid);
    proc.at(root).jump(Successor::default());
    let cases: [(i64, Successor); 2] = [(1, Successor::default()), (2, Successor::default())];
    proc.at(root).switch(foreign, &cases, Successor::default());
    proc.at(root).jump(Successor::default());
    let again = parse_proc(&format!("barebones 1\n{proc}"));
    assert_same(&proc, &again);
}
