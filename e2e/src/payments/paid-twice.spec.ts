import { api } from '@comet/contract';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { newCustomer } from '../support/customer.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { expectOrderHeadline, simulateWallet, startCryptoPayment } from './crypto.ts';
import { decideRefundOf, openCheckout, payCheckout, subscribe, subscriptionOf } from './subscriber.ts';
import { test } from '../support/test.ts';

const stack = runningStack();

test('coins for a second plan are returned, and home shows the card plan', async ({ context, page }) => {
  const customer = await newCustomer(stack);
  await signInContext(context, customer);
  const orderId = await startCryptoPayment(page);
  await subscribe(customer, 1);
  await simulateWallet(page, 'Pay in full', 'Payment received');
  await expectOrderHeadline(page, orderId, 'We’re returning this payment');
  await expect(
    page.getByText('You already had a plan, so you get this payment of $59.88 back.'),
  ).toBeVisible();
  await expectAccessible(page, 'the order of a second plan');
  await expect
    .poll(() => subjectsTo(stack.mailbox, customer.email), { timeout: 10_000 })
    .toContain('We owe you $59.88 in crypto');
  await page.getByRole('link', { name: 'View payments' }).click();
  await expect(page.getByText('Being returned')).toHaveCount(1);
  await page.goto(`${stack.dashboard}/dash/home/`);
  await expect(page.getByText('1 month, renews with card ending 4242')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
});

for (const decision of ['approve', 'reject'] as const) {
  test(`the order of a second plan by card shows the refund that Paddle reviews: ${decision}`, async ({
    context,
    page,
  }) => {
    const customer = await newCustomer(stack);
    await signInContext(context, customer);
    await startCryptoPayment(page);
    const second = await openCheckout(customer, 24);
    await simulateWallet(page, 'Pay in full', 'Payment received');
    await expect.poll(async () => (await subscriptionOf(customer))?.months, { timeout: 30_000 }).toBe(12);
    await payCheckout(second.transactionId);
    const { client, email } = customer;
    const refund = async () =>
      (await client.call(api.showOrder, { params: { id: second.orderId } })).order.returned?.refund;
    await expect.poll(refund, { timeout: 30_000 }).toBe('pending');
    await expectOrderHeadline(page, second.orderId, 'We’re returning this payment');
    await expect(page.getByText('Paddle, our payment provider, is reviewing the refund.')).toBeVisible();
    await decideRefundOf(second.transactionId, decision);
    await expect.poll(refund, { timeout: 30_000 }).toBe(decision === 'approve' ? 'done' : 'declined');
    const [headline, words, subject] =
      decision === 'approve'
        ? ['Refunded', '$83.76 went back the way you paid.', 'Your $83.76 refund is on its way']
        : ['We still owe you $83.76', 'Our team is settling it by hand', 'Your $83.76 refund is delayed'];
    await expectOrderHeadline(page, second.orderId, headline);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('link', { name: 'View payments' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Choose a plan' })).toHaveCount(0);
    await expect.poll(() => subjectsTo(stack.mailbox, email)).toContain(subject);
    await expectAccessible(page, `the order of a second plan: ${decision}`);
    if (decision === 'approve') return;
    await page.getByRole('button', { name: 'Contact support' }).last().click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/was declined/);
  });
}
