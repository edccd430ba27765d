import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';

/** Paths of everything that a stack stores. Only unix sockets may be elsewhere, if the path is too long. */
export interface StateFolder {
  readonly root: string;
  /** 1 to 6 letters and digits derived from the path: distinguishes the namespaces and interfaces of two stacks. */
  readonly id: string;
  readonly postgres: string;
  readonly logs: string;
  /** The API's keys. */
  readonly keys: string;
  /** Encrypted attachments of tickets. */
  readonly attachments: string;
  /** The `comet` command of the lab's client. */
  readonly bin: string;
  readonly lab: string;
  /** State file of the sandbox: accounts, payments and mails. */
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
    attachments: join(root, 'attachments'),
    bin: join(root, 'bin'),
    lab: join(root, 'lab'),
    sandbox: join(root, 'sandbox.json'),
    secrets: join(root, 'secrets.json'),
    stack: join(root, 'stack.json'),
  };
}

/** Creates missing folders. Throws a UserError if that fails. */
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
    throw new UserError(
      `The state folder ${root} cannot be used (${reason}): choose another one with --state DIR.`,
    );
  }
}

/** Returns the folders of an existing state; null if there is none at `root`. */
export function findStateFolder(root: string): StateFolder | null {
  return existsSync(root) ? stateFolder(realpathSync(root)) : null;
}
