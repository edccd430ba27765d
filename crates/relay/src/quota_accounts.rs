//! Bytes that the proxy's process has lent, which are taken before anything is sent.

use std::collections::HashMap;

use crate::notifications::Notifications;

#[derive(Default)]
struct QuotaAccount {
    left: u64,
    /// Below this the proxy's process is asked for more, once.
    mark: u64,
    asked: bool,
    /// Nothing is left, and nothing is to come.
    broke: bool,
    spent: u64,
    waiting: Vec<u32>,
}

#[derive(Default)]
pub struct QuotaAccounts {
    all: HashMap<u32, QuotaAccount>,
}

pub enum Paid {
    Bytes(usize),
    /// There is nothing, and it is known that nothing comes.
    Broke,
}

impl QuotaAccounts {
    /// How many of `bytes` are paid; `line` is called when there is more.
    pub fn take(&mut self, id: u32, bytes: usize, line: u32, notifications: &mut Notifications) -> Paid {
        if id == 0 {
            return Paid::Bytes(bytes);
        }
        // Removed: its connections are being ended.
        let Some(quota_account) = self.all.get_mut(&id) else {
            return Paid::Broke;
        };
        let granted = quota_account.left.min(bytes as u64);
        quota_account.left -= granted;
        quota_account.spent += granted;
        if quota_account.left < quota_account.mark || granted < bytes as u64 {
            Self::ask(id, quota_account, notifications);
        }
        if granted < bytes as u64 {
            Self::tell(id, quota_account, notifications);
            if quota_account.broke {
                return if granted == 0 {
                    Paid::Broke
                } else {
                    Paid::Bytes(granted as usize)
                };
            }
            if !quota_account.waiting.contains(&line) {
                quota_account.waiting.push(line);
            }
        }
        Paid::Bytes(granted as usize)
    }

    fn ask(id: u32, quota_account: &mut QuotaAccount, notifications: &mut Notifications) {
        if quota_account.asked {
            return;
        }
        quota_account.asked = true;
        Self::tell(id, quota_account, notifications);
        notifications.short(id);
    }

    /// From here on there is such a quota account. Those who waited may try again.
    pub fn lend(&mut self, id: u32, bytes: u64, mark: u64) -> Vec<u32> {
        let quota_account = self.all.entry(id).or_default();
        quota_account.left += bytes;
        quota_account.mark = mark;
        quota_account.asked = false;
        quota_account.broke = false;
        std::mem::take(&mut quota_account.waiting)
    }

    pub fn broke(&mut self, id: u32, notifications: &mut Notifications) -> Vec<u32> {
        let Some(quota_account) = self.all.get_mut(&id) else {
            return Vec::new();
        };
        Self::tell(id, quota_account, notifications);
        quota_account.broke = true;
        quota_account.asked = false;
        std::mem::take(&mut quota_account.waiting)
    }

    pub fn recall(&mut self, id: u32, notifications: &mut Notifications) {
        let Some(quota_account) = self.all.get_mut(&id) else {
            return;
        };
        Self::tell(id, quota_account, notifications);
        notifications.returned(id, std::mem::take(&mut quota_account.left));
        // Who needs it asks again.
        quota_account.mark = 0;
        quota_account.asked = false;
        // Those who wait go on when there is more, as it is asked for now.
        if !quota_account.waiting.is_empty() {
            Self::ask(id, quota_account, notifications);
        }
    }

    /// Nobody pays from it any more; those who still wait for it find that out.
    pub fn forget(&mut self, id: u32) -> Vec<u32> {
        self.all
            .remove(&id)
            .map_or_else(Vec::new, |quota_account| quota_account.waiting)
    }

    pub fn tell_of(&mut self, id: u32, notifications: &mut Notifications) {
        if let Some(quota_account) = self.all.get_mut(&id) {
            Self::tell(id, quota_account, notifications);
        }
    }

    pub fn report(&mut self, notifications: &mut Notifications) {
        for (id, quota_account) in &mut self.all {
            Self::tell(*id, quota_account, notifications);
        }
    }

    fn tell(id: u32, quota_account: &mut QuotaAccount, notifications: &mut Notifications) {
        if quota_account.spent > 0 {
            notifications.spent(id, std::mem::take(&mut quota_account.spent));
        }
    }
}

#[cfg(test)]
#[path = "tests/quota_accounts.rs"]
mod tests;
