import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { egressStatusPort } from '@comet/admission';
import { api } from '@comet/contract';
import { comet, egressAddress, signIn } from '../support/client-host.ts';
import { newCustomerWithPlan, orderByCard } from '../support/customer.ts';
import { runningLab, runningStack, stateFolder } from '../support/running-stack.ts';
import { cutUplink, restoreUplink } from './cut-uplink.ts';
import { orderDedicatedAddress, insertDedicatedAddress } from './dedicated-address.ts';
import { startSecondExit } from './second-exit.ts';

/** A client whose exit moves: the daemon reconnects, and nothing leaves from another address meanwhile. */

const lab = runningLab();
const stack = runningStack();

/** Waits for the egress address `address`; returns the elapsed ms and all addresses seen until then. */
async function waitForEgressAddress(
  address: string,
  milliseconds: number,
): Promise<[number, Set<string | null>]> {
  const from = Date.now();
  const seen = new Set<string | null>();
  while (Date.now() - from < milliseconds) {
    // Short, since the timeout is awaited.
    const now = await egressAddress(lab, lab.echoUrl.ipv4, 0.5);
    if (now === address) break;
    seen.add(now);
    await sleep(50);
  }
  return [Date.now() - from, seen];
}

test.afterAll(async () => {
  await comet(lab, 'disconnect');
  await comet(lab, 'logout');
});

test('a client moves to an exit at another gateway, and to a swapped address, within five seconds', async () => {
  const customer = await newCustomerWithPlan(stack);
  await orderByCard(stack, customer, { kind: 'residential_data', gigabytes: 1, method: 'card' });
  const data = async () => (await customer.client.call(api.showResidentialData, {})).availableBytes;
  await expect.poll(data).toBe(1_000_000_000);
  await signIn(lab, customer);
  // The stack may have just started, without connected exits.
  const connected = () => comet(lab, 'connect', 'us-nyc-home').then(Boolean, () => false);
  await expect.poll(connected, { timeout: 20_000 }).toBe(true);
  const home = { first: lab.hosts['exit-us'].ipv4, second: lab.hosts['router-de'].ipv4 };
  await expect.poll(() => egressAddress(lab), { timeout: 10_000 }).toBe(home.first);
  const second = await startSecondExit(lab, stateFolder(), { onAnotherGateway: true });
  try {
    await cutUplink(lab);
    const [milliseconds, seen] = await waitForEgressAddress(home.second, 20_000);
    expect(milliseconds).toBeLessThan(5_000);
    expect([...seen].filter((one) => one !== home.first && one !== null)).toEqual([]);
  } finally {
    await second.end();
    await restoreUplink(lab);
  }

  const addresses = [203, 204].map((last) => `203.0.113.${last}`);
  for (const address of addresses) await insertDedicatedAddress(lab, address, 'de');
  await orderDedicatedAddress(stack, customer, 'de');
  const service = async () => (await customer.client.call(api.listServices, {})).services[0];
  await expect.poll(async () => (await service())?.state).toBe('active');
  const { id = '', address = '' } = (await service()) ?? {};
  await comet(lab, 'connect', '--dedicated', String(address));
  await expect.poll(() => egressAddress(lab), { timeout: 10_000 }).toBe(address);
  const statusConnections = ['ss', '-Htn', 'state', 'established', `dport = :${egressStatusPort}`];
  await expect.poll(async () => (await lab.exec('client', statusConnections)).stdout).not.toBe('');
  const swapped = customer.client.call(api.swapAddress, { params: { id }, body: { reason: 'blocked' } });
  const other = addresses.find((one) => one !== address) ?? '';
  await swapped;
  const [milliseconds, seen] = await waitForEgressAddress(other, 45_000);
  expect(milliseconds).toBeLessThan(5_000);
  expect([...seen].filter((one) => one !== address && one !== null)).toEqual([]);
});
