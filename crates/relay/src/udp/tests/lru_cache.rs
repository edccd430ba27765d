use super::*;

#[test]
fn evicts_the_least_cachely_used_entry() {
    let mut cache = LruCache::with_capacity(2);
    cache.put(1, ());
    cache.put(2, ());
    assert!(cache.get_mut(&1).is_some());
    cache.put(3, ());
    assert!(cache.contains(&1) && cache.contains(&3) && !cache.contains(&2));
}
