//! A cache of the most recently used entries.

use std::collections::HashMap;
use std::hash::Hash;

pub struct LruCache<K, V> {
    all: HashMap<K, (V, u64)>,
    capacity: usize,
    uses: u64,
}

impl<K: Hash + Eq + Clone, V> LruCache<K, V> {
    pub fn with_capacity(capacity: usize) -> Self {
        LruCache {
            all: HashMap::new(),
            capacity,
            uses: 0,
        }
    }

    /// Does not count as a use.
    pub fn contains(&self, key: &K) -> bool {
        self.all.contains_key(key)
    }

    /// Uses an entry.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.uses += 1;
        let (value, used) = self.all.get_mut(key)?;
        *used = self.uses;
        Some(value)
    }

    /// Inserts an entry. Above the capacity, the least recently used one is removed and returned.
    pub fn put(&mut self, key: K, value: V) -> Option<V> {
        self.uses += 1;
        self.all.insert(key, (value, self.uses));
        if self.all.len() <= self.capacity {
            return None;
        }
        let oldest = self.all.iter().min_by_key(|(_, (_, used))| *used);
        let key = oldest.map(|(key, _)| key.clone())?;
        self.all.remove(&key).map(|(value, _)| value)
    }

    pub fn clear(&mut self) {
        self.all.clear();
    }
}

#[cfg(test)]
#[path = "tests/lru_cache.rs"]
mod tests;
