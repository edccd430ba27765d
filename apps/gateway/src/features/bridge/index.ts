export { bridgeEnvironment } from './bridge-environment.ts';
export { openBridge } from './open-bridge.ts';
