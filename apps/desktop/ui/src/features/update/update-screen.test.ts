import { err, ok } from '@comet/foundation';
import { expect, test } from 'vitest';
import { fakeDaemon } from '../../platform/daemon/fake-daemon.ts';
import { fakeShell } from '../../platform/shell/fake-shell.ts';
import { fixtures } from '../../fixtures.ts';
import { install } from './update-screen.tsx';

const fetched = { 'update.fetch': () => ok({ version: '0.2.0', path: '/var/cache/comet/updates/x.deb' }) };

function setUp(responses: Parameters<typeof fakeDaemon>[1]) {
  const shell = fakeShell();
  const steps: string[] = [];
  const run = () =>
    install(fakeDaemon(fixtures['connected'] ?? null, responses), shell, (step) => steps.push(step));
  return { shell, steps, run };
}

test('installs a verified package and restarts the app', async () => {
  const { shell, steps, run } = setUp(fetched);
  expect(await run()).toBeNull();
  expect(steps).toEqual(['fetching', 'installing', 'restarting']);
  expect(shell.calls).toEqual(['install', 'restart']);
});

test('does not install an unverified package', async () => {
  const { shell, run } = setUp({
    'update.fetch': () => err({ error: 'update_refused', detail: 'package_wrong' }),
  });
  expect(await run()).toBe('The downloaded package isn’t the one Comet signed, so it was deleted.');
  expect(shell.calls).toEqual([]);
});

test('reports a declined installation and changes nothing', async () => {
  const { shell, run } = setUp(fetched);
  shell.installs = 'not-allowed';
  expect(await run()).toBe('The installation wasn’t approved, so nothing was changed.');
  expect(shell.calls).toEqual(['install']);
});
