import { spawn } from 'node:child_process';

export interface ProcessOutcome {
  /** The exit code; null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, with `input` on its standard input. Rejects when it cannot be started. */
export type Runner = (command: string, args: readonly string[], input: string) => Promise<ProcessOutcome>;

/**
 * What the network tools see: a fixed path, because whoever chooses a root process's PATH chooses its programs; plain
 * messages; and no home, where `nft -i` would leave a history.
 */
export const toolEnvironment = {
  PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  HOME: '/dev/null',
};

export const runProcess: Runner = (command, args, input) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { env: toolEnvironment, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    // A program that stops reading early says why by its exit, so the broken pipe itself is no news.
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });

/** A tool said no. The message is the tool's own, without the input, which may hold keys. */
export class NetworkToolError extends Error {
  readonly tool: string;

  constructor(tool: string, detail: string) {
    super(`${tool}: ${detail.trim() || 'failed without a message'}`);
    this.name = 'NetworkToolError';
    this.tool = tool;
  }
}
