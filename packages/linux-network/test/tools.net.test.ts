import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scenarios } from './scenarios.ts';

const script = fileURLToPath(new URL('run-scenario.ts', import.meta.url));

// The code acts in its own process's namespace, so each scenario is a process in a namespace that ends with it.
test.each(Object.keys(scenarios))('%s', (name) => {
  const run = spawnSync('unshare', ['-n', process.execPath, script, name], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(run.stderr).toBe('');
  expect(run.stdout).toBe('held\n');
});
