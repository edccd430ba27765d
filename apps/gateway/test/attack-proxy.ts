import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Attacks the proxy at this port of the loopback from a separate process: 1,000 connections from 100 addresses begin a handshake and stay
 * silent, then 10,000 connections, 50 at a time, send invalid handshakes. Prints `silent` and `over`, one per line; the silent
 * connections stay until standard input ends.
 */
const port = Number(process.argv[2]);
const silent = 1_000;
const senders = 50;
const handshakesPerSender = 200;

function begin(index: number, text: string): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.1.${1 + (index % 100)}` });
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

const basic = Buffer.from('abc123:word').toString('base64');
const seeds = [
  Buffer.from(`CONNECT 127.0.0.1:80 HTTP/1.1\r\nProxy-Authorization: Basic ${basic}\r\n\r\n`),
  Buffer.from('GET http://127.0.0.1/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz'),
  Buffer.from('\x05\x01\x02\x01\x06abc123\x04word\x05\x01\x00\x03\x09127.0.0.1\x00\x50', 'latin1'),
  Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
];

/** Sends complete handshakes with some bytes changed, truncated at a random offset. */
async function sendInvalid(sender: number): Promise<void> {
  for (let turn = 0; turn < handshakesPerSender; turn += 1) {
    const bytes = Buffer.from(seeds[Math.floor(Math.random() * seeds.length)] ?? '');
    for (let flips = 0; flips < 1 + (turn % 4); flips += 1)
      bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
    const socket = begin(sender, '');
    const closed = once(socket, 'close');
    socket.end(bytes.subarray(0, 1 + Math.floor(Math.random() * bytes.length)));
    const timer = setTimeout(() => socket.destroy(), 25);
    socket.resume();
    await closed;
    clearTimeout(timer);
  }
}

const waiting = Array.from({ length: silent }, (_, index) => begin(index, index % 2 === 0 ? 'GET ' : '\x05'));
await Promise.all(waiting.map((socket) => once(socket, 'connect')));
process.stdout.write('silent\n');
await Promise.all(Array.from({ length: senders }, (_, index) => sendInvalid(index)));
process.stdout.write('over\n');
process.stdin.resume().once('end', () => process.exit(0));
