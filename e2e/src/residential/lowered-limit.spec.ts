import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { type Customer, newCustomerWithPlan } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';

/** Lowers a proxy user's limit below the quota that a gateway holds, during a download, by HTTP and SOCKS5. */

test.describe.configure({ mode: 'serial' });

const lab = runningLab();
const stack = runningStack();

let customer: Customer;

test.beforeAll(async () => {
  customer = await newCustomerWithPlan(stack);
  await runSql(
    `insert into data_entries (user_id, product, kind, bytes, entered_at)
     select id, 'residential_proxy', 'adjustment', 1000000000, now() from users where email = $1`,
    [customer.email],
  );
});

/** Received bytes are charged: without this limit the client's kernel buffers 32 MB before the program reads them. */
const setReceiveBuffer = (maxBytes: number) =>
  lab.exec('router', ['sysctl', '-qw', `net.ipv4.tcp_rmem=4096 131072 ${maxBytes}`]);
test.beforeAll(() => setReceiveBuffer(262_144));
test.afterAll(() => setReceiveBuffer(33_554_432));

/** Downloads 200 MB at `rate` bytes per second, calls `change` after two seconds, and returns the received bytes and the usage. */
async function downloadWhileChanging(
  limitMegabytes: number,
  scheme: 'http' | 'socks5h',
  rate: number,
  change: (id: string) => Promise<unknown>,
) {
  const { user } = await customer.client.call(api.addProxyUser, {
    body: { name: `By ${scheme}`, limitBytes: limitMegabytes * 1_000_000 },
  });
  const { host, httpPort, socksPort } = await customer.client.call(api.showResidentialProxy, {});
  const port = scheme === 'http' ? httpPort : socksPort;
  const proxy = `${scheme}://${user.username}:${user.password}@${host}:${port}`;
  const through = (...args: readonly string[]) =>
    lab.exec('router', ['curl', '-sS', '-p', '-x', proxy, ...args], { timeoutMs: 60_000 });
  await expect
    .poll(async () => (await through('-m', '5', lab.echoUrl.ipv4)).stdout.trim(), { timeout: 30_000 })
    .toMatch(/^203\.0\.113\./);
  const program = join(import.meta.dirname, 'steady-download.ts');
  const proxyArguments = [
    scheme === 'http' ? 'http' : 'socks',
    host ?? '',
    String(port),
    user.username,
    user.password,
  ];
  const targetArguments = [new URL(lab.echoUrl.ipv4).hostname, '/bytes/200000000', String(rate)];
  const download = lab.exec('router', [process.execPath, program, ...proxyArguments, ...targetArguments], {
    timeoutMs: 60_000,
  });
  await sleep(2_000);
  await change(user.id);
  const lowered = performance.now();
  const received = Number((await download).stdout);
  const seconds = (performance.now() - lowered) / 1_000;
  const used = async () => {
    const { users } = await customer.client.call(api.listProxyUsers, {});
    return users.find(({ id }) => id === user.id)?.usedBytes ?? 0;
  };
  await expect.poll(used, { timeout: 15_000 }).toBeGreaterThanOrEqual(received);
  test.info().annotations.push({
    type: 'figures',
    description: `${scheme}: ${received} bytes, ended ${seconds.toFixed(2)} s after`,
  });
  return { received, used: await used() };
}

for (const scheme of ['http', 'socks5h'] as const) {
  test(`an open connection uses 64 MB of held quota up to a lowered limit of 20 MB: ${scheme}`, async () => {
    const lower = (id: string) =>
      customer.client.call(api.changeProxyUser, { params: { id }, body: { limitBytes: 20_000_000 } });
    const { received, used } = await downloadWhileChanging(200, scheme, 4_000_000, lower);
    expect(used).toBeLessThanOrEqual(20_000_000);
    // Both directions and the previous connection are charged too.
    expect(received).toBeGreaterThan(19_000_000);
  });

  test(`a limit lowered from 248 MB to 6 MB ends a download beyond it and returns the rest: ${scheme}`, async () => {
    const lower = (id: string) =>
      customer.client.call(api.changeProxyUser, { params: { id }, body: { limitBytes: 6_000_000 } });
    const { received, used } = await downloadWhileChanging(248, scheme, 5_000_000, lower);
    // Ten megabytes are read in two seconds, plus kernel buffers; without the change it would be 64 MB.
    expect(received).toBeLessThan(20_000_000);
    expect(used).toBeLessThan(20_000_000);
  });
}
