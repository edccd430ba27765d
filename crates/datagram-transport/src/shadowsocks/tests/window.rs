use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

#[test]
fn accepts_each_id_once_in_any_order() {
    let mut window = ReplayWindow::new();
    for id in [5, 4, 0, 6, WINDOW + 3, 7, 64, 63, WINDOW + 2] {
        assert!(window.accept(id), "{id}");
        assert!(!window.accept(id), "{id} again");
    }
}

#[test]
fn rejects_ids_below_the_window_and_continues_after_a_leap() {
    let mut window = ReplayWindow::new();
    assert!(window.accept(0));
    assert!(window.accept(WINDOW));
    assert!(!window.accept(0));
    assert!(window.accept(1));
    assert!(window.accept(u64::MAX));
    assert!(!window.accept(WINDOW + 1));
    assert!(window.accept(u64::MAX - WINDOW + 1));
}

proptest! {
    #[test]
    fn agrees_with_a_set_of_all_ids(steps in proptest::collection::vec((0_u64..3_000, 0_u64..200), 1..400)) {
        let (mut window, mut seen, mut highest) = (ReplayWindow::new(), HashSet::new(), 0);
        for (back, ahead) in steps {
            let id = (highest + ahead).saturating_sub(back);
            let is_expected = highest.saturating_sub(id) < WINDOW && !seen.contains(&id);
            prop_assert_eq!(window.accept(id), is_expected);
            if is_expected {
                seen.insert(id);
                highest = highest.max(id);
            }
        }
    }
}
