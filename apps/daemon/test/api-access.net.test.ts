import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { addresses, apiFront } from './fleet/addresses.ts';
import { apiFrontNetwork } from './fleet/api-front-network.ts';
import { stateFileOf } from './fleet/kept-state.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

/** Networks that block the API: sign-in, the server list and renewals use the method that works, and no other packet leaves. */
const network = bareTestNetwork();
const front = apiFrontNetwork(network);
const apiEndpoint = `${apiFront.api} . ${apiFront.port}`;
const gatewayEndpoint = `${addresses.far} . ${addresses.admissionPort}`;
const liarEndpoint = `${apiFront.liar} . ${apiFront.port}`;
const doh = `https://${apiFront.resolver}:${apiFront.port}/dns-query`;

interface Access {
  readonly choice: string;
  readonly working: string | null;
  readonly proxy: object | null;
}

async function access(): Promise<Access> {
  return JSON.parse((await network.comet('api', 'status', '--json')).stdout) as Access;
}

async function state() {
  return JSON.parse(await readFile(stateFileOf(network), 'utf8')) as {
    readonly serverList: { readonly document: string } | null;
    readonly apiAccess: { readonly verified: readonly string[]; readonly proxy: object | null };
  };
}

const nftRules = async () => (await network.inClient('nft', 'list', 'table', 'inet', 'comet')).stdout;

/** Whether another user of this machine reaches the gateway's admission endpoint. */
async function othersReachGateway(): Promise<boolean> {
  const curl = ['curl', '-sk', '-m', '2', '-o', '/dev/null', `https://${addresses.far}/`];
  return (await network.inClient('setpriv', '--reuid', '65534', '--clear-groups', ...curl)).code === 0;
}

afterEach(async () => {
  await network.endDaemon('SIGTERM');
  front.drop();
  front.resolve(apiFront.api);
});

describe('the API’s address is dropped', () => {
  beforeEach(async () => {
    await network.startDaemon(front.environment());
  });

  test('a sign-in succeeds within 5 s through a gateway, and nothing else leaves', async () => {
    expect(await network.logIn()).toMatchObject({ code: 0 });
    expect(await access()).toEqual({ choice: 'automatic', working: 'direct', proxy: null });
    await expect.poll(async () => (await state()).serverList).not.toBeNull();
    expect((await state()).apiAccess.verified).toEqual([apiFront.api]);
    await network.comet('logout');
    await network.endDaemon('SIGTERM');

    front.drop(apiFront.api);
    front.watch(apiEndpoint, gatewayEndpoint);
    await network.startDaemon(front.environment());
    const start = performance.now();
    expect(await network.logIn()).toMatchObject({ code: 0 });
    expect(performance.now() - start).toBeLessThan(5_000);
    expect((await access()).working).toBe('gateway');
    // Signed in: the server list and tickets are renewed by the same method, and a tunnel is up.
    await network.waitForStandby();
    expect(front.others()).toBe(0);
    expect(await network.comet('connect', 'nl-ams')).toMatchObject({ code: 0 });
    await network.comet('disconnect');
  }, 60_000);

  test('under lockdown the gateway is permitted for the daemon only, and only while it is used', async () => {
    expect(await network.comet('lockdown', 'on')).toMatchObject({ code: 0 });
    await network.comet('logout');
    await network.endDaemon('SIGTERM');
    front.drop(apiFront.api);
    front.watch(apiEndpoint, gatewayEndpoint);
    await network.startDaemon(front.environment());
    expect(await network.logIn()).toMatchObject({ code: 0 });
    expect((await access()).working).toBe('gateway');
    const held = `ip daddr ${addresses.far} tcp dport ${addresses.admissionPort} accept`;
    expect(await nftRules()).toContain(`meta skuid 0 ${held}`);
    expect(await othersReachGateway()).toBe(false);
    expect(front.others()).toBe(0);
    // Idle connections are closed after some seconds; then the permission ends.
    await expect.poll(nftRules, { timeout: 20_000 }).not.toContain(held);
    expect(await network.comet('lockdown', 'off')).toMatchObject({ code: 0 });
    expect(await othersReachGateway()).toBe(true);
  }, 90_000);
});

describe('poisoned DNS', () => {
  const fresh = (part: Readonly<Record<string, string>>) =>
    network.startDaemon(
      front.environment({ COMET_STATE_DIR: mkdtempSync(join(network.folder, 'state-')), ...part }),
    );

  beforeEach(() => front.resolve(apiFront.liar));

  test('a pinned address leads to the API', async () => {
    front.watch(apiEndpoint, gatewayEndpoint, liarEndpoint);
    await fresh({ COMET_API_ADDRESSES: apiFront.api });
    expect(await network.logIn()).toMatchObject({ code: 0 });
    expect((await access()).working).toBe('pinned');
    expect([front.others(), front.hasLied()]).toEqual([0, false]);
  });

  test('DNS over HTTPS leads to the API', async () => {
    // Once signed in, the daemon asks the gateway for a standby session.
    front.watch(apiEndpoint, gatewayEndpoint, liarEndpoint, `${apiFront.resolver} . ${apiFront.port}`);
    await fresh({ COMET_DOH_RESOLVERS: doh });
    expect(await network.logIn()).toMatchObject({ code: 0 });
    expect((await access()).working).toBe('doh');
    expect([front.others(), front.hasLied()]).toEqual([0, false]);
  });

  test.each([
    ['without a password', apiFront.openProxyPort, null],
    ['with a password', apiFront.closedProxyPort, apiFront.login],
  ] as const)('a SOCKS5 proxy %s leads to the API', async (_, port, login) => {
    front.watch(gatewayEndpoint, liarEndpoint, `${apiFront.proxy} . ${port}`);
    await fresh({});
    expect((await network.logIn()).code).toBe(1);
    const user = login === null ? '' : `${login.user}@`;
    const added = await network.cometWith(
      `${login?.password ?? ''}\n`,
      ...['api', 'add', `socks5://${user}${apiFront.proxy}:${port}`],
    );
    expect(added).toMatchObject({ code: 0 });
    expect(await network.logIn()).toMatchObject({ code: 0 });
    const now = await network.comet('api', 'status', '--json');
    expect(JSON.parse(now.stdout)).toEqual({
      choice: 'automatic',
      working: 'socks5',
      proxy: { address: apiFront.proxy, port, user: login?.user ?? null },
    });
    expect(`${added.stdout}${now.stdout}${network.daemonLog}`).not.toContain(apiFront.login.password);
    const tested = await network.comet('api', 'test');
    expect(tested.stdout).toContain('Your SOCKS5 proxy: works');
    expect(tested.stdout).toContain('Direct: doesn’t work');
    expect([front.others(), front.hasLied()]).toEqual([0, false]);
  });
});
