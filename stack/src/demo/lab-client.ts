import { type Customer } from '@comet/e2e';
import { api } from '@comet/contract';
import { attachLab, type LabDescription, type Lab, labPrerequisites } from '@comet/lab';
import { Refusal } from '../refusal.ts';
import type { StackFile } from '../state/stack-file.ts';

/** Returns why the lab's client can't be used, as the end of a sentence; null if it can. */
export async function whyNoClient(service: StackFile): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'only root may enter the lab. Run it with sudo.';
  if (service.lab !== undefined) return null;
  const possible = await labPrerequisites();
  return possible.ok
    ? 'the service was started with --no-lab.'
    : `this machine has no lab. ${possible.reason} ${possible.remedy}`;
}

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Signs the lab's client in by a code that the customer approves, and connects it; returns the address that an internet host then sees. The
 * account that was signed in before is signed out. Throws a Refusal with the command's output.
 */
export async function connectClient(
  description: LabDescription,
  customer: Customer,
  step: Step,
): Promise<string> {
  const lab = attachLab(description);
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
  await step("the lab's client approved", () => signInByCode(lab, customer));
  return step("the lab's client connected", async () => {
    await run(lab, ['comet', 'connect']);
    return (await run(lab, ['curl', '-sS', '--max-time', '10', lab.echoUrl.name])).trim();
  });
}

/** Runs `comet login` and approves the code that it shows. */
async function signInByCode(lab: Lab, customer: Customer): Promise<void> {
  const login = lab.spawn('client', ['comet', 'login'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const approved = Promise.withResolvers<void>();
  let isApproving = false;
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
    const userCode = /\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b/.exec(output)?.[0];
    if (userCode === undefined || isApproving) return;
    isApproving = true;
    customer.client
      .call(api.decideQuickLogin, { body: { userCode, approve: true } })
      .then(() => approved.resolve(), approved.reject);
  };
  for (const stream of [login.stdout, login.stderr]) stream?.on('data', read);
  const ended = new Promise<number | null>((resolve) => login.once('close', resolve));
  const code = await Promise.race([ended, approved.promise.then(() => ended)]);
  if (code !== 0) throw new Refusal(`comet login failed. ${output.trim()}`);
}

async function run(lab: Lab, argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await lab.exec('client', argv, { timeoutMs: 40_000 });
  if (code !== 0) throw new Refusal(`${argv.join(' ')} failed. ${`${stdout}${stderr}`.trim()}`);
  return stdout;
}
