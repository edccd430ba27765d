import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';

export interface ProcessOutcome {
  /** The exit code; null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, with `input` on its standard input. Rejects when it cannot be started. */
export type Runner = (command: string, args: readonly string[], input: string) => Promise<ProcessOutcome>;

/**
 * The environment of the network tools: a fixed path, because the PATH of a root process decides which programs it runs; plain
 * messages; and no home, where `nft -i` would leave a history.
 */
export const toolEnvironment = {
  PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  HOME: '/dev/null',
};

/**
 * The input is a file in memory that has no name any more: wg and conntrack open `/dev/stdin`, and what Node gives a child as a pipe
 * is a socket, which cannot be opened. Where the memory for files is full, as any user can see to, it is such a pipe all the same: nft and
 * ip only read on.
 */
export const runProcess: Runner = runnerBy(namelessFile);

/** `fileOf` lays an input in a file; null where there is no room for all of it. */
export function runnerBy(fileOf: (input: Buffer) => Promise<FileHandle | null>): Runner {
  return async (command, args, input) => {
    const file = input === '' ? null : await fileOf(Buffer.from(input));
    try {
      return await run(command, args, file === null ? input : file.fd);
    } finally {
      await file?.close();
    }
  };
}

/** Null where there is no room for all of it. */
async function namelessFile(content: Buffer): Promise<FileHandle | null> {
  const path = `/dev/shm/comet-${randomUUID()}`;
  const file = await open(path, 'wx+', 0o600).catch(() => null);
  if (file === null) return null;
  try {
    await unlink(path);
    // At a position, so that later reads of the descriptor start at the beginning.
    const { bytesWritten } = await file.write(content, 0, undefined, 0);
    if (bytesWritten === content.length) return file;
  } catch {
    // The same as too little room.
  }
  await file.close();
  return null;
}

/** `input`: a descriptor of it, or itself. */
function run(command: string, args: readonly string[], input: number | string): Promise<ProcessOutcome> {
  return new Promise((resolve, reject) => {
    const stdin = typeof input === 'number' ? input : input === '' ? 'ignore' : 'pipe';
    const child = spawn(command, [...args], { env: toolEnvironment, stdio: [stdin, 'pipe', 'pipe'] });
    child.stdin?.on('error', () => undefined).end(input);
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A tool failed. The message is the tool's own, without the input, which may hold keys. */
export class NetworkToolError extends Error {
  readonly tool: string;

  constructor(tool: string, detail: string) {
    super(`${tool}: ${detail.trim() || 'failed without a message'}`);
    this.name = 'NetworkToolError';
    this.tool = tool;
  }
}
