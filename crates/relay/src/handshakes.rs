//! Clients that have not said yet what they want, or that have been refused and do not go: for how long they may, and how many of them at a
//! time.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(10);
const MOST: usize = 4_096;
const MOST_OF_ONE: usize = 512;

#[derive(Default)]
pub struct Handshakes {
    under_way: HashMap<u32, (IpAddr, Instant)>,
    of_one: HashMap<IpAddr, usize>,
    /// The oldest first; some are over already.
    line: VecDeque<(u32, Instant)>,
}

impl Handshakes {
    /// Which handshake is ended for this one: the oldest. One that is over may begin again.
    pub fn begin(&mut self, line: u32, from: IpAddr, now: Instant) -> Vec<u32> {
        self.over(line);
        let mut ended = Vec::new();
        if self.of_one.get(&from).is_some_and(|count| *count >= MOST_OF_ONE) {
            ended.extend(self.oldest(|one| *one == from));
        }
        if self.under_way.len() >= MOST {
            ended.extend(self.oldest(|_| true));
        }
        self.under_way.insert(line, (from, now));
        *self.of_one.entry(from).or_default() += 1;
        self.line.push_back((line, now));
        while self.line.front().is_some_and(|one| !self.is_under_way(*one)) {
            self.line.pop_front();
        }
        ended
    }

    fn is_under_way(&self, (line, since): (u32, Instant)) -> bool {
        self.under_way
            .get(&line)
            .is_some_and(|(_, began)| *began == since)
    }

    fn oldest(&mut self, fits: impl Fn(&IpAddr) -> bool) -> Option<u32> {
        let all = &self.under_way;
        let oldest = self
            .line
            .iter()
            .map(|(line, _)| *line)
            .find(|line| all.get(line).is_some_and(|(from, _)| fits(from)));
        oldest.inspect(|line| self.over(*line))
    }

    /// May be called more than once.
    pub fn over(&mut self, line: u32) {
        let Some((from, _)) = self.under_way.remove(&line) else {
            return;
        };
        if let Some(count) = self.of_one.get_mut(&from) {
            *count -= 1;
            if *count == 0 {
                self.of_one.remove(&from);
            }
        }
    }

    /// Those whose time is over.
    pub fn late(&mut self, now: Instant) -> Vec<u32> {
        let mut late = Vec::new();
        while let Some((line, since)) = self.line.front().copied() {
            let is_over = !self.is_under_way((line, since));
            if !is_over && now - since < PATIENCE {
                break;
            }
            self.line.pop_front();
            if !is_over {
                self.over(line);
                late.push(line);
            }
        }
        late
    }
}

#[cfg(test)]
#[path = "tests/handshakes.rs"]
mod tests;
