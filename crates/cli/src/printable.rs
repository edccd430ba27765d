//! Removes terminal control sequences and invisible characters from text of other origin, mainly of the API.

use unicode_general_category::{GeneralCategory as Category, get_general_category};

/// Whether a character is visible: no control character, no change of the writing direction, no unassigned code point.
pub fn is_visible(character: char) -> bool {
    !matches!(
        get_general_category(character),
        Category::Control
            | Category::Format
            | Category::Surrogate
            | Category::PrivateUse
            | Category::Unassigned
    )
}

/// Returns the text without invisible characters. Line feeds stay.
pub fn printable(text: &str) -> String {
    text.chars()
        .filter(|&character| character == '\n' || is_visible(character))
        .collect()
}

/// Returns the text without invisible characters and line feeds.
pub fn on_one_line(text: &str) -> String {
    text.chars().filter(|&character| is_visible(character)).collect()
}

/// Returns the text with a full stop, unless it ends in punctuation.
pub fn sentence(text: &str) -> String {
    let ended = text.chars().last().is_some_and(|last| {
        matches!(
            get_general_category(last),
            Category::ConnectorPunctuation
                | Category::DashPunctuation
                | Category::OpenPunctuation
                | Category::ClosePunctuation
                | Category::InitialPunctuation
                | Category::FinalPunctuation
                | Category::OtherPunctuation
        )
    });
    if ended {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

#[cfg(test)]
#[path = "tests/printable.rs"]
mod tests;
