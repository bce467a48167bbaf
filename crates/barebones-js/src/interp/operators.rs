//! Operators and conversions between types.

use super::{Completion, Intrinsic, Stop, Vm};
use crate::heap::{Class, Kind, Value, WellKnown};
use crate::hir::Operator;

impl Vm {
    pub(crate) fn truthy(&self, value: Value) -> bool {
        match value.kind() {
            Kind::Number(number) => number != 0.0 && !number.is_nan(),
            Kind::Boolean(value) => value,
            Kind::Undefined | Kind::Null | Kind::Empty => false,
            Kind::Symbol(_) => true,
            Kind::Cell => match self.heap.bigint(value) {
                Some(number) => number.sign() != num_bigint::Sign::NoSign,
                None => !self.heap.is_string(value) || self.heap.string_length(value) > 0,
            },
        }
    }

    /// Name of a value's type, as `typeof` has it.
    pub(crate) fn type_name(&self, value: Value) -> &'static str {
        match value.kind() {
            Kind::Number(_) => "number",
            Kind::Boolean(_) => "boolean",
            Kind::Undefined | Kind::Empty => "undefined",
            Kind::Null => "object",
            Kind::Symbol(_) => "symbol",
            Kind::Cell => match self.heap.object(value) {
                None if self.heap.bigint(value).is_some() => "bigint",
                None => "string",
                Some(object) if object.is_function() => "function",
                Some(_) => "object",
            },
        }
    }

    /// The decimal text of an integer.
    fn int_text(&mut self, number: i32) -> Value {
        if (0..10).contains(&number) {
            return self.heap.new_unit(u16::from(b'0') + number as u16);
        }
        let mut digits = [0_u16; 11];
        let mut first = digits.len();
        let mut rest = number.unsigned_abs();
        loop {
            first -= 1;
            digits[first] = u16::from(b'0') + (rest % 10) as u16;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            first -= 1;
            digits[first] = u16::from(b'-');
        }
        self.heap.new_string(&digits[first..])
    }

    /// The text of `typeof`, which is allocated once.
    fn type_text(&mut self, value: Value) -> Value {
        let name = self.type_name(value);
        let known = self.type_names.iter().copied();
        let units: Vec<u16> = name.encode_utf16().collect();
        let found =
            known.into_iter().find(|text| self.heap.string(*text).is_some_and(|text| **text == *units));
        found.unwrap_or_else(|| {
            let text = self.heap.new_string(units);
            self.type_names.push(text);
            text
        })
    }

    pub(crate) fn is_callable(&self, value: Value) -> bool {
        self.type_name(value) == "function"
    }

    /// The primitive of an object: `valueOf` first, or `toString` first.
    pub(crate) fn primitive_of(&mut self, value: Value, text_first: bool) -> Completion<Value> {
        self.primitive_by_hint(value, if text_first { "string" } else { "number" })
    }

    /// The primitive of an object, of a type that it chooses itself.
    pub(crate) fn default_primitive(&mut self, value: Value) -> Completion<Value> {
        self.primitive_by_hint(value, "default")
    }

    fn primitive_by_hint(&mut self, value: Value, hint: &str) -> Completion<Value> {
        if self.heap.object(value).is_none() {
            return Ok(value);
        }
        let exotic = self.method_of(value, WellKnown::ToPrimitive.atom())?;
        if exotic != Value::UNDEFINED {
            let hint = self.heap.text(hint);
            let result = self.call_function(exotic, value, &[hint])?;
            if self.heap.object(result).is_some() {
                return self.type_error("Cannot convert object to primitive value");
            }
            return Ok(result);
        }
        self.ordinary_primitive(value, hint == "string")
    }

    /// The primitive by `valueOf` and `toString`.
    pub(crate) fn ordinary_primitive(&mut self, value: Value, text_first: bool) -> Completion<Value> {
        let mut names = [self.atoms.value_of, self.atoms.to_string];
        if text_first {
            names.reverse();
        }
        for name in names {
            let method = self.get_atom(value, name)?;
            if self.is_callable(method) {
                let result = self.call_function(method, value, &[])?;
                if self.heap.object(result).is_none() {
                    return Ok(result);
                }
            }
        }
        self.type_error("Cannot convert object to primitive value")
    }

    pub(crate) fn number_of(&mut self, value: Value) -> Completion<f64> {
        Ok(match value.kind() {
            Kind::Number(number) => number,
            Kind::Boolean(value) => f64::from(u8::from(value)),
            Kind::Undefined | Kind::Empty => f64::NAN,
            Kind::Null => 0.0,
            Kind::Symbol(_) => return self.type_error("Cannot convert a Symbol value to a number"),
            Kind::Cell => match self.heap.string(value) {
                Some(units) => string_to_number(&String::from_utf16_lossy(units)),
                None if self.heap.bigint(value).is_some() => {
                    return self.type_error("Cannot convert a BigInt value to a number");
                }
                None => {
                    let primitive = self.primitive_of(value, false)?;
                    return self.number_of(primitive);
                }
            },
        })
    }

    pub(crate) fn string_of(&mut self, value: Value) -> Completion<Value> {
        let text = match value.kind() {
            Kind::Number(number) if f64::from(number as i32) == number => {
                return Ok(self.int_text(number as i32));
            }
            Kind::Number(number) => ryu_js::Buffer::new().format(number).to_string(),
            Kind::Boolean(true) => String::from("true"),
            Kind::Boolean(false) => String::from("false"),
            Kind::Undefined | Kind::Empty => String::from("undefined"),
            Kind::Null => String::from("null"),
            Kind::Symbol(_) => return self.type_error("Cannot convert a Symbol value to a string"),
            Kind::Cell => {
                if self.heap.is_string(value) {
                    return Ok(value);
                }
                if let Some(number) = self.heap.bigint(value).cloned() {
                    return Ok(self.heap.text(&number.to_string()));
                }
                let primitive = self.primitive_of(value, true)?;
                return self.string_of(primitive);
            }
        };
        Ok(self.heap.text(&text))
    }

    pub(crate) fn unary(&mut self, operator: Operator, value: Value) -> Completion<Value> {
        Ok(match operator {
            Operator::Void => Value::UNDEFINED,
            Operator::TypeOf => self.type_text(value),
            Operator::Bang => Value::boolean(!self.truthy(value)),
            Operator::Plus => Value::number(self.number_of(value)?),
            Operator::Minus | Operator::Tilde | Operator::Increment | Operator::Decrement
                if value.as_number().is_none() =>
            {
                let value = self.numeric_of(value)?;
                match self.heap.bigint(value).cloned() {
                    Some(number) => return self.bigint_unary(operator, &number),
                    None => return self.unary(operator, value),
                }
            }
            Operator::Minus => Value::number(-self.number_of(value)?),
            Operator::Tilde => Value::number(f64::from(!to_int32(self.number_of(value)?))),
            Operator::Increment => Value::number(self.number_of(value)? + 1.0),
            Operator::Decrement => Value::number(self.number_of(value)? - 1.0),
            other => return Err(Stop::Unsupported(format!("the operator {}", other.text()))),
        })
    }

    pub(crate) fn binary(&mut self, operator: Operator, a: Value, b: Value) -> Completion<Value> {
        match operator {
            Operator::Equal => return self.loosely_equal(a, b).map(Value::boolean),
            Operator::NotEqual => return self.loosely_equal(a, b).map(|equal| Value::boolean(!equal)),
            Operator::StrictlyEqual => return Ok(Value::boolean(self.strictly_equal(a, b))),
            Operator::StrictlyNotEqual => return Ok(Value::boolean(!self.strictly_equal(a, b))),
            Operator::Add => return self.add_values(a, b),
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
                return self.relational(operator, a, b);
            }
            Operator::In => {
                if self.heap.object(b).is_none() {
                    return self.type_error("Cannot use 'in' operator to search in a primitive");
                }
                return self.has(b, a).map(Value::boolean);
            }
            Operator::InstanceOf => return self.instance_of(a, b).map(Value::boolean),
            _ => {}
        }
        let (mut a, mut b) = (a, b);
        if a.as_number().is_none() || b.as_number().is_none() {
            a = self.numeric_of(a)?;
            b = self.numeric_of(b)?;
            if self.heap.bigint(a).is_some() || self.heap.bigint(b).is_some() {
                return self.bigint_binary(operator, a, b);
            }
        }
        let (a, b) = (self.number_of(a)?, self.number_of(b)?);
        let shift = to_int32(b) as u32 & 31;
        Ok(Value::number(match operator {
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            Operator::Divide => a / b,
            Operator::Modulo => a % b,
            Operator::Exponent => power(a, b),
            Operator::Or => f64::from(to_int32(a) | to_int32(b)),
            Operator::And => f64::from(to_int32(a) & to_int32(b)),
            Operator::Xor => f64::from(to_int32(a) ^ to_int32(b)),
            Operator::ShiftLeft => f64::from(to_int32(a) << shift),
            Operator::ShiftRight => f64::from(to_int32(a) >> shift),
            Operator::UnsignedShiftRight => f64::from(to_int32(a) as u32 >> shift),
            other => return Err(Stop::Unsupported(format!("the operator {}", other.text()))),
        }))
    }

    fn add_values(&mut self, a: Value, b: Value) -> Completion<Value> {
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return Ok(Value::number(a + b));
        }
        if self.heap.is_string(a) && self.heap.is_string(b) {
            return self.join(a, b);
        }
        let a = self.default_primitive(a)?;
        let b = self.default_primitive(b)?;
        if !self.heap.is_string(a) && !self.heap.is_string(b) {
            let (a, b) = (self.numeric_of(a)?, self.numeric_of(b)?);
            if self.heap.bigint(a).is_some() || self.heap.bigint(b).is_some() {
                return self.bigint_binary(Operator::Add, a, b);
            }
            return Ok(Value::number(self.number_of(a)? + self.number_of(b)?));
        }
        let (a, b) = (self.string_of(a)?, self.string_of(b)?);
        self.join(a, b)
    }

    /// Two strings in sequence.
    /// Two strings in sequence, if nothing else is due.
    pub(crate) fn join_in_place(&mut self, a: Value, b: Value) -> Option<Value> {
        let are_strings = self.heap.is_string(a) && self.heap.is_string(b);
        if !are_strings || !self.may_allocate() {
            return None;
        }
        let length = self.heap.string_length(a) + self.heap.string_length(b);
        (length <= self.heap.max_string()).then(|| self.heap.concat(a, b))
    }

    pub(crate) fn join(&mut self, a: Value, b: Value) -> Completion<Value> {
        if self.heap.string_length(a) + self.heap.string_length(b) > self.heap.max_string() {
            return self.throw_error(Intrinsic::RangeErrorPrototype, "Invalid string length");
        }
        Ok(self.heap.concat(a, b))
    }

    pub(crate) fn strictly_equal(&self, a: Value, b: Value) -> bool {
        match (a.as_number(), b.as_number()) {
            (Some(a), Some(b)) => a == b,
            _ => match (self.heap.string(a), self.heap.string(b)) {
                (Some(a), Some(b)) => a == b,
                _ => match (self.heap.bigint(a), self.heap.bigint(b)) {
                    (Some(a), Some(b)) => a == b,
                    _ => a == b,
                },
            },
        }
    }

    /// SameValue: NaN equals itself, and zeros of different sign differ.
    pub(crate) fn same_value(&self, a: Value, b: Value) -> bool {
        if a.as_number().is_some() && b.as_number().is_some() { a == b } else { self.strictly_equal(a, b) }
    }

    /// SameValueZero: NaN equals itself.
    pub(crate) fn same_value_zero(&self, a: Value, b: Value) -> bool {
        a == b || self.strictly_equal(a, b)
    }

    fn loosely_equal(&mut self, a: Value, b: Value) -> Completion<bool> {
        if a.is_nullish() || b.is_nullish() {
            return Ok(a.is_nullish() && b.is_nullish());
        }
        let is_object = |value| self.heap.object(value).is_some();
        match (is_object(a), is_object(b)) {
            (true, true) => Ok(a == b),
            (true, false) => {
                let a = self.default_primitive(a)?;
                self.loosely_equal(a, b)
            }
            (false, true) => {
                let b = self.default_primitive(b)?;
                self.loosely_equal(a, b)
            }
            (false, false) => {
                if self.type_name(a) == self.type_name(b) {
                    return Ok(self.strictly_equal(a, b));
                }
                if a.as_symbol().is_some() || b.as_symbol().is_some() {
                    return Ok(false);
                }
                if self.heap.bigint(a).is_some() || self.heap.bigint(b).is_some() {
                    return Ok(self.bigint_order(a, b)? == Some(std::cmp::Ordering::Equal));
                }
                Ok(self.number_of(a)? == self.number_of(b)?)
            }
        }
    }

    fn relational(&mut self, operator: Operator, a: Value, b: Value) -> Completion<Value> {
        let a = self.primitive_of(a, false)?;
        let b = self.primitive_of(b, false)?;
        let order = match (self.heap.string(a), self.heap.string(b)) {
            (Some(a), Some(b)) => Some(a.cmp(b)),
            _ if self.heap.bigint(a).is_some() || self.heap.bigint(b).is_some() => self.bigint_order(a, b)?,
            _ => self.number_of(a)?.partial_cmp(&self.number_of(b)?),
        };
        Ok(Value::boolean(order.is_some_and(|order| match operator {
            Operator::Less => order.is_lt(),
            Operator::LessEqual => order.is_le(),
            Operator::Greater => order.is_gt(),
            _ => order.is_ge(),
        })))
    }

    fn instance_of(&mut self, value: Value, constructor: Value) -> Completion<bool> {
        if self.heap.object(constructor).is_none() {
            return self.type_error("Right-hand side of 'instanceof' is not an object");
        }
        let method = self.method_of(constructor, WellKnown::HasInstance.atom())?;
        if method != Value::UNDEFINED {
            let answer = self.call_function(method, constructor, &[value])?;
            return Ok(self.truthy(answer));
        }
        if !self.is_callable(constructor) {
            return self.type_error("Right-hand side of 'instanceof' is not callable");
        }
        self.ordinary_instance(value, constructor)
    }

    /// `instanceof` by the prototypes of an object.
    pub(crate) fn ordinary_instance(&mut self, value: Value, constructor: Value) -> Completion<bool> {
        if !self.is_callable(constructor) {
            return Ok(false);
        }
        if let Some(Class::Bound { target, .. }) = self.heap.class(constructor) {
            let target = *target;
            return self.instance_of(value, target);
        }
        let name = self.atoms.prototype;
        if self.heap.object(value).is_none() {
            return Ok(false);
        }
        let prototype = self.get_atom(constructor, name)?;
        if self.heap.object(prototype).is_none() {
            return self.type_error("Function has non-object prototype in instanceof check");
        }
        let mut walk = self.prototype_of(value)?;
        while self.heap.object(walk).is_some() {
            if walk == prototype {
                return Ok(true);
            }
            walk = self.prototype_of(walk)?;
        }
        Ok(false)
    }
}

/// The lower 32 bits of the integral part.
pub(crate) fn to_int32(number: f64) -> i32 {
    if !number.is_finite() {
        return 0;
    }
    let whole = number.trunc() % 4_294_967_296.0;
    whole as i64 as i32
}

/// Exponentiation, in which an exponent that is no number gives no number, and 1 to an infinite power neither.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return f64::NAN;
    }
    base.powf(exponent)
}

/// True for white space and line ends of JavaScript.
pub(crate) fn is_space(c: char) -> bool {
    match c {
        '\u{feff}' => true,
        '\u{85}' => false,
        c => c.is_whitespace(),
    }
}

/// The number that a string denotes; NaN if none.
pub(crate) fn string_to_number(text: &str) -> f64 {
    let text = text.trim_matches(is_space);
    if text.is_empty() {
        return 0.0;
    }
    let radixes = [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)];
    for (prefix, radix) in radixes {
        if let Some(digits) = text.strip_prefix(prefix) {
            if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
                return f64::NAN;
            }
            return match num_bigint::BigInt::parse_bytes(digits.as_bytes(), radix) {
                Some(number) => super::bigint::to_double(&number),
                None => f64::NAN,
            };
        }
    }
    match text.strip_prefix(['+', '-']).unwrap_or(text) {
        "Infinity" => return if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY },
        digits if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') => return f64::NAN,
        _ => {}
    }
    text.parse().unwrap_or(f64::NAN)
}
