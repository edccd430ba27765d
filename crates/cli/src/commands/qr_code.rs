//! Draws a link as a QR code in a terminal, two modules per character.

use qrcodegen::{QrCode, QrCodeEcc};

/// Black on white with every colour scheme.
const BLACK_ON_WHITE: &str = "\u{1b}[30;47m";
const RESET: &str = "\u{1b}[0m";

/// Returns the QR code, `None` if the terminal is too narrow.
pub(super) fn qr_code(link: &str, columns: usize) -> Option<String> {
    let code = QrCode::encode_text(link, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    // A quiet zone of one module on either side, and one column for the cursor.
    if columns < usize::try_from(size).ok()? + 3 {
        return None;
    }
    let character = |x, y| match (code.get_module(x, y), code.get_module(x, y + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    let line = |y| {
        format!(
            "{BLACK_ON_WHITE}{}{RESET}",
            (-1..=size).map(|x| character(x, y)).collect::<String>()
        )
    };
    Some((-1..=size).step_by(2).map(line).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
#[path = "tests/qr_code.rs"]
mod tests;
