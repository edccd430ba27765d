import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishKey, readSigner, signRelease } from '@comet/admission';
import { unixSeconds } from '@comet/foundation';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { platformOf } from '../src/updates/release-source.ts';
import { addresses, agentPlaces, apiFront } from './fleet/addresses.ts';
import { apiFrontNetwork } from './fleet/api-front-network.ts';
import { askDaemon } from './fleet/ask-daemon.ts';
import { bridgeServers } from './fleet/bridge-servers.ts';
import { gatewayAgent } from './fleet/relay/gateway-agent.ts';
import { bareTestNetwork } from './fleet/test-network-fixture.ts';

/**
 * A network that drops the API's address and every gateway but one, without a resolver: everything that needs the API is done through the
 * agent of that gateway, and through bridges of the server list.
 */
const network = bareTestNetwork();
const front = apiFrontNetwork(network);
const bridges = bridgeServers(network);
// Its own setting of the API's URL decides where its relay leads.
gatewayAgent(network, agentPlaces.entry, {
  hosts: [`${apiFront.api} ${apiFront.host}`],
  env: ({ folder }) => ({
    API_URL: `https://${apiFront.host}:${apiFront.port}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  }),
});
const relayAddress = agentPlaces.entry.address;

const apiAuthority = `${apiFront.host}:${apiFront.port}`;
const packageFile = { name: 'comet_99.0.0_amd64.deb', content: Buffer.alloc(3_000_000, 'package') };
const platform = platformOf(process.arch);
/** The state of a test's daemon, which begins without any. */
let stateFolder = '';
const environment = () =>
  front.environment({
    COMET_STATE_DIR: stateFolder,
    COMET_RELEASES: join(network.folder, 'releases.json'),
    COMET_UPDATE_DIR: join(network.folder, 'updates'),
  });

interface KnownState {
  readonly serverList: { readonly document: string } | null;
}

const state = async () => JSON.parse(await readFile(join(stateFolder, 'state.json'), 'utf8')) as KnownState;
/** The content of the stored server list. */
const storedList = async () => {
  const payload = (await state()).serverList?.document.split('.')[1] ?? '';
  return Buffer.from(payload, 'base64url').toString();
};
const working = async () =>
  (JSON.parse((await network.comet('api', 'status', '--json')).stdout) as { readonly working: string })
    .working;

/** Publishes a release at the API's host, signed by a key that the daemon trusts. */
async function publishRelease(): Promise<void> {
  const signer = readSigner(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const now = unixSeconds(new Date());
  const manifest = signRelease(signer, {
    ...{ product: 'comet', platform, channel: 'stable', version: '99.0.0' },
    ...{ notes: 'Faster.', file: packageFile.name, bytes: packageFile.content.length },
    sha256: createHash('sha256').update(packageFile.content).digest('hex'),
    ...{ issued: now, expires: now + 24 * 3600 },
  });
  const source = {
    folder: `https://${apiAuthority}/releases/stable/`,
    ...{ channel: 'stable', keys: [publishKey(signer)] },
  };
  await writeFile(join(network.folder, 'releases.json'), JSON.stringify(source));
  await writeFile(join(network.folder, `${platform}.json`), manifest);
  await writeFile(join(network.folder, packageFile.name), packageFile.content);
}

/** Signs in and gets tickets, a server list and an update by this method. */
async function useApi(method: string): Promise<void> {
  const before = await network.set({});
  expect(await network.logIn()).toMatchObject({ code: 0 });
  expect(await working()).toBe(method);
  await expect
    .poll(async () => {
      const { tickets, lists } = await network.set({});
      return tickets > before.tickets && lists > before.lists;
    })
    .toBe(true);
  const { path } = await askDaemon(network.socket, 'update.fetch', {});
  expect((await readFile(path)).equals(packageFile.content)).toBe(true);
}

/** Starts a signed-out daemon whose server list contains `known`, and then drops everything: a sign-in fails. */
async function startBlocked(known: string): Promise<void> {
  stateFolder = await mkdtemp(join(network.folder, 'state-'));
  await network.startDaemon(environment());
  expect(await network.logIn()).toMatchObject({ code: 0 });
  await expect.poll(storedList).toContain(known);
  await network.comet('logout');
  await network.endDaemon('SIGTERM');
  front.resolve(null);
  front.drop(apiFront.api, addresses.far, relayAddress, apiFront.bridge);
  await rm(join(network.folder, 'updates'), { recursive: true, force: true });
  await network.startDaemon(environment());
  expect((await network.logIn()).code).toBe(1);
}

beforeAll(publishRelease);
afterEach(async () => {
  await network.endDaemon('SIGTERM');
  front.drop();
  front.resolve(apiFront.api);
  await network.set({ bridges: [] });
});

/** Requests a tunnel to a destination from the gateway's relay; returns the status of its response. */
async function tunnelTo(authority: string): Promise<number> {
  const proxy = ['--proxy', `https://${relayAddress}:443`, '--proxy-insecure', '--proxytunnel', '-k'];
  const write = ['-s', '-o', '/dev/null', '--max-time', '5', '--write-out', '%{http_connect}'];
  return Number((await network.inClient('curl', ...write, ...proxy, `https://${authority}/`)).stdout);
}

test('sign-in, tickets, the server list and an update pass through the relay of a gateway’s agent', async () => {
  await startBlocked(relayAddress);
  front.drop(apiFront.api, addresses.far, apiFront.bridge);
  await useApi('gateway');
}, 90_000);

test('the relay of a gateway’s agent refuses every other destination', async () => {
  expect(await tunnelTo(apiAuthority)).toBe(200);
  for (const other of [`${apiFront.host}:80`, `${apiFront.api}:${apiFront.port}`, `${addresses.echo4}:80`])
    expect(await tunnelTo(other)).toBe(403);
});

test.each(['obfs4', 'shadowsocks'] as const)(
  'sign-in, tickets, the server list and an update pass through a bridge by %s of the server list',
  async (kind) => {
    await network.set({ bridges: [bridges.line(kind)] });
    await startBlocked(bridges.line(kind));
    front.drop(apiFront.api, addresses.far, relayAddress);
    await useApi('bridge');
  },
  90_000,
);
