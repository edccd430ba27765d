//! Statistics of sessions, the data budget and its alert.

use super::{bytes, day_and_time_of};
use crate::protocol::{MonthSums, Snapshot, StatisticsResult, StatisticsSession};
use crate::texts::statistics as text;

/// One line for each month, then the budget.
pub fn months(result: &StatisticsResult) -> Vec<String> {
    let mut lines: Vec<String> = result.months.iter().map(month).collect();
    if lines.is_empty() {
        lines.push(text::NONE.into());
    }
    if !result.on {
        lines.push(text::OFF.into());
    }
    if let (Some(budget), Some(latest)) = (result.budget, result.months.first()) {
        let used = bytes(latest.received + latest.sent);
        lines.push(text::budget(bytes(budget), &*latest.month, used));
    }
    lines
}

fn month(sums: &MonthSums) -> String {
    let (month, received, sent) = (&*sums.month, bytes(sums.received), bytes(sums.sent));
    if sums.sessions == 1 {
        text::one_session(month, received, sent)
    } else {
        text::month(month, sums.sessions, received, sent)
    }
}

pub fn session(session: &StatisticsSession) -> String {
    let ended = session.ended_at.as_deref().map(day_and_time_of);
    text::session(
        day_and_time_of(&session.started_at),
        ended.as_deref().unwrap_or(text::NOW),
        &session.location,
        &session.transport,
        bytes(session.received),
        bytes(session.sent),
    )
}

pub fn switch(on: bool) -> &'static str {
    if on { text::ON } else { text::OFF }
}

pub fn budget(budget: Option<i64>) -> String {
    budget.map_or_else(
        || text::BUDGET_NONE.into(),
        |budget| text::budget_set(bytes(budget)),
    )
}

/// The alert of the data budget, while the calendar month has reached 80 or 100 percent of it.
pub fn alert(snapshot: &Snapshot) -> Option<String> {
    let alert = snapshot.budget_alert.as_ref()?;
    let (used, budget) = (bytes(alert.used), bytes(alert.budget));
    Some(if alert.percent >= 100 {
        text::reached100(used, budget)
    } else {
        text::reached80(used, budget)
    })
}
