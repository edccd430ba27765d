export { EverywhereRow } from './everywhere-row.tsx';
export { SessionRows } from './session-rows.tsx';
