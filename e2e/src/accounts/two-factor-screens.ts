import { expect, type Page } from '@playwright/test';
import { signInByForm } from '../support/browser.ts';
import type { Customer } from '../support/customer.ts';

/** Shared by tests of the two-factor screens: the six code boxes and the messages for a wrong code. */

export const wrongCode = 'The one time code you entered was incorrect.';
export const wrongRecoveryCode = 'The recovery code you entered was incorrect.';

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const digit = (page: Page, position: number) => page.getByLabel(`Digit ${position} of 6`);

/** Returns the contents of the six boxes; an empty box before a filled one is a space. */
export async function enteredCode(page: Page): Promise<string> {
  const boxes = page.getByRole('group', { name: 'Six-digit code' }).getByRole('textbox');
  const values = await boxes.evaluateAll((inputs) =>
    inputs.map((input) => (input as HTMLInputElement).value),
  );
  return values
    .map((value) => value.padEnd(1))
    .join('')
    .trimEnd();
}

/** Pastes into the focused element. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** Signs in by the form and waits until the login page is left, with or without the gate. */
export async function signIn(page: Page, customer: Pick<Customer, 'email' | 'password'>): Promise<void> {
  await signInByForm(page, customer);
  await expect(page).not.toHaveURL(/\/login\//);
}
