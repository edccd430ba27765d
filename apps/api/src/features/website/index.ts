export { siteCommand } from './site-command.ts';
