import { openDarwinDataPlane } from './data-plane.darwin.ts';
import { darwinCallers } from './platform/callers.darwin.ts';
import { pfAnchor } from './platform/firewall.darwin.ts';
import { isRoot, ownFolderOnUnix } from './platform/own-folder.unix.ts';
import { runTool } from './platform/run-tool.ts';
import type { System } from './system.ts';

/** Tested by the commands that it runs; not yet run on a Mac. */
export const macos: System = {
  unsupported: ['openvpn', 'split_tunnel', 'multi_hop'],
  mayServe: isRoot,
  runTool,
  ownFolder: ownFolderOnUnix,
  callers: darwinCallers(runTool),
  questions: {
    'firewall.txt': ['pfctl', '-a', pfAnchor, '-s', 'rules'],
    'pf.txt': ['pfctl', '-s', 'info'],
    'routes.txt': ['netstat', '-rn'],
    'links.txt': ['ifconfig'],
    'resolvers.txt': ['scutil', '--dns'],
  },
  openDataPlane: openDarwinDataPlane(runTool),
};
