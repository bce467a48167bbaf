//! Demotes values to variables: the inverse of fix_ssa, for passes that copy blocks and rebuild Phis afterwards.
//!
//! A Phi becomes a Get of its variable, and its Upsilons become Sets. Any other value is stored by a Set after its
//! definition and loaded by a Get before each user. Exit states and derived values still name the value itself, because
//! they cannot have a Get of their own.
//!
//! - Requires: valid IR.
//! - Ensures: only exit states and derived values use a demoted value directly.
//! - Keeps: ids, edges, dominators. Values derived from a reference, terminals and values in no block are not demoted.
//! - Cost: one visit of each value and each of its children.
//! - Source: B3's demoteValues.

use crate::base::EffectFlags;
use crate::ir::{InsertionSet, Opcode, Procedure, ValueFlags, ValueId, VariableId};
use crate::support::SideTable;

/// Variables of demoted values. The variable of a Phi changes whenever an Upsilon executes, but users need its value at
/// the Phi, so it is read only there.
struct DemotedVariables {
    phi_variables: SideTable<ValueId, VariableId>,
    value_variables: SideTable<ValueId, VariableId>,
}

impl Default for DemotedVariables {
    fn default() -> DemotedVariables {
        let [phi_variables, value_variables] = [0; 2].map(|_| SideTable::new(VariableId::INVALID));
        DemotedVariables { phi_variables, value_variables }
    }
}

/// Demotes each of these values to a variable of its own.
pub fn demote_values(proc: &mut Procedure, values: &[ValueId]) {
    let mut variables = DemotedVariables::default();
    for &id in values {
        let ends = proc.effects(id).flags.contains(EffectFlags::TERMINAL);
        let is_derived = proc.get_value(id).is_none_or(|value| value.flags.contains(ValueFlags::DERIVED));
        let ty = proc.type_of(id);
        if !ends && !is_derived && (ty.is_scalar() || ty.is_tuple()) {
            let is_phi = proc.value(id).opcode() == Opcode::Phi;
            let of = if is_phi { &mut variables.phi_variables } else { &mut variables.value_variables };
            of.set(id, proc.add_variable(ty));
        }
    }
    let mut insertions = InsertionSet::new();
    for block in proc.block_ids() {
        for at in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[at];
            load_children(proc, &variables, &mut insertions, at, id);
            store_value(proc, &variables, &mut insertions, at, id);
        }
        insertions.execute(proc, block);
    }
}

/// Replaces demoted children of a user by Gets of their variables.
fn load_children(
    proc: &mut Procedure,
    variables: &DemotedVariables,
    insertions: &mut InsertionSet,
    at: usize,
    user: ValueId,
) {
    for place in 0..proc.children(user).len() {
        let child = proc.children(user)[place];
        let home = variables.value_variables[child];
        if !home.is_valid() {
            continue;
        }
        let flags = proc.value(child).flags & ValueFlags::REFERENCE;
        let get = proc.detached_for(user).get(home);
        if let Some(get) = proc.get_value_mut(get) {
            get.flags |= flags;
        }
        proc.children_mut(user)[place] = get;
        insertions.insert(at, get);
    }
}

/// Stores a demoted value to its variable; for a demoted Phi, its Upsilons store.
fn store_value(
    proc: &mut Procedure,
    variables: &DemotedVariables,
    insertions: &mut InsertionSet,
    at: usize,
    id: ValueId,
) {
    let value = *proc.value(id);
    match value.opcode() {
        Opcode::Upsilon if variables.phi_variables[value.phi()].is_valid() => {
            let operand = proc.children(id)[0];
            let set = proc.detached_for(id).set(operand, variables.phi_variables[value.phi()]);
            proc.replace_with_nop(id);
            insertions.insert(at, set);
        }
        Opcode::Phi if variables.phi_variables[id].is_valid() => {
            let get = proc.detached_for(id).get(variables.phi_variables[id]);
            if let Some(get) = proc.get_value_mut(get) {
                get.flags |= value.flags & ValueFlags::REFERENCE;
            }
            insertions.insert(at, get);
            proc.replace_with_identity(id, get);
        }
        _ if variables.value_variables[id].is_valid() => {
            let set = proc.detached_for(id).set(id, variables.value_variables[id]);
            insertions.insert(at + 1, set);
        }
        _ => {}
    }
}
