//! The time of an event.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// The time of the last event; before the first one, that of the start.
pub struct LastTime {
    start: Instant,
    /// Milliseconds after `start`.
    last: AtomicU64,
}

impl LastTime {
    pub fn new() -> Self {
        Self {
            start: Instant::now(),
            last: AtomicU64::new(0),
        }
    }

    pub fn now(&self) {
        self.last
            .store(self.start.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    pub fn is_over(&self, time: Duration) -> bool {
        self.start.elapsed() >= Duration::from_millis(self.last.load(Ordering::Relaxed)) + time
    }
}
