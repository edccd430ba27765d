import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Those who mean the proxy at this port of the loopback no good, in a process of their own as they would have machines of their own: a
 * thousand that begin a handshake and say no more, from a hundred addresses, and then ten thousand that talk nonsense, fifty at a time.
 * Says `silent` and `over`, a line each; the silent ones stay until standard input ends.
 */
const port = Number(process.argv[2]);
const silent = 1_000;
const talkers = 50;
const nonsenseOfEach = 200;

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

/** Whole handshakes with some bytes changed, cut off anywhere. */
async function talkNonsense(talker: number): Promise<void> {
  for (let turn = 0; turn < nonsenseOfEach; turn += 1) {
    const bytes = Buffer.from(seeds[Math.floor(Math.random() * seeds.length)] ?? '');
    for (let flips = 0; flips < 1 + (turn % 4); flips += 1)
      bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
    const socket = begin(talker, '');
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
await Promise.all(Array.from({ length: talkers }, (_, index) => talkNonsense(index)));
process.stdout.write('over\n');
process.stdin.resume().once('end', () => process.exit(0));
