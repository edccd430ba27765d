import { createServer, type Socket } from 'node:net';
import { type EgressStatus, egressStatusPort, writeEgressStatus } from '@comet/admission';

/** Conversations at one time, in all and of one customer; milliseconds after which one that is silent is asked for. */
const limits = { connections: 4_096, perSource: 2, keepAlive: 60_000 };

export interface WordsParts {
  /** The gateway's own address in the tunnel: nobody else can call it, and WireGuard vouches for the caller's address. */
  readonly address: string;
  /** What the session at an IPv4 address of the tunnel is told now; null where it has no exit's way. */
  wordFor(ipv4: string): EgressStatus | null;
  onError(error: unknown): void;
}

/** What sessions are told of their ways. */
export interface Words {
  /** Tells those at these addresses what is true now, where it is another word than before; ends with those who have no way any more. */
  tell(addresses: readonly string[]): void;
  /** Tells those at these addresses that their way is gone, whatever is true. True where somebody listens. */
  dismiss(addresses: readonly string[]): boolean;
  close(): void;
}

interface Listener {
  readonly socket: Socket;
  said: EgressStatus | null;
}

/** Tells each session, inside of its tunnel, whether its gateway has an exit for it. Resolves when it listens. */
export function serveEgressStatus(parts: WordsParts): Promise<Words> {
  const listeners = new Map<string, Set<Listener>>();

  function tellOne(source: string, listener: Listener): void {
    const word = parts.wordFor(source);
    if (word === null) listener.socket.destroy();
    else if (word !== listener.said) listener.socket.write(writeEgressStatus(word));
    listener.said = word;
  }

  const server = createServer({ noDelay: true }, (socket) => {
    const source = socket.remoteAddress ?? '';
    const there = listeners.get(source) ?? new Set();
    socket.on('error', () => socket.destroy());
    // Who calls says nothing.
    socket.once('data', () => socket.destroy());
    if (there.size >= limits.perSource) {
      socket.destroy();
      return;
    }
    const listener: Listener = { socket, said: null };
    listeners.set(source, there.add(listener));
    socket.setKeepAlive(true, limits.keepAlive);
    socket.once('close', () => {
      there.delete(listener);
      if (there.size === 0 && listeners.get(source) === there) listeners.delete(source);
    });
    tellOne(source, listener);
  });
  server.maxConnections = limits.connections;

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(egressStatusPort, parts.address, () => {
      server.off('error', reject);
      server.on('error', parts.onError);
      resolve({
        tell(addresses) {
          for (const source of addresses)
            for (const listener of listeners.get(source) ?? []) tellOne(source, listener);
        },
        dismiss(addresses) {
          const there = addresses.flatMap((source) => [...(listeners.get(source) ?? [])]);
          for (const listener of there) {
            if (listener.said !== 'gone') listener.socket.write(writeEgressStatus('gone'));
            listener.said = 'gone';
          }
          return there.length > 0;
        },
        close() {
          server.close();
          for (const there of listeners.values()) for (const { socket } of there) socket.destroy();
        },
      });
    });
  });
}
