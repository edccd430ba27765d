import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@comet/foundation/log';
import { taskQueue, reasonOf } from '@comet/foundation';
import type { Link, LinkSettings } from '../link.ts';
import type { Tunnel } from '../machine.ts';
import { leaseOf } from '../session.ts';

/**
 * Number of queries to the kernel, and their interval in ms: an IPv6 address cannot be a source for a moment after it was added (RFC 4862).
 */
const checks = { times: 10, apart: 200 };

export interface RepairRoutesParts {
  readonly tunnel: Pick<Tunnel, 'state' | 'dispatch'>;
  readonly link: Pick<Link, 'adapt'>;
  readonly links: Readonly<Record<'wireguard' | 'openvpn', string>>;
  /** Whether traffic of both families enters this tunnel. */
  readonly routePrecedence: (end: {
    readonly link: string;
    readonly ipv4: string;
    readonly ipv6: string;
  }) => Promise<boolean>;
  readonly settings: () => LinkSettings;
  readonly log: Log;
  /** Resolves after a time in ms. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Sets the routes and rules of a tunnel again if another program changed them, and leaves `connected` if that does not help: such a tunnel
 * carries no traffic.
 */
export function repairRoutes(parts: RepairRoutesParts): () => void {
  const { tunnel, link, log, pause = sleep } = parts;
  const next = taskQueue();

  async function waitForRoutes(end: Parameters<typeof parts.routePrecedence>[0], isCurrent: () => boolean) {
    for (let check = 1; isCurrent() && check <= checks.times; check += 1) {
      if (await parts.routePrecedence(end)) return true;
      await pause(checks.apart);
    }
    return false;
  }

  async function check(): Promise<void> {
    const { state } = tunnel;
    if (state.kind !== 'connected') return;
    const { key, session } = state;
    const isCurrent = (): boolean => tunnel.state.key === key;
    const { ipv4, ipv6 } = leaseOf(session);
    const own = { link: parts.links[session.protocol], ipv4, ipv6 };
    if ((await waitForRoutes(own, isCurrent)) || !isCurrent()) return;
    log.warn('Another program changed the routes of the tunnel; Comet restored them');
    const isSet = await link.adapt(parts.settings());
    if ((isSet && (await waitForRoutes(own, isCurrent))) || !isCurrent()) return;
    tunnel.dispatch({ kind: 'routes-lost', key });
  }

  return () => {
    next(check).catch((error: unknown) =>
      log.error({ reason: reasonOf(error) }, 'The routes could not be checked'),
    );
  };
}
