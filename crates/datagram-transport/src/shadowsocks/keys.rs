//! Preshared keys that a client and a gateway derive from the WireGuard public keys of both.

use std::net::SocketAddr;

use ring::hkdf::{HKDF_SHA256, Salt};
use shadowsocks::ServerConfig;
use shadowsocks::config::{ServerConfigError, ServerUser};

use super::METHOD;
use crate::scrambled::keys::PublicKey;

pub const KEY: usize = 32;

const SERVER: &[u8] = b"comet wireguard over shadowsocks, key of the server, 1";
const USER: &[u8] = b"comet wireguard over shadowsocks, key of the user, 1";

/// The key of a server, with which clients encrypt their identity: known to everyone who knows its public key.
pub fn server_key(server: &PublicKey) -> [u8; KEY] {
    derive(SERVER, &server.0)
}

/// The key of a client at a server: unknown to an observer, since WireGuard encrypts the client's public key.
pub fn user(server: &PublicKey, client: &PublicKey) -> ServerUser {
    let key = derive(USER, &[server.0, client.0].concat());
    ServerUser::new("", key.to_vec())
}

/// Returns what a client needs to encrypt for the server at `to`.
pub fn client_config(
    to: SocketAddr,
    server: &PublicKey,
    client: &PublicKey,
) -> Result<ServerConfig, ServerConfigError> {
    let identity = ServerUser::new("", server_key(server).to_vec());
    let password = format!(
        "{}:{}",
        identity.encoded_key(),
        user(server, client).encoded_key()
    );
    ServerConfig::new(to, password, METHOD)
}

fn derive(label: &[u8], secret: &[u8]) -> [u8; KEY] {
    let mut key = [0; KEY];
    Salt::new(HKDF_SHA256, label)
        .extract(secret)
        .expand(&[b"psk"], HKDF_SHA256)
        .and_then(|okm| okm.fill(&mut key))
        .expect("keys are shorter than HKDF's limit");
    key
}
