import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { type Customer, newCustomer, newCustomerWithPlan, payByCard } from '../support/customer.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

const figure = (page: Page, name: string) =>
  page.locator('main').getByText(name, { exact: true }).locator('xpath=../dd');

/** Returns the customer's referral overview. */
const overviewOf = async (customer: Customer) => (await customer.client.call(api.showReferral, {})).referral;

test('the first payment of a referred friend credits 30 days and sends one mail', async ({
  page,
  browser,
}) => {
  const referrer = await newCustomerWithPlan(stack);
  const { link } = await overviewOf(referrer);

  // The friend signs up in a separate browser.
  await page.goto(link);
  await expect(page.getByText('you both get 30 days free')).toBeVisible();
  const email = `${randomUUID().slice(0, 8)}@customers.test`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(`pass-${randomUUID()}`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Code accepted.')).toBeVisible();

  const friend = await newCustomer(stack);
  const { code } = await overviewOf(referrer);
  await friend.client.call(api.claimReferral, { body: { code } });
  await payByCard(stack, friend);

  const own = await browser.newContext();
  await signInContext(own, referrer);
  const screen = await own.newPage();
  await expect(async () => {
    await screen.goto(`${stack.dashboard}/dash/refer-friend/`);
    await expect(figure(screen, 'Extra days added')).toHaveText('30', { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  await expect(figure(screen, 'Pending days')).toHaveText('0');
  await expectAccessible(screen, 'refer a friend');
  await own.close();
  const creditMails = async () =>
    (await subjectsTo(stack.mailbox, referrer.email)).filter((subject) =>
      subject.includes('30 free days for you'),
    );
  await expect.poll(creditMails).toHaveLength(1);
});

test('days stay pending without a plan; the link can be copied and the code typed by hand', async ({
  context,
  page,
}) => {
  const [referrer, friend] = [await newCustomer(stack), await newCustomer(stack)];
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.dashboard });
  await signInContext(context, friend);
  await page.goto(`${stack.dashboard}/dash/refer-friend/`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((await overviewOf(friend)).link);

  const field = page.getByLabel('Friend’s code');
  await field.fill('nobody');
  await page.getByRole('button', { name: 'Use code' }).click();
  await expect(page.getByText('We don’t know this code.')).toBeVisible();
  await expectAccessible(page, 'a refused code');
  const { code } = await overviewOf(referrer);
  await field.fill(` ${code.toLowerCase().replace('-', ' ')} `);
  await page.getByRole('button', { name: 'Use code' }).click();
  await expect(page.getByText('Code accepted.')).toBeVisible();
  await expect(field).toBeHidden();

  await payByCard(stack, friend);
  await expect.poll(async () => (await overviewOf(referrer)).pendingDays, { timeout: 15_000 }).toBe(30);
  await payByCard(stack, referrer);
  await expect.poll(async () => (await overviewOf(referrer)).extraDaysAdded, { timeout: 15_000 }).toBe(30);
});

test('a referral link opened while signed in shows its effect and keeps the session', async ({ browser }) => {
  const [referrer, friend, payer] = [
    await newCustomer(stack),
    await newCustomer(stack),
    await newCustomer(stack),
  ];
  await payByCard(stack, payer);
  const { link } = await overviewOf(referrer);
  const cases = [
    [referrer, 'This is your own code. It’s for your friends'],
    [payer, 'A friend’s code only works before your first plan'],
    [friend, 'Code accepted. You both get 30 days when you buy your first plan.'],
  ] as const;
  for (const [customer, words] of cases) {
    const context = await browser.newContext();
    await signInContext(context, customer);
    const page = await context.newPage();
    await page.goto(link);
    await expect(page.getByRole('region', { name: 'Notifications' }).getByText(words)).toBeVisible();
    await expect(page).toHaveURL(/\/dash\/home\//);
    expect(await page.evaluate(() => localStorage.getItem('comet:access-token'))).toBe(customer.token());
    await context.close();
  }
});
