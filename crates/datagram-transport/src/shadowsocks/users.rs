//! The clients that a server knows, by the hash of their key in the identity header (SIP023).

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use aes::Aes256;
use aes::cipher::{Block, BlockCipherDecrypt, KeyInit};
use shadowsocks::config::ServerUserManager;

use super::keys::{KEY, server_key, user};
use crate::scrambled::clients::ClientsChange;
use crate::scrambled::keys::PublicKey;

/// Length of the salt at the start of a TCP connection, which is that of the key, and of the identity header.
const SALT: usize = KEY;
const IDENTITY: usize = 16;
/// Salt and encrypted identity: the first bytes of a TCP connection.
pub const PREFIX: usize = SALT + IDENTITY;

pub struct Users {
    server: PublicKey,
    key: [u8; KEY],
    manager: RwLock<ServerUserManager>,
}

impl Users {
    pub fn new(server: PublicKey) -> Self {
        Self {
            key: server_key(&server),
            server,
            manager: RwLock::default(),
        }
    }

    pub fn change(&self, change: &ClientsChange) {
        let mut manager = self.manager.write().unwrap_or_else(PoisonError::into_inner);
        if !change.remove.is_empty() {
            let removed: HashSet<_> = change
                .remove
                .iter()
                .map(|client| user(&self.server, client).clone_identity_hash())
                .collect();
            let mut kept = ServerUserManager::new();
            for user in manager.users_iter() {
                if !removed.contains(user.identity_hash()) {
                    kept.add_user(user.clone());
                }
            }
            *manager = kept;
        }
        for client in &change.add {
            manager.add_user(user(&self.server, client));
        }
    }

    /// The server's key.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    pub fn all(&self) -> RwLockReadGuard<'_, ServerUserManager> {
        self.manager.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the user of a TCP connection by its first bytes, as the only one: a connection keeps its users as long as it lives.
    pub fn of_connection(&self, prefix: &[u8; PREFIX]) -> Option<ServerUserManager> {
        let (salt, identity) = prefix.split_at(SALT);
        let key = blake3::derive_key("shadowsocks 2022 identity subkey", &[&self.key, salt].concat());
        let mut hash = Block::<Aes256>::try_from(identity).ok()?;
        Aes256::new(&key.into()).decrypt_block(&mut hash);
        let user = self.all().clone_user_by_hash(&hash)?;
        let mut manager = ServerUserManager::new();
        manager.add_user((*user).clone());
        Some(manager)
    }
}
