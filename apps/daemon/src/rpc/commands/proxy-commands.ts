import { randomBytes } from 'node:crypto';
import { countryNameOf, err, type Result } from '@comet/foundation';
import type { DaemonSettings, ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import type { LocalProxies } from '../../proxy/local-proxies.ts';
import type { RequestFailure } from '../control-channel.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

export interface ProxyCommandParts {
  readonly proxies: Pick<LocalProxies, 'open' | 'shut'>;
  readonly settings: () => DaemonSettings;
}

const maxProxies = 32;

/** The commands of local proxies. */
export function proxyCommandsOf(
  { proxies, settings }: ProxyCommandParts,
  set: (part: Partial<DaemonSettings>) => CommandReply,
  now: () => CommandReply,
) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const without = (port: number) => settings().localProxies.filter((one) => one.port !== port);

  return {
    'proxy.list': now,
    'proxy.add': async (params: ParamsOf<'proxy.add'>) => {
      if (params.country !== null && countryNameOf(params.country) === null) return refuse('country_unknown');
      if (without(params.port).length >= maxProxies) return refuse('proxy_too_many');
      const added = { ...params, session: randomBytes(6).toString('hex') };
      if (!(await proxies.open(added))) return refuse('proxy_port_taken');
      const all = [...without(params.port), added];
      return set({ localProxies: all.toSorted((one, other) => one.port - other.port) });
    },
    'proxy.remove': async ({ port }: ParamsOf<'proxy.remove'>) => {
      const left = without(port);
      if (left.length === settings().localProxies.length) return refuse('proxy_unknown');
      await proxies.shut(port);
      return set({ localProxies: left });
    },
  };
}
