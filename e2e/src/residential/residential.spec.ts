import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { comet, signIn } from '../support/client-host.ts';
import { type Customer, newCustomerWithPlan, orderByCard } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { agent, isReplaced, pidsOn, signal } from '../leaks/processes.ts';
import { runningLab, runningStack, stateFolder } from '../support/running-stack.ts';
import { cutUplink, restoreUplink } from './cut-uplink.ts';
import { addUpstream } from './add-upstream.ts';
import { orderDedicatedAddress, insertDedicatedAddress } from './dedicated-address.ts';
import { startSecondExit } from './second-exit.ts';
import { type ResidentialSession, startSession } from './start-session.ts';

/** Residential traffic: source addresses that sites and resolvers see, usage accounting, and failover when an exit is lost. */

test.describe.configure({ mode: 'serial' });

const lab = runningLab();
const stack = runningStack();
const home = { us: lab.hosts['exit-us'], de: lab.hosts['router-de'] };

let customer: Customer;
let session: ResidentialSession;

test.beforeAll(async () => {
  customer = await newCustomerWithPlan(stack);
  for (const kind of ['residential_data', 'proxy_traffic'] as const) await buyGigabyte(kind);
  session = await startSession(lab, stateFolder(), customer, { location: 'us-nyc-home' });
});

test.afterAll(async () => {
  await session.end();
});

async function buyGigabyte(kind: 'residential_data' | 'proxy_traffic'): Promise<void> {
  await orderByCard(stack, customer, { kind, gigabytes: 1, method: 'card' });
  await expect
    .poll(async () => {
      const shown = kind === 'residential_data' ? api.showResidentialData : api.showResidentialProxy;
      return (await customer.client.call(shown, {})).availableBytes;
    })
    .toBe(1_000_000_000);
}

/** Returns curl's output on the client; empty if the request failed. */
async function fetched(...args: readonly string[]): Promise<string> {
  return (await lab.exec('client', ['curl', '-sS', '-m', '2', ...args])).stdout.trim();
}

const used = async () => (await customer.client.call(api.showResidentialData, {})).usedBytes;

test('sites and the resolver see the exit in both address families, and its LAN is unreachable', async () => {
  expect(await fetched(lab.echoUrl.ipv4)).toBe(home.us.ipv4);
  expect(await fetched(lab.echoUrl.ipv6)).toBe(home.us.ipv6);
  const resolved = await lab.exec('client', ['dig', '+short', 'TXT', 'whoami.comet.test', '@100.64.0.1']);
  expect(resolved.stdout.trim()).toBe(`"${home.us.ipv4}"`);
  expect(await fetched('http://10.1.2.3/')).toBe('');
});

test('traffic is counted and shown within seconds', async () => {
  const before = await used();
  const size = 5_000_000;
  await fetched('-o', '/dev/null', `${lab.echoUrl.ipv4}bytes/${size}`);
  await expect.poll(async () => (await used()) - before, { timeout: 12_000 }).toBeGreaterThan(size);
  // Allows for headers and acknowledgements, but not for bytes counted twice.
  expect((await used()) - before).toBeLessThan(size * 1.15);
});

test('a lost exit is replaced within five seconds; without another, traffic is refused and never leaves by the gateway', async () => {
  const second = await startSecondExit(lab, stateFolder());
  const gateways = [lab.hosts['gw-nl'].ipv4, lab.hosts['gw-jp'].ipv4, lab.hosts.router.ipv4];
  const seen = new Set<string>();
  const fetchAddress = async () => {
    const address = await fetched('--connect-timeout', '1', lab.echoUrl.ipv4);
    seen.add(address);
    return address;
  };
  try {
    await cutUplink(lab);
    const from = Date.now();
    while ((await fetchAddress()) !== home.de.ipv4 && Date.now() - from < 20_000) await sleep(50);
    expect(Date.now() - from).toBeLessThan(5_000);
    // This exit has no IPv6: IPv6 is refused and does not leave by another exit.
    expect(await fetched(lab.echoUrl.ipv6)).toBe('');
    expect((await second.run('pause')).code).toBe(0);
    await expect.poll(fetchAddress, { timeout: 8_000 }).toBe('');
    for (let tries = 0; tries < 5; tries += 1) expect(await fetchAddress()).toBe('');
    for (const address of gateways) expect(seen).not.toContain(address);
    const carried = (await second.run('status')).stdout;
    expect(carried).toContain('paused by you');
    expect(carried).toMatch(/Connection: \d+ Mbit\/s down, \d+ Mbit\/s up/);
  } finally {
    await second.end();
    await restoreUplink(lab);
  }
  await expect.poll(() => fetched(lab.echoUrl.ipv4), { timeout: 30_000 }).toBe(home.us.ipv4);
});

test('without an exit in a country, a provider’s proxy carries the traffic with the same accounting', async () => {
  const line = await addUpstream(lab, 'FR');
  await session.end();
  try {
    const location = 'fr-any-home';
    const locations = async () => (await customer.client.call(api.listLocations, {})).locations;
    await expect
      .poll(async () => (await locations()).some(({ code, online }) => code === location && online), {
        timeout: 20_000,
      })
      .toBe(true);
    session = await startSession(lab, stateFolder(), customer, { location });
    expect(await fetched(lab.echoUrl.ipv4)).toBe(line.ipv4);
    const resolved = await lab.exec('client', ['dig', '+short', 'TXT', 'whoami.comet.test', '@100.64.0.1']);
    expect(resolved.stdout.trim()).toBe(`"${line.ipv4}"`);
    expect(await fetched(lab.echoUrl.ipv6)).toBe('');
    const before = await used();
    await fetched('-o', '/dev/null', `${lab.echoUrl.ipv4}bytes/3000000`);
    await expect.poll(async () => (await used()) - before, { timeout: 12_000 }).toBeGreaterThan(3_000_000);
    await session.end();
  } finally {
    await line.end();
    session = await startSession(lab, stateFolder(), customer, { location: 'us-nyc-home' });
  }
});

test('the user name selects the exit and keeps a session’s address, and an invalid parameter is reported', async () => {
  const { user } = await customer.client.call(api.addProxyUser, { body: { name: 'Test', limitBytes: null } });
  const { host, httpPort, socksPort } = await customer.client.call(api.showResidentialProxy, {});
  const at = (parameters: string, scheme = 'http') =>
    `${scheme}://${user.username}${parameters}:${user.password}@${host}:${scheme === 'http' ? httpPort : socksPort}`;
  // From a host without a tunnel.
  const through = async (proxy: string, ...args: readonly string[]) =>
    (await lab.exec('router', ['curl', '-sS', '-m', '5', '-x', proxy, ...args])).stdout.trim();
  await expect.poll(() => through(at('-country-us-session-one'), lab.echoUrl.ipv4)).toBe(home.us.ipv4);
  expect(await through(at('-country-us-session-one', 'socks5h'), lab.echoUrl.name)).toBe(home.us.ipv4);
  expect(await through(at('-country-de', 'socks5h'), lab.echoUrl.ipv4)).toBe(home.de.ipv4);
  // From a host with a tunnel to the same gateway.
  expect(await fetched('-x', at('-country-de'), lab.echoUrl.ipv4)).toBe(home.de.ipv4);
  const rotating = new Set<string>();
  for (let tries = 0; tries < 12; tries += 1) rotating.add(await through(at(''), lab.echoUrl.ipv4));
  expect(rotating).toEqual(new Set([home.us.ipv4, home.de.ipv4]));
  expect(await through(at('-country-usa'), '-i', lab.echoUrl.ipv4)).toMatch(/comet-error: bad_country/i);
  await expect
    .poll(async () => (await customer.client.call(api.showResidentialProxy, {})).usedBytes, {
      timeout: 12_000,
    })
    .toBeGreaterThan(1_000);
});

test('each local port of comet proxy uses its own exit', async () => {
  await signIn(lab, customer);
  await comet(lab, 'proxy', 'add', '9001', 'us', 'sticky');
  await comet(lab, 'proxy', 'add', '9002', 'de', 'rotating');
  try {
    const by = (port: number) => fetched('-m', '5', '-x', `127.0.0.1:${port}`, lab.echoUrl.ipv4);
    await expect.poll(() => by(9001)).toBe(home.us.ipv4);
    expect(await by(9002)).toBe(home.de.ipv4);
    expect(await by(9001)).toBe(home.us.ipv4);
    expect(await fetched('-x', 'socks5h://127.0.0.1:9002', lab.echoUrl.name)).toBe(home.de.ipv4);
  } finally {
    for (const port of ['9001', '9002']) await comet(lab, 'proxy', 'remove', port);
    await comet(lab, 'logout');
  }
});

test('traffic stops at exactly zero balance', async () => {
  const { availableBytes } = await customer.client.call(api.showResidentialData, {});
  const left = 80_000_000;
  await runSql(
    `insert into data_entries (user_id, product, kind, bytes, entered_at)
     select id, 'residential_vpn', 'adjustment', $2, now() from users where email = $1`,
    [customer.email, left - availableBytes],
  );
  await fetched(
    '-m',
    '60',
    '-y',
    '2',
    '-Y',
    '1000',
    '-o',
    '/dev/null',
    `${lab.echoUrl.ipv4}bytes/${2 * left}`,
  );
  expect(await fetched(lab.echoUrl.ipv4)).toBe('');
  const available = async () => (await customer.client.call(api.showResidentialData, {})).availableBytes;
  await expect.poll(available, { timeout: 12_000 }).toBe(0);
});

test('a dedicated IP works in the tunnel and through the proxy for its customer only', async () => {
  const address = `203.0.113.${150 + Math.floor(Math.random() * 40)}`;
  const { ipv4: gateway } = lab.hosts['gw-nl'];
  await insertDedicatedAddress(lab, address, 'nl');
  await orderDedicatedAddress(stack, customer, 'nl');
  const dedicatedIp = async () => (await customer.client.call(api.listServices, {})).services[0];
  await expect.poll(async () => (await dedicatedIp())?.proxy?.host).toBe(gateway);
  const service = await dedicatedIp();
  if (!service?.proxy || service.gatewayId === null) throw new Error('The address is not in use');
  const { username, password, host, httpPort, socksPort } = service.proxy;
  const by = (scheme: string, port: number, given = password) =>
    fetched('-m', '5', '-x', `${scheme}://${username}:${given}@${host}:${port}`, lab.echoUrl.ipv4);
  await expect.poll(() => by('http', httpPort)).toBe(address);
  expect(await by('socks5h', socksPort)).toBe(address);
  expect(await by('http', httpPort, 'guessed')).toContain('No proxy user has');

  const egress = { serviceId: service.id, gatewayId: service.gatewayId };
  const otherCustomer = await newCustomerWithPlan(stack);
  await expect(startSession(lab, stateFolder(), otherCustomer, egress)).rejects.toMatchObject({
    code: 'not_found',
  });
  await session.end();
  session = await startSession(lab, stateFolder(), customer, egress);
  expect(await fetched(lab.echoUrl.ipv4)).toBe(address);
  // All customers share the gateway's IPv6 address, so it is not used.
  expect(await fetched(lab.echoUrl.ipv6)).toBe('');
});

test('fifty concurrent clients spend the balance to exactly zero across a kill of the API and a restart of the gateway', async () => {
  const { user } = await customer.client.call(api.addProxyUser, {
    body: { name: 'Crowd', limitBytes: null },
  });
  const shown = () => customer.client.call(api.showResidentialProxy, {});
  const { host, httpPort, availableBytes } = await shown();
  const proxy = `http://${user.username}:${user.password}@${host}:${httpPort}`;
  const through = async () =>
    (await lab.exec('router', ['curl', '-sS', '-m', '5', '-x', proxy, lab.echoUrl.ipv4])).stdout.trim();
  const waitUntilCarried = () => expect.poll(through, { timeout: 30_000 }).toMatch(/^203\.0\.113\./);
  await waitUntilCarried();
  const left = 120_000_000;
  await runSql(
    `insert into data_entries (user_id, product, kind, bytes, entered_at)
     select id, 'residential_proxy', 'adjustment', $2, now() from users where email = $1`,
    [customer.email, left - availableBytes],
  );
  /** Returns the total bytes received by fifty clients. */
  const downloadFifty = async () => {
    const one = `curl -s -m 30 --limit-rate 1500k -x ${proxy} -o /dev/null -w '%{size_download}\n'`;
    const all = `seq 50 | xargs -P 50 -I{} ${one} ${lab.echoUrl.ipv4}bytes/6000000`;
    const { stdout } = await lab.exec('router', ['sh', '-c', all], { timeoutMs: 40_000 });
    return stdout.split('\n').reduce((sum, line) => sum + Number(line), 0);
  };
  const first = downloadFifty();
  const { api: control = null } = stack.pids;
  await sleep(500);
  // Kills the API during its writes. The supervisor restarts it.
  signal(control === null ? [] : [control], 'SIGKILL');
  await sleep(2_500);
  const place = host === lab.hosts['gw-nl'].ipv4 ? 'gw-nl' : 'gw-jp';
  const before = await pidsOn(lab, place, agent);
  signal(before, 'SIGTERM');
  let received = await first;
  await expect.poll(() => isReplaced(lab, place, before), { timeout: 30_000 }).toBe(true);
  expect(runningStack().pids['api']).not.toBe(control);
  await waitUntilCarried();
  received += await downloadFifty();
  await expect.poll(async () => (await shown()).availableBytes, { timeout: 15_000 }).toBe(0);
  expect(received).toBeLessThanOrEqual(left);
  expect(await through()).toContain('no proxy traffic left');
});
