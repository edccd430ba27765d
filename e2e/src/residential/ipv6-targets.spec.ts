import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { type Customer, newCustomerWithPlan } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';

/** The lab's exit in the United States has both families, the one in Germany only IPv4: without a country, either is chosen. */

test.describe.configure({ mode: 'serial' });

const lab = runningLab();
const stack = runningStack();
const home = { us: lab.hosts['exit-us'], de: lab.hosts['router-de'] };
const resolver = '2001:db8:0:1::53';

let customer: Customer;
let endpoint: { readonly host: string; readonly httpPort: number; readonly socksPort: number };
let login: { readonly username: string; readonly password: string };

test.beforeAll(async () => {
  customer = await newCustomerWithPlan(stack);
  await runSql(
    `insert into data_entries (user_id, product, kind, bytes, entered_at)
     select id, 'residential_proxy', 'adjustment', 1000000000, now() from users where email = $1`,
    [customer.email],
  );
  ({ user: login } = await customer.client.call(api.addProxyUser, {
    body: { name: 'Both families', limitBytes: null },
  }));
  const shown = await customer.client.call(api.showResidentialProxy, {});
  endpoint = { host: shown.host ?? '', httpPort: shown.httpPort ?? 0, socksPort: shown.socksPort ?? 0 };
  await expect.poll(() => byHttp('', lab.echoUrl.ipv4), { timeout: 30_000 }).toMatch(/^203\.0\.113\./);
});

const fetchThroughProxy = async (
  scheme: 'http' | 'socks5h',
  port: number,
  parameters: string,
  url: string,
) => {
  const proxy = `${scheme}://${login.username}${parameters}:${login.password}@${endpoint.host}:${port}`;
  const { stdout } = await lab.exec('router', ['curl', '-sS', '-m', '5', '-p', '-x', proxy, url]);
  return stdout.trim();
};
const byHttp = (parameters: string, url: string) =>
  fetchThroughProxy('http', endpoint.httpPort, parameters, url);
const bySocks = (parameters: string, url: string) =>
  fetchThroughProxy('socks5h', endpoint.socksPort, parameters, url);

/** Queries over UDP with a new association. */
const byUdp = async (parameters: string) => {
  const program = join(import.meta.dirname, 'socks-udp-query.ts');
  const own = [
    endpoint.host,
    String(endpoint.socksPort),
    `${login.username}${parameters}`,
    login.password,
    resolver,
  ];
  return (await lab.exec('router', [process.execPath, program, ...own])).stdout.trim();
};

async function tenTimes(request: (index: number) => Promise<string>): Promise<readonly string[]> {
  const responses: string[] = [];
  for (let index = 0; index < 10; index += 1) responses.push(await request(index));
  return responses;
}

const tenUsAddresses = Array.from({ length: 10 }, () => home.us.ipv6);

test('ten of ten IPv6 targets are reached by TCP and by UDP, without a country', async () => {
  expect(await tenTimes(() => byHttp('', lab.echoUrl.ipv6))).toEqual(tenUsAddresses);
  expect(await tenTimes(() => bySocks('', lab.echoUrl.ipv6))).toEqual(tenUsAddresses);
  expect(await tenTimes(() => byUdp(''))).toEqual(tenUsAddresses);
});

test('ten of ten sticky sessions without a country reach IPv6 through the same exit as IPv4', async () => {
  const session = (index: number) => `-session-s${index}-lifetime-10`;
  expect(await tenTimes((index) => byHttp(session(index), lab.echoUrl.ipv4))).toEqual(
    Array.from({ length: 10 }, () => home.us.ipv4),
  );
  expect(await tenTimes((index) => byHttp(session(index), lab.echoUrl.ipv6))).toEqual(tenUsAddresses);
  expect(await tenTimes((index) => byUdp(session(index)))).toEqual(tenUsAddresses);
});

test('the proxy reports a country without IPv6', async () => {
  const proxy = `http://${login.username}-country-de:${login.password}@${endpoint.host}:${endpoint.httpPort}`;
  const args = ['curl', '-s', '-m', '5', '-p', '-x', proxy, '-o', '/dev/null', '-w', '%{http_connect}'];
  expect((await lab.exec('router', [...args, lab.echoUrl.ipv6])).stdout).toBe('502');
  expect(await byHttp('-country-de', lab.echoUrl.ipv4)).toBe(home.de.ipv4);
});
