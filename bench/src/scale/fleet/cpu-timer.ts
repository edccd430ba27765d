import { cpuMsOf } from '@comet/testing/meter';
import type pg from 'pg';
import { cpuTime } from '../../cpu-time.ts';

/** The name of the measured sessions at PostgreSQL. */
export const applicationName = 'comet-scale';

/** CPU time in ms. */
export interface CpuTime {
  readonly api: number;
  readonly postgres: number;
}

/**
 * Returns a function that returns the CPU time since its creation: of the API process, and of the sessions named `applicationName`, without
 * those that have ended meanwhile. PostgreSQL's background processes are not included.
 */
export async function startCpuTimer(apiPid: number, client: pg.Client): Promise<() => Promise<CpuTime>> {
  const begun = { api: cpuTime(apiPid), sessions: await sessionsOf(client) };
  return async () => {
    const sessions = await sessionsOf(client);
    const postgres = [...sessions].reduce((sum, [pid, ms]) => sum + ms - (begun.sessions.get(pid) ?? 0), 0);
    return { api: cpuTime(apiPid) - begun.api, postgres };
  };
}

async function sessionsOf(client: pg.Client): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name = $1 and datname = current_database()',
    [applicationName],
  );
  return new Map(rows.map(({ pid }) => [pid, cpuMsOf(pid)]));
}
