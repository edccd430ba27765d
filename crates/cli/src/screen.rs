//! Where a command writes: results to standard output, remarks to standard error, progress only where a person sees it.

use std::io::{self, ErrorKind, IsTerminal, Write};

use crate::printable::{on_one_line, printable};

/// Why nothing more can be written.
#[derive(Debug)]
pub enum Stop {
    /// Whoever reads has read enough, as in `comet status --watch | head -1`. That is no failure.
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
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Rc<RefCell<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Closed(ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn screen(results: impl Write + 'static, remarks: &Written, watched: bool) -> Screen {
        let (results, remarks) = (Box::new(results), Box::new(remarks.clone()));
        Screen {
            results,
            remarks,
            watched,
            picture_width: 0,
            progress: false,
        }
    }

    #[test]
    fn progress_is_drawn_for_a_person_and_wiped_before_the_next_line() {
        let remarks = Written::default();
        screen(Written::default(), &remarks, false).progress("Waiting");
        assert!(remarks.0.borrow().is_empty());
        let mut seen = screen(Written::default(), &remarks, true);
        seen.progress("Waiting\u{1b}[2K");
        seen.complain("No.\u{7}");
        let text = String::from_utf8(remarks.0.take()).unwrap();
        assert_eq!(text, "Waiting[2K …\r\u{1b}[2KNo.\n");
    }

    #[test]
    fn a_reader_that_left_is_told_apart_from_a_full_disk() {
        let remarks = Written::default();
        let left = screen(Closed(ErrorKind::BrokenPipe), &remarks, false).say("one");
        assert!(matches!(left, Err(Stop::ReaderLeft)));
        let full = screen(Closed(ErrorKind::StorageFull), &remarks, false).say("one");
        assert!(matches!(full, Err(Stop::Unwritable(_))));
    }
}
