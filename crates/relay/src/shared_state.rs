//! State that all connections share.

use crate::flow::BUFFER;
use crate::notifications::Notifications;
use crate::pipes::{MAX, Pipes};
use crate::quota_accounts::QuotaAccounts;
use crate::rate_limiters::RateLimiters;

pub struct SharedState {
    pub notifications: Notifications,
    pub quota_accounts: QuotaAccounts,
    pub limiters: RateLimiters,
    pub pipes: Pipes,
    /// Receives every read; a flow copies what it cannot write at once.
    pub buffer: Box<[u8]>,
}

impl SharedState {
    pub fn new() -> Self {
        let buffer = vec![0; BUFFER].into_boxed_slice();
        SharedState {
            notifications: Notifications::default(),
            quota_accounts: QuotaAccounts::default(),
            limiters: RateLimiters::default(),
            pipes: Pipes::with_limit(MAX),
            buffer,
        }
    }
}
