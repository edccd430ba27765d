//! What all lines share.

use crate::flow::BUFFER;
use crate::gates::Gates;
use crate::notifications::Notifications;
use crate::pipes::{MOST, Pipes};
use crate::quota_accounts::QuotaAccounts;

pub struct World {
    pub notifications: Notifications,
    pub quota_accounts: QuotaAccounts,
    pub gates: Gates,
    pub pipes: Pipes,
    /// What is read is here until it is written, or kept by the flow that could not.
    pub buffer: Box<[u8]>,
}

impl World {
    pub fn new() -> Self {
        let buffer = vec![0; BUFFER].into_boxed_slice();
        World {
            notifications: Notifications::default(),
            quota_accounts: QuotaAccounts::default(),
            gates: Gates::default(),
            pipes: Pipes::at_most(MOST),
            buffer,
        }
    }
}
