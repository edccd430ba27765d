export { PendingChange, pendingChangeQuery } from './pending-change.tsx';
