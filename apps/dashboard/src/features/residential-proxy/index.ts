import { lazy } from 'react';

export { residentialProxyQuery } from './residential-proxy.ts';

/** A first request with the account's own proxy user. Fetched where it is shown. */
export const FirstProxyRequest = lazy(() => import('./first-proxy-request.tsx'));
