import { expect, test } from 'vitest';
import { type Bench, skipReason } from './bench.ts';

const bench: Bench = {
  ...{ name: 'window', metric: 'time', unit: 'ms', better: 'lower' },
  measure: () => Promise.resolve([]),
};

test('a bench reports its missing packages', async () => {
  const packages = { sh: 'dash', '/usr/include/comet-none.h': 'libcomet-dev', 'comet-none': 'comet-driver' };
  expect(await skipReason({ ...bench, packages })).toBe(
    'Debian packages are missing: libcomet-dev comet-driver.',
  );
});

test('a bench can run without the packages of its peers', async () => {
  const packages = { sh: 'dash' };
  expect(await skipReason({ ...bench, packages, peerPackages: { 'comet-none': 'comet-peer' } })).toBeNull();
});
