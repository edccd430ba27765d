/// The fields of a ClientHello (RFC 8446 §4.1.2) that censors read, in the order sent.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ClientHello {
    pub legacy_version: u16,
    pub cipher_suites: Vec<u16>,
    pub extensions: Vec<u16>,
    pub server_name: Option<String>,
    /// The first protocol of ALPN.
    pub application_protocol: Option<Vec<u8>>,
    pub supported_versions: Vec<u16>,
    pub signature_algorithms: Vec<u16>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    /// More bytes are needed.
    Incomplete,
    /// Not a ClientHello.
    Other,
    Hello(ClientHello),
}

pub const SERVER_NAME: u16 = 0;
const SIGNATURE_ALGORITHMS: u16 = 13;
pub const ALPN: u16 = 16;
const SUPPORTED_VERSIONS: u16 = 43;
const HANDSHAKE_RECORD: u8 = 22;
const CLIENT_HELLO: u8 = 1;

/// Parses the beginning of a TLS connection: a ClientHello in one or more records.
pub fn parse_records(mut stream: &[u8]) -> Parsed {
    let mut handshake = Vec::new();
    loop {
        match *stream {
            [] => return Parsed::Incomplete,
            [kind, ..] if kind != HANDSHAKE_RECORD => return Parsed::Other,
            [_, version, ..] if version != 3 => return Parsed::Other,
            [_, _, _, high, low, ref rest @ ..] => {
                let length = usize::from(u16::from_be_bytes([high, low]));
                handshake.extend_from_slice(&rest[..length.min(rest.len())]);
                match parse_handshake(&handshake) {
                    Parsed::Incomplete if rest.len() >= length => stream = &rest[length..],
                    parsed => return parsed,
                }
            }
            _ => return Parsed::Incomplete,
        }
    }
}

/// Parses a handshake message, as in QUIC's CRYPTO frames.
pub fn parse_handshake(bytes: &[u8]) -> Parsed {
    match *bytes {
        [] => Parsed::Incomplete,
        [kind, ..] if kind != CLIENT_HELLO => Parsed::Other,
        [_, high, middle, low, ref rest @ ..] => {
            let length = u32::from_be_bytes([0, high, middle, low]) as usize;
            match rest.get(..length) {
                None => Parsed::Incomplete,
                Some(body) => parse_body(body).map_or(Parsed::Other, Parsed::Hello),
            }
        }
        _ => Parsed::Incomplete,
    }
}

fn parse_body(body: &[u8]) -> Option<ClientHello> {
    let mut reader = Reader(body);
    let legacy_version = reader.u16()?;
    let mut hello = ClientHello {
        legacy_version,
        ..ClientHello::default()
    };
    reader.take(32)?; // random
    reader.vector_u8()?; // legacy_session_id
    hello.cipher_suites = Reader(reader.vector_u16()?).all_u16();
    reader.vector_u8()?; // legacy_compression_methods
    let mut extensions = Reader(reader.vector_u16().unwrap_or_default());
    while let Some(kind) = extensions.u16() {
        let mut data = Reader(extensions.vector_u16()?);
        hello.extensions.push(kind);
        match kind {
            SERVER_NAME => hello.server_name = server_name(&mut data),
            ALPN => {
                hello.application_protocol = Reader(data.vector_u16()?).vector_u8().map(<[u8]>::to_vec);
            }
            SUPPORTED_VERSIONS => hello.supported_versions = Reader(data.vector_u8()?).all_u16(),
            SIGNATURE_ALGORITHMS => hello.signature_algorithms = Reader(data.vector_u16()?).all_u16(),
            _ => {}
        }
    }
    Some(hello)
}

/// The host name in the extension (RFC 6066 §3).
fn server_name(data: &mut Reader<'_>) -> Option<String> {
    let mut list = Reader(data.vector_u16()?);
    let is_host_name = list.take(1)? == [0];
    let name = list.vector_u16()?;
    is_host_name.then(|| String::from_utf8_lossy(name).into_owned())
}

/// Reads TLS's presentation language (RFC 8446 §3); `None` at the end of the bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    fn vector_u8(&mut self) -> Option<&'a [u8]> {
        let length = usize::from(self.take(1)?[0]);
        self.take(length)
    }

    fn vector_u16(&mut self) -> Option<&'a [u8]> {
        let length = usize::from(self.u16()?);
        self.take(length)
    }

    fn all_u16(&self) -> Vec<u16> {
        self.0
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect()
    }
}
