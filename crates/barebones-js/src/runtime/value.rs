//! Values as the host sees them.

use super::Handle;

/// A value of JavaScript. Primitives are copies; objects, symbols and BigInts are handles.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Value {
    /// `undefined`.
    #[default]
    Undefined,
    /// `null`.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A string; lone surrogates are replaced.
    Text(String),
    /// An object or a function.
    Object(Handle),
    /// A symbol.
    Symbol(Handle),
    /// A BigInt.
    BigInt(Handle),
}

impl Value {
    /// The number, if the value is one.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The boolean, if the value is one.
    pub fn as_boolean(&self) -> Option<bool> {
        match self {
            Value::Boolean(boolean) => Some(*boolean),
            _ => None,
        }
    }

    /// The text, if the value is a string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The object, if the value is one.
    pub fn as_object(&self) -> Option<&Handle> {
        match self {
            Value::Object(handle) => Some(handle),
            _ => None,
        }
    }

    pub(super) fn handle(&self) -> Option<&Handle> {
        match self {
            Value::Object(handle) | Value::Symbol(handle) | Value::BigInt(handle) => Some(handle),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Boolean(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Number(value)
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Value {
        Value::Number(f64::from(value))
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Value {
        Value::Number(f64::from(value))
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::Text(value.to_string())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::Text(value)
    }
}

/// An object: handles of the interface are of objects.
impl From<&Handle> for Value {
    fn from(value: &Handle) -> Value {
        Value::Object(value.clone())
    }
}
