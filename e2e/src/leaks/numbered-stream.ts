import { createSocket } from 'node:dgram';
import { createInterface } from 'node:readline';

/**
 * Runs on two hosts of the lab until its standard input ends. `receive ADDRESS` returns each datagram with the sender's address, and
 * prints a line when it listens. `send ADDRESS` sends 200 numbered datagrams a second; at the end it waits a second for late replies and
 * prints a `StreamResult`.
 */
const port = 4446;
const pause = 5;
const lateReplies = 1000;

/** What became of the datagrams. */
export interface StreamResult {
  readonly sent: number;
  /** The number of datagrams without a reply. */
  readonly lost: number;
  /** The sender's addresses that the receiver saw, in the order of their first datagram. */
  readonly sources: readonly string[];
}

const [mode, address = ''] = process.argv.slice(2);
const socket = createSocket('udp4');
const ended = new Promise<void>((resolve) =>
  createInterface({ input: process.stdin }).once('close', () => resolve()),
);

if (mode === 'receive') {
  socket.on('message', (message, from) => {
    const reply = { number: Number(message.toString()), source: from.address };
    socket.send(JSON.stringify(reply), from.port, from.address);
  });
  socket.bind(port, address, () => process.stdout.write('ready\n'));
  await ended;
} else {
  const answered = new Set<number>();
  const sources = new Set<string>();
  socket.on('message', (message) => {
    const { number, source } = JSON.parse(message.toString()) as { number: number; source: string };
    answered.add(number);
    sources.add(source);
  });
  // While traffic is blocked, sending fails: such a datagram counts as lost.
  socket.on('error', () => {});
  let sent = 0;
  const sending = setInterval(() => {
    socket.send(String(sent), port, address, () => {});
    sent += 1;
  }, pause);
  await ended;
  clearInterval(sending);
  await new Promise((resolve) => setTimeout(resolve, lateReplies));
  const result: StreamResult = { sent, lost: sent - answered.size, sources: [...sources] };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
socket.close();
