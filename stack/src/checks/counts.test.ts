import { expect, test } from 'vitest';
import {
  add,
  benchCounts,
  benchFailures,
  failedFiles,
  subtract,
  cargoCounts,
  cargoFailures,
  withExitCode,
  NONE,
  vitestFailures,
  playwrightCounts,
  playwrightFailures,
  playwrightRetries,
  playwrightSkips,
  vitestCounts,
  vitestRetries,
  vitestSkips,
} from './counts.ts';
import { FAILED, RETRIED, SKIPPED, describeFailure } from './retried-test.ts';

test('a test file that cannot be loaded counts as one failure', () => {
  const file = (name: string, status: string, ...statuses: readonly string[]) => ({
    ...{ name, status, assertionResults: statuses.map((one) => ({ status: one })) },
  });
  const report = {
    testResults: [
      file('/a', 'passed', 'passed', 'passed', 'todo'),
      file('/b', 'failed', 'failed', 'passed', 'skipped'),
      file('/c', 'failed'),
    ],
  };
  expect(vitestCounts(report)).toEqual({ passed: 3, failed: 2, skipped: 2 });
  expect(failedFiles(report)).toEqual(['/b', '/c']);
  const others = subtract(vitestCounts(report), vitestCounts(report, ['/b', '/c']));
  expect(others).toEqual({ passed: 2, failed: 0, skipped: 1 });
});

test('a browser test that passed on retry counts as passed and is listed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(playwrightCounts({ stats })).toEqual({ passed: 6, failed: 1, skipped: 2 });
  const specs = (...statuses: string[]) =>
    statuses.map((status, at) => ({
      title: `test ${at}`,
      file: 'a.spec.ts',
      tests: [{ status, annotations: [] }],
    }));
  const inner = { specs: specs('expected', 'flaky') };
  expect(playwrightRetries({ suites: [{ specs: specs('unexpected'), suites: [inner] }] })).toEqual([
    'a.spec.ts › test 1',
  ]);
  expect(playwrightFailures({ suites: [{ specs: specs('unexpected'), suites: [inner] }] })).toEqual([
    'a.spec.ts › test 0',
  ]);
  expect([playwrightRetries({}), playwrightFailures({})]).toEqual([[], []]);
});

test('the line of a retried test contains the first failure', () => {
  const error = { message: '\u001b[31mexpected\u001b[39m null\n\n  to be here', location: { line: 91 } };
  const flaky = { status: 'flaky', annotations: [], results: [{ error }, {}] };
  const suite = { specs: [{ title: 'comes back', file: 'a.spec.ts', tests: [flaky] }] };
  expect(playwrightRetries({ suites: [suite] })).toEqual([
    'a.spec.ts › comes back (line 91: expected null to be here)',
  ]);
  expect(describeFailure('b', { message: 'x'.repeat(1_000) })).toHaveLength('b ('.length + 240 + '…)'.length);
});

test('a skipped browser test is listed with its reason', () => {
  const annotations = [{ type: 'skip', description: 'It needs Rust.' }];
  const specOf = (title: string, marks: typeof annotations) => ({
    ...{ title, file: 'a.spec.ts', tests: [{ status: 'skipped', annotations: marks }] },
  });
  const inner = { specs: [specOf('sends in bursts', annotations), specOf('stands behind a failed one', [])] };
  expect(playwrightSkips({ suites: [{ specs: [], suites: [inner] }] })).toEqual([
    'a.spec.ts › sends in bursts was skipped: It needs Rust.',
  ]);
});

test('retried vitest tests are read from the lines of the run', () => {
  const output = `✓ a.test.ts\n${RETRIED}b.test.ts › holds under races\n✓ b.test.ts\n`;
  expect(vitestRetries(output)).toEqual(['b.test.ts › holds under races']);
});

test('failed tests are read from the lines of the run', () => {
  const output = `✗ a.test.ts\n${FAILED}a.test.ts › holds (line 3: expected 1 to be 2)\n${RETRIED}b.test.ts › b\n`;
  expect(vitestFailures(output)).toEqual(['a.test.ts › holds (line 3: expected 1 to be 2)']);
});

test('a skipped vitest test is listed with its reason', () => {
  const why = 'a.net.test.ts › boots was skipped: There is no systemd-nspawn.';
  expect(vitestSkips(`✓ b.test.ts\n${SKIPPED}${why}\n`)).toEqual([why]);
});

test('sums the test programs of a cargo run', () => {
  const output = `running 2 tests
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
`;
  expect(cargoCounts(output)).toEqual({ passed: 3, failed: 3, skipped: 1 });
});

test('lists each failed or hanging test of a crate once', () => {
  const output = `
running 3 tests
.test never_ends has been running for over 60 seconds
..
failures:

---- breaks stdout ----
thread 'breaks' panicked at tests/relay.rs:12:5:

failures:
    breaks
`;
  expect(cargoFailures(output)).toEqual(['breaks', 'never_ends']);
  expect(cargoFailures('test result: ok. 3 passed')).toEqual([]);
});

test('a run with a non-zero exit code has at least one failure', () => {
  expect(withExitCode({ passed: 9, failed: 0, skipped: 0 }, 1).failed).toBe(1);
  expect(withExitCode({ passed: 9, failed: 2, skipped: 0 }, 1).failed).toBe(2);
  expect(withExitCode(NONE, 0)).toEqual(NONE);
});

test('counts are summed', () => {
  expect(add({ passed: 1, failed: 2, skipped: 3 }, { passed: 4, failed: 5, skipped: 6 })).toEqual({
    passed: 5,
    failed: 7,
    skipped: 9,
  });
});

test('each benchmark of a smoke run counts as one test; one that cannot run on this machine is skipped', () => {
  const passed = 'Starting\npassed: bench api, 2.1 s\npassed: bench mail, 4.0 s\n';
  const failed = 'failed: bench site, 0.3 s: no paint\n  passed: bench quoted\n';
  const skipped = `${SKIPPED}bench proxy: Debian packages are missing: squid.\n`;
  expect(benchCounts(passed, 0)).toEqual({ passed: 2, failed: 0, skipped: 0 });
  expect(benchCounts(passed + failed, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  expect(benchCounts(passed + skipped, 1)).toEqual({ passed: 2, failed: 0, skipped: 1 });
  expect(benchFailures(passed + failed)).toEqual(['bench site, 0.3 s: no paint']);
  expect(benchCounts(passed, 137)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});
