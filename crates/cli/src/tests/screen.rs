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
