//! What is said on the pipes to the proxy's process: `[kind: u8][length: u32][body]`, numbers with their lowest byte first.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use crate::order::{Join, Order};
use crate::passes::{Pass, Place};
use crate::udp::WayOrder;

/// Longer ones nobody sends.
const LONGEST: usize = 1 << 20;

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(count)?;
        self.0 = tail;
        Some(head)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn short(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn word(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn long(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn address(&mut self) -> Option<SocketAddr> {
        let bytes: [u8; 16] = self.take(16)?.try_into().ok()?;
        let ip = Ipv6Addr::from(bytes);
        let ip = ip.to_ipv4_mapped().map_or(IpAddr::V6(ip), IpAddr::V4);
        Some(SocketAddr::new(ip, self.short()?))
    }

    fn join(&mut self) -> Option<Join> {
        Some(Join {
            quota_account: self.word()?,
            gates: [self.word()?, self.word()?],
            greeting: self.text()?,
            rest: self.rest(),
        })
    }

    fn text(&mut self) -> Option<Vec<u8>> {
        let length = usize::from(self.short()?);
        self.take(length).map(<[u8]>::to_vec)
    }

    fn pass(&mut self) -> Option<Pass> {
        Some(Pass {
            id: self.word()?,
            lasts: Duration::from_millis(self.short()?.into()),
            from: self.address()?.ip(),
            to: self.address()?,
            quota_account: self.word()?,
            gate: self.word()?,
            greeting: self.text()?,
            head: self.text()?,
        })
    }

    fn places(&mut self) -> Option<Vec<Place>> {
        let mut places = Vec::new();
        while !self.0.is_empty() {
            places.push(Place {
                from: self.address()?,
                gate: self.word()?,
            });
        }
        Some(places)
    }

    fn unless_unspecified(&mut self) -> Option<Option<SocketAddr>> {
        let address = self.address()?;
        Some((!address.ip().is_unspecified()).then_some(address))
    }

    fn ways(&mut self) -> Option<Vec<WayOrder>> {
        let mut ways = Vec::new();
        while !self.0.is_empty() {
            ways.push(WayOrder {
                is_provider: self.byte()? == 1,
                gate: self.word()?,
                ipv4: self.address()?,
                ipv6: self.unless_unspecified()?,
            });
        }
        (ways.len() <= 2).then_some(ways)
    }

    fn reached(&mut self) -> Option<Option<(usize, SocketAddr)>> {
        let way = self.byte()?;
        let address = self.address()?;
        Some((way != u8::MAX).then_some((way.into(), address)))
    }

    fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0).to_vec()
    }
}

/// The first order of `bytes` and its length; none while it is not whole, an error for what is no order.
pub fn read(bytes: &[u8]) -> Result<Option<(Order, usize)>, ()> {
    let mut reader = Reader(bytes);
    let (Some(kind), Some(length)) = (reader.byte(), reader.word()) else {
        return Ok(None);
    };
    let length = length as usize;
    if length > LONGEST {
        return Err(());
    }
    let Some(body) = reader.take(length) else {
        return Ok(None);
    };
    parse(kind, Reader(body))
        .map(|order| Some((order, 5 + length)))
        .ok_or(())
}

fn parse(kind: u8, mut body: Reader) -> Option<Order> {
    Some(match kind {
        1 => Order::Refuse {
            line: body.word()?,
            word: body.rest(),
        },
        2 => {
            let (line, to, from) = (body.word()?, body.address()?, body.unless_unspecified()?);
            let joins = body.byte()? == 1;
            let join = if joins { Some(body.join()?) } else { None };
            Order::Dial { line, to, from, join }
        }
        3 => Order::Say {
            line: body.word()?,
            bytes: body.rest(),
        },
        4 => Order::Join {
            line: body.word()?,
            join: body.join()?,
        },
        5 => Order::Reply {
            line: body.word()?,
            read: body.short()?.into(),
            more: body.byte()? == 1,
            bytes: body.rest(),
        },
        6 => Order::End { line: body.word()? },
        7 => Order::Lend {
            quota_account: body.word()?,
            bytes: body.long()?,
            mark: body.long()?,
        },
        8 => Order::Recall {
            quota_account: body.word()?,
        },
        9 => Order::Broke {
            quota_account: body.word()?,
        },
        10 => Order::Limit {
            gate: body.word()?,
            rate: body.long()?,
        },
        12 => Order::Forget { id: body.word()? },
        13 => Order::SweepIdle,
        14 => Order::Finish,
        15 => Order::Count { line: body.word()? },
        16 => Order::Pass {
            pass: body.pass()?,
            places: body.places()?,
        },
        17 => Order::Extend {
            pass: body.word()?,
            places: body.places()?,
        },
        18 => Order::Withdraw { pass: body.word()? },
        19 => Order::Forward {
            line: body.word()?,
            host: body.text()?,
            target: body.text()?,
            join: body.join()?,
        },
        20 => Order::Drop { line: body.word()? },
        21 => Order::Hold {
            line: body.word()?,
            bytes: body.rest(),
        },
        22 => Order::Associate {
            line: body.word()?,
            near: body.address()?,
            quota_account: body.word()?,
            gate: body.word()?,
            ways: body.ways()?,
        },
        23 => Order::Reach {
            line: body.word()?,
            reached: body.reached()?,
            destination: body.rest(),
        },
        24 => Order::Reconsider { line: body.word()? },
        _ => return None,
    })
}

#[cfg(test)]
#[path = "tests/frames.rs"]
mod tests;
