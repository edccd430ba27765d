import { err } from '@comet/foundation';
import type { CommandName, PlatformFeature } from '@comet/tunnel-protocol';
import { readSettingsText } from '../../choices/settings-text.ts';
import type { Commands } from './commands.ts';
import type { RequestFailure } from '../control-channel.ts';

type Params = Readonly<Record<string, unknown>>;

/** What a request takes that not every system can do. */
export function featuresOf(command: CommandName, params: Params): readonly PlatformFeature[] {
  switch (command) {
    case 'protocol.set':
      return params['protocol'] === 'openvpn' ? ['openvpn'] : [];
    case 'variant.set':
      return params['variant'] === 'automatic' ? [] : ['openvpn'];
    case 'split.set':
      return params['mode'] === 'off' ? [] : ['split_tunnel'];
    case 'split.add':
    case 'split.adopt':
      return ['split_tunnel'];
    case 'connect':
      return typeof params['via'] === 'string' ? ['multi_hop'] : [];
    case 'settings.import':
      return featuresIn(String(params['text']));
    default:
      return [];
  }
}

/** Of a file of settings from another machine. */
function featuresIn(text: string): readonly PlatformFeature[] {
  const read = readSettingsText(text);
  if (read === null) return [];
  const { mode, apps, networks } = read.splitTunnel;
  return [
    ...(read.protocol === 'openvpn' || read.variant !== 'automatic' ? (['openvpn'] as const) : []),
    ...(mode !== 'off' || apps.length + networks.length > 0 ? (['split_tunnel'] as const) : []),
  ];
}

/** The same commands, which refuse by name what this system cannot do instead of failing on the way. */
export function refusing(commands: Commands, unsupported: readonly PlatformFeature[]): Commands {
  if (unsupported.length === 0) return commands;
  const refused = Object.entries(commands).map(([name, carryOut]) => [
    name,
    async (params: Params, caller: unknown) => {
      const lacking = featuresOf(name as CommandName, params).find((one) => unsupported.includes(one));
      const failure = (detail: string) => err<RequestFailure>({ error: 'unsupported_here', detail });
      return lacking === undefined
        ? (carryOut as (params: Params, caller: unknown) => Promise<unknown>)(params, caller)
        : failure(lacking);
    },
  ]);
  return Object.fromEntries(refused) as Commands;
}
