import { err, ok, type Result } from '@comet/foundation';
import type { ParamsOf, ResultOf } from '@comet/tunnel-protocol';
import type { ApiAccess } from '../../platform/control-plane/access/api-access.ts';
import type { DaemonState } from '../../platform/files/daemon-state.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface ApiAccessCommandParts {
  readonly access: Pick<ApiAccess, 'working' | 'test' | 'abort'>;
  readonly file: StateFile;
  /** Closes the open connections to the API, which were made by an earlier choice. */
  readonly forgetConnections: () => void;
}

type StatusReply = Promise<Result<ResultOf<'api.status'>, RequestFailure>>;

/** The commands of API access. */
export function apiAccessCommandsOf({ access, file, forgetConnections }: ApiAccessCommandParts) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });

  function status(): ResultOf<'api.status'> {
    const { choice, proxy } = file.current.apiAccess;
    const shown =
      proxy === null
        ? null
        : { address: proxy.address, port: proxy.port, user: proxy.login === null ? null : proxy.login.user };
    return { choice, working: access.working(), proxy: shown };
  }

  async function change(part: Partial<DaemonState['apiAccess']>): StatusReply {
    const isKept = await file.change({ apiAccess: { ...file.current.apiAccess, ...part } });
    access.abort();
    forgetConnections();
    return isKept ? ok(status()) : refuse('not_kept');
  }

  return {
    'api.status': (): StatusReply => Promise.resolve(ok(status())),
    'api.test': async () => ok({ results: [...(await access.test())] }),
    'api.add': ({ address, port, login }: ParamsOf<'api.add'>) => change({ proxy: { address, port, login } }),
    'api.remove': () => {
      const { choice } = file.current.apiAccess;
      return change({ proxy: null, choice: choice === 'socks5' ? 'automatic' : choice });
    },
    'api.use': async ({ choice }: ParamsOf<'api.use'>) =>
      choice === 'socks5' && file.current.apiAccess.proxy === null
        ? refuse('access_proxy_missing')
        : change({ choice }),
  };
}
