//! Tests of the format. `tests/client/saved_code.rs` has those that run loaded code.

use super::*;
use crate::base::{ExitId, Features, LibCall, Origin, OsrFrame, OsrLayout, OsrSlot};
use crate::base::{Reg, SiteId, SymbolId, Target, TrapCode, Type};
use crate::isa::unwind::FrameStates;
use crate::isa::{
    BranchRole, CodeOrigin, CodePiece, EntryFunction, ExitTable, FrameInfo, GcMap, Handler, PatchableKind,
    PatchableSite, RelocKind, RelocTarget, Relocation, TARGETS, TrapSite,
};

const KEY: ContentKey = ContentKey([7; 32]);

/// A function in which every list has something, for any target.
fn full(target: &Target) -> SavedFunction {
    let convention = &target.desc.conventions[0];
    let params = Type::SCALARS.into_iter().chain([Type::V128]).collect();
    let signature = Signature { params, results: vec![Type::Double] };
    let relocation = |offset, kind, target, addend| Relocation { offset, kind, target, addend };
    let relocations = vec![
        relocation(0, RelocKind::Abs64, RelocTarget::Symbol(SymbolId::new(1)), i64::MIN),
        relocation(8, RelocKind::X64Rel32, RelocTarget::LibCall(LibCall::Memset), -4),
        relocation(12, RelocKind::A64Branch26, RelocTarget::Code, i64::MAX),
        relocation(16, RelocKind::A64Page21, RelocTarget::ExitThunk, 0),
        relocation(20, RelocKind::A64PageWord12, RelocTarget::Site(SiteId::new(2)), 1),
    ];
    let trap = |offset, code, origin, exit, has_frame| TrapSite { offset, code, origin, exit, has_frame };
    let frame = FrameInfo {
        size: 64,
        slots: vec![Some(-16), None, Some(i32::MIN)],
        callee_saves: vec![(Reg::gp(3), -8), (Reg::fp(2), -32)],
        signs_return_address: true,
    };
    let site = |kind, origin| PatchableSite { kind, origin: Origin(origin) };
    let code = CompiledCode {
        arch: target.desc.arch,
        bytes: (0..=255).collect(),
        code_size: 200,
        alignment: 32,
        landing_pads: true,
        retpolines: false,
        entries: vec![0, 16],
        functions: vec![EntryFunction {
            entry: 1,
            name: String::from("second"),
            signature: signature.clone(),
        }],
        relocations,
        trap_sites: vec![
            trap(4, TrapCode::User(9), Origin(3), ExitId::new(0), true),
            trap(4000, TrapCode::NullReference, Origin::NONE, ExitId::INVALID, false),
        ],
        patchable_sites: vec![
            site(PatchableKind::Invalidation { offset: 8, exit: 100 }, 1),
            site(PatchableKind::Jump { target: 12 }, 2),
            site(PatchableKind::Constant { bits: u64::MAX }, u32::MAX),
            site(PatchableKind::Branch { offset: 8, target: 16, role: BranchRole::Jump }, 3),
            site(PatchableKind::Branch { offset: 16, target: 300, role: BranchRole::Call }, 4),
            site(PatchableKind::Branch { offset: 24, target: 0, role: BranchRole::Nop }, 5),
            site(PatchableKind::Immediate { offset: 30, size: 8, bits: 1 << 63 }, 6),
        ],
        handlers: vec![Handler { call: 20, handler: 24 }],
        origins: vec![
            CodeOrigin { offset: 0, origin: Origin(5) },
            CodeOrigin { offset: 9, origin: Origin::NONE },
        ],
        exits: ExitTable::from_bytes(vec![1, 2, 3]),
        gc_map: GcMap::from_bytes(vec![1, 1, 1, 0, 80, 1]).expect("one site with one root"),
        osr_entries: vec![OsrLayout {
            entry: 1,
            frames: vec![
                OsrFrame { function: 7, pc: u32::MAX, local_count: None, slots: vec![OsrSlot::Dead] },
                OsrFrame {
                    function: 0,
                    pc: 3,
                    local_count: Some(1),
                    slots: vec![
                        OsrSlot::Word { index: 2, ty: Type::Float, is_reference: false },
                        OsrSlot::Word { index: 0, ty: Type::Int64, is_reference: true },
                        OsrSlot::Constant(Type::Double, u64::MAX),
                    ],
                },
            ],
        }],
        frame: frame.clone(),
        frame_states: FrameStates::default(),
        pieces: Some(vec![CodePiece { range: 0..100, frame, signature: signature.clone(), convention }]),
    };
    let call = (signature.clone(), convention);
    SavedFunction {
        name: String::from("full"),
        signature,
        convention,
        code,
        symbols: vec![String::from("first"), String::from("ünïcode")],
        uses: vec![
            SymbolUse { symbol: SymbolId::new(0), value: 3, call: None },
            SymbolUse { symbol: SymbolId::new(1), value: 4, call: Some(call) },
        ],
        client_bytes: vec![9, 8, 7],
    }
}

fn saved(target: &Target) -> SavedCode {
    let mut saved = SavedCode::new(target, KEY);
    saved.data.push(SavedData { name: String::from("data"), bytes: vec![1, 2, 3] });
    saved.client_bytes = b"client".to_vec();
    saved.functions.push(full(target));
    let mut bare = full(target);
    bare.name = String::from("bare");
    bare.code = CompiledCode { pieces: None, ..bare.code };
    bare.code.relocations.clear();
    saved.functions.push(bare);
    saved
}

#[test]
fn everything_is_read_back_for_each_target() {
    for desc in TARGETS {
        let target = Target::baseline(desc);
        let saved = saved(&target);
        let bytes = saved.to_bytes();
        assert_eq!(SavedCode::from_bytes(&bytes, &target, KEY).as_ref(), Ok(&saved), "{}", target.name());
        assert_eq!(SavedCode::from_bytes_of_any(&bytes, &target), Ok(saved));
        for other in TARGETS.iter().filter(|other| other.name != desc.name) {
            let error = SavedCode::from_bytes(&bytes, &Target::baseline(other), KEY).expect_err("foreign");
            let (found, expected) = (String::from(desc.name), other.name);
            assert_eq!(error, SavedCodeError::OtherTarget { found, expected });
        }
    }
}

#[test]
fn optional_instructions_must_be_there() {
    let target = Target::baseline(TARGETS[0]);
    let more = Target { features: target.features | Features::AVX | Features::BMI2, ..target };
    let bytes = saved(&more).to_bytes();
    let error = SavedCode::from_bytes(&bytes, &target, KEY).expect_err("older");
    assert_eq!(error, SavedCodeError::MissingFeatures { names: vec!["bmi2", "avx"] });
    // Code may use less than there is, and keeps its own features.
    let loaded = SavedCode::from_bytes(&bytes, &Target { features: Features::all(), ..target }, KEY);
    assert_eq!(loaded.expect("newer").target.features, more.features);
}

#[test]
fn the_header_is_checked_first() {
    let target = Target::baseline(TARGETS[0]);
    let bytes = saved(&target).to_bytes();
    let error = |bytes: &[u8]| SavedCode::from_bytes(bytes, &target, KEY).expect_err("wrong");
    for foreign in [&b"\x7fELF\x02\x01\x01\0\0\0\0\0"[..], b"\0asm\x01\0\0\0", b"barebones 1", b"\0bbsavee"] {
        assert_eq!(error(foreign), SavedCodeError::NotSavedCode);
    }
    for len in 0..bytes.len() {
        let error = error(&bytes[..len]);
        assert!(
            matches!(error, SavedCodeError::Truncated { found, .. } if found == len as u64),
            "{len} {error}"
        );
    }
    let (expected, found) = (bytes.len() as u64, bytes.len() as u64 + 1);
    assert_eq!(error(&[&bytes[..], &[0]].concat()), SavedCodeError::TooLong { expected, found });
    let mut changed = bytes.clone();
    changed[9] = b'7';
    let found = VERSION.replacen(|_: char| true, "7", 1);
    assert_eq!(error(&changed), SavedCodeError::OtherVersion { found, expected: VERSION });
    let found = KEY.with(b"more");
    let other = SavedCode::from_bytes(&bytes, &target, found).expect_err("another key");
    assert_eq!(other, SavedCodeError::OtherContent { found: KEY, expected: found });
}

/// Bytes with their checksum corrected.
fn corrected(mut bytes: Vec<u8>) -> Vec<u8> {
    let start = MAGIC.len() + 1 + VERSION.len();
    if let Some((fields, content)) = bytes.get_mut(start..).and_then(|rest| rest.split_at_mut_checked(16)) {
        fields[..8].copy_from_slice(&(content.len() as u64).to_le_bytes());
        fields[8..].copy_from_slice(&checksum(content).to_le_bytes());
    }
    bytes
}

/// A length that is a lie allocates nothing.
#[test]
fn lengths_are_not_trusted() {
    let target = Target::baseline(TARGETS[0]);
    let empty = SavedCode::new(&target, KEY).to_bytes();
    // The last two bytes are the numbers of data objects and of functions.
    for place in 1..=3 {
        let mut bytes = empty[..empty.len() - place].to_vec();
        bytes.extend([0xff; 9]);
        bytes.push(1);
        let error = SavedCode::from_bytes_of_any(&corrected(bytes), &target).expect_err("too long");
        assert!(matches!(error, SavedCodeError::Malformed { .. }), "{error}");
    }
}

#[test]
fn seals_need_the_secret() {
    let bytes = saved(&Target::baseline(TARGETS[0])).to_bytes();
    let sealed = seal(bytes.clone(), b"secret");
    assert_eq!(unseal(&sealed, b"secret"), Ok(&bytes[..]));
    assert_eq!(unseal(&sealed, b"secrets"), Err(SavedCodeError::NotAuthentic));
    for at in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[at] ^= 4;
        assert_eq!(unseal(&changed, b"secret"), Err(SavedCodeError::NotAuthentic), "byte {at}");
    }
    for len in 0..sealed.len() {
        assert!(unseal(&sealed[..len], b"secret").is_err());
    }
}
