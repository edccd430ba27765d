import type { Log } from '@comet/foundation/log';
import { jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';
import type { RunTool } from '../../platform/system/run-tool.ts';
import { leaseOf } from '../session.ts';
import type { Session } from '../../model/session.ts';
import { linkMtu } from './link-mtu.ts';

/** IPv6's minimum (RFC 8200 §5); a link with a smaller MTU cannot carry IPv6. */
export const minMtu = 1280;

/** Step between tried sizes in bytes: WireGuard pads to 16. */
const step = 16;

/** Overhead of a packet in the tunnel: WireGuard's header and tag, UDP, and the outer IP header. OpenVPN adds a little less. */
export function overheadOf(gateway: string): number {
  return (gateway.includes(':') ? 40 : 20) + 8 + 32;
}

/**
 * Returns the largest packet, in bytes and at most `maxMtu`, that passes through the tunnel and back (as in RFC 4821). Sends one probe if
 * all sizes pass, which is usual; otherwise it bisects. A probe counts as passed at once, and as failed after two attempts.
 * If not even the smallest passes, the link is broken in another way, and the result is `maxMtu`.
 */
export async function largestPacket(
  maxMtu: number,
  passes: (size: number) => Promise<boolean>,
): Promise<number> {
  const passesWithRetry = async (size: number): Promise<boolean> => (await passes(size)) || passes(size);
  if (maxMtu <= minMtu || (await passesWithRetry(maxMtu))) return maxMtu;
  if (!(await passesWithRetry(minMtu))) return maxMtu;
  let passed = minMtu;
  let failed = maxMtu;
  while (failed - passed > step) {
    const middle = passed + Math.max(step, Math.floor((failed - passed) / 2 / step) * step);
    if (middle >= failed) break;
    if (await passesWithRetry(middle)) passed = middle;
    else failed = middle;
  }
  return passed;
}

/**
 * Returns a session for the MTU measurement; null if its MTU is set otherwise: with two gateways by the routes, since the link carries the
 * outer packets too, and over TCP or QUIC by these.
 */
export function measuredTunnelOf(session: Session): MeasuredTunnel | null {
  const lease = leaseOf(session);
  const echoTarget = lease.dns.find((server) => !server.includes(':'));
  const isPackets =
    session.protocol === 'wireguard'
      ? session.via === undefined && session.outerTransport === undefined
      : session.variant === 'udp';
  if (!isPackets || echoTarget === undefined) return null;
  return { gateway: session.gateway.address, ipv4: lease.ipv4, echoTarget, mtu: lease.mtu };
}

/** A tunnel whose MTU is measured: its two ends, and the gateway's value. */
interface MeasuredTunnel {
  /** The gateway's address outside the tunnel. */
  readonly gateway: string;
  /** Our address inside the tunnel. */
  readonly ipv4: string;
  /** The gateway's address inside the tunnel; it answers echo requests. */
  readonly echoTarget: string;
  readonly mtu: number;
}

const routes = z.array(
  z.object({ dev: z.string(), metrics: z.optional(z.array(z.object({ mtu: z.optional(z.int()) }))) }),
);

/**
 * Measures and sets the MTU of a tunnel that is up. Two sources: the kernel's path MTU outside the tunnel (its link, and
 * ICMP errors of routers), and the echo replies through the tunnel, because routers that drop large packets silently are
 * the ones that break websites. Without ping(8) only the first is used.
 */
export async function maintainMtu(
  parts: {
    readonly run: RunTool;
    readonly setMtu: (mtu: number) => Promise<void>;
    readonly fwmark: number;
    readonly log: Log;
  },
  tunnel: MeasuredTunnel,
  signal: AbortSignal,
): Promise<number | null> {
  const { run } = parts;
  const outside =
    (await outerPathMtu(run, tunnel.gateway, parts.fwmark)) ?? tunnel.mtu + overheadOf(tunnel.gateway);
  const maxMtu = Math.max(minMtu, Math.min(tunnel.mtu, outside - overheadOf(tunnel.gateway)));
  // Sizes above the link's MTU could not be tested: an earlier network may have had a smaller MTU.
  await parts.setMtu(maxMtu);
  const hasPing = (await echo(run, tunnel, minMtu - 100)) !== 'no tool';
  const found = hasPing
    ? await largestPacket(
        maxMtu,
        async (size) => !signal.aborted && (await echo(run, tunnel, size)) === 'passed',
      )
    : maxMtu;
  if (signal.aborted) return null;
  if (found !== maxMtu) await parts.setMtu(found);
  if (found !== tunnel.mtu) parts.log.info({ mtu: found, former: tunnel.mtu }, 'The MTU of the path changed');
  return found;
}

async function outerPathMtu(run: RunTool, gateway: string, fwmark: number): Promise<number | null> {
  const found = routes.safeParse(
    jsonOf((await run('ip', ['-j', 'route', 'get', gateway, 'mark', String(fwmark)])).stdout),
  );
  const route = found.success ? found.data[0] : undefined;
  if (route === undefined) return null;
  const known = [...(route.metrics ?? []).map(({ mtu }) => mtu), await linkMtu(run, route.dev)];
  const sizes = known.filter((mtu) => typeof mtu === 'number');
  return sizes.length === 0 ? null : Math.min(...sizes);
}

/** Sends an echo request of `size` bytes, IP header included, that must not be fragmented. */
async function echo(
  run: RunTool,
  { ipv4, echoTarget }: MeasuredTunnel,
  size: number,
): Promise<'passed' | 'lost' | 'no tool'> {
  const headers = 20 + 8;
  const { code } = await run('ping', [
    '-n',
    '-q',
    '-c',
    '1',
    '-W',
    '1',
    '-M',
    'do',
    '-s',
    String(size - headers),
    '-I',
    ipv4,
    echoTarget,
  ]);
  return code === 0 ? 'passed' : code === null || code === 127 ? 'no tool' : 'lost';
}
