//! Who is signed in, and the subscription.

use crate::protocol::{AccountResult, AccountResultSource, AccountResultStatus};
use crate::texts::{self, account as words};

/// The account, a thought a line.
pub fn account(account: &AccountResult) -> Vec<String> {
    let mut lines = vec![words::account(&account.email, &account.device)];
    if !account.email_verified {
        lines.push(words::EMAIL_UNVERIFIED.into());
    }
    let Some(subscription) = &account.subscription else {
        lines.push(words::NO_SUBSCRIPTION.into());
        return lines;
    };
    let state = texts::subscription_state(&subscription.state).unwrap_or(&subscription.state);
    lines.push(words::subscription(state, day(&subscription.active_until)));
    lines.extend(account.plan.as_ref().map(|plan| match plan.months {
        1 => words::PLAN_OF_ONE_MONTH.into(),
        months => words::plan(months),
    }));
    if let Some(until) = account
        .active_until
        .as_deref()
        .filter(|_| subscription.state != "past_due")
    {
        lines.push(if account.renews {
            words::renews(day(until))
        } else {
            words::ends(day(until))
        });
    }
    if account.status == AccountResultStatus::Inactive {
        lines.push(words::INACTIVE.into());
    }
    match account.source {
        Some(AccountResultSource::AppStore) => lines.push(words::BOUGHT_IN_APP_STORE.into()),
        Some(AccountResultSource::PlayStore) => lines.push(words::BOUGHT_IN_PLAY_STORE.into()),
        Some(AccountResultSource::Web) | None => {}
    }
    lines
}

/// `2027-03-01`, of an ISO 8601 instant.
fn day(instant: &str) -> &str {
    instant.get(..10).unwrap_or(instant)
}

#[cfg(test)]
#[path = "tests/account.rs"]
mod tests;
