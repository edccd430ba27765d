export { type ProxyLink, startProxy } from './proxy-link.ts';
