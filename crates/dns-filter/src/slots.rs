//! Concurrency limits in total and per client.

use std::cell::RefCell;
use std::collections::HashMap;
use std::net::IpAddr;
use std::rc::Rc;

pub struct Slots {
    max: usize,
    max_per_client: usize,
    used: RefCell<(usize, HashMap<IpAddr, usize>)>,
}

/// Released when dropped.
pub struct Slot(Rc<Slots>, IpAddr);

impl Slots {
    pub fn new(max: usize, max_per_client: usize) -> Rc<Self> {
        Rc::new(Slots {
            max,
            max_per_client,
            used: RefCell::default(),
        })
    }

    pub fn take(self: &Rc<Self>, client: IpAddr) -> Option<Slot> {
        let (all, by_client) = &mut *self.used.borrow_mut();
        let of_client = by_client.get(&client).copied().unwrap_or(0);
        if *all >= self.max || of_client >= self.max_per_client {
            return None;
        }
        *all += 1;
        by_client.insert(client, of_client + 1);
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
