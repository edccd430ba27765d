import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findCommand } from '../toolchain/debian-packages.ts';
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

test('the site may be rendered from an API with a private address, and no public address is reachable', async () => {
  const unit = await readFile(inRepository('deploy/systemd/comet-site.service'), 'utf8');
  expect(unit).toContain('\nIPAddressDeny=any\n');
  expect(/^IPAddressAllow=(.*)$/m.exec(unit)?.[1]?.split(' ')).toEqual([
    ...['localhost', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  ]);
});
