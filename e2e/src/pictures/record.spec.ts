import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createClient } from '@comet/client';
import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { untilShown } from '../support/accessibility.ts';
import { turnOnTwoFactor } from '../support/totp.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer, newUnconfirmedCustomer, orderByCard } from '../support/customer.ts';
import { runSql } from '../support/database.ts';
import { addCoupon, insertDedicatedAddress } from '../payments/checkout.ts';
import { insertUsage, startFakeProxyGateway } from '../payments/fake-residential-gateway.ts';
import { latestLink } from '../support/mailbox.ts';
import { newSubscriber } from '../payments/subscriber.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';
import { type Reply, keyOf, pathOf, recordingFile } from './recording.ts';
import { type Person, scenes } from './scenes.ts';

const stack = runningStack();

/** Not a test: writes the recording that the screenshots are rendered from (record.config.ts). */
test('record the API responses of every screen', async ({ browser }) => {
  test.setTimeout(300_000);
  await using gateway = await startFakeProxyGateway('es-mad', [
    { country: 'US', city: 'nyc', name: 'New York' },
    { country: 'DE', city: 'berlin', name: 'Berlin' },
  ]);
  await runSql('delete from coupons where code = $1', ['COMETLIGHT']);
  await addCoupon('COMETLIGHT', { percent: 20 });
  const fullSubscriber = await createFullSubscriber(gateway.id);
  const people: Record<Person, Customer | null> = {
    visitor: null,
    newcomer: await newCustomer(stack),
    unconfirmed: await newUnconfirmedCustomer(stack),
    buyer: await newSubscriber(12),
    subscriber: fullSubscriber.customer,
    pending: await createPendingCustomer(),
  };
  const reset = await resetToken();
  const ids = { ...fullSubscriber.ids, reset };
  const answers: Record<string, Record<string, Reply>> = {};
  for (const [person, customer] of Object.entries(people)) {
    const replies: Record<string, Reply> = {};
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    if (customer !== null) await signInContext(context, customer);
    const page = await context.newPage();
    const bodies: Promise<void>[] = [];
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      if (!pathname.startsWith('/api/')) return;
      const request = response.request();
      const key = keyOf(request.method(), pathname + search, request.postData());
      bodies.push(
        response.text().then((text) => {
          replies[key] = { status: response.status(), body: text === '' ? null : JSON.parse(text) };
        }),
      );
    });
    for (const { path } of scenes.filter((scene) => scene.person === person)) {
      await page.goto(stack.dashboard + pathOf(path, ids));
      await untilShown(page);
      await page.waitForLoadState('networkidle');
    }
    await Promise.all(bodies);
    answers[person] = replies;
    await context.close();
  }
  const recording = JSON.stringify({ recordedAt: new Date().toISOString(), ids, answers }, null, 1);
  await writeFile(recordingFile, `${anonymised(recording, people, reset)}\n`);
});

interface FullSubscriber {
  readonly customer: Customer;
  /** Values of `{address}` and `{order}`. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Creates a subscriber with used data and proxy traffic, a dedicated IP, a device, a configuration file and a proxy user. */
async function createFullSubscriber(gatewayId: string): Promise<FullSubscriber> {
  const customer = await newSubscriber(12);
  const { client, email } = customer;
  await insertDedicatedAddress('es', gatewayId);
  await insertDedicatedAddress('es', gatewayId);
  await orderByCard(stack, customer, { kind: 'residential_data', gigabytes: 10 });
  await orderByCard(stack, customer, { kind: 'proxy_traffic', gigabytes: 20 });
  const dedicatedIp = { kind: 'dedicated_ip', type: 'dedicated', country: 'es', months: 6 } as const;
  const order = await orderByCard(stack, customer, dedicatedIp);
  const service = async () => (await client.call(api.listServices, {})).services[0];
  await expect.poll(async () => (await service())?.proxy?.username).toBeDefined();
  const left = async () => (await client.call(api.showResidentialData, {})).availableBytes;
  await expect.poll(left).toBe(10e9);
  await client.call(api.addProxyUser, { body: { name: 'Price watch', limitBytes: 5e9 } });
  await client.call(api.addDevice, { body: { name: 'Laptop', platform: 'linux' } });
  const publicKey = randomBytes(32).toString('base64');
  await client.call(api.addWireguardConfig, { body: { name: 'Router', location: 'es-mad', publicKey } });
  await insertUsage(email, 'residential_vpn', null, [0.5, 1.25, 0, 0.2, 2.1, 0.75]);
  await insertUsage(email, 'residential_proxy', null, [1, 0.25, 3.5, 0, 2]);
  return { customer, ids: { address: (await service())?.id ?? '', order } };
}

async function createPendingCustomer(): Promise<Customer> {
  const customer = await newCustomer(stack);
  await turnOnTwoFactor(stack, customer);
  const deviceId = randomUUID();
  const { accessToken } = await createClient({ baseUrl: stack.api, deviceId: () => deviceId }).call(
    api.logIn,
    { body: { email: customer.email, password: customer.password } },
  );
  return { ...customer, deviceId, token: () => accessToken };
}

/** Returns the token of a mailed password reset link. */
async function resetToken(): Promise<string> {
  const { client, email } = await newCustomer(stack);
  await client.call(api.requestPasswordReset, { body: { email } });
  const link = await latestLink(stack.mailbox, email, '/reset-password/confirm');
  return new URL(link).searchParams.get('token') ?? '';
}

/** Replaces this machine's origins, the customers' email addresses and the reset token in the recording. */
function anonymised(
  recording: string,
  people: Readonly<Record<Person, Customer | null>>,
  reset: string,
): string {
  const named = Object.values(people).flatMap((customer) =>
    customer === null ? [] : [[customer.email, 'ada@example.org'] as const],
  );
  const origins: readonly (readonly [string, string])[] = [
    [stack.dashboard, 'https://dash.comet.example'],
    [stack.sandbox, 'https://checkout.example'],
    [stack.api, 'https://api.comet.example'],
    [reset, 'a-link-that-works'],
  ];
  return [...named, ...origins].reduce(
    (text, [secret, placeholder]) => text.replaceAll(secret, placeholder),
    recording,
  );
}
