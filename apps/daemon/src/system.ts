import type { PlatformFeature } from '@comet/tunnel-protocol';
import type { OpenDataPlane } from './data-plane.ts';
import type { Callers } from './platform/callers/callers.ts';
import type { SystemName } from './platform/callers/platform-of.ts';
import type { StartApiObfuscator } from './platform/control-plane/access/obfuscated-routes.ts';
import type { RunTool } from './platform/system/run-tool.ts';
import type { OwnFolder } from './platform/files/state-file.ts';
import type { ReportCommands } from './report/gather-report.ts';

/** The differences between operating systems, behind the same interfaces. */
export interface System {
  /** Features that this system lacks. Commands that need one are refused, and each snapshot lists them. */
  readonly unsupported: readonly PlatformFeature[];
  /** Whether this process has the privileges for tunnels and firewall rules. */
  mayServe(): Promise<boolean>;
  /** Runs the system's programs. */
  readonly runTool: RunTool;
  readonly ownFolder: OwnFolder;
  readonly callers: Callers;
  /** The commands whose output a support report contains. */
  readonly reportCommands: ReportCommands;
  readonly openDataPlane: OpenDataPlane;
  /** Null on a system without the programs of bridges and Shadowsocks. */
  readonly startApiObfuscator: StartApiObfuscator | null;
}

/** The only choice between systems. Only modules of the selected one are loaded. */
export async function openSystem(name: SystemName): Promise<System> {
  switch (name) {
    case 'linux':
      return (await import('./system.linux.ts')).linux;
    case 'macos':
      return (await import('./system.darwin.ts')).macos;
    case 'windows':
      return (await import('./system.win32.ts')).windows;
  }
}
