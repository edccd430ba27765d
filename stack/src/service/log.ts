import { open, readFile, appendFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execFile } from 'node:child_process';
import { Refusal } from '../refusal.ts';
import { inRepository } from '../repository.ts';

/** The file that a part of the stack writes to. */
export interface Log {
  readonly path: string;
  /** Opens it for a child's output; close it after the spawn. */
  open(): ReturnType<typeof open>;
  /** The last lines, indented, under the file's path: what to show when the part has failed. */
  tail(): Promise<string>;
}

const TAIL_LINES = 15;

export function logNamed(folder: string, name: string): Log {
  const path = join(folder, `${basename(name)}.log`);
  return {
    path,
    open: () => open(path, 'a', 0o600),
    async tail() {
      const text = await readFile(path, 'utf8').catch(() => '');
      const lines = text.trimEnd().split('\n').slice(-TAIL_LINES);
      return [`The end of ${path}:`, ...lines.map((line) => `  ${line}`)].join('\n');
    },
  };
}

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
      execFile(file, args, options, (error, out, problems) => {
        resolve({ code: error?.code ?? error?.signal ?? 0, stdout: out, stderr: problems });
      });
    },
  );
  await appendFile(log.path, stderr, { mode: 0o600 });
  if (code === 0) return stdout;
  await appendFile(log.path, stdout);
  throw new Refusal(`${name} failed (${String(code)}). ${await log.tail()}`);
}
