import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import type { ProxyOrder } from './proxy-messages.ts';
import { reach } from './reach.ts';
import type { Asked } from './upstream-handshake.ts';

/** What is asked is `prove` of the agent. */
type Question = Extract<ProxyOrder, { type: 'prove' }>;

/** Milliseconds until another of a provider's lines is tried beside the first, and for all of them together. */
const ordinary = { next: 800, all: 2_500 };
/** A provider's lines are people's: that one of them is away says nothing of the others. */
const mostTries = 3;

/**
 * Whether a provider's endpoint carries bytes: our own door is spoken to through it, fifty bytes there and seven back, on a line of its own
 * for each try. What comes back to customers meanwhile proves it as well, so that a few bad lines in a row end nothing that works.
 */
export async function provesService(
  engine: Engine,
  { upstream, outlet, countries }: Omit<Question, 'type'>,
  patience = ordinary,
): Promise<boolean> {
  const open = engine.exits.connectionsOf(upstream);
  const before = new Map([...open].map((socket) => [socket, socket.bytesRead]));
  const until = performance.now() + patience.all;
  const left = (): number => Math.max(1, until - performance.now());
  const served = Promise.withResolvers<true>();
  const tries: Promise<boolean>[] = [];
  const first = Math.floor(engine.random() * countries.length);
  for (let count = 0; count < mostTries; count += 1) {
    const country = countries[(first + count) % countries.length] ?? '';
    const { host, port } = engine.setup.door;
    const asked = { host, port, country, city: null, session: engine.newToken() };
    const one = exchanges(engine, outlet, asked, left);
    void one.then((answered) => answered && served.resolve(true));
    tries.push(one);
    if ((await Promise.race([served.promise, one, sleep(patience.next)])) === true) return true;
  }
  const all = Promise.all(tries).then(() => false);
  if (await Promise.race([served.promise, all])) return true;
  return [...before].some(([socket, bytes]) => socket.bytesRead > bytes);
}

async function exchanges(
  engine: Engine,
  outlet: Question['outlet'],
  asked: Asked,
  left: () => number,
): Promise<boolean> {
  const reached = await reach(outlet, asked, engine.buffers, left());
  if (typeof reached === 'string') return false;
  const { socket } = reached;
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), left());
    let heard = Buffer.alloc(0);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(isRefusal(heard));
    });
    reached.start((chunk) => {
      heard = Buffer.concat([heard, chunk]);
      if (heard.length >= refusalLength) socket.destroy();
      return true;
    });
    socket.write(hello);
  });
}

/** A ClientHello of TLS 1.2 without any extension (RFC 5246 §7.4.1.2), which our door, of TLS 1.3, has to refuse. */
const hello = Buffer.concat([
  Buffer.of(22, 3, 1, 0, 45, 1, 0, 0, 41, 3, 3),
  Buffer.alloc(32),
  Buffer.of(0, 0, 2, 0x13, 0x01, 1, 0),
]);
const refusalLength = 7;

/** A fatal alert (RFC 5246 §7.2), which nothing but TLS answers. */
function isRefusal(heard: Buffer): boolean {
  return heard.length >= refusalLength && heard[0] === 21 && heard.readUInt16BE(3) === 2 && heard[5] === 2;
}
