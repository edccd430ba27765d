export { type Candidate, chooseExit, type ExitRequest } from './egress/choose-exit.ts';
export {
  type ExitView,
  maxProxyCommandLength,
  type ProxyCustomer,
  type ProxyEvent,
  proxyEvent,
  type ProxyCommand,
  proxyCommand,
  type ProxySetup,
  type UpstreamOutlet,
} from './proxy-messages.ts';
export { createResolver } from './dns/resolve-name.ts';
export { type Proxy, serveProxy } from './serve-proxy.ts';
