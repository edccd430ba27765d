import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '@comet/foundation';
import type { LabDescription } from '../lab.ts';
import { parseDescription } from '../parse-description.ts';
import { namespaceFile } from '../paths.ts';

/** Returns the lab of the stack that runs on this state folder; the error is a sentence. */
export async function runningLab(state: string): Promise<Result<LabDescription, string>> {
  const file = join(state, 'stack.json');
  let stack: unknown;
  try {
    stack = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      return err(`${file} is damaged; start the stack again with \`npm start\`.`);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return err(
      `No stack is running on ${state}; start one with \`npm start\`, or name its state folder with --state.`,
    );
  }
  const lab = stack !== null && typeof stack === 'object' && 'lab' in stack ? stack.lab : null;
  if (lab === null || lab === undefined) {
    return err(`The stack on ${state} runs without a lab; start it as root and without --no-lab.`);
  }
  const description = parseDescription(lab);
  if (description === null) {
    return err(`${file} describes its lab in a way this version cannot read; start the stack again.`);
  }
  if (!existsSync(namespaceFile(description.hosts.client.namespace))) {
    return err(`The lab of the stack on ${state} is gone; start it again with \`npm start\`.`);
  }
  return ok(description);
}
