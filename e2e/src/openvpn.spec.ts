import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { certificatesOf, writeOpenvpnClientConfig } from '@comet/tunnel-config';
import { seenAs } from './client-machine.ts';
import { cancelAtOnce, type Customer, newCustomer, payByCard } from './customer.ts';
import { runningLab, runningStack, stateFolder } from './running-stack.ts';

const lab = runningLab();
const stack = runningStack();

let customer: Customer;
let folder = '';

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-openvpn-'));
  // Nothing of the daemon's may stand in the way of a program that it does not know.
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
  customer = await newCustomer(stack);
  await payByCard(stack, customer);
});

test.afterAll(() => rm(folder, { recursive: true }));

/** Stock OpenVPN on the client, with a file for the location's UDP server. */
async function startOpenvpn(location: string) {
  const { credentials } = await customer.client.call(api.showOpenvpnCredentials, {});
  const profile = await customer.client.call(api.chooseOpenvpnProfile, {
    query: { location, variant: 'udp' },
  });
  const offer = profile.offers.find(({ variant }) => variant === 'udp');
  const written = writeOpenvpnClientConfig({
    remote: { address: profile.ipv4, port: offer?.port ?? 0, transport: 'udp' },
    serverName: profile.serverName,
    certificateAuthorities: certificatesOf(profile.ca) ?? [],
    tlsCryptV2ClientKey: profile.tlsCryptV2ClientKey,
    credentials,
  });
  if (!written.ok) throw new Error(written.error.field);
  const file = join(folder, 'comet.ovpn');
  await writeFile(file, written.value, { mode: 0o600 });
  const child = lab.spawn('client', ['openvpn', '--config', file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const up = new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Initialization Sequence Completed')) resolve();
    });
    child.once('close', () => reject(new Error(`openvpn ended: ${said}`)));
  });
  return { up, ended };
}

test('stock OpenVPN leaves by the gateway with our file, until the subscription ends', async () => {
  await expect
    .poll(async () => {
      const { locations } = await customer.client.call(api.listLocations, {});
      return locations.find(({ code }) => code === 'nl-ams')?.variants;
    })
    .toEqual(['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4']);
  const openvpn = await startOpenvpn('nl-ams');
  await openvpn.up;
  expect(await seenAs(lab)).toBe(lab.hosts['gw-nl'].ipv4);
  expect(await seenAs(lab, lab.echoUrl.ipv6)).toBe(lab.hosts['gw-nl'].ipv6);
  await cancelAtOnce(stack, stateFolder(), customer);
  await openvpn.ended;
  expect(await seenAs(lab)).toBe(lab.hosts.router.ipv4);
});
