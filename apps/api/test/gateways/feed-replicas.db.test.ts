import { createHash } from 'node:crypto';
import { openDocument, publishKey, readVerifiers, SetDigest } from '@comet/admission';
import {
  type FeedMessage,
  feedMessage,
  type Grant,
  grantLine,
  type Revocation,
  revocationLines,
} from '@comet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { createFeedReader, listenForChanges } from '../../src/features/gateways/index.ts';
import { addWireguardGrant, restoreAllOf, withdrawGrant } from '../../src/features/grants/index.ts';
import { type DatabaseTransaction, openDatabase } from '../../src/platform/database/database.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  newWireguardKey,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let replicas: { readonly baseUrl: string; stop(): Promise<void> }[];
let gateways: TestGateway[];
beforeAll(async () => {
  under = await startApi();
  replicas = [{ baseUrl: under.baseUrl, stop: () => under.stop() }, await startReplica()];
  gateways = [await makeGateway(under), await makeGateway(under, 'jp-tyo')];
});
afterAll(async () => {
  for (const replica of replicas.toReversed()) await replica.stop();
});

/** Another API instance: its own connections, listener and streams on the same database. */
async function startReplica() {
  const { dependencies } = under;
  const { databaseUrl } = dependencies.settings;
  const db = openDatabase(databaseUrl, { connections: 8, onError: () => undefined });
  const wake = listenForChanges({ databaseUrl, log: dependencies.log });
  const app = await createApp({
    ...dependencies,
    db,
    wake,
    feedReader: createFeedReader({ db, log: dependencies.log }),
  });
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    baseUrl,
    async stop() {
      await app.close();
      await wake.close();
      await db.destroy();
    },
  };
}

/** A follower of the feed, which applies each line in the order of arrival. */
class Follower {
  readonly gateway: TestGateway;
  readonly grants = new Map<string, Grant>();
  revocations: Revocation[] = [];
  cursor = 0;
  snapshots = 0;
  /** The received cursors, in order. */
  readonly cursors: number[] = [];
  lastHeartbeat: Extract<FeedMessage, { type: 'heartbeat' }> | null = null;

  constructor(gateway: TestGateway) {
    this.gateway = gateway;
  }

  /** Reads from a replica until `enough`, then disconnects. */
  async read(baseUrl: string, enough: (message: FeedMessage) => boolean): Promise<void> {
    const leaving = new AbortController();
    const response = await fetch(`${baseUrl}/api/v1/gateways/current/feed?cursor=${this.cursor}`, {
      headers: { authorization: `Bearer ${this.gateway.token}` },
      signal: leaving.signal,
    });
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of response.body ?? []) {
        const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (enough(this.#apply(line))) return leaving.abort();
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    }
  }

  #apply(line: string): FeedMessage {
    const verifiers = readVerifiers([publishKey(under.dependencies.keys.feeds.current)]);
    const opened = openDocument('feed', verifiers, line);
    const message = feedMessage.parse(opened.ok ? opened.value : null);
    if (message.type === 'snapshot') {
      this.snapshots += 1;
      this.grants.clear();
      this.revocations = [...message.revocations];
      for (const grant of message.grants) this.grants.set(grant.id, grant);
    }
    if (message.type === 'grant') this.grants.set(message.grant.id, message.grant);
    if (message.type === 'withdraw') this.grants.delete(message.id);
    if (message.type === 'revoke') this.revocations.push(message.revocation);
    if (message.type === 'heartbeat') this.lastHeartbeat = message;
    if (message.type !== 'keys' && message.type !== 'chunks') {
      this.cursors.push(message.cursor);
      this.cursor = message.cursor;
    }
    return message;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs a change in a transaction with random delays, so that transactions commit in another order than they began. */
function inSlowTransaction(
  seed: number,
  work: (trx: DatabaseTransaction) => Promise<unknown>,
): Promise<unknown> {
  return under.dependencies.db.transaction().execute(async (trx) => {
    await sql`select txid_current()`.execute(trx);
    await pause((seed * 7) % 13);
    const done = await work(trx);
    await pause((seed * 5) % 11);
    return done;
  });
}

test('followers of two replicas lose no change, for any order of commits and any number of reconnects', async () => {
  const { clock } = under;
  const deps = { clock, subjects: under.dependencies.keys.subjects };
  const users = await Promise.all(Array.from({ length: 12 }, () => makeUser(under)));
  const put = (index: number) => ({
    userId: users[index % users.length]!.id,
    gatewayId: gateways[index % 2]!.id,
    grant: { kind: 'wireguard', publicKey: newWireguardKey() } as const,
  });
  await Promise.all(
    [0, 1].map((index) => inSlowTransaction(0, (trx) => addWireguardGrant(deps, trx, put(index)))),
  );

  const followers = Array.from({ length: 6 }, (_, index) => new Follower(gateways[index % 2]!));
  // Every follower has a cursor before the first change, so that it receives changes and no snapshot.
  await Promise.all(followers.map((one) => one.read(under.baseUrl, ({ type }) => type === 'heartbeat')));
  const known = followers.map(({ snapshots }) => snapshots);
  const done = { cursor: Number.POSITIVE_INFINITY };
  const following = followers.map(async (one, index) => {
    for (let turn = index; one.cursor < done.cursor; turn += 1) {
      let lines = 0;
      // Some stay connected; others disconnect after a few lines and continue at the other replica.
      const stay = index < 2 ? 1_000_000 : 3 + ((turn * 5) % 17);
      await one.read(replicas[turn % 2]!.baseUrl, () => (lines += 1) >= stay || one.cursor >= done.cursor);
    }
  });

  await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      inSlowTransaction(index, async (trx) => {
        const userId = users[index % users.length]!.id;
        if (index % 10 === 8) return under.revoke(trx, { userId, slot: index % 20 === 8 ? null : index });
        if (index % 10 === 9) return restoreAllOf(trx, userId, clock.now());
        const made = await addWireguardGrant(deps, trx, put(index));
        // Some transactions are rolled back, and no follower may receive them.
        if (index % 10 === 7) throw new Error('changed my mind');
        return made;
      }).catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'changed my mind')) throw error;
      }),
    ),
  );
  const some = await under.dependencies.db
    .selectFrom('gatewayGrants')
    .select('id')
    .limit(20)
    .orderBy('id')
    .execute();
  await Promise.all(
    some.map(({ id }, index) => inSlowTransaction(index, (trx) => withdrawGrant(trx, id, clock.now()))),
  );
  const ends = await under.dependencies.db
    .selectFrom('gatewayChanges')
    .select((select) => ['gatewayId', select.fn.max('id').as('cursor')])
    .where('gatewayId', 'is not', null)
    .groupBy('gatewayId')
    .execute();
  done.cursor = Math.min(...ends.map(({ cursor }) => cursor));
  // Another change for both gateways wakes the waiting followers.
  await inSlowTransaction(0, (trx) => under.revoke(trx, { userId: users[0]!.id, slot: 200 }));
  await Promise.all(following);

  for (const one of followers) {
    // A follower that disconnected early may lack the last changes.
    await one.read(under.baseUrl, ({ type }) => type === 'heartbeat');
    const stored = await under.dependencies.db
      .selectFrom('gatewayGrants')
      .select('id')
      .where('gatewayId', '=', one.gateway.id)
      .where('withdrawnAt', 'is', null)
      .execute();
    expect(new Set(one.grants.keys())).toEqual(new Set(stored.map(({ id }) => id)));
    const beat = one.lastHeartbeat;
    expect(new SetDigest([...one.grants.values()].map(grantLine)).value()).toBe(beat?.grants);
    const digest = createHash('sha256')
      .update(revocationLines(one.revocations, beat?.since))
      .digest('base64url');
    expect(digest).toBe(beat?.digest);
    expect(one.cursors).toEqual(one.cursors.toSorted((left, right) => left - right));
  }
  expect(followers.map(({ snapshots }) => snapshots)).toEqual(known);
}, 60_000);

test('followers of a stopped replica continue at another one', async () => {
  const third = await startReplica();
  const follower = new Follower(gateways[0]!);
  await follower.read(third.baseUrl, ({ type }) => type === 'heartbeat');
  const cut = follower.read(third.baseUrl, () => false).catch(() => undefined);
  await pause(50);
  await third.stop();
  await cut;
  const { id } = await makeUser(under);
  await under.dependencies.db.transaction().execute((trx) => under.revoke(trx, { userId: id, slot: 77 }));
  await follower.read(replicas[1]!.baseUrl, ({ type }) => type === 'heartbeat');
  expect(follower.revocations.some(({ slot }) => slot === 77)).toBe(true);
});
