//! One value of a procedure.

use super::{Result, Writer, name};
use barebones::base::{ArgLocation, ConvId, Type, Width};
use barebones::ir::{Opcode, ValueFlags, ValueId};

/// The offset of the first argument on the stack from the frame pointer.
const FIRST_STACK_ARGUMENT: i32 = 16;

/// The instruction of an operation whose operands and result have one type.
fn simple(opcode: Opcode, is_float: bool) -> Option<&'static str> {
    use Opcode as O;
    Some(match (opcode, is_float) {
        (O::Add, true) => "fadd",
        (O::Sub, true) => "fsub",
        (O::Mul, true) => "fmul",
        (O::Div, true) => "fdiv",
        (O::Neg, true) => "fneg",
        (O::Abs, _) => "fabs",
        (O::Ceil, _) => "ceil",
        (O::Floor, _) => "floor",
        (O::FTrunc, _) => "trunc",
        (O::Nearest, _) => "nearest",
        (O::Sqrt, _) => "sqrt",
        (O::FMin, _) => "fmin",
        (O::FMax, _) => "fmax",
        (O::CopySign, _) => "fcopysign",
        (O::Fma, _) => "fma",
        (O::Add, _) => "iadd",
        (O::Sub, _) => "isub",
        (O::Mul, _) => "imul",
        (O::Div, _) => "sdiv",
        (O::UDiv, _) => "udiv",
        (O::Mod, false) => "srem",
        (O::UMod, _) => "urem",
        (O::Neg, _) => "ineg",
        (O::MulHigh, _) => "smulhi",
        (O::UMulHigh, _) => "umulhi",
        (O::SMin, _) => "smin",
        (O::SMax, _) => "smax",
        (O::UMin, _) => "umin",
        (O::UMax, _) => "umax",
        (O::BitAnd, _) => "band",
        (O::BitOr, _) => "bor",
        (O::BitXor, _) => "bxor",
        (O::Shl, _) => "ishl",
        (O::SShr, _) => "sshr",
        (O::ZShr, _) => "ushr",
        (O::RotR, _) => "rotr",
        (O::RotL, _) => "rotl",
        (O::Clz, _) => "clz",
        (O::Ctz, _) => "ctz",
        (O::PopCount, _) => "popcnt",
        (O::ByteSwap, _) => "bswap",
        (O::BitReverse, _) => "bitrev",
        _ => return None,
    })
}

/// The condition of a comparison, on integers or on floating-point numbers.
fn condition(opcode: Opcode, is_float: bool) -> Option<&'static str> {
    use Opcode as O;
    Some(match (opcode, is_float) {
        (O::Equal, _) => "eq",
        (O::NotEqual, _) => "ne",
        (O::LessThan, true) => "lt",
        (O::GreaterThan, true) => "gt",
        (O::LessEqual, true) => "le",
        (O::GreaterEqual, true) => "ge",
        (O::EqualOrUnordered, _) => "ueq",
        (O::LessThan, _) => "slt",
        (O::GreaterThan, _) => "sgt",
        (O::LessEqual, _) => "sle",
        (O::GreaterEqual, _) => "sge",
        (O::Above, _) => "ugt",
        (O::Below, _) => "ult",
        (O::AboveEqual, _) => "uge",
        (O::BelowEqual, _) => "ule",
        _ => return None,
    })
}

impl Writer<'_> {
    fn define(&mut self, id: ValueId, number: u32) {
        self.names.insert(id, vec![number]);
    }

    pub(super) fn operation(&mut self, id: ValueId) -> Result {
        use Opcode as O;
        let proc = self.proc;
        let value = proc.value(id);
        let opcode = value.opcode();
        let children = proc.children(id);
        let ty = name(value.ty);
        match opcode {
            O::Nop => {}
            O::Identity | O::Opaque => {
                let elements = self.elements(children[0])?;
                self.names.insert(id, elements);
            }
            O::Extract => {
                let elements = self.elements(children[0])?;
                match elements.get(value.index()) {
                    Some(element) => self.define(id, *element),
                    None => return self.refuse("a missing tuple element"),
                }
            }
            O::Const32 => self.constant(id, format!("iconst.i32 {}", value.bits() as i32)),
            O::Const64 => self.constant(id, format!("iconst.i64 {}", value.bits() as i64)),
            O::ConstFloat => {
                let bits = self.value(format_args!("iconst.i32 {}", value.bits() as i32));
                self.constant(id, format!("bitcast.f32 v{bits}"));
            }
            O::ConstDouble => {
                let bits = self.value(format_args!("iconst.i64 {}", value.bits() as i64));
                self.constant(id, format!("bitcast.f64 v{bits}"));
            }
            O::Const128 => {
                let number = self.vector_constant(proc.vector_bits(value));
                self.define(id, number);
            }
            O::BottomTuple => {
                let mut elements = Vec::new();
                for ty in proc.scalars(value.ty).to_vec() {
                    let zero = self.value("iconst.i64 0");
                    elements.push(match ty {
                        Type::Int32 => self.value(format_args!("ireduce.i32 v{zero}")),
                        Type::V128 => self.vector_constant(0),
                        Type::Double => self.value(format_args!("bitcast.f64 v{zero}")),
                        Type::Float => {
                            let low = self.value(format_args!("ireduce.i32 v{zero}"));
                            self.value(format_args!("bitcast.f32 v{low}"))
                        }
                        _ => zero,
                    });
                }
                self.names.insert(id, elements);
            }
            O::FramePointer => self.constant(id, String::from("get_frame_pointer.i64")),
            O::StackPointer => self.constant(id, String::from("get_stack_pointer.i64")),
            O::SlotBase => self.constant(id, format!("stack_addr.i64 ss{}", value.slot().number())),
            O::SymbolAddress => {
                let symbol = self.symbol_name(value.symbol())?;
                let global = self.global(&symbol)?;
                self.constant(id, format!("symbol_value.i64 gv{global}"));
            }
            O::ArgumentReg => self.argument(id)?,
            O::Upsilon => self.write_shadow(value.phi().number() as usize, children[0])?,
            O::Set => {
                self.write_shadow(proc.value_count() + value.variable().number() as usize, children[0])?
            }
            O::Phi if self.names.contains_key(&id) => {}
            O::Phi => self.read_shadow(id, id.number() as usize)?,
            O::Get => self.read_shadow(id, proc.value_count() + value.variable().number() as usize)?,
            O::Load8Z | O::Load8S | O::Load16Z | O::Load16S | O::Load => self.load(id)?,
            O::Store8 | O::Store16 | O::Store => {
                let inst = match opcode {
                    O::Store8 => String::from("istore8.i32"),
                    O::Store16 => String::from("istore16.i32"),
                    _ => format!("store.{}", name(proc.type_of(children[0]))),
                };
                let (stored, address) = (self.get(children[0])?, self.get(children[1])?);
                let flags = self.flags(value.flags)?;
                self.inst(format_args!("{inst}{flags} v{stored}, v{address}{:+}", value.offset()));
            }
            O::MemoryCopy | O::MemoryFill => self.bulk_memory(id)?,
            O::Fence => self.inst("fence"),
            O::TrapIf => {
                let (condition, code) = (self.get(children[0])?, self.trap_code(value.trap_code())?);
                self.inst(format_args!("trapnz v{condition}, {code}"));
            }
            O::StackLimitCheck => {
                let limit = self.get(children[0])?;
                let pointer = self.value("get_stack_pointer.i64");
                let below = self.value(format_args!("icmp.i64 ult v{pointer}, v{limit}"));
                self.inst(format_args!("trapnz v{below}, stk_ovf"));
            }
            O::CCall => self.call(id)?,
            O::Select => {
                let [condition, x, y] = [0, 1, 2].map(|index| self.get(children[index]));
                let (condition, x, y) = (condition?, x?, y?);
                self.constant(id, format!("select.{ty} v{condition}, v{x}, v{y}"));
            }
            O::AddOverflow
            | O::SubOverflow
            | O::MulOverflow
            | O::UAddOverflow
            | O::USubOverflow
            | O::UMulOverflow => self.overflow(id)?,
            O::AddCarry | O::SubBorrow => self.carry(id)?,
            O::ChillDiv | O::ChillMod => self.chill(id)?,
            O::Jump | O::Branch | O::Switch | O::Return | O::Trap | O::Oops => self.terminal(id)?,
            _ if opcode.is_atomic() => self.atomic(id)?,
            _ if opcode.is_vector() => self.vector(id)?,
            _ => return self.pure(id),
        }
        Ok(())
    }

    /// Defines a value by one instruction.
    fn constant(&mut self, id: ValueId, text: String) {
        let number = self.value(text);
        self.define(id, number);
    }

    fn pure(&mut self, id: ValueId) -> Result {
        use Opcode as O;
        let proc = self.proc;
        let value = proc.value(id);
        let (opcode, ty) = (value.opcode(), name(value.ty));
        let mut operands = Vec::new();
        for child in proc.children(id) {
            operands.push(self.get(*child)?);
        }
        let Some(&a) = operands.first() else { return self.refuse(opcode.name()) };
        let from = proc.type_of(self.child(id, 0));
        let list = operands.iter().map(|operand| format!("v{operand}")).collect::<Vec<_>>().join(", ");
        if let Some(cc) = condition(opcode, from.is_float()) {
            let compare = if from.is_float() { "fcmp" } else { "icmp" };
            let result = self.value(format_args!("{compare}.{} {cc} {list}", name(from)));
            self.constant(id, format!("uextend.i32 v{result}"));
            return Ok(());
        }
        if let (O::BitAnd | O::BitOr | O::BitXor, true) = (opcode, value.ty.is_float()) {
            let int = if value.ty == Type::Double { "i64" } else { "i32" };
            let inst = simple(opcode, false).unwrap_or_default();
            let b = self.get(self.child(id, 1))?;
            let [a, b] = [a, b].map(|operand| self.value(format_args!("bitcast.{int} v{operand}")));
            let bits = self.value(format_args!("{inst}.{int} v{a}, v{b}"));
            self.constant(id, format!("bitcast.{ty} v{bits}"));
            return Ok(());
        }
        if let Some(inst) = simple(opcode, value.ty.is_float()) {
            self.constant(id, format!("{inst}.{ty} {list}"));
            return Ok(());
        }
        let text = match opcode {
            O::SExt8 | O::SExt8To64 => {
                let low = self.value(format_args!("ireduce.i8 v{a}"));
                format!("sextend.{ty} v{low}")
            }
            O::SExt16 | O::SExt16To64 => {
                let low = self.value(format_args!("ireduce.i16 v{a}"));
                format!("sextend.{ty} v{low}")
            }
            O::SExt32 => format!("sextend.i64 v{a}"),
            O::ZExt32 => format!("uextend.i64 v{a}"),
            O::Trunc if from == Type::Int64 => format!("ireduce.i32 v{a}"),
            O::Trunc => {
                let bits = self.value(format_args!("bitcast.i64 v{a}"));
                let low = self.value(format_args!("ireduce.i32 v{bits}"));
                format!("bitcast.f32 v{low}")
            }
            O::BitwiseCast => format!("bitcast.{ty} v{a}"),
            O::IToD | O::IToF => format!("fcvt_from_sint.{ty} v{a}"),
            O::UToD | O::UToF => format!("fcvt_from_uint.{ty} v{a}"),
            O::FloatToDouble => format!("fpromote.f64 v{a}"),
            O::DoubleToFloat => format!("fdemote.f32 v{a}"),
            O::FToISat => format!("fcvt_to_sint_sat.{ty} v{a}"),
            O::FToUSat => format!("fcvt_to_uint_sat.{ty} v{a}"),
            O::FToIMin => {
                let (limit, minimum) = match value.ty {
                    Type::Int32 => (2f64.powi(31), i64::from(i32::MIN)),
                    _ => (2f64.powi(63), i64::MIN),
                };
                let limit = self.float_constant(from, limit);
                let integer = self.value(format_args!("fcvt_to_sint_sat.{ty} v{a}"));
                let minimum = self.value(format_args!("iconst.{ty} {minimum}"));
                let fits = self.value(format_args!("fcmp.{} lt v{a}, v{limit}", name(from)));
                format!("select.{ty} v{fits}, v{integer}, v{minimum}")
            }
            O::DoubleToInt32 => {
                // Without the multiple of 2^32, which is exact.
                let down = self.float_constant(from, 2f64.powi(-32));
                let scaled = self.value(format_args!("fmul.f64 v{a}, v{down}"));
                let whole = self.value(format_args!("trunc.f64 v{scaled}"));
                let up = self.float_constant(from, 2f64.powi(32));
                let multiple = self.value(format_args!("fmul.f64 v{whole}, v{up}"));
                let rest = self.value(format_args!("fsub.f64 v{a}, v{multiple}"));
                let wide = self.value(format_args!("fcvt_to_sint_sat.i64 v{rest}"));
                format!("ireduce.i32 v{wide}")
            }
            O::FToITrap => format!("fcvt_to_sint.{ty} v{a}"),
            O::FToUTrap => format!("fcvt_to_uint.{ty} v{a}"),
            O::PurifyNaN => {
                let (int, bits) = match value.ty {
                    Type::Double => ("i64", 0x7ff8_0000_0000_0000u64),
                    _ => ("i32", 0x7fc0_0000),
                };
                let bits = self.value(format_args!("iconst.{int} {bits:#x}"));
                let canonical = self.value(format_args!("bitcast.{ty} v{bits}"));
                let is_nan = self.value(format_args!("fcmp.{ty} uno v{a}, v{a}"));
                format!("select.{ty} v{is_nan}, v{canonical}, v{a}")
            }
            other => return self.refuse(other.name()),
        };
        self.constant(id, text);
        Ok(())
    }

    /// A constant of a float type, from its bits.
    fn float_constant(&mut self, ty: Type, number: f64) -> u32 {
        let (int, bits) = match ty {
            Type::Double => ("i64", number.to_bits() as i64),
            _ => ("i32", i64::from((number as f32).to_bits() as i32)),
        };
        let bits = self.value(format_args!("iconst.{int} {bits}"));
        self.value(format_args!("bitcast.{} v{bits}", name(ty)))
    }

    fn symbol_name(&self, symbol: barebones::base::SymbolId) -> Result<String> {
        match self.proc.symbols().get(symbol) {
            Some(symbol) => Ok(symbol.name.to_string()),
            None => self.refuse("a missing symbol"),
        }
    }

    /// A parameter as all bits of the register in which it is passed; those above it are zero.
    fn argument(&mut self, id: ValueId) -> Result {
        let reg = self.proc.value(id).reg();
        let found = self.params.iter().find(|(_, _, location)| *location == ArgLocation::Reg(reg)).copied();
        let Some((parameter, ty, _)) = found else {
            return self.refuse(format!("%{} at entry", self.proc.target().desc.names.name(reg)));
        };
        let number = match ty {
            Type::Int32 => self.value(format_args!("uextend.i64 v{parameter}")),
            Type::Float => {
                let bits = self.value(format_args!("bitcast.i32 v{parameter}"));
                let bits = self.value(format_args!("uextend.i64 v{bits}"));
                self.value(format_args!("bitcast.f64 v{bits}"))
            }
            _ => parameter,
        };
        self.define(id, number);
        Ok(())
    }

    /// Flags of an access, with a space before each.
    fn flags(&self, flags: ValueFlags) -> Result<String> {
        if flags.contains(ValueFlags::VOLATILE) {
            return self.refuse("a volatile access");
        }
        let mut text = String::new();
        for (flag, word) in [
            (!flags.contains(ValueFlags::TRAPS), " notrap"),
            (flags.contains(ValueFlags::IMMUTABLE), " readonly"),
        ] {
            if flag {
                text += word;
            }
        }
        Ok(text)
    }

    fn load(&mut self, id: ValueId) -> Result {
        let proc = self.proc;
        let value = proc.value(id);
        let base = self.child(id, 0);
        if proc.value(base).opcode() == Opcode::FramePointer && value.offset() >= FIRST_STACK_ARGUMENT {
            let place = ArgLocation::Stack((value.offset() - FIRST_STACK_ARGUMENT) as u32);
            let found = self.params.iter().find(|(_, ty, location)| *location == place && *ty == value.ty);
            let is_whole = value.opcode() == Opcode::Load;
            return match found.copied() {
                Some((parameter, ..)) if is_whole => {
                    self.define(id, parameter);
                    Ok(())
                }
                _ => self.refuse("a load from the caller's frame"),
            };
        }
        let inst = match value.opcode() {
            Opcode::Load8Z => String::from("uload8.i32"),
            Opcode::Load8S => String::from("sload8.i32"),
            Opcode::Load16Z => String::from("uload16.i32"),
            Opcode::Load16S => String::from("sload16.i32"),
            _ => format!("load.{}", name(value.ty)),
        };
        let address = self.get(base)?;
        let flags = self.flags(value.flags)?;
        self.constant(id, format!("{inst}{flags} v{address}{:+}", value.offset()));
        Ok(())
    }

    fn bulk_memory(&mut self, id: ValueId) -> Result {
        let (function, second) = match self.proc.value(id).opcode() {
            Opcode::MemoryCopy => ("Memmove", Type::Int64),
            _ => ("Memset", Type::Int32),
        };
        let word = Type::Int64;
        let signature = self.signature(&[word, second, word], &[word], ConvId::C)?;
        let function = self.function(String::from(function), signature)?;
        let mut operands = Vec::new();
        for child in self.proc.children(id) {
            operands.push(format!("v{}", self.get(*child)?));
        }
        self.value(format_args!("call fn{function}({})", operands.join(", ")));
        Ok(())
    }

    fn call(&mut self, id: ValueId) -> Result {
        let proc = self.proc;
        let Some(data) = proc.calls().get(proc.value(id).call()).copied() else {
            return self.refuse("a call without data");
        };
        if data.state.is_valid() {
            return self.refuse("an exit state of a call");
        }
        if data.exceptional {
            return self.refuse("an exceptional successor of a call");
        }
        if data.variadic_start.is_some() {
            return self.refuse("a call of a variadic function");
        }
        let children = proc.children(id);
        let arguments = if data.callee.is_valid() { children } else { &children[1..] };
        let types: Vec<Type> = arguments.iter().map(|argument| proc.type_of(*argument)).collect();
        let results = proc.scalars(proc.type_of(id)).to_vec();
        let signature = self.signature(&types, &results, data.conv)?;
        let mut operands = Vec::new();
        for argument in arguments {
            operands.push(format!("v{}", self.get(*argument)?));
        }
        let operands = operands.join(", ");
        let call = if data.callee.is_valid() {
            let callee = self.symbol_name(data.callee)?;
            let function = self.function(callee, signature)?;
            format!("call fn{function}({operands})")
        } else {
            let (callee, signature) = (self.get(children[0])?, self.signature_number(signature));
            format!("call_indirect sig{signature}, v{callee}({operands})")
        };
        self.several(id, &call, results.len());
        Ok(())
    }

    /// Appends an instruction whose results are the elements of a value.
    fn several(&mut self, id: ValueId, text: &str, count: usize) {
        let numbers: Vec<u32> = (self.next..).take(count).collect();
        self.next += count as u32;
        let list: Vec<String> = numbers.iter().map(|number| format!("v{number}")).collect();
        let equals = if list.is_empty() { "" } else { " = " };
        self.inst(format_args!("{}{equals}{text}", list.join(", ")));
        self.names.insert(id, numbers);
    }

    fn overflow(&mut self, id: ValueId) -> Result {
        let (x, y) = (self.get(self.child(id, 0))?, self.get(self.child(id, 1))?);
        let inst = match self.proc.value(id).opcode() {
            Opcode::AddOverflow => "sadd_overflow",
            Opcode::SubOverflow => "ssub_overflow",
            Opcode::MulOverflow => "smul_overflow",
            Opcode::UAddOverflow => "uadd_overflow",
            Opcode::USubOverflow => "usub_overflow",
            _ => "umul_overflow",
        };
        let ty = name(self.proc.type_of(self.child(id, 0)));
        self.several(id, &format!("{inst}.{ty} v{x}, v{y}"), 2);
        let [result, flag] = self.elements(id)?[..] else { return Ok(()) };
        let flag = self.value(format_args!("uextend.i32 v{flag}"));
        self.names.insert(id, vec![result, flag]);
        Ok(())
    }

    /// Two steps, of which at most one carries.
    fn carry(&mut self, id: ValueId) -> Result {
        let [a, b, carry] = [0, 1, 2].map(|index| self.get(self.child(id, index)));
        let (a, b, carry) = (a?, b?, carry?);
        let ty = name(self.proc.type_of(self.child(id, 0)));
        let zero = self.value("iconst.i32 0");
        let is_set = self.value(format_args!("icmp.i32 ne v{carry}, v{zero}"));
        let carry = self.value(format_args!("uextend.{ty} v{is_set}"));
        let is_sum = self.proc.value(id).opcode() == Opcode::AddCarry;
        let mut carried = Vec::new();
        let mut result = a;
        for operand in [b, carry] {
            let before = result;
            let inst = if is_sum { "iadd" } else { "isub" };
            result = self.value(format_args!("{inst}.{ty} v{before}, v{operand}"));
            let (x, y) = if is_sum { (result, before) } else { (before, operand) };
            carried.push(self.value(format_args!("icmp.{ty} ult v{x}, v{y}")));
        }
        let out = self.value(format_args!("bor.i8 v{}, v{}", carried[0], carried[1]));
        let out = self.value(format_args!("uextend.i32 v{out}"));
        self.names.insert(id, vec![result, out]);
        Ok(())
    }

    /// Divides by 1 if the divisor is 0 or -1: the quotient is the product then, and the remainder 0.
    fn chill(&mut self, id: ValueId) -> Result {
        let (a, b) = (self.get(self.child(id, 0))?, self.get(self.child(id, 1))?);
        let ty = name(self.proc.type_of(id));
        let one = self.value(format_args!("iconst.{ty} 1"));
        let next = self.value(format_args!("iadd.{ty} v{b}, v{one}"));
        let is_special = self.value(format_args!("icmp.{ty} ule v{next}, v{one}"));
        let divisor = self.value(format_args!("select.{ty} v{is_special}, v{one}, v{b}"));
        if self.proc.value(id).opcode() == Opcode::ChillMod {
            self.constant(id, format!("srem.{ty} v{a}, v{divisor}"));
            return Ok(());
        }
        let quotient = self.value(format_args!("sdiv.{ty} v{a}, v{divisor}"));
        let product = self.value(format_args!("imul.{ty} v{a}, v{b}"));
        self.constant(id, format!("select.{ty} v{is_special}, v{product}, v{quotient}"));
        Ok(())
    }

    fn atomic(&mut self, id: ValueId) -> Result {
        use Opcode as O;
        let proc = self.proc;
        let value = proc.value(id);
        let Some(access) = value.atomic() else { return self.refuse(value.opcode().name()) };
        let mut operands = Vec::new();
        for child in proc.children(id) {
            operands.push(self.get(*child)?);
        }
        let Some(mut address) = operands.pop() else { return self.refuse(value.opcode().name()) };
        if access.offset != 0 {
            let offset = self.value(format_args!("iconst.i64 {}", access.offset));
            address = self.value(format_args!("iadd.i64 v{address}, v{offset}"));
        }
        let ty = match access.width {
            Width::W8 => "i8",
            Width::W16 => "i16",
            Width::W32 => "i32",
            _ => "i64",
        };
        let whole = name(proc.atomic_type(value));
        let flags = self.flags(value.flags & ValueFlags::TRAPS)?;
        let operands: Vec<u32> = match ty == whole {
            true => operands,
            false => {
                operands.iter().map(|operand| self.value(format_args!("ireduce.{ty} v{operand}"))).collect()
            }
        };
        let text = match (value.opcode(), &operands[..]) {
            (O::AtomicLoad, _) => format!("atomic_load.{ty}{flags} v{address}"),
            (O::AtomicStore, [stored]) => {
                self.inst(format_args!("atomic_store.{ty}{flags} v{stored}, v{address}"));
                return Ok(());
            }
            (O::AtomicWeakCAS | O::AtomicStrongCAS, [expected, new]) => {
                format!("atomic_cas.{ty}{flags} v{address}, v{expected}, v{new}")
            }
            (opcode, [operand]) => {
                let change = match opcode {
                    O::AtomicXchg => "xchg",
                    O::AtomicXchgAdd => "add",
                    O::AtomicXchgSub => "sub",
                    O::AtomicXchgAnd => "and",
                    O::AtomicXchgOr => "or",
                    O::AtomicXchgXor => "xor",
                    other => return self.refuse(other.name()),
                };
                format!("atomic_rmw.{ty}{flags} {change} v{address}, v{operand}")
            }
            (opcode, _) => return self.refuse(opcode.name()),
        };
        let old = self.value(text);
        if let (O::AtomicWeakCAS, Some(expected)) = (value.opcode(), operands.first()) {
            let same = self.value(format_args!("icmp.{ty} eq v{old}, v{expected}"));
            self.constant(id, format!("uextend.i32 v{same}"));
        } else if ty == whole {
            self.define(id, old);
        } else {
            self.constant(id, format!("uextend.{whole} v{old}"));
        }
        Ok(())
    }

    fn terminal(&mut self, id: ValueId) -> Result {
        use Opcode as O;
        let proc = self.proc;
        let value = proc.value(id);
        match value.opcode() {
            O::Jump => {
                let target = self.edge(0)?;
                self.inst(format_args!("jump {target}"));
            }
            O::Branch => {
                let condition = self.get(self.child(id, 0))?;
                let (taken, other) = (self.edge(0)?, self.edge(1)?);
                self.inst(format_args!("brif v{condition}, {taken}, {other}"));
            }
            O::Switch => self.switch(id)?,
            O::Return => {
                let mut results = Vec::new();
                for child in proc.children(id) {
                    results.push(format!("v{}", self.get(*child)?));
                }
                self.inst(format_args!("return {}", results.join(", ")).to_string().trim_end());
            }
            _ => {
                let code = value.trap_code().filter(|_| value.opcode() == O::Trap);
                let code = self.trap_code(code)?;
                self.inst(format_args!("trap {code}"));
            }
        }
        Ok(())
    }

    /// A table if all cases are small numbers, else a chain of comparisons.
    fn switch(&mut self, id: ValueId) -> Result {
        /// The largest case of a table.
        const LAST: i64 = 1023;
        let selector = self.get(self.child(id, 0))?;
        let ty = self.proc.type_of(self.child(id, 0));
        let cases = self.proc.switch_cases(self.proc.value(id)).to_vec();
        let default = self.edge(cases.len())?;
        if ty == Type::Int32 && cases.iter().all(|case| (0..=LAST).contains(case)) {
            let count = cases.iter().max().map_or(0, |last| *last as usize + 1);
            let mut entries = vec![default.clone(); count];
            for (index, case) in cases.iter().enumerate() {
                entries[*case as usize] = self.edge(index)?;
            }
            self.inst(format_args!("br_table v{selector}, {default}, [{}]", entries.join(", ")));
            return Ok(());
        }
        let ty = name(ty);
        for (index, case) in cases.iter().enumerate() {
            let taken = self.edge(index)?;
            let next = self.next_block;
            self.next_block += 1;
            let number = self.value(format_args!("iconst.{ty} {case}"));
            let is_it = self.value(format_args!("icmp.{ty} eq v{selector}, v{number}"));
            self.inst(format_args!("brif v{is_it}, {taken}, block{next}"));
            self.body += &format!("\nblock{next}:\n");
        }
        self.inst(format_args!("jump {default}"));
        Ok(())
    }
}
