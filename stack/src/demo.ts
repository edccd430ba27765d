import { newCustomer, payByCard } from '@comet/e2e';
import { connectClient, whyNoClient } from './demo/lab-client.ts';
import { approveDevice } from './demo/approved-device.ts';
import { signInLink } from './demo/sign-in-link.ts';
import { runningService } from './demo/running-service.ts';
import { errorText, Refusal } from './refusal.ts';
import { parseDemoOptions } from './start-options.ts';

/** Prints a step with its duration in seconds when it has ended. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

/** Creates a customer with a plan and a connected device in the running service, and prints a link that signs a browser in. */
async function main(args: readonly string[]): Promise<void> {
  const parsed = parseDemoOptions(args, process.cwd());
  if (!parsed.ok) throw new Refusal(parsed.error);
  const { state, lab: wantsLab } = parsed.value;
  const service = await runningService(args, state);
  const started = performance.now();

  const customer = await step('account created, email confirmed', () => newCustomer(service));
  await step('12 months paid with the test card', () => payByCard(service, customer));
  const whyNot = wantsLab ? await whyNoClient(service) : 'it was left out with --no-lab.';
  const address =
    whyNot === null && service.lab !== undefined
      ? await connectClient(service.lab, customer, step).catch((error: unknown) => skipped(errorText(error)))
      : skipped(whyNot ?? '');
  if (whyNot !== null) await step('a device approved, by the API', () => approveDevice(service, customer));
  const link = await signInLink(service, customer);

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = [
    '',
    `  email      ${customer.email}`,
    `  password   ${customer.password}`,
    `  plan       12 months`,
    ...(address === null ? [] : [`  connected  the lab's client leaves through ${address}`]),
    '',
    `The demo customer is ready after ${seconds} s. This link signs a browser in once, within a minute:`,
    link,
    'After that, sign in with the email and password. Each run creates a new customer.',
  ];
  console.log(lines.join('\n'));
}

function skipped(reason: string): null {
  console.log(`  skipped: the lab's client isn't connected: ${reason}`);
  return null;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
