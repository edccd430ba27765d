export { SignOutEverywhereRow } from './sign-out-everywhere-row.tsx';
export { SessionRows } from './session-rows.tsx';
