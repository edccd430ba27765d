use super::*;
use crate::messages::state::tests::snapshot;

#[test]
fn typed_replies_have_no_line_feeds_in_their_strings() {
    let reply =
        json!({ "codes": ["de\nConnected", "fr"], "city": { "name": "Berlin\n\nNot protected" }, "load": 3 });
    let read: Value = read(reply.clone()).unwrap();
    assert_eq!(
        read,
        json!({ "codes": ["deConnected", "fr"], "city": { "name": "BerlinNot protected" }, "load": 3 })
    );
    assert_eq!(read_verbatim::<Value>(reply.clone()).unwrap(), reply);
}

#[test]
fn snapshots_have_no_line_feeds_in_their_strings() {
    let (events, received) = mpsc::channel();
    let account = json!({ "email": "a@example.com\nDisconnected", "device": "laptop" });
    let snapshot = snapshot(json!({ "account": account }));
    let line = format!("{}\n", json!({ "kind": "snapshot", "snapshot": snapshot }));
    read_replies(line.as_bytes(), &events);
    let Ok(Event::Snapshot(snapshot)) = received.recv() else {
        panic!("no snapshot");
    };
    let snapshot: crate::protocol::Snapshot = read(snapshot).unwrap();
    assert_eq!(snapshot.account.unwrap().email, "a@example.comDisconnected");
}

#[test]
fn settings_that_an_older_daemon_lacks_have_their_defaults() {
    let mut older = serde_json::to_value(snapshot(json!({}))).unwrap();
    let settings = older["settings"].as_object_mut().unwrap();
    for name in [
        "wireguardPort",
        "wireguardOver",
        "forwardedPorts",
        "postQuantum",
        "metered",
    ] {
        settings.remove(name).unwrap();
    }
    settings.insert("autoConnect".into(), json!(true));
    let lists = json!({ "ads": true, "trackers": false, "malware": false });
    settings.insert("blockLists".into(), lists.clone());
    let profile = json!({
        "name": "Work", "server": "nl-ams", "protocol": "automatic", "variant": "automatic", "wireguardPort": "automatic",
        "wireguardOver": "automatic", "dns": null, "blockLists": lists, "splitTunnel": settings["splitTunnel"],
    });
    settings.insert("profiles".into(), json!([profile]));
    let read: crate::protocol::Snapshot = read(older).unwrap();
    assert_eq!(read.settings.wireguard_port.to_string(), "automatic");
    assert_eq!(read.settings.wireguard_over.to_string(), "automatic");
    assert_eq!(read.settings.metered.to_string(), "automatic");
    assert!(read.settings.forwarded_ports.is_empty());
    assert!(read.settings.auto_connect && read.settings.post_quantum);
    assert!(read.settings.block_lists.ads && !read.settings.block_lists.adult);
    assert!(read.settings.profiles[0].block_lists.ads);
}
