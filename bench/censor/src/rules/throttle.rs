use std::time::Instant;

use super::{Rule, Seen, Verdict};

/// Polices each direction with a token bucket: packets beyond the rate are dropped, as by the throttling of Twitter in Russia (Xue et al.,
/// "Throttling Twitter: An Emerging Censorship Technique in Russia", IMC 2021).
pub struct Throttle {
    outgoing: TokenBucket,
    incoming: TokenBucket,
}

impl Throttle {
    pub fn new(bytes_per_second: u32, burst: u32) -> Self {
        let bucket = || TokenBucket {
            rate: f64::from(bytes_per_second),
            burst: f64::from(burst),
            filled: None,
        };
        Self {
            outgoing: bucket(),
            incoming: bucket(),
        }
    }
}

impl Rule for Throttle {
    fn name(&self) -> &'static str {
        "throttle"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        let bucket = if seen.packet.is_outgoing() {
            &mut self.outgoing
        } else {
            &mut self.incoming
        };
        Verdict::drop_if(!bucket.take(seen.packet.bytes.len(), seen.now))
    }
}

struct TokenBucket {
    /// Bytes per second.
    rate: f64,
    burst: f64,
    /// The bytes at that time; full at first.
    filled: Option<(f64, Instant)>,
}

impl TokenBucket {
    /// Takes bytes if there are enough.
    fn take(&mut self, bytes: usize, now: Instant) -> bool {
        let before = self.filled.map_or(self.burst, |(tokens, at)| {
            (tokens + self.rate * now.duration_since(at).as_secs_f64()).min(self.burst)
        });
        let is_enough = before >= bytes as f64;
        self.filled = Some((if is_enough { before - bytes as f64 } else { before }, now));
        is_enough
    }
}
