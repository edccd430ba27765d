import { createServer, type Socket } from 'node:net';
import { respondToPostQuantumPsk, postQuantumPskPort, postQuantumPskSizes } from '@comet/admission';

/**
 * Maximum duration of an exchange, and the minimum time for which it counts against the limit, in ms: each one changes the device.
 * Maximum number of concurrent connections, in total and per customer.
 */
const limits = { time: 5_000, minMs: 1_000, connections: 512, perSource: 2 };

interface PostQuantumPskParts {
  /** The gateway's own address in the tunnel: only its sessions can reach it, and WireGuard authenticates the client's address. */
  readonly address: string;
  /** The gateway's WireGuard public key. */
  readonly serverPublicKey: string;
  /** Returns the WireGuard key of an IPv4 address of the tunnel, or null. */
  keyAt(ipv4: string): string | null;
  /** Sets the peer's preshared key. Its session continues; the next handshake needs the key. */
  setPresharedKey(publicKey: string, presharedKey: string): Promise<boolean>;
  onError(error: unknown): void;
}

/** Agrees on post-quantum PSKs with clients, inside their tunnels. Resolves when it listens. */
export function servePostQuantumPsk(parts: PostQuantumPskParts): Promise<{ close(): void }> {
  const open = new Map<string, number>();
  const release = (source: string): void => {
    const left = (open.get(source) ?? 1) - 1;
    if (left === 0) open.delete(source);
    else open.set(source, left);
  };
  const server = createServer({ noDelay: true }, (socket) => {
    const source = socket.remoteAddress ?? '';
    const count = (open.get(source) ?? 0) + 1;
    const client = parts.keyAt(source);
    if (client === null || count > limits.perSource) {
      socket.destroy();
      return;
    }
    open.set(source, count);
    const timer = setTimeout(() => socket.destroy(), limits.time);
    const minMs = performance.now() + limits.minMs;
    socket.once('close', () => {
      clearTimeout(timer);
      setTimeout(() => release(source), Math.max(0, minMs - performance.now())).unref();
    });
    socket.on('error', () => socket.destroy());
    agree(parts, socket, client, source).catch((error: unknown) => {
      socket.destroy();
      parts.onError(error);
    });
  });
  server.maxConnections = limits.connections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(postQuantumPskPort, parts.address, () => {
      server.off('error', reject);
      server.on('error', parts.onError);
      resolve({ close: () => void server.close() });
    });
  });
}

async function agree(
  parts: PostQuantumPskParts,
  socket: Socket,
  client: string,
  source: string,
): Promise<void> {
  const read = reader(socket);
  const offer = await read(postQuantumPskSizes.offer);
  const ends = { client, gateway: parts.serverPublicKey };
  const reply = offer === null ? null : respondToPostQuantumPsk(ends, offer);
  if (reply === null) {
    socket.destroy();
    return;
  }
  socket.write(reply.message);
  const confirmation = await read(postQuantumPskSizes.confirmation);
  // The address may have been reassigned meanwhile.
  const proven = confirmation !== null && reply.isConfirmed(confirmation) && parts.keyAt(source) === client;
  if (proven && (await parts.setPresharedKey(client, reply.presharedKey))) socket.end(Buffer.from([1]));
  else socket.destroy();
}

/** Reads `count` bytes; null if the client closes early or sends more. */
function reader(socket: Socket): (count: number) => Promise<Buffer | null> {
  let received = Buffer.alloc(0);
  let over = false;
  let changed = (): void => undefined;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length > postQuantumPskSizes.offer) socket.destroy();
    changed();
  });
  socket.on('close', () => {
    over = true;
    changed();
  });
  socket.on('end', () => {
    over = true;
    changed();
  });
  return (count) =>
    new Promise((resolve) => {
      changed = () => {
        if (received.length >= count) {
          const taken = received.subarray(0, count);
          received = received.subarray(count);
          changed = () => undefined;
          resolve(taken);
        } else if (over) resolve(null);
      };
      changed();
    });
}
