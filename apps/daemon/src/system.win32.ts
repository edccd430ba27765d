import { openWindowsDataPlane } from './data-plane.win32.ts';
import { windowsCallers } from './platform/callers.win32.ts';
import { ownFolderOnWindows } from './platform/own-folder.win32.ts';
import { runWindowsTool, windowsPrograms } from './platform/windows-programs.ts';
import type { System } from './system.ts';

const { netsh, ipconfig, fltmc } = windowsPrograms;

/** Tested by the commands that it runs; not yet run on Windows. */
export const windows: System = {
  unsupported: ['openvpn', 'split_tunnel', 'multi_hop'],
  // Lists the file system's filters, which only administrators may.
  mayServe: async () => (await runWindowsTool(fltmc, [])).code === 0,
  runTool: runWindowsTool,
  ownFolder: ownFolderOnWindows(runWindowsTool),
  callers: windowsCallers,
  questions: {
    'firewall.txt': [netsh, 'advfirewall', 'firewall', 'show', 'rule', 'name=CometVPN'],
    'profiles.txt': [netsh, 'advfirewall', 'show', 'allprofiles'],
    'routes-4.txt': [netsh, 'interface', 'ipv4', 'show', 'route'],
    'routes-6.txt': [netsh, 'interface', 'ipv6', 'show', 'route'],
    'links.txt': [ipconfig, '/all'],
  },
  openDataPlane: openWindowsDataPlane(runWindowsTool),
};
