import { inTurn } from '@comet/foundation';
import type { Link, LinkSettings } from './link.ts';
import type { Tunnel } from './machine.ts';
import { leaseOf } from './session.ts';

export interface RepairRoutesParts {
  readonly tunnel: Pick<Tunnel, 'state' | 'tell'>;
  readonly link: Pick<Link, 'adapt'>;
  readonly links: Readonly<Record<'wireguard' | 'openvpn', string>>;
  /** Whether traffic of both families enters this tunnel. */
  readonly routesLead: (end: {
    readonly link: string;
    readonly ipv4: string;
    readonly ipv6: string;
  }) => Promise<boolean>;
  readonly settings: () => LinkSettings;
  readonly log: (line: string) => void;
}

/**
 * Sets the routes and rules of a tunnel again when another program changed them, and leaves `connected` where that does not help: a
 * tunnel that nothing passes is none.
 */
export function repairRoutes(parts: RepairRoutesParts): () => void {
  const { tunnel, link, log } = parts;
  const next = inTurn();

  async function check(): Promise<void> {
    const { state } = tunnel;
    if (state.kind !== 'connected') return;
    const { key, session } = state;
    const isCurrent = (): boolean => tunnel.state.key === key;
    const { ipv4, ipv6 } = leaseOf(session);
    const own = { link: parts.links[session.protocol], ipv4, ipv6 };
    if ((await parts.routesLead(own)) || !isCurrent()) return;
    log('the routes of the tunnel were changed; they are set again');
    const isSet = await link.adapt(parts.settings());
    if ((isSet && (await parts.routesLead(own))) || !isCurrent()) return;
    tunnel.tell({ kind: 'routes-lost', key });
  }

  return () => {
    next(check).catch((error: unknown) => log(`routes: ${String(error)}`));
  };
}
