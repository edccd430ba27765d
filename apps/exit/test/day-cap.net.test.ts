import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('day-cap.ts', import.meta.url));

// The rules are in the script's own namespace, which ends with its process.
test('whatever a gateway sends, an exit forwards at most the daily cap', () => {
  const run = spawnSync('unshare', ['-n', process.execPath, script], { encoding: 'utf8', timeout: 60_000 });
  expect(run.stderr).toBe('');
  const { first, atLimit, afterChange, withSmallerQuota, left } = JSON.parse(run.stdout) as Record<
    string,
    number
  >;
  // 100 packets of 1,428 bytes, there and back.
  expect(first).toBe(285_600);
  expect(atLimit).toBeLessThanOrEqual(500_000);
  expect(atLimit).toBeGreaterThan(500_000 - 2 * 1_428);
  expect(afterChange).toBe(atLimit);
  expect(withSmallerQuota).toBeLessThanOrEqual((atLimit ?? 0) + 100_000);
  expect(withSmallerQuota).toBeGreaterThan((atLimit ?? 0) + 100_000 - 2 * 1_428);
  expect(left).toBe(0);
});
