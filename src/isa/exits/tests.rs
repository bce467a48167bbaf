//! Tests of the encoded bytes, and of invalid input to the writer.

use super::*;
use crate::base::{ExitId, ObjectId, Reg, Type, ValueRep, Width};
use RecordEntry::{Dead, Value};

/// The documented encoding, byte by byte.
#[test]
fn the_stream_of_a_small_table() {
    let mut writer = ExitTableWriter::new();
    let (three, five) = (ValueRep::Register(Reg::gp(3)), ValueRep::Register(Reg::gp(5)));
    for _ in 0..2 {
        writer.clear();
        let [a, b] = [0; 2].map(|_| writer.add_value(Type::Int64));
        // Values are numbered from the last entry to the first.
        let first = writer.add_frame(None, [1, 10], None, &[Value(b), Dead, Value(a)]);
        writer.add_site(ExitKind::Check, [0, 0], first, &[(a, three), (b, ValueRep::Stack(-16))]);
        let c = writer.add_value(Type::Int64);
        let second = writer.add_frame(None, [1, 12], None, &[Value(b), Value(c), Value(a), Value(b)]);
        let constant = ValueRep::Constant { bits: 5, width: Width::W64 };
        writer.add_site(ExitKind::Call, [7, 7], second, &[(a, three), (b, five), (c, constant)]);
        let head = [2, 2, 3, 11, 13, 1];
        let full = [0, 3 << 2, 1, 10, 0, entry::NEXT, entry::DEAD, entry::NEXT];
        // One change, one added entry, pc + 2; a copy of entry 0; a new value before one unchanged entry.
        let changed = [record::NEXT | 1 << 2 | 1 << 4 | 1 << 6, change::COPY << 3, change::NEXT << 3 | 1];
        // Two new values; then one new value and one that moved.
        let check = [0, 0, 0, site::OTHER_FRAME | 2 << 3, 0, 3, place::STACK + 1];
        let call = [2 | 1 << 3 | 1 << 5, 14, place::CONSTANT + 3, 10, 1, 5];
        let expected = [&head[..], &full, &changed, &check, &call].concat();
        assert_eq!(writer.finish().bytes(), expected);
    }
}

#[test]
fn unknown_numbers_give_unreadable_tables() {
    let wrong: [fn(&mut ExitTableWriter) -> u32; 4] = [
        |writer| writer.add_frame(None, [1, 1], None, &[Value(99)]),
        |writer| writer.add_frame(Some(77), [1, 1], None, &[]),
        |writer| writer.add_frame(None, [1, 1], None, &[RecordEntry::Object(5)]),
        |_| 55,
    ];
    for wrong in wrong {
        let mut writer = ExitTableWriter::new();
        let frame = wrong(&mut writer);
        writer.add_site(ExitKind::Check, [0, 0], frame, &[(88, ValueRep::Stack(0))]);
        assert!(writer.finish().describe(ExitId::new(0)).is_err());
    }
    // An object is not a frame.
    let mut writer = ExitTableWriter::new();
    let object = writer.add_object(ObjectId::new(0), 1, &[]);
    writer.add_site(ExitKind::Check, [0, 0], object, &[]);
    let error = writer.finish().describe(ExitId::new(0)).expect_err("is none");
    assert_eq!(error.what, "an object, expected a frame");
}
