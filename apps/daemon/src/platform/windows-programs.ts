import { mustRun, type RunTool, toolsIn } from './run-tool.ts';

const system32 = 'C:\\Windows\\System32';

/** Where each program lies: Windows looks for a bare name in the folder that a process stands in first. */
export const windowsPrograms = {
  netsh: `${system32}\\netsh.exe`,
  icacls: `${system32}\\icacls.exe`,
  fltmc: `${system32}\\fltMC.exe`,
  ipconfig: `${system32}\\ipconfig.exe`,
  powershell: `${system32}\\WindowsPowerShell\\v1.0\\powershell.exe`,
  wg: 'C:\\Program Files\\WireGuard\\wg.exe',
  wireguard: 'C:\\Program Files\\WireGuard\\wireguard.exe',
} as const;

/** PowerShell alone takes seconds to start on a machine that is busy. */
const longest = 30_000;

export const runWindowsTool = toolsIn(
  { SystemRoot: 'C:\\Windows', PATH: system32, ProgramData: 'C:\\ProgramData', TEMP: 'C:\\Windows\\Temp' },
  longest,
);

/**
 * Words for PowerShell. The script goes encoded (base64 of UTF-16), so that no shell reads it on the way. PowerShell takes four typographic
 * quotes for its own, so nothing is quoted into a script but words that were checked to have the one form that they may have.
 */
export function powershellWords(script: string): readonly string[] {
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  return ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded];
}

/** Runs a script that stops at its first error; resolves with what it printed. */
export function powershell(run: RunTool, script: string): Promise<string> {
  return mustRun(run)(
    windowsPrograms.powershell,
    powershellWords(`$ErrorActionPreference = 'Stop'\n${script}`),
  );
}
