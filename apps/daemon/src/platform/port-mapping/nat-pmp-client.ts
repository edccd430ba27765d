import { createSocket } from 'node:dgram';
import { err, ok, type Result } from '@comet/foundation';

/** NAT-PMP (RFC 6886) with the gateway, inside the tunnel. */

const serverPort = 5351;

/** Milliseconds to wait for a reply to each of the datagrams (RFC 6886 §3.1: the wait doubles). */
const waits = [250, 500, 1_000, 2_000];

/** The local address and the gateway's, both inside the tunnel. */
export interface PortMappingAddresses {
  readonly from: string;
  readonly to: string;
}

export interface MappingRequest {
  readonly protocol: 'tcp' | 'udp';
  /** The port on this machine. */
  readonly port: number;
  /** The preferred public port; 0 for any. */
  readonly publicPort: number;
  /** Seconds; 0 deletes the mapping. */
  readonly lifetime: number;
}

export type MappingFailure =
  /** The gateway has no port forwarding, or none at its location. */
  | 'not_offered'
  /** The account has all its ports, or the gateway has none left. */
  | 'no_port_left';

interface Mapping {
  readonly publicPort: number;
  /** Seconds. */
  readonly lifetime: number;
}

export interface PortMappingClient {
  /** Resolves with the gateway's public IPv4 address. Never rejects. */
  publicAddress(at: PortMappingAddresses, signal: AbortSignal): Promise<Result<string, MappingFailure>>;
  /** Requests, renews or deletes a mapping. Never rejects. */
  map(
    at: PortMappingAddresses,
    request: MappingRequest,
    signal: AbortSignal,
  ): Promise<Result<Mapping, MappingFailure>>;
}

const opcodes = { udp: 1, tcp: 2 } as const;
const replyFlag = 128;
const outOfResources = 4;

export function natPmpClient(port: number = serverPort): PortMappingClient {
  return {
    async publicAddress(at, signal) {
      const reply = await exchange({ ...at, port }, Buffer.from([0, 0]), 12, signal);
      return reply.ok ? ok(reply.value.subarray(8, 12).join('.')) : reply;
    },
    async map(at, request, signal) {
      const datagram = Buffer.alloc(12);
      datagram.writeUInt8(opcodes[request.protocol], 1);
      datagram.writeUInt16BE(request.port, 4);
      datagram.writeUInt16BE(request.publicPort, 6);
      datagram.writeUInt32BE(request.lifetime, 8);
      const reply = await exchange({ ...at, port }, datagram, 16, signal);
      if (!reply.ok) return reply;
      const [publicPort, lifetime] = [reply.value.readUInt16BE(10), reply.value.readUInt32BE(12)];
      const isGranted = publicPort > 0 && lifetime > 0;
      return isGranted || request.lifetime === 0 ? ok({ publicPort, lifetime }) : err('not_offered');
    },
  };
}

/** Sends the request until there is a reply of `length` bytes. Replies of other hosts, and to other requests, are ignored. */
function exchange(
  { from, to, port }: PortMappingAddresses & { readonly port: number },
  request: Buffer,
  length: number,
  signal: AbortSignal,
): Promise<Result<Buffer, MappingFailure>> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    let timer: NodeJS.Timeout | undefined;
    const finish = (outcome: Result<Buffer, MappingFailure>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      socket.close();
      resolve(outcome);
    };
    const abort = (): void => finish(err('not_offered'));
    const send = (attempt: number): void => {
      const wait = waits[attempt];
      if (wait === undefined) return finish(err('not_offered'));
      // After a failure the next attempt follows: a route may be missing for a moment.
      socket.send(request, () => undefined);
      timer = setTimeout(() => send(attempt + 1), wait);
    };
    socket.once('connect', () => send(0));
    // A refused port is an error of the socket.
    socket.on('error', () => finish(err('not_offered')));
    socket.on('message', (reply) => {
      const result = resultOf(reply, request);
      if (result === null) return;
      if (result !== 0) finish(err(result === outOfResources ? 'no_port_left' : 'not_offered'));
      else if (reply.length === length) finish(ok(reply));
    });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return abort();
    socket.bind({ address: from }, () => socket.connect(port, to));
  });
}

/** Returns the result code of a reply to this request; null for any other datagram. */
function resultOf(reply: Buffer, request: Buffer): number | null {
  if (reply.length < 8 || reply[0] !== 0 || reply[1] !== replyFlag + (request[1] ?? 0)) return null;
  const isOfPort = reply.length < 16 || reply.readUInt16BE(8) === request.readUInt16BE(4);
  return isOfPort ? reply.readUInt16BE(2) : null;
}
