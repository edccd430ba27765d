import { createHash, randomUUID } from 'node:crypto';
import { api, type Endpoint } from '@comet/contract';
import type { Addresses } from '@comet/stack';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { type BenchSession, makeSessions } from './sessions.ts';

const amounts = {
  full: { gateways: [10, 100, 1_000], accounts: 5, rounds: 3 },
  smoke: { gateways: [10], accounts: 2, rounds: 1 },
};

/** WAL and rows of one account on average. */
interface Written {
  readonly kilobytes: number;
  readonly grants: number;
  readonly changes: number;
}

/** What is created and then replaced, with the end of the case's name. */
const subjects = { 'OpenVPN credentials': '', 'a proxy user': ': a proxy user' } as const;
type Subject = keyof typeof subjects;

/** WAL of OpenVPN credentials and proxy users, with gateways that support one row for all, and with those of the release before. */
export const credentialsBench: Bench = {
  name: 'credentials',
  metric: "WAL of creating and then replacing an account's OpenVPN credentials, and a proxy user's",
  unit: 'kB',
  better: 'lower',
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses }) => {
      const { gateways, accounts, rounds } = amounts[extent];
      const client = new pg.Client({ connectionString: addresses.database });
      await client.connect();
      try {
        const figures = [];
        const cases = (Object.keys(subjects) as Subject[]).flatMap((subject) =>
          gateways.map((count) => ({ subject, count })),
        );
        for (const { subject, count } of cases) {
          const ours: number[] = [];
          const own: number[] = [];
          for (let round = 0; round < rounds; round += 1)
            for (const [isShared, into] of [
              [true, ours],
              [false, own],
            ] as const) {
              const written = await withGateways(client, { count, isShared }, () =>
                writtenBy(client, addresses, { accounts, subject }),
              );
              into.push(written.kilobytes);
              const form = isShared ? 'one row' : 'a row for each';
              const { kilobytes, grants, changes } = written;
              log(
                `${subject}, ${count} gateways, ${form}: ${kilobytes} kB, ${grants} grants, ${changes} changes an account`,
              );
            }
          const peers = { 'a row for each gateway': own };
          const target = { 'a row for each gateway': 1 };
          figures.push({
            ...{ case: `${count.toLocaleString('en')} gateways${subjects[subject]}` },
            ...{ ours, peers, target },
          });
        }
        return figures;
      } finally {
        await client.end();
      }
    }),
};

/** Runs `work` while the installation has `count` more gateways. */
async function withGateways<T>(
  client: pg.Client,
  { count, isShared }: { readonly count: number; readonly isShared: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const name = randomUUID();
  const made = await client.query<{ id: string }>(
    `insert into gateways (location_code, credential_hash, wireguard_public_key, wireguard_port, door_port, ipv4, created_at,
        credentials_at, credentials_shared_at)
      select (select code from locations order by code limit 1), sha256(($2 || n)::bytea),
        encode(sha256(('key' || $2 || n)::bytea), 'base64'), 51820, 51821, '198.51.' || n / 256 || '.' || n % 256, now(), now(),
        case when $3 then now() end
      from generate_series(1, $1::int) n returning id`,
    [count, name, isShared],
  );
  try {
    return await work();
  } finally {
    await client.query('delete from gateways where id = any($1)', [made.rows.map(({ id }) => id)]);
  }
}

async function writtenBy(
  client: pg.Client,
  addresses: Addresses,
  { accounts, subject }: { readonly accounts: number; readonly subject: Subject },
): Promise<Written> {
  const sessions = await makeSessions(addresses.database, accounts);
  const hashes = sessions.map(({ token }) => createHash('sha256').update(token).digest());
  await client.query(
    `insert into subscriptions (user_id, plan_id, months, state, source, store_reference, started_at, active_until, access_until, paid_until,
        currency, created_at)
      select user_id, '12-months', 12, 'active', 'app_store', user_id::text, now(), now() + interval '1 year', now() + interval '1 year', now() + interval '1 year',
        'USD', now()
      from access_tokens where token_hash = any($1)`,
    [hashes],
  );
  await client.query('checkpoint');
  const before = await positionOf(client);
  const replace = subject === 'a proxy user' ? replaceProxyUser : replaceCredentials;
  for (const session of sessions) await replace(addresses, session);
  const after = await positionOf(client);
  const { rows } = await client.query<{ grants: number; changes: number }>(
    `select
        (select count(*)::int from gateway_grants where user_id in (select user_id from access_tokens where token_hash = any($1))) as grants,
        (select count(*)::int from gateway_changes where id > $2) as changes`,
    [hashes, before.change],
  );
  const { grants = 0, changes = 0 } = rows[0] ?? {};
  return {
    kilobytes: Math.round((after.bytes - before.bytes) / 100 / accounts) / 10,
    grants: grants / accounts,
    changes: changes / accounts,
  };
}

async function positionOf(client: pg.Client): Promise<{ readonly bytes: number; readonly change: number }> {
  const { rows } = await client.query<{ bytes: number; change: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes,
      (select coalesce(max(id), 0)::float8 from gateway_changes) as change`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no WAL position');
  return row;
}

async function replaceCredentials(addresses: Addresses, session: BenchSession): Promise<void> {
  const { credentials } = (await called(addresses, session, api.showOpenvpnCredentials)) as {
    readonly credentials: { readonly username: string };
  };
  const { username } = credentials;
  await called(addresses, session, api.rotateOpenvpnCredentials, { body: { username } });
}

async function replaceProxyUser(addresses: Addresses, session: BenchSession): Promise<void> {
  const body = { name: 'bench', limit_bytes: null };
  const { user } = (await called(addresses, session, api.addProxyUser, { body })) as {
    readonly user: { readonly id: string };
  };
  const path = api.renewProxyPassword.path.replace('{id}', user.id);
  await called(addresses, session, api.renewProxyPassword, { path });
}

async function called(
  addresses: Addresses,
  { token, deviceId, address }: BenchSession,
  endpoint: Endpoint,
  { path = endpoint.path, body }: { readonly path?: string; readonly body?: object } = {},
): Promise<unknown> {
  const response = await fetch(`${addresses.api}${path}`, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'app-identifier': deviceId,
      'x-forwarded-for': address,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status !== endpoint.status) throw new Error(`${path} returned ${response.status}`);
  return response.json();
}
