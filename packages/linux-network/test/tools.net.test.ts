import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scenarios } from './scenarios.ts';

const script = fileURLToPath(new URL('run-scenario.ts', import.meta.url));

// The code acts in its own process's namespaces, so each scenario is a process in namespaces that end with it.
test.each(Object.keys(scenarios))('%s', (name) => {
  const run = spawnSync('unshare', ['-n', '-m', process.execPath, script, name], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(run.stderr).toBe('');
  expect(run.stdout).toBe('held\n');
});
