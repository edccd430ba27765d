import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

/** Replies to the mail that the operator received about a customer, as from the operator's mail program. */
async function replyByMail(email: string, text: string): Promise<void> {
  const messageId = async () => {
    const listed = await fetch(`${stack.mailbox}messages?to=support@comet.test`);
    const mails = (await listed.json()) as readonly { readonly id: string; readonly text: string }[];
    return mails.find((mail) => mail.text.includes(email))?.id;
  };
  await expect.poll(messageId).toBeDefined();
  const responded = await fetch(`${stack.mailbox}messages/${await messageId()}/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  expect(responded.status).toBe(204);
}

const openSupport = async (page: Page) => {
  await page.getByRole('button', { name: 'Support' }).press('Enter');
  return page.getByRole('dialog', { name: 'Support' });
};

test('the navigation opens support; the operator gets the message by mail, and the reply appears in the dialog', async ({
  page,
  context,
}) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/settings/`);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Help and support' })).toBeVisible();
  await expectAccessible(page, 'the way to support');
  const support = await openSupport(page);
  await expect(support.getByText('Talk to a person')).toBeVisible();
  await expectAccessible(page, 'support, empty');
  await support
    .getByLabel('Attach files')
    .setInputFiles({ name: 'comet.log', mimeType: 'text/plain', buffer: Buffer.from('a log') });
  await support.getByLabel('Message').fill('It does not connect.');
  await page.keyboard.press('Control+Enter');
  await expect(support.getByRole('button', { name: 'Save comet.log' })).toBeVisible();

  await replyByMail(customer.email, 'Try TCP.');
  await expect(support.getByText('Try TCP.')).toBeVisible();
  await expectAccessible(page, 'support, answered');

  await context.setOffline(true);
  await support.getByLabel('Message').fill('That works.');
  await support.getByRole('button', { name: 'Send' }).click();
  await expect(support.getByText('You’re offline. This message is kept here')).toBeVisible();
  await context.setOffline(false);
  await expect(support.getByText('You’re offline.')).toBeHidden();
  await expect(support.getByText('That works.')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(support).toBeHidden();
});

test('a request to sales shows the address for the reply', async ({ page, context }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  await page.goto(`${stack.dashboard}/dash/contact-sales/`);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Value is required').first()).toBeVisible();
  await expectAccessible(page, 'contact sales');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('How many people').fill('20');
  await page.getByLabel('What you need').fill('An offer.');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText(`We’ll reply to ${customer.email}`)).toBeVisible();
});

test('a visitor on a sign-in page writes to support, which replies by mail', async ({ page }) => {
  for (const path of ['/register/', '/reset-password/', '/login/']) {
    await page.goto(stack.dashboard + path);
    await expect(page.getByRole('button', { name: 'Support' }), path).toBeVisible();
    // The late support button does not shorten the column beside the form.
    const column = await page.getByRole('complementary').first().boundingBox();
    expect((column?.y ?? 0) + (column?.height ?? 0), path).toBeGreaterThanOrEqual(
      page.viewportSize()?.height ?? Number.NaN,
    );
  }
  const support = await openSupport(page);
  await support.getByRole('button', { name: 'Send' }).click();
  await expect(support.getByText('Value is required')).toHaveCount(3);
  await expectAccessible(page, 'support for a visitor');
  const email = `${randomUUID().slice(0, 8)}@strangers.test`;
  await support.getByLabel('Your name').fill('Ada');
  await support.getByLabel('Your email').fill(email);
  await support.getByLabel('Message').fill('I cannot sign in.');
  await page.route('**/api/v1/contact', (route) => route.abort());
  await support.getByRole('button', { name: 'Send' }).click();
  await expect(support.getByText('Something went wrong and your message has not been sent.')).toBeVisible();
  await page.unroute('**/api/v1/contact');
  await support.getByRole('button', { name: 'Send' }).click();
  await expect(support.getByText(`A person will read it and reply to ${email}.`)).toBeVisible();
  await expectAccessible(page, 'a message of a visitor that was sent');
  await replyByMail(email, 'Ask for a new password.');
});

test('on a phone the support button follows the page and covers nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/register/', '/login/']) {
    await page.goto(stack.dashboard + path);
    const button = page.getByRole('button', { name: 'Support' });
    await expect(button, path).toBeVisible();
    const [support, column] = await Promise.all([
      button.boundingBox(),
      page.getByRole('complementary').first().boundingBox(),
    ]);
    expect(support?.y, path).toBeGreaterThanOrEqual((column?.y ?? 0) + (column?.height ?? Number.NaN));
  }
});
