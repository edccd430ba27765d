import { setTimeout as sleep } from 'node:timers/promises';
import { proportionalSetSize } from '../../proportional-set-size.ts';
import { type CaseFigures, median, quantile } from '../../report.ts';
import { type CpuTime, startCpuTimer } from './cpu-timer.ts';
import { type FleetGateway, newSubject, revokeOn } from './fleet-gateways.ts';
import type { FleetProcess } from './fleet-process.ts';
import { grantsProblem } from './grant-counter.ts';
import { limited, rounded } from './limit.ts';
import type { FleetRun } from './measure-fleet.ts';

/** One interval of heartbeats, in ms. */
const windowMs = 10_000;
/** Windows after which a fleet that has not settled is measured nevertheless. */
const maxWindows = 18;
/** Changes of one gateway follow each other at this interval, those of all gateways at four times of it. */
const everyMs = 50;

interface FeedFigures {
  readonly idleMsPerSecond: number;
  readonly changeMs: number;
  readonly broadcastMsPerGateway: number;
  readonly delays: readonly number[];
}

/** The feed of many gateways without changes, with changes of one of them, and with changes of all of them. */
export async function feedCases(
  run: FleetRun,
  fleet: readonly FleetGateway[],
): Promise<readonly CaseFigures[]> {
  const { few, many } = run.amounts;
  const small = await measureFeed(run, fleet.slice(0, few));
  const large = await measureFeed(run, fleet.slice(0, many));
  const of = `${many.toLocaleString('en')} gateways`;
  const delay = (share: number) => quantile(large.delays, share);
  const ms = { unit: 'ms' };
  return [
    limited(`${of}, no change: CPU in a second`, large.idleMsPerSecond, { limit: 50, ...ms }),
    limited(`${of}: CPU of a change for one`, large.changeMs, { limit: 3, ...ms }),
    {
      ...{ case: `CPU of a change for all, per gateway of ${many}`, unit: 'ms', canBeZero: true },
      ours: [rounded(large.broadcastMsPerGateway)],
      peers: { [`of ${few}`]: [rounded(Math.max(small.broadcastMsPerGateway, 0.001))] },
      target: { [`of ${few}`]: 1.2 },
    },
    limited(`revocation at ${of}, median`, delay(0.5), { limit: 1_000, ...ms }),
    limited(`revocation at ${of}, p99`, delay(0.99), { limit: 1_000, ...ms }),
    limited(`revocation at ${of}, latest`, Math.max(...large.delays), { limit: 5_000, ...ms }),
  ];
}

async function measureFeed(run: FleetRun, gateways: readonly FleetGateway[]): Promise<FeedFigures> {
  const { fleet, port, amounts, client, log } = run;
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(max(id), 0)::text as last from gateway_changes',
  );
  await fleet.open(port, gateways, Number(rows[0]?.last));
  try {
    if (amounts.isFull) await settle(run);
    const idle = await timed(run, () => sleep(amounts.idleMs));
    const perSecond = (totalOf(idle) * 1000) / idle.elapsedMs;
    /** CPU time without that of the same time without changes. */
    const ownMs = (cost: TimedCpu) => totalOf(cost) - (perSecond * cost.elapsedMs) / 1000;
    const single = await timed(run, () => changeOne(run, gateways));
    const delays: number[] = [];
    const all = await timed(run, async () => {
      for (let index = 0; index < amounts.broadcasts; index += 1)
        delays.push(...(await revokeOnAll(run, gateways.length)));
    });
    const figures = {
      idleMsPerSecond: perSecond,
      changeMs: ownMs(single) / amounts.changesOfOne,
      broadcastMsPerGateway: ownMs(all) / amounts.broadcasts / gateways.length,
      delays,
    };
    const latest = { median: median(delays), p99: quantile(delays, 0.99), max: Math.max(...delays) };
    log(`${gateways.length} gateways: ${JSON.stringify({ ...figures, delays: latest, idle, single, all })}`);
    return {
      ...figures,
      changeMs: Math.max(figures.changeMs, 0),
      broadcastMsPerGateway: Math.max(figures.broadcastMsPerGateway, 0),
    };
  } finally {
    await fleet.close();
  }
}

/** Waits until the work of new streams is over, such as their first heartbeats and the reads for these. */
async function settle(run: FleetRun): Promise<void> {
  const windows: number[] = [];
  while (!hasSettled(windows) && windows.length < maxWindows)
    windows.push(totalOf(await timed(run, () => sleep(windowMs))));
}

type TimedCpu = CpuTime & { readonly elapsedMs: number };

const totalOf = ({ api, postgres }: CpuTime): number => api + postgres;

async function timed({ apiPid, client }: FleetRun, work: () => Promise<void>): Promise<TimedCpu> {
  const spent = await startCpuTimer(apiPid, client);
  const began = performance.now();
  await work();
  return { ...(await spent()), elapsedMs: performance.now() - began };
}

/** Revokes a subject on each of some gateways, one after the other, and waits until all of them have received theirs. */
async function changeOne(
  { client, fleet, amounts }: FleetRun,
  gateways: readonly FleetGateway[],
): Promise<void> {
  const received: Promise<unknown>[] = [];
  for (let index = 0; index < amounts.changesOfOne; index += 1) {
    const sub = newSubject();
    const gateway = gateways[index % gateways.length];
    const arrival = arrivalsOf(fleet, sub, 1);
    // Thrown below, after the last change.
    arrival.catch(() => undefined);
    received.push(arrival);
    await revokeOn(client, gateway?.id ?? '', sub);
    await sleep(everyMs);
  }
  await Promise.all(received);
}

/** Returns the ms from the commit to the arrival at each gateway. */
async function revokeOnAll({ client, fleet }: FleetRun, count: number): Promise<readonly number[]> {
  const sub = newSubject();
  const committedAt = await revokeOn(client, null, sub);
  const times = await arrivalsOf(fleet, sub, count);
  await sleep(4 * everyMs);
  return times.map((time) => Math.max(0, Number(time - committedAt) / 1_000_000));
}

async function arrivalsOf(fleet: FleetProcess, sub: string, count: number): Promise<readonly bigint[]> {
  const times = await fleet.arrivals(sub, count);
  if (times.length < count)
    throw new Error(`A revocation reached only ${times.length} of ${count} gateways within a minute`);
  return times;
}

/** All gateways open their feeds at once without a cursor, and receive complete snapshots. */
export async function reconnectCases(
  { fleet, port, apiPid, client, log }: FleetRun,
  gateways: readonly FleetGateway[],
): Promise<readonly CaseFigures[]> {
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, proportionalSetSize(apiPid))), 250);
  try {
    const before = await grantsInForce(client, gateways);
    const milliseconds = await fleet.open(port, gateways, 0);
    const after = await grantsInForce(client, gateways);
    const problem = grantsProblem(await fleet.grants(), before, after);
    if (problem !== null) throw new Error(problem);
    const maxGrants = Math.max(...after);
    const seconds = quantile(milliseconds, 0.99) / 1000;
    log(`${gateways.length} reconnects: 99 % within ${seconds.toFixed(1)} s, ${peak.toFixed(0)} MB`);
    const of = `${gateways.length.toLocaleString('en')} reconnects with ${maxGrants.toLocaleString('en')} grants each`;
    return [
      limited(`${of}, p99`, seconds, { limit: 60, unit: 's' }),
      limited(`${of}, memory of the API`, Math.max(peak, proportionalSetSize(apiPid)), {
        limit: 600,
        unit: 'MB',
      }),
    ];
  } finally {
    clearInterval(sampling);
    await fleet.close();
  }
}

/** Returns the number of grants in force on each gateway: its own, and those of all. */
async function grantsInForce(
  client: FleetRun['client'],
  gateways: readonly FleetGateway[],
): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: string | null; count: number }>(
    `select gateway_id as id, count(*)::int as count from gateway_grants
     where withdrawn_at is null and (gateway_id is null or gateway_id = any($1::uuid[])) group by 1`,
    [gateways.map(({ id }) => id)],
  );
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return gateways.map(({ id }) => (counts.get(null) ?? 0) + (counts.get(id) ?? 0));
}

/** Returns whether the CPU time of the last of equal periods is no longer clearly below that of the one before. */
export function hasSettled(cpuMs: readonly number[]): boolean {
  const [before, last] = cpuMs.slice(-2);
  return before !== undefined && last !== undefined && last > 0.8 * before;
}
