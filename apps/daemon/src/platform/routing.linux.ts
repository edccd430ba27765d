import type { NetworkShell } from '@comet/linux-network';
import type { TunnelMarks } from './firewall-rules.ts';
import type { Routing } from './routing.ts';
import { lowerCommands, raiseCommands } from './routing-commands.ts';

export function linuxRouting(shell: Pick<NetworkShell, 'runIp'>, marks: TunnelMarks): Routing {
  return {
    raise: (addresses) => shell.runIp(raiseCommands(addresses, marks)),
    lower: () => shell.runIp(lowerCommands(marks), { ignoreErrors: true }),
  };
}
