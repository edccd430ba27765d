import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { connect } from 'node:net';
import { answers, type Question } from './dns-message.ts';

/** The resolver behind us, which recurses, keeps answers and checks signatures. */
export interface Upstream {
  /** Its answer, under the number of the query; null when none comes in time or too many are waiting. */
  ask(query: Uint8Array, question: Question): Promise<Buffer | null>;
  askByTcp(query: Uint8Array): Promise<Buffer | null>;
  close(): void;
}

const patience = 3_000;
/** By TCP each takes a descriptor. */
const mostWaiting = { udp: 8_192, tcp: 512 };
/** Each has a port that the system chose at random, so that a forger has to guess both port and number (RFC 5452). */
const socketCount = 32;

interface Waiting {
  readonly query: Uint8Array;
  readonly question: Question;
  settle(reply: Buffer | null): void;
}

export async function openUpstream(address: string, port = 53): Promise<Upstream> {
  const sockets = await Promise.all(Array.from({ length: socketCount }, () => open(address, port)));
  const waiting = { udp: 0, tcp: 0 };

  function within(by: 'udp' | 'tcp', ask: () => Promise<Buffer | null>): Promise<Buffer | null> {
    if (waiting[by] >= mostWaiting[by]) return Promise.resolve(null);
    waiting[by] += 1;
    return ask().finally(() => {
      waiting[by] -= 1;
    });
  }

  return {
    ask: (query, question) =>
      within('udp', () => sockets[randomInt(socketCount)]?.ask(query, question) ?? Promise.resolve(null)),
    askByTcp: (query) => within('tcp', () => askByTcp(address, port, query)),
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

/** A connected socket hears its peer and nobody else. */
async function open(address: string, port: number) {
  const socket: Socket = createSocket('udp4');
  const waiting = new Map<number, Waiting>();
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.connect(port, address, () => {
      socket.off('error', reject);
      resolve();
    });
  });
  // A resolver that is away for a moment answers with ICMP; the query's own patience deals with it.
  socket.on('error', () => undefined);
  socket.on('message', (reply) => {
    if (reply.length < 2) return;
    const id = reply.readUInt16BE(0);
    const one = waiting.get(id);
    if (one === undefined || !answers(reply, id, one.query, one.question)) return;
    reply.writeUInt16BE(Buffer.from(one.query).readUInt16BE(0), 0);
    one.settle(reply);
  });

  return {
    ask(query: Uint8Array, question: Question): Promise<Buffer | null> {
      const id = randomInt(0x1_0000);
      if (waiting.has(id)) return Promise.resolve(null);
      return new Promise((resolve) => {
        const settle = (reply: Buffer | null): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(reply);
        };
        const timer = setTimeout(() => settle(null), patience);
        waiting.set(id, { query, question, settle });
        const asked = Buffer.from(query);
        asked.writeUInt16BE(id, 0);
        socket.send(asked, (error) => {
          if (error !== null) settle(null);
        });
      });
    },
    close: () => socket.close(),
  };
}

function askByTcp(address: string, port: number, query: Uint8Array): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: patience });
    let heard = Buffer.alloc(0);
    const settle = (reply: Buffer | null): void => {
      socket.destroy();
      resolve(reply);
    };
    socket.once('connect', () => socket.write(framed(query)));
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      const [message] = unframe(heard).messages;
      if (message !== undefined) settle(message);
    });
    for (const event of ['error', 'timeout', 'close'] as const) socket.once(event, () => settle(null));
  });
}

/** DNS over TCP: each message behind its length in two bytes (RFC 1035 §4.2.2). */
export function framed(message: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** The whole messages at the beginning of `bytes`, and what follows them. */
export function unframe(bytes: Buffer): { readonly messages: readonly Buffer[]; readonly rest: Buffer } {
  const messages: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= 2) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) break;
    messages.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return { messages, rest: bytes.subarray(at) };
}
