import { execFile } from 'node:child_process';

export interface ToolOutcome {
  /** The exit code; null when the program could not be started or did not end in time. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of the system to its end; never rejects. */
export type RunTool = (command: string, args: readonly string[], input?: string) => Promise<ToolOutcome>;

/** Whoever chooses a root process's PATH chooses its programs. */
const env = { PATH: '/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' };
const longest = 5_000;

export const runTool: RunTool = (command, args, input = '') =>
  new Promise((resolve) => {
    const child = execFile(command, [...args], { env, timeout: longest }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr });
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
