//! Decoding returns what was encoded.

use super::pools::{Pool, Site, pool};
use barebones::base::{ExitId, ObjectId, Type, ValueRep};
use barebones::ir::{Procedure, StateEntry, StateValues};
use barebones::isa::{
    DescribedEntry, DescribedFrame, DescribedObject, ExitDescription, ExitKind, ExitPlace, SitePlace,
};

/// The expected description of an entry at a site, from the procedure's own tables.
fn expected_entry(proc: &Procedure, site: &Site, entry: &StateEntry) -> DescribedEntry {
    let place = |value| {
        let value_of = proc.value(value);
        if value_of.opcode().is_constant() {
            return ExitPlace::Constant(value_of.bits());
        }
        let (_, rep) = site.places.iter().find(|(other, _)| *other == value).expect("each value has a place");
        match *rep {
            ValueRep::Register(reg) => ExitPlace::Register(reg),
            ValueRep::Stack(offset) => ExitPlace::Stack(offset),
            ValueRep::StackArgument(offset) => ExitPlace::StackArgument(offset),
            ValueRep::Constant { bits, .. } if proc.type_of(value).size() == 4 => {
                ExitPlace::Constant(bits & 0xffff_ffff)
            }
            ValueRep::Constant { bits, .. } => ExitPlace::Constant(bits),
            other => panic!("{other:?} is no place"),
        }
    };
    match *entry {
        StateEntry::Dead => DescribedEntry::Dead,
        StateEntry::Value(value) => DescribedEntry::Scalar(proc.type_of(value), place(value)),
        StateEntry::Reference(value) => DescribedEntry::Reference(Type::Int64, place(value)),
        StateEntry::Constant(ty, bits) => DescribedEntry::Scalar(ty, ExitPlace::Constant(bits)),
        StateEntry::Object(id) => DescribedEntry::Object(id),
    }
}

fn expected(pool: &Pool, site: &Site) -> ExitDescription {
    let proc = &pool.proc;
    let entries = |entries: &[StateEntry]| entries.iter().map(|e| expected_entry(proc, site, e)).collect();
    let mut walk = StateValues::new();
    proc.state_values(site.state, &mut walk);
    let frame = |state: &barebones::base::StateId| {
        let node = &proc.states()[*state];
        let entries = entries(proc.state_entries(*state));
        let local_count = node.local_count();
        DescribedFrame { function: node.function, pc: node.pc, local_count, entries }
    };
    let object = |id: &ObjectId| DescribedObject {
        id: *id,
        shape: proc.objects()[*id].shape,
        fields: entries(proc.object_fields(*id)),
    };
    let range = if site.kind == ExitKind::Check { 0..0 } else { site.range.clone() };
    ExitDescription {
        exit: site.exit,
        kind: site.kind,
        range,
        frames: walk.frames().iter().map(frame).collect(),
        objects: walk.objects().iter().map(object).collect(),
    }
}

#[test]
fn random_pools_round_trip() {
    let mut bytes = 0;
    let mut sites = 0;
    for seed in 0..3000 {
        let pool = pool(seed);
        assert_eq!(pool.table.len(), Ok(pool.sites.len() as u32), "seed {seed}");
        for site in &pool.sites {
            let found = pool.table.describe(site.exit);
            assert_eq!(found, Ok(expected(&pool, site)), "seed {seed}, {}", site.exit);
        }
        let beyond = ExitId::new(pool.sites.len() as u32);
        assert!(pool.table.describe(beyond).is_err() && pool.table.describe(ExitId::INVALID).is_err());
        let mut places: Vec<SitePlace> = pool
            .sites
            .iter()
            .filter(|site| site.kind != ExitKind::Check)
            .map(|site| SitePlace {
                kind: site.kind,
                offset: site.range.start,
                end: site.range.end,
                exit: site.exit,
            })
            .collect();
        places.sort_by_key(|place| place.offset);
        assert_eq!(pool.table.places(), Ok(places), "seed {seed}");
        bytes += pool.table.bytes().len();
        sites += pool.sites.len();
    }
    // Random locations and frames are the worst case; this limit only detects gross regressions.
    assert!(bytes / sites < 40, "{bytes} bytes for {sites} sites");
}

/// The same input gives the same bytes, whatever the encoder did before.
#[test]
fn tables_do_not_depend_on_earlier_encodings() {
    for seed in 0..50 {
        assert_eq!(pool(seed).table, pool(seed).table);
    }
}

#[test]
fn no_sites_no_bytes() {
    let table = barebones::isa::ExitTable::default();
    assert_eq!((table.len(), table.places(), table.is_empty()), (Ok(0), Ok(Vec::new()), true));
    assert!(table.describe(ExitId::new(0)).is_err());
}
