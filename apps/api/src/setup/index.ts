export { systemMachine } from './machine.ts';
export { setup } from './setup.ts';
export { openTerminal } from './terminal.ts';
