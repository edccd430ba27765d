import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { egressAddress } from '../support/client-host.ts';
import { type Customer, cancelAtOnce, newCustomerWithPlan } from '../support/customer.ts';
import { runningLab, runningStack, stateFolder } from '../support/running-stack.ts';
import { startOpenvpn } from './stock-openvpn.ts';

const lab = runningLab();
const stack = runningStack();

let customer: Customer;

test.beforeAll(async () => {
  // Signs the daemon out, so that its firewall does not block stock OpenVPN.
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
  customer = await newCustomerWithPlan(stack);
});

test('stock OpenVPN connects with our configuration file and is disconnected when the subscription ends', async () => {
  await expect
    .poll(async () => {
      const { locations } = await customer.client.call(api.listLocations, {});
      return locations.find(({ code }) => code === 'nl-ams')?.variants;
    })
    .toEqual(['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4']);
  const openvpn = await startOpenvpn(lab, 'client', customer, 'nl-ams');
  await openvpn.up;
  expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
  expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(lab.hosts['gw-nl'].ipv6);
  await cancelAtOnce(stack, stateFolder(), customer);
  await openvpn.ended;
  expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
});
