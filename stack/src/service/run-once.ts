import { execFile } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { Refusal } from '../refusal.ts';
import { inRepository } from '../repository.ts';
import { logNamed } from './log.ts';

/**
 * Runs one of our programs to its end and gives what it printed. Its complaints go to the log `name`; throws a refusal
 * with the end of it when the program fails.
 */
export async function runOnce(
  logs: string,
  name: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const log = logNamed(logs, name);
  const [file = '', ...args] = argv;
  const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>(
    (resolve) => {
      const options = {
        cwd: inRepository('.'),
        env: { ...process.env, ...env },
        maxBuffer: 64 * 1024 * 1024,
      };
      execFile(file, args, options, (error, out, complaints) => {
        resolve({ code: error?.code ?? error?.signal ?? 0, stdout: out, stderr: complaints });
      });
    },
  );
  await appendFile(log.path, stderr, { mode: 0o600 });
  if (code === 0) return stdout;
  await appendFile(log.path, stdout);
  throw new Refusal(`${name} failed (${String(code)}). ${await log.tail()}`);
}
