import { addressesOf, type ExitClaim, type EgressStatus } from '@comet/admission';
import type { Result } from '@comet/foundation';
import type { Addresses } from '../../platform/firewall/exit-rules.ts';
import type { EgressRouteEntry, EgressRouteTable } from '../../platform/firewall/egress-route-table.ts';
import type { Lease } from '../leases/index.ts';
import type { QuotaLease } from '../metering/index.ts';
import type { ExitView } from '../proxy/index.ts';
import { decideEgressRoute, sameEgressRoute, type EgressRoute } from './decide-egress-route.ts';
import { quotaReserver } from './quota-reserve.ts';
import {
  counterOf,
  entryOf,
  type Marks,
  quotaAccountOf,
  readMeter,
  blockedEntry,
  type Session,
  statusOf,
} from './session.ts';
import { isSpent, lapsed, newMeter, usesOf } from './meter.ts';

export interface EgressRoutesParts {
  readonly table: EgressRouteTable;
  exits(): ReadonlyMap<string, ExitView>;
  /** Returns the marks of IPv4 and IPv6 packets that leave through this exit; null if the exit is gone. */
  marksOf(exit: string): Marks | null;
  /** Called before a session's egress route is set, with its exit, or null for another route. */
  onEgressRoute(host: number, exit: string | null): void;
  draw(holder: string, quotaAccount: string): Promise<Result<QuotaLease, 'empty' | 'unreachable'>>;
  /** Records the total usage of a quota lease. */
  use(slice: string, usedBytes: number, done: boolean): void;
  /** Removes these addresses' connections from the kernel, which would otherwise continue on their previous route. */
  forget(addresses: readonly string[]): void;
  /** Called when the status of these hosts may have changed. */
  onStatusChange(hosts: readonly number[]): void;
  readonly random: () => number;
  /** Current time in milliseconds. */
  now(): number;
  onError(error: unknown): void;
}

/** The egress routes of sessions that do not leave by the gateway's own addresses. */
export interface EgressRoutes {
  /** Whether a session with this claim has an exit, or lacks only quota; `host` identifies an existing session. */
  available(claim: ExitClaim | null, host: number | null): boolean;
  /** Sets the egress routes of all sessions restored after a restart; `blockedSessions` were blocked until now. */
  restore(leases: Iterable<Lease>, blockedSessions: readonly Addresses[]): Promise<void>;
  /** Sets the egress route of a session. Await it before its key is admitted, or its first packets would leave by the gateway. */
  open(lease: Lease): Promise<void>;
  /** Removes the egress routes of these sessions. Call after their keys are removed. */
  close(leases: Iterable<Lease>): Promise<void>;
  /** Chooses exits again for sessions whose exit is gone, or that wait for one. */
  realign(): Promise<void>;
  /** Reads the counters, and reserves quota for sessions that run out. */
  count(): Promise<void>;
  /** Ends these quota leases: their remaining bytes do not pass. */
  lapse(quotaLeases: ReadonlySet<string>): Promise<void>;
  /** The egress status of the session of this host; null where it leaves by the gateway, or has ended. */
  statusFor(host: number): EgressStatus | null;
  /** Number of sessions that leave through this exit. */
  sessionsBy(exit: string): number;
}

/** Creates the egress routes, empty. After a restart call `restore` before any other method. */
export function createEgressRoutes(parts: EgressRoutesParts): EgressRoutes {
  const { table } = parts;
  const sessions = new Map<number, Session>();

  function decided(
    { claim, egressRoute, meter }: Session,
    exits: ReadonlyMap<string, ExitView>,
  ): EgressRoute {
    return decideEgressRoute(claim, egressRoute, meter !== null && isSpent(meter), exits, parts.random);
  }

  function put(changed: readonly Session[]): Promise<void> {
    for (const { host, egressRoute } of changed)
      parts.onEgressRoute(host, egressRoute.kind === 'exit' ? egressRoute.exit : null);
    return table.set(
      changed.map((session) => ({ of: addressesOf(session.host), entry: entryOf(session, parts.marksOf) })),
    );
  }

  async function realign(candidates: Iterable<Session>): Promise<void> {
    const exits = parts.exits();
    const moved: Session[] = [];
    for (const session of candidates) {
      const egressRoute = decided(session, exits);
      if (sameEgressRoute(egressRoute, session.egressRoute)) continue;
      session.egressRoute = egressRoute;
      moved.push(session);
    }
    if (moved.length === 0) return;
    await put(moved);
    parts.forget(moved.flatMap(({ host }) => [addressesOf(host).ipv4, addressesOf(host).ipv6]));
    parts.onStatusChange(moved.map(({ host }) => host));
  }

  const reserveIfLow = quotaReserver(parts, {
    isOpen: (session) => sessions.get(session.host) === session,
    async counted(session) {
      try {
        return (await table.counted()).get(counterOf(session));
      } catch (error) {
        parts.onError(error);
        return undefined;
      }
    },
    async drawn(session, gained) {
      await realign([session]);
      if (gained) await put([session]);
    },
  });

  /** `left` is the remaining entry of these sessions; with null their packets leave by the gateway. */
  async function end(ending: readonly Session[], left: EgressRouteEntry | null): Promise<void> {
    if (ending.length === 0) return;
    const counters = ending.some(({ meter }) => meter !== null) ? await table.counted() : new Map();
    for (const session of ending) {
      sessions.delete(session.host);
      readMeter(session, counters.get(counterOf(session)) as number | undefined, parts.use);
      if (session.meter === null) continue;
      for (const { slice, used } of usesOf(session.meter)) parts.use(slice, used, true);
    }
    await table.set(ending.map(({ host }) => ({ of: addressesOf(host), entry: left })));
    for (const { host } of ending) parts.onEgressRoute(host, null);
    parts.onStatusChange(ending.map(({ host }) => host));
  }

  function newSession(host: number, claim: ExitClaim, before: Session | undefined): Session {
    const quotaAccount = quotaAccountOf(claim);
    const session: Session = {
      ...{
        host,
        claim,
        egressRoute: before?.egressRoute ?? { kind: 'blocked' },
        isReserving: false,
        retryAt: 0,
      },
      meter: before?.meter ?? (quotaAccount === null ? null : newMeter(quotaAccount)),
    };
    session.egressRoute = decided(session, parts.exits());
    sessions.set(host, session);
    return session;
  }

  return {
    async restore(leases, blockedSessions) {
      const restored = [...leases].flatMap(({ host, exit }) =>
        exit === undefined ? [] : [newSession(host, exit, undefined)],
      );
      const back = new Set(restored.map(({ host }) => addressesOf(host).ipv4));
      const free = blockedSessions.filter(({ ipv4 }) => !back.has(ipv4));
      await table.set(free.map((of) => ({ of, entry: null })));
      await put(restored);
      for (const session of restored) reserveIfLow(session);
    },

    available(claim, host) {
      if (claim === null) return true;
      const present = host === null ? undefined : sessions.get(host);
      const meter =
        present !== undefined && quotaAccountOf(present.claim) === quotaAccountOf(claim)
          ? present.meter
          : null;
      if (meter !== null && isSpent(meter)) return true;
      return (
        decideEgressRoute(claim, present?.egressRoute ?? null, false, parts.exits(), parts.random).kind !==
        'blocked'
      );
    },

    async open({ host, exit: claim }) {
      const present = sessions.get(host);
      if (claim === undefined) return present === undefined ? undefined : end([present], null);
      if (present !== undefined && quotaAccountOf(present.claim) !== quotaAccountOf(claim))
        await end([present], blockedEntry);
      const session = newSession(host, claim, sessions.get(host));
      await put([session]);
      reserveIfLow(session);
    },

    close: (leases) =>
      end(
        [...leases].flatMap(({ host }) => {
          const session = sessions.get(host);
          return session === undefined ? [] : [session];
        }),
        null,
      ),

    realign: () => realign(sessions.values()),

    async count() {
      const metered = [...sessions.values()].filter(({ meter }) => meter !== null);
      if (metered.length === 0) return;
      const counters = await table.counted();
      for (const session of metered) {
        if (sessions.get(session.host) !== session) continue;
        readMeter(session, counters.get(counterOf(session)), parts.use);
        reserveIfLow(session);
      }
      await realign(metered.filter((session) => sessions.get(session.host) === session));
    },

    async lapse(quotaLeases) {
      const holders = [...sessions.values()].filter(({ meter }) =>
        meter?.quotaLeases.some(({ slice }) => quotaLeases.has(slice)),
      );
      if (holders.length === 0) return;
      const counters = await table.counted();
      for (const session of holders) {
        readMeter(session, counters.get(counterOf(session)), parts.use);
        if (session.meter === null) continue;
        for (const { slice, used } of usesOf(session.meter))
          if (quotaLeases.has(slice)) parts.use(slice, used, true);
        session.meter = lapsed(session.meter, quotaLeases);
      }
      await put(holders.filter((session) => sessions.get(session.host) === session));
    },

    statusFor(host) {
      const session = sessions.get(host);
      return session === undefined ? null : statusOf(session);
    },

    sessionsBy(exit) {
      let count = 0;
      for (const { egressRoute } of sessions.values())
        if (egressRoute.kind === 'exit' && egressRoute.exit === exit) count += 1;
      return count;
    },
  };
}
