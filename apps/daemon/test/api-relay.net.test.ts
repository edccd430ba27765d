import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { addresses, agentPlaces, apiFront } from './fleet/addresses.ts';
import { apiFrontNetwork, resolverEndpoint } from './fleet/api-front-network.ts';
import { apiAuthority, apiUses } from './fleet/api-methods/use-api.ts';
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
const uses = apiUses(network, front);
// Its own setting of the API's URL decides where its relay leads.
gatewayAgent(network, agentPlaces.entry, {
  hosts: [`${apiFront.api} ${apiFront.host}`],
  env: ({ folder }) => ({
    API_URL: `https://${apiFront.host}:${apiFront.port}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  }),
});
const relayAddress = agentPlaces.entry.address;

/** Endpoints that the daemon may contact in these tests, apart from the one that works: all of them are dropped. */
const attempted = [
  resolverEndpoint,
  `${apiFront.api} . ${apiFront.port}`,
  `${addresses.far} . ${addresses.admissionPort}`,
  `${relayAddress} . 443`,
];

/** Starts a signed-out daemon whose server list contains `known`, and then drops everything: a sign-in fails. */
async function startBlocked(known: string): Promise<void> {
  await uses.start();
  expect(await network.logIn()).toMatchObject({ code: 0 });
  await expect.poll(uses.storedList).toContain(known);
  await network.comet('logout');
  front.resolve(null);
  front.drop(apiFront.api, addresses.far, relayAddress, apiFront.bridge);
  await uses.startAgain();
  expect((await network.logIn()).code).toBe(1);
}

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

test('sign-in, tickets, the server list and an update pass through the relay of a gateway’s agent, and nothing else leaves', async () => {
  await startBlocked(relayAddress);
  front.drop(apiFront.api, addresses.far, apiFront.bridge);
  front.watch(...attempted);
  await uses.useAll('gateway');
  expect(front.others()).toBe(0);
  // The control: a packet to another destination is counted.
  await network.inClient('curl', '-s', '--max-time', '1', `http://${addresses.echo4}/`);
  expect(front.others()).toBeGreaterThan(0);
}, 180_000);

test('the relay of a gateway’s agent refuses every other destination', async () => {
  expect(await tunnelTo(apiAuthority)).toBe(200);
  for (const other of [`${apiFront.host}:80`, `${apiFront.api}:${apiFront.port}`, `${addresses.echo4}:80`])
    expect(await tunnelTo(other)).toBe(403);
});

test.each([
  ['obfs4', apiFront.obfs4Port],
  ['shadowsocks', apiFront.shadowsocksPort],
] as const)(
  'sign-in, tickets, the server list and an update pass through a bridge by %s of the server list, and nothing else leaves',
  async (kind, port) => {
    await network.set({ bridges: [bridges.line(kind)] });
    await startBlocked(bridges.line(kind));
    front.drop(apiFront.api, addresses.far, relayAddress);
    front.watch(...attempted, `${apiFront.bridge} . ${port}`);
    await uses.useAll('bridge');
    expect(front.others()).toBe(0);
  },
  180_000,
);
