import { connect } from 'node:net';
import { createSocket } from 'node:dgram';

/** Multiplies the intervals; the argument is 1 if there is none. An emulated processor has no time for the usual rate. */
const factor = Number(process.argv[2] ?? 1);

/**
 * Runs on the lab's client and sends what an unprotected machine would send, every 10 to 500 ms until it is killed: UDP and TCP to the
 * internet over both address families, DNS over UDP and TCP to the LAN's resolver and to one on the internet. Connected UDP sockets keep
 * their source address for 3 s, as calls and downloads do, even if the address is removed.
 */
const tcp = [
  ['203.0.113.80', 80],
  ['203.0.113.81', 80],
  ['2001:db8:0:1::80', 80],
  ['192.168.77.1', 53],
  ['203.0.113.53', 53],
] as const;
const udp = [
  ['203.0.113.80', 4444],
  ['203.0.113.81', 4444],
  ['2001:db8:0:1::80', 4444],
  ['192.168.77.1', 53],
  ['203.0.113.53', 53],
  ['2001:db8:77::1', 53],
] as const;

/** A DNS query for the A record of `leak.comet.test`. */
const query = Buffer.concat([
  Buffer.from([0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
  Buffer.from('\x04leak\x05comet\x04test\0', 'latin1'),
  Buffer.from([0, 1, 0, 1]),
]);

// Drops root only here: an ordinary user cannot read a checkout in root's home.
process.setgroups?.([]);
process.setgid?.(65_534);
process.setuid?.(65_534);

const sockets = { 4: createSocket('udp4'), 6: createSocket('udp6') };
for (const socket of Object.values(sockets)) socket.on('error', () => {});

setInterval(() => {
  for (const [address, port] of udp) {
    sockets[address.includes(':') ? 6 : 4].send(query, port, address, () => {});
  }
}, 10 * factor);

const longLived = [
  ['203.0.113.80', 4444],
  ['2001:db8:0:1::80', 4444],
] as const;

setInterval(() => {
  for (const [address, port] of longLived) {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    socket.on('error', () => {});
    socket.connect(port, address);
    // Not emitted while there is no route to the address.
    socket.on('connect', () => {
      const sending = setInterval(() => socket.send(query, () => {}), 50 * factor);
      setTimeout(() => {
        clearInterval(sending);
        socket.close();
      }, 3000);
    });
  }
}, 500 * factor);

setInterval(() => {
  for (const [host, port] of tcp) {
    const attempt = connect({ host, port, timeout: 300 });
    attempt.on('error', () => attempt.destroy());
    attempt.on('timeout', () => attempt.destroy());
    attempt.on('connect', () => attempt.destroy());
  }
}, 50 * factor);
