import { err, ok } from '@comet/foundation';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { DaemonProblem } from './platform/daemon/index.ts';
import { fakeDaemon } from './platform/daemon/fake-daemon.ts';
import { fakeShell } from './platform/shell/fake-shell.ts';
import { accountReplies } from './account-fixtures.ts';
import { storeOnboarding } from './features/onboarding/index.ts';
import type { Screen } from './features/navigation/index.ts';
import { connectionDetails, fixtures, locations } from './fixtures.ts';
import {
  blockCounts,
  checks,
  newer,
  ownLists,
  programs,
  recordedMonths,
  recordedSessions,
  reportFiles,
} from './reply-fixtures.ts';
import { renderApp } from './render-app.tsx';

/**
 * The screens in a browser, without a daemon: `/preview.html?scene=connected&screen=account&account=cancelled`. With `first`, the app is
 * opened for the first time, and with `first=kept` again afterwards; with `quitting`, the user has clicked Quit in the tray; with `leaking`,
 * a check finds a leak. Not shipped.
 */
const wanted = new URLSearchParams(location.search);
const scene = wanted.get('scene') ?? 'disconnected';
const shown = fixtures[scene] ?? null;
const daemon = fakeDaemon(shown, {
  locations: () => ok({ locations: [...locations] }),
  ...accountReplies(wanted.get('account') ?? 'active'),
  programs: () => ok({ programs: [...programs] }),
  'settings.export': (_, { settings }) => ok({ text: JSON.stringify({ version: 1, settings }) }),
  'settings.import': () => err({ error: 'settings_unreadable', detail: null }),
  check: () => ok(wanted.has('leaking') ? checks.leaking : checks.protected),
  'status.details': () => ok({ details: connectionDetails }),
  statistics: (_, { settings }) =>
    ok({
      on: settings.statistics,
      budget: settings.dataBudget,
      months: wanted.has('empty') ? [] : [...recordedMonths],
    }),
  'statistics.sessions': () => ok({ sessions: [...recordedSessions], next: null }),
  'statistics.forget': () => ok({}),
  'name-list.list': () => ok(wanted.has('empty') ? { lists: [], allowed: [] } : ownLists),
  'block-counts': () => ok({ lists: wanted.has('empty') ? [] : [...blockCounts], countsGateway: true }),
  'update.check': () => ok({ version: '0.1.0', newer: wanted.has('update') ? newer : null }),
  'update.fetch': () => err({ error: 'update_refused', detail: 'package_wrong' }),
  report: () => ok({ files: [...reportFiles], id: 'report-1' }),
  'report.send': () =>
    wanted.has('unsent') ? err({ error: 'report_limit', detail: null }) : ok({ ticket: '2a4d6e8f' }),
});
if (shown !== null && shown.traffic !== null) flow(shown, shown.traffic);
if (wanted.get('first') !== 'kept') storeOnboarding(!wanted.has('first'));
const shell = fakeShell();
const troubles: Readonly<Record<string, DaemonProblem>> = { other: 'differs', denied: 'denied' };
const behind = { ...daemon, trouble: () => troubles[scene] ?? null };
renderApp(behind, shell, (wanted.get('screen') ?? 'home') as Screen);
if (wanted.has('quitting')) untilDrawn(() => shell.press('quit'));
const link = wanted.get('link');
if (link !== null) untilDrawn(() => shell.follow(link));

/** Megabits received in each second: some pages, a download, a few more pages, and a second download. */
const megabits = [
  ...[
    3, 2, 5, 14, 22, 9, 4, 3, 2, 2, 6, 31, 52, 61, 66, 64, 68, 71, 69, 63, 66, 70, 72, 68, 61, 34, 12, 5, 3,
  ],
  ...[4, 3, 2, 3, 8, 17, 12, 6, 3, 2, 4, 3, 11, 28, 19, 9, 4, 3, 26, 57, 66, 73, 75, 71, 74, 76, 72, 69, 73],
  ...[70, 66, 68, 71, 67, 69],
];

/** The rate in Mbit/s at a moment in seconds, between those of the seconds around it. */
function rateAt(seconds: number): number {
  const part = seconds % 1;
  const at = (second: number) => megabits[Math.floor(second) % megabits.length] ?? 0;
  return at(seconds) * (1 - part) + at(seconds + 1) * part;
}

/** Increments the counters, so that there is throughput. */
function flow(snapshot: Snapshot, { received, sent }: { received: number; sent: number }): void {
  let quarters = 0;
  let down = received;
  let up = sent;
  setInterval(() => {
    quarters += 1;
    const bytes = (rateAt(quarters / 4) * 1e6) / 8 / 4;
    down += Math.round(bytes);
    up += Math.round(bytes / 30);
    daemon.become({ ...snapshot, traffic: { received: down, sent: up, lastHandshake: null } });
  }, 250);
}

/** Once the screen is rendered and listens to commands. */
function untilDrawn(then: () => void): void {
  if (document.querySelector('h1') === null) requestAnimationFrame(() => untilDrawn(then));
  else setTimeout(then);
}
