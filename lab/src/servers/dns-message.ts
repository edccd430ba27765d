import { isIPv4 } from 'node:net';

export type Zone = Record<string, { ipv4: string; ipv6: string }>;

/** Name whose TXT record is the querying address, by which a client learns its resolver's address. */
const WHOAMI = 'whoami.comet.test';

/** Returns the resolver's answer to a query from `from`. Names are case-insensitive (RFC 4343). */
export function answerFrom(
  zone: Zone,
  question: Pick<DnsQuestion, 'name' | 'type'>,
  from: string,
): DnsAnswer {
  const name = question.name.toLowerCase();
  if (name === WHOAMI) {
    return { code: 'NOERROR', records: question.type === 'TXT' ? [{ type: 'TXT', text: from }] : [] };
  }
  const host = Object.hasOwn(zone, name) ? zone[name] : undefined;
  if (host === undefined) return { code: 'NXDOMAIN' };
  if (question.type === 'A') return { code: 'NOERROR', records: [{ type: 'A', address: host.ipv4 }] };
  if (question.type === 'AAAA') return { code: 'NOERROR', records: [{ type: 'AAAA', address: host.ipv6 }] };
  return { code: 'NOERROR', records: [] };
}

/** Servers of one host of the lab. */
export interface ServersConfiguration {
  /** `log` is a file of one JSON DnsQuery a line. */
  dns: { addresses: string[]; zone: Zone; log: string };
  /** Addresses of the echo server, on port 80. */
  echo: string[];
  /** Addresses whose port 80 is relayed to a unix socket outside the lab. */
  relays: { addresses: string[]; socket: string }[];
  /** Path of the CONNECT proxy's unix socket, by which processes outside reach the lab's internet; null for none. */
  connectProxy: string | null;
}

/**
 * The subset of the DNS wire format (RFC 1035 §4) for one small zone: one question, address and text records, and no compression except the
 * pointer to the question.
 */
export interface DnsQuestion {
  id: number;
  recursionDesired: boolean;
  /** As in the query, without the final dot. */
  name: string;
  /** `A`, or `TYPE123` for an unknown number. */
  type: string;
  /** The question section's bytes, which the reply repeats. */
  section: Buffer;
}

export type DnsRecord = { type: 'A' | 'AAAA'; address: string } | { type: 'TXT'; text: string };

/** `NXDOMAIN`: no such name. `NOERROR` without records: the name has no record of that type. */
export type DnsAnswer = { code: 'NOERROR'; records: readonly DnsRecord[] } | { code: 'NXDOMAIN' };

const HEADER = 12;
/** TTL in seconds. Short, because tests change the addresses of names. */
const TTL = 5;

const typeNumbers: Record<string, number> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  SVCB: 64,
  HTTPS: 65,
  ANY: 255,
};
const typeNames = new Map(Object.entries(typeNumbers).map(([name, number]) => [number, name]));

/** Parses a query; null unless it is well-formed and has exactly one question. */
export function parseQuery(message: Buffer): DnsQuestion | null {
  if (message.length < HEADER) return null;
  const flags = message.readUInt16BE(2);
  const isReply = (flags & 0x8000) !== 0;
  if (isReply || message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = HEADER;
  for (;;) {
    const length = message[at];
    // 0xc0 marks a compression pointer, which is invalid in the first question.
    if (length === undefined || length > 63 || at + 1 + length > message.length) return null;
    at += 1;
    if (length === 0) break;
    labels.push(message.toString('latin1', at, at + length));
    at += length;
  }
  if (at - HEADER > 255 || at + 4 > message.length) return null;
  const type = message.readUInt16BE(at);
  return {
    id: message.readUInt16BE(0),
    recursionDesired: (flags & 0x0100) !== 0,
    name: labels.join('.'),
    type: typeNames.get(type) ?? `TYPE${type}`,
    section: message.subarray(HEADER, at + 4),
  };
}

/** Writes the reply to a question: authoritative, with "recursion available", which stub resolvers expect. */
export function writeReply(question: DnsQuestion, answer: DnsAnswer): Buffer {
  const records = answer.code === 'NOERROR' ? answer.records.map(writeRecord) : [];
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(question.id, 0);
  const flags = 0x8480 | (question.recursionDesired ? 0x0100 : 0) | (answer.code === 'NXDOMAIN' ? 3 : 0);
  header.writeUInt16BE(flags, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.section, ...records]);
}

function writeRecord(record: DnsRecord): Buffer {
  const data = record.type === 'TXT' ? textBytes(record.text) : addressBytes(record.address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | HEADER, 0);
  head.writeUInt16BE(typeNumbers[record.type] ?? 0, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(TTL, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function textBytes(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 255);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** Returns the 4 or 16 bytes of an address in text form (RFC 4291 §2.2, without an embedded IPv4 address). */
export function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [before = '', after] = address.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const head = groups(before);
  const tail = after === undefined ? [] : groups(after);
  const words = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}
