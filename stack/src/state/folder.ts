import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';

/** Everything that a stack keeps, by path. Nothing of it lies anywhere else, short sockets apart. */
export interface StateFolder {
  readonly root: string;
  /** 1 to 6 letters and digits derived from the path: distinguishes the namespaces and interfaces of two stacks. */
  readonly id: string;
  readonly postgres: string;
  readonly logs: string;
  /** The API's keys. */
  readonly keys: string;
  /** The `comet` command of the lab's client. */
  readonly bin: string;
  readonly lab: string;
  /** The sandbox's accounts, payments and mails. */
  readonly sandbox: string;
  readonly secrets: string;
  readonly stack: string;
}

function stateFolder(root: string): StateFolder {
  const hash = createHash('sha256').update(root).digest('hex');
  return {
    root,
    id: Number.parseInt(hash.slice(0, 7), 16).toString(36).padStart(6, '0').slice(-6),
    postgres: join(root, 'postgres'),
    logs: join(root, 'logs'),
    keys: join(root, 'keys'),
    bin: join(root, 'bin'),
    lab: join(root, 'lab'),
    sandbox: join(root, 'sandbox.json'),
    secrets: join(root, 'secrets.json'),
    stack: join(root, 'stack.json'),
  };
}

/** Makes the folders that are missing. Throws one sentence when the place does not allow it. */
export async function openStateFolder(root: string): Promise<StateFolder> {
  try {
    await mkdir(root, { recursive: true });
    const folder = stateFolder(realpathSync(root));
    await mkdir(folder.bin, { recursive: true });
    for (const path of [folder.logs, folder.keys, folder.lab])
      await mkdir(path, { recursive: true, mode: 0o700 });
    return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(
      `The state folder ${root} cannot be used (${reason}): choose another one with --state DIR.`,
    );
  }
}

/** The folders of a state that exists already; null when there is none at `root`. */
export function findStateFolder(root: string): StateFolder | null {
  return existsSync(root) ? stateFolder(realpathSync(root)) : null;
}
