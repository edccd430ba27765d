import { spawn } from 'node:child_process';
import { chown, open, readFile, rename, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/** Result of a program. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What setup does to the machine; tests replace it. */
export interface Machine {
  /** Null for a missing file. */
  read(path: string): Promise<string | null>;
  /** Replaces a file atomically; its owner is root, its group the one that is given. */
  write(
    path: string,
    text: string,
    access: { readonly mode: number; readonly group: string | null },
  ): Promise<void>;
  /** Runs a program to its end. One that is not installed ends with 127. */
  run(
    argv: readonly string[],
    options?: { readonly input?: string; readonly environment?: Readonly<Record<string, string>> },
  ): Promise<Ended>;
  /** Returns the status of a page; null if nothing responds. */
  status(url: string): Promise<number | null>;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

export const systemMachine: Machine = {
  async read(path) {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },
  write: replaceFile,
  async run([program = '', ...args], { input = '', environment = {} } = {}) {
    const child = spawn(program, args, {
      cwd: '/',
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A program that does not read its input closes it early (EPIPE).
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const code = new Promise<number>((resolve, reject) => {
      child.once('error', (error) => (isMissing(error) ? resolve(127) : reject(error)));
      child.once('close', (ended) => resolve(ended ?? 128));
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await code, stdout, stderr };
  },
  async status(url) {
    try {
      return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).status;
    } catch {
      return null;
    }
  },
};

/** The file is written beside the old one and is complete on the disk before it takes its place. */
export async function replaceFile(
  path: string,
  content: string,
  { mode, group }: { readonly mode: number; readonly group: string | null },
): Promise<void> {
  const draft = `${path}.new`;
  // Not with the final mode: the group is set first.
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(content);
    if (group !== null) await chown(draft, (await stat(draft)).uid, await groupId(group));
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** group(5): `name:password:gid:members`, one group a line. */
async function groupId(name: string): Promise<number> {
  const lines = (await readFile('/etc/group', 'utf8')).split('\n');
  const id = lines.find((line) => line.startsWith(`${name}:`))?.split(':')[2];
  if (id === undefined)
    throw new Error(`This machine has no group ${name}: install the package comet-control`);
  return Number(id);
}
