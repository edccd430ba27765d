import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addresses } from './fleet/addresses.ts';
import { signedInTestNetwork } from './fleet/test-network-fixture.ts';
import { keptState, stateFileOf } from './fleet/kept-state.ts';
import { usualSwitches } from './fleet/switches.ts';
import { connectByGateway } from './traffic.ts';

const dashboard = 'dashboard.comet.test';
const network = signedInTestNetwork();

/** Options of a user who is not root. */
const asUser = (...argv: readonly string[]) =>
  network.inClient('setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...argv);

/** The response of a resolver on the LAN to a program's query, or the error code without a response. */
async function resolves(name: string): Promise<string> {
  const script = `const { Resolver } = require('node:dns').promises;
const resolver = new Resolver({ timeout: 500, tries: 1 });
resolver.setServers(['${addresses.far}']);
resolver.resolve4('${name}').then(String, ({ code }) => code).then(console.log);`;
  return (await asUser(process.execPath, '-e', script)).stdout.trim();
}

/** The status of a web server's response; 000 if it cannot be reached. */
const statusOf = async (url: string): Promise<string> => {
  const at = `${dashboard}:443:${addresses.far}`;
  const form = ['-o', '/dev/null', '-w', '%{http_code}', '--max-time', '2', '--resolve', at];
  return (await asUser('curl', '-sk', ...form, url)).stdout;
};

test('a tunnel that the account ends leaves only the dashboard and the API reachable for browsers', async () => {
  await network.endDaemon('SIGTERM');
  const kept = { ...(await keptState(network)), dashboardAddresses: [addresses.far] };
  await writeFile(stateFileOf(network), JSON.stringify(kept));
  await network.startDaemon({ COMET_DASHBOARD_URL: `https://${dashboard}` });
  await connectByGateway(network);
  await network.set({
    peerRemoved: true,
    admissionRefusals: ['ticket_revoked'],
    ticketRefusal: '403 subscription_required',
  });
  await expect
    .poll(async () => (await network.snapshot()).tunnel, { timeout: 20_000 })
    .toMatchObject({ state: 'error', reason: 'subscription_required', blocking: true });
  const counting = `add table inet count
add chain inet count out { type filter hook postrouting priority 300; }
add rule inet count out oifname != "lo" udp dport 53 counter`;
  expect((await network.inClient('nft', counting)).code).toBe(0);
  expect(await resolves(dashboard)).toBe(addresses.far);
  expect(await resolves('example.com')).toBe('EREFUSED');
  expect(await statusOf(`https://${dashboard}/`)).not.toBe('000');
  expect(await statusOf(`http://${addresses.far}:${addresses.apiPort}/`)).not.toBe('000');
  expect(await statusOf(`http://${addresses.echo4}/`)).toBe('000');
  expect((await network.inClient('nft', 'list', 'table', 'inet', 'count')).stdout).toContain('packets 0');
  expect((await network.comet('status')).stdout).toContain('You can still open the dashboard.');
  await network.comet('disconnect');
  expect(await network.seenAs()).toBe(addresses.client);
  expect(await resolves(dashboard)).not.toBe(addresses.far);
});

test('any other block makes them unreachable', async () => {
  await network.set(usualSwitches());
  await network.refuse('ticket_revoked', { ticketRefusal: '503 internal_error' });
  expect((await network.comet('connect', 'nl-ams')).code).toBe(1);
  expect(await network.reaches('error')).toMatchObject({ blocking: true });
  expect(await statusOf(`https://${dashboard}/`)).toBe('000');
  expect(await resolves(dashboard)).not.toBe(addresses.far);
});
