import type { Verifiers } from '@comet/admission';
import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import type { ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import type { ApiAccess } from '../../platform/control-plane/access/api-access.ts';
import { downloadAccessText, readAccessText } from '../../platform/control-plane/access/access-text.ts';
import { bridgesOf, withBridgeText } from '../../platform/control-plane/access/bridge-texts.ts';
import type { DaemonState } from '../../platform/files/daemon-state.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface ApiAccessCommandParts {
  readonly access: Pick<ApiAccess, 'working' | 'test' | 'abort'>;
  /** The keys of the server list, which also sign texts with bridges. */
  readonly verifiers: Verifiers;
  readonly file: StateFile;
  readonly clock: Clock;
  /** Whether DNS queries are allowed now: not while traffic is blocked. */
  readonly mayQuery: () => boolean;
  /** Closes the open connections to the API, which were made by an earlier choice. */
  readonly forgetConnections: () => void;
}

type StatusReply = Promise<Result<ResultOf<'api.status'>, RequestFailure>>;

/** The commands of API access. */
export function apiAccessCommandsOf(parts: ApiAccessCommandParts) {
  const { access, file, verifiers, clock, forgetConnections } = parts;
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });

  function status(): ResultOf<'api.status'> {
    const { choice, proxy, shadowsocks, bridgeTexts } = file.current.apiAccess;
    const added = bridgesOf(bridgeTexts, [], verifiers, unixSeconds(clock.now()));
    const shown =
      proxy === null
        ? null
        : { address: proxy.address, port: proxy.port, user: proxy.login === null ? null : proxy.login.user };
    return {
      choice,
      working: access.working(),
      proxy: shown,
      shadowsocks: shadowsocks === null ? null : { address: shadowsocks.host, port: shadowsocks.port },
      bridges: added.length,
    };
  }

  async function change(part: Partial<DaemonState['apiAccess']>): StatusReply {
    const isKept = await file.change({ apiAccess: { ...file.current.apiAccess, ...part } });
    access.abort();
    forgetConnections();
    return isKept ? ok(status()) : refuse('not_kept');
  }

  async function addText(given: string): StatusReply {
    const now = unixSeconds(clock.now());
    const read = readAccessText(given, verifiers, now);
    if (!read.ok) return refuse(read.error);
    if (read.value.kind === 'shadowsocks') return change({ shadowsocks: read.value.server });
    const { bridgeTexts } = file.current.apiAccess;
    return change({ bridgeTexts: [...withBridgeText(bridgeTexts, read.value.text, verifiers, now)] });
  }

  /** Downloads the text of an https address first. */
  async function addGiven(text: string): StatusReply {
    const url = text.trim().startsWith('https://') ? URL.parse(text.trim()) : null;
    if (url === null) return addText(text);
    const found = parts.mayQuery() ? await downloadAccessText(url).catch(() => null) : null;
    return found === null ? refuse('access_text_unreachable') : addText(found);
  }

  return {
    'api.status': (): StatusReply => Promise.resolve(ok(status())),
    'api.test': async () => ok({ results: [...(await access.test())] }),
    'api.add': ({ address, port, login }: ParamsOf<'api.add'>) => change({ proxy: { address, port, login } }),
    'api.add-text': ({ text }: ParamsOf<'api.add-text'>) => addGiven(text),
    'api.remove': ({ method }: ParamsOf<'api.remove'>) => {
      // The server list may contain bridges, too.
      if (method === 'bridge') return change({ bridgeTexts: [] });
      const { choice } = file.current.apiAccess;
      const removed = method === 'socks5' ? { proxy: null } : { shadowsocks: null };
      return change({ ...removed, choice: choice === method ? 'automatic' : choice });
    },
    'api.use': async ({ choice }: ParamsOf<'api.use'>) => {
      const { proxy, shadowsocks } = file.current.apiAccess;
      if (choice === 'socks5' && proxy === null) return refuse('access_proxy_missing');
      if (choice === 'shadowsocks' && shadowsocks === null) return refuse('access_shadowsocks_missing');
      return change({ choice });
    },
  };
}
