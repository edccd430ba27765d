import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';

export interface ProcessOutcome {
  /** The exit code; null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program until it ends, with `input` on its standard input. Rejects if it cannot be started. */
export type Runner = (command: string, args: readonly string[], input: string) => Promise<ProcessOutcome>;

/**
 * The environment of the network tools: a fixed path, because the PATH of a root process determines which programs it runs; messages in
 * English; and no home, where `nft -i` would write a history.
 */
export const toolEnvironment = {
  PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  HOME: '/dev/null',
};

/**
 * The input is an unnamed file in memory: wg and conntrack open `/dev/stdin`, and Node gives a child a socket as its pipe, which cannot be
 * opened. If the memory for files is full, which any user can cause, the input is such a pipe nevertheless: nft and ip only read it.
 */
export const runProcess: Runner = runnerBy(namelessFile);

/** `fileOf` writes an input to a file; null if there is no space for all of it. */
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

/** Null if there is no space for all of it. */
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
    // Treated like too little space.
  }
  await file.close();
  return null;
}

/** `input`: a descriptor of it, or the text. */
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

/** A tool failed. The message is the tool's own, without the input, which may contain keys. */
export class NetworkToolError extends Error {
  readonly tool: string;

  constructor(tool: string, detail: string) {
    super(`${tool}: ${detail.trim() || 'failed without a message'}`);
    this.name = 'NetworkToolError';
    this.tool = tool;
  }
}
