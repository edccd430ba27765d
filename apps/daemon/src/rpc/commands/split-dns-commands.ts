import { err, type Result } from '@comet/foundation';
import { type DaemonSettings, maxSplitDomains, type ParamsOf, type Snapshot } from '@comet/tunnel-protocol';
import { isLanServer, isUsableServer } from '../../tunnel/split-dns.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface SplitDnsCommandParts {
  readonly settings: () => Pick<DaemonSettings, 'splitDns' | 'allowLan'>;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): Promise<Result<Snapshot, RequestFailure>>;
}

/** The commands of `split-dns-commands.ts` in the protocol. */
export function splitDnsCommandsOf({ settings, set }: SplitDnsCommandParts) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const without = (domain: string) => settings().splitDns.filter((one) => one.domain !== domain);
  return {
    'split-dns.add': async ({ domain, server }: ParamsOf<'split-dns.add'>) => {
      if (!isUsableServer(server)) return refuse('split_dns_server_unusable');
      if (isLanServer(server) && !settings().allowLan) return refuse('split_dns_needs_lan');
      const splitDns = [...without(domain), { domain, server }];
      return splitDns.length > maxSplitDomains ? refuse('split_dns_too_many') : set({ splitDns });
    },
    'split-dns.remove': async ({ domain }: ParamsOf<'split-dns.remove'>) => {
      const splitDns = without(domain);
      return splitDns.length === settings().splitDns.length ? refuse('split_dns_unknown') : set({ splitDns });
    },
  };
}
