use super::*;

fn of(error: CommandError, detail: &str) -> String {
    refusal(&Refused {
        error,
        detail: Some(detail.into()),
    })
}

#[test]
fn describes_the_cause_and_keeps_the_text_of_the_api() {
    assert!(of(CommandError::ConnectFailed, "handshake_timeout").contains("WireGuard"));
    assert_eq!(
        of(CommandError::ConnectRefused, "device_limit_reached"),
        "Your account already has ten devices and configs. Your connection stays as it is.\nRemove one in the dashboard, then connect again."
    );
    assert_eq!(
        of(CommandError::ApiRefused, "Ten devices\u{1b} are connected"),
        "Ten devices are connected."
    );
    assert!(of(CommandError::ProtocolUnavailable, "tls").contains("OpenVPN over TLS"));
    assert!(
        of(CommandError::EntryLacksTransport, "wireguard_quic")
            .ends_with("`comet set wireguard-over automatic`.")
    );
    for error in [
        CommandError::ProtocolUnavailable,
        CommandError::EntryLacksTransport,
    ] {
        assert!(of(error, "wireguard_cover").ends_with("or use `comet set cover-traffic off`."));
    }
    assert!(of(CommandError::UnsupportedHere, "multi_hop").starts_with("Multi-hop"));
    assert!(of(CommandError::UpdateRefused, "expired").contains("out of date"));
    assert!(of(CommandError::ApiUnreachable, "held_back").contains("while traffic is blocked"));
    assert_eq!(
        refusal(&Refused {
            error: CommandError::NotSignedIn,
            detail: None
        }),
        "You’re not signed in. Sign in with `comet login`."
    );
}
