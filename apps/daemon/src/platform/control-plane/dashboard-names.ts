import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIpv4, parseIp } from '@comet/foundation';
import type { WebContact } from '../firewall/firewall.ts';

/** Addresses that answer DNS queries while the account blocks traffic; null if this machine lacks the address family. */
export interface DnsPorts {
  readonly ipv4: number | null;
  readonly ipv6: number | null;
}

export interface DashboardNames {
  readonly at: DnsPorts;
  close(): void;
}

/** RFC 1035 §4.1.1: header length in bytes, and response codes. */
const headerLength = 12;
const refused = 5;
/** RFC 1035 §3.2.2, RFC 3596 §2.1: record types. */
const types = { a: 1, aaaa: 28 };
/** Seconds: once traffic is allowed again, the usual resolver answers. */
const timeToLive = 10;

/** Serves DNS over UDP on this machine only, for the contacts' names only, without contacting other hosts. */
export async function serveDashboardNames(contacts: readonly WebContact[]): Promise<DashboardNames> {
  const sockets = await Promise.all([listen('udp4', '127.0.0.1'), listen('udp6', '::1')]);
  for (const socket of sockets)
    socket?.on('message', (query, { address, port }) => {
      const response = dnsReplyFor(query, contacts);
      if (response !== null) socket.send(response, port, address, () => undefined);
    });
  const [ipv4, ipv6] = sockets.map((socket) => socket?.address().port ?? null);
  return {
    at: { ipv4: ipv4 ?? null, ipv6: ipv6 ?? null },
    close: () => {
      for (const socket of sockets) socket?.close();
    },
  };
}

async function listen(type: 'udp4' | 'udp6', address: string): Promise<Socket | null> {
  const socket = createSocket(type);
  try {
    socket.bind(0, address);
    await once(socket, 'listening');
    // The socket ends with the daemon.
    return socket.unref();
  } catch {
    return null;
  }
}

/** Returns the addresses of a contact's name, a refusal for other names, or null for a malformed query (RFC 1035 §4.1). */
export function dnsReplyFor(query: Buffer, contacts: readonly WebContact[]): Buffer | null {
  const question = readQuestion(query);
  if (question === null) return null;
  const { name, type, end } = question;
  const known = contacts.filter((contact) => contact.name.toLowerCase() === name);
  const wanted = known
    .map(({ host }) => host)
    .filter((host) => (isIpv4(host) ? types.a : types.aaaa) === type);
  const records = [...new Set(wanted)].map((host) => recordOf(host, type));
  const header = Buffer.alloc(headerLength);
  query.copy(header, 0, 0, 2);
  // A response with recursion available; the flag "recursion desired" is copied.
  header.writeUInt16BE(0x80_80 | (query.readUInt16BE(2) & 0x01_00) | (known.length === 0 ? refused : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(headerLength, end), ...records]);
}

/** The question of a query that has only one, its name in lower case; `end`: the offset after it. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } | null {
  const isQuery = query.length > headerLength && (query.readUInt16BE(2) & 0xf8_00) === 0;
  if (!isQuery || query.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = headerLength;
  for (;;) {
    const length = query[at];
    if (length === undefined || length > 63) return null;
    at += 1;
    if (length === 0) break;
    labels.push(query.toString('latin1', at, at + length));
    at += length;
  }
  if (at + 4 > query.length) return null;
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at), end: at + 4 };
}

/** A record by RFC 1035 §4.1.3, whose name is a pointer to the question's. */
function recordOf(host: string, type: number): Buffer {
  const address = Buffer.from(parseIp(host)?.bytes ?? []);
  const fields = Buffer.alloc(12);
  fields.writeUInt16BE(0xc0_00 | headerLength, 0);
  fields.writeUInt16BE(type, 2);
  fields.writeUInt16BE(1, 4);
  fields.writeUInt32BE(timeToLive, 6);
  fields.writeUInt16BE(address.length, 10);
  return Buffer.concat([fields, address]);
}
