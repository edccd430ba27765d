import type { Page, Route } from '@playwright/test';
import { keyOf, readRecording } from './recording.ts';
import type { Person } from './scenes.ts';

const { recordedAt, answers } = readRecording();

/**
 * Serves API responses from the recording, with the browser's clock at its time. `serve` returns the files of the dashboard at `origin`;
 * the network is used without it. Returns the requests that are not in the recording.
 */
export async function openRecordedSession(
  page: Page,
  person: Person,
  origin: string,
  serve: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<readonly string[]> {
  const unknown: string[] = [];
  const recorded = answers[person] ?? {};
  await page.clock.setFixedTime(recordedAt);
  await page.addInitScript((signedIn) => {
    if (signedIn) localStorage.setItem('comet:access-token', 'recorded');
  }, person !== 'visitor');
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    // Support appears after four seconds, so it would be on some screenshots only; it has separate tests.
    if (url.origin !== origin || /\/(support-chat|visitor-support)-/.test(url.pathname)) return route.abort();
    if (!url.pathname.startsWith('/api/')) return serve(route);
    const key = keyOf(route.request());
    const answer = recorded[key];
    if (answer === undefined) unknown.push(key);
    await route.fulfill({ status: answer?.status ?? 404, json: answer?.body ?? {} });
  });
  return unknown;
}
