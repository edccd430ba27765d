import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { comet, seenAs, signIn } from './client-machine.ts';
import { type Customer, newCustomer, payByCard } from './customer.ts';
import { runningLab, runningStack, stateFolder } from './running-stack.ts';

/** What somebody learns who takes a gateway's disk away, or reads its log. */

test.describe.configure({ mode: 'serial' });

const lab = runningLab();
const stack = runningStack();
const gatewayFolder = join(stateFolder(), 'lab', 'gw-nl');
const gatewayLog = join(stateFolder(), 'logs', 'gw-nl.log');

let customer: Customer;

test.beforeAll(async () => {
  customer = await newCustomer(stack);
  await payByCard(stack, customer);
  await signIn(lab, customer);
});

test.afterAll(async () => {
  await lab.exec('client', ['comet', 'disconnect'], { timeoutMs: 20_000 });
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
});

/** Everything in a folder as one text, whatever it is. */
async function allOf(folder: string): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')));
  return texts.join('\n');
}

interface LeaseOnDisk {
  readonly issuedAt: number;
  readonly sessionUntil: number;
  readonly publicKey: string;
  readonly sub: string;
}

async function leasesOnDisk(): Promise<readonly LeaseOnDisk[]> {
  const text = await readFile(join(gatewayFolder, 'leases.json'), 'utf8').catch(() => '{"leases":[]}');
  return (JSON.parse(text) as { leases: readonly LeaseOnDisk[] }).leases;
}

/** The address that the client has in the tunnel. */
async function tunnelAddress(): Promise<string> {
  const { stdout } = await lab.exec('client', ['ip', '-4', '-o', 'address']);
  return /\b100\.(?:6[4-9]|7\d)\.\d+\.\d+\b/.exec(stdout)?.[0] ?? '';
}

test('traffic leaves nothing about anyone on the disk of a gateway, nor in its log', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const { ipv4, ipv6 } = lab.hosts['gw-nl'];
  expect(await seenAs(lab)).toBe(ipv4);
  expect(await seenAs(lab, lab.echoUrl.ipv6)).toBe(ipv6);
  expect(await seenAs(lab, lab.echoUrl.name)).toMatch(/./);
  await expect.poll(async () => (await leasesOnDisk()).length).toBeGreaterThan(0);
  const [lease] = await leasesOnDisk();
  const inside = await tunnelAddress();
  expect(inside).not.toBe('');

  const { id: accountId } = await customer.client.call(api.currentUser, {});
  const { devices } = await customer.client.call(api.listDevices, {});
  const client = lab.hosts.client;
  const names = [customer.email, accountId, ...devices.map((device) => device.id), customer.deviceId];
  const forbidden = {
    'who it is': [...names, ...names.map((name) => name.replaceAll('-', ''))],
    'where from': [lab.hosts.router.ipv4, client.ipv4, client.ipv6],
    'where to': [
      ...[lab.hosts.inet.ipv4, lab.hosts.inet.ipv6, '203.0.113.81', '2001:db8:0:1::81'],
      ...['echo.comet.test', 'other.comet.test'],
    ],
  };
  const [disk, log] = [await allOf(gatewayFolder), await readFile(gatewayLog, 'latin1')];
  // The search does search: what must be there for a restart is found.
  expect(disk).toContain(lease?.publicKey);
  for (const [what, texts] of Object.entries(forbidden)) {
    for (const text of texts) {
      expect(disk.includes(text), `${what}, on the disk: ${text}`).toBe(false);
      expect(log.includes(text), `${what}, in the log: ${text}`).toBe(false);
    }
  }
  // A log has no use even for what the disk needs.
  for (const text of [inside, lease?.publicKey ?? '', lease?.sub ?? '']) expect(log).not.toContain(text);
  for (const { issuedAt, sessionUntil } of await leasesOnDisk())
    expect([issuedAt % 3600, sessionUntil % 3600]).toEqual([0, 0]);
});

test('after the end of a session its line is gone, and no connection is remembered for the next holder of the address', async () => {
  const inside = await tunnelAddress();
  const followed = async () => (await lab.exec('gw-nl', ['conntrack', '-L', '-s', inside])).stdout;
  expect(await seenAs(lab)).toBe(lab.hosts['gw-nl'].ipv4);
  expect(await followed()).toContain(`src=${inside} `);
  const [lease] = await leasesOnDisk();
  await comet(lab, 'disconnect');
  // Whoever only disconnects may come back to his session; who signs out gives it up.
  await comet(lab, 'logout');
  await expect.poll(followed).toBe('');
  await expect.poll(async () => (await leasesOnDisk()).map(({ publicKey }) => publicKey)).toEqual([]);
  // His pseudonym of the week stays for 26 hours among the revocations: signing out has removed the device.
  expect(await allOf(gatewayFolder)).not.toContain(lease?.publicKey);
});
