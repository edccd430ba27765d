import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { api } from '@comet/contract';
import { type Customer, newCustomerWithPlan } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';

/**
 * A proxy user's limit that is lowered while a gateway holds more than it, and downloads from it. By HTTP and by SOCKS5.
 */

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

/** What a machine has taken is paid: without this the client's kernel takes 32 MB before the program reads them. */
const setReceiveBuffer = (maxBytes: number) =>
  lab.exec('router', ['sysctl', '-qw', `net.ipv4.tcp_rmem=4096 131072 ${maxBytes}`]);
test.beforeAll(() => setReceiveBuffer(262_144));
test.afterAll(() => setReceiveBuffer(33_554_432));

/** What came of a download of 200 MB, at `rate` bytes a second, and how long after `change`, some seconds in, it ended. */
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
  const proxyArguments = [scheme === 'http' ? 'http' : 'socks', host ?? '', String(port), user.username, user.password];
  const targetArguments = [new URL(lab.echoUrl.ipv4).hostname, '/bytes/200000000', String(rate)];
  const download = lab.exec('router', [process.execPath, program, ...proxyArguments, ...targetArguments], { timeoutMs: 60_000 });
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
  test(`64 MB that are held are used to a limit of 20 MB, by the connection that is open: ${scheme}`, async () => {
    const lower = (id: string) =>
      customer.client.call(api.changeProxyUser, { params: { id }, body: { limitBytes: 20_000_000 } });
    const { received, used } = await downloadWhileChanging(200, scheme, 4_000_000, lower);
    expect(used).toBeLessThanOrEqual(20_000_000);
    // Both directions are paid, and the previous connection.
    expect(received).toBeGreaterThan(19_000_000);
  });

  test(`248 MB become 6 MB while a download is beyond that: it ends, and the rest goes back: ${scheme}`, async () => {
    const lower = (id: string) =>
      customer.client.call(api.changeProxyUser, { params: { id }, body: { limitBytes: 6_000_000 } });
    const { received, used } = await downloadWhileChanging(248, scheme, 5_000_000, lower);
    // In two seconds ten megabytes were read, and some are in the kernel's buffers; without the change it were 64.
    expect(received).toBeLessThan(20_000_000);
    expect(used).toBeLessThan(20_000_000);
  });
}
