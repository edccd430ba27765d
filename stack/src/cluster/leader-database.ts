import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { certificateAuthority } from './database-nodes.ts';

/** Timeout in ms of a connection and of a statement. */
const TIMEOUT_MS = 2_000;

/** Access to the leader as superuser, through HAProxy and the relay on this machine. */
export interface LeaderDatabase {
  /** Runs statements on a new connection. */
  run(...statements: readonly string[]): Promise<readonly Record<string, unknown>[]>;
}

/** Returns access to the leader by TLS on 127.0.0.1:`port`; the private CA's certificate is in `folder`. */
export function leaderDatabase(folder: string, port: number, password: string): LeaderDatabase {
  return {
    async run(...statements) {
      const client = new pg.Client({
        ...{ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' },
        ssl: { ca: await readFile(certificateAuthority(folder), 'utf8') },
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
      });
      // An error of a connection that breaks later than its statement.
      client.on('error', () => undefined);
      try {
        await client.connect();
        let rows: Record<string, unknown>[] = [];
        for (const statement of statements)
          ({ rows } = await client.query<Record<string, unknown>>(statement));
        return rows;
      } finally {
        client.end().catch(() => undefined);
      }
    },
  };
}

/** Creates the API's role and database, and a table for test writes. */
export async function prepareLeader(leader: LeaderDatabase, password: string): Promise<void> {
  const secret = pg.escapeLiteral(password);
  await leader.run(`create role comet login password ${secret}`);
  await leader.run('create database comet owner comet');
  await leader.run('create table write_probe (id uuid primary key)');
}

/** Returns whether two nodes receive the leader's WAL, one of them synchronously. */
export async function streamsToBoth(leader: LeaderDatabase): Promise<boolean> {
  const rows = await leader.run(
    "select sync_state from pg_stat_replication where state = 'streaming' order by sync_state",
  );
  return rows.map(({ sync_state: state }) => state).join(' ') === 'async sync';
}

/** Writes one row; returns its id once the commit is acknowledged. */
export async function writeProbe(leader: LeaderDatabase): Promise<string> {
  const [row] = await leader.run('insert into write_probe values (gen_random_uuid()) returning id');
  return String(row?.['id']);
}

/** Returns how many of these acknowledged rows the leader does not have. */
export async function countLostWrites(
  leader: LeaderDatabase,
  acknowledged: readonly string[],
): Promise<number> {
  const rows = await leader.run('select id from write_probe');
  const found = new Set(rows.map(({ id }) => id));
  return acknowledged.filter((id) => !found.has(id)).length;
}
