import type { Socket } from 'node:net';

/** The client of a relayed connection. */
export interface ProxiedClient {
  /** An IPv4 or IPv6 address as text. */
  readonly address: string;
  readonly port: number;
}

/** The PROXY protocol, version 2 (haproxy, doc/proxy-protocol.txt §2.2). */
const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
/** Signature, version and command, family, length. */
const prefixLength = 16;
/** Addresses and ports of both ends, by the family byte: TCP over IPv4 and over IPv6. */
const families: Readonly<Record<number, { readonly address: number; readonly length: number }>> = {
  0x11: { address: 4, length: 12 },
  0x21: { address: 16, length: 36 },
};
/** Bytes after the prefix, with optional fields (TLVs), which are ignored. */
const maxLength = 512;
/** Milliseconds for the header to arrive. */
const timeout = 2_000;

/** The result of parsing the bytes so far. */
type Parsed =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'invalid' }
  /** `length` is that of the header, in bytes. */
  | { readonly kind: 'client'; readonly client: ProxiedClient; readonly length: number };

/** Parses the beginning of a connection. Only the command PROXY over TCP is valid: `LOCAL` and other families have no client. */
export function parseProxyHeader(bytes: Buffer): Parsed {
  const known = Math.min(bytes.length, signature.length);
  if (!bytes.subarray(0, known).equals(signature.subarray(0, known))) return { kind: 'invalid' };
  if (bytes.length < prefixLength) return { kind: 'incomplete' };
  const family = families[bytes.readUInt8(13)];
  const length = bytes.readUInt16BE(14);
  if (bytes.readUInt8(12) !== 0x21 || family === undefined) return { kind: 'invalid' };
  if (length < family.length || length > maxLength) return { kind: 'invalid' };
  if (bytes.length < prefixLength + length) return { kind: 'incomplete' };
  const source = bytes.subarray(prefixLength, prefixLength + family.address);
  const port = bytes.readUInt16BE(prefixLength + 2 * family.address);
  return { kind: 'client', client: { address: textOf(source), port }, length: prefixLength + length };
}

/** Returns an address as text: IPv6 in groups, not shortened. */
function textOf(address: Buffer): string {
  if (address.length === 4) return [...address].join('.');
  return Array.from({ length: 8 }, (_, group) => address.readUInt16BE(2 * group).toString(16)).join(':');
}

/**
 * Reads the PROXY header of a connection and leaves the bytes after it unread. Resolves with null for an invalid header, at the end of the
 * connection, and after two seconds.
 */
export function readProxyHeader(socket: Socket): Promise<ProxiedClient | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const finish = (client: ProxiedClient | null): void => {
      clearTimeout(timer);
      socket.off('readable', read);
      socket.off('close', end);
      socket.off('end', end);
      socket.off('error', end);
      resolve(client);
    };
    const end = (): void => finish(null);
    const read = (): void => {
      for (let chunk = readChunk(socket); chunk !== null; chunk = readChunk(socket)) {
        bytes = Buffer.concat([bytes, chunk]);
        const parsed = parseProxyHeader(bytes);
        if (parsed.kind === 'invalid') return end();
        if (parsed.kind === 'incomplete') continue;
        if (bytes.length > parsed.length) socket.unshift(bytes.subarray(parsed.length));
        return finish(parsed.client);
      }
    };
    const timer = setTimeout(end, timeout);
    socket.on('readable', read);
    socket.once('close', end);
    socket.once('end', end);
    socket.once('error', end);
  });
}

function readChunk(socket: Socket): Buffer | null {
  return socket.read() as Buffer | null;
}
