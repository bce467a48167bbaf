//! Copies all blocks of a procedure into another one, with everything that their values refer to.

use super::opcode::{LIST, Payload};
use super::{BlockId, CallData, Opcode, Procedure, StackmapId, StateEntry, StateNode, Successor, Value};
use super::{ValueFlags, ValueId, VariableId, VirtualObject};
use crate::base::{GeneratorId, ObjectId, Origin, StackSlotId, StateId, SymbolId, Type};
use crate::support::Entity;
use smallvec::SmallVec;

/// Parameters of a copy of a procedure's blocks into another procedure.
pub(crate) struct BlockCopy<'a> {
    /// The procedure to copy, which must be valid.
    pub(crate) from: &'a Procedure,
    /// The parent of the outermost frames of its exit states, or invalid.
    pub(crate) around: StateId,
    /// The frequency of the copied root.
    pub(crate) frequency: f64,
    /// Maps the origins of its values to those of the copies.
    pub(crate) origin: &'a mut dyn FnMut(Origin) -> Origin,
}

/// The starts of the copied tables in the destination.
struct TableOffsets<'a> {
    blocks: u32,
    slots: u32,
    variables: u32,
    ranges: u32,
    generators: u32,
    states: u32,
    objects: u32,
    symbols: Vec<SymbolId>,
    tuples: Vec<Type>,
    values: &'a [ValueId],
}

impl TableOffsets<'_> {
    fn value(&self, id: ValueId) -> ValueId {
        self.values.get(id.index()).copied().unwrap_or(ValueId::INVALID)
    }

    fn ty(&self, ty: Type) -> Type {
        ty.tuple_index().and_then(|tuple| self.tuples.get(tuple)).copied().unwrap_or(ty)
    }

    fn state(&self, state: StateId, otherwise: StateId) -> StateId {
        if state.is_valid() { StateId::new(self.states + state.number()) } else { otherwise }
    }

    fn generator(&self, generator: GeneratorId) -> GeneratorId {
        if generator.is_valid() { GeneratorId::new(self.generators + generator.number()) } else { generator }
    }

    /// Maps an entry of an exit state. A value that was not copied is in no block; only an unused state can name it.
    fn entry(&self, entry: StateEntry) -> StateEntry {
        let of = |id, make: fn(ValueId) -> StateEntry| match self.value(id) {
            ValueId::INVALID => StateEntry::Dead,
            copy => make(copy),
        };
        match entry {
            StateEntry::Value(id) => of(id, StateEntry::Value),
            StateEntry::Reference(id) => of(id, StateEntry::Reference),
            StateEntry::Object(object) => StateEntry::Object(ObjectId::new(self.objects + object.number())),
            StateEntry::Dead | StateEntry::Constant(..) => entry,
        }
    }
}

impl Procedure {
    /// Copies all blocks of another procedure, in order, and returns the copy of its root, which has no predecessors
    /// yet.
    ///
    /// `values` has an entry for each value of the other procedure. A valid entry replaces that value, which is not
    /// copied. The other entries are set to the copies; those of Nops stay invalid. Slots, variables, symbols,
    /// generators and exit states are copied too; Returns are copied unchanged. Linear in the size of the other
    /// procedure.
    pub(crate) fn copy_blocks(&mut self, copy: BlockCopy<'_>, values: &mut [ValueId]) -> BlockId {
        let BlockCopy { from, around, frequency, origin } = copy;
        let mut next = self.values.len() as u32;
        for block in from.block_ids() {
            for &id in from.block_values(block) {
                if !values[id.index()].is_valid() && from.value(id).opcode != Opcode::Nop {
                    values[id.index()] = ValueId::new(next);
                    next += 1;
                }
            }
        }
        let bases = self.copy_tables(from, around, values);
        let first_root = from.frequency(Procedure::ROOT);
        let scale = if first_root > 0.0 { frequency / first_root } else { frequency };
        for block in from.blocks.values() {
            let scaled = block.frequency * scale;
            let copy = self.add_block_with_frequency(if scaled.is_finite() { scaled } else { f64::MAX });
            let edges: SmallVec<[Successor; 4]> = from
                .edges
                .get(block.successors)
                .iter()
                .map(|edge| shifted_edge(*edge, bases.blocks))
                .collect();
            self.set_successors(copy, &edges);
        }
        self.add_hints_of(from, bases.blocks);
        for block in from.block_ids() {
            let to = BlockId::new(bases.blocks + block.number());
            for &id in from.block_values(block) {
                let copy = bases.value(id);
                if copy.number() as usize != self.values.len() {
                    continue;
                }
                self.copy_value(from, id, to, &bases, origin);
            }
        }
        BlockId::new(bases.blocks)
    }

    fn copy_tables<'a>(
        &mut self,
        from: &Procedure,
        around: StateId,
        values: &'a [ValueId],
    ) -> TableOffsets<'a> {
        let tuples = from.tuples.iter().map(|elements| self.tuple_type(elements)).collect();
        let symbols = from.symbols.values().map(|symbol| self.symbol(&symbol.name)).collect();
        let bases = TableOffsets {
            blocks: self.blocks.len() as u32,
            slots: self.slots.len() as u32,
            variables: self.variables.len() as u32,
            ranges: self.ranges.len() as u32,
            generators: self.generators.len() as u32,
            states: self.states.len() as u32,
            objects: self.objects.len() as u32,
            symbols,
            tuples,
            values,
        };
        for slot in from.slots.values() {
            self.slots.push(*slot);
        }
        for variable in from.variables.values() {
            self.add_variable(bases.ty(variable.ty));
        }
        for pair in from.ranges.values() {
            self.ranges.push(*pair);
        }
        for generator in from.generators.values() {
            self.generators.push(generator.clone());
        }
        let copied = |entries: &[StateEntry]| -> SmallVec<[StateEntry; 16]> {
            entries.iter().map(|entry| bases.entry(*entry)).collect()
        };
        for state in from.states.values() {
            let entries = self.entries.list(&copied(from.entries.get(state.entries)));
            let parent = bases.state(state.parent, around);
            self.states.push(StateNode { parent, entries, ..*state });
        }
        for object in from.objects.values() {
            let fields = self.entries.list(&copied(from.entries.get(object.fields)));
            self.objects.push(VirtualObject { fields, ..*object });
        }
        bases
    }

    fn copy_value(
        &mut self,
        from: &Procedure,
        id: ValueId,
        to: BlockId,
        bases: &TableOffsets<'_>,
        origin: &mut dyn FnMut(Origin) -> Origin,
    ) {
        let old = from.value(id);
        let mut value = Value { ty: bases.ty(old.ty), ..*old };
        let children = from.children_of(old).iter().map(|child| bases.value(*child));
        if old.opcode.raw_arity() == LIST {
            let children: SmallVec<[ValueId; 16]> = children.collect();
            value.set_list(self.ids.list(&children));
        } else {
            value.children.iter_mut().zip(children).for_each(|(place, child)| *place = child);
        }
        match old.opcode.row().payload {
            Payload::Slot => value.aux = StackSlotId::new(bases.slots + old.slot().number()).number(),
            Payload::Symbol => value.aux = self.copied_symbol(old.symbol(), bases).number(),
            Payload::Variable => {
                value.aux = VariableId::new(bases.variables + old.variable().number()).number()
            }
            Payload::Phi => value.aux = bases.value(old.phi()).number(),
            Payload::Ranges | Payload::Atomic => value.aux = bases.ranges + old.ranges().number(),
            Payload::Vector => value.aux = self.vector(from.vector_bits(old)).number(),
            Payload::Call => {
                let Some(call) = from.calls.get(old.call()).copied() else { return };
                let callee = self.copied_symbol(call.callee, bases);
                let state = bases.state(call.state, StateId::INVALID);
                value.aux = self.calls.push(CallData { callee, state, ..call }).number();
            }
            Payload::Stackmap => {
                let Some(map) = from.stackmaps.get(old.stackmap()) else { return };
                let mut map = map.clone();
                map.state = bases.state(map.state, StateId::INVALID);
                map.generator = bases.generator(map.generator);
                let map: StackmapId = self.stackmaps.push(map);
                value.aux = map.number();
            }
            Payload::Switch => {
                let cases = self.cases.list(from.switch_cases(old));
                value.set_cases(cases);
            }
            Payload::None
            | Payload::Constant
            | Payload::Register
            | Payload::Index
            | Payload::Memory
            | Payload::Trap
            | Payload::Lane
            | Payload::LaneIndex => {}
        }
        let copy = self.append(to, value);
        self.values[copy].origin = origin(old.origin);
        if old.flags.contains(ValueFlags::DERIVED)
            && let Some(base) = from.base(id)
        {
            self.bases.set(copy, bases.value(base));
        }
    }

    fn copied_symbol(&self, symbol: SymbolId, bases: &TableOffsets<'_>) -> SymbolId {
        bases.symbols.get(symbol.index()).copied().unwrap_or(SymbolId::INVALID)
    }
}

/// An edge whose target is `by` blocks further.
fn shifted_edge(edge: Successor, by: u32) -> Successor {
    let to = BlockId::new(edge.block().number() + by);
    if edge.is_rare() { Successor::rare(to) } else { Successor::new(to) }
}
