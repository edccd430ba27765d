import type { Protocol } from './nat-pmp.ts';

/** PCP (RFC 6887) as the server sees it: the opcodes ANNOUNCE and MAP, and the option PREFER_FAILURE. All numbers are big-endian. */

/** Result codes of RFC 6887 §7.4. */
export const pcpResults = {
  success: 0,
  unsupportedVersion: 1,
  notAuthorised: 2,
  malformedRequest: 3,
  unsupportedOpcode: 4,
  unsupportedOption: 5,
  malformedOption: 6,
  networkFailure: 7,
  noResources: 8,
  unsupportedProtocol: 9,
  quotaExceeded: 10,
  cannotProvideExternal: 11,
  addressMismatch: 12,
} as const;

export type PcpResult = (typeof pcpResults)[keyof typeof pcpResults];

interface PcpMap {
  readonly kind: 'map';
  readonly protocol: Protocol;
  /** 96 bits in hexadecimal digits. */
  readonly nonce: string;
  /** 0 with a lifetime of 0: every mapping of the protocol. */
  readonly internalPort: number;
  /** 0 for any. */
  readonly suggestedPort: number;
  /** Seconds; 0 deletes the mapping. */
  readonly lifetime: number;
  /** PREFER_FAILURE: only the suggested port will do. */
  readonly isExact: boolean;
}

export type PcpRequest =
  | { readonly kind: 'announce' }
  | PcpMap
  /** Answered with the result. */
  | { readonly kind: 'refused'; readonly result: PcpResult };

const version = 2;
const replyFlag = 0x80;
const opcodes = { announce: 0, map: 1 } as const;
const protocols: Readonly<Record<number, Protocol>> = { 6: 'tcp', 17: 'udp' };
const preferFailure = 2;
/** Options from 128 may be ignored (RFC 6887 §7.3). */
const firstOptional = 128;
const sizes = { header: 24, map: 36, max: 1100 } as const;
/** Offsets in a MAP request and its reply. */
const at = { client: 8, nonce: 24, protocol: 36, internalPort: 40, port: 42, address: 44 } as const;

/** Seconds for which a client should not repeat a refused request (RFC 6887 §7.4). */
const errorLifetimes = { short: 30, long: 1800 } as const;

/**
 * Parses a datagram of any version but 0, from a client with the IPv4 address `source` (four bytes). Null for a reply and for one that is
 * too short for a version and an opcode: these get no reply (RFC 6887 §8.3).
 */
export function readPcp(datagram: Buffer, source: Uint8Array): PcpRequest | null {
  const [given, opcode] = datagram;
  if (given === undefined || opcode === undefined || opcode >= replyFlag) return null;
  if (given !== version) return refused('unsupportedVersion');
  if (datagram.length < sizes.header || datagram.length > sizes.max || datagram.length % 4 !== 0)
    return refused('malformedRequest');
  if (opcode !== opcodes.announce && opcode !== opcodes.map) return refused('unsupportedOpcode');
  if (opcode === opcodes.map && datagram.length < sizes.header + sizes.map)
    return refused('malformedRequest');
  if (!datagram.subarray(at.client, at.client + 16).equals(mapped(source))) return refused('addressMismatch');
  return opcode === opcodes.announce ? { kind: 'announce' } : readMap(datagram);
}

function readMap(datagram: Buffer): PcpRequest {
  const options = readOptions(datagram.subarray(sizes.header + sizes.map));
  if (typeof options === 'string') return refused(options);
  const number = datagram.readUInt8(at.protocol);
  const internalPort = datagram.readUInt16BE(at.internalPort);
  const lifetime = datagram.readUInt32BE(4);
  // All protocols are protocol 0 with port 0 (§11.1).
  if (number === 0 && internalPort !== 0) return refused('malformedRequest');
  const protocol = protocols[number];
  // Only a deletion may name all ports of a protocol.
  if (protocol === undefined || (internalPort === 0 && lifetime !== 0)) return refused('unsupportedProtocol');
  return {
    kind: 'map',
    protocol,
    nonce: datagram.toString('hex', at.nonce, at.nonce + 12),
    internalPort,
    suggestedPort: datagram.readUInt16BE(at.port),
    lifetime,
    isExact: options.isExact,
  };
}

/** THIRD_PARTY and FILTER are refused like every unknown mandatory option (RFC 6887 §7.3). */
function readOptions(bytes: Buffer): { readonly isExact: boolean } | 'malformedOption' | 'unsupportedOption' {
  let isExact = false;
  for (let start = 0; start < bytes.length; ) {
    const code = bytes.readUInt8(start);
    const length = bytes.readUInt16BE(start + 2);
    const end = start + 4 + Math.ceil(length / 4) * 4;
    if (end > bytes.length) return 'malformedOption';
    if (code === preferFailure) {
      if (isExact || length !== 0) return 'malformedOption';
      isExact = true;
    } else if (code < firstOptional) return 'unsupportedOption';
    start = end;
  }
  return { isExact };
}

/** Returns a refusal: the request with the header of a reply (RFC 6887 §8.3). */
export function pcpRefusal(datagram: Buffer, result: PcpResult, epoch: number): Buffer {
  const length = Math.min(sizes.max, Math.max(sizes.header, Math.ceil(datagram.length / 4) * 4));
  const reply = Buffer.alloc(length);
  datagram.copy(reply, 0, 0, length);
  const isShort = result === pcpResults.networkFailure || result === pcpResults.noResources;
  writeHead(reply, { result, epoch, lifetime: isShort ? errorLifetimes.short : errorLifetimes.long });
  return reply;
}

/** Returns the reply to an ANNOUNCE request. */
export function pcpAnnounceReply(epoch: number): Buffer {
  const reply = Buffer.alloc(sizes.header);
  writeHead(reply, { result: pcpResults.success, epoch, lifetime: 0 });
  return reply;
}

/** Returns the reply to a successful MAP request. `address` are the four bytes of the public address. */
export function pcpMapReply(
  datagram: Buffer,
  mapping: {
    readonly epoch: number;
    readonly lifetime: number;
    readonly port: number;
    readonly address: Uint8Array;
  },
): Buffer {
  const reply = Buffer.from(datagram.subarray(0, sizes.header + sizes.map));
  writeHead(reply, { ...mapping, result: pcpResults.success });
  reply.writeUInt16BE(mapping.port, at.port);
  reply.set(mapped(mapping.address), at.address);
  return reply;
}

function writeHead(
  reply: Buffer,
  head: { readonly result: PcpResult; readonly epoch: number; readonly lifetime: number },
): void {
  reply.writeUInt8(version, 0);
  reply.writeUInt8((reply[1] ?? 0) | replyFlag, 1);
  reply.writeUInt8(0, 2);
  reply.writeUInt8(head.result, 3);
  reply.writeUInt32BE(head.lifetime, 4);
  reply.writeUInt32BE(head.epoch, 8);
  reply.fill(0, 12, sizes.header);
}

/** The 16 bytes of an IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2). */
function mapped(ipv4: Uint8Array): Buffer {
  return Buffer.concat([Buffer.alloc(10), Buffer.from([0xff, 0xff]), ipv4.subarray(0, 4)]);
}

function refused(reason: keyof typeof pcpResults): PcpRequest {
  return { kind: 'refused', result: pcpResults[reason] };
}
