import { readFileSync } from 'node:fs';
import pg from 'pg';

/** A statement of an operation, from pg_stat_statements: the sums over all its calls. */
export interface StatementFigures {
  readonly text: string;
  readonly calls: number;
  readonly rows: number;
  /** Blocks of 8 KiB found in shared buffers or read. */
  readonly blocks: number;
}

/** The figures of one operation: the sums over `calls`. */
export interface OperationFigures {
  readonly kind: 'endpoint' | 'journey' | 'page' | 'task';
  readonly name: string;
  readonly calls: number;
  /** What the calls returned: HTTP statuses, or errors of tasks. */
  readonly outcomes: readonly string[];
  readonly blocks: number;
  readonly rows: number;
  /** Rows that each call has to read although it returns and changes none, if their number grows with the accounts. */
  readonly examined?: number;
  readonly postgresCpuMs: number;
  /** Of the whole process, which is also the client: the median of the calls, because some include a collection of garbage, times `calls`. */
  readonly apiCpuMs: number;
  readonly statements: readonly StatementFigures[];
}

export interface Meter {
  measure(
    kind: OperationFigures['kind'],
    name: string,
    call: (turn: number) => Promise<string>,
    turns: readonly number[],
  ): Promise<OperationFigures>;
  close(): Promise<void>;
}

/**
 * Opens a meter of one database, on which pg_stat_statements must be loaded, and which no other process uses. CPU of PostgreSQL is that of
 * the sessions' processes, in nanoseconds from /proc/PID/schedstat (https://docs.kernel.org/scheduler/sched-stats.html).
 */
export async function openMeter(url: string): Promise<Meter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');

  async function sessionsCpuMs(): Promise<number> {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return rows.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0);
  }

  async function statements(): Promise<readonly StatementFigures[]> {
    const { rows } = await client.query<StatementFigures>(
      `select query as text, sum(calls)::int as calls, sum(rows)::int as rows,
        sum(shared_blks_hit + shared_blks_read)::int as blocks
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and query !~ 'pg_stat_(statements|activity)'
      group by query order by blocks desc, text`,
    );
    return rows;
  }

  return {
    async measure(kind, name, call, turns) {
      await client.query(
        'select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = current_database()',
      );
      const postgresBefore = await sessionsCpuMs();
      const outcomes: string[] = [];
      const apiCpuMs: number[] = [];
      for (const turn of turns) {
        const before = process.cpuUsage();
        outcomes.push(await call(turn));
        const { user, system } = process.cpuUsage(before);
        apiCpuMs.push((user + system) / 1000);
      }
      const postgresCpuMs = (await sessionsCpuMs()) - postgresBefore;
      const made = await statements();
      const sum = (read: (statement: StatementFigures) => number) =>
        made.reduce((total, statement) => total + read(statement), 0);
      return {
        ...{ kind, name, calls: turns.length, outcomes, statements: made },
        ...{ blocks: sum(({ blocks }) => blocks), rows: sum(({ rows }) => rows) },
        ...{ postgresCpuMs, apiCpuMs: lowerMedian(apiCpuMs) * turns.length },
      };
    },
    close: () => client.end(),
  };
}

/** Returns the median; of an even number of figures, the lower of the two in the middle. */
function lowerMedian(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor((figures.length - 1) / 2)] ?? 0;
}

/** Returns the CPU time of a session's process in ms. */
export function cpuMsOf(pid: number): number {
  const [onCpu = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return Number(onCpu) / 1_000_000;
}
