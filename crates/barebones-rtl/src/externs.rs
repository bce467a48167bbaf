//! Functions outside the module that calls may name.

use crate::code::Mode;

/// The parameters and the result of an extern function.
pub(crate) fn signature(name: &str) -> Option<(&'static [Mode], Mode)> {
    Some(match name {
        "abs" => (&[Mode::Si], Mode::Si),
        "labs" | "llabs" => (&[Mode::Di], Mode::Di),
        "sin" | "cos" | "tan" | "atan" | "exp" | "log" | "cbrt" => (&[Mode::Df], Mode::Df),
        "pow" | "atan2" | "hypot" | "fmod" => (&[Mode::Df, Mode::Df], Mode::Df),
        _ => return None,
    })
}

/// The result of an extern function; `None` if there is none of this name, or C does not define it.
pub(crate) fn call(name: &str, arguments: &[u128]) -> Option<u128> {
    let bits = |index: usize| arguments.get(index).copied().unwrap_or(0);
    let number = |index: usize| f64::from_bits(bits(index) as u64);
    let (x, y) = (number(0), number(1));
    let float = match name {
        "abs" => return (bits(0) as i32).checked_abs().map(|result| u128::from(result as u32)),
        "labs" | "llabs" => return (bits(0) as i64).checked_abs().map(|result| u128::from(result as u64)),
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "atan" => x.atan(),
        "exp" => x.exp(),
        "log" => x.ln(),
        "cbrt" => x.cbrt(),
        "pow" => x.powf(y),
        "atan2" => x.atan2(y),
        "hypot" => x.hypot(y),
        "fmod" => x % y,
        _ => return None,
    };
    Some(u128::from(float.to_bits()))
}
