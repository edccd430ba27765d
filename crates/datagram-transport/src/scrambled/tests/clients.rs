use super::*;
use crate::scrambled::handshake::{Prefix, seal};
use crate::scrambled::random::Random;

const SERVER: PublicKey = PublicKey([1; 32]);

fn client(byte: u8) -> PublicKey {
    PublicKey([byte; 32])
}

fn clients(add: Vec<PublicKey>) -> Clients {
    let clients = Clients::new(SERVER);
    let remove = HashSet::new();
    clients.change(ClientsChange { add, remove });
    clients
}

/// A handshake message of a client whose clock is wrong by hours.
fn handshake(client: &PublicKey, hours: i64) -> Vec<u8> {
    let name = NameKey::new(&SERVER, client).name(current_hour().saturating_add_signed(hours));
    let keys = PairKeys::new(&SERVER, client);
    let mask = Mask::of_names(&SERVER);
    seal(
        &keys.to_server.handshake,
        &Prefix::Name(&mask, name),
        &[],
        &mut Random::new(),
    )
    .unwrap()
}

#[test]
fn finds_added_clients_whose_clock_is_wrong_by_hours_at_most() {
    let clients = clients(vec![client(2), client(3)]);
    for hours in [-11, 0, 11] {
        assert_eq!(clients.find(&handshake(&client(3), hours)), Some(client(3)));
    }
    for hours in [-14, 14] {
        assert_eq!(clients.find(&handshake(&client(3), hours)), None);
    }
    assert_eq!(clients.find(&handshake(&client(4), 0)), None);
    assert_eq!(clients.find(&[0; 20]), None);
}

#[test]
fn forgets_removed_clients_and_past_hours() {
    let clients = clients(vec![client(2), client(3)]);
    clients.change(serde_json::from_str(&format!(r#"{{"remove":["{}"]}}"#, "02".repeat(32))).unwrap());
    assert_eq!(clients.find(&handshake(&client(2), 0)), None);
    let mut names = clients.names.lock().unwrap();
    let hour = names.hour;
    for later in [1, 3, 100] {
        names.advance(hour + later);
        let expected: HashSet<_> = hours(hour + later)
            .map(|hour| NameKey::new(&SERVER, &client(3)).name(hour))
            .collect();
        assert_eq!(names.clients.keys().copied().collect::<HashSet<_>>(), expected);
    }
}
