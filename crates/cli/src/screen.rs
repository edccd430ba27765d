//! Where a command writes: results to standard output, remarks to standard error, progress only where a person sees it.

use std::io::{self, ErrorKind, IsTerminal, Write};

use crate::printable::{on_one_line, printable};

/// Why nothing more can be written.
#[derive(Debug)]
pub enum Stop {
    /// The reader has closed the pipe, as in `comet status --watch | head -1`. That is no failure.
    ReaderLeft,
    Unwritable(io::Error),
}

pub struct Screen {
    results: Box<dyn Write>,
    remarks: Box<dyn Write>,
    /// Whether a person sees the progress.
    pub watched: bool,
    /// Columns for a picture of two colours; 0 where none can be shown.
    pub picture_width: usize,
    progress: bool,
}

/// This process's own.
pub fn terminal() -> Screen {
    Screen {
        results: Box::new(io::stdout()),
        remarks: Box::new(io::stderr()),
        watched: io::stderr().is_terminal(),
        picture_width: picture_width(),
        progress: false,
    }
}

fn picture_width() -> usize {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    if plain || dumb || !io::stdout().is_terminal() {
        return 0;
    }
    rustix::termios::tcgetwinsize(io::stdout()).map_or(0, |size| usize::from(size.ws_col))
}

impl Screen {
    /// A line of the result.
    pub fn say(&mut self, line: &str) -> Result<(), Stop> {
        self.write(&printable(line))
    }

    /// A picture in the terminal's own colours, made here.
    pub fn draw(&mut self, picture: &str) -> Result<(), Stop> {
        self.write(picture)
    }

    fn write(&mut self, text: &str) -> Result<(), Stop> {
        self.clear();
        writeln!(self.results, "{text}")
            .and_then(|()| self.results.flush())
            .map_err(|error| match error.kind() {
                ErrorKind::BrokenPipe => Stop::ReaderLeft,
                _ => Stop::Unwritable(error),
            })
    }

    /// A line about what went wrong, or beside the result. With nobody to read it there is nothing to say about it.
    pub fn complain(&mut self, line: &str) {
        self.clear();
        let _ = writeln!(self.remarks, "{}", printable(line));
    }

    /// A line that the next one replaces.
    pub fn progress(&mut self, line: &str) {
        if !self.watched {
            return;
        }
        self.clear();
        let _ = write!(self.remarks, "{} …", on_one_line(line)).and_then(|()| self.remarks.flush());
        self.progress = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.progress) {
            let _ = self.remarks.write_all(b"\r\x1b[2K");
        }
    }
}

#[cfg(test)]
#[path = "tests/screen.rs"]
mod tests;
