import { credentialKey } from '@comet/admission';
import { api, type Grant } from '@comet/contract';
import { expect } from 'vitest';
import { createSealer } from '../../src/platform/keys/seal.ts';
import { type ApiUnderTest, makeGateway, type TestGateway, type TestUser } from '../fixture/api-fixture.ts';
import { readChunks, stateOf } from '../feed/chunk-reader.ts';

interface Pair {
  readonly username: string;
  readonly password: string;
}

/** The kinds of grants that a gateway of this release, and of the one before, supports. */
const supportedKinds = {
  current: 'wireguard,openvpn,proxy,upstream,credential,proxyuser,accounts',
  previous: 'wireguard,openvpn,proxy,upstream,accounts',
};

/** Returns the key of credentials. */
export const keyOf = ({ username, password }: Pair): string => credentialKey(username, password);

/** Calls and reads of the tests of credentials of all gateways. */
export function openvpnCalls(under: ApiUnderTest) {
  const { db } = under.dependencies;
  const changesSince = (cursor: number) =>
    db
      .selectFrom('gatewayChanges')
      .select(['id', 'gatewayId', 'kind', 'grantId', 'accountKeys'])
      .where('id', '>', cursor)
      .orderBy('id')
      .execute();
  const show = async (user: TestUser) =>
    ((await under.call(api.showOpenvpnCredentials, {}, user)).json as { credentials: Pair }).credentials;
  /** Opens the gateway's feed as a gateway does that supports these kinds of grants. */
  async function openFeed({ token }: TestGateway, kinds: keyof typeof supportedKinds): Promise<void> {
    const stop = new AbortController();
    const query = new URLSearchParams({ cursor: '0', kinds: supportedKinds[kinds] });
    const feed = await fetch(`${under.baseUrl}${api.followFeed.path}?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    expect(feed.status).toBe(200);
    stop.abort();
  }
  return {
    openFeed,
    show,
    async addGateway(): Promise<TestGateway> {
      const gateway = await makeGateway(under);
      await openFeed(gateway, 'current');
      return gateway;
    },
    rotate: (user: TestUser, { username }: Pair) =>
      under.call(api.rotateOpenvpnCredentials, { body: { username } }, user),
    remove: (user: TestUser) => under.call(api.deleteAccount, { body: { password: user.password } }, user),
    revokeAll: (user: TestUser) =>
      db.transaction().execute((trx) => under.revoke(trx, { userId: user.id, slot: null })),
    grantsOf: (user: TestUser) =>
      db
        .selectFrom('gatewayGrants')
        .select(['id', 'gatewayId', 'kind', 'mac', 'withdrawnAt'])
        .where('userId', '=', user.id)
        .execute(),
    /** Returns the changes that `work` causes. */
    async changesOf(work: () => Promise<unknown>) {
      const { top } = await db
        .selectFrom('gatewayChanges')
        .select((of) => of.fn.max('id').as('top'))
        .executeTakeFirstOrThrow();
      await work();
      return changesSince(top ?? 0);
    },
    /** The credentials in a gateway's state, read from nothing. */
    async heldAt({ id }: TestGateway): Promise<readonly Grant[]> {
      const deps = { ...under.dependencies, heartbeatMs: 50 };
      const { grants } = stateOf(await readChunks(under, deps, { gatewayId: id }));
      return grants.filter(({ kind }) => kind === 'credential' || kind === 'openvpn');
    },
    login: async (user: TestUser, deviceId: string, { id }: TestGateway) =>
      (await under.call(api.issueOpenvpnLogin, { params: { id }, body: { deviceId } }, user)).json as Pair,
    addDevice: async (user: TestUser) =>
      (
        (await under.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } }, user)).json as {
          device: { id: string };
        }
      ).device.id,
    reportOpenvpn: (one: TestGateway) =>
      under.call(
        api.reportHealth,
        {
          body: {
            ...{ version: '1', peers: 0, loadPercent: 10 },
            openvpn: { offers: [{ variant: 'udp', port: 1194 }] },
          },
        },
        one,
      ),
    withSealer: () => ({
      ...under.dependencies,
      ...under.dependencies.keys,
      sealer: createSealer(under.dependencies.keys.seal),
    }),
  };
}
