use rand::rngs::StdRng;

use super::*;
use rand::SeedableRng;

#[test]
fn chooses_each_set_about_as_often_as_its_weight_says() {
    let mut random = StdRng::seed_from_u64(1);
    let counts = SETS.map(|(_, server, _)| {
        let name = machines(&server)[1].name();
        let mut random = random.clone();
        (0..400)
            .filter(|_| choose(&mut random).server[1].name() == name)
            .count()
    });
    assert_eq!(counts.iter().sum::<usize>(), 400);
    assert!(counts[0] > 160 && counts[0] < 240, "{counts:?}");
    assert!(counts[1] > 60 && counts[2] > 60, "{counts:?}");
    assert_ne!(choose(&mut random).client, "");
}
