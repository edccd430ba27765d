use super::*;

fn lists(block: &str, allow: &str, allowed: &[&str]) -> OwnLists {
    let config = |id: &str, kind, text: &str| ListConfig {
        id: id.into(),
        kind,
        bytes: text.len().try_into().unwrap(),
    };
    let configs = vec![config("b", Kind::Block, block), config("a", Kind::Allow, allow)];
    let allowed: Vec<String> = allowed.iter().map(|&name| name.into()).collect();
    OwnLists::read(configs, &allowed, format!("{block}{allow}").as_bytes()).unwrap()
}

#[test]
fn allow_beats_block_and_each_blocked_query_is_counted_by_its_list() {
    let own = lists(
        "ads.example\n0.0.0.0 host.example\n@@||good.ads.example^",
        "0.0.0.0 cdn.ads.example",
        &["mine.ads.example"],
    );
    for (name, verdict) in [
        ("a.ads.example", Verdict::Blocked),
        ("host.example", Verdict::Blocked),
        ("a.host.example", Verdict::Unlisted),
        ("good.ads.example", Verdict::Allowed),
        ("cdn.ads.example", Verdict::Allowed),
        ("a.cdn.ads.example", Verdict::Blocked),
        ("a.mine.ads.example", Verdict::Allowed),
        ("news.example", Verdict::Unlisted),
    ] {
        assert_eq!(own.verdict(name), verdict, "{name}");
    }
    assert_eq!(*own.counts.borrow(), BTreeMap::from([("b".into(), 3)]));
}

#[test]
fn a_text_that_ends_early_is_an_error() {
    let config = ListConfig {
        id: "b".into(),
        kind: Kind::Block,
        bytes: 9,
    };
    assert!(OwnLists::read(vec![config], &[], &b"ads.exam"[..]).is_err());
}
