import { UserError, errorText } from './user-error.ts';
import { parseStartOptions, type StackOptions } from './start-options.ts';
import { startStack } from './start-stack.ts';
import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { logNamed } from './service/log.ts';
import { openStateFolder } from './state/folder.ts';
import type { Addresses } from './addresses.ts';

/** Returns the addresses and next steps for the terminal. `state` is the option as typed. */
function report(
  addresses: Addresses,
  options: { readonly lab: boolean; readonly state: string | null },
): string {
  const places = [
    ['site', addresses.site],
    ['dashboard', addresses.dashboard],
    ['mailbox', addresses.mailbox],
    ['API', addresses.api],
    ['API pages', addresses.docs],
    ['console', `${addresses.operatorConsole}/ops/`],
    ['sandbox', addresses.sandbox],
    ['database', addresses.database],
  ];
  const state = options.state === null ? '' : ` --state ${options.state}`;
  const comet = `npm run lab --${state} exec client --`;
  const steps = [
    `Open ${addresses.dashboard} and create an account with any email address.`,
    `Follow the link in the mail: ${addresses.mailbox}`,
    'Choose a plan and pay with the test card 4242 4242 4242 4242, any future date, any code.',
    ...(options.lab
      ? [
          `Sign the lab's client in, and approve it in the dashboard: ${comet} comet login`,
          `Connect it: ${comet} comet connect nl-ams`,
          `See where its traffic comes out: ${comet} curl -s http://echo.comet.test/`,
        ]
      : []),
  ];
  return [
    '',
    ...places.map(([name = '', address = '']) => `  ${name.padEnd(10)} ${address}`),
    '',
    'To try it:',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    `Or have all of it done, with a link that signs you in: npm run demo${state === '' ? '' : ` --${state}`}`,
    `To end it: ${options.state === null ? 'npm stop' : `npm stop --${state}`}, or Ctrl-C where it runs in the foreground.`,
    '',
  ].join('\n');
}

/** Last line of a successful start; scripts wait for it. */
const READY_LINE = 'Comet is ready';

const started = performance.now();
const args = process.argv.slice(2);
const parsed = parseStartOptions(args, process.cwd());
const end = new AbortController();

/** Resolves at the first signal: Ctrl-C, `npm stop`, or a closed terminal. */
const stopRequested = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      end.abort();
      resolve();
    });
  }
});

function print(line: string): void {
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
}

/** Runs the stack in this process until a signal or a failure; returns the exit code. */
async function runUntilEnd(
  options: Parameters<typeof startStack>[0],
  givenState: string | null,
): Promise<number> {
  const stack = await startStack({ ...options, print, signal: end.signal });
  console.log(report(stack.addresses, { lab: stack.lab !== undefined, state: givenState }));
  console.log(READY_LINE);
  const failure = await Promise.race([stopRequested, stack.failed]);
  console.log(failure ?? 'Stopping …');
  await stack.stop();
  console.log('Comet has stopped.');
  return failure === undefined ? 0 : 1;
}

async function main(): Promise<number> {
  if (!parsed.ok) throw new UserError(parsed.error);
  const { detach, ...options } = parsed.value;
  const hasStateOption = args.some((arg) => arg.startsWith('--state'));
  if (detach) return startDetached(options, args, end.signal);
  return runUntilEnd(options, hasStateOption ? options.state : null);
}

try {
  process.exitCode = await main();
} catch (error) {
  const interrupted = end.signal.aborted;
  console.error(interrupted ? 'Stopped before everything was started.' : errorText(error));
  process.exitCode = interrupted ? 130 : 1;
}

/**
 * Starts the stack in a detached process and shows its output until it is ready or has failed. Returns the exit code: 0 if the stack keeps
 * running.
 */
async function startDetached(
  options: StackOptions,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const folder = await openStateFolder(options.state);
  const log = logNamed(folder.logs, 'start');
  const output = await log.open();
  let position = (await output.stat()).size;
  const script = `${import.meta.dirname}/start.ts`;
  const foreground = args.filter((arg) => arg !== '--detach');
  const child = spawn(process.execPath, [script, ...foreground], {
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  await output.close();
  let code: number | null = null;
  child.once('exit', (exitCode) => (code = exitCode ?? 1));
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });

  await using reader = await open(log.path, 'r');
  for (let shown = ''; ; await sleep(50)) {
    // The exit is checked before the read, so that the read returns everything written until the exit.
    const ended = code;
    const { buffer, bytesRead } = await reader.read({ buffer: Buffer.alloc(64 * 1024), position });
    position += bytesRead;
    const news = buffer.subarray(0, bytesRead);
    process.stdout.write(news);
    shown += news.toString('latin1');
    if (bytesRead > 0) continue;
    if (ended !== null) return ended;
    if (shown.endsWith(`\n${READY_LINE}\n`)) {
      child.unref();
      return 0;
    }
  }
}
