//! The timers that machines set.

use std::time::{Duration, Instant};

use maybenot::action::Timer;
use maybenot::{MachineId, TriggerAction, TriggerEvent};

use super::limits::MIN_INTERVAL;

/// The timers of all machines.
pub struct Timers(Vec<OfMachine>);

#[derive(Default, Clone)]
struct OfMachine {
    action: Option<(Instant, Scheduled)>,
    internal: Option<Instant>,
    /// Earliest time of the next expiration.
    next: Option<Instant>,
}

#[derive(Clone, Copy)]
pub enum Scheduled {
    Padding {
        bypass: bool,
        replace: bool,
    },
    Blocking {
        duration: Duration,
        bypass: bool,
        replace: bool,
    },
}

/// A machine's timer that expires.
#[derive(Clone, Copy)]
pub enum Expired {
    Action(usize, Scheduled),
    Internal(usize),
}

impl Timers {
    pub fn new(machines: usize) -> Self {
        Self(vec![OfMachine::default(); machines])
    }

    /// Returns the timer that expires first.
    pub fn first(&self) -> Option<(Instant, Expired)> {
        let all = self.0.iter().enumerate().flat_map(|(machine, timers)| {
            let action = timers
                .action
                .map(|(due, scheduled)| (due, Expired::Action(machine, scheduled)));
            let internal = timers.internal.map(|due| (due, Expired::Internal(machine)));
            [action, internal].into_iter().flatten()
        });
        all.min_by_key(|(due, _)| *due)
    }

    /// Removes a timer, which expires at `at`.
    pub fn expire(&mut self, expired: Expired, at: Instant) {
        let (Expired::Action(machine, _) | Expired::Internal(machine)) = expired;
        let timers = &mut self.0[machine];
        match expired {
            Expired::Action(..) => timers.action = None,
            Expired::Internal(_) => timers.internal = None,
        }
        timers.next = Some(at + MIN_INTERVAL);
    }

    /// Sets the timers of an action; returns the event that follows.
    pub fn apply(&mut self, action: TriggerAction, at: Instant) -> Option<TriggerEvent> {
        match action {
            TriggerAction::Cancel { machine, timer } => {
                let timers = &mut self.0[machine.into_raw()];
                if timer != Timer::Internal {
                    timers.action = None;
                }
                if timer != Timer::Action {
                    timers.internal = None;
                }
                None
            }
            TriggerAction::SendPadding {
                timeout,
                bypass,
                replace,
                machine,
            } => self.schedule(machine, at + timeout, Scheduled::Padding { bypass, replace }),
            TriggerAction::BlockOutgoing {
                timeout,
                duration,
                bypass,
                replace,
                machine,
            } => {
                let scheduled = Scheduled::Blocking {
                    duration,
                    bypass,
                    replace,
                };
                self.schedule(machine, at + timeout, scheduled)
            }
            TriggerAction::UpdateTimer {
                duration,
                replace,
                machine,
            } => {
                let timers = &mut self.0[machine.into_raw()];
                let due = (at + duration).max(timers.next.unwrap_or(at));
                if !replace && timers.internal.is_some_and(|current| current >= due) {
                    return None;
                }
                timers.internal = Some(due);
                Some(TriggerEvent::TimerBegin { machine })
            }
        }
    }

    fn schedule(&mut self, machine: MachineId, due: Instant, scheduled: Scheduled) -> Option<TriggerEvent> {
        let timers = &mut self.0[machine.into_raw()];
        timers.action = Some((due.max(timers.next.unwrap_or(due)), scheduled));
        None
    }
}
