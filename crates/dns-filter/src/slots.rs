//! Limits on what is in progress, in total and for each client.

use std::cell::RefCell;
use std::collections::HashMap;
use std::net::IpAddr;
use std::rc::Rc;

pub struct Slots {
    most: usize,
    most_of_one: usize,
    used: RefCell<(usize, HashMap<IpAddr, usize>)>,
}

/// Free again when dropped.
pub struct Slot(Rc<Slots>, IpAddr);

impl Slots {
    pub fn new(most: usize, most_of_one: usize) -> Rc<Self> {
        Rc::new(Slots {
            most,
            most_of_one,
            used: RefCell::default(),
        })
    }

    pub fn take(self: &Rc<Self>, client: IpAddr) -> Option<Slot> {
        let (all, by_client) = &mut *self.used.borrow_mut();
        let of_one = by_client.get(&client).copied().unwrap_or(0);
        if *all >= self.most || of_one >= self.most_of_one {
            return None;
        }
        *all += 1;
        by_client.insert(client, of_one + 1);
        Some(Slot(self.clone(), client))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let (all, by_client) = &mut *self.0.used.borrow_mut();
        *all -= 1;
        match by_client.get_mut(&self.1) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(by_client.remove(&self.1)),
        }
    }
}

#[cfg(test)]
#[path = "tests/slots.rs"]
mod tests;
