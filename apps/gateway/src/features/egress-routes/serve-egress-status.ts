import { createServer, type Socket } from 'node:net';
import { type EgressStatus, egressStatusPort, writeEgressStatus } from '@comet/admission';

/** Maximum connections in total and per customer; milliseconds after which an unused one is closed. */
const limits = { connections: 4_096, perSource: 2, keepAlive: 60_000 };

export interface EgressStatusParts {
  /** The gateway's own address in the tunnel: only its sessions can reach it, and WireGuard authenticates the client's address. */
  readonly address: string;
  /** Returns the current status of the session at an IPv4 address of the tunnel; null where it does not leave by an exit. */
  statusFor(ipv4: string): EgressStatus | null;
  onError(error: unknown): void;
}

/** Notifies sessions of the status of their egress routes. */
export interface Words {
  /** Sends the current status to the sessions at these addresses where it changed; closes those without an egress route. */
  tell(addresses: readonly string[]): void;
  /** Sends `gone` to the sessions at these addresses. Returns whether one is connected. */
  dismiss(addresses: readonly string[]): boolean;
  close(): void;
}

interface Listener {
  readonly socket: Socket;
  said: EgressStatus | null;
}

/** Serves each session's egress status inside its tunnel. Resolves once it listens. */
export function serveEgressStatus(parts: EgressStatusParts): Promise<Words> {
  const listeners = new Map<string, Set<Listener>>();

  function tellOne(source: string, listener: Listener): void {
    const word = parts.statusFor(source);
    if (word === null) listener.socket.destroy();
    else if (word !== listener.said) listener.socket.write(writeEgressStatus(word));
    listener.said = word;
  }

  const server = createServer({ noDelay: true }, (socket) => {
    const source = socket.remoteAddress ?? '';
    const there = listeners.get(source) ?? new Set();
    socket.on('error', () => socket.destroy());
    // The client sends nothing.
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
