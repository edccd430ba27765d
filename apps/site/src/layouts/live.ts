import { followLocations } from '../features/locations/follow-locations.ts';
import { followSearch } from '../features/search/follow-search.ts';
import { pollStatus } from '../features/live-status/index.ts';
import { followHistory } from '../features/status/show-history.ts';
import { showStatus } from '../features/status/show-status.ts';

/** Starts the live parts of a page: status, locations, search. All pages share one script, since shared chunks would need additional requests. */
export function start(page: Document): void {
  followSearch(page);
  if (page.querySelector('[data-status-board]') !== null) {
    pollStatus(page, (status) => showStatus(page, status));
    followHistory(page);
  } else if (page.querySelector('[data-city]') !== null) {
    followLocations(page);
  }
}
