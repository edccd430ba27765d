import type { NetworkShell } from '@comet/linux-network';
import type { Routing } from './routing.ts';
import { hopCommands, lowerCommands, raiseCommands, type RoutingMarks } from './routing-commands.ts';

export function linuxRouting(shell: Pick<NetworkShell, 'runIp'>, marks: RoutingMarks): Routing {
  return {
    // Somebody waits. Of the two families' rules, none leans on the other's.
    raise: (addresses) => shell.runIp(raiseCommands(addresses, marks), { sideBySide: true }),
    raiseHop: (link, hop) => shell.runIp(hopCommands(link, hop)),
    lower: () => shell.runIp(lowerCommands(marks), { ignoreErrors: true }),
  };
}
