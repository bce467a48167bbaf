//! Errors: each is documented, prints no text twice, and has a readable `Debug`.

use super::documents::{read, rows, section};
use super::source::{File, library, under};
use barebones::air::{Opcode as AirOpcode, SpecialId, Tmp};
use barebones::base::semantics::WidthError;
use barebones::base::{
    Arch, Bank, Budget, ExitId, Origin, Reg, RegSet, Signature, SiteId, StackSlotId, Stop, SymbolId, Type,
};
use barebones::bundle::BundleError;
use barebones::error::{CallError, CompileError, CompileFailure, LinkError, MemoryError, TypeMismatch};
use barebones::ic::CacheError;
use barebones::interp::{EntryError, ExitEntry, Fault, HostError, InterpError, OsrEntryError};
use barebones::ir::validate::Rule;
use barebones::ir::{
    BlockId, LatePredecessor, Location, ParseError, Point, Procedure, ResumeError, ValueId, Violation,
};
use barebones::isa::masm::MasmOperation;
use barebones::isa::{
    EmitError, ExitPlace, ExitTableError, FixupKind, GcMapError, GeneratorError, Label, RelocKind,
    UnsupportedTarget,
};
use barebones::jit::{
    ExitError, ExitLinkError, LinkerError, MemoryRequest, PatchError, Place, RecoveryError,
    RegistrationError, RootsError, Thrown, Trap,
};
use barebones::lower::SelectError;
use barebones::machine::MachineError;
use barebones::regalloc::AllocError;
use barebones::saved_code::{ContentKey, SavedCodeError};
use barebones::{Backend, Compiler, Stage, host_target};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// The public error types of some files, with their variants; a structure has none.
fn error_types(files: &[File]) -> BTreeMap<String, Vec<String>> {
    let texts: Vec<String> =
        files.iter().filter(|file| !file.is_test()).map(File::code_without_tests).collect();
    let name_at = |text: &str| text.chars().take_while(|c| c.is_alphanumeric()).collect::<String>();
    let mut found = BTreeMap::new();
    for text in &texts {
        for marker in ["error_type!(", "std::error::Error for "] {
            for (start, _) in text.match_indices(marker) {
                let name = name_at(&text[start + marker.len()..]);
                if !name.is_empty() {
                    let variants = texts.iter().find_map(|text| variants(text, &name)).unwrap_or_default();
                    found.insert(name, variants);
                }
            }
        }
    }
    found
}

/// The variants of a public enum that the text defines.
fn variants(text: &str, name: &str) -> Option<Vec<String>> {
    let start = text.find(&format!("pub enum {name} {{"))?;
    let mut depth = 0;
    let mut found = Vec::new();
    for line in text[start..].lines() {
        let line = line.trim();
        if depth == 1 && line.starts_with(|c: char| c.is_ascii_uppercase()) {
            found.push(line.chars().take_while(|c| c.is_alphanumeric()).collect());
        }
        depth += line.matches(['{', '(']).count() as i32 - line.matches(['}', ')']).count() as i32;
        if depth == 0 {
            break;
        }
    }
    Some(found)
}

#[test]
fn every_error_is_documented() {
    let document = read("docs/errors.md");
    let mut types = error_types(&library());
    types.append(&mut error_types(&under(&super::LIBRARIES)));
    assert!(types.len() > 20 && types["CompileError"].len() > 10, "{types:?}");
    for (name, variants) in &types {
        let heading = format!("## {name}");
        assert!(!section(&document, &heading).is_empty());
        let rows = rows(&document, &heading).into_iter();
        let documented: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
        assert_eq!(documented, *variants, "docs/errors.md: {name}");
    }
    let headings: BTreeSet<&str> = document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let known: BTreeSet<&str> = types.keys().map(String::as_str).collect();
    assert_eq!(headings, known);
}

/// An error of each variant, with the names of type and variant.
type Examples = Vec<(&'static str, &'static str, Box<dyn Error>)>;

macro_rules! examples {
    ($($ty:ident { $($variant:ident $(($($value:expr),*))? $({ $($field:tt)* })?;)* })*) => {
        vec![$($((
            stringify!($ty),
            stringify!($variant),
            Box::new($ty::$variant $(($($value),*))? $({ $($field)* })?),
        ),)*)*]
    };
}

fn violation(value: u32) -> Violation {
    Violation {
        rule: Rule::BlockEnd,
        procedure: None,
        block: Some(BlockId::new(0)),
        value: Some(ValueId::new(value)),
        text: String::from("Void @1 = Nop()"),
        message: String::from("it is not a terminal"),
        place: None,
    }
}

fn errors_of_compilation() -> Examples {
    let procedure = || String::from("main");
    let value = ValueId::new(12);
    let error = GeneratorError::new("the operand is in memory");
    let slot = StackSlotId::new(1);
    let operation = Some(MasmOperation { name: "store64", place: std::panic::Location::caller() });
    examples! {
        CompileError {
            Invalid((0..1000).map(violation).collect());
            WrongTarget { procedure: procedure(), expected: "x86_64-linux", found: "aarch64-linux" };
            UnsupportedTarget { target: "this machine" };
            NoBranchProtection { by: "x86_64-linux" };
            NoHardening { by: "cranelift" };
            BackendNotBuilt { backend: Backend::Cranelift };
            Unsupported { procedure: procedure(), value, what: "Fence".into() };
            SlotCollision { procedure: procedure(), slot, offset: -8 };
            Allocation { procedure: procedure(), error: AllocError::StepLimit };
            Generator { procedure: procedure(), generator: "add".into(), value, error: error.clone() };
            UndeclaredWrite { procedure: procedure(), generator: "add".into(), value, registers: vec!["rax".into()] };
            Budget { procedure: procedure(), stage: Stage::Select, budget: Budget::Work, limit: 9, needed: 12 };
            Cancelled { procedure: procedure(), stage: Stage::Emit };
            Emission { procedure: procedure(), error: EmitError::FrameTooLarge { bytes: 1 << 40 } };
            UnresolvedSymbol { procedure: procedure(), symbol: "print".into(), user: Some(value), is_call: true };
            Link(LinkError::Memory(MemoryError::Unsupported));
            Linker(LinkerError::Memory(MemoryError::Unsupported));
            Memory(MemoryError::Unsupported);
            Bug { stage: Stage::Emit, message: "a panic".into(), procedure: procedure(), text: "proc ".repeat(1000) };
        }
        Stop {
            Cancelled;
            Budget { budget: Budget::CodeBytes, limit: 9, needed: 12 };
        }
        BundleError {
            Header;
            Line { line: 2, found: "`x`".into(), expected: "a keyword".into() };
            Missing { keyword: "ir" };
            Code { line: 20, procedure: procedure() };
            Ir { line: 30, column: 4, found: "`x`".into(), expected: "a value".into() };
        }
        SelectError {
            Unsupported { value, what: "Fence".into() };
            SlotCollision { slot, offset: -8 };
        }
        EmitError {
            CodeTooLarge { bytes: 1 << 32 };
            BranchOutOfRange { offset: 4, kind: FixupKind::X64Rel32, distance: 1 << 40 };
            UnboundLabel { label: Label::new(1), name: Some("slow path".into()), first_use: Some(4) };
            InvalidBinding { label: Label::new(1), offset: 4 };
            DefinedTwice { name: "counter".into() };
            Finished;
            InvalidOperand { offset: 4, expected: "an offset", operation };
            InvalidExit { exit: ExitId::new(0), expected: "scalars" };
            UnexpectedOperands { opcode: "Add32" };
            NoLandingPad { offset: 4 };
            Unfinished { offset: 4 };
            NoScratch { offset: 4, operation };
            MissingFeature { feature: "popcnt" };
            ForeignTarget { buffer: Arch::X64, target: Arch::A64 };
            Generator { special: SpecialId::new(0), error };
            UndeclaredWrite { special: SpecialId::new(0), regs: RegSet::of(&[Reg::gp(1)]) };
            FrameTooLarge { bytes: 1 << 40 };
        }
    }
}

fn errors_of_allocation() -> Examples {
    let (opcode, origin, reg) = (AirOpcode::Add32, Origin(7), Reg::gp(1));
    let tmp = Tmp::new(Bank::Gp, 3);
    examples! {
        AllocError {
            TooFewRegisters { opcode, origin, bank: Bank::Gp };
            FixedConflict { opcode, origin, reg };
            UnavailableRegister { opcode, origin, reg };
            TerminalDefinition { opcode, origin };
            RematDefinition { opcode, origin, tmp };
            Undefined { tmp };
            StepLimit;
            Stopped(Stop::Cancelled);
            MissingMove { opcode };
        }
    }
}

fn errors_of_code() -> Examples {
    let procedure = || String::from("main");
    let symbol = SymbolId::new(0);
    let site = SiteId::new(3);
    let request = MemoryRequest::Commit;
    let place = || Place { procedure: procedure(), value: Some(12), is_call: true };
    let types = || String::from("(Int64) -> Int64, system_v");
    examples! {
        MemoryError {
            Refused { request, bytes: 4096, os_error: Some(12) };
            Mapper { request, bytes: 4096, reason: "the arena is full".into() };
            BrokenContract { expected: "a reservation that starts at a page", found: 0x1004 };
            Unsupported;
            TooLarge { bytes: 1 << 31, limit: 1 << 30 };
            BadAlignment { alignment: 3, limit: 4096 };
        }
        RegistrationError {
            Unsupported { mechanism: "map for perf" };
            MappedFile;
            File { path: "/nowhere/jit-1.dump".into(), message: "No such file or directory".into() };
        }
        LinkError {
            Memory(MemoryError::TooLarge { bytes: 1 << 31, limit: 1 << 30 });
            WrongArch { procedure: procedure(), found: Arch::A64, host: Some(Arch::X64) };
            Malformed { procedure: procedure(), expected: "at least one entry", found: 0 };
            BadOffset { procedure: procedure(), offset: 9, size: 8 };
            WrongKind { procedure: procedure(), offset: 0, kind: RelocKind::X64Rel32, arch: Arch::A64 };
            NotABranch { procedure: procedure(), offset: 1 };
            NoExits { procedure: procedure() };
            ShadowStack { procedure: procedure() };
            NoLandingPads { procedure: procedure() };
            UnresolvedSymbol { procedure: procedure(), symbol };
            UnknownIndex { procedure: procedure(), symbol, index: 2, count: 1 };
            OutOfReach { procedure: procedure(), offset: 4, distance: 1 << 40 };
            NoProcessSymbols;
            GroupTooLarge { bytes: 1 << 31, limit: 1 << 30 };
        }
        LinkerError {
            Link(LinkError::NoExits { procedure: procedure() });
            Memory(MemoryError::Unsupported);
            NoDefinition { symbol: "print".into(), place: place() };
            WrongCall { symbol: "print".into(), place: place(), expected: types(), found: types() };
            WrongSignature { symbol: "print".into(), expected: types(), found: types(), place: Some(Box::new(place())) };
            NameTaken { symbol: "print".into(), kind: "a data object" };
            Forked { symbol: "print".into() };
        }
        TypeMismatch {
            ParameterCount { procedure: procedure(), expected: 2, found: 1 };
            Parameter { procedure: procedure(), index: 1, expected: Type::Int64, found: Type::Int32 };
            Results { procedure: procedure(), expected: vec![Type::Int64], found: Vec::new() };
            PairOfResults { procedure: procedure(), convention: "aapcs64", results: [Type::Int64, Type::Double] };
            Convention { procedure: procedure(), expected: "internal", found: Some("system_v") };
            NoEntry { procedure: procedure(), entry: 1, entries: 1 };
        }
        CallError {
            Types(TypeMismatch::NoEntry { procedure: procedure(), entry: 1, entries: 1 });
            NoPlaceForResults { procedure: procedure(), convention: "system_v" };
            TooManyArguments { procedure: procedure(), bytes: 1 << 20, limit: 256 << 10 };
        }
        RecoveryError {
            Unsupported;
            ShadowStack;
            System(std::io::Error::from_raw_os_error(22));
        }
        PatchError {
            NoSite { procedure: procedure(), site, count: 2 };
            WrongKind { procedure: procedure(), site, expected: "a patchable jump" };
            Forked;
            NoEntry { target: procedure(), entry: 1, entries: 1 };
        }
        CacheError {
            Registers(GeneratorError::new("%x is no register"));
            Emit(EmitError::Finished);
            Link(LinkError::NoExits { procedure: procedure() });
        }
        ExitLinkError {
            NoExit { procedure: procedure(), exit: ExitId::new(3) };
            Malformed(ExitTableError { offset: 3, what: "the number is too long" });
            Assembly { procedure: procedure() };
            NoOsrEntry { target: procedure(), entry: 1 };
            Frames(OsrEntryError::FrameCount { expected: 1, found: 2 });
            Signature { procedure: procedure(), target: procedure() };
            Stack { procedure: procedure() };
            Buffer { words: 1 << 20 };
            Emit(EmitError::Finished);
            Link(LinkError::NoExits { procedure: procedure() });
        }
        ExitError {
            Malformed(ExitTableError { offset: 3, what: "the number is too long" });
            NotScalar(Type::Void);
            OutsideFrame(ExitPlace::Register(Reg::gp(1)));
            RegisterLost(Reg::gp(1));
        }
        RootsError {
            NotSafepoint { offset: 20 };
            OutsideFrame { offset: -4096 };
        }
    }
}

fn errors_of_the_ir() -> Examples {
    let procedure = || String::from("main");
    let value = ValueId::new(12);
    let point = Point::Before(value);
    let expected = Signature { params: vec![Type::Int64], results: Vec::new() };
    examples! {
        ResumeError {
            NoPoint { point };
            StackSlots;
            Tuple { value };
            Ambiguous { location: Location::Phi(value) };
            Frame { value };
            PinnedRegisters;
            NoVariable { value };
        }
        OsrEntryError {
            FrameCount { expected: 1, found: 2 };
            Position { frame: 0, expected: (1, 2), found: (1, 3) };
            EntryCount { frame: 0, expected: (1, 2), found: (1, 3) };
            Entry { frame: 0, index: 1, expected: Type::Int64, is_reference: true, found: ExitEntry::Dead };
            Constant { frame: 0, index: 1, expected: 7, found: ExitEntry::Dead };
            Buffer { expected: 3, found: 2 };
        }
        InterpError {
            Invalid { procedure: procedure(), value: Some(value), what: "it has no block".into() };
            NoProcedure(procedure());
            WrongArguments { procedure: procedure(), expected, found: vec![Type::Int32] };
            WrongState { procedure: procedure(), what: "a value is missing".into() };
            NoEntry { procedure: procedure(), entries: 1, found: 1 };
        }
    }
}

fn structures() -> Examples {
    let host = host_target().expect("a host");
    let mut proc = Procedure::new(&host);
    let root = proc.add_block();
    let print = proc.symbol("print");
    proc.at(root).ccall(Type::Void, print, &[]);
    proc.at(root).ret([]);
    let failure: CompileFailure = Compiler::host().expect("a host").compile(proc).expect_err("unresolved");
    assert_eq!(failure.to_string(), "no definition of `print`, called from `main` at @0");
    let parse = ParseError { line: 1, column: 2, found: "`)`".into(), expected: "a value".into() };
    let trap = Trap {
        code: barebones::base::TrapCode::Unreachable,
        site: None,
        fault_address: Some(16),
        callers: Vec::new(),
        payload: None,
    };
    vec![
        ("Failure", "", Box::new(failure)),
        ("ParseError", "", Box::new(parse)),
        (
            "WidthError",
            "",
            Box::new(WidthError { expr: "(add 0 1)".into(), rule: "the widths of arguments differ" }),
        ),
        ("MachineError", "", Box::new(MachineError { line: 3, message: "expected a mode".into() })),
        ("LatePredecessor", "", Box::new(LatePredecessor { block: BlockId::new(1), predecessor: root })),
        ("GeneratorError", "", Box::new(GeneratorError::new("the operand is in memory"))),
        ("UnsupportedTarget", "", Box::new(UnsupportedTarget { triple: "sparc-unknown-linux".into() })),
        ("ExitTableError", "", Box::new(ExitTableError { offset: 3, what: "the number is too long" })),
        ("GcMapError", "", Box::new(GcMapError { offset: 3, expected: "a set of roots" })),
        ("Trap", "", Box::new(trap)),
        ("Thrown", "", Box::new(Thrown([1, 2]))),
        ("Fault", "", Box::new(Fault { address: 16 })),
        ("EntryError", "", Box::new(EntryError { expected: "a reference", found: ExitEntry::Dead })),
        ("HostError", "", Box::new(HostError::new("no function `print`"))),
    ]
}

#[cfg(feature = "cranelift")]
fn errors_of_cranelift() -> Examples {
    use barebones::cranelift::CraneliftError;
    examples! {
        CraneliftError {
            Unsupported { value: ValueId::new(12), what: "Patchpoint".into() };
            UnsupportedTarget { target: "aarch64-macos" };
            FrameTooLarge { bytes: 1 << 40 };
            Internal("a panic".into());
        }
    }
}

#[cfg(not(feature = "cranelift"))]
fn errors_of_cranelift() -> Examples {
    Vec::new()
}

#[cfg(feature = "object")]
fn errors_of_objects() -> Examples {
    use barebones::object_file::ObjectError;
    let function = || "main".to_string();
    examples! {
        ObjectError {
            WrongArch { function: function(), expected: Arch::A64, found: Arch::X64 };
            Exits { function: function() };
            PatchableSites { function: function() };
            UnresolvedSymbol { function: function(), symbol: SymbolId::new(3) };
            Duplicate { name: function() };
            InvalidName { name: "a\0b".into() };
            Relocation { function: function(), offset: 4, kind: RelocKind::A64Page21 };
            Frame { function: function() };
            Write { reason: "the section is too large".into() };
        }
    }
}

#[cfg(not(feature = "object"))]
fn errors_of_objects() -> Examples {
    Vec::new()
}

fn errors_of_saved_code() -> Examples {
    let (found, expected) = (ContentKey([0xab; 32]), ContentKey::of(b""));
    examples! {
        SavedCodeError {
            NotSavedCode;
            OtherVersion { found: "9.9.9".into(), expected: "0.1.0" };
            Truncated { expected: 100, found: 99 };
            TooLong { expected: 99, found: 100 };
            Damaged;
            OtherTarget { found: "aarch64-linux".into(), expected: "x86_64-linux" };
            MissingFeatures { names: vec!["avx", "bmi2"] };
            OtherContent { found, expected };
            Malformed { offset: 77, expected: "a register" };
            NotAuthentic;
        }
    }
}

#[test]
fn no_error_prints_a_text_twice() {
    let all = [
        errors_of_compilation(),
        errors_of_allocation(),
        errors_of_code(),
        errors_of_the_ir(),
        structures(),
        errors_of_cranelift(),
        errors_of_objects(),
        errors_of_saved_code(),
    ];
    let all: Examples = all.into_iter().flatten().collect();
    let mut missing = error_types(&library());
    missing.remove("Declined"); // a reason, not a failure
    if cfg!(not(feature = "object")) {
        missing.remove("ObjectError");
    }
    if cfg!(not(feature = "cranelift")) {
        missing.remove("CraneliftError");
    }
    for (ty, variant, error) in &all {
        let variants = missing.get_mut(*ty).unwrap_or_else(|| panic!("{ty} is no error type"));
        variants.retain(|other| other != variant);
        let mut texts = vec![error.to_string()];
        let mut next = error.source();
        while let Some(source) = next {
            texts.push(source.to_string());
            next = source.source();
        }
        for (at, text) in texts.iter().enumerate() {
            assert!(!text.is_empty(), "{ty}::{variant}");
            let repeated = texts[..at].iter().any(|before| before.contains(text));
            assert!(!repeated, "{ty}::{variant} prints its source twice: {texts:?}");
        }
        let debug = format!("{error:?}");
        assert_eq!(debug, texts.join(": "), "{ty}::{variant}");
        let limit = if *variant == "Invalid" { 2000 } else { 300 };
        assert!(debug.len() < limit, "{ty}::{variant}: {} bytes", debug.len());
    }
    let covered: BTreeSet<&str> = all.iter().map(|(ty, ..)| *ty).collect();
    missing.retain(|ty, variants| !variants.is_empty() || !covered.contains(ty.as_str()));
    assert!(missing.is_empty(), "no example of {missing:?}");
}

#[test]
fn names_and_places_are_in_the_messages() {
    let texts: BTreeMap<_, _> = errors_of_compilation()
        .into_iter()
        .filter(|(ty, ..)| *ty == "CompileError")
        .map(|(_, variant, error)| (variant, error.to_string()))
        .collect();
    for (variant, text) in [
        ("Unsupported", "@12 in `main`: Fence cannot be compiled yet"),
        ("SlotCollision", "slot1 in `main` is forced to offset -8, which overlaps another part of the frame"),
        ("Allocation", "`main`: the linear scan exceeded its step limit"),
        ("Generator", "@12 in `main`: the generator \"add\": the operand is in memory"),
        ("Emission", "`main`: a frame of 1099511627776 bytes is too large"),
        ("UnresolvedSymbol", "no definition of `print`, called from `main` at @12"),
        ("Bug", "a bug in the compiler, stage emit of `main`: a panic"),
    ] {
        assert_eq!(texts[variant], text);
    }
    let invalid = &texts["Invalid"];
    assert_eq!(invalid.lines().count(), 22);
    assert!(
        invalid.starts_with("the IR breaks rules\n  V2 at #0 @0 (Void @1 = Nop()): it is not"),
        "{invalid}"
    );
    assert!(invalid.ends_with("\n  and 980 more"), "{invalid}");
}
