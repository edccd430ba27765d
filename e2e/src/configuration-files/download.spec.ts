import { api } from '@comet/contract';
import { parseOpenvpnClientConfig } from '@comet/tunnel-config';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { chooseLocations } from '../support/choose-locations.ts';
import { type Customer, newCustomer, newCustomerWithPlan } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { runningStack } from '../support/running-stack.ts';
import { allOffers, insertGateways } from './registered-gateways.ts';
import { publicKeyOf, recordSent, saved, wireguard } from './downloaded-files.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const address = `${stack.dashboard}/dash/download/`;

test.beforeAll(async () => {
  await insertGateways([
    { location: 'nl-ams', offers: allOffers },
    { location: 'jp-tyo', offers: allOffers.slice(0, 2), loadPercent: 90 },
    { location: 'de-fra' },
  ]);
});

const configsOf = async (customer: Customer) =>
  (await customer.client.call(api.listWireguardConfigs, {})).configs;

for (const [how, withoutX25519] of [
  ['by WebCrypto', false],
  ['in a browser without X25519', true],
] as const) {
  test(`two WireGuard files are created by keyboard, ${how}: the keys match, and the private keys are not sent`, async ({
    context,
    page,
  }) => {
    const customer = await newCustomerWithPlan(stack);
    await signInContext(context, customer);
    if (withoutX25519) {
      await page.addInitScript(() => {
        const refuse = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
        Object.defineProperty(crypto.subtle, 'generateKey', { value: refuse });
      });
    }
    const sent = recordSent(page);
    await page.goto(address);
    await page.getByLabel('Device name').selectText();
    await page.keyboard.type('Router');
    // One of the three is suggested.
    const suggested = page.getByRole('checkbox', { checked: true });
    await suggested.focus();
    await page.keyboard.press('Space');
    await expect(suggested).toHaveCount(0);
    for (const city of ['Amsterdam', 'Tokyo']) {
      await page.getByRole('checkbox', { name: city }).focus();
      await page.keyboard.press('Space');
    }
    if (!withoutX25519) await expectAccessible(page, 'choosing locations');
    await page.getByRole('button', { name: 'Create 2 configs' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '2 configs are ready' })).toBeVisible();
    if (!withoutX25519) await expectAccessible(page, 'files are ready');

    const zip = page.getByRole('button', { name: 'Save all as ZIP' });
    await zip.focus();
    const files = await saved(page, () => page.keyboard.press('Enter'));
    expect(Object.keys(files).toSorted()).toEqual(['comet-jp-tyo.conf', 'comet-nl-ams.conf']);
    const configs = await configsOf(customer);
    expect(configs.map(({ name }) => name)).toEqual(['Router', 'Router']);
    for (const config of configs) {
      const file = wireguard(files[`comet-${config.location}.conf`]);
      const { privateKey } = file.interface;
      expect(file).toEqual({
        interface: {
          privateKey,
          addresses: [`${config.ipv4}/32`, `${config.ipv6}/128`],
          dns: config.dns,
        },
        peers: [
          {
            publicKey: config.serverPublicKey,
            allowedIps: ['0.0.0.0/0', '::/0'],
            endpoint: config.endpoint,
          },
        ],
      });
      expect(publicKeyOf(privateKey)).toBe(config.publicKey);
      expect(sent()).toContain(config.publicKey);
      expect(sent()).not.toContain(privateKey);
    }
  });
}

test('one file has a QR code; it can be renamed and revoked and is listed among the devices', async ({
  context,
  page,
}) => {
  const customer = await newCustomerWithPlan(stack);
  await signInContext(context, customer);
  await page.goto(address);
  await page.getByLabel('Device name').fill('');
  await page.getByRole('button', { name: 'Create config' }).click();
  await expect(page.getByText('Value is required')).toBeVisible();
  await page.getByLabel('Device name').fill('Phone');
  await chooseLocations(page, []);
  await page.getByRole('button', { name: 'Create config' }).click();
  // The missing field is named beside it and has the focus; the error follows the choice.
  const locations = page.getByRole('group', { name: 'Locations', exact: true });
  await expect(locations).toHaveAccessibleDescription('Choose a location.');
  await expect(page.getByRole('checkbox').first()).toBeFocused();
  await chooseLocations(page, ['Frankfurt']);
  await page.getByRole('button', { name: 'Create config' }).click();
  // Opening another section of the page loses nothing, and leaving requires a confirmation.
  await page.getByRole('radio', { name: 'OpenVPN' }).click();
  await expect(page.getByText('Credentials', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'WireGuard' }).click();
  for (const away of [
    page.getByRole('link', { name: 'Devices' }),
    page.getByRole('button', { name: 'Create another' }),
  ]) {
    await away.click();
    await expect(page.getByText('Leave without the config?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay and save' }).click();
  }
  await expect(page.getByRole('heading', { name: 'Your config is ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the QR code of comet-de-fra.conf' }).click();
  await expect(page.getByRole('img', { name: 'QR code of comet-de-fra.conf' })).toBeVisible();
  await expectAccessible(page, 'a QR code');
  await page.keyboard.press('Escape');
  const files = await saved(page, () =>
    page.getByRole('button', { name: 'Save config', exact: true }).click(),
  );
  expect(Object.keys(files)).toEqual(['comet-de-fra.conf']);
  const [config] = await configsOf(customer);
  expect(publicKeyOf(wireguard(files['comet-de-fra.conf']).interface.privateKey)).toBe(config?.publicKey);

  await page.getByRole('button', { name: 'Rename Phone' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Old phone');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Renamed to Old phone.')).toBeVisible();
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(page.getByText(/^WireGuard config\s· Frankfurt, Germany\s· added/)).toBeVisible();
  await page.getByRole('link', { name: 'Manage Old phone on the download page' }).click();
  await page.getByRole('button', { name: 'Revoke Old phone' }).click();
  await page.getByRole('button', { name: 'Revoke config' }).click();
  await expect(page.getByText('Old phone was revoked.')).toBeVisible();
  expect(await configsOf(customer)).toEqual([]);
});

test('reports the device limit, and previously created files can be saved', async ({ context, page }) => {
  const customer = await newCustomerWithPlan(stack);
  const add = () => customer.client.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } });
  for (let count = 0; count < 8; count += 1) await add();
  await signInContext(context, customer);
  await page.goto(address);
  await expect(page.getByText('2 of 10 slots left.')).toBeVisible();
  await page.getByLabel('Device name').fill('Router');
  await chooseLocations(page, ['Amsterdam', 'Tokyo']);
  // Another device is added concurrently.
  await add();
  await page.getByRole('button', { name: 'Create 2 configs' }).click();
  await expect(
    page.getByText('1 of 2 were created. This account has ten devices and configs.'),
  ).toBeVisible();
  const files = await saved(page, () =>
    page.getByRole('button', { name: 'Save config', exact: true }).click(),
  );
  expect(Object.keys(files)).toHaveLength(1);
  await page.getByRole('button', { name: 'Create another' }).click();
  await expect(page.getByText('Devices and configs use all 10 slots.')).toBeVisible();
});

test('OpenVPN: shows, copies and replaces credentials, and marks a location without a variant', async ({
  context,
  page,
}) => {
  const customer = await newCustomerWithPlan(stack);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.dashboard });
  await signInContext(context, customer);
  await page.goto(`${address}?protocol=openvpn`);
  const pair = async () => (await customer.client.call(api.showOpenvpnCredentials, {})).credentials;
  const first = await pair();
  await expect(page.getByText(first.username)).toBeVisible();
  await expect(page.getByText(first.password)).toBeHidden();
  await expectAccessible(page, 'OpenVPN');
  await page.getByRole('button', { name: 'Copy password' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first.password);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByText(first.password)).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not here'));
  });
  await page.getByRole('button', { name: 'Copy username' }).click();
  await expect(page.getByText('We couldn’t copy this. Select it and copy it yourself.')).toBeVisible();

  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(page.getByText('The old username and password stop working within seconds.')).toBeVisible();
  await expectAccessible(page, 'replacing credentials');
  await page.getByRole('button', { name: 'Replace them' }).click();
  await expect(page.getByText('New credentials are active.')).toBeVisible();
  const second = await pair();
  await expect(page.getByText(second.username)).toBeVisible();
  expect(second.password).not.toBe(first.password);

  const at = (city: string) => page.getByRole('checkbox', { name: city });
  await expect(at('Frankfurt')).toBeHidden();
  await page.getByText(/locations? (has|have) no config right now$/).click();
  await expect(at('Frankfurt')).toBeDisabled();
  await expect(at('Frankfurt')).toHaveAccessibleDescription(/No OpenVPN here/);
  await expect(at('Tokyo')).toBeEnabled();
  await page.getByRole('radio', { name: 'obfs4' }).check();
  await expect(at('Tokyo')).toBeDisabled();
  await expect(at('Tokyo')).toHaveAccessibleDescription(/No obfs4 here/);
  await expect(at('Amsterdam')).toBeEnabled();
});

test('OpenVPN downloads contain the API’s values, no credentials, and the additional files of obfuscated variants', async ({
  context,
  page,
}) => {
  const customer = await newCustomerWithPlan(stack);
  await signInContext(context, customer);
  await page.goto(`${address}?protocol=openvpn`);
  await chooseLocations(page, ['Amsterdam', 'Tokyo']);
  const files = await saved(page, () => page.getByRole('button', { name: 'Save 2 configs' }).click());
  expect(Object.keys(files).toSorted()).toEqual(['comet-jp-tyo-udp.ovpn', 'comet-nl-ams-udp.ovpn']);
  const { username, password } = (await customer.client.call(api.showOpenvpnCredentials, {})).credentials;
  for (const [name, text] of Object.entries(files)) {
    const parsed = parseOpenvpnClientConfig(text);
    if (!parsed.ok) throw new Error(`${name}: ${JSON.stringify(parsed.error)}`);
    const query = { location: name.slice(6, 12), variant: 'udp' as const };
    const profile = await customer.client.call(api.chooseOpenvpnProfile, { query });
    expect(parsed.value.serverName).toBe(profile.serverName);
    expect(parsed.value.certificateAuthorities.join('')).toBe(profile.ca);
    expect(parsed.value.remote).toEqual({ address: profile.ipv4, port: 1194, transport: 'udp' });
    expect(parsed.value.credentials).toBeUndefined();
    expect(text).not.toContain(username);
    expect(text).not.toContain(password);
  }

  await page.getByRole('radio', { name: 'TLS' }).check();
  const hidden = await saved(page, () => page.getByRole('button', { name: 'Save config' }).click());
  expect(Object.keys(hidden).toSorted()).toEqual([
    'comet-nl-ams-tls.ca.pem',
    'comet-nl-ams-tls.ovpn',
    'comet-nl-ams-tls.stunnel.conf',
  ]);
});

test('without a plan, or with an unconfirmed address, the page shows it with a link', async ({
  context,
  page,
}) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  await page.goto(address);
  await expect(page.getByText('You need a plan for configs')).toBeVisible();
  await expect(page.getByLabel('Device name')).toBeHidden();
  await expectAccessible(page, 'no plan');
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await expect(page).toHaveURL(/\/payment\/subscription/);
  await runSql('update users set verified_at = null where email = $1', [customer.email]);
  await page.goto(`${address}?protocol=openvpn`);
  await expect(page.getByText('You need a confirmed email address for configs.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible();
});

test('a favorite comes first on the next visit; arrow keys change the instructions', async ({
  context,
  page,
}) => {
  const customer = await newCustomerWithPlan(stack);
  await signInContext(context, customer);
  await page.goto(address);
  const star = page.getByRole('button', { name: 'Favorite: Tokyo, Japan' });
  await star.focus();
  await page.keyboard.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(star).toBeFocused();
  await expect
    .poll(async () => (await customer.client.call(api.listFavoriteLocations, {})).locations)
    .toEqual(['jp-tyo']);
  await page.reload();
  await expect(page.getByRole('group', { name: 'Favorites' }).getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('checkbox').first()).toHaveAccessibleName('Tokyo');

  // The star is restored without a refetch.
  await page.route('**/api/**', (route) => route.abort());
  await star.click();
  const bar = page.getByRole('region', { name: 'Notifications' });
  await expect(bar.getByText('Unable to connect to our servers')).toBeVisible();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/api/**');

  await page.getByRole('tab', { name: 'Linux' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'iOS' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('scan the code instead')).toBeVisible();
});
