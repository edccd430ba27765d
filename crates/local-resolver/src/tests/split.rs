use super::*;

#[test]
fn a_name_belongs_to_the_longest_domain_that_it_is_in() {
    let split = Split::new(
        [("corp.example", "10.0.0.53"), ("lab.corp.example", "10.0.0.54")]
            .map(|(domain, server)| SplitDomain {
                domain: domain.into(),
                server: server.parse().unwrap(),
            })
            .into(),
    );
    let server = |name: &str| {
        split
            .resolver(name)
            .map(|resolver| resolver.address().ip().to_string())
    };
    for (name, expected) in [
        ("corp.example", Some("10.0.0.53")),
        ("a.corp.example", Some("10.0.0.53")),
        ("a.lab.corp.example", Some("10.0.0.54")),
        ("xcorp.example", None),
        ("corp.example.org", None),
        ("example", None),
    ] {
        assert_eq!(server(name).as_deref(), expected, "{name}");
    }
}
