use std::rc::Rc;

use super::*;

#[test]
fn reads_plain_names_hosts_files_and_adblock_filters_and_skips_what_would_block_too_much() {
    let list = BlockList::parse(
        "# remark\nAds.Example\n0.0.0.0 tracker.example # and why\n127.0.0.1 localhost\n0.0.0.0 0.0.0.0\ndot.example.\r\n\
         ! remark\n[Adblock Plus]\n||adblock.example^\n||more.example^$important\n@@||good.adblock.example^\n\n\
         com\n.\n10.0.0.1\nbad name.example\n-x.example\nlocalhost.localdomain\n||ads.example/path\n||x.example^$third-party\nx.example##.ad\n",
    );
    let mut names: Vec<&str> = list.blocked.iter().map(|name| &**name).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "adblock.example",
            "ads.example",
            "dot.example",
            "more.example",
            "name.example",
        ]
    );
    assert!(list.hosts.iter().eq(&["tracker.example".into()]));
    assert_eq!(list.len(), 7);
    assert!(list.allowed.contains("good.adblock.example"));
}

#[test]
fn an_exception_of_any_list_applies_to_all() {
    let lists = [
        Rc::new(BlockList::parse("ads.example")),
        Rc::new(BlockList::parse("other.example\n@@||good.ads.example^")),
    ];
    for name in ["www.ads.example", "other.example"] {
        assert!(blocking_list(name, &lists).is_some(), "{name}");
    }
    for name in ["good.ads.example", "a.good.ads.example"] {
        assert!(blocking_list(name, &lists).is_none(), "{name}");
    }
}

#[test]
fn a_name_blocks_its_subdomains_and_nothing_else() {
    let lists = [
        Rc::new(BlockList::parse("other.example")),
        Rc::new(BlockList::parse("ads.example")),
    ];
    for name in ["ads.example", "a.ads.example", "a.b.ads.example", "other.example"] {
        assert!(blocking_list(name, &lists).is_some(), "{name}");
    }
    for name in ["example", "xads.example", "ads.example.org", ""] {
        assert!(blocking_list(name, &lists).is_none(), "{name}");
    }
}

#[test]
fn a_hosts_file_names_hosts_only_and_other_lines_name_subdomains_too() {
    let list = BlockList::parse(
        "0.0.0.0 host.example\n::1 six.example\nplain.example\n||filter.example^\n@@||good.example^",
    );
    for name in [
        "host.example",
        "six.example",
        "a.plain.example",
        "a.b.filter.example",
    ] {
        assert!(list.has(name), "{name}");
    }
    for name in ["a.host.example", "a.six.example", "example", "xplain.example", ""] {
        assert!(!list.has(name), "{name}");
    }
    assert!(list.excepts("a.good.example") && !list.excepts("example"));
    // A gateway's lists block the subdomains of hosts, too.
    assert_eq!(blocking_list("a.host.example", &[Rc::new(list)]), Some(0));
}
