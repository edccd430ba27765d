import { err, ok, type Result } from '@comet/foundation';
import type { ResultOf } from '@comet/tunnel-protocol';
import type { MeteredNetwork } from '../../networks/metered-network.ts';
import type { OpenUpdates } from '../../updates/on-demand.ts';
import type { UpdateFailure } from '../../updates/updates.ts';
import type { RequestFailure } from '../control-channel.ts';

export interface UpdateCommandParts {
  /** The installed version. */
  readonly version: string;
  /** Null if the package has no source of releases. */
  readonly open: OpenUpdates;
  /** Whether requests are allowed now: not while traffic is blocked. */
  readonly mayQuery: () => boolean;
  readonly network: Pick<MeteredNetwork, 'refresh' | 'isMetered'>;
}

/** The commands of `update-commands.ts` in the protocol. */
export function updateCommandsOf({ version, open, mayQuery, network }: UpdateCommandParts) {
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });
  const failed = (why: UpdateFailure) => {
    if (why === 'away') return refuse('api_unreachable', mayQuery() ? null : 'held_back');
    return why === 'none' ? refuse('update_none') : refuse('update_refused', why);
  };
  return {
    'update.check': async (): Promise<Result<ResultOf<'update.check'>, RequestFailure>> => {
      const opened = await open();
      if (opened === null) return refuse('updates_elsewhere');
      const checked = await opened.updates.check();
      if (!checked.ok) return failed(checked.error);
      const release = checked.value;
      if (release === null) return ok({ version, newer: null });
      const { version: newest, notes, bytes } = release;
      const fetched = await opened.store.hasPackage(release);
      return ok({ version, newer: { version: newest, notes, bytes, fetched } });
    },
    'update.fetch': async (): Promise<Result<ResultOf<'update.fetch'>, RequestFailure>> => {
      const opened = await open();
      if (opened === null) return refuse('updates_elsewhere');
      // The user may have changed the system's setting since the last change of the network.
      await network.refresh();
      if (network.isMetered()) return refuse('update_metered');
      const fetched = await opened.updates.fetch();
      return fetched.ok ? ok(fetched.value) : failed(fetched.error);
    },
  };
}
