import { expect, type Page } from '@playwright/test';
import { signInByForm } from '../support/browser.ts';
import type { Customer } from '../support/customer.ts';

/** What the screens of two-factor have in common: six boxes for a code, and what they say of a wrong one. */

export const wrongCode = 'The one time code you entered was incorrect.';
export const wrongRecoveryCode = 'The recovery code you entered was incorrect.';

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const digit = (page: Page, place: number) => page.getByLabel(`Digit ${place} of 6`);

/** What stands in the six boxes; an empty one before a full one is a space. */
export async function shown(page: Page): Promise<string> {
  const boxes = page.getByRole('group', { name: 'Six-digit code' }).getByRole('textbox');
  const values = await boxes.evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value),
  );
  return values
    .map((value) => value.padEnd(1))
    .join('')
    .trimEnd();
}

/** Pastes into whatever has the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** Signs in by the form, as far as the gate or what is behind it. */
export async function signIn(page: Page, customer: Pick<Customer, 'email' | 'password'>): Promise<void> {
  await signInByForm(page, customer);
  await expect(page).not.toHaveURL(/\/login\//);
}
