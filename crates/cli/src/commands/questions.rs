//! Reads answers from standard input, a terminal or a pipe, a line at a time.

use std::io::{self, IsTerminal, Read, Write};

use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

use super::line_editor::{Entry, edit};

/// Prompts go to standard error, and only where standard input is a terminal. Input that ends early is an empty answer.
#[derive(Default)]
pub(super) struct Questions {
    /// Answers that were piped in together.
    rest: String,
    /// Bytes of a character that has not come whole.
    begun: Vec<u8>,
}

impl Questions {
    /// What is typed is not shown; `None` on Ctrl-C.
    pub(super) fn hidden(&mut self, prompt: &str) -> Option<String> {
        if !io::stdin().is_terminal() {
            return self.read_line(false);
        }
        ask(prompt);
        let stdin = io::stdin();
        let Ok(usual) = tcgetattr(&stdin) else {
            return self.read_line(false);
        };
        let mut raw = usual.clone();
        raw.local_modes
            .remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
        // Where the terminal refuses, it shows what is typed, and the sign-in goes on.
        let _ = tcsetattr(&stdin, OptionalActions::Flush, &raw);
        let line = self.read_line(true);
        let _ = tcsetattr(&stdin, OptionalActions::Flush, &usual);
        ask("\n");
        line
    }

    pub(super) fn shown(&mut self, prompt: &str) -> Option<String> {
        if io::stdin().is_terminal() {
            ask(prompt);
        }
        self.read_line(false)
    }

    fn read_line(&mut self, raw: bool) -> Option<String> {
        let mut line = String::new();
        let mut chunk = [0; 1024];
        loop {
            match edit(&mut line, &mut self.rest, raw) {
                Entry::Entered => return Some(line),
                Entry::Cancelled => return None,
                Entry::Open => {}
            }
            let Ok(length @ 1..) = io::stdin().read(&mut chunk) else {
                return Some(line);
            };
            self.begun.extend_from_slice(&chunk[..length]);
            self.rest.push_str(&whole_characters(&mut self.begun));
        }
    }
}

/// Takes as many characters as have come whole.
fn whole_characters(bytes: &mut Vec<u8>) -> String {
    let whole = match std::str::from_utf8(bytes) {
        Ok(_) => bytes.len(),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(_) => bytes.len(),
    };
    let taken: Vec<u8> = bytes.drain(..whole).collect();
    String::from_utf8_lossy(&taken).into_owned()
}

fn ask(prompt: &str) {
    // Who cannot be asked can still answer.
    let _ = io::stderr().write_all(prompt.as_bytes());
}
