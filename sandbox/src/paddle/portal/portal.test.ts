import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusalCode, sandboxForTest } from '../../../test/sandbox-for-test.ts';
import { subscriptionsOf } from '../../../test/subscriptions-for-test.ts';

let context: Awaited<ReturnType<typeof sandboxForTest>>;
let subscriptions: ReturnType<typeof subscriptionsOf>;
beforeEach(async () => {
  context = await sandboxForTest();
  subscriptions = subscriptionsOf(context);
});
afterEach(() => context.close());

async function opened() {
  const { subscription, transaction } = await subscriptions.subscribed(1199);
  const session = await context.paddle.customerPortalSessions.create(subscription.customerId, [
    subscription.id,
  ]);
  const [links] = session.urls.subscriptions;
  return { subscription, transaction, session, links };
}

describe('the customer portal', () => {
  test('shows subscriptions with their method, and the invoices', async () => {
    const { session, transaction, subscription } = await opened();
    expect(session).toMatchObject({ customerId: subscription.customerId });
    expect(session.id).toMatch(/^cpls_/);
    const page = await (await fetch(session.urls.general.overview)).text();
    expect(page).toContain('ada@example.com');
    expect(page).toContain('visa ending in 4242');
    expect(page).toContain(transaction.invoiceNumber ?? 'no invoice');
  });

  test('cancels at the end of the period', async () => {
    const { links, subscription } = await opened();
    const asks = await fetch(links?.cancelSubscription ?? '');
    expect(await asks.text()).toContain('Cancel Comet VPN?');
    const done = await fetch(links?.cancelSubscription ?? '', { method: 'POST' });
    expect(await done.text()).toContain('Ends on');
    expect((await context.paddle.subscriptions.get(subscription.id)).scheduledChange?.action).toBe('cancel');
  });

  test('leads to a checkout that changes the payment method', async () => {
    const { links, subscription } = await opened();
    const checkout = await fetch(links?.updateSubscriptionPaymentMethod ?? '');
    expect(await checkout.text()).toContain('Save payment method');
    const id = new URL(checkout.url).pathname.split('/').at(-1) ?? '';
    await context.pay(id, '5555555555554444');
    const { urls } = await context.paddle.customerPortalSessions.create(subscription.customerId, []);
    const page = await (await fetch(urls.general.overview)).text();
    expect(page).toContain('mastercard ending in 4444');
  });

  test('requires a link of the last day and the customer’s own subscription', async () => {
    const { session, subscription } = await opened();
    expect((await fetch(`${context.sandbox.url}/paddle/portal?action=overview&token=pga_guess`)).status).toBe(
      404,
    );
    const other = await context.paddle.customers.create({ email: 'eve@example.com' });
    expect(await refusalCode(context.paddle.customerPortalSessions.create(other.id, [subscription.id]))).toBe(
      'customer_portal_subscription_not_found',
    );
    await subscriptions.moveDays(2);
    expect((await fetch(session.urls.general.overview)).status).toBe(404);
  });

  test('is the target of a subscription’s links', async () => {
    const { subscription } = await opened();
    const page = await fetch(subscription.managementUrls?.cancel ?? '');
    expect(await page.text()).toContain('Cancel Comet VPN?');
  });
});

describe('an invoice', () => {
  test('is a PDF with number and total at a separate link', async () => {
    const { transaction } = await opened();
    const { url } = await context.paddle.transactions.getInvoicePDF(transaction.id, {
      disposition: 'inline',
    });
    const reply = await fetch(url);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-disposition')).toBe(
      `inline; filename="invoice-${transaction.invoiceNumber}.pdf"`,
    );
    const file = Buffer.from(await reply.arrayBuffer()).toString('latin1');
    expect(file.startsWith('%PDF-1.4\n')).toBe(true);
    expect(file).toContain(`(Invoice ${transaction.invoiceNumber})`);
    expect(file).toContain('($11.99)');
  });

  test('has a table with the offset of every object', async () => {
    const { transaction } = await opened();
    const { url } = await context.paddle.transactions.getInvoicePDF(transaction.id);
    const file = Buffer.from(await (await fetch(url)).arrayBuffer()).toString('latin1');
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(table, table + 5)).toBe('xref\n');
    const offsets = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    expect(offsets).toHaveLength(6);
    for (const [index, offset] of offsets.entries()) {
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    }
    const stream = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file);
    expect(stream?.[2]?.length).toBe(Number(stream?.[1]));
  });

  test('exists only for paid transactions', async () => {
    const price = await context.sellMonthly(1199);
    const { id } = await context.paddle.transactions.create({ items: [{ priceId: price.id, quantity: 1 }] });
    expect(await refusalCode(context.paddle.transactions.getInvoicePDF(id))).toBe('not_found');
    expect((await fetch(`${context.sandbox.url}/paddle/invoices/inv_guess.pdf`)).status).toBe(404);
  });
});
