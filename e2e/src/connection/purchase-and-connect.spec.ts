import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { comet, waitForLostConnectivity, waitForTunnelState, egressAddress } from '../support/client-host.ts';
import { latestLink } from '../support/mailbox.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';
import { Steps } from '../support/steps.ts';

const lab = runningLab();
const stack = runningStack();

/** The whole path of a new customer: registration, mail, checkout, device code, tunnel, device removal. */
test('a new customer registers, pays and connects a device, and its traffic leaves through a gateway', async ({
  page,
}) => {
  const email = `${randomUUID().slice(0, 8)}@strangers.test`;

  await test.step('register', async () => {
    await page.goto(`${stack.dashboard}/register`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('a short phrase beats random symbols');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/dash\/home\//);
    await expect(page.getByText('Confirm your email address').first()).toBeVisible();
  });

  await test.step('confirm the email address by the mailed link', async () => {
    await page.goto(await latestLink(stack.mailbox, email, '/verify-email/confirm'));
    await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  });

  await test.step('buy twelve months with a test card', async () => {
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await page.getByRole('radio', { name: /^12 months/ }).check();
    await expect(page.getByText('$143.88')).toBeVisible();
    await page.getByRole('button', { name: 'Pay $59.88' }).click();
    const checkout = page.frameLocator('iframe');
    await checkout.getByLabel('Card number').fill('4242 4242 4242 4242');
    await checkout.getByLabel('Expiry').fill('12/34');
    await checkout.getByLabel('CVC').fill('123');
    await checkout.getByLabel('Name on card').fill('A Stranger');
    await checkout.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page.getByRole('heading', { name: /^You’re in\. Active until/ })).toBeVisible({
      timeout: 20_000,
    });
    await page.goto(`${stack.dashboard}/dash/home/`);
    await expect(page.getByText(/^Active until/)).toBeVisible();
  });

  const steps = new Steps();
  await test.step('sign the device in with the link of its QR code', async () => {
    await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
    const login = steps.run(() =>
      lab.spawn('client', ['comet', 'login'], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const ended = new Promise((resolve) => login.once('exit', resolve));
    const code = await new Promise<string>((resolve, reject) => {
      let output = '';
      login.stdout?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b/.exec(output);
        if (found) resolve(found[0]);
      });
      login.once('exit', () => reject(new Error(`comet login ended without a code: ${output}`)));
    });
    await steps.follow(page, `${stack.dashboard}/dash/quick-login/?code=${code}`);
    await steps.click(page.getByRole('button', { name: 'Approve' }));
    await expect(page.getByRole('heading', { name: /is signed in$/ })).toBeVisible();
    expect(await ended).toBe(0);
  });

  await test.step('connect, in four steps since the payment, with the gateway as source address', async () => {
    expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
    await steps.run(() => comet(lab, 'connect', 'nl-ams'));
    expect(await egressAddress(lab)).toBe(lab.hosts['gw-nl'].ipv4);
    expect(steps.count).toBeLessThanOrEqual(4);
    expect(await egressAddress(lab, lab.echoUrl.ipv6)).toBe(lab.hosts['gw-nl'].ipv6);
    expect(await egressAddress(lab, lab.echoUrl.name)).not.toBeNull();
    await comet(lab, 'connect', 'Tokyo');
    expect(await egressAddress(lab)).toBe(lab.hosts['gw-jp'].ipv4);
  });

  await test.step('remove the device in the dashboard, which stops its tunnel', async () => {
    await page.goto(`${stack.dashboard}/dash/devices`);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: 'Remove device' }).click();
    await expect(page.getByText('was removed')).toBeVisible();
    await waitForLostConnectivity(lab);
    await waitForTunnelState(lab, 'error', 40_000);
    await comet(lab, 'logout');
    expect(await egressAddress(lab)).toBe(lab.hosts.router.ipv4);
  });
});
