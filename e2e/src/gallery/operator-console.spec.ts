import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import { test } from '@playwright/test';
import { newSubscriber } from '../payments/subscriber.ts';
import { runningStack } from '../support/running-stack.ts';
import { signInOperator } from '../support/sign-in-operator.ts';
import { takePictures } from './take-pictures.ts';
import { visitPages } from './visit-pages.ts';

const { operatorConsole } = runningStack();

test('every page of the operator console', async ({ page }) => {
  const customer = await newSubscriber(12);
  await customer.client.call(api.sendSupportMessage, {
    body: { text: 'My router loses its connection every hour.', attachments: [] },
  });
  await page.goto(`${operatorConsole}/ops/sign-in`);
  await takePictures(page, 'operator-console', 'ops-sign-in');
  await signInOperator(page, `ada-${randomUUID().slice(0, 8)}`);
  const take = (name: string) => takePictures(page, 'operator-console', name);
  await visitPages(page, `${operatorConsole}/ops/`, take);
  await page.goto(`${operatorConsole}/ops/customers?q=${encodeURIComponent(customer.email)}`);
  await take('ops-customers-found');
  await page.goto(`${operatorConsole}/ops/nothing`);
  await take('ops-not-found');
});
