//! The account and its plan.

use crate::protocol::{AccountResult, AccountResultSource, AccountResultStatus};
use crate::texts::{self, account as text};

/// Describes the account, one statement per line.
pub fn account(account: &AccountResult) -> Vec<String> {
    let mut lines = vec![text::account(&account.email, &account.device)];
    if !account.email_verified {
        lines.push(text::EMAIL_UNVERIFIED.into());
    }
    let Some(subscription) = &account.subscription else {
        lines.push(text::NO_PLAN.into());
        return lines;
    };
    let state = texts::subscription_state(&subscription.state).unwrap_or(&subscription.state);
    lines.push(text::plan_state(state, day(&subscription.active_until)));
    lines.extend(account.plan.as_ref().map(|plan| match plan.months {
        1 => text::LENGTH_OF_ONE_MONTH.into(),
        months => text::length(months),
    }));
    if let Some(until) = account
        .active_until
        .as_deref()
        .filter(|_| subscription.state != "past_due")
    {
        lines.push(if account.renews {
            text::renews(day(until))
        } else {
            text::ends(day(until))
        });
    }
    if account.status == AccountResultStatus::Inactive {
        lines.push(text::INACTIVE.into());
    }
    match account.source {
        Some(AccountResultSource::AppStore) => lines.push(text::BOUGHT_IN_APP_STORE.into()),
        Some(AccountResultSource::PlayStore) => lines.push(text::BOUGHT_IN_PLAY_STORE.into()),
        Some(AccountResultSource::Web) | None => {}
    }
    lines
}

/// Returns the date of an ISO 8601 instant, `2027-03-01`.
pub fn day(instant: &str) -> &str {
    instant.get(..10).unwrap_or(instant)
}

#[cfg(test)]
#[path = "tests/account.rs"]
mod tests;
