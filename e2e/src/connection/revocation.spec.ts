import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import {
  readClientState,
  comet,
  waitForLostConnectivity,
  waitForTunnelState,
  egressAddress,
  signIn,
  tunnelState,
} from '../support/client-host.ts';
import { type Customer, cancelAtOnce, newCustomer, newCustomerWithPlan } from '../support/customer.ts';
import { runningLab, runningStack, stateFolder } from '../support/running-stack.ts';

const lab = runningLab();
const stack = runningStack();
const gateway = lab.hosts['gw-nl'];

/** nft(8) commands that reset all connections of the lab to the control plane, as if it were stopped. */
const blockApi =
  'add table inet noapi; add chain inet noapi in { type filter hook input priority -300; }; add rule inet noapi in ip daddr 203.0.113.10 tcp dport 80 reject with tcp reset; add rule inet noapi in ip6 daddr 2001:db8:0:1::10 tcp dport 80 reject with tcp reset';

/** Returns true if the client holds a ticket for its last gateway, so that reconnecting contacts only the gateway. */
function hasStandbyTicket(): boolean {
  const { lastGateway, standbyTickets } = readClientState();
  return standbyTickets.some(({ gatewayId }) => gatewayId === lastGateway);
}

test.describe.configure({ mode: 'serial' });

let customer: Customer;

test.beforeEach(async () => {
  customer = await newCustomerWithPlan(stack);
  await signIn(lab, customer);
});

test.afterEach(async () => {
  await lab.exec('inet', ['nft', 'delete table inet noapi']);
  await lab.exec('client', ['comet', 'disconnect'], { timeoutMs: 20_000 });
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
});

test('removing the device stops the tunnel within five seconds and reports an error', async () => {
  await comet(lab, 'connect', 'nl-ams');
  expect(await egressAddress(lab)).toBe(gateway.ipv4);
  const { devices } = await customer.client.call(api.listDevices, {});
  expect(devices).toHaveLength(1);
  await customer.client.call(api.removeDevice, { params: { id: devices[0]!.id } });
  await waitForLostConnectivity(lab);
  await waitForTunnelState(lab, 'error', 40_000);
});

test.describe('over OpenVPN', () => {
  test.beforeEach(() => comet(lab, 'set', 'protocol', 'openvpn'));
  test.afterEach(() => comet(lab, 'set', 'protocol', 'automatic'));

  test('removing the device stops the tunnel within five seconds and reports an error', async () => {
    await comet(lab, 'connect', 'nl-ams');
    expect(await egressAddress(lab)).toBe(gateway.ipv4);
    const { devices } = await customer.client.call(api.listDevices, {});
    await customer.client.call(api.removeDevice, { params: { id: devices[0]!.id } });
    await waitForLostConnectivity(lab);
    await waitForTunnelState(lab, 'error');
    // At first the daemon only detects that OpenVPN ended; the API then returns the reason.
    const status = async () => (await lab.exec('client', ['comet', 'status'])).stdout;
    await expect.poll(status).toContain('removed');
  });

  test('the end of a subscription stops the tunnel within five seconds', async () => {
    await comet(lab, 'connect', 'nl-ams');
    expect(await egressAddress(lab)).toBe(gateway.ipv4);
    await cancelAtOnce(stack, stateFolder(), customer);
    await waitForLostConnectivity(lab);
    await waitForTunnelState(lab, 'error');
  });
});

test('deleting the account stops the tunnel within five seconds', async () => {
  await comet(lab, 'connect', 'nl-ams');
  expect(await egressAddress(lab)).toBe(gateway.ipv4);
  await customer.client.call(api.deleteAccount, { body: { password: customer.password } });
  await waitForLostConnectivity(lab);
});

test('the end of a subscription stops the tunnel within five seconds', async () => {
  await comet(lab, 'connect', 'nl-ams');
  expect(await egressAddress(lab)).toBe(gateway.ipv4);
  await cancelAtOnce(stack, stateFolder(), customer);
  await waitForLostConnectivity(lab);
});

test('without the control plane, a connected client stays connected and can reconnect', async () => {
  await comet(lab, 'connect', 'nl-ams');
  await expect.poll(hasStandbyTicket).toBe(true);
  await lab.exec('inet', ['nft', blockApi]);
  await sleep(3000);
  expect(await egressAddress(lab)).toBe(gateway.ipv4);
  await comet(lab, 'disconnect');
  await comet(lab, 'connect', 'nl-ams');
  expect(await egressAddress(lab)).toBe(gateway.ipv4);
  expect(await tunnelState(lab)).toBe('connected');
});

test('connecting without a subscription fails with an error message', async () => {
  await comet(lab, 'logout');
  const withoutPlan = await newCustomer(stack);
  await signIn(lab, withoutPlan);
  const { code, stdout, stderr } = await lab.exec('client', ['comet', 'connect', 'nl-ams'], {
    timeoutMs: 20_000,
  });
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`.toLowerCase()).toContain('no active plan');
  await comet(lab, 'disconnect');
});
