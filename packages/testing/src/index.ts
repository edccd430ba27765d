export { carrierProgram } from './carrier.ts';
export { createDatabase, type TestDatabase } from './database.ts';
export { type Answer, send, type Speaker, type WireRequest, wireRequest } from './exchange.ts';
export { freePort } from './free-port.ts';
export { listenerProgram } from './listener.ts';
export { type OwnServer, startOwnServer } from './own-server.ts';
export { refusalSuite } from './refusals/refusal-suite.ts';
export type { ExampleRequests, RefusalSubject } from './refusals/subject.ts';
export { wireguardGoProgram } from './wireguard-go.ts';
