import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { comet, seenAs, signIn } from '../support/client-host.ts';
import { type Customer, newCustomer, payByCard } from '../support/customer.ts';
import { runningLab, runningStack, stateFolder } from '../support/running-stack.ts';

/** What a seized disk or the log of a gateway reveals. */

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

/** How the programs of the gateway were called, and every file that they hold open, also those that lie in memory alone. */
async function heldByPrograms(): Promise<string> {
  const { namespace } = lab.hosts['gw-nl'];
  const { stdout } = await lab.exec('gw-nl', ['ip', 'netns', 'pids', namespace]);
  const texts = stdout
    .trim()
    .split('\n')
    .map(async (pid) => {
      const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
      const files = ['cmdline', ...open.map((fd) => `fd/${fd}`)].map((one) => `/proc/${pid}/${one}`);
      return Promise.all(
        files.map(async (file) => {
          const isFile = await stat(file).then(
            (entry) => entry.isFile(),
            () => false,
          );
          return isFile ? readFile(file, 'latin1').catch(() => '') : '';
        }),
      );
    });
  return (await Promise.all(texts)).flat().join('\n');
}

/** Everything that the gateway keeps, by where. */
async function kept(): Promise<Readonly<Record<string, string>>> {
  return {
    'on the disk': await allOf(gatewayFolder),
    'in the log': await readFile(gatewayLog, 'latin1'),
    'in files that live in memory': await allOf(`/run/comet-gateway-wg-nl-${lab.id}`),
    'in its programs': await heldByPrograms(),
  };
}

/** What must never stand anywhere on a gateway. */
async function forbidden(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { id: accountId } = await customer.client.call(api.currentUser, {});
  const { devices } = await customer.client.call(api.listDevices, {});
  const { credentials } = await customer.client.call(api.showOpenvpnCredentials, {});
  const client = lab.hosts.client;
  const names = [customer.email, accountId, ...devices.map((device) => device.id), customer.deviceId];
  return {
    'who it is': [
      ...[...names, ...names.map((name) => name.replaceAll('-', ''))],
      ...[credentials.username, credentials.password],
    ],
    'where from': [lab.hosts.router.ipv4, client.ipv4, client.ipv6],
    'where to': [
      ...[lab.hosts.inet.ipv4, lab.hosts.inet.ipv6, '203.0.113.81', '2001:db8:0:1::81'],
      ...['echo.comet.test', 'other.comet.test'],
    ],
  };
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

/** Whether a text stands there, and is not the beginning of a longer number. */
function names(found: string, text: string): boolean {
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<!\\d)${pattern}(?!\\d)`).test(found);
}

function expectNothingOf(
  secrets: Readonly<Record<string, readonly string[]>>,
  held: Readonly<Record<string, string>>,
): void {
  for (const [what, texts] of Object.entries(secrets))
    for (const [where, found] of Object.entries(held))
      for (const text of texts) expect(names(found, text), `${what}, ${where}: ${text}`).toBe(false);
}

/** The connections that the gateway's kernel follows for an address in the tunnel. */
async function followed(inside: string): Promise<string> {
  return (await lab.exec('gw-nl', ['conntrack', '-L', '-s', inside])).stdout;
}

/** The address that the client has in the tunnel. */
async function tunnelAddress(): Promise<string> {
  const { stdout } = await lab.exec('client', ['ip', '-4', '-o', 'address']);
  return /\b100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+\b/.exec(stdout)?.[0] ?? '';
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

  const held = await kept();
  const log = held['in the log'];
  // The search does search: what must be there for a restart is found.
  expect(held['on the disk']).toContain(lease?.publicKey);
  expectNothingOf(await forbidden(), held);
  // A log has no use even for what the disk needs.
  for (const text of [inside, lease?.publicKey ?? '', lease?.sub ?? '']) expect(log).not.toContain(text);
  for (const { issuedAt, sessionUntil } of await leasesOnDisk())
    expect([issuedAt % 3600, sessionUntil % 3600]).toEqual([0, 0]);
});

for (const variant of ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'])
  test(`nor does traffic over OpenVPN by ${variant}, in files that live in memory either`, async () => {
    await comet(lab, 'set', 'protocol', 'openvpn');
    await comet(lab, 'set', 'variant', variant);
    await comet(lab, 'connect', 'nl-ams');
    const { ipv4, ipv6 } = lab.hosts['gw-nl'];
    expect(await seenAs(lab)).toBe(ipv4);
    expect(await seenAs(lab, lab.echoUrl.ipv6)).toBe(ipv6);
    expect(await seenAs(lab, lab.echoUrl.name)).toMatch(/./);
    const inside = await tunnelAddress();
    expect(inside).not.toBe('');
    const held = await kept();
    // The search does search: the servers' configuration is found where it must lie, and read by those who run by it.
    expect(held['in files that live in memory']).toContain('tls-crypt-v2');
    expect(held['in its programs']).toContain('udp.conf');
    expectNothingOf({ ...(await forbidden()), 'where inside': [inside] }, held);
    expect(await followed(inside)).toContain(`src=${inside} `);
    await comet(lab, 'disconnect');
    await expect.poll(() => followed(inside)).toBe('');
    await comet(lab, 'set', 'protocol', 'automatic');
  });

test('after the end of a session its line is gone, and no connection is remembered for the next holder of the address', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const inside = await tunnelAddress();
  expect(await seenAs(lab)).toBe(lab.hosts['gw-nl'].ipv4);
  expect(await followed(inside)).toContain(`src=${inside} `);
  const [lease] = await leasesOnDisk();
  await comet(lab, 'disconnect');
  // After a disconnect the session can be resumed; a sign-out gives it up.
  await comet(lab, 'logout');
  await expect.poll(() => followed(inside)).toBe('');
  await expect.poll(async () => (await leasesOnDisk()).map(({ publicKey }) => publicKey)).toEqual([]);
  // His pseudonym of the week stays for 26 hours among the revocations: signing out has removed the device.
  expect(await allOf(gatewayFolder)).not.toContain(lease?.publicKey);
});
