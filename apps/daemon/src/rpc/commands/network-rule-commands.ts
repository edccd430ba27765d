import { err, type Result } from '@comet/foundation';
import type { ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import { type Directory, preferredLocation } from '../../gateways/directory.ts';
import type { NetworkMonitoring } from '../../networks/network-monitoring.ts';
import { arePublic } from '../../tunnel/resolvers.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

interface NetworkRuleParts {
  readonly networks: Pick<NetworkMonitoring, 'setRule' | 'removeRule'>;
  readonly directory: Pick<Directory, 'hasLocation' | 'byExit' | 'refresh'>;
  now(): CommandReply;
}

/** The commands about the rules of networks. */
export function networkRuleCommandsOf({ networks, directory, now }: NetworkRuleParts) {
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });
  const after = async (done: Promise<Result<null, RequestFailure['error']>>) => {
    const outcome = await done;
    return outcome.ok ? now() : refuse(outcome.error);
  };

  return {
    'network-rule.list': now,
    'network-rule.set': async ({ name, rule }: ParamsOf<'network-rule.set'>, { signal }: Caller) => {
      const { connect, transport, allowLan, dns } = rule;
      if (!arePublic(dns ?? null)) return refuse('resolver_not_public');
      const server = rule.server === 'fastest' ? 'nearest' : rule.server;
      const location = preferredLocation(server ?? 'last');
      const isUnknown = () => location !== null && !directory.hasLocation(location);
      // A newer list may have a location that an older one lacks.
      if (isUnknown()) await directory.refresh(signal);
      if (location !== null && (isUnknown() || directory.byExit(location)))
        return refuse('location_unknown', location);
      return after(
        networks.setRule(name, {
          ...(connect === undefined ? {} : { connect }),
          ...(server === undefined ? {} : { server }),
          ...(transport === undefined ? {} : { transport }),
          ...(allowLan === undefined ? {} : { allowLan }),
          ...(dns === undefined ? {} : { dns }),
        }),
      );
    },
    'network-rule.remove': ({ name }: ParamsOf<'network-rule.remove'>) => after(networks.removeRule(name)),
  };
}
