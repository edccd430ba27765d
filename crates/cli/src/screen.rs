//! Output: results to standard output, errors to standard error, progress only to a terminal.

use std::io::{self, ErrorKind, IsTerminal, Write};

use crate::printable::{on_one_line, printable};

/// Why output ended.
#[derive(Debug)]
pub enum Stop {
    /// The reader has closed the pipe, as in `comet status --watch | head -1`, which is no failure.
    BrokenPipe,
    WriteFailed(io::Error),
}

pub struct Screen {
    results: Box<dyn Write>,
    errors: Box<dyn Write>,
    /// Whether standard error is a terminal.
    pub is_terminal: bool,
    /// Columns of the terminal for a QR code; 0 if none can be shown.
    pub qr_code_width: usize,
    has_progress: bool,
}

/// The output of this process.
pub fn terminal() -> Screen {
    Screen {
        results: Box::new(io::stdout()),
        errors: Box::new(io::stderr()),
        is_terminal: io::stderr().is_terminal(),
        qr_code_width: qr_code_width(),
        has_progress: false,
    }
}

fn qr_code_width() -> usize {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    if plain || dumb || !io::stdout().is_terminal() {
        return 0;
    }
    rustix::termios::tcgetwinsize(io::stdout()).map_or(0, |size| usize::from(size.ws_col))
}

impl Screen {
    /// Writes a line of the result.
    pub fn print(&mut self, line: &str) -> Result<(), Stop> {
        self.write(&printable(line))
    }

    /// Writes a QR code with its colour sequences, which must not contain text of other origin.
    pub fn print_qr_code(&mut self, qr_code: &str) -> Result<(), Stop> {
        self.write(qr_code)
    }

    fn write(&mut self, text: &str) -> Result<(), Stop> {
        self.clear();
        writeln!(self.results, "{text}")
            .and_then(|()| self.results.flush())
            .map_err(|error| match error.kind() {
                ErrorKind::BrokenPipe => Stop::BrokenPipe,
                _ => Stop::WriteFailed(error),
            })
    }

    /// Writes a line to standard error. Failures are ignored: there is no other place to report them.
    pub fn print_error(&mut self, line: &str) {
        self.clear();
        let _ = writeln!(self.errors, "{}", printable(line));
    }

    /// Writes a line that the next one replaces.
    pub fn progress(&mut self, line: &str) {
        if !self.is_terminal {
            return;
        }
        self.clear();
        let _ = write!(self.errors, "{} …", on_one_line(line)).and_then(|()| self.errors.flush());
        self.has_progress = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.has_progress) {
            let _ = self.errors.write_all(b"\r\x1b[2K");
        }
    }
}

#[cfg(test)]
#[path = "tests/screen.rs"]
mod tests;
