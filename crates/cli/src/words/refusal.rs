//! Why the daemon refused.

use crate::daemon::Refused;
use crate::printable::{on_one_line, sentence};
use crate::protocol::CommandError;
use crate::texts::{self, state};

/// The sentence for it; a tunnel that failed is told by its cause, and the API's own words are kept.
pub fn refusal(refused: &Refused) -> String {
    refused
        .detail
        .as_deref()
        .and_then(|detail| detailed(refused.error, detail))
        .unwrap_or_else(|| texts::command_error(refused.error).into())
}

fn detailed(error: CommandError, detail: &str) -> Option<String> {
    match error {
        CommandError::ConnectFailed => {
            let reason = detail.parse().ok()?;
            Some(state::failed(
                texts::block_what(reason),
                texts::block_next(reason),
            ))
        }
        CommandError::ConnectRefused => {
            let reason = detail.parse().ok()?;
            let (what, next) = (texts::block_what(reason), texts::block_next(reason));
            Some(state::refused_beside_tunnel(what, next))
        }
        CommandError::ApiRefused => Some(sentence(&on_one_line(detail))),
        CommandError::ProtocolUnavailable => texts::choice(detail).map(state::unavailable),
        CommandError::UnsupportedHere => detail
            .parse()
            .ok()
            .map(|feature| state::unsupported_here(texts::platform_feature(feature))),
        CommandError::UpdateRefused => detail.parse().ok().map(|why| texts::update_refusal(why).into()),
        CommandError::ApiUnreachable if detail == "held_back" => Some(state::UNREACHABLE_HELD_BACK.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(error: CommandError, detail: &str) -> String {
        refusal(&Refused {
            error,
            detail: Some(detail.into()),
        })
    }

    #[test]
    fn a_refusal_is_told_by_its_cause_and_the_apis_words_are_kept() {
        assert!(of(CommandError::ConnectFailed, "handshake_timeout").contains("WireGuard"));
        assert_eq!(
            of(CommandError::ConnectRefused, "device_limit_reached"),
            "This account has ten devices and files. The tunnel stays as it is.\nRemove one in the dashboard, then connect again."
        );
        assert_eq!(
            of(CommandError::ApiRefused, "Ten devices\u{1b} are connected"),
            "Ten devices are connected."
        );
        assert!(of(CommandError::ProtocolUnavailable, "tls").contains("OpenVPN over TLS"));
        assert!(of(CommandError::UnsupportedHere, "multi_hop").starts_with("Going through two gateways"));
        assert!(of(CommandError::UpdateRefused, "expired").contains("out of date"));
        assert!(of(CommandError::ApiUnreachable, "held_back").contains("while traffic is held back"));
        assert_eq!(
            refusal(&Refused {
                error: CommandError::NotSignedIn,
                detail: None
            }),
            "You are not signed in. Sign in with `comet login`."
        );
    }
}
