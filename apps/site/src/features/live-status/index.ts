// Browser code only: it is bundled into the script of the pages.
export { pollStatus } from './poll-status.ts';
export { setText, showState, showSummary } from './show-state.ts';
export type { Status } from './status.ts';
export { countLocations, detailOf, locationsUp, serversOf, worstOf } from './status-text.ts';
