//! The ports to which clients send datagrams. An association shares its port with those of other clients, never with another one of the same
//! client: few ports are enough for all, and their number limits the associations of a client.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::time::Duration;

use comet_dns_filter::Upstream;
use tokio::net::{TcpStream, UdpSocket};
use tokio::task::spawn_local;

use super::association::{Association, MAX_DATAGRAM};
use crate::sockets;

/// Maximum number of associations of all clients; each has two descriptors besides its connection.
const MAX_ASSOCIATIONS: usize = 2_048;
/// Larger than any header (RFC 1928 §7): a name has 255 bytes at most.
const MAX_HEADER: usize = 262;
/// Pause after a failed recvfrom(2).
const RETRY: Duration = Duration::from_millis(50);

#[derive(Default)]
pub struct AssociationPorts {
    ports: Vec<Rc<Port>>,
    /// Counts the associations.
    open: Rc<()>,
}

struct Port {
    address: SocketAddr,
    socket: Rc<UdpSocket>,
    associations: RefCell<HashMap<IpAddr, Rc<Association>>>,
}

/// An association that ends when this is dropped.
pub struct OpenAssociation {
    /// Where it receives the client's datagrams.
    pub address: SocketAddr,
    client: IpAddr,
    port: Rc<Port>,
    association: Rc<Association>,
    _open: Rc<()>,
}

impl AssociationPorts {
    /// Receives datagrams at these ports of an address.
    pub fn open(&mut self, ip: IpAddr, ports: RangeInclusive<u16>) -> io::Result<()> {
        for number in ports {
            let address = SocketAddr::new(ip, number);
            let socket = sockets::bind_udp(address)?;
            let port = Rc::new(Port {
                address,
                socket: Rc::new(UdpSocket::from_std(socket.into())?),
                associations: RefCell::default(),
            });
            spawn_local(receive(port.clone()));
            self.ports.push(port);
        }
        Ok(())
    }

    /// Opens an association of a client, which may have announced its port. `None` above the limits, and if sockets cannot be opened.
    pub fn take(
        &self,
        (client, announced): (IpAddr, Option<u16>),
        local: IpAddr,
        resolver: &Rc<Upstream>,
    ) -> Option<OpenAssociation> {
        // One reference is this one's own.
        if Rc::strong_count(&self.open) > MAX_ASSOCIATIONS {
            return None;
        }
        let mut of_address = self.ports.iter().filter(|port| port.address.ip() == local);
        let port = of_address.find(|port| !port.associations.borrow().contains_key(&client))?;
        let association =
            Association::open((client, announced), port.socket.clone(), resolver.clone()).ok()?;
        let association = Rc::new(association);
        port.associations.borrow_mut().insert(client, association.clone());
        Some(OpenAssociation {
            address: port.address,
            client,
            port: port.clone(),
            association,
            _open: self.open.clone(),
        })
    }
}

impl OpenAssociation {
    /// Forwards datagrams until the client's connection ends.
    pub async fn run(self, client: TcpStream) {
        self.association.run(client).await;
    }
}

impl Drop for OpenAssociation {
    fn drop(&mut self) {
        self.port.associations.borrow_mut().remove(&self.client);
    }
}

/// Passes on clients' datagrams to their associations. A longer datagram than any association forwards is dropped.
async fn receive(port: Rc<Port>) {
    let mut buffer = vec![0; MAX_HEADER + MAX_DATAGRAM + 1];
    loop {
        let Ok((length, from)) = port.socket.recv_from(&mut buffer).await else {
            tokio::time::sleep(RETRY).await;
            continue;
        };
        let association = port.associations.borrow().get(&from.ip()).cloned();
        if let Some(association) = association
            && length < buffer.len()
        {
            association.receive_from_client(from, &buffer[..length]);
        }
    }
}
