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
let way: { readonly host: string; readonly httpPort: number; readonly socksPort: number };
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
  way = { host: shown.host ?? '', httpPort: shown.httpPort ?? 0, socksPort: shown.socksPort ?? 0 };
  await expect.poll(() => byHttp('', lab.echoUrl.ipv4), { timeout: 30_000 }).toMatch(/^203\.0\.113\./);
});

const through = async (scheme: 'http' | 'socks5h', port: number, words: string, url: string) => {
  const proxy = `${scheme}://${login.username}${words}:${login.password}@${way.host}:${port}`;
  const { stdout } = await lab.exec('router', ['curl', '-sS', '-m', '5', '-p', '-x', proxy, url]);
  return stdout.trim();
};
const byHttp = (words: string, url: string) => through('http', way.httpPort, words, url);
const bySocks = (words: string, url: string) => through('socks5h', way.socksPort, words, url);

/** By UDP, with an association of its own. */
const byUdp = async (words: string) => {
  const program = join(import.meta.dirname, 'socks-udp-query.ts');
  const own = [way.host, String(way.socksPort), `${login.username}${words}`, login.password, resolver];
  return (await lab.exec('router', [process.execPath, program, ...own])).stdout.trim();
};

async function ten(ask: (index: number) => Promise<string>): Promise<readonly string[]> {
  const answers: string[] = [];
  for (let index = 0; index < 10; index += 1) answers.push(await ask(index));
  return answers;
}

const allByUs = Array.from({ length: 10 }, () => home.us.ipv6);

test('ten of ten IPv6 targets are reached by TCP and by UDP, without a country', async () => {
  expect(await ten(() => byHttp('', lab.echoUrl.ipv6))).toEqual(allByUs);
  expect(await ten(() => bySocks('', lab.echoUrl.ipv6))).toEqual(allByUs);
  expect(await ten(() => byUdp(''))).toEqual(allByUs);
});

test('ten of ten sticky sessions without a country reach IPv6, by the home by which they reach IPv4', async () => {
  const session = (index: number) => `-session-s${index}-lifetime-10`;
  expect(await ten((index) => byHttp(session(index), lab.echoUrl.ipv4))).toEqual(
    Array.from({ length: 10 }, () => home.us.ipv4),
  );
  expect(await ten((index) => byHttp(session(index), lab.echoUrl.ipv6))).toEqual(allByUs);
  expect(await ten((index) => byUdp(session(index)))).toEqual(allByUs);
});

test('the proxy reports a country without IPv6', async () => {
  const proxy = `http://${login.username}-country-de:${login.password}@${way.host}:${way.httpPort}`;
  const args = ['curl', '-s', '-m', '5', '-p', '-x', proxy, '-o', '/dev/null', '-w', '%{http_connect}'];
  expect((await lab.exec('router', [...args, lab.echoUrl.ipv6])).stdout).toBe('502');
  expect(await byHttp('-country-de', lab.echoUrl.ipv4)).toBe(home.de.ipv4);
});
