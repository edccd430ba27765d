/** NAT-PMP (RFC 6886): requests and replies as the server sees them. All numbers are big-endian. */

export type Protocol = 'tcp' | 'udp';

/** Result codes of RFC 6886 §3.5. */
export const natPmpResults = {
  success: 0,
  notAuthorised: 2,
  networkFailure: 3,
  outOfResources: 4,
  unsupportedOpcode: 5,
} as const;

export type NatPmpResult = (typeof natPmpResults)[keyof typeof natPmpResults];

export type NatPmpRequest =
  | { readonly kind: 'address' }
  | {
      readonly kind: 'map';
      readonly protocol: Protocol;
      /** 0 with a lifetime of 0: every mapping of the protocol. */
      readonly internalPort: number;
      /** 0 for any. */
      readonly suggestedPort: number;
      /** Seconds; 0 deletes the mapping. */
      readonly lifetime: number;
    }
  | { readonly kind: 'unsupported'; readonly opcode: number };

const opcodes = { address: 0, udp: 1, tcp: 2 } as const;
/** Added to the opcode of a request in its reply. */
const replyFlag = 128;

/** Parses a datagram of version 0. Null for a reply, or for a request of another length than its opcode has: these get no reply. */
export function readNatPmp(datagram: Buffer): NatPmpRequest | null {
  const opcode = datagram[1];
  if (datagram[0] !== 0 || opcode === undefined || opcode >= replyFlag) return null;
  if (opcode === opcodes.address) return datagram.length === 2 ? { kind: 'address' } : null;
  if (opcode !== opcodes.udp && opcode !== opcodes.tcp) return { kind: 'unsupported', opcode };
  if (datagram.length !== 12) return null;
  return {
    kind: 'map',
    protocol: opcode === opcodes.udp ? 'udp' : 'tcp',
    internalPort: datagram.readUInt16BE(4),
    suggestedPort: datagram.readUInt16BE(6),
    lifetime: datagram.readUInt32BE(8),
  };
}

/** The reply to a request for the public address; `bytes` are its four. */
export function natPmpAddressReply(result: NatPmpResult, epoch: number, bytes: Uint8Array): Buffer {
  const reply = Buffer.alloc(12);
  writeHead(reply, opcodes.address, result, epoch);
  reply.set(bytes.subarray(0, 4), 8);
  return reply;
}

/** The reply to a request for a mapping. Port and lifetime are 0 after a deletion and with an error. */
export function natPmpMapReply(
  request: Extract<NatPmpRequest, { kind: 'map' }>,
  reply: {
    readonly result: NatPmpResult;
    readonly epoch: number;
    readonly port: number;
    readonly lifetime: number;
  },
): Buffer {
  const bytes = Buffer.alloc(16);
  writeHead(bytes, opcodes[request.protocol], reply.result, reply.epoch);
  bytes.writeUInt16BE(request.internalPort, 8);
  bytes.writeUInt16BE(reply.port, 10);
  bytes.writeUInt32BE(reply.lifetime, 12);
  return bytes;
}

export function natPmpUnsupportedReply(opcode: number, epoch: number): Buffer {
  const reply = Buffer.alloc(8);
  writeHead(reply, opcode, natPmpResults.unsupportedOpcode, epoch);
  return reply;
}

function writeHead(reply: Buffer, opcode: number, result: NatPmpResult, epoch: number): void {
  reply.writeUInt8(replyFlag + opcode, 1);
  reply.writeUInt16BE(result, 2);
  reply.writeUInt32BE(epoch, 4);
}
