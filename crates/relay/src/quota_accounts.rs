//! Delegated quota: bytes that the parent process grants, reserved before they are sent.

use std::collections::HashMap;

use crate::notifications::Notifications;

#[derive(Default)]
struct QuotaAccount {
    left: u64,
    /// Fewer bytes than this cause one request for more.
    mark: u64,
    is_requested: bool,
    /// No quota is left and none will be granted.
    is_exhausted: bool,
    /// Since the last report.
    spent: u64,
    /// Connections that wait for quota.
    waiting: Vec<u32>,
}

#[derive(Default)]
pub struct QuotaAccounts {
    all: HashMap<u32, QuotaAccount>,
}

pub enum Reserved {
    Bytes(usize),
    /// No quota is left and none will be granted.
    Exhausted,
}

impl QuotaAccounts {
    /// Reserves up to `bytes`. With fewer than that, `connection` is among those that the next grant returns.
    pub fn reserve(
        &mut self,
        id: u32,
        bytes: usize,
        connection: u32,
        notifications: &mut Notifications,
    ) -> Reserved {
        if id == 0 {
            return Reserved::Bytes(bytes);
        }
        // The account was removed, and its connections are being ended.
        let Some(quota_account) = self.all.get_mut(&id) else {
            return Reserved::Exhausted;
        };
        let granted = quota_account.left.min(bytes as u64);
        quota_account.left -= granted;
        quota_account.spent += granted;
        if quota_account.left < quota_account.mark || granted < bytes as u64 {
            Self::request_more(id, quota_account, notifications);
        }
        if granted < bytes as u64 {
            Self::report_spent(id, quota_account, notifications);
            if quota_account.is_exhausted {
                return if granted == 0 {
                    Reserved::Exhausted
                } else {
                    Reserved::Bytes(granted as usize)
                };
            }
            if !quota_account.waiting.contains(&connection) {
                quota_account.waiting.push(connection);
            }
        }
        Reserved::Bytes(granted as usize)
    }

    fn request_more(id: u32, quota_account: &mut QuotaAccount, notifications: &mut Notifications) {
        if quota_account.is_requested {
            return;
        }
        quota_account.is_requested = true;
        Self::report_spent(id, quota_account, notifications);
        notifications.short(id);
    }

    /// Creates the account or adds to it. Returns the connections that waited for quota.
    pub fn grant(&mut self, id: u32, bytes: u64, mark: u64) -> Vec<u32> {
        let quota_account = self.all.entry(id).or_default();
        quota_account.left += bytes;
        quota_account.mark = mark;
        quota_account.is_requested = false;
        quota_account.is_exhausted = false;
        std::mem::take(&mut quota_account.waiting)
    }

    /// Marks the account as exhausted. Returns the connections that waited for quota.
    pub fn exhaust(&mut self, id: u32, notifications: &mut Notifications) -> Vec<u32> {
        let Some(quota_account) = self.all.get_mut(&id) else {
            return Vec::new();
        };
        Self::report_spent(id, quota_account, notifications);
        quota_account.is_exhausted = true;
        quota_account.is_requested = false;
        std::mem::take(&mut quota_account.waiting)
    }

    /// Reports the unused rest and takes it out of the account.
    pub fn recall(&mut self, id: u32, notifications: &mut Notifications) {
        let Some(quota_account) = self.all.get_mut(&id) else {
            return;
        };
        Self::report_spent(id, quota_account, notifications);
        notifications.returned(id, std::mem::take(&mut quota_account.left));
        // The next reservation requests quota again.
        quota_account.mark = 0;
        quota_account.is_requested = false;
        // Waiting connections make no new reservation before the next grant.
        if !quota_account.waiting.is_empty() {
            Self::request_more(id, quota_account, notifications);
        }
    }

    /// Removes the account. Returns the connections that waited, whose next reservation fails.
    pub fn remove(&mut self, id: u32) -> Vec<u32> {
        self.all
            .remove(&id)
            .map_or_else(Vec::new, |quota_account| quota_account.waiting)
    }

    /// Reports the usage of one account.
    pub fn report_account(&mut self, id: u32, notifications: &mut Notifications) {
        if let Some(quota_account) = self.all.get_mut(&id) {
            Self::report_spent(id, quota_account, notifications);
        }
    }

    /// Reports the usage of all accounts.
    pub fn report(&mut self, notifications: &mut Notifications) {
        for (id, quota_account) in &mut self.all {
            Self::report_spent(*id, quota_account, notifications);
        }
    }

    fn report_spent(id: u32, quota_account: &mut QuotaAccount, notifications: &mut Notifications) {
        if quota_account.spent > 0 {
            notifications.usage(id, std::mem::take(&mut quota_account.spent));
        }
    }
}

#[cfg(test)]
#[path = "tests/quota_accounts.rs"]
mod tests;
