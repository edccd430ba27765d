import type { WireguardPeer } from '@comet/linux-network';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { FirewallPolicy } from '../firewall/firewall.ts';
import type { TunnelAddresses } from '../routing/routing.ts';

/** All parameters of an expected connect, as they would be chosen now. */
export interface SavedSession {
  /** The location as a client may request it, in lower case; null for a connect without a location. */
  readonly requested: string | null;
  /** The location of the goal that the state machine receives. */
  readonly location: string | null;
  /** The ticket of the standby session. */
  readonly ticket: string;
  /** The firewall policy while the tunnel is up. */
  readonly policy: FirewallPolicy;
  readonly peer: WireguardPeer;
  readonly mtu: number;
  readonly addresses: TunnelAddresses;
  readonly resolvers: readonly string[];
  /** The reply to the client, except for the time. */
  readonly reply: Snapshot;
}

/** The sessions that a process saves for the next one. */
export interface SavedSessions {
  /** Version of the program that saved them; another version ignores them. */
  readonly version: string;
  readonly link: string;
  /** Period of validity, in ms since the epoch. */
  readonly from: number;
  readonly until: number;
  /** The device's private key, base64. */
  readonly privateKey: string;
  readonly starts: readonly SavedSession[];
}

/** The saved session for a requested location, or null where none is saved. */
export function savedSessionFor(
  found: readonly SavedSession[],
  location: string | null,
): SavedSession | null {
  const requested = location === null ? null : location.trim().toLowerCase();
  return found.find((one) => one.requested === requested) ?? null;
}
