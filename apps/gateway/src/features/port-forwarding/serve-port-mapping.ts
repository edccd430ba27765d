import { createSocket } from 'node:dgram';
import { parseIp } from '@comet/foundation';
import { TokenBuckets } from '../../platform/admission-server/token-buckets.ts';
import { portMappingPort } from '../../platform/firewall/port-forwards.ts';
import { type ForwardingDecisions, replyTo } from './reply-to.ts';

/** Requests of a client: enough for its few ports, each with a few retries. Others get no reply. */
const requestRules = { burst: 30, perSecond: 2, keys: 20_000 };

interface PortMappingParts {
  /** The gateway's own address in the tunnel: only its clients can reach it, and the tunnel authenticates their addresses. */
  readonly address: string;
  clientAt(ipv4: string): ForwardingDecisions;
  /** Monotonic clock in milliseconds. */
  now(): number;
  onError(error: unknown): void;
}

/** Serves NAT-PMP and PCP. Resolves when it listens. */
export function servePortMapping(parts: PortMappingParts): Promise<{ close(): void }> {
  const buckets = new TokenBuckets(requestRules);
  const socket = createSocket('udp4');

  async function respond(datagram: Buffer, address: string, port: number): Promise<void> {
    const source = parseIp(address);
    if (source === null || !buckets.take(address, parts.now())) return;
    const reply = await replyTo(datagram, Uint8Array.from(source.bytes), parts.clientAt(address));
    // The client may be gone.
    if (reply !== null) socket.send(reply, port, address, () => undefined);
  }

  socket.on('message', (datagram, { address, port }) => {
    respond(datagram, address, port).catch(parts.onError);
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ address: parts.address, port: portMappingPort }, () => {
      socket.off('error', reject);
      socket.on('error', parts.onError);
      resolve({ close: () => void socket.close() });
    });
  });
}
