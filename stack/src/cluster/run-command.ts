import { execFile } from 'node:child_process';
import { UserError } from '../user-error.ts';

/** Timeout of one command in ms. */
const TIMEOUT_MS = 30_000;

/** Runs a command with `input` and returns its standard output. Throws a UserError with its standard error if it fails. */
export function runCommand(argv: readonly string[], input = ''): Promise<string> {
  const [file = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { cwd: '/', timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new UserError(`${argv.slice(0, 6).join(' ')} failed: ${stderr.trim() || error.message}`));
    });
    // A command that does not read its input may close it early (EPIPE).
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
