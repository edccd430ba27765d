export { FirstProxyRequest } from './first-proxy-request.tsx';
export { residentialProxyQuery } from './residential-proxy.ts';
