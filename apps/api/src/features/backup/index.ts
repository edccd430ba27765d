export { backupCommand } from './backup-command.ts';
export { lastBackupCheck, type RecordedCheck } from './recorded-check.store.ts';
