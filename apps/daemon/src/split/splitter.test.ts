import { silentLog } from '@comet/foundation/log';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { SplitCgroups } from './split-cgroup.ts';
import { createSplitter } from './splitter.ts';

test('moves programs back only after a running search has ended', async () => {
  const done: string[] = [];
  const search = Promise.withResolvers<void>();
  const cgroups: SplitCgroups = {
    known: () => Promise.resolve([]),
    add: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    gather: async () => {
      await search.promise;
      done.push('gathered');
    },
    isUsed: () => Promise.resolve(false),
    release: () => {
      done.push('released');
      return Promise.resolve();
    },
  };
  let mode: 'exclude' | 'off' = 'exclude';
  const splitter = createSplitter({
    split: { apply: () => Promise.resolve() },
    cgroups: () => Promise.resolve(cgroups),
    settings: () => ({ ...freshSettings, splitTunnel: { mode, networks: [], apps: ['/usr/bin/browser'] } }),
    routeLinks: ['wg-r1'],
    log: silentLog,
  });
  await splitter.adapt();
  mode = 'off';
  const off = splitter.adapt();
  setImmediate(() => search.resolve());
  await off;
  expect(done).toEqual(['gathered', 'released']);
  await splitter.close();
});
