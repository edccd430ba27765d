import { open, readFile, appendFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execFile } from 'node:child_process';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';

/** The log file of one part of the stack. */
export interface Log {
  readonly path: string;
  /** Opens the file for a child's output; close the handle after the spawn. */
  open(): ReturnType<typeof open>;
  /** Returns the file's path and its last lines, indented, for an error message. */
  tail(): Promise<string>;
}

const TAIL_LINES = 15;

/** Returns the log file `NAME.log` in `folder`; a folder in `name` is ignored. */
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
 * Runs one of our programs until it exits and returns its standard output. Its standard error is appended to the log `name`. Throws a
 * UserError with the log's end if the program fails.
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
  throw new UserError(`${name} failed (${String(code)}). ${await log.tail()}`);
}
