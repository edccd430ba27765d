import { addressesOf, type ExitClaim, type WayWord } from '@comet/admission';
import type { Result } from '@comet/foundation';
import type { Addresses } from '../../platform/exit-rules.ts';
import type { WayEntry, WayTable } from '../../platform/way-table.ts';
import type { Lease } from '../leases/index.ts';
import type { Slice } from '../metering/index.ts';
import type { ExitView } from '../proxy/index.ts';
import { decideWay, sameWay, type Way } from './decide-way.ts';
import { drawing } from './drawing.ts';
import {
  counterOf,
  entryOf,
  type Marks,
  purseOf,
  readMeter,
  refused,
  type Session,
  wordOf,
} from './session.ts';
import { isSpent, lapsed, newMeter, usesOf } from './meter.ts';

export interface WaysParts {
  readonly table: WayTable;
  exits(): ReadonlyMap<string, ExitView>;
  /** The marks of packets that leave by this exit, of IPv4 and IPv6; null where it is gone. */
  marksOf(exit: string): Marks | null;
  /** Said before a session's packets take this way: its exit, or null where it leaves by none. */
  onWay(host: number, exit: string | null): void;
  draw(holder: string, purse: string): Promise<Result<Slice, 'empty' | 'unreachable'>>;
  /** Notes what was used of a slice in all. */
  use(slice: string, usedBytes: number, done: boolean): void;
  /** Has the kernel forget what these addresses had going: it would go on as it began, whatever their way is now. */
  forget(addresses: readonly string[]): void;
  /** The words for these hosts may be others now. */
  onMoved(hosts: readonly number[]): void;
  readonly random: () => number;
  /** Milliseconds. */
  now(): number;
  onError(error: unknown): void;
}

/** The sessions that do not leave by the gateway's own addresses, and how each of them leaves. */
export interface Ways {
  /** Whether a session with this claim could leave, or lacks nothing but data; `host` is that of the session which goes on with it. */
  available(claim: ExitClaim | null, host: number | null): boolean;
  /** As `open`, for all sessions of before a restart at once; `heldBack` were held back until now. */
  restore(leases: Iterable<Lease>, heldBack: readonly Addresses[]): Promise<void>;
  /** Sets the way of a session. To be awaited before its key is let in, or its first packets would leave by the gateway. */
  open(lease: Lease): Promise<void>;
  /** Ends what these sessions held. To be called when their keys are out. */
  close(leases: Iterable<Lease>): Promise<void>;
  /** Moves the sessions whose exit is gone, and those that wait for one. */
  realign(): Promise<void>;
  /** Reads what passed, and draws for those who run out. */
  count(): Promise<void>;
  /** Ends these slices, whoever holds them: what is left of them does not pass. */
  lapse(slices: ReadonlySet<string>): Promise<void>;
  /** What the session of this host is told of its way; null where it leaves by the gateway, or is over. */
  wordFor(host: number): WayWord | null;
  /** Sessions that leave by this exit now. */
  through(exit: string): number;
}

export function createWays(parts: WaysParts): Ways {
  const { table } = parts;
  const sessions = new Map<number, Session>();

  function decided({ claim, way, meter }: Session, exits: ReadonlyMap<string, ExitView>): Way {
    return decideWay(claim, way, meter !== null && isSpent(meter), exits, parts.random);
  }

  function put(changed: readonly Session[]): Promise<void> {
    for (const { host, way } of changed) parts.onWay(host, way.kind === 'exit' ? way.exit : null);
    return table.set(
      changed.map((session) => ({ of: addressesOf(session.host), entry: entryOf(session, parts.marksOf) })),
    );
  }

  async function realign(candidates: Iterable<Session>): Promise<void> {
    const exits = parts.exits();
    const moved: Session[] = [];
    for (const session of candidates) {
      const way = decided(session, exits);
      if (sameWay(way, session.way)) continue;
      session.way = way;
      moved.push(session);
    }
    if (moved.length === 0) return;
    await put(moved);
    parts.forget(moved.flatMap(({ host }) => [addressesOf(host).ipv4, addressesOf(host).ipv6]));
    parts.onMoved(moved.map(({ host }) => host));
  }

  const tend = drawing(parts, {
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

  /** `left` is what their packets meet from then on; null, and they leave by the gateway. */
  async function end(ending: readonly Session[], left: WayEntry | null): Promise<void> {
    if (ending.length === 0) return;
    const counters = ending.some(({ meter }) => meter !== null) ? await table.counted() : new Map();
    for (const session of ending) {
      sessions.delete(session.host);
      readMeter(session, counters.get(counterOf(session)) as number | undefined, parts.use);
      if (session.meter === null) continue;
      for (const { slice, used } of usesOf(session.meter)) parts.use(slice, used, true);
    }
    await table.set(ending.map(({ host }) => ({ of: addressesOf(host), entry: left })));
    for (const { host } of ending) parts.onWay(host, null);
    parts.onMoved(ending.map(({ host }) => host));
  }

  function newSession(host: number, claim: ExitClaim, before: Session | undefined): Session {
    const purse = purseOf(claim);
    const session: Session = {
      ...{ host, claim, way: before?.way ?? { kind: 'nowhere' }, drawing: false, askAt: 0 },
      meter: before?.meter ?? (purse === null ? null : newMeter(purse)),
    };
    session.way = decided(session, parts.exits());
    sessions.set(host, session);
    return session;
  }

  return {
    async restore(leases, heldBack) {
      const restored = [...leases].flatMap(({ host, exit }) =>
        exit === undefined ? [] : [newSession(host, exit, undefined)],
      );
      const back = new Set(restored.map(({ host }) => addressesOf(host).ipv4));
      const free = heldBack.filter(({ ipv4 }) => !back.has(ipv4));
      await table.set(free.map((of) => ({ of, entry: null })));
      await put(restored);
      for (const session of restored) tend(session);
    },

    available(claim, host) {
      if (claim === null) return true;
      const present = host === null ? undefined : sessions.get(host);
      const meter = present !== undefined && purseOf(present.claim) === purseOf(claim) ? present.meter : null;
      if (meter !== null && isSpent(meter)) return true;
      return decideWay(claim, present?.way ?? null, false, parts.exits(), parts.random).kind !== 'nowhere';
    },

    async open({ host, exit: claim }) {
      const present = sessions.get(host);
      if (claim === undefined) return present === undefined ? undefined : end([present], null);
      if (present !== undefined && purseOf(present.claim) !== purseOf(claim)) await end([present], refused);
      const session = newSession(host, claim, sessions.get(host));
      await put([session]);
      tend(session);
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
        tend(session);
      }
      await realign(metered.filter((session) => sessions.get(session.host) === session));
    },

    async lapse(slices) {
      const holders = [...sessions.values()].filter(({ meter }) =>
        meter?.slices.some(({ slice }) => slices.has(slice)),
      );
      if (holders.length === 0) return;
      const counters = await table.counted();
      for (const session of holders) {
        readMeter(session, counters.get(counterOf(session)), parts.use);
        if (session.meter === null) continue;
        for (const { slice, used } of usesOf(session.meter))
          if (slices.has(slice)) parts.use(slice, used, true);
        session.meter = lapsed(session.meter, slices);
      }
      await put(holders.filter((session) => sessions.get(session.host) === session));
    },

    wordFor(host) {
      const session = sessions.get(host);
      return session === undefined ? null : wordOf(session);
    },

    through(exit) {
      let count = 0;
      for (const { way } of sessions.values()) if (way.kind === 'exit' && way.exit === exit) count += 1;
      return count;
    },
  };
}
