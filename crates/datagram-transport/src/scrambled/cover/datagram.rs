//! Datagrams of one length, encrypted as a whole, so that WireGuard's messages, machines and dummies look alike.

use ring::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};

use super::super::handshake::masked;
use super::super::keys::{Mask, NAME, Name, SAMPLE};
use super::super::random::Random;

/// Random bytes at the start, of which the first 12 are the nonce.
const RANDOM: usize = SAMPLE;
/// Kind, length of the contents, run.
const HEADER: usize = 1 + 2 + RUN;
const RUN: usize = 8;
const TAG: usize = 16;
/// The longest contents: a data message of a tunnel with an MTU of 1,344 bytes, which carries another one with IPv6's minimum of 1,280.
pub const CONTENTS: usize = 1_376;
/// The length of every datagram.
pub const DATAGRAM: usize = PREFIX + HEADER + CONTENTS + TAG;
const PREFIX: usize = RANDOM + NAME;

const DUMMY: u8 = 0;
const MESSAGE: u8 = 1;
const MACHINES: u8 = 2;
/// Added to the kind by a client that has its machines.
const HAS_MACHINES: u8 = 0x80;
/// Added to the kind by a client whose cover traffic is paused.
const PAUSED: u8 = 0x40;

/// A random number that a client chooses when its program starts, in all datagrams of both directions: those of another run are dropped.
pub type Run = [u8; RUN];

#[derive(Debug, PartialEq, Eq)]
pub enum Contents<'a> {
    Dummy,
    Message(&'a [u8]),
    /// The client's machines, from the server.
    Machines(&'a [u8]),
}

/// What an end writes into each of its datagrams.
#[derive(Clone, Copy)]
pub struct Sender<'a> {
    pub key: &'a LessSafeKey,
    pub run: Run,
    pub has_machines: bool,
    pub is_paused: bool,
    /// The client's name and the mask of names, where the server may not know the address; otherwise random bytes stand in their place.
    pub name: Option<(&'a Mask, Name)>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Opened<'a> {
    pub run: Run,
    pub has_machines: bool,
    pub is_paused: bool,
    pub contents: Contents<'a>,
}

/// Replaces `datagram` by the encrypted contents. Returns `None` for contents that are too long.
pub fn seal(
    sender: &Sender<'_>,
    contents: &Contents<'_>,
    random: &mut Random,
    datagram: &mut Vec<u8>,
) -> Option<()> {
    let (kind, bytes): (u8, &[u8]) = match contents {
        Contents::Dummy => (DUMMY, &[]),
        Contents::Message(bytes) => (MESSAGE, bytes),
        Contents::Machines(bytes) => (MACHINES, bytes),
    };
    if bytes.len() > CONTENTS {
        return None;
    }
    let flags =
        if sender.has_machines { HAS_MACHINES } else { 0 } | if sender.is_paused { PAUSED } else { 0 };
    datagram.clear();
    datagram.extend_from_slice(random.bytes(PREFIX));
    if let Some((mask, name)) = sender.name {
        let name = masked(mask, datagram, name)?;
        datagram[RANDOM..].copy_from_slice(&name);
    }
    datagram.push(kind | flags);
    datagram.extend_from_slice(&(bytes.len() as u16).to_be_bytes());
    datagram.extend_from_slice(&sender.run);
    datagram.extend_from_slice(bytes);
    datagram.resize(PREFIX + HEADER + CONTENTS, 0);
    let (prefix, plaintext) = datagram.split_at_mut(PREFIX);
    let tag = sender
        .key
        .seal_in_place_separate_tag(nonce(prefix)?, Aad::from(prefix), plaintext)
        .ok()?;
    datagram.extend_from_slice(tag.as_ref());
    Some(())
}

/// Decrypts a datagram in `buffer`. Returns `None`, without a change of the datagram, for every other one.
pub fn open<'a>(key: &LessSafeKey, datagram: &[u8], buffer: &'a mut Vec<u8>) -> Option<Opened<'a>> {
    if datagram.len() != DATAGRAM {
        return None;
    }
    let (prefix, sealed) = datagram.split_at(PREFIX);
    buffer.clear();
    buffer.extend_from_slice(sealed);
    let plaintext = key
        .open_in_place(nonce(prefix)?, Aad::from(prefix), buffer)
        .ok()?;
    let (kind, rest) = plaintext.split_first()?;
    let (length, rest) = rest.split_first_chunk()?;
    let (run, rest) = rest.split_first_chunk()?;
    let bytes = rest.get(..usize::from(u16::from_be_bytes(*length)))?;
    Some(Opened {
        run: *run,
        has_machines: kind & HAS_MACHINES != 0,
        is_paused: kind & PAUSED != 0,
        contents: match kind & !(HAS_MACHINES | PAUSED) {
            DUMMY => Contents::Dummy,
            MESSAGE => Contents::Message(bytes),
            MACHINES => Contents::Machines(bytes),
            _ => return None,
        },
    })
}

fn nonce(datagram: &[u8]) -> Option<Nonce> {
    datagram
        .first_chunk::<NONCE_LEN>()
        .map(|bytes| Nonce::assume_unique_for_key(*bytes))
}

#[cfg(test)]
#[path = "tests/datagram.rs"]
mod tests;
