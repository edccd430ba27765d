import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { type BenchSession, makeSessions } from '../../api/sessions.ts';
import type { CaseFigures } from '../../report.ts';
import { startCpuTimer } from './cpu-timer.ts';
import type { FleetGateway } from './fleet-gateways.ts';
import { limited, rounded } from './limit.ts';
import type { FleetRun } from './measure-fleet.ts';

/** Jobs that may be added to the queue within a second of deletions: those that its workers have not fetched yet. */
const maxGrowth = 200;
/** Deletions start in groups at this interval in ms. */
const everyMs = 50;

/** Deletions of accounts: CPU time of PostgreSQL with more and more gateways, and many a second for some time. */
export async function deletionCases(
  run: FleetRun,
  fleet: readonly FleetGateway[],
): Promise<readonly CaseFigures[]> {
  const { few, many, deletions } = run.amounts;
  const rows: CaseFigures[] = [];
  for (const count of [Math.ceil(few / 10), few, many]) {
    await serveOnly(run, fleet.slice(0, count));
    const accounts = await deletableAccounts(run, deletions.measured);
    const spent = await startCpuTimer(run.apiPid, run.client);
    for (const account of accounts) await deleteAccount(run.port, account);
    const { postgres } = await spent();
    const name = `account deletion with ${count.toLocaleString('en')} gateways: CPU of PostgreSQL`;
    run.log(`${name}: ${rounded(postgres / accounts.length)} ms`);
    rows.push(limited(name, postgres / accounts.length, { limit: 5, unit: 'ms' }));
  }
  return [...rows, ...(await deleteRepeatedly(run))];
}

async function deleteRepeatedly(run: FleetRun): Promise<readonly CaseFigures[]> {
  const { perSecond, seconds } = run.amounts.deletions;
  const accounts = await deletableAccounts(run, perSecond * seconds);
  const before = await waitingJobs(run);
  const began = performance.now();
  let isInTime = 0;
  const failures: string[] = [];
  const deleting: Promise<void>[] = [];
  for (const [index, account] of accounts.entries()) {
    const startAt = began + Math.floor((index * 1000) / perSecond / everyMs) * everyMs;
    if (startAt > performance.now()) await sleep(startAt - performance.now());
    const deleted = deleteAccount(run.port, account).then(() => {
      if (performance.now() - began <= (seconds + 1) * 1000) isInTime += 1;
    });
    deleting.push(deleted.catch((error: unknown) => void failures.push(String(error))));
  }
  await Promise.all(deleting);
  for (const failure of new Set(failures)) run.log(failure);
  const after = await waitingJobs(run);
  run.log(`${accounts.length} deletions, ${isInTime} in time; jobs before ${before}, after ${after}`);
  const deleted = `accounts deleted at ${perSecond} a second for ${seconds} s`;
  return [
    limited(`${deleted}, a second later`, isInTime, {
      limit: accounts.length,
      unit: 'accounts',
      better: 'higher',
    }),
    limited(`${deleted}: added jobs`, Math.max(0, after - before), { limit: maxGrowth, unit: 'jobs' }),
  ];
}

/** Takes the other gateways of the fleet out of service. */
async function serveOnly({ client, fleetIds }: FleetRun, fleet: readonly FleetGateway[]): Promise<void> {
  await client.query(
    `update gateways set retired_at = case when id = any($2::uuid[]) then null else now() end where id = any($1::uuid[])`,
    [fleetIds, fleet.map(({ id }) => id)],
  );
}

/** Accounts without a password, which have just signed in with a provider: their deletion compares no password. */
async function deletableAccounts(
  { client, database }: FleetRun,
  count: number,
): Promise<readonly BenchSession[]> {
  const sessions = await makeSessions(database, count);
  await client.query(
    `with begun as (
      update access_tokens set method = 'social' where device_id = any($1) returning user_id)
    update users set password_hash = null from begun where users.id = begun.user_id`,
    [sessions.map(({ deviceId }) => deviceId)],
  );
  return sessions;
}

/** Repeats a request whose connection the API has closed: it ends connections that were idle. */
async function deleteAccount(port: number, session: BenchSession): Promise<void> {
  const response = await sendDeletion(port, session).catch(() => sendDeletion(port, session));
  const text = await response.text();
  if (response.status !== api.deleteAccount.status)
    throw new Error(`A deletion was answered with ${response.status}: ${text}`);
}

function sendDeletion(port: number, { token, deviceId, address }: BenchSession): Promise<Response> {
  const { method, path } = api.deleteAccount;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'app-identifier': deviceId,
      'x-forwarded-for': address,
    },
    body: '{}',
  });
}

async function waitingJobs({ client }: FleetRun): Promise<number> {
  const { rows } = await client.query<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job where state < 'completed' and start_after <= now()`,
  );
  return rows[0]?.jobs ?? Number.NaN;
}
