//! What becomes of a line when something has happened at one of its ends.

use std::os::fd::OwnedFd;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::io::Result;

use crate::line::{CLIENT, EXIT, Outcome, Stage};
use crate::relay::Relay;
use crate::sockets;

impl Relay {
    /// Has the kernel tell once whenever something changes at this side.
    pub fn watch(&self, line: u32, side: usize, socket: &OwnedFd) -> Result<()> {
        let data = EventData::new_u64(u64::from(line) << 3 | side as u64);
        let flags = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        epoll::add(&self.epoll, socket, data, flags)
    }

    pub fn event(&mut self, id: u32, side: usize, flags: EventFlags) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        if flags.intersects(EventFlags::IN | EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR) {
            line.readable[side] = true;
        }
        if let Some(last) = line.last.get_mut(side) {
            *last |= flags.intersects(EventFlags::RDHUP | EventFlags::HUP);
        }
        match (line.stage, side) {
            (Stage::Dialling, EXIT) => self.dialled(id, flags),
            (Stage::Joined, CLIENT) if flags.contains(EventFlags::ERR) => self.end(id),
            (Stage::Joined, _) => self.go_on(id),
            // Who hangs up before there is an answer will not receive it.
            (_, CLIENT) if flags.intersects(EventFlags::ERR | EventFlags::HUP) => self.end(id),
            _ => self.go_on(id),
        }
    }

    /// Whatever this line can do now.
    pub fn go_on(&mut self, id: u32) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        match line.stage {
            Stage::Receiving => self.receive_head(id),
            Stage::Joined => match line.pump(id, &mut self.world) {
                Outcome::Rests => (),
                Outcome::Again => self.ready.push(id),
                Outcome::Deaf | Outcome::Over => self.end(id),
            },
            Stage::Talking => self.receive_exit(id),
            Stage::Speaking => self.receive_socks(id),
            Stage::Holding => {
                self.watch_held(id);
                self.carry_datagrams(id);
            }
            Stage::Resting => self.rest(id),
            Stage::Forwarding => self.forward(id),
            Stage::Leaving => self.leave(id),
            Stage::Asked | Stage::Dialling => (),
        }
    }

    pub fn called(&mut self, id: u32, flow: usize) {
        let Some(line) = self.lines.get_mut(&id) else {
            return;
        };
        line.flows[flow].waits = false;
        self.go_on(id);
    }

    /// It has come to its end.
    pub fn end(&mut self, id: u32) {
        let line = self.lines.get(&id).filter(|line| line.is_of_tunnel);
        if let Some(client) = line.and_then(|line| line.sockets[CLIENT].as_ref()) {
            sockets::reset_at_close(client, false);
        }
        self.cut(id);
    }

    /// Both sides are closed, and who looks after it receives of that. A tunnel's connection is reset.
    pub fn cut(&mut self, id: u32) {
        self.handshakes.over(id);
        self.idle.remove(id);
        if let Some(line) = self.lines.remove(&id)
            && line.stage != Stage::Receiving
        {
            self.world
                .quota_accounts
                .tell_of(line.quota_account, &mut self.world.notifications);
            self.world.notifications.gone(id, line.down);
        }
    }
}
