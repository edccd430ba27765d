import { newCustomer, payByCard } from '@comet/e2e';
import { startSignIn, clientUnavailableReason } from './demo/lab-client.ts';
import { approveDevice } from './demo/approved-device.ts';
import { signInLink } from './demo/sign-in-link.ts';
import { runningService } from './demo/running-service.ts';
import { errorText, UserError } from './user-error.ts';
import { parseDemoOptions } from './start-options.ts';
import type { StackFile } from './state/stack-file.ts';

/** Prints a step with its duration in seconds when it has ended. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

async function main(args: readonly string[]): Promise<void> {
  const parsed = parseDemoOptions(args, process.cwd());
  if (!parsed.ok) throw new UserError(parsed.error);
  const { state, lab: wantsLab } = parsed.value;
  const service = await runningService(args, state);
  const whyNot = wantsLab ? await clientUnavailableReason(service) : 'it was left out with --no-lab.';
  const client =
    whyNot === null && service.lab !== undefined ? await startSignIn(service.lab) : skipped(whyNot ?? '');
  try {
    await makeDemo(service, client);
  } finally {
    client?.stop();
  }
}

/** Creates a customer with a plan and a connected device, and prints a link that signs a browser in. */
async function makeDemo(
  service: StackFile,
  client: Awaited<ReturnType<typeof startSignIn>> | null,
): Promise<void> {
  const started = performance.now();
  const customer = await step('account created, email confirmed', () => newCustomer(service));
  const [, approved] = await Promise.all([
    step('12 months paid with the test card', () => payByCard(service, customer)),
    client === null
      ? step('a device approved, by the API', () => approveDevice(service, customer))
      : attempt("the lab's client approved", () => client.approve(customer)),
  ]);
  const address =
    client === null || approved === null
      ? null
      : await attempt("the lab's client connected", () => client.connect());
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

/** Like `step`, but prints a failure and returns null: the demo continues. */
function attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  return step(name, work).catch((error: unknown) => skipped(errorText(error)));
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
