import { failureText } from '@comet/texts/desktop';
import { useEffect, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import type { LocationRow } from './groups.ts';

/** The list of locations; null while loading. */
type LocationList =
  | { readonly locations: readonly LocationRow[]; readonly failure: null }
  | { readonly locations: null; readonly failure: string | null };

/** The daemon's list, queried when the screen is opened and every ten seconds while it is open. */
export function useLocations(): LocationList {
  const daemon = useDaemon();
  const [latest, setLatest] = useState<LocationList>({ locations: null, failure: null });
  useEffect(() => {
    let open = true;
    const fetch = async () => {
      const listed = await daemon.send('locations', {});
      if (!open) return;
      if (listed.ok) setLatest({ locations: listed.value.locations, failure: null });
      // An earlier list stays in place of an error.
      else
        setLatest((before) =>
          before.locations === null
            ? { locations: null, failure: failureText(listed.error.error, listed.error.detail) }
            : before,
        );
    };
    void fetch();
    const timer = setInterval(() => void fetch(), 10_000);
    return () => {
      open = false;
      clearInterval(timer);
    };
  }, [daemon]);
  return latest;
}
