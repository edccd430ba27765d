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

fn screen(results: impl Write + 'static, errors: &Written, is_terminal: bool) -> Screen {
    let (results, errors) = (Box::new(results), Box::new(errors.clone()));
    Screen {
        results,
        errors,
        is_terminal,
        qr_code_width: 0,
        has_progress: false,
    }
}

#[test]
fn progress_is_shown_on_a_terminal_and_cleared_before_the_next_line() {
    let errors = Written::default();
    screen(Written::default(), &errors, false).progress("Waiting");
    assert!(errors.0.borrow().is_empty());
    let mut seen = screen(Written::default(), &errors, true);
    seen.progress("Waiting\u{1b}[2K");
    seen.print_error("No.\u{7}");
    let text = String::from_utf8(errors.0.take()).unwrap();
    assert_eq!(text, "Waiting[2K …\r\u{1b}[2KNo.\n");
}

#[test]
fn distinguishes_a_broken_pipe_from_a_full_disk() {
    let errors = Written::default();
    let left = screen(Closed(ErrorKind::BrokenPipe), &errors, false).print("one");
    assert!(matches!(left, Err(Stop::BrokenPipe)));
    let full = screen(Closed(ErrorKind::StorageFull), &errors, false).print("one");
    assert!(matches!(full, Err(Stop::WriteFailed(_))));
}
