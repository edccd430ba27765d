import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { comet, tunnelState } from '../support/client-host.ts';
import { runningLab, runningStack, stateFolder } from '../support/running-stack.ts';
import { test } from '../support/test.ts';

const bootstrap = join(import.meta.dirname, '../../../stack/bootstrap.mjs');

/** Runs `npm run demo` on the stack under test; returns its output with the customer and the link in it. */
async function demo(...options: readonly string[]) {
  const started = performance.now();
  const args = [bootstrap, 'demo', '--state', stateFolder(), ...options];
  const { stdout } = await promisify(execFile)('node', args);
  const find = (pattern: RegExp): string => pattern.exec(stdout)?.[1] ?? '';
  return {
    stdout,
    seconds: (performance.now() - started) / 1000,
    email: find(/^ +email +(\S+@\S+)$/m),
    link: find(/^(http\S+cometToken=\S+)$/m),
  };
}

const lab = runningLab();
const { dashboard } = runningStack();
test.afterAll(() => lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 }));

test('npm run demo connects the lab’s client for a new customer and signs a browser in once, within 20 s', async ({
  page,
  browser,
}) => {
  const first = await demo();
  expect(first.seconds).toBeLessThan(20);
  expect(await tunnelState(lab)).toBe('connected');
  expect(await comet(lab, 'account')).toContain(first.email);
  expect(first.stdout).toMatch(/the lab's client leaves through [\d.]+/);
  await page.goto(first.link);
  await expect(page).toHaveURL(`${dashboard}/dash/home/`);
  const elsewhere = await browser.newContext();
  const again = await elsewhere.newPage();
  await again.goto(first.link);
  await expect(again).toHaveURL(/\/register\/.*session=failed$/);
  await elsewhere.close();

  const second = await demo();
  expect(second.email).not.toBe(first.email);
  expect(await comet(lab, 'account')).toContain(second.email);
});

test('npm run demo -- --no-lab does not use the client, and states that', async ({ page }) => {
  const { stdout, link } = await demo('--no-lab');
  expect(stdout).toContain("skipped: the lab's client isn't connected: it was left out with --no-lab.");
  expect(stdout).toContain('a device approved, by the API');
  await page.goto(link);
  await expect(page).toHaveURL(`${dashboard}/dash/home/`);
});
