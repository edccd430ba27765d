export { PendingChange } from './pending-change.tsx';
