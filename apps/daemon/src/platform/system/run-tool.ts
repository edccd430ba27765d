import { execFile } from 'node:child_process';

const system32 = 'C:\\Windows\\System32';

/** Absolute paths of programs: Windows searches a bare name in the working directory first. */
export const windowsPrograms = {
  netsh: `${system32}\\netsh.exe`,
  icacls: `${system32}\\icacls.exe`,
  fltmc: `${system32}\\fltMC.exe`,
  ipconfig: `${system32}\\ipconfig.exe`,
  powershell: `${system32}\\WindowsPowerShell\\v1.0\\powershell.exe`,
  wg: 'C:\\Program Files\\WireGuard\\wg.exe',
  wireguard: 'C:\\Program Files\\WireGuard\\wireguard.exe',
} as const;

/** Milliseconds. PowerShell takes seconds to start on a busy machine. */
const timeoutMs = 30_000;

export const runWindowsTool = toolsIn(
  { SystemRoot: 'C:\\Windows', PATH: system32, ProgramData: 'C:\\ProgramData', TEMP: 'C:\\Windows\\Temp' },
  timeoutMs,
);

/**
 * Returns arguments for PowerShell. The script is encoded (base64 of UTF-16), so that no shell interprets it. PowerShell treats four
 * typographic quotes as quotes, so scripts contain only values that were validated.
 */
export function powershellArgs(script: string): readonly string[] {
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded];
}

/** Runs a script that stops at its first error; resolves with its output. */
export function powershell(run: RunTool, script: string): Promise<string> {
  return mustRun(run)(
    windowsPrograms.powershell,
    powershellArgs(`$ErrorActionPreference = 'Stop'\n${script}`),
  );
}

export interface ToolOutcome {
  /** The exit code; null if the program could not be started or did not end in time. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of the system until it ends; never rejects. */
export type RunTool = (command: string, args: readonly string[], input?: string) => Promise<ToolOutcome>;

/** Runs a program: resolves with its output, rejects with its diagnostic, which never contains the input. */
export type MustRun = (command: string, args: readonly string[], input?: string) => Promise<string>;

/** Runs programs with `env` as their whole environment and a timeout of `timeoutMs` ms. */
function toolsIn(env: Readonly<Record<string, string>>, timeoutMs: number): RunTool {
  return (command, args, input = '') =>
    new Promise((resolve) => {
      const child = execFile(command, [...args], { env, timeout: timeoutMs }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, stdout, stderr });
      });
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}

/** The PATH of a root process determines which programs it runs. */
export const runTool = toolsIn({ PATH: '/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' }, 5_000);

/**
 * Returns a function that runs a command and resolves with its standard output. It rejects with the command's name and standard error if
 * the exit code is not 0.
 */
export function mustRun(run: RunTool): MustRun {
  return async (command, args, input) => {
    const { code, stdout, stderr } = await run(command, args, input);
    if (code !== 0) throw new Error(`${command} ${args[0] ?? ''}: ${stderr.trim() || 'no output'}`);
    return stdout;
  };
}
