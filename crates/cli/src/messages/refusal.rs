//! Refusals of the daemon.

use crate::daemon::Refused;
use crate::printable::{on_one_line, sentence};
use crate::protocol::CommandError;
use crate::texts::{self, state};

/// The choice of cover traffic, which is a setting of its own.
const COVER: &str = "wireguard_cover";

/// Returns the sentence for a refusal: for a failed tunnel that of its cause, for a refusal of the API the API's own text.
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
        CommandError::LocationUnknown => Some(texts::location::unknown(on_one_line(detail))),
        CommandError::ProtocolUnavailable if detail == COVER => Some(state::COVER_UNAVAILABLE.into()),
        CommandError::EntryLacksTransport if detail == COVER => Some(state::ENTRY_COVER_UNAVAILABLE.into()),
        CommandError::ProtocolUnavailable => texts::choice(detail).map(state::unavailable),
        CommandError::EntryLacksTransport => texts::choice(detail).map(state::entry_unavailable),
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
#[path = "tests/refusal.rs"]
mod tests;
