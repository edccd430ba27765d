use super::*;

const FOREST: Forest = Forest {
    folds: 5,
    trees: 30,
    seed: 28,
};
const PAGES: u32 = 8;

/// Twenty visits of eight pages: the first feature is near the page's number, the second has nothing to do with it.
fn samples() -> Samples {
    let (features, pages) = (0..160_u32)
        .map(|visit| {
            let page = visit % PAGES;
            let noise = f64::from(visit * 7_919 % 101) / 101.0;
            (vec![f64::from(page) + 0.4 * noise, noise], page)
        })
        .unzip();
    Samples { features, pages }
}

#[test]
fn recognises_separable_pages() {
    let accuracy = cross_validate(&samples(), FOREST).unwrap();
    assert!(accuracy.mean > 0.95, "{accuracy:?}");
}

#[test]
fn guesses_when_the_pages_are_shuffled() {
    let mut samples = samples();
    samples.pages = shuffled(&samples.pages, 28);
    let accuracy = cross_validate(&samples, FOREST).unwrap();
    assert!(accuracy.mean < 2.0 / f64::from(PAGES), "{accuracy:?}");
    assert!(accuracy.deviation > 0.0);
}

#[test]
fn the_same_seed_gives_the_same_accuracy() {
    let mut samples = samples();
    samples.pages = shuffled(&samples.pages, 5);
    let [one, other] = [0, 1].map(|_| cross_validate(&samples, FOREST).unwrap().mean);
    assert_eq!(one, other);
}

#[test]
fn each_fold_has_visits_of_each_page() {
    assert_eq!(fold_of_each(&[1, 1, 2, 1, 2, 1], 3), [0, 1, 0, 2, 1, 0]);
}

#[test]
fn shuffling_keeps_the_pages() {
    let pages = samples().pages;
    let mut other = shuffled(&pages, 28);
    assert_ne!(other, pages);
    other.sort_unstable();
    let mut sorted = pages;
    sorted.sort_unstable();
    assert_eq!(other, sorted);
}
