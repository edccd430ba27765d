import { api } from '@comet/contract';
import type { Plugin } from 'vite';
import { DEVICE_ID_COOKIE } from './src/platform/storage/device-id.ts';
import { TOKEN_KEY } from './src/platform/storage/session.ts';

/** What home reads first. */
const READS = [api.currentUser, api.showSubscription, api.listPlans, api.listDevices];

/**
 * Sends the reads of home together with the page: the program would send them a second later on a slow network, when it runs. They are
 * taken over by `platform/data/first-reads.ts`.
 */
export const firstReads: Plugin = {
  name: 'comet:first-reads',
  transformIndexHtml: {
    // Before theme.js, which blocks the parser.
    order: 'post',
    handler: () => [
      {
        tag: 'script',
        children: script(READS.map(({ path }) => (process.env['VITE_API_URL'] ?? '') + path)),
        injectTo: 'head-prepend',
      },
    ],
  },
};

/** A query may contain a one-time token, which changes the account. */
const script = (urls: readonly string[]): string =>
  `{const t=localStorage.getItem('${TOKEN_KEY}'),d=/(?:^|; *)${DEVICE_ID_COOKIE}=([^;]*)/.exec(document.cookie);` +
  `if(t&&d&&/^\\/dash\\/home\\/?$/.test(location.pathname)&&!location.search){const responses={};` +
  `for(const u of${JSON.stringify(urls)})(responses[u]=fetch(u,{headers:{accept:'application/json',authorization:'Bearer '+t,'app-identifier':d[1]},` +
  `credentials:'include',signal:AbortSignal.timeout(15e3)})).catch(()=>{});` +
  `window.cometFirstReads={authorization:'Bearer '+t,responses}}}`;
