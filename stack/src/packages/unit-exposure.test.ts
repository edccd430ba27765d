import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findCommand } from '../machine/debian-packages.ts';
import { inRepository } from '../repository.ts';

// Exposure by systemd-analyze(1) of Debian 12's systemd 252, from 0 (nothing) to 10. Lower the value when a unit is hardened; never raise
// it.
test.skipIf(findCommand('systemd-analyze') === null).each([
  ['cometd', 3.4],
  ['comet-gateway', 3.2],
  ['comet-exit', 2.6],
  ['comet-gateway-closed', 1.5],
  ['comet-lockdown', 1.6],
  ['comet-control', 1.3],
  ['comet-work', 1.3],
  ['comet-site', 1.2],
  ['comet-caddy', 1.2],
])('systemd-analyze rates the exposure of %s.service at most %d', (unit, maxExposure) => {
  const file = inRepository(`deploy/systemd/${unit}.service`);
  const output = execFileSync('systemd-analyze', ['security', '--offline=yes', file], { encoding: 'utf8' });
  expect(Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1] ?? Number.NaN)).toBeLessThanOrEqual(
    maxExposure,
  );
});
