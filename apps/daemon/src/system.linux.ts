import { openLinuxDataPlane } from './data-plane.linux.ts';
import { linuxCallers } from './platform/callers.linux.ts';
import { isRoot, ownFolderOnUnix } from './platform/own-folder.unix.ts';
import { runTool } from './platform/run-tool.ts';
import type { System } from './system.ts';

export const linux: System = {
  unsupported: [],
  mayServe: isRoot,
  runTool,
  ownFolder: ownFolderOnUnix,
  callers: linuxCallers,
  questions: {
    'firewall.txt': ['nft', 'list', 'table', 'inet', 'comet'],
    'split.txt': ['nft', 'list', 'table', 'inet', 'comet_split'],
    'rules-4.txt': ['ip', '-4', 'rule', 'show'],
    'rules-6.txt': ['ip', '-6', 'rule', 'show'],
    'routes-4.txt': ['ip', '-4', 'route', 'show', 'table', 'all'],
    'routes-6.txt': ['ip', '-6', 'route', 'show', 'table', 'all'],
    'links.txt': ['ip', '-brief', 'address', 'show'],
    'resolved.txt': ['resolvectl', 'status'],
  },
  openDataPlane: openLinuxDataPlane,
};
