import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { test } from '@playwright/test';
import { newSubscriber } from '../payments/subscriber.ts';
import { runSql } from '../support/database.ts';
import { runningStack } from '../support/running-stack.ts';
import { signInOperator } from '../support/sign-in-operator.ts';
import { takePictures } from './take-pictures.ts';
import { visitPages } from './visit-pages.ts';

const { operatorConsole } = runningStack();

/** Moves the last report of the gateways that are online, which are to stay online without a lab. */
const setReports = (to: string) =>
  runSql(`update gateways set last_heard_at = ${to} where last_heard_at > now() - interval '90 seconds'`);

test('every page of the operator console', async ({ page }) => {
  // The seed keeps gateways online by reports in the future, which the console would show.
  await page.route('**/ops/**', async (route) => {
    await setReports(`now() - interval '7 seconds'`);
    await route.continue();
  });
  const customer = await newSubscriber(12);
  await customer.client.call(api.sendSupportMessage, {
    body: { text: 'My router loses its connection every hour.', attachments: [] },
  });
  await page.goto(`${operatorConsole}/ops/sign-in`);
  await takePictures(page, 'operator-console', 'ops-sign-in');
  await signInOperator(page, `ada-${randomUUID().slice(0, 8)}`);
  const take = (name: string) => takePictures(page, 'operator-console', name);
  await visitPages(page, `${operatorConsole}/ops/`, take);
  for (const [name, path] of [
    ['customers-found', `customers?q=${encodeURIComponent(customer.email)}`],
    ['search', 'search?q=a'],
    ['search-none', 'search?q=nobody@nowhere.test'],
    ['tickets-all', 'tickets?show=all'],
    ['orders-drafts', 'orders?drafts=yes'],
    ['audit-reads', 'audit?reads=yes'],
    ['not-found', 'nothing'],
  ] as const) {
    await page.goto(`${operatorConsole}/ops/${path}`);
    await take(`ops-${name}`);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await takePictures(page, 'operator-console', 'ops-menu', [390]);
  await setReports(`now() + interval '1 day'`);
});
