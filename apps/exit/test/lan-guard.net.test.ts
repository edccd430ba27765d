import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('lan-guard.ts', import.meta.url));

// Links, rules and settings are in the script's own namespace, which ends with its process.
test('an exit does not forward traffic of its LAN, unless the owner has enabled forwarding', () => {
  const run = spawnSync('unshare', ['-n', process.execPath, script], { encoding: 'utf8', timeout: 60_000 });
  expect(run.stderr).toBe('');
  const held = { usage: true, through: false, outward: true };
  expect(JSON.parse(run.stdout)).toEqual({ guarded: held, again: held, router: { ...held, through: true } });
});
