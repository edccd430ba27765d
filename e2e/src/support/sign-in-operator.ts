import { expect, type Page } from '@playwright/test';
import { cometOps } from './operator-cli.ts';
import { runningStack } from './running-stack.ts';
import { authenticator } from './totp.ts';

const password = 'a long word of the operator';

/** Adds an operator, sets up access by the printed link, and signs in to the console. */
export async function signInOperator(page: Page, name: string): Promise<void> {
  const link = (await cometOps('operators', 'add', name)).split('\n').at(-1) ?? '';
  await page.goto(link);
  const app = authenticator((await page.locator('code').textContent()) ?? '');
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code', { exact: true }).fill(await app.next());
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.goto(`${runningStack().operatorConsole}/ops/sign-in`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code from your authenticator app').fill(await app.next());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: `Sign out ${name}` })).toBeVisible();
}
