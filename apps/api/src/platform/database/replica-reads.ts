import { type PostgresPool, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely';
import { createPool, type Database, databaseOn, poolOf } from './database.ts';

/** How often the lag of the replica is measured, in ms. */
const checkMs = 250;

/** A statement of a replica that takes longer, in ms, is repeated at the primary. */
const timeoutMs = 2_000;

/** Reads that may be a second old. */
export interface ReplicaReads {
  /** Reads from the replica while it is at most a second late, otherwise from the primary. Single statements that only read. */
  readonly db: Database;
  /** Whether the next read goes to the replica. */
  isUsed(): boolean;
  /** Measures the lag once, besides the regular measurements. Never rejects. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a pool of at most `connections` to a streaming replica of `primary`, and measures its lag four times a second. `onError` is called
 * for idle connections that break, `onChange` when reads begin to go to the replica, or to the primary again.
 */
export function openReplicaReads(
  primary: Database,
  url: string,
  options: {
    readonly connections: number;
    readonly onError: (error: Error) => void;
    readonly onChange: (isUsed: boolean) => void;
    readonly onStatement?: (text: string, milliseconds: number) => void;
  },
): ReplicaReads {
  const meter = createLagMeter();
  const { connections, onError } = options;
  const limits = { min: 0, query_timeout: timeoutMs, connectionTimeoutMillis: timeoutMs };
  const pool = createPool(url, { connections, onError, ...limits });
  const replica = databaseOn(pool);
  const db = databaseOn(withFallback(poolOf(replica), poolOf(primary), meter), options);
  let wasUsed = false;
  let checking: Promise<void> | null = null;

  async function measure(): Promise<void> {
    try {
      const at = performance.now();
      meter.wrote(at, await positionOf(primary, sql`pg_current_wal_lsn()`));
      meter.replayed(
        await positionOf(replica, sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`),
      );
    } catch {
      // Without a measurement the last one expires.
    }
    if (meter.isFresh() === wasUsed) return;
    wasUsed = meter.isFresh();
    options.onChange(wasUsed);
  }

  const check = (): Promise<void> =>
    (checking ??= measure().finally(() => {
      checking = null;
    }));
  const timer = setInterval(() => void check(), checkMs);
  timer.unref();
  void check();
  return {
    db,
    isUsed: meter.isFresh,
    check,
    async close() {
      clearInterval(timer);
      await checking;
      await pool.end();
    },
  };
}

/** A position in the write-ahead log, in bytes; null for none. */
async function positionOf(db: Database, position: ReturnType<typeof sql>): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select pg_wal_lsn_diff(${position}, '0/0')::bigint as at`.execute(db);
  return rows[0]?.at ?? null;
}

type LagMeter = ReturnType<typeof createLagMeter>;

function withFallback(replica: PostgresPool, primary: PostgresPool, meter: LagMeter): PostgresPool {
  return {
    options: replica.options,
    // Both pools are closed by their owners.
    end: () => Promise.resolve(),
    async connect() {
      if (!meter.isFresh()) return primary.connect();
      try {
        return new FallbackClient(await replica.connect(), primary, meter);
      } catch {
        meter.expire();
        return primary.connect();
      }
    },
  };
}

/** A connection to the replica. A statement that fails is repeated at the primary, and reads go there until the next measurement. */
class FallbackClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;
  readonly #primary: PostgresPool;
  readonly #meter: LagMeter;
  #hasFailed = false;

  constructor(client: PostgresPoolClient, primary: PostgresPool, meter: LagMeter) {
    this.#client = client;
    this.#primary = primary;
    this.#meter = meter;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: never): never;
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> {
    try {
      return await this.#client.query<Row>(text, values);
    } catch {
      this.#hasFailed = true;
      this.#meter.expire();
      const other = await this.#primary.connect();
      try {
        return await other.query<Row>(text, values);
      } finally {
        other.release();
      }
    }
  }

  release(): void {
    // A statement that was given up may still run on it.
    this.#client.release(this.#hasFailed);
  }
}

/** The age in ms that a read from a replica may have. */
const maxLagMs = 1_000;

/** Positions that are remembered: more than are written in the permitted age. */
const remembered = 64;

/**
 * Measures how old a replica's data is, by positions in the write-ahead log (bytes) instead of clocks: it contains everything that was
 * written until the latest moment whose position it has replayed. Correct also while the primary is idle, and while the replica has lost it.
 */
export function createLagMeter(monotonicMs: () => number = () => performance.now()) {
  let written: readonly { readonly at: number; readonly position: number }[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  return {
    /** `position`: of the primary, read after `at`; null if it has none. */
    wrote(at: number, position: number | null): void {
      if (position !== null) written = [...written, { at, position }].slice(-remembered);
    },
    /** `position`: up to which the replica has replayed; null for a server that is no replica. */
    replayed(position: number | null): void {
      const reached = position === null ? undefined : written.findLast((one) => one.position <= position);
      if (reached !== undefined) freshAt = Math.max(freshAt, reached.at);
    },
    isFresh: (): boolean => monotonicMs() - freshAt <= maxLagMs,
    /** Until the next measurement the replica is not fresh. */
    expire(): void {
      freshAt = Number.NEGATIVE_INFINITY;
      written = [];
    },
  };
}
