import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachLab, type Lab, type LabDescription } from '@comet/lab';

/** The fields of stack.json, written by `npm start`, that the tests need. */
export interface StackFile {
  readonly api: string;
  readonly dashboard: string;
  readonly site: string;
  /** Origin of the operator console. */
  readonly operatorConsole: string;
  readonly sandbox: string;
  readonly mailbox: string;
  readonly docs: string;
  /** PostgreSQL URL, for states that only elapsed time or a database failure can cause. */
  readonly database: string;
  readonly pids: Readonly<Record<string, number>>;
  readonly lab?: LabDescription;
}

/** Returns the state folder of the stack under test. The global setup creates it and sets COMET_E2E_STATE. */
export function stateFolder(): string {
  const folder = process.env['COMET_E2E_STATE'];
  if (folder === undefined) throw new Error('COMET_E2E_STATE does not name the state of a running stack');
  return folder;
}

export function runningStack(): StackFile {
  return JSON.parse(readFileSync(join(stateFolder(), 'stack.json'), 'utf8')) as StackFile;
}

/** Returns the lab of the stack under test. Throws without one. */
export function runningLab(): Lab {
  const { lab } = runningStack();
  if (lab === undefined) throw new Error('The stack under test has no lab');
  return attachLab(lab);
}
