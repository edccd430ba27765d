import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('day-cap.ts', import.meta.url));

// The rules are in the script's own namespace, which ends with its process.
test('a gateway that sends what it likes gets the cap of the day through an exit, and not a byte more', () => {
  const run = spawnSync('unshare', ['-n', process.execPath, script], { encoding: 'utf8', timeout: 60_000 });
  expect(run.stderr).toBe('');
  const { first, most, changed, more, left } = JSON.parse(run.stdout) as Record<string, number>;
  // 100 packets of 1,428 bytes, there and back.
  expect(first).toBe(285_600);
  expect(most).toBeLessThanOrEqual(500_000);
  expect(most).toBeGreaterThan(500_000 - 2 * 1_428);
  expect(changed).toBe(most);
  expect(more).toBeLessThanOrEqual((most ?? 0) + 100_000);
  expect(more).toBeGreaterThan((most ?? 0) + 100_000 - 2 * 1_428);
  expect(left).toBe(0);
});
