use super::{Rule, Seen, Verdict};

/// Drops a share of all packets in both directions at random.
pub struct Loss {
    percent: u8,
    state: u64,
}

impl Loss {
    /// A zero seed would give only zeros.
    pub fn new(percent: u8, seed: u64) -> Self {
        Self {
            percent,
            state: seed.max(1),
        }
    }

    /// The next number of xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016).
    fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

impl Rule for Loss {
    fn name(&self) -> &'static str {
        "loss"
    }

    fn judge(&mut self, _: &Seen<'_>) -> Verdict {
        Verdict::drop_if((self.next() >> 32) % 100 < u64::from(self.percent))
    }
}
