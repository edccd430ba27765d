export { openExitControl } from './exit-control.ts';
export { openExitYardstick } from './exit-yardstick.ts';
export { createExitDesk } from './exit-desk.ts';
export { type Exit, stateOf, viewOf } from './exit.ts';
export { createExits } from './exits.ts';
