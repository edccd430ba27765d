import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { decideNames } from './decide-names.ts';
import { readQuestion, replyCodes, replyWithCode } from './dns-message.ts';
import { framed, unframe, type Upstream } from './upstream.ts';

const limits = {
  /** Connections by TCP, in all and of one customer; milliseconds that one may be silent. */
  connections: 512,
  perSource: 8,
  idle: 5_000,
  /** Queries of one customer that wait for an answer; those of one connection that are looked up side by side. */
  waiting: 128,
  atOnce: 16,
};

/** Answers at one address for all names but those on the lists, by UDP and TCP. Keeps nothing of what is asked. */
export async function serveNames(
  address: string,
  lists: readonly ReadonlySet<string>[],
  upstream: Upstream,
  port = 53,
): Promise<() => void> {
  const waiting = new Map<string, number>();

  async function reply(source: string, query: Buffer, ask: 'ask' | 'askByTcp'): Promise<Buffer | null> {
    const decided = decideNames(query, lists);
    if (decided.kind === 'ignore') return null;
    if (decided.kind === 'answer') return decided.reply;
    const now = waiting.get(source) ?? 0;
    if (now >= limits.waiting) return replyWithCode(query, decided.question, replyCodes.refused);
    waiting.set(source, now + 1);
    try {
      return (
        (await (ask === 'ask' ? upstream.ask(query, decided.question) : upstream.askByTcp(query))) ??
        replyWithCode(query, decided.question, replyCodes.serverFailure)
      );
    } finally {
      const left = (waiting.get(source) ?? 1) - 1;
      if (left === 0) waiting.delete(source);
      else waiting.set(source, left);
    }
  }

  const udp = createSocket('udp4');
  udp.on('message', (query, { address: source, port: sourcePort }) => {
    void reply(source, query, 'ask').then((answer) => {
      if (answer !== null) udp.send(answer, sourcePort, source, () => undefined);
    });
  });
  const open = new Map<string, number>();
  const tcp = createServer((socket) => {
    const source = socket.remoteAddress ?? '';
    const count = (open.get(source) ?? 0) + 1;
    if (count > limits.perSource) {
      socket.destroy();
      return;
    }
    open.set(source, count);
    socket.once('close', () => {
      const left = (open.get(source) ?? 1) - 1;
      if (left === 0) open.delete(source);
      else open.set(source, left);
    });
    converse(socket, (query) => reply(source, query, 'askByTcp'));
  });
  tcp.maxConnections = limits.connections;
  await Promise.all([
    new Promise<void>((resolve, reject) => {
      udp.once('error', reject);
      udp.bind(port, address, resolve);
    }),
    new Promise<void>((resolve, reject) => {
      tcp.once('error', reject);
      tcp.listen(port, address, resolve);
    }),
  ]);
  // What cannot be sent to one customer is no reason to end for all.
  udp.on('error', () => undefined);
  return () => {
    udp.close();
    tcp.close();
  };
}

/** Nothing more is read while answers wait: whoever asks and does not listen is silent, and silence has its limit. */
function converse(socket: Socket, reply: (query: Buffer) => Promise<Buffer | null>): void {
  let heard: Buffer = Buffer.alloc(0);
  socket.setTimeout(limits.idle, () => socket.destroy());
  socket.on('error', () => socket.destroy());

  async function answer(query: Buffer): Promise<void> {
    const answered = await reply(query);
    if (answered !== null && socket.writable) socket.write(framed(answered));
  }

  async function take(messages: readonly Buffer[]): Promise<void> {
    for (let start = 0; start < messages.length; start += limits.atOnce) {
      await Promise.all(messages.slice(start, start + limits.atOnce).map(answer));
      if (socket.writableNeedDrain) await once(socket, 'drain', { signal: closing.signal });
    }
  }

  const closing = new AbortController();
  socket.once('close', () => closing.abort());
  socket.on('data', (chunk: Buffer) => {
    const { messages, rest } = unframe(Buffer.concat([heard, chunk]));
    heard = rest;
    // Whoever speaks something else is not answered, and not listened to any longer.
    if (messages.some((query) => readQuestion(query) === null)) {
      socket.destroy();
      return;
    }
    socket.pause();
    void take(messages)
      .then(() => socket.resume())
      .catch(() => socket.destroy());
  });
}
