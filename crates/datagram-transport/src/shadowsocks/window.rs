//! Packet ids of a session that were received: each is accepted once, and only in a window below the highest one (RFC 6479).

const BITS: u64 = 64;
const WORDS: u64 = 32;
/// Ids below the highest one that are still accepted. One word of the ring is not complete.
const WINDOW: u64 = (WORDS - 1) * BITS;

pub struct ReplayWindow {
    /// The highest id; `None` before the first.
    highest: Option<u64>,
    /// A ring of words, each of which has a bit for each of 64 ids.
    words: [u64; WORDS as usize],
}

impl ReplayWindow {
    pub fn new() -> Self {
        Self {
            highest: None,
            words: [0; WORDS as usize],
        }
    }

    /// Returns whether the id is new, and records it. The packet is authenticated.
    pub fn accept(&mut self, id: u64) -> bool {
        match self.highest {
            Some(highest) if id <= highest => {
                if highest - id >= WINDOW {
                    return false;
                }
            }
            highest => {
                let (before, now) = (highest.map_or(0, |highest| highest / BITS), id / BITS);
                for word in (before + 1..=now).rev().take(WORDS as usize) {
                    self.words[(word % WORDS) as usize] = 0;
                }
                self.highest = Some(id);
            }
        }
        let word = &mut self.words[(id / BITS % WORDS) as usize];
        let bit = 1 << (id % BITS);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

#[cfg(test)]
#[path = "tests/window.rs"]
mod tests;
