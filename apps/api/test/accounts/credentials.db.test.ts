import { credentialMac } from '@comet/admission';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openvpnSecretsOf } from '../../src/features/gateways/index.ts';
import {
  fillNewGateways,
  putCredentials,
  type ReadCredentials,
  type ServiceCredentials,
} from '../../src/features/grants/index.ts';
import type { DatabaseTransaction } from '../../src/platform/database/database.ts';
import { createSealer } from '../../src/platform/keys/seal.ts';
import {
  type ApiUnderTest,
  makeGateway,
  makeUser,
  startApi,
  type TestGateway,
} from '../fixture/api-fixture.ts';
import { follow } from '../gateways/feed-follower.ts';
import { makePaidUser } from '../payments/paid-user.ts';

let under: ApiUnderTest;
let gateway: TestGateway;
beforeAll(async () => {
  under = await startApi();
  gateway = await makeGateway(under);
});
afterAll(() => under.stop());

const inTransaction = <T>(work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> =>
  under.dependencies.db.transaction().execute(work);
const deps = () => ({
  clock: under.clock,
  subjects: under.dependencies.keys.subjects,
  openvpn: under.dependencies.keys.openvpn,
  sealer: createSealer(under.dependencies.keys.seal),
});

test('every gateway receives credentials and their replacements', async () => {
  const far = await makeGateway(under, 'jp-tyo');
  const { id: userId } = await makeUser(under);
  const macsOf = async ({ id }: TestGateway) =>
    [...(await follow(under, { id })).held.values()].flatMap((grant) =>
      grant.kind === 'openvpn' ? [grant.mac] : [],
    );
  const expected = ({ id }: TestGateway, password: string) =>
    credentialMac(
      Buffer.from(openvpnSecretsOf(under.dependencies.keys.openvpn, id).pepper, 'base64url'),
      'someone',
      password,
    );
  for (const password of ['first', 'second']) {
    await inTransaction((trx) => putCredentials(deps(), trx, { userId, username: 'someone', password }));
    expect(await macsOf(gateway)).toEqual([expected(gateway, password)]);
    expect(await macsOf(far)).toEqual([expected(far, password)]);
  }
});

test('a new gateway receives all credentials, except those without access', async () => {
  const [paid, unpaid] = [await makePaidUser(under), await makeUser(under)];
  const kept = new Map<string, ServiceCredentials>(
    [paid.id, unpaid.id].map((userId) => [userId, { userId, username: userId, password: 'first' }]),
  );
  const readCredentials: ReadCredentials = async (trx, after, limit) => {
    const locked = await trx
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [...kept.keys()])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .forShare()
      .execute();
    return locked.flatMap(({ id }) => kept.get(id) ?? []);
  };
  const fresh = await makeGateway(under);
  const job = { ...deps(), db: under.dependencies.db, readCredentials };
  const stored = () =>
    under.dependencies.db
      .selectFrom('gatewayGrants')
      .select(['userId', 'mac', 'withdrawnAt'])
      .where('gatewayId', '=', fresh.id)
      .execute();
  await Promise.all([fillNewGateways(job), fillNewGateways(job), fillNewGateways(job)]);
  const inForce = new Map((await stored()).map(({ userId, withdrawnAt }) => [userId, withdrawnAt === null]));
  expect(inForce).toEqual(
    new Map([
      [paid.id, true],
      [unpaid.id, false],
    ]),
  );
  // The other one is of all gateways, from the test before.
  const kinds = [...(await follow(under, fresh)).held.values()].map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['credential', 'openvpn']);
  // If credentials change while a gateway is filled, the gateway does not keep the old ones.
  const again = await makeGateway(under);
  for (let round = 0; round < 5; round += 1) {
    const changed = { userId: paid.id, username: 'x', password: `round ${round}` };
    await under.dependencies.db
      .updateTable('gateways')
      .set({ credentialsAt: null })
      .where('id', '=', again.id)
      .execute();
    await Promise.all([
      fillNewGateways(job),
      inTransaction(async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', paid.id).forNoKeyUpdate().execute();
        kept.set(paid.id, changed);
        await putCredentials(deps(), trx, changed);
      }),
    ]);
    const macs = await under.dependencies.db
      .selectFrom('gatewayGrants')
      .select('mac')
      .where('gatewayId', '=', again.id)
      .where('userId', '=', paid.id)
      .execute();
    const pepper = Buffer.from(
      openvpnSecretsOf(under.dependencies.keys.openvpn, again.id).pepper,
      'base64url',
    );
    expect(macs).toEqual([{ mac: credentialMac(pepper, 'x', `round ${round}`) }]);
  }
  under.clock.advance(61_000);
  await fillNewGateways(job);
  expect(await fillNewGateways(job)).toBe(0);
});
