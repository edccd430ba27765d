export { createDatabase, type TestDatabase } from './database.ts';
export { type Reply, send, type TestCredentials, type WireRequest, wireRequest } from './exchange.ts';
export { freePort } from './free-port.ts';
export { type DisposableServer, startDisposableServer } from './disposable-server.ts';
export {
  dnsFilterProgram,
  listenerProgram,
  relayProgram,
  resolverProgram,
  transportProgram,
} from './programs.ts';
export { createRouterNamespace, type RouterNamespace } from './router-namespace.ts';
export { refusalSuite } from './refusals/refusal-suite.ts';
export type { ExampleRequests, RefusalSubject } from './refusals/endpoint-client.ts';
export { wireguardGoProgram } from './wireguard-go.ts';
