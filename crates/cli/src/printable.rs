//! What may be written to a terminal of a text that others wrote, an API above all: nothing that it would obey or hide.

use unicode_general_category::{GeneralCategory as Category, get_general_category};

/// Whether a character is seen: neither a control character, nor one that turns the direction of writing or has no form.
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

/// The text without what is not seen. Lines stay.
pub fn printable(text: &str) -> String {
    text.chars()
        .filter(|&character| character == '\n' || is_visible(character))
        .collect()
}

/// The same for what is no more than a part of a line.
pub fn on_one_line(text: &str) -> String {
    text.chars().filter(|&character| is_visible(character)).collect()
}

/// Words of others as a sentence: with a full stop where they have no end of their own.
pub fn sentence(words: &str) -> String {
    let ended = words.chars().last().is_some_and(|last| {
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
        words.to_owned()
    } else {
        format!("{words}.")
    }
}

#[cfg(test)]
#[path = "tests/printable.rs"]
mod tests;
