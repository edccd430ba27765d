//! Moving bytes from one side of a line to the other: each is paid before it is written.

use rustix::io::Errno;
use rustix::net::Shutdown;

use crate::flow::{BUFFER, Fare};
use crate::line::{CLIENT, EXIT, Line, Outcome};
use crate::world::World;

impl Line {
    /// Moves what can be moved from one side to the other.
    pub fn pump(&mut self, id: u32, world: &mut World) -> Outcome {
        let mut again = false;
        for from in [CLIENT, EXIT] {
            match self.carry(id, from, world) {
                // What the other side said before it went is still heard.
                Outcome::Deaf if from == CLIENT => self.flows[CLIENT].give_up(),
                Outcome::Deaf | Outcome::Over => return Outcome::Over,
                Outcome::Again => again = true,
                Outcome::Rests => (),
            }
        }
        if self.flows[0].told && self.flows[1].told {
            Outcome::Over
        } else if again {
            Outcome::Again
        } else {
            Outcome::Rests
        }
    }

    fn carry(&mut self, id: u32, from: usize, world: &mut World) -> Outcome {
        let other_ended = self.flows[1 - from].told;
        let [client, exit] = &self.sockets;
        let (Some(client), Some(exit)) = (client, exit) else {
            return Outcome::Over;
        };
        let (source, sink) = if from == CLIENT {
            (client, exit)
        } else {
            (exit, client)
        };
        let flow = &mut self.flows[from];
        let fare = Fare {
            purse: self.purse,
            gates: self.gates,
            line: id,
            flow: from,
        };
        let size = world.gates.piece(self.gates, BUFFER);
        let mut has_read = false;
        loop {
            match flow.deliver(sink, fare, world) {
                Outcome::Again => (),
                other => return other,
            }
            if flow.waits || flow.told {
                return Outcome::Rests;
            }
            if flow.ended {
                flow.told = true;
                // Where nothing else is left to do, closing says it, and spares a shutdown.
                if !other_ended && rustix::net::shutdown(sink, Shutdown::Write).is_err() {
                    return Outcome::Deaf;
                }
                return Outcome::Rests;
            }
            if !self.readable[from] {
                return Outcome::Rests;
            }
            // Others have their turn; meanwhile more comes here, and what is moved at once costs the less.
            if has_read {
                return Outcome::Again;
            }
            has_read = true;
            let (count, by_pipe) = match flow.fetch(source, size, world) {
                Ok(fetched) => fetched,
                Err(Errno::AGAIN) => {
                    self.readable[from] = false;
                    return Outcome::Rests;
                }
                Err(Errno::INTR) => continue,
                Err(_) => return Outcome::Over,
            };
            if count == 0 {
                flow.ended = true;
                continue;
            }
            self.moved = true;
            if from == EXIT {
                self.down += count as u64;
            }
            if by_pipe {
                continue;
            }
            // A pipe may be full of packets before the source is empty; a buffer is not.
            if count < size && !self.last[from] {
                self.readable[from] = false;
            }
            match flow.pass_on(count, sink, fare, world) {
                Outcome::Again => (),
                other => return other,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read, Write};
    use std::net::{Ipv4Addr, TcpStream};

    use super::*;
    use crate::line::Stage;
    use crate::pipes::Pipes;
    use crate::sockets::pair;

    const PURSE: u32 = 7;

    /// A line with what it joins.
    fn joined() -> (Line, TcpStream, TcpStream) {
        let ((client, customer), (exit, origin)) = (pair(), pair());
        let mut line = Line::new(client, Ipv4Addr::LOCALHOST.into());
        line.sockets[EXIT] = Some(exit);
        line.stage = Stage::Joined;
        line.purse = PURSE;
        (line, customer, origin)
    }

    fn pump(line: &mut Line, world: &mut World) -> Outcome {
        line.readable[..2].fill(true);
        line.pump(1, world)
    }

    /// As much of `bytes` as there is room for.
    fn say(origin: &mut TcpStream, bytes: &mut &[u8]) {
        while !bytes.is_empty() {
            match origin.write(bytes) {
                Ok(count) => *bytes = &bytes[count..],
                Err(error) => return assert_eq!(error.kind(), ErrorKind::WouldBlock),
            }
        }
    }

    /// What has come; true where no more will.
    fn hear(customer: &mut TcpStream, heard: &mut Vec<u8>) -> bool {
        match customer.read_to_end(heard) {
            Ok(_) => true,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::WouldBlock);
                false
            }
        }
    }

    fn pattern(length: usize) -> Vec<u8> {
        (0..length).map(|at| (at * 31 + at / 8_191) as u8).collect()
    }

    fn brings_all(world: &mut World) {
        let (mut line, mut customer, mut origin) = joined();
        let (all, mut heard) = (pattern(12_000_003), Vec::new());
        let mut rest = &all[..];
        world.purses.lend(PURSE, all.len() as u64, 0);
        let mut ended = false;
        while !hear(&mut customer, &mut heard) {
            say(&mut origin, &mut rest);
            if rest.is_empty() && !ended {
                origin.shutdown(std::net::Shutdown::Write).unwrap();
                ended = true;
            }
            assert!(!matches!(pump(&mut line, world), Outcome::Over));
        }
        assert!(heard == all);
        assert_eq!(line.down, all.len() as u64);
        // The other way is open still.
        customer.write_all(b"bye").unwrap();
        world.purses.lend(PURSE, 3, 0);
        drop(customer);
        while !matches!(pump(&mut line, world), Outcome::Over) {}
        let mut word = Vec::new();
        drop(line);
        while !hear(&mut origin, &mut word) {}
        assert_eq!(word, b"bye");
    }

    #[test]
    fn brings_all_that_comes_at_once_unchanged_by_a_pipe_and_gives_it_back() {
        let mut world = World::new();
        brings_all(&mut world);
        assert_eq!((world.pipes.made(), world.pipes.free()), (1, 1));
    }

    #[test]
    fn brings_it_by_copying_where_there_are_no_pipes() {
        let mut world = World::new();
        world.pipes = Pipes::at_most(0);
        brings_all(&mut world);
        assert_eq!(world.pipes.made(), 0);
    }

    #[test]
    fn moves_one_buffer_at_most_before_others_have_their_turn() {
        let mut world = World::new();
        let (mut line, mut customer, mut origin) = joined();
        let (all, mut heard) = (pattern(12_000_003), Vec::new());
        let mut rest = &all[..];
        world.purses.lend(PURSE, all.len() as u64, 0);
        while heard.len() < all.len() {
            say(&mut origin, &mut rest);
            let before = line.down;
            assert!(!matches!(pump(&mut line, &mut world), Outcome::Over));
            assert!(line.down - before <= BUFFER as u64);
            hear(&mut customer, &mut heard);
        }
    }

    #[test]
    fn where_the_purse_ends_all_that_is_paid_is_sent_and_one_buffer_at_most_was_read_beyond() {
        const BOUGHT: usize = 5_000_003;
        let mut world = World::new();
        let (mut line, mut customer, mut origin) = joined();
        let (all, mut heard) = (pattern(12_000_003), Vec::new());
        let mut rest = &all[..];
        world.purses.lend(PURSE, BOUGHT as u64, 0);
        while heard.len() < BOUGHT {
            say(&mut origin, &mut rest);
            assert!(!matches!(pump(&mut line, &mut world), Outcome::Over));
            hear(&mut customer, &mut heard);
        }
        assert!(!matches!(pump(&mut line, &mut world), Outcome::Over));
        assert!(line.down > BOUGHT as u64 && line.down <= (BOUGHT + BUFFER) as u64);
        world.purses.broke(PURSE, &mut world.news);
        assert!(matches!(pump(&mut line, &mut world), Outcome::Over));
        drop(line);
        while !hear(&mut customer, &mut heard) {}
        assert!(heard == all[..BOUGHT]);
    }

    #[test]
    fn what_is_paid_is_sent_although_nothing_more_comes_and_nobody_has_read_yet() {
        const BOUGHT: usize = 10_000_003;
        let mut world = World::new();
        let (mut line, mut customer, mut origin) = joined();
        let (all, mut heard) = (pattern(12_000_003), Vec::new());
        let mut rest = &all[..];
        world.purses.lend(PURSE, BOUGHT as u64, 0);
        while rest.len() == all.len() || matches!(pump(&mut line, &mut world), Outcome::Again) {
            say(&mut origin, &mut rest);
        }
        world.purses.broke(PURSE, &mut world.news);
        loop {
            say(&mut origin, &mut rest);
            if let Outcome::Over = pump(&mut line, &mut world) {
                break;
            }
            hear(&mut customer, &mut heard);
        }
        drop(line);
        while !hear(&mut customer, &mut heard) {}
        assert!(heard == all[..BOUGHT]);
    }

    #[test]
    fn what_the_other_side_said_before_it_broke_off_is_heard() {
        let mut world = World::new();
        let (mut line, mut customer, mut origin) = joined();
        let mut heard = Vec::new();
        world.purses.lend(PURSE, 2_000, 0);
        origin.write_all(&[b'x'; 1_000]).unwrap();
        rustix::net::sockopt::set_socket_linger(&origin, Some(std::time::Duration::ZERO)).unwrap();
        drop(origin);
        customer.write_all(b"more").unwrap();
        while !matches!(pump(&mut line, &mut world), Outcome::Over) {}
        drop(line);
        assert!(matches!(customer.read_to_end(&mut heard), Ok(1_000) | Err(_)));
        assert_eq!(heard, [b'x'; 1_000]);
    }

    #[test]
    fn ends_where_the_one_that_it_is_for_is_gone() {
        let mut world = World::new();
        let (mut line, customer, mut origin) = joined();
        let all = pattern(12_000_003);
        let mut rest = &all[..];
        world.purses.lend(PURSE, all.len() as u64, 0);
        drop(customer);
        while !matches!(pump(&mut line, &mut world), Outcome::Over) {
            say(&mut origin, &mut rest);
        }
        drop(line);
        assert_eq!(world.pipes.made(), world.pipes.free());
    }
}
