// Only what a browser can run: pages bundle it into their script.
export {
  citiesUp,
  detailOf,
  followStatus,
  put,
  putState,
  putSummary,
  serversOf,
  type Status,
  worstOf,
} from './follow-status.ts';
