export { type Candidate, chooseExit, type ExitWish } from './choose-exit.ts';
export {
  type ExitView,
  longestProxyOrder,
  type ProxyCustomer,
  type ProxyNews,
  proxyNews,
  type ProxyOrder,
  proxyOrder,
  type ProxySetup,
  type UpstreamOutlet,
} from './proxy-messages.ts';
export { openResolution } from './resolve-name.ts';
export { type Proxy, serveProxy } from './serve-proxy.ts';
