import { api } from '@comet/contract';
import type { Customer } from '@comet/e2e';
import { attachLab, type LabDescription, type Lab, labPrerequisites } from '@comet/lab';
import { UserError } from '../user-error.ts';
import type { StackFile } from '../state/stack-file.ts';

/** Returns why the lab's client cannot be used, as the end of a sentence; null if it can. */
export async function clientUnavailableReason(service: StackFile): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'only root may enter the lab. Run it with sudo.';
  if (service.lab !== undefined) return null;
  const possible = await labPrerequisites();
  return possible.ok
    ? 'the service was started with --no-lab.'
    : `this machine has no lab. ${possible.reason} ${possible.remedy}`;
}

/** The lab's client while it signs in. Every method throws a UserError with the command's output. */
interface DemoClient {
  /** Approves the code that the client shows; resolves when the client is signed in. */
  approve(customer: Customer): Promise<void>;
  /** Connects; returns the address that an internet host then sees. */
  connect(): Promise<string>;
  /** Ends a sign-in that was not approved. */
  stop(): void;
}

/**
 * Starts to sign the lab's client in, before there is a customer: it polls for the approval every five seconds. The account that was
 * signed in before is signed out.
 */
export async function startSignIn(description: LabDescription): Promise<DemoClient> {
  const lab = attachLab(description);
  await lab.exec('client', ['comet', 'logout'], { timeoutMs: 20_000 });
  const { code, ended, stop } = startLogin(lab);
  // A failure is reported by `approve`.
  code.catch(() => undefined);
  return {
    async approve(customer) {
      await customer.client.call(api.decideQuickLogin, { body: { userCode: await code, approve: true } });
      const { exitCode, output } = await ended;
      if (exitCode !== 0) throw new UserError(`comet login failed. ${output}`);
    },
    async connect() {
      await run(lab, ['comet', 'connect']);
      return (await run(lab, ['curl', '-sS', '--max-time', '10', lab.echoUrl.name])).trim();
    },
    stop,
  };
}

interface Login {
  /** The code that it shows. */
  readonly code: Promise<string>;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly output: string }>;
  stop(): void;
}

/** Runs `comet login`. */
function startLogin(lab: Lab): Login {
  const login = lab.spawn('client', ['comet', 'login'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const code = Promise.withResolvers<string>();
  for (const stream of [login.stdout, login.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const shown = /\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b/.exec(output)?.[0];
      if (shown !== undefined) code.resolve(shown);
    });
  const ended = new Promise<Awaited<Login['ended']>>((resolve) => {
    login.once('close', (exitCode) => {
      resolve({ exitCode, output: output.trim() });
      code.reject(new UserError(`comet login failed. ${output.trim()}`));
    });
  });
  return { code: code.promise, ended, stop: () => void login.kill() };
}

async function run(lab: Lab, argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await lab.exec('client', argv, { timeoutMs: 40_000 });
  if (code !== 0) throw new UserError(`${argv.join(' ')} failed. ${`${stdout}${stderr}`.trim()}`);
  return stdout;
}
