//! A link as a QR code in a terminal, two modules to a character.

use qrcodegen::{QrCode, QrCodeEcc};

/// Black on white whatever the terminal's colours are.
const PAPER: &str = "\u{1b}[30;47m";
const PLAIN: &str = "\u{1b}[0m";

/// The picture; `None` where the terminal is too narrow for it.
pub(super) fn code_picture(link: &str, columns: usize) -> Option<String> {
    let code = QrCode::encode_text(link, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    // A quiet module on either side, and one column for the cursor.
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
            "{PAPER}{}{PLAIN}",
            (-1..=size).map(|x| character(x, y)).collect::<String>()
        )
    };
    Some((-1..=size).step_by(2).map(line).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "https://dashboard.cometvpn.example/quick-login?code=BCDF-GHJK";

    #[test]
    fn a_reader_gets_the_link_out_of_what_the_terminal_shows_black_on_white() {
        let picture = code_picture(LINK, 80).unwrap();
        let rows: Vec<Vec<char>> = picture
            .lines()
            .map(|line| {
                line.strip_prefix(PAPER)
                    .unwrap()
                    .strip_suffix(PLAIN)
                    .unwrap()
                    .chars()
                    .collect()
            })
            .collect();
        let size = rows[0].len() - 2;
        let is_dark = |x: usize, y: usize| {
            let character = rows[y.div_ceil(2)][x + 1];
            character == '█' || character == if y.is_multiple_of(2) { '▄' } else { '▀' }
        };
        let mut read = rqrr::PreparedImage::prepare_from_greyscale(size * 4 + 32, size * 4 + 32, |x, y| {
            let module = |at: usize| at.checked_sub(16).map(|at| at / 4).filter(|&at| at < size);
            match (module(x), module(y)) {
                (Some(x), Some(y)) if is_dark(x, y) => 0,
                _ => 255,
            }
        });
        let grids = read.detect_grids();
        assert_eq!(grids[0].decode().unwrap().1, LINK);
    }

    #[test]
    fn there_is_no_picture_where_the_terminal_is_narrower_than_it() {
        let picture = code_picture(LINK, 80).unwrap();
        let width = picture.lines().next().unwrap().chars().count() - PAPER.len() - PLAIN.len();
        assert_eq!(code_picture(LINK, width), None);
        assert!(code_picture(LINK, width + 1).is_some());
    }
}
