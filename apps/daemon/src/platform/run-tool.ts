import { execFile } from 'node:child_process';

export interface ToolOutcome {
  /** The exit code; null when the program could not be started or did not end in time. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of the system to its end; never rejects. */
export type RunTool = (command: string, args: readonly string[], input?: string) => Promise<ToolOutcome>;

/** The same for whom a failure is the end of it: resolves with what the program said, rejects with its complaint. Input is never told. */
export type MustRun = (command: string, args: readonly string[], input?: string) => Promise<string>;

/** Runs programs that see `env` alone and are given so many milliseconds. */
export function toolsIn(env: Readonly<Record<string, string>>, longest: number): RunTool {
  return (command, args, input = '') =>
    new Promise((resolve) => {
      const child = execFile(command, [...args], { env, timeout: longest }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}

/** Whoever chooses a root process's PATH chooses its programs. */
export const runTool = toolsIn({ PATH: '/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' }, 5_000);

export function mustRun(run: RunTool): MustRun {
  return async (command, args, input) => {
    const { code, stdout, stderr } = await run(command, args, input);
    if (code !== 0) throw new Error(`${command} ${args[0] ?? ''}: ${stderr.trim() || 'no answer'}`);
    return stdout;
  };
}
