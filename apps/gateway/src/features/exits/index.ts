export { openExitControl } from './exit-control.ts';
export { createExitDesk } from './exit-desk.ts';
export { stateOf, viewOf } from './exit.ts';
export { createExits } from './exits.ts';
