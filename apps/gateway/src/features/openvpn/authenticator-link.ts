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

const backoff = { first: 200, max: 10_000 };
/** Maximum number of connection attempts after a start, 50 ms apart. */
const startTries = 200;

export interface LinkParts {
  readonly socket: string;
  /** Starts an authenticator, after ending the processes of an earlier one. */
  start(): Promise<void>;
  /** Called when an authenticator, new or of an earlier agent, is connected: it needs the complete state. */
  onUp(): void;
  onEvent(message: Event): void;
  onFailure(reason: string): void;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The agent's connection to the authenticator. */
export interface AuthenticatorLink {
  /** Drops the message without a connection: the next connection receives the complete state. */
  send(order: Order): void;
  /** Disconnects; the authenticator keeps running. */
  disconnect(): Promise<void>;
  /** Ends the authenticator and its programs; resolves when it has disconnected. */
  end(): Promise<void>;
}

/** Connects to a running authenticator or starts one, and reconnects after every loss. */
export function openAuthenticatorLink(parts: LinkParts): AuthenticatorLink {
  const stop = new AbortController();
  let socket: Socket | null = null;

  async function connectAuthenticator(): Promise<Socket | null> {
    const existing = await connectTo(parts.socket);
    if (existing !== null) return existing;
    await parts.start();
    for (let tries = 0; tries < startTries && !stop.signal.aborted; tries += 1) {
      const started = await connectTo(parts.socket);
      if (started !== null) return started;
      await parts.sleep(50, stop.signal);
    }
    return null;
  }

  /** Resolves at the end of the connection with whether its protocol version is compatible. */
  function readMessages(connection: Socket): Promise<boolean> {
    let isCompatible = false;
    readLines(connection, maxMessageBytes, (line) => {
      const message = event.safeParse(jsonOf(line));
      if (!message.success) return void connection.destroy();
      if (message.data.type === 'hello') {
        isCompatible = message.data.version === messagesVersion;
        // One of another release is replaced; its clients reconnect.
        if (!isCompatible) return void connection.write(encode({ type: 'end' }));
        socket = connection;
        parts.onUp();
      } else if (isCompatible) parts.onEvent(message.data);
    });
    return new Promise((resolve) => connection.once('close', () => resolve(isCompatible)));
  }

  async function keepConnected(): Promise<void> {
    for (let failures = 0; !stop.signal.aborted; ) {
      const connection = await connectAuthenticator();
      if (stop.signal.aborted) return void connection?.destroy();
      const isCompatible = connection === null ? false : await readMessages(connection);
      socket = null;
      if (stop.signal.aborted) return;
      failures = isCompatible ? 0 : failures + 1;
      parts.onFailure(connection === null ? 'it did not start' : 'it disconnected');
      await parts.sleep(backoffDelay(failures, backoff), stop.signal);
    }
  }

  const connecting = keepConnected();
  return {
    send(order) {
      socket?.write(encode(order));
    },
    async disconnect() {
      stop.abort();
      socket?.destroy();
      await connecting;
    },
    async end() {
      stop.abort();
      socket?.write(encode({ type: 'end' }));
      // Programs that do not end on request are killed afterwards.
      const over = new AbortController();
      await Promise.race([connecting, parts.sleep(5_000, over.signal)]);
      over.abort();
    },
  };
}

function encode(order: Order): string {
  return `${JSON.stringify(order)}\n`;
}

/** Returns the endpoints that are usable while `running` are up. Obfuscation needs the TCP server. */
export function offersOf(
  plan: Pick<OpenvpnPlan, 'ports' | 'obfuscation'>,
  running: readonly string[],
): OpenvpnOffer[] {
  const { ports, obfuscation } = plan;
  const offers: OpenvpnOffer[] = [
    { variant: 'udp', port: ports.udpPort },
    { variant: 'tcp', port: ports.tcpPort },
    { variant: 'tls', port: ports.tlsPort },
    {
      variant: 'shadowsocks',
      port: ports.shadowsocksPort,
      method: 'chacha20-ietf-poly1305',
      password: obfuscation.shadowsocksPassword,
    },
    { variant: 'obfs4', port: ports.obfs4Port, cert: obfs4Certificate(obfuscation.obfs4) },
  ];
  return offers.filter(
    ({ variant }) => running.includes(variant) && (variant === 'udp' || running.includes('tcp')),
  );
}
