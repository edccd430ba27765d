export { backupCommand } from './backup-command.ts';
