import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine.ts';
import type { ProxyCommand } from '../proxy-messages.ts';
import { connectByOutlet } from '../egress/connect-target.ts';
import type { EgressTarget } from '../egress/upstream-handshake.ts';
import type { ProbeTarget } from './probe-targets.ts';

/** The agent's `prove` message. */
type ProbeCommand = Extract<ProxyCommand, { type: 'prove' }>;

/** Milliseconds until the next concurrent try, which gets another exit of the provider, and for all tries together. */
const defaultTimeouts = { next: 700, all: 2_200 };
/** A provider's exits are home connections: an offline one is no evidence about the others. */
const maxTries = 3;

/**
 * Resolves with whether a provider's endpoint forwards bytes: it contacts our admission endpoint through the provider (50 bytes sent, 7
 * received), or the resolver if the admission endpoint did not answer, with a new provider session for each try. Bytes that customers
 * receive in the meantime count too, so that a few bad exits in a row do not end a working provider.
 */
export async function probeUpstream(
  engine: Engine,
  { upstream, outlet, countries }: Omit<ProbeCommand, 'type'>,
  timeouts = defaultTimeouts,
): Promise<boolean> {
  const open = [...engine.exits.connectionsOf(upstream)];
  const before = Promise.all(open.map((connection) => connection.received()));
  const until = performance.now() + timeouts.all;
  const left = (): number => Math.max(1, until - performance.now());
  const served = Promise.withResolvers<true>();
  const tries: Promise<boolean>[] = [];
  const first = Math.floor(engine.random() * countries.length);
  for (let count = 0; count < maxTries; count += 1) {
    const country = countries[(first + count) % countries.length] ?? '';
    const probeTarget = engine.probeTargets.at(count);
    const { host, port } = probeTarget;
    const target = { host, port, country, city: null, session: engine.newToken() };
    const one = probe(engine, outlet, { probeTarget, target }, left);
    void one.then((responded) => {
      if (!responded) return;
      engine.probeTargets.recordResponse(probeTarget);
      served.resolve(true);
    });
    tries.push(one);
    if ((await Promise.race([served.promise, one, sleep(timeouts.next)])) === true) return true;
  }
  const all = Promise.all(tries).then(() => false);
  if (await Promise.race([served.promise, all])) return true;
  const after = await Promise.all(open.map((connection) => connection.received()));
  const then = await before;
  return after.some((bytes, index) => bytes > (then[index] ?? bytes));
}

async function probe(
  engine: Engine,
  outlet: ProbeCommand['outlet'],
  { probeTarget, target }: { readonly probeTarget: ProbeTarget; readonly target: EgressTarget },
  left: () => number,
): Promise<boolean> {
  const connected = await connectByOutlet(outlet, target, left());
  if (typeof connected === 'string') return false;
  const { socket } = connected;
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), left());
    let received = Buffer.alloc(0);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(probeTarget.isResponse(received));
    });
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= probeTarget.responseLength) socket.destroy();
    });
    socket.resume();
    socket.write(probeTarget.request);
  });
}
