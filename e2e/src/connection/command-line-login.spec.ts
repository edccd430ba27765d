import { api } from '@comet/contract';
import { expect, test } from '@playwright/test';
import { turnOnTwoFactor } from '../support/totp.ts';
import { comet } from '../support/client-host.ts';
import { newCustomerWithPlan } from '../support/customer.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';

const lab = runningLab();
const stack = runningStack();

test.afterEach(async () => {
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
});

test('with two-factor on, comet prompts for the code, and again after a wrong one', async () => {
  const customer = await newCustomerWithPlan(stack);
  const { app, recoveryCodes } = await turnOnTwoFactor(stack, customer);
  const logIn = (...responses: readonly string[]) =>
    lab.exec('client', ['comet', 'login', '--email', customer.email], {
      input: [customer.password, ...responses].map((line) => `${line}\n`).join(''),
      timeoutMs: 20_000,
    });
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });

  const refused = await logIn();
  expect(refused.code).toBe(1);
  expect(await comet(lab, 'status', '--json')).toContain('"account": null');

  const entered = await logIn(app.wrong(), await app.next());
  expect(entered.stderr).toContain('The one time code you entered was incorrect.');
  expect(entered).toMatchObject({ code: 0, stdout: `Signed in as ${customer.email}.\n` });
  const { devices } = await customer.client.call(api.listDevices, {});
  expect(devices).toHaveLength(1);

  await comet(lab, 'logout');
  expect(await logIn(recoveryCodes[0] ?? '')).toMatchObject({ code: 0 });
});
