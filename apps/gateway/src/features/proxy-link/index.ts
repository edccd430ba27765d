export { type ProxyLink, type ProxyLinkParts, startProxy } from './proxy-link.ts';
