import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { beforeEach, afterEach, describe, expect, test } from 'vitest';
import { addresses, apiFront } from './fleet/addresses.ts';
import { bridgeServers } from './fleet/bridge-servers.ts';
import { apiFrontNetwork } from './fleet/api-front-network.ts';
import { stateFileOf } from './fleet/kept-state.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

/** Networks that block the API: sign-in, the server list and renewals use the method that works, and no other packet leaves. */
const network = bareTestNetwork();
const front = apiFrontNetwork(network);
const bridges = bridgeServers(network);
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

async function state(file = stateFileOf(network)) {
  return JSON.parse(await readFile(file, 'utf8')) as {
    readonly serverList: { readonly document: string } | null;
    readonly apiAccess: { readonly verified: readonly string[]; readonly proxy: object | null };
  };
}

const nftRules = async () => (await network.inClient('nft', 'list', 'table', 'inet', 'comet')).stdout;

/** Whether another user of this machine opens a TCP connection to an endpoint. */
async function othersReach(host: string, port: number): Promise<boolean> {
  const open = ['timeout', '2', 'bash', '-c', `exec 3<>/dev/tcp/${host}/${port}`];
  return (await network.inClient('setpriv', '--reuid', '65534', '--clear-groups', ...open)).code === 0;
}

const othersReachGateway = () => othersReach(addresses.far, addresses.admissionPort);

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
    expect(await access()).toEqual({
      choice: 'automatic',
      working: 'direct',
      proxy: null,
      shadowsocks: null,
      bridges: 0,
    });
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
  /** Starts a daemon without earlier state; resolves with its folder. */
  const fresh = async (part: Readonly<Record<string, string>> = {}) => {
    const folder = mkdtempSync(join(network.folder, 'state-'));
    await network.startDaemon(front.environment({ COMET_STATE_DIR: folder, ...part }));
    return folder;
  };

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
    await fresh();
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
      ...{ shadowsocks: null, bridges: 0 },
    });
    expect(`${added.stdout}${now.stdout}${network.daemonLog}`).not.toContain(apiFront.login.password);
    const tested = await network.comet('api', 'test');
    expect(tested.stdout).toContain('Your SOCKS5 proxy: works');
    expect(tested.stdout).toContain('Direct: doesn’t work');
    expect([front.others(), front.hasLied()]).toEqual([0, false]);
  });

  test('a Shadowsocks server of the user leads to the API, and its password stays secret', async () => {
    front.watch(gatewayEndpoint, liarEndpoint, `${apiFront.bridge} . ${apiFront.shadowsocksPort}`);
    await fresh();
    expect((await network.logIn()).code).toBe(1);
    const added = await network.cometWith(`${bridges.serverUrl()}\n`, 'api', 'add', '-');
    expect(added).toMatchObject({ code: 0 });
    expect(await network.logIn()).toMatchObject({ code: 0 });
    const now = await access();
    expect(now.working).toBe('shadowsocks');
    expect(`${added.stdout}${JSON.stringify(now)}${network.daemonLog}`).not.toContain(bridges.password);
    expect([front.others(), front.hasLied()]).toEqual([0, false]);
  });

  test.each(['obfs4', 'shadowsocks'] as const)('a bridge by %s leads to the API', async (kind) => {
    const port = kind === 'obfs4' ? apiFront.obfs4Port : apiFront.shadowsocksPort;
    front.watch(gatewayEndpoint, liarEndpoint, `${apiFront.bridge} . ${port}`);
    const folder = await fresh();
    const text = bridges.text(kind);
    const forged = `${text.slice(0, -4)}AAAA`;
    expect((await network.comet('api', 'add', forged)).code).toBe(1);
    expect((await network.comet('api', 'add', bridges.text(kind, 1_700_000_000))).code).toBe(1);
    expect((await network.logIn()).code).toBe(1);
    expect(await network.comet('api', 'add', text)).toMatchObject({ code: 0 });
    expect(await network.logIn()).toMatchObject({ code: 0 });
    expect((await access()).working).toBe('bridge');
    // The server list and tickets are loaded by the same method.
    const file = join(folder, 'state.json');
    await expect
      .poll(async () => await state(file), { timeout: 10_000 })
      .toMatchObject({ serverList: { version: expect.any(Number) }, standbyTickets: [expect.anything()] });
    expect([front.others(), front.hasLied()]).toEqual([0, false]);
  });

  test('a text from a static file on any web server is used, and no other file', async () => {
    front.watch(
      ...[gatewayEndpoint, liarEndpoint, `${apiFront.resolver} . ${apiFront.port}`],
      `${apiFront.bridge} . ${apiFront.obfs4Port}`,
    );
    await fresh();
    const text = bridges.text('obfs4');
    const files = {
      'bridges.txt': `\n${text.slice(0, 80)}\n${text.slice(80)}\n`,
      'forged.txt': `${text.slice(0, -4)}AAAA`,
      'long.txt': 'A'.repeat(2_000),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(network.folder, name), content);
    const add = (name: string, server: string = apiFront.resolver) =>
      network.comet('api', 'add', `https://${server}:${apiFront.port}/${name}`);
    for (const refused of [
      ...[add('forged.txt'), add('long.txt'), add('missing.txt')],
      // A web server with the certificate of another host.
      add('bridges.txt', apiFront.liar),
    ])
      expect((await refused).code).toBe(1);
    expect((await network.logIn()).code).toBe(1);
    expect(await add('bridges.txt')).toMatchObject({ code: 0 });
    expect(await network.logIn()).toMatchObject({ code: 0 });
    expect(await access()).toMatchObject({ working: 'bridge', bridges: 1 });
    expect([front.others(), front.hasLied()]).toEqual([0, false]);
  });

  test('under lockdown a bridge is permitted for the user of its program only, and only while it is used', async () => {
    await fresh();
    expect(await network.comet('lockdown', 'on')).toMatchObject({ code: 0 });
    expect(await network.comet('api', 'add', bridges.text('obfs4'))).toMatchObject({ code: 0 });
    front.watch(gatewayEndpoint, liarEndpoint, `${apiFront.bridge} . ${apiFront.obfs4Port}`);
    expect(await network.logIn()).toMatchObject({ code: 0 });
    const held = `ip daddr ${apiFront.bridge} tcp dport ${apiFront.obfs4Port} accept`;
    expect(await nftRules()).toContain(`meta skuid 61007 ${held}`);
    expect(await othersReach(apiFront.bridge, apiFront.obfs4Port)).toBe(false);
    expect(front.others()).toBe(0);
    await expect.poll(nftRules, { timeout: 20_000 }).not.toContain(held);
    // The control: without the block, the same program reaches it.
    expect(await network.comet('lockdown', 'off')).toMatchObject({ code: 0 });
    expect(await othersReach(apiFront.bridge, apiFront.obfs4Port)).toBe(true);
  }, 60_000);
});
