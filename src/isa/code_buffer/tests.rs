//! Tests of labels, fix-ups and layout.

use super::*;
use crate::base::LibCall;

fn finish(buffer: &mut CodeBuffer) -> CompiledCode {
    buffer.finish(FrameInfo::default()).expect("nothing is wrong with it")
}

/// Emits a four-byte distance to `label`, as a branch has it.
fn distance_to(buffer: &mut CodeBuffer, label: Label) {
    buffer.put(u128::from(-4i32 as u32), 4);
    buffer.add_fixup(buffer.offset() - 4, FixupKind::X64Rel32, label);
}

fn target(code: &CompiledCode, field: u32) -> u32 {
    let bytes = code.bytes[field as usize..].first_chunk::<4>().unwrap();
    (field + 4).wrapping_add(u32::from_le_bytes(*bytes))
}

#[test]
fn prologue_precedes_body_and_offsets_are_adjusted() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    for round in 0..2 {
        buffer.clear();
        let (entry, body, end, cold) =
            (buffer.new_label(), buffer.bind_new_label(), buffer.new_label(), buffer.new_label());
        let constant = buffer.constant8(42);
        buffer.add_entry(entry);
        // The body: 7 bytes, then a field, aligned to 8.
        buffer.require_alignment(8);
        buffer.set_origin(Origin(1));
        buffer.put(0x0007_0605_0403_0201, 7);
        buffer.add_trap_site(TrapCode::Unreachable);
        distance_to(&mut buffer, body);
        buffer.set_origin(Origin(2));
        buffer.bind(cold);
        distance_to(&mut buffer, constant);
        buffer.add_relocation(11, RelocKind::X64Rel32, RelocTarget::LibCall(LibCall::Fmod), 0);
        buffer.bind(end);
        assert_eq!(buffer.backward_distance(body), Some(-15));
        // The prologue: three bytes, a field to the body, a field back to its own start.
        buffer.start_prologue();
        buffer.bind(entry);
        assert_eq!(buffer.backward_distance(body), None);
        assert_eq!(buffer.backward_distance(entry), Some(0));
        buffer.put(0x00cc_bbaa, 3);
        buffer.add_trap_site(TrapCode::StackOverflow);
        distance_to(&mut buffer, cold);
        distance_to(&mut buffer, entry);
        buffer.add_relocation(22, RelocKind::X64Rel32, RelocTarget::LibCall(LibCall::Floor), 9);

        let code = finish(&mut buffer);
        // 5 bytes of padding, 11 of prologue, 15 of body, then the pool.
        let offsets = [entry, body, cold, end, constant].map(|label| buffer.label_offset(label));
        assert_eq!(offsets, [Some(5), Some(16), Some(27), Some(31), Some(32)], "round {round}");
        assert_eq!(code.bytes[..8], [0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xaa, 0xbb, 0xcc]);
        assert_eq!(code.bytes[16..23], [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!([8, 12, 23, 27].map(|field| target(&code, field)), [27, 5, 16, 32]);
        assert_eq!((code.code_size, code.bytes.len(), code.alignment), (31, 40, 16));
        assert_eq!(code.entries, [5]);
        let traps: Vec<_> = code.trap_sites.iter().map(|t| (t.offset, t.code, t.origin)).collect();
        let expected = [(8, TrapCode::StackOverflow, Origin::NONE), (23, TrapCode::Unreachable, Origin(1))];
        assert_eq!(traps, expected);
        let origins: Vec<_> = code.origins.iter().map(|o| (o.offset, o.origin)).collect();
        assert_eq!(origins, [(16, Origin(1)), (27, Origin(2))]);
        let relocations: Vec<_> = code.relocations.iter().map(|r| (r.offset, r.addend)).collect();
        assert_eq!(relocations, [(8, 9), (27, 0)]);
    }
}

#[test]
fn an_empty_prologue_is_at_the_start() {
    let mut buffer = CodeBuffer::new(Arch::A64);
    let entry = buffer.new_label();
    buffer.add_entry(entry);
    buffer.set_origin(Origin(3));
    buffer.put_word(0xd503_201f);
    buffer.start_prologue();
    buffer.start_prologue();
    buffer.bind(entry);
    let code = finish(&mut buffer);
    assert_eq!((code.entries, code.bytes.len(), code.code_size), (vec![0], 4, 4));
    assert_eq!(code.origins, [CodeOrigin { offset: 0, origin: Origin(3) }]);
}

#[test]
fn origins_record_first_offsets() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    buffer.put(0x90, 1);
    for origin in [1, 1, 2, 3] {
        buffer.set_origin(Origin(origin));
        if origin != 2 {
            buffer.put(0x90, 1);
        }
    }
    buffer.set_origin(Origin::NONE);
    buffer.put(0x90, 1);
    buffer.start_prologue();
    buffer.set_origin(Origin(9));
    buffer.put(0x90, 1);
    let origins: Vec<_> = finish(&mut buffer).origins.iter().map(|o| (o.offset, o.origin.0)).collect();
    assert_eq!(origins, [(0, 9), (1, u32::MAX), (2, 1), (4, 3), (5, u32::MAX)]);
}

#[test]
fn last_origin_at_an_offset_wins() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    let origins_of = |buffer: &mut CodeBuffer| -> Vec<(u32, u32)> {
        finish(buffer).origins.iter().map(|entry| (entry.offset, entry.origin.0)).collect()
    };
    let put = |buffer: &mut CodeBuffer, origins: &[u32]| {
        origins.iter().for_each(|origin| buffer.set_origin(Origin(*origin)));
        buffer.put(0x90, 1);
    };
    // The origin returns to that of the preceding code.
    put(&mut buffer, &[1]);
    put(&mut buffer, &[2, 1]);
    put(&mut buffer, &[3, 4]);
    assert_eq!(origins_of(&mut buffer), [(0, 1), (2, 4)]);
    // The end of the body and the prologue are not adjacent, although their origins are equal.
    buffer.clear();
    put(&mut buffer, &[1]);
    put(&mut buffer, &[2]);
    buffer.start_prologue();
    put(&mut buffer, &[2]);
    assert_eq!(origins_of(&mut buffer), [(0, 2), (1, 1), (2, 2)]);
    // The end of the prologue and the start of the body are adjacent.
    buffer.clear();
    put(&mut buffer, &[1]);
    buffer.start_prologue();
    put(&mut buffer, &[1]);
    assert_eq!(origins_of(&mut buffer), [(0, 1)]);
}

#[test]
fn the_pool_is_aligned_shared_and_in_order() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    let symbol = |number| RelocTarget::Symbol(crate::base::SymbolId::new(number));
    buffer.put(0xc3, 1);
    let labels = [
        buffer.constant4(1),
        buffer.constant8(1),
        buffer.constant16(1),
        buffer.constant4(2),
        buffer.address_constant(symbol(1), 0),
        buffer.constant16(2),
        buffer.address_constant(symbol(1), 8),
        buffer.address_constant(RelocTarget::Code, 0),
    ];
    let again = [buffer.constant16(2), buffer.constant4(2), buffer.address_constant(symbol(1), 8)];
    assert_eq!(again, [labels[5], labels[3], labels[6]]);
    let table = buffer.jump_table([labels[0], labels[0]]);
    let code = finish(&mut buffer);
    let places = labels.map(|label| buffer.label_offset(label).unwrap());
    assert_eq!(places, [80, 48, 16, 84, 56, 32, 64, 72]);
    assert_eq!((buffer.label_offset(table), code.bytes.len()), (Some(88), 96));
    assert_eq!(code.bytes[88..92], (80i32 - 88).to_le_bytes());
    let found: Vec<_> = code.relocations.iter().map(|r| (r.offset, r.kind, r.target, r.addend)).collect();
    let expected = [(56, symbol(1), 0), (64, symbol(1), 8), (72, RelocTarget::Code, 0)];
    assert_eq!(found, expected.map(|(offset, target, addend)| (offset, RelocKind::Abs64, target, addend)));
    assert_eq!(code.code_size, 1);
}

#[test]
fn code_without_constants_has_no_padding() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    buffer.put(0xc3, 1);
    let code = finish(&mut buffer);
    assert_eq!((code.bytes, code.relocations.len()), (vec![0xc3], 0));
}

#[test]
fn misuse_of_labels_is_an_error() {
    let error = |make: &dyn Fn(&mut CodeBuffer)| {
        let mut buffer = CodeBuffer::new(Arch::X64);
        buffer.put(0x90, 1);
        make(&mut buffer);
        let error = buffer.finish(FrameInfo::default()).unwrap_err();
        buffer.clear();
        assert!(buffer.finish(FrameInfo::default()).is_ok(), "clear forgets errors");
        // The text has the label's number in its buffer.
        error.to_string()
    };
    let (first, foreign) = (Label::new(0), Label::new(7));
    let unbound = |first_use| EmitError::UnboundLabel { label: first, name: None, first_use }.to_string();
    let twice = EmitError::InvalidBinding { label: first, offset: 1 }.to_string();
    assert_eq!(
        error(&|b| {
            let label = b.new_label();
            distance_to(b, label);
        }),
        unbound(Some(1))
    );
    assert_eq!(
        error(&|b| {
            let label = b.new_label();
            b.add_entry(label);
        }),
        unbound(None)
    );
    assert_eq!(
        error(&|b| {
            let label = b.new_label();
            b.jump_table([label]);
        }),
        unbound(None)
    );
    assert_eq!(
        error(&|b| {
            let label = b.bind_new_label();
            b.bind(label);
        }),
        twice
    );
    // Only the buffer binds labels of constants and tables.
    let pooled: [fn(&mut CodeBuffer) -> Label; 2] = [|b| b.constant4(0), |b| b.jump_table([])];
    for pooled in pooled {
        assert_eq!(
            error(&|b| {
                let label = pooled(b);
                b.bind(label);
            }),
            twice
        );
    }
    assert_eq!(
        error(&|b| {
            finish(b);
        }),
        EmitError::Finished.to_string()
    );
    // The first error wins.
    assert_eq!(
        error(&|b| {
            b.bind(foreign);
            b.bind_new_label();
            b.bind(first);
        }),
        EmitError::InvalidBinding { label: foreign, offset: 1 }.to_string()
    );
    for label in [foreign, Label::INVALID] {
        let expected = EmitError::UnboundLabel { label, name: None, first_use: Some(1) }.to_string();
        assert_eq!(error(&|b| distance_to(b, label)), expected);
    }
}

/// A label of another buffer is an error, even if the buffer has one with its number.
#[test]
fn labels_of_another_buffer_are_errors() {
    let mut others: Vec<CodeBuffer> = (0..3).map(|_| CodeBuffer::new(Arch::X64)).collect();
    let foreign: Vec<Label> = others.iter_mut().map(CodeBuffer::bind_new_label).collect();
    let mut buffer = CodeBuffer::new(Arch::X64);
    for label in foreign {
        let uses: [&dyn Fn(&mut CodeBuffer); 4] = [
            &|buffer| distance_to(buffer, label),
            &|buffer| buffer.add_entry(label),
            &|buffer| {
                buffer.jump_table([label]);
            },
            &|buffer| buffer.add_handler(label),
        ];
        for uses in uses {
            buffer.clear();
            let own = buffer.bind_new_label();
            assert_eq!((label.number(), buffer.label_offset(label)), (own.number(), None));
            assert_eq!(buffer.backward_distance(label), None);
            uses(&mut buffer);
            let error = buffer.finish(FrameInfo::default()).expect_err("a foreign label");
            assert!(
                matches!(error, EmitError::UnboundLabel { label: found, name: None, .. } if found == label)
            );
        }
        buffer.clear();
        buffer.new_label();
        buffer.bind(label);
        let error = EmitError::InvalidBinding { label, offset: 0 };
        assert_eq!(buffer.finish(FrameInfo::default()), Err(error));
    }
}

/// Both ends of every range, and one step beyond.
#[test]
fn distances_fit_exactly_in_their_fields() {
    let ranges = [
        (FixupKind::X64Rel8, -128, 127, 1),
        (FixupKind::X64Rel32, i64::from(i32::MIN), i64::from(i32::MAX), 1),
        (FixupKind::A64Branch14, -(1 << 15), (1 << 15) - 4, 4),
        (FixupKind::A64Branch19, -(1 << 20), (1 << 20) - 4, 4),
        (FixupKind::A64Branch26, -(1 << 27), (1 << 27) - 4, 4),
        (FixupKind::A64Adr21, -(1 << 20), (1 << 20) - 1, 1),
    ];
    for (kind, min, max, step) in ranges {
        for (distance, fits) in
            [(min, true), (max, true), (0, true), (min - step, false), (max + step, false)]
        {
            let mut bytes = [0; 4];
            assert_eq!(write_distance(&mut bytes, kind, distance), fits, "{kind:?} {distance}");
            assert!(!fits || distance == 0 || bytes != [0; 4]);
        }
        if step == 4 {
            assert!(!write_distance(&mut [0; 4], kind, 2), "{kind:?}");
        }
    }
}

#[test]
fn layouts_that_are_too_large_are_errors() {
    let mut buffer = CodeBuffer::new(Arch::X64);
    buffer.body_alignment = 1 << 31;
    let result = buffer.finish(FrameInfo::default());
    assert!(matches!(result, Err(EmitError::CodeTooLarge { bytes }) if bytes > MAX_BYTES));
}
