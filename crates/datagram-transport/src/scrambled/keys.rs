//! Keys that a client and a gateway derive from the WireGuard public keys of both.

use ring::aead::quic::{AES_256, HeaderProtectionKey};
use ring::aead::{CHACHA20_POLY1305, LessSafeKey, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Okm, Prk, Salt};
use ring::hmac;
use serde::{Deserialize, Deserializer};

/// Length of a mask, in bytes.
pub const MASK: usize = 16;
/// Length of the bytes that select a mask, which must be random or ciphertext.
pub const SAMPLE: usize = 16;

const PAIR: &[u8] = b"comet scrambled wireguard, pair of keys, 1";
const SERVER: &[u8] = b"comet scrambled wireguard, key of the server, 1";

/// A WireGuard public key, in a configuration 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublicKey(pub [u8; 32]);

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        from_hex(&text).ok_or_else(|| serde::de::Error::custom("not a public key of 64 hexadecimal digits"))
    }
}

fn from_hex(text: &str) -> Option<PublicKey> {
    let mut key = [0; 32];
    let (digits, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    if digits.len() != key.len() {
        return None;
    }
    for (byte, [high, low]) in key.iter_mut().zip(digits) {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        *byte = (digit(*high)? << 4 | digit(*low)?) as u8;
    }
    Some(PublicKey(key))
}

/// The keys of one direction.
pub struct DirectionKeys {
    /// Masks the headers of data messages.
    pub header: Mask,
    /// Encrypts handshake messages.
    pub handshake: LessSafeKey,
    /// Encrypts the datagrams of cover traffic.
    pub cover: LessSafeKey,
}

/// The keys of a client and a server.
pub struct PairKeys {
    pub to_server: DirectionKeys,
    pub to_client: DirectionKeys,
}

/// Names by which a server finds the client of a handshake.
pub struct NameKey(hmac::Key);

pub const NAME: usize = 8;
pub type Name = [u8; NAME];

impl NameKey {
    pub fn new(server: &PublicKey, client: &PublicKey) -> Self {
        Self(expand(&pair(server, client), b"name", hmac::HMAC_SHA256))
    }

    /// The client's name in an hour after 1970.
    pub fn name(&self, hour: u64) -> Name {
        let tag = hmac::sign(&self.0, &hour.to_be_bytes());
        let mut name = [0; NAME];
        name.copy_from_slice(&tag.as_ref()[..NAME]);
        name
    }
}

impl PairKeys {
    pub fn new(server: &PublicKey, client: &PublicKey) -> Self {
        let pair = pair(server, client);
        let cipher = |label: &[u8]| -> LessSafeKey {
            let unbound: UnboundKey = expand(&pair, label, &CHACHA20_POLY1305);
            LessSafeKey::new(unbound)
        };
        let direction = |header: &[u8], handshake: &[u8], cover: &[u8]| DirectionKeys {
            header: Mask(expand(&pair, header, &AES_256)),
            handshake: cipher(handshake),
            cover: cipher(cover),
        };
        Self {
            to_server: direction(b"header to server", b"handshake to server", b"cover to server"),
            to_client: direction(b"header to client", b"handshake to client", b"cover to client"),
        }
    }
}

/// A pseudorandom function: header protection of QUIC (RFC 9001 §5.4.3), repeated for the bytes that it lacks.
pub struct Mask(HeaderProtectionKey);

impl Mask {
    /// The mask of names, known to everyone who knows the server's public key.
    pub fn of_names(server: &PublicKey) -> Self {
        let prk = Salt::new(HKDF_SHA256, SERVER).extract(&server.0);
        Self(expand(&prk, b"name", &AES_256))
    }

    pub fn bytes(&self, sample: &[u8; SAMPLE]) -> [u8; MASK] {
        let mut mask = [0; MASK];
        let mut block = *sample;
        for (index, part) in mask.chunks_mut(5).enumerate() {
            block[SAMPLE - 1] = sample[SAMPLE - 1] ^ index as u8;
            // A sample always has the right length.
            if let Ok(bytes) = self.0.new_mask(&block) {
                part.copy_from_slice(&bytes[..part.len()]);
            }
        }
        mask
    }
}

fn pair(server: &PublicKey, client: &PublicKey) -> Prk {
    Salt::new(HKDF_SHA256, PAIR).extract(&[server.0, client.0].concat())
}

fn expand<L: KeyType, T: for<'a> From<Okm<'a, L>>>(prk: &Prk, label: &[u8], length: L) -> T {
    let key = prk.expand(&[label], length).map(T::from);
    key.expect("keys are shorter than HKDF's limit")
}

#[cfg(test)]
#[path = "tests/keys.rs"]
mod tests;
