use std::rc::Rc;

use super::*;

#[test]
fn reads_plain_names_and_hosts_files_and_skips_what_would_block_too_much() {
    let list = BlockList::parse(
        "# remark\nAds.Example\n0.0.0.0 tracker.example # and why\n127.0.0.1 localhost\ncom\n.\n10.0.0.1\nbad name.example\n\
         -x.example\n||adblock.example^\n0.0.0.0 0.0.0.0\ndot.example.\r\nlocalhost.localdomain\n",
    );
    let mut names: Vec<&str> = list.0.iter().map(|name| &**name).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["ads.example", "dot.example", "name.example", "tracker.example"]
    );
}

#[test]
fn a_name_blocks_its_subdomains_and_nothing_else() {
    let lists = [
        Rc::new(BlockList::parse("other.example")),
        Rc::new(BlockList::parse("ads.example")),
    ];
    for name in ["ads.example", "a.ads.example", "a.b.ads.example", "other.example"] {
        assert!(is_blocked(name, &lists), "{name}");
    }
    for name in ["example", "xads.example", "ads.example.org", ""] {
        assert!(!is_blocked(name, &lists), "{name}");
    }
}
