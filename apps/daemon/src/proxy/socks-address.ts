import { parseIp } from '@comet/foundation';

/** An address of RFC 1928 §5. */
interface SocksAddress {
  readonly host: string;
  readonly port: number;
  /** Offset of what follows it. */
  readonly end: number;
}

const types = { ipv4: 1, name: 3, ipv6: 4 } as const;

/** Reads the address at an offset: type, host and port; null if it is incomplete or of an unknown type. */
export function readSocksAddress(message: Buffer, offset: number): SocksAddress | null {
  const type = message[offset];
  const begin = type === types.name ? offset + 2 : offset + 1;
  const length = lengthOf(type, message[offset + 1] ?? 0);
  if (length === null || message.length < begin + length + 2) return null;
  const bytes = message.subarray(begin, begin + length);
  const host = hostOf(type, bytes);
  return host === '' ? null : { host, port: message.readUInt16BE(begin + length), end: begin + length + 2 };
}

function lengthOf(type: number | undefined, nameLength: number): number | null {
  if (type === types.name) return nameLength;
  if (type === types.ipv4) return 4;
  return type === types.ipv6 ? 16 : null;
}

function hostOf(type: number | undefined, bytes: Buffer): string {
  if (type === types.name) return bytes.toString('latin1');
  if (type === types.ipv4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16));
  return groups.join(':');
}

/** Writes an IP address with its port. */
export function writeSocksAddress(address: string, port: number): Buffer {
  const bytes = parseIp(address)?.bytes ?? [0, 0, 0, 0];
  const type = bytes.length === 4 ? types.ipv4 : types.ipv6;
  return Buffer.from([type, ...bytes, port >> 8, port & 0xff]);
}
