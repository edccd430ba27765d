//! Bytes that the proxy's process has lent, which are taken before anything is sent.

use std::collections::HashMap;

use crate::news::News;

#[derive(Default)]
struct Purse {
    left: u64,
    /// Below this the proxy's process is asked for more, once.
    mark: u64,
    asked: bool,
    /// Nothing is left, and nothing is to come.
    broke: bool,
    spent: u64,
    waiting: Vec<u32>,
}

#[derive(Default)]
pub struct Purses {
    all: HashMap<u32, Purse>,
}

pub enum Paid {
    Bytes(usize),
    /// There is nothing, and it is known that nothing comes.
    Broke,
}

impl Purses {
    /// How many of `bytes` are paid; `line` is called when there is more.
    pub fn take(&mut self, id: u32, bytes: usize, line: u32, news: &mut News) -> Paid {
        if id == 0 {
            return Paid::Bytes(bytes);
        }
        // Forgotten: whoever paid from it is being ended.
        let Some(purse) = self.all.get_mut(&id) else {
            return Paid::Broke;
        };
        let granted = purse.left.min(bytes as u64);
        purse.left -= granted;
        purse.spent += granted;
        if purse.left < purse.mark || granted < bytes as u64 {
            Self::ask(id, purse, news);
        }
        if granted < bytes as u64 {
            Self::tell(id, purse, news);
            if purse.broke {
                return if granted == 0 {
                    Paid::Broke
                } else {
                    Paid::Bytes(granted as usize)
                };
            }
            if !purse.waiting.contains(&line) {
                purse.waiting.push(line);
            }
        }
        Paid::Bytes(granted as usize)
    }

    fn ask(id: u32, purse: &mut Purse, news: &mut News) {
        if purse.asked {
            return;
        }
        purse.asked = true;
        Self::tell(id, purse, news);
        news.short(id);
    }

    /// From here on there is such a purse. Those who waited may try again.
    pub fn lend(&mut self, id: u32, bytes: u64, mark: u64) -> Vec<u32> {
        let purse = self.all.entry(id).or_default();
        purse.left += bytes;
        purse.mark = mark;
        purse.asked = false;
        purse.broke = false;
        std::mem::take(&mut purse.waiting)
    }

    pub fn broke(&mut self, id: u32, news: &mut News) -> Vec<u32> {
        let Some(purse) = self.all.get_mut(&id) else {
            return Vec::new();
        };
        Self::tell(id, purse, news);
        purse.broke = true;
        purse.asked = false;
        std::mem::take(&mut purse.waiting)
    }

    pub fn recall(&mut self, id: u32, news: &mut News) {
        let Some(purse) = self.all.get_mut(&id) else {
            return;
        };
        Self::tell(id, purse, news);
        news.returned(id, std::mem::take(&mut purse.left));
        // Who needs it asks again.
        purse.mark = 0;
        purse.asked = false;
        // Those who wait go on when there is more, as it is asked for now.
        if !purse.waiting.is_empty() {
            Self::ask(id, purse, news);
        }
    }

    /// Nobody pays from it any more; those who still wait for it find that out.
    pub fn forget(&mut self, id: u32) -> Vec<u32> {
        self.all.remove(&id).map_or_else(Vec::new, |purse| purse.waiting)
    }

    pub fn tell_of(&mut self, id: u32, news: &mut News) {
        if let Some(purse) = self.all.get_mut(&id) {
            Self::tell(id, purse, news);
        }
    }

    pub fn report(&mut self, news: &mut News) {
        for (id, purse) in &mut self.all {
            Self::tell(*id, purse, news);
        }
    }

    fn tell(id: u32, purse: &mut Purse, news: &mut News) {
        if purse.spent > 0 {
            news.spent(id, std::mem::take(&mut purse.spent));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paid(purses: &mut Purses, bytes: usize, news: &mut News) -> Option<usize> {
        match purses.take(7, bytes, 1, news) {
            Paid::Bytes(count) => Some(count),
            Paid::Broke => None,
        }
    }

    #[test]
    fn pays_what_was_lent_and_not_a_byte_more() {
        let (mut purses, mut news) = (Purses::default(), News::default());
        purses.lend(7, 100, 0);
        assert_eq!(paid(&mut purses, 60, &mut news), Some(60));
        assert_eq!(paid(&mut purses, 60, &mut news), Some(40));
        assert_eq!(paid(&mut purses, 60, &mut news), Some(0));
        assert_eq!(purses.lend(7, 5, 0), vec![1]);
        assert_eq!(paid(&mut purses, 60, &mut news), Some(5));
        assert_eq!(purses.broke(7, &mut news), vec![1]);
        assert_eq!(paid(&mut purses, 60, &mut news), None);
    }

    #[test]
    fn what_was_called_back_is_not_paid_from() {
        let (mut purses, mut news) = (Purses::default(), News::default());
        purses.lend(7, 100, 0);
        purses.recall(7, &mut news);
        assert_eq!(paid(&mut purses, 60, &mut news), Some(0));
    }

    #[test]
    fn what_is_forgotten_pays_nothing() {
        let (mut purses, mut news) = (Purses::default(), News::default());
        purses.lend(7, 100, 0);
        purses.forget(7);
        assert_eq!(paid(&mut purses, 60, &mut news), None);
        assert!(purses.all.is_empty());
    }
}
