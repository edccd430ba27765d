import { createServer, type Socket } from 'node:net';
import { type EgressStatus, egressStatusPort, writeEgressStatus } from '@comet/admission';

/** Maximum connections in total and per customer; milliseconds after which an unused one is closed. */
const limits = { connections: 4_096, perSource: 2, keepAlive: 60_000 };

interface EgressStatusParts {
  /** The gateway's own address in the tunnel: only its sessions can reach it, and WireGuard authenticates the client's address. */
  readonly address: string;
  /** Returns the current status of the session at an IPv4 address of the tunnel; null where it does not leave by an exit. */
  statusFor(ipv4: string): EgressStatus | null;
  onError(error: unknown): void;
}

/** Notifies sessions of the status of their egress routes. */
export interface EgressStatusServer {
  /** Sends the current status to the sessions at these addresses where it changed; closes those without an egress route. */
  notify(addresses: readonly string[]): void;
  /** Sends `gone` to the sessions at these addresses. Returns whether one is connected. */
  notifyEnding(addresses: readonly string[]): boolean;
  close(): void;
}

interface Listener {
  readonly socket: Socket;
  sent: EgressStatus | null;
}

/** Serves each session's egress status inside its tunnel. Resolves once it listens. */
export function serveEgressStatus(parts: EgressStatusParts): Promise<EgressStatusServer> {
  const listeners = new Map<string, Set<Listener>>();

  function sendStatus(source: string, listener: Listener): void {
    const status = parts.statusFor(source);
    if (status === null) listener.socket.destroy();
    else if (status !== listener.sent) listener.socket.write(writeEgressStatus(status));
    listener.sent = status;
  }

  const server = createServer({ noDelay: true }, (socket) => {
    const source = socket.remoteAddress ?? '';
    const connected = listeners.get(source) ?? new Set();
    socket.on('error', () => socket.destroy());
    // The client sends nothing.
    socket.once('data', () => socket.destroy());
    if (connected.size >= limits.perSource) {
      socket.destroy();
      return;
    }
    const listener: Listener = { socket, sent: null };
    listeners.set(source, connected.add(listener));
    socket.setKeepAlive(true, limits.keepAlive);
    socket.once('close', () => {
      connected.delete(listener);
      if (connected.size === 0 && listeners.get(source) === connected) listeners.delete(source);
    });
    sendStatus(source, listener);
  });
  server.maxConnections = limits.connections;

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(egressStatusPort, parts.address, () => {
      server.off('error', reject);
      server.on('error', parts.onError);
      resolve({
        notify(addresses) {
          for (const source of addresses)
            for (const listener of listeners.get(source) ?? []) sendStatus(source, listener);
        },
        notifyEnding(addresses) {
          const connected = addresses.flatMap((source) => [...(listeners.get(source) ?? [])]);
          for (const listener of connected) {
            if (listener.sent !== 'gone') listener.socket.write(writeEgressStatus('gone'));
            listener.sent = 'gone';
          }
          return connected.length > 0;
        },
        close() {
          server.close();
          for (const connected of listeners.values()) for (const { socket } of connected) socket.destroy();
        },
      });
    });
  });
}
