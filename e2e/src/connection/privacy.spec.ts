import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { comet, egressAddress, signIn } from '../support/client-host.ts';
import { type Customer, newCustomerWithPlan } from '../support/customer.ts';
import { runningLab, runningStack, stateFolder } from '../support/running-stack.ts';

/** Checks that the disk, the log and the memory files of a gateway contain no customer data. */

test.describe.configure({ mode: 'serial' });

const lab = runningLab();
const stack = runningStack();
const gatewayFolder = join(stateFolder(), 'lab', 'gw-nl');
const gatewayLog = join(stateFolder(), 'logs', 'gw-nl.log');

let customer: Customer;

test.beforeAll(async () => {
  customer = await newCustomerWithPlan(stack);
  await signIn(lab, customer);
});

test.afterAll(async () => {
  await lab.exec('client', ['comet', 'disconnect'], { timeoutMs: 20_000 });
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
});

/** Returns the contents of all files in a folder as one Latin-1 text. */
async function readFolder(folder: string): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')));
  return texts.join('\n');
}

/** Returns the command lines of the gateway's processes and their open files, including files that exist in memory only. */
async function processData(): Promise<string> {
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

/** Returns everything that the gateway stores, by location. */
async function storedData(): Promise<Readonly<Record<string, string>>> {
  return {
    'on the disk': await readFolder(gatewayFolder),
    'in the log': await readFile(gatewayLog, 'latin1'),
    'in memory files': await readFolder(`/run/comet-gateway-wg-nl-${lab.id}`),
    'in its processes': await processData(),
  };
}

/** Returns the texts that must not occur anywhere on a gateway. */
async function customerData(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { id: accountId } = await customer.client.call(api.currentUser, {});
  const { devices } = await customer.client.call(api.listDevices, {});
  const { credentials } = await customer.client.call(api.showOpenvpnCredentials, {});
  const client = lab.hosts.client;
  const names = [customer.email, accountId, ...devices.map((device) => device.id), customer.deviceId];
  return {
    customer: [
      ...[...names, ...names.map((name) => name.replaceAll('-', ''))],
      ...[credentials.username, credentials.password],
    ],
    source: [lab.hosts.router.ipv4, client.ipv4, client.ipv6],
    destination: [
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

/** Returns whether `text` occurs without an adjacent digit. */
function names(found: string, text: string): boolean {
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<!\\d)${pattern}(?!\\d)`).test(found);
}

function expectNoneOf(
  secrets: Readonly<Record<string, readonly string[]>>,
  held: Readonly<Record<string, string>>,
): void {
  for (const [what, texts] of Object.entries(secrets))
    for (const [where, found] of Object.entries(held))
      for (const text of texts) expect(names(found, text), `${what}, ${where}: ${text}`).toBe(false);
}

/** Returns the gateway's conntrack entries for a tunnel address. */
async function conntrackEntries(tunnelIp: string): Promise<string> {
  return (await lab.exec('gw-nl', ['conntrack', '-L', '-s', tunnelIp])).stdout;
}

/** Returns the client's IPv4 address in the tunnel, or an empty text without a tunnel. */
async function tunnelAddress(): Promise<string> {
  const { stdout } = await lab.exec('client', ['ip', '-4', '-o', 'address']);
  return /\b100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.\d+\.\d+\b/.exec(stdout)?.[0] ?? '';
}

test('WireGuard traffic leaves no customer data on a gateway', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const { ipv4, ipv6 } = lab.hosts['gw-nl'];
  expect(await egressAddress(lab)).toBe(ipv4);
  expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(ipv6);
  expect(await egressAddress(lab, lab.echoUrl.name)).toMatch(/./);
  await expect.poll(async () => (await leasesOnDisk()).length).toBeGreaterThan(0);
  const [lease] = await leasesOnDisk();
  const tunnelIp = await tunnelAddress();
  expect(tunnelIp).not.toBe('');

  const held = await storedData();
  const log = held['in the log'];
  // Control: the search finds the lease, which a restart needs.
  expect(held['on the disk']).toContain(lease?.publicKey);
  expectNoneOf(await customerData(), held);
  // The log does not even contain what the disk needs.
  for (const text of [tunnelIp, lease?.publicKey ?? '', lease?.sub ?? '']) expect(log).not.toContain(text);
  for (const { issuedAt, sessionUntil } of await leasesOnDisk())
    expect([issuedAt % 3600, sessionUntil % 3600]).toEqual([0, 0]);
});

for (const variant of ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'])
  test(`OpenVPN traffic by ${variant} leaves no customer data on a gateway`, async () => {
    await comet(lab, 'set', 'protocol', 'openvpn');
    await comet(lab, 'set', 'variant', variant);
    await comet(lab, 'connect', 'nl-ams');
    const { ipv4, ipv6 } = lab.hosts['gw-nl'];
    expect(await egressAddress(lab)).toBe(ipv4);
    expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(ipv6);
    expect(await egressAddress(lab, lab.echoUrl.name)).toMatch(/./);
    const tunnelIp = await tunnelAddress();
    expect(tunnelIp).not.toBe('');
    const held = await storedData();
    // Control: the search finds the servers' configuration in memory files and in the processes that use it.
    expect(held['in memory files']).toContain('tls-crypt-v2');
    expect(held['in its processes']).toContain('udp.conf');
    expectNoneOf({ ...(await customerData()), 'tunnel address': [tunnelIp] }, held);
    expect(await conntrackEntries(tunnelIp)).toContain(`src=${tunnelIp} `);
    await comet(lab, 'disconnect');
    await expect.poll(() => conntrackEntries(tunnelIp)).toBe('');
    await comet(lab, 'set', 'protocol', 'automatic');
  });

test('after sign-out the lease and the conntrack entries of its address are deleted', async () => {
  await comet(lab, 'connect', 'nl-ams');
  const tunnelIp = await tunnelAddress();
  expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
  expect(await conntrackEntries(tunnelIp)).toContain(`src=${tunnelIp} `);
  const [lease] = await leasesOnDisk();
  await comet(lab, 'disconnect');
  // A session can be resumed after a disconnect, but not after a sign-out.
  await comet(lab, 'logout');
  await expect.poll(() => conntrackEntries(tunnelIp)).toBe('');
  await expect.poll(async () => (await leasesOnDisk()).map(({ publicKey }) => publicKey)).toEqual([]);
  // Only the weekly pseudonym stays, for 26 hours in the revocations, because signing out removes the device.
  expect(await readFolder(gatewayFolder)).not.toContain(lease?.publicKey);
});
