import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachLab, type Lab, type LabDescription } from '@comet/lab';

/** What `npm start` wrote about itself, as far as the tests need it. */
export interface StackFile {
  readonly api: string;
  readonly dashboard: string;
  readonly site: string;
  /** The operator console, by its origin. */
  readonly operatorConsole: string;
  readonly sandbox: string;
  readonly mailbox: string;
  readonly docs: string;
  /** PostgreSQL's address, for what only time or a failure of the database itself can bring about. */
  readonly database: string;
  readonly pids: Readonly<Record<string, number>>;
  readonly lab?: LabDescription;
}

/** The state folder of the stack under test; the global set-up makes it and names it here. */
export function stateFolder(): string {
  const folder = process.env['COMET_E2E_STATE'];
  if (folder === undefined) throw new Error('COMET_E2E_STATE does not name the state of a running stack');
  return folder;
}

export function runningStack(): StackFile {
  return JSON.parse(readFileSync(join(stateFolder(), 'stack.json'), 'utf8')) as StackFile;
}

/** The lab of the stack under test. */
export function runningLab(): Lab {
  const { lab } = runningStack();
  if (lab === undefined) throw new Error('The stack under test has no lab');
  return attachLab(lab);
}
