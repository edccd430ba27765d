import { expect } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { signInContext } from '../support/browser.ts';
import { subjectsTo } from '../support/mailbox.ts';
import { runningStack } from '../support/running-stack.ts';
import { decideRefund, newSubscriber } from './subscriber.ts';
import { test } from '../support/test.ts';

const stack = runningStack();
const HOME = `${stack.dashboard}/dash/home/`;

for (const decision of ['approve', 'reject'] as const) {
  test(`a refund requested on home: ${decision}`, async ({ page }) => {
    const customer = await newSubscriber(12);
    await signInContext(page.context(), customer);
    await page.goto(HOME);
    await page.getByRole('button', { name: 'Request refund' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Request a refund?' });
    if (decision === 'approve') await expectAccessible(page, 'the question');
    await dialog.getByRole('button', { name: 'Request refund' }).press('Enter');
    await expect(page.getByText('Refund requested', { exact: true })).toBeVisible();
    await expect(page.getByText('None once your refund is approved')).toBeVisible();
    await decideRefund(customer, decision);
    const subject =
      decision === 'approve' ? 'Your $59.88 refund is on its way' : 'Your $59.88 refund was declined';
    await expect.poll(() => subjectsTo(stack.mailbox, customer.email)).toContain(subject);
    await page.reload();
    const state =
      decision === 'approve'
        ? page.getByRole('heading', { name: 'Refunded' })
        : page.getByText(/^Active until/);
    await expect(state).toBeVisible();
    if (decision === 'reject') await expect(page.getByText('Refund declined')).toBeVisible();
    await expectAccessible(page, `home after a refund: ${decision}`);
  });
}
