import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { makeOwners, type Owner } from '../api/payments.ts';
import { type Replica, startReplica } from '../api/replica.ts';
import type { ControlPlane } from '../services.ts';
import { count, type Fault, type FaultFigure, seconds } from './fault.ts';
import { query } from './purchase.ts';

const dayMs = 24 * 3600_000;
const owners = 10;
const drainSeconds = 5;
/** The comparison with the database's clock every 15 seconds, and draining. */
const limitSeconds = 30;
const pauseMs = 100;

/** A replica whose clock jumps while it serves sign-ins, reads and orders. Its clock is `Date` of its process, moved by a signal. */
export const clockJump: Fault = {
  name: 'clock-jump',
  title: 'clock ± 1 day on one replica',
  needsCluster: false,
  reduced: null,
  measure: ({ controlPlane }) =>
    controlPlane(async (plane) => {
      const known = await makeOwners(plane.addresses, owners);
      const ahead = await jump(plane, known, dayMs);
      const behind = await jump(plane, known, -dayMs);
      return [...figures('ahead', ahead), ...figures('behind', behind)];
    }),
};

interface Jump {
  /** Time in ms from the jump until the replica is not ready, and until it has exited. */
  readonly unreadyAfter: number;
  readonly exitedAfter: number;
  readonly exitCode: number | null;
  readonly saysWhy: boolean;
  /** Requests after the jump, and those without the expected answer. */
  readonly requests: number;
  readonly wrong: number;
  /** Rows written after the jump with a time that is off by more than a minute. */
  readonly misdated: number;
}

function figures(name: string, jumped: Jump): readonly FaultFigure[] {
  return [
    seconds(`${name}: not ready after`, jumped.unreadyAfter, limitSeconds),
    count('says why and exits with status 1', jumped.saysWhy && jumped.exitCode === 1 ? 1 : 0, 1),
    seconds('exited after', jumped.exitedAfter),
    count('requests served until then', jumped.requests),
    count('answered wrongly', jumped.wrong, 0),
    count('rows with a wrong time', jumped.misdated, 0),
  ];
}

const preload = (ms: number) => `let offset = 0; const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + offset) : super(...given); }
    static now() { return Real.now() + offset; }
  };
  process.on('SIGUSR2', () => { offset = ${ms}; });`;

async function jump(plane: ControlPlane, known: readonly Owner[], ms: number): Promise<Jump> {
  const replica = await startReplica(plane.apiPid, {
    changed: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload(ms))}`,
      DRAIN_SECONDS: String(drainSeconds),
    },
  });
  try {
    return await observe(plane, known, replica);
  } finally {
    await replica.stop();
  }
}

async function observe(plane: ControlPlane, known: readonly Owner[], replica: Replica): Promise<Jump> {
  const { database } = plane.addresses;
  const [before] = await query<{ now: Date }>(database, 'select clock_timestamp() as now');
  process.kill(replica.pid, 'SIGUSR2');
  const began = performance.now();
  let unreadyAfter = Infinity;
  let saysWhy = false;
  let exited = false;
  void replica.ended.then(() => (exited = true));
  const counts = { requests: 0, wrong: 0 };
  const url = `http://127.0.0.1:${replica.port}`;
  const customers = known.map(async (owner, index) => {
    while (!exited && performance.now() - began < 2_000 * limitSeconds) {
      const outcome = await signInAndOrder(url, owner, `10.71.${index}.${counts.requests % 250}`);
      // A connection that is refused: the replica has drained and exits.
      if (outcome === null) return;
      counts.requests += outcome.requests;
      counts.wrong += outcome.wrong;
      await sleep(pauseMs);
    }
  });
  while (!exited && performance.now() - began < 2_000 * limitSeconds) {
    const probe = await fetch(`${url}/readyz`).then(
      async (response) => ({ ok: response.ok, text: await response.text() }),
      () => ({ ok: false, text: '' }),
    );
    if (!probe.ok && unreadyAfter === Infinity) unreadyAfter = performance.now() - began;
    saysWhy ||= !probe.ok && /clock is \d+ s (?:ahead of|behind) the database/.test(probe.text);
    await sleep(50);
  }
  const exitedAfter = exited ? performance.now() - began : Infinity;
  await Promise.all(customers);
  const [rows] = await query<{ misdated: number }>(database, misdatedSince, [before?.now]);
  return {
    ...{ unreadyAfter, exitedAfter, saysWhy, exitCode: exited ? await replica.ended : null },
    ...counts,
    misdated: rows?.misdated ?? Number.NaN,
  };
}

/** Signs in, reads the user with the new token and creates an order. Returns null if the first request got no connection. */
async function signInAndOrder(
  url: string,
  { email, password, deviceId }: Owner,
  address: string,
): Promise<{ readonly requests: number; readonly wrong: number } | null> {
  const common = {
    'content-type': 'application/json',
    'app-identifier': deviceId,
    'x-forwarded-for': address,
  };
  const send = (path: string, token: string | null, body?: object) =>
    fetch(`${url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: token === null ? common : { ...common, authorization: `Bearer ${token}` },
    });
  try {
    const signedIn = await send(api.logIn.path, null, { email, password });
    const { access_token: token = '' } = (await signedIn.json()) as { readonly access_token?: string };
    const read = await send(api.currentUser.path, token);
    await read.arrayBuffer();
    const ordered = await send(api.createOrder.path, token, { kind: 'subscription', plan_id: '12-months' });
    await ordered.arrayBuffer();
    const expected = [api.logIn.status, api.currentUser.status, api.createOrder.status];
    const found = [signedIn.status, read.status, ordered.status];
    return { requests: 3, wrong: found.filter((status, index) => status !== expected[index]).length };
  } catch {
    return null;
  }
}

/** Rows whose transaction began after a moment and whose times differ from the database's by more than a minute, a day being the fault. */
const misdatedSince = `select count(*)::int as misdated from (
    select created_at as at from orders union all select created_at from access_tokens
    union all select created_at from idempotency_keys union all select created_on from pgboss.job
  ) written where at > clock_timestamp() + interval '1 minute' and $1::timestamptz is not null
    or at between $1::timestamptz - interval '25 hours' and $1::timestamptz - interval '23 hours'`;
