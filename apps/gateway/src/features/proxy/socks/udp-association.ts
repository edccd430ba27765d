import { isIp, isIpv6 } from '@comet/foundation';
import type { Engine, OpenConnection } from '../engine.ts';
import type { Exit } from '../egress/exits.ts';
import { allowedAddresses } from '../egress/open-exit.ts';
import type { Outlet } from '../proxy-messages.ts';
import { readDestination } from '../egress/destination.ts';
import type { SocksClient } from './socks-client.ts';
import { readAddress } from './socks-frames.ts';

/** Maximum number of names resolved for one association. */
const maxNames = 1_024;

export interface Peer {
  readonly address: string;
  readonly port: number;
}

/** The egress route of datagrams: an exit's own addresses, or a provider's address for datagrams. */
export type EgressRoute = { readonly exit: Exit } & (
  | { readonly outlet: Extract<Outlet, { kind: 'local' }> }
  | { readonly provider: Peer }
);

/** An address, and the index of its egress route. */
interface ResolvedDestination {
  readonly address: string;
  readonly egressRoute: number;
}

/** A client's UDP association at the relay, which requests a decision for each destination: the first capable egress route is used. */
export class UdpAssociation implements OpenConnection {
  readonly #engine: Engine;
  readonly #client: SocksClient;
  readonly #egressRoutes: readonly EgressRoute[];
  readonly #names = new Map<string, Promise<ResolvedDestination | null>>();
  /** Increases when the permitted destinations change: an earlier decision may be outdated. */
  #generation = 0;

  constructor(engine: Engine, client: SocksClient, egressRoutes: readonly EgressRoute[]) {
    this.#engine = engine;
    this.#client = client;
    this.#egressRoutes = egressRoutes;
  }

  /** Represents the association at a second exit: it ends with that exit too. */
  shadow(): OpenConnection {
    return { wasActive: () => true, destroy: () => this.destroy() };
  }

  wasActive(): boolean {
    return true;
  }

  destroy(): void {
    this.#client.end();
  }

  /** Call when the permitted destinations have changed. */
  clearDestinations(): void {
    this.#generation += 1;
    this.#names.clear();
    this.#client.clearDestinations();
  }

  /** Decides on a destination; `bytes` is an address of RFC 1928 §5. */
  async destination(bytes: Buffer): Promise<void> {
    const read = readAddress(bytes, 0);
    const generation = this.#generation;
    const resolved =
      typeof read === 'string' ? null : await this.#resolveOnce(read.message.host, read.message.port);
    // The relay has dropped the destinations that waited before the change, and reports them again.
    if (this.#client.isGone || generation !== this.#generation || typeof read === 'string') return;
    const peer = resolved === null ? null : { address: resolved.address, port: read.message.port };
    this.#client.resolveDestination(resolved?.egressRoute ?? 0, peer, bytes);
  }

  /** Resolves with the address and egress route of a permitted destination; a name is resolved once. */
  #resolveOnce(host: string, port: number): Promise<ResolvedDestination | null> {
    if (isIp(host)) return this.#resolve(host, port);
    const key = `${host} ${port}`;
    let known = this.#names.get(key);
    if (known === undefined) {
      if (this.#names.size >= maxNames) return Promise.resolve(null);
      this.#names.set(key, (known = this.#resolve(host, port)));
    }
    return known;
  }

  async #resolve(host: string, port: number): Promise<ResolvedDestination | null> {
    const destination = readDestination(host, port);
    if (destination === null) return null;
    for (const [index, egressRoute] of this.#egressRoutes.entries()) {
      const allowed = await allowedAddresses(this.#engine, egressRoute.exit, destination);
      if (typeof allowed === 'string') continue;
      // A destination that the first exit's rules refuse does not use the second exit, which is for IPv6 only.
      const address = allowed.find(
        (one) => supportsAddress(egressRoute, one) && (index === 0 || isIpv6(one)),
      );
      if (address !== undefined) return { address, egressRoute: index };
    }
    return null;
  }
}

function supportsAddress(egressRoute: EgressRoute, address: string): boolean {
  return !('outlet' in egressRoute) || !isIpv6(address) || egressRoute.outlet.ipv6 !== null;
}
