import { readFileSync } from 'node:fs';
import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, orderByCard } from '../support/customer.ts';
import { cometOps } from '../support/operator-cli.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import { insertDedicatedAddress } from './checkout.ts';
import { insertUsage, fakeExitAddress, startFakeProxyGateway } from './fake-residential-gateway.ts';
import { newSubscriber } from './subscriber.ts';

const stack = runningStack();
const at = (path: string) => `${stack.dashboard}${path}`;
let gateway: Awaited<ReturnType<typeof startFakeProxyGateway>>;
let subscriber: Customer;

test.beforeAll(async () => {
  gateway = await startFakeProxyGateway('es-mad', [
    { country: 'US', city: 'nyc', name: 'New York' },
    { country: 'DE', city: 'berlin', name: 'Berlin' },
  ]);
  subscriber = await newSubscriber(12);
});

test.afterAll(() => gateway[Symbol.asyncDispose]());

/** Locates the value beside a term. */
const row = (page: Page, term: string) =>
  page.locator('main').getByText(term, { exact: true }).locator('xpath=../dd').first();

test('residential data: shows balance, usage and locations, and saves the behaviour at zero and the automatic top-up', async ({
  context,
  page,
}) => {
  await orderByCard(stack, subscriber, { kind: 'residential_data', gigabytes: 10 });
  const left = async () => (await subscriber.client.call(api.showResidentialData, {})).availableBytes;
  await expect.poll(left).toBe(10e9);
  await insertUsage(subscriber.email, 'residential_vpn', null, [0.5, 1.25, 6.75]);
  await signInContext(context, subscriber);
  await page.goto(at('/dash/residential-vpn/'));
  await expect(page.getByRole('heading', { name: '1.5 GB of residential data left' })).toBeVisible();
  await expect(page.getByText('Less than 20% left')).toBeVisible();
  const chart = page.getByRole('slider', { name: 'Usage by day' });
  await expect(chart).toHaveAccessibleDescription(
    /^Usage by day in the last 14\sdays: 8.5\sGB in total, 6.75\sGB/,
  );
  // The cursor begins at today and moves by a day.
  const value = async () => (await chart.getAttribute('aria-valuetext')) ?? '';
  expect(await value()).toMatch(/: 0.5\sGB$/);
  await chart.press('ArrowLeft');
  expect(await value()).toMatch(/: 1.25\sGB$/);
  await expect(chart.getByText('1.25 GB', { exact: true })).toBeVisible();
  await chart.press('Home');
  expect(await value()).toMatch(/: 0\sGB$/);
  await chart.press('Escape');
  await expect(chart.getByText('0 GB', { exact: true })).toBeHidden();
  await page.getByRole('radio', { name: '90 days' }).check();
  await expect(chart).toHaveAttribute('aria-valuemax', '90');
  await page.getByText('Show as a table').click();
  const table = page.getByRole('table', { name: 'Usage by day' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row').nth(2)).toContainText('1.25 GB');
  await expect(page.getByRole('img', { name: /^World map: exits are online in .*Germany/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^United States New York/ })).toBeVisible();
  await expectAccessible(page, 'residential data');

  await page.getByRole('button', { name: 'Change what happens when it runs out' }).press('Enter');
  await page.getByRole('radio', { name: /^Block traffic/ }).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(row(page, 'When it runs out')).toHaveText('Switch to a standard location');

  await page.getByRole('button', { name: 'Change auto top-up' }).click();
  await page.getByRole('switch', { name: 'Turn on auto top-up' }).press('Space');
  await page.getByLabel('When less than this is left').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Buy at least as much as the limit above')).toBeVisible();
  await page.getByLabel('When less than this is left').fill('1');
  await page.getByLabel('Buy this much').fill('25');
  await expect(page.getByText('Each top-up costs $25.00, plus any tax.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Auto top-up')).toHaveText('25 GB when less than 1 GB is left');
  await page.reload();
  await expect(row(page, 'When it runs out')).toHaveText('Switch to a standard location');
  await expect(page.getByText('Auto top-up buys 25 GB when less than 1 GB is left.')).toBeVisible();
});

test('residential proxy: adds a user, shows its endpoint and usage, disables it, renews its password and removes it', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.dashboard });
  await signInContext(context, subscriber);
  await page.goto(at('/dash/residential-proxy/'));
  await page.getByRole('button', { name: 'Add a user' }).click();
  await page.getByLabel('Name').fill('Price watch');
  await expectWholeGigabytesOnly(page);
  await page.getByLabel('Monthly limit').fill('5');
  await page.getByLabel('Allowed IP addresses').fill('203.0.113.9\n203.0.113');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a user' }).click();
  await expect(page.getByText('203.0.113 is not an IP address')).toBeVisible();
  await page.getByLabel('Allowed IP addresses').fill('203.0.113.9\n2001:db8::1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a user' }).click();
  await expect(page.getByText('0 of 5 GB this month · 2 allowed IP addresses')).toBeVisible();
  const [user] = (await subscriber.client.call(api.listProxyUsers, {})).users;
  if (user === undefined) throw new Error('The user was not added');
  await insertUsage(subscriber.email, 'residential_proxy', user.id, [1, 0.25]);

  await page.getByRole('tab', { name: 'Endpoint' }).click();
  await page.getByLabel('Country').selectOption('United States');
  await page.getByLabel('City').selectOption('New York');
  await page.getByRole('radio', { name: 'Sticky' }).check();
  await page.getByLabel('Session name').fill('ABC');
  await expect(page.getByText('Use 1 to 32 lowercase letters and digits')).toBeVisible();
  await page.getByLabel('Session name').fill('abc');
  await page.getByLabel('Minutes to keep it').fill('30');
  const name = `${user.username}-country-us-city-nyc-session-abc-lifetime-30-ifgone-fail`;
  const line = page.getByRole('status', { name: 'Connection string' });
  await expect(line).toHaveText(`http://${name}:••••••••@${gateway.host}:${gateway.httpPort}`);
  await page.getByRole('button', { name: 'Show: Connection string' }).click();
  const whole = `http://${name}:${user.password}@${gateway.host}:${gateway.httpPort}`;
  await expect(line).toHaveText(whole);
  await page.getByRole('button', { name: 'Copy the curl example' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(`curl -x '${whole}' '${stack.api}/api/v1/caller-address'`);
  await page.getByRole('tab', { name: 'curl' }).press('ArrowRight');
  const python = page.getByRole('tabpanel', { name: 'Python' }).getByRole('region', { name: 'Python' });
  await expect(python).toContainText('import urllib.request');
  await page.getByRole('radio', { name: 'SOCKS5' }).check();
  await expect(line).toHaveText(/^socks5h:.*:1080$/);
  await page.getByRole('button', { name: 'Test now' }).press('Enter');
  await expect(page.getByText(`Seen as ${fakeExitAddress}`)).toBeVisible();
  await expect(page.getByText(/^New York, United States, answered in \d+\sms$/)).toBeVisible();
  await expectAccessible(page, 'the endpoint of the proxy');

  await page.getByRole('tab', { name: 'Usage' }).click();
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('columnheader', { name: 'Price watch' })).toBeVisible();
  await expect(page.getByRole('row', { name: /0.25 GB 0.25 GB$/ })).toBeVisible();
  await expectAccessible(page, 'usage of the proxy');

  await page.getByRole('tab', { name: 'Users' }).click();
  const connects = page.getByRole('switch', { name: 'Let Price watch connect' });
  // A refused change reverts at once. The refetched list is delayed until that is checked.
  const seen = Promise.withResolvers<void>();
  await page.route('**/residential-proxy/users', (route) => seen.promise.then(() => route.continue()));
  const refusal = { error: { code: 'internal_error', message: 'No' } };
  await page.route('**/residential-proxy/users/*', (route) => route.fulfill({ status: 500, json: refusal }), {
    times: 1,
  });
  await connects.press('Space');
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await expect(connects).toBeChecked();
  seen.resolve();
  await connects.press('Space');
  await page.getByRole('button', { name: 'New password for Price watch' }).click();
  await page.getByRole('button', { name: 'Generate password' }).click();
  await expect(page.getByText('Price watch has a new password.')).toBeVisible();
  const [changed] = (await subscriber.client.call(api.listProxyUsers, {})).users;
  expect([changed?.enabled, changed?.password === user.password]).toEqual([false, false]);
  await expectAccessible(page, 'users of the proxy');
  await page.getByRole('button', { name: 'Remove Price watch' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^Add your first proxy user/)).toBeVisible();
});

test('dedicated IP: shows its proxy, saves a note, swaps the address, exports it and shows that it was stopped', async ({
  context,
  page,
}) => {
  const first = await insertDedicatedAddress('no', gateway.id);
  await orderByCard(stack, subscriber, { kind: 'dedicated_ip', type: 'dedicated', country: 'no', months: 1 });
  await signInContext(context, subscriber);
  const services = async () => (await subscriber.client.call(api.listServices, {})).services;
  await expect.poll(async () => (await services())[0]?.proxy?.username).toBeDefined();
  const [service] = await services();
  await page.goto(at('/dash/dedicated/'));
  await page.getByRole('link', { name: `Details for ${first}` }).click();
  await expect(page.getByRole('heading', { name: 'As a proxy' })).toBeVisible();
  await expect(page.getByText(/comet connect/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show: SOCKS5', exact: true }).click();
  await expect(page.getByRole('status', { name: 'SOCKS5' })).toHaveText(
    `socks5h://${service?.proxy?.username}:${service?.proxy?.password}@${gateway.host}:${gateway.socksPort}`,
  );
  await page.getByRole('button', { name: 'Change the note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('The shop in Oslo');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Note')).toHaveText('The shop in Oslo');
  await expectAccessible(page, 'a dedicated IP');

  const second = await insertDedicatedAddress('no', gateway.id);
  await page.getByRole('button', { name: 'Swap this IP' }).click();
  await page.getByRole('radio', { name: 'It’s slow' }).check();
  await page.getByRole('button', { name: 'Swap IP' }).click();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
  await expect(page.getByText('You’ve already swapped this IP in the last 30 days.')).toBeVisible();

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  await expectAccessible(page, 'dedicated IPs');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as JSON' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe('comet-addresses.json');
  const [exported] = JSON.parse(readFileSync(await download.path(), 'utf8')) as [Record<string, unknown>];
  expect(exported).toMatchObject({ address: second, host: gateway.host, note: 'The shop in Oslo' });

  await cometOps('customers', 'stop-data', subscriber.email);
  await page.reload();
  await expect(page.getByText('Suspended on your account', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get a dedicated IP' })).toHaveCount(0);
  await expectAccessible(page, 'dedicated IPs of a customer who was stopped');
  await page.goto(at('/dash/home/'));
  await expect(page.getByText('Suspended on your account: contact support')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Get a dedicated IP' })).toHaveCount(0);
});

/** Types limits that are not whole gigabytes and expects an error for each; none is sent. */
async function expectWholeGigabytesOnly(page: Page): Promise<void> {
  const limit = page.getByLabel('Monthly limit');
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add a user' });
  await expect(page.getByText('Whole gigabytes, or empty for no limit')).toBeVisible();
  for (const [typed, kept] of [
    ['0.5', '0'],
    ['1.5', '1'],
    ['1e3', '1'],
    ['-1', ''],
  ] as const) {
    await limit.fill('');
    await limit.pressSequentially(typed);
    await expect(limit).toHaveValue(kept);
    await add.click();
    await expect(limit).toHaveAccessibleDescription('Whole gigabytes only, like 5');
  }
  await limit.fill('');
  await limit.pressSequentially('05');
  await expect(limit).toHaveValue('5');
  await expect(limit).toHaveAccessibleDescription('Whole gigabytes, or empty for no limit');
}
