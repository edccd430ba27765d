use super::*;

fn reserve(
    quota_accounts: &mut QuotaAccounts,
    bytes: usize,
    notifications: &mut Notifications,
) -> Option<usize> {
    match quota_accounts.reserve(7, bytes, 1, notifications) {
        Reserved::Bytes(count) => Some(count),
        Reserved::Exhausted => None,
    }
}

#[test]
fn reserves_exactly_what_was_granted() {
    let (mut quota_accounts, mut notifications) = (QuotaAccounts::default(), Notifications::default());
    quota_accounts.grant(7, 100, 0);
    assert_eq!(reserve(&mut quota_accounts, 60, &mut notifications), Some(60));
    assert_eq!(reserve(&mut quota_accounts, 60, &mut notifications), Some(40));
    assert_eq!(reserve(&mut quota_accounts, 60, &mut notifications), Some(0));
    assert_eq!(quota_accounts.grant(7, 5, 0), vec![1]);
    assert_eq!(reserve(&mut quota_accounts, 60, &mut notifications), Some(5));
    assert_eq!(quota_accounts.exhaust(7, &mut notifications), vec![1]);
    assert_eq!(reserve(&mut quota_accounts, 60, &mut notifications), None);
}

#[test]
fn reserves_nothing_after_a_recall() {
    let (mut quota_accounts, mut notifications) = (QuotaAccounts::default(), Notifications::default());
    quota_accounts.grant(7, 100, 0);
    quota_accounts.recall(7, &mut notifications);
    assert_eq!(reserve(&mut quota_accounts, 60, &mut notifications), Some(0));
}

#[test]
fn a_removed_account_is_exhausted() {
    let (mut quota_accounts, mut notifications) = (QuotaAccounts::default(), Notifications::default());
    quota_accounts.grant(7, 100, 0);
    quota_accounts.remove(7);
    assert_eq!(reserve(&mut quota_accounts, 60, &mut notifications), None);
    assert!(quota_accounts.all.is_empty());
}
