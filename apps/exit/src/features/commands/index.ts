export { runCommand } from './run-command.ts';
export { parseCommand } from './parse-command.ts';
