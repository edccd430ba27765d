import { err, ok } from '@comet/foundation';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { Trouble } from './platform/daemon/index.ts';
import { fakeDaemon } from './platform/daemon/fake-daemon.ts';
import { fakeShell } from './platform/shell/fake-shell.ts';
import { accountAnswers } from './account-fixtures.ts';
import { storeOnboarding } from './features/onboarding/index.ts';
import type { Screen } from './features/navigation/index.ts';
import { checks, locations, newer, programs, reportFiles, fixtures } from './fixtures.ts';
import { show } from './show.tsx';

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
  ...accountAnswers(wanted.get('account') ?? 'active'),
  programs: () => ok({ programs: [...programs] }),
  'settings.export': (_, { settings }) => ok({ text: JSON.stringify({ version: 1, settings }) }),
  'settings.import': () => err({ error: 'settings_unreadable', detail: null }),
  check: () => ok(wanted.has('leaking') ? checks.leaking : checks.protected),
  'update.check': () => ok({ version: '0.1.0', newer: wanted.has('update') ? newer : null }),
  'update.fetch': () => err({ error: 'update_refused', detail: 'package_wrong' }),
  report: () => ok({ files: [...reportFiles] }),
});
if (shown !== null && shown.traffic !== null) flow(shown, shown.traffic);
if (wanted.get('first') !== 'kept') storeOnboarding(!wanted.has('first'));
const shell = fakeShell();
const troubles: Readonly<Record<string, Trouble>> = { other: 'differs', denied: 'denied' };
const behind = { ...daemon, trouble: () => troubles[scene] ?? null };
show(behind, shell, (wanted.get('screen') ?? 'home') as Screen);
if (wanted.has('quitting')) untilDrawn(() => shell.press('quit'));
const link = wanted.get('link');
if (link !== null) untilDrawn(() => shell.follow(link));

/** Increments the counters, so that there is throughput. */
function flow(snapshot: Snapshot, { received, sent }: { received: number; sent: number }): void {
  let second = 0;
  setInterval(() => {
    second += 1;
    const traffic = {
      received: received + second * 6_000_000 + Math.round(2_000_000 * Math.sin(second / 3)),
      sent: sent + second * 760_000,
      lastHandshake: null,
    };
    daemon.become({ ...snapshot, traffic });
  }, 250);
}

/** Once the screen is there, and listens. */
function untilDrawn(then: () => void): void {
  if (document.querySelector('h1') === null) requestAnimationFrame(() => untilDrawn(then));
  else setTimeout(then);
}
