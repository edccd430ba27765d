//! Settings of QUIC and TLS for both ends.

use std::sync::Arc;
use std::time::Duration;

use quinn::congestion::BbrConfig;
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{ClientConfig, EndpointConfig, MtuDiscoveryConfig, ServerConfig, TransportConfig, VarInt};
use quinn_proto::HashedConnectionIdGenerator;
use ring::hmac;
use rustls::RootCertStore;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::Failure;

/// ALPN of HTTP/3 (RFC 9114 §3.1).
const ALPN: &[u8] = b"h3";
/// A connection ends when nothing was received for this time.
const SILENCE: Duration = Duration::from_secs(20);
/// Below the UDP timeouts of NATs, of which many are 30 s.
const KEEPALIVE: Duration = Duration::from_secs(8);
/// UDP payload on a path of 1,500 bytes over IPv6.
const MAX_UDP_PAYLOAD: u16 = 1_452;
/// Time after which a larger path MTU is searched again. A search gives up a size after three lost packets.
const MTU_SEARCH: Duration = Duration::from_secs(5);
/// The same after a black hole: until then full packets are dropped. Congestion that loses several packets at once is also taken for one.
const MTU_SEARCH_AFTER_BLACK_HOLE: Duration = Duration::from_millis(100);
/// Bytes of datagrams that wait to be sent, and that wait for WireGuard's socket.
const UNSENT: usize = 65_536;
const RECEIVED: usize = 98_304;
/// Flow control: requests have no bodies.
const STREAM_WINDOW: u32 = 16_384;
const STREAMS: u32 = 16;

pub fn client_endpoint() -> EndpointConfig {
    with_fixed_bit(EndpointConfig::default())
}

/// Keys derived from the certificate's key make stateless resets (RFC 9000 §10.3) valid after a restart of the server: its clients
/// reconnect at once. `key` is in PEM.
pub fn server_endpoint(key: &str) -> EndpointConfig {
    let derive = |label: &[u8]| {
        let secret = hmac::Key::new(hmac::HMAC_SHA256, key.trim().as_bytes());
        hmac::sign(&secret, label)
    };
    let reset = hmac::Key::new(hmac::HMAC_SHA256, derive(b"stateless reset").as_ref());
    let mut config = EndpointConfig::new(Arc::new(reset));
    let id_key = derive(b"connection id")
        .as_ref()
        .iter()
        .take(8)
        .fold(0, |key, byte| key << 8 | u64::from(*byte));
    config.cid_generator(move || Box::new(HashedConnectionIdGenerator::from_key(id_key)));
    with_fixed_bit(config)
}

/// Each packet has the fixed bit (RFC 9000 §17.2): gateways tell QUIC from WireGuard by it on a common port.
fn with_fixed_bit(mut config: EndpointConfig) -> EndpointConfig {
    config.grease_quic_bit(false);
    config
}

/// Verifies the server's certificate by `authorities`, certificates in PEM.
pub fn client(authorities: &[String]) -> Result<ClientConfig, Failure> {
    let mut roots = RootCertStore::empty();
    for pem in authorities {
        for certificate in CertificateDer::pem_slice_iter(pem.as_bytes()) {
            roots.add(certificate.map_err(|_| "certificate_authorities: not PEM")?)?;
        }
    }
    let mut tls = rustls::ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .with_root_certificates(roots)
        .with_no_client_auth();
    tls.alpn_protocols = vec![ALPN.to_vec()];
    let mut config = ClientConfig::new(Arc::new(QuicClientConfig::try_from(tls)?));
    let mut transport = transport();
    transport.keep_alive_interval(Some(KEEPALIVE));
    config.transport_config(Arc::new(transport));
    Ok(config)
}

/// `certificate` is a chain and `key` a private key, both in PEM.
pub fn server(certificate: &str, key: &str) -> Result<ServerConfig, Failure> {
    let chain = CertificateDer::pem_slice_iter(certificate.as_bytes())
        .collect::<Result<Vec<_>, _>>()
        .map_err(|_| "certificate: not PEM")?;
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).map_err(|_| "key: not PEM")?;
    let mut tls = rustls::ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_protocol_versions(&[&rustls::version::TLS13])?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    tls.alpn_protocols = vec![ALPN.to_vec()];
    let mut config = ServerConfig::with_crypto(Arc::new(QuicServerConfig::try_from(tls)?));
    config.transport_config(Arc::new(transport()));
    Ok(config)
}

fn transport() -> TransportConfig {
    let mut mtu = MtuDiscoveryConfig::default();
    mtu.upper_bound(MAX_UDP_PAYLOAD)
        .interval(MTU_SEARCH)
        .black_hole_cooldown(MTU_SEARCH_AFTER_BLACK_HOLE);
    let mut transport = TransportConfig::default();
    transport
        .mtu_discovery_config(Some(mtu))
        // Cubic would reduce the rate of the TCP connections inside at each loss for a second time.
        .congestion_controller_factory(Arc::new(BbrConfig::default()))
        .max_idle_timeout(SILENCE.try_into().ok())
        .datagram_receive_buffer_size(Some(RECEIVED))
        .datagram_send_buffer_size(UNSENT)
        .stream_receive_window(VarInt::from_u32(STREAM_WINDOW))
        .receive_window(VarInt::from_u32(STREAM_WINDOW * 2))
        .send_window(u64::from(STREAM_WINDOW) * 2)
        .max_concurrent_bidi_streams(VarInt::from_u32(STREAMS))
        .max_concurrent_uni_streams(VarInt::from_u32(STREAMS));
    transport
}
