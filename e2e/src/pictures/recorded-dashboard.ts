import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createDashboardServer } from '@comet/stack';
import type { Page } from '@playwright/test';
import { startLocalServer } from '../support/local-server.ts';
import { builtDashboard } from '../support/second-dashboard.ts';
import { test as base } from '../support/test.ts';
import { keyOf, readRecording, type Reply } from './recording.ts';
import type { Person } from './scenes.ts';

/** A built dashboard on a local server that gives recorded API responses. */
export interface RecordedDashboard {
  readonly origin: string;
  /**
   * Begins the session of a person in a page, with the browser's clock at the time of the recording. `changed` replaces recorded replies.
   * Returns the requests that are not in the recording.
   */
  enter(page: Page, person: Person, changed?: Readonly<Record<string, Reply>>): Promise<readonly string[]>;
}

/** Loaded four seconds after the page: support would be on some screenshots only, and has separate tests. */
const SUPPORT = /\/(support-chat|visitor-support)-/;

/**
 * Playwright's `test` with a recorded dashboard. Its server replaces request interception, which would turn off the browser's cache.
 * `dashboardFolder` is the folder of the build.
 */
export const test = base.extend<
  object,
  { readonly dashboardFolder: string; readonly recorded: RecordedDashboard }
>({
  dashboardFolder: [builtDashboard, { scope: 'worker' }],
  recorded: [
    async ({ dashboardFolder }, use) => {
      const { recordedAt, answers } = readRecording();
      const session: { replies: Readonly<Record<string, Reply>>; unknown: string[] } = {
        replies: {},
        unknown: [],
      };
      const files = await filesOf(dashboardFolder);
      const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
        const { replies, unknown } = session;
        const key = keyOf(incoming.method ?? '', incoming.url ?? '', await text(incoming));
        const reply = replies[key];
        if (reply === undefined) unknown.push(key);
        outgoing.writeHead(reply?.status ?? 404, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify(reply?.body ?? {}));
      };
      await using server = await startLocalServer((incoming, outgoing) => {
        const path = incoming.url ?? '';
        if (path.startsWith('/api/')) void answer(incoming, outgoing);
        else if (SUPPORT.test(path)) outgoing.writeHead(404).end();
        else files.emit('request', incoming, outgoing);
      });
      await use({
        origin: server.origin,
        async enter(page, person, changed) {
          Object.assign(session, { replies: { ...answers[person], ...changed }, unknown: [] });
          await page.clock.setFixedTime(recordedAt);
          await page.addInitScript((signedIn) => {
            if (signedIn) localStorage.setItem('comet:access-token', 'recorded');
          }, person !== 'visitor');
          return session.unknown;
        },
      });
    },
    { scope: 'worker' },
  ],
});

/** The server of a build, which is not listening. Its content security policy blocks every other origin. */
function filesOf(folder: string): Promise<Server> {
  const nowhere = new URL('http://localhost:9');
  return createDashboardServer({ folder, api: nowhere, paymentOrigin: "'self'", site: nowhere });
}
