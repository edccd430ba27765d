//! Parses frames of the parent process (`[kind: u8][length: u32][body]`, numbers in little-endian order) into commands.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use crate::command::{Command, Join};
use crate::preauthorisations::{Preauthorisation, Slot};
use crate::udp::EgressRouteConfig;

/// Maximum length of a body in bytes.
const MAX_BODY: usize = 1 << 20;

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(count)?;
        self.0 = tail;
        Some(head)
    }

    fn read_u8(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn read_u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?))
    }

    fn read_u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn read_u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn address(&mut self) -> Option<SocketAddr> {
        let bytes: [u8; 16] = self.take(16)?.try_into().ok()?;
        let ip = Ipv6Addr::from(bytes);
        let ip = ip.to_ipv4_mapped().map_or(IpAddr::V6(ip), IpAddr::V4);
        Some(SocketAddr::new(ip, self.read_u16()?))
    }

    fn join(&mut self) -> Option<Join> {
        Some(Join {
            quota_account: self.read_u32()?,
            limiters: [self.read_u32()?, self.read_u32()?],
            greeting: self.text()?,
            rest: self.rest(),
        })
    }

    fn text(&mut self) -> Option<Vec<u8>> {
        let length = usize::from(self.read_u16()?);
        self.take(length).map(<[u8]>::to_vec)
    }

    fn preauthorisation(&mut self) -> Option<Preauthorisation> {
        Some(Preauthorisation {
            id: self.read_u32()?,
            lifetime: Duration::from_millis(self.read_u16()?.into()),
            from: self.address()?.ip(),
            to: self.address()?,
            quota_account: self.read_u32()?,
            limiter: self.read_u32()?,
            greeting: self.text()?,
            head: self.text()?,
        })
    }

    fn slots(&mut self) -> Option<Vec<Slot>> {
        let mut slots = Vec::new();
        while !self.0.is_empty() {
            slots.push(Slot {
                from: self.address()?,
                limiter: self.read_u32()?,
            });
        }
        Some(slots)
    }

    fn optional_address(&mut self) -> Option<Option<SocketAddr>> {
        let address = self.address()?;
        Some((!address.ip().is_unspecified()).then_some(address))
    }

    fn routes(&mut self) -> Option<Vec<EgressRouteConfig>> {
        let mut routes = Vec::new();
        while !self.0.is_empty() {
            routes.push(EgressRouteConfig {
                is_provider: self.read_u8()? == 1,
                limiter: self.read_u32()?,
                ipv4: self.address()?,
                ipv6: self.optional_address()?,
            });
        }
        (routes.len() <= 2).then_some(routes)
    }

    fn resolved(&mut self) -> Option<Option<(usize, SocketAddr)>> {
        let route = self.read_u8()?;
        let address = self.address()?;
        Some((route != u8::MAX).then_some((route.into(), address)))
    }

    fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0).to_vec()
    }
}

/// Returns the first command in `bytes` and its length, `None` while it is incomplete, and an error for an invalid frame.
pub fn read(bytes: &[u8]) -> Result<Option<(Command, usize)>, ()> {
    let mut reader = Reader(bytes);
    let (Some(kind), Some(length)) = (reader.read_u8(), reader.read_u32()) else {
        return Ok(None);
    };
    let length = length as usize;
    if length > MAX_BODY {
        return Err(());
    }
    let Some(body) = reader.take(length) else {
        return Ok(None);
    };
    parse(kind, Reader(body))
        .map(|command| Some((command, 5 + length)))
        .ok_or(())
}

fn parse(kind: u8, mut body: Reader) -> Option<Command> {
    Some(match kind {
        1 => Command::Refuse {
            connection: body.read_u32()?,
            response: body.rest(),
        },
        2 => {
            let (connection, dial) = (body.read_u32()?, body.read_u16()?);
            let (to, from) = (body.address()?, body.optional_address()?);
            let joins = body.read_u8()? == 1;
            let join = if joins { Some(body.join()?) } else { None };
            Command::Dial {
                connection,
                dial,
                to,
                from,
                join,
            }
        }
        3 => Command::Send {
            connection: body.read_u32()?,
            bytes: body.rest(),
        },
        4 => Command::Join {
            connection: body.read_u32()?,
            join: body.join()?,
        },
        5 => Command::Reply {
            connection: body.read_u32()?,
            read: body.read_u16()?.into(),
            more: body.read_u8()? == 1,
            bytes: body.rest(),
        },
        6 => Command::End {
            connection: body.read_u32()?,
        },
        7 => Command::Grant {
            quota_account: body.read_u32()?,
            bytes: body.read_u64()?,
            mark: body.read_u64()?,
        },
        8 => Command::Recall {
            quota_account: body.read_u32()?,
        },
        9 => Command::Exhaust {
            quota_account: body.read_u32()?,
        },
        10 => Command::SetRate {
            limiter: body.read_u32()?,
            rate: body.read_u64()?,
        },
        12 => Command::Remove { id: body.read_u32()? },
        13 => Command::SweepIdle,
        14 => Command::Finish,
        15 => Command::Count {
            connection: body.read_u32()?,
        },
        16 => Command::Preauthorise {
            preauthorisation: body.preauthorisation()?,
            slots: body.slots()?,
        },
        17 => Command::Extend {
            preauthorisation: body.read_u32()?,
            slots: body.slots()?,
        },
        18 => Command::Withdraw {
            preauthorisation: body.read_u32()?,
        },
        19 => Command::Forward {
            connection: body.read_u32()?,
            host: body.text()?,
            target: body.text()?,
            join: body.join()?,
        },
        20 => Command::Drop {
            connection: body.read_u32()?,
        },
        21 => Command::Hold {
            connection: body.read_u32()?,
            bytes: body.rest(),
        },
        22 => Command::Associate {
            connection: body.read_u32()?,
            local: body.address()?,
            quota_account: body.read_u32()?,
            limiter: body.read_u32()?,
            routes: body.routes()?,
        },
        23 => Command::Resolve {
            connection: body.read_u32()?,
            resolved: body.resolved()?,
            destination: body.rest(),
        },
        24 => Command::ClearDestinations {
            connection: body.read_u32()?,
        },
        _ => return None,
    })
}

#[cfg(test)]
#[path = "tests/frames.rs"]
mod tests;
