import type { WireguardPeer } from '@comet/linux-network';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { FirewallPolicy } from '../firewall/firewall.ts';
import type { TunnelAddresses } from '../routing/routing.ts';

/** What a connect that is foreseen puts up: all that it would come to, were it decided now. */
export interface SavedSession {
  /** Where it leads, in the words of those who may ask for it, in small letters; null for those who name no place. */
  readonly asked: string | null;
  /** The goal's location, as the tunnel is asked for it. */
  readonly location: string | null;
  /** Of the session that stands by for it. */
  readonly ticket: string;
  /** What holds while its tunnel is up. */
  readonly policy: FirewallPolicy;
  readonly peer: WireguardPeer;
  readonly mtu: number;
  readonly addresses: TunnelAddresses;
  readonly resolvers: readonly string[];
  /** What its client is answered when it is up, but for the time. */
  readonly told: Snapshot;
}

/** Those that a daemon which ends leaves for the next one. */
export interface SavedSessions {
  /** Of the program that decided them; another one decides anew. */
  readonly version: string;
  readonly link: string;
  /** Milliseconds since the epoch, between which they are worth something. */
  readonly from: number;
  readonly until: number;
  /** Base64; the device's. */
  readonly privateKey: string;
  readonly starts: readonly SavedSession[];
}

/** What is put up for a location that somebody names, or null where nothing was foreseen. */
export function savedSessionFor(
  found: readonly SavedSession[],
  location: string | null,
): SavedSession | null {
  const asked = location === null ? null : location.trim().toLowerCase();
  return found.find((one) => one.asked === asked) ?? null;
}
