use super::*;

fn paid(
    quota_accounts: &mut QuotaAccounts,
    bytes: usize,
    notifications: &mut Notifications,
) -> Option<usize> {
    match quota_accounts.take(7, bytes, 1, notifications) {
        Paid::Bytes(count) => Some(count),
        Paid::Broke => None,
    }
}

#[test]
fn pays_what_was_lent_and_not_a_byte_more() {
    let (mut quota_accounts, mut notifications) = (QuotaAccounts::default(), Notifications::default());
    quota_accounts.lend(7, 100, 0);
    assert_eq!(paid(&mut quota_accounts, 60, &mut notifications), Some(60));
    assert_eq!(paid(&mut quota_accounts, 60, &mut notifications), Some(40));
    assert_eq!(paid(&mut quota_accounts, 60, &mut notifications), Some(0));
    assert_eq!(quota_accounts.lend(7, 5, 0), vec![1]);
    assert_eq!(paid(&mut quota_accounts, 60, &mut notifications), Some(5));
    assert_eq!(quota_accounts.broke(7, &mut notifications), vec![1]);
    assert_eq!(paid(&mut quota_accounts, 60, &mut notifications), None);
}

#[test]
fn what_was_called_back_is_not_paid_from() {
    let (mut quota_accounts, mut notifications) = (QuotaAccounts::default(), Notifications::default());
    quota_accounts.lend(7, 100, 0);
    quota_accounts.recall(7, &mut notifications);
    assert_eq!(paid(&mut quota_accounts, 60, &mut notifications), Some(0));
}

#[test]
fn what_is_forgotten_pays_nothing() {
    let (mut quota_accounts, mut notifications) = (QuotaAccounts::default(), Notifications::default());
    quota_accounts.lend(7, 100, 0);
    quota_accounts.forget(7);
    assert_eq!(paid(&mut quota_accounts, 60, &mut notifications), None);
    assert!(quota_accounts.all.is_empty());
}
