use rustls::Side;
use rustls::crypto::ring::cipher_suite::TLS13_AES_128_GCM_SHA256;
use rustls::quic::{Keys, Version};

const LONG_HEADER: u8 = 0xc0;
const TYPE_MASK: u8 = 0xf0;
const VERSION_1: [u8; 4] = [0, 0, 0, 1];

/// Part of a stream of handshake messages: offset and bytes.
pub type CryptoFragment = (usize, Vec<u8>);

/// Returns the CRYPTO frames of the Initial packet at the beginning of a client's datagram (RFC 9000 §17.2.2). The keys of Initial packets
/// follow from the first destination connection id (RFC 9001 §5.2), so any observer can decrypt them. `None` for other datagrams.
pub fn crypto_fragments(datagram: &[u8]) -> Option<Vec<CryptoFragment>> {
    let (&first, rest) = datagram.split_first()?;
    if first & TYPE_MASK != LONG_HEADER || !rest.starts_with(&VERSION_1) {
        return None;
    }
    let mut at = 1 + VERSION_1.len();
    let id_length = usize::from(*datagram.get(at)?);
    let id = datagram.get(at + 1..at + 1 + id_length)?;
    at += 1 + id_length;
    at += 1 + usize::from(*datagram.get(at)?); // source connection id
    let token_length = variable_integer(datagram, &mut at)?;
    at += token_length;
    let length = variable_integer(datagram, &mut at)?;
    let mut packet = datagram.get(..at.checked_add(length)?)?.to_vec();
    decrypt(id, &mut packet, at).map(|payload| read_crypto(&payload))
}

/// Removes header protection and decrypts a packet whose packet number begins at `at` (RFC 9001 §5.3, §5.4).
fn decrypt(id: &[u8], packet: &mut [u8], at: usize) -> Option<Vec<u8>> {
    let suite = TLS13_AES_128_GCM_SHA256.tls13()?;
    let keys = Keys::initial(Version::V1, suite, suite.quic?, id, Side::Server).remote;
    let sample_at = at + 4;
    let sample = packet
        .get(sample_at..sample_at + keys.header.sample_len())?
        .to_vec();
    let (head, tail) = packet.split_at_mut(at);
    keys.header
        .decrypt_in_place(&sample, &mut head[0], &mut tail[..4])
        .ok()?;
    let number_length = usize::from(head[0] & 3) + 1;
    let number = tail[..number_length]
        .iter()
        .fold(0, |number, byte| number << 8 | u64::from(*byte));
    let (header, payload) = packet.split_at_mut(at + number_length);
    keys.packet
        .decrypt_in_place(number, header, payload)
        .ok()
        .map(<[u8]>::to_vec)
}

const PADDING: u8 = 0;
const PING: u8 = 1;
const CRYPTO: u8 = 6;

/// Reads frames up to the first one that a client's first Initial packets do not have.
fn read_crypto(payload: &[u8]) -> Vec<CryptoFragment> {
    let mut fragments = Vec::new();
    let mut at = 0;
    while let Some(&kind) = payload.get(at) {
        at += 1;
        match kind {
            PADDING | PING => {}
            CRYPTO => {
                let Some(fragment) = crypto_frame(payload, &mut at) else {
                    break;
                };
                fragments.push(fragment);
            }
            _ => break,
        }
    }
    fragments
}

fn crypto_frame(payload: &[u8], at: &mut usize) -> Option<CryptoFragment> {
    let offset = variable_integer(payload, at)?;
    let length = variable_integer(payload, at)?;
    let bytes = payload.get(*at..*at + length)?.to_vec();
    *at += length;
    Some((offset, bytes))
}

/// Reads a variable-length integer (RFC 9000 §16) at `at`. `None` above 2^30, which no length of a datagram reaches.
fn variable_integer(bytes: &[u8], at: &mut usize) -> Option<usize> {
    let first = *bytes.get(*at)?;
    let length = 1 << (first >> 6);
    let field = bytes.get(*at..*at + length)?;
    *at += length;
    let value = field[1..].iter().fold(u64::from(first & 0x3f), |value, byte| {
        value << 8 | u64::from(*byte)
    });
    usize::try_from(value).ok().filter(|value| *value < 1 << 30)
}
