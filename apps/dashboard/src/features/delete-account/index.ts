export { DeleteAccountRow } from './delete-account-row.tsx';
