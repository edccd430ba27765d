import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '../user-error.ts';

const execute = promisify(execFile);

/** Returns the standard output of a program. Throws a UserError with its error output if it fails. */
export async function output([command = '', ...args]: readonly string[]): Promise<string> {
  try {
    return (await execute(command, args, { maxBuffer: 100_000_000 })).stdout;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message.trimEnd() : String(error));
  }
}
