use super::*;

#[test]
fn the_one_that_was_used_longest_ago_makes_room() {
    let mut recent = Recent::at_most(2);
    recent.put(1, ());
    recent.put(2, ());
    assert!(recent.get_mut(&1).is_some());
    recent.put(3, ());
    assert!(recent.has(&1) && recent.has(&3) && !recent.has(&2));
}
