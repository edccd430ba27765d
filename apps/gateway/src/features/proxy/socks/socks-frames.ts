import { formatIp, parseIp } from '@comet/foundation';
import type { Credentials } from '../http/http-head.ts';

/**
 * Messages of a SOCKS5 client (RFC 1928, RFC 1929). Each reader takes the bytes received so far and returns `more` for an incomplete message,
 * `bad` for an invalid one, or the message and its length in bytes.
 */
export type Read<T> = 'more' | 'bad' | { readonly message: T; readonly length: number };

export const methods = { none: 0, password: 2, refused: 0xff } as const;

/** Reads the authentication methods that the client offers. */
export function readGreeting(bytes: Buffer): Read<readonly number[]> {
  if (bytes.length > 0 && bytes[0] !== 5) return 'bad';
  if (bytes.length < 2) return 'more';
  const count = bytes.readUInt8(1);
  if (count === 0) return 'bad';
  return bytes.length < 2 + count
    ? 'more'
    : { message: [...bytes.subarray(2, 2 + count)], length: 2 + count };
}

/** Reads a username and password (RFC 1929). */
export function readLogin(bytes: Buffer): Read<Credentials> {
  if (bytes.length > 0 && bytes[0] !== 1) return 'bad';
  if (bytes.length < 2) return 'more';
  const nameEnd = 2 + bytes.readUInt8(1);
  if (bytes.length <= nameEnd) return 'more';
  const end = nameEnd + 1 + bytes.readUInt8(nameEnd);
  if (bytes.length < end) return 'more';
  const username = bytes.toString('utf8', 2, nameEnd);
  return { message: { username, password: bytes.toString('utf8', nameEnd + 1, end) }, length: end };
}

export interface SocksRequest {
  readonly command: 'connect' | 'udp' | 'other';
  readonly host: string;
  readonly port: number;
}

const commands: Readonly<Record<number, SocksRequest['command']>> = { 1: 'connect', 3: 'udp' };

/** Reads a request (RFC 1928 §4); a command other than CONNECT and UDP ASSOCIATE is `other`. */
export function readRequest(bytes: Buffer): Read<SocksRequest> {
  if ((bytes.length > 0 && bytes[0] !== 5) || (bytes.length > 2 && bytes[2] !== 0)) return 'bad';
  if (bytes.length < 4) return 'more';
  const address = readAddress(bytes, 3);
  if (typeof address === 'string') return address;
  const command = commands[bytes.readUInt8(1)] ?? 'other';
  return { message: { command, ...address.message }, length: address.length };
}

interface Datagram {
  readonly host: string;
  readonly port: number;
  readonly payload: Buffer;
}

/** A datagram from a client (RFC 1928 §7); null for an invalid one or a fragment, since fragments are not supported. */
export function readDatagram(bytes: Buffer): Datagram | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0 || bytes[2] !== 0) return null;
  const address = readAddress(bytes, 3);
  return typeof address === 'string' ? null : { ...address.message, payload: bytes.subarray(address.length) };
}

/** A datagram to a client (RFC 1928 §7) from `host` and `port`. */
export function writeDatagram(host: string, port: number, payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(0, 0, 0), writeAddress(host, port), payload]);
}

/** A reply with the address that the connection leaves from; `0.0.0.0:0` where that is not disclosed. */
export function writeReply(code: number, host = '0.0.0.0', port = 0): Buffer {
  return Buffer.concat([Buffer.of(5, code, 0), writeAddress(host, port)]);
}

/** An address of RFC 1928 §5 with its type and port. */
export function writeAddress(host: string, port: number): Buffer {
  const ip = parseIp(host);
  const name = Buffer.from(host, 'latin1');
  const address = ip === null ? [3, name.length, ...name] : [ip.family === 4 ? 1 : 4, ...ip.bytes];
  return Buffer.from([...address, port >> 8, port & 0xff]);
}

/** Reads an address of RFC 1928 §5 at an offset. */
export function readAddress(
  bytes: Buffer,
  at: number,
): Read<{ readonly host: string; readonly port: number }> {
  const type = bytes[at];
  if (type !== 1 && type !== 3 && type !== 4) return 'bad';
  const size = type === 1 ? 4 : type === 4 ? 16 : bytes[at + 1];
  if (size === undefined) return 'more';
  const start = type === 3 ? at + 2 : at + 1;
  const end = start + size;
  if (bytes.length < end + 2) return 'more';
  const part = bytes.subarray(start, end);
  const host =
    type === 3 ? part.toString('latin1') : formatIp({ family: type === 1 ? 4 : 6, bytes: [...part] });
  return { message: { host, port: bytes.readUInt16BE(end) }, length: end + 2 };
}
