import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@comet/contract';
import type { Lab } from '@comet/lab';
import { freePortBlock, type RunningStack, startStack } from '@comet/stack';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startSession } from '../residential/start-session.ts';
import { comet, waitForTunnelState, egressAddress, signIn } from '../support/client-host.ts';
import { type Customer, newCustomerWithPlan, orderByCard } from '../support/customer.ts';
import { buildRelease, hasRelease } from './build-release.ts';
import { recordExchanges, type Recorder } from './record-exchanges.ts';
import { type Agents, startAgents } from './start-agents.ts';
import { redactSecrets } from './redact-secrets.ts';

/**
 * Runs gateway, exit and daemon of the previous release against this control plane. In a checkout without that release's history, only
 * its recorded calls are replayed (apps/api/test/gateways/previous-release.db.test.ts). RECORD_EXCHANGES=FILE writes this run's calls
 * to FILE.
 */
const { RECORD_EXCHANGES } = process.env;

const canBuild = await hasRelease();
const recording = join(import.meta.dirname, '../../../apps/api/test/gateways/previous-release.json');

// Not skipIf: a checkout without the history has the replay, so nothing is skipped.
test.for(canBuild ? [] : [recording])(
  'recorded calls exist in %s where the history is missing',
  async (file) => {
    expect(JSON.parse(await readFile(file, 'utf8'))).not.toEqual([]);
  },
);

describe.for(canBuild ? ['agents of the previous release'] : [])('%s', () => {
  let stack: RunningStack;
  let lab: Lab;
  let agents: Agents;
  let recorder: Recorder;
  let customer: Customer;
  const gigabyte = 1_000_000_000;

  beforeAll(async () => {
    const release = await buildRelease();
    const state = await mkdtemp(join(tmpdir(), 'comet-release-'));
    stack = await startStack({ state, port: await freePortBlock(), lab: true, agents: false });
    if (stack.lab === undefined) throw new Error('This machine has no lab');
    lab = stack.lab;
    recorder = await recordExchanges(join(state, 'lab/api.sock'));
    agents = await startAgents(stack, lab, release);
    customer = await newCustomerWithPlan(stack.addresses);
  }, 300_000);

  afterAll(async () => {
    if (RECORD_EXCHANGES !== undefined)
      await writeFile(RECORD_EXCHANGES, `${JSON.stringify(redactSecrets(recorder.exchanges), null, 2)}\n`);
    await agents?.close();
    await recorder?.close();
    await stack?.stop();
    if (stack !== undefined) await rm(stack.stateDir, { recursive: true, force: true });
  });

  const listed = async (code: string) =>
    (await customer.client.call(api.listLocations, {})).locations.find((location) => location.code === code);

  test('the gateway enrols, reports and is listed as online', async () => {
    await vi.waitFor(
      async () =>
        expect(await listed('nl-ams')).toMatchObject({ online: true, protocols: ['wireguard', 'openvpn'] }),
      { timeout: 60_000, interval: 200 },
    );
  });

  test('the daemon signs in, connects by WireGuard, carries traffic, disconnects and signs out', async () => {
    await vi.waitFor(() => signIn(lab, customer), { timeout: 30_000, interval: 500 });
    expect(await comet(lab, 'locations')).toContain('nl-ams');
    await comet(lab, 'connect', 'nl-ams');
    await waitForTunnelState(lab, 'connected');
    expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
    expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(lab.hosts['gw-nl'].ipv6);
    await comet(lab, 'disconnect');
    await waitForTunnelState(lab, 'disconnected');
    expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
    expect(await comet(lab, 'account')).toContain(customer.email);
    await comet(lab, 'logout');
  });

  test('the exit joins and carries residential traffic, for which the gateway reserves quota and reports usage', async () => {
    const invitation = await stack.controlPlane.inviteExit(['us-nyc', 'New York', '40.71N', '74.01W']);
    await agents.exit('join', invitation, '--agree', 'The lab');
    await agents.exit('serve');
    await expect.poll(() => agents.exit('status').catch(String), { timeout: 60_000 }).toMatch(/^carrying/);
    await orderByCard(stack.addresses, customer, { kind: 'residential_data', gigabytes: 1, method: 'card' });
    const data = () => customer.client.call(api.showResidentialData, {});
    await expect.poll(async () => (await data()).availableBytes).toBe(gigabyte);
    await expect.poll(async () => (await listed('us-nyc-home'))?.online, { timeout: 30_000 }).toBe(true);
    const session = await startSession(lab, stack.stateDir, customer, { location: 'us-nyc-home' });
    try {
      expect(await egressAddress(lab)).toBe(lab.hosts['exit-us'].ipv4);
      await egressAddress(lab, `${lab.echoUrl.ipv4}bytes/3000000`);
      await expect.poll(async () => (await data()).usedBytes, { timeout: 20_000 }).toBeGreaterThan(3_000_000);
    } finally {
      await session.end();
    }
    expect(await agents.exit('pause')).toContain('Paused');
    await agents.exit('withdraw', '--yes');
  });

  test('the API refuses no call of the agents', () => {
    const succeeded = new Set(
      recorder.exchanges.filter(({ status }) => status < 400).map(({ method, path }) => `${method} ${path}`),
    );
    // A sign-out is retried after a timeout, and the retry fails because the first call deleted the session.
    const refused = recorder.exchanges.filter(
      ({ method, path, status }) =>
        status >= 400 && !(method === 'DELETE' && succeeded.has(`${method} ${path}`)),
    );
    expect(refused).toEqual([]);
  });
});
