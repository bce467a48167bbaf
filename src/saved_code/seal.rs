//! Seals: authentication of saved code by a secret.

use super::SavedCodeError;
use crate::support::hmac_sha256;

/// Size of the code that [`seal`] appends.
const SEAL: usize = 32;

/// Appends an authentication code (HMAC-SHA-256) to saved code. [`unseal`] with the same secret checks that nothing was
/// changed since, and that the bytes come from an owner of the secret. The secret should have 32 random bytes.
pub fn seal(mut bytes: Vec<u8>, secret: &[u8]) -> Vec<u8> {
    let code = hmac_sha256(secret, &bytes);
    bytes.extend(code);
    bytes
}

/// Checks the authentication code of [`seal`], and returns the bytes before it. The time does not depend on where the
/// codes differ.
///
/// # Errors
/// [`SavedCodeError::NotAuthentic`].
pub fn unseal<'a>(bytes: &'a [u8], secret: &[u8]) -> Result<&'a [u8], SavedCodeError> {
    let Some((content, found)) = bytes.split_last_chunk::<SEAL>() else {
        return Err(SavedCodeError::NotAuthentic);
    };
    let expected = hmac_sha256(secret, content);
    let difference = expected.iter().zip(found).fold(0, |all, (a, b)| all | (a ^ b));
    match std::hint::black_box(difference) {
        0 => Ok(content),
        _ => Err(SavedCodeError::NotAuthentic),
    }
}
