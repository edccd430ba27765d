import { type Clock, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { DaemonSettings } from '@comet/tunnel-protocol';
import { sessionTransport } from '../tunnel/session.ts';
import type { Traffic } from '../tunnel/snapshot.ts';
import type { State } from '../tunnel/state.ts';
import {
  begin,
  type BudgetAlert,
  budgetAlert,
  type Counters,
  count,
  end,
  noStatistics,
  recovered,
  type SessionLabel,
  type Statistics,
} from './statistics.ts';
import type { StatisticsFile } from './statistics-file.ts';

/** Minimum time in ms between two writes while a session lasts. */
const writeInterval = 60_000;

interface RecorderParts {
  readonly store: StatisticsFile;
  readonly settings: () => Pick<DaemonSettings, 'statistics' | 'dataBudget'>;
  readonly clock: Clock;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Called when the current month has reached another share of the budget. */
  readonly onAlert: () => void;
  readonly log: Log;
}

export type SessionRecorder = ReturnType<typeof createSessionRecorder>;

/** Records tunnel sessions. The file is read at the first use, after a connect. All work is in one queue, which never rejects. */
export function createSessionRecorder({ store, settings, clock, after, onAlert, log }: RecorderParts) {
  let statistics: Statistics = noStatistics;
  let isLoaded = false;
  /** Milliseconds since 1970 before which the file is not read again after a failure. */
  let nextLoad = 0;
  /** The last counters of the session that a crash left open: a device that survived it continues to count from them. */
  let carried: Counters | null = null;
  /** The session of the connected tunnel; null without one. */
  let label: SessionLabel | null = null;
  let last: Counters = { received: 0, sent: 0 };
  let queue: Promise<unknown> = Promise.resolve();
  let cancelWrite: (() => void) | null = null;
  let isUnwritten = false;
  let alerted: string | null = null;

  function run(work: () => void | Promise<void>): Promise<void> {
    const done = queue.then(async () => {
      try {
        if (!isLoaded && !(await load())) return;
        await work();
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'The statistics could not be kept');
      }
    });
    queue = done;
    return done;
  }

  /** Reads the file; returns false while a failed attempt is too recent. */
  async function load(): Promise<boolean> {
    const now = clock.now().getTime();
    if (now < nextLoad && now >= nextLoad - writeInterval) return false;
    nextLoad = now + writeInterval;
    const read = await store.read();
    carried = read.open?.counters ?? null;
    statistics = recovered(read, clock.now());
    isLoaded = true;
    isUnwritten = read.open !== null;
    return true;
  }

  async function write(): Promise<void> {
    cancelWrite?.();
    cancelWrite = null;
    if (!isUnwritten) return;
    await store.write(statistics);
    isUnwritten = false;
  }

  function become(next: Statistics): void {
    if (next === statistics) return;
    statistics = next;
    isUnwritten = true;
    cancelWrite ??= after(writeInterval, () => {
      cancelWrite = null;
      void run(write);
    });
    const alert = current();
    const reached = alert === null ? null : `${alert.month} ${alert.percent}`;
    if (reached === alerted) return;
    alerted = reached;
    onAlert();
  }

  const current = (): BudgetAlert | null => budgetAlert(statistics, settings().dataBudget, clock.now());

  /** Closes the session and writes it. */
  async function close(now: Date): Promise<void> {
    if (statistics.open === null) return;
    become(end(statistics, now));
    await write();
  }

  return {
    onState(state: State): void {
      const next = state.kind === 'connected' ? labelOf(state) : null;
      const isSame = next?.location === label?.location && next?.transport === label?.transport;
      if (isSame) return;
      label = next;
      const now = clock.now();
      void run(() => {
        last = { received: 0, sent: 0 };
        // A failed write is repeated by the next one, and delays no session.
        if (statistics.open !== null) {
          become(end(statistics, now));
          void run(write);
        }
        if (next !== null && settings().statistics) become(begin(statistics, next, last, now));
      });
    },
    /** `traffic`: the counters of the tunnel, about every second. */
    onTraffic(traffic: Traffic): void {
      const counters = { received: traffic.rxBytes, sent: traffic.txBytes };
      const of = label;
      if (of === null) return;
      const now = clock.now();
      void run(() => {
        const before = carried;
        carried = null;
        last = counters;
        if (!settings().statistics) return close(now);
        // What passed while nothing was recorded does not count.
        if (statistics.open === null) return become(begin(statistics, of, counters, now));
        const { open } = statistics;
        const isContinued =
          before !== null && counters.received >= before.received && counters.sent >= before.sent;
        const base = isContinued ? { ...statistics, open: { ...open, counters: before } } : statistics;
        become(count(base, counters, now));
      });
    },
    /** Reads the file, for the alert and for commands. */
    async current(): Promise<Statistics> {
      await run(() => undefined);
      return statistics;
    },
    /** What the current month has reached; null also before the file is read. */
    alert: current,
    /** Deletes everything recorded so far. A connected tunnel is recorded anew from now. */
    async forget(): Promise<boolean> {
      let isDone = false;
      // Also a file that cannot be read.
      isLoaded = true;
      await run(async () => {
        cancelWrite?.();
        cancelWrite = null;
        isUnwritten = false;
        statistics = noStatistics;
        carried = null;
        alerted = null;
        await store.forget();
        if (label !== null && settings().statistics) become(begin(statistics, label, last, clock.now()));
        isDone = true;
      });
      onAlert();
      return isDone;
    },
    /** Writes what is left at the daemon's end. */
    close: () =>
      run(async () => {
        await close(clock.now());
        await write();
      }),
  };
}

function labelOf(state: Extract<State, { kind: 'connected' }>): SessionLabel {
  const transport = sessionTransport(state.session);
  return {
    location: state.session.gateway.place.location,
    transport: transport.protocol === 'wireguard' ? 'wireguard' : `openvpn/${transport.variant}`,
  };
}
