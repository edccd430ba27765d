import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

/** Longer than a page takes from a response to the request that follows it. */
const QUIET_MS = 50;

/** Follows the requests of a page from now on. */
export function followRequests(page: Page): {
  /** Waits until no request is pending, and none follows the last responses. Ignores requests that `isIgnored` selects. */
  readonly untilEnded: (isIgnored?: (request: Request) => boolean) => Promise<void>;
} {
  const pending = new Set<Request>();
  const begin = (request: Request) => void pending.add(request);
  const end = (request: Request) => void pending.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return {
    untilEnded: async (isIgnored = () => false) => {
      do {
        await untilIdle(page);
        await sleep(QUIET_MS);
      } while ([...pending].some((request) => !isIgnored(request)));
    },
  };
}

/** Waits until the page has run the scripts that were due: on a busy machine it may not have sent its requests yet. */
async function untilIdle(page: Page): Promise<void> {
  const turn = page.evaluate(
    () =>
      new Promise<void>((done) => {
        // Unlike timers, messages do not depend on the page's clock, which tests may replace.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      }),
  );
  // A navigation interrupts it, and is a request itself.
  await turn.catch(() => undefined);
}
