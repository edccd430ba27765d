import { endOfWeek } from '@comet/admission';
import type { Transport } from '@comet/tunnel-protocol';
import type { ConnectionAttempts } from '../../gateways/attempts/connection-attempt.ts';
import type { Goal } from '../../model/goal.ts';
import type { WireguardSession } from '../../model/session.ts';
import type { SavedSession, SavedSessions } from '../../platform/saved-session/saved-session.ts';
import { dependsOnNetwork } from '../../model/settings/network-rule.ts';
import type { DaemonState } from '../../platform/files/daemon-state.ts';
import { addressesOf, peerOf } from '../link.ts';
import { throughTunnel } from '../policy.ts';
import { gatewayResolvers, missingLists, resolverPlan, resolversOf } from '../resolvers.ts';
import { snapshotOf } from '../snapshot.ts';
import type { Connected } from '../state.ts';

interface PrepareAttemptParts {
  readonly daemonState: DaemonState;
  readonly connectionAttemptsFor: (goal: Goal) => ConnectionAttempts | null;
  /** The link of each protocol. */
  readonly links: Readonly<Record<Transport['protocol'], string>>;
  readonly version: string;
  readonly now: Date;
}

/** Milliseconds by which a saved session expires before its ticket and key, so that a restored session lasts for a while. */
const margin = 11 * 60_000;

/**
 * Returns the sessions that the next process may restore for a `connect` before it is loaded: to the last location, by the names
 * of that location, or without a location. Null without a prepared session, or if a connect does more than raise a tunnel.
 */
export function prepareAttempt({
  daemonState,
  connectionAttemptsFor,
  links,
  version,
  now,
}: PrepareAttemptParts): SavedSessions | null {
  const { settings, key, account, recents, standbyTickets } = daemonState;
  if (account === null || key === null || !isPlain(daemonState)) return null;
  const found = new Map<
    string | null,
    { readonly start: SavedSession; readonly session: WireguardSession }
  >();
  const add = (location: string | null): void => {
    const requested = location?.trim().toLowerCase() ?? null;
    const candidates = connectionAttemptsFor({ location });
    const session = candidates?.ok === true ? candidates.value[0]?.standby : undefined;
    if (session === undefined || found.has(requested)) return;
    const start = savedSessionOf(session, { requested, location });
    if (start !== null) found.set(requested, { start, session });
  };

  function savedSessionOf(
    session: WireguardSession,
    request: Pick<SavedSession, 'requested' | 'location'>,
  ): SavedSession | null {
    const policy = throughTunnel(session, { ...settings, api: [], links });
    const isWhole = policy.kind === 'connected' && session.via === undefined;
    const gateway = gatewayResolvers(session);
    // The resolver program is not started before everything is loaded.
    const isPlain = resolverPlan(gateway, settings) === null && missingLists(gateway, settings).length === 0;
    if (!isWhole || !isPlain) return null;
    return {
      ...request,
      ticket: session.ticket,
      policy,
      peer: peerOf(session),
      mtu: session.admittance.mtu,
      addresses: addressesOf(session, links.wireguard, settings.allowLan),
      resolvers: resolversOf(gateway, settings),
      reply: snapshotOf(connectedBy(session, request.location), true, daemonState, null),
    };
  }

  add(null);
  for (const recent of recents.slice(0, 1)) {
    add(recent);
    const place = found.get(recent.toLowerCase())?.session.gateway.place;
    for (const name of place === undefined ? [] : [place.city, place.countryName, place.country]) add(name);
  }
  if (found.size === 0) return null;
  const until = [...found.values()].flatMap(({ session }) => {
    const ticket = standbyTickets.find(({ ticket: one }) => one === session.ticket);
    const ends = [ticket?.expiresAt, ticket?.sessionUntil, session.admittance.sessionUntil];
    return ends.map((end) => Date.parse(end ?? '') - margin);
  });
  return {
    version,
    link: links.wireguard,
    from: now.getTime(),
    until: Math.min(endOfWeek(key.week).getTime(), ...until),
    privateKey: key.privateKey,
    starts: [...found.values()].map(({ start }) => start),
  };
}

/** The state in the reply to its client; the time is added later. */
function connectedBy(session: WireguardSession, location: string | null): Connected {
  return { kind: 'connected', key: '', since: new Date(0), goal: { location }, session, fallback: null };
}

/** Whether a start or a connect has no further effects, such as split tunnelling. */
function isPlain(state: DaemonState): boolean {
  const { lockdown, splitTunnel, routes } = state.settings;
  const isQuiet = state.intent === null && state.pausedGoal === null && !dependsOnNetwork(state);
  return isQuiet && !lockdown && splitTunnel.mode === 'off' && routes.length === 0;
}
