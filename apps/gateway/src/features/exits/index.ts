export { openExitControl } from './exit-control.ts';
export { openExitBandwidthTestServer } from './exit-bandwidth-test-server.ts';
export { createExitAdmission } from './exit-admission.ts';
export { type Exit, stateOf, viewOf } from './exit.ts';
export { isDraining } from './decide-exit.ts';
export { createExits } from './exits.ts';
