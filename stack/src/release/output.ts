import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Refusal } from '../refusal.ts';

const execute = promisify(execFile);

/** Returns the standard output of a program. Throws a Refusal with its error output if it fails. */
export async function output([command = '', ...args]: readonly string[]): Promise<string> {
  try {
    return (await execute(command, args, { maxBuffer: 100_000_000 })).stdout;
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message.trimEnd() : String(error));
  }
}
