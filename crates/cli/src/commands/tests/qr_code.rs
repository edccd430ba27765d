use super::*;

const LINK: &str = "https://dashboard.cometvpn.example/quick-login?code=BCDF-GHJK";

#[test]
fn the_code_decodes_to_the_link() {
    let code = qr_code(LINK, 80).unwrap();
    let rows: Vec<Vec<char>> = code
        .lines()
        .map(|line| {
            line.strip_prefix(BLACK_ON_WHITE)
                .unwrap()
                .strip_suffix(RESET)
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
fn draws_no_code_in_a_narrow_terminal() {
    let code = qr_code(LINK, 80).unwrap();
    let width = code.lines().next().unwrap().chars().count() - BLACK_ON_WHITE.len() - RESET.len();
    assert_eq!(qr_code(LINK, width), None);
    assert!(qr_code(LINK, width + 1).is_some());
}
