export { locationProxyDetail } from './location-proxy-detail.ts';
export { routeDetail } from './route-detail.ts';
