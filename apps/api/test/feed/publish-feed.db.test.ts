import { openDocument, publishKey, readVerifiers } from '@comet/admission';
import { feedMessage, feedSubjects } from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FakeFeedStream } from '../../src/features/gateways/feed/nats/feed-stream.fake.ts';
import { publishFeed } from '../../src/features/gateways/feed/nats/publish-feed.ts';
import { gatewaysCommand, pruneChanges } from '../../src/features/gateways/index.ts';
import { addWireguardGrant, withdrawGrant } from '../../src/features/grants/index.ts';
import { whileLeaseIsHeld } from '../../src/platform/database/lease.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  newWireguardKey,
  startApi,
  type TestGateway,
  type TestUser,
} from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
let user: TestUser;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
  user = await makeUser(under);
});
afterAll(() => under.stop());

async function addGrant(): Promise<string> {
  const deps = { clock: under.clock, subjects: under.dependencies.keys.subjects };
  const grant = { kind: 'wireguard', publicKey: newWireguardKey() } as const;
  const put = { userId: user.id, gatewayId: gateway.id, grant };
  await under.dependencies.db.transaction().execute((trx) => addWireguardGrant(deps, trx, put));
  const { id } = await under.dependencies.db
    .selectFrom('gatewayGrants')
    .select('id')
    .where('publicKey', '=', grant.publicKey)
    .executeTakeFirstOrThrow();
  return id;
}

/** Publishes to the stream until `work` ends; `pinging` follow the feed over NATS. */
async function whilePublishing(
  stream: FakeFeedStream,
  work: () => Promise<unknown>,
  pinging: readonly string[] = [],
): Promise<void> {
  const stop = new AbortController();
  const publishing = publishFeed(
    {
      ...under.dependencies,
      stream,
      onPing: (listener) => pinging.forEach((gatewayId) => listener(gatewayId)),
    },
    stop.signal,
  );
  await Promise.race([work(), publishing]);
  stop.abort();
  await publishing;
}

function messagesIn({ messages }: FakeFeedStream) {
  const verifiers = readVerifiers([publishKey(under.dependencies.keys.feeds.current)]);
  return messages.map(({ subject, line, cursor }) => {
    if (subject === feedSubjects.reset) return { type: 'reset', cursor } as const;
    const opened = openDocument('feed', verifiers, line);
    return { subject, ...feedMessage.parse(opened.ok ? opened.value : null) };
  });
}

const typesIn = (stream: FakeFeedStream) => messagesIn(stream).map(({ type }) => type);

test('publishes signed changes in order, from the last one in the stream', async () => {
  const stream = new FakeFeedStream();
  let id = '';
  await whilePublishing(stream, async () => {
    await vi.waitFor(() => expect(typesIn(stream)).toEqual(['reset']));
    id = await addGrant();
    await vi.waitFor(() => expect(typesIn(stream)).toEqual(['reset', 'grant']));
  });
  const { db } = under.dependencies;
  await db.transaction().execute((trx) => withdrawGrant(trx, id, under.clock.now()));
  await db
    .transaction()
    .execute((trx) => under.revoke(trx, { userId: user.id, slot: 1, gatewayId: gateway.id }));
  await whilePublishing(stream, () =>
    vi.waitFor(() => expect(typesIn(stream).slice(0, 4)).toEqual(['reset', 'grant', 'withdraw', 'revoke'])),
  );
  const [, ...changes] = messagesIn(stream);
  for (const message of changes)
    expect(message).toMatchObject({ subject: feedSubjects.changes(gateway.id), gateway: gateway.id });
});

test('publishes the revocation of an account once for all gateways', async () => {
  await makeGateway(under, 'jp-tyo');
  const stream = new FakeFeedStream();
  const { db } = under.dependencies;
  await whilePublishing(stream, async () => {
    await vi.waitFor(() => expect(typesIn(stream)).toEqual(['reset']));
    await db.transaction().execute((trx) => under.revoke(trx, { userId: user.id, slot: null }));
    await vi.waitFor(() => expect(typesIn(stream)).toEqual(['reset', 'revoke_account']));
  });
  const [, message] = messagesIn(stream);
  expect(message).toMatchObject({ subject: feedSubjects.all, gateway: '*', previous: expect.any(Number) });
  expect(stream.messages.at(-1)?.id).toBe(String(message?.cursor));
});

test('publishes keys and heartbeats of gateways that follow the feed over NATS', async () => {
  const stream = new FakeFeedStream();
  const beside = () => messagesIn(stream).filter(({ type }) => type === 'keys' || type === 'heartbeat');
  await whilePublishing(stream, () => vi.waitFor(() => expect(beside().length).toBeGreaterThanOrEqual(2)), [
    gateway.id,
  ]);
  expect(beside().map(({ type }) => type)).toEqual(['keys', 'heartbeat']);
  for (const message of beside())
    expect(message).toMatchObject({ subject: feedSubjects.heartbeats(gateway.id), gateway: gateway.id });
});

test('publishes a reset where the database has deleted changes or was restored', async () => {
  const { db } = under.dependencies;
  const stream = new FakeFeedStream();
  const published = () => vi.waitFor(() => expect(stream.messages.length).toBeGreaterThan(0));
  await whilePublishing(stream, published);
  await addGrant();
  await addGrant();
  under.clock.advance(27 * 3_600_000);
  await pruneChanges(db, under.clock.now());
  await whilePublishing(stream, () => vi.waitFor(() => expect(typesIn(stream)).toEqual(['reset', 'reset'])));
  // As after a restoration, the stream is ahead of the database.
  const last = stream.messages.at(-1)?.cursor ?? 0;
  const change = { subject: feedSubjects.changes(gateway.id), line: '', after: last, id: 'x' };
  await stream.append([{ ...change, cursor: last + 50 }], 2);
  await whilePublishing(stream, () =>
    vi.waitFor(() => expect(stream.messages.at(-1)?.subject).toBe(feedSubjects.reset)),
  );
  expect(stream.messages.at(-1)?.cursor).toBe(last + 51);
  // Later changes have greater cursors than everything in the stream.
  await addGrant();
  await whilePublishing(stream, () =>
    vi.waitFor(() => expect(stream.messages.at(-1)?.subject).toBe(feedSubjects.changes(gateway.id))),
  );
  expect(stream.messages.at(-1)?.cursor).toBeGreaterThan(last + 51);
});

test('a lease has one holder, and passes on when its session is ended', async () => {
  const stop = new AbortController();
  const { log, db, settings } = under.dependencies;
  const lease = { databaseUrl: settings.databaseUrl, lock: 4_711, name: 'comet-test-lease', log };
  const holders = new Set<number>();
  const terms: number[] = [];
  const candidates = [1, 2, 3].map((number) =>
    whileLeaseIsHeld(lease, stop.signal, async (signal) => {
      holders.add(number);
      terms.push(holders.size);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      holders.delete(number);
    }),
  );
  for (let term = 1; term <= 3; term += 1) {
    await vi.waitFor(() => expect(terms).toHaveLength(term), { timeout: 20_000 });
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 4711 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  }
  await vi.waitFor(() => expect(terms).toHaveLength(4), { timeout: 20_000 });
  expect(terms).toEqual([1, 1, 1, 1]);
  stop.abort();
  await Promise.all(candidates);
});

test('changed settings of a gateway send its heartbeat at once', async () => {
  const stream = new FakeFeedStream();
  const { db } = under.dependencies;
  const heartbeats = () =>
    messagesIn(stream).flatMap((message) => (message.type === 'heartbeat' ? [message.portForwarding] : []));
  await whilePublishing(stream, async () => {
    await vi.waitFor(() => expect(heartbeats()).toHaveLength(1));
    await gatewaysCommand({ db, clock: under.clock, operator: 'grace' }, ['block-port', gateway.id, '41234']);
    await vi.waitFor(() => expect(heartbeats()).toHaveLength(2));
  }, [gateway.id]);
  expect(new Set(heartbeats()).size).toBe(2);
});
