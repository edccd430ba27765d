import type { ServerResponse } from 'node:http';
import { createDashboardServer } from '@comet/stack';
import { startLocalServer } from '../support/local-server.ts';
import { runningStack } from '../support/running-stack.ts';
import { builtDashboard } from '../support/second-dashboard.ts';
import { test as base } from '../support/test.ts';

/** Responds to a failing call; a response that it leaves open hangs until the browser gives the call up. */
export type Failure = (response: ServerResponse) => void;

/** The dashboard on a local server that forwards calls to the stack's API, except failing ones. */
interface FailingDashboard {
  readonly origin: string;
  /** Fails the calls of these paths from now on. */
  fail(paths: readonly string[], how: Failure): void;
  /** Ends the failures. */
  restore(): void;
}

export const badGateway: Failure = (response) =>
  void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');

export const unavailable: Failure = (response) =>
  void response
    .writeHead(503, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { code: 'service_unavailable', message: 'Later' } }));

export const hang: Failure = () => undefined;

/** Playwright's `test` with a dashboard whose calls can fail. Request interception would turn off the browser's cache. */
export const test = base.extend<object, { readonly failing: FailingDashboard }>({
  failing: [
    async ({ browserName: _ }, use) => {
      const { api, sandbox, site } = runningStack();
      const pages = await createDashboardServer({
        folder: builtDashboard,
        api: new URL(api),
        paymentOrigin: new URL(sandbox).origin,
        site: new URL(site),
      });
      const none = { paths: [] as readonly string[], how: hang };
      let failure = none;
      await using server = await startLocalServer((incoming, outgoing) => {
        const [path = ''] = (incoming.url ?? '').split('?');
        if (failure.paths.includes(path)) failure.how(outgoing);
        else pages.emit('request', incoming, outgoing);
      });
      await use({
        origin: server.origin,
        fail: (paths, how) => (failure = { paths, how }),
        restore: () => (failure = none),
      });
    },
    { scope: 'worker' },
  ],
});
