//! Calls of functions whose signatures are known only at run time, as a foreign function interface of a language needs
//! them. A compiled procedure per signature replaces an interpreter of signatures such as libffi:
//!
//! - out: a procedure takes the address of a C function and its arguments as an array of 64-bit slots, and calls it;
//! - in: a procedure is a C function of the signature. It stores its arguments to such an array and calls a closure.
//!
//! A signature is compiled once and used for all functions that have it. Structures by value are not covered.
//!
//! ```sh
//! cargo run --release --example any_signature
//! ```

// Calling functions by their addresses is unsafe: only this program can guarantee that the signatures are right.
#![allow(unsafe_code)]

use barebones::base::{ArgLocation, Effects, StackArgs, StateId, SymbolId, Type};
use barebones::ir::{BlockId, CallData, Procedure, StackSlotKind, ValueId};
use barebones::jit::{Code, TypedCode};
use barebones::{Compiler, host_target};
use std::error::Error;
use std::str::FromStr;

/// A C type. A slot holds the bits of a `float` and `double`, a pointer as a `U64`, and integers extended to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Kind {
    const ALL: [(&'static str, Kind); 12] = [
        ("i8", Kind::I8),
        ("u8", Kind::U8),
        ("bool", Kind::U8),
        ("i16", Kind::I16),
        ("u16", Kind::U16),
        ("i32", Kind::I32),
        ("u32", Kind::U32),
        ("i64", Kind::I64),
        ("u64", Kind::U64),
        ("pointer", Kind::U64),
        ("f32", Kind::F32),
        ("f64", Kind::F64),
    ];

    /// The type of the value in compiled code.
    fn ty(self) -> Type {
        match self {
            Kind::I64 | Kind::U64 => Type::Int64,
            Kind::F32 => Type::Float,
            Kind::F64 => Type::Double,
            _ => Type::Int32,
        }
    }

    fn is_narrow(self) -> bool {
        matches!(self, Kind::I8 | Kind::U8 | Kind::I16 | Kind::U16)
    }

    /// Loads a value from a slot. Narrow integers are extended to 32 bits, as the System V and Apple conventions
    /// require of the sender; the others do not mind.
    fn load(self, proc: &mut Procedure, block: BlockId, slots: ValueId, index: usize) -> ValueId {
        let offset = 8 * index as i32;
        match self {
            Kind::I8 => proc.at(block).load8s(slots, offset),
            Kind::U8 => proc.at(block).load8z(slots, offset),
            Kind::I16 => proc.at(block).load16s(slots, offset),
            Kind::U16 => proc.at(block).load16z(slots, offset),
            _ => proc.at(block).load(self.ty(), slots, offset),
        }
    }

    /// Stores a received value to a slot. The bits above a narrow integer are unknown on Windows and with AAPCS64.
    fn store(self, proc: &mut Procedure, block: BlockId, value: ValueId, slots: ValueId, index: usize) {
        let masked = |proc: &mut Procedure, mask| {
            let mask = proc.at(block).const32(mask);
            let low = proc.at(block).bit_and(value, mask);
            proc.at(block).zext32(low)
        };
        let wide = match self {
            Kind::I8 => proc.at(block).sext8_to_64(value),
            Kind::U8 => masked(proc, 0xFF),
            Kind::I16 => proc.at(block).sext16_to_64(value),
            Kind::U16 => masked(proc, 0xFFFF),
            Kind::I32 => proc.at(block).sext32(value),
            Kind::U32 => proc.at(block).zext32(value),
            Kind::F32 => {
                let bits = proc.at(block).bitwise_cast(value);
                proc.at(block).zext32(bits)
            }
            Kind::I64 | Kind::U64 | Kind::F64 => value,
        };
        proc.at(block).store(wide, slots, 8 * index as i32);
    }
}

/// A C signature.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Signature {
    params: Vec<Kind>,
    /// The number of parameters before `...`, if the function is variadic.
    variadic_start: Option<u32>,
    result: Option<Kind>,
}

/// Reads `i32, pointer, ..., f64 -> u8`; `void` is no parameter, or no result.
impl FromStr for Signature {
    type Err = String;

    fn from_str(text: &str) -> Result<Signature, String> {
        let (params, result) = text.split_once("->").ok_or("expected `->`")?;
        let kind = |name: &str| {
            let found = Kind::ALL.iter().find(|(other, _)| *other == name);
            found.map(|(_, kind)| *kind).ok_or_else(|| format!("no type {name:?}"))
        };
        let mut signature = Signature { params: Vec::new(), variadic_start: None, result: None };
        for name in params.split(',').map(str::trim).filter(|name| !matches!(*name, "" | "void")) {
            match name {
                "..." => signature.variadic_start = Some(signature.params.len() as u32),
                name => signature.params.push(kind(name)?),
            }
        }
        if result.trim() != "void" {
            signature.result = Some(kind(result.trim())?);
        }
        Ok(signature)
    }
}

impl Signature {
    fn types(&self) -> Vec<Type> {
        self.params.iter().map(|kind| kind.ty()).collect()
    }

    /// Refuses what this example does not translate.
    fn check(&self) -> Result<(), Box<dyn Error>> {
        let types = self.types();
        let fixed = self.variadic_start.map_or(types.len(), |start| start as usize);
        if self.params[fixed..].iter().any(|kind| kind.is_narrow() || *kind == Kind::F32) {
            return Err("C promotes variable arguments to `int` or `double`".into());
        }
        // Apple's systems give a narrow argument on the stack only its own size.
        let convention = &host_target()?.desc.conventions[0];
        let places = convention.assign(&types, &[], fixed).ok_or("too many parameters")?.params;
        let on_stack =
            |(kind, place): (&Kind, &ArgLocation)| kind.is_narrow() && matches!(place, ArgLocation::Stack(_));
        if convention.stack_args == StackArgs::Packed && self.params.iter().zip(&places).any(on_stack) {
            return Err("narrow arguments on the stack are packed on this system".into());
        }
        Ok(())
    }
}

/// Calls C functions of one signature.
struct Caller {
    code: TypedCode<unsafe extern "C" fn(*const u8, *const u64, *mut u64)>,
    params: usize,
    returns: bool,
}

impl Caller {
    /// Compiles `void call(function, arguments, result)`.
    fn new(compiler: &mut Compiler, signature: &Signature) -> Result<Caller, Box<dyn Error>> {
        signature.check()?;
        let mut proc = Procedure::new(compiler.target());
        proc.name = String::from("call_any");
        let root = proc.add_block();
        let [function, slots, result] = [0; 3].map(|_| proc.at(root).argument(Type::Int64));
        let params = signature.params.iter().enumerate();
        let arguments: Vec<ValueId> =
            params.map(|(index, kind)| kind.load(&mut proc, root, slots, index)).collect();
        let data = CallData {
            conv: proc.convention(),
            callee: SymbolId::INVALID,
            variadic_start: signature.variadic_start,
            effects: Effects::for_call(),
            exceptional: false,
            state: StateId::INVALID,
        };
        let ty = signature.result.map_or(Type::Void, Kind::ty);
        let returned = proc.at(root).ccall_with(ty, function, &arguments, data);
        if let Some(kind) = signature.result {
            kind.store(&mut proc, root, returned, result, 0);
        }
        proc.at(root).ret([]);
        let code = compiler.compile(proc)?;
        // SAFETY: what it calls is up to the callers of `call`, which is unsafe as the type is.
        let code = unsafe { code.typed()? };
        Ok(Caller { code, params: signature.params.len(), returns: signature.result.is_some() })
    }

    /// Calls a function with the arguments in slots. Returns the slot of its result.
    ///
    /// # Safety
    /// The function has the signature, and may be called with these arguments.
    unsafe fn call(&self, function: *const u8, arguments: &[u64]) -> Result<Option<u64>, Box<dyn Error>> {
        if arguments.len() != self.params {
            return Err(format!("expected {} arguments; found {}", self.params, arguments.len()).into());
        }
        let mut result = 0;
        // SAFETY: there are as many slots as the code reads, and one for the result; the caller guarantees the rest.
        unsafe { self.code.call(function, arguments.as_ptr(), &raw mut result) };
        Ok(self.returns.then_some(result))
    }
}

type Handler = dyn Fn(&[u64]) -> u64;

/// A closure as a C function of a signature known only at run time. It may be called while this lives.
struct Callback {
    code: Code,
    /// Its address is part of the code.
    _closure: Box<Closure>,
}

/// What the code of a callback passes to [`run`].
struct Closure {
    handler: Box<Handler>,
    params: usize,
}

/// Called by the code of every callback.
///
/// # Safety
/// There are as many slots as the closure has parameters, and one for the result.
unsafe extern "C" fn run(closure: &Closure, arguments: *const u64, result: *mut u64) {
    // SAFETY: guaranteed by the caller.
    unsafe { *result = (closure.handler)(std::slice::from_raw_parts(arguments, closure.params)) };
}

impl Callback {
    fn new(
        compiler: &mut Compiler,
        signature: &Signature,
        handler: impl Fn(&[u64]) -> u64 + 'static,
    ) -> Result<Callback, Box<dyn Error>> {
        signature.check()?;
        if signature.variadic_start.is_some() {
            return Err("a callback has no variable arguments".into());
        }
        let closure = Box::new(Closure { handler: Box::new(handler), params: signature.params.len() });
        let mut proc = Procedure::new(compiler.target());
        proc.name = String::from("callback");
        let root = proc.add_block();
        let arguments: Vec<ValueId> =
            signature.types().iter().map(|ty| proc.at(root).argument(*ty)).collect();
        // The arguments, and the result after them.
        let count = signature.params.len();
        let slot = proc.add_stack_slot(8 * (count as u32 + 1), StackSlotKind::Locked);
        let slots = proc.at(root).slot_base(slot);
        for (index, (kind, argument)) in signature.params.iter().zip(&arguments).enumerate() {
            kind.store(&mut proc, root, *argument, slots, index);
        }
        let result_offset = proc.at(root).const64(8 * count as i64);
        let result = proc.at(root).add(slots, result_offset);
        let context = proc.at(root).const64((&raw const *closure).expose_provenance() as i64);
        let run = proc.at(root).const64((run as *const u8).expose_provenance() as i64);
        proc.at(root).ccall(Type::Void, run, &[context, slots, result]);
        let returned = signature.result.map(|kind| kind.load(&mut proc, root, slots, count));
        proc.at(root).ret(returned);
        Ok(Callback { code: compiler.compile(proc)?, _closure: closure })
    }

    /// The C function.
    fn address(&self) -> *const u8 {
        self.code.entry()
    }
}

// Functions of the C library, of which a scripting language would find the addresses by name.
unsafe extern "C" {
    fn strlen(text: *const std::ffi::c_char) -> usize;
    fn qsort(
        base: *mut std::ffi::c_void,
        count: usize,
        size: usize,
        compare: extern "C" fn(*const std::ffi::c_void, *const std::ffi::c_void) -> i32,
    );
    #[cfg(not(windows))] // an inline function there
    fn snprintf(buffer: *mut std::ffi::c_char, size: usize, format: *const std::ffi::c_char, ...) -> i32;
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut compiler = Compiler::host()?;

    let text = c"known only at run time";
    let caller = Caller::new(&mut compiler, &"pointer -> u64".parse()?)?;
    // SAFETY: the function has this signature, and the text is terminated by a zero.
    let length = unsafe { caller.call(strlen as *const u8, &[text.as_ptr().expose_provenance() as u64]) }?;
    println!("strlen: {length:?}");
    assert_eq!(length, Some(22));

    // Both directions: C calls a closure.
    let compare = Callback::new(&mut compiler, &"pointer, pointer -> i32".parse()?, |arguments| {
        let [a, b] = [0, 1].map(|index| {
            let number: *const u32 = std::ptr::with_exposed_provenance(arguments[index] as usize);
            // SAFETY: `qsort` passes pointers to elements of the array.
            unsafe { *number }
        });
        a.cmp(&b) as i64 as u64
    })?;
    let mut numbers = [31_u32, 4, 15, 92, 6, 53];
    let caller = Caller::new(&mut compiler, &"pointer, u64, u64, pointer -> void".parse()?)?;
    let arguments = [
        numbers.as_mut_ptr().expose_provenance() as u64,
        numbers.len() as u64,
        4,
        compare.address().expose_provenance() as u64,
    ];
    // SAFETY: the function has this signature, and the closure that of a comparison.
    unsafe { caller.call(qsort as *const u8, &arguments) }?;
    println!("qsort: {numbers:?}");
    assert_eq!(numbers, [4, 6, 15, 31, 53, 92]);

    #[cfg(not(windows))]
    {
        let signature = "pointer, u64, pointer, ..., i32, f64, pointer -> i32".parse()?;
        let caller = Caller::new(&mut compiler, &signature)?;
        let mut buffer = [0_u8; 64];
        let arguments = [
            buffer.as_mut_ptr().expose_provenance() as u64,
            buffer.len() as u64,
            c"%d is %.2f %s".as_ptr().expose_provenance() as u64,
            -3_i32 as u64,
            0.5_f64.to_bits(),
            c"no more".as_ptr().expose_provenance() as u64,
        ];
        // SAFETY: the arguments are those that the format requires.
        let length = unsafe { caller.call(snprintf as *const u8, &arguments) }?;
        let text = std::ffi::CStr::from_bytes_until_nul(&buffer)?.to_str()?;
        println!("snprintf: {text:?}");
        assert_eq!((length, text), (Some(18), "-3 is 0.50 no more"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn the_c_library_is_called() {
        main().expect("runs");
    }

    type Mixed = extern "C" fn(i8, u8, f32, i16, u16, f64, bool, u32, i64, i32, f32, u64) -> i16;
    const MIXED: &str = "i8, u8, f32, i16, u16, f64, bool, u32, i64, i32, f32, u64 -> i16";
    const SLOTS: [u64; 12] = [
        -100_i64 as u64,
        200,
        0x3FC0_0000, // 1.5
        -30_000_i64 as u64,
        60_000,
        0x4004_0000_0000_0000, // 2.5
        1,
        4_000_000_000,
        i64::MIN as u64,
        -7_i64 as u64,
        0xBF80_0000, // -1
        u64::MAX,
    ];

    #[allow(clippy::too_many_arguments)]
    extern "C" fn mixed(
        a: i8,
        b: u8,
        c: f32,
        d: i16,
        e: u16,
        f: f64,
        g: bool,
        h: u32,
        i: i64,
        j: i32,
        k: f32,
        l: u64,
    ) -> i16 {
        assert_eq!((a, b, c, d, e, f), (-100, 200, 1.5, -30_000, 60_000, 2.5));
        assert_eq!((g, h, i, j, k, l), (true, 4_000_000_000, i64::MIN, -7, -1.0, u64::MAX));
        -12_345
    }

    #[test]
    fn narrow_types_cross_in_both_directions() {
        let mut compiler = Compiler::host().expect("this machine");
        let signature = MIXED.parse().expect("a signature");
        let caller = Caller::new(&mut compiler, &signature).expect("compiles");
        // SAFETY: the function has this signature.
        let result = unsafe { caller.call(mixed as *const u8, &SLOTS) };
        assert_eq!(result.expect("as many arguments"), Some(-12_345_i64 as u64));

        let seen = Rc::new(RefCell::new(Vec::new()));
        let recorded = seen.clone();
        let callback = Callback::new(&mut compiler, &signature, move |arguments| {
            *recorded.borrow_mut() = arguments.to_vec();
            -12_345_i64 as u64
        });
        let callback = callback.expect("compiles");
        // SAFETY: the callback is a function of this type, and lives.
        let function: Mixed = unsafe { std::mem::transmute(callback.address()) };
        let low = |bits: u64| std::hint::black_box(bits);
        let result = function(
            low(0x5_FF9C) as i8,
            low(0x5_FFC8) as u8,
            1.5,
            low(0x5_8AD0) as i16,
            low(0x5_EA60) as u16,
            2.5,
            true,
            4_000_000_000,
            i64::MIN,
            -7,
            -1.0,
            u64::MAX,
        );
        assert_eq!((result, &seen.borrow()[..]), (-12_345, &SLOTS[..]));
    }

    #[test]
    fn what_is_sent_is_received() {
        let mut compiler = Compiler::host().expect("this machine");
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 16
        };
        for round in 0..60 {
            let mut kind = || Kind::ALL[next() as usize % Kind::ALL.len()].1;
            let params: Vec<Kind> = (0..round / 3).map(|_| kind()).collect();
            let signature = Signature { params, variadic_start: None, result: Some(kind()) };
            let mut slot = |kind: &Kind| {
                let bits = next() << 20 ^ next();
                match kind {
                    Kind::I8 => bits as i8 as u64,
                    Kind::U8 => u64::from(bits as u8),
                    Kind::I16 => bits as i16 as u64,
                    Kind::U16 => u64::from(bits as u16),
                    Kind::I32 => bits as i32 as u64,
                    Kind::U32 | Kind::F32 => u64::from(bits as u32),
                    Kind::I64 | Kind::U64 | Kind::F64 => bits,
                }
            };
            let sent: Vec<u64> = signature.params.iter().map(&mut slot).collect();
            let result = signature.result.as_ref().map_or(0, &mut slot);
            let seen = Rc::new(RefCell::new(Vec::new()));
            let recorded = seen.clone();
            let callback = Callback::new(&mut compiler, &signature, move |arguments| {
                *recorded.borrow_mut() = arguments.to_vec();
                result
            });
            let Ok(callback) = callback else { continue }; // packed narrow arguments
            let caller = Caller::new(&mut compiler, &signature).expect("compiles");
            // SAFETY: the callback has this signature.
            let returned = unsafe { caller.call(callback.address(), &sent) }.expect("as many arguments");
            assert_eq!((returned, &*seen.borrow()), (Some(result), &sent), "{signature:?}");
        }
    }

    #[test]
    fn other_signatures_are_refused() {
        let mut compiler = Compiler::host().expect("this machine");
        let signature = |text: &str| text.parse::<Signature>().expect("a signature");
        for text in ["pointer, ..., f32 -> void", "pointer, ..., u8 -> void"] {
            assert!(Caller::new(&mut compiler, &signature(text)).is_err(), "{text}");
        }
        assert!(Callback::new(&mut compiler, &signature("i32, ... -> i32"), |_| 0).is_err());
        let caller = Caller::new(&mut compiler, &signature("i32 -> i32")).expect("compiles");
        // SAFETY: nothing is called.
        assert!(unsafe { caller.call(std::ptr::null(), &[]) }.is_err());
        assert!("i32".parse::<Signature>().is_err() && "x -> void".parse::<Signature>().is_err());
    }
}
