//! The entries that were used last.

use std::collections::HashMap;
use std::hash::Hash;

pub struct Recent<K, V> {
    all: HashMap<K, (V, u64)>,
    most: usize,
    uses: u64,
}

impl<K: Hash + Eq + Clone, V> Recent<K, V> {
    pub fn at_most(most: usize) -> Self {
        Recent {
            all: HashMap::new(),
            most,
            uses: 0,
        }
    }

    /// Whether there is one, which counts as no use.
    pub fn has(&self, key: &K) -> bool {
        self.all.contains_key(key)
    }

    /// Uses an entry.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.uses += 1;
        let (value, used) = self.all.get_mut(key)?;
        *used = self.uses;
        Some(value)
    }

    /// Puts an entry, in place of the one that was used the longest time ago where there are too many.
    pub fn put(&mut self, key: K, value: V) {
        self.uses += 1;
        self.all.insert(key, (value, self.uses));
        if self.all.len() <= self.most {
            return;
        }
        let oldest = self.all.iter().min_by_key(|(_, (_, used))| *used);
        if let Some(key) = oldest.map(|(key, _)| key.clone()) {
            self.all.remove(&key);
        }
    }

    pub fn clear(&mut self) {
        self.all.clear();
    }
}

#[cfg(test)]
#[path = "tests/recent.rs"]
mod tests;
