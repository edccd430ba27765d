import { startLocations } from '../features/locations/live-locations.ts';
import { startSearch } from '../features/search/start-search.ts';
import { pollStatus } from '../features/live-status/index.ts';
import { pollHistory } from '../features/status/show-history.ts';
import { showStatus } from '../features/status/show-status.ts';

/**
 * Starts the live parts of a page: status, locations, search. All pages share one script, because shared
 * chunks would need additional requests.
 */
export function start(page: Document): void {
  startSearch(page);
  if (page.querySelector('[data-status-board]') !== null) {
    pollStatus(page, (status) => showStatus(page, status));
    pollHistory(page);
  } else if (page.querySelector('[data-city]') !== null) {
    startLocations(page);
  }
}
