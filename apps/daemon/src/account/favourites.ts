import { err, ok, type Result } from '@comet/foundation';
import type { Api } from '../platform/control-plane/api.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import { refusalOf, type Refusal } from './interpret-poll-failure.ts';

/** The account's favourite locations. The account stores the list; this machine keeps a copy. */
export interface Favourites {
  /** Fetches the account's favourites; if the API does not answer, the local copy is kept. */
  refresh(): Promise<void>;
  /** Adds or removes a favourite; `location` is a location code. */
  mark(location: string, on: boolean): Promise<Result<null, Refusal>>;
}

/**
 * Returns the account's favourites; the copy on this machine is in `file`. Both calls need a signed-in account: `refresh` otherwise does
 * nothing, `mark` returns `not_signed_in`.
 */
export function favouritesOf(file: StateFile, api: Api): Favourites {
  return {
    async refresh() {
      if (file.current.account === null) return;
      const listed = await api.call('listFavoriteLocations', {});
      if (listed.ok && listed.value.locations.join() !== file.current.favourites.join())
        await file.change({ favourites: listed.value.locations });
    },
    async mark(location, on) {
      if (file.current.account === null) return err({ error: 'not_signed_in', detail: null });
      const reply = on
        ? await api.call('markFavoriteLocation', { body: { location } })
        : await api.call('unmarkFavoriteLocation', { params: { location } });
      if (!reply.ok) return err(refusalOf(reply.error));
      const others = file.current.favourites.filter((code) => code !== location);
      await file.change({ favourites: on ? [...others, location] : others });
      return ok(null);
    },
  };
}
