//! WireGuard's handshake messages, encrypted as a whole: their lengths, and fields such as an empty `mac2`, are recognisable.

use ring::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};

use super::keys::{Mask, NAME, Name, SAMPLE};
use super::random::Random;

/// Random bytes at the start, of which the first 12 are the nonce.
const RANDOM: usize = SAMPLE;
const LENGTH: usize = 2;
const TAG: usize = 16;
/// Longest handshake message is the initiation.
const MAX_MESSAGE: usize = 148;
/// Bytes of padding are less than this power of 2.
const PADDING: u16 = 512;
const MAX_DATAGRAM: usize = RANDOM + NAME + LENGTH + MAX_MESSAGE + PADDING as usize + TAG;

/// A datagram from a client begins with its name, one to a client does not.
pub enum Prefix<'a> {
    Name(&'a Mask, Name),
    None,
}

/// Returns the datagram for a handshake message, or for an empty one; `None` for a longer datagram, which is not WireGuard's.
pub fn seal(key: &LessSafeKey, prefix: &Prefix<'_>, message: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    if message.len() > MAX_MESSAGE {
        return None;
    }
    let mut datagram = random.bytes(RANDOM).to_vec();
    if let Prefix::Name(mask, name) = prefix {
        let masked = masked(mask, &datagram, *name)?;
        datagram.extend_from_slice(&masked);
    }
    let mut contents = (message.len() as u16).to_be_bytes().to_vec();
    contents.extend_from_slice(message);
    contents.resize(contents.len() + random.below(PADDING), 0);
    let nonce = nonce(&datagram)?;
    key.seal_in_place_append_tag(nonce, Aad::from(&datagram), &mut contents)
        .ok()?;
    datagram.append(&mut contents);
    Some(datagram)
}

/// Returns the name in a datagram from a client.
pub fn name(mask: &Mask, datagram: &[u8]) -> Option<Name> {
    let name = datagram.get(RANDOM..)?.first_chunk()?;
    masked(mask, datagram, *name)
}

/// Returns the message of a datagram, which may be empty.
pub fn open(key: &LessSafeKey, has_name: bool, datagram: &[u8]) -> Option<Vec<u8>> {
    let prefix = if has_name { RANDOM + NAME } else { RANDOM };
    if !(prefix + LENGTH + TAG..=MAX_DATAGRAM).contains(&datagram.len()) {
        return None;
    }
    let (prefix, sealed) = datagram.split_at(prefix);
    let mut sealed = sealed.to_vec();
    let contents = key
        .open_in_place(nonce(prefix)?, Aad::from(prefix), &mut sealed)
        .ok()?;
    let (length, rest) = contents.split_first_chunk::<LENGTH>()?;
    let message = rest.get(..usize::from(u16::from_be_bytes(*length)))?;
    Some(message.to_vec())
}

fn nonce(datagram: &[u8]) -> Option<Nonce> {
    datagram
        .first_chunk::<NONCE_LEN>()
        .map(|bytes| Nonce::assume_unique_for_key(*bytes))
}

/// Masks a name, or unmasks it, by the random bytes before it.
pub fn masked(mask: &Mask, random: &[u8], mut name: Name) -> Option<Name> {
    for (byte, mask) in name.iter_mut().zip(mask.bytes(random.first_chunk()?)) {
        *byte ^= mask;
    }
    Some(name)
}

#[cfg(test)]
#[path = "tests/handshake.rs"]
mod tests;
