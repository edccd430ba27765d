//! Time of the last datagram from WireGuard on a connection. Datagrams to it prove nothing: it answers only peers that it authenticates.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// A connection ends after this time without a datagram from WireGuard.
pub const IDLE: Duration = Duration::from_secs(5 * 60);

pub struct Activity {
    start: Instant,
    /// Milliseconds after `start`.
    last: AtomicU64,
}

impl Activity {
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

    /// Returns after `IDLE` without a datagram.
    pub async fn idle(&self) {
        loop {
            let end = self.start + Duration::from_millis(self.last.load(Ordering::Relaxed)) + IDLE;
            if Instant::now() >= end {
                return;
            }
            sleep_until(end).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn ends_five_minutes_after_the_last_datagram() {
        let activity = Activity::new();
        let start = Instant::now();
        let datagram = async {
            tokio::time::sleep(Duration::from_secs(200)).await;
            activity.now();
        };
        tokio::join!(activity.idle(), datagram);
        assert_eq!(start.elapsed().as_secs(), 500);
    }
}
