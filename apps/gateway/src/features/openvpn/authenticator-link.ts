import type { Socket } from 'node:net';
import { backoffDelay, jsonOf } from '@comet/foundation';
import {
  connectTo,
  maxMessageBytes,
  type Event,
  event,
  type Order,
  messagesVersion,
  readLines,
} from '../authenticator/index.ts';
import type { OpenvpnOffer } from '@comet/contract';
import type { OpenvpnPlan } from './plan.ts';
import { obfs4Certificate } from './secrets.store.ts';

const waits = { first: 200, most: 10_000 };
/** Tries, 50 ms apart, for which a program that was started may not answer yet. */
const patience = 200;

export interface LinkParts {
  readonly socket: string;
  /** Starts an authenticator, after the remains of an earlier one are gone. */
  start(): Promise<void>;
  /** An authenticator has connected, new or of an earlier agent: it needs the complete state. */
  onUp(): void;
  onEvent(told: Event): void;
  onFailure(reason: string): void;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The agent's side of the conversation with the authenticator. */
export interface AuthenticatorLink {
  /** Dropped without a receiver: the next one receives the whole state. */
  send(order: Order): void;
  /** Disconnects; the authenticator keeps running. */
  leave(): Promise<void>;
  /** Has it end, and everything that it keeps running; resolves when it has hung up. */
  end(): Promise<void>;
}

/** Finds the authenticator that runs here or starts one, and holds on to it through every loss. */
export function openAuthenticatorLink(parts: LinkParts): AuthenticatorLink {
  const stop = new AbortController();
  let socket: Socket | null = null;

  async function reach(): Promise<Socket | null> {
    const present = await connectTo(parts.socket);
    if (present !== null) return present;
    await parts.start();
    for (let tries = 0; tries < patience && !stop.signal.aborted; tries += 1) {
      const started = await connectTo(parts.socket);
      if (started !== null) return started;
      await parts.sleep(50, stop.signal);
    }
    return null;
  }

  /** True when it was one that we understand. */
  function exchangeHandshake(reached: Socket): Promise<boolean> {
    let known = false;
    readLines(reached, maxMessageBytes, (line) => {
      const told = event.safeParse(jsonOf(line));
      if (!told.success) return void reached.destroy();
      if (told.data.type === 'hello') {
        known = told.data.version === messagesVersion;
        // One of another release is replaced; its customers come back by themselves.
        if (!known) return void reached.write(written({ type: 'end' }));
        socket = reached;
        parts.onUp();
      } else if (known) parts.onEvent(told.data);
    });
    return new Promise((resolve) => reached.once('close', () => resolve(known)));
  }

  async function hold(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; ) {
      const reached = await reach();
      if (stop.signal.aborted) return void reached?.destroy();
      const known = reached === null ? false : await exchangeHandshake(reached);
      socket = null;
      if (stop.signal.aborted) return;
      failures = known ? 0 : failures + 1;
      parts.onFailure(reached === null ? 'it did not start' : 'it hung up');
      await parts.sleep(backoffDelay(failures, waits), stop.signal);
    }
  }

  const holding = hold();
  return {
    send(order) {
      socket?.write(written(order));
    },
    async leave() {
      stop.abort();
      socket?.destroy();
      await holding;
    },
    async end() {
      stop.abort();
      socket?.write(written({ type: 'end' }));
      // Programs that do not end on request are killed afterwards.
      const over = new AbortController();
      await Promise.race([holding, parts.sleep(5_000, over.signal)]);
      over.abort();
    },
  };
}

function written(order: Order): string {
  return `${JSON.stringify(order)}\n`;
}

/** The endpoints that clients can use while `running` are up. Obfuscation needs the TCP server. */
export function offersOf(
  plan: Pick<OpenvpnPlan, 'ports' | 'disguises'>,
  running: readonly string[],
): OpenvpnOffer[] {
  const { ports, disguises } = plan;
  const offers: OpenvpnOffer[] = [
    { variant: 'udp', port: ports.udpPort },
    { variant: 'tcp', port: ports.tcpPort },
    { variant: 'tls', port: ports.tlsPort },
    {
      variant: 'shadowsocks',
      port: ports.shadowsocksPort,
      method: 'chacha20-ietf-poly1305',
      password: disguises.shadowsocksPassword,
    },
    { variant: 'obfs4', port: ports.obfs4Port, cert: obfs4Certificate(disguises.obfs4) },
  ];
  return offers.filter(
    ({ variant }) => running.includes(variant) && (variant === 'udp' || running.includes('tcp')),
  );
}
