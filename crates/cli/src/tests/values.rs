use super::*;

#[test]
fn accepts_a_pause_of_ten_seconds_to_a_day() {
    assert_eq!(pause("15m"), Ok(900));
    assert_eq!(pause("24h"), Ok(86_400));
    for text in [
        "9s",
        "25h",
        "",
        "15",
        "m",
        "-5m",
        "05m",
        "1.5h",
        "99999999999h",
        "5é",
    ] {
        assert_eq!(pause(text), Err(usage::PAUSE_FORM.into()), "{text}");
    }
}

#[test]
fn accepts_an_address_with_a_valid_prefix_length() {
    for text in ["203.0.113.0/24", "10.0.0.5/8", "2001:db8::/32", "0.0.0.0/0"] {
        assert_eq!(network(text), Ok(text.into()));
    }
    for text in [
        "203.0.113.0",
        "203.0.113.0/33",
        "::/129",
        "x/8",
        "1.2.3.4/",
        "1.2.3.4/08",
        "1.2.3.4/8/8",
    ] {
        assert!(network(text).is_err(), "{text}");
    }
}

#[test]
fn accepts_only_absolute_program_paths() {
    assert!(is_program("/opt/my app/run"));
    for path in ["/opt/app/", "//opt", "/opt/../etc", "/opt/\u{7}", "/", "opt", ""] {
        assert!(!is_program(path), "{path:?}");
    }
    assert!(!is_program(&format!("/{}", "x".repeat(400))));
}

#[test]
fn accepts_names_of_up_to_sixty_visible_characters() {
    assert!(device_name(&"y".repeat(60)).is_ok());
    assert!(device_name(&"y".repeat(61)).is_err());
    assert!(network_name("🙂".repeat(31)).is_err());
    assert!(network_name("a\u{202e}b".into()).is_err());
    assert_eq!(email("  "), Err("--email needs a value.".into()));
}

#[test]
fn a_resolver_is_an_ip_address_or_the_url_of_an_encrypted_one() {
    for word in [
        "9.9.9.9",
        "2620:fe::fe",
        "tls://Dns.quad9.net",
        "quic://dns.example:8853/",
        "https://9.9.9.9",
        "HTTPS://dns.example/a?b=1",
    ] {
        assert!(is_resolver(word), "{word}");
    }
    for word in [
        "",
        "dns.example",
        "http://dns.example",
        "tls://localhost",
        "tls://1.2.3.400",
        "tls://-a.example",
        "tls://dns.example/path",
        "tls://dns.example:0",
        "tls://dns.example:65536",
        "tls://dns.example:",
        "tls://[2620:fe::fe]",
        "https://user@dns.example/",
        "https://dns.example/#part",
    ] {
        assert!(!is_resolver(word), "{word}");
    }
}
