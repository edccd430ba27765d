import type { WireguardGrant } from '@comet/contract';
import type { WireguardPeer } from '@comet/linux-network';
import { allowedIpsOf, type Lease } from '../leases/index.ts';

/** The peers that the device should have. */
export interface DesiredPeers {
  withKey(publicKey: string): WireguardPeer | null;
  all(): Iterable<WireguardPeer>;
}

/** The used part of the lease table. */
interface LeasedPeers {
  withKey(publicKey: string): Lease | null;
  all(): Iterable<Lease>;
}

/** The peers of downloaded configurations. */
export interface StaticPeers {
  withKey(publicKey: string): WireguardGrant | null;
  staticPeers(): Iterable<WireguardGrant>;
}

/**
 * Combines sessions and downloaded configurations into one peer for each key. If a key has both, the session takes precedence: its client
 * has proved possession of the key, while a configuration accepts any public key.
 */
export function desiredPeers(
  leases: LeasedPeers,
  statics: StaticPeers,
  postQuantumPsks: ReadonlyMap<string, string> = new Map(),
): DesiredPeers {
  const strengthened = (lease: Lease): WireguardPeer => {
    const presharedKey = postQuantumPsks.get(lease.publicKey);
    return { ...peerOfLease(lease), ...(presharedKey === undefined ? {} : { presharedKey }) };
  };
  return {
    withKey(publicKey) {
      const lease = leases.withKey(publicKey);
      if (lease !== null) return strengthened(lease);
      const grant = statics.withKey(publicKey);
      return grant === null ? null : peerOfGrant(grant);
    },
    *all() {
      for (const lease of leases.all()) yield strengthened(lease);
      for (const grant of statics.staticPeers())
        if (leases.withKey(grant.publicKey) === null) yield peerOfGrant(grant);
    },
  };
}

/** Returns the leases without those of some hosts. */
export function without(hosts: ReadonlySet<number>, leases: LeasedPeers): LeasedPeers {
  return {
    withKey(publicKey) {
      const lease = leases.withKey(publicKey);
      return lease === null || hosts.has(lease.host) ? null : lease;
    },
    *all() {
      for (const lease of leases.all()) if (!hosts.has(lease.host)) yield lease;
    },
  };
}

/** Returns the WireGuard peer of a lease: its key and its addresses in the tunnel. */
export function peerOfLease(lease: Lease): WireguardPeer {
  return once(lease, ({ publicKey, host }) => ({ publicKey, allowedIps: allowedIpsOf(host) }));
}

function peerOfGrant(grant: WireguardGrant): WireguardPeer {
  return once(grant, ({ publicKey, ipv4, ipv6 }) => ({
    publicKey,
    allowedIps: [`${ipv4}/32`, `${ipv6}/128`],
  }));
}

/** Caches the peer of each lease or grant: both are immutable, and tens of thousands are compared every minute. */
const kept = new WeakMap<object, WireguardPeer>();

function once<T extends object>(source: T, make: (source: T) => WireguardPeer): WireguardPeer {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const made = make(source);
  kept.set(source, made);
  return made;
}
